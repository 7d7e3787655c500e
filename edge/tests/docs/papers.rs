//! Reading the repository's documents: sections, tables, examples; and the program's own help.
//!
//! Not what is right about them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What people read, in Markdown.
pub const DOCUMENTS: [&str; 13] = [
    "README.md",
    "docs/ARCHITECTURE.md",
    "docs/alerts.md",
    "docs/configuration.md",
    "docs/deploy/README.md",
    "docs/dialects.md",
    "docs/embedding.md",
    "docs/formats.md",
    "docs/heartbeats.md",
    "docs/metrics.md",
    "docs/systems.md",
    "docs/operator.md",
    "docs/push.md",
];

/// The work tree.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// A file of the work tree.
pub fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The blocks of one language.
pub fn blocks(markdown: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    markdown.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

/// The cells of every table row in one section, without the heads of tables.
pub fn rows(markdown: &str, heading: &str) -> Vec<Vec<String>> {
    let lines = markdown.lines().skip_while(|line| *line != format!("## {heading}")).skip(1);
    let mut rows = Vec::new();
    for line in lines.take_while(|line| !line.starts_with("## ")) {
        if line.starts_with("| ---") {
            rows.pop();
        } else if let Some(cells) = line.strip_prefix('|').and_then(|line| line.strip_suffix('|')) {
            rows.push(cells.split('|').map(|cell| cell.trim().to_owned()).collect());
        }
    }
    assert!(!rows.is_empty(), "no table under {heading:?}");
    rows
}

/// What stands between single backticks.
pub fn code(markdown: &str) -> Vec<String> {
    markdown.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// What the program prints.
pub fn headcount(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_headcount")).args(words).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The long options in a text.
pub fn options(text: &str) -> Vec<String> {
    let words = text.split([' ', '\n', ',', '"', '`', '[', ']']).filter(|word| word.starts_with("--"));
    words.map(str::to_owned).collect()
}

/// All Rust sources and tests of the workspace, in one text.
pub fn sources() -> String {
    let mut all = String::new();
    let mut folders: Vec<PathBuf> =
        ["shared/src", "app/src", "edge/src", "tests/tests"].map(|folder| root().join(folder)).into();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                all.push_str(&fs::read_to_string(&path).unwrap());
            }
        }
    }
    all
}
