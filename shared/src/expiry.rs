//! Expiry: what was last observed stays valid for a while, then it is unknown (DESIGN 1.3 and 4).
//!
//! Works on memory alone, so that a row read back after a restart expires like any other.

use crate::memory::{Liveness, Part, QueueFacts, ServiceMemory};
use crate::order;
use crate::plan::ServicePlan;
use crate::state::{State, Verdict};
use crate::time::Timestamp;
use core::time::Duration;

/// How far in the future an observation may lie before it is not believed: clocks are set back sometimes.
const FUTURE_TOLERANCE: Duration = Duration::from_secs(5);

/// The verdict of one service at one moment, and since when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Moment {
    pub verdict: Verdict,
    pub since: Timestamp,
}

/// The state of one part at one moment, and since when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PartMoment {
    pub state: State,
    pub since: Timestamp,
    pub expired: bool,
}

/// Whether an observation has expired, or lies so far ahead that no clock explains it (DESIGN 4, "expiry").
pub(crate) fn is_expired(observed_at: Timestamp, expires_after: Duration, now: Timestamp) -> bool {
    now > observed_at + expires_after || now < observed_at - FUTURE_TOLERANCE
}

/// What is shown of a part: its state until it expires, from then on unknown.
pub(crate) fn part_at<F>(expires_after: Duration, part: &Part<F>, now: Timestamp) -> PartMoment {
    match part.observed_at {
        Some(at) if is_expired(at, expires_after, now) => {
            let since = if part.state == State::Unknown { part.since } else { at + expires_after };
            PartMoment { state: State::Unknown, since: since.min(now), expired: true }
        }
        Some(_) => PartMoment { state: part.state, since: part.since.min(now), expired: false },
        None => PartMoment { state: State::Unknown, since: part.since.min(now), expired: false },
    }
}

/// What is shown of the liveness endpoint: what it last said, until that expires.
pub(crate) fn liveness_at(expires_after: Duration, liveness: Liveness, now: Timestamp) -> Liveness {
    match liveness {
        Liveness::Said { at, .. } if is_expired(at, expires_after, now) => {
            Liveness::Said { state: Verdict::Unknown, at }
        }
        Liveness::Said { .. } | Liveness::NotKnown => liveness,
    }
}

impl Moment {
    /// Follows the verdict from the last round through every expiry since.
    pub(crate) fn of(
        expires_after: Duration,
        service: &ServicePlan,
        memory: &ServiceMemory,
        now: Timestamp,
    ) -> Self {
        let observed: Vec<Timestamp> = observations(service, memory).into_iter().flatten().collect();
        let newest = observed.iter().max().copied().unwrap_or(now);
        // What expired before the newest observation is in the remembered verdict already; looking back further
        // would judge a moment by what was observed after it.
        let ends = observed.iter().map(|at| *at + expires_after);
        let mut turns: Vec<Timestamp> = ends.filter(|end| *end >= newest && *end < now).collect();
        order::sort(&mut turns);
        let mut shown = Self { verdict: memory.verdict, since: memory.since };
        for (at, look) in turns.iter().map(|end| (*end, *end + Duration::from_millis(1))).chain([(now, now)])
        {
            let verdict = verdict_at(expires_after, service, memory, look);
            if verdict != shown.verdict {
                shown = Self { verdict, since: at };
            }
        }
        // Nothing has been so since a later moment than now: a clock was ahead.
        Self { since: shown.since.min(now), ..shown }
    }
}

fn verdict_at(
    expires_after: Duration,
    service: &ServicePlan,
    memory: &ServiceMemory,
    now: Timestamp,
) -> Verdict {
    let health = service.health.is_some().then(|| part_at(expires_after, &memory.health, now).state);
    let queues = queue_parts(service, memory)
        .map(|part| part.map_or(State::Unknown, |p| part_at(expires_after, p, now).state));
    Verdict::worst_of(health.into_iter().chain(queues))
}

/// Every queue of a service: the configured ones, or those that its document reports.
fn queue_parts<'a>(
    service: &'a ServicePlan,
    memory: &'a ServiceMemory,
) -> impl Iterator<Item = Option<&'a Part<QueueFacts>>> {
    let configured = service.queues.iter().map(|queue| memory.queues.get(&queue.id));
    configured.chain(memory.reported.values().map(Some))
}

pub(crate) fn observations(service: &ServicePlan, memory: &ServiceMemory) -> Vec<Option<Timestamp>> {
    let health = service.health.is_some().then_some(memory.health.observed_at);
    let queues = queue_parts(service, memory).map(|part| part.and_then(|p| p.observed_at));
    health.into_iter().chain(queues).collect()
}
