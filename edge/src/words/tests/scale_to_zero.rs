//! What is said of queues whose workers come only when there is work.

use super::{START, Watch, assert_says, heard, no_permission, planner, queue, up, workers};
use core::time::Duration;
use shared::plan::{QueuePlan, ServicePlan};
use shared::reading::{Reading, Why};
use shared::sample::QueueSample;
use shared::state::Verdict;

fn watch() -> Watch {
    let queue = QueuePlan { scale_to_zero: Some(Duration::from_mins(5)), ..queue() };
    Watch::over([ServicePlan { queues: vec![queue], ..planner() }])
}

fn hear(watch: &mut Watch, sample: &QueueSample, rounds: usize) {
    for _ in 0..rounds {
        watch.hear([heard("planner", up(), [sample.clone()])]);
    }
}

#[test]
fn no_worker_and_no_work_is_everything_works() {
    let mut watch = watch();
    hear(&mut watch, &workers(START, 0, 0), 1);
    assert_says(
        &watch.speaks(),
        "Everything works",
        &["Background jobs: no worker, and no work. Workers start when there is some."],
        &[],
    );
}

#[test]
fn work_that_has_just_come_is_said_to_wait_for_a_worker() {
    let mut watch = watch();
    hear(&mut watch, &workers(START, 0, 3), 1);
    assert_says(
        &watch.speaks(),
        "Everything works",
        &["Background jobs: no worker yet; one should start, since there is work.", "3 jobs are waiting."],
        &[],
    );
}

#[test]
fn work_that_nobody_came_for_is_said_with_how_long() {
    let mut watch = watch();
    hear(&mut watch, &workers(START, 0, 12), 25);
    assert_eq!(watch.board().verdict, Verdict::Down);
    assert_says(
        &watch.speaks(),
        "Background jobs: work is waiting and nobody has come",
        &["12 jobs for 6 minutes.", "The application itself answers."],
        &["Not working since 14:05:15 (1 min)."],
    );
}

#[test]
fn a_worker_that_came_is_at_it_as_everywhere() {
    let mut watch = watch();
    hear(&mut watch, &workers(START, 0, 12), 1);
    hear(&mut watch, &workers(START, 1, 12), 1);
    assert_eq!(watch.speaks().headline.replace('\u{a0}', " "), "Everything works, and 1 worker is at it");
}

#[test]
fn where_the_waiting_work_is_not_known_nobody_knows_whether_somebody_is_missing() {
    let mut watch = watch();
    let mut sample = workers(START, 0, 0);
    sample.numbers.queue_depth = Reading::not_in_redis(Why::NotPermitted);
    hear(&mut watch, &sample, 1);
    assert_eq!(
        watch.speaks().headline,
        "Background jobs: no worker is there, and whether work is waiting is not known"
    );
    hear(&mut watch, &no_permission(), 2);
    assert_eq!(watch.speaks().headline, "Background jobs: the workers could not be counted");
}
