//! `heptio-healthcheck`: heptiolabs/healthcheck, `/live` and `/ready`.
//!
//! 200 or 503. The body is `{}` unless asked with `?full=1`: then a map of names to `OK` or the error's text. With `{}`
//! the code is the whole answer. A map without a single `OK` is any map of texts, and not believed.

use super::common::{self, Fault};
use super::json::{self, Object};
use super::lines;
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::sample::HealthReport;
use shared::state::{State, Verdict};

/// The only code of a failure: another one is not from there.
const FAILURE: u16 = 503;

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_object(answer, |root| document(root, answer))
}

fn document(root: &Object<'_>, answer: &HttpAnswer) -> Result<HealthReport, Fault> {
    const EXPECTED: Fault = Fault::NotTheFormat("`{}`, or names with texts, `OK` among them");
    if !common::is_success(answer) && answer.status != FAILURE {
        return Err(EXPECTED);
    }
    if root.members().is_empty() {
        let state = if common::is_success(answer) { Verdict::Operational } else { Verdict::Down };
        return Ok(HealthReport::said(state));
    }
    let mut report = HealthReport::said(Verdict::Unknown);
    for (name, value) in common::lines(root)? {
        let text = json::text(value).ok_or(EXPECTED)?;
        let mut line = common::unknown_line(&name);
        if text == "OK" {
            line.state = State::Operational;
        } else {
            line.state = State::Down;
            line.evidence.error_class = Some(common::cut(&text));
        }
        lines::add(&mut report, line);
    }
    if report.dependencies.iter().all(|line| line.state == State::Down) {
        return Err(EXPECTED);
    }
    report.state = lines::worst(&report);
    Ok(report)
}
