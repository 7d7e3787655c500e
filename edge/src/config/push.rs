//! Reads `[push]`: where what this page sees is told, and the keys of both ends.
//!
//! Not what travels: `crate::push` knows that. Not the other end: `ingest` reads it.

use super::HostKind;
use super::check::Ids;
use super::fault::Fault;
use super::http;
use super::reader::{Reader, Table};
use super::secret::Secret;
use core::fmt;
use url::Url;

/// The fewest characters of a key.
pub const SHORTEST_KEY: usize = 16;
/// Where snapshots go, as an example.
const URL_EXAMPLE: &str = "https://status.example.com/ingest";
const KEY_EXAMPLE: &str = "key = \"${HEADCOUNT_PUSH_KEY}\"";

/// Where to push, and the key to sign with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushTarget {
    /// The receiver's `/ingest`.
    pub url: Url,
    /// The key that the receiver has too.
    pub key: Secret,
}

/// What can be wrong with pushing and being pushed to, beside what can be wrong everywhere.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant's sentence, below, says what its fields are")]
pub enum PushFault {
    /// A key that can be guessed.
    KeyTooShort,
    /// A key that another source has.
    SameKey { first_line: usize },
    /// More sources than are tried for a signature.
    TooManySources { count: usize, most: usize },
    /// `[push]` on a Worker.
    OnWorker,
}

impl fmt::Display for PushFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::KeyTooShort => {
                write!(f, "is shorter than {SHORTEST_KEY} characters; make one with: openssl rand -hex 32")
            }
            Self::SameKey { first_line } => write!(
                f,
                "is the key of the source in line {first_line} too; give each its own, since it tells them apart"
            ),
            Self::TooManySources { count, most } => {
                write!(f, "{count} sources are more than {most}; let some of them share one Headcount")
            }
            Self::OnWorker => {
                f.write_str("is for the native binary, which stands where a Worker cannot look; leave it out")
            }
        }
    }
}

/// Reads the table. `None` only if something was noted.
pub(super) fn read(reader: &Reader<'_>, mut table: Table<'_>) -> Option<PushTarget> {
    if reader.host == HostKind::Worker {
        table.fault(Fault::Push(PushFault::OnWorker));
    }
    let url = table.required("url", "url = \"https://status.example.com/ingest\"");
    let url = url.and_then(|t| http::url(reader, &t, URL_EXAMPLE));
    let key = key(reader, &mut table, &mut Ids::default());
    table.finish();
    Some(PushTarget { url: url?, key: key? })
}

/// The key of a table, which no other has.
pub(super) fn key(reader: &Reader<'_>, table: &mut Table<'_>, taken: &mut Ids) -> Option<Secret> {
    let text = table.required("key", KEY_EXAMPLE)?;
    if !is_long_enough(&text.value) {
        reader.fault(&text.place, Fault::Push(PushFault::KeyTooShort));
        return None;
    }
    if let Some(first_line) = taken.take(&text.value, reader.line(&text.place)) {
        reader.fault(&text.place, Fault::Push(PushFault::SameKey { first_line }));
        return None;
    }
    Some(Secret::new(text.value))
}

/// Whether a key is long enough for nobody to guess it.
pub fn is_long_enough(key: &str) -> bool {
    key.chars().count() >= SHORTEST_KEY
}
