//! What Celery's keys and connections say, with two workers and after they were killed.

use crate::config::{HostKind, NoVariables, parse};
use crate::probe::queue::testkit::{NOPERM, bulk, exactly, int, store, target, unknown, words};
use core::time::Duration;
use shared::reading::{Reading, Why};
use shared::sample::{Basis, Exactness, Workers};

/// Two workers, what listens to events beside them, and a worker of another database.
const TWO: &str = "id=3 addr=1 name= db=0 sub=0 psub=0 cmd=brpop\n\
    id=4 addr=1 name=app db=0 sub=0 psub=0 cmd=brpop\n\
    id=5 addr=1 name= db=0 sub=0 psub=3 cmd=psubscribe\n\
    id=6 addr=1 name= db=5 sub=0 psub=0 cmd=brpop\n\
    id=9 addr=1 name= db=0 sub=0 psub=0 cmd=client|list\n";

#[test]
fn priorities_have_lists_of_their_own_and_whoever_waits_for_messages_in_this_database_is_a_worker() {
    let list = bulk(TWO);
    let answers = [
        ("CLIENT LIST", list.as_str()),
        ("LLEN celery", ":5\r\n"),
        ("LLEN celery\u{6}\u{16}3", ":3\r\n"),
        ("HLEN unacked", ":2\r\n"),
    ];
    let queue = target("celery", "");
    let (sample, writes) = store(&answers).read(&queue);
    assert_eq!((sample.workers, writes.len()), (exactly(2), 1));
    assert_eq!(queue.recipe.basis(), (Basis::Connection, Duration::ZERO));
    let numbers = sample.numbers;
    assert_eq!((numbers.queue_depth, numbers.in_flight), (Reading::redis(8), Reading::redis(2)));
    for not_there in [numbers.failed_depth, numbers.delayed, numbers.overdue, numbers.oldest_waiting_s] {
        assert_eq!(not_there, unknown(Why::NotOffered));
    }
    assert_eq!(words(&sample), Vec::<String>::new());
}

#[test]
fn with_a_name_of_its_connections_nobody_else_is_taken_for_a_worker() {
    let list = bulk(TWO);
    let read = |lines| store(&[("CLIENT LIST", &list)]).read(&target("celery", lines)).0.workers;
    assert_eq!(read("client_name = \"app\""), exactly(1));
    assert_eq!(read("client_name = \"gone\""), exactly(0));
    assert_eq!(read("db = 5"), exactly(1));
    assert_eq!(read("db = 6"), exactly(0));
}

#[test]
fn a_prefix_stands_before_every_key_and_the_separator_may_be_ones_own() {
    let queue = target("celery", "queues = [\"a b\", \"\u{1f407}\"]\nprefix = \"x:\"\nseparator = \":\"");
    let answers = [("LLEN x:a b:9", ":2\r\n"), ("LLEN x:\u{1f407}", ":1\r\n"), ("HLEN x:unacked", ":4\r\n")];
    let sample = store(&answers).read(&queue).0;
    assert_eq!(
        (sample.numbers.queue_depth, sample.numbers.in_flight),
        (Reading::redis(3), Reading::redis(4))
    );
    let parts: Vec<_> = sample.parts.iter().map(|p| (p.name.as_str(), p.queue_depth)).collect();
    assert_eq!(parts, [("a b", Reading::redis(2)), ("\u{1f407}", Reading::redis(1))]);
}

#[test]
fn one_list_that_cannot_be_read_makes_the_depth_unknown_and_nothing_else() {
    let list = bulk(TWO);
    let answers =
        [("CLIENT LIST", list.as_str()), ("LLEN celery\u{6}\u{16}9", NOPERM), ("HLEN unacked", &int(1))];
    let sample = store(&answers).read(&target("celery", "")).0;
    assert_eq!(sample.numbers.queue_depth, unknown(Why::NotPermitted));
    assert_eq!((sample.numbers.in_flight, sample.workers), (Reading::redis(1), exactly(2)));
    let refused = store(&[("CLIENT LIST", NOPERM), ("LLEN celery", ":5\r\n")]).read(&target("celery", "")).0;
    let alive = unknown(Why::NotPermitted);
    assert_eq!(refused.workers, Workers::Counted { alive, exactness: Exactness::Exact });
    assert_eq!(refused.numbers.queue_depth, Reading::redis(5));
}

#[test]
fn a_queue_cannot_be_named_twice() {
    let text = "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n[[service.queue]]\nid = \"q\"\nsystem = \"celery\"\n\
                url = \"redis://h\"\nqueues = [\"a\", \"a\"]";
    let errors = parse(text, "test", HostKind::Native, &NoVariables).unwrap_err();
    assert!(errors[0].to_string().contains("twice"), "{}", errors[0]);
}
