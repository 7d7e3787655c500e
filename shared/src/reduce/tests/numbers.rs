//! DESIGN 1.1: queue depth, dead letters, latency and a shortfall of workers are numbers; none is a verdict.

use crate::reading::{Reading, Why};
use crate::reduce::testkit::*;
use crate::sample::{QueueNumbers, QueueSample};
use crate::state::Verdict;

#[test]
fn no_depth_however_large_worsens_a_verdict() {
    let huge = Reading::redis(u64::MAX);
    let numbers = QueueNumbers {
        queue_depth: huge,
        failed_depth: huge,
        in_flight: huge,
        delayed: huge,
        overdue: huge,
        oldest_waiting_s: huge,
    };
    let mut watch = Watch::over([service("app").with_queue(queue("jobs"))]);
    watch.hear([heard("app").queue(workers("jobs", 50))]);
    let board = watch.hear([heard("app").queue(QueueSample { numbers, ..workers("jobs", 1) })]);
    assert_eq!(board.verdict, Verdict::Operational);
}

#[test]
fn an_empty_queue_does_not_excuse_missing_workers() {
    let mut watch = Watch::over([service("app").with_queue(queue("jobs"))]);
    let numbers = QueueNumbers { queue_depth: Reading::redis(0), ..QueueNumbers::unknown(Why::NotOffered) };
    let board = watch.hear([heard("app").queue(QueueSample { numbers, ..workers("jobs", 0) })]);
    assert_eq!(board.verdict, Verdict::Down);
}

#[test]
fn a_number_that_could_not_be_read_beside_living_workers_is_unknown_on_its_own() {
    let mut watch = Watch::over([service("app").with_queue(queue("jobs"))]);
    let numbers = QueueNumbers::unknown(Why::WrongKindOfKey);
    let board = watch.hear([heard("app").queue(QueueSample { numbers, ..workers("jobs", 1) })]);
    assert_eq!(board.verdict, Verdict::Operational);
    assert_eq!(only_queue(&board).numbers.queue_depth, Reading::not_in_redis(Why::WrongKindOfKey));
}
