//! A round's time against its slowest probe, for ever more targets: nothing may wait for its neighbour.

use std::thread;
use std::time::{Duration, Instant};

use super::{Figure, median};
use crate::app;
use crate::http;
use crate::run::{Outcome, say};
use crate::running::{Folder, Headcount};
use crate::tree::Tree;

/// The slowest probe and 5 %.
const BUDGET: f64 = 1.05;
const TARGETS: [usize; 4] = [1, 10, 100, 1000];
/// Rounds that are looked at.
const ROUNDS: usize = 5;
/// How long every target takes for its answer.
const DELAY: Duration = Duration::from_millis(300);
/// A listener's queue in std holds 128 connections; what does not fit would come back a second later.
const TARGETS_PER_PORT: usize = 100;
/// Six rounds and more.
const LIMIT: Duration = Duration::from_secs(40);
const DOCUMENT: &str = r#"{"status":"ok","deps":{}}"#;
const TOKEN: &str = "open-sesame-and-close";

/// Measures every number of targets.
pub fn measure(tree: &Tree) -> Outcome<Vec<Figure>> {
    let folder = Folder::new("rounds")?;
    TARGETS.map(|targets| with_targets(tree, &folder, targets)).into_iter().collect()
}

fn with_targets(tree: &Tree, folder: &Folder, targets: usize) -> Outcome<Figure> {
    say(format_args!("{ROUNDS} rounds over {targets} targets that take {} ms", DELAY.as_millis()));
    let config = folder.write("headcount.toml", config(targets)?)?;
    let headcount = Headcount::start(tree, &config, &[])?;
    let start = Instant::now();
    let mut seen: Vec<Round> = Vec::new();
    while seen.len() < ROUNDS {
        if start.elapsed() > LIMIT {
            return Err(
                format!("{} rounds over {targets} targets in {} s", seen.len(), LIMIT.as_secs()).into()
            );
        }
        let answer = http::get_as(headcount.address, "/ops.json", "identity", Some(TOKEN))?;
        let round = Round::read(&String::from_utf8_lossy(&answer.body), targets)?;
        if seen.last().is_none_or(|last| last.checked_at != round.checked_at) {
            seen.push(round);
        }
        thread::sleep(Duration::from_secs(1));
    }
    let took = median(seen.iter().map(|round| round.took).collect());
    let slowest = median(seen.iter().map(|round| round.slowest).collect());
    Ok(Figure {
        what: format!("round against slowest probe, {targets} targets"),
        value: median(seen.iter().map(|round| round.took / round.slowest).collect()),
        budget: BUDGET,
        unit: "×",
        note: format!("{took:.0} ms against {slowest:.0} ms"),
    })
}

fn config(targets: usize) -> Outcome<String> {
    let mut text = format!("[page]\ntitle = \"Rounds\"\nevery = \"5s\"\nadmin_token = \"{TOKEN}\"\n");
    let ports = app::start(DOCUMENT, DELAY, targets.div_ceil(TARGETS_PER_PORT))?;
    let addresses = ports.iter().flat_map(|address| [address; TARGETS_PER_PORT]);
    for (number, address) in addresses.take(targets).enumerate() {
        let service = format!(
            "[[service]]\nid = \"s{number}\"\n\
             [service.health]\nurl = \"http://{address}/\"\nformat = \"adr075\"\ntimeout = \"3s\"\n"
        );
        text.push_str(&service);
    }
    Ok(text)
}

/// What `/ops.json` says of one round. Milliseconds.
struct Round {
    checked_at: String,
    took: f64,
    slowest: f64,
}

impl Round {
    fn read(document: &str, targets: usize) -> Outcome<Self> {
        let probes: Vec<f64> = numbers(document, "\"took_ms\":").collect();
        let answered = document.matches("\"verdict\":\"operational\"").count();
        // The page's own verdict is one of them.
        if probes.len() != targets || answered != targets + 1 {
            return Err(format!(
                "{answered} of {targets} targets and the page are operational: nothing to compare"
            )
            .into());
        }
        let checked_at = document.split_once("\"checked_at\":").and_then(|(_, rest)| rest.split_once(','));
        let took = numbers(document, "\"round_ms\":").next();
        match (checked_at, took) {
            (Some((checked_at, _)), Some(took)) => Ok(Self {
                checked_at: checked_at.to_owned(),
                took,
                slowest: probes.into_iter().fold(1.0, f64::max),
            }),
            _ => Err("/ops.json has neither checked_at nor round_ms".into()),
        }
    }
}

/// The numbers after every appearance of a key.
fn numbers<'a>(document: &'a str, key: &'a str) -> impl Iterator<Item = f64> + 'a {
    document.split(key).skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest.get(..end)?.parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_is_compared_with_the_slowest_of_its_probes() {
        let document = r#"{"verdict":"operational","checked_at":"2026-11-30T14:00:03Z","round_ms":310,"services":[
            {"verdict":"operational","health":{"took_ms":301}},{"verdict":"operational","health":{"took_ms":305}}]}"#;
        let round = Round::read(document, 2).unwrap();
        assert_eq!((round.took, round.slowest), (310.0, 305.0));
        assert!(Round::read(document, 3).is_err());
    }
}
