//! `laravel-simple`: the simple controller of Spatie's Laravel Health, `{"healthy": true}`.
//!
//! A failure is a 503 with an error page, which is no document: down, after confirmation. Names nothing that it
//! checks; for lines there is `laravel_health`.

use super::common::{self, Fault};
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::sample::HealthReport;
use shared::state::Verdict;

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_object(answer, |root| match root.truth("healthy") {
        Some(true) => Ok(HealthReport::said(Verdict::Operational)),
        Some(false) => Ok(HealthReport::said(Verdict::Down)),
        None => Err(Fault::NotTheFormat("`healthy` true or false")),
    })
}
