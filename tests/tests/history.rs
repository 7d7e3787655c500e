//! What was seen, and what people said of it, is remembered on both hosts, whatever ends the process.
//!
//! Not the arithmetic of history and not the words: the tests beside that code have them.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use core::time::Duration;
use serde_json::{Value, json};
use tests::app::{ALL_WELL, App};
use tests::headcount::{Headcount, Host, SOON};
use tests::on_both_hosts;
use tests::redis::Redis;
use tests::symfony::HEARTBEAT;
use tests::wait::eventually;

const DOWN: &str = r#"{"status":"degraded","deps":{"postgres":{"status":"down"}}}"#;

on_both_hosts!(what_happened_and_what_people_said_survives_a_restart, |host| {
    let (app, redis) = (App::start(), Redis::start());
    // A beat from the future counts as long as it lies there.
    redis.command(&["ZADD", HEARTBEAT, "4102444800", "worker"]);
    let mut headcount = host.start(&[("HEALTH_URL", &app.url()), ("REDIS_URL", &redis.url())]);
    headcount.shows("all is well", |status| status["verdict"] == "operational");
    app.set(503, DOWN);
    let down = headcount.shows("trouble", |status| status["verdict"] == "down");

    let mark = said(&headcount, "/ops/marks", &json!({ "service": "planner", "text": "planner 1.42" }));
    let note =
        said(&headcount, "/ops/incidents", &json!({ "incident": 1, "note": "A disk is being replaced." }));
    said(&headcount, "/ops/incidents", &json!({ "incident": 1, "stage": "looking" }));
    let window = json!({ "title": "New disks", "services": ["planner"], "from": "2100-01-01T10:00:00Z", "lasts": "2h" });
    let announced = said(&headcount, "/ops/maintenance", &window);
    assert_eq!(note["incident"], 1);
    let nobody = headcount.post_as_operator("/ops/incidents", &json!({ "incident": 7, "note": "?" }));
    assert_eq!(nobody.status, 404, "{}", nobody.text());

    headcount.restart();
    let after = headcount.shows("another round", |status| status["checked_at"] != down["checked_at"]);
    assert_eq!(after["services"][0]["since"], down["services"][0]["since"]);
    app.set(200, ALL_WELL);
    headcount.shows("all is well again", |status| status["verdict"] == "operational");
    let before = headcount.shows_at("/history.json", "the end in the feed", |answer| {
        let feed = entries(&answer.json());
        // Its trouble and its end, a mark, a note, a stage.
        if feed.len() >= 5 { Ok(feed) } else { Err(feed) }
    });
    for text in ["planner 1.42", "A disk is being replaced."] {
        assert!(before.iter().any(|entry| entry.contains(text)), "{text}: {before:#?}");
    }
    let bars = history(&headcount);
    assert!(bars.contains("Today"), "a day with trouble: {bars}");

    headcount.restart();
    headcount.next_round();
    assert_eq!(entries(&headcount.get("/history.json").json()), before);
    assert!(history(&headcount).contains("Today"));
    // What is called by its id after a restart is still the same thing.
    let edit = json!({ "event": note["event"], "text": "The disk was replaced." });
    assert_eq!(headcount.post_as_operator("/ops/incidents", &edit).status, 200);
    let edit = json!({ "event": mark["event"], "text": "planner 1.43" });
    assert_eq!(headcount.post_as_operator("/ops/incidents", &edit).status, 200);
    said(
        &headcount,
        "/ops/incidents",
        &json!({ "incident": 1, "post_mortem": "Disks fail. We have two now." }),
    );
    let call_off = json!({ "call_off": announced["window"] });
    assert_eq!(headcount.post_as_operator("/ops/maintenance", &call_off).status, 200);
    assert_eq!(headcount.post_as_operator("/ops/maintenance", &call_off).status, 404, "it is gone");
    headcount.restart();
    let last = headcount.shows_at("/history.json", "a feed after the restart", |answer| {
        let feed = entries(&answer.json());
        (feed.len() == before.len() + 1).then_some(feed)
    });
    for text in ["The disk was replaced.", "planner 1.43", "Disks fail. We have two now."] {
        assert!(last.iter().any(|entry| entry.contains(text)), "{text}: {last:#?}");
    }
    assert_eq!(headcount.post_as_operator("/ops/maintenance", &call_off).status, 404, "it is gone for good");
});

/// The alarm of a Worker's object is kept with it: whatever ended the process, rounds go on without anybody coming.
/// workerd does not take a process of its own name over from one version to the next; ending it and starting another
/// on what it kept is what a deployment, an eviction and a crash come to.
#[test]
fn an_alarm_is_there_again_after_the_process_was_killed_between_and_in_rounds() {
    let app = App::start();
    let mut headcount = Host::Worker.start(&[("HEALTH_URL", &app.url())]);
    // The first visitor arms it.
    headcount.shows("a first round", |status| status["checked_at"].is_string());
    headcount.restart();
    nobody_comes_and_rounds_are_made(&app);

    app.delay(Duration::from_millis(1500));
    let asked = app.requests();
    eventually("a round to begin", SOON, || (app.requests() > asked).then_some(()));
    headcount.restart();
    nobody_comes_and_rounds_are_made(&app);
}

/// Starting asks for `/livez` alone, which the object does not see.
fn nobody_comes_and_rounds_are_made(app: &App) {
    let asked = app.requests();
    eventually("two rounds that nobody asked for", SOON, || (app.requests() >= asked + 2).then_some(()));
}

/// Says something as the operator, and gives the answer.
#[track_caller]
fn said(headcount: &Headcount, path: &str, what: &Value) -> Value {
    let answer = headcount.post_as_operator(path, what);
    assert_eq!(answer.status, 201, "{what}: {}", answer.text());
    answer.json()
}

/// The entries of the feed: everything that is in them.
fn entries(feed: &Value) -> Vec<String> {
    feed["items"].as_array().unwrap().iter().map(Value::to_string).collect()
}

/// What the page draws of history.
fn history(headcount: &Headcount) -> String {
    headcount.get("/page.json").json()["history"].to_string()
}
