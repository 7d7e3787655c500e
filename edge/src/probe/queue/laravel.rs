//! Laravel's queues on Redis: a list for each queue, and sorted sets of what is delayed and what is in hand.
//!
//! Its workers leave nothing in Redis: who lives is known by a heartbeat only, or by Horizon, a system of its own
//! here. Failed jobs are in a table of the application's SQL database.

use super::System;
use super::recipe::{End, Number, Numbers, Oldest, QueueRecipe, Queues, Recipe, Time, Unit};
use crate::config::Form;

/// The system's row in the table.
pub(super) const SYSTEM: System = System { name: "laravel", recipe };

fn recipe(form: &mut Form<'_>) -> Recipe {
    Recipe { queues: queues(form, &["createdAt"]), ..Recipe::default() }
}

/// The queues; `since` is the path in a message to the time when it was sent.
pub(super) fn queues(form: &mut Form<'_>, since: &'static [&'static str]) -> Queues {
    // Made of the application's name: a wrong guess would read nothing and call it empty.
    let prefix = form.required_text_or_empty("prefix", "prefix = \"laravel_database_\"");
    let names = form.names_or("queues", "default");
    let looks_inside = form.boolean("oldest_from_messages", false);
    let queue = |name: &String| {
        let list = format!("{prefix}queues:{name}");
        let delayed = format!("{list}:delayed");
        QueueRecipe {
            name: name.clone(),
            numbers: Numbers {
                depth: Number::Llen(list.clone()),
                in_flight: Number::Zcard(format!("{list}:reserved")),
                delayed: Number::Zcard(delayed.clone()),
                overdue: Number::due(delayed, Unit::Seconds),
                failed: Number::NotOffered,
            },
            oldest: if looks_inside {
                Oldest::InMessage {
                    list,
                    end: End::Head,
                    fetch: Vec::new(),
                    path: since,
                    time: Time::SecondsOrMillis,
                }
            } else {
                Oldest::NotOffered
            },
            ..QueueRecipe::default()
        }
    };
    Queues::Named(names.iter().map(queue).collect())
}

#[cfg(test)]
#[path = "laravel_tests.rs"]
mod tests;
