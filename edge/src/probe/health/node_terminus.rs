//! `node-terminus`: GoDaddy's terminus, `{"status": "ok" | "error"}`, 200 or 503.
//!
//! What stands beside the status is free in form, and may be left over from an earlier answer, so there are no lines.
//! A shutdown looks like any failure. Not NestJS's documents, which are alike (`nest_terminus`).

use super::common::{self, Fault};
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::sample::HealthReport;
use shared::state::Verdict;

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_object(answer, |root| match root.text("status").as_deref() {
        Some("ok") => Ok(HealthReport::said(Verdict::Operational)),
        Some("error") => Ok(HealthReport::said(Verdict::Down)),
        _ => Err(Fault::NotTheFormat("`status` ok or error")),
    })
}
