//! Tests of the log: what a line holds, and what cannot get into one.

use super::*;
use core::time::Duration;
use std::sync::{Arc, Mutex};

/// What is written while `work` is done.
fn written(log: Form, log_level: Depth, work: impl FnOnce()) -> Vec<String> {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&lines);
    let subscriber =
        subscriber(LogOptions { log, log_level }, move |line| sink.lock().unwrap().push(line.to_owned()));
    tracing::subscriber::with_default(subscriber, work);
    lines.lock().unwrap().clone()
}

/// Does something now.
fn now<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(work)
}

fn without_time(line: &str) -> &str {
    line.split_once(' ').unwrap().1
}

#[test]
fn a_line_for_people_has_its_time_its_level_and_what_happened() {
    let lines = written(Form::Text, Depth::Info, || {
        info("listening");
        warn("the file is gone");
    });
    assert_eq!(
        lines.iter().map(|line| without_time(line)).collect::<Vec<_>>(),
        ["info  listening\n", "warn  the file is gone\n"]
    );
    assert!(lines[0].starts_with("20") && lines[0].contains("Z info"), "{lines:?}");
}

#[test]
fn a_line_for_machines_is_one_json_object() {
    let lines = written(Form::Json, Depth::Info, || {
        now(in_round("7f-3", async { info("planner: up, now \"down\"") }));
    });
    let line: Value = serde_json::from_str(&lines[0]).unwrap();
    assert_eq!(line["message"], "planner: up, now \"down\"");
    assert_eq!((&line["level"], &line["round"]), (&"info".into(), &"7f-3".into()));
    assert!(line["time"].as_str().unwrap().ends_with('Z'), "{line}");
    assert_eq!(lines[0].matches('\n').count(), 1);
}

#[test]
fn what_belongs_to_a_round_or_a_request_says_to_which() {
    let lines = written(Form::Text, Depth::Info, || {
        now(in_round("r-1", async { info("first") }));
        let mut later = None;
        now(in_request("q-1", async { later = Some(still(async { warn("second") })) }));
        now(later.unwrap());
        info("third");
    });
    let told: Vec<&str> = lines.iter().map(|line| without_time(line)).collect();
    assert_eq!(told, ["info  first round=r-1\n", "warn  second request=q-1\n", "info  third\n"]);
}

#[test]
fn requests_are_told_at_debug_only() {
    let answer =
        || now(in_request("q-1", async { access("GET", "/status.json", 200, Duration::from_millis(3)) }));
    assert_eq!(written(Form::Text, Depth::Info, answer), Vec::<String>::new());
    let lines = written(Form::Text, Depth::Debug, answer);
    let told = "debug answered method=GET ms=3 path=/status.json request=q-1 status=200\n";
    assert_eq!(without_time(&lines[0]), told);
}

#[test]
fn no_text_from_elsewhere_can_end_a_line_or_begin_another() {
    let text = "HTTP 500 \r\n2026-11-30T14:00:00Z info  all is well\u{1b}[2J\u{85}";
    for form in [Form::Text, Form::Json] {
        let lines = written(form, Depth::Info, || warn(text));
        let (line, end) = lines[0].split_at(lines[0].len() - 1);
        assert_eq!((lines.len(), end), (1, "\n"));
        assert!(!line.contains(['\n', '\r', '\u{1b}']), "{line:?}");
    }
}

#[test]
fn what_libraries_say_of_themselves_is_left_out() {
    let lines =
        written(Form::Text, Depth::Debug, || tracing::warn!(target: "hyper::client", "Bearer c4nary"));
    assert_eq!(lines, Vec::<String>::new());
}
