//! When somebody is told, and of what: a pure decision after each round (DESIGN 1.4: alerts render the one board).
//!
//! Not the words (the edge's catalogue) and not the sending (the edge's outbox and channels). What was said is
//! remembered in `AlertState`, which is kept with the round: a restart neither repeats nor forgets a notice.

mod decide;
mod letters;
mod line;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod testkit;
#[cfg(test)]
mod tests;

pub use decide::decide;

use crate::plan::Plan;
use crate::time::Timestamp;
use core::time::Duration;
use line::Line;
use serde::{Deserialize, Serialize};

/// The least time between two notices of one kind about one thing. What changes to and fro faster than this is
/// told once; what still holds when the time is over is told then.
pub const BETWEEN: Duration = Duration::from_mins(5);

/// How patient alerts are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// How long something may be unknown before somebody hears of it: 1 min to 1 d.
    pub unknown_after: Duration,
    /// From one notice of new dead letters to the next, per queue: 1 min to 7 d.
    pub dead_letter_every: Duration,
    /// From one reminder to the next, while something is down: 10 min to 7 d.
    pub remind_every: Duration,
    /// The page's own: longer without a round is a gap of ours.
    pub expires_after: Duration,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            unknown_after: Duration::from_mins(10),
            dead_letter_every: Duration::from_hours(1),
            remind_every: Duration::from_hours(4),
            expires_after: Duration::from_mins(1),
        }
    }
}

/// What has been said and must be remembered. Opaque: only `decide` reads it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AlertState {
    /// The last round that `decide` saw.
    last_round: Option<Timestamp>,
    /// Whether that round reached nothing at all.
    blind: bool,
    /// What is watched, each by itself.
    lines: Vec<Line>,
}

impl AlertState {
    /// Services that have a new id go on under it. Keys stay: receivers know the trouble by them.
    pub fn rename(&mut self, plan: &Plan) {
        for service in &plan.services {
            for was in plan.former_ids(service) {
                for line in self.lines.iter_mut().filter(|line| line.about.service == *was) {
                    line.about.service.clone_from(&service.id);
                }
            }
        }
    }

    /// Whether there is anything to keep that was not kept with `before`. The time of the last round is not: the
    /// memory that is kept with every round has it.
    pub fn is_news_after(&self, before: &Self) -> bool {
        self.blind != before.blind || self.lines != before.lines
    }

    /// The state as it was kept, after a round that is known from the memory kept beside it.
    #[must_use]
    pub const fn after_round(mut self, last_round: Option<Timestamp>) -> Self {
        self.last_round = last_round;
        self
    }
}

/// One thing to tell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Notice {
    /// Never used twice: `key` and a number. Receivers may drop what they have seen.
    pub id: String,
    /// The same from the first notice about one trouble to its end: `[A-Za-z0-9._-]`.
    pub key: String,
    /// What it is about.
    pub about: About,
    /// What is to be said.
    pub what: What,
    /// Kinds that were said under this key before, each once: who heard of none need not hear of the end.
    pub said: Vec<Kind>,
    /// Since when it is so; of an end: since when it had been so.
    pub since: Timestamp,
    /// The round that says it.
    pub at: Timestamp,
}

impl Notice {
    /// Its kind.
    pub const fn kind(&self) -> Kind {
        self.what.kind()
    }
}

/// What a notice is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct About {
    /// The service's id.
    pub service: String,
    /// Which side of it.
    pub topic: Topic,
}

/// Which side of a service. Each is told by itself, with keys of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// Its verdict.
    Verdict,
    /// A queue that cannot be read although the service's verdict is known.
    Reading {
        /// The queue's id.
        queue: String,
    },
    /// A queue's dead letters.
    DeadLetters {
        /// The queue's id.
        queue: String,
    },
    /// The process's own word, which waits for the probe of its dependencies at its start.
    SelfProbe,
    /// A dependency's circuit breaker.
    Breaker {
        /// The dependency's public id.
        dependency: String,
    },
}

/// What is to be said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// The service is down.
    Down,
    /// The service works with problems.
    Degraded,
    /// The service, or a single queue, has not been readable for `unknown_after`.
    Unknown,
    /// The process says that it is not well, for longer than a restart takes.
    SelfProbe,
    /// A circuit breaker opened.
    Breaker,
    /// New dead letters.
    DeadLetters {
        /// How many since the last notice: at least 1.
        new: u64,
        /// How many there are.
        total: u64,
        /// How many were there when watching began; in the first notice only, and only if there were any.
        there_before: Option<u64>,
    },
    /// It is still down.
    Reminder,
    /// It is over.
    Recovered,
    /// Nobody asks any more: it is gone from the configuration.
    NoLongerWatched,
}

impl What {
    /// Its kind.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Down => Kind::Down,
            Self::Degraded => Kind::Degraded,
            Self::Unknown => Kind::Unknown,
            Self::SelfProbe => Kind::SelfProbe,
            Self::Breaker => Kind::Breaker,
            Self::DeadLetters { .. } => Kind::DeadLetters,
            Self::Reminder => Kind::Reminder,
            Self::Recovered | Self::NoLongerWatched => Kind::Recovered,
        }
    }
}

/// The kinds of notices, as the configuration's `only` names them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Down.
    Down,
    /// Working, with problems.
    Degraded,
    /// Not known for too long.
    Unknown,
    /// A failed self-probe.
    SelfProbe,
    /// A breaker that opened.
    Breaker,
    /// New dead letters.
    DeadLetters,
    /// Still down.
    Reminder,
    /// Over.
    Recovered,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Down,
        Self::Degraded,
        Self::Unknown,
        Self::SelfProbe,
        Self::Breaker,
        Self::DeadLetters,
        Self::Reminder,
        Self::Recovered,
    ];

    /// The word in the configuration, in webhooks and in metrics.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Down => "down",
            Self::Degraded => "degraded",
            Self::Unknown => "unknown",
            Self::SelfProbe => "self_probe",
            Self::Breaker => "breaker",
            Self::DeadLetters => "dead_letters",
            Self::Reminder => "reminder",
            Self::Recovered => "recovered",
        }
    }
}
