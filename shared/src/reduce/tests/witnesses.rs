//! DESIGN 4, "Queues": the health document and the Redis behind it are two witnesses.

use crate::flag::FlagWord;
use crate::memory::LastCrew;
use crate::plan::ServicePlan;
use crate::reading::{Reading, Source, Why};
use crate::reduce::testkit::*;
use crate::sample::{HealthReport, QueueNumbers, QueueSample, ServiceSample, Standing};
use crate::state::{State, Verdict};

fn both() -> ServicePlan {
    service("app").with_health().with_queue(queue("jobs").reported_as("messenger"))
}

/// The document counts `told` workers; our own reading is `own`.
fn round(told: u64, own: QueueSample) -> [ServiceSample; 1] {
    [heard("app").health(up().line(messenger(told))).queue(own)]
}

#[test]
fn both_counts_are_shown() {
    let mut watch = Watch::over([both()]);
    let board = watch.hear(round(3, workers("jobs", 2)));
    let jobs = only_queue(&board);
    assert_eq!((jobs.alive(), jobs.reported.unwrap().workers_alive), (Reading::redis(2), Reading::app(3)));
    assert!(!board.remarks(FlagWord::SourcesDisagree));
}

#[test]
fn a_queue_with_two_witnesses_is_shown_once() {
    let mut watch = Watch::over([both()]);
    let board = watch.hear(round(2, workers("jobs", 2)));
    assert_eq!(only_queue(&board).id, "jobs");
}

#[test]
fn an_application_that_says_0_is_believed_only_after_two_rounds_running() {
    let mut watch = Watch::over([both()]);
    let board = watch.hear(round(0, workers("jobs", 2)));
    assert_eq!(
        (only_queue(&board).state, board.remarks(FlagWord::SourcesDisagree)),
        (State::Operational, false)
    );
    let board = watch.hear(round(0, workers("jobs", 2)));
    assert_eq!((only_queue(&board).state, board.remarks(FlagWord::SourcesDisagree)), (State::Down, true));
    let board = watch.hear(round(2, workers("jobs", 2)));
    assert_eq!(
        (only_queue(&board).state, board.remarks(FlagWord::SourcesDisagree)),
        (State::Operational, false)
    );
}

#[test]
fn a_round_in_agreement_begins_the_counting_anew() {
    let mut watch = Watch::over([both()]);
    for told in [0, 2, 0] {
        let board = watch.hear(round(told, workers("jobs", 2)));
        assert!(!board.remarks(FlagWord::SourcesDisagree));
    }
}

#[test]
fn our_own_0_is_down_at_once_whatever_the_application_says() {
    let mut watch = Watch::over([both()]);
    let board = watch.hear(round(2, workers("jobs", 0)));
    assert_eq!((board.verdict, board.remarks(FlagWord::SourcesDisagree)), (Verdict::Down, false));
    let board = watch.hear(round(2, workers("jobs", 0)));
    assert_eq!((board.verdict, board.remarks(FlagWord::SourcesDisagree)), (Verdict::Down, true));
}

#[test]
fn one_document_cannot_disagree_in_two_rounds() {
    let mut watch = Watch::over([both()]);
    watch.hear(round(0, workers("jobs", 2)));
    for _ in 0..2 {
        let board = watch.hear([heard("app").health_skipped().queue(workers("jobs", 2))]);
        assert_eq!(
            (only_queue(&board).state, board.remarks(FlagWord::SourcesDisagree)),
            (State::Operational, false)
        );
    }
    let board = watch.hear(round(0, workers("jobs", 2)));
    assert_eq!((only_queue(&board).state, board.remarks(FlagWord::SourcesDisagree)), (State::Down, true));
}

#[test]
fn a_round_in_which_we_were_offline_parts_two_disagreements() {
    let mut watch = Watch::over([both()]);
    watch.hear(round(0, workers("jobs", 2)));
    watch.hear([heard("app").health(HealthReport::unreached()).queue(redis_unreached("jobs"))]);
    let board = watch.hear(round(0, workers("jobs", 2)));
    assert_eq!(
        (only_queue(&board).state, board.remarks(FlagWord::SourcesDisagree)),
        (State::Operational, false)
    );
}

#[test]
fn an_application_that_does_not_know_contradicts_nobody() {
    let mut watch = Watch::over([both()]);
    for _ in 0..3 {
        let mut unsure = messenger(1);
        unsure.crew.as_mut().unwrap().workers_alive = Reading::not_from_app(Why::NotReported);
        let board = watch.hear([heard("app").health(up().line(unsure)).queue(workers("jobs", 2))]);
        assert_eq!((board.verdict, board.remarks(FlagWord::SourcesDisagree)), (Verdict::Operational, false));
    }
}

#[test]
fn when_our_own_reading_fails_the_applications_count_is_used_after_confirm() {
    for (standing, why) in [
        (Standing::Unreached, Why::NotAnswering),
        (Standing::Refused, Why::NotPermitted),
        (Standing::Said, Why::ClockSkew),
    ] {
        let mut watch = Watch::over([both()]);
        watch.hear(round(3, workers("jobs", 2)));
        let board = watch.hear(round(3, not_read("jobs", standing, why)));
        assert_eq!((only_queue(&board).alive(), only_queue(&board).confirming), (Reading::redis(2), true));
        let board = watch.hear(round(3, not_read("jobs", standing, why)));
        let jobs = only_queue(&board);
        assert_eq!((board.verdict, jobs.alive()), (Verdict::Operational, Reading::app(3)));
        assert_eq!(jobs.numbers.queue_depth, Reading::app(7));
        assert_eq!(jobs.numbers.in_flight, Reading::not_in_redis(why));
        assert!(board.remarks(FlagWord::QueueUnknown));
    }
}

#[test]
fn a_number_that_we_did_read_is_not_replaced_by_the_applications() {
    let mut watch = Watch::over([both()]).with_confirm(1);
    let numbers = QueueNumbers { queue_depth: Reading::redis(5), ..QueueNumbers::unknown(Why::NotPermitted) };
    let partial = QueueSample { numbers, ..redis_refused("jobs") };
    let board = watch.hear(round(3, partial));
    assert_eq!(only_queue(&board).numbers.queue_depth, Reading::redis(5));
    assert_eq!(only_queue(&board).numbers.failed_depth, Reading::app(1));
}

#[test]
fn an_application_that_says_0_while_redis_is_silent_is_believed_at_once() {
    let mut watch = Watch::over([both()]);
    watch.hear(round(2, workers("jobs", 2)));
    let board = watch.hear(round(0, redis_unreached("jobs")));
    assert_eq!((only_queue(&board).state, only_queue(&board).alive()), (State::Down, Reading::app(0)));
    assert!(board.remarks(FlagWord::NoConsumer) && !board.remarks(FlagWord::NeverSeen));
}

#[test]
fn the_applications_count_is_valid_as_long_as_the_document_it_came_from() {
    let mut watch = Watch::over([both()]).with_confirm(1);
    watch.hear(round(3, workers("jobs", 2)));
    let told = watch.now;
    let board = watch.hear([heard("app").health_skipped().queue(redis_unreached("jobs"))]);
    assert_eq!(only_queue(&board).alive(), Reading::app(3));
    assert_eq!(only_queue(&board).observed_at, Some(told));
    assert_eq!(only_queue(&board).last_crew, Some(LastCrew { count: 3, at: told }));
    watch.wait(EXPIRES_AFTER);
    let board = watch.hear([heard("app").health_skipped().queue(redis_unreached("jobs"))]);
    assert_eq!(only_queue(&board).alive(), Reading::not_in_redis(Why::NotAnswering));
}

#[test]
fn with_both_witnesses_silent_the_queue_is_unknown() {
    let mut watch = Watch::over([both()]);
    watch.hear(round(2, workers("jobs", 2)));
    for _ in 0..2 {
        watch.hear([heard("app").health(HealthReport::refused()).queue(redis_unreached("jobs"))]);
    }
    assert_eq!(only_queue(&watch.look()).state, State::Unknown);
}

#[test]
fn a_document_with_worker_numbers_gives_a_queue_by_itself() {
    let mut watch = Watch::over([service("app").with_health()]);
    let board = watch.hear([heard("app").health(up().line(messenger(2)))]);
    let jobs = only_queue(&board);
    assert_eq!(
        (jobs.id.as_str(), jobs.system.as_str(), jobs.state),
        ("messenger", "adr075", State::Operational)
    );
    assert_eq!(jobs.alive(), Reading::app(2));
    for number in [jobs.numbers.in_flight, jobs.numbers.delayed, jobs.numbers.oldest_waiting_s] {
        assert_eq!(number, Reading::Unknown { why: Why::NotOffered, source: Source::App });
    }
    assert!(board.fully_observed);
}

#[test]
fn a_reported_queue_of_0_workers_is_down_with_no_consumer_and_remembers_its_crew() {
    let mut watch = Watch::over([service("app").with_health()]);
    let dead = || [heard("app").health(HealthReport::said(Verdict::Down).line(messenger(0)))];
    let board = watch.hear(dead());
    assert_eq!((only_queue(&board).state, board.remarks(FlagWord::NeverSeen)), (State::Down, true));
    watch.hear([heard("app").health(up().line(messenger(2)))]);
    let counted = watch.now;
    let board = watch.hear(dead());
    assert!(board.remarks(FlagWord::NoConsumer) && !board.remarks(FlagWord::NeverSeen));
    assert_eq!(only_queue(&board).last_crew, Some(LastCrew { count: 2, at: counted }));
}

#[test]
fn a_reported_queue_is_confirmed_and_expires_with_its_document() {
    let mut watch = Watch::over([service("app").with_health()]);
    watch.hear([heard("app").health(up().line(messenger(2)))]);
    let said = watch.now;
    let board = watch.hear([heard("app").health(HealthReport::unreached())]);
    let jobs = only_queue(&board);
    assert_eq!((jobs.state, jobs.confirming, jobs.observed_at), (State::Operational, true, Some(said)));
    let board = watch.hear([heard("app").health(HealthReport::unreached())]);
    assert_eq!((board.verdict, only_queue(&board).state), (Verdict::Down, State::Unknown));
    assert_eq!(only_queue(&board).alive(), Reading::not_from_app(Why::NotAnswering));
}

#[test]
fn a_document_gives_no_queue_where_one_is_configured() {
    let mut watch = Watch::over([service("app").with_health().with_queue(queue("jobs"))]);
    let board = watch.hear(round(0, workers("jobs", 2)));
    assert_eq!((only_queue(&board).id.as_str(), only_queue(&board).reported), ("jobs", None));
}
