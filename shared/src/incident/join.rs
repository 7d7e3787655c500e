//! Two logs become one: what happened while the database was away goes behind what it holds.
//!
//! Not for a log that was loaded from that database: its rows are there already, under the same ids.

use super::{Incident, Log};
use crate::map::Map;

impl Log {
    /// Puts this log, which began empty, behind one that was kept. Its ids are given anew, so that no row is
    /// overwritten; trouble that goes on stays the incident that it was. To be written with `everything`.
    #[must_use]
    pub fn after(self, mut kept: Self) -> Self {
        let before = kept.last_event;
        let ids = kept.take_incidents(self.incidents);
        for mut event in self.events.into_iter().rev() {
            event.id = event.id.saturating_add(before);
            event.incident = event.incident.and_then(|id| ids.get(&id).copied());
            kept.place(event);
        }
        for window in self.windows {
            kept.place_window(window);
        }
        kept.last_event = before.saturating_add(self.last_event);
        kept.last_incident = kept.last_incident.saturating_add(self.last_incident);
        kept.trim();
        kept
    }

    /// Takes incidents of another log, newest first. Returns their new ids by their old ones.
    fn take_incidents(&mut self, others: Vec<Incident>) -> Map<u64, u64> {
        let mut ids = Map::new();
        for mut other in others.into_iter().rev() {
            let before = other.id;
            let open = self.incidents.iter_mut().find(|i| i.is_open() && i.service == other.service);
            if let Some(incident) = open {
                incident.closed_at = other.closed_at;
                incident.stage = incident.stage.max(other.stage);
                if other.worst > incident.worst {
                    (incident.worst, incident.cause) = (other.worst, other.cause);
                    incident.evidence = other.evidence;
                }
                ids.insert(before, incident.id);
            } else {
                other.id = before.saturating_add(self.last_incident);
                ids.insert(before, other.id);
                self.incidents.insert(0, other);
            }
        }
        ids
    }
}
