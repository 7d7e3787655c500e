//! English: the sentences. Calm, short, present tense; what was observed, never what was guessed.
//!
//! Not when they are said: `situation` and its neighbours decide that. Labels of single words are in `labels`.

mod application;
mod board;
mod event;
mod incident;
mod maintenance;
mod source;
mod well;
mod workers;

pub use application::*;
pub use board::*;
pub use event::*;
pub use incident::*;
pub use maintenance::*;
pub use source::*;
pub use well::*;
pub use workers::*;

use super::time::number;
use shared::reading::Why;

const NBSP: char = '\u{a0}';

/// A number of workers as it is said: exact, or a lower bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    pub n: u64,
    pub exactly: bool,
}

impl Counted {
    pub(super) fn workers(self) -> String {
        format!("{}{}", if self.exactly { "" } else { "at least " }, workers(self.n))
    }

    /// "2 workers are", "At least 256 workers are": how a sentence starts.
    pub(super) fn workers_are(self) -> String {
        format!("{}{} {}", if self.exactly { "" } else { "At least " }, workers(self.n), are(self.n))
    }
}

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

/// What somebody wrote into the configuration, as a sentence.
pub fn impact(text: &str) -> String {
    let text = text.trim();
    let ends = text.ends_with(['.', '!', '?', '\u{2026}']);
    if ends || text.is_empty() { text.to_owned() } else { format!("{text}.") }
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
