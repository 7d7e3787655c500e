//! Workers of a real Symfony Messenger on a real Redis, counted by both hosts: the story of a crew.
//!
//! What a bad Redis or a bad health document does is in `bad_input`.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use tests::app::App;
use tests::headcount::Host;
use tests::on_both_hosts;
use tests::redis::Redis;
use tests::symfony::Symfony;
use tests::wait::eventually;

on_both_hosts!(two_workers_are_counted_as_two_and_one_killed_as_one, |host| {
    let stage = Stage::set(host);
    let (_stays, goes) = (stage.symfony.worker(), stage.symfony.worker());

    let status = stage.headcount.shows("two workers", |status| workers(status) == 2);
    assert_eq!(verdict(&status), "operational");
    assert_eq!(status["fully_observed"], true);

    goes.kill_hard();
    let status = stage.headcount.shows("one worker less", |status| workers(status) == 1);
    assert_eq!(verdict(&status), "operational", "one worker of two is no outage");
});

/// What every story here needs.
struct Stage {
    redis: Redis,
    symfony: Symfony,
    _app: App,
    headcount: tests::headcount::Headcount,
}

impl Stage {
    fn set(host: Host) -> Self {
        let (redis, app) = (Redis::start(), App::start());
        let headcount = host.start(&[("HEALTH_URL", &app.url()), ("REDIS_URL", &redis.url())]);
        Self { symfony: Symfony::new(&redis), redis, _app: app, headcount }
    }
}

fn queue(status: &Value) -> &Value {
    &status["services"][0]["queues"][0]
}

fn workers(status: &Value) -> &Value {
    &queue(status)["workers_alive"]["value"]
}

fn verdict(status: &Value) -> &Value {
    &status["verdict"]
}
