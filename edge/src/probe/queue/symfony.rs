//! Symfony Messenger on Redis streams: `<stream>` with a consumer group, `<stream>__queue` for what waits for its
//! time, and another stream for dead letters.
//!
//! It has no registry of workers (all share one consumer name): they are counted by the heartbeat that the
//! application writes; without one, on servers from 7.2 on, by the last time somebody polled. Payloads are never
//! read.

use super::recipe::{Number, Queues, Recipe, Unit};
use super::{System, streams};
use crate::config::Form;

/// The system's row in the table.
pub(super) const SYSTEM: System = System { name: "symfony", recipe };

/// What the file says, else what the address says, else Symfony's own defaults.
fn recipe(form: &mut Form<'_>) -> Recipe {
    let (stream, group, deletes) = form.messenger();
    let names = form.streams(Some(stream.as_deref().unwrap_or("messages")));
    let group = form.text("group", group.as_deref().unwrap_or("symfony"));
    // An empty text says that there is no failure transport.
    let failed = form.text_or_empty("failed", "failed");
    let deletes_on_ack = form.boolean("delete_after_ack", deletes.unwrap_or(true));
    let mut recipe = streams::of_streams(form, names, &group, deletes_on_ack);
    recipe.shared = streams::dead_letters(Some(failed).filter(|name| !name.is_empty()));
    if let Queues::Named(queues) = &mut recipe.queues {
        for queue in queues {
            let later = format!("{}__queue", queue.name);
            queue.numbers.delayed = Number::Zcard(later.clone());
            queue.numbers.overdue = Number::due(later, Unit::Millis);
        }
    }
    recipe
}

#[cfg(test)]
#[path = "symfony_tests.rs"]
mod tests;
