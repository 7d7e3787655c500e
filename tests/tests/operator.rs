//! The operator's page on both hosts: a session by the token or by a one-time link, forms that another page cannot send,
//! evidence that nobody else sees, and a phone that gets in by the address that the command prints.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use tests::app::App;
use tests::browser::{Browser, Scripting};
use tests::headcount::{CONFIG, EVERY, Headcount, Host, SOON, TOKEN, native};
use tests::http::{self, Answer};
use tests::on_both_hosts;
use tests::process::Ran;
use tests::redis::Redis;
use tests::wait::eventually;

/// The application says that somebody works; nobody does.
const DISAGREES: &str = r#"{"status":"degraded","deps":{"postgres":{"status":"ok","latency_ms":3},
    "mercure":{"status":"down","error":"TransportException"},
    "messenger":{"status":"ok","workers_alive":2,"queue_depth":58,"failed_depth":4}}}"#;

struct Stage {
    _app: App,
    redis: Redis,
    headcount: Headcount,
}

impl Stage {
    fn on(host: Host) -> Self {
        let app = App::start();
        app.set(503, DISAGREES);
        let redis = Redis::start();
        redis.command(&["XGROUP", "CREATE", "messages", "symfony", "0", "MKSTREAM"]);
        let headcount = host.start(&[("HEALTH_URL", &app.url()), ("REDIS_URL", &redis.url())]);
        headcount.shows("that nobody works", |status| status["verdict"] == "down");
        Self { _app: app, redis, headcount }
    }

    /// Sends a form as a browser does from our own page.
    fn send(&self, path: &str, body: &str, headers: &[(&str, &str)]) -> Answer {
        let ours = self.headcount.url();
        let headers = [&[("Origin", ours.as_str())], headers].concat();
        http::post_form(self.headcount.port(), path, &headers, body).unwrap()
    }

    fn get(&self, path: &str, cookie: &str) -> Answer {
        self.headcount.ask("GET", path, &[("Cookie", cookie)]).unwrap()
    }

    /// What the command's address asks for, at this Headcount.
    fn link(&self, words: &[&str]) -> String {
        let ran = self.headcount.run(&[&["ops", "link"], words].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        code(&ran)
    }
}

/// What an address of the command says, after checking that it shows no token.
fn code(ran: &Ran) -> String {
    assert!(!ran.out.contains(TOKEN) && !ran.err.contains(TOKEN));
    let (_, code) = ran.out.lines().next().unwrap().split_once("/ops/link?t=").unwrap();
    code.to_owned()
}

/// The cookie that an answer sets, as it is sent back.
fn cookie(answer: &Answer) -> String {
    let set = answer.header("set-cookie").unwrap();
    assert!(set.contains("; HttpOnly; SameSite=Strict") && set.contains("Path=/;"), "{set}");
    set.split(';').next().unwrap().to_owned()
}

on_both_hosts!(the_token_opens_a_session_in_which_the_evidence_is_seen_and_a_tap_says_i_am_on_it, |host| {
    let stage = Stage::on(host);
    let wrong = stage.send("/ops", "token=open-barley", &[]);
    assert_eq!((wrong.status, wrong.header("set-cookie")), (401, None));
    let entered = stage.send("/ops", &format!("token={TOKEN}"), &[]);
    assert_eq!((entered.status, entered.header("location")), (303, Some("/ops")));
    let cookie = cookie(&entered);
    let page = eventually("an incident and a round on the page", SOON, || {
        let page = stage.get("/ops", &cookie);
        let text = page.text();
        if text.contains("I am on it") && text.contains("class=\"rounds\"") { Ok(page) } else { Err(text) }
    });
    assert_eq!(page.header("cache-control"), Some("no-store"));
    let html = page.text();
    for evidence in ["HTTP 503", "TransportException", "<code>no_consumer", "Both witnesses", "Round trip"] {
        assert!(html.contains(evidence), "{evidence}: {html}");
    }
    assert!(!html.contains(TOKEN) && html.contains("noindex"));
    assert_eq!(stage.get("/ops.json", &cookie).status, 200);
    let public = stage.headcount.get("/").text();
    assert!(!public.contains("TransportException") && !public.contains("HTTP 503"));

    let tap = "incident=1&stage=looking";
    let foreign = http::post_form(
        stage.headcount.port(),
        "/ops/incidents",
        &[("Cookie", &cookie), ("Origin", "https://evil.example"), ("Sec-Fetch-Site", "cross-site")],
        tap,
    );
    assert_eq!(foreign.unwrap().status, 403);
    assert_eq!(stage.send("/ops/incidents", tap, &[]).status, 401);
    let forged = cookie.replace("headcount-ops=", "headcount-ops=1");
    assert_eq!(stage.send("/ops/incidents", tap, &[("Cookie", &forged)]).status, 401);
    let tapped = stage.send("/ops/incidents", tap, &[("Cookie", &cookie)]);
    assert_eq!((tapped.status, tapped.header("location")), (303, Some("/ops?done")));
    stage.headcount.shows_at("/history.json", "that somebody is on it", |feed: &Answer| {
        if feed.text().contains("Somebody is looking into it") { Ok(()) } else { Err(feed.text()) }
    });

    let left = stage.send("/ops/leave", "", &[("Cookie", &cookie)]);
    assert!(left.header("set-cookie").unwrap().contains("Max-Age=0"));
});

on_both_hosts!(a_link_opens_once_whoever_looks_at_it_before, |host| {
    let stage = Stage::on(host);
    let code = stage.link(&[]);
    let (path, body) = (format!("/ops/link?t={code}"), format!("t={code}"));
    for _ in 0..3 {
        for method in ["HEAD", "GET"] {
            let preview = stage.headcount.ask(method, &path, &[]).unwrap();
            assert_eq!((preview.status, preview.header("set-cookie")), (200, None));
        }
    }
    let entered = stage.send("/ops/link", &body, &[]);
    assert_eq!((entered.status, entered.header("location")), (303, Some("/ops")));
    assert_eq!(stage.get("/ops", &cookie(&entered)).status, 200);
    let again = stage.send("/ops/link", &body, &[]);
    assert_eq!((again.status, again.header("set-cookie")), (401, None));
    assert!(again.text().contains("has been used"));
    let tampered = stage.send("/ops/link", &format!("{body}x"), &[]);
    assert_eq!((tampered.status, tampered.header("set-cookie")), (401, None));
});

#[test]
fn another_token_ends_every_session_and_every_link_and_a_restart_ends_neither_nor_opens_a_link_twice() {
    let mut stage = Stage::on(Host::Native);
    let (used, kept) = (stage.link(&[]), stage.link(&["--qr", "never"]));
    let cookie = cookie(&stage.send("/ops/link", &format!("t={used}"), &[]));
    stage.headcount.restart();
    assert_eq!(stage.get("/ops", &cookie).status, 200);
    assert!(stage.send("/ops/link", &format!("t={used}"), &[]).text().contains("has been used"));

    let other = CONFIG.replace("${HEADCOUNT_TOKEN}", "another-token-altogether");
    assert_ne!(other, CONFIG);
    stage.headcount.files().write(&other);
    stage.headcount.signal("HUP");
    eventually("the session to end", SOON, || match stage.get("/ops", &cookie).status {
        401 => Ok(()),
        status => Err(status),
    });
    assert_eq!(stage.send("/ops/link", &format!("t={kept}"), &[]).status, 401);
    assert_eq!(stage.headcount.get_as_operator("/ops.json").status, 401);
}

#[test]
fn the_command_prints_an_address_alone_unless_a_picture_is_asked_for() {
    let stage = Stage::on(Host::Native);
    let plain = stage.headcount.run(&["ops", "link"]);
    assert_eq!((plain.code, plain.out.lines().count()), (0, 1), "{}", plain.out);
    assert!(plain.err.contains("once") && plain.err.contains("10 minutes"), "{}", plain.err);
    let drawn = stage.headcount.run(&["ops", "link", "--qr", "always"]);
    assert!(drawn.out.contains('\u{2580}') && drawn.out.lines().count() > 15, "{}", drawn.out);
    let without = CONFIG.replace("admin_token = \"${HEADCOUNT_TOKEN}\"\n", "");
    let none = native(&without, &[]).run(&["ops", "link"]);
    assert_eq!((none.code, none.out.as_str()), (3, ""));
    assert!(none.err.contains("admin_token"), "{}", none.err);
}

#[test]
fn a_phone_gets_in_by_the_link_says_i_am_on_it_and_asks_nobody_else_for_anything() {
    let stage = Stage::on(Host::Native);
    eventually("an incident", SOON, || {
        let page = stage.headcount.get_as_operator("/ops").text();
        if page.contains("I am on it") { Ok(()) } else { Err(page) }
    });
    let url = stage.headcount.url();
    let browser = Browser::start(Scripting::On);
    browser.resize(390, 844);
    let press = |selector: &str, what: &str, shows: &str| {
        let script = "document.querySelector(arguments[0]).click()";
        browser.execute(script, &json!([selector]));
        eventually(what, SOON, || {
            let text = browser.text("body");
            if text.contains(shows) { Ok(()) } else { Err(text) }
        });
    };
    browser.open(&format!("{url}/ops/link?t={}", stage.link(&[])));
    press("button.big", "the page behind the link", "I am on it");
    assert_eq!(browser.execute("return document.cookie", &json!([])), "");
    let linked =
        "return fetch(document.querySelector('a[href$=\"/ops.json\"]').href).then((answer) => answer.status)";
    assert_eq!(browser.execute(linked, &json!([])), 200, "the session opens what the page links to");
    assert_eq!(browser.execute("return location.href", &json!([])), json!(format!("{url}/ops")));
    let wide = "const e = document.documentElement; return e.scrollWidth - e.clientWidth";
    assert_eq!(browser.execute(wide, &json!([])), json!(0), "nothing scrolls sideways");
    let small = "return [...document.querySelectorAll('button, summary, input, select, .go, nav a')]
        .filter((e) => e.checkVisibility() && e.type !== 'hidden' && e.getBoundingClientRect().height < 44)
        .map((e) => e.outerHTML)";
    assert_eq!(browser.execute(small, &json!([])), json!([]), "every target is 44 px high");
    press("button.big", "what came of the tap", "Somebody is looking into it");

    // What is shown is taken back when its time is over and no newer one can be had.
    let before = browser.execute("return document.querySelector('#now h1').innerText", &json!([]));
    assert!(before.as_str().is_some_and(|headline| headline.contains("Background jobs")), "{before}");
    let Stage { redis, mut headcount, .. } = stage;
    headcount.signal("STOP");
    eventually("the verdict to be taken back", SOON + 3 * EVERY, || {
        let hidden = browser.execute("return document.getElementById('now').hidden", &json!([]));
        if hidden == Value::Bool(true) { Ok(()) } else { Err(hidden) }
    });
    assert!(browser.text("#late h1").contains("out of date"), "{}", browser.text("#late h1"));
    headcount.signal("CONT");
    drop(redis);
}
