//! Incidents in words: a title, how long, and what people do about it.
//!
//! Takes public incidents only, so nothing hidden can be said.

use super::en;
use super::time::Zone;
use shared::incident::{PublicCause, PublicIncident, Stage};
use shared::state::Verdict;
use shared::time::Timestamp;

/// "Background jobs: no sign of life from any worker". Says nothing about whether it goes on.
pub fn title(incident: &PublicIncident) -> String {
    about(&incident.service_name, incident.worst, &incident.cause)
}

/// "Since 13:58:48, for 6 minutes", or from when to when.
pub fn span(incident: &PublicIncident, zone: &Zone, now: Timestamp) -> String {
    let from = zone.moment(incident.opened_at, now);
    match incident.closed_at {
        None => en::goes_on_since(&from, now.since(incident.opened_at)),
        Some(to) => en::lasted(&from, &zone.moment(to, now), to.since(incident.opened_at)),
    }
}

/// How far an incident is: "Somebody is looking into it".
pub const fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Open => en::nobody_has_said_anything(),
        Stage::Looking | Stage::Found | Stage::Fixed | Stage::Watching => stage_changed(stage),
    }
}

/// The same when it has just been said.
pub(super) const fn stage_changed(to: Stage) -> &'static str {
    match to {
        Stage::Open => en::nobody_is_on_it_any_more(),
        Stage::Looking => en::somebody_is_looking(),
        Stage::Found => en::the_cause_is_found(),
        Stage::Fixed => en::it_is_fixed(),
        Stage::Watching => en::it_is_being_watched(),
    }
}

/// What a service that is down or degraded suffers from.
pub(super) fn about(service: &str, worst: Verdict, cause: &PublicCause) -> String {
    let is_down = worst == Verdict::Down;
    match cause {
        PublicCause::NoWorkers { queue } => en::no_sign_of_life_any_more(queue),
        PublicCause::NobodyCame { queue } => en::nobody_has_come(queue),
        PublicCause::Dependency { name } if is_down => en::is_not_working(name),
        PublicCause::Dependency { name } => en::with_problems(&[name.as_str()], service),
        PublicCause::NotReached => en::does_not_answer(service),
        PublicCause::DrainingTooLong => en::restarts_for_too_long(service),
        PublicCause::Said if is_down => en::is_not_working(service),
        PublicCause::Said => en::works_with_problems(service),
    }
}
