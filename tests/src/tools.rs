//! What other people know about pages, as programs: an HTML validator, rules of accessibility, a browser for terminals.
//!
//! `HEADCOUNT_JUDGES` says where the first two are installed; `cargo xtask test` sets it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::run;

/// The program that finds violations of rules of accessibility: a script that a page is given.
///
/// # Panics
/// If it is not there.
pub fn axe() -> String {
    let script = judges().join("node_modules/axe-core/axe.min.js");
    fs::read_to_string(&script).unwrap_or_else(|e| panic!("{}: {e}", script.display()))
}

/// What is wrong with each HTML file of a folder; empty if nothing is.
pub fn invalid(folder: &Path) -> String {
    let config = folder.join(".htmlvalidate.json");
    fs::write(&config, r#"{ "root": true, "extends": ["html-validate:standard"] }"#).unwrap();
    let mut command = Command::new("node");
    command.arg(judges().join("node_modules/html-validate/bin/html-validate.mjs"));
    let ran = run(command.args(["--formatter", "text", "--ext", "html"]).arg(folder));
    format!("{}{}", ran.out, ran.err)
}

/// A page as w3m shows it, with plain spaces alone.
pub fn in_a_terminal(url: &str) -> String {
    let ran = run(Command::new("w3m").args(["-dump", "-cols", "100", "-O", "UTF-8", url]));
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.out.replace('\u{a0}', " ")
}

fn judges() -> PathBuf {
    let place = env::var_os("HEADCOUNT_JUDGES");
    place.expect("HEADCOUNT_JUDGES is not set; cargo xtask test sets it").into()
}
