//! `http-status-only`: the code is the whole answer (Rails' and Laravel's `/up`).
//!
//! Not a reader of bodies: HTML, JSON or nothing are all the same here. It must be chosen explicitly, since it
//! believes any 2xx.

use super::common::{self, Fault};
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::sample::HealthReport;
use shared::state::Verdict;

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    if let Some(report) = common::turned_away(answer) {
        return report;
    }
    if matches!(common::whole_body(answer), Err(Fault::CutOff)) {
        return common::without_document(answer, &Fault::CutOff);
    }
    match answer.status {
        // Cloudflare's own codes: it says that it did not reach the application.
        520..=527 | 530 => {
            common::without_document(answer, &Fault::NotTheFormat("a code of the application itself"))
        }
        500..=599 => HealthReport::said(Verdict::Down).because(common::seen(answer)),
        _ => HealthReport::said(Verdict::Operational).because(common::seen(answer)),
    }
}
