//! Words in other people's pages: on badges and cards, and where existing tools read a status.
//!
//! Not the verdict's sentences: those are in `say`, and everything here stands beside one or is shorter than one.

use super::sentence::sentences;
use super::time::Locale;
use super::{labels, say};
use shared::page::Tone;
use shared::reading::Reading;
use shared::sample::Exactness;

sentences! { "elsewhere";
    badge_word(tone: Words);
    paused();
    maintenance();
    beside(before: Words, next: Words);
    not_found();
    no_such_service();
    titled(name: Name, says: Words);
    and_fresh(headline: Words, fresh: Words);

    count(exactness: Words, n: Words);
    /// `n` decides on the plural alone.
    counted_workers(exactness: Words, n: Number, count: Words);
    counted_waiting(count: Words);
    counted_failed(count: Words);
    /// "14:00 UTC"
    at(at: Words, zone: Words);
    checked_at(at: Words, zone: Words);
    checked_and_valid(at: Words, until: Words, zone: Words);
    not_checked_yet();

    /// The heads of a card's columns.
    column(of: Words);
    /// "Trip planner · Background jobs"
    of_service(service: Name, queue: Name);
    /// At the end of a list that is cut.
    and_more(n: Number);

    no_data();
    /// "No data: Search could not be asked"
    no_data_because(why: Words);
    /// "2 workers · 58 waiting · 4 failed"
    numbers(workers: Words, waiting: Words, failed: Words);
    /// What is asked of every line of the Gatus list.
    known_and_not_down();

    /// The last update of an incident.
    over();
    /// Planned work without a title.
    planned();
    planned_announced();
    planned_begun();
    planned_over();
}

/// The word on a badge (PAGE 4).
pub fn badge(l: &Locale, tone: Tone) -> String {
    // On a badge there is no room for why.
    let tone = if tone == Tone::OutOfDate { Tone::NotKnown } else { tone };
    badge_word(l, tone.word())
}

/// "2 workers", "at least" and "at most" as signs; "? workers" where that is not known.
pub fn workers(l: &Locale, n: Option<u64>, exactness: Exactness) -> String {
    let key = if n.is_some() { key_of(exactness) } else { "not_known" };
    counted_workers(l, key, n.unwrap_or(0), &counted(l, n, exactness))
}

pub fn waiting(l: &Locale, n: Option<u64>) -> String {
    counted_waiting(l, &brief(l, n))
}

pub fn failed(l: &Locale, n: Option<u64>) -> String {
    counted_failed(l, &brief(l, n))
}

/// "2", "2+", "≤2", "?".
pub fn counted(l: &Locale, n: Option<u64>, exactness: Exactness) -> String {
    let number = brief(l, n);
    if n.is_none() { number } else { count(l, key_of(exactness), &number) }
}

const fn key_of(exactness: Exactness) -> &'static str {
    match exactness {
        Exactness::Exact => "exact",
        Exactness::AtLeastOne => "at_least",
        Exactness::AtMost => "at_most",
    }
}

/// "4,812", from a million on "1.2M": as long as fits on a badge. "?" for what is not known.
pub fn brief(l: &Locale, n: Option<u64>) -> String {
    let Some(n) = n else { return labels::unknown_number(l) };
    // The same signs in every language: they are SI's.
    for (unit, sign) in
        [(1_000_000_000_000_000, 'P'), (1_000_000_000_000, 'T'), (1_000_000_000, 'G'), (1_000_000, 'M')]
    {
        if n >= unit {
            return format!("{}{}{}{sign}", n / unit, l.language().decimal_mark(), n % unit / (unit / 10));
        }
    }
    l.number(n)
}

/// "Checked 14:00:03, valid until 14:01:03 (UTC)".
pub fn checked(l: &Locale, at: &str, until: Option<&str>) -> String {
    match until {
        Some(until) => checked_and_valid(l, at, until, l.zone()),
        None => checked_at(l, at, l.zone()),
    }
}

/// "No data: not answering", with why the workers of a queue are not known.
pub fn no_data_of(l: &Locale, workers: Reading) -> String {
    match workers {
        Reading::Unknown { why, .. } => no_data_because(l, &say::reason(l, why)),
        Reading::Known { .. } => no_data(l),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn en() -> Locale {
        Locale::english("UTC")
    }

    #[test]
    fn numbers_are_short_enough_for_a_badge_and_never_rounded_up() {
        for (n, text) in [
            (0, "0"),
            (999_999, "999,999"),
            (1_000_000, "1.0M"),
            (1_999_999, "1.9M"),
            (9_007_199_254_740_992, "9.0P"),
        ] {
            assert_eq!(brief(&en(), Some(n)), text);
        }
        assert_eq!(brief(&en(), None), "?");
    }

    #[test]
    fn a_number_of_workers_says_how_exact_it_is() {
        let said = |n, exactness| workers(&en(), n, exactness).replace('\u{a0}', " ");
        assert_eq!(said(Some(1), Exactness::Exact), "1 worker");
        assert_eq!(said(Some(1), Exactness::AtLeastOne), "1+ workers");
        assert_eq!(said(Some(3), Exactness::AtMost), "≤3 workers");
        assert_eq!(said(None, Exactness::AtMost), "? workers");
    }
}
