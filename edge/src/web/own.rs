//! `/livez` and `/readyz`: Headcount's own health, in Fetcher's `/readyz` form (DESIGN 5.3).
//!
//! They never depend on what is observed, nor on history: a page that reports trouble is in good health.

use serde_json::json;

/// How Headcount itself is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Own<'a> {
    /// Where in its life.
    pub phase: Phase,
    /// A line above the page; empty for none.
    pub notice: &'a str,
}

/// Where in its life a process is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Answering.
    Serving,
    /// Told to stop: still answering for a while.
    Draining,
}

pub(super) fn livez() -> (u16, Vec<u8>) {
    document(200, "healthy", &json!({ "process": { "status": "up" } }))
}

pub(super) fn readyz(phase: Phase) -> (u16, Vec<u8>) {
    match phase {
        Phase::Serving => document(200, "healthy", &json!({ "web": { "status": "up" } })),
        Phase::Draining => {
            let notice = json!({ "draining": { "status": "down", "reason": "graceful drain in progress" } });
            document(503, "unhealthy", &notice)
        }
    }
}

fn document(code: u16, status: &str, checks: &serde_json::Value) -> (u16, Vec<u8>) {
    let document = json!({
        "status": status,
        "checks": checks,
        "version": env!("CARGO_PKG_VERSION"),
        "deployment_mode": if cfg!(target_arch = "wasm32") { "saas" } else { "local" },
    });
    (code, serde_json::to_vec(&document).unwrap_or_default())
}
