//! Tests across all health formats: the table of examples, odd answers, and properties of any answer.
//!
//! Not what one file does by itself: that is tested beside it.

mod examples;
mod odd_answers;
mod odd_documents;
mod properties;

use super::FORMATS;
use crate::config::FormatOptions;
use crate::ports::{BodyEnd, HttpAnswer};
use core::time::Duration;
use shared::sample::{DependencyReport, HealthReport};
use shared::time::Timestamp;

/// The formats whose document is JSON: what `any` stands for in the examples.
const JSON_FORMATS: [&str; 4] = ["adr075", "adr075-liveness", "fetcher-readyz", "fetcher-health"];

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
