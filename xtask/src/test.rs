//! Task `test`: every check, every build, every test. A pipeline runs exactly this. With `--systems`, what takes too
//! long for every run: the experiment on every queue system.

use std::process::Command;

use crate::args::Args;
use crate::run::{self, Outcome, Steps};
use crate::tree::Tree;
use crate::{build, check, deploy, packages, systems, tools, wasm_tests, worker};

/// The Worker that end-to-end tests run is built around this configuration.
const WORKER_CONFIG: &str = "tests/worker.toml";

/// Runs everything, or with `--systems` the experiment on every queue system; with a filter only the builds and the
/// tests that it names.
pub fn test(tree: &Tree, words: Vec<String>) -> Outcome {
    let mut args = Args::new(words);
    let only_systems = args.flag("--systems");
    let filter = args.word();
    args.end()?;
    let mut steps = Steps::default();
    let result = if only_systems {
        every_system(tree, filter.as_deref(), &mut steps)
    } else {
        everything(tree, filter.as_deref(), &mut steps)
    };
    steps.print();
    result
}

fn everything(tree: &Tree, filter: Option<&str>, steps: &mut Steps) -> Outcome {
    steps.run("set-up", || {
        packages::ensure(tree, &packages::TESTS)?;
        systems::quick(tree)?;
        tools::for_page(tree)?;
        tools::for_judging(tree)?;
        tools::for_worker(tree)
    })?;
    // First, because everything after it has the page inside.
    steps.run("page", || build::page(tree))?;
    // Tests run even after a failed check: one look at the output then shows all there is to mend.
    let checked = if filter.is_none() { check::checks(tree, steps) } else { Ok(()) };
    steps.run("native binary", || build::native(tree))?;
    let config = tree.at(WORKER_CONFIG);
    if config.is_file() {
        steps.run("Worker", || worker::build(tree, &config))?;
        steps.run("deployment, without sending it", || deploy::rehearse(tree))?;
    }
    let on_wasm = if filter.is_none() {
        steps.run("formats and queue systems on wasm", || wasm_tests::run(tree))
    } else {
        Ok(())
    };
    let tested = steps.run("tests", || {
        let mut command = tree.cargo(&["test", "--workspace", "--no-fail-fast"]);
        run::loud(with_places(tree, &mut command).args(filter))
    });
    checked.and(on_wasm).and(tested)
}

/// The experiment of `tests/tests/systems.rs` and `every_system.rs`, and the servers of `brokers.rs`. Each mostly waits: all of them run at once.
fn every_system(tree: &Tree, filter: Option<&str>, steps: &mut Steps) -> Outcome {
    steps.run("set-up", || {
        packages::ensure(tree, &packages::TESTS)?;
        packages::ensure(tree, &packages::STORES)?;
        systems::quick(tree)?;
        systems::slow(tree)?;
        tools::for_page(tree)
    })?;
    steps.run("page", || build::page(tree))?;
    steps.run("native binary", || build::native(tree))?;
    steps.run("systems", || {
        let mut command = tree.cargo(&["test", "--package", "tests", "--no-fail-fast"]);
        command.args(["--test", "systems", "--test", "every_system", "--test", "brokers"]);
        with_places(tree, &mut command).args(["--", "--show-output", "--test-threads", AT_ONCE]);
        run::loud(command.args(filter))
    })
}

/// More than there are systems.
const AT_ONCE: &str = "32";

/// Tells tests where things are that were built or installed for them.
fn with_places<'a>(tree: &Tree, command: &'a mut Command) -> &'a mut Command {
    command
        .env("HEADCOUNT_BIN", tree.binary())
        .env("HEADCOUNT_WORKER_DIR", tree.at("edge"))
        .env("HEADCOUNT_WRANGLER", tree.wrangler())
        .env("HEADCOUNT_SYSTEMS", tree.system(""))
        .env("HEADCOUNT_JUDGES", tree.tool("npm-tests"))
}
