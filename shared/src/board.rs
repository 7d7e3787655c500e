//! What is known at a given moment: memory with expiry applied. Every rendering starts here (DESIGN 1.4).
//!
//! The operator's whole truth. What the public may see of it is `public`.

mod queue;

use crate::annals::Annals;
use crate::expiry::{Moment, is_expired, liveness_at, observations, part_at};
use crate::flag::Flag;
use crate::memory::{HealthFacts, LastBeat, LastCrew, Liveness, Memory, Observer, Part, ServiceMemory};
use crate::name::{PublicName, public_key, public_name};
use crate::order;
use crate::plan::{Plan, ServicePlan, Source};
use crate::sample::{
    Basis, Beat, Crew, DependencyEvidence, DependencyReport, PartNumbers, QueueNumbers, Workers,
};
use crate::state::{State, Verdict};
use crate::time::Timestamp;
use crate::trend::Trend;
use core::time::Duration;
use std::sync::Arc;

/// The board.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// The page's title.
    pub title: String,
    /// The worst of the services, and of those that a source in `awaited` watches: these are not known.
    pub verdict: Verdict,
    /// Whether every part is known and every queue's workers are counted.
    pub fully_observed: bool,
    /// The moment this is true of.
    pub served_at: Timestamp,
    /// Since when this page has been watching.
    pub started_at: Timestamp,
    /// When the last round ended.
    pub checked_at: Option<Timestamp>,
    /// How long that took.
    pub round_took: Duration,
    /// The earliest moment at which something here expires.
    pub expires_at: Option<Timestamp>,
    /// The same among what has not expired yet: when this board is no longer true.
    pub valid_until: Option<Timestamp>,
    /// From round to round.
    pub every: Duration,
    /// How often a tab should ask.
    pub poll: Duration,
    /// How long draining is normal.
    pub drain_max: Duration,
    /// Whether the last round reached anything.
    pub observer: Observer,
    /// In the order of the configuration, those that others watch last.
    pub services: Vec<ServiceBoard>,
    /// Names of sources that have never been heard of.
    pub awaited: Vec<String>,
    /// What is remembered beyond the last round.
    pub annals: Arc<Annals>,
}

/// One service.
#[derive(Clone, PartialEq, Debug)]
pub struct ServiceBoard {
    /// Its id.
    pub id: String,
    /// Its public name.
    pub name: String,
    /// What it means for people when it is down.
    pub impact: String,
    /// Where the operator reads on.
    pub runbook: String,
    /// The Headcount that watches it, if this one does not.
    pub source: Option<SourceBoard>,
    /// How long what is observed of it stays valid.
    pub expires_after: Duration,
    /// The worst of its health document and its queues.
    pub verdict: Verdict,
    /// The first moment that showed it.
    pub since: Timestamp,
    /// The oldest observation that still counts; if all have expired, the newest of them.
    pub observed_at: Option<Timestamp>,
    /// When that expires.
    pub expires_at: Option<Timestamp>,
    /// Whether a failure is being confirmed.
    pub confirming: bool,
    /// Whether everything that was known of it has expired.
    pub expired: bool,
    /// Remarks.
    pub flags: Vec<Flag>,
    /// Its health document, if it has one.
    pub health: Option<HealthBoard>,
    /// What its liveness endpoint last said.
    pub liveness: Liveness,
    /// The document's lines.
    pub dependencies: Vec<DependencyBoard>,
    /// Whether those are from before a restart that is under way.
    pub before_restart: bool,
    /// Its queues, configured or reported.
    pub queues: Vec<QueueBoard>,
}

/// Another Headcount that watches a service and pushes what it sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceBoard {
    /// What this page calls it; public.
    pub name: String,
    /// When it was last heard of, by the clock of this page.
    pub heard_at: Option<Timestamp>,
    /// Whether it still reports.
    pub link: Link,
}

/// Whether another Headcount still reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Link {
    /// It does.
    Works,
    /// It has been silent for more than half of the time after which its observations expire: for more than a round.
    Lost,
}

/// A health document.
#[derive(Clone, PartialEq, Debug)]
pub struct HealthBoard {
    /// What is shown of it.
    pub state: State,
    /// Its format's name.
    pub format: String,
    /// Since when.
    pub since: Timestamp,
    /// When it was last determined.
    pub observed_at: Option<Timestamp>,
    /// How long the last answer took.
    pub took: Duration,
    /// Its own remarks.
    pub flags: Vec<Flag>,
    /// What came back last.
    pub evidence: String,
    /// Since when it has been draining.
    pub draining_since: Option<Timestamp>,
}

/// A line of it.
#[derive(Clone, PartialEq, Debug)]
pub struct DependencyBoard {
    /// Its key in the document: a remote word.
    pub key: String,
    /// Its key where that may be public, else `dependency-N`.
    pub public_id: String,
    /// Its public name: configured, or its key where that may be public, else "Dependency N".
    pub name: PublicName,
    /// Whether the configuration hides it from the public.
    pub hidden: bool,
    /// How it is.
    pub state: State,
    /// How long its check took.
    pub latency: Option<Duration>,
    /// For the operator.
    pub evidence: DependencyEvidence,
}

/// A queue.
#[derive(Clone, PartialEq, Debug)]
pub struct QueueBoard {
    /// Its id.
    pub id: String,
    /// Its public name.
    pub name: PublicName,
    /// The queue system, or the format of the document that reports it.
    pub system: String,
    /// What it means for people when it is down.
    pub impact: String,
    /// Where the operator reads on.
    pub runbook: String,
    /// Whether the configuration hides the line that reports it from the public.
    pub hidden: bool,
    /// The public id of the document's line that counts the same workers; empty if none does or it has none.
    pub covers: String,
    /// How it is.
    pub state: State,
    /// Since when.
    pub since: Timestamp,
    /// When it was last determined.
    pub observed_at: Option<Timestamp>,
    /// Whether a failure is being confirmed.
    pub confirming: bool,
    /// Whether what is known of it has expired.
    pub expired: bool,
    /// The workers.
    pub workers: Workers,
    /// The other numbers.
    pub numbers: QueueNumbers,
    /// The newest sign of life ever seen.
    pub last_beat: Option<LastBeat>,
    /// The last time workers were there.
    pub last_crew: Option<LastCrew>,
    /// Since when work has waited although nobody is there, where the queue scales to zero.
    pub unserved_since: Option<Timestamp>,
    /// The bound after which a dead worker is no longer counted; zero where there is none.
    pub window: Duration,
    /// How workers are known.
    pub basis: Basis,
    /// What the application counts.
    pub reported: Option<Crew>,
    /// Workers inside the window, freshest first.
    pub beats: Vec<Beat>,
    /// How many of the living workers take no new work.
    pub quiet: u64,
    /// Numbers by stream or queue.
    pub parts: Vec<PartNumbers>,
    /// How long the reading took.
    pub round_trip: Duration,
    /// How its numbers move.
    pub trend: Trend,
    /// Remarks.
    pub flags: Vec<Flag>,
    /// What came back last.
    pub evidence: String,
}

impl Board {
    /// What is known at `now`.
    pub fn of(plan: &Plan, memory: &Memory, now: Timestamp) -> Self {
        let services: Vec<ServiceBoard> = plan
            .services
            .iter()
            .map(|service| match memory.of_service(plan, service) {
                Some(known) => ServiceBoard::of(plan, service, known, now),
                None => ServiceBoard::of(plan, service, &ServiceMemory::new(memory.started_at), now),
            })
            .collect();
        Self {
            title: plan.title.clone(),
            // What a source watches that was never heard of is not known.
            verdict: Verdict::worst_of(
                services.iter().map(|s| s.verdict.into()).chain(plan.awaited.iter().map(|_| State::Unknown)),
            ),
            fully_observed: !services.is_empty()
                && plan.awaited.is_empty()
                && services.iter().all(ServiceBoard::is_fully_observed),
            served_at: now,
            started_at: memory.started_at.min(now),
            checked_at: memory.checked_at,
            round_took: memory.round_took,
            expires_at: services.iter().filter_map(|s| s.expires_at).min(),
            valid_until: services.iter().filter_map(ServiceBoard::valid_until).min(),
            every: plan.every,
            poll: plan.poll,
            drain_max: plan.drain_max,
            observer: memory.observer,
            services,
            awaited: plan.awaited.clone(),
            annals: Arc::default(),
        }
    }

    /// The same board with what is remembered beyond the last round.
    #[must_use]
    pub fn with(self, annals: Arc<Annals>) -> Self {
        Self { annals, ..self }
    }

    /// The same board with one service alone; nothing if there is no such service.
    #[must_use]
    pub fn narrowed_to(&self, service: &str) -> Option<Self> {
        let service = self.services.iter().find(|s| s.id == service)?.clone();
        Some(Self {
            verdict: service.verdict,
            fully_observed: service.is_fully_observed(),
            expires_at: service.expires_at,
            valid_until: service.valid_until(),
            annals: Arc::new(self.annals.narrowed_to(&service.id)),
            services: vec![service],
            awaited: Vec::new(),
            ..self.clone()
        })
    }
}

impl ServiceBoard {
    fn of(plan: &Plan, service: &ServicePlan, memory: &ServiceMemory, now: Timestamp) -> Self {
        let expires_after = plan.expires_after_of(service);
        let moment = Moment::of(expires_after, service, memory, now);
        let observations = observations(service, memory);
        let observed: Vec<Timestamp> = observations.iter().flatten().copied().collect();
        let valid = observed.iter().filter(|at| !is_expired(**at, expires_after, now));
        let observed_at = valid.min().or(observed.iter().max()).copied();
        let health = service.health.as_ref().map(|h| HealthBoard::of(expires_after, &h.format, memory, now));
        let queues = queue::all(expires_after, service, memory, now);
        let health_part = service.health.is_some().then_some(&memory.health);
        let mut flags: Vec<Flag> = health_part.map(flags_of).unwrap_or_default();
        flags.extend(queues.iter().flat_map(|queue| queue.flags.iter().cloned()));
        order::sort(&mut flags);
        flags.dedup();
        Self {
            id: service.id.clone(),
            name: service.name.clone(),
            impact: service.impact.clone(),
            runbook: service.runbook.clone(),
            source: service.source.as_ref().map(|source| SourceBoard::of(source, memory.heard_at, now)),
            expires_after,
            verdict: moment.verdict,
            since: moment.since,
            observed_at,
            expires_at: observed_at.map(|at| at + expires_after),
            confirming: health_part.is_some_and(Part::is_confirming) || queues.iter().any(|q| q.confirming),
            expired: !observed.is_empty() && observed.iter().all(|at| is_expired(*at, expires_after, now)),
            flags,
            health,
            liveness: liveness_at(expires_after, memory.liveness, now),
            dependencies: dependencies(expires_after, service, &memory.health, now),
            before_restart: memory.health.facts.before_restart,
            queues,
        }
    }

    /// What has expired is said to be unknown, and that does not expire.
    fn valid_until(&self) -> Option<Timestamp> {
        self.expires_at.filter(|_| !self.expired)
    }

    fn is_fully_observed(&self) -> bool {
        self.verdict != Verdict::Unknown
            && self.health.as_ref().is_none_or(|h| h.state != State::Unknown)
            && self.dependencies.iter().all(|d| d.state != State::Unknown)
            && self.queues.iter().all(QueueBoard::is_fully_observed)
    }
}

impl SourceBoard {
    fn of(source: &Source, heard_at: Option<Timestamp>, now: Timestamp) -> Self {
        let is_silent = heard_at.is_none_or(|at| is_expired(at, source.expires_after / 2, now));
        let link = if is_silent { Link::Lost } else { Link::Works };
        Self { name: source.name.clone(), heard_at, link }
    }
}

impl HealthBoard {
    fn of(expires_after: Duration, format: &str, memory: &ServiceMemory, now: Timestamp) -> Self {
        let part = &memory.health;
        let shown = part_at(expires_after, part, now);
        Self {
            state: shown.state,
            format: format.to_owned(),
            since: shown.since,
            observed_at: part.observed_at,
            took: part.facts.took,
            flags: flags_of(part),
            evidence: part.evidence.clone(),
            draining_since: memory.draining_since,
        }
    }
}

fn dependencies(
    expires_after: Duration,
    service: &ServicePlan,
    health: &Part<HealthFacts>,
    now: Timestamp,
) -> Vec<DependencyBoard> {
    let Some(health_plan) = &service.health else { return Vec::new() };
    let expired = part_at(expires_after, health, now).expired;
    let lines = health.facts.dependencies.iter().enumerate();
    // A line that nothing is judged by and that is a queue already would say less a second time.
    let is_told = |line: &DependencyReport| {
        service.queues.is_empty() && line.crew.is_some() && line.state == State::NotApplicable
    };
    lines
        .filter(|(_, line)| !is_told(line))
        .map(|(index, line)| DependencyBoard {
            key: line.key.clone(),
            public_id: match public_key(&line.key).filter(|key| !health_plan.private.contains(*key)) {
                Some(key) => key.to_owned(),
                None => format!("dependency-{}", index + 1),
            },
            name: public_name(health_plan.names.get(&line.key), &line.key, index),
            hidden: health_plan.hide.contains(&line.key),
            state: if expired && line.state != State::NotApplicable { State::Unknown } else { line.state },
            latency: line.latency,
            evidence: line.evidence.clone(),
        })
        .collect()
}

fn flags_of<F>(part: &Part<F>) -> Vec<Flag> {
    part.flags.iter().chain(&part.latest_flags).cloned().collect()
}
