//! `k8s-verbose`: `/readyz`, `/livez` and `/healthz` of Kubernetes components, plain or with `?verbose`.
//!
//! `ok`, or a line for each check: `[+]name ok`, `[-]name failed: …`, `[+]name excluded: ok`, and at last
//! `readyz check passed` or `failed`. A failure is 500. When only `shutdown` fails, it is leaving on purpose.

use super::common::{self, Fault};
use super::lines;
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::flag::{Flag, FlagWord};
use shared::sample::{DependencyReport, HealthReport};
use shared::state::{State, Verdict};

/// The check that fails on purpose while the process ends.
const SHUTDOWN: &str = "shutdown";

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_text(answer, document)
}

fn document(text: &str) -> Result<HealthReport, Fault> {
    if text == "ok" {
        return Ok(HealthReport::said(Verdict::Operational));
    }
    // Without its last line it is not whole.
    let last = text.lines().next_back().unwrap_or_default().trim_end();
    let says_passed = match last.rsplit_once(" check ") {
        Some((_, "passed")) => true,
        Some((_, "failed")) => false,
        _ => return Err(Fault::NotTheFormat("`ok`, or `[+]` and `[-]` lines and their result")),
    };
    let lines: Vec<DependencyReport> = text.lines().filter_map(check).collect();
    common::within_limit(lines.len())?;

    let failed = || lines.iter().filter(|line| matches!(line.state, State::Down | State::Draining));
    let is_leaving = failed().next().is_some() && failed().all(|line| line.key == SHUTDOWN);
    let mut report = HealthReport::said(match (says_passed, is_leaving) {
        (_, true) => Verdict::Draining,
        (true, false) if failed().next().is_none() => Verdict::Operational,
        _ => Verdict::Down,
    });
    if says_passed && report.state != Verdict::Operational {
        report.flags.push(Flag::new(FlagWord::ContractMismatch));
    }
    for line in lines {
        lines::add(&mut report, line);
    }
    Ok(report)
}

/// A line of a check; nothing for the result, and for warnings about the question.
fn check(line: &str) -> Option<DependencyReport> {
    let line = line.trim_end();
    if let Some(rest) = line.strip_prefix("[-]") {
        let (name, why) = rest.split_once(" failed").unwrap_or((rest, ""));
        let mut line = common::unknown_line(&common::clip(name));
        line.state = if name == SHUTDOWN { State::Draining } else { State::Down };
        line.evidence.error_class =
            Some(common::clip(why.trim_start_matches(':').trim())).filter(|w| !w.is_empty());
        return Some(line);
    }
    let rest = line.strip_prefix("[+]")?;
    let (name, state) = match (rest.strip_suffix(" excluded: ok"), rest.strip_suffix(" ok")) {
        (Some(name), _) => (name, State::NotApplicable),
        (None, Some(name)) => (name, State::Operational),
        (None, None) => (rest, State::Unknown),
    };
    let mut line = common::unknown_line(&common::clip(name));
    line.state = state;
    Some(line)
}
