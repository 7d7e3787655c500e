//! The web: `respond(request, site, board) -> Response`, pure. One file a rendering, one table of routes.
//!
//! Not a server: hosts turn their requests into `Request` and send what comes back. Compression is theirs too.

mod access;
mod badge;
mod card;
pub mod command;
mod document;
mod element;
mod embed;
mod feed;
mod fields;
mod flat;
mod gatus;
mod headers;
mod history;
pub mod ingest;
mod manifest;
pub mod metrics;
mod negotiate;
mod offline;
mod openapi;
mod ops;
mod own;
mod page;
mod preview;
mod queue_card;
mod route;
pub mod session;
mod shields;
#[cfg(test)]
mod specimen;
mod status_json;
mod statuspage;
mod template;
mod text;

pub use access::Sender;
pub use headers::{NOTHING_RUNS, SAFETY};
pub use negotiate::language;
pub use own::{Check, Finding, Kept, Own, Phase, self_probe};
pub use route::respond;
pub use template::Site;
pub use text::text_board;

/// What was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request<'a> {
    /// `GET`, `HEAD` …
    pub method: &'a str,
    /// The path, not decoded.
    pub path: &'a str,
    /// The query, without the question mark; may be empty.
    pub query: &'a str,
    /// `Accept-Language`; empty if absent.
    pub accept_language: &'a str,
    /// `If-None-Match`; empty if absent.
    pub if_none_match: &'a str,
    /// `Authorization`; empty if absent.
    pub authorization: &'a str,
    /// `Cookie`; empty if absent.
    pub cookie: &'a str,
}

/// What is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// The headers.
    pub headers: Vec<(&'static str, String)>,
    /// The body; empty for HEAD.
    pub body: Vec<u8>,
}

impl Response {
    /// Whether a client that sent this `If-None-Match` has the answer already.
    pub fn is_known_to(&self, if_none_match: &str) -> bool {
        !if_none_match.is_empty()
            && self
                .headers
                .iter()
                .any(|(name, value)| *name == "etag" && headers::matches(if_none_match, value))
    }
}
