//! `laravel-health`: the JSON of Spatie's Laravel Health.
//!
//! `{"finishedAt": unix seconds, "checkResults": [{"name": …, "status": …}]}`. It answers 200 for failures too, and has
//! no aggregate, so the lines are the verdict. The results are stored ones: when the scheduler that makes them dies,
//! the last ones stay, green; so results older than `max_age` prove nothing. Not `/up` (`http_status_only`).

use super::common::{self, Fault};
use super::json::Object;
use super::lines;
use super::numbers::Number;
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use core::time::Duration;
use shared::flag::{Flag, FlagWord};
use shared::sample::HealthReport;
use shared::state::{State, Verdict};
use shared::time::Timestamp;

const WORDS: [(&str, State); 5] = [
    ("ok", State::Operational),
    ("warning", State::Degraded),
    ("failed", State::Down),
    // The check threw: nobody knows of what it checks.
    ("crashed", State::Unknown),
    ("skipped", State::NotApplicable),
];

/// Reads one answer.
pub fn read(answer: &HttpAnswer, options: &FormatOptions) -> HealthReport {
    common::read_body(answer, judge, |body| {
        document(&Object::document(body)?, answer.received_at, options.max_age)
    })
}

fn document(root: &Object<'_>, now: Timestamp, max_age: Duration) -> Result<HealthReport, Fault> {
    const EXPECTED: Fault = Fault::NotTheFormat("`finishedAt`, and a list `checkResults`");
    let Number::Known(finished_at) = Number::of(root.get("finishedAt")) else { return Err(EXPECTED) };
    let results = root.get("checkResults").ok_or(EXPECTED)?;
    let results = common::items(results)?.ok_or(EXPECTED)?;

    let mut report = HealthReport::said(Verdict::Unknown);
    lines::add_list(&mut report, &results, |fields, line| {
        line.evidence.error_class = common::sentence(fields, "notificationMessage");
        lines::word(fields, "status", &WORDS)
    });
    if !is_fresh(finished_at, now, max_age) {
        for line in report.dependencies.iter_mut().filter(|line| line.state != State::NotApplicable) {
            line.state = State::Unknown;
        }
        report.flags.push(Flag::new(FlagWord::StaleResult));
        return Ok(report);
    }
    report.state = lines::worst(&report);
    Ok(lines::remark_empty(report))
}

/// Neither old nor from so far ahead that their clock proves nothing.
fn is_fresh(finished_at: u64, now: Timestamp, max_age: Duration) -> bool {
    let now = Duration::from_secs(now.secs().unsigned_abs());
    now.abs_diff(Duration::from_secs(finished_at)) <= max_age
}

/// The code is no sign: it is 200 for everything, or configured to tell failures. But then it counts what is
/// skipped as one, and a document in which nothing is wrong does not go with it.
fn judge(mut report: HealthReport, answer: &HttpAnswer) -> HealthReport {
    if !common::is_success(answer) && report.state == Verdict::Operational {
        if report.dependencies.iter().all(|line| line.state != State::NotApplicable) {
            return common::against_code(report, answer);
        }
        report.state = Verdict::Degraded;
    }
    report.because(common::seen(answer))
}
