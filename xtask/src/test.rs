//! Task `test`: every check, every build, every test. A pipeline runs exactly this.

use crate::args::Args;
use crate::run::{self, Outcome, Steps};
use crate::tree::Tree;
use crate::{build, check, deploy, packages, tools, worker};

/// The Worker that end-to-end tests run is built around this configuration.
const WORKER_CONFIG: &str = "tests/worker.toml";

/// Runs everything; with a filter only the builds and the tests that it names.
pub fn test(tree: &Tree, words: Vec<String>) -> Outcome {
    let mut args = Args::new(words);
    let filter = args.word();
    args.end()?;
    let mut steps = Steps::default();
    let result = everything(tree, filter.as_deref(), &mut steps);
    steps.print();
    result
}

fn everything(tree: &Tree, filter: Option<&str>, steps: &mut Steps) -> Outcome {
    steps.run("set-up", || {
        packages::ensure(tree, &packages::TESTS)?;
        tools::for_page(tree)?;
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
    let tested = steps.run("tests", || {
        let mut command = tree.cargo(&["test", "--workspace", "--no-fail-fast"]);
        command
            .env("HEADCOUNT_BIN", tree.binary())
            .env("HEADCOUNT_WORKER_DIR", tree.at("edge"))
            .env("HEADCOUNT_WRANGLER", tree.wrangler());
        run::loud(command.args(filter))
    });
    checked.and(tested)
}
