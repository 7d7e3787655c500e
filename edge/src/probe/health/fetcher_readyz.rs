//! `fetcher-readyz`: the readiness document of Lerian's Fetcher.
//!
//! `{"status": "healthy" | "unhealthy", "checks": {…}}`, 200 or 503. Not its liveness document
//! (`fetcher_health`), and not the tenant's (`fetcher_tenant`). Its aggregate is the verdict; an instance that drains
//! answers with one check of that name, which stands for no dependency.

use super::common::{self, Fault};
use super::json::Object;
use super::numbers::Number;
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use core::time::Duration;
use serde_json::value::RawValue;
use shared::flag::{Flag, FlagWord};
use shared::sample::{DependencyReport, HealthReport};
use shared::state::{State, Verdict};

/// The check that an instance invents while it leaves.
const DRAINING: &str = "draining";

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_object(answer, document)
}

/// What the document says; the tenant's is of the same kind.
pub fn document(root: &Object<'_>) -> Result<HealthReport, Fault> {
    const EXPECTED: Fault = Fault::NotTheFormat("`status` healthy or unhealthy, and `checks`");
    let state = match root.text("status").as_deref() {
        Some("healthy") => Verdict::Operational,
        Some("unhealthy") => Verdict::Down,
        _ => return Err(EXPECTED),
    };
    let checks = root.get("checks").and_then(Object::of).ok_or(EXPECTED)?;
    let checks = common::lines(&checks)?;

    if state == Verdict::Down && is_drain_notice(&checks) {
        // No real check ran, so there is no line to show.
        return Ok(HealthReport::said(Verdict::Draining).flag(Flag::about(FlagWord::Synthetic, DRAINING)));
    }
    let mut report = HealthReport::said(state);
    if checks.is_empty() {
        report = report.flag(Flag::new(FlagWord::NoComponents));
    }
    for (key, value) in checks {
        let line = check(&key, value, &mut report.flags);
        report.dependencies.push(line);
    }
    Ok(report)
}

/// The notice is the only check, is down, and gives a reason instead of an error.
fn is_drain_notice(checks: &[(String, &RawValue)]) -> bool {
    let [(key, value)] = checks else { return false };
    key == DRAINING
        && Object::of(value).is_some_and(|check| {
            check.text("status").as_deref() == Some("down") && common::sentence(&check, "error").is_none()
        })
}

fn check(key: &str, value: &RawValue, flags: &mut Vec<Flag>) -> DependencyReport {
    let mut line = common::unknown_line(key);
    let Some(fields) = Object::of(value) else {
        common::remark(flags, common::unknown_status(key, None));
        return line;
    };
    let word = fields.text("status");
    line.state = match word.as_deref() {
        Some("up") => State::Operational,
        // A half-open breaker: nothing was tried, and it fails the aggregate exactly as `down` does.
        Some("down" | "degraded") => State::Down,
        Some("n/a" | "skipped") => State::NotApplicable,
        other => {
            common::remark(flags, common::unknown_status(key, other));
            State::Unknown
        }
    };
    line.latency = match Number::of(fields.get("latency_ms")) {
        // A zero is left out of the document; only where a check succeeded is that what absence means.
        Number::Missing if line.state == State::Operational => Some(Duration::ZERO),
        number => number.milliseconds(),
    };
    line.evidence.error_class = common::sentence(&fields, "error");
    line.evidence.reason = common::sentence(&fields, "reason");
    line.evidence.tls = fields.truth("tls");
    line.evidence.breaker_state = common::sentence(&fields, "breaker_state");
    if line.evidence.breaker_state.as_deref() == Some("open") {
        common::remark(flags, Flag::about(FlagWord::BreakerOpen, key));
    }
    line
}
