//! What each tidy rule finds and what it leaves alone, on strings.

use super::*;

fn lines(path: &str, text: &str) -> Vec<usize> {
    findings_in(path, text).iter().map(|finding| finding.line).collect()
}

/// A file of `edge`'s protocol code with one line of code.
fn protocol(line: &str) -> Vec<usize> {
    lines("edge/src/probe/x.rs", &format!("//! x\n{line}\n"))
}

#[test]
fn a_finding_names_file_line_and_what_to_do() {
    let findings = findings_in("shared/src/x.rs", "use core::fmt;\n");
    let shown: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        ["shared/src/x.rs:1: open the file with `//!`, saying what it is for and what it is not for"]
    );
}

#[test]
fn a_file_of_400_lines_passes_and_one_of_401_does_not() {
    let text = |count: usize| format!("//! x\n{}", "\n".repeat(count - 1));
    assert!(lines("app/src/x.rs", &text(400)).is_empty());
    assert_eq!(lines("app/src/x.rs", &text(401)), [401]);
}

#[test]
fn protocol_code_that_names_a_host_is_found() {
    for line in [
        "use worker::Socket;",
        "let x: worker::Result<()> = y;",
        "use axum;",
        "use axum::Router;",
        "use tokio::net::TcpStream;",
        "use tokio::{io::AsyncRead, net};",
        "let t = ::std::time::Instant::now();",
        "use std::{fmt, time::Duration};",
        "use rusqlite::Connection;",
        "use hyper::Request;",
    ] {
        assert_eq!(protocol(line), [2], "{line}");
    }
}

#[test]
fn words_that_only_look_like_a_host_are_left_alone() {
    for line in [
        "use core::time::Duration;",
        "use shared::worker::Name;",
        "let worker = 1;",
        "match worker { _ => {} }",
        "let hyperlink = hyperlink::new();",
        "use tokio::io::AsyncRead;",
        "// never std::time here",
        "let x = 1; // not std::time",
        "use std::{fmt, io};",
    ] {
        assert!(protocol(line).is_empty(), "{line}");
    }
}

#[test]
fn hosts_and_the_binary_may_name_what_they_are_made_of() {
    let text = "//! x\nuse axum::Router;\nuse std::time::Instant;\n";
    assert!(lines("edge/src/host/native.rs", text).is_empty());
    assert!(lines("edge/src/main.rs", text).is_empty());
    assert!(lines("tests/src/lib.rs", text).is_empty());
}

#[test]
fn arrows_between_crates_point_one_way() {
    assert_eq!(lines("shared/src/x.rs", "//! x\nuse leptos::prelude::*;\nuse redis::Value;\n"), [2, 3]);
    assert!(lines("shared/src/x.rs", "//! x\nlet redis = Source::Redis;\n").is_empty());
    assert_eq!(lines("app/src/x.rs", "//! x\nuse edge::config;\n"), [2]);
    assert_eq!(lines("shared/Cargo.toml", "[dependencies]\ntokio = \"1\"\nserde.workspace = true\n"), [2]);
    assert_eq!(lines("app/Cargo.toml", "[dependencies]\nedge.workspace = true\n"), [2]);
}

#[test]
fn unfinished_code_skipped_tests_and_silenced_lints_are_found() {
    for line in [
        concat!("todo", "!()"),
        concat!("unimplemented", "!()"),
        concat!("#[", "ignore]"),
        concat!("#[", "ignore = \"x\"]"),
        concat!("#[", "allow(dead_code)]"),
        concat!("#![", "allow(dead_code)]"),
    ] {
        assert_eq!(lines("xtask/src/x.rs", &format!("//! x\n{line}\n")), [2], "{line}");
    }
    assert!(lines("xtask/src/x.rs", "//! x\n#[expect(dead_code, reason = \"x\")]\n").is_empty());
}

#[test]
fn the_readme_names_both_commands() {
    assert_eq!(lines("README.md", "Run `cargo xtask demo`.\n"), [1]);
    assert!(lines("README.md", "Run `cargo xtask demo`, then `cargo xtask test`.\n").is_empty());
}

#[test]
fn the_architecture_fits_on_two_pages() {
    assert!(lines("docs/ARCHITECTURE.md", &"x\n".repeat(120)).is_empty());
    assert_eq!(lines("docs/ARCHITECTURE.md", &"x\n".repeat(121)), [121]);
}
