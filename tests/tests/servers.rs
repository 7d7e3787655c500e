//! The servers that people run: Redis 6.2, Redis 7.0 and Valkey 8.1. On each a real Symfony Messenger, read as itself,
//! as streams and without a heartbeat, and a real Sidekiq.

#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use tests::headcount::Files;
use tests::redis::Redis;
use tests::redis_other::{redis_6_2, valkey_8_1};
use tests::systems::{SIDEKIQ, SYMFONY, Worker};
use tests::wait::eventually;

/// Interpreters, three workers and six jobs, while two other servers see the same.
const SOON: Duration = Duration::from_mins(1);
/// Longer than a worker takes from poll to poll, which is a second.
const WINDOW: u64 = 8;

#[test]
fn redis_6_2_tells_everything_but_who_polls() {
    numbers_are_true_on(redis_6_2(), "6.2.5", false);
}

#[test]
fn redis_7_0_tells_everything_but_who_polls() {
    numbers_are_true_on("redis-server".into(), "7.0", false);
}

#[test]
fn valkey_8_1_tells_everything_and_who_polls_without_a_heartbeat() {
    // Clients are told that it is a Redis 7.2; this is its own.
    numbers_are_true_on(valkey_8_1(), "8.1.8", true);
}

/// The same application four times: by its heartbeat, as bare streams, without a heartbeat; and Sidekiq beside it.
fn config(redis: &Redis) -> Files {
    let url = redis.url();
    let queue = |id: &str, db: u32, lines: &str| {
        format!("[[service.queue]]\nid = \"{id}\"\nurl = \"{url}\"\ndb = {db}\n{lines}\n")
    };
    let beats = format!("heartbeat = \"health.workers.test\"\nwindow = \"{WINDOW}s\"");
    let all = [
        queue("symfony", SYMFONY.db, &format!("system = \"symfony\"\n{beats}")),
        queue(
            "streams",
            SYMFONY.db,
            &format!(
                "system = \"streams\"\nstream = \"messages\"\ngroup = \"symfony\"\nfailed = \"failed\"\n\
                 delayed = \"messages__queue\"\ndelete_after_ack = true\n{beats}"
            ),
        ),
        queue("polls", SYMFONY.db, &format!("system = \"symfony\"\nwindow = \"{WINDOW}s\"")),
        queue("sidekiq", SIDEKIQ.db, SIDEKIQ.config),
    ];
    let before = "page = { title = \"Servers\" }\n\n[[service]]\nid = \"app\"\n\n";
    Files::new(&format!("{before}{}", all.concat()), &[])
}

fn numbers_are_true_on(program: PathBuf, version: &str, tells_polls: bool) {
    let redis = Redis::of(program, &[]);
    assert!(redis.command(&["INFO", "server"]).contains(&format!("_version:{version}")), "the wrong server");
    let files = config(&redis);
    let (symfony, sidekiq) = (SYMFONY.on(&redis), SIDEKIQ.on(&redis));
    let workers = [symfony.worker("first"), symfony.worker("second"), sidekiq.worker("third")];
    let two = json!({"workers_alive": 2});
    shows(&files, &[("symfony", two.clone()), ("streams", two)]);
    for jobs in [&symfony, &sidekiq] {
        jobs.fail_one();
        jobs.delay_one();
        jobs.hold_one();
    }
    let everything = |workers: Value| json!({"workers_alive": workers, "queue_depth": 0, "failed_depth": 1, "delayed": 1, "in_flight": 1});
    shows(
        &files,
        &[
            // The one that has the long job in hand does not sign in meanwhile.
            ("symfony", everything(json!(1))),
            ("streams", everything(json!(1))),
            // All consumers have one name: somebody polls, but how many do?
            ("polls", everything(if tells_polls { json!(1) } else { json!("not_offered") })),
            ("sidekiq", everything(json!(1))),
        ],
    );
    let polls = &look(&files)[2];
    let (basis, state) = if tells_polls { ("poll_idle", "operational") } else { ("none", "not_applicable") };
    assert_eq!((&polls["basis"], &polls["state"]), (&json!(basis), &json!(state)), "{polls:#}");

    workers.into_iter().for_each(Worker::kill_hard);
    symfony.send(5);
    sidekiq.send(5);
    let waiting = |workers: Value| json!({"workers_alive": workers, "queue_depth": 5, "failed_depth": 1, "in_flight": 1});
    shows(
        &files,
        &[
            ("symfony", waiting(json!(0))),
            ("streams", waiting(json!(0))),
            ("polls", waiting(if tells_polls { json!(0) } else { json!("not_offered") })),
            // What a process had in hand goes with it; the process itself counts for a minute.
            ("sidekiq", json!({"queue_depth": 5, "failed_depth": 1, "delayed": 1})),
        ],
    );
}

/// Waits until every queue shows these numbers, or the reasons why there are none.
#[track_caller]
fn shows(files: &Files, expected: &[(&str, Value)]) {
    eventually("the numbers to be true", SOON, || {
        let queues = look(files);
        for (queue, (id, numbers)) in queues.iter().zip(expected) {
            assert_eq!(queue["id"], *id);
            for (name, number) in numbers.as_object().unwrap() {
                let reading = &queue[name];
                if reading["value"] != *number && reading["why"] != *number {
                    return Err(format!("{id}: {name} is {reading} and not {number}: {queue:#}"));
                }
            }
        }
        Ok(())
    });
}

fn look(files: &Files) -> Vec<Value> {
    let ran = files.run(&["check", "--json"]);
    let board: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}{}", ran.out, ran.err));
    board["services"][0]["queues"].as_array().unwrap().clone()
}
