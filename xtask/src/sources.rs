//! The files of the work tree, without what builds put there. It reads no contents.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{Outcome, at};

/// Folders that builds, package managers and fuzzers fill.
const MADE: [&str; 5] = ["target", "dist", "node_modules", "corpus", "artifacts"];

/// All files below `start` (or `start` itself, if it is one), in the order of their paths.
pub fn files(start: &Path) -> Outcome<Vec<PathBuf>> {
    if start.is_file() {
        return Ok(vec![start.to_owned()]);
    }
    let mut found = Vec::new();
    collect(start, &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> Outcome {
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let entry = entry.map_err(at(folder))?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let path = entry.path();
        if !path.is_dir() {
            found.push(path);
        } else if !name.starts_with('.') && !MADE.contains(&name.as_ref()) {
            collect(&path, found)?;
        }
    }
    Ok(())
}
