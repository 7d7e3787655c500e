//! `consul-agent`: `/v1/agent/health/service/name/…` (a list of instances) and `…/id/…` (one), or one word of text.
//!
//! The code is a sign of its own here: 200 passing, 429 warning, 503 critical or in maintenance. The worst instance
//! decides. Not the catalog, which always answers 200 (`consul_catalog`).

use super::common::{self, Fault};
use super::consul::{self, WORDS};
use super::json::{self, Object};
use super::lines;
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::flag::{Flag, FlagWord};
use shared::sample::HealthReport;
use shared::state::Verdict;

/// "Too many requests" means "warning" here, if a document says so.
const WARNING: u16 = 429;

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    if answer.status == WARNING
        && !common::is_challenge(answer)
        && let Ok(report) = common::whole_body(answer).and_then(document)
    {
        return judge(report, answer);
    }
    common::read_body(answer, judge, document)
}

fn document(body: &[u8]) -> Result<HealthReport, Fault> {
    const EXPECTED: Fault = Fault::NotTheFormat("`AggregatedStatus` and `Service`, or one word");
    let text = common::text(body).unwrap_or_default();
    if let Some((_, state)) = WORDS.iter().find(|(word, _)| *word == text) {
        return Ok(HealthReport::said(Verdict::worst_of([*state])));
    }
    let root = json::root(body)?;
    let entries = if root.get().starts_with('{') {
        // Its own keys are checked like those of any document.
        Object::document(body).map(|_| vec![root])?
    } else {
        common::items(root)?.ok_or(EXPECTED)?
    };
    let entries: Vec<Option<Object<'_>>> = entries.into_iter().map(Object::of).collect();
    if !entries.iter().flatten().any(|entry| entry.has("AggregatedStatus") && entry.has("Service")) {
        return Err(EXPECTED);
    }
    let mut report = HealthReport::said(Verdict::Unknown);
    for entry in entries {
        let mut line = common::unknown_line(&consul::instance(entry.as_ref()));
        match entry.ok_or(None).and_then(|entry| lines::word(&entry, "AggregatedStatus", &WORDS)) {
            Ok(state) => line.state = state,
            Err(word) => {
                common::remark(&mut report.flags, common::unknown_status(&line.key, word.as_deref()));
            }
        }
        lines::add(&mut report, line);
    }
    report.state = lines::worst(&report);
    Ok(report)
}

/// The code's verdict and the document's agree, or the worse is believed.
fn judge(mut report: HealthReport, answer: &HttpAnswer) -> HealthReport {
    let by_code = match answer.status {
        WARNING => Verdict::Degraded,
        _ if common::is_success(answer) => Verdict::Operational,
        _ => Verdict::Down,
    };
    let agrees = match report.state {
        Verdict::Draining => by_code == Verdict::Down,
        Verdict::Unknown => true,
        state => state == by_code,
    };
    if agrees {
        if report.state == Verdict::Unknown {
            report.state = report.state.max(by_code);
        }
        return report.because(common::seen(answer));
    }
    common::remark(&mut report.flags, Flag::new(FlagWord::ContractMismatch));
    report.state = report.state.max(by_code);
    report.because(common::because(answer, &"code and document disagree, the worse is believed"))
}
