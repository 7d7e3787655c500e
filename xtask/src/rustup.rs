//! What rustup installs: compilation targets and the nightly that fuzzing needs. Cargo's own tools are in `tools`.

use std::path::Path;
use std::time::Duration;

use crate::run::{self, Outcome, say};
use crate::tree::Tree;

/// The target of the page and of the Worker.
pub const WASM: &str = "wasm32-unknown-unknown";

/// A first download of a standard library can hang for ever; asked again, it goes on.
const TRIES: u32 = 3;
const LIMIT: Duration = Duration::from_mins(5);

/// Makes the compiler able to build for `target`.
pub fn target(tree: &Tree, target: &str, why: &str) -> Outcome {
    let libraries =
        run::output(tree.command("rustc").args(["--print", "target-libdir", "--target", target]))?;
    if Path::new(libraries.trim()).is_dir() {
        return Ok(());
    }
    say(format_args!("set-up: Rust's standard library for {target} ({why}); rustup, up to 2 minutes"));
    let elsewhere = if target == WASM {
        "Debian: libstd-rust-dev-wasm32; Fedora: rust-std-static-wasm32-unknown-unknown; macOS: brew install rustup"
    } else {
        "Debian: rustup (13 and later) or rustup.rs; Fedora: rustup; macOS: brew install rustup"
    };
    rustup(tree, &["target", "add", target]).map_err(|failure| {
        format!("{failure}\nMissing: Rust's standard library for {target}, as `rustup target add` brings it. {elsewhere}").into()
    })
}

/// Makes `cargo +nightly` work.
pub fn nightly(tree: &Tree) -> Outcome {
    let installed = run::output(tree.command("rustup").args(["toolchain", "list"])).unwrap_or_default();
    if installed.lines().any(|line| line.starts_with("nightly")) {
        return Ok(());
    }
    say("set-up: Rust nightly (the sanitizers of cargo-fuzz); rustup, up to 3 minutes");
    rustup(tree, &["toolchain", "install", "nightly", "--profile", "minimal"]).map_err(|failure| {
        format!(
            "{failure}\nFuzzing needs a nightly toolchain, which only rustup installs. \
             Debian: rustup (13 and later) or rustup.rs; Fedora: rustup; macOS: brew install rustup"
        )
        .into()
    })
}

fn rustup(tree: &Tree, args: &[&str]) -> Outcome {
    let what = format!("rustup {}", args.join(" "));
    let attempt = || run::quiet(tree.command("rustup").args(args), &what, &tree.log("rustup"), LIMIT);
    for _ in 1..TRIES {
        match attempt() {
            Ok(()) => return Ok(()),
            Err(failure) => say(format_args!("once more, because:\n{failure}")),
        }
    }
    attempt()
}
