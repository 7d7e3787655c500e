//! What a restart of Headcount itself forgets: nothing.
//!
//! It is killed with no warning. The reducer's own tests cover every moment at which that can happen.

#![expect(clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use serde_json::Value;
use tests::app::App;
use tests::database::Copy;
use tests::headcount::{Headcount, Host, SOON, native};
use tests::on_both_hosts;
use tests::redis::Redis;
use tests::symfony::{HEARTBEAT, Symfony};
use tests::wait::eventually;

/// What happens between two failed rounds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Between {
    Nothing,
    Restart,
}

on_both_hosts!(a_restart_between_two_failed_rounds_changes_nothing, |host| {
    let undisturbed = second_failed_round(host, Between::Nothing);
    assert_eq!(undisturbed, second_failed_round(host, Between::Restart));
    assert_eq!(undisturbed["verdict"], "unknown");
    assert_eq!(undisturbed["services"][0]["queues"][0]["state"], "unknown");
});

/// The board after two rounds without Redis, without its times.
fn second_failed_round(host: Host, between: Between) -> Value {
    let (mut redis, app) = (Redis::start(), App::start());
    let _worker = Symfony::new(&redis).worker();
    let mut headcount = host.start(&[("HEALTH_URL", &app.url()), ("REDIS_URL", &redis.url())]);
    headcount.shows("one worker", |status| workers(status) == 1);

    redis.stop();
    let first = headcount
        .shows("a failure that is being confirmed", |status| status["services"][0]["confirming"] == true);
    assert_eq!(*workers(&first), 1, "until it is confirmed, the last state stays");
    assert_eq!(first["verdict"], "operational");

    if between == Between::Restart {
        headcount.restart();
    }
    let mut second = headcount.shows("the second failed round", |s| s["checked_at"] != first["checked_at"]);
    forget_times(&mut second);
    second
}

on_both_hosts!(the_last_sign_of_life_and_the_last_crew_survive_a_restart, |host| {
    let (redis, app) = (Redis::start(), App::start());
    let worker = Symfony::new(&redis).worker();
    let mut headcount = host.start(&[("HEALTH_URL", &app.url()), ("REDIS_URL", &redis.url())]);
    headcount.shows("one worker", |status| workers(status) == 1);

    // The key that proves a death dies with the worker.
    worker.kill_hard();
    redis.command(&["DEL", HEARTBEAT]);
    let before = headcount.shows("nobody", |status| workers(status) == 0);
    let crew_before = crew(&headcount);
    headcount.restart();
    let after = headcount.shows("another round", |status| status["checked_at"] != before["checked_at"]);

    assert!(before["services"][0]["queues"][0]["last_beat_at"].is_string());
    for of_queue in ["last_beat_at", "last_beat_source", "since", "state"] {
        let [before, after] = [&before, &after].map(|status| &status["services"][0]["queues"][0][of_queue]);
        assert_eq!(before, after, "{of_queue}");
    }
    assert_eq!(before["services"][0]["queues"][0]["last_beat_source"], "remembered");
    assert_eq!(before["services"][0]["since"], after["services"][0]["since"]);
    assert_eq!(crew_before["seats"].as_array().map(Vec::len), Some(1), "one empty seat: {crew_before}");
    assert_eq!(crew_before["seats"], crew(&headcount)["seats"]);
});

/// How the page draws the queue's crew.
fn crew(headcount: &Headcount) -> Value {
    let page = headcount.get("/page.json").json();
    find(&page, "crew").unwrap_or_else(|| panic!("no crew in {page:#}")).clone()
}

/// The first value of this key, at whatever depth.
fn find<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    match value {
        Value::Object(map) => map.get(key).or_else(|| map.values().find_map(|value| find(value, key))),
        Value::Array(list) => list.iter().find_map(|value| find(value, key)),
        _ => None,
    }
}

/// Makes every time in a board the same.
fn forget_times(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                if key.ends_with("_at") || key == "since" {
                    *value = Value::Bool(value.is_string());
                } else {
                    forget_times(value);
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(forget_times),
        _ => {}
    }
}

fn workers(status: &Value) -> &Value {
    &status["services"][0]["queues"][0]["workers_alive"]["value"]
}

#[test]
fn the_time_between_a_stop_and_the_next_round_is_unknown_beyond_what_was_valid() {
    let app = App::start();
    let config = format!(
        "[page]\ntitle = \"Gap\"\nevery = \"5s\"\nexpires_after = \"10500ms\"\n[[service]]\nid = \"a\"\n\
         health = {{ url = \"{}\", format = \"adr075\", timeout = \"250ms\" }}\n",
        app.url()
    );
    let mut headcount = native(&config, &[]);
    headcount.shows("a first round", |status| status["verdict"] == "operational");
    headcount.stop();
    let path = headcount.files().at("headcount.db");
    let last = Copy::of(&path).unwrap().number("SELECT max(at) FROM rounds");
    eventually("what was known to expire", SOON, || {
        let now = std::time::SystemTime::now().duration_since(std::time::SystemTime::UNIX_EPOCH).unwrap();
        (i64::try_from(now.as_millis()).unwrap() > last + 12_000).then_some(())
    });
    headcount.start_again();
    headcount.shows("it is known again", |status| status["verdict"] == "operational");
    headcount.stop();

    let database = Copy::of(&path).unwrap();
    let next = database.number(&format!("SELECT min(at) FROM rounds WHERE at > {last}"));
    let events = database.documents("SELECT body FROM events ORDER BY id");
    let told: Vec<(i64, &Value, &Value)> = events
        .iter()
        .map(|event| (event["at"].as_i64().unwrap(), &event["what"]["verdict"]))
        .map(|(at, change)| (at, &change["from"], &change["to"]))
        .collect();
    let (up, unknown) = (Value::from("operational"), Value::from("unknown"));
    assert!(next > last + 12_000, "{last} {next}");
    // The moment of expiry is told, not that of the restart; and what came of it is no incident.
    assert_eq!(told, [(last + 10_500, &up, &unknown), (next, &unknown, &up)]);
    assert_eq!(database.number("SELECT count(*) FROM incidents"), 0);
}
