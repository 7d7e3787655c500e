//! Every example of `testdata/health` gives exactly the state, lines, numbers and flags that its row lists.

use super::{answer, flags, json_formats, read};
use serde::Deserialize;
use shared::reading::{Reading, Why};
use shared::sample::HealthReport;
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
    now: Option<i64>,
    expect: Expected,
}

#[derive(Deserialize)]
struct Expected {
    state: String,
    #[serde(default)]
    components: BTreeMap<String, String>,
    numbers: Option<BTreeMap<String, Option<u64>>>,
    #[serde(default)]
    flags: Vec<String>,
}

#[test]
fn every_example_gives_exactly_what_its_row_lists() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/health");
    let index = std::fs::read_to_string(folder.join("index.json")).unwrap();
    let index: Index = serde_json::from_str(&index).unwrap();
    assert!(index.cases.len() >= 114, "examples are missing");
    let mut wrong = Vec::new();
    for case in &index.cases {
        let mut given = answer(case.status, std::fs::read(folder.join(&case.file)).unwrap());
        given.headers = case.headers.clone().into_iter().collect();
        if let Some(now) = case.now {
            given.received_at = Timestamp::from_secs(now);
        }
        let formats =
            if case.format == "any" { json_formats().collect() } else { vec![case.format.as_str()] };
        for format in formats {
            let report = read(format, &given);
            for difference in differences(&report, &case.expect) {
                wrong.push(format!("{} as {format}: {difference} ({})", case.file, report.evidence));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_file_beside_the_index_is_listed_in_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/health");
    let index = std::fs::read_to_string(folder.join("index.json")).unwrap();
    let index: Index = serde_json::from_str(&index).unwrap();
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(name == "index.json" || index.cases.iter().any(|c| c.file == name), "{name} is not listed");
    }
}

fn differences(report: &HealthReport, expected: &Expected) -> Vec<String> {
    let mut found = Vec::new();
    if report.state.word() != expected.state {
        found.push(format!("{} instead of {}", report.state, expected.state));
    }
    let lines: BTreeMap<String, String> =
        report.dependencies.iter().map(|d| (d.key.clone(), d.state.word().to_owned())).collect();
    if lines != expected.components || lines.len() != report.dependencies.len() {
        found.push(format!("lines {lines:?} instead of {:?}", expected.components));
    }
    if let Some(numbers) = &expected.numbers {
        let got = numbers_of(report);
        if got != *numbers {
            found.push(format!("numbers {got:?} instead of {numbers:?}"));
        }
    }
    let mut wanted = expected.flags.clone();
    wanted.sort();
    if flags(report) != wanted {
        found.push(format!("flags {:?} instead of {wanted:?}", flags(report)));
    }
    found
}

/// The numbers of the line that counts workers; where no line can, the one that each line has.
fn numbers_of(report: &HealthReport) -> BTreeMap<String, Option<u64>> {
    let not_offered = Reading::not_from_app(Why::NotOffered);
    let crews = || report.dependencies.iter().filter_map(|d| Some((d.key.as_str(), d.crew?)));
    let named: Vec<(&str, Reading)> = match crews().find(|(_, crew)| crew.workers_alive != not_offered) {
        Some((_, crew)) => vec![
            ("workers_alive", crew.workers_alive),
            ("queue_depth", crew.queue_depth),
            ("failed_depth", crew.failed_depth),
        ],
        None => crews()
            .map(|(key, crew)| {
                let is_failed = crew.failed_depth != not_offered;
                (key, if is_failed { crew.failed_depth } else { crew.queue_depth })
            })
            .collect(),
    };
    named.into_iter().map(|(name, reading)| (name.to_owned(), reading.known())).collect()
}
