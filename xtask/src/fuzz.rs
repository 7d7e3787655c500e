//! Task `fuzz`: every target of `edge/fuzz`, one after the other, sharing the time. The targets are written there.

use crate::args::Args;
use crate::run::{self, Outcome, say};
use crate::tools;
use crate::tree::Tree;

const FOLDER: &str = "edge/fuzz";
const SECONDS: u64 = 600;

/// A reader that takes this long over one input has hung.
const SLOWEST_INPUT: &str = "-timeout=10";

/// Fuzzes all targets; the first finding ends it with an error, and libFuzzer says where the input lies.
pub fn fuzz(tree: &Tree, words: Vec<String>) -> Outcome {
    let mut args = Args::new(words);
    let seconds = args.value("--seconds")?.unwrap_or(SECONDS);
    args.end()?;
    if !tree.at(FOLDER).is_dir() {
        return Err(format!("{FOLDER} is missing: there are no fuzz targets").into());
    }
    tools::for_fuzz(tree)?;
    let listed = run::output(&mut cargo_fuzz(tree, "list"))?;
    let targets: Vec<&str> = listed.split_whitespace().collect();
    let each = seconds / u64::try_from(targets.len()).unwrap_or(u64::MAX).max(1);
    if each == 0 {
        return Err(format!("{seconds} s are too few for {} targets", targets.len()).into());
    }
    for target in &targets {
        say(format_args!("== {target}: {each} s, and the time to build it"));
        let mut command = cargo_fuzz(tree, "run");
        command.arg("--target-dir").arg(tree.target().join("fuzz")).arg(target);
        command.args(["--", &format!("-max_total_time={each}"), SLOWEST_INPUT, "-print_final_stats=1"]);
        run::loud(&mut command)?;
    }
    say(format_args!("no finding in {} targets", targets.len()));
    Ok(())
}

fn cargo_fuzz(tree: &Tree, verb: &str) -> std::process::Command {
    let mut command = tree.cargo(&["fuzz", verb, "--fuzz-dir", FOLDER]);
    // This program was started by a stable Cargo, which told it so.
    command.env("RUSTUP_TOOLCHAIN", "nightly").env_remove("CARGO").env_remove("RUSTC");
    command
}
