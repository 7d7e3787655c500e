//! Queues whose workers come when there is work: nobody there is well while nothing waits, and down once work has
//! waited for too long (PAGE 27 and 28).
//!
//! The one exception to "no worker is down", and still an absence: nobody came for work that is there. How much waits
//! decides nothing, only whether something does.

use super::since;
use crate::expiry::{is_expired, part_at};
use crate::flag::{Flag, FlagWord};
use crate::memory::{Part, QueueFacts, Unserved};
use crate::plan::Plan;
use crate::sample::QueueNumbers;
use crate::state::State;
use crate::time::Timestamp;
use core::time::Duration;

/// Judges anew what is down since no worker is believed to be there. `patience` is how long work may wait for one.
pub fn judge(
    plan: &Plan,
    patience: Duration,
    before: Option<&Part<QueueFacts>>,
    part: &mut Part<QueueFacts>,
    now: Timestamp,
) {
    if part.state != State::Down {
        if part.state == State::Operational && part.facts.last_crew.map(|crew| crew.at) == part.observed_at {
            part.facts.unserved = None;
        }
        return;
    }
    let seen = part.observed_at.unwrap_or(now);
    let state = match waiting(&part.facts.numbers) {
        None => State::Unknown,
        Some(0) => {
            part.facts.unserved = None;
            State::Operational
        }
        Some(_) => {
            // Somebody came and went between two rounds; or so long nobody looked that somebody may have.
            let moved = Flag::is_said(&part.flags, FlagWord::MovingWithoutWorkers);
            let goes_on = |waits: &Unserved| !moved && !is_expired(waits.seen, plan.expires_after, seen);
            let since = part.facts.unserved.filter(goes_on).map_or(seen, |waits| waits.since);
            part.facts.unserved = Some(Unserved { since, seen });
            if seen.since(since) >= patience { State::Down } else { State::Operational }
        }
    };
    if state == State::Down {
        say(part, FlagWord::NobodyCame);
    } else {
        part.flags.retain(|flag| !ABOUT_ABSENCE.contains(&flag.word));
        say(part, FlagWord::ScaledToZero);
    }
    let new = Part::new(now, QueueFacts::default());
    let shown_before = part_at(plan.expires_after, before.unwrap_or(&new), now);
    part.since = since(state == shown_before.state, shown_before.since, now);
    part.state = state;
}

/// What is no remark where nobody needs to be there.
const ABOUT_ABSENCE: [FlagWord; 3] =
    [FlagWord::NoConsumer, FlagWord::NeverSeen, FlagWord::MovingWithoutWorkers];

fn say(part: &mut Part<QueueFacts>, word: FlagWord) {
    if !Flag::is_said(&part.flags, word) {
        part.flags.push(Flag::new(word));
    }
}

/// What waits for a worker now: what is ready, and what is due where that is known.
fn waiting(numbers: &QueueNumbers) -> Option<u64> {
    let ready = numbers.queue_depth.known()?;
    Some(ready.saturating_add(numbers.overdue.known().unwrap_or(0)))
}

#[cfg(test)]
#[path = "scale_to_zero_tests.rs"]
mod tests;
