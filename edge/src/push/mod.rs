//! Pushing from inside a network: what one Headcount sees travels, signed, to another that the public can reach.
//!
//! Pure: bytes and `now` in, values out. `snapshot` is what travels, `signature` who sent it, `sources` what a receiver
//! keeps of it. The form is ours, fixed, and described in `docs/push.md`. Sending and answering are the hosts'.

mod clock;
mod refusal;
mod signature;
mod snapshot;
mod sources;

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))] // with the native database
mod tests;

pub use refusal::Refusal;
pub use signature::{NONCE, Post, SIGNATURE, SKEW, TIMESTAMP, signed};
pub use snapshot::Snapshot;
pub use sources::{Held, Sources, Taken};

use crate::config::IngestSource;
use shared::time::Timestamp;

/// The longest body, in bytes, of a snapshot.
pub const BODY_LIMIT: usize = 1024 * 1024;

/// A snapshot that one of our sources signed.
#[derive(Clone, PartialEq, Debug)]
pub struct Parcel {
    /// The source's id.
    pub source: String,
    /// When it was sent, by the sender's clock.
    pub sent_at: Timestamp,
    /// What it is told apart by from a copy of itself.
    pub nonce: String,
    /// What is in it.
    pub snapshot: Snapshot,
}

/// Opens what was posted: who sent it, and what it says. Whether it is new, `Sources` knows.
///
/// # Errors
/// When it is nobody's, too old or too new, or no snapshot.
pub fn open(sources: &[IngestSource], post: &Post<'_>, now: Timestamp) -> Result<Parcel, Refusal> {
    let (source, sent_at) = signature::verify(sources, post, now)?;
    let snapshot = Snapshot::read(post.body)?;
    // Else nothing would be newer than this one until that time has come.
    if snapshot.memory.checked_at.is_some_and(|round_at| round_at > sent_at + SKEW) {
        return Err(Refusal::NotASnapshot { why: "it tells of a round after it was signed".to_owned() });
    }
    Ok(Parcel { source: source.id.clone(), sent_at, nonce: post.nonce.to_owned(), snapshot })
}
