//! `/ops.json`: the operator's view: the public form with everything that is not public (DESIGN 5.3). Below it, the page
//! of the same at `/ops`: its doors, its forms, its evidence.
//!
//! Who may see it, `access` says; without a token in the configuration there is no such view.

mod crew;
pub(super) mod door;
mod evidence;
mod forms;
pub(super) mod page;
mod sheet;

pub(super) use sheet::{Frame, Sheet};

use super::Site;
use crate::words::{Locale, labels};
use serde::Serialize;
use shared::board::{Board, DependencyBoard, QueueBoard, ServiceBoard};
use shared::history::Row;
use shared::map::Map;
use shared::memory::Liveness;
use shared::public::{PublicDependency, PublicQueue, Reported};
use shared::reading::Reading;
use shared::sample::{DependencyEvidence, PartNumbers, Workers};
use shared::state::{State, Verdict};
use shared::time::Rfc3339;

pub(super) fn render(site: &Site, board: &Board) -> Vec<u8> {
    let public = site.public(&site.operators, board);
    let view = OpsBoard {
        schema: public.schema,
        title: public.title,
        verdict: public.verdict,
        sentence: public.sentence,
        fully_observed: public.fully_observed,
        served_at: public.served_at,
        checked_at: public.checked_at,
        expires_at: public.expires_at,
        every_s: public.every_s,
        round_ms: board.round_took.as_millis(),
        rounds: board.annals.past.rounds.iter().map(OpsRound::of).collect(),
        services: board.services.iter().map(|service| OpsService::of(site, service)).collect(),
    };
    serde_json::to_vec(&view).unwrap_or_default()
}

#[derive(Serialize)]
struct OpsBoard {
    schema: u32,
    title: String,
    verdict: Verdict,
    sentence: String,
    fully_observed: bool,
    served_at: Rfc3339,
    checked_at: Option<Rfc3339>,
    expires_at: Option<Rfc3339>,
    every_s: u64,
    round_ms: u128,
    rounds: Vec<OpsRound>,
    services: Vec<OpsService>,
}

/// What one of the last rounds showed, newest first: services, queues, and dependencies that were not well.
#[derive(Serialize)]
struct OpsRound {
    at: Rfc3339,
    shown: Map<String, OpsShown>,
}

#[derive(Serialize)]
struct OpsShown {
    state: State,
    #[serde(skip_serializing_if = "Option::is_none")]
    workers_alive: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    queue_depth: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed_depth: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    took_ms: Option<u64>,
}

#[derive(Serialize)]
struct OpsService {
    id: String,
    name: String,
    verdict: Verdict,
    since: Rfc3339,
    observed_at: Option<Rfc3339>,
    confirming: bool,
    expired: bool,
    flags: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    runbook: String,
    /// By the words of its flags.
    #[serde(skip_serializing_if = "Map::is_empty")]
    runbooks: Map<&'static str, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<OpsSource>,
    health: Option<OpsHealth>,
    #[serde(skip_serializing_if = "Option::is_none")]
    liveness: Option<Verdict>,
    dependencies: Vec<OpsDependency>,
    queues: Vec<OpsQueue>,
}

/// The Headcount that watches it, if this one does not.
#[derive(Serialize)]
struct OpsSource {
    name: String,
    heard_at: Option<Rfc3339>,
}

#[derive(Serialize)]
struct OpsHealth {
    state: State,
    format: String,
    since: Rfc3339,
    observed_at: Option<Rfc3339>,
    took_ms: u128,
    evidence: String,
}

#[derive(Serialize)]
struct OpsDependency {
    key: String,
    #[serde(flatten)]
    public: PublicDependency,
    hidden: bool,
    #[serde(flatten)]
    evidence: DependencyEvidence,
}

#[derive(Serialize)]
struct OpsQueue {
    #[serde(flatten)]
    public: PublicQueue,
    observed_at: Option<Rfc3339>,
    confirming: bool,
    expired: bool,
    flags: Vec<String>,
    workers: Vec<OpsWorker>,
    round_trip_ms: u128,
    witnesses: Witnesses,
    quiet: u64,
    #[serde(skip_serializing_if = "String::is_empty")]
    runbook: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<PartNumbers>,
    evidence: String,
}

#[derive(Serialize)]
struct OpsWorker {
    name: String,
    beat_age_s: u64,
}

/// Both witnesses side by side.
#[derive(Serialize)]
struct Witnesses {
    redis: Reported,
    app: Option<Reported>,
}

impl OpsRound {
    fn of(row: &Row) -> Self {
        let shown = row.shown.iter().map(|(subject, shown)| {
            let [workers_alive, queue_depth, failed_depth, took_ms] = shown.numbers;
            let shown = OpsShown { state: shown.state, workers_alive, queue_depth, failed_depth, took_ms };
            (subject.clone().into(), shown)
        });
        Self { at: row.at.into(), shown: shown.collect() }
    }
}

impl OpsService {
    fn of(site: &Site, service: &ServiceBoard) -> Self {
        let words = service.flags.iter().map(|flag| flag.word);
        let runbooks = words.filter_map(|word| Some((word.word(), site.runbooks.get(&word)?.clone())));
        Self {
            id: service.id.clone(),
            name: service.name.clone(),
            verdict: service.verdict,
            since: service.since.into(),
            observed_at: service.observed_at.map(Rfc3339),
            confirming: service.confirming,
            expired: service.expired,
            flags: service.flags.iter().map(ToString::to_string).collect(),
            runbook: service.runbook.clone(),
            runbooks: runbooks.collect(),
            source: service.source.as_ref().map(|source| OpsSource {
                name: source.name.clone(),
                heard_at: source.heard_at.map(Rfc3339),
            }),
            health: service.health.as_ref().map(|health| OpsHealth {
                state: health.state,
                format: health.format.clone(),
                since: health.since.into(),
                observed_at: health.observed_at.map(Rfc3339),
                took_ms: health.took.as_millis(),
                evidence: health.evidence.clone(),
            }),
            liveness: match service.liveness {
                Liveness::NotKnown => None,
                Liveness::Said { state, .. } => Some(state),
            },
            dependencies: service
                .dependencies
                .iter()
                .map(|line| OpsDependency::of(&site.operators, line))
                .collect(),
            queues: service.queues.iter().map(|queue| OpsQueue::of(&site.operators, queue)).collect(),
        }
    }
}

impl OpsDependency {
    fn of(l: &Locale, dependency: &DependencyBoard) -> Self {
        Self {
            key: dependency.key.clone(),
            public: PublicDependency::of(dependency, |nth| labels::dependency_number(l, nth)),
            hidden: dependency.hidden,
            evidence: dependency.evidence.clone(),
        }
    }
}

impl OpsQueue {
    fn of(l: &Locale, queue: &QueueBoard) -> Self {
        let public = PublicQueue::of(queue, |nth| labels::dependency_number(l, nth));
        let own = |reading: Reading| match reading {
            Reading::Known { value, source } if source.is_ours() => Some(value),
            Reading::Known { .. } | Reading::Unknown { .. } => None,
        };
        let alive = match queue.workers {
            Workers::Counted { alive, .. } => own(alive),
            Workers::NotMeasured => None,
        };
        Self {
            observed_at: queue.observed_at.map(Rfc3339),
            confirming: queue.confirming,
            expired: queue.expired,
            flags: queue.flags.iter().map(ToString::to_string).collect(),
            workers: queue
                .beats
                .iter()
                .map(|beat| OpsWorker { name: beat.name.clone(), beat_age_s: beat.age.as_secs() })
                .collect(),
            round_trip_ms: queue.round_trip.as_millis(),
            witnesses: Witnesses {
                redis: Reported {
                    workers_alive: alive,
                    queue_depth: own(queue.numbers.queue_depth),
                    failed_depth: own(queue.numbers.failed_depth),
                },
                app: public.reported,
            },
            quiet: queue.quiet,
            runbook: queue.runbook.clone(),
            parts: queue.parts.clone(),
            evidence: queue.evidence.clone(),
            public,
        }
    }
}

#[cfg(test)]
mod tests;
