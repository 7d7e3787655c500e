//! Workers of a real Symfony Messenger on a real Redis, counted on both hosts.
//!
//! What a bad Redis or a bad health document does is in `bad_input`; what the page shows of it, in `page`.

#![expect(clippy::indexing_slicing, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use std::collections::BTreeSet;
use tests::app::App;
use tests::headcount::{Headcount, Host, SOON};
use tests::on_both_hosts;
use tests::redis::Redis;
use tests::symfony::Symfony;
use tests::wait::eventually;

on_both_hosts!(workers_are_counted_until_the_last_one_is_killed, |host| {
    let stage = Stage::set(host);
    let headcount = &stage.headcount;
    let (first, second) = (stage.symfony.worker(), stage.symfony.worker());

    let status = headcount.shows("two workers", |status| workers(status) == 2);
    assert_eq!(status["verdict"], "operational");
    assert_eq!(status["fully_observed"], true);
    assert_eq!(queue(&status)["workers_alive"], json!({"value": 2, "source": "redis"}));
    assert_eq!(queue(&status)["basis"], "beat");

    stage.symfony.fail_one();
    headcount.shows("one that failed for good", |status| queue(status)["failed_depth"]["value"] == 1);
    stage.symfony.delay_one();
    let status = headcount.shows("one that is delayed", |status| queue(status)["delayed"]["value"] == 1);
    assert_eq!(queue(&status)["queue_depth"]["value"], 0, "what is delayed is not waiting");
    assert_eq!(status["verdict"], "operational", "dead letters are a number, not a verdict");

    second.kill_hard();
    let status = headcount.shows("one worker after the window", |status| workers(status) == 1);
    assert_eq!(status["verdict"], "operational", "one of two is no outage");

    first.kill_hard();
    let status = headcount.shows("nobody after the window", |status| workers(status) == 0);
    assert_eq!(status["verdict"], "down");
    assert_eq!(queue(&status)["state"], "down");
    let flags = status["services"][0]["flags"].as_array().unwrap();
    assert!(flags.contains(&json!("no_consumer")), "{flags:?}");
});

on_both_hosts!(five_are_waiting_while_one_is_in_flight_and_redis_cannot_tell_its_lag, |host| {
    let stage = Stage::set(host);
    let redis = &stage.redis;
    // One worker is held by its message; then another one empties the stream behind it.
    let _held = stage.symfony.worker();
    stage.symfony.hold_one(600);
    eventually("the message to be taken", SOON, || {
        let pending = redis.command(&["XPENDING", "messages", "symfony"]);
        if pending.starts_with('1') { Ok(()) } else { Err(pending) }
    });
    let other = stage.symfony.worker();
    stage.symfony.send(3);
    eventually("three messages to be done", SOON, || match redis.command(&["XLEN", "messages"]).as_str() {
        "1" => Ok(()),
        more => Err(more.to_owned()),
    });
    other.kill_hard();
    stage.symfony.send(5);
    let groups = redis.command(&["XINFO", "GROUPS", "messages"]);
    assert!(groups.ends_with("\nlag"), "Redis does know the lag: {groups}");

    let status = stage.headcount.shows("five that wait", |status| queue(status)["queue_depth"]["value"] == 5);
    assert_eq!(queue(&status)["in_flight"]["value"], 1);
});

on_both_hosts!(a_redis_that_is_gone_leaves_workers_unknown_and_comes_back_by_itself, |host| {
    let mut stage = Stage::set(host);
    let _lost = stage.symfony.worker();
    stage.headcount.shows("one worker", |status| workers(status) == 1);

    stage.redis.stop();
    let status = stage.headcount.shows("workers unknown", |status| {
        assert_ne!(workers(status), 0, "could not ask is not zero");
        workers(status).is_null()
    });
    assert_eq!(queue(&status)["state"], "unknown");
    assert_eq!(status["verdict"], "unknown");
    assert_eq!(status["fully_observed"], false);
    assert_eq!(queue(&status)["workers_alive"]["why"], "not_answering");

    stage.redis.start_again();
    let _new = stage.symfony.worker();
    let begun = stage.headcount.status()["checked_at"].clone();
    let mut rounds = BTreeSet::new();
    let status = eventually("the new worker", SOON, || {
        let status = stage.headcount.status();
        rounds.insert(status["checked_at"].to_string());
        if workers(&status) == 1 { Ok(status) } else { Err(status) }
    });
    rounds.remove(&begun.to_string());
    assert!(rounds.len() <= 2, "right within two rounds, not {rounds:?}");
    assert_eq!(status["verdict"], "operational");
});

/// What every story here needs.
struct Stage {
    headcount: Headcount,
    symfony: Symfony,
    redis: Redis,
    _app: App,
}

impl Stage {
    fn set(host: Host) -> Self {
        let (redis, app) = (Redis::start(), App::start());
        let headcount = host.start(&[("HEALTH_URL", &app.url()), ("REDIS_URL", &redis.url())]);
        Self { headcount, symfony: Symfony::new(&redis), redis, _app: app }
    }
}

fn queue(status: &Value) -> &Value {
    &status["services"][0]["queues"][0]
}

fn workers(status: &Value) -> &Value {
    &queue(status)["workers_alive"]["value"]
}
