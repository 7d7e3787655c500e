//! Headers that every answer carries: safety, cross-origin rules, caching, validators (DESIGN 5.3 and 10).
//!
//! Not content types: a route knows its own.

use super::route::Kind;
use super::{Site, offline};
use crate::words::maintenance::SOON;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use core::fmt;
use sha2::{Digest, Sha256};
use shared::public::PublicBoard;
use shared::time::{Rfc3339, Timestamp};

/// The longest a public answer may be kept, in seconds: short enough that no cache makes a verdict old.
const LONGEST_CACHE_S: u64 = 5;

/// How long an answer may be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cache {
    /// Not at all.
    Never,
    /// Only if asked again each time.
    Revalidate,
    /// For so many seconds.
    Seconds(u64),
}

impl Cache {
    /// Never beyond the moment at which what is said expires.
    pub(super) fn until(expires_at: Option<Timestamp>, now: Timestamp) -> Self {
        match expires_at.map_or(0, |at| at.since(now).as_secs()) {
            0 => Self::Revalidate,
            left => Self::Seconds(left.min(LONGEST_CACHE_S)),
        }
    }
}

impl fmt::Display for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Never => f.write_str("no-store"),
            Self::Revalidate => f.write_str("no-cache"),
            Self::Seconds(s) => write!(f, "public, max-age={s}"),
        }
    }
}

/// The headers of a route, beside its type and its caching.
pub(super) fn common(site: &Site, kind: Kind) -> Vec<(&'static str, String)> {
    let policy = match kind {
        Kind::Page | Kind::Offline => site.page_policy(),
        Kind::OfflineScript => offline::POLICY.to_owned(),
        // Its refusals may be seen in a frame too.
        Kind::Embed => site.shell.policy(),
        _ => NOTHING_RUNS.to_owned(),
    };
    let headers = bare(policy);
    if matches!(
        kind,
        Kind::Page
            | Kind::Offline
            | Kind::OpsJson
            | Kind::OpsPage
            | Kind::OpsLink
            | Kind::OpsOrder
            | Kind::Ingest
    ) {
        headers
    } else {
        open(headers)
    }
}

/// With what lets a page of any origin read the answer.
pub(super) fn open(mut headers: Vec<(&'static str, String)>) -> Vec<(&'static str, String)> {
    headers.push(("access-control-allow-origin", "*".into()));
    headers.push(("access-control-allow-methods", "GET, HEAD, OPTIONS".into()));
    headers
}

/// The headers of everything, with a policy.
pub(super) fn bare(policy: String) -> Vec<(&'static str, String)> {
    let safety = SAFETY.iter().map(|(name, value)| (*name, (*value).to_owned()));
    safety.chain([("content-security-policy", policy)]).collect()
}

/// The headers of DESIGN 10 that are the same on every route of both hosts, assets included.
pub static SAFETY: &[(&str, &str)] = &[
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// The policy of everything that is not a page.
pub const NOTHING_RUNS: &str = "default-src 'none'; frame-ancestors 'none'";

/// The hash of an inline script or style as a policy names it.
pub(super) fn policy_hash(content: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(content.as_bytes())))
}

/// A validator that stays the same as long as nothing but the time of serving changes. Of a page that another build
/// serves nothing is the same: it names files that are there no more.
pub(super) fn etag(public: &PublicBoard, notice: &str, edition: &str) -> String {
    let served_at = Rfc3339(Timestamp::from_millis(0));
    let timeless = PublicBoard { served_at, ..public.clone() };
    let mut hash = Sha256::new();
    hash.update(serde_json::to_vec(&timeless).unwrap_or_default());
    // What people write comes between rounds.
    hash.update(format!("{:?}", public.events));
    // Windows open and come near between rounds too.
    let now = public.served_at.0;
    for window in &public.windows {
        hash.update(format!("{window:?}{}{}", window.is_open(now), window.from <= now + SOON));
    }
    hash.update(notice);
    hash.update(edition);
    hash.update(env!("CARGO_PKG_VERSION"));
    written(&hash.finalize())
}

/// A validator of a body in which nothing changes with the time of serving.
pub(super) fn etag_of(body: &[u8]) -> String {
    written(&Sha256::digest(body))
}

fn written(digest: &[u8]) -> String {
    format!("W/\"{}\"", URL_SAFE_NO_PAD.encode(digest.get(..12).unwrap_or(digest)))
}

/// Whether a client already has the answer (RFC 9110, 13.1.2: weak comparison).
pub(super) fn matches(if_none_match: &str, etag: &str) -> bool {
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    if_none_match.split(',').any(|tag| tag.trim() == "*" || bare(tag) == bare(etag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_may_be_kept_beyond_the_moment_it_expires() {
        let now = Timestamp::from_secs(100);
        assert_eq!(Cache::until(Some(Timestamp::from_secs(160)), now).to_string(), "public, max-age=5");
        assert_eq!(Cache::until(Some(Timestamp::from_secs(102)), now).to_string(), "public, max-age=2");
        assert_eq!(Cache::until(Some(Timestamp::from_secs(99)), now).to_string(), "no-cache");
        assert_eq!(Cache::until(None, now).to_string(), "no-cache");
    }

    #[test]
    fn the_assets_of_a_worker_carry_the_same_headers_from_a_file() {
        let file = include_str!("../../../app/_headers").to_lowercase();
        let policy = ("content-security-policy", NOTHING_RUNS);
        for (name, value) in SAFETY.iter().chain([&policy]) {
            assert!(file.contains(&format!("  {name}: {}\n", value.to_lowercase())), "{name}");
        }
    }

    #[test]
    fn validators_are_compared_weakly() {
        assert!(matches("W/\"a\", \"b\"", "W/\"b\""));
        assert!(matches("*", "W/\"b\""));
        assert!(!matches("", "W/\"b\""));
    }
}
