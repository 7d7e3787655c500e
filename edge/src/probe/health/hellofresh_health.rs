//! `hellofresh-health`: hellofresh/health-go.
//!
//! `{"status": "OK" | "Partially Available" | "Unavailable", "timestamp": …, "failures": {name: text}}`; only Unavailable
//! is 503. It names what fails and nothing else.

use super::common::{self, Fault};
use super::json::Object;
use super::lines;
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::sample::HealthReport;
use shared::state::{State, Verdict};

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_body(answer, common::against_code_unless_degraded, |body| document(&Object::document(body)?))
}

fn document(root: &Object<'_>) -> Result<HealthReport, Fault> {
    const EXPECTED: Fault =
        Fault::NotTheFormat("`status` OK, Partially Available or Unavailable, and `timestamp`");
    let state = match root.text("status").as_deref() {
        _ if !root.has("timestamp") => return Err(EXPECTED),
        Some("OK") => Verdict::Operational,
        Some("Partially Available") => Verdict::Degraded,
        Some("Unavailable") => Verdict::Down,
        _ => return Err(EXPECTED),
    };
    let mut report = HealthReport::said(state);
    if let Some(failures) = root.get("failures") {
        let failures = Object::of(failures).ok_or(EXPECTED)?;
        for (name, _) in common::lines(&failures)? {
            let mut line = common::unknown_line(&name);
            line.state = State::Down;
            line.evidence.error_class = common::sentence(&failures, &name);
            lines::add(&mut report, line);
        }
    }
    Ok(lines::remark_nonrequired(report))
}
