//! Sentences about an application: it says so itself, does not answer, turned us away, restarts.
//!
//! Not about its queues: `workers`.

use super::{listed, one};
use crate::words::sentence::sentences;
use crate::words::time::Locale;

sentences! { "application";
    does_not_answer(service: Name);
    parts_not_asked();
    something_in_front();
    could_not_be_asked(service: Name);
    turned_our_question_away();
    answer_not_understood();
    did_not_answer();
    nothing_known_of_it();
    last_answer_too_old();
    contradicts_itself(service: Name);
    believe_the_worse();
    parts_are_not_working(names: Words, count: Number);
    is_not_working(service: Name);
    says_so_itself();
    started_without_parts(service: Name, names: Words);
    restarted_into_broken();
    restarted_into_broken_at(at: Words);
    works_but_for(what: Words);
    is_restarting(service: Name);
    leaving_on_purpose(at_most: Words);
    restarting_for(service: Name, lasts: Words);
    longer_than(at_most: Words);
}

pub fn are_not_working(l: &Locale, names: &[&str]) -> String {
    parts_are_not_working(l, &listed(l, names), names.len() as u64)
}

pub fn started_without(l: &Locale, service: &str, names: &[&str]) -> String {
    started_without_parts(l, service, &listed(l, names))
}

/// `at` is when that was seen, where it was not so before.
pub fn restarted_into_a_broken_dependency(l: &Locale, at: Option<&str>) -> String {
    match at {
        None => restarted_into_broken(l),
        Some(at) => restarted_into_broken_at(l, at),
    }
}

pub fn with_problems(l: &Locale, names: &[&str], service: &str) -> String {
    works_but_for(l, &if names.is_empty() { one(l, service) } else { listed(l, names) })
}
