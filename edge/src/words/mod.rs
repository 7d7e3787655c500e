//! The catalogue: every word that a person reads, on the page, in text, in badges and on the command line.
//!
//! `situation` decides which of PAGE's situations a board is in, `en` and `labels` have the words, `time` writes
//! times and numbers. No other module writes sentences of its own.

pub mod advice;
pub mod alert;
#[cfg(not(target_arch = "wasm32"))]
pub mod demo;
#[expect(missing_docs, reason = "each item is the word or the sentence it is named after")]
pub mod elsewhere;
#[expect(missing_docs, reason = "each function is the sentence it is named after")]
pub mod en;
pub mod event;
#[expect(missing_docs, reason = "each item is the label or the sentence it is named after")]
pub mod evidence;
#[expect(missing_docs, reason = "each item is the word or the sentence it is named after")]
pub mod history;
pub mod incident;
#[expect(missing_docs, reason = "each item is the label it is named after")]
pub mod labels;
pub mod maintenance;
#[expect(missing_docs, reason = "each item is the label or the sentence it is named after")]
pub mod operator;
mod queue_trouble;
mod service_trouble;
pub mod situation;
mod source_trouble;
pub mod time;
mod well;

#[cfg(test)]
pub(crate) mod tests;

pub use situation::{Spoken, expired_words, speak};
pub use time::Zone;
