//! History: time in each state and the course of the numbers, by hour and by day.
//!
//! Arithmetic alone: rows come from the edge's store, days and hours from its calendar.

mod chronicle;
mod past;
mod row;
mod span;
mod tally;

pub use chronicle::{Chronicle, Ended, HOURS_HELD};
pub use row::{Row, Shown};
pub use span::{Hour, Record, Slot, Span};
pub use tally::Tally;

use crate::map::Map;
use crate::time::Timestamp;
use core::time::Duration;
use serde::{Deserialize, Serialize};

/// So many days are shown.
pub const DAYS_SHOWN: usize = 90;
/// So many hours are shown, beside the present one.
pub const HOURS_SHOWN: usize = 24;
/// So many rounds are shown to the operator.
pub const ROUNDS_SHOWN: usize = 12;

/// A day of the page's time zone: days since 1970-01-01 of its calendar date.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Day(pub i32);

/// What history is kept of. Its text form (`planner`, `planner/q/async`, `planner/d/postgres`) is the key in rows;
/// a dependency's key is a remote word, so it never leaves with anything public.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub enum Subject {
    /// A service.
    Service(String),
    /// A queue of a service.
    Queue(String, String),
    /// A dependency of a service, by the key of its line.
    Dependency(String, String),
}

impl From<Subject> for String {
    fn from(subject: Subject) -> Self {
        match subject {
            Subject::Service(id) => id,
            Subject::Queue(id, queue) => format!("{id}/q/{queue}"),
            Subject::Dependency(id, key) => format!("{id}/d/{key}"),
        }
    }
}

/// An id of a service or a queue has no slash, so every text reads back as one subject.
impl From<String> for Subject {
    fn from(text: String) -> Self {
        let parts = text.split_once('/').and_then(|(id, rest)| Some((id, rest.split_once('/')?)));
        match parts {
            Some((id, ("q", queue))) => Self::Queue(id.to_owned(), queue.to_owned()),
            Some((id, ("d", key))) => Self::Dependency(id.to_owned(), key.to_owned()),
            _ => Self::Service(text),
        }
    }
}

/// What is shown of history.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Past {
    /// The first round that is remembered.
    pub since: Option<Timestamp>,
    /// The day of the last round.
    pub today: Day,
    /// How often was checked in the last 24 hours.
    pub cadence: Cadence,
    /// By subject.
    pub subjects: Map<Subject, SubjectPast>,
    /// The last rounds, newest first, in brief: for the operator alone.
    pub rounds: Vec<Row>,
}

/// The measured cadence of the last 24 hours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Cadence {
    /// Rounds made.
    pub rounds: u32,
    /// From one round to the next, on average; zero before the second round.
    pub mean: Duration,
    /// The longest time between two rounds.
    pub worst_gap: Duration,
}

/// The past of one subject.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SubjectPast {
    /// Time in each state by day, oldest first, the last being `today`; no more than 90, and no more than there are
    /// since it was first seen.
    pub days: Vec<Tally>,
    /// Time in each state over the last 24 hours, in whole hours and the present one.
    pub last_24_h: Tally,
    /// The numbers by hour, oldest first, the last being the present hour: no more than 25, and none before the
    /// subject was first seen. An hour in which nothing was read is there, and empty.
    pub hours: Vec<Numbers>,
    /// The last dead letters that were counted before today.
    pub failed_yesterday: Option<u64>,
}

/// The numbers of one subject over a stretch of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Numbers {
    /// Workers alive (queues).
    #[serde(rename = "w", default, skip_serializing_if = "Option::is_none")]
    pub workers: Option<Gauge>,
    /// Messages waiting (queues).
    #[serde(rename = "q", default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Gauge>,
    /// Dead letters (queues).
    #[serde(rename = "f", default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<Gauge>,
    /// Milliseconds: of a dependency its check, of a service its health answer, of a queue its round trip.
    #[serde(rename = "l", default, skip_serializing_if = "Option::is_none")]
    pub latency_ms: Option<Gauge>,
}

/// What a number did over a stretch of time in which it was known at least once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "[u64; 4]", into = "[u64; 4]")]
pub struct Gauge {
    /// The smallest.
    pub min: u64,
    /// The one in the middle.
    pub median: u64,
    /// The largest.
    pub max: u64,
    /// The last.
    pub last: u64,
}

impl From<[u64; 4]> for Gauge {
    fn from([min, median, max, last]: [u64; 4]) -> Self {
        Self { min, median, max, last }
    }
}

impl From<Gauge> for [u64; 4] {
    fn from(gauge: Gauge) -> Self {
        [gauge.min, gauge.median, gauge.max, gauge.last]
    }
}
