//! Puts the examples of `edge/testdata` where the fuzzer looks for its first inputs, in each target's own form.
//!
//! Not part of any test: what the examples mean is asserted in `edge`.

use serde_json::Value;
use std::fs;
use std::path::Path;

/// Where the table of health formats is written.
const FORMATS: &str = "../src/probe/health/mod.rs";

fn main() {
    println!("cargo:rerun-if-changed=../testdata");
    println!("cargo:rerun-if-changed=../../headcount.toml");
    println!("cargo:rerun-if-changed={FORMATS}");
    let examples = Path::new("../testdata");

    let table = fs::read_to_string(FORMATS).unwrap_or_default();
    let formats: Vec<&str> =
        table.split("Format { name: \"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    for (nth, case) in cases(&examples.join("health/index.json")).iter().enumerate() {
        let (Some(file), Some(format), Some(status)) =
            (case["file"].as_str(), case["format"].as_str(), case["status"].as_u64())
        else {
            continue;
        };
        let format = formats.iter().position(|name| *name == format).unwrap_or(0) as u8;
        let [high, low] = (status.saturating_sub(100) as u16).to_be_bytes();
        let body = fs::read(examples.join("health").join(file)).unwrap_or_default();
        seed("health", &format!("{nth}-{file}"), &[&[format, high, low, 0], &body[..]].concat());
    }

    let time = b"*2\r\n$10\r\n1796047203\r\n$1\r\n0\r\n";
    for entry in fs::read_dir(examples.join("redis")).into_iter().flatten().flatten() {
        let (name, reply) =
            (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap_or_default());
        seed("redis", &name, &[&[0, 7], &reply[..]].concat());
        // In the place of `XINFO GROUPS`, which is asked last.
        let before: &[u8] = b":3\r\n:1\r\n:0\r\n:4\r\n:1\r\n*2\r\n$4\r\nw:11\r\n$10\r\n1796047201\r\n";
        seed("redis", &format!("groups-{name}"), &[&[0, 0], &time[..], before, &reply[..]].concat());
    }

    seed("config", "file", &[&[0], &fs::read("../../headcount.toml").unwrap_or_default()[..]].concat());
    for (nth, case) in cases(&examples.join("dsn.json")).iter().enumerate() {
        let dsn = case["dsn"].as_str().unwrap_or_default();
        for what in [1, 2] {
            seed("config", &format!("dsn-{nth}-{what}"), &[&[what], dsn.as_bytes()].concat());
        }
    }
}

fn cases(file: &Path) -> Vec<Value> {
    let text = fs::read(file).unwrap_or_default();
    let index: Value = serde_json::from_slice(&text).unwrap_or_default();
    index["cases"].as_array().cloned().unwrap_or_default()
}

fn seed(target: &str, name: &str, bytes: &[u8]) {
    let folder = Path::new("corpus").join(target);
    if let Err(e) = fs::create_dir_all(&folder).and_then(|()| fs::write(folder.join(name), bytes)) {
        println!("cargo:warning=cannot write the example {name}: {e}");
    }
}
