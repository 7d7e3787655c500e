//! The log of what happened: it opens and closes incidents, and notes each change, round by round.
//!
//! Pure. Not what people ask for (`apply`), not what the public sees (`public`), not how it is kept (the edge's
//! store: whatever changes here is handed out as `Changes`).

use super::happened::{self, Happened};
use super::{Event, Incident, Stage, What, cause};
use crate::board::{Board, ServiceBoard};
use crate::maintenance::Window;
use crate::map::Map;
use crate::memory::Memory;
use crate::plan::Plan;
use crate::state::Verdict;
use crate::time::Timestamp;
use core::time::Duration;
use serde::{Deserialize, Serialize};

/// How many closed incidents are remembered here: those that closed last.
pub const CLOSED_KEPT: usize = 50;
/// How many of the latest events are remembered here, whatever they are about.
pub const EVENTS_KEPT: usize = 200;
/// Beside those, how many of the latest events of each incident that is remembered.
pub const EVENTS_KEPT_OF_INCIDENT: usize = 100;
/// For how long a window that was announced is remembered after its end.
const WINDOWS_KEPT: Duration = Duration::from_hours(30 * 24);

/// Open incidents and what happened lately. Bounded, however much happens.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Log {
    /// The last id that was given to an incident; 0 before the first.
    pub(super) last_incident: u64,
    /// The last id that was given to an event; 0 before the first.
    pub(super) last_event: u64,
    /// Newest first.
    pub(super) incidents: Vec<Incident>,
    /// Newest first.
    pub(super) events: Vec<Event>,
    /// Windows that were announced by request, by their beginning. Those of the configuration are not here.
    pub(super) windows: Vec<Window>,
}

/// What must be written after a step: whole rows, each replacing the one of the same id.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Changes {
    /// Incidents that are new or changed.
    pub incidents: Vec<Incident>,
    /// Events that are new or changed.
    pub events: Vec<Event>,
    /// All windows that were announced, if any of them changed: none beside these are left.
    pub windows: Option<Vec<Window>>,
}

impl Log {
    /// From what was kept: incidents and events newest first, windows by their beginning, and the greatest ids that
    /// were ever given, whether their rows are still there or not.
    pub fn restored(
        (last_incident, last_event): (u64, u64),
        incidents: Vec<Incident>,
        events: Vec<Event>,
        windows: Vec<Window>,
    ) -> Self {
        let greatest_incident = incidents.iter().map(|incident| incident.id).max().unwrap_or(0);
        let greatest_event = events.iter().map(|event| event.id).max().unwrap_or(0);
        let mut log = Self {
            last_incident: last_incident.max(greatest_incident),
            last_event: last_event.max(greatest_event),
            incidents,
            events,
            windows,
        };
        log.trim();
        log
    }

    /// Open incidents and the latest closed ones, newest first.
    pub fn incidents(&self) -> &[Incident] {
        &self.incidents
    }

    /// What happened, newest first: the latest of all, and the latest of each incident above.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Windows that were announced by request, by their beginning; for a while after their end too.
    pub fn windows(&self) -> &[Window] {
        &self.windows
    }

    /// The open incident of a service.
    pub fn open(&self, service: &str) -> Option<&Incident> {
        self.incidents.iter().find(|incident| incident.is_open() && incident.service == service)
    }

    /// Everything that is remembered here: to be written when an earlier write failed.
    pub fn everything(&self) -> Changes {
        Changes {
            incidents: self.incidents.clone(),
            events: self.events.clone(),
            windows: Some(self.windows.clone()),
        }
    }

    /// Follows one round, from the memory before it to the memory after it.
    ///
    /// In two steps, since two things may have happened: what was known may have expired since the former round
    /// ended, and then this round said something. The first step goes from the board at the end of the former round
    /// to the board of the *same* memory now; the second from there to the board after this round. In both, `since`
    /// of the later board is the true moment. So a gap of our own, a restart among them, is told as "not known" from
    /// the moment of expiry to the round that ended it, and a gap too short for that is not told at all.
    pub fn follow(&mut self, plan: &Plan, before: &Memory, after: &Memory) -> Changes {
        let Some(now) = after.checked_at else { return Changes::default() };
        let former = before.checked_at.unwrap_or(before.started_at);
        let until_now = Board::of(plan, before, now);
        let mut changes = self.set_back(now);
        changes.add(self.advance(&Board::of(plan, before, former), &until_now));
        changes.add(self.advance(&until_now, &Board::of(plan, after, now)));
        changes
    }

    /// One step from one board to a later one of the same plan (see `follow` for which two).
    ///
    /// Whether an incident is open is judged by `after` and this log alone, so that nothing opens twice, whatever
    /// `before` was: down or degraded opens one, operational or draining closes it, unknown does neither.
    pub fn advance(&mut self, before: &Board, after: &Board) -> Changes {
        let mut changes = Changes::default();
        let at_round = after.checked_at.map_or(after.served_at, |at| at.min(after.served_at));
        for service in &after.services {
            let former = before.services.iter().find(|former| former.id == service.id);
            self.advance_service(former, service, at_round, &mut changes);
        }
        self.close_unwatched(after, &mut changes);
        self.forget_windows(after.served_at, &mut changes);
        if !changes.is_empty() {
            self.trim();
        }
        changes
    }

    /// Nothing that is written down has happened later than now: where it says so, a clock was ahead, and has been
    /// set back since.
    fn set_back(&mut self, now: Timestamp) -> Changes {
        let mut changes = Changes::default();
        for incident in &mut self.incidents {
            let closed_at = incident.closed_at.map(|at| at.min(now));
            if incident.opened_at > now || closed_at != incident.closed_at {
                (incident.opened_at, incident.closed_at) = (incident.opened_at.min(now), closed_at);
                changes.put_incident(incident.clone());
            }
        }
        for event in self.events.iter_mut().take_while(|event| event.at > now) {
            event.at = now;
            event.edited_at = event.edited_at.map(|at| at.min(now));
            changes.put_event(event.clone());
        }
        changes
    }

    fn advance_service(
        &mut self,
        former: Option<&ServiceBoard>,
        service: &ServiceBoard,
        at_round: Timestamp,
        changes: &mut Changes,
    ) {
        let open_before = self.open(&service.id).map(|incident| incident.id);
        let incident = match service.verdict {
            Verdict::Down | Verdict::Degraded => Some(self.open_or_worsen(service, changes)),
            Verdict::Operational | Verdict::Draining => {
                let is_its = |incident: &Incident| incident.service == service.id;
                self.close(is_its, service.since, changes);
                open_before
            }
            Verdict::Unknown => open_before,
        };
        let mut happened = happened::to_parts(former, service, at_round, &self.events);
        // Last, so that it stands above its parts, which changed in the same moment.
        happened.extend(self.verdict_changed(former, service, open_before.is_some()));
        for Happened { at, what } in happened {
            self.record(at, &service.id, incident, what, changes);
        }
    }

    fn verdict_changed(
        &self,
        former: Option<&ServiceBoard>,
        service: &ServiceBoard,
        was_open: bool,
    ) -> Option<Happened> {
        let (from, was_observed) = match former {
            Some(former) => (former.verdict, former.observed_at.is_some()),
            None => (Verdict::Unknown, false),
        };
        let to = service.verdict;
        // The first answer ever is no change, unless an incident begins or ends with it.
        let is_news = was_observed || self.open(&service.id).is_some() != was_open;
        (from != to && is_news).then_some(Happened { at: service.since, what: What::Verdict { from, to } })
    }

    fn open_or_worsen(&mut self, service: &ServiceBoard, changes: &mut Changes) -> u64 {
        let open = self.incidents.iter_mut().find(|i| i.is_open() && i.service == service.id);
        if let Some(incident) = open {
            if service.verdict > incident.worst {
                incident.worst = service.verdict;
                incident.cause = cause::of(service);
                incident.evidence = cause::evidence(service);
                changes.put_incident(incident.clone());
            }
            return incident.id;
        }
        self.last_incident = self.last_incident.saturating_add(1);
        let incident = Incident {
            id: self.last_incident,
            service: service.id.clone(),
            opened_at: service.since,
            closed_at: None,
            worst: service.verdict,
            cause: cause::of(service),
            stage: Stage::Open,
            evidence: cause::evidence(service),
        };
        changes.put_incident(incident.clone());
        self.incidents.insert(0, incident);
        self.last_incident
    }

    fn close(&mut self, which: impl Fn(&Incident) -> bool, at: Timestamp, changes: &mut Changes) {
        for incident in self.incidents.iter_mut().filter(|i| i.is_open() && which(i)) {
            // A clock may have been set back.
            incident.closed_at = Some(at.max(incident.opened_at));
            changes.put_incident(incident.clone());
        }
    }

    /// Nobody will ever say of a service that it is well again if nobody asks it any more.
    fn close_unwatched(&mut self, after: &Board, changes: &mut Changes) {
        let is_unwatched = |incident: &Incident| after.services.iter().all(|s| s.id != incident.service);
        self.close(is_unwatched, after.served_at, changes);
    }

    fn forget_windows(&mut self, now: Timestamp, changes: &mut Changes) {
        let before = self.windows.len();
        self.windows.retain(|window| window.until + WINDOWS_KEPT > now);
        if self.windows.len() != before {
            changes.windows = Some(self.windows.clone());
        }
    }

    /// Writes down that something happened.
    pub(super) fn record(
        &mut self,
        at: Timestamp,
        service: &str,
        incident: Option<u64>,
        what: What,
        changes: &mut Changes,
    ) {
        self.last_event = self.last_event.saturating_add(1);
        let event =
            Event { id: self.last_event, at, service: service.to_owned(), incident, edited_at: None, what };
        changes.put_event(event.clone());
        self.place(event);
    }

    /// What is found out later, such as an expiry, may have happened earlier.
    pub(super) fn place(&mut self, event: Event) {
        let place = self.events.iter().position(|other| other.at <= event.at);
        self.events.insert(place.unwrap_or(self.events.len()), event);
    }

    pub(super) fn place_window(&mut self, window: Window) {
        self.windows.retain(|other| other.id != window.id);
        let place = self.windows.iter().position(|other| other.from > window.from);
        self.windows.insert(place.unwrap_or(self.windows.len()), window);
    }

    /// A renamed service keeps its incidents, events and windows. To be called after loading and after each change
    /// of the configuration, before the next round.
    pub fn rename(&mut self, plan: &Plan) -> Changes {
        let mut changes = Changes::default();
        for service in &plan.services {
            for former in plan.former_ids(service) {
                for incident in self.incidents.iter_mut().filter(|i| i.service == *former) {
                    incident.service.clone_from(&service.id);
                    changes.put_incident(incident.clone());
                }
                for event in self.events.iter_mut().filter(|e| e.service == *former) {
                    event.service.clone_from(&service.id);
                    changes.put_event(event.clone());
                }
                let named = self.windows.iter_mut().flat_map(|window| &mut window.services);
                let mut renamed = false;
                for id in named.filter(|id| *id == former) {
                    id.clone_from(&service.id);
                    renamed = true;
                }
                if renamed {
                    changes.windows = Some(self.windows.clone());
                }
            }
        }
        changes
    }

    /// Forgets what is beyond the bounds.
    pub(super) fn trim(&mut self) {
        while self.incidents.iter().filter(|incident| !incident.is_open()).count() > CLOSED_KEPT {
            let closed = self.incidents.iter().filter_map(|i| Some((i.closed_at?, i.id)));
            let Some((_, first)) = closed.min() else { break };
            self.incidents.retain(|incident| incident.id != first);
        }
        if self.events.len() <= EVENTS_KEPT {
            return;
        }
        let mut of_incident: Map<u64, usize> = self.incidents.iter().map(|i| (i.id, 0)).collect();
        let mut seen = 0;
        self.events.retain(|event| {
            seen += 1;
            let is_of_few = match event.incident.and_then(|id| of_incident.get_mut(&id)) {
                Some(count) => {
                    *count += 1;
                    *count <= EVENTS_KEPT_OF_INCIDENT
                }
                None => false,
            };
            seen <= EVENTS_KEPT || is_of_few
        });
    }
}

impl Changes {
    /// Whether there is nothing to write.
    pub const fn is_empty(&self) -> bool {
        self.incidents.is_empty() && self.events.is_empty() && self.windows.is_none()
    }

    /// Adds what a later step changed.
    pub fn add(&mut self, later: Self) {
        for incident in later.incidents {
            self.put_incident(incident);
        }
        for event in later.events {
            self.put_event(event);
        }
        if later.windows.is_some() {
            self.windows = later.windows;
        }
    }

    pub(super) fn put_incident(&mut self, incident: Incident) {
        self.incidents.retain(|other| other.id != incident.id);
        self.incidents.push(incident);
    }

    pub(super) fn put_event(&mut self, event: Event) {
        self.events.retain(|other| other.id != event.id);
        self.events.push(event);
    }
}
