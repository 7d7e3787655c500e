//! Task `dist`: the binary as people download it, with what the licences ask for and a checksum.

use std::env::consts::ARCH;
use std::fs;

use crate::run::{self, Outcome, at, say};
use crate::tree::Tree;
use crate::{build, digest, packages, rustup};

/// What lies beside the binary.
const PAPERS: [&str; 3] = ["LICENSE-MIT", "LICENSE-APACHE", "README.md"];

/// Builds the page and the binary, static where this machine can, and collects everything in `target/dist/`.
pub fn dist(tree: &Tree) -> Outcome {
    build::page(tree)?;
    let binary = match static_target(tree) {
        Ok(target) => {
            say(format_args!("building the static binary for {target} (about 5 minutes the first time)"));
            let args = ["build", "--release", "--package", "edge", "--bin", "headcount", "--target", &target];
            run::loud(&mut tree.cargo(&args))?;
            tree.target().join(target).join("release/headcount")
        }
        Err(why) => {
            say(format_args!("NOT a static binary, it needs this system's C library, because: {why}"));
            build::native(tree)?;
            tree.binary()
        }
    };
    let folder = tree.at("target/dist");
    fs::create_dir_all(&folder).map_err(at(&folder))?;
    let bytes = fs::read(&binary).map_err(at(&binary))?;
    let out = folder.join("headcount");
    // Copied, not written: a copy keeps the permission to run.
    fs::copy(&binary, &out).map_err(at(&out))?;
    let sum = folder.join("headcount.sha256");
    fs::write(&sum, format!("{}  headcount\n", digest::of_bytes(&bytes))).map_err(at(&sum))?;
    for paper in PAPERS {
        let path = tree.at(paper);
        fs::copy(&path, folder.join(paper)).map_err(at(&path))?;
    }
    say(format_args!("{} ({} KB) and {}", out.display(), bytes.len() / 1000, sum.display()));
    Ok(())
}

/// The target of a static binary, once this machine can build for it; or why it cannot.
fn static_target(tree: &Tree) -> Outcome<String> {
    if !cfg!(target_os = "linux") {
        return Err("only Linux has static binaries".into());
    }
    let target = format!("{ARCH}-unknown-linux-musl");
    rustup::target(tree, &target, "a binary that needs no C library")?;
    packages::ensure(tree, &packages::MUSL)?;
    Ok(target)
}
