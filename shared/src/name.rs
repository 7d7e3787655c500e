//! What the public may call something that a document names: a configured name, a fit key, or a number.
//!
//! Names of services and queues are words of the configuration; of those and of other texts it is only known here
//! whether they show anything.

use serde::{Deserialize, Serialize};

/// What the public may call something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PublicName {
    /// A name that is fit for the public.
    Given(String),
    /// It has none; it is the Nth of its kind. The catalogue has the word.
    Numbered(usize),
}

/// Whether a reader sees anything of a text: something that is neither white space nor without width.
pub fn shows_something(text: &str) -> bool {
    text.chars().any(|c| !c.is_whitespace() && !is_without_width(c))
}

/// Characters that join, part or turn others: alone they show nothing.
const fn is_without_width(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

pub(crate) fn public_name(given: Option<&String>, key: &str, index: usize) -> PublicName {
    match given.map(String::as_str).or_else(|| public_key(key)) {
        Some(name) => PublicName::Given(name.to_owned()),
        None => PublicName::Numbered(index + 1),
    }
}

/// A key that may be public: `[A-Za-z][A-Za-z0-9 _-]{0,39}` (DESIGN 5.1). Anything else could be a remote word
/// that leaks, such as a host name.
pub(crate) fn public_key(key: &str) -> Option<&str> {
    let mut chars = key.chars();
    let starts_well = chars.next().is_some_and(|c| c.is_ascii_alphabetic());
    let goes_on_well = chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '_' | '-'));
    (starts_well && goes_on_well && key.len() <= 40).then_some(key)
}
