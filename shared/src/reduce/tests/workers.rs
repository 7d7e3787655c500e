//! DESIGN 4, "Queues": a queue is down if, and only if, its workers are known to be 0.

use crate::flag::FlagWord;
use crate::memory::{BeatSource, LastCrew};
use crate::reading::{Reading, Why};
use crate::reduce::testkit::*;
use crate::sample::{Crew, Exactness, QueueSample, Standing, Workers};
use crate::state::{State, Verdict};
use core::time::Duration;

fn watch() -> Watch {
    Watch::over([service("app").with_queue(queue("jobs"))])
}

#[test]
fn one_worker_is_operational_and_none_is_down_with_no_consumer() {
    let mut watch = watch();
    let board = watch.hear([heard("app").queue(workers("jobs", 1))]);
    assert_eq!((board.verdict, board.remarks(FlagWord::NoConsumer)), (Verdict::Operational, false));
    let board = watch.hear([heard("app").queue(workers("jobs", 0))]);
    assert_eq!((board.verdict, board.remarks(FlagWord::NoConsumer)), (Verdict::Down, true));
}

#[test]
fn at_least_one_worker_is_operational() {
    let mut watch = watch();
    let many = Workers::Counted { alive: Reading::redis(256), exactness: Exactness::AtLeastOne };
    let board = watch.hear([heard("app").queue(QueueSample { workers: many, ..workers("jobs", 256) })]);
    assert_eq!(board.verdict, Verdict::Operational);
}

#[test]
fn never_seen_is_said_only_if_nobody_was_ever_seen() {
    let mut watch = watch();
    assert!(watch.hear([heard("app").queue(workers("jobs", 0))]).remarks(FlagWord::NeverSeen));
    watch.hear([heard("app").queue(workers("jobs", 1))]);
    let board = watch.hear([heard("app").queue(workers("jobs", 0))]);
    assert_eq!((board.remarks(FlagWord::NoConsumer), board.remarks(FlagWord::NeverSeen)), (true, false));
}

#[test]
fn an_old_beat_in_the_store_shows_that_somebody_was_there() {
    let mut watch = watch();
    let board = watch.hear([heard("app").queue(workers("jobs", 0).last_beat(START))]);
    assert_eq!((board.verdict, board.remarks(FlagWord::NeverSeen)), (Verdict::Down, false));
}

#[test]
fn workers_that_could_not_be_read_are_unknown_and_never_0() {
    for (standing, why) in [
        (Standing::Unreached, Why::NotAnswering),
        (Standing::Refused, Why::WrongPassword),
        (Standing::OurFault, Why::OurFault),
        (Standing::Said, Why::ClockSkew),
    ] {
        let mut watch = watch();
        watch.hear([heard("app").queue(workers("jobs", 0))]);
        watch.hear([heard("app").queue(not_read("jobs", standing, why))]);
        let board = watch.hear([heard("app").queue(not_read("jobs", standing, why))]);
        assert_eq!(board.verdict, Verdict::Unknown);
        assert_eq!(only_queue(&board).alive(), Reading::not_in_redis(why));
        assert!(!board.remarks(FlagWord::NoConsumer));
    }
}

#[test]
fn the_first_failure_to_read_says_why_at_once_since_nothing_was_known_before() {
    let mut watch = watch();
    let board = watch.hear([heard("app").queue(redis_refused("jobs"))]);
    assert_eq!(only_queue(&board).alive(), Reading::not_in_redis(Why::NoPassword));
    assert_eq!((board.verdict, only(&board).confirming), (Verdict::Unknown, false));
}

#[test]
fn the_last_numbers_stay_while_a_failure_to_read_is_being_confirmed() {
    let mut watch = watch();
    watch.hear([heard("app").queue(workers("jobs", 2))]);
    let board = watch.hear([heard("app").queue(redis_unreached("jobs"))]);
    assert_eq!((only_queue(&board).alive(), only_queue(&board).confirming), (Reading::redis(2), true));
    let board = watch.hear([heard("app").queue(redis_unreached("jobs"))]);
    assert_eq!(
        (only_queue(&board).alive(), only_queue(&board).confirming),
        (Reading::not_in_redis(Why::NotAnswering), false)
    );
}

#[test]
fn a_queue_without_a_way_to_tell_is_not_applicable() {
    let mut watch = watch();
    let board = watch.hear([heard("app").queue(not_measured("jobs"))]);
    assert_eq!(only_queue(&board).state, State::NotApplicable);
    assert!(board.remarks(FlagWord::LivenessNotMeasured) && !board.remarks(FlagWord::NoConsumer));
}

#[test]
fn a_queue_of_a_document_that_does_not_tell_of_workers_is_not_applicable_and_not_fully_observed() {
    let mut watch = Watch::over([service("app").with_health()]);
    let none = Reading::not_from_app(Why::NotOffered);
    let mut transport = line("async", State::NotApplicable);
    transport.crew = Some(Crew { workers_alive: none, queue_depth: Reading::app(14), failed_depth: none });
    let board = watch.hear([heard("app").health(up().line(transport))]);
    let queue = only_queue(&board);
    assert_eq!(
        (queue.state, queue.alive(), queue.numbers.queue_depth),
        (State::NotApplicable, none, Reading::app(14))
    );
    assert_eq!((board.verdict, board.fully_observed), (Verdict::Operational, false));
    assert!(board.remarks(FlagWord::LivenessNotMeasured) && !board.remarks(FlagWord::NoConsumer));
    assert_eq!(only(&board).dependencies, [], "it is told once");
}

#[test]
fn entries_that_are_taken_without_a_beat_are_remarked_and_change_no_verdict() {
    let mut watch = watch();
    watch.hear([heard("app").queue(workers("jobs", 0).at_position("1-0"))]);
    assert!(!watch.look().remarks(FlagWord::MovingWithoutWorkers));
    let board = watch.hear([heard("app").queue(workers("jobs", 0).at_position("2-0"))]);
    assert_eq!((board.verdict, board.remarks(FlagWord::MovingWithoutWorkers)), (Verdict::Down, true));
    let board = watch.hear([heard("app").queue(workers("jobs", 0).at_position("2-0"))]);
    assert_eq!((board.verdict, board.remarks(FlagWord::MovingWithoutWorkers)), (Verdict::Down, false));
}

#[test]
fn entries_that_are_taken_by_workers_are_no_remark() {
    let mut watch = watch();
    watch.hear([heard("app").queue(workers("jobs", 1).at_position("1-0"))]);
    let board = watch.hear([heard("app").queue(workers("jobs", 1).at_position("2-0"))]);
    assert!(!board.remarks(FlagWord::MovingWithoutWorkers));
}

#[test]
fn the_position_is_compared_across_rounds_that_could_not_read_it() {
    let mut watch = watch();
    watch.hear([heard("app").queue(workers("jobs", 0).at_position("1-0"))]);
    watch.hear([heard("app").queue(redis_unreached("jobs"))]);
    let board = watch.hear([heard("app").queue(workers("jobs", 0).at_position("2-0"))]);
    assert!(board.remarks(FlagWord::MovingWithoutWorkers));
}

#[test]
fn the_last_crew_and_the_last_beat_are_remembered_after_the_store_forgot_them() {
    let mut watch = watch();
    let beat = START + Duration::from_secs(12);
    let board = watch.hear([heard("app").queue(workers("jobs", 3).last_beat(beat))]);
    let counted = watch.now;
    assert_eq!(only_queue(&board).last_beat.unwrap().source, BeatSource::Redis);
    for gone in [workers("jobs", 0), redis_unreached("jobs"), redis_unreached("jobs")] {
        let board = watch.hear([heard("app").queue(gone)]);
        let last = only_queue(&board).last_beat.unwrap();
        assert_eq!((last.at, last.source), (beat, BeatSource::Remembered));
        assert_eq!(only_queue(&board).last_crew, Some(LastCrew { count: 3, at: counted }));
    }
}

#[test]
fn an_older_beat_than_the_remembered_one_does_not_turn_the_clock_back() {
    let mut watch = watch();
    let beat = START + Duration::from_secs(12);
    watch.hear([heard("app").queue(workers("jobs", 1).last_beat(beat))]);
    let board = watch.hear([heard("app").queue(workers("jobs", 1).last_beat(START))]);
    assert_eq!(only_queue(&board).last_beat.unwrap().at, beat);
}
