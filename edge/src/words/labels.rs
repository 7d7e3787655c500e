//! English: labels, single words and short evidence on cards, rows, badges and in text.
//!
//! Not the verdict's sentences: those are in `en`.

use super::history;
use super::time::{configured, exact, number};
use core::time::Duration;
use shared::history::Cadence;
use shared::page::Tone;
use shared::reading::Source;
use shared::sample::{Basis, Exactness};
use shared::state::State;

const NBSP: char = '\u{a0}';

/// The word beside a mark.
pub const fn state(state: State) -> &'static str {
    match state {
        State::Operational => "Working",
        State::Degraded => "Working, with problems",
        State::Down => "Not working",
        State::Draining => "Restarting",
        State::Unknown => "Not known",
        State::NotApplicable => "Not checked here",
    }
}

/// The word in the document's title.
pub const fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Working => "Working",
        Tone::HalfWorking => "Working, workers not counted",
        Tone::Problems => "Working, with problems",
        Tone::NotWorking => "Not working",
        Tone::Restarting => "Restarting",
        Tone::NotKnown => "Not known",
        Tone::OutOfDate => "Out of date",
        Tone::NotChecked => "Not checked here",
    }
}

/// "■ Not working: Background jobs · Trip planner".
pub fn document_title(sign: char, word: &str, what: &str, title: &str) -> String {
    if what.is_empty() || what == title {
        format!("{sign} {word} · {title}")
    } else {
        format!("{sign} {word}: {what} · {title}")
    }
}

pub fn dependency_number(n: usize) -> String {
    format!("Dependency {n}")
}

pub fn not_measured() -> &'static str {
    "Working, workers not counted"
}

pub fn confirming(word: &str) -> String {
    format!("{word}, checking again")
}

pub fn paused(word: &str) -> String {
    format!("{word} · Paused")
}

pub fn quiet(word: &str) -> String {
    format!("{word} · Takes no new work")
}

// Workers.

/// "Workers, last 5 min"; `told_by_app` where the application counts in our stead.
pub fn workers(basis: Basis, exactness: Exactness, window: Duration, told_by_app: bool) -> String {
    match (basis, exactness) {
        _ if told_by_app => "Workers, says the application".into(),
        (_, Exactness::AtMost) => "Workers, at most".into(),
        (Basis::Beat | Basis::PollIdle, _) => format!("Workers, last {}", configured(window)),
        (Basis::Connection, _) => "Workers connected".into(),
        (Basis::App, _) => "Workers, says the application".into(),
        (Basis::Expiry | Basis::TtlRecord | Basis::None, _) => "Workers".into(),
    }
}

pub const LATEST: &str = "latest";

pub fn longest_silence(d: Duration) -> String {
    format!(", longest silence {}", exact(d))
}

pub fn were_here_until(n: u64, at: &str) -> String {
    format!("{} {} here until {at}", number(n), if n == 1 { "was" } else { "were" })
}

pub const NEVER_SIGNED_IN: &str = "nobody has ever signed in here";

pub fn last_sign_of_life(at: &str) -> String {
    format!("last sign of life {at}")
}

pub fn counted_at(at: &str) -> String {
    format!("counted at {at}")
}

/// Where a dead worker's record lives on for a while.
pub fn a_dead_one_shows_within(d: Duration) -> String {
    format!("; a dead one shows within {}", configured(d))
}

pub const TOLD_BY_THE_APPLICATION: &str = "told by the application,";

pub fn not_readable(reason: &str) -> String {
    format!("not readable: {reason}")
}

pub fn not_readable_last_counted(reason: &str, n: u64, at: &str) -> String {
    format!("not readable: {reason}; last counted {} at {at}", number(n))
}

pub const AT_LEAST_ONE: &str = "; at least so many, this page does not count further";

pub const CANNOT_COUNT: &str = "this system does not tell who is alive";

/// "3 workers, latest sign of life 2, 8 and 141 seconds ago". The ages: freshest first; of a large crew only the
/// first and the last are read out.
pub fn seats_label(ages: &[u64]) -> String {
    let n = ages.len();
    let told = match ages {
        [] => return String::new(),
        [one] => number(*one),
        [first, .., last] if n > 6 => format!("{} to {}", number(*first), number(*last)),
        [all @ .., last] => {
            let all: Vec<String> = all.iter().map(|age| number(*age)).collect();
            format!("{} and {}", all.join(", "), number(*last))
        }
    };
    let workers = if n == 1 { "worker" } else { "workers" };
    let seconds = if ages.last() == Some(&1) { "second" } else { "seconds" };
    format!("{} {workers}, latest sign of life {told} {seconds} ago", number(n as u64))
}

pub fn each_a_tenth(n: usize) -> String {
    format!("{}{NBSP}workers, each seat a tenth of them", number(n as u64))
}

pub fn empty_seats_label(n: u64, at: &str) -> String {
    format!("{} {} here until {at}", number(n), if n == 1 { "worker was" } else { "workers were" })
}

// Numbers.

pub const WORKERS: &str = "Workers";
pub const WAITING: &str = "Waiting";
pub const FAILED: &str = "Failed for good";
pub const IN_HAND: &str = "In hand";
pub const OVERDUE: &str = "Due but not started";
pub const DELAYED: &str = "Waiting for their time";
pub const OLDEST: &str = "Oldest waiting";
pub const WITNESSES: &str = "Witnesses";
pub const WITNESSES_AGREE: &str = "Witnesses agree";
pub const WITNESSES_DISAGREE: &str = "Witnesses disagree";

pub fn worker_gone(n: u64) -> String {
    if n == 1 { "1, its worker is gone".into() } else { format!("{}, their workers are gone", number(n)) }
}

pub fn witnesses(app: &str, store: &str, ours: &str) -> String {
    format!("application{NBSP}{app} · {store}{NBSP}{ours}")
}

/// What we ask when we count ourselves.
pub const fn store(source: Source) -> &'static str {
    match source {
        Source::Redis | Source::App => "Redis",
        Source::Rabbitmq => "RabbitMQ",
        Source::Sql => "the database",
    }
}

pub const UNKNOWN_NUMBER: &str = "?";

pub fn as_of(at: &str) -> String {
    format!("as of {at}")
}

// Parts.

pub const PARTS: &str = "Parts of the application";
pub const WORKS_WITHOUT: &str = "The application works without it.";
pub const BEFORE_RESTART: &str = "As they were before the restart.";
pub const PROCESS: &str = "The process itself";

pub fn milliseconds(ms: u64) -> String {
    format!("{}{NBSP}ms", number(ms))
}

// Freshness and footer.

pub const CHECKED: &str = "Checked";
pub const VALID_UNTIL: &str = "valid until";
pub const OFFLINE: &str = "This page could not be refreshed; what you see is getting old.";
pub const OPERATOR_VIEW: &str = "Operator view";
pub const HISTORY_UNAVAILABLE: &str = "History cannot be shown at the moment; the verdict is live.";
pub const AGES: [&str; 4] = ["#\u{a0}s ago", "#\u{a0}min ago", "#\u{a0}h ago", "#\u{a0}days ago"];

/// How often is checked: as configured, and as measured where that is known.
pub fn footer(every: Duration, measured: Option<Cadence>) -> String {
    let measured = measured.map(|cadence| format!(" {}", history::cadence(cadence))).unwrap_or_default();
    format!(
        "Checked every {}.{measured} A colour is a claim; past its time this page takes it back.",
        configured(every)
    )
}

pub const PLAIN_TEXT: &str = "Plain text";
pub const JSON: &str = "JSON";
pub const OTHER_FORMS: &str = "Other forms of this page";

pub fn since(at: &str) -> String {
    format!("since {at}")
}
