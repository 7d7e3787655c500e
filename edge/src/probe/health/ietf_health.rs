//! `ietf-health`: `application/health+json`, the draft of the IETF (`inadarei/rfc-healthcheck`).
//!
//! `{"status": "pass" | "warn" | "fail", "checks": {name: [{…}]}}`, 2xx unless it fails. The words have aliases
//! and come in any case. Each check is a list of measurements, whose worst status is the line's; one that
//! only measures has nothing to judge. Not the numbers measured: their units are free.

use super::common::{self, Fault};
use super::json::{self, Object};
use super::lines;
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use serde_json::value::RawValue;
use shared::flag::Flag;
use shared::sample::{DependencyReport, HealthReport};
use shared::state::{State, Verdict};

const WORDS: [(&str, State); 7] = [
    ("pass", State::Operational),
    ("ok", State::Operational),
    ("up", State::Operational),
    ("warn", State::Degraded),
    ("fail", State::Down),
    ("error", State::Down),
    ("down", State::Down),
];

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_object(answer, document)
}

fn document(root: &Object<'_>) -> Result<HealthReport, Fault> {
    const EXPECTED: Fault = Fault::NotTheFormat("`status` pass, warn or fail, and maybe a map `checks`");
    let state = lines::word(root, "status", &WORDS).ok().and_then(Verdict::of).ok_or(EXPECTED)?;
    let mut report = HealthReport::said(state);
    if let Some(checks) = root.get("checks") {
        for (key, value) in common::lines(&Object::of(checks).ok_or(EXPECTED)?)? {
            let line = check(&key, value, &mut report.flags);
            lines::add(&mut report, line);
        }
    }
    Ok(lines::remark_nonrequired(report))
}

fn check(key: &str, value: &RawValue, flags: &mut Vec<Flag>) -> DependencyReport {
    let mut line = common::unknown_line(key);
    // One measurement without a list around it is no less clear.
    let measurements = json::list(value).unwrap_or_else(|| vec![value]);
    let mut states = Vec::new();
    for measurement in measurements {
        let Some(fields) = Object::of(measurement) else {
            common::remark(flags, common::unknown_status(key, None));
            states.push(State::Unknown);
            continue;
        };
        if !fields.has("status") {
            continue;
        }
        states.push(lines::word(&fields, "status", &WORDS).unwrap_or_else(|word| {
            common::remark(flags, common::unknown_status(key, word.as_deref()));
            State::Unknown
        }));
        line.evidence.error_class = line.evidence.error_class.or_else(|| common::sentence(&fields, "output"));
    }
    line.state = if states.is_empty() { State::NotApplicable } else { Verdict::worst_of(states).into() };
    line
}
