//! Queues of one's own making.

use crate::config::{HostKind, NoVariables, parse};
use crate::probe::queue::testkit::{NOPERM, WRONGTYPE, exactly, list, store, target, unknown, words};
use shared::reading::{Reading, Why};
use shared::sample::Workers;

#[test]
fn every_kind_of_key_is_counted_by_its_own_command() {
    let lines = "waiting = [\"jobs\", \"urgent\"]\nin_flight = [\"taken:1\", \"taken:2\"]\nin_flight_kind = \"hash\"\n\
                 failed = \"dead\"\nfailed_kind = \"zset\"\ndelayed = \"later\"\ndelayed_unit = \"s\"\nheartbeat = \"beats\"";
    let beats = list(&["a", "1796047200"]);
    let answers = [
        ("LLEN jobs", ":5\r\n"),
        ("LLEN urgent", ":2\r\n"),
        ("HLEN taken:1", ":1\r\n"),
        ("HLEN taken:2", ":2\r\n"),
        ("ZCARD dead", ":4\r\n"),
        ("ZCARD later", ":6\r\n"),
        ("ZCOUNT later -inf 1796047203", ":3\r\n"),
        ("ZREVRANGE beats 0 255 WITHSCORES", beats.as_str()),
    ];
    let (sample, writes) = store(&answers).read(&target("lists", lines));
    assert_eq!((sample.workers, writes.len()), (exactly(1), 1));
    let numbers = sample.numbers;
    assert_eq!((numbers.queue_depth, numbers.failed_depth), (Reading::redis(7), Reading::redis(4)));
    assert_eq!((numbers.delayed, numbers.overdue), (Reading::redis(6), Reading::redis(3)));
    assert_eq!(numbers.in_flight, Reading::redis(3));
    let parts: Vec<_> = sample.parts.iter().map(|p| (p.name.as_str(), p.queue_depth)).collect();
    assert_eq!(parts, [("jobs", Reading::redis(5)), ("urgent", Reading::redis(2))]);
}

#[test]
fn what_nobody_has_named_is_not_offered_and_without_a_heartbeat_workers_are_not_counted() {
    let sample = store(&[("LLEN jobs", ":5\r\n")]).read(&target("lists", "waiting = \"jobs\"")).0;
    assert_eq!((sample.workers, sample.numbers.queue_depth), (Workers::NotMeasured, Reading::redis(5)));
    let numbers = sample.numbers;
    for number in [numbers.failed_depth, numbers.in_flight, numbers.delayed, numbers.overdue] {
        assert_eq!(number, unknown(Why::NotOffered));
    }
    assert_eq!(words(&sample), ["liveness_not_measured"]);
    let unit = target("lists", "waiting = \"jobs\"\ndelayed = \"later\"");
    let numbers = store(&[("ZCARD later", ":6\r\n")]).read(&unit).0.numbers;
    assert_eq!((numbers.delayed, numbers.overdue), (Reading::redis(6), unknown(Why::NotOffered)));
}

#[test]
fn a_key_of_another_kind_than_was_said_is_named_and_never_empty() {
    let queue = target("lists", "waiting = \"jobs\"\nfailed = \"dead\"");
    let sample = store(&[("LLEN jobs", WRONGTYPE), ("LLEN dead", ":2\r\n")]).read(&queue).0;
    assert_eq!(sample.numbers.queue_depth, unknown(Why::WrongKindOfKey));
    assert_eq!(sample.numbers.failed_depth, Reading::redis(2));
    assert!(words(&sample).contains(&"probe_misconfigured:jobs".to_owned()), "{:?}", words(&sample));
    let refused = store(&[("LLEN dead", NOPERM)]).read(&queue).0.numbers;
    assert_eq!((refused.queue_depth, refused.failed_depth), (Reading::redis(0), unknown(Why::NotPermitted)));
}

#[test]
fn what_waits_must_be_named_and_kinds_are_a_closed_list() {
    let faults = |lines: &str| {
        let text = format!(
            "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n[[service.queue]]\nid = \"q\"\nsystem = \"lists\"\n\
             url = \"redis://h\"\n{lines}"
        );
        parse(&text, "test", HostKind::Native, &NoVariables).unwrap_err()[0].to_string()
    };
    assert!(faults("").contains("waiting = "), "{}", faults(""));
    let kind = faults("waiting = \"jobs\"\nwaiting_kind = \"string\"");
    assert!(kind.contains("zset"), "{kind}");
}
