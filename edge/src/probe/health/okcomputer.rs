//! `okcomputer`: the JSON of OkComputer (Rails).
//!
//! A map of names to `{"message": …, "success": true | false, "time": seconds}` without an aggregate; 500 when one
//! fails. Not its text (`okcomputer_text`).

use super::common::{self, Fault};
use super::json::Object;
use super::lines;
use super::numbers;
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::sample::HealthReport;
use shared::state::{State, Verdict};

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_object(answer, document)
}

fn document(root: &Object<'_>) -> Result<HealthReport, Fault> {
    let is_check = |fields: &Object<'_>| fields.truth("success").is_some();
    if !root.members().iter().any(|(_, value)| Object::of(value).as_ref().is_some_and(is_check)) {
        return Err(Fault::NotTheFormat("names with `success` true or false"));
    }
    let mut report = HealthReport::said(Verdict::Unknown);
    lines::add_map(&mut report, root, |fields, line| {
        line.latency = fields.get("time").and_then(|time| numbers::seconds(time.get()));
        let success = fields.truth("success").ok_or(None)?;
        if success {
            return Ok(State::Operational);
        }
        line.evidence.error_class = common::sentence(fields, "message");
        Ok(State::Down)
    })?;
    report.state = lines::worst(&report);
    Ok(report)
}
