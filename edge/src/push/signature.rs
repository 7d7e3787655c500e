//! Who sent a snapshot, and when: HMAC-SHA-256 over timestamp, nonce and body.
//!
//! Not whether it was sent before: `sources` remembers that.

use super::{BODY_LIMIT, Refusal};
use crate::config::IngestSource;
use crate::config::secret::Secret;
use crate::digest;
use core::time::Duration;
use shared::time::Timestamp;
use subtle::ConstantTimeEq;

/// The header with the time of signing, in seconds since 1970.
pub const TIMESTAMP: &str = "headcount-timestamp";
/// The header with a text that is never used twice: 8 to 64 of `[A-Za-z0-9._-]`.
pub const NONCE: &str = "headcount-nonce";
/// The header with `v1=` and the code in hexadecimal.
pub const SIGNATURE: &str = "headcount-signature";

/// How far the clocks of both ends may be apart.
pub const SKEW: Duration = Duration::from_mins(1);

/// What was posted.
#[derive(Clone, Copy, Debug)]
pub struct Post<'a> {
    /// `TIMESTAMP`; empty if absent.
    pub timestamp: &'a str,
    /// `NONCE`; empty if absent.
    pub nonce: &'a str,
    /// `SIGNATURE`; empty if absent.
    pub signature: &'a str,
    /// The body, or as much of it as shows that it is longer than `BODY_LIMIT`.
    pub body: &'a [u8],
}

/// The headers of a body that is sent now.
pub fn signed(key: &Secret, nonce: &str, body: &[u8], now: Timestamp) -> Vec<(String, Secret)> {
    let timestamp = now.secs().to_string();
    let signature = format!("v1={}", code(key, &timestamp, nonce, body));
    [
        ("content-type", "application/json".to_owned()),
        (TIMESTAMP, timestamp),
        (NONCE, nonce.to_owned()),
        (SIGNATURE, signature),
    ]
    .map(|(name, value)| (name.to_owned(), Secret::new(value)))
    .into()
}

/// Whose it is, and when it was signed.
pub(super) fn verify<'a>(
    sources: &'a [IngestSource],
    post: &Post<'_>,
    now: Timestamp,
) -> Result<(&'a IngestSource, Timestamp), Refusal> {
    if post.body.len() > BODY_LIMIT {
        return Err(Refusal::TooLarge);
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    if !(8..=64).contains(&post.nonce.len()) || !post.nonce.chars().all(is_plain) {
        return Err(Refusal::Unsigned { header: NONCE });
    }
    let sent_s: i64 = post.timestamp.parse().map_err(|_| Refusal::Unsigned { header: TIMESTAMP })?;
    let by_s = now.secs().saturating_sub(sent_s);
    if by_s.unsigned_abs() > SKEW.as_secs() {
        return Err(Refusal::Skewed { by_s });
    }
    let presented = post.signature.strip_prefix("v1=").ok_or(Refusal::Unsigned { header: SIGNATURE })?;
    // Every key is tried, so that the time it takes tells nothing of whose it is.
    let is_theirs = |source: &IngestSource| -> bool {
        let right = code(&source.key, post.timestamp, post.nonce, post.body);
        right.as_bytes().ct_eq(presented.as_bytes()).into()
    };
    let found =
        sources.iter().fold(None, |found, source| if is_theirs(source) { Some(source) } else { found });
    let source = found.ok_or(Refusal::WrongSignature)?;
    Ok((source, Timestamp::from_secs(sent_s)))
}

fn code(key: &Secret, timestamp: &str, nonce: &str, body: &[u8]) -> String {
    digest::sign(key.reveal().as_bytes(), &[timestamp.as_bytes(), b".", nonce.as_bytes(), b".", body])
}
