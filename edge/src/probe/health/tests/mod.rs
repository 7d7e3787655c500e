//! Tests across all health formats: the table of examples, odd answers, and properties of any answer.
//!
//! Not what one file does by itself: that is tested beside it.

mod agents;
mod examples;
mod frameworks;
mod odd_answers;
mod odd_documents;
mod properties;
mod symfony_stats;

use super::FORMATS;
use crate::config::FormatOptions;
use crate::ports::{BodyEnd, HttpAnswer};
use core::time::Duration;
use shared::sample::{DependencyReport, HealthReport};
use shared::time::Timestamp;

/// The formats whose document is JSON (what `any` stands for in the examples), each with one that is believed.
const JSON_DOCUMENTS: [(&str, &str); 23] = [
    ("adr075", r#"{"status":"ok","deps":{"redis":{"status":"ok"}}}"#),
    ("adr075-liveness", r#"{"status":"ok"}"#),
    ("symfony-stats", r#"{"transports":{"async":{"count":14}}}"#),
    ("fetcher-readyz", r#"{"status":"healthy","checks":{"redis":{"status":"up"}}}"#),
    ("fetcher-health", r#"{"status":"healthy"}"#),
    ("fetcher-tenant", r#"{"status":"healthy","checks":{"redis":{"status":"up"}},"tenant_id":"t-1"}"#),
    ("lerian-libcommons", r#"{"status":"available","dependencies":{"redis":{"healthy":true}}}"#),
    ("ietf-health", r#"{"status":"pass","checks":{"redis":[{"status":"pass"}]}}"#),
    ("spring-actuator", r#"{"status":"UP","components":{"redis":{"status":"UP"}}}"#),
    ("microprofile", r#"{"status":"UP","checks":[{"name":"redis","status":"UP"}]}"#),
    ("aspnet-ui", r#"{"status":"Healthy","entries":{"redis":{"status":"Healthy"}}}"#),
    ("laravel-health", r#"{"finishedAt":1796047203,"checkResults":[{"name":"Redis","status":"ok"}]}"#),
    ("laravel-simple", r#"{"healthy":true}"#),
    ("okcomputer", r#"{"redis":{"success":true}}"#),
    ("django-health-check", r#"{"redis":"working"}"#),
    ("node-terminus", r#"{"status":"ok"}"#),
    ("nest-terminus", r#"{"status":"ok","details":{"redis":{"status":"up"}}}"#),
    ("hellofresh-health", r#"{"status":"OK","timestamp":"2026-11-30T12:00:00Z"}"#),
    ("heptio-healthcheck", r#"{"redis":"OK"}"#),
    ("dapr", r#"{"errorCode":"ERR_HEALTH_NOT_READY","message":"dapr is not ready: [redis]"}"#),
    ("consul-agent", r#"[{"AggregatedStatus":"passing","Service":{"ID":"web"},"Checks":[]}]"#),
    ("consul-catalog", r#"[{"Service":{"ID":"web"},"Checks":[{"Status":"passing"}]}]"#),
    ("rabbitmq-health", r#"{"status":"ok"}"#),
];

fn json_formats() -> impl Iterator<Item = &'static str> {
    JSON_DOCUMENTS.iter().map(|(format, _)| *format)
}

fn read(format: &str, answer: &HttpAnswer) -> HealthReport {
    let format = FORMATS.iter().find(|f| f.name == format).unwrap_or_else(|| panic!("no format {format}"));
    (format.read)(answer, &FormatOptions { word: "healthy".into(), max_age: Duration::from_mins(5) })
}

fn answer(status: u16, body: impl AsRef<[u8]>) -> HttpAnswer {
    HttpAnswer {
        status,
        headers: vec![("content-type".into(), "application/json".into())],
        body: body.as_ref().to_vec(),
        end: BodyEnd::Whole,
        received_at: Timestamp::from_secs(1_796_047_203),
    }
}

fn with(mut answer: HttpAnswer, name: &str, value: &str) -> HttpAnswer {
    answer.headers.push((name.into(), value.into()));
    answer
}

fn flags(report: &HealthReport) -> Vec<String> {
    let mut flags: Vec<String> = report.flags.iter().map(ToString::to_string).collect();
    flags.sort();
    flags
}

fn line<'r>(report: &'r HealthReport, key: &str) -> &'r DependencyReport {
    report.dependencies.iter().find(|d| d.key == key).unwrap_or_else(|| panic!("no line {key}"))
}
