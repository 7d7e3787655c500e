//! The catalogue: every word that a person reads, on the page, in text, in feeds and badges and on the command line.
//!
//! `situation` decides which of PAGE's situations a board is in; `say`, `labels`, `history` and `elsewhere` have the
//! sentences, `languages/` their words, a file a language; `time` writes times and numbers. What only operators read
//! (`advice`, `evidence`, `operator`) is English and stands in the code. No other module writes sentences of its own.

pub mod advice;
pub mod alert;
#[cfg(not(target_arch = "wasm32"))]
pub mod demo;
#[expect(missing_docs, reason = "each item is the word or the sentence it is named after")]
pub mod elsewhere;
pub mod event;
#[expect(missing_docs, reason = "each item is the label or the sentence it is named after")]
pub mod evidence;
#[expect(missing_docs, reason = "each item is the word or the sentence it is named after")]
pub mod history;
pub mod incident;
#[expect(missing_docs, reason = "each item is the label it is named after")]
pub mod labels;
pub mod language;
pub mod maintenance;
#[expect(missing_docs, reason = "each item is the label or the sentence it is named after")]
pub mod operator;
mod queue_trouble;
#[expect(missing_docs, reason = "each function is the sentence it is named after")]
pub mod say;
mod sentence;
mod service_trouble;
pub mod situation;
mod source_trouble;
pub mod time;
mod well;

#[cfg(test)]
pub(crate) mod tests;

pub use language::Language;
pub use situation::{Spoken, expired_words, speak};
pub use time::Locale;
