//! Recognises what an application and its Redis speak, for `headcount try` alone: the running probe never guesses.
//!
//! Not asking: it looks at one HTTP answer and at replies that somebody else fetched. What is found becomes a
//! configuration in `draft`.

pub mod draft;
pub mod formats;
pub mod queues;
pub mod signs;
