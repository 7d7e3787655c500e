//! English: the sentences. Calm, short, present tense; what was observed, never what was guessed.
//!
//! Not when they are said: `situation` and its neighbours decide that. Labels of single words are in `labels`.

use super::time::{configured, exact, number, spoken};
use core::time::Duration;
use shared::reading::Why;

const NBSP: char = '\u{a0}';

fn workers(n: u64) -> String {
    if n == 1 { format!("1{NBSP}worker") } else { format!("{}{NBSP}workers", number(n)) }
}

fn are(n: u64) -> &'static str {
    if n == 1 { "is" } else { "are" }
}

fn jobs(n: u64) -> String {
    if n == 1 { format!("1{NBSP}job") } else { format!("{}{NBSP}jobs", number(n)) }
}

/// "Database", "Database and Search", "Database, Search and 2 more".
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [one, two] => format!("{one} and {two}"),
        [one, two, rest @ ..] => format!("{one}, {two} and {} more", rest.len()),
    }
}

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

pub fn out_of_date(checked_at: Option<&str>) -> (String, Vec<String>) {
    let second = match checked_at {
        Some(at) => format!("The last check was at {at}. What is true now is not known."),
        None => "Nothing has been checked for too long. What is true now is not known.".into(),
    };
    ("This page is out of date".into(), vec![second])
}

pub fn then_now(headline: &str) -> String {
    format!("Then: {headline}. Now: not known.")
}

pub const fn checking_again() -> &'static str {
    "Checking again: the last check got no answer."
}

// All well.

pub const fn everything_works() -> &'static str {
    "Everything works"
}

pub const fn working() -> &'static str {
    "Working"
}

pub fn everything_works_with(n: u64, exactly: bool) -> String {
    let at_least = if exactly { "" } else { "at least " };
    format!("Everything works, and {at_least}{} {} at it", workers(n), are(n))
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

pub const fn nobody_counts() -> &'static str {
    "Working, but nobody counts the workers"
}

pub const fn nobody_tells_who_is_alive() -> &'static str {
    "This queue system does not tell who is alive."
}

pub fn workers_are_at_it(n: u64) -> String {
    format!("{} {} at it.", workers(n), are(n))
}

pub fn jobs_waiting(n: u64) -> String {
    match n {
        0 => "No job is waiting.".into(),
        1 => format!("1{NBSP}job is waiting."),
        n => format!("{} are waiting.", jobs(n)),
    }
}

pub fn working_for(lasts: Duration) -> String {
    format!("Working for {}.", spoken(lasts))
}

// Workers.

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

pub fn they_disagree(app: u64, redis: u64) -> String {
    let count = |n: u64| if n == 0 { "none".to_owned() } else { workers(n) };
    format!(
        "The application counts {}, Redis counts {}. We believe the worse until they agree.",
        count(app),
        count(redis)
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

pub const fn ages_cannot_be_trusted() -> &'static str {
    "The job store's clock is off; ages cannot be trusted."
}

pub const fn lacks_the_right_to_look() -> &'static str {
    "This page lacks the right to look."
}

pub fn because(why: Why) -> String {
    format!("The job store: {}.", reason(why))
}

pub const fn application_says_fine_but() -> &'static str {
    "The application says it is fine. Whether jobs are processed, we cannot tell."
}

pub fn last_counted(at: &str, n: u64) -> String {
    format!("Last counted {at}: {}.", workers(n))
}

pub const fn store_does_not_answer(refused: bool) -> &'static str {
    if refused { "Working; the job store turns us away" } else { "Working; the job store does not answer us" }
}

pub fn the_application_counts(n: u64, refused: bool) -> String {
    let ours = if refused { "This page lacks the right to look." } else { "We could not count them ourselves." };
    format!("The application counts {}. {ours}", workers(n))
}

pub const fn counted_by_the_application_alone() -> &'static str {
    "The application itself counts none."
}

pub const fn the_application_itself_answers() -> &'static str {
    "The application itself answers."
}

pub fn workers_are_alive(n: u64) -> String {
    format!("{} {} alive.", workers(n), are(n))
}

// The application.

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

// Several things at once.

pub fn the_others_work(headline: &str, others: usize) -> String {
    if others == 1 { format!("{headline}; the other one works") } else { format!("{headline}; the other {others} work") }
}

pub fn and_more(headline: &str, more: usize) -> String {
    format!("{headline}, and {more} more")
}

pub fn also(headline: &str) -> String {
    format!("Also: {headline}.")
}

// Since when.

pub fn not_working_since(at: &str, lasts: Duration) -> String {
    format!("Not working since {at} ({}).", exact(lasts))
}

pub fn not_known_since(at: &str, lasts: Duration) -> String {
    format!("Not known since {at} ({}).", exact(lasts))
}

pub fn so_since(at: &str, lasts: Duration) -> String {
    format!("Since {at} ({}).", exact(lasts))
}

pub fn last_sign_of_life(at: &str) -> String {
    format!("Last sign of life {at}.")
}

/// Why a number is not known, after "?" or a colon.
pub const fn reason(why: Why) -> &'static str {
    match why {
        Why::NotAskedYet => "not asked yet",
        Why::NotAnswering => "not answering",
        Why::NoPassword | Why::WrongPassword => "wrong password",
        Why::NotPermitted => "no permission",
        Why::StartingUp => "starting up",
        Why::NotServing => "not serving data",
        Why::ElsewhereInCluster => "kept on another node",
        Why::WrongKindOfKey => "wrong kind of key",
        Why::NoSuchKey => "never used",
        Why::TooLarge => "too large",
        Why::NotUnderstood => "answer not understood",
        Why::NotOffered => "this system does not tell",
        Why::NotReported => "not reported",
        Why::NotAsked => "not asked",
        Why::ClockSkew => "the clocks do not agree",
        Why::OurFault => "our own limit",
    }
}

/// The whole answer of a Worker whose configuration is broken.
pub fn not_set_up() -> String {
    "This page is not set up correctly. Its owner finds the reason in the log.\n".into()
}
