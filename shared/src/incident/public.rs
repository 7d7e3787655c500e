//! What the public may see of incidents and events: an allow-list by type (DESIGN 1.6).
//!
//! Nothing here has a field for evidence, and what is about a hidden dependency or queue is left out: hidden when it
//! happened, or hidden now.

use super::{Attendance, Cause, Event, Incident, Stage, What};
use crate::board::{Board, ServiceBoard};
use crate::name::PublicName;
use crate::public::name;
use crate::state::{State, Verdict};
use crate::time::Timestamp;

/// How far before and after an event those of the same moment are looked for.
const NEIGHBOURS: usize = 40;

/// One incident.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicIncident {
    /// Its id.
    pub id: u64,
    /// The service's id.
    pub service: String,
    /// The service's name.
    pub service_name: String,
    /// When it began.
    pub opened_at: Timestamp,
    /// When it ended.
    pub closed_at: Option<Timestamp>,
    /// The worst verdict in it: down or degraded.
    pub worst: Verdict,
    /// What it was about.
    pub cause: PublicCause,
    /// What people do about it.
    pub stage: Stage,
}

/// What an incident is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PublicCause {
    /// A queue without workers.
    NoWorkers {
        /// The queue's name.
        queue: String,
    },
    /// Work waits in a queue that scales to zero, and nobody came.
    NobodyCame {
        /// The queue's name.
        queue: String,
    },
    /// A dependency is down or degraded.
    Dependency {
        /// Its name.
        name: String,
    },
    /// The application could not be reached.
    NotReached,
    /// It has been draining for too long.
    DrainingTooLong,
    /// The application itself says so, or the part that it is about is not for the public.
    Said,
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicEvent {
    /// Its id: stable, for feeds.
    pub id: u64,
    /// When.
    pub at: Timestamp,
    /// The service's id; empty if it is about the whole page.
    pub service: String,
    /// The service's name; empty if it is about the whole page.
    pub service_name: String,
    /// The incident it belongs to.
    pub incident: Option<u64>,
    /// When a person last changed its text.
    pub edited_at: Option<Timestamp>,
    /// What.
    pub what: PublicWhat,
}

/// What can happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PublicWhat {
    /// A service's verdict changed.
    Verdict {
        /// Before.
        from: Verdict,
        /// After.
        to: Verdict,
        /// Of a verdict that is the worst of its incident: what that is about.
        cause: Option<PublicCause>,
    },
    /// A dependency's state changed.
    Dependency {
        /// Its name.
        name: String,
        /// Before.
        from: State,
        /// After.
        to: State,
    },
    /// A queue's state changed.
    Queue {
        /// Its name.
        name: String,
        /// Before.
        from: State,
        /// After.
        to: State,
        /// Who was there then.
        attendance: Attendance,
    },
    /// The number of workers of a queue changed.
    Workers {
        /// The queue's name.
        name: String,
        /// Before.
        from: u64,
        /// After.
        to: u64,
    },
    /// A deployment, or another mark that somebody set.
    Mark {
        /// What was deployed.
        text: String,
    },
    /// Somebody wrote about an incident.
    Note {
        /// The text.
        text: String,
    },
    /// What was learned afterwards.
    PostMortem {
        /// The text.
        text: String,
    },
    /// Somebody said how far they are.
    Stage {
        /// How far they said they were before.
        from: Stage,
        /// How far.
        to: Stage,
    },
}

/// The incidents of a board, newest first. Those of services that are no longer watched are left out. `numbered`
/// names the Nth dependency that has no public name.
pub fn incidents<N: Fn(usize) -> String + Copy>(
    board: &Board,
    numbered: N,
) -> impl Iterator<Item = PublicIncident> {
    board.annals.incidents.iter().filter_map(move |incident| {
        let service = service(board, &incident.service)?;
        Some(PublicIncident {
            id: incident.id,
            service: service.id.clone(),
            service_name: service.name.clone(),
            opened_at: incident.opened_at,
            closed_at: incident.closed_at,
            worst: incident.worst,
            cause: cause(service, incident, numbered),
            stage: incident.stage,
        })
    })
}

/// What happened on a board, newest first; to be taken or filtered from. One moment is told once: a verdict that a
/// part's change of the same moment explains is left out, and so is a number of workers beside its queue's change.
pub fn events<N: Fn(usize) -> String + Copy>(
    board: &Board,
    numbered: N,
) -> impl Iterator<Item = PublicEvent> {
    let all = &board.annals.events;
    all.iter().enumerate().filter_map(move |(nth, event)| {
        let service = service(board, &event.service);
        if service.is_none() && !event.service.is_empty() {
            return None;
        }
        let same_moment =
            all.iter().skip(nth.saturating_sub(NEIGHBOURS)).take(2 * NEIGHBOURS).filter(|other| {
                other.at == event.at && other.service == event.service && other.id != event.id
            });
        if is_told_otherwise(service, event, same_moment) {
            return None;
        }
        Some(PublicEvent {
            id: event.id,
            at: event.at,
            service: event.service.clone(),
            service_name: service.map(|service| service.name.clone()).unwrap_or_default(),
            incident: event.incident,
            edited_at: event.edited_at,
            what: what(board, service, event, numbered)?,
        })
    })
}

fn service<'a>(board: &'a Board, id: &str) -> Option<&'a ServiceBoard> {
    board.services.iter().find(|service| service.id == id)
}

fn what(
    board: &Board,
    service: Option<&ServiceBoard>,
    event: &Event,
    numbered: impl Fn(usize) -> String + Copy,
) -> Option<PublicWhat> {
    Some(match &event.what {
        What::Verdict { from, to } => {
            let incident = board.annals.incidents.iter().find(|i| Some(i.id) == event.incident);
            let at_its_worst = incident.filter(|incident| incident.worst == *to);
            let cause =
                service.zip(at_its_worst).map(|(service, incident)| cause(service, incident, numbered));
            PublicWhat::Verdict { from: *from, to: *to, cause }
        }
        What::Dependency { name: of, hidden, from, to } => {
            let name = visible(service, of, *hidden).map(|of| name(of, numbered))?;
            PublicWhat::Dependency { name, from: *from, to: *to }
        }
        What::Queue { name: of, hidden, from, to, attendance } => {
            let name = visible(service, of, *hidden).map(|of| name(of, numbered))?;
            PublicWhat::Queue { name, from: *from, to: *to, attendance: *attendance }
        }
        What::Workers { name: of, hidden, from, to } => {
            let name = visible(service, of, *hidden).map(|of| name(of, numbered))?;
            PublicWhat::Workers { name, from: *from, to: *to }
        }
        What::Mark { text } => PublicWhat::Mark { text: text.clone() },
        What::Note { text } => PublicWhat::Note { text: text.clone() },
        What::PostMortem { text } => PublicWhat::PostMortem { text: text.clone() },
        What::Stage { to } => PublicWhat::Stage { from: stage_before(board, event), to: *to },
    })
}

fn stage_before(board: &Board, event: &Event) -> Stage {
    let earlier = board.annals.events.iter().skip_while(|other| other.id != event.id).skip(1);
    let mut stages =
        earlier.filter(|other| other.incident == event.incident).filter_map(|other| match other.what {
            What::Stage { to } => Some(to),
            _ => None,
        });
    stages.next().unwrap_or(Stage::Open)
}

fn cause(
    service: &ServiceBoard,
    incident: &Incident,
    numbered: impl Fn(usize) -> String + Copy,
) -> PublicCause {
    let public = |of| visible(Some(service), of, false).map(|of| name(of, numbered));
    match &incident.cause {
        Cause::NoWorkers { queue } => public(queue).map(|queue| PublicCause::NoWorkers { queue }),
        Cause::NobodyCame { queue } => public(queue).map(|queue| PublicCause::NobodyCame { queue }),
        Cause::Dependency { name } => public(name).map(|name| PublicCause::Dependency { name }),
        Cause::NotReached => Some(PublicCause::NotReached),
        Cause::DrainingTooLong => Some(PublicCause::DrainingTooLong),
        Cause::Said => Some(PublicCause::Said),
    }
    .unwrap_or(PublicCause::Said)
}

/// The name, unless the part was hidden then or is hidden now.
fn visible<'a>(
    service: Option<&ServiceBoard>,
    name: &'a PublicName,
    was_hidden: bool,
) -> Option<&'a PublicName> {
    let is_hidden = service.is_some_and(|service| {
        service.dependencies.iter().any(|line| line.hidden && line.name == *name)
            || service.queues.iter().any(|queue| queue.hidden && queue.name == *name)
    });
    (!was_hidden && !is_hidden).then_some(name)
}

fn is_told_otherwise<'a>(
    service: Option<&ServiceBoard>,
    event: &Event,
    mut same_moment: impl Iterator<Item = &'a Event>,
) -> bool {
    match &event.what {
        // That a whole service is not known is more than that a part of it is not.
        What::Verdict { to: Verdict::Unknown, .. } => false,
        What::Verdict { to, .. } => same_moment.any(|other| match &other.what {
            What::Dependency { name, hidden, to: part, .. } | What::Queue { name, hidden, to: part, .. } => {
                State::from(*to) == *part && visible(service, name, *hidden).is_some()
            }
            _ => false,
        }),
        What::Workers { name, .. } => {
            same_moment.any(|other| matches!(&other.what, What::Queue { name: queue, .. } if queue == name))
        }
        _ => false,
    }
}
