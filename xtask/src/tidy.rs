//! The tidy rules: what neither rustfmt nor clippy checks and every file here keeps to. Rules look at text, line
//! by line; they do not parse Rust.

use std::fmt;
use std::fs;

use crate::run::{Outcome, at, say};
use crate::sources;
use crate::tree::Tree;

const MOST_LINES: usize = 400;
/// Two printed pages.
const MOST_LINES_OF_ARCHITECTURE: usize = 120;

/// One place that breaks a rule.
#[derive(Debug, PartialEq)]
pub struct Finding {
    path: String,
    line: usize,
    advice: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.advice)
    }
}

/// Checks the whole work tree and prints every finding.
pub fn tidy(tree: &Tree) -> Outcome {
    let mut findings = Vec::new();
    for file in sources::files(&tree.at(""))? {
        let path = file.strip_prefix(tree.at("")).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        if is_checked(&path) {
            let text = fs::read_to_string(&file).map_err(at(&file))?;
            findings.extend(findings_in(&path, &text));
        }
    }
    if !tree.at("README.md").is_file() {
        findings.push(Finding { path: "README.md".into(), line: 1, advice: "write it".into() });
    }
    for finding in &findings {
        eprintln!("{finding}");
    }
    if findings.is_empty() {
        say("tidy: nothing found");
        return Ok(());
    }
    Err(format!("{} tidy findings, listed above", findings.len()).into())
}

fn is_checked(path: &str) -> bool {
    is_rust(path)
        || matches!(path, "README.md" | "docs/ARCHITECTURE.md" | "shared/Cargo.toml" | "app/Cargo.toml")
}

fn is_rust(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, end)| end == "rs")
}

/// All findings in one file; `path` is relative to the work tree and decides which rules hold.
fn findings_in(path: &str, text: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut add = |line: usize, advice: String| found.push(Finding { path: path.to_owned(), line, advice });
    if is_rust(path) {
        rust_file(path, text, &mut add);
    }
    if let Some(rule) = Imports::of_manifest(path) {
        manifest(&rule, text, &mut add);
    }
    if path == "README.md" {
        for command in ["cargo xtask demo", "cargo xtask test"] {
            if !text.contains(command) {
                add(1, format!("name the command `{command}`"));
            }
        }
    }
    if path == "docs/ARCHITECTURE.md" && text.lines().count() > MOST_LINES_OF_ARCHITECTURE {
        add(MOST_LINES_OF_ARCHITECTURE + 1, "shorten it to two pages (120 lines)".into());
    }
    found
}

fn rust_file(path: &str, text: &str, add: &mut impl FnMut(usize, String)) {
    if !text.starts_with("//!") {
        add(1, "open the file with `//!`, saying what it is for and what it is not for".into());
    }
    if text.lines().count() > MOST_LINES {
        add(MOST_LINES + 1, format!("split the file: {MOST_LINES} lines at most"));
    }
    let imports = Imports::of_source(path);
    for (index, line) in text.lines().enumerate() {
        let code = code_of(line);
        for (pattern, advice) in FORBIDDEN {
            if code.contains(pattern) {
                add(index + 1, (*advice).to_owned());
            }
        }
        if let Some(rule) = &imports {
            for name in rule.names.iter().filter(|name| names_path(code, name)) {
                add(index + 1, format!("do not name `{name}` here: {}", rule.why));
            }
        }
    }
}

/// Put together here, so that this file does not contain what it forbids.
const FORBIDDEN: &[(&str, &str)] = &[
    (concat!("todo", "!("), "write the code, or leave it out"),
    (concat!("unimplemented", "!("), "write the code, or leave it out"),
    (concat!("#[", "ignore"), "make the test run everywhere, or delete it"),
    (concat!("#[", "allow("), "use `#[expect(lint, reason = \"…\")]`, or mend what the lint says"),
    (concat!("#![", "allow("), "use `#![expect(lint, reason = \"…\")]`, or mend what the lint says"),
];

/// Crates and modules that one part of the tree must not know.
struct Imports {
    names: &'static [&'static str],
    why: &'static str,
}

impl Imports {
    fn of_source(path: &str) -> Option<Self> {
        let in_edge = path.strip_prefix("edge/src/");
        // Tests that ask a real server wait for it.
        let asks_a_server = path.ends_with("real_tests.rs");
        if in_edge.is_some_and(|rest| !rest.starts_with("host/") && rest != "main.rs") && !asks_a_server {
            return Some(Self {
                names: &["worker", "axum", "tokio::net", "std::time", "rusqlite", "hyper"],
                why: "protocol code takes bytes and `now`; only edge/src/host/ knows a host (durations: core::time)",
            });
        }
        Self::of_crate(path.split_once("/src/")?.0)
    }

    fn of_manifest(path: &str) -> Option<Self> {
        Self::of_crate(path.strip_suffix("/Cargo.toml")?)
    }

    fn of_crate(name: &str) -> Option<Self> {
        match name {
            "shared" => Some(Self {
                names: &["leptos", "tokio", "worker", "redis"],
                why: "the domain has no I/O and no framework",
            }),
            "app" => Some(Self { names: &["edge"], why: "edge renders app, never the other way round" }),
            _ => None,
        }
    }
}

fn manifest(rule: &Imports, text: &str, add: &mut impl FnMut(usize, String)) {
    for (index, line) in text.lines().enumerate() {
        let key = line.split(['=', '.']).next().unwrap_or_default().trim().trim_matches('"');
        if rule.names.contains(&key) {
            add(index + 1, format!("do not depend on `{key}`: {}", rule.why));
        }
    }
}

/// A line without its comment. `//` inside a string with a space before it is taken for one too.
fn code_of(line: &str) -> &str {
    if line.trim_start().starts_with("//") {
        return "";
    }
    line.split_once(" //").map_or(line, |(code, _)| code)
}

/// Whether code names `path` (a crate, or a module of one): as `path::…`, after `use`, or in braces.
fn names_path(code: &str, path: &str) -> bool {
    let in_braces = path.split_once("::").is_some_and(|(parent, child)| {
        let group = code.split_once(&format!("{parent}::{{"));
        group.is_some_and(|(before, rest)| is_start_of_path(before) && words(rest).any(|word| word == child))
    });
    in_braces
        || code.match_indices(path).any(|(at, _)| {
            let (before, rest) = code.split_at(at);
            let after = rest.strip_prefix(path).unwrap_or_default();
            let ends = !after.starts_with(is_word);
            let used = before.trim_end().ends_with("use") || path.contains("::") || after.starts_with("::");
            is_start_of_path(before) && ends && used
        })
}

/// Whether what comes next is the first segment of a path: not `x::`, not a part of a longer word.
fn is_start_of_path(before: &str) -> bool {
    match before.strip_suffix("::") {
        Some(parent) => !parent.ends_with(is_word),
        None => !before.ends_with(is_word),
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character| !is_word(character))
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

#[cfg(test)]
#[path = "tidy_tests.rs"]
mod tests;
