//! Task `shots`: a picture of every state in every theme and width, in shots/, which git ignores. They are looked at by a
//! person; it compares nothing.

use std::fs;

use crate::args::Args;
use crate::run::{self, Outcome, at, say};
use crate::tree::Tree;
use crate::{build, packages};

/// Builds what is shown, and takes the pictures; with a word, those alone whose names hold it.
pub fn shots(tree: &Tree, words: Vec<String>) -> Outcome {
    let mut args = Args::new(words);
    let only = args.word();
    args.end()?;
    packages::ensure(tree, &packages::LOOKS)?;
    build::all(tree)?;
    let folder = tree.at("shots");
    if folder.is_dir() {
        fs::remove_dir_all(&folder).map_err(at(&folder))?;
    }
    say("taking pictures, about a minute");
    let mut camera = tree.cargo(&["run", "--quiet", "--package", "tests", "--example", "shots", "--"]);
    camera.arg(&folder).args(only).env("HEADCOUNT_BIN", tree.binary());
    run::loud(&mut camera)?;
    let taken = fs::read_dir(&folder).map_err(at(&folder))?.count();
    say(format_args!("{taken} pictures are in {}", folder.display()));
    Ok(())
}
