//! Lines that are an object with a name and a status word: the most common kind in health documents.
//!
//! Not which words a format has: it brings its own table, and a word that is not in it is unknown, with a remark.

use super::common::{self, Fault};
use super::json::Object;
use serde_json::value::RawValue;
use shared::flag::{Flag, FlagWord};
use shared::sample::{DependencyReport, HealthReport};
use shared::state::{State, Verdict};

/// What a line of a list is called that has no name.
pub const UNNAMED: &str = "unnamed";

/// A line's state, or the word that the format does not have.
pub type Status = Result<State, Option<String>>;

/// The state that a field's word stands for, without regard to case.
pub fn word(fields: &Object<'_>, key: &str, words: &[(&str, State)]) -> Status {
    let word = fields.text(key);
    match word.as_deref().and_then(|word| words.iter().find(|(known, _)| known.eq_ignore_ascii_case(word))) {
        Some((_, state)) => Ok(*state),
        None => Err(word),
    }
}

/// Adds the lines of a map of names.
pub fn add_map(
    report: &mut HealthReport,
    map: &Object<'_>,
    status: impl Fn(&Object<'_>, &mut DependencyReport) -> Status,
) -> Result<(), Fault> {
    for (key, value) in common::lines(map)? {
        add_object(report, &key, value, &status);
    }
    Ok(())
}

/// Adds the lines of a list whose items have a `name`.
pub fn add_list(
    report: &mut HealthReport,
    items: &[&RawValue],
    status: impl Fn(&Object<'_>, &mut DependencyReport) -> Status,
) {
    for item in items {
        let name = Object::of(item).and_then(|fields| fields.text("name"));
        add_object(
            report,
            &name.map_or_else(|| UNNAMED.to_owned(), |name| common::clip(&name)),
            item,
            &status,
        );
    }
}

/// Adds a line. One whose name is there already makes no second one: the worse of both is kept.
pub fn add(report: &mut HealthReport, line: DependencyReport) {
    match report.dependencies.iter_mut().find(|known| known.key == line.key) {
        Some(known) if Verdict::of(known.state) < Verdict::of(line.state) => *known = line,
        Some(_) => {}
        None => report.dependencies.push(line),
    }
}

/// Remarks on lines that are down while the document as a whole says that it works.
pub fn remark_nonrequired(mut report: HealthReport) -> HealthReport {
    if report.state == Verdict::Operational {
        let down = report.dependencies.iter().filter(|line| line.state == State::Down);
        report.flags.extend(down.map(|line| Flag::about(FlagWord::NonrequiredDown, &line.key)));
    }
    report
}

/// Remarks that a document lists nothing.
pub fn remark_empty(report: HealthReport) -> HealthReport {
    if report.dependencies.is_empty() { report.flag(Flag::new(FlagWord::NoComponents)) } else { report }
}

/// The worst of the lines, for documents without an aggregate of their own.
pub fn worst(report: &HealthReport) -> Verdict {
    Verdict::worst_of(report.dependencies.iter().map(|line| line.state))
}

fn add_object(
    report: &mut HealthReport,
    key: &str,
    value: &RawValue,
    status: impl Fn(&Object<'_>, &mut DependencyReport) -> Status,
) {
    let mut line = common::unknown_line(key);
    match Object::of(value).ok_or(None).and_then(|fields| status(&fields, &mut line)) {
        Ok(state) => line.state = state,
        Err(word) => common::remark(&mut report.flags, common::unknown_status(key, word.as_deref())),
    }
    add(report, line);
}
