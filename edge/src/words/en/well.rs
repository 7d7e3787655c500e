//! Sentences for a board on which nothing is wrong, or nothing that anybody needs.
//!
//! Not about trouble: `workers`, `application`.

use super::{Counted, NBSP, are, jobs, listed};
use crate::words::time::{number, spoken};
use core::time::Duration;

pub const fn everything_works() -> &'static str {
    "Everything works"
}

pub const fn working() -> &'static str {
    "Working"
}

pub fn everything_works_with(counted: Counted) -> String {
    format!("Everything works, and {} {} at it", counted.workers(), are(counted.n))
}

pub const fn everything_works_and_is_busy() -> &'static str {
    "Everything works, and it is busy"
}

pub fn working_except(names: &[&str]) -> String {
    format!("Working, except {}", listed(names))
}

pub const fn works_without(parts: usize) -> &'static str {
    if parts == 1 { "The application works without it." } else { "The application works without them." }
}

pub fn not_working_but_not_needed(names: &[&str]) -> String {
    let (are, them) = if names.len() == 1 { ("is", "it") } else { ("are", "them") };
    format!("{} {are} not working; the application works without {them}.", listed(names))
}

pub fn working_although(names: &[&str]) -> String {
    format!("Working, although {} {} problems", listed(names), if names.len() == 1 { "has" } else { "have" })
}

pub fn working_but_not_checked(names: &[&str]) -> String {
    format!("Working, but {} could not be checked", listed(names))
}

pub fn are_paused(queues: &[&str]) -> String {
    format!("{} are paused", listed(queues))
}

pub const fn stopped_on_purpose() -> &'static str {
    "Somebody stopped them on purpose."
}

pub fn take_no_new_work(queues: &[&str]) -> String {
    format!("Working, but the workers of {} take no new work", listed(queues))
}

pub const fn told_to_finish() -> &'static str {
    "They were told to finish what they have in hand."
}

pub const fn nobody_counts() -> &'static str {
    "Working, but nobody counts the workers"
}

pub fn nobody_counts_those_of(names: &[&str]) -> String {
    format!("Working, but nobody counts the workers of {}", listed(names))
}

pub fn nothing_but_uncounted(service: &str) -> String {
    format!("{service}: nobody counts the workers")
}

pub const fn nobody_tells_who_is_alive() -> &'static str {
    "This queue system does not tell who is alive."
}

pub fn workers_are_at_it(counted: Counted) -> String {
    format!("{} at it.", counted.workers_are())
}

pub fn jobs_waiting(n: u64) -> String {
    jobs_waiting_and(n, "")
}

/// How many wait, and by how many that is more than ten minutes ago.
pub fn jobs_waiting_more(n: u64, more: i64) -> String {
    let by = number(more.unsigned_abs());
    match more {
        0 => jobs_waiting(n),
        1.. => jobs_waiting_and(n, &format!(", {by}{NBSP}more than 10{NBSP}minutes ago")),
        _ => jobs_waiting_and(n, &format!(", {by}{NBSP}fewer than 10{NBSP}minutes ago")),
    }
}

fn jobs_waiting_and(n: u64, then: &str) -> String {
    match n {
        0 => format!("No job is waiting{then}."),
        1 => format!("1{NBSP}job is waiting{then}."),
        n => format!("{} are waiting{then}.", jobs(n)),
    }
}

pub const fn nothing_new_has_failed() -> &'static str {
    "Nothing new has failed since yesterday."
}

pub fn working_for(lasts: Duration) -> String {
    format!("Working for {}.", spoken(lasts))
}
