//! What RQ's keys say, with two workers and after they were killed.

use crate::probe::queue::testkit::{NOPERM, Store, bulk, exactly, int, list, store, target, unknown, words};
use core::time::Duration;
use shared::reading::{Reading, Why};
use shared::sample::{Basis, Exactness, Workers};

const WORKERS: &str = "SRANDMEMBER rq:workers 257";
const QUEUES: &str = "SRANDMEMBER rq:queues 257";
const FIRST: &str = "HMGET rq:worker:w1 last_heartbeat state";
const SECOND: &str = "HMGET rq:worker:w2 last_heartbeat state";

fn subscribed(worker: &str, n: u64) -> String {
    format!("*2\r\n{}:{n}\r\n", bulk(&format!("rq:pubsub:{worker}")))
}

/// An idle worker that listens, and a busy one.
fn two() -> Store<'static> {
    let (workers, queues) =
        (list(&["rq:worker:w1", "rq:worker:w2"]), list(&["rq:queue:low", "rq:queue:default"]));
    store(&[
        (WORKERS, &workers),
        (QUEUES, &queues),
        (FIRST, &list(&["2026-11-30T13:55:03.123456Z", "idle"])),
        (SECOND, &list(&["2026-11-30T13:59:43Z", "busy"])),
        ("PUBSUB NUMSUB rq:pubsub:w1", &subscribed("w1", 1)),
        ("PUBSUB NUMSUB rq:pubsub:w2", &subscribed("w2", 1)),
        ("LLEN rq:queue:default", &int(5)),
        ("LLEN rq:queue:low", &int(4)),
        ("ZCOUNT rq:failed:default (1796047203 +inf", &int(1)),
        ("ZCARD rq:wip:default", &int(1)),
        ("LLEN rq:queue:default:intermediate", &int(1)),
        ("ZCARD rq:scheduled:default", &int(2)),
        ("ZCOUNT rq:scheduled:default -inf 1796047203", &int(1)),
    ])
}

#[test]
fn queues_and_workers_are_found_and_every_number_comes_in_two_round_trips() {
    let queue = target("rq", "");
    let (sample, writes) = two().read(&queue);
    assert_eq!((sample.workers, writes.len()), (exactly(2), 2));
    assert_eq!(queue.recipe.basis(), (Basis::TtlRecord, Duration::from_mins(8)));
    let numbers = sample.numbers;
    assert_eq!((numbers.queue_depth, numbers.failed_depth), (Reading::redis(9), Reading::redis(1)));
    assert_eq!((numbers.delayed, numbers.overdue), (Reading::redis(2), Reading::redis(1)));
    assert_eq!((numbers.in_flight, numbers.oldest_waiting_s), (Reading::redis(2), unknown(Why::NotOffered)));
    assert_eq!((sample.parts.len(), words(&sample).len()), (2, 0));
}

#[test]
fn a_record_that_an_orphaned_job_has_made_again_is_no_sign_of_life() {
    let read = |record: &str, listeners| {
        let answers = [
            (WORKERS, list(&["rq:worker:w1"])),
            (FIRST, record.to_owned()),
            ("PUBSUB NUMSUB rq:pubsub:w1", subscribed("w1", listeners)),
        ];
        let answers: Vec<_> = answers.iter().map(|(words, reply)| (*words, reply.as_str())).collect();
        store(&answers).read(&target("rq", "")).0.workers
    };
    let nothing = "*2\r\n$-1\r\n$-1\r\n";
    assert_eq!((read(nothing, 0), read(nothing, 1)), (exactly(0), exactly(1)));
    assert_eq!(read(&list(&["2026-11-30T13:55:03Z", "idle"]), 0), exactly(1), "the store has not deleted it");
    assert_eq!(read(NOPERM, 1), exactly(1));
    let alive = unknown(Why::NotPermitted);
    assert_eq!(read(NOPERM, 0), Workers::Counted { alive, exactness: Exactness::Exact });
}

#[test]
fn the_time_to_live_tells_how_long_a_death_may_take_to_show_and_a_window_goes_by_the_beat() {
    let ttl = |lines| target("rq", lines).recipe.basis();
    assert_eq!(ttl("worker_ttl = \"1m\""), (Basis::TtlRecord, Duration::from_mins(2)));
    assert_eq!(ttl("worker_ttl = \"20s\""), (Basis::TtlRecord, Duration::from_secs(90)));
    let window = target("rq", "window = \"90s\"");
    assert_eq!(window.recipe.basis(), (Basis::Beat, Duration::from_secs(90)));
    let read = |listeners| {
        let (workers, beat) = (list(&["rq:worker:w1"]), list(&["2026-11-30T13:55:03Z", "idle"]));
        let listen = subscribed("w1", listeners);
        let answers = [(WORKERS, workers.as_str()), (FIRST, &beat), ("PUBSUB NUMSUB rq:pubsub:w1", &listen)];
        store(&answers).read(&window).0.workers
    };
    assert_eq!((read(1), read(0)), (exactly(1), exactly(0)));
}

#[test]
fn of_named_queues_only_their_own_workers_count_each_once_and_the_oldest_is_known() {
    let queue = target("rq", "queues = [\"default\", \"low\"]\nprefix = \"{a}\"");
    let answers = [
        ("SRANDMEMBER {a}:workers:default 257", list(&["{a}:worker:w1", "{a}:worker:w2"])),
        ("SRANDMEMBER {a}:workers:low 257", list(&["{a}:worker:w2"])),
        ("HMGET {a}:worker:w2 last_heartbeat state", list(&["2026-11-30T13:59:43Z", "busy"])),
        ("LINDEX {a}:queue:default 0", bulk("7e1f")),
        ("HGET {a}:job:7e1f enqueued_at", bulk("2026-11-30T13:52:41.500000Z")),
    ];
    let answers: Vec<_> = answers.iter().map(|(words, reply)| (*words, reply.as_str())).collect();
    let (sample, writes) = store(&answers).read(&queue);
    assert_eq!((sample.workers, writes.len()), (exactly(1), 2));
    assert_eq!(sample.numbers.oldest_waiting_s, Reading::redis(442));
}

#[test]
fn suspended_workers_are_alive_and_remarked() {
    let suspended = list(&["2026-11-30T13:59:43Z", "suspended"]);
    let answers = [
        (WORKERS, list(&["rq:worker:w1"])),
        (FIRST, suspended),
        ("EXISTS rq:suspended", int(1)),
        (QUEUES, list(&["rq:queue:default"])),
    ];
    let answers: Vec<_> = answers.iter().map(|(words, reply)| (*words, reply.as_str())).collect();
    let sample = store(&answers).read(&target("rq", "")).0;
    assert_eq!((sample.workers, sample.quiet), (exactly(1), 1));
    assert_eq!(words(&sample), ["paused", "quiet"]);
}

#[test]
fn nobody_left_is_a_known_zero_and_a_set_that_cannot_be_read_is_not() {
    let queue = target("rq", "");
    assert_eq!(store(&[(WORKERS, &list(&["rq:worker:w1"]))]).read(&queue).0.workers, exactly(0));
    assert_eq!(store(&[]).read(&queue).0.workers, exactly(0));
    let alive = unknown(Why::NotPermitted);
    let refused = store(&[(WORKERS, NOPERM)]).read(&queue).0;
    assert_eq!(refused.workers, Workers::Counted { alive, exactness: Exactness::Exact });
    let refused = store(&[(QUEUES, NOPERM)]).read(&queue).0;
    assert_eq!((refused.numbers.queue_depth, refused.workers), (unknown(Why::NotPermitted), exactly(0)));
}
