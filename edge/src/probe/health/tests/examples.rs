//! Every example of `testdata/health` gives exactly the state, lines, numbers and flags that its row lists.

use super::{answer, flags, json_formats, read};
use serde::Deserialize;
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
    assert!(index.cases.len() >= 110, "examples are missing");
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
        let crew = report.dependencies.iter().find_map(|d| d.crew);
        let got = crew.map(|c| {
            let named = [
                ("workers_alive", c.workers_alive),
                ("queue_depth", c.queue_depth),
                ("failed_depth", c.failed_depth),
            ];
            named.map(|(name, reading)| (name.to_owned(), reading.known())).into_iter().collect()
        });
        if got.as_ref() != Some(numbers) {
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
