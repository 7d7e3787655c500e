//! Task `lighthouse`: what Lighthouse says of the page of the budgets, as a phone loads it from the native server. Not a
//! part of `test`: a machine that does something else meanwhile is no phone.

use std::fs;
use std::time::Duration;

use crate::run::{self, Outcome, at};
use crate::running::{Folder, Sample};
use crate::tree::Tree;
use crate::{build, packages, tools};

/// Each of the four is at least this, of 100.
const LEAST: u32 = 98;

/// One run takes some 20 seconds.
const LIMIT: Duration = Duration::from_mins(5);

/// Prints `NAME SCORE` a line, then what cost points.
const SCORES: &str = "
const report = JSON.parse(require('fs').readFileSync(process.argv[1]));
for (const { id, score } of Object.values(report.categories)) console.log(id, Math.round(score * 100));
for (const audit of Object.values(report.audits))
    if (audit.score !== null && audit.score < 0.9) console.log('-', audit.id, audit.score, audit.displayValue ?? '');
";

/// Builds the page, asks Lighthouse about it, prints the four scores, and fails if one is too low.
pub fn lighthouse(tree: &Tree) -> Outcome {
    packages::ensure(tree, &packages::LOOKS)?;
    packages::ensure(tree, &packages::SIZE)?;
    tools::for_lighthouse(tree)?;
    build::all(tree)?;
    let sample = Sample::start(tree)?;
    let server = sample.serve(tree)?;
    let folder = Folder::new("lighthouse")?;
    let report = folder.0.join("report.json");
    let mut command = tree.command(tree.tool("npm-lighthouse/node_modules/.bin/lighthouse"));
    command.arg(format!("http://{}/", server.address)).args(["--output=json", "--quiet"]);
    command.args(["--form-factor=mobile", "--chrome-flags=--headless --no-sandbox --disable-gpu"]);
    command.args(["--only-categories=performance,accessibility,best-practices,seo"]);
    command.arg(format!("--output-path={}", report.display()));
    run::quiet(&mut command, "lighthouse", &tree.log("lighthouse"), LIMIT)?;
    let kept = tree.log("lighthouse-report").with_extension("json");
    fs::copy(&report, &kept).map_err(at(&kept))?;
    let text = run::output(tree.command("node").args(["-e", SCORES]).arg(&report))?;
    print!("{text}");
    let low = too_low(&text);
    if low.is_empty() {
        Ok(())
    } else {
        Err(format!("below {LEAST}: {} (the whole report: {})", low.join(", "), kept.display()).into())
    }
}

/// Names of categories with too few points; one that is not there has none.
fn too_low(scores: &str) -> Vec<&'static str> {
    let points = |name: &str| {
        let line = scores.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.and_then(|points| points.trim().parse::<u32>().ok()).unwrap_or(0)
    };
    let four = ["performance", "accessibility", "best-practices", "seo"];
    four.into_iter().filter(|name| points(name) < LEAST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_category_that_is_low_or_missing_is_named() {
        assert!(too_low("performance 98\naccessibility 100\nbest-practices 100\nseo 100\n").is_empty());
        assert_eq!(
            too_low("performance 97\naccessibility 100\n- seo 100\n"),
            ["performance", "best-practices", "seo"]
        );
    }
}
