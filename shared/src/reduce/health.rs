//! What a health document's answer does to what is shown of it: confirmation, draining, waiting as asked.
//!
//! Not reading documents: that is the edge's formats.

use super::confirm::{self, Outcome};
use super::{failure_means, offline_flag, since};
use crate::expiry::part_at;
use crate::flag::{Flag, FlagWord};
use crate::memory::{HealthFacts, Observer, Part, Progress, ServiceMemory};
use crate::plan::Plan;
use crate::sample::{Asked, HealthReport, LONGEST_WAIT, Standing};
use crate::state::{State, Verdict};
use crate::time::Timestamp;
use core::time::Duration;

pub fn advance(
    plan: &Plan,
    service: &mut ServiceMemory,
    asked: &Asked<HealthReport>,
    observer: Observer,
    now: Timestamp,
) {
    let Asked::Answer { took, report, .. } = asked else {
        // A longer wait was noted by a clock that was ahead.
        service.ask_again_at = service.ask_again_at.filter(|until| *until <= now + LONGEST_WAIT);
        return;
    };
    service.ask_again_at =
        (report.retry_after > Duration::ZERO).then(|| now + report.retry_after.min(LONGEST_WAIT));
    let before = part_at(plan.expires_after, &service.health, now);
    let part = &mut service.health;
    part.evidence.clone_from(&report.evidence);

    let shown = if observer == Observer::Offline {
        part.progress = Progress::Settled;
        part.flags = vec![offline_flag()];
        Some(State::Unknown)
    } else {
        match report.standing {
            Standing::Said => {
                let state = said(plan, part, &mut service.draining_since, report, now);
                part.progress = Progress::Settled;
                part.facts.took = *took;
                Some(state)
            }
            Standing::OurFault => {
                part.progress = Progress::Settled;
                part.flags.clone_from(&report.flags);
                Some(State::Unknown)
            }
            standing @ (Standing::Unreached | Standing::Refused) => {
                let (progress, outcome) = confirm::fail(part.progress, standing, plan.confirm);
                part.progress = progress;
                match outcome {
                    Outcome::Keep => None,
                    Outcome::Show(standing) => Some(failure_means(standing).into()),
                    Outcome::ShowUnknown => Some(State::Unknown),
                }
                .inspect(|_| part.flags.clone_from(&report.flags))
            }
        }
    };

    match shown {
        Some(state) => {
            if observer == Observer::Offline || (report.standing != Standing::Said && is_all_missing(report))
            {
                nobody_asked_them(part);
            } else if report.standing != Standing::Said {
                part.facts.dependencies.clone_from(&report.dependencies);
                part.facts.before_restart = false;
            }
            part.latest_flags.clear();
            part.since = since(state == before.state, before.since, now);
            part.state = state;
            part.observed_at = Some(now);
        }
        None => part.latest_flags.clone_from(&report.flags),
    }
}

fn said(
    plan: &Plan,
    part: &mut Part<HealthFacts>,
    draining_since: &mut Option<Timestamp>,
    report: &HealthReport,
    now: Timestamp,
) -> State {
    part.flags.clone_from(&report.flags);
    if report.state == Verdict::Draining {
        let began = draining_since.map_or(now, |at| at.min(now));
        *draining_since = Some(began);
        // A drain notice replaces the document's lines: the last ones are kept and marked.
        part.facts.before_restart = true;
        if now.since(began) > plan.drain_max {
            part.flags.push(Flag::new(FlagWord::DrainingTooLong));
            return State::Down;
        }
        return State::Draining;
    }
    if report.state != Verdict::Unknown {
        *draining_since = None;
    }
    part.facts.before_restart = false;
    part.facts.dependencies.clone_from(&report.dependencies);
    report.state.into()
}

/// Where parts were asked one by one (tenants), some may have answered: those lines count.
const fn is_all_missing(report: &HealthReport) -> bool {
    report.dependencies.is_empty()
}

/// Nobody could ask the parts either: their lines stay, as unknown.
fn nobody_asked_them(part: &mut Part<HealthFacts>) {
    part.facts.before_restart = false;
    for dependency in &mut part.facts.dependencies {
        if dependency.state != State::NotApplicable {
            dependency.state = State::Unknown;
        }
        dependency.latency = None;
        if let Some(crew) = &mut dependency.crew {
            *crew = super::queue::crew_not_answering();
        }
    }
}
