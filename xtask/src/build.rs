//! Tasks `page`, `build` and `demo`: the page by Trunk, and the native binary that has it inside.

use std::fs;

use crate::digest;
use crate::run::{self, Outcome, at, say};
use crate::tools;
use crate::tree::Tree;

/// Everything the page is made of.
const PAGE_SOURCES: [&str; 7] =
    ["app", "shared", "Cargo.lock", "Cargo.toml", "Trunk.toml", "index.html", "rust-toolchain.toml"];

/// Builds the page into `dist/`, unless it was built from exactly these sources and is still as it was built.
pub fn page(tree: &Tree) -> Outcome {
    let sources = digest::of_all(&tree.at(""), &PAGE_SOURCES.map(|name| tree.at(name)))?;
    let stamp = tree.at("target/page.digest");
    let fresh = fs::read_to_string(&stamp).unwrap_or_default();
    if fresh == format!("{sources} {}", built(tree)?) {
        say("the page in dist/ is fresh");
        return Ok(());
    }
    tools::for_page(tree)?;
    say("building the page (about 2 minutes the first time)");
    let mut trunk = tree.command("trunk");
    trunk.args(["build", "--release=true"]);
    // Trunk wants "true" or "false" where everyone else takes any value.
    if std::env::var_os("NO_COLOR").is_some() {
        trunk.env("NO_COLOR", "true");
    }
    run::loud(&mut trunk)?;
    let folder = tree.at("target");
    fs::create_dir_all(&folder).map_err(at(&folder))?;
    fs::write(&stamp, format!("{sources} {}", built(tree)?)).map_err(at(&stamp))
}

/// Builds the page and the native release binary.
pub fn all(tree: &Tree) -> Outcome {
    page(tree)?;
    native(tree)?;
    say(format_args!("built {}", tree.binary().display()));
    Ok(())
}

/// Builds the native release binary around the page in `dist/`.
pub fn native(tree: &Tree) -> Outcome {
    say("building the binary (about 4 minutes the first time)");
    run::loud(&mut tree.cargo(&["build", "--release", "--package", "edge", "--bin", "headcount"]))
}

/// Becomes the built-in sample application's day, on http://127.0.0.1:8080 unless told otherwise.
pub fn demo(tree: &Tree, args: &[String]) -> Outcome {
    all(tree)?;
    run::replace(tree.command(tree.binary()).arg("demo").args(args)).map(|never| match never {})
}

/// The fingerprint of what Trunk made.
fn built(tree: &Tree) -> Outcome<String> {
    digest::of_all(&tree.at(""), &[tree.at("dist")])
}
