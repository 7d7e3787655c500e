//! What Horizon's keys say of its supervisors, alive, paused and killed.

use crate::probe::queue::testkit::{NOPERM, at_least, bulk, exactly, list, store, target, unknown, words};
use core::time::Duration;
use shared::reading::{Reading, Why};
use shared::sample::{Basis, Exactness, QueueSample, Workers};
use shared::time::Timestamp;

const SUPERVISORS: &str = "ZREVRANGE laravel_horizon:supervisors 0 255 WITHSCORES";
const FIRST: &str = "HMGET laravel_horizon:supervisor:web-1:mail status processes";
const SECOND: &str = "HMGET laravel_horizon:supervisor:web-2:mail status processes";
const GONE: &str = "*2\r\n$-1\r\n$-1\r\n";

fn read(first: &str, second: &str) -> QueueSample {
    let both = list(&["web-1:mail", "1796047202", "web-2:mail", "1796047100"]);
    let answers = [
        (SUPERVISORS, both.as_str()),
        (FIRST, first),
        (SECOND, second),
        ("LLEN shop_database_queues:default", ":5\r\n"),
        ("ZCARD laravel_horizon:failed_jobs", ":1\r\n"),
    ];
    store(&answers).read(&target("horizon", "prefix = \"shop_database_\"")).0
}

#[test]
fn a_supervisor_stands_for_its_processes_as_long_as_its_record_is_there() {
    let running = list(&["running", "{\"redis:default\":3,\"redis:mail\":1}"]);
    let sample = read(&running, GONE);
    assert_eq!(sample.workers, exactly(4));
    assert_eq!(sample.last_beat_at, Some(Timestamp::from_secs(1_796_047_202)));
    assert_eq!((sample.beats.len(), sample.beats[0].name.as_str()), (1, "web-1:mail"));
    let numbers = sample.numbers;
    assert_eq!((numbers.queue_depth, numbers.failed_depth), (Reading::redis(5), Reading::redis(1)));
    assert_eq!(words(&sample), Vec::<String>::new());
    let queue = target("horizon", "prefix = \"\"");
    assert_eq!(queue.recipe.basis(), (Basis::TtlRecord, Duration::from_secs(30)));
}

#[test]
fn nobody_left_is_a_known_zero_with_the_time_of_the_last_beat() {
    let sample = read(GONE, GONE);
    assert_eq!((sample.workers, words(&sample)), (exactly(0), vec!["no_consumer".to_owned()]));
    assert_eq!(sample.last_beat_at, Some(Timestamp::from_secs(1_796_047_202)));
    assert_eq!(read(&list(&["running", "[]"]), GONE).workers, exactly(0), "PHP's empty object");
}

#[test]
fn paused_supervisors_are_alive_and_remarked_when_all_are() {
    let paused = list(&["paused", "{\"redis:default\":3}"]);
    let running = list(&["running", "{\"redis:default\":1}"]);
    let some = read(&paused, &running);
    assert_eq!((some.workers, some.quiet, words(&some)), (exactly(4), 3, vec![]));
    let all = read(&paused, GONE);
    assert_eq!((all.workers, words(&all)), (exactly(3), vec!["quiet".to_owned()]));
}

#[test]
fn a_record_that_is_not_understood_is_not_nobody() {
    for processes in ["soon", "{\"redis:default\":\"three\"}", "{\"redis:default\":-1}", "[3]", ""] {
        let sample = read(&list(&["running", processes]), GONE);
        let alive = unknown(Why::NotUnderstood);
        assert_eq!(sample.workers, Workers::Counted { alive, exactness: Exactness::Exact }, "{processes}");
        let sample = read(&list(&["running", processes]), &list(&["running", "{\"a\":2}"]));
        assert_eq!(sample.workers, at_least(2));
    }
    assert_eq!(read(NOPERM, &list(&["running", "{\"a\":2}"])).workers, at_least(2));
}

#[test]
fn a_window_goes_by_the_beat_and_the_prefix_may_be_ones_own() {
    let queue = target("horizon", "prefix = \"\"\nhorizon_prefix = \"h:\"\nwindow = \"15s\"");
    let (both, crew) = (list(&["a", "1796047100"]), list(&["running", "{\"a\":2}"]));
    let answers = [
        ("ZREVRANGE h:supervisors 0 255 WITHSCORES", both.as_str()),
        ("HMGET h:supervisor:a status processes", &crew),
    ];
    assert_eq!(store(&answers).read(&queue).0.workers, exactly(0));
    let fresh = list(&["a", "1796047190"]);
    let answers = [(answers[0].0, fresh.as_str()), answers[1]];
    assert_eq!(store(&answers).read(&queue).0.workers, exactly(2));
}

#[test]
fn the_age_is_horizons_own_in_the_message() {
    let queue = target("horizon", "prefix = \"\"\noldest_from_messages = true");
    let message = bulk("{\"uuid\":\"1\",\"pushedAt\":\"1796046761.5021\"}");
    let sample = store(&[("LINDEX queues:default 0", &message)]).read(&queue).0;
    assert_eq!(sample.numbers.oldest_waiting_s, Reading::redis(441));
}
