//! Task `bench`: how fast Headcount is, in ratios that hold on any machine, against their budgets. It measures; it
//! makes nothing faster. `docs/performance.md` has the figures and what they mean.

mod cpu;
mod load;
mod rounds;
mod serving;
mod workerd;
mod year;

use crate::args::Args;
use crate::run::Outcome;
use crate::running::Sample;
use crate::tree::Tree;
use crate::{build, packages, tools};

/// One line of the table.
struct Figure {
    what: String,
    value: f64,
    budget: f64,
    unit: &'static str,
    note: String,
}

/// Builds what is measured, measures it (or the named part alone), prints the table, fails above a budget.
pub fn bench(tree: &Tree, words: Vec<String>) -> Outcome {
    let mut args = Args::new(words);
    let part = args.word();
    args.end()?;
    if part.as_deref() == Some("year") {
        // It takes minutes and compares nothing with anything else, so it is not a part of all.
        return year::measure(tree);
    }
    packages::ensure(tree, &packages::BENCH)?;
    tools::for_worker(tree)?;
    build::all(tree)?;
    let mut figures = Vec::new();
    let measured = measure(tree, part.as_deref(), &mut figures);
    println!("{:46} {:>9} {:>9}", "", "median", "budget");
    for Figure { what, value, budget, unit, note } in &figures {
        let word = if value > budget { "  ABOVE" } else { "" };
        println!("{what:46} {value:>6.3} {unit:<2} {budget:>6.2} {unit:<2}  {note}{word}");
    }
    measured?;
    let above: Vec<&str> = figures
        .iter()
        .filter(|figure| figure.value > figure.budget)
        .map(|figure| figure.what.as_str())
        .collect();
    if above.is_empty() { Ok(()) } else { Err(format!("above budget: {}", above.join("; ")).into()) }
}

/// What was measured before something failed is shown all the same.
fn measure(tree: &Tree, part: Option<&str>, figures: &mut Vec<Figure>) -> Outcome {
    const PARTS: [&str; 3] = ["serving", "rounds", "workerd"];
    let parts = match part {
        None => PARTS.to_vec(),
        Some(part) if PARTS.contains(&part) => vec![part],
        Some(other) => {
            return Err(format!("bench has no part {other:?}; its parts: {}, year", PARTS.join(", ")).into());
        }
    };
    let sample = Sample::start(tree)?;
    for part in parts {
        match part {
            "serving" => figures.extend(serving::measure(tree, &sample)?),
            "rounds" => figures.extend(rounds::measure(tree)?),
            _ => figures.push(workerd::measure(tree, &sample)?),
        }
    }
    Ok(())
}

/// The middle one; of an even number the lower of the two. 0 of none.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_one() {
        assert!((median(vec![9.0, 1.0, 2.0]) - 2.0).abs() < f64::EPSILON);
        assert!((median(vec![4.0, 1.0]) - 1.0).abs() < f64::EPSILON);
    }
}
