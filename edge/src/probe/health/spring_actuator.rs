//! `spring-actuator`: `/actuator/health` of Spring Boot, version 3 (`components`) and 2 (`details`).
//!
//! `{"status": "UP" | "DOWN" | "OUT_OF_SERVICE" | "UNKNOWN" | …}`, 503 for DOWN and OUT_OF_SERVICE. A status of
//! the application's own making answers 200 unless it is mapped, so its 200 is not believed. The details are
//! hidden by default; nested ones are not read, since every line carries the worst of its own.

use super::common::{self, Fault};
use super::json::Object;
use super::lines;
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::flag::{Flag, FlagWord};
use shared::sample::HealthReport;
use shared::state::{State, Verdict};

/// How Spring marks its documents; what a status of its own making is recognised by when nothing else shows.
const MEDIA_TYPE: &str = "application/vnd.spring-boot.actuator";

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    let is_marked = answer.header("content-type").is_some_and(|kind| kind.trim().starts_with(MEDIA_TYPE));
    common::read_object(answer, |root| document(root, is_marked))
}

fn document(root: &Object<'_>, is_marked: bool) -> Result<HealthReport, Fault> {
    const EXPECTED: Fault =
        Fault::NotTheFormat("`status` UP, DOWN, OUT_OF_SERVICE, UNKNOWN, or another beside `components`");
    let word = root.text("status").ok_or(EXPECTED)?;
    let parts = root.get("components").or_else(|| root.get("details"));
    let is_spring = is_marked || parts.is_some() || root.has("groups");
    let mut report = HealthReport::said(Verdict::Unknown);
    match known(&word).and_then(Verdict::of) {
        Some(state) => report.state = state,
        None if is_spring => common::remark(&mut report.flags, custom(&word)),
        None => return Err(EXPECTED),
    }
    if let Some(parts) = parts {
        for (key, value) in common::lines(&Object::of(parts).ok_or(EXPECTED)?)? {
            let mut line = common::unknown_line(&key);
            match Object::of(value).and_then(|fields| fields.text("status")) {
                Some(word) => match known(&word) {
                    Some(state) => line.state = state,
                    None => common::remark(&mut report.flags, custom(&word)),
                },
                None => common::remark(&mut report.flags, common::unknown_status(&key, None)),
            }
            lines::add(&mut report, line);
        }
    }
    Ok(lines::remark_nonrequired(report))
}

/// Spring compares its words without regard to case and punctuation.
fn known(word: &str) -> Option<State> {
    let word: String = word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    match word.as_str() {
        "up" => Some(State::Operational),
        "down" => Some(State::Down),
        // Refuses traffic on purpose.
        "outofservice" => Some(State::Draining),
        "unknown" => Some(State::Unknown),
        _ => None,
    }
}

/// The remark is on the word, not on the line: where it is mapped to a code, it is so for all lines.
fn custom(word: &str) -> Flag {
    Flag::about(FlagWord::UnknownStatus, common::clip(word))
}
