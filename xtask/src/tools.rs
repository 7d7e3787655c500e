//! The build tools, by cargo and npm, each at one version, kept in the cache: found there, or installed.
//! System packages are in `packages`, compilers in `rustup`, what only tests run in `systems`.

use std::fs;
use std::time::Duration;

use crate::run::{self, Outcome, at, say};
use crate::tree::Tree;

/// Two cores need under ten minutes for the slowest; an hour means that it hangs.
const LIMIT: Duration = Duration::from_hours(1);

/// An npm package, its version and what it is for.
type NpmPackage = (&'static str, &'static str, &'static str);

/// What pages and Workers are built with. wrangler 4.86 is the last that runs on Node 20.
const BUILDING: &[NpmPackage] = &[
    ("wrangler", "4.86.0", "runs and deploys the Worker"),
    ("binaryen", "132.0.0", "wasm-opt, makes wasm smaller"),
    ("esbuild", "0.28.2", "bundles the Worker's script, makes the page's small"),
];

/// What tests have the page judged by. html-validate 9 is the last that runs on Node 20.
const JUDGING: &[NpmPackage] =
    &[("axe-core", "4.14.1", "knows rules of accessibility"), ("html-validate", "9.7.1", "validates HTML")];

/// The last that runs on Node 20.
const LIGHTHOUSE: &[NpmPackage] = &[("lighthouse", "12.2.3", "measures the page as a phone loads it")];

const NODE: &str = "Node 20.3 or newer with npm. Debian: nodejs npm (from version 13 on; before, nodejs of \
                    nodesource.com); Fedora: nodejs nodejs-npm; macOS: brew install node";

/// Whether `cargo install` follows the lock file that a tool was published with.
#[derive(Clone, Copy, PartialEq)]
enum Lock {
    Published,
    /// wasm-bindgen-cli was published with versions that have been withdrawn since.
    Newest,
}

/// What `trunk` needs to build the page.
pub fn for_page(tree: &Tree) -> Outcome {
    crate::rustup::target(tree, crate::rustup::WASM, "the page runs in the browser")?;
    cargo_tool(tree, "trunk", "0.21.14", Lock::Published, "builds the page, about 4 minutes")?;
    wasm_bindgen(tree)?;
    npm_tools(tree, "npm", BUILDING)
}

/// What tests have the page judged by; in `npm-tests` among the tools.
pub fn for_judging(tree: &Tree) -> Outcome {
    npm_tools(tree, "npm-tests", JUDGING)
}

/// What the task `lighthouse` needs; in `npm-lighthouse` among the tools.
pub fn for_lighthouse(tree: &Tree) -> Outcome {
    npm_tools(tree, "npm-lighthouse", LIGHTHOUSE)
}

/// What `worker-build` and wrangler need.
pub fn for_worker(tree: &Tree) -> Outcome {
    crate::rustup::target(tree, crate::rustup::WASM, "Workers run wasm")?;
    cargo_tool(tree, "worker-build", "0.8.7", Lock::Published, "builds the Worker, about 3 minutes")?;
    wasm_bindgen(tree)?;
    npm_tools(tree, "npm", BUILDING)
}

/// What fuzzing needs.
pub fn for_fuzz(tree: &Tree) -> Outcome {
    crate::rustup::nightly(tree)?;
    cargo_tool(tree, "cargo-fuzz", "0.13.2", Lock::Published, "runs the fuzz targets, about 1 minute")
}

/// Its version must be that of the library, or the page's glue does not fit its wasm.
fn wasm_bindgen(tree: &Tree) -> Outcome {
    let path = tree.at("Cargo.lock");
    let lock = fs::read_to_string(&path).map_err(at(&path))?;
    let version = locked_version(&lock, "wasm-bindgen").ok_or("Cargo.lock names no wasm-bindgen")?;
    cargo_tool(tree, "wasm-bindgen-cli", version, Lock::Newest, "joins wasm and JavaScript, about 3 minutes")
}

fn cargo_tool(tree: &Tree, name: &str, version: &str, lock: Lock, why: &str) -> Outcome {
    let listed = fs::read_to_string(tree.tool("cargo/.crates.toml")).unwrap_or_default();
    if is_installed(&listed, name, version) {
        return Ok(());
    }
    say(format_args!("set-up: {name} {version} ({why}); cargo install, once"));
    let mut command = tree.cargo(&["install", "--force", "--root"]);
    command.arg(tree.tool("cargo")).arg(format!("{name}@{version}"));
    if lock == Lock::Published {
        command.arg("--locked");
    }
    // Its objects would only fill a target directory that lives long.
    command.env_remove("CARGO_TARGET_DIR");
    run::quiet(&mut command, &format!("cargo install {name}@{version}"), &tree.log(name), LIMIT).map_err(
        |failure| {
            format!(
                "{failure}\n{name} {version} could not be built. It needs the network and a C compiler. \
             Debian: build-essential pkg-config; Fedora: gcc make pkgconf; macOS: xcode-select --install"
            )
            .into()
        },
    )
}

/// Each folder is of one purpose, because npm removes what is not named in a folder's manifest.
fn npm_tools(tree: &Tree, folder: &str, packages: &[NpmPackage]) -> Outcome {
    let folder = tree.tool(folder);
    node(tree)?;
    let missing: Vec<_> = packages
        .iter()
        .filter(|(name, version, _)| {
            let manifest = folder.join("node_modules").join(name).join("package.json");
            !fs::read_to_string(manifest)
                .is_ok_and(|text| text.contains(&format!("\"version\": \"{version}\"")))
        })
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    for (name, version, why) in &missing {
        say(format_args!("set-up: {name} {version} ({why}); npm install, once"));
    }
    fs::create_dir_all(&folder).map_err(at(&folder))?;
    let mut command = tree.command("npm");
    command.args(["install", "--no-audit", "--no-fund", "--save-exact", "--prefix"]).arg(&folder);
    command.args(packages.iter().map(|(name, version, _)| format!("{name}@{version}")));
    run::quiet(&mut command, "npm install", &tree.log("npm"), LIMIT).map_err(|failure| {
        format!("{failure}\nnpm could not install; it needs the network and {NODE}").into()
    })
}

/// That there is a Node which is new enough.
pub fn node(tree: &Tree) -> Outcome {
    let version =
        run::output(tree.command("node").arg("--version")).map_err(|_| format!("missing: {NODE}"))?;
    if node_suffices(version.trim()) {
        return Ok(());
    }
    Err(format!("Node {} is too old; needed: {NODE}", version.trim()).into())
}

fn node_suffices(version: &str) -> bool {
    let mut parts = version.trim_start_matches('v').split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    (parts.next().unwrap_or(0), parts.next().unwrap_or(0)) >= (20, 3)
}

/// Whether Cargo's own list of a `--root` has that version.
fn is_installed(listed: &str, name: &str, version: &str) -> bool {
    listed.lines().any(|line| line.starts_with(&format!("\"{name} {version} (")))
}

/// The version of a package in `Cargo.lock`.
fn locked_version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let mut lines = lock.lines().skip_while(|line| *line != format!("name = \"{package}\""));
    lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_installed_tool_is_recognised_by_its_version() {
        let listed = "[v1]\n\"trunk 0.21.14 (registry+https://example.org/index)\" = [\"trunk\"]\n";
        assert!(is_installed(listed, "trunk", "0.21.14"));
        assert!(!is_installed(listed, "trunk", "0.21.1"));
        assert!(!is_installed(listed, "runk", "0.21.14"));
    }

    #[test]
    fn the_locked_version_is_that_of_the_package_with_exactly_this_name() {
        let lock = "name = \"wasm-bindgen-macro\"\nversion = \"1.0.0\"\n\nname = \"wasm-bindgen\"\nversion = \"2.0.0\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen"), Some("2.0.0"));
        assert_eq!(locked_version(lock, "bindgen"), None);
    }

    #[test]
    fn node_from_20_3_on_suffices() {
        assert!(node_suffices("v20.3.0") && node_suffices("v22.0.1"));
        assert!(!node_suffices("v20.2.9") && !node_suffices("v18.19.0") && !node_suffices("nonsense"));
    }
}
