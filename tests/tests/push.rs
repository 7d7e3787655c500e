//! One Headcount inside a network pushes what it sees to another, which shows it, and expires it by itself.
//!
//! Signatures, clocks and copies are held by the tests beside that code; here both ends are whole.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use serde_json::Value;
use tests::app::App;
use tests::headcount::{CONFIG, EVERY, Files, Headcount, Host, SOON, native};
use tests::http;
use tests::on_both_hosts;
use tests::receiver::{Manner, Received, Receiver};
use tests::redis::Redis;
use tests::symfony::Symfony;
use tests::wait::eventually;

const KEY: &str = "a key of both of them";

/// A page that watches nothing itself.
const RECEIVER: &str = r#"
[page]
title = "Status"
every = "5s"
admin_token = "${HEADCOUNT_TOKEN}"

[[ingest]]
id = "inside"
name = "Inner network"
key = "${PUSH_KEY}"
"#;

fn receiver(host: Host) -> Headcount {
    host.start_on(RECEIVER, &[("PUSH_KEY", KEY)])
}

fn sender(app: &App, redis: &Redis, to: &str, key: &str) -> Headcount {
    let config = format!("{CONFIG}\n[push]\nurl = \"${{PUSH_URL}}\"\nkey = \"${{PUSH_KEY}}\"\n");
    native(
        &config,
        &[("HEALTH_URL", &app.url()), ("REDIS_URL", &redis.url()), ("PUSH_URL", to), ("PUSH_KEY", key)],
    )
}

on_both_hosts!(what_is_seen_inside_is_shown_outside_and_is_unknown_once_the_link_is_lost, |host| {
    let (redis, app) = (Redis::start(), App::start());
    let _worker = Symfony::new(&redis).worker();
    let mut outside = receiver(host);
    assert_eq!(outside.get("/readyz").status, 200);
    let awaits = outside.status();
    assert_eq!(awaits["verdict"], "unknown");
    assert_eq!(awaits["sentence"], "Nothing has been heard from inside yet");

    let mut inside = sender(&app, &redis, &format!("{}/ingest", outside.url()), KEY);
    let status = outside.shows("a worker inside", |status| workers(status) == 1);
    assert_eq!(status["verdict"], "operational");
    assert_eq!(status["services"][0]["dependencies"][0]["name"], "Database");
    assert!(outside.get("/status.txt").text().contains("(reported by Inner network)"));
    assert!(outside.get("/").text().contains("reported by Inner network"));
    assert_eq!(outside.get_as_operator("/ops.json").json()["services"][0]["source"]["name"], "Inner network");

    // What is wrong inside is wrong outside.
    app.set(503, r#"{"status":"degraded","deps":{"postgres":{"status":"down"}}}"#);
    outside.shows("the database down", |status| status["verdict"] == "down");
    let incidents = || outside.get("/history.json").text();
    eventually("its incident", SOON, || incidents().contains("Database").then_some(()).ok_or_else(incidents));

    // The link is lost: that is not known, and never down.
    inside.stop();
    let lost = outside.shows("that nothing is heard", |status| status["verdict"] == "unknown");
    let sentence = lost["sentence"].as_str().unwrap_or_default();
    assert!(sentence.starts_with("Nothing has been heard from inside since "), "{sentence}");
    let page = outside.get("/").text();
    let headline = page.split("<h1").nth(1).and_then(|rest| rest.split("</h1>").next()).unwrap_or_default();
    assert!(headline.contains("Nothing has been heard from inside since "), "{headline}");
    assert_eq!(lost["services"][0]["expired"], true);

    // A restart forgets none of it.
    outside.restart();
    let kept = outside.status();
    for field in ["verdict", "sentence", "services"] {
        assert_eq!(kept[field], lost[field], "{field}");
    }

    // It ends by itself.
    app.set(200, tests::app::ALL_WELL);
    inside.start_again();
    outside.shows("what is seen inside again", |status| status["verdict"] == "operational");
});

on_both_hosts!(what_was_changed_copied_or_kept_on_its_way_is_not_taken, |host| {
    let (redis, app, between, outside) = (Redis::start(), App::start(), Receiver::start(), receiver(host));
    let _inside = sender(&app, &redis, &between.url("/ingest"), KEY);
    let sent = |n: usize| eventually("a snapshot", SOON, || between.received().get(n - 1).cloned());
    let (first, second) = (sent(1), sent(2));
    refuses(
        &outside,
        &Received { body: [&second.body[..], b" "].concat(), ..second.clone() },
        401,
        "signature",
    );
    assert_eq!(outside.status()["services"], Value::Array(Vec::new()), "nobody has been heard");

    assert_eq!(passed_on(&outside, &second).status, 202);
    assert_eq!(outside.status()["services"][0]["source"]["name"], Value::Null, "which is the operator's");
    assert_eq!(outside.get_as_operator("/ops.json").json()["services"][0]["source"]["name"], "Inner network");
    refuses(&outside, &second, 409, "taken before");
    refuses(&outside, &first, 409, "not newer");

    // Only on a stage can what is fresh become old.
    if host == Host::Worker {
        let third = sent(between.received().len() + 1);
        let now = outside.play("now").as_i64().unwrap();
        outside.play(&format!("move?to={}", now + 90_000));
        refuses(&outside, &third, 401, "s ago, by the clock here");
        assert_eq!(
            outside.status()["services"][0]["expired"],
            true,
            "and what was taken has expired by itself"
        );
    }
});

/// What was sent, sent again.
fn passed_on(outside: &Headcount, sent: &Received) -> http::Answer {
    let ours = sent.headers.iter().filter(|(name, _)| name.starts_with("headcount-"));
    let headers: Vec<(&str, &str)> = ours.map(|(name, value)| (name.as_str(), value.as_str())).collect();
    http::post(outside.port(), "/ingest", &headers, core::str::from_utf8(&sent.body).unwrap()).unwrap()
}

#[track_caller]
fn refuses(outside: &Headcount, sent: &Received, status: u16, why: &str) {
    let answer = passed_on(outside, sent);
    assert!(answer.status == status && answer.text().contains(why), "{} {}", answer.status, answer.text());
}

#[test]
fn a_sender_that_is_refused_says_why_once_and_makes_its_rounds_all_the_same() {
    let (redis, app, outside) = (Redis::start(), App::start(), receiver(Host::Native));
    let mut inside = sender(&app, &redis, &format!("{}/ingest", outside.url()), "the key of somebody else");
    for _ in 0..3 {
        inside.next_round();
    }
    let log = inside.log();
    assert_eq!(log.matches("it answers 401: the signature is none of a source").count(), 1, "{log}");
    assert!(!log.contains("somebody else"), "{log}");
    assert_eq!(outside.status()["services"], Value::Array(Vec::new()));
}

#[test]
fn a_receiver_that_does_not_answer_delays_no_round() {
    let (redis, app) = (Redis::start(), App::start());
    let silent = Receiver::start();
    silent.does(Manner::Hangs);
    let inside = sender(&app, &redis, &silent.url("/ingest"), KEY);
    inside.next_round();
    let asked_before = app.requests();
    let before = std::time::Instant::now();
    inside.next_round();
    inside.next_round();
    let took = before.elapsed();
    assert!(took < EVERY * 3, "{took:?}, although a snapshot waits for its answer");
    assert!(app.requests() > asked_before);
}

#[test]
fn the_door_is_there_only_where_a_source_is_configured_and_says_what_it_wants() {
    let outside = receiver(Host::Native);
    let status = |answer: std::io::Result<tests::http::Answer>| answer.map(|answer| answer.status).ok();
    let posted = outside.ask("POST", "/ingest", &[("Content-Length", "0")]);
    let says = posted.as_ref().map(tests::http::Answer::text).unwrap_or_default();
    assert_eq!(status(posted), Some(401));
    assert!(says.contains("headcount-signature"), "{says}");
    assert_eq!(status(outside.ask("GET", "/ingest", &[])), Some(405));
    let closed = native(CONFIG, &[]);
    assert_eq!(status(closed.ask("GET", "/ingest", &[])), Some(404));
    assert_eq!(status(closed.ask("POST", "/ingest", &[("Content-Length", "0")])), Some(404));
}

#[test]
fn pushing_from_the_command_line_wants_an_address_and_a_key() {
    let files = Files::new(CONFIG, &[]);
    let without_key = files.run(&["serve", "--push", "https://status.example.com/ingest"]);
    assert_eq!(without_key.code, 3, "{without_key:?}");
    assert!(without_key.err.contains("HEADCOUNT_PUSH_KEY"), "{without_key:?}");
    let files = Files::new(CONFIG, &[("HEADCOUNT_PUSH_KEY", "short")]);
    let short = files.run(&["serve", "--push", "https://status.example.com/ingest"]);
    assert!(short.code == 3 && short.err.contains("16 characters"), "{short:?}");
    let files = Files::new(CONFIG, &[("HEADCOUNT_PUSH_KEY", KEY)]);
    let nowhere = files.run(&["serve", "--push", "status.example.com"]);
    assert!(nowhere.code == 3 && nowhere.err.contains("https://status.example.com/ingest"), "{nowhere:?}");
}

#[test]
fn the_command_line_pushes_where_the_file_says_nothing_of_it() {
    let (redis, app, outside) = (Redis::start(), App::start(), receiver(Host::Native));
    let variables = [("HEALTH_URL", &*app.url()), ("REDIS_URL", &*redis.url()), ("HEADCOUNT_PUSH_KEY", KEY)];
    let files = Files::new(CONFIG, &variables);
    let listen = format!("127.0.0.1:{}", tests::process::free_port());
    let url = format!("{}/ingest", outside.url());
    let _inside = files.start(&["serve", "--listen", &listen, "--push", &url]);
    outside.shows("the planner", |status| status["services"][0]["id"] == "planner");
}

fn workers(status: &Value) -> &Value {
    &status["services"][0]["queues"][0]["workers_alive"]["value"]
}
