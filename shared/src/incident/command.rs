//! What a person with the token can ask for: notes, stages, marks, maintenance windows.
//!
//! Not parsing (the edge's `web`) and not what comes of it (`apply`).

use super::Stage;
use crate::maintenance::Window;

/// A wish of the operator's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Say something about an incident.
    Note {
        /// Its id.
        incident: u64,
        /// Public text, 1 to 4,000 characters.
        text: String,
    },
    /// Say afterwards what was learned.
    PostMortem {
        /// The incident's id.
        incident: u64,
        /// Public text, 1 to 20,000 characters.
        text: String,
    },
    /// Change the text of a note, a post-mortem or a mark.
    Edit {
        /// The event's id.
        event: u64,
        /// The new text.
        text: String,
    },
    /// Say how far one is; anything beyond `Stage::Open` stops reminders. The latest word counts, also where it goes
    /// back: what was called fixed too early is looked into again.
    Stage {
        /// The incident's id.
        incident: u64,
        /// How far.
        to: Stage,
    },
    /// Mark a deployment.
    Mark {
        /// The service's id; empty for the whole page.
        service: String,
        /// Public text, 1 to 200 characters: "planner 1.42".
        text: String,
    },
    /// Announce a maintenance window, or change one that was announced in this way.
    Announce(Window),
    /// Call a window off, or end it now. Only windows that were announced in this way.
    CallOff {
        /// Its id.
        window: String,
    },
}
