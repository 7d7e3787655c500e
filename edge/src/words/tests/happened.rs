//! The words for what happened and for incidents, from rounds that the real reducer judged and the real log kept.

use super::properties::is_calm;
use super::*;
use crate::words::{event, incident};
use proptest::prelude::*;
use shared::annals::Annals;
use shared::incident::{Attendance, Command, Log, PublicCause, PublicEvent, PublicWhat, Stage};
use shared::page::Tone;
use std::sync::Arc;

/// A page that watches and keeps a log.
struct Diary {
    watch: Watch,
    log: Log,
}

impl Diary {
    fn over(services: impl Into<Vec<ServicePlan>>) -> Self {
        Self { watch: Watch::over(services), log: Log::default() }
    }

    fn hear(&mut self, services: impl Into<Vec<ServiceSample>>) -> &mut Self {
        let before = self.watch.memory.clone();
        self.watch.hear(services);
        self.log.follow(&self.watch.plan, &before, &self.watch.memory);
        self
    }

    fn board(&self) -> PublicBoard {
        let annals = Annals {
            incidents: self.log.incidents().to_vec(),
            events: self.log.events().to_vec(),
            ..Annals::default()
        };
        let board = Board::of(&self.watch.plan, &self.watch.memory, self.watch.now).with(Arc::new(annals));
        public(&board)
    }

    /// What happened, oldest first, with plain spaces.
    fn told(&self) -> Vec<String> {
        let board = self.board();
        let several = board.services.len() > 1;
        board
            .events
            .iter()
            .rev()
            .map(|e| event::line(&english(), e, several).replace('\u{a0}', " "))
            .collect()
    }

    fn title(&self) -> String {
        incident::title(&english(), &self.board().incidents[0])
    }
}

fn well() -> HealthReport {
    document(
        Verdict::Operational,
        [line("postgres", State::Operational), line("mercure", State::Operational)],
    )
}

#[test]
fn workers_leave_and_come_back() {
    let mut diary = Diary::over([ServicePlan { queues: vec![queue()], ..planner() }]);
    for alive in [3, 2, 0, 2, 3, 1] {
        diary.hear([heard("planner", up(), [workers(START, alive, 0)])]);
    }
    assert_eq!(
        diary.told(),
        [
            "Background jobs: a worker is gone, 2 of 3 are left",
            "Background jobs: no sign of life from any worker",
            "Background jobs: 2 workers are at it again",
            "Background jobs: a worker signs in, 3 are there",
            "Background jobs: 2 workers are gone, 1 of 3 is left",
        ]
    );
    assert_eq!(diary.title(), "Background jobs: no sign of life from any worker");
}

#[test]
fn a_required_part_fails_and_recovers() {
    let mut diary = Diary::over([application("planner", "Trip planner")]);
    let broken =
        document(Verdict::Down, [line("postgres", State::Down), line("mercure", State::Operational)]);
    for report in [well(), broken, well()] {
        diary.hear([heard("planner", report, [])]);
    }
    assert_eq!(diary.told(), ["Database is not working", "Database works again"]);
    assert_eq!(diary.title(), "Database is not working");
}

#[test]
fn an_optional_part_fails() {
    let mut diary = Diary::over([application("planner", "Trip planner")]);
    let ailing =
        document(Verdict::Degraded, [line("postgres", State::Operational), line("mercure", State::Down)]);
    diary.hear([heard("planner", well(), [])]).hear([heard("planner", ailing, [])]);
    assert_eq!(diary.told(), ["Live updates is not working", "Working, with problems: Live updates"]);
    assert_eq!(diary.title(), "Working, with problems: Live updates");
}

#[test]
fn an_application_restarts() {
    let mut diary = Diary::over([application("planner", "Trip planner")]);
    for report in [well(), HealthReport::said(Verdict::Draining), well()] {
        diary.hear([heard("planner", report, [])]);
    }
    assert_eq!(diary.told(), ["Trip planner is restarting", "Trip planner works again"]);
}

#[test]
fn an_application_does_not_answer() {
    let mut diary = Diary::over([application("planner", "Trip planner")]);
    for report in [well(), unreached(), unreached(), well()] {
        diary.hear([heard("planner", report, [])]);
    }
    assert_eq!(diary.told(), ["Trip planner does not answer", "Trip planner works again"]);
    assert_eq!(diary.title(), "Trip planner does not answer");
}

#[test]
fn nobody_could_tell() {
    let mut diary = Diary::over([ServicePlan { queues: vec![queue()], ..planner() }]);
    for own in [workers(START, 1, 0), silent(), silent(), workers(START, 1, 0)] {
        diary.hear([heard("planner", up(), [own])]);
    }
    assert_eq!(
        diary.told(),
        [
            "Background jobs: the workers could not be counted",
            "Whether Trip planner works is not known",
            "Background jobs: 1 worker is at it",
        ]
    );
}

#[test]
fn of_several_services_a_line_names_its_own() {
    let mut diary = Diary::over([application("planner", "Trip planner"), application("shop", "Shop")]);
    let broken = document(Verdict::Down, [line("postgres", State::Down)]);
    diary.hear([heard("planner", well(), []), heard("shop", well(), [])]);
    diary.hear([heard("planner", unreached(), []), heard("shop", broken.clone(), [])]);
    diary.hear([heard("planner", unreached(), []), heard("shop", broken, [])]);
    assert_eq!(diary.told(), ["Shop · Database is not working", "Trip planner does not answer"]);
}

#[test]
fn people_say_how_far_they_are() {
    let mut diary = Diary::over([application("planner", "Trip planner")]);
    diary.hear([heard("planner", HealthReport::said(Verdict::Down), [])]);
    let commands = [
        Command::Stage { incident: 1, to: Stage::Looking },
        Command::Note { incident: 1, text: "Restarting the workers.".into() },
        Command::Stage { incident: 1, to: Stage::Open },
        Command::Stage { incident: 1, to: Stage::Fixed },
        Command::Stage { incident: 1, to: Stage::Looking },
        Command::PostMortem { incident: 1, text: "A full disk.".into() },
        Command::Mark { service: String::new(), text: "planner 1.42".into() },
    ];
    for command in commands {
        diary.log.apply(command, &diary.watch.plan, diary.watch.now).unwrap();
    }
    assert_eq!(
        diary.told(),
        [
            "Trip planner is not working",
            "Somebody is looking into it",
            "On call: \u{201c}Restarting the workers.\u{201d}",
            "Nobody is looking into it at the moment",
            "It is fixed",
            "Somebody is looking into it again",
            "Learned afterwards: \u{201c}A full disk.\u{201d}",
            "planner 1.42",
        ]
    );
    assert_eq!(incident::stage(&english(), diary.board().incidents[0].stage), "Somebody is looking into it");
    assert_eq!(incident::stage(&english(), Stage::Open), "Nobody has said anything yet");
}

#[test]
fn how_long_an_incident_lasts_is_rounded_down() {
    let mut diary = Diary::over([application("planner", "Trip planner")]);
    diary.hear([heard("planner", HealthReport::said(Verdict::Down), [])]);
    let span = |diary: &Diary| {
        let said = incident::span(&english(), &diary.board().incidents[0], diary.watch.now);
        said.replace('\u{a0}', " ")
    };
    assert_eq!(span(&diary), "Since 14:00:15");
    diary.watch.wait(119);
    assert_eq!(span(&diary), "Since 14:00:15, for 1 minute");
    diary.hear([heard("planner", well(), [])]);
    assert_eq!(span(&diary), "From 14:00:15 to 14:02:29, for 2 minutes");
    diary.watch.wait(86_400);
    assert_eq!(span(&diary), "From 30 Nov. 14:00 to 30 Nov. 14:02, for 2 minutes");
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![Just("Background jobs".to_owned()), Just("Database".to_owned())]
}

fn state() -> impl Strategy<Value = State> {
    prop_oneof![
        Just(State::Operational),
        Just(State::Degraded),
        Just(State::Down),
        Just(State::Draining),
        Just(State::Unknown),
        Just(State::NotApplicable)
    ]
}

fn cause() -> impl Strategy<Value = PublicCause> {
    prop_oneof![
        name().prop_map(|queue| PublicCause::NoWorkers { queue }),
        name().prop_map(|queue| PublicCause::NobodyCame { queue }),
        name().prop_map(|name| PublicCause::Dependency { name }),
        Just(PublicCause::NotReached),
        Just(PublicCause::DrainingTooLong),
        Just(PublicCause::Said),
    ]
}

fn attendance() -> impl Strategy<Value = Attendance> {
    prop_oneof![
        Just(Attendance::NotCounted),
        Just(Attendance::NobodyCame),
        (0..3_u64).prop_map(Attendance::Counted)
    ]
}

fn what() -> impl Strategy<Value = PublicWhat> {
    let verdict = || state().prop_map(|state| Verdict::of(state).unwrap_or(Verdict::Unknown));
    let bad = prop_oneof![Just(Verdict::Down), Just(Verdict::Degraded)];
    let stages = [Stage::Open, Stage::Looking, Stage::Found, Stage::Fixed, Stage::Watching];
    prop_oneof![
        (verdict(), verdict()).prop_map(|(from, to)| PublicWhat::Verdict { from, to, cause: None }),
        (verdict(), bad, cause()).prop_map(|(from, to, cause)| PublicWhat::Verdict {
            from,
            to,
            cause: Some(cause)
        }),
        (name(), state(), state()).prop_map(|(name, from, to)| PublicWhat::Dependency { name, from, to }),
        (name(), state(), state(), attendance())
            .prop_map(|(name, from, to, attendance)| { PublicWhat::Queue { name, from, to, attendance } }),
        (name(), 0..3000_u64, 1..3000_u64)
            .prop_map(|(name, from, more)| { PublicWhat::Workers { name, from, to: (from + more) % 3000 } }),
        (0..5_usize, 0..5_usize)
            .prop_map(move |(from, to)| PublicWhat::Stage { from: stages[from], to: stages[to] }),
    ]
}

proptest! {
    #[test]
    fn every_line_is_calm_and_whole(what in what(), several: bool) {
        let has_state = matches!(
            what, PublicWhat::Verdict { .. } | PublicWhat::Dependency { .. } | PublicWhat::Queue { .. }
        );
        let event = PublicEvent {
            id: 1,
            at: START,
            service: "planner".into(),
            service_name: "Trip planner".into(),
            incident: None,
            edited_at: None,
            what,
        };
        let line = event::line(&english(), &event, several);
        is_calm(&line)?;
        prop_assert!(!several || line.contains("Trip planner"));
        prop_assert!(!line.ends_with('.') && !line.contains("  "), "{line:?}");
        prop_assert!(line.chars().next().is_some_and(char::is_uppercase), "{line:?}");
        prop_assert!(has_state || event::tone(&event) == Tone::NotChecked);
    }
}
