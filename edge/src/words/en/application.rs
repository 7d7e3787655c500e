//! Sentences about an application: it says so itself, does not answer, turned us away, restarts.
//!
//! Not about its queues: `workers`.

use super::listed;
use crate::words::time::{configured, spoken};
use core::time::Duration;

pub fn does_not_answer(service: &str) -> String {
    format!("{service} does not answer")
}

pub const fn parts_not_asked() -> &'static str {
    "Its parts could not be asked."
}

pub const fn something_in_front() -> &'static str {
    "Something in front of it answers instead."
}

pub fn could_not_be_asked(service: &str) -> String {
    format!("{service} could not be asked")
}

pub const fn turned_our_question_away() -> &'static str {
    "It turned our question away. That says nothing about its health."
}

pub const fn answer_not_understood() -> &'static str {
    "Its answer was not understood. That says nothing about its health."
}

pub const fn did_not_answer() -> &'static str {
    "It did not answer."
}

pub const fn nothing_known_of_it() -> &'static str {
    "Nothing is known of it at the moment."
}

pub const fn last_answer_too_old() -> &'static str {
    "Its last answer is too old to go by."
}

pub fn contradicts_itself(service: &str) -> String {
    format!("{service} contradicts itself")
}

pub const fn believe_the_worse() -> &'static str {
    "It says \u{201c}fine\u{201d} and signals failure at once. We believe the worse."
}

pub fn are_not_working(names: &[&str]) -> String {
    format!("{} {} not working", listed(names), if names.len() == 1 { "is" } else { "are" })
}

pub fn is_not_working(service: &str) -> String {
    format!("{service} is not working")
}

pub const fn says_so_itself() -> &'static str {
    "The application itself says so."
}

pub fn started_without(service: &str, names: &[&str]) -> String {
    format!("{service} started without its {}", listed(names))
}

/// `at` is when that was seen, where it was not so before.
pub fn restarted_into_a_broken_dependency(at: Option<&str>) -> String {
    let at = at.map(|at| format!(" at {at}")).unwrap_or_default();
    format!("It restarted into a broken dependency{at}.")
}

pub fn with_problems(names: &[&str], service: &str) -> String {
    let what = if names.is_empty() { service.to_owned() } else { listed(names) };
    format!("Working, with problems: {what}")
}

pub fn is_restarting(service: &str) -> String {
    format!("{service} is restarting")
}

pub fn leaving_on_purpose(drain_max: Duration) -> String {
    format!("It is leaving on purpose and finishing its work. Normal for up to {}.", configured(drain_max))
}

pub fn restarting_for(service: &str, lasts: Duration) -> String {
    format!("{service} has been restarting for {}", spoken(lasts))
}

pub fn longer_than(drain_max: Duration) -> String {
    format!("That is longer than the {} it should take.", configured(drain_max))
}
