//! Sentences about a queue's workers: silence, disagreement, a count that failed, workers that come only when there is
//! work.
//!
//! Not about the application: `application`.

use super::{Counted, key};
use crate::words::sentence::sentences;
use crate::words::time::Locale;
use shared::reading::Why;

sentences! { "workers";
    no_sign_of_life(queue: Name, lasts: Words);
    never_seen(queue: Name);
    wrong_place_or_never_started();
    nobody_signs_in_yet_jobs_are_done(queue: Name);
    sign_in_may_be_broken();
    in_hand_when_silent(n: Number);
    witnesses_disagree(queue: Name);
    they_disagree(app: Number, store: Words, ours: Number);
    could_not_be_counted(queue: Name);
    not_counted_yet(queue: Name);
    clocks_do_not_agree(queue: Name);
    because_of(why: Words);
    application_does_not_count();
    last_count_too_old();
    the_application_says_it_is_fine();
    whether_jobs_are_processed();
    last_counted(at: Words, n: Number);
    working_without(store: Words);
    the_application_counts_them(n: Number);
    not_counted_by_ourselves();
    counted_by_the_application_alone();
    the_application_itself_answers();
    so_many_are_alive(n: Number, exactness: Words);
    redis_answers_so_many(n: Number, exactness: Words);
    watching_since(at: Words);
    no_worker_and_no_work(queue: Name);
    no_worker_yet(queue: Name);
    whether_work_waits_is_not_known(queue: Name);
    /// How many wait, and since when somebody should have come.
    jobs_for(n: Number, lasts: Words);
}

/// Why they could not be counted.
pub fn because(l: &Locale, why: Why) -> String {
    because_of(l, key(why))
}

/// How the job store fails us while the application counts for us.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Store {
    Silent,
    TurnsUsAway,
    NotReadable,
}

pub fn working_without_the_store(l: &Locale, store: Store) -> String {
    let key = match store {
        Store::Silent => "silent",
        Store::TurnsUsAway => "turns_us_away",
        Store::NotReadable => "not_readable",
    };
    working_without(l, key)
}

pub fn the_application_counts(l: &Locale, n: u64, store: Store) -> String {
    let ours = match store {
        Store::TurnsUsAway => because(l, Why::NotPermitted),
        Store::Silent | Store::NotReadable => not_counted_by_ourselves(l),
    };
    format!("{} {ours}", the_application_counts_them(l, n))
}

pub fn workers_are_alive(l: &Locale, counted: Counted) -> String {
    so_many_are_alive(l, counted.n, counted.bound())
}

pub fn redis_answers(l: &Locale, counted: Counted) -> String {
    redis_answers_so_many(l, counted.n, counted.bound())
}
