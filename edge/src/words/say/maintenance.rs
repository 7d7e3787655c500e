//! Sentences about planned work: until when, on what, and what it means (PAGE 26 and 26b).
//!
//! Not what is wrong meanwhile: that is said as ever.

use super::listed;
use crate::words::sentence::sentences;
use crate::words::time::Locale;

sentences! { "maintenance";
    planned_until_with(until: Words, headline: Words);
    planned_until_and(until: Words, headline: Words);
    possible(until: Words);
    possible_of(names: Words, until: Words);
    announced(from: Words, until: Words);
    announced_what(from: Words, until: Words, title: Name);
    announced_of(names: Words, from: Words, until: Words);
    announced_of_what(names: Words, from: Words, until: Words, title: Name);
    /// What somebody wrote into a window's title.
    planned_work(title: Name);
    processed_afterwards();
    /// Beside the mark of planned maintenance.
    planned_since_until(since: Words, until: Words);
}

/// "Planned maintenance until 05:00: Database is not working". A headline that has a colon already stands alone.
pub fn planned_until(l: &Locale, until: &str, headline: &str) -> String {
    if headline.contains(": ") {
        planned_until_and(l, until, headline)
    } else {
        planned_until_with(l, until, headline)
    }
}

/// "Planned maintenance of Search until 05:00. Short interruptions are possible."
pub fn interruptions_are_possible(l: &Locale, of: &[&str], until: &str) -> String {
    match of {
        [] => possible(l, until),
        _ => possible_of(l, &listed(l, of), until),
    }
}

/// "Planned maintenance from 03:00 to 05:00: Database upgrade."
pub fn planned_from_to(l: &Locale, of: &[&str], from: &str, until: &str, title: &str) -> String {
    match (of, title) {
        ([], "") => announced(l, from, until),
        ([], _) => announced_what(l, from, until, title),
        (_, "") => announced_of(l, &listed(l, of), from, until),
        _ => announced_of_what(l, &listed(l, of), from, until, title),
    }
}
