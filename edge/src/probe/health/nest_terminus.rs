//! `nest-terminus`: NestJS's terminus.
//!
//! `{"status": "ok" | "error" | "shutting_down", "details": {name: {"status": "up" | "down"}}}`, 200 or 503; `info` and
//! `error` only repeat the details. Stricter than its aggregate: older versions say ok while a part that did not
//! throw is down, which is degraded.

use super::common::{self, Fault};
use super::json::Object;
use super::lines;
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::flag::{Flag, FlagWord};
use shared::sample::HealthReport;
use shared::state::{State, Verdict};

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_object(answer, document)
}

fn document(root: &Object<'_>) -> Result<HealthReport, Fault> {
    const EXPECTED: Fault = Fault::NotTheFormat("`status` ok, error or shutting_down, and `details`");
    let state = match root.text("status").as_deref() {
        Some("ok") => Verdict::Operational,
        Some("error") => Verdict::Down,
        Some("shutting_down") => Verdict::Draining,
        _ => return Err(EXPECTED),
    };
    let details = root.get("details").and_then(Object::of).ok_or(EXPECTED)?;
    let mut report = HealthReport::said(state);
    lines::add_map(&mut report, &details, |fields, line| {
        line.evidence.error_class =
            common::sentence(fields, "message").or_else(|| common::sentence(fields, "error"));
        lines::word(fields, "status", &[("up", State::Operational), ("down", State::Down)])
    })?;
    if state == Verdict::Operational && report.dependencies.iter().any(|line| line.state == State::Down) {
        report.state = Verdict::Degraded;
        common::remark(&mut report.flags, Flag::new(FlagWord::ContractMismatch));
    }
    Ok(report)
}
