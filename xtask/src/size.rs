//! Task `size`: what browsers and Cloudflare receive, in bytes, against the budgets. It measures; it shrinks nothing.

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::run::{Outcome, at};
use crate::running::Sample;
use crate::tree::Tree;
use crate::{build, http, packages, sources, worker};

/// Thousands of bytes, the stricter reading of "KB".
const KB: usize = 1000;
const SCRIPT_BUDGET: usize = 90 * KB;
const WORKER_BUDGET: usize = 400 * KB;
const ANSWERS: [(&str, &str, usize); 6] = [
    ("first response of /, brotli", "/", 14 * KB),
    ("/status.json, brotli", "/status.json", 4 * KB),
    ("/flat.json, brotli", "/flat.json", 400),
    ("/embed, brotli", "/embed", 8 * KB),
    ("/headcount.js, brotli", "/headcount.js", 3 * KB),
    ("/badge.svg, brotli", "/badge.svg", KB),
];

struct Line {
    what: &'static str,
    bytes: usize,
    budget: usize,
}

/// Builds what is measured, prints the table, fails above a budget.
pub fn size(tree: &Tree) -> Outcome {
    packages::ensure(tree, &packages::SIZE)?;
    build::all(tree)?;
    let mut lines = vec![Line { what: "wasm + js, brotli", bytes: scripts(tree)?, budget: SCRIPT_BUDGET }];
    lines.extend(answers(tree)?);
    worker::build(tree, &tree.at(worker::CONFIG))?;
    lines.push(Line { what: "Worker bundle, gzip", bytes: bundle(tree)?, budget: WORKER_BUDGET });
    println!("{:32} {:>9} {:>9}", "", "bytes", "budget");
    for Line { what, bytes, budget } in &lines {
        let word = if bytes > budget { "  ABOVE" } else { "" };
        println!("{what:32} {bytes:>9} {budget:>9}{word}");
    }
    let above: Vec<&str> =
        lines.iter().filter(|line| line.bytes > line.budget).map(|line| line.what).collect();
    if above.is_empty() { Ok(()) } else { Err(format!("above budget: {}", above.join("; ")).into()) }
}

fn scripts(tree: &Tree) -> Outcome<usize> {
    let mut sum = 0;
    for file in sources::files(&tree.at("dist"))? {
        if ends_with(&file, &["wasm", "js"]) {
            sum += brotli(&fs::read(&file).map_err(at(&file))?);
        }
    }
    if sum == 0 { Err("dist/ holds neither wasm nor js".into()) } else { Ok(sum) }
}

/// What Headcount answers about a page of the size that the budgets are for.
fn answers(tree: &Tree) -> Outcome<Vec<Line>> {
    let sample = Sample::start(tree)?;
    let server = sample.serve(tree)?;
    let line = |(what, path, budget)| {
        let answer = http::get(server.address, path, "br")?;
        if answer.status != 200 {
            return Err(format!("{path} answered {}", answer.status).into());
        }
        let bytes = match answer.header("content-encoding") {
            Some("br") => answer.body.len(),
            _ => brotli(&answer.body),
        };
        Ok(Line { what, bytes, budget })
    };
    ANSWERS.into_iter().map(line).collect()
}

/// The bundle that wrangler uploads.
fn bundle(tree: &Tree) -> Outcome<usize> {
    let mut sum = 0;
    for file in sources::files(&tree.at("edge/build"))? {
        if ends_with(&file, &["wasm", "js", "mjs"]) {
            sum += gzip(&fs::read(&file).map_err(at(&file))?)?;
        }
    }
    Ok(sum)
}

fn ends_with(file: &Path, ends: &[&str]) -> bool {
    file.extension().is_some_and(|end| ends.iter().any(|&known| end == known))
}

fn brotli(bytes: &[u8]) -> usize {
    let mut packed = Vec::new();
    let settings = brotli::enc::BrotliEncoderParams { quality: 11, ..Default::default() };
    // Reading from and writing to memory does not fail.
    let _ = brotli::BrotliCompress(&mut &*bytes, &mut packed, &settings);
    packed.len()
}

fn gzip(bytes: &[u8]) -> Outcome<usize> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(bytes).map_err(|error| error.to_string())?;
    Ok(packer.finish().map_err(|error| error.to_string())?.len())
}
