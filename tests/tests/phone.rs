//! The page on a phone: a link to it shows its state, it can be installed, and it stays honest while the network, the
//! clock or the program under it change. In a real Chromium, where a browser has a say.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use serde_json::{Value, json};
use std::collections::BTreeSet;
use tests::app::App;
use tests::browser::{Browser, Scripting};
use tests::headcount::{Headcount, SOON, native};
use tests::http::Answer;
use tests::on_both_hosts;
use tests::wait::eventually;

/// Two workers, 58 messages, four dead letters.
const WELL: &str = r#"{"status":"ok","deps":{"postgres":{"status":"ok","latency_ms":3},
    "messenger":{"status":"ok","latency_ms":1,"workers_alive":2,"queue_depth":58,"failed_depth":4}}}"#;

/// No worker, 61 messages.
const NO_WORKER: &str = r#"{"status":"degraded","deps":{"postgres":{"status":"ok","latency_ms":3},
    "messenger":{"status":"down","latency_ms":1,"workers_alive":0,"queue_depth":61,"failed_depth":4}}}"#;

/// An application and a native Headcount that watches it, whose page lives under a path.
struct Stage {
    app: App,
    headcount: Headcount,
    base: &'static str,
}

impl Stage {
    fn new(base: &'static str) -> Self {
        let app = App::start();
        app.set(200, WELL);
        let headcount = native(&config(base), &[("HEALTH_URL", &app.url())]);
        let stage = Self { app, headcount, base };
        stage.shows("operational");
        stage
    }

    fn shows(&self, verdict: &str) {
        let path = format!("{}/status.json", self.base);
        self.headcount.shows_at(&path, verdict, |answer| {
            let status = answer.json();
            if status["verdict"] == verdict { Ok(()) } else { Err(status) }
        });
    }

    fn page(&self) -> String {
        format!("{}{}/", self.headcount.url(), self.base)
    }

    /// Its application loses its workers.
    fn goes_down(&self) {
        self.app.set(503, NO_WORKER);
        self.shows("down");
    }
}

/// What is said holds for eleven seconds, the shortest time there is.
fn config(base: &str) -> String {
    format!(
        "[page]\ntitle = \"Trip planner\"\nurl = \"https://status.example.com{base}\"\nevery = \"5s\"\n\
         expires_after = \"11s\"\npoll = \"1s\"\n[[service]]\nid = \"planner\"\nname = \"Trip planner\"\n\
         [service.health]\nurl = \"${{HEALTH_URL}}\"\nformat = \"adr075\"\ntimeout = \"1s\"\n\
         names = {{ postgres = \"Database\", messenger = \"Background jobs\" }}\n"
    )
}

#[test]
fn a_link_to_the_page_shows_its_state_in_words_and_in_a_picture() {
    let stage = Stage::new("/up");
    let well = Preview::of(&stage);
    assert_eq!(well.title, "\u{25cf} Working \u{b7} Trip planner");
    assert_eq!(well.description, "Everything works, and 2\u{a0}workers are at it");
    stage.goes_down();
    let down = Preview::of(&stage);
    assert_eq!(down.title, "\u{25a0} Not working: Background jobs \u{b7} Trip planner");
    assert!(down.description.starts_with("Background jobs: no sign of life"), "{}", down.description);
    assert_ne!(well.picture, down.picture);
}

/// What a chat makes of a link.
struct Preview {
    title: String,
    description: String,
    picture: Vec<u8>,
}

impl Preview {
    #[track_caller]
    fn of(stage: &Stage) -> Self {
        let html = stage.headcount.get(&format!("{}/", stage.base)).text();
        let meta = |name: &str| meta(&html, name).expect(name);
        let address = meta("og:image");
        let path = address.strip_prefix("https://status.example.com").expect("the configured address");
        let picture = stage.headcount.get(path);
        assert_eq!(area_of(&picture), (1200, 630), "{path}");
        assert!(picture.body.len() <= 20_000, "{} bytes", picture.body.len());
        Self { title: meta("og:title"), description: meta("og:description"), picture: picture.body }
    }
}

fn meta(html: &str, name: &str) -> Option<String> {
    let (_, rest) = html.split_once(&format!("<meta property=\"{name}\" content=\""))?;
    Some(rest.split_once('"')?.0.to_owned())
}

/// Width and height of a picture that may be kept for ever.
#[track_caller]
fn area_of(picture: &Answer) -> (u32, u32) {
    assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/png")));
    assert!(picture.header("cache-control").unwrap().contains("immutable"), "{picture:?}");
    let number = |at: usize| u32::from_be_bytes(picture.body[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

on_both_hosts!(the_page_can_be_installed_and_names_no_address_that_nobody_configured, |host| {
    let app = App::start();
    let headcount = host.start(&[("HEALTH_URL", &app.url())]);
    let html = headcount.get("/").text();
    assert!(html.contains("<link rel=\"manifest\" href=\"/manifest.webmanifest\""), "{html}");
    // The tests' configuration has no address, and what a request calls itself is not believed.
    assert!(!html.contains("og:image") && !html.contains("127.0.0.1"), "{html}");
    let manifest = headcount.get("/manifest.webmanifest");
    assert_eq!(manifest.header("content-type"), Some("application/manifest+json"));
    let manifest = manifest.json();
    assert_eq!(manifest["name"], "Trip planner");
    assert_eq!((&manifest["scope"], &manifest["start_url"]), (&json!("/"), &json!("/")));
    let icons = manifest["icons"].as_array().unwrap();
    let sizes = icons.iter().map(|icon| {
        let (width, height) = area_of(&headcount.get(icon["src"].as_str().unwrap()));
        assert_eq!(icon["sizes"], format!("{width}x{height}"));
        (width, icon["purpose"].as_str().unwrap())
    });
    assert_eq!(sizes.collect::<Vec<_>>(), [(192, "any"), (512, "any"), (512, "maskable")]);
});

on_both_hosts!(without_a_network_a_page_that_was_looked_at_is_there_and_claims_nothing, |host| {
    let app = App::start();
    app.set(200, WELL);
    let mut headcount = host.start(&[("HEALTH_URL", &app.url())]);
    headcount.shows("the first round", |status| !status["checked_at"].is_null());
    let browser = Browser::start(Scripting::On);
    let page = format!("{}/", headcount.url());
    browser.open(&page);
    keeps(&browser);
    assert_eq!(browser.console(), Vec::<String>::new());
    headcount.stop();
    browser.open(&page);
    is_out_of_date(&browser);
});

#[test]
fn the_last_known_board_is_shown_without_a_network_and_a_new_one_as_soon_as_there_is_one() {
    let mut stage = Stage::new("/up");
    let browser = Browser::start(Scripting::On);
    browser.open(&stage.page());
    keeps(&browser);
    // It changes while the tab is open: nobody loads the page again.
    stage.goes_down();
    let heard =
        "return caches.match('page.json').then((page) => page.text()).then((text) => text.includes('61'))";
    eventually("the tab to turn", SOON, || {
        let turned = browser.title().contains("Not working") && browser.execute(heard, &json!([])) == true;
        turned.then_some(())
    });
    assert_eq!(browser.console(), Vec::<String>::new());
    // What others read is not kept, and nothing else of this origin.
    let kept = browser.execute(KEPT, &json!([]));
    let kept: BTreeSet<&str> = kept.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let plain: Vec<&str> = kept.iter().copied().filter(|path| !path.contains("/headcount-app-")).collect();
    assert_eq!(plain, ["/up/offline", "/up/page.json"]);
    assert_eq!(kept.len() - plain.len(), 2, "the program has two files: {kept:?}");

    stage.headcount.stop();
    browser.open(&stage.page());
    is_out_of_date(&browser);
    let last = eventually("the board that was last seen", SOON, || has(&browser, "main", "61"));
    assert!(!last.contains("58"), "{last}");
    assert!(browser.text("header").contains("Background jobs: no sign of life"), "what it was is told");
    eventually("the tab to say that it gets no answer", SOON, || has(&browser, "header", "getting old"));
    // A path beside the page is none of its business: there is no network.
    let other = "return fetch('/up/status.json').then(() => 'answered', () => 'none')";
    assert_eq!(browser.execute(other, &json!([])), "none");

    stage.headcount.start_again();
    eventually("the tab to turn again", SOON, || browser.title().contains("Not working").then_some(()));
}

#[test]
fn a_copy_is_out_of_date_also_on_a_clock_that_is_an_hour_slow_and_tells_its_age() {
    let mut stage = Stage::new("");
    let browser = Browser::start(Scripting::On);
    browser.before_each_document(STAND_INS);
    browser.open(&stage.page());
    keeps(&browser);
    stage.headcount.stop();
    set_clock(&browser, -HOUR_MS);
    browser.open(&stage.page());
    is_out_of_date(&browser);
    // By the server's clock: it is seconds old, and not an hour younger than the page was.
    eventually("its age", SOON, || has(&browser, ".fresh", " sec. ago"));
}

#[test]
fn a_page_that_is_gone_is_forgotten() {
    let mut stage = Stage::new("/up");
    let browser = Browser::start(Scripting::On);
    browser.open(&stage.page());
    keeps(&browser);
    stage.headcount.stop();
    stage.headcount.files().write(&config("/elsewhere"));
    stage.headcount.start_again();
    browser.open(&stage.page());
    let left = "return Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()])
        .then(([caches, workers]) => caches.length + workers.length)";
    eventually("nothing to be left", SOON, || (browser.execute(left, &json!([])) == 0).then_some(()));
}

#[test]
fn ages_and_verdicts_are_those_of_now_whatever_the_clock_says_and_however_long_nobody_looked() {
    let mut stage = Stage::new("");
    let browser = Browser::start(Scripting::On);
    browser.before_each_document(STAND_INS);
    let shows = |what: &str, state: &str| {
        eventually(what, SOON, || {
            let seen = (browser.title(), browser.text(".fresh"));
            if seen.0.contains(state) && seen.1.contains(" sec. ago") { Ok(()) } else { Err(seen) }
        });
    };
    browser.open(&stage.page());
    for wrong in [HOUR_MS, -HOUR_MS, 0] {
        set_clock(&browser, wrong);
        browser.open(&stage.page());
        shows("the server's time", "Working");
    }
    // Asleep for three hours: the wall clock has gone on, the other one has stood still, and no answer comes.
    stage.headcount.signal("STOP");
    set_clock(&browser, 3 * HOUR_MS);
    eventually("the verdict to be taken back", SOON, || {
        browser.title().contains("Out of date").then_some(())
    });
    stage.headcount.signal("CONT");
    shows("the verdict of now", "Working");
    // Behind other tabs for a day.
    browser.minimize();
    eventually("the tab to be hidden", SOON, || {
        (browser.execute("return document.visibilityState", &json!([])) == "hidden").then_some(())
    });
    stage.goes_down();
    set_clock(&browser, 24 * HOUR_MS);
    browser.restore();
    shows("the verdict of now", "Not working");
    assert_eq!(loads(&browser), 4, "the page was loaded again");
}

#[test]
fn a_network_that_drops_in_the_middle_of_a_refresh_takes_nothing_from_the_page() {
    let mut stage = Stage::new("");
    let browser = Browser::start(Scripting::On);
    browser.before_each_document(STAND_INS);
    browser.open(&stage.page());
    is_live(&browser);
    stage.headcount.signal("STOP");
    let flying = "return stand_ins.flying";
    eventually("a refresh under way", SOON, || (browser.execute(flying, &json!([])) == 1).then_some(()));
    stage.headcount.stop();
    eventually("the tab to say that it got no answer", SOON, || has(&browser, "header", "getting old"));
    assert!(browser.text("main").contains("58"), "what was known stays");
    stage.headcount.start_again();
    eventually("the next refresh", SOON, || {
        let header = browser.text("header");
        if header.contains("getting old") || !browser.title().contains("Working") {
            Err(header)
        } else {
            Ok(())
        }
    });
    assert_eq!(loads(&browser), 1, "the page was loaded again");
}

#[test]
fn a_tab_outlives_a_deployment_and_loads_the_new_program_once_when_nothing_it_shows_holds_any_more() {
    let stage = Stage::new("");
    let browser = Browser::start(Scripting::On);
    browser.before_each_document(STAND_INS);
    browser.open(&stage.page());
    is_live(&browser);
    let answers = |number: u64| {
        eventually("answers of the new version", SOON, || {
            (browser.execute("return stand_ins.newer", &json!([])).as_u64() >= Some(number)).then_some(())
        });
    };
    browser.execute("localStorage.newer = 1", &json!([]));
    answers(2);
    assert!(browser.title().contains("Working"), "what it shows still holds");
    eventually("its time to pass", SOON, || browser.title().contains("Out of date").then_some(()));
    answers(3);
    assert_eq!(loads(&browser), 1, "a page that is just loaded is not loaded again");
    browser.execute("stand_ins.later = 61e3", &json!([]));
    eventually("the page to be loaded again", SOON, || (loads(&browser) == 2).then_some(()));
    is_live(&browser);
    answers(3);
    assert_eq!(loads(&browser), 2, "a second time");
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// Stands in for what a test cannot wait for: clocks that have gone on, and a server of a later version, which says
/// what this program cannot read. Counts what a test cannot see.
const STAND_INS: &str = r"
    try {
        const now = Date.now.bind(Date), hand = performance.now.bind(performance);
        const seen = window.stand_ins = { shift: Number(localStorage.shift || 0), later: 0, flying: 0, newer: 0 };
        localStorage.loads = Number(localStorage.loads || 0) + 1;
        Date.now = () => now() + seen.shift;
        performance.now = () => hand() + seen.later;
        const ask = window.fetch;
        window.fetch = async (...asked) => {
            seen.flying++;
            try {
                const answer = await ask(...asked);
                if (!localStorage.newer || !answer.url.endsWith('/page.json')) return answer;
                const page = await answer.json();
                page.header.tone = 'sparkling';
                seen.newer++;
                return new Response(JSON.stringify(page), { headers: answer.headers });
            } finally {
                seen.flying--;
            }
        };
    } catch { /* Not the page: it has no storage. */ }
";

const HOUR_MS: i64 = 3_600_000;

/// Moves the tab's clock away from the right time, also that of its later documents.
fn set_clock(browser: &Browser, by: i64) {
    browser.execute("localStorage.shift = stand_ins.shift = arguments[0]", &json!([by]));
}

/// How many documents the tab has had.
fn loads(browser: &Browser) -> u64 {
    browser.execute("return Number(localStorage.loads)", &json!([])).as_u64().unwrap()
}

/// Waits until a program looks after the page.
#[track_caller]
fn is_live(browser: &Browser) {
    let live = "return document.getElementById('board')?.dataset.live === '1'";
    eventually("the page to be live", SOON, || (browser.execute(live, &json!([])) == true).then_some(()));
}

/// Waits until a page is kept, and what a tab of it has last heard.
#[track_caller]
fn keeps(browser: &Browser) {
    let kept = "return Promise.all([caches.match('offline'), caches.match('page.json')])
        .then((all) => all.every(Boolean) && navigator.serviceWorker.controller !== null)";
    eventually("the page to be kept", SOON, || (browser.execute(kept, &json!([])) == true).then_some(()));
    browser.before_each_document(CLAIMS);
}

/// What a document draws as working before any program looks after it.
const CLAIMS: &str =
    "addEventListener('DOMContentLoaded', () => { window.claims = document.querySelectorAll('.ok').length })";

/// The paths of everything that this origin keeps.
const KEPT: &str = "
    return caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((one) => one.keys()))))
        .then((all) => all.flat().map((request) => new URL(request.url).pathname))";

/// The page is there, and says that it is out of date: as it comes, and when a program looks after it.
#[track_caller]
fn is_out_of_date(browser: &Browser) {
    // The tab may still show the page before this one.
    eventually("the page to come", SOON, || browser.title().starts_with("? Out of date").then_some(()));
    assert_eq!(browser.execute("return window.claims", &json!([])), 0, "it came with something working");
    let look = || {
        let claims = browser.execute("return document.querySelectorAll('.ok').length", &json!([]));
        assert_eq!(claims, 0, "something is still drawn as working");
        assert_eq!(browser.title(), "? Out of date \u{b7} Trip planner");
        assert_eq!(browser.text("h1"), "This page is out of date");
        let header = browser.text("header");
        assert!(header.contains("The last check was at"), "{header}");
    };
    look();
    is_live(browser);
    look();
}

/// The text of an element, once these words are in it.
fn has(browser: &Browser, selector: &str, words: &str) -> Result<String, String> {
    let text = browser.text(selector);
    if text.contains(words) { Ok(text) } else { Err(text) }
}
