//! Sentences about the whole board: nothing to say yet or no longer, several things at once, since when.
//!
//! Not about what is well: `well`.

use crate::words::time::{configured, exact};
use core::time::Duration;

// Nothing to say yet, or no longer.

pub fn empty_board() -> (String, String) {
    ("Nothing is watched yet".into(), "Add a [[service]] to headcount.toml.".into())
}

pub fn never_checked(every: Duration) -> (String, String) {
    ("Nothing has been checked yet".into(), format!("The first check is due within {}.", configured(every)))
}

pub fn observer_offline() -> (String, String) {
    ("Nothing could be checked".into(), "This page has probably lost its own connection.".into())
}

pub const fn out_of_date() -> &'static str {
    "This page is out of date"
}

pub fn last_check_was(checked_at: Option<&str>) -> String {
    match checked_at {
        Some(at) => format!("The last check was at {at}."),
        None => "Nothing has been checked for too long.".into(),
    }
}

/// A headline is quoted as it stood, but for the capital of a word that is nobody's name.
pub fn then_now(headline: &str) -> String {
    let then = ["Everything", "Working", "Nothing"]
        .into_iter()
        .find_map(|word| headline.strip_prefix(word).map(|rest| format!("{}{rest}", word.to_lowercase())));
    format!("Then: {}. {}", then.as_deref().unwrap_or(headline), now_not_known())
}

pub const fn now_not_known() -> &'static str {
    "Now: not known."
}

/// In which way a check brought nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missed {
    NoAnswer,
    TurnedAway,
    NotUnderstood,
}

pub const fn checking_again(missed: Missed) -> &'static str {
    match missed {
        Missed::NoAnswer => "Checking again: the last check got no answer.",
        Missed::TurnedAway => "Checking again: the last check was turned away.",
        Missed::NotUnderstood => "Checking again: the last answer was not understood.",
    }
}

pub const fn checking_again_shortly() -> &'static str {
    "Checking again."
}

// Several things at once.

pub fn the_others_work(headline: &str, others: usize) -> String {
    if others == 1 {
        format!("{headline}; the other one works")
    } else {
        format!("{headline}; the other {others} work")
    }
}

pub fn and_more(headline: &str, more: usize) -> String {
    format!("{headline}, and {more} more")
}

pub fn also(headline: &str) -> String {
    format!("Also: {headline}.")
}

/// Where there are several applications, and the headline does not name its own.
pub fn also_of(service: &str, headline: &str) -> String {
    format!("Also, {service}: {headline}.")
}

// Since when.

pub fn not_working_since(at: &str, lasts: Duration) -> String {
    format!("Not working since {at}{}.", so_long(lasts))
}

pub fn not_known_since(at: &str, lasts: Duration) -> String {
    format!("Not known since {at}{}.", so_long(lasts))
}

pub fn so_since(at: &str, lasts: Duration) -> String {
    format!("Since {at}{}.", so_long(lasts))
}

/// " (1 min 49 s)"; nothing before the first second is over.
fn so_long(lasts: Duration) -> String {
    if lasts.as_secs() == 0 { String::new() } else { format!(" ({})", exact(lasts)) }
}

pub fn last_sign_of_life(at: &str) -> String {
    format!("Last sign of life {at}.")
}

/// The whole answer of a Worker whose configuration is broken.
pub fn not_set_up() -> String {
    "This page is not set up correctly. Its owner finds the reason in the log.\n".into()
}
