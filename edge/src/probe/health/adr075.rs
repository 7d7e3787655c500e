//! `adr075`: the readiness document of a Symfony application that counts its own workers.
//!
//! `{"status": "ok" | "degraded", "deps": {…}}`, 200 or 503. Not the liveness document (`adr075_liveness`).
//! `degraded` at the top means that the application does not work, since only a required part turns it. Which
//! parts are required the document does not say, so its own aggregate is the verdict. The one thing stricter:
//! no worker is down, whatever the rest says (the contract itself promises that).

use super::common::{self, Fault};
use super::json::Object;
use super::numbers::Number;
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use serde_json::value::RawValue;
use shared::flag::{Flag, FlagWord};
use shared::reading::{Reading, Why};
use shared::sample::{Crew, DependencyReport, HealthReport};
use shared::state::{State, Verdict};

/// The line that counts workers: it does so even when its numbers are missing.
const CREW_LINE: &str = "messenger";
/// The numbers of such a line.
const CREW_FIELDS: [&str; 3] = ["workers_alive", "queue_depth", "failed_depth"];

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_object(answer, document)
}

fn document(root: &Object<'_>) -> Result<HealthReport, Fault> {
    const EXPECTED: Fault = Fault::NotTheFormat("`status` ok or degraded, and `deps`");
    let says_ok = match root.text("status").as_deref() {
        Some("ok") => true,
        Some("degraded") => false,
        _ => return Err(EXPECTED),
    };
    let lines = match root.get("deps") {
        Some(deps) if is_empty_list(deps) => Vec::new(), // what PHP makes of an empty map
        Some(deps) => common::lines(&Object::of(deps).ok_or(EXPECTED)?)?,
        None => return Err(EXPECTED),
    };

    let mut report = HealthReport::said(if says_ok { Verdict::Operational } else { Verdict::Down });
    if lines.is_empty() {
        report = report.flag(Flag::new(FlagWord::NoComponents));
    }
    for (key, value) in lines {
        let line = dependency(&key, value, &mut report.flags);
        let no_worker = line.crew.is_some_and(|crew| crew.workers_alive.is_known_zero());
        if no_worker {
            report.state = Verdict::Down;
        }
        if says_ok && no_worker {
            common::remark(&mut report.flags, Flag::new(FlagWord::ContractMismatch));
        } else if says_ok && line.state == State::Down {
            common::remark(&mut report.flags, Flag::about(FlagWord::NonrequiredDown, key));
        }
        report.dependencies.push(line);
    }
    Ok(report)
}

fn dependency(key: &str, value: &RawValue, flags: &mut Vec<Flag>) -> DependencyReport {
    let mut line = common::unknown_line(key);
    let Some(fields) = Object::of(value) else {
        common::remark(flags, common::unknown_status(key, None));
        return line;
    };
    line.state = match fields.text("status").as_deref() {
        Some("ok") => State::Operational,
        Some("stale") => State::Degraded, // reference data, in older builds
        Some("down") => State::Down,
        other => {
            common::remark(flags, common::unknown_status(key, other));
            State::Unknown
        }
    };
    line.latency = Number::of(fields.get("latency_ms")).milliseconds();
    line.evidence.error_class = common::sentence(&fields, "error");

    if key != CREW_LINE && !CREW_FIELDS.iter().any(|field| fields.has(field)) {
        return line;
    }
    if line.evidence.error_class.is_some() {
        // The count itself failed: what stands beside the error are placeholders, a 0 of workers included.
        let placeholder = Reading::not_from_app(Why::NotReported);
        line.crew =
            Some(Crew { workers_alive: placeholder, queue_depth: placeholder, failed_depth: placeholder });
        line.state = State::Unknown;
        return line;
    }
    let [workers_alive, queue_depth, failed_depth] = CREW_FIELDS.map(|field| {
        let number = Number::of(fields.get(field));
        if number == Number::Unusable {
            common::remark(flags, Flag::about(FlagWord::BadNumber, field));
        }
        number.reading()
    });
    if workers_alive.is_known_zero() {
        common::remark(flags, Flag::new(FlagWord::NoConsumer));
        if line.state == State::Operational {
            common::remark(flags, Flag::new(FlagWord::ContractMismatch));
        }
        line.state = State::Down;
    }
    line.crew = Some(Crew { workers_alive, queue_depth, failed_depth });
    line
}

fn is_empty_list(value: &RawValue) -> bool {
    value
        .get()
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .is_some_and(|rest| rest.trim().is_empty())
}
