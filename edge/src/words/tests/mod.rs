//! The words for each situation of a page, from rounds that the real reducer judged.
//!
//! This file is what the tests share: a page that watches, and what it hears. It asserts nothing.

mod alert;
mod happened;
mod languages;
mod maintenance;
mod properties;
mod scale_to_zero;
mod several;
mod well;
mod wrong_application;
mod wrong_queue;

use super::{Locale, Spoken, labels, speak};
use core::time::Duration;
use shared::board::Board;
use shared::flag::{Flag, FlagWord};
use shared::memory::Memory;
use shared::plan::{HealthPlan, Plan, QueuePlan, ServicePlan};
use shared::public::PublicBoard;
use shared::reading::{Reading, Why};
use shared::reduce::advance;
use shared::sample::{
    Asked, Basis, Beat, Crew, DependencyEvidence, DependencyReport, Exactness, HealthReport, QueueNumbers,
    QueueSample, Round, ServiceSample, Standing, Workers,
};
use shared::state::{State, Verdict};
use shared::time::Timestamp;

/// 2026-11-30T14:00:00Z.
pub const START: Timestamp = Timestamp::from_secs(1_796_047_200);
pub const EVERY: Duration = Duration::from_secs(15);
pub const IMPACT: &str = "New trips are saved but not calculated.";

/// A page that watches.
#[derive(Debug)]
pub struct Watch {
    pub plan: Plan,
    pub memory: Memory,
    pub now: Timestamp,
}

impl Watch {
    pub fn over(services: impl Into<Vec<ServicePlan>>) -> Self {
        let plan = Plan {
            title: "Trip planner".into(),
            every: EVERY,
            expires_after: Duration::from_mins(1),
            confirm: 2,
            drain_max: Duration::from_mins(5),
            poll: Duration::from_secs(30),
            services: services.into(),
            awaited: Vec::new(),
        };
        Self { plan, memory: Memory::new(START), now: START }
    }

    /// One more round, 15 seconds after the last moment.
    pub fn hear(&mut self, services: impl Into<Vec<ServiceSample>>) -> &mut Self {
        self.now = self.now + EVERY;
        self.memory = advance(
            &self.plan,
            &self.memory,
            &Round { at: self.now, took: Duration::ZERO, services: services.into() },
        );
        self
    }

    /// Time passes without a round.
    pub fn wait(&mut self, seconds: u64) -> &mut Self {
        self.now = self.now + Duration::from_secs(seconds);
        self
    }

    /// The operator's whole board.
    pub fn look(&self) -> Board {
        Board::of(&self.plan, &self.memory, self.now)
    }

    pub fn board(&self) -> PublicBoard {
        public(&self.look())
    }

    pub fn speaks(&self) -> Spoken {
        speak(&english(), &self.board())
    }
}

/// English, with times of UTC.
pub fn english() -> Locale {
    Locale::english("UTC")
}

/// What of a board is public.
pub fn public(board: &Board) -> PublicBoard {
    PublicBoard::of(board, |nth| labels::dependency_number(&english(), nth))
}

/// Compares what is said, with plain spaces for no-break ones: `time` and `properties` look at those.
#[track_caller]
pub fn assert_says(spoken: &Spoken, headline: &str, says: &[&str], since: &[&str]) {
    let plain = |lines: &[String]| lines.iter().map(|l| l.replace('\u{a0}', " ")).collect::<Vec<_>>();
    assert_eq!(spoken.headline.replace('\u{a0}', " "), headline);
    let said: Vec<String> = spoken.says.iter().chain(&spoken.also).cloned().collect();
    assert_eq!(plain(&said), says);
    assert_eq!(plain(&spoken.since), since);
}

/// "Trip planner" with a health document and one queue that it counts too.
pub fn planner() -> ServicePlan {
    let queue = QueuePlan { reported_as: Some("messenger".into()), ..queue() };
    ServicePlan { queues: vec![queue], ..application("planner", "Trip planner") }
}

/// An application with nothing but a health document.
pub fn application(id: &str, name: &str) -> ServicePlan {
    let names = [("postgres", "Database"), ("mercure", "Live updates"), ("search", "Search")];
    ServicePlan {
        id: id.into(),
        name: name.into(),
        impact: String::new(),
        runbook: String::new(),
        health: Some(HealthPlan {
            format: "adr075".into(),
            names: names.map(|(key, name)| (key.to_owned(), name.to_owned())).into(),
            ..HealthPlan::default()
        }),
        has_liveness: false,
        queues: Vec::new(),
        was: Vec::new(),
        source: None,
    }
}

/// "Background jobs", whose workers sign in.
pub fn queue() -> QueuePlan {
    QueuePlan {
        id: "async".into(),
        name: "Background jobs".into(),
        system: "symfony".into(),
        impact: String::new(),
        runbook: String::new(),
        reported_as: None,
        basis: Basis::Beat,
        window: Duration::from_mins(5),
        scale_to_zero: None,
    }
}

/// What a round brought of an application and its queues.
pub fn heard(id: &str, report: HealthReport, queues: impl Into<Vec<QueueSample>>) -> ServiceSample {
    let took = Duration::from_millis(40);
    ServiceSample {
        id: id.into(),
        health: Asked::Answer { host: "app.example.com".into(), took, report },
        liveness: Asked::NotConfigured,
        queues: queues.into(),
    }
}

/// A document that says that all is well.
pub fn up() -> HealthReport {
    HealthReport::said(Verdict::Operational)
}

pub fn unreached() -> HealthReport {
    HealthReport::unreached().flag(Flag::new(FlagWord::Unreached).saying("c4nary 10.0.0.1"))
}

pub fn refused(word: FlagWord) -> HealthReport {
    HealthReport::refused().flag(Flag::new(word).saying("c4nary"))
}

/// A document with lines.
pub fn document(state: Verdict, lines: impl Into<Vec<DependencyReport>>) -> HealthReport {
    HealthReport { dependencies: lines.into(), ..HealthReport::said(state) }
}

pub fn line(key: &str, state: State) -> DependencyReport {
    let evidence = DependencyEvidence { error_class: Some("c4nary".into()), ..DependencyEvidence::default() };
    DependencyReport { key: key.into(), state, latency: None, evidence, crew: None }
}

/// The line that counts workers, of whom there are so many.
pub fn messenger(alive: u64) -> DependencyReport {
    messenger_with(if alive == 0 { State::Down } else { State::Operational }, Reading::app(alive))
}

pub fn messenger_with(state: State, workers_alive: Reading) -> DependencyReport {
    let crew = Crew { workers_alive, queue_depth: Reading::app(7), failed_depth: Reading::app(1) };
    DependencyReport { crew: Some(crew), ..line("messenger", state) }
}

/// So many workers were counted, the latest beats 7 s old and so on; so many jobs wait.
pub fn workers(now: Timestamp, alive: u64, waiting: u64) -> QueueSample {
    let age = |nth: u64| Duration::from_secs(7 + nth);
    let beats: Vec<Beat> =
        (0..alive).map(|n| Beat { name: format!("c4nary-{n}"), at: now - age(n), age: age(n) }).collect();
    QueueSample {
        standing: Standing::Said,
        workers: Workers::Counted { alive: Reading::redis(alive), exactness: Exactness::Exact },
        numbers: QueueNumbers {
            queue_depth: Reading::redis(waiting),
            failed_depth: Reading::redis(4),
            in_flight: Reading::redis(0),
            ..QueueNumbers::unknown(Why::NotOffered)
        },
        last_beat_at: beats.first().map(|beat| beat.at),
        beats,
        ..not_read(Standing::Said, Why::NotOffered)
    }
}

/// The workers could not be read.
pub fn not_read(standing: Standing, why: Why) -> QueueSample {
    QueueSample {
        id: "async".into(),
        standing,
        workers: Workers::Counted { alive: Reading::not_in_redis(why), exactness: Exactness::Exact },
        numbers: QueueNumbers::unknown(why),
        last_beat_at: None,
        beats: Vec::new(),
        position: String::new(),
        host: "redis.example.com".into(),
        round_trip: Duration::from_millis(2),
        flags: Vec::new(),
        basis: None,
        quiet: 0,
        parts: Vec::new(),
        evidence: "c4nary".into(),
    }
}

pub fn silent() -> QueueSample {
    not_read(Standing::Unreached, Why::NotAnswering)
}

pub fn no_permission() -> QueueSample {
    let flags = vec![Flag::new(FlagWord::ProbeUnauthorized).saying("c4nary")];
    QueueSample { flags, ..not_read(Standing::Refused, Why::NotPermitted) }
}

/// The system does not tell who is alive.
pub fn not_measured(waiting: u64) -> QueueSample {
    QueueSample { workers: Workers::NotMeasured, ..workers(START, 0, waiting) }
}
