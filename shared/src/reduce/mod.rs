//! The one reducer: a round and what was remembered become what is remembered next.
//!
//! Pure. Not what is shown at a later moment: `board` applies expiry to what this returns.

mod confirm;
mod health;
mod queue;
mod scale_to_zero;

#[cfg(test)]
pub(crate) mod properties;
#[cfg(test)]
pub(crate) mod testkit;
#[cfg(test)]
mod tests;

use crate::expiry::Moment;
use crate::flag::{Flag, FlagWord};
use crate::map::Map;
use crate::memory::{Liveness, Memory, Observer, ServiceMemory};
use crate::plan::{Plan, ServicePlan};
use crate::sample::{Asked, HealthReport, QueueSample, Round, ServiceSample, Standing};
use crate::state::Verdict;
use crate::time::Timestamp;
use std::collections::BTreeSet;

/// Judges one round. Services and queues that the plan no longer names are forgotten.
#[must_use]
pub fn advance(plan: &Plan, before: &Memory, round: &Round) -> Memory {
    let observer = observer(round);
    let services = plan
        .services
        .iter()
        .map(|service| {
            let known = before.of_service(plan, service).cloned();
            let prior = known.unwrap_or_else(|| ServiceMemory::new(before.started_at));
            let next = match round.services.iter().find(|sample| sample.id == service.id) {
                Some(sample) => advance_service(plan, service, &prior, sample, observer, round.at),
                None => prior,
            };
            (service.id.clone(), next)
        })
        .collect();
    Memory {
        // A clock that was ahead when watching began has been set back.
        started_at: before.started_at.min(round.at),
        checked_at: Some(round.at),
        round_took: round.took,
        observer,
        services,
        ..before.clone()
    }
}

fn advance_service(
    plan: &Plan,
    service: &ServicePlan,
    prior: &ServiceMemory,
    sample: &ServiceSample,
    observer: Observer,
    now: Timestamp,
) -> ServiceMemory {
    let shown_before = Moment::of(plan.expires_after, service, prior, now);
    let mut next = prior.clone();
    health::advance(plan, &mut next, &sample.health, observer, now);
    if let Asked::Answer { report, .. } = &sample.liveness {
        next.liveness = Liveness::Said { state: liveness(report), at: now };
    }
    next.queues = service
        .queues
        .iter()
        .filter_map(|queue| {
            let before = prior.queues.get(&queue.id);
            let sample = sample.queues.iter().find(|s| s.id == queue.id);
            let part = match sample {
                Some(sample) => {
                    let told = queue::told(queue, &next.health, plan, now);
                    let mut part = queue::advance(plan, before, sample, told, observer, now);
                    if let Some(patience) = queue.scale_to_zero {
                        scale_to_zero::judge(plan, patience, before, &mut part, now);
                    }
                    Some(part)
                }
                None => before.cloned(),
            };
            part.map(|part| (queue.id.clone(), part))
        })
        .collect();
    next.reported = if service.queues.is_empty() {
        queue::from_document(plan, &next.health, &prior.reported, now)
    } else {
        Map::new()
    };

    let shown_now = Moment::of(plan.expires_after, service, &next, now);
    next.verdict = shown_now.verdict;
    next.since = if shown_now.verdict == shown_before.verdict { shown_before.since } else { now };
    next
}

/// What is shown of a liveness document: nobody confirms it, so one unanswered question proves nothing.
const fn liveness(report: &HealthReport) -> Verdict {
    match report.standing {
        Standing::Said => report.state,
        Standing::Unreached | Standing::Refused | Standing::OurFault => Verdict::Unknown,
    }
}

/// Offline iff at least two hosts were asked and nothing of any of them was reached.
fn observer(round: &Round) -> Observer {
    let mut hosts = BTreeSet::new();
    let mut reached = false;
    let mut see = |host: &str, standing: Standing, proxied: bool| {
        hosts.insert(host.to_owned());
        reached |= standing != Standing::Unreached || proxied;
    };
    for service in &round.services {
        for asked in [&service.health, &service.liveness] {
            if let Asked::Answer { host, report, .. } = asked {
                see(host, report.standing, answered(report));
            }
        }
        for QueueSample { host, standing, .. } in &service.queues {
            see(host, *standing, false);
        }
    }
    if hosts.len() > 1 && !reached { Observer::Offline } else { Observer::Online }
}

/// Whether something of an unreached health document was heard, or some HTTP answer in its place: then we were online.
fn answered(report: &HealthReport) -> bool {
    Flag::is_said(&report.flags, FlagWord::ProxyError) || !report.dependencies.is_empty()
}

fn offline_flag() -> Flag {
    Flag::new(FlagWord::ObserverOffline)
}

/// The first moment of the state that is shown now: the former one's if it is the same.
fn since(same: bool, before: Timestamp, now: Timestamp) -> Timestamp {
    if same { before } else { now }
}

/// `Unknown` for everything that failed in a way that says nothing about the other side.
const fn failure_means(standing: Standing) -> Verdict {
    match standing {
        Standing::Unreached => Verdict::Down,
        Standing::Said | Standing::Refused | Standing::OurFault => Verdict::Unknown,
    }
}
