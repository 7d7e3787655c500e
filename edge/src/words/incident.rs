//! Incidents in words: a title, how long, and what people do about it.
//!
//! Takes public incidents only, so nothing hidden can be said.

use super::say::{self, Attended};
use super::time::Locale;
use shared::incident::{PublicCause, PublicIncident, Stage};
use shared::state::Verdict;
use shared::time::Timestamp;

/// "Background jobs: no sign of life from any worker". Says nothing about whether it goes on.
pub fn title(l: &Locale, incident: &PublicIncident) -> String {
    about(l, &incident.service_name, incident.worst, &incident.cause)
}

/// "Since 13:58:48, for 6 minutes", or from when to when.
pub fn span(l: &Locale, incident: &PublicIncident, now: Timestamp) -> String {
    let from = l.moment(incident.opened_at, now);
    match incident.closed_at {
        None => say::goes_on_since(l, &from, now.since(incident.opened_at)),
        Some(to) => say::lasted(l, &from, &l.moment(to, now), to.since(incident.opened_at)),
    }
}

/// How far an incident is: "Somebody is looking into it".
pub fn stage(l: &Locale, stage: Stage) -> String {
    match stage {
        Stage::Open => say::attended(l, Attended::NobodyYet),
        Stage::Looking | Stage::Found | Stage::Fixed | Stage::Watching => stage_changed(l, stage),
    }
}

/// The same when it has just been said.
pub(super) fn stage_changed(l: &Locale, to: Stage) -> String {
    let attended = match to {
        Stage::Open => Attended::NobodyAnyMore,
        Stage::Looking => Attended::Looking,
        Stage::Found => Attended::Found,
        Stage::Fixed => Attended::Fixed,
        Stage::Watching => Attended::Watching,
    };
    say::attended(l, attended)
}

/// What a service that is down or degraded suffers from.
pub(super) fn about(l: &Locale, service: &str, worst: Verdict, cause: &PublicCause) -> String {
    let is_down = worst == Verdict::Down;
    match cause {
        PublicCause::NoWorkers { queue } => say::no_sign_of_life_any_more(l, queue),
        PublicCause::NobodyCame { queue } => say::nobody_has_come(l, queue),
        PublicCause::Dependency { name } if is_down => say::is_not_working(l, name),
        PublicCause::Dependency { name } => say::with_problems(l, &[name.as_str()], service),
        PublicCause::NotReached => say::does_not_answer(l, service),
        PublicCause::DrainingTooLong => say::restarts_for_too_long(l, service),
        PublicCause::Said if is_down => say::is_not_working(l, service),
        PublicCause::Said => say::works_with_problems(l, service),
    }
}
