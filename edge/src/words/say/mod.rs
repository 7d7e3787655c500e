//! The sentences. Calm, short, present tense; what was observed, never what was guessed.
//!
//! Not when they are said: `situation` and its neighbours decide that. Labels of single words are in `labels`.

pub(super) mod application;
pub(super) mod board;
pub(super) mod event;
pub(super) mod incident;
pub(super) mod maintenance;
pub(super) mod source;
pub(super) mod well;
pub(super) mod workers;

pub use application::*;
pub use board::*;
pub use event::*;
pub use incident::*;
pub use maintenance::*;
pub use source::*;
pub use well::*;
pub use workers::*;

use super::sentence::sentences;
use super::time::Locale;
use shared::reading::Why;
use shared::sample::Exactness;

/// A number of workers as it is said: exact, or a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    pub n: u64,
    pub exactness: Exactness,
}

impl Counted {
    /// The word that a sentence chooses by.
    const fn bound(self) -> &'static str {
        match self.exactness {
            Exactness::Exact => "exactly",
            Exactness::AtLeastOne => "at_least",
            Exactness::AtMost => "at_most",
        }
    }
}

sentences! { "say";
    written(text: Name);
    one(name: Name);
    two(first: Name, second: Name);
    two_and_more(first: Name, second: Name, more: Number);
    reason_of(why: Words);
}

/// "Database", "Database and Search", "Database, Search and 2 more".
pub fn listed(l: &Locale, names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => one(l, name),
        [first, second] => two(l, first, second),
        [first, second, more @ ..] => two_and_more(l, first, second, more.len() as u64),
    }
}

/// What somebody wrote into the configuration, as a sentence.
pub fn impact(l: &Locale, text: &str) -> String {
    let text = text.trim();
    let ends = text.ends_with(['.', '!', '?', '\u{2026}', '\u{61f}']);
    if ends || text.is_empty() { written(l, text) } else { written(l, &format!("{text}.")) }
}

/// Why a number is not known, after "?" or a colon.
pub fn reason(l: &Locale, why: Why) -> String {
    reason_of(l, key(why))
}

/// The word that a sentence chooses by.
const fn key(why: Why) -> &'static str {
    match why {
        Why::NotAskedYet => "not_asked_yet",
        Why::NotAnswering => "not_answering",
        Why::NoPassword => "no_password",
        Why::WrongPassword => "wrong_password",
        Why::NotPermitted => "not_permitted",
        Why::StartingUp => "starting_up",
        Why::NotServing => "not_serving",
        Why::ElsewhereInCluster => "elsewhere_in_cluster",
        Why::WrongKindOfKey => "wrong_kind_of_key",
        Why::NoSuchKey => "no_such_key",
        Why::TooLarge => "too_large",
        Why::NotUnderstood => "not_understood",
        Why::NotOffered => "not_offered",
        Why::NotReported => "not_reported",
        Why::NotAsked => "not_asked",
        Why::ClockSkew => "clock_skew",
        Why::OurFault => "our_fault",
    }
}
