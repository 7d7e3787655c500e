//! What is remembered beyond the last round, prepared for showing: history, incidents, what happened, windows.
//!
//! Hosts make one after each round; every rendering reads it from the `Board`. Not how it is kept (the edge's
//! store), nor how history is reckoned (`history`).

use crate::history::Past;
use crate::incident::{Event, Incident};
use crate::maintenance::Window;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Everything that a page says about before now.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Annals {
    /// Days, hours and cadence.
    pub past: Past,
    /// Open incidents and the latest closed ones, newest first.
    pub incidents: Vec<Incident>,
    /// What happened, newest first: the latest of all, and all of the incidents above.
    pub events: Vec<Event>,
    /// Maintenance windows that are open, announced, or have ended lately; by their beginning.
    pub windows: Vec<Window>,
}

impl Annals {
    /// What of it is about one service, the whole page's events and windows included.
    #[must_use]
    pub fn narrowed_to(&self, service: &str) -> Self {
        let is_its = |ids: &[String]| ids.is_empty() || ids.iter().any(|id| id == service);
        Self {
            past: self.past.clone(),
            incidents: self.incidents.iter().filter(|i| i.service == service).cloned().collect(),
            events: self
                .events
                .iter()
                .filter(|e| e.service.is_empty() || e.service == service)
                .cloned()
                .collect(),
            windows: self.windows.iter().filter(|w| is_its(&w.services)).cloned().collect(),
        }
    }

    /// The window that lies over a service (or, with an empty id, over the whole page) at a moment: of several,
    /// the one that ends last.
    pub fn window_over(&self, service: &str, now: Timestamp) -> Option<&Window> {
        self.windows.iter().filter(|window| window.is_over(service, now)).max_by_key(|window| window.until)
    }
}
