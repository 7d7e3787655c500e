//! `fetcher-health`: Fetcher's liveness document, which also waits for the self-probe at its start.
//!
//! `{"status": "healthy" | "unhealthy"}`, 200 or 503. Not readiness: that is `fetcher_readyz`.

use super::common::{self, Fault};
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::flag::{Flag, FlagWord};
use shared::sample::HealthReport;
use shared::state::Verdict;

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_object(answer, |root| {
        let state = match root.text("status").as_deref() {
            Some("healthy") => Verdict::Operational,
            Some("unhealthy") => Verdict::Down,
            _ => return Err(Fault::NotTheFormat("`status` healthy or unhealthy")),
        };
        Ok(HealthReport::said(state).flag(Flag::new(FlagWord::LivenessOnly)))
    })
}
