//! The evidence at `/ops`: what its tables and lines are called.
//!
//! For operators only, hence English. What to do about a remark is in `advice`.

use super::labels;
use super::time::Locale;
use core::time::Duration;
use shared::reading::Reading;
use shared::sample::PartNumbers;
pub use shared::time::millis;

pub const EVIDENCE: &str = "Evidence";
pub const CAME_BACK: &str = "What came back";
pub const REMARKS: &str = "Remarks";
pub const HEALTH: &str = "Health document";
pub const DEPENDENCIES: &str = "Its lines";
pub const LAST_ROUNDS: &str = "Last rounds";
pub const WITNESSES: &str = "Both witnesses";
pub const DISAGREE: &str = "They disagree on whether anybody works: the worse is believed.";

pub const STATE: &str = "State";
pub const FORMAT: &str = "Format";
pub const SINCE: &str = "So since";
pub const ANSWERED: &str = "Last answer that counts";
pub const TOOK: &str = "It took";
pub const SAID: &str = "It came as";
pub const DRAINING: &str = "Restarting since";
pub const LIVENESS: &str = "The process itself";
pub const REPORTED_BY: &str = "Reported by";
pub const NEVER: &str = "never";
pub const CONFIRMING: &str = "checking again before it is believed";

pub const ERROR_CLASS: &str = "Error";
pub const REASON: &str = "Reason";
pub const TLS: &str = "TLS";
pub const BREAKER: &str = "Breaker";
pub const NOT_PUBLIC: &str = "not public";
pub const NO_LINES: &str = "The document lists nothing.";

pub const SYSTEM: &str = "System";
pub const ROUND_TRIP: &str = "Round trip";
pub const WORKERS: &str = "Workers";
pub const WAITING: &str = "Waiting";
pub const FAILED: &str = "Failed";
pub const DELAYED: &str = "Waiting for their time";
pub const APPLICATION: &str = "Application";
pub const NOT_ASKED_THERE: &str = "It does not count them.";
pub const QUIET: &str = "Take no new work";
pub const PART: &str = "Of which";

pub const TIME: &str = "Time";
pub const MILLIS: &str = "ms";
pub const NOT_WELL: &str = "Not well";
pub const NO_ROUNDS: &str = "None yet.";

/// What is set or not.
pub const fn on(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

/// "Signs of life: 3 workers within 5 min".
pub fn beats(l: &Locale, count: usize, window: Duration) -> String {
    let workers = if count == 1 { "worker" } else { "workers" };
    let within = if window.is_zero() { String::new() } else { format!(" within {}", l.exact(window)) };
    format!("Signs of life: {} {workers}{within}", l.number(count as u64))
}

/// The others of a long list.
pub fn and_more(l: &Locale, count: usize) -> String {
    format!("{} more", l.number(count as u64))
}

/// "7 s ago".
pub fn ago(l: &Locale, age: Duration) -> String {
    format!("{} ago", l.exact(age))
}

/// A number, or why there is none.
pub fn figure(l: &Locale, reading: Reading) -> String {
    match reading {
        Reading::Known { value, .. } => l.number(value),
        Reading::Unknown { why, .. } => labels::unknown_because(l, why),
    }
}

/// "high: 12 waiting, 1 in hand".
pub fn part(l: &Locale, part: &PartNumbers) -> String {
    let paused = if part.paused { ", paused" } else { "" };
    let (waiting, held) = (figure(l, part.queue_depth), figure(l, part.in_flight));
    format!("{}: {waiting} waiting, {held} in hand{paused}", part.name)
}

/// "All of them took 312 ms".
pub fn round(l: &Locale, took: Duration, every: Duration) -> String {
    format!("The last round took {}; one every {}.", labels::milliseconds(l, millis(took)), l.exact(every))
}
