//! `adr075-liveness`: `{"status": "ok"}`, the process answers.
//!
//! Not readiness: it touches no dependency and knows nothing of workers, and says so in a flag.

use super::common::{self, Fault};
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::flag::{Flag, FlagWord};
use shared::sample::HealthReport;
use shared::state::Verdict;

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_object(answer, |root| match root.text("status").as_deref() {
        Some("ok") => Ok(HealthReport::said(Verdict::Operational).flag(Flag::new(FlagWord::LivenessOnly))),
        _ => Err(Fault::NotTheFormat("`status` ok")),
    })
}
