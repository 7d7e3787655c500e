//! Against a real `redis-server`: systems that no test can run for real, with the keys that their sources write.
//!
//! What their commands are is told in the systems' own tests.

use super::real_tests::{Server, now};
use super::testkit::{exactly, target, unknown};
use shared::reading::{Reading, Why};
use shared::sample::{QueueSample, Workers};

/// Depth, dead letters, in hand, delayed.
fn numbers(sample: &QueueSample) -> [Reading; 4] {
    let n = sample.numbers;
    assert!(!sample.flags.iter().any(|f| f.to_string().starts_with("probe_")), "{:?}", sample.flags);
    [n.queue_depth, n.failed_depth, n.in_flight, n.delayed]
}

const fn redis(n: u64) -> Reading {
    Reading::redis(n)
}

const NOT_OFFERED: Reading = unknown(Why::NotOffered);

#[test]
fn a_real_server_gives_the_true_numbers_of_both_kinds_of_resque() {
    let server = Server::start("resque");
    let (fresh, old, later) = (now().secs() - 3, now().secs() - 3600, now().secs() + 3600);
    server.say(&format!(
        "SADD resque:workers h:1:mail h:2:mail\n\
         SADD resque:queues mail low\n\
         RPUSH resque:queue:mail 1 2 3 4 5\n\
         RPUSH resque:failed 1\n\
         SET resque:worker:h:1:mail {{}}\n\
         ZADD resque:delayed_queue_schedule {old} {old} {later} {later}\n\
         RPUSH resque:delayed:{old} 1 2\n\
         RPUSH resque:delayed:{later} 1\n\
         HSET resque:workers:heartbeat h:2:mail 2026-01-01T00:00:00Z h:1:mail 2999-01-01T00:00:00+02:00\n\
         SET resque:worker:ping:h:1 '{{\"time\":{fresh}}}'\n\
         SET resque:worker:ping:h:2 '{{\"time\":{old}}}'"
    ));
    for lines in ["", "flavour = \"node\""] {
        let (sample, writes) = server.read(&target("resque", lines), None);
        assert_eq!((sample.workers, writes), (exactly(1), 2), "{lines}");
        assert_eq!(numbers(&sample), [redis(5), redis(1), redis(1), redis(3)]);
        assert_eq!((sample.numbers.overdue, sample.parts.len()), (redis(2), 2));
    }
}

#[test]
fn a_real_server_gives_the_true_numbers_of_apalis_while_nobody_moves_what_is_due() {
    let server = Server::start("apalis");
    let (fresh, old, later) = (now().secs() - 3, now().secs() - 3600, now().secs() + 3600);
    server.say(&format!(
        "ZADD app::Mail:workers {fresh} w1 {old} w2\n\
         SADD app::Mail:inflight:w2 x\n\
         RPUSH app::Mail:active 1 2\n\
         ZADD app::Mail:scheduled {old} a {fresh} b {later} c\n\
         ZADD app::Mail:dead 1 d"
    ));
    let (sample, writes) = server.read(&target("apalis", "queues = \"app::Mail\""), None);
    assert_eq!((sample.workers, writes), (exactly(1), 2));
    assert_eq!(numbers(&sample), [redis(4), redis(1), redis(1), redis(1)]);
}

#[test]
fn a_real_server_gives_the_true_numbers_of_huey_and_bee_queue_and_nobody_is_counted() {
    let server = Server::start("simple");
    let (old, later) = (now().secs() - 3600, now().secs() + 3600);
    server.say(&format!(
        "LPUSH huey.redis.myapp 1 2 3 4 5\n\
         ZADD huey.schedule.myapp {old} a {later} b\n\
         LPUSH bq:mail:waiting 2 3 4\n\
         LPUSH bq:mail:active 1\n\
         SADD bq:mail:failed 9\n\
         ZADD bq:mail:delayed {later}000 8\n\
         HSET bq:mail:jobs 2 '{{\"options\":{{\"timestamp\":{old}000}}}}'"
    ));
    let (huey, writes) = server.read(&target("huey", "queues = \"my-app\""), None);
    assert_eq!((huey.workers, writes), (Workers::NotMeasured, 1));
    assert_eq!(numbers(&huey), [redis(5), NOT_OFFERED, NOT_OFFERED, redis(2)]);
    assert_eq!(huey.numbers.overdue, redis(1));

    let (bee, writes) =
        server.read(&target("bee-queue", "queues = \"mail\"\noldest_from_messages = true"), None);
    assert_eq!((bee.workers, writes), (Workers::NotMeasured, 2));
    assert_eq!(numbers(&bee), [redis(3), redis(1), redis(1), redis(1)]);
    assert!(bee.numbers.oldest_waiting_s.known().is_some_and(|age| age >= 3600));
}

#[test]
fn a_real_server_gives_the_true_numbers_of_taskiq_whose_entries_stay() {
    let server = Server::start("taskiq");
    server.say(
        "XGROUP CREATE taskiq taskiq $ MKSTREAM\n\
         XADD taskiq * data 1\n\
         XADD taskiq * data 2\n\
         XADD taskiq * data 3\n\
         XREADGROUP GROUP taskiq 8f1c COUNT 2 STREAMS taskiq >",
    );
    let (sample, writes) = server.read(&target("taskiq", ""), None);
    assert_eq!((numbers(&sample), writes), ([redis(1), NOT_OFFERED, redis(2), NOT_OFFERED], 1));
}
