//! `/openapi.json`: every public route, for people and for programs that make clients (OpenAPI 3.1).
//!
//! Written by hand in `openapi.json`; its paths are held against the routes in `tests/docs`, its examples against real
//! answers here.

use super::Site;

const DOCUMENT: &str = include_str!("openapi.json");

/// Places in the document: the page's address, and the version of this program.
const SERVER: &str = "\"__SERVER__\"";
const VERSION: &str = "__VERSION__";

pub(super) fn render(site: &Site) -> Vec<u8> {
    let server = serde_json::Value::String(format!("{}{}", site.origin, site.base)).to_string();
    DOCUMENT.replace(SERVER, &server).replace(VERSION, env!("CARGO_PKG_VERSION")).into_bytes()
}

#[cfg(test)]
#[path = "openapi_tests.rs"]
mod tests;
