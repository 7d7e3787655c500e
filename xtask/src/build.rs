//! Tasks `page`, `build` and `demo`: the page by Trunk, and the native binary that has it inside.

use std::fs;

use crate::digest;
use crate::pictures;
use crate::run::{self, Outcome, at, say};
use crate::sources;
use crate::tools;
use crate::tree::Tree;

/// Everything the page is made of.
const PAGE_SOURCES: [&str; 9] = [
    "app",
    "shared",
    "xtask/src/pictures",
    "xtask/src/pictures.rs",
    "Cargo.lock",
    "Cargo.toml",
    "Trunk.toml",
    "index.html",
    "rust-toolchain.toml",
];

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
    minify(tree)?;
    // Trunk has emptied the folder.
    pictures::draw(&tree.at("dist"))?;
    let folder = tree.at("target");
    fs::create_dir_all(&folder).map_err(at(&folder))?;
    fs::write(&stamp, format!("{sources} {}", built(tree)?)).map_err(at(&stamp))
}

/// Takes the comments and long names out of what wasm-bindgen wrote. Trunk could, but not without the template.
fn minify(tree: &Tree) -> Outcome {
    for script in sources::files(&tree.at("dist"))? {
        if script.extension().is_some_and(|end| end == "js") {
            let mut esbuild = tree.command("esbuild");
            esbuild.arg(&script).args([
                "--minify",
                "--format=esm",
                "--log-level=warning",
                "--allow-overwrite",
            ]);
            esbuild.arg(format!("--outfile={}", script.display()));
            run::loud(&mut esbuild)?;
        }
    }
    Ok(())
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
