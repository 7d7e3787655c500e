//! Sidekiq 6 to 8, and others that keep its keys: a set of processes with a record each, a list for each queue, and
//! one sorted set each for what is dead, to be retried, or scheduled.
//!
//! The traps: `processes` does not shrink when a process is killed, its record goes after 60 s by itself; the dead
//! are trimmed to 10,000; a job that a killed process had in hand is gone.

use super::System;
use super::recipe::{
    Alive, End, Ids, Number, Numbers, Oldest, Paused, QueueRecipe, Queues, Recipe, Record, Records, Source,
    Time, Unit,
};
use crate::config::Form;
use core::time::Duration;

/// The system's row in the table.
pub(super) const SYSTEM: System = System { name: "sidekiq", recipe };

/// A process's record outlives its last beat by so much.
const TTL: Duration = Duration::from_mins(1);

/// Sidekiq's own limit of dead jobs, unless somebody has raised it.
const MOST_DEAD: u64 = 10_000;

fn recipe(form: &mut Form<'_>) -> Recipe {
    let prefix = form.text_or_empty("prefix", "");
    let names = form.names("queues");
    let looks_inside = form.boolean("oldest_from_messages", false);
    let window = form.given_window();
    let key = |name: &str| format!("{prefix}{name}");
    let queue = |name: &str| QueueRecipe {
        name: name.to_owned(),
        numbers: Numbers { depth: Number::Llen(key(&format!("queue:{name}"))), ..Numbers::default() },
        oldest: if looks_inside {
            Oldest::InMessage {
                list: key(&format!("queue:{name}")),
                end: End::Tail,
                fetch: Vec::new(),
                path: &["enqueued_at"],
                time: Time::SecondsOrMillis, // milliseconds from version 8 on
            }
        } else {
            Oldest::NotOffered
        },
        paused: vec![Paused::Member(key("paused"), name.to_owned())], // only the paid versions can
        position: None,
    };
    let sum = |of: fn(String) -> Number| Number::Sum(vec![of(key("retry")), of(key("schedule"))]);
    Recipe {
        workers: vec![Source::Records(Records {
            // `host:pid:nonce`: no prefix of its own, so that the rights to read it are wide.
            ids: Ids { shape: "*:[0-9]*:*", ..Ids::set(key("processes")) },
            record: Record::Hash(key(super::recipe::EACH), "beat", Time::SecondsOrMillis),
            alive: window.map_or(Alive::WhileThere(TTL), Alive::Within),
            subscribed: None,
            quiet: Some(("quiet", "true")),
            in_hand: Some("busy"),
            stands_for: None,
        })],
        shared: Numbers {
            failed: Number::Zcard(key("dead")),
            delayed: sum(Number::Zcard),
            overdue: sum(|key| Number::due(key, Unit::Seconds)),
            ..Numbers::default()
        },
        failed_cap: Some(MOST_DEAD),
        queues: Queues::named_or_found(&names, Ids::set(key("queues")), queue),
        heartbeat: None,
    }
}

#[cfg(test)]
#[path = "sidekiq_tests.rs"]
mod tests;
