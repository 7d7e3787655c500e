//! What the keys of BullMQ 4, 5 and 6 and of Bull 3 and 4 say, alive and after the workers were killed.

use crate::probe::queue::testkit::{
    NOPERM, WRONGTYPE, bulk, exactly, int, list, store, target, unknown, words,
};
use core::time::Duration;
use shared::reading::{Reading, Why};
use shared::sample::{Basis, Exactness, Workers};

const OWN: &str = "id=9 addr=127.0.0.1:9 name= db=0 sub=0 psub=0 cmd=client|list";

/// `CLIENT LIST` with ourselves in it.
fn clients(lines: &[&str]) -> String {
    bulk(&format!("{}\n{OWN}\n", lines.join("\n")))
}

#[test]
fn every_number_of_a_queue_is_read_and_workers_are_connections_of_its_name() {
    let connected = clients(&[
        "id=3 addr=1 name=bull:bWFpbA== db=0 sub=0 psub=0 cmd=bzpopmin",
        "id=4 addr=1 name=bull:bWFpbA==:w:one db=0 sub=0 psub=0 cmd=client|setname",
        "id=5 addr=1 name=bull:bWFpbA==:qe db=0 sub=0 psub=0 cmd=xread",
        "id=6 addr=1 name=bull:b3RoZXI= db=0 sub=0 psub=0 cmd=bzpopmin",
        "id=7 addr=1 name=bull:bWFpbA== db=3 sub=0 psub=0 cmd=bzpopmin",
    ]);
    let (tail, first) = (bulk("12"), list(&["3"]));
    let answers = [
        ("CLIENT LIST", connected.as_str()),
        ("LLEN bull:mail:wait", ":5\r\n"),
        ("ZCARD bull:mail:prioritized", ":3\r\n"),
        ("LINDEX bull:mail:wait -1", &tail),
        ("ZRANGE bull:mail:prioritized 0 0", &first),
        ("HGET bull:mail:12 timestamp", &bulk("1796046761500")),
        ("HGET bull:mail:3 timestamp", &bulk("1796047201500")),
        ("ZCARD bull:mail:failed", ":1\r\n"),
        ("ZCARD bull:mail:delayed", ":2\r\n"),
        ("ZCOUNT bull:mail:delayed -inf (7356609343492096", ":1\r\n"),
        ("LLEN bull:mail:active", ":1\r\n"),
    ];
    let queue = target("bullmq", "queues = [\"mail\"]");
    let (sample, writes) = store(&answers).read(&queue);
    assert_eq!((sample.workers, writes.len()), (exactly(2), 2));
    assert_eq!(queue.recipe.basis(), (Basis::Connection, Duration::ZERO));
    let numbers = sample.numbers;
    assert_eq!((numbers.queue_depth, numbers.failed_depth), (Reading::redis(8), Reading::redis(1)));
    assert_eq!((numbers.delayed, numbers.overdue), (Reading::redis(2), Reading::redis(1)));
    assert_eq!((numbers.in_flight, numbers.oldest_waiting_s), (Reading::redis(1), Reading::redis(442)));
    assert_eq!(words(&sample), Vec::<String>::new());
}

#[test]
fn a_busy_bull_3_worker_has_three_connections_of_one_name_and_is_one_worker() {
    let worker = |n: u32| {
        format!(
            "id={n}1 addr=1 name=bull:bWFpbA== db=0 sub=0 psub=0 cmd=eval\n\
             id={n}2 addr=1 name=bull:bWFpbA== db=0 sub=1 psub=0 cmd=subscribe\n\
             id={n}3 addr=1 name=bull:bWFpbA== db=0 sub=0 psub=0 cmd=brpoplpush"
        )
    };
    let queue = target("bullmq", "queues = [\"mail\"]");
    let of = |lines: &[&str]| store(&[("CLIENT LIST", &clients(lines))]).read(&queue).0.workers;
    assert_eq!((of(&[&worker(1)]), of(&[&worker(1), &worker(2)])), (exactly(1), exactly(2)));
    let bull_4 = [
        "id=1 addr=1 name= db=0 sub=0 psub=0 cmd=eval",
        "id=2 addr=1 name= db=0 sub=1 psub=0 cmd=subscribe",
        "id=3 addr=1 name=bull:bWFpbA== db=0 sub=0 psub=0 cmd=brpoplpush",
    ];
    assert_eq!(of(&bull_4), exactly(1));
}

#[test]
fn bullmq_4_ends_its_list_with_a_mark_that_is_no_job() {
    let queue = target("bullmq", "queues = [\"mail\"]");
    let (mark, id) = (bulk("0:1796069719534"), bulk("5"));
    let answers = [
        ("LLEN bull:mail:wait", ":6\r\n"),
        ("ZCARD bull:mail:prioritized", ":3\r\n"),
        ("LINDEX bull:mail:wait -1", mark.as_str()),
        ("LINDEX bull:mail:wait -2", &id),
        ("HGET bull:mail:5 timestamp", &bulk("1796047101500")),
    ];
    let numbers = store(&answers).read(&queue).0.numbers;
    assert_eq!((numbers.queue_depth, numbers.oldest_waiting_s), (Reading::redis(8), Reading::redis(102)));
    let only = [("LLEN bull:mail:wait", ":1\r\n"), ("LINDEX bull:mail:wait -1", mark.as_str())];
    let numbers = store(&only).read(&queue).0.numbers;
    assert_eq!((numbers.queue_depth, numbers.oldest_waiting_s), (Reading::redis(0), Reading::redis(0)));
    let refused = [("LLEN bull:mail:wait", ":1\r\n"), ("LINDEX bull:mail:wait -1", NOPERM)];
    assert_eq!(store(&refused).read(&queue).0.numbers.queue_depth, unknown(Why::NotPermitted));
}

#[test]
fn what_a_pause_has_moved_still_waits_and_is_remarked_in_every_version() {
    let queue = target("bullmq", "queues = [\"mail\"]");
    let connected = clients(&["id=3 addr=1 name=bull:bWFpbA== db=0 sub=0 psub=0 cmd=brpoplpush"]);
    for (paused, waiting) in [
        ("HEXISTS bull:mail:meta paused", "LLEN bull:mail:paused"),
        ("HEXISTS bull:mail:meta paused", "LLEN bull:mail:wait"),
        ("EXISTS bull:mail:meta-paused", "LLEN bull:mail:paused"),
    ] {
        let answers = [(paused, ":1\r\n"), (waiting, ":5\r\n"), ("CLIENT LIST", connected.as_str())];
        let sample = store(&answers).read(&queue).0;
        assert_eq!(sample.numbers.queue_depth, Reading::redis(5));
        assert_eq!((words(&sample), sample.workers), (vec!["paused".to_owned()], exactly(1)));
    }
}

#[test]
fn a_prefix_and_several_queues_stay_one_write_and_one_list_of_connections() {
    let lines = "queues = [\"mail\", \"sms\"]\nprefix = \"{shop}\"";
    let connected = clients(&[
        "id=3 addr=1 name={shop}:bWFpbA== db=0 sub=0 psub=0 cmd=bzpopmin",
        "id=4 addr=1 name={shop}:c21z:w:a db=0 sub=0 psub=0 cmd=bzpopmin",
    ]);
    let answers = [
        ("CLIENT LIST", connected.as_str()),
        ("LLEN {shop}:mail:wait", ":2\r\n"),
        ("LLEN {shop}:sms:wait", ":1\r\n"),
    ];
    let (sample, writes) = store(&answers).read(&target("bullmq", lines));
    assert_eq!((sample.workers, sample.numbers.queue_depth), (exactly(2), Reading::redis(3)));
    let parts: Vec<_> = sample.parts.iter().map(|p| (p.name.as_str(), p.queue_depth)).collect();
    assert_eq!(parts, [("mail", Reading::redis(2)), ("sms", Reading::redis(1))]);
    let asked = writes.concat();
    assert_eq!(asked.iter().filter(|words| *words == "CLIENT LIST").count(), 1);
}

#[test]
fn a_server_that_refuses_its_list_of_connections_leaves_the_workers_unknown_and_the_numbers_known() {
    let queue = target("bullmq", "queues = [\"mail\"]");
    for (refusal, why) in [
        (NOPERM, Why::NotPermitted),
        ("-ERR unknown command 'CLIENT'\r\n", Why::NotUnderstood),
        ("+OK\r\n", Why::NotUnderstood),
        ("$0\r\n\r\n", Why::NotUnderstood),
    ] {
        let sample = store(&[("CLIENT LIST", refusal), ("LLEN bull:mail:wait", ":4\r\n")]).read(&queue).0;
        let alive = unknown(why);
        assert_eq!(sample.workers, Workers::Counted { alive, exactness: Exactness::Exact }, "{refusal}");
        assert_eq!(sample.numbers.queue_depth, Reading::redis(4));
    }
    let nobody = store(&[("CLIENT LIST", &clients(&[]))]).read(&queue).0;
    assert_eq!((nobody.workers, words(&nobody)), (exactly(0), vec!["no_consumer".to_owned()]));
}

#[test]
fn where_connections_cannot_have_the_name_workers_are_not_counted_but_by_a_heartbeat() {
    let queue = target("bullmq", "queues = [\"mail\"]\nprefix = \"my shop\"");
    let sample = store(&[("LLEN my shop:mail:wait", ":4\r\n")]).read(&queue).0;
    assert_eq!((sample.workers, sample.numbers.queue_depth), (Workers::NotMeasured, Reading::redis(4)));
    let beats = target("bullmq", "queues = [\"mail\"]\nheartbeat = \"beats\"");
    let answers = [("ZREVRANGE beats 0 255 WITHSCORES", list(&["a", "1796047200"]))];
    let (sample, writes) = store(&[(answers[0].0, &answers[0].1)]).read(&beats);
    assert_eq!(sample.workers, exactly(1));
    assert!(!writes.concat().contains(&"CLIENT LIST".to_owned()), "nobody needs it");
}

#[test]
fn a_key_of_the_wrong_type_costs_its_own_number_and_is_named() {
    let queue = target("bullmq", "queues = [\"mail\"]");
    let answers = [("ZCARD bull:mail:failed", WRONGTYPE), ("LLEN bull:mail:active", &int(1))];
    let sample = store(&answers).read(&queue).0;
    assert_eq!(sample.numbers.failed_depth, unknown(Why::WrongKindOfKey));
    assert_eq!(
        (sample.numbers.in_flight, sample.numbers.queue_depth),
        (Reading::redis(1), Reading::redis(0))
    );
    assert!(words(&sample).contains(&"probe_misconfigured:bull:mail:failed".to_owned()), "{sample:?}");
}
