//! What is known of a queue at a given moment.
//!
//! Not the rest of a service: the module above has that.

use super::{QueueBoard, flags_of};
use crate::expiry::part_at;
use crate::flag::FlagWord;
use crate::memory::{LastCrew, Part, QueueFacts, ServiceMemory};
use crate::name::{PublicName, public_key, public_name};
use crate::plan::{QueuePlan, ServicePlan};
use crate::reading::Reading;
use crate::sample::{Basis, Workers};
use crate::state::State;
use crate::time::Timestamp;
use core::time::Duration;

/// Every queue of a service: the configured ones, then those that its document reports.
pub(super) fn all(
    expires_after: Duration,
    service: &ServicePlan,
    memory: &ServiceMemory,
    now: Timestamp,
) -> Vec<QueueBoard> {
    let configured = service.queues.iter().map(|queue| {
        let fresh = Part::new(memory.since, QueueFacts::default());
        let part = memory.queues.get(&queue.id).unwrap_or(&fresh);
        QueueBoard::of(expires_after, queue, PublicName::Given(queue.name.clone()), false, part, now)
    });
    let reported = memory.reported.iter().map(|(key, part)| {
        let index = memory.health.facts.dependencies.iter().position(|d| d.key == *key).unwrap_or(0);
        let names = service.health.as_ref().and_then(|h| h.names.get(key));
        let queue = QueuePlan {
            id: public_key(key).map_or_else(|| format!("dependency-{}", index + 1), str::to_owned),
            name: String::new(),
            system: service.health.as_ref().map(|h| h.format.clone()).unwrap_or_default(),
            impact: String::new(),
            runbook: String::new(),
            reported_as: Some(key.clone()),
            basis: Basis::App,
            window: Duration::ZERO,
            scale_to_zero: None,
        };
        let hidden = service.health.as_ref().is_some_and(|h| h.hide.contains(key));
        QueueBoard::of(expires_after, &queue, public_name(names, key, index), hidden, part, now)
    });
    configured.chain(reported).collect()
}

impl QueueBoard {
    /// A document may call a queue fine without a number of its workers: then nobody has counted them.
    pub(super) fn is_fully_observed(&self) -> bool {
        !matches!(self.state, State::Unknown | State::NotApplicable)
            && matches!(self.workers, Workers::Counted { alive: Reading::Known { .. }, .. })
            // Somebody turned a question away: what it was about is not known, whatever else is.
            && !self.flags.iter().any(|flag| {
                matches!(flag.word, FlagWord::ProbeUnauthorized | FlagWord::ProbeMisconfigured)
            })
    }

    fn of(
        expires_after: Duration,
        queue: &QueuePlan,
        name: PublicName,
        hidden: bool,
        part: &Part<QueueFacts>,
        now: Timestamp,
    ) -> Self {
        let shown = part_at(expires_after, part, now);
        let facts = &part.facts;
        Self {
            id: queue.id.clone(),
            name,
            system: queue.system.clone(),
            impact: queue.impact.clone(),
            runbook: queue.runbook.clone(),
            hidden,
            covers: queue.reported_as.as_deref().and_then(public_key).unwrap_or_default().to_owned(),
            state: shown.state,
            since: shown.since,
            observed_at: part.observed_at,
            confirming: part.is_confirming(),
            expired: shown.expired,
            workers: facts.workers,
            numbers: facts.numbers,
            last_beat: facts.last_beat,
            last_crew: facts.last_crew.map(|crew| LastCrew { at: crew.at.min(now), ..crew }),
            unserved_since: facts.unserved.map(|unserved| unserved.since),
            window: queue.window,
            basis: facts.basis.unwrap_or(queue.basis),
            reported: facts.reported,
            beats: facts.beats.clone(),
            quiet: facts.quiet,
            parts: facts.parts.clone(),
            round_trip: facts.round_trip,
            trend: facts.movement.trend(facts.numbers.queue_depth, now),
            flags: flags_of(part),
            evidence: part.evidence.clone(),
        }
    }
}
