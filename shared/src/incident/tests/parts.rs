//! What is told of dependencies, queues and workers.

use super::Diary;
use crate::incident::{Attendance, What};
use crate::name::PublicName;
use crate::reading::Reading;
use crate::reduce::testkit::{
    EXPIRES_AFTER, heard, line, messenger, queue, redis_unreached, service, up, workers,
};
use crate::sample::{DependencyReport, Exactness, HealthReport, QueueSample, Workers};
use crate::state::State;

fn app() -> Diary {
    Diary::over([service("app").with_health().naming("postgres", "Database").hiding("vault")])
}

fn postgres(state: State) -> HealthReport {
    up().line(line("postgres", state))
}

fn database(from: State, to: State) -> What {
    What::Dependency { name: PublicName::Given("Database".to_owned()), hidden: false, from, to }
}

fn crew(from: u64, to: u64) -> What {
    What::Workers { name: PublicName::Given("The jobs".to_owned()), hidden: false, from, to }
}

/// What is told of the application's parts, oldest first.
fn told(diary: &Diary) -> Vec<What> {
    let parts = diary.log.events().iter().rev().map(|event| event.what.clone());
    parts.filter(|what| !matches!(what, What::Verdict { .. })).collect()
}

#[test]
fn a_dependency_that_changes_is_told() {
    let mut diary = app();
    for state in [State::Operational, State::Down, State::Down, State::Operational] {
        diary.hear([heard("app").health(postgres(state))]);
    }
    assert_eq!(
        told(&diary),
        [database(State::Operational, State::Down), database(State::Down, State::Operational)]
    );
}

#[test]
fn a_hidden_dependency_is_told_as_hidden() {
    let mut diary = app();
    for state in [State::Operational, State::Down] {
        diary.hear([heard("app").health(up().line(line("vault", state)))]);
    }
    assert!(matches!(told(&diary)[..], [What::Dependency { hidden: true, .. }]));
}

#[test]
fn while_nobody_can_ask_the_application_nothing_is_told_of_its_parts() {
    let mut diary = app();
    diary.hear([heard("app").health(postgres(State::Operational))]);
    diary.hear([heard("app").health(HealthReport::unreached())]);
    diary.hear([heard("app").health(HealthReport::unreached())]);
    diary.hear([heard("app").health(postgres(State::Operational))]);
    assert_eq!(told(&diary), []);
}

#[test]
fn a_dependency_that_failed_or_recovered_while_nobody_could_ask_is_told_afterwards() {
    let mut diary = app();
    let one_more = |diary: &mut Diary, state| {
        diary.hear([heard("app").health(postgres(state))]).wait(EXPIRES_AFTER * 2);
    };
    one_more(&mut diary, State::Operational);
    one_more(&mut diary, State::Down);
    assert_eq!(told(&diary), [database(State::Unknown, State::Down)]);
    one_more(&mut diary, State::Down);
    one_more(&mut diary, State::Operational);
    assert_eq!(told(&diary)[1..], [database(State::Down, State::Operational)]);
}

#[test]
fn workers_that_come_and_go_are_told_between_known_numbers_only() {
    let mut diary = Diary::over([service("app").with_queue(queue("jobs"))]);
    for alive in [2, 2, 1] {
        diary.hear([heard("app").queue(workers("jobs", alive))]);
    }
    assert_eq!(told(&diary), [crew(2, 1)]);
    for _ in 0..2 {
        diary.hear([heard("app").queue(redis_unreached("jobs"))]);
    }
    diary.hear([heard("app").queue(workers("jobs", 3))]);
    assert!(!told(&diary).contains(&crew(1, 3)));
    diary.wait(EXPIRES_AFTER * 2).hear([heard("app").queue(workers("jobs", 4))]);
    assert!(!told(&diary).contains(&crew(3, 4)));
}

#[test]
fn a_bound_is_no_number_of_workers() {
    let at_most = |alive| QueueSample {
        workers: Workers::Counted { alive: Reading::redis(alive), exactness: Exactness::AtMost },
        ..workers("jobs", alive)
    };
    let mut diary = Diary::over([service("app").with_queue(queue("jobs"))]);
    diary.hear([heard("app").queue(at_most(3))]).hear([heard("app").queue(at_most(2))]);
    assert_eq!(told(&diary), []);
}

#[test]
fn a_count_by_another_witness_is_no_change() {
    let mut diary =
        Diary::over([service("app").with_health().with_queue(queue("jobs").reported_as("messenger"))]);
    diary.hear([heard("app").health(up().line(messenger(3))).queue(workers("jobs", 2))]);
    for _ in 0..2 {
        diary.hear([heard("app").health(up().line(messenger(3))).queue(redis_unreached("jobs"))]);
    }
    assert_eq!(told(&diary), []);
}

#[test]
fn a_line_that_counts_workers_is_told_once_as_a_queue() {
    let mut diary = app();
    for alive in [1, 0] {
        let counted = DependencyReport { key: "10.0.0.7".to_owned(), ..messenger(alive) };
        let report = up().line(line("postgres", State::Operational)).line(counted);
        diary.hear([heard("app").health(report)]);
    }
    let name = PublicName::Numbered(2);
    assert_eq!(
        told(&diary),
        [
            What::Workers { name: name.clone(), hidden: false, from: 1, to: 0 },
            What::Queue {
                name,
                hidden: false,
                from: State::Operational,
                to: State::Down,
                attendance: Attendance::Counted(0)
            },
        ]
    );
}

#[test]
fn a_line_that_counts_the_workers_of_a_queue_is_told_of_that_queue_alone() {
    let jobs = queue("jobs").reported_as("messenger");
    let mut diary = Diary::over([service("app").with_health().with_queue(jobs)]);
    for alive in [1, 0] {
        let report = up().line(messenger(alive)).line(line("postgres", State::Operational));
        diary.hear([heard("app").health(report).queue(workers("jobs", alive))]);
    }
    let told = told(&diary);
    assert!(matches!(told[..], [What::Workers { .. }, What::Queue { .. }]), "{told:?}");
}
