//! The unit tests of everything that asks and reads (health formats, queue systems, the wires to stores) once more on
//! wasm32, in Node: a Worker has pointers of 32 bits and another compiler back end than the machine that tests run on.
//!
//! Not in workerd, where a few tests from outside see the whole Worker. The target is WASI's, not the Worker's own: there
//! the tests are the very same program, with files to read, random numbers and a list of what was run.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::run::{Outcome, at, say};
use crate::rustup;
use crate::tools;
use crate::tree::Tree;

const TARGET: &str = "wasm32-wasip1";
const SOURCES: &str = "edge/src/probe";
/// The folders in there whose tests these are: all but SQL databases, which a Worker does not reach, and rounds of all.
const PARTS: [&str; 4] = ["health", "queue", "rabbitmq", "redis"];

/// Runs them, and sees to it that none is missing.
pub fn run(tree: &Tree) -> Outcome {
    tools::node(tree)?;
    rustup::target(tree, TARGET, "tests of formats and queue systems on wasm")?;
    let runner = tree.at("xtask/src/wasi.mjs");
    let runner = format!("target.{TARGET}.runner=['node','--no-warnings','{}']", runner.display());
    let mut command = tree.cargo(&["test", "--package", "edge", "--lib", "--target", TARGET, "--config"]);
    // A panic ends the program, and what it has not printed by then is lost.
    command.args([&runner, "--", "--nocapture"]).args(PARTS.map(|part| format!("probe::{part}::")));
    let ran = command.stderr(Stdio::inherit()).output().map_err(|error| format!("cargo: {error}"))?;
    let printed = String::from_utf8_lossy(&ran.stdout);
    let mut declared = 0;
    for part in PARTS {
        declared += declared_in(&tree.at(SOURCES).join(part))?;
    }
    match passed(&printed) {
        Some(passed) if ran.status.success() && passed == declared => {
            say(format_args!("{passed} tests of {PARTS:?} in {SOURCES} passed on {TARGET}"));
            Ok(())
        }
        _ if !ran.status.success() => Err(format!("{printed}\ntests on {TARGET} failed").into()),
        passed => Err(format!(
            "{declared} tests stand in {PARTS:?} in {SOURCES}, and {} passed on {TARGET}",
            passed.unwrap_or_default()
        )
        .into()),
    }
}

/// How many tests passed, by the last line of the test program; nothing if some were left out.
fn passed(printed: &str) -> Option<usize> {
    let line = printed.lines().rev().find_map(|line| line.strip_prefix("test result: ok. "))?;
    let mut numbers = line.split("; ").map(|part| part.split_once(' '));
    let (passed, _) = numbers.next()??;
    let left_out = numbers.flatten().filter(|(_, what)| matches!(*what, "failed" | "ignored"));
    left_out.into_iter().all(|(number, _)| number == "0").then(|| passed.parse().ok())?
}

/// How many tests stand in the sources below a folder, but for modules that need a real server of the machine.
fn declared_in(folder: &Path) -> Outcome<usize> {
    let mut sources = Vec::new();
    let mut declared = 0;
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let path = entry.map_err(at(folder))?.path();
        if path.is_dir() {
            declared += declared_in(&path)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path).map_err(at(&path))?;
            sources.push((path, source));
        }
    }
    let native: Vec<&str> = sources.iter().flat_map(|(_, source)| native_modules(source)).collect();
    let on_wasm =
        sources.iter().filter(|(path, _)| !native.iter().any(|name| path.ends_with(format!("{name}.rs"))));
    Ok(declared + on_wasm.map(|(_, source)| declared_by(source)).sum::<usize>())
}

/// The names of modules that are there on Unix alone.
fn native_modules(source: &str) -> impl Iterator<Item = &str> {
    let lines = source.lines().map(str::trim);
    lines
        .clone()
        .zip(lines.skip(1))
        .filter(|(above, _)| *above == "#[cfg(unix)]")
        .filter_map(|(_, line)| line.strip_prefix("mod ")?.strip_suffix(';'))
}

fn declared_by(source: &str) -> usize {
    let lines = source.lines().map(str::trim);
    lines.filter(|line| *line == "#[test]" || line.starts_with("#[tokio::test")).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_passed_is_read_from_the_last_line_unless_something_was_left_out() {
        let printed = |ignored| {
            format!(
                "test a ... ok\ntest result: ok. 7 passed; 0 failed; {ignored} ignored; 0 measured; 9 filtered out; finished in 0.1s\n"
            )
        };
        assert_eq!(passed(&printed(0)), Some(7));
        assert_eq!(passed(&printed(1)), None);
        assert_eq!(passed("test result: FAILED. 6 passed; 1 failed; 0 ignored\n"), None);
        assert_eq!(passed("thread 'main' panicked\n"), None);
    }

    #[test]
    fn each_kind_of_test_is_counted_and_a_word_of_one_is_not() {
        let source = "#[test]\nfn a() {}\n    #[test]\n    fn b() {}\n#[tokio::test(start_paused = true)]\nasync fn c() {}\n// like #[test]\n#[cfg(test)]\n";
        assert_eq!(declared_by(source), 3);
    }

    #[test]
    fn a_module_for_unix_alone_is_recognised_by_the_line_above_it() {
        let source =
            "#[cfg(test)]\n#[cfg(unix)]\nmod real_tests;\n#[cfg(test)]\nmod case;\n#[cfg(unix)]\nfn f() {}\n";
        assert_eq!(native_modules(source).collect::<Vec<_>>(), ["real_tests"]);
    }
}
