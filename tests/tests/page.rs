//! The page as people have it before them, in a real Chromium: complete without script, unchanged by hydration,
//! live, honest about its age, silent while nobody looks, and whole on a phone and in the dark.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use tests::app::App;
use tests::browser::{Browser, Scripting, Theme};
use tests::faults::GOOD_DOCUMENT;
use tests::headcount::{Headcount, Host, SOON, native};
use tests::on_both_hosts;
use tests::redis::Redis;
use tests::tab::{live_tab, without_ages};
use tests::wait::eventually;

/// Two workers, 58 messages, four dead letters; all its parts are well.
const WELL: &str = r#"{"status":"ok","deps":{"postgres":{"status":"ok","latency_ms":3},
    "mercure":{"status":"ok","latency_ms":11},
    "messenger":{"status":"ok","latency_ms":1,"workers_alive":2,"queue_depth":58,"failed_depth":4}}}"#;

/// The same without any worker.
const NO_WORKER: &str = r#"{"status":"degraded","deps":{"postgres":{"status":"ok","latency_ms":3},
    "mercure":{"status":"ok","latency_ms":11},
    "messenger":{"status":"down","latency_ms":1,"workers_alive":0,"queue_depth":60,"failed_depth":4}}}"#;

/// An application and a Headcount that watches it and nothing else.
struct Stage {
    app: App,
    headcount: Headcount,
}

/// An application, its Redis with two workers and three messages, and a Headcount on either host.
struct Shop {
    _app: App,
    redis: Redis,
    headcount: Headcount,
}

/// The key that workers sign in to, as the tests' configuration has it.
const HEARTBEAT: &str = "health.workers.test";

impl Shop {
    fn on(host: Host) -> Self {
        let app = App::start();
        app.set(200, GOOD_DOCUMENT);
        let redis = Redis::start();
        // Signs of life from the future count, and these do not grow old while a test looks.
        let now: u64 = redis.command(&["TIME"]).lines().next().unwrap().parse().unwrap();
        let later = (now + 3600).to_string();
        redis.command(&["ZADD", HEARTBEAT, &later, "one", &later, "two"]);
        redis.command(&["XGROUP", "CREATE", "messages", "symfony", "0", "MKSTREAM"]);
        for _ in 0..3 {
            redis.command(&["XADD", "messages", "*", "message", "{}"]);
        }
        let headcount = host.start(&[("HEALTH_URL", &app.url()), ("REDIS_URL", &redis.url())]);
        headcount.shows("that all is well", |status| status["verdict"] == "operational");
        Self { _app: app, redis, headcount }
    }
}

/// What a verdict's time may be at the least: two rounds of five seconds and a deadline.
const SHORTEST_EXPIRY: &str = "11s";

impl Stage {
    fn new(base: &str) -> Self {
        let app = App::start();
        app.set(200, WELL);
        let config = format!(
            "[page]\ntitle = \"Trip planner\"\nurl = \"https://status.example.com{base}\"\nevery = \"5s\"\n\
             expires_after = \"{SHORTEST_EXPIRY}\"\npoll = \"1s\"\nadmin_token = \"${{HEADCOUNT_TOKEN}}\"\n\
             [[service]]\nid = \"planner\"\nname = \"Trip planner\"\n[service.health]\nurl = \"${{HEALTH_URL}}\"\n\
             format = \"adr075\"\ntimeout = \"1s\"\n\
             names = {{ postgres = \"Database\", mercure = \"Live updates\", messenger = \"Background jobs\" }}\n"
        );
        let headcount = native(&config, &[("HEALTH_URL", &app.url())]);
        let stage = Self { app, headcount };
        let path = format!("{base}/status.json");
        stage.headcount.shows_at(&path, "the first round", |answer| {
            let status = answer.json();
            if status["verdict"] == "operational" { Ok(()) } else { Err(status) }
        });
        stage
    }
}

#[test]
fn with_scripting_off_the_board_is_complete() {
    let stage = Stage::new("");
    let browser = Browser::start(Scripting::Off);
    browser.open(&format!("{}/", stage.headcount.url()));
    assert!(browser.title().contains("Working"), "{}", browser.title());
    let text = browser.text("body");
    for words in [
        "Everything works, and 2\u{a0}workers are at it",
        "Background jobs",
        "Workers",
        "Waiting",
        "58",
        "Failed for good",
        "4",
        "Database",
        "Live updates",
        "3\u{a0}ms",
        "valid until",
        "as of",
        "UTC",
    ] {
        assert!(text.contains(words), "{words:?} is not in {text}");
    }
    let refresh = browser.attribute("meta[http-equiv=refresh]", "content").expect("a page that refreshes");
    assert!(refresh.parse::<u32>().is_ok_and(|seconds| (1..=30).contains(&seconds)), "{refresh}");
    assert_eq!(browser.console(), Vec::<String>::new());
}

on_both_hosts!(hydration_changes_nothing_and_is_silent, |host| {
    let shop = Shop::on(host);
    let browser = live_tab(&format!("{}/", shop.headcount.url()));
    let served = browser.execute("return seen.served", &json!([]));
    let hydrated = browser.execute("return seen.hydrated", &json!([]));
    let (served, hydrated) = (without_ages(&served), without_ages(&hydrated));
    assert!(served.contains("Background jobs") && served.contains("Database"), "{served}");
    assert_eq!(served, hydrated);
    assert_eq!(browser.console(), Vec::<String>::new());
});

on_both_hosts!(an_open_tab_turns_without_a_reload, |host| {
    let shop = Shop::on(host);
    let browser = live_tab(&format!("{}/", shop.headcount.url()));
    // In one breath, so that no part is from before a change and another from after it.
    let look = || browser.execute(FACE, &json!([]));
    let well = look();
    assert_eq!(well["title"], "\u{25cf} Working \u{b7} Trip planner");
    assert_eq!(well["headline"], "Everything works, and 2\u{a0}workers are at it");
    browser.execute("window.mark = 'the same document'", &json!([]));

    shop.redis.command(&["DEL", HEARTBEAT]);
    let down = eventually("the tab to turn", SOON, || {
        let now = look();
        if now["headline"] == well["headline"] { Err(now) } else { Ok(now) }
    });

    assert_eq!(down["title"], "\u{25a0} Not working: Background jobs \u{b7} Trip planner");
    let headline = down["headline"].as_str().unwrap();
    assert!(headline.starts_with("Background jobs: no sign of life from any worker"), "{headline}");
    assert!(down["favicon"].is_string() && down["favicon"] != well["favicon"], "{down:#}");
    let colours = down["colours"].as_array().unwrap();
    assert!(colours.len() == 2 && down["colours"] != well["colours"], "{down:#}");
    assert_eq!(browser.execute("return window.mark", &json!([])), "the same document");
    assert_eq!(browser.console(), Vec::<String>::new());
});

/// What a tab shows of its state, even while it is one of many.
const FACE: &str = "return {
    title: document.title,
    headline: document.querySelector('h1').innerText,
    favicon: document.querySelector('link[rel=icon]').href,
    colours: [...document.querySelectorAll('meta[name=theme-color]')].map((meta) => meta.content),
}";

#[test]
fn a_tab_whose_server_is_stopped_shows_unknown_within_a_second_of_expiry() {
    the_tab_expires_by_itself("STOP");
}

#[test]
fn a_tab_whose_server_is_killed_shows_unknown_within_a_second_of_expiry() {
    the_tab_expires_by_itself("KILL");
}

#[track_caller]
fn the_tab_expires_by_itself(signal: &str) {
    let mut stage = Stage::new("");
    let browser = live_tab(&format!("{}/", stage.headcount.url()));
    stage.headcount.signal(signal);
    let flip = eventually("the tab to say that it is out of date", SOON, || {
        let headlines = browser.execute("return seen.headlines", &json!([]));
        let flip = headlines.as_array()?.iter().find(|h| h["text"] == "This page is out of date")?;
        flip["at"].as_i64()
    });
    let expires_at = browser.execute("return seen.models.at(-1).expires_at", &json!([])).as_i64().unwrap();
    let late = flip - expires_at;
    assert!((0..=1000).contains(&late), "{late} ms after the verdict had expired");
    assert_eq!(browser.title(), "? Out of date \u{b7} Trip planner");
    let text = browser.text("main");
    assert!(text.contains("58"), "the last known facts stay: {text}");
    let claims = browser.execute("return document.querySelectorAll('.ok').length", &json!([]));
    assert_eq!(claims, 0, "something is still drawn as working");
}

#[test]
fn a_hidden_tab_asks_nothing_and_asks_at_once_when_it_is_seen_again() {
    let stage = Stage::new("");
    let browser = live_tab(&format!("{}/", stage.headcount.url()));
    browser.minimize();
    eventually("the tab to be hidden", SOON, || {
        (browser.execute("return document.visibilityState", &json!([])) == "hidden").then_some(())
    });
    let asked = || {
        let script = "return performance.getEntriesByType('resource')
            .filter((e) => e.name.endsWith('/page.json')).map((e) => e.startTime)";
        browser.execute(script, &json!([])).as_array().unwrap().clone()
    };
    let before = asked();
    // Some ten refreshes long, at one a second.
    stage.headcount.next_round();
    stage.headcount.next_round();
    let hidden = asked();
    assert!(hidden.len() <= before.len() + 1, "{} requests while hidden", hidden.len() - before.len());

    browser.restore();
    let first = eventually("a refresh", SOON, || asked().get(hidden.len()).and_then(Value::as_f64));
    let visible = browser.execute("return seen.visible.at(-1)", &json!([])).as_f64().unwrap();
    assert!((first - visible).abs() < 500.0, "seen again at {visible}, refreshed at {first}");
}

#[test]
fn a_day_is_read_with_the_keyboard_and_stays_chosen_while_the_page_refreshes() {
    let stage = Stage::new("");
    stage.headcount.next_round();
    let browser = live_tab(&format!("{}/", stage.headcount.url()));
    let look = || {
        browser.execute(
            "const control = document.querySelector('.read');
             return {
                 says: control.getAttribute('aria-valuetext'),
                 shown: document.querySelector('.readout').innerText,
                 focused: document.activeElement === control && control === window.control,
             }",
            &json!([]),
        )
    };
    let today = look();
    assert!(today["says"].as_str().unwrap().starts_with("Today. "), "{today}");
    browser.execute(
        "window.control = document.querySelector('.read');
         control.focus();
         control.stepDown(3);
         control.dispatchEvent(new Event('input', { bubbles: true }))",
        &json!([]),
    );
    let said = |now: &Value| now["says"].as_str().unwrap().ends_with(". Before the first check.");
    let read = eventually("the day to be read", SOON, || Some(look()).filter(said));
    assert_eq!(read["shown"], read["says"]);
    stage.headcount.next_round();
    stage.headcount.next_round();
    let later = look();
    assert_eq!((&later["says"], &later["focused"]), (&read["says"], &json!(true)));
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn nothing_is_asked_of_anybody_else() {
    let stage = Stage::new("");
    let browser = live_tab(&format!("{}/", stage.headcount.url()));
    let names = "return performance.getEntriesByType('resource').map((e) => e.name)";
    let names = browser.execute(names, &json!([]));
    let names: Vec<&str> = names.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(names.iter().any(|name| name.contains("_bg.wasm")), "{names:?}");
    let own = format!("{}/", stage.headcount.url());
    for name in names {
        assert!(name.starts_with(&own) || name.starts_with("data:"), "{name}");
    }
}

#[test]
fn under_a_base_path_every_link_and_asset_is_there() {
    let stage = Stage::new("/status");
    let browser = live_tab(&format!("{}/status/", stage.headcount.url()));
    let addresses = "return [...document.querySelectorAll('[href],[src]')]
        .filter((e) => e.tagName !== 'use' && e.rel !== 'canonical')
        .map((e) => e.href || e.src)";
    let addresses = browser.execute(addresses, &json!([]));
    let addresses: Vec<&str> = addresses.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let own = format!("{}/status/", stage.headcount.url());
    let here: Vec<&str> = addresses.iter().copied().filter(|a| !a.starts_with("data:")).collect();
    assert!(here.len() > 3, "{addresses:?}");
    for address in here {
        let path = address.strip_prefix(&stage.headcount.url()).unwrap_or(address);
        assert!(address.starts_with(&own), "{address}");
        // The operator's door is there, and asks for the token.
        let right = if path.ends_with("/ops") { 401 } else { 200 };
        assert_eq!(stage.headcount.get(path).status, right, "{address}");
    }
    assert_eq!(
        browser.attribute("link[rel=canonical]", "href").as_deref(),
        Some("https://status.example.com/status/")
    );
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn on_a_phone_and_on_a_desk_in_light_and_dark_nothing_scrolls_sideways_and_links_can_be_tapped() {
    let stage = Stage::new("");
    let browser = live_tab(&format!("{}/", stage.headcount.url()));
    let mut grounds = Vec::new();
    for document in [WELL, NO_WORKER] {
        stage.app.set(if document == WELL { 200 } else { 503 }, document);
        stage.headcount.next_round();
        stage.headcount.next_round();
        for theme in [Theme::Light, Theme::Dark] {
            browser.prefer(theme);
            for (width, height) in [(360, 740), (1440, 900)] {
                browser.resize(width, height);
                let overflow = browser
                    .execute("return document.documentElement.scrollWidth - window.innerWidth", &json!([]));
                assert!(overflow.as_i64() <= Some(0), "{overflow} px too wide at {width}, {theme:?}");
                let targets = browser.execute(TARGETS, &json!([]));
                let targets = targets.as_array().unwrap();
                assert!(!targets.is_empty());
                for target in targets {
                    assert!(target["height"].as_f64() >= Some(44.0), "at {width}, {theme:?}: {target}");
                }
            }
            grounds
                .push(browser.execute("return getComputedStyle(document.body).backgroundColor", &json!([])));
        }
    }
    assert_ne!(grounds[0], grounds[1], "light and dark have the same ground");
}

/// Links and other things to tap, with their heights: a finger needs 44 px.
const TARGETS: &str = "
    return [...document.querySelectorAll('a, button, summary, input')]
        .map((e) => ({ text: e.textContent, height: e.getBoundingClientRect().height }))";
