//! `aspnet`: the default answer of ASP.NET Core's health checks, one word of text.
//!
//! `Healthy`, `Degraded` (200 by default, and working) or `Unhealthy` (503). Not its JSON: that is `aspnet_ui`.

use super::common::{self, Fault};
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::sample::HealthReport;
use shared::state::Verdict;

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_body(answer, common::against_code_unless_degraded, |body| {
        let state = match common::text(body)? {
            "Healthy" => Verdict::Operational,
            "Degraded" => Verdict::Degraded,
            "Unhealthy" => Verdict::Down,
            _ => return Err(Fault::NotTheFormat("one word: Healthy, Degraded or Unhealthy")),
        };
        Ok(HealthReport::said(state))
    })
}
