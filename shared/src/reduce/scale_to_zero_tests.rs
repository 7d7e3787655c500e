//! A queue whose workers may all be away: when that is fine, and when nobody came.

use super::*;
use crate::board::QueueBoard;
use crate::plan::QueuePlan;
use crate::reading::{Reading, Why};
use crate::reduce::testkit::{
    EVERY, EXPIRES_AFTER, Watch, heard, messenger, only_queue, queue, redis_refused, redis_unreached,
    service, up, workers,
};
use crate::sample::{QueueSample, ServiceSample};
use crate::state::Verdict;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

/// So many rounds may work wait: four lie within a minute.
const PATIENCE: Duration = Duration::from_mins(1);

fn plan() -> QueuePlan {
    QueuePlan { scale_to_zero: Some(PATIENCE), ..queue("jobs") }
}

fn watch() -> Watch {
    Watch::over([service("app").with_queue(plan())])
}

/// So many workers; so many messages wait, or nobody knows how many.
fn seen(alive: u64, waiting: Option<u64>) -> QueueSample {
    let queue_depth = waiting.map_or(Reading::not_in_redis(Why::NotPermitted), Reading::redis);
    let mut sample = workers("jobs", alive);
    sample.numbers.queue_depth = queue_depth;
    sample
}

fn round(sample: QueueSample) -> [ServiceSample; 1] {
    [heard("app").queue(sample)]
}

fn after(watch: &mut Watch, sample: QueueSample) -> QueueBoard {
    only_queue(&watch.hear(round(sample))).clone()
}

fn says(queue: &QueueBoard, word: FlagWord) -> bool {
    Flag::is_said(&queue.flags, word)
}

#[test]
fn nobody_there_is_well_while_nothing_waits() {
    let mut watch = watch();
    for _ in 0..20 {
        let queue = after(&mut watch, seen(0, Some(0)));
        assert_eq!(queue.state, State::Operational);
        assert!(says(&queue, FlagWord::ScaledToZero) && !says(&queue, FlagWord::NoConsumer));
        assert!(!says(&queue, FlagWord::NeverSeen));
    }
    assert_eq!(watch.look().verdict, Verdict::Operational);
    assert!(watch.look().fully_observed);
}

#[test]
fn work_that_waits_in_every_round_for_the_window_is_down_and_not_before() {
    let mut watch = watch();
    for _ in 0..4 {
        assert_eq!(after(&mut watch, seen(0, Some(12))).state, State::Operational);
    }
    let first = watch.now - EVERY * 3;
    let queue = after(&mut watch, seen(0, Some(12)));
    assert_eq!((queue.state, queue.since, queue.unserved_since), (State::Down, watch.now, Some(first)));
    assert!(says(&queue, FlagWord::NobodyCame) && says(&queue, FlagWord::NoConsumer));
    assert!(!says(&queue, FlagWord::ScaledToZero));
    let since = queue.since;
    assert_eq!(after(&mut watch, seen(0, Some(900))).since, since);
}

#[test]
fn a_worker_or_an_empty_queue_ends_the_wait() {
    for end in [seen(1, Some(12)), seen(0, Some(0))] {
        let mut watch = watch();
        for _ in 0..4 {
            after(&mut watch, seen(0, Some(12)));
        }
        let queue = after(&mut watch, end);
        assert_eq!((queue.state, queue.unserved_since), (State::Operational, None));
        assert_eq!(after(&mut watch, seen(0, Some(12))).state, State::Operational);
    }
}

#[test]
fn what_is_due_and_not_started_waits_too() {
    let mut watch = watch();
    let due = || {
        let mut sample = seen(0, Some(0));
        sample.numbers.overdue = Reading::redis(3);
        sample
    };
    let states: Vec<State> = (0..5).map(|_| after(&mut watch, due()).state).collect();
    assert_eq!(states.last(), Some(&State::Down));
}

#[test]
fn nobody_there_is_not_known_where_the_waiting_work_is_not() {
    let mut watch = watch();
    let queue = after(&mut watch, seen(0, None));
    assert_eq!(queue.state, State::Unknown);
    assert!(says(&queue, FlagWord::ScaledToZero));
    assert_eq!(after(&mut watch, seen(2, None)).state, State::Operational);
}

#[test]
fn work_that_somebody_took_between_two_rounds_was_not_left_alone() {
    let mut watch = watch();
    for position in ["1-0", "2-0", "3-0", "4-0", "5-0", "6-0"] {
        let queue = after(&mut watch, seen(0, Some(12)).at_position(position));
        assert_eq!(queue.state, State::Operational, "{position}");
    }
    for _ in 0..3 {
        assert_eq!(after(&mut watch, seen(0, Some(12)).at_position("6-0")).state, State::Operational);
    }
    assert_eq!(after(&mut watch, seen(0, Some(12)).at_position("6-0")).state, State::Down);
}

#[test]
fn a_round_that_brought_nothing_does_not_end_the_wait_but_a_time_without_any_does() {
    let mut watch = watch();
    after(&mut watch, seen(0, Some(12)));
    after(&mut watch, redis_unreached("jobs"));
    after(&mut watch, seen(0, Some(12)));
    after(&mut watch, seen(0, Some(12)));
    assert_eq!(after(&mut watch, seen(0, Some(12))).state, State::Down);
    watch.wait(EXPIRES_AFTER);
    // Nobody looked for so long that somebody may have come and gone.
    assert_eq!(after(&mut watch, seen(0, Some(12))).state, State::Operational);
}

#[test]
fn down_stays_down_while_a_failure_to_read_is_confirmed() {
    let mut watch = watch();
    for _ in 0..5 {
        after(&mut watch, seen(0, Some(12)));
    }
    let down = only_queue(&watch.look()).clone();
    let queue = after(&mut watch, redis_refused("jobs"));
    assert_eq!(
        (queue.state, queue.since, queue.unserved_since),
        (State::Down, down.since, down.unserved_since)
    );
    assert!(says(&queue, FlagWord::NobodyCame));
    assert_eq!(after(&mut watch, redis_refused("jobs")).state, State::Unknown);
}

#[test]
fn the_applications_count_of_nobody_is_judged_by_the_same_rule() {
    let app = service("app").with_health().with_queue(plan().reported_as("messenger"));
    let mut watch = Watch::over([app]);
    let told = |sample: QueueSample| [heard("app").health(up().line(messenger(0))).queue(sample)];
    // The application's own document has 5 waiting; Redis is not reached.
    let first = only_queue(&watch.hear(told(redis_unreached("jobs")))).clone();
    assert_eq!((first.state, first.alive().known()), (State::Operational, Some(0)));
    for _ in 0..4 {
        watch.hear(told(redis_unreached("jobs")));
    }
    assert_eq!(only_queue(&watch.look()).state, State::Down);
}

#[test]
fn without_the_word_in_the_configuration_nobody_is_down() {
    let mut watch = Watch::over([service("app").with_queue(queue("jobs"))]);
    let queue = after(&mut watch, seen(0, Some(0)));
    assert_eq!((queue.state, queue.unserved_since), (State::Down, None));
}

proptest! {
    #[test]
    fn down_means_that_nobody_was_there_and_work_waited_in_every_round_of_the_window(
        rounds in vec((0..2_u64, option::weighted(0.9, 0..2_u64)), 1..40),
    ) {
        let mut watch = watch();
        let mut told: Vec<(u64, Option<u64>)> = Vec::new();
        for (alive, waiting) in rounds {
            told.push((alive, waiting));
            let state = after(&mut watch, seen(alive, waiting)).state;
            let waits = |(alive, waiting): &(u64, Option<u64>)| *alive == 0 && waiting.is_some_and(|n| n > 0);
            // Unknown numbers in between neither prove nor disprove; the row ends with a worker or an empty queue.
            let row = told.iter().rev().take_while(|(alive, waiting)| *alive == 0 && *waiting != Some(0));
            let first = row.clone().enumerate().filter(|(_, r)| waits(r)).map(|(ago, _)| ago).max();
            let gaps = row.map(waits).collect::<Vec<_>>();
            let longest_gap = gaps.split(|w| *w).map(<[bool]>::len).max().unwrap_or(0);
            let expected = match (alive, waiting) {
                (1.., _) | (0, Some(0)) => State::Operational,
                (0, None) => State::Unknown,
                _ if first.is_some_and(|ago| EVERY * u32::try_from(ago).unwrap() >= PATIENCE) => State::Down,
                _ => State::Operational,
            };
            // A longer time without a number begins anew: that is another test's.
            prop_assume!(EVERY * u32::try_from(longest_gap + 1).unwrap() <= EXPIRES_AFTER);
            prop_assert_eq!(state, expected);
        }
    }

    #[test]
    fn a_restart_between_two_rounds_changes_nothing(rounds in vec((0..2_u64, 0..2_u64), 1..20), at in 0..20_usize) {
        let mut steady = watch();
        let mut restarted = watch();
        for (nth, (alive, waiting)) in rounds.into_iter().enumerate() {
            if nth == at {
                let row = serde_json::to_string(&restarted.memory).unwrap();
                restarted.memory = serde_json::from_str(&row).unwrap();
            }
            let sample = seen(alive, Some(waiting));
            prop_assert_eq!(after(&mut steady, sample.clone()), after(&mut restarted, sample));
        }
    }
}
