//! How a queue's numbers move: what the rounds of the last hour say about now. Numbers, never verdicts.
//!
//! Only the type; `movement` works it out.

use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// How one queue's numbers move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Trend {
    /// By how many waiting messages there are more than ten minutes ago; not known if either number is not.
    pub waiting_10_min: Option<i64>,
    /// The round that saw the number of dead letters grow last.
    pub latest_dead_letter_at: Option<Timestamp>,
    /// The dead letters of the first round that counted them: the baseline.
    pub failed_at_start: Option<u64>,
    /// Workers that signed in for the first time within the last hour.
    pub joined_last_hour: u32,
    /// Workers that were no longer there within the last hour.
    pub left_last_hour: u32,
    /// When the oldest of the living workers was first seen. A stop signal that never arrived shows here.
    pub oldest_worker_since: Option<Timestamp>,
}
