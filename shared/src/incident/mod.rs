//! Incidents, and the log of what happened: the types. One log of events; an incident is a span over it.
//!
//! What opens and closes an incident is decided in `log`; sentences are the catalogue's. No event holds a remote
//! word: names are public ones, and what only the operator may see stands apart in `evidence`.

mod apply;
mod cause;
mod command;
mod happened;
mod join;
pub mod log;
pub mod public;

#[cfg(test)]
mod tests;

pub use apply::CommandError;
pub use command::Command;
pub use log::{Changes, Log};
pub use public::{PublicCause, PublicEvent, PublicIncident, PublicWhat};

use crate::name::PublicName;
use crate::state::{State, Verdict};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// One service that was not well, from the round that said so to the one that said otherwise.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Incident {
    /// Counts up from 1; never used twice.
    pub id: u64,
    /// The service's id.
    pub service: String,
    /// The round that showed the first verdict that was down or degraded.
    pub opened_at: Timestamp,
    /// The round that showed it well or restarting, or that no longer watched it; absent while it is open. Never
    /// before `opened_at`.
    pub closed_at: Option<Timestamp>,
    /// The worst verdict while it was open: down or degraded.
    pub worst: Verdict,
    /// What it was about when it was at its worst, for its title.
    pub cause: Cause,
    /// What people do about it.
    pub stage: Stage,
    /// What was seen when it came to its worst: some lines. For the operator: may hold remote words.
    pub evidence: String,
}

impl Incident {
    /// Whether it goes on.
    pub const fn is_open(&self) -> bool {
        self.closed_at.is_none()
    }
}

/// What an incident is about, in words that may be public.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// A queue without workers.
    NoWorkers {
        /// The queue's name.
        queue: PublicName,
    },
    /// Work waits in a queue that scales to zero, and nobody came.
    NobodyCame {
        /// The queue's name.
        queue: PublicName,
    },
    /// A dependency is down or degraded.
    Dependency {
        /// Its name.
        name: PublicName,
    },
    /// The application could not be reached.
    NotReached,
    /// It has been draining for too long.
    DrainingTooLong,
    /// The application itself says that it is not well, without naming a part.
    Said,
}

/// What people do about an incident.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Nobody has said anything yet.
    Open,
    /// "I am on it": somebody is looking.
    Looking,
    /// The cause is found.
    Found,
    /// It is fixed.
    Fixed,
    /// It is being watched.
    Watching,
}

/// One thing that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// Counts up from 1; never used twice. Feeds name entries by it.
    pub id: u64,
    /// When.
    pub at: Timestamp,
    /// The service's id; empty if it is about the whole page.
    pub service: String,
    /// The incident it belongs to.
    pub incident: Option<u64>,
    /// When a person last changed its text.
    pub edited_at: Option<Timestamp>,
    /// What.
    pub what: What,
}

/// What can happen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A service's verdict changed.
    Verdict {
        /// Before.
        from: Verdict,
        /// After.
        to: Verdict,
    },
    /// A dependency's state changed.
    Dependency {
        /// Its name.
        name: PublicName,
        /// Whether the configuration hides it from the public.
        hidden: bool,
        /// Before.
        from: State,
        /// After.
        to: State,
    },
    /// A queue's state changed.
    Queue {
        /// Its name.
        name: PublicName,
        /// Whether the configuration hides it from the public.
        hidden: bool,
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
        name: PublicName,
        /// Whether the configuration hides it from the public.
        hidden: bool,
        /// Before.
        from: u64,
        /// After.
        to: u64,
    },
    /// A deployment, or another mark that somebody set.
    Mark {
        /// What was deployed, in the operator's words, which are public.
        text: String,
    },
    /// Somebody wrote about an incident.
    Note {
        /// The text, public.
        text: String,
    },
    /// What was learned afterwards.
    PostMortem {
        /// The text, public.
        text: String,
    },
    /// Somebody said how far they are.
    Stage {
        /// How far.
        to: Stage,
    },
}

/// Who was there when a queue's state changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attendance {
    /// Their exact number is not known.
    NotCounted,
    /// So many workers.
    Counted(u64),
    /// Nobody, though work waits in a queue that scales to zero.
    NobodyCame,
}
