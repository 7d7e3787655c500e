//! The built page's files, inside the binary, with their compressed form.
//!
//! Their names carry a hash of their content, so they may be kept for ever.

use crate::web::{NOTHING_RUNS, SAFETY};
use axum::body::{Body, Bytes};
use axum::response::Response;

/// A file of the built page.
pub struct Asset {
    name: &'static str,
    content_type: &'static str,
    bytes: &'static [u8],
    /// Empty where it would be no smaller: pictures are compressed already.
    brotli: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The file of this path below the base, if there is one.
pub fn find(path: &str, accepts_brotli: bool) -> Option<Response> {
    let name = path.strip_prefix('/')?;
    let asset = ASSETS.iter().find(|asset| asset.name == name)?;
    let mut response = Response::builder()
        .header("content-type", asset.content_type)
        .header("cache-control", "public, max-age=31536000, immutable")
        .header("vary", "accept-encoding")
        .header("content-security-policy", NOTHING_RUNS);
    for (name, value) in SAFETY {
        response = response.header(*name, *value);
    }
    let accepts_brotli = accepts_brotli && !asset.brotli.is_empty();
    if accepts_brotli {
        response = response.header("content-encoding", "br");
    }
    let bytes = if accepts_brotli { asset.brotli } else { asset.bytes };
    response.body(Body::from(Bytes::from_static(bytes))).ok()
}
