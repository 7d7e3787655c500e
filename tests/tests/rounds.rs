//! What a round costs, and whom: the application, its Redis, its neighbours. Visitors never cause one.
//!
//! Measured from outside: when Headcount first knocks at something until it reports a published round.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use core::time::Duration;
use serde_json::Value;
use std::thread;
use std::time::Instant;
use tests::app::App;
use tests::headcount::{EVERY, Headcount, Host, SOON, native};
use tests::on_both_hosts;
use tests::proxy::Proxy;
use tests::redis::Redis;
use tests::symfony::Symfony;
use tests::wait::eventually;

/// As `tests/worker.toml` has it, for the health document and for the queue.
const TIMEOUT: Duration = Duration::from_secs(2);
/// For ever, as far as a test is concerned.
const HANGS: Duration = Duration::from_hours(1);

on_both_hosts!(a_round_takes_as_long_as_its_slowest_answer, |host| {
    let stage = Stage::set(host, |stage| {
        stage.app.delay(Duration::from_millis(300));
        stage.proxy.delay(Duration::from_millis(100));
    });
    let rounds = stage.rounds(3);
    // The quickest: a busy machine may hold up any single one, and in turn they would take 400 ms at least.
    let quickest = rounds.iter().map(Round::took).min().unwrap();
    assert!(quickest >= Duration::from_millis(300), "{rounds:?}");
    assert!(quickest < Duration::from_millis(400), "{rounds:?}");
});

on_both_hosts!(a_health_endpoint_that_hangs_costs_its_own_deadline_and_delays_nobody, |host| {
    let stage = Stage::set(host, |stage| stage.app.delay(HANGS));
    let _worker = stage.symfony.worker();
    let status = stage.headcount.shows("a failure beside a queue that works", |status| {
        verdict(status) == "down" && queue(status)["state"] == "operational"
    });
    assert_eq!(queue(&status)["workers_alive"]["value"], 1);
    stage.assert_rounds_take_one_deadline();
});

on_both_hosts!(a_redis_that_hangs_costs_its_own_deadline_and_delays_nobody, |host| {
    let stage = Stage::set(host, |stage| stage.proxy.delay(HANGS));
    let status = stage.headcount.shows("a failure beside a document that was read", |status| {
        queue(status)["state"] == "unknown" && status["services"][0]["dependencies"][0].is_object()
    });
    assert_eq!(status["services"][0]["dependencies"][0]["state"], "operational");
    assert!(queue(&status)["workers_alive"]["value"].is_null(), "{status:#}");
    stage.assert_rounds_take_one_deadline();
});

on_both_hosts!(a_round_is_one_connection_and_one_write_to_redis, |host| {
    let stage = Stage::set(host, |_| {});
    let published = stage.rounds(3).len();
    let connections = stage.proxy.connections();
    assert!((published..=published + 1).contains(&connections.len()), "{published}: {connections:?}");
    for connection in connections.iter().take(published) {
        assert_eq!(connection.sent.len(), 1, "{connection:?}");
    }
});

/// Three queues in two databases of one Redis.
const THREE_QUEUES: &str = r#"
[page]
title = "Three queues"
every = "5s"
alive_url = "${ALIVE_URL}"

[[service]]
id = "app"
name = "Application"

[[service.queue]]
id = "first"
name = "First"
system = "symfony"
url = "${REDIS_URL}"
heartbeat = "workers.first"

[[service.queue]]
id = "second"
name = "Second"
system = "symfony"
url = "${REDIS_URL}"
stream = "mails"
heartbeat = "workers.second"

[[service.queue]]
id = "third"
name = "Third"
system = "symfony"
url = "${REDIS_URL}"
db = 3
heartbeat = "workers.third"
"#;

#[test]
fn several_queues_of_one_redis_share_a_connection_and_a_write() {
    let (redis, alive) = (Redis::start(), App::start());
    let proxy = Proxy::to(redis.port(), Duration::ZERO);
    let connections_before = redis.figure("total_connections_received");
    let headcount = native(
        THREE_QUEUES,
        &[("REDIS_URL", &format!("redis://127.0.0.1:{}", proxy.port())), ("ALIVE_URL", &alive.url())],
    );
    eventually("two rounds", SOON, || (alive.requests() >= 2).then_some(()));
    let (connections, rounds) = (proxy.connections(), alive.requests());

    assert!((rounds..=rounds + 1).contains(&connections.len()), "{rounds} rounds: {connections:?}");
    for connection in connections.iter().take(2) {
        assert_eq!(connection.sent.len(), 1, "{connection:?}");
        let text = String::from_utf8_lossy(&connection.sent[0]).into_owned();
        for key in ["workers.first", "workers.second", "workers.third", "mails"] {
            assert!(text.contains(key), "no {key} in {text}");
        }
    }
    // Redis itself counts the same; asking it is a connection as well.
    let own_question = 1;
    let seen = redis.figure("total_connections_received") - connections_before - own_question;
    assert!((2..=connections.len() as u64 + 1).contains(&seen), "{seen} by Redis's own count");
    let status = headcount.status();
    let queues = status["services"][0]["queues"].as_array().unwrap();
    assert_eq!(queues.len(), 3);
    assert!(queues.iter().all(|queue| queue["workers_alive"]["value"] == 0), "{queues:#?}");
}

on_both_hosts!(a_crowd_causes_no_question_beyond_the_rounds, |host| {
    let stage = Stage::set(host, |_| {});
    let _worker = stage.symfony.worker();
    stage.headcount.shows("one worker", |status| queue(status)["workers_alive"]["value"] == 1);

    let (asked, connected) = (stage.app.requests(), stage.proxy.connections().len());
    let began = Instant::now();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..125 {
                    assert_eq!(stage.headcount.get("/").status, 200);
                    assert_eq!(stage.headcount.get("/status.json").status, 200);
                }
            });
        }
    });
    let took = began.elapsed();
    assert!(took < Duration::from_secs(10), "1,000 requests took {took:?}: that is no crowd");

    // A round may have been due at once, and one more at the end.
    let rounds = usize::try_from(took.as_secs() / EVERY.as_secs()).unwrap() + 1;
    let (asked, connected) = (stage.app.requests() - asked, stage.proxy.connections().len() - connected);
    assert!(asked <= rounds, "{asked} questions to the application in {took:?}");
    assert!(connected <= rounds, "{connected} connections to Redis in {took:?}");
});

/// An application, and a Redis behind a proxy; another application is told of each published round.
struct Stage {
    headcount: Headcount,
    symfony: Symfony,
    alive: App,
    app: App,
    proxy: Proxy,
    _redis: Redis,
}

/// What is there before Headcount starts.
struct Upstream<'a> {
    app: &'a App,
    proxy: &'a Proxy,
}

/// One round, seen from outside.
#[derive(Debug)]
struct Round {
    health_asked: Instant,
    redis_asked: Instant,
    published: Instant,
}

impl Round {
    fn took(&self) -> Duration {
        self.published - self.health_asked.min(self.redis_asked)
    }
}

impl Stage {
    fn set(host: Host, prepare: impl FnOnce(&Upstream<'_>)) -> Self {
        let (redis, app, alive) = (Redis::start(), App::start(), App::start());
        let proxy = Proxy::to(redis.port(), Duration::ZERO);
        prepare(&Upstream { app: &app, proxy: &proxy });
        let headcount = host.start(&[
            ("HEALTH_URL", &app.url()),
            ("REDIS_URL", &format!("redis://127.0.0.1:{}", proxy.port())),
            ("ALIVE_URL", &alive.url()),
        ]);
        // On Workers the first request arms the alarm.
        headcount.status();
        Self { headcount, symfony: Symfony::new(&redis), alive, app, proxy, _redis: redis }
    }

    /// The first rounds, at least so many.
    fn rounds(&self, at_least: usize) -> Vec<Round> {
        eventually("a few rounds", SOON, || (self.alive.requests() >= at_least).then_some(()));
        let health = self.app.arrivals().into_iter();
        let redis = self.proxy.connections().into_iter();
        let asked = health.zip(redis).zip(self.alive.arrivals());
        asked
            .map(|((health_asked, connection), published)| Round {
                health_asked,
                redis_asked: connection.opened,
                published,
            })
            .collect()
    }

    /// One target hangs: a round takes its deadline, and the other one is asked at the beginning all the same.
    fn assert_rounds_take_one_deadline(&self) {
        let rounds = self.rounds(2);
        let quickest = rounds.iter().map(Round::took).min().unwrap();
        assert!(quickest >= TIMEOUT.mul_f32(0.95) && quickest < TIMEOUT.mul_f32(1.25), "{rounds:?}");
        for round in &rounds {
            let apart = round.health_asked.max(round.redis_asked) - round.health_asked.min(round.redis_asked);
            assert!(apart < TIMEOUT / 2, "they wait for each other: {round:?}");
        }
    }
}

fn verdict(status: &Value) -> &Value {
    &status["services"][0]["verdict"]
}

fn queue(status: &Value) -> &Value {
    &status["services"][0]["queues"][0]
}
