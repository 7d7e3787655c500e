//! `microprofile`: MicroProfile Health (Quarkus, WildFly, Open Liberty, Payara).
//!
//! `{"status": "UP" | "DOWN", "checks": [{"name": …, "status": …}]}`, 200 or 503; its 500 has no document. The list
//! may be empty, and a name may be in it more than once: then the worse counts.

use super::common::{self, Fault};
use super::json::Object;
use super::lines;
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::sample::HealthReport;
use shared::state::{State, Verdict};

const WORDS: [(&str, State); 2] = [("UP", State::Operational), ("DOWN", State::Down)];

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_object(answer, document)
}

fn document(root: &Object<'_>) -> Result<HealthReport, Fault> {
    const EXPECTED: Fault = Fault::NotTheFormat("`status` UP or DOWN, and a list `checks`");
    let state = lines::word(root, "status", &WORDS).ok().and_then(Verdict::of).ok_or(EXPECTED)?;
    let checks = root.get("checks").ok_or(EXPECTED)?;
    let checks = common::items(checks)?.ok_or(EXPECTED)?;
    let mut report = HealthReport::said(state);
    lines::add_list(&mut report, &checks, |fields, _| lines::word(fields, "status", &WORDS));
    Ok(lines::remark_nonrequired(lines::remark_empty(report)))
}
