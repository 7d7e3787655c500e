//! Words for tests of the reducer: plans, what was heard of them, and a page that watches.
//!
//! Holds no rule and asserts nothing.

use super::advance;
use crate::board::{Board, QueueBoard, ServiceBoard};
use crate::flag::{Flag, FlagWord};
use crate::memory::Memory;
use crate::plan::{HealthPlan, Plan, QueuePlan, ServicePlan};
use crate::reading::{Reading, Why};
use crate::sample::{
    Asked, Basis, Crew, DependencyEvidence, DependencyReport, Exactness, HealthReport, QueueNumbers,
    QueueSample, Round, ServiceSample, Standing, Workers,
};
use crate::state::{State, Verdict};
use crate::time::Timestamp;
use core::time::Duration;

/// When every test begins.
pub const START: Timestamp = Timestamp::from_secs(1_796_047_200);
/// From round to round, unless a test says otherwise.
pub const EVERY: Duration = Duration::from_secs(15);
/// How long an observation stays valid.
pub const EXPIRES_AFTER: Duration = Duration::from_mins(1);
/// How long draining is normal.
pub const DRAIN_MAX: Duration = Duration::from_mins(5);

/// A page that watches: the plan, what it remembers and the time.
pub struct Watch {
    pub plan: Plan,
    pub memory: Memory,
    pub now: Timestamp,
}

impl Watch {
    pub fn over(services: impl Into<Vec<ServicePlan>>) -> Self {
        Self { plan: plan(services), memory: Memory::new(START), now: START }
    }

    pub fn with_confirm(mut self, confirm: u32) -> Self {
        self.plan.confirm = confirm;
        self
    }

    /// One more round, `EVERY` after the last moment, and the board at its end.
    pub fn hear(&mut self, services: impl Into<Vec<ServiceSample>>) -> Board {
        self.wait(EVERY);
        self.memory = advance(
            &self.plan,
            &self.memory,
            &Round { at: self.now, took: Duration::ZERO, services: services.into() },
        );
        self.look()
    }

    /// Time passes without a round.
    pub fn wait(&mut self, time: Duration) -> Board {
        self.now = self.now + time;
        self.look()
    }

    /// The board now.
    pub fn look(&self) -> Board {
        self.look_at(self.now)
    }

    /// The board at another moment.
    pub fn look_at(&self, moment: Timestamp) -> Board {
        Board::of(&self.plan, &self.memory, moment)
    }
}

pub fn plan(services: impl Into<Vec<ServicePlan>>) -> Plan {
    Plan {
        title: "Trip planner".to_owned(),
        every: EVERY,
        expires_after: EXPIRES_AFTER,
        confirm: 2,
        drain_max: DRAIN_MAX,
        poll: Duration::from_secs(30),
        services: services.into(),
        awaited: Vec::new(),
    }
}

/// An application of which nothing is asked yet.
pub fn service(id: &str) -> ServicePlan {
    ServicePlan {
        id: id.to_owned(),
        name: format!("The {id}"),
        impact: String::new(),
        runbook: String::new(),
        health: None,
        has_liveness: false,
        queues: Vec::new(),
        was: Vec::new(),
        source: None,
    }
}

/// A queue whose workers sign in.
pub fn queue(id: &str) -> QueuePlan {
    QueuePlan {
        id: id.to_owned(),
        name: format!("The {id}"),
        system: "symfony".to_owned(),
        impact: String::new(),
        runbook: String::new(),
        reported_as: None,
        basis: Basis::Beat,
        window: Duration::from_mins(5),
        scale_to_zero: None,
    }
}

impl ServicePlan {
    pub(crate) fn with_health(mut self) -> Self {
        self.health = Some(HealthPlan { format: "adr075".to_owned(), ..HealthPlan::default() });
        self
    }

    pub(crate) fn with_queue(mut self, queue: QueuePlan) -> Self {
        self.queues.push(queue);
        self
    }

    pub(crate) fn naming(mut self, key: &str, name: &str) -> Self {
        self.health.as_mut().unwrap().names.insert(key.to_owned(), name.to_owned());
        self
    }

    pub(crate) fn hiding(mut self, key: &str) -> Self {
        self.health.as_mut().unwrap().hide.insert(key.to_owned());
        self
    }
}

impl QueuePlan {
    pub(crate) fn reported_as(mut self, key: &str) -> Self {
        self.reported_as = Some(key.to_owned());
        self
    }
}

/// What a round brought of an application: nothing yet.
pub fn heard(id: &str) -> ServiceSample {
    ServiceSample {
        id: id.to_owned(),
        health: Asked::NotConfigured,
        liveness: Asked::NotConfigured,
        queues: Vec::new(),
    }
}

impl ServiceSample {
    pub(crate) fn health(self, report: HealthReport) -> Self {
        self.health_from("app.example.com", report)
    }

    pub(crate) fn health_from(mut self, host: &str, report: HealthReport) -> Self {
        self.health = answer(host, report);
        self
    }

    pub(crate) fn health_skipped(mut self) -> Self {
        self.health = Asked::Skipped;
        self
    }

    pub(crate) fn liveness(mut self, report: HealthReport) -> Self {
        self.liveness = answer("app.example.com", report);
        self
    }

    pub(crate) fn queue(mut self, sample: QueueSample) -> Self {
        self.queues.push(sample);
        self
    }
}

fn answer(host: &str, report: HealthReport) -> Asked<HealthReport> {
    Asked::Answer { host: host.to_owned(), took: Duration::from_millis(40), report }
}

/// A document that says that all is well.
pub fn up() -> HealthReport {
    HealthReport::said(Verdict::Operational)
}

/// A document that says that the application is leaving.
pub fn draining() -> HealthReport {
    HealthReport::said(Verdict::Draining)
}

/// A fault of our own.
pub fn our_fault() -> HealthReport {
    HealthReport { standing: Standing::OurFault, ..HealthReport::refused() }
}

impl HealthReport {
    pub(crate) fn line(mut self, line: DependencyReport) -> Self {
        self.dependencies.push(line);
        self
    }
}

/// A line of a document.
pub fn line(key: &str, state: State) -> DependencyReport {
    DependencyReport {
        key: key.to_owned(),
        state,
        latency: Some(Duration::from_millis(3)),
        evidence: DependencyEvidence::default(),
        crew: None,
    }
}

/// The line that counts workers.
pub fn messenger(workers: u64) -> DependencyReport {
    let state = if workers == 0 { State::Down } else { State::Operational };
    DependencyReport { crew: Some(crew(workers)), ..line("messenger", state) }
}

pub fn crew(workers: u64) -> Crew {
    Crew { workers_alive: Reading::app(workers), queue_depth: Reading::app(7), failed_depth: Reading::app(1) }
}

/// So many workers were counted.
pub fn workers(id: &str, alive: u64) -> QueueSample {
    QueueSample {
        standing: Standing::Said,
        workers: Workers::Counted { alive: Reading::redis(alive), exactness: Exactness::Exact },
        numbers: QueueNumbers { queue_depth: Reading::redis(5), ..QueueNumbers::unknown(Why::NotOffered) },
        ..not_read(id, Standing::Unreached, Why::NotAnswering)
    }
}

/// Redis was not reached.
pub fn redis_unreached(id: &str) -> QueueSample {
    not_read(id, Standing::Unreached, Why::NotAnswering)
}

/// Redis wanted a password.
pub fn redis_refused(id: &str) -> QueueSample {
    not_read(id, Standing::Refused, Why::NoPassword)
}

/// The system has no way to tell who is alive.
pub fn not_measured(id: &str) -> QueueSample {
    QueueSample {
        workers: Workers::NotMeasured,
        flags: vec![Flag::new(FlagWord::LivenessNotMeasured)],
        ..workers(id, 0)
    }
}

/// The workers could not be read.
pub fn not_read(id: &str, standing: Standing, why: Why) -> QueueSample {
    QueueSample {
        id: id.to_owned(),
        standing,
        workers: Workers::Counted { alive: Reading::not_in_redis(why), exactness: Exactness::Exact },
        numbers: QueueNumbers::unknown(why),
        last_beat_at: None,
        beats: Vec::new(),
        position: String::new(),
        host: "redis.example.com".to_owned(),
        round_trip: Duration::from_millis(2),
        flags: Vec::new(),
        basis: None,
        quiet: 0,
        parts: Vec::new(),
        evidence: String::new(),
    }
}

impl QueueSample {
    pub(crate) fn at_position(mut self, position: &str) -> Self {
        self.position = position.to_owned();
        self
    }

    pub(crate) fn last_beat(mut self, at: Timestamp) -> Self {
        self.last_beat_at = Some(at);
        self
    }
}

/// The only service of a board.
pub fn only(board: &Board) -> &ServiceBoard {
    assert_eq!(board.services.len(), 1);
    &board.services[0]
}

/// The only queue of the only service.
pub fn only_queue(board: &Board) -> &QueueBoard {
    assert_eq!(only(board).queues.len(), 1);
    &only(board).queues[0]
}

impl Board {
    /// Whether the only service carries a remark.
    pub(crate) fn remarks(&self, word: FlagWord) -> bool {
        only(self).flags.iter().any(|flag| flag.word == word)
    }
}

impl QueueBoard {
    /// The number of workers that is shown.
    pub(crate) fn alive(&self) -> Reading {
        match self.workers {
            Workers::Counted { alive, .. } => alive,
            Workers::NotMeasured => panic!("workers of {} are not measured", self.id),
        }
    }
}
