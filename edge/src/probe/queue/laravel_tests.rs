//! What the keys of Laravel's queues say, which know nothing of workers and of failed jobs.

use crate::config::{HostKind, NoVariables, parse};
use crate::probe::queue::testkit::{NOPERM, bulk, exactly, list, store, target, unknown, words};
use shared::reading::{Reading, Why};
use shared::sample::Workers;

const LINES: &str = "prefix = \"laravel_database_\"";

#[test]
fn numbers_are_known_while_workers_and_failed_jobs_are_not_and_never_zero() {
    let answers = [
        ("LLEN laravel_database_queues:default", ":5\r\n"),
        ("ZCARD laravel_database_queues:default:delayed", ":2\r\n"),
        ("ZCOUNT laravel_database_queues:default:delayed -inf 1796047203", ":1\r\n"),
        ("ZCARD laravel_database_queues:default:reserved", ":1\r\n"),
    ];
    let (sample, writes) = store(&answers).read(&target("laravel", LINES));
    assert_eq!((sample.workers, writes.len()), (Workers::NotMeasured, 1));
    let numbers = sample.numbers;
    assert_eq!((numbers.queue_depth, numbers.failed_depth), (Reading::redis(5), unknown(Why::NotOffered)));
    assert_eq!((numbers.delayed, numbers.overdue), (Reading::redis(2), Reading::redis(1)));
    assert_eq!((numbers.in_flight, numbers.oldest_waiting_s), (Reading::redis(1), unknown(Why::NotOffered)));
    assert_eq!(words(&sample), ["liveness_not_measured"]);
}

#[test]
fn a_heartbeat_tells_who_lives() {
    let queue = target("laravel", &format!("{LINES}\nheartbeat = \"app:workers\""));
    let beats = list(&["a", "1796047200", "b", "1796040000"]);
    let sample = store(&[("ZREVRANGE app:workers 0 255 WITHSCORES", &beats)]).read(&queue).0;
    assert_eq!(sample.workers, exactly(1));
    assert_eq!(store(&[]).read(&queue).0.workers, exactly(0));
}

#[test]
fn the_age_is_in_the_message_where_somebody_asks_for_it_and_the_framework_is_new_enough() {
    let queue = target("laravel", &format!("{LINES}\nqueues = [\"{{a}}\"]\noldest_from_messages = true"));
    let read = |message: &str| {
        store(&[("LINDEX laravel_database_queues:{a} 0", message)]).read(&queue).0.numbers.oldest_waiting_s
    };
    assert_eq!(read(&bulk("{\"uuid\":\"1\",\"createdAt\":1796046761}")), Reading::redis(442));
    assert_eq!(read(&bulk("{\"uuid\":\"1\"}")), unknown(Why::NotUnderstood));
    assert_eq!(read(&bulk("O:8:\"stdClass\":0:{}")), unknown(Why::NotUnderstood));
    assert_eq!(read("$-1\r\n"), Reading::redis(0));
    assert_eq!(read(NOPERM), unknown(Why::NotPermitted));
}

#[test]
fn the_prefix_is_the_applications_and_must_be_said_even_where_it_is_none() {
    let text = "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n[[service.queue]]\nid = \"q\"\nsystem = \"laravel\"\n\
                url = \"redis://h\"";
    let errors = parse(text, "test", HostKind::Native, &NoVariables).unwrap_err();
    assert!(errors[0].to_string().contains("prefix = "), "{}", errors[0]);
    let bare = target("laravel", "prefix = \"\"");
    let sample = store(&[("LLEN queues:default", ":3\r\n")]).read(&bare).0;
    assert_eq!(sample.numbers.queue_depth, Reading::redis(3));
}

#[test]
fn what_cannot_be_read_is_unknown_and_the_rest_is_not() {
    let answers = [
        ("LLEN laravel_database_queues:default", NOPERM),
        ("ZCARD laravel_database_queues:default:reserved", ":1\r\n"),
    ];
    let numbers = store(&answers).read(&target("laravel", LINES)).0.numbers;
    assert_eq!((numbers.queue_depth, numbers.in_flight), (unknown(Why::NotPermitted), Reading::redis(1)));
    assert_eq!(numbers.delayed, Reading::redis(0));
}
