//! Every example of a health document, as an application that answers it.

use core::fmt::Write as _;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

use super::{Config, Gallery};
use crate::app::App;

/// So many there are at the least.
const EXAMPLES: usize = 110;

/// A service for each example. Those of no format in particular are read as the first one.
pub fn examples() -> Gallery {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../edge/testdata/health"));
    let index = fs::read_to_string(folder.join("index.json")).unwrap();
    let index: Value = serde_json::from_str(&index).unwrap();
    let (app, mut config) = (App::start(), Config::new("Every example"));
    for (nth, case) in index["cases"].as_array().unwrap().iter().enumerate() {
        let word = |key: &str| case[key].as_str().unwrap();
        let (format, more) = match word("format") {
            "any" => ("adr075", ""),
            "plain-word" => ("plain-word", "word = \"healthy\"\n"),
            named => (named, ""),
        };
        let mut headers = String::new();
        for (name, value) in case["headers"].as_object().unwrap() {
            let _ = write!(headers, "{name}: {}\r\n", value.as_str().unwrap());
        }
        let status = u16::try_from(case["status"].as_u64().unwrap()).unwrap();
        let path = format!("/{nth}");
        app.set_whole_at(&path, status, &headers, &fs::read(folder.join(word("file"))).unwrap());
        config.service(&format!("e{nth}"), word("file"), "");
        config.health(&app.url_at(&path), format, more);
    }
    assert!(config.ids.len() >= EXAMPLES, "examples are missing");
    Gallery::open(&config, app, None)
}
