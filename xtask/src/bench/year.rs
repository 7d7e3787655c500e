//! A year of rounds, and days of a Worker's object, with the clock as a parameter: how large the database grows, how
//! fast it answers, what is used. `edge/tests/year` measures and holds the bounds; this runs it as it is released.

use crate::run::{self, Outcome, say};
use crate::tree::Tree;

/// Runs the year with everything that it prints.
pub fn measure(tree: &Tree) -> Outcome {
    say("a year of rounds every 15 s, and five days on Workers; this takes minutes");
    run::loud(&mut tree.cargo(&[
        "test",
        "--release",
        "--package",
        "edge",
        "--test",
        "year",
        "--",
        "--nocapture",
    ]))
}
