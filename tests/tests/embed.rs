//! The board in other people's pages, in a real Chromium: a portal of another origin that frames `/embed` and uses
//! `<head-count>` more than once.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use tests::app::App;
use tests::browser::{Browser, Scripting, Theme};
use tests::headcount::{Headcount, SOON, native};
use tests::on_both_hosts;
use tests::portal::Portal;
use tests::wait::eventually;

/// Two workers, 58 messages, four dead letters; all its parts are well.
const WELL: &str = r#"{"status":"ok","deps":{"postgres":{"status":"ok","latency_ms":3},
    "messenger":{"status":"ok","latency_ms":1,"workers_alive":2,"queue_depth":58,"failed_depth":4}}}"#;
/// The same without any worker.
const NO_WORKER: &str = r#"{"status":"degraded","deps":{"postgres":{"status":"ok","latency_ms":3},
    "messenger":{"status":"down","latency_ms":1,"workers_alive":0,"queue_depth":60,"failed_depth":4}}}"#;
/// What both say of them.
const WORKS: &str = "Everything works, and 2\u{a0}workers are at it";
const OUT_OF_DATE: &str = "This page is out of date";

/// An application, a Headcount that watches it, and a portal.
struct Stage {
    app: App,
    headcount: Headcount,
    portal: Portal,
}

impl Stage {
    /// Framed by everybody, or by those whom the line of the configuration names. The expiry is the shortest there is.
    fn new(frame_ancestors: &str) -> Self {
        Self::with_portal(Portal::start(), frame_ancestors)
    }

    fn with_portal(portal: Portal, frame_ancestors: &str) -> Self {
        let app = App::start();
        app.set(200, WELL);
        let config = format!(
            "[page]\ntitle = \"Trip planner\"\nevery = \"5s\"\nexpires_after = \"11s\"\npoll = \"1s\"\n\
             {frame_ancestors}\n[[service]]\nid = \"planner\"\nname = \"Trip planner\"\n[service.health]\n\
             url = \"${{HEALTH_URL}}\"\nformat = \"adr075\"\ntimeout = \"1s\"\n\
             names = {{ postgres = \"Database\", messenger = \"Background jobs\" }}\n"
        );
        let headcount = native(&config, &[("HEALTH_URL", &app.url())]);
        headcount.shows("the first round", |status| status["verdict"] == "operational");
        Self { app, headcount, portal }
    }

    /// A tab on a page of the portal with this body, in which `HERE` is Headcount's address.
    fn visit(&self, body: &str) -> Browser {
        self.portal.show("/", &body.replace("HERE", &self.headcount.url()));
        let browser = Browser::start(Scripting::On);
        browser.prefer(Theme::Light);
        browser.open(&format!("{}/", self.portal.url()));
        browser
    }
}

/// What a portal writes to get a frame as high as what is in it; the README has the same.
const FRAME: &str = r#"<iframe id="status" title="Status" src="HERE/embed" style="border:0;width:100%"></iframe>
    <script>
        window.heard = [];
        addEventListener("message", (event) => {
            const frame = document.getElementById("status");
            if (event.source !== frame.contentWindow || !event.data.headcount) return;
            window.heard.push(event.data.headcount.height);
            frame.style.height = event.data.headcount.height + "px";
        });
    </script>"#;

/// Two elements with a link inside, of which the second shows a part alone.
const ELEMENTS: &str = r#"<head-count id="one" src="HERE"><a href="HERE">Status</a></head-count>
    <head-count id="two" src="HERE/" parts="verdict, nothing" theme="dark"><a href="HERE">Status</a></head-count>
    <script async src="HERE/headcount.js"></script>"#;

#[track_caller]
fn shows(what: &str, text: impl Fn() -> String, words: &str) {
    eventually(what, SOON, || {
        let now = text();
        if now.contains(words) { Ok(()) } else { Err(now) }
    });
}

/// The visible text of an element's shadow; nothing while it shows what is inside it.
fn shadow(browser: &Browser, id: &str) -> String {
    let script =
        "return document.getElementById(arguments[0]).shadowRoot?.querySelector('.board')?.innerText ?? ''";
    browser.execute(script, &json!([id])).as_str().unwrap_or_default().to_owned()
}

/// A number, rounded.
fn number(browser: &Browser, script: &str) -> i64 {
    browser.execute(&format!("return Math.round({script})"), &json!([])).as_i64().expect("a number")
}

/// How often the board was asked for: by the page, or by the frame that is entered.
fn asked(browser: &Browser) -> usize {
    loaded(browser).iter().filter(|name| name.contains("/embed") || name.contains("/page.json")).count()
}

/// Everything the page has loaded, or the frame that is entered.
fn loaded(browser: &Browser) -> Vec<String> {
    let names = "return performance.getEntriesByType('resource').map((e) => e.name)";
    let names = browser.execute(names, &json!([]));
    names.as_array().unwrap().iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

on_both_hosts!(a_frame_in_a_portal_shows_the_verdict_and_is_as_high_as_what_is_in_it, |host| {
    let app = App::start();
    app.set(200, WELL);
    let headcount = host.start(&[("HEALTH_URL", &app.url())]);
    headcount.shows("the first round", |status| !status["checked_at"].is_null());
    let portal = Portal::start();
    portal.show("/", &FRAME.replace("HERE", &headcount.url()));
    let browser = Browser::start(Scripting::On);
    browser.open(&format!("{}/", portal.url()));
    eventually("a height", SOON, || (number(&browser, "heard.length") > 0).then_some(()));
    let high = number(&browser, "document.getElementById('status').offsetHeight");
    browser.enter(0);
    assert!(
        !browser.text("h1").is_empty() && browser.text("main").contains("Database"),
        "{}",
        browser.text("body")
    );
    assert_eq!(number(&browser, "document.documentElement.scrollHeight"), high);
    assert!(loaded(&browser).iter().all(|name| name.starts_with(&headcount.url())));
    browser.leave();
    assert_eq!(browser.console(), Vec::<String>::new());
});

#[test]
fn the_height_follows_the_width_and_the_theme_follows_the_portal_without_a_reload() {
    let stage = Stage::new("");
    let browser = stage.visit(FRAME);
    let high = || number(&browser, "document.getElementById('status').offsetHeight");
    browser.resize(1200, 900);
    eventually("a height", SOON, || (number(&browser, "heard.length") > 0).then_some(()));
    let wide = high();
    browser.resize(340, 900);
    eventually("more height for less width", SOON, || if high() > wide { Ok(()) } else { Err(high()) });
    let colour = || {
        browser.enter(0);
        browser.execute("window.mark ??= 1; window.mark++", &json!([]));
        let colour = browser.execute("return getComputedStyle(document.body).color", &json!([]));
        browser.leave();
        colour
    };
    let light = colour();
    let say = |theme: &str| {
        let script = "document.getElementById('status').contentWindow
            .postMessage({ headcount: { theme: arguments[0] } }, arguments[1])";
        browser.execute(script, &json!([theme, stage.headcount.url()]));
    };
    say("dark");
    let dark = eventually("another theme", SOON, || Some(colour()).filter(|now| *now != light));
    for (theme, expected) in [("light", &light), ("dark", &dark), ("auto", &light)] {
        say(theme);
        eventually(theme, SOON, || (colour() == *expected).then_some(()));
    }
    browser.enter(0);
    assert!(number(&browser, "window.mark") > 3, "the document was replaced");
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn a_frame_turns_with_the_board_and_says_what_is_out_of_date_once_its_server_is_gone() {
    let mut stage = Stage::new("");
    let browser = stage.visit(FRAME);
    browser.enter(0);
    shows("the verdict", || browser.text("h1"), WORKS);
    stage.app.set(503, NO_WORKER);
    shows("the turn", || browser.text("h1"), "Background jobs");
    assert!(browser.execute("return document.title", &json!([])).as_str().unwrap().starts_with('\u{25a0}'));
    let until = number(&browser, "Number(board.dataset.end)");
    stage.headcount.stop();
    shows("expiry", || browser.text("h1"), OUT_OF_DATE);
    assert!(number(&browser, "Date.now()") > until);
    assert!(browser.text("main").contains("60"), "the last known facts stay: {}", browser.text("main"));
    assert_eq!(number(&browser, "document.querySelectorAll('.ok, .dn').length"), 0);
    stage.headcount.start_again();
    shows("recovery", || browser.text("h1"), "Background jobs");
}

#[test]
fn a_frame_of_another_version_is_loaded_anew() {
    let stage = Stage::new("");
    let browser = stage.visit(FRAME);
    browser.enter(0);
    shows("the verdict", || browser.text("h1"), WORKS);
    browser.execute("window.mark = 1; board.dataset.v = 'another'", &json!([]));
    eventually("another document", SOON, || {
        (browser.execute("return window.mark ?? 0", &json!([])) == 0).then_some(())
    });
    shows("the verdict", || browser.text("h1"), WORKS);
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn whoever_is_not_named_may_not_frame_it_and_gets_no_answer() {
    let named = Portal::start();
    let list = format!("frame_ancestors = [\"{}\"]", named.url());
    let stage = Stage::with_portal(named, &list);
    let other = Portal::start();
    // A stranger inside the portal's own page, who speaks to the frame beside it.
    other.show(
        "/",
        "<script>
            setInterval(() => parent.frames[0].postMessage({ headcount: { theme: 'dark' } }, '*'), 100);
            addEventListener('message', (event) => { document.title = 'answered'; });
        </script>",
    );
    let body = format!("{FRAME}<iframe title=\"stranger\" src=\"{}/\"></iframe>", other.url());
    let browser = stage.visit(&body);
    eventually("a height", SOON, || (number(&browser, "heard.length") > 0).then_some(()));
    browser.enter(0);
    shows("the verdict", || browser.text("h1"), WORKS);
    let before = asked(&browser);
    eventually("some refreshes", SOON, || (asked(&browser) > before + 3).then_some(()));
    assert_eq!(browser.attribute("html", "data-theme"), None);
    browser.leave();
    browser.enter(1);
    assert_ne!(browser.execute("return document.title", &json!([])), "answered");
    assert_eq!(browser.console(), Vec::<String>::new());
    other.show("/", &FRAME.replace("HERE", &stage.headcount.url()));
    browser.open(&format!("{}/", other.url()));
    eventually("the browser's refusal", SOON, || {
        browser.console().iter().any(|message| message.contains("frame-ancestors")).then_some(())
    });
    assert_eq!(number(&browser, "heard.length"), 0);
    browser.enter(0);
    assert!(!browser.text("body").contains(WORKS));
}

#[test]
fn a_frame_that_nobody_sees_asks_nothing_and_asks_at_once_when_it_is_seen() {
    let stage = Stage::new("");
    let below = format!("<div id=\"above\" style=\"height:0\"></div>{FRAME}");
    let browser = stage.visit(&below);
    eventually("a height", SOON, || (number(&browser, "heard.length") > 0).then_some(()));
    let hide = |high: &str| {
        browser.execute("document.getElementById('above').style.height = arguments[0]", &json!([high]));
    };
    let refreshes = || {
        browser.enter(0);
        let refreshes = asked(&browser);
        browser.leave();
        refreshes
    };
    for hidden in ["scrolled away", "behind another window"] {
        if hidden == "scrolled away" {
            hide("9000px");
        } else {
            browser.minimize();
        }
        stage.headcount.next_round();
        let before = refreshes();
        stage.headcount.next_round();
        stage.headcount.next_round();
        assert_eq!(refreshes(), before, "asked while {hidden}");
        if hidden == "scrolled away" {
            hide("0");
        } else {
            browser.restore();
        }
        eventually("a refresh", SOON, || (refreshes() > before).then_some(()));
    }
}

#[test]
fn two_elements_share_one_poll_and_show_what_each_is_to_show() {
    let stage = Stage::new("");
    let browser = stage.visit(ELEMENTS);
    for id in ["one", "two"] {
        shows(id, || shadow(&browser, id), WORKS);
    }
    let one = shadow(&browser, "one");
    for words in ["Database", "Background jobs", "58", "Failed for good", "Trip planner", "valid until"] {
        assert!(one.contains(words), "{words:?} is not in {one}");
    }
    assert!(!shadow(&browser, "two").contains("Database"), "{}", shadow(&browser, "two"));
    let ground = |id: &str| {
        let script = "return getComputedStyle(document.getElementById(arguments[0]).shadowRoot.querySelector('.board')).backgroundColor";
        browser.execute(script, &json!([id]))
    };
    assert_ne!(ground("one"), ground("two"));
    browser.execute(
        "two.removeAttribute('theme'); one.style.setProperty('--headcount-surface', 'rgb(1, 2, 3)')",
        &json!([]),
    );
    assert_eq!(ground("one"), "rgb(1, 2, 3)");
    assert_eq!(ground("two"), "rgb(255, 255, 255)");

    stage.headcount.next_round();
    let before = asked(&browser);
    stage.headcount.next_round();
    let polls = asked(&browser) - before;
    assert!((2..=7).contains(&polls), "{polls} requests in a round of five seconds, at one a second");
    stage.app.set(503, NO_WORKER);
    shows("the turn", || shadow(&browser, "two"), "Background jobs");
    let names = loaded(&browser);
    assert!(
        names.iter().all(|name| name.starts_with(&stage.headcount.url()) && !name.contains("wasm")),
        "{names:?}"
    );
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn an_element_takes_its_claim_back_by_itself_and_shows_its_link_where_nobody_answers() {
    let mut stage = Stage::new("");
    let nobody =
        "<head-count id=\"three\" src=\"http://127.0.0.1:9\"><a href=\"HERE\">Status</a></head-count>";
    let browser = stage.visit(&format!("{ELEMENTS}{nobody}"));
    shows("the verdict", || shadow(&browser, "one"), WORKS);
    assert_eq!(shadow(&browser, "three"), "");
    assert!(number(&browser, "document.querySelector('#three a').getBoundingClientRect().height") > 0);
    assert_eq!(number(&browser, "document.querySelector('#one a').getBoundingClientRect().height"), 0);
    stage.headcount.stop();
    shows("expiry", || shadow(&browser, "one"), OUT_OF_DATE);
    let one = shadow(&browser, "one");
    assert!(one.contains("58") && one.contains("as of"), "{one}");
    let claims = "one.shadowRoot.querySelectorAll('.working, .not_working').length";
    assert_eq!(number(&browser, claims), 0);
}

#[test]
fn elements_that_nobody_sees_ask_nothing_and_none_asks_once_it_is_gone() {
    let stage = Stage::new("");
    let browser = stage.visit(ELEMENTS);
    shows("the verdict", || shadow(&browser, "one"), WORKS);
    for act in ["document.body.style.paddingTop = '9000px'", "one.remove(); two.remove()"] {
        browser.execute(act, &json!([]));
        stage.headcount.next_round();
        let before = asked(&browser);
        stage.headcount.next_round();
        stage.headcount.next_round();
        assert_eq!(asked(&browser), before, "{act}");
        browser.execute("document.body.style.paddingTop = ''", &json!([]));
        let is_back = number(&browser, "document.querySelectorAll('head-count').length") > 0;
        eventually("a refresh", SOON, || (!is_back || asked(&browser) > before).then_some(()));
    }
}

#[test]
fn a_page_with_a_strict_policy_needs_to_allow_nothing_but_the_two_addresses() {
    let stage = Stage::new("");
    let here = stage.headcount.url();
    stage.portal.policy(&format!(
        "default-src 'none'; img-src data:; script-src {here}; connect-src {here}; frame-src {here}; \
         require-trusted-types-for 'script'"
    ));
    let sandbox = "<iframe title=\"Status\" sandbox=\"allow-scripts\" src=\"HERE/embed\"></iframe>";
    let browser = stage.visit(&format!("{sandbox}{ELEMENTS}"));
    shows("the verdict", || shadow(&browser, "one"), WORKS);
    browser.enter(0);
    shows("the verdict", || browser.text("h1"), WORKS);
    eventually("a refresh inside the sandbox", SOON, || (asked(&browser) > 1).then_some(()));
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn a_frame_is_complete_without_a_script_and_shows_the_parts_that_are_asked_for() {
    let stage = Stage::new("");
    let browser = Browser::start(Scripting::Off);
    let read = |query: &str| {
        browser.open(&format!("{}/embed{query}", stage.headcount.url()));
        browser.text("body")
    };
    let all = read("?parts=garbage&theme=%00");
    for words in [WORKS, "Background jobs", "58", "Database", "valid until", "as of"] {
        assert!(all.contains(words), "{words:?} is not in {all}");
    }
    assert!(!all.contains(OUT_OF_DATE), "{all}");
    assert!(browser.attribute("meta[http-equiv=refresh]", "content").is_some());
    let queues = read("?parts=queues");
    assert!(queues.contains("58") && queues.contains("valid until"), "{queues}");
    assert!(!queues.contains("Database") && !queues.contains(WORKS), "{queues}");
    let verdict = read("?parts=verdict&service=planner");
    assert!(verdict.contains(WORKS) && !verdict.contains("Failed for good"), "{verdict}");
    let home =
        browser.execute("const a = document.querySelector('a'); return [a.target, a.href]", &json!([]));
    assert_eq!(home, json!(["_top", format!("{}/?service=planner", stage.headcount.url())]));
    assert_eq!(browser.console(), Vec::<String>::new());
    let stranger = stage.headcount.get("/embed?service=nobody");
    assert_eq!((stranger.status, stranger.header("x-frame-options")), (404, None));
}

#[test]
fn the_script_of_the_element_may_be_kept_for_a_while_and_is_not_sent_twice() {
    let stage = Stage::new("");
    let first = stage.headcount.get("/headcount.js");
    assert_eq!(first.header("cache-control"), Some("public, max-age=600"));
    assert_eq!(first.header("access-control-allow-origin"), Some("*"));
    let etag = first.header("etag").expect("a validator");
    let again = stage.headcount.ask("GET", "/headcount.js", &[("If-None-Match", etag)]).unwrap();
    assert_eq!(again.status, 304);
}
