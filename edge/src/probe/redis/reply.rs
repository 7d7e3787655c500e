//! One command's reply, or why there is none.
//!
//! Not what a reply means for a queue.

use shared::reading::Why;

/// A reply that arrived, an error that the server spoke, or the reason why nothing came.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// A value.
    Value(redis::Value),
    /// An error reply or a missing one. `detail` is for the operator: the server's own words.
    None {
        /// The reason, from the closed list.
        why: Why,
        /// The server's or the connection's own words.
        detail: String,
    },
}
