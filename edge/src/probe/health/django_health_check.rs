//! `django-health-check`: the JSON of django-health-check, versions 3 and 4.
//!
//! A map of names to texts without an aggregate; 500 when a critical check fails, so a bad line beside a 200 is
//! degraded. A good line is `working` (in the language of the application) or `OK`. The words may be translated: beside
//! a 2xx, a text that more than half of the lines share, and at least two, is a good one. A map in which nothing is
//! recognised is any map of texts, and not believed.

use super::common::{self, Fault};
use super::json::{self, Object};
use super::lines;
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::sample::HealthReport;
use shared::state::{State, Verdict};

const PREFIXES: [(&str, State); 4] = [
    ("warning:", State::Degraded),
    ("unavailable:", State::Down),
    ("unexpected result:", State::Down),
    ("unknown error:", State::Down),
];

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_object(answer, |root| document(root, common::is_success(answer)))
}

fn document(root: &Object<'_>, code_says_ok: bool) -> Result<HealthReport, Fault> {
    const EXPECTED: Fault = Fault::NotTheFormat("names with texts, `working` or `OK` among them");
    let mut texts = Vec::new();
    for (name, value) in common::lines(root)? {
        texts.push((name, json::text(value).ok_or(EXPECTED)?));
    }
    let shared = if code_says_ok { shared_by_most(&texts) } else { None };
    let known = |text: &str| known(text).or_else(|| (shared == Some(text)).then_some(State::Operational));
    if texts.iter().all(|(_, text)| known(text).is_none()) {
        return Err(EXPECTED);
    }
    // Version 4 has one good word, and every other text is what went wrong.
    let is_v4 = texts.iter().any(|(_, text)| text == "OK");

    let mut report = HealthReport::said(Verdict::Operational);
    for (name, text) in &texts {
        let mut line = common::unknown_line(name);
        line.state = known(text).unwrap_or(if is_v4 { State::Down } else { State::Unknown });
        if line.state == State::Unknown {
            common::remark(&mut report.flags, common::unknown_status(name, Some(text)));
        }
        if line.state != State::Operational {
            report.state = if code_says_ok { Verdict::Degraded } else { Verdict::Down };
            line.evidence.error_class = Some(common::cut(text));
        }
        lines::add(&mut report, line);
    }
    Ok(report)
}

fn known(text: &str) -> Option<State> {
    match text {
        "working" | "OK" => Some(State::Operational),
        _ => PREFIXES.iter().find(|(prefix, _)| text.starts_with(prefix)).map(|(_, state)| *state),
    }
}

/// The text of more than half of the lines, if that is more than one line.
fn shared_by_most(texts: &[(String, String)]) -> Option<&str> {
    let count = |wanted: &str| texts.iter().filter(|(_, text)| text == wanted).count();
    let (_, text) = texts.iter().find(|(_, text)| {
        let n = count(text);
        n >= 2 && n > texts.len() / 2
    })?;
    known(text).is_none().then_some(text)
}
