//! English: words in other people's pages: on badges and cards, and where existing tools read a status.
//!
//! Not the verdict's sentences: those are in `en`, and everything here stands beside one or is shorter than one.

use super::en;
use super::time::number;
use shared::page::Tone;
use shared::reading::Reading;
use shared::sample::Exactness;

const NBSP: char = '\u{a0}';

/// The word on a badge (PAGE 4).
pub const fn badge(tone: Tone) -> &'static str {
    match tone {
        Tone::Working => "working",
        Tone::HalfWorking => "working?",
        Tone::Problems => "problems",
        Tone::NotWorking => "not working",
        Tone::Restarting => "restarting",
        Tone::NotKnown | Tone::OutOfDate => "not known",
        Tone::NotChecked => "not checked",
    }
}

pub const PAUSED: &str = "paused";
pub const MAINTENANCE: &str = "maintenance";

/// Between the words of a badge.
pub const BETWEEN: &str = " · ";

/// On a badge for something that is not there.
pub const NOT_FOUND: &str = "not found";
pub const NO_SUCH_SERVICE: &str = "There is no such service.";

/// "2 workers", "at least" and "at most" as signs; "? workers" where that is not known.
pub fn workers(n: Option<u64>, exactness: Exactness) -> String {
    let plural = if n == Some(1) && exactness == Exactness::Exact { "" } else { "s" };
    format!("{}{NBSP}worker{plural}", counted(n, exactness))
}

pub fn waiting(n: Option<u64>) -> String {
    format!("{}{NBSP}waiting", brief(n))
}

pub fn failed(n: Option<u64>) -> String {
    format!("{}{NBSP}failed", brief(n))
}

/// "2", "2+", "≤2", "?".
pub fn counted(n: Option<u64>, exactness: Exactness) -> String {
    let number = brief(n);
    match exactness {
        _ if n.is_none() => number,
        Exactness::Exact => number,
        Exactness::AtLeastOne => format!("{number}+"),
        Exactness::AtMost => format!("≤{number}"),
    }
}

/// "4,812", from a million on "1.2M": as long as fits on a badge. "?" for what is not known.
pub fn brief(n: Option<u64>) -> String {
    let Some(n) = n else { return super::labels::UNKNOWN_NUMBER.to_owned() };
    for (unit, sign) in
        [(1_000_000_000_000_000, 'P'), (1_000_000_000_000, 'T'), (1_000_000_000, 'G'), (1_000_000, 'M')]
    {
        if n >= unit {
            return format!("{}.{}{sign}", n / unit, n % unit / (unit / 10));
        }
    }
    number(n)
}

/// "14:00 UTC".
pub fn at(minute: &str, zone: &str) -> String {
    format!("{minute}{NBSP}{zone}")
}

/// "Checked 14:00:03, valid until 14:01:03 (UTC)".
pub fn checked(at: &str, until: Option<&str>, zone: &str) -> String {
    let until = until.map(|until| format!(", valid until {until}")).unwrap_or_default();
    format!("Checked {at}{until} ({zone})")
}

pub const NOT_CHECKED_YET: &str = "Not checked yet";

/// At the end of a list that is cut.
pub fn and_more(n: usize) -> String {
    format!("and {} more", number(n as u64))
}

// Where a status is read by tools that know no "unknown".

pub const NO_DATA: &str = "No data";

/// "No data: Search could not be asked".
pub fn no_data(why: &str) -> String {
    format!("{NO_DATA}: {why}")
}

/// "No data: not answering", with why the workers of a queue are not known.
pub fn no_data_of(workers: Reading) -> String {
    match workers {
        Reading::Unknown { why, .. } => no_data(en::reason(why)),
        Reading::Known { .. } => NO_DATA.to_owned(),
    }
}

/// "2 workers · 58 waiting · 4 failed".
pub fn numbers(workers: &str, waiting: &str, failed: &str) -> String {
    [workers, waiting, failed].join(BETWEEN)
}

/// What is asked of every line of the Gatus list.
pub const KNOWN_AND_NOT_DOWN: &str = "known and not down";

/// The last update of an incident.
pub const OVER: &str = "It is over.";
/// Planned work without a title.
pub const PLANNED: &str = "Planned maintenance";
pub const PLANNED_ANNOUNCED: &str = "Announced.";
pub const PLANNED_BEGUN: &str = "It has begun.";
pub const PLANNED_OVER: &str = "It is over.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_enough_for_a_badge_and_never_rounded_up() {
        for (n, text) in [
            (0, "0"),
            (999_999, "999,999"),
            (1_000_000, "1.0M"),
            (1_999_999, "1.9M"),
            (9_007_199_254_740_992, "9.0P"),
        ] {
            assert_eq!(brief(Some(n)), text);
        }
        assert_eq!(brief(None), "?");
    }

    #[test]
    fn a_number_of_workers_says_how_exact_it_is() {
        let said = |n, exactness| workers(n, exactness).replace(NBSP, " ");
        assert_eq!(said(Some(1), Exactness::Exact), "1 worker");
        assert_eq!(said(Some(1), Exactness::AtLeastOne), "1+ workers");
        assert_eq!(said(Some(3), Exactness::AtMost), "≤3 workers");
        assert_eq!(said(None, Exactness::AtMost), "? workers");
    }
}
