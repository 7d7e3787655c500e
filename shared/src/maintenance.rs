//! Planned maintenance: an annotation with an end, never a state. Verdicts stay what they are (DESIGN 1).
//!
//! Not recurrence: the edge, which has a calendar, turns rules into windows.

use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Stands in the ids of windows that come from a rule of the configuration, and in no others.
pub const OF_A_RULE: char = '@';

/// One stretch of announced work.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Window {
    /// Stable from announcement to end. Of a rule of the configuration: its id, `OF_A_RULE`, and the beginning.
    pub id: String,
    /// What is done, in public words. May be empty.
    pub title: String,
    /// The services it is about; empty for all.
    pub services: Vec<String>,
    /// When it begins.
    pub from: Timestamp,
    /// When it ends: later than `from`.
    pub until: Timestamp,
}

impl Window {
    /// Whether it lies over this service at this moment. An empty id asks for the whole page, which only a window
    /// over all services covers.
    pub fn is_over(&self, service: &str, now: Timestamp) -> bool {
        self.is_open(now) && (self.services.is_empty() || self.services.iter().any(|id| id == service))
    }

    /// Whether somebody announced it by request: only such a window can be changed or called off in that way.
    pub fn is_announced(&self) -> bool {
        !self.id.contains(OF_A_RULE)
    }

    /// Whether it has begun and has not ended.
    pub fn is_open(&self, now: Timestamp) -> bool {
        self.from <= now && now < self.until
    }
}
