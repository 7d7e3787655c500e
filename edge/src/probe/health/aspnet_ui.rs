//! `aspnet-ui`: the JSON that ASP.NET Core's health checks write with `UIResponseWriter`.
//!
//! `{"status": "Healthy" | "Degraded" | "Unhealthy", "totalDuration": …, "entries": {…}}`; the words are 2, 1, 0
//! where the enum converter is missing. Degraded is 200 by default, and working. Not the plain word (`aspnet`).

use super::common::{self, Fault};
use super::json::Object;
use super::lines::{self, Status};
use super::numbers::{self, Number};
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use core::time::Duration;
use shared::sample::HealthReport;
use shared::state::{State, Verdict};

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_body(answer, common::against_code_unless_degraded, |body| document(&Object::document(body)?))
}

fn document(root: &Object<'_>) -> Result<HealthReport, Fault> {
    const EXPECTED: Fault =
        Fault::NotTheFormat("`status` Healthy, Degraded or Unhealthy, with `entries` or `totalDuration`");
    let state = status(root).ok().and_then(Verdict::of).ok_or(EXPECTED)?;
    let mut report = HealthReport::said(state);
    match root.get("entries") {
        Some(entries) => {
            lines::add_map(&mut report, &Object::of(entries).ok_or(EXPECTED)?, |fields, line| {
                line.latency = fields.text("duration").as_deref().and_then(time_span);
                line.evidence.error_class = common::sentence(fields, "exception");
                line.evidence.reason = common::sentence(fields, "description");
                status(fields)
            })?;
        }
        None if root.has("totalDuration") => {}
        None => return Err(EXPECTED),
    }
    Ok(lines::remark_nonrequired(report))
}

fn status(fields: &Object<'_>) -> Status {
    match Number::of(fields.get("status")) {
        Number::Known(0) => Ok(State::Down),
        Number::Known(1) => Ok(State::Degraded),
        Number::Known(2) => Ok(State::Operational),
        _ => lines::word(
            fields,
            "status",
            &[("Healthy", State::Operational), ("Degraded", State::Degraded), ("Unhealthy", State::Down)],
        ),
    }
}

/// A longer check is a broken number.
const LONGEST_MINUTES: u64 = 7 * 24 * 60;

/// `[d.]hh:mm:ss[.fffffff]`.
fn time_span(text: &str) -> Option<Duration> {
    let (days, clock) = match text.split_once(':')?.0.split_once('.') {
        Some((days, _)) => (days.parse().ok()?, text.get(days.len().checked_add(1)?..)?),
        None => (0_u64, text),
    };
    let mut parts = clock.split(':');
    let (hours, minutes): (u64, u64) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let seconds = numbers::seconds(parts.next()?)?;
    let whole = days.checked_mul(24)?.checked_add(hours)?.checked_mul(60)?.checked_add(minutes)?;
    (whole <= LONGEST_MINUTES).then(|| Duration::from_mins(whole) + seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_span_has_days_and_a_fraction_or_not() {
        for (text, expected) in [
            ("00:00:05.0001200", Some(Duration::from_micros(5_000_120))),
            ("00:01:02", Some(Duration::from_secs(62))),
            ("1.02:03:04", Some(Duration::from_secs(93_784))),
            ("-00:00:01", None),
            ("1.5", None),
            ("1.é:00:00", None),
            ("99999999999999999999.00:00:00", None),
            ("00:00:1e999", None),
            ("8.00:00:00", None),
            ("", None),
        ] {
            assert_eq!(time_span(text), expected, "{text}");
        }
    }
}
