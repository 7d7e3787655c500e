//! What the counts of Symfony's transports say beyond their examples.

use super::{answer, flags, read};
use shared::reading::{Reading, Why};
use shared::sample::{HealthReport, Standing};
use shared::state::{State, Verdict};

const NOT_TOLD: Reading = Reading::not_from_app(Why::NotOffered);

fn stats(body: &str) -> HealthReport {
    read("symfony-stats", &answer(200, body))
}

fn numbers(report: &HealthReport) -> Vec<(&str, Reading, Reading)> {
    let crews = report.dependencies.iter().filter_map(|line| Some((line.key.as_str(), line.crew?)));
    crews.map(|(key, crew)| (key, crew.queue_depth, crew.failed_depth)).collect()
}

#[test]
fn what_lies_in_a_transport_for_dead_letters_does_not_wait() {
    let report = stats(r#"{"transports":{"async":{"count":14},"failed_high":{"count":2}}}"#);
    assert_eq!(
        numbers(&report),
        [("async", Reading::app(14), NOT_TOLD), ("failed_high", NOT_TOLD, Reading::app(2))]
    );
}

#[test]
fn no_transport_tells_of_its_workers_so_none_is_judged() {
    let report = stats(r#"{"transports":{"async":{"count":0}},"uncountable_transports":["sync"]}"#);
    assert_eq!((report.standing, report.state), (Standing::Said, Verdict::Operational));
    for line in &report.dependencies {
        assert_eq!((line.state, line.crew.unwrap().workers_alive), (State::NotApplicable, NOT_TOLD));
    }
}

#[test]
fn a_number_that_cannot_be_used_is_unknown_and_its_neighbours_are_known() {
    let report =
        stats(r#"{"transports":{"a":{"count":-1},"b":{"count":null},"c":{"count":"7"},"d":{"count":true}}}"#);
    let waiting: Vec<Reading> = numbers(&report).into_iter().map(|(_, waiting, _)| waiting).collect();
    let (unusable, missing) =
        (Reading::not_from_app(Why::NotUnderstood), Reading::not_from_app(Why::NotReported));
    assert_eq!(waiting, [unusable, missing, Reading::app(7), unusable]);
    assert_eq!(flags(&report), ["bad_number:a", "bad_number:d"]);
}

#[test]
fn an_empty_map_of_php_is_a_document_without_transports() {
    for body in [r#"{"transports":[]}"#, r#"{"transports":{},"uncountable_transports":[]}"#] {
        let report = stats(body);
        assert_eq!((report.standing, report.dependencies.len()), (Standing::Said, 0), "{body}");
        assert_eq!(flags(&report), ["no_components"]);
    }
    let uncountable = stats(r#"{"transports":[],"uncountable_transports":["sync"]}"#);
    assert_eq!(numbers(&uncountable), [("sync", NOT_TOLD, NOT_TOLD)]);
    assert_eq!(flags(&uncountable), [""; 0]);
}

#[test]
fn what_has_no_counts_is_no_document() {
    for body in [
        r#"{"transports":{"async":14}}"#,
        r#"{"transports":{"async":{}}}"#,
        r#"{"transports":["async"]}"#,
        r#"{"transports":null}"#,
        r#"{"transports":{"async":{"count":1}},"uncountable_transports":{"sync":1}}"#,
        r#"{"transports":{"async":{"count":1}},"uncountable_transports":[1]}"#,
        r#"{"uncountable_transports":["sync"]}"#,
    ] {
        let report = stats(body);
        assert_eq!((report.standing, report.state), (Standing::Refused, Verdict::Unknown), "{body}");
    }
}
