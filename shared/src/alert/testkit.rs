//! Words for tests of alerts: one application with a queue, as a board shows it, and somebody who listens.
//!
//! Holds no rule and asserts nothing.

use super::{AlertState, Kind, Notice, Rules, decide};
use crate::annals::Annals;
use crate::board::{Board, DependencyBoard};
use crate::incident::{Cause, Incident, Stage};
use crate::maintenance::Window;
use crate::memory::Memory;
use crate::name::PublicName;
use crate::plan::HealthPlan;
use crate::reading::Reading;
use crate::reduce::testkit::{DRAIN_MAX, EVERY, EXPIRES_AFTER, START, plan, queue, service};
use crate::sample::DependencyEvidence;
use crate::state::{State, Verdict};
use crate::time::Timestamp;
use core::time::Duration;
use std::sync::Arc;

pub const RULES: Rules = Rules {
    unknown_after: Duration::from_mins(10),
    dead_letter_every: Duration::from_hours(1),
    remind_every: Duration::from_hours(4),
    expires_after: EXPIRES_AFTER,
};

/// A page that watches `planner` with its queue `async`, and what it has said so far.
pub struct Ear {
    pub state: AlertState,
    pub board: Board,
    pub now: Timestamp,
}

impl Ear {
    /// All is well, and has been looked at twice.
    pub fn new() -> Self {
        let mut ear = Self::before_the_first_round();
        ear.rounds(2);
        ear
    }

    pub fn before_the_first_round() -> Self {
        let mut plan = plan([service("planner")]);
        plan.drain_max = DRAIN_MAX;
        plan.services[0].health = Some(HealthPlan::default());
        plan.services[0].queues.push(queue("async"));
        let board = Board::of(&plan, &Memory::new(START), START);
        let mut ear = Self { state: AlertState::default(), board, now: START };
        ear.is(Verdict::Operational);
        let service = &mut ear.board.services[0];
        service.health.as_mut().unwrap().state = State::Operational;
        service.queues[0].state = State::Operational;
        service.queues[0].numbers.failed_depth = Reading::redis(0);
        service.queues[0].numbers.queue_depth = Reading::redis(0);
        ear
    }

    /// The service's verdict becomes this one with the next round.
    pub fn is(&mut self, verdict: Verdict) {
        let service = &mut self.board.services[0];
        if service.verdict != verdict {
            service.verdict = verdict;
            service.since = self.now + EVERY;
        }
    }

    pub fn dead_letters(&mut self, n: u64) {
        self.board.services[0].queues[0].numbers.failed_depth = Reading::redis(n);
    }

    pub fn breaker(&mut self, state: &str) {
        self.board.services[0].dependencies = vec![DependencyBoard {
            key: "rabbitmq".to_owned(),
            public_id: "rabbitmq".to_owned(),
            name: PublicName::Given("rabbitmq".to_owned()),
            hidden: false,
            state: State::Operational,
            latency: None,
            evidence: DependencyEvidence {
                breaker_state: Some(state.to_owned()),
                ..DependencyEvidence::default()
            },
        }];
    }

    /// A window over the service from the next round on.
    pub fn maintenance(&mut self, lasts: Duration) {
        let from = self.now + EVERY;
        let window = Window {
            id: "w".to_owned(),
            title: String::new(),
            services: vec!["planner".to_owned()],
            from,
            until: from + lasts,
        };
        self.board.annals = Arc::new(Annals { windows: vec![window], ..Annals::default() });
    }

    /// An incident is open, and somebody has said how far they are.
    pub fn stage(&mut self, stage: Stage) {
        let incident = Incident {
            id: 1,
            service: "planner".to_owned(),
            opened_at: self.now,
            closed_at: None,
            worst: Verdict::Down,
            cause: Cause::Said,
            stage,
            evidence: String::new(),
        };
        self.board.annals = Arc::new(Annals { incidents: vec![incident], ..Annals::default() });
    }

    /// One more round, and what is said after it.
    pub fn round(&mut self) -> Vec<Notice> {
        self.round_after(EVERY)
    }

    pub fn round_after(&mut self, gap: Duration) -> Vec<Notice> {
        self.now = self.now + gap;
        self.board.served_at = self.now;
        let (state, notices) = decide(&RULES, &self.state, &self.board, self.now);
        self.state = state;
        notices
    }

    /// So many rounds, and all that is said after them.
    pub fn rounds(&mut self, many: u32) -> Vec<Notice> {
        (0..many).flat_map(|_| self.round()).collect()
    }

    /// Rounds for this long.
    pub fn lasts(&mut self, time: Duration) -> Vec<Notice> {
        self.rounds(u32::try_from(time.as_secs() / EVERY.as_secs()).unwrap())
    }
}

pub fn kinds(notices: &[Notice]) -> Vec<Kind> {
    notices.iter().map(Notice::kind).collect()
}
