//! Sentences about a queue's workers: silence, disagreement, a count that failed.
//!
//! Not about the application: `application`.

use super::{Counted, are, jobs, workers};
use crate::words::time::spoken;
use core::time::Duration;
use shared::reading::Why;

pub fn no_sign_of_life(queue: &str, lasts: Duration) -> String {
    format!("{queue}: no sign of life from any worker for {}", spoken(lasts))
}

pub fn never_seen(queue: &str) -> String {
    format!("{queue}: no worker has ever been seen")
}

pub const fn wrong_place_or_never_started() -> &'static str {
    "Either none has started, or this page looks in the wrong place."
}

pub fn nobody_signs_in_yet_jobs_are_done(queue: &str) -> String {
    format!("{queue}: no worker signs in, yet jobs are being done")
}

pub const fn sign_in_may_be_broken() -> &'static str {
    "Jobs were taken since the last check. The sign-in itself may be broken."
}

pub fn in_hand_when_silent(n: u64) -> String {
    if n == 1 {
        "One job was in hand when the last worker fell silent.".into()
    } else {
        format!("{} were in hand when the last worker fell silent.", jobs(n))
    }
}

pub fn witnesses_disagree(queue: &str) -> String {
    format!("{queue}: two witnesses disagree")
}

pub fn they_disagree(app: u64, ours: u64, store: &str) -> String {
    let count = |n: u64| if n == 0 { "none".to_owned() } else { workers(n) };
    format!(
        "The application counts {}, {store} counts {}. We believe the worse until they agree.",
        count(app),
        count(ours)
    )
}

pub fn could_not_be_counted(queue: &str) -> String {
    format!("{queue}: the workers could not be counted")
}

pub fn not_counted_yet(queue: &str) -> String {
    format!("{queue}: the workers have not been counted yet")
}

pub fn clocks_do_not_agree(queue: &str) -> String {
    format!("{queue}: the clocks do not agree")
}

pub const fn because(why: Why) -> &'static str {
    match why {
        Why::NotAskedYet | Why::NotAsked => "They have not been asked for.",
        Why::NotAnswering => "The job store does not answer.",
        Why::NoPassword | Why::WrongPassword | Why::NotPermitted => "This page lacks the right to look.",
        Why::StartingUp => "The job store is starting up.",
        Why::NotServing => "The job store answers, but serves no data.",
        Why::ElsewhereInCluster => "Another node of the job store keeps them.",
        Why::WrongKindOfKey | Why::NoSuchKey => "The job store has no such list.",
        Why::TooLarge => "The job store\u{2019}s answer is too large.",
        Why::NotUnderstood => "The job store\u{2019}s answer was not understood.",
        Why::NotOffered => "This queue system does not tell who is alive.",
        Why::NotReported => "The application does not say how many there are.",
        Why::ClockSkew => "The job store\u{2019}s clock is off; ages cannot be trusted.",
        Why::OurFault => "The fault lies with this page itself.",
    }
}

pub const fn application_does_not_count() -> &'static str {
    "The application does not say how many there are."
}

pub const fn last_count_too_old() -> &'static str {
    "The last count is too old to go by."
}

pub const fn the_application_says_it_is_fine() -> &'static str {
    "The application says it is fine."
}

pub const fn whether_jobs_are_processed() -> &'static str {
    "Whether jobs are processed, we cannot tell."
}

pub fn last_counted(at: &str, n: u64) -> String {
    format!("Last counted {at}: {}.", workers(n))
}

/// How the job store fails us while the application counts for us.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Store {
    Silent,
    TurnsUsAway,
    NotReadable,
}

pub const fn working_without_the_store(store: Store) -> &'static str {
    match store {
        Store::Silent => "Working; the job store does not answer us",
        Store::TurnsUsAway => "Working; the job store turns us away",
        Store::NotReadable => "Working; the job store could not be read",
    }
}

pub fn the_application_counts(n: u64, store: Store) -> String {
    let ours = match store {
        Store::TurnsUsAway => because(Why::NotPermitted),
        Store::Silent | Store::NotReadable => "We could not count them ourselves.",
    };
    format!("The application counts {}. {ours}", workers(n))
}

pub const fn counted_by_the_application_alone() -> &'static str {
    "The application itself counts none."
}

pub const fn the_application_itself_answers() -> &'static str {
    "The application itself answers."
}

pub fn workers_are_alive(counted: Counted) -> String {
    format!("{} alive.", counted.workers_are())
}

pub fn redis_answers(counted: Counted) -> String {
    format!("Redis answers: {} {} alive.", counted.workers(), are(counted.n))
}

pub fn watching_since(at: &str) -> String {
    format!("Watching since {at}.")
}

// Workers that come only when there is work.

pub fn no_worker_and_no_work(queue: &str) -> String {
    format!("{queue}: no worker, and no work. Workers start when there is some.")
}

pub fn no_worker_yet(queue: &str) -> String {
    format!("{queue}: no worker yet; one should start, since there is work.")
}

pub fn whether_work_waits_is_not_known(queue: &str) -> String {
    format!("{queue}: no worker is there, and whether work is waiting is not known")
}

/// How many wait, and since when somebody should have come.
pub fn jobs_for(n: u64, lasts: Duration) -> String {
    format!("{} for {}.", jobs(n), spoken(lasts))
}
