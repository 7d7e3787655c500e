//! Celery on Redis: a list for each queue and priority, a hash of what was delivered, and workers that wait for
//! messages on a connection each.
//!
//! The traps: its registry of workers does not shrink; what was delivered is what workers hold, for later too, and
//! without `acks_late` not what they are doing; there are no dead letters.

use super::System;
use super::recipe::{ClientName, Clients, Number, Numbers, QueueRecipe, Queues, Recipe, Source};
use crate::config::Form;

/// The system's row in the table.
pub(super) const SYSTEM: System = System { name: "celery", recipe };

/// Between a queue's name and a priority.
const SEPARATOR: &str = "\u{6}\u{16}";

/// Whatever the steps are, priorities go no further; 0 has no list of its own.
const PRIORITIES: core::ops::RangeInclusive<u8> = 1..=9;

fn recipe(form: &mut Form<'_>) -> Recipe {
    let prefix = form.text_or_empty("prefix", "");
    let names = form.names_or("queues", "celery");
    let separator = form.text("separator", SEPARATOR);
    let client = form.optional("client_name");
    let queue = |name: &String| {
        let list = format!("{prefix}{name}");
        let urgent = PRIORITIES.map(|step| Number::Llen(format!("{list}{separator}{step}")));
        QueueRecipe {
            name: name.clone(),
            numbers: Numbers {
                depth: Number::Sum(core::iter::once(Number::Llen(list.clone())).chain(urgent).collect()),
                ..Numbers::default()
            },
            ..QueueRecipe::default()
        }
    };
    Recipe {
        workers: vec![Source::Clients(Clients {
            names: client.map(ClientName::Is).into_iter().collect(),
            commands: &["brpop"],
            same_db: true,
            ..Clients::default()
        })],
        shared: Numbers { in_flight: Number::Hlen(format!("{prefix}unacked")), ..Numbers::default() },
        queues: Queues::Named(names.iter().map(queue).collect()),
        ..Recipe::default()
    }
}

#[cfg(test)]
#[path = "celery_tests.rs"]
mod tests;
