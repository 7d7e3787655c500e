//! `symfony-stats`: what `messenger:stats --format=json` of Symfony prints, served by an application.
//!
//! `{"transports": {name: {"count": 14}}, "uncountable_transports": [name, …]}`. It counts what lies in each transport and
//! says nothing of workers: every line is a queue whose liveness is not measured. There is no aggregate either; that the
//! application could ask its transports is all that its verdict stands on. Not the table that the command prints without
//! `--format`, and not what is in Redis itself: that is the queue system `symfony`.

use super::common::{self, Fault};
use super::json::{self, Object};
use super::lines;
use super::numbers::Number;
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use serde_json::value::RawValue;
use shared::flag::{Flag, FlagWord};
use shared::reading::{Reading, Why};
use shared::sample::{Crew, DependencyReport, HealthReport};
use shared::state::{State, Verdict};

/// What the name of a transport for dead letters contains: nothing else in the document tells. Symfony's own examples call
/// it `failed`, and its monitor bundle goes by the same rule.
const DEAD_LETTERS: &str = "fail";

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_object(answer, document)
}

fn document(root: &Object<'_>) -> Result<HealthReport, Fault> {
    const EXPECTED: Fault = Fault::NotTheFormat("`transports`, each with a `count`");
    let transports = root.get("transports").ok_or(EXPECTED)?;
    let counted = match json::list(transports) {
        Some(none) if none.is_empty() => Vec::new(), // what PHP makes of an empty map
        _ => common::lines(&Object::of(transports).ok_or(EXPECTED)?)?,
    };
    let uncountable = match root.get("uncountable_transports") {
        Some(names) => common::items(names)?.ok_or(EXPECTED)?,
        None => Vec::new(),
    };
    common::within_limit(counted.len().saturating_add(uncountable.len()))?;

    let mut report = HealthReport::said(Verdict::Operational);
    for (name, transport) in counted {
        let number = count(transport).ok_or(EXPECTED)?;
        if number == Number::Unusable {
            common::remark(&mut report.flags, Flag::about(FlagWord::BadNumber, &name));
        }
        lines::add(&mut report, line(&name, number.reading()));
    }
    for name in uncountable {
        let name = common::clip(&json::text(name).ok_or(EXPECTED)?);
        lines::add(&mut report, line(&name, NOT_TOLD));
    }
    Ok(lines::remark_empty(report))
}

const NOT_TOLD: Reading = Reading::not_from_app(Why::NotOffered);

/// The number of a transport; nothing if there is no place for one.
fn count(transport: &RawValue) -> Option<Number> {
    let fields = Object::of(transport)?;
    fields.has("count").then(|| Number::of(fields.get("count")))
}

fn line(name: &str, count: Reading) -> DependencyReport {
    let is_failed = name.to_ascii_lowercase().contains(DEAD_LETTERS);
    let (queue_depth, failed_depth) = if is_failed { (NOT_TOLD, count) } else { (count, NOT_TOLD) };
    let mut line = common::unknown_line(name);
    line.state = State::NotApplicable;
    line.crew = Some(Crew { workers_alive: NOT_TOLD, queue_depth, failed_depth });
    line
}
