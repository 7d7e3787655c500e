//! Tests of the operator's view: what a document tells of its parts beyond their state is in it, and in nothing public.

use super::*;
use crate::config::FormatOptions;
use crate::ports::{BodyEnd, HttpAnswer};
use crate::probe::health::FORMATS;
use crate::web::specimen;
use crate::words::tests::{START, Watch, application, heard};
use core::time::Duration;
use serde_json::{Value, json};
use shared::sample::HealthReport;

/// What the reader of a format makes of a 503 with this document.
fn read(format: &str, body: &str) -> HealthReport {
    let answer = HttpAnswer {
        status: 503,
        headers: Vec::new(),
        body: body.as_bytes().to_vec(),
        end: BodyEnd::Whole,
        received_at: START,
    };
    let format = FORMATS.iter().find(|known| known.name == format).unwrap();
    (format.read)(&answer, &FormatOptions { word: String::new(), max_age: Duration::from_mins(5) })
}

#[test]
fn breakers_tls_and_reasons_of_a_document_are_the_operators_alone() {
    let report = read(
        "fetcher-readyz",
        r#"{"status":"unhealthy","checks":{
            "mongodb":{"status":"up","latency_ms":4,"tls":true},
            "rabbitmq":{"status":"degraded","tls":false,"breaker_state":"half-open"},
            "redis":{"status":"down","error":"circuit breaker open","breaker_state":"open"},
            "s3":{"status":"n/a","reason":"multi-tenant: see elsewhere"}}}"#,
    );
    let board =
        Watch::over([application("planner", "Trip planner")]).hear([heard("planner", report, [])]).look();
    let view: Value = serde_json::from_slice(&render(&specimen::site(), &board)).unwrap();
    let service = &view["services"][0];
    assert_eq!(service["flags"], json!(["breaker_open:redis"]));
    let of = |nth: usize| {
        let line = &service["dependencies"][nth];
        ["key", "state", "tls", "breaker_state", "error_class", "reason"].map(|field| line[field].clone())
    };
    let none = Value::Null;
    assert_eq!(
        of(0),
        [json!("mongodb"), json!("operational"), json!(true), none.clone(), none.clone(), none.clone()]
    );
    assert_eq!(
        of(1),
        [json!("rabbitmq"), json!("down"), json!(false), json!("half-open"), none.clone(), none.clone()]
    );
    let open = json!("circuit breaker open");
    assert_eq!(of(2), [json!("redis"), json!("down"), none.clone(), json!("open"), open, none.clone()]);
    let why = json!("multi-tenant: see elsewhere");
    assert_eq!(of(3), [json!("s3"), json!("not_applicable"), none.clone(), none.clone(), none, why]);

    let public = specimen::text(&board, "/status.json");
    for private in ["tls", "half-open", "circuit", "see elsewhere", "breaker_state"] {
        assert!(!public.contains(private), "{private}: {public}");
    }
}

#[test]
fn the_last_rounds_and_the_runbooks_of_what_is_said_are_there() {
    use shared::history::{Chronicle, Day, Past, Slot};
    use shared::plan::{QueuePlan, ServicePlan};
    let queue =
        QueuePlan { runbook: "https://wiki.example.com/async".into(), ..crate::words::tests::queue() };
    let mut watch =
        Watch::over([ServicePlan { queues: vec![queue], ..application("planner", "Trip planner") }]);
    let up = crate::words::tests::up;
    let mut chronicle = Chronicle::default();
    let slots = |at: shared::time::Timestamp| Slot { hour_start: at, day: Day(0) };
    for alive in [2, 0] {
        let crew = crate::words::tests::workers(START, alive, 58);
        let board = watch.hear([heard("planner", up(), [crew])]).look();
        chronicle.advance(Row::of(&board), &slots);
    }
    let past = Past::of(&chronicle, START);
    let annals = shared::annals::Annals { past, ..shared::annals::Annals::default() };
    let board = watch.look().with(std::sync::Arc::new(annals));
    let runbooks = [(shared::flag::FlagWord::NoConsumer, "https://wiki.example.com/workers".to_owned())];
    let mut site = specimen::site();
    site.runbooks = runbooks.into();
    let view: Value = serde_json::from_slice(&render(&site, &board)).unwrap();
    let alive = |nth: usize| view["rounds"][nth]["shown"]["planner/q/async"]["workers_alive"].clone();
    assert_eq!([alive(0), alive(1)], [json!(0), json!(2)]);
    let service = &view["services"][0];
    assert_eq!(service["runbooks"], json!({ "no_consumer": "https://wiki.example.com/workers" }));
    assert_eq!(service["queues"][0]["runbook"], "https://wiki.example.com/async");
    let html = String::from_utf8(page::open(&site, &board, "", "").body).unwrap();
    for url in ["https://wiki.example.com/workers", "https://wiki.example.com/async"] {
        assert!(html.contains(&format!("href=\"{url}\"")), "{url}");
    }
    assert!(!specimen::text(&board, "/status.json").contains("wiki.example.com"));
    assert!(!specimen::text(&board, "/").contains("wiki.example.com"));
}
