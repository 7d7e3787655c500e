//! What one round showed: the row that history is made of.
//!
//! Not what happened between rounds: `Chronicle` reckons that from one row and the next.

use super::Subject;
use crate::board::{Board, QueueBoard, ServiceBoard};
use crate::map::Map;
use crate::sample::Workers;
use crate::state::State;
use crate::time::{Timestamp, millis};
use core::time::Duration;
use serde::{Deserialize, Serialize};

/// What a round showed of every subject.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// When the round ended.
    pub at: Timestamp,
    /// By subject.
    pub shown: Map<Subject, Shown>,
}

/// What a round showed of one subject.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Form", into = "Form")]
pub struct Shown {
    /// Its state.
    pub state: State,
    /// For how long after the round that stays valid, if nothing newer comes (DESIGN 1.3).
    pub valid_for: Duration,
    /// Whether a maintenance window lay over it.
    pub maintained: bool,
    /// Workers alive, waiting messages, dead letters, milliseconds of latency: where known.
    pub numbers: [Option<u64>; 4],
}

/// State, milliseconds of validity, 1 inside a window, the numbers.
type Form = (State, u64, u8, [Option<u64>; 4]);

impl From<Form> for Shown {
    fn from((state, valid_ms, maintained, numbers): Form) -> Self {
        Self { state, valid_for: Duration::from_millis(valid_ms), maintained: maintained != 0, numbers }
    }
}

impl From<Shown> for Form {
    fn from(shown: Shown) -> Self {
        (shown.state, millis(shown.valid_for), shown.maintained.into(), shown.numbers)
    }
}

impl Row {
    /// What the board of a round shows.
    pub fn of(board: &Board) -> Self {
        let services = board.services.iter();
        Self { at: board.served_at, shown: services.flat_map(|s| subjects(board, s)).collect() }
    }

    /// What a person looks at afterwards: services, queues, and dependencies that were not well.
    pub(super) fn brief(&self) -> Self {
        let is_told = |subject: &Subject, shown: &Shown| match subject {
            Subject::Service(_) | Subject::Queue(..) => true,
            Subject::Dependency(..) => !matches!(shown.state, State::Operational | State::NotApplicable),
        };
        let told = self.shown.iter().filter(|(subject, shown)| is_told(subject, shown));
        Self { at: self.at, shown: told.map(|(subject, shown)| (subject.clone(), *shown)).collect() }
    }
}

fn subjects(board: &Board, service: &ServiceBoard) -> Vec<(Subject, Shown)> {
    let now = board.served_at;
    let maintained = board.annals.window_over(&service.id, now).is_some();
    let shown = |state, observed_at: Option<Timestamp>, numbers| Shown {
        state,
        valid_for: observed_at.map(|at| (at + service.expires_after).since(now)).unwrap_or_default(),
        maintained,
        numbers,
    };
    let took = service.health.as_ref().map(|health| millis(health.took));
    let health_at = service.health.as_ref().and_then(|health| health.observed_at);
    let mut all = vec![(
        Subject::Service(service.id.clone()),
        shown(service.verdict.into(), service.observed_at, [None, None, None, took]),
    )];
    all.extend(service.queues.iter().map(|queue| {
        let subject = Subject::Queue(service.id.clone(), queue.id.clone());
        (subject, shown(queue.state, queue.observed_at, numbers(queue)))
    }));
    all.extend(service.dependencies.iter().map(|line| {
        let subject = Subject::Dependency(service.id.clone(), line.key.clone());
        (subject, shown(line.state, health_at, [None, None, None, line.latency.map(millis)]))
    }));
    all
}

fn numbers(queue: &QueueBoard) -> [Option<u64>; 4] {
    if queue.expired {
        return [None; 4];
    }
    let alive = match queue.workers {
        Workers::Counted { alive, .. } => alive.known(),
        Workers::NotMeasured => None,
    };
    let round_trip = (queue.round_trip > Duration::ZERO).then(|| millis(queue.round_trip));
    [alive, queue.numbers.queue_depth.known(), queue.numbers.failed_depth.known(), round_trip]
}

#[cfg(test)]
#[path = "row_tests.rs"]
mod tests;
