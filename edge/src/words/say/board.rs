//! Sentences about the whole board: nothing to say yet or no longer, several things at once, since when.
//!
//! Not about what is well: `well`.

use crate::words::sentence::sentences;
use crate::words::time::Locale;
use core::time::Duration;

sentences! { "board";
    nothing_watched();
    add_a_service();
    nothing_checked_yet();
    first_check_due(every: Words);
    nothing_could_be_checked();
    lost_its_connection();
    out_of_date();
    last_check_at(at: Words);
    no_check_for_too_long();
    then_and_now(headline: Words);
    lowered_words();
    now_not_known();
    checking_again_after(missed: Words);
    checking_again_shortly();

    and_the_others_work(headline: Words, others: Number);
    and_so_much_more(headline: Words, more: Number);
    also(headline: Words);
    /// Where there are several applications, and the headline does not name its own.
    also_of(service: Name, headline: Words);
    /// "And 6 more."
    and_others(n: Number);

    not_working_since_when(when: Words);
    not_known_since_when(when: Words);
    so_since_when(when: Words);
    at_and_lasting(at: Words, lasts: Words);
    last_sign_of_life(at: Words);
    set_up_wrongly();
}

// Nothing to say yet, or no longer.

pub fn empty_board(l: &Locale) -> (String, String) {
    (nothing_watched(l), add_a_service(l))
}

pub fn never_checked(l: &Locale, every: Duration) -> (String, String) {
    (nothing_checked_yet(l), first_check_due(l, &l.configured(every)))
}

pub fn observer_offline(l: &Locale) -> (String, String) {
    (nothing_could_be_checked(l), lost_its_connection(l))
}

pub fn last_check_was(l: &Locale, checked_at: Option<&str>) -> String {
    match checked_at {
        Some(at) => last_check_at(l, at),
        None => no_check_for_too_long(l),
    }
}

/// A headline is quoted as it stood, but for the capital of a word that is nobody's name.
pub fn then_now(l: &Locale, headline: &str) -> String {
    let then = lowered_words(l).split('|').find_map(|word| {
        let rest = headline.strip_prefix(word).filter(|rest| !rest.starts_with(char::is_alphanumeric))?;
        Some(format!("{}{rest}", word.to_lowercase()))
    });
    then_and_now(l, then.as_deref().unwrap_or(headline))
}

/// In which way a check brought nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missed {
    NoAnswer,
    TurnedAway,
    NotUnderstood,
}

pub fn checking_again(l: &Locale, missed: Missed) -> String {
    let key = match missed {
        Missed::NoAnswer => "no_answer",
        Missed::TurnedAway => "turned_away",
        Missed::NotUnderstood => "not_understood",
    };
    checking_again_after(l, key)
}

// Several things at once.

pub fn the_others_work(l: &Locale, headline: &str, others: usize) -> String {
    and_the_others_work(l, headline, others as u64)
}

pub fn and_more(l: &Locale, headline: &str, more: usize) -> String {
    and_so_much_more(l, headline, more as u64)
}

// Since when.

pub fn not_working_since(l: &Locale, at: &str, lasts: Duration) -> String {
    not_working_since_when(l, &when(l, at, lasts))
}

pub fn not_known_since(l: &Locale, at: &str, lasts: Duration) -> String {
    not_known_since_when(l, &when(l, at, lasts))
}

pub fn so_since(l: &Locale, at: &str, lasts: Duration) -> String {
    so_since_when(l, &when(l, at, lasts))
}

/// "14:01:15 (1 min 49 s)"; the time alone before the first second is over.
fn when(l: &Locale, at: &str, lasts: Duration) -> String {
    if lasts.as_secs() == 0 { at.to_owned() } else { at_and_lasting(l, at, &l.exact(lasts)) }
}

/// The whole answer of a Worker whose configuration is broken.
pub fn not_set_up(l: &Locale) -> String {
    set_up_wrongly(l) + "\n"
}
