//! `okcomputer-text`: the text of OkComputer (Rails), a line `name: PASSED message (0.010s)` for each check.
//!
//! 500 when one fails. PASSED and FAILED are translated in some applications, so a line is recognised by its time as
//! well, and where no word is known the code is the verdict. Not its JSON (`okcomputer`).

use super::common::{self, Fault};
use super::lines;
use super::numbers;
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::flag::Flag;
use shared::sample::{DependencyReport, HealthReport};
use shared::state::{State, Verdict};

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_text(answer, |text| document(text, common::is_success(answer)))
}

fn document(text: &str, code_says_ok: bool) -> Result<HealthReport, Fault> {
    let mut flags = Vec::new();
    let checks: Vec<DependencyReport> = text.lines().filter_map(|line| check(line, &mut flags)).collect();
    common::within_limit(checks.len())?;
    if checks.is_empty() {
        return Err(Fault::NotTheFormat("lines like `name: PASSED message (0.010s)`"));
    }
    let has = |state| checks.iter().any(|line| line.state == state);
    let mut report = HealthReport::said(match (has(State::Down), has(State::Unknown)) {
        (true, _) => Verdict::Down,
        (false, true) if !code_says_ok => Verdict::Down,
        (false, _) => Verdict::Operational,
    });
    report.flags = flags;
    for line in checks {
        lines::add(&mut report, line);
    }
    Ok(report)
}

fn check(line: &str, flags: &mut Vec<Flag>) -> Option<DependencyReport> {
    let (name, rest) = line.trim().split_once(": ")?;
    let word = rest.split_whitespace().next()?;
    let time = rest.rsplit_once('(').and_then(|(_, end)| end.strip_suffix("s)")).and_then(numbers::seconds);
    let name = common::clip(name);
    let state = match (word, time) {
        ("PASSED", _) => State::Operational,
        ("FAILED", _) => State::Down,
        (_, None) => return None,
        (_, Some(_)) => {
            common::remark(flags, common::unknown_status(&name, Some(word)));
            State::Unknown
        }
    };
    let mut line = common::unknown_line(&name);
    line.state = state;
    line.latency = time;
    Some(line)
}
