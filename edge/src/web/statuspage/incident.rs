//! Incidents and planned maintenance, which have one form; and their updates, newest first.
//!
//! What Headcount itself saw begins and ends an incident; between these stand the words of people and what else
//! changed.

use super::component::{Component, Condition, of_service};
use super::{About, At, Indicator};
use crate::words::{elsewhere, event, incident as words};
use serde::Serialize;
use shared::incident::{PublicEvent, PublicIncident, PublicWhat, Stage};
use shared::maintenance::Window;
use shared::public::PublicService;
use shared::state::Verdict;
use shared::time::Timestamp;

/// One incident, or one stretch of planned work.
#[derive(Serialize)]
pub(super) struct Incident<'a> {
    id: String,
    name: String,
    status: Phase,
    impact: Indicator,
    created_at: At,
    updated_at: At,
    monitoring_at: Option<At>,
    resolved_at: Option<At>,
    started_at: At,
    shortlink: String,
    page_id: &'a str,
    #[serde(rename = "incident_updates")]
    updates: Vec<Update>,
    components: Vec<Component<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scheduled_for: Option<At>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scheduled_until: Option<At>,
}

/// How far an incident or planned work is: there is no other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Phase {
    Investigating,
    Identified,
    Monitoring,
    Resolved,
    Postmortem,
    Scheduled,
    InProgress,
    Completed,
}

#[derive(Serialize)]
struct Update {
    id: String,
    incident_id: String,
    status: Phase,
    body: String,
    created_at: At,
    updated_at: At,
    display_at: At,
    affected_components: Option<Vec<Affected>>,
    deliver_notifications: bool,
    custom_tweet: Option<String>,
    tweet_id: Option<String>,
}

#[derive(Clone, Serialize)]
struct Affected {
    code: String,
    name: String,
    old_status: Condition,
    new_status: Condition,
}

impl Incident<'_> {
    /// Of planned work: whether it has ended.
    pub(super) fn is_over(&self) -> bool {
        self.status == Phase::Completed
    }

    /// Of planned work: whether it has yet to begin.
    pub(super) fn is_announced(&self) -> bool {
        self.status == Phase::Scheduled
    }
}

/// The most that a document lists.
const MOST: usize = 50;

/// Incidents, newest first.
pub(super) fn incidents<'a>(about: &'a About<'_>, open_alone: bool) -> Vec<Incident<'a>> {
    let all = about.board.incidents.iter().filter(|incident| !open_alone || incident.closed_at.is_none());
    all.take(MOST).map(|incident| of_incident(about, incident)).collect()
}

fn of_incident<'a>(about: &'a About<'_>, incident: &'a PublicIncident) -> Incident<'a> {
    let id = format!("incident-{}", incident.id);
    let updates = updates(about, incident, &id);
    let is_its = |service: &&PublicService| service.id == incident.service;
    let components: Vec<_> =
        about.board.services.iter().filter(is_its).map(|s| of_service(about, s)).collect();
    let watched = updates.iter().rev().find(|update| update.status == Phase::Monitoring);
    Incident {
        name: words::title(about.l, incident),
        status: if incident.closed_at.is_some() { Phase::Resolved } else { progress(incident.stage) },
        impact: if incident.worst == Verdict::Down { Indicator::Major } else { Indicator::Minor },
        created_at: At(incident.opened_at),
        updated_at: updates.iter().map(|update| update.updated_at).max().unwrap_or(At(incident.opened_at)),
        monitoring_at: watched.map(|update| update.created_at),
        resolved_at: incident.closed_at.map(At),
        started_at: At(incident.opened_at),
        shortlink: link(about, &components),
        page_id: &about.page_id,
        updates,
        components,
        scheduled_for: None,
        scheduled_until: None,
        id,
    }
}

/// What began it, what happened and was said since, and what ended it; newest first.
fn updates(about: &About<'_>, incident: &PublicIncident, id: &str) -> Vec<Update> {
    // What was seen when it began is what the first update says.
    let is_told = |event: &&PublicEvent| event.at > incident.opened_at || is_by_people(&event.what);
    let events = about.board.events.iter().filter(|event| event.incident == Some(incident.id));
    let mut events: Vec<&PublicEvent> = events.filter(is_told).collect();
    events.reverse();
    let says_how_far = |what: &PublicWhat| matches!(what, PublicWhat::Stage { .. });
    // Of a long incident the board has the latest events alone.
    let mut now = if events.iter().any(|event| says_how_far(&event.what)) {
        Phase::Investigating
    } else {
        progress(incident.stage)
    };
    let worst = Condition::of(incident.worst);
    let change = |old_status, new_status| {
        let (code, name) = (incident.service.clone(), incident.service_name.clone());
        Some(vec![Affected { code, name, old_status, new_status }])
    };
    let begins = Moment { at: incident.opened_at, edited_at: None };
    let mut updates = vec![Update {
        affected_components: change(Condition::Operational, worst),
        ..update(id, "begins", Phase::Investigating, words::title(about.l, incident), begins)
    }];
    let mut ends = incident.closed_at.map(|at| Update {
        affected_components: change(worst, Condition::Operational),
        ..update(id, "ends", Phase::Resolved, elsewhere::over(about.l), Moment { at, edited_at: None })
    });
    for event in events {
        if let Some(end) = ends.take_if(|end| event.at > end.created_at.0) {
            updates.push(end);
        }
        let is_over = incident.closed_at.is_some_and(|at| event.at > at);
        let status = match event.what {
            PublicWhat::Stage { to, .. } => {
                now = progress(to);
                now
            }
            PublicWhat::PostMortem { .. } => Phase::Postmortem,
            _ if is_over => Phase::Resolved,
            _ => now,
        };
        let moment = Moment { at: event.at, edited_at: event.edited_at };
        updates.push(update(id, &event.id.to_string(), status, event::line(about.l, event, false), moment));
    }
    updates.extend(ends);
    updates.reverse();
    updates
}

const fn is_by_people(what: &PublicWhat) -> bool {
    matches!(
        what,
        PublicWhat::Mark { .. }
            | PublicWhat::Note { .. }
            | PublicWhat::PostMortem { .. }
            | PublicWhat::Stage { .. }
    )
}

const fn progress(stage: Stage) -> Phase {
    match stage {
        Stage::Open | Stage::Looking => Phase::Investigating,
        Stage::Found => Phase::Identified,
        Stage::Fixed | Stage::Watching => Phase::Monitoring,
    }
}

/// Planned work: what is under way or announced, and what has ended lately; the latest first.
pub(super) fn maintenances<'a>(about: &'a About<'_>) -> Vec<Incident<'a>> {
    let board = about.board;
    let all = board.ended.iter().chain(&board.windows).rev();
    all.take(MOST).map(|window| of_window(about, window)).collect()
}

fn of_window<'a>(about: &'a About<'_>, window: &'a Window) -> Incident<'a> {
    let now = about.board.served_at.0;
    let id = format!("maintenance-{}", window.id);
    // When it was announced, nobody has kept.
    let mut updates = vec![update(
        &id,
        "announced",
        Phase::Scheduled,
        elsewhere::planned_announced(about.l),
        Moment { at: window.from.min(about.board.started_at), edited_at: None },
    )];
    let mut then = |name, status, body: String, at: Timestamp| {
        if at <= now {
            updates.push(update(&id, name, status, body, Moment { at, edited_at: None }));
        }
    };
    then("begins", Phase::InProgress, elsewhere::planned_begun(about.l), window.from);
    then("ends", Phase::Completed, elsewhere::planned_over(about.l), window.until);
    updates.reverse();
    let (status, announced) = (
        updates.first().map_or(Phase::Scheduled, |update| update.status),
        updates.last().map_or(At(window.from), |update| update.created_at),
    );
    let is_its =
        |service: &&PublicService| window.services.is_empty() || window.services.contains(&service.id);
    let components: Vec<_> =
        about.board.services.iter().filter(is_its).map(|s| of_service(about, s)).collect();
    Incident {
        name: if window.title.is_empty() { elsewhere::planned(about.l) } else { window.title.clone() },
        status,
        // It is planned, whatever it does to the board.
        impact: Indicator::None,
        created_at: announced,
        updated_at: updates.first().map_or(announced, |update| update.created_at),
        monitoring_at: None,
        resolved_at: (status == Phase::Completed).then_some(At(window.until)),
        started_at: At(window.from),
        shortlink: link(about, &components),
        page_id: &about.page_id,
        updates,
        components,
        scheduled_for: Some(At(window.from)),
        scheduled_until: Some(At(window.until)),
        id,
    }
}

/// The page, at the one service that something is about.
fn link(about: &About<'_>, components: &[Component<'_>]) -> String {
    let page = about.page_url.split('?').next().unwrap_or_default();
    match components {
        [one] => format!("{page}?service={}", one.id),
        _ => page.to_owned(),
    }
}

#[derive(Clone, Copy)]
struct Moment {
    at: Timestamp,
    edited_at: Option<Timestamp>,
}

fn update(incident_id: &str, name: &str, status: Phase, body: String, moment: Moment) -> Update {
    let at = At(moment.at);
    Update {
        id: format!("{incident_id}-{name}"),
        incident_id: incident_id.to_owned(),
        status,
        body,
        created_at: at,
        updated_at: At(moment.edited_at.unwrap_or(moment.at)),
        display_at: at,
        affected_components: None,
        deliver_notifications: false,
        custom_tweet: None,
        tweet_id: None,
    }
}
