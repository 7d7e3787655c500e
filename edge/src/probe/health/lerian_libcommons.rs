//! `lerian-libcommons`: `HealthWithDependencies` of Lerian's lib-commons.
//!
//! `{"status": "available" | "degraded", "dependencies": {name: {"healthy": true | false, …}}}`, 200 or 503. `degraded`
//! means that a dependency is unhealthy, which is down. With an `error` instead of dependencies the endpoint itself is
//! configured wrongly and checks nothing. Not Fetcher's documents (`fetcher_readyz`).

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
    common::read_body(answer, judge, |body| document(&Object::document(body)?))
}

fn document(root: &Object<'_>) -> Result<HealthReport, Fault> {
    const EXPECTED: Fault = Fault::NotTheFormat("`status` available or degraded, and `dependencies`");
    let state = match root.text("status").as_deref() {
        Some("available") => Verdict::Operational,
        Some("degraded") => Verdict::Down,
        _ => return Err(EXPECTED),
    };
    let Some(dependencies) = root.get("dependencies") else {
        let is_misconfigured = state == Verdict::Down && root.has("error");
        let report = HealthReport::said(Verdict::Unknown).flag(Flag::new(FlagWord::ProbeTargetMisconfigured));
        return if is_misconfigured { Ok(report) } else { Err(EXPECTED) };
    };
    let mut report = HealthReport::said(state);
    lines::add_map(&mut report, &Object::of(dependencies).ok_or(EXPECTED)?, |fields, line| {
        line.evidence.breaker_state = common::sentence(fields, "circuit_breaker_state");
        match fields.truth("healthy") {
            Some(true) => Ok(State::Operational),
            Some(false) => Ok(State::Down),
            None => Err(None),
        }
    })?;
    let open =
        report.dependencies.iter().filter(|line| line.evidence.breaker_state.as_deref() == Some("open"));
    report.flags.extend(open.map(|line| Flag::about(FlagWord::BreakerOpen, &line.key)));
    Ok(lines::remark_nonrequired(lines::remark_empty(report)))
}

/// Nothing was checked, so its 503 says nothing either.
fn judge(report: HealthReport, answer: &HttpAnswer) -> HealthReport {
    match report.state {
        Verdict::Unknown => report.because(common::because(
            answer,
            &"the health endpoint is configured wrongly and checks nothing",
        )),
        _ => common::against_code(report, answer),
    }
}
