//! Task `check`: format, lints, documentation and tidy rules. It runs no test and keeps no build.

use crate::run::{self, Outcome, Steps};
use crate::rustup;
use crate::tidy;
use crate::tree::Tree;

/// Runs all checks, and prints how long each took.
pub fn check(tree: &Tree) -> Outcome {
    let mut steps = Steps::default();
    let result = checks(tree, &mut steps);
    steps.print();
    result
}

/// Runs all checks, the quick ones first; those after a failed one still run.
pub fn checks(tree: &Tree, steps: &mut Steps) -> Outcome {
    let wasm = ["--target", rustup::WASM];
    let strict = ["--", "-D", "warnings"];
    let clippy = |args: &[&str]| run::loud(tree.cargo(&["clippy"]).args(args).args(strict));
    let results = [
        steps.run("tidy rules", || tidy::tidy(tree)),
        steps.run("rustfmt", || run::loud(&mut tree.cargo(&["fmt", "--all", "--check"]))),
        steps.run("clippy, native", || clippy(&["--workspace", "--all-targets"])),
        // Two invocations: in one, the features of the two would unify, and neither be what is built.
        steps.run("clippy, Worker", || {
            rustup::target(tree, rustup::WASM, "lints of the Worker and the page")?;
            clippy(&[&["--package", "edge", "--lib"], wasm.as_slice()].concat())
        }),
        steps.run("clippy, page", || {
            clippy(&[&["--package", "app", "--features", "hydrate"], wasm.as_slice()].concat())
        }),
        steps.run("rustdoc", || {
            let packages =
                ["doc", "--no-deps", "--package", "shared", "--package", "edge", "--package", "app"];
            run::loud(tree.cargo(&packages).env("RUSTDOCFLAGS", "-D warnings"))
        }),
    ];
    let failed: Vec<String> =
        results.into_iter().filter_map(Result::err).map(|failure| failure.to_string()).collect();
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n  ").into()) }
}
