//! `POST /ingest`: where another Headcount pushes what it sees; the answers to it.
//!
//! Not what is taken and why not: `crate::push`. There only where the configuration names a source.

use super::headers::{self, Cache};
use super::{Response, Site};
use crate::push::{Refusal, Taken};
use serde_json::{Value, json};

/// Whether a POST to this path is a snapshot: then the host reads its body.
pub fn is_for(site: &Site, path: &str) -> bool {
    site.takes_snapshots && site.without_base(path) == "/ingest"
}

/// The answer when it was taken.
pub fn taken(taken: &Taken) -> Response {
    answer(202, &json!({ "source": taken.name, "services": taken.services }))
}

/// The answer when it was not.
pub fn refused(why: &Refusal) -> Response {
    answer(why.status(), &json!({ "error": why.to_string() }))
}

fn answer(status: u16, body: &Value) -> Response {
    let mut headers =
        vec![("content-type", "application/json".to_owned()), ("cache-control", Cache::Never.to_string())];
    headers.extend(headers::bare(headers::NOTHING_RUNS.to_owned()));
    Response { status, headers, body: body.to_string().into_bytes() }
}
