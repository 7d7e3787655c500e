//! Why a snapshot was not taken, in words that say what to do: the sender's log has them.
//!
//! Not the answer's form: `web::ingest`.

use super::BODY_LIMIT;
use super::signature::{NONCE, SIGNATURE, SKEW, TIMESTAMP};
use core::fmt;
use shared::time::Timestamp;

/// Why a snapshot was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant's sentence, below, says what its fields are")]
pub enum Refusal {
    /// Longer than `BODY_LIMIT`.
    TooLarge,
    /// A header that is missing or is not what it should be.
    Unsigned { header: &'static str },
    /// Signed too long ago, or in the future: in seconds, negative if in the future.
    Skewed { by_s: i64 },
    /// Signed with no key that is known here.
    WrongSignature,
    /// Taken before.
    Replayed,
    /// Not of a later round than the last one that was taken.
    NotNewer { last: Timestamp },
    /// A service that somebody else watches; `other` is nothing where this page does.
    Collision { service: String, source: String, other: Option<String> },
    /// Of a form that this program does not read.
    OtherVersion { found: u64, ours: u32 },
    /// Not JSON, or not a snapshot.
    NotASnapshot { why: String },
}

impl Refusal {
    /// The status of the answer.
    pub const fn status(&self) -> u16 {
        match self {
            Self::Unsigned { .. } | Self::Skewed { .. } | Self::WrongSignature => 401,
            Self::Replayed | Self::NotNewer { .. } | Self::Collision { .. } => 409,
            Self::TooLarge => 413,
            Self::OtherVersion { .. } | Self::NotASnapshot { .. } => 422,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(
                f,
                "the snapshot is larger than {} KiB; let several Headcounts push, each with some of the services",
                BODY_LIMIT / 1024
            ),
            Self::Unsigned { header } => {
                write!(f, "{header} is missing or not in order; send {TIMESTAMP}, {NONCE} and {SIGNATURE}")
            }
            Self::Skewed { by_s } => write!(
                f,
                "this was signed {} s {}, by the clock here; more than {} s are not taken: set the clocks right \
                 (NTP)",
                by_s.unsigned_abs(),
                if *by_s < 0 { "in the future" } else { "ago" },
                SKEW.as_secs()
            ),
            Self::WrongSignature => f.write_str(
                "the signature is none of a source that is known here; give [push] and [[ingest]] the same key, and \
                 let nothing in between change the body",
            ),
            Self::Replayed => f.write_str("this was taken before; send each snapshot once, with a nonce of its own"),
            Self::NotNewer { last } => write!(
                f,
                "this is not newer than the last snapshot, of {last}; let one Headcount push with this key, and set \
                 its clock right"
            ),
            Self::Collision { service, source, other: None } => write!(
                f,
                "the service {service:?} of the source {source:?} is also a [[service]] of this page; give one of the \
                 two another id"
            ),
            Self::Collision { service, source, other: Some(other) } => write!(
                f,
                "the service {service:?} of the source {source:?} is also pushed by {other:?}; give one of the two \
                 another id"
            ),
            Self::OtherVersion { found, ours } => write!(
                f,
                "this is a snapshot of version {found}, and version {ours} is read here; run the same version of \
                 Headcount on both sides"
            ),
            Self::NotASnapshot { why } => {
                write!(f, "this is not a snapshot ({why}); run the same version of Headcount on both sides")
            }
        }
    }
}
