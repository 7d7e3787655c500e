//! Dead letters: a notice about new ones, never a verdict (DESIGN 1.1).
//!
//! Those that are there when watching begins are the baseline, said once. A count that shrinks lowers it.

use super::line::{Line, Moment};
use super::{Notice, Rules, What};
use crate::reading::Reading;
use serde::{Deserialize, Serialize};

/// What was said of a queue's dead letters. Two witnesses may count differently, so each has its own baseline.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Letters {
    /// By Headcount itself, wherever it looked.
    #[serde(rename = "redis")]
    ours: Option<u64>,
    app: Option<u64>,
    /// How many there were when watching began, until that has been said.
    there_before: Option<u64>,
    /// At or below this many, the new ones that were told of are gone.
    floor: u64,
}

/// Goes on by one round.
pub(super) fn step(line: &mut Line, depth: Reading, rules: &Rules, moment: &Moment) -> Option<Notice> {
    let Reading::Known { value: total, source } = depth else { return None };
    let is_open = line.is_open();
    let is_first = line.letters.is_none();
    let letters = line.letters.get_or_insert_default();
    if is_first && total > 0 {
        letters.there_before = Some(total);
    }
    let baseline = if source.is_ours() { &mut letters.ours } else { &mut letters.app };
    let known = (*baseline.get_or_insert(total)).min(total);
    *baseline = Some(known);
    // Of those, no more are left than there are now.
    letters.there_before = letters.there_before.map(|n| n.min(known)).filter(|n| *n > 0);
    if moment.quiet {
        return None;
    }
    if is_open && total <= letters.floor {
        return line.close(What::Recovered, moment.now);
    }
    let new = total - known;
    if new == 0 {
        return None;
    }
    let what = What::DeadLetters { new, total, there_before: letters.there_before };
    let notice = line.say(what, moment.now, rules.dead_letter_every, moment.now)?;
    let letters = line.letters.get_or_insert_default();
    if !is_open {
        letters.floor = known;
    }
    letters.there_before = None;
    // What is said once is said of both witnesses' counts.
    letters.ours = letters.ours.map(|n| n.max(total));
    letters.app = letters.app.map(|n| n.max(total));
    Some(notice)
}
