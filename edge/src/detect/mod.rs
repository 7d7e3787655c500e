//! Recognises what an application and its Redis, its broker or its database speak, for `headcount try` alone: the
//! running probe never guesses.
//!
//! Not asking: it looks at answers and replies that somebody else fetched. What is found becomes a
//! configuration in `draft`.

pub mod broker;
pub mod draft;
pub mod formats;
pub mod queues;
pub mod signs;
mod streams;
pub mod table;
