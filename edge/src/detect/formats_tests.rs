//! Every sample document is recognised by its signs, and what is no health document is not.

use super::*;
use serde::Deserialize;
use shared::time::Timestamp;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Deserialize)]
struct Index {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    file: String,
    format: String,
    status: u16,
    headers: BTreeMap<String, String>,
}

fn answer(status: u16, kind: &str, body: &[u8]) -> HttpAnswer {
    HttpAnswer {
        status,
        headers: vec![("content-type".into(), kind.into())],
        body: body.to_vec(),
        end: BodyEnd::Whole,
        received_at: Timestamp::from_secs(1_764_504_060),
    }
}

/// Documents that do not tell their own format, and what they look like instead.
const LOOK_LIKE: &[(&str, Option<&str>)] = &[
    // The same bytes as another format's.
    ("adr075_healthz_ok.json", Some("node-terminus")),
    ("aspnet_ui_empty_object.json", Some("heptio-healthcheck")),
    ("k8s_readyz_ok.txt", Some("plain-word")),
    // No document: the code or another address says more.
    ("adr075_rate_limited_429.json", None),
    ("php_warning_before_json_200.txt", None),
    ("django_406.txt", None),
    ("laravel_up_problem.json", Some("http-status-only")),
    ("rails_up_red.html", None),
    ("libcommons_config_error.json", None),
    // At its own address these are told by the path.
    ("fetcher_tenant_draining.json", Some("fetcher-tenant")),
    ("consul_health_service_empty.json", Some("consul-catalog")),
];

fn path(file: &str) -> &'static str {
    match file {
        "fetcher_tenant_draining.json" => "/readyz/tenant/t-1",
        "consul_health_service_empty.json" => "/v1/health/service/web",
        "rabbitmq_alarms_ok.json" | "rabbitmq_alarms_failed.json" => "/api/health/checks/alarms",
        _ => "/",
    }
}

#[test]
fn every_example_is_recognised_as_what_it_is() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/health");
    let index: Index = serde_json::from_slice(&std::fs::read(folder.join("index.json")).unwrap()).unwrap();
    let mut wrong = Vec::new();
    for case in index.cases.iter().filter(|case| case.format != "any") {
        let mut given = answer(case.status, "", &std::fs::read(folder.join(&case.file)).unwrap());
        given.headers = case.headers.clone().into_iter().collect();
        let found = recognise(&given, path(&case.file)).map(|found| found.format).ok();
        let own = Some(case.format.as_str());
        let expected = LOOK_LIKE.iter().find(|(file, _)| *file == case.file).map_or(own, |(_, like)| *like);
        if found != expected {
            wrong.push(format!("{}: {found:?}, not {expected:?}", case.file));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn what_is_no_document_of_anything_is_never_recognised() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/health");
    let index: Index = serde_json::from_slice(&std::fs::read(folder.join("index.json")).unwrap()).unwrap();
    let mut seen = 0;
    for case in index.cases.iter().filter(|case| case.format == "any") {
        let mut given = answer(case.status, "", &std::fs::read(folder.join(&case.file)).unwrap());
        given.headers = case.headers.clone().into_iter().collect();
        match recognise(&given, "/") {
            // An empty 200 is an answer where the code is the answer, and a person is told so.
            Ok(found) => {
                assert_eq!((found.format, case.file.as_str()), ("http-status-only", "empty_200.txt"));
            }
            Err(_) => seen += 1,
        }
    }
    assert!(seen >= 8, "{seen}");
}

#[test]
fn each_refusal_says_what_to_do() {
    let mut redirect = answer(302, "", b"");
    redirect.headers.push(("location".into(), "https://app.example.com/health".into()));
    for (given, told) in [
        (redirect, "https://app.example.com/health"),
        (answer(401, "", b""), "headers = { authorization"),
        (answer(404, "", b"<h1>no</h1>"), "check the path"),
        (answer(429, "", b""), "wait a minute"),
        (answer(406, "", b""), "check the address"),
        (answer(502, "text/html", b"<h1>bad</h1>"), "when the application"),
        (answer(200, "application/json", br#"{"a":1}"#), "give another address"),
        (answer(200, "text/plain", b"some words of a page"), "give another address"),
        (HttpAnswer { end: BodyEnd::TooLarge, ..answer(200, "", b"{") }, "65536 bytes"),
    ] {
        let why = recognise(&given, "/").unwrap_err().to_string();
        assert!(why.contains(told), "{why}");
    }
}

#[test]
fn a_page_is_believed_by_its_code_and_a_word_by_itself() {
    let page = recognise(&answer(200, "text/html; charset=utf-8", b"<html>"), "/up").unwrap();
    assert_eq!((page.format, page.note), ("http-status-only", CODE_ALONE));
    let word = recognise(&answer(200, "text/plain", b"pong\n"), "/").unwrap();
    assert_eq!((word.format, word.word.as_deref()), ("plain-word", Some("pong")));
}

#[test]
fn every_format_has_a_sign_but_those_that_another_one_speaks_for() {
    let signed = |name: &str| {
        OF_OBJECTS.iter().any(|(format, ..)| *format == name)
            || OF_LISTS.iter().any(|(format, ..)| *format == name)
            || OF_TEXTS.iter().any(|(format, ..)| *format == name)
    };
    let without: Vec<&str> = FORMATS.iter().map(|f| f.name).filter(|name| !signed(name)).collect();
    assert_eq!(without, ["adr075-liveness"]);
}
