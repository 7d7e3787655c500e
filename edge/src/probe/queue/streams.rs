//! Redis streams with a consumer group: home-made queues, and what Symfony and taskiq have in common.
//!
//! A stream has no registry of workers: they are counted by a heartbeat, or on servers from 7.2 on by the last time
//! somebody polled. Entries are never read.

use super::System;
use super::recipe::{Group, Number, Numbers, QueueRecipe, Queues, Recipe, Source, Unit};
use crate::config::Form;

/// The system's row in the table.
pub(super) const SYSTEM: System = System { name: "streams", recipe };

fn recipe(form: &mut Form<'_>) -> Recipe {
    let streams = form.streams(None);
    let group = form.required_text("group", "group = \"workers\"").unwrap_or_default();
    let deletes_on_ack = form.boolean("delete_after_ack", false);
    let failed = form.optional("failed");
    let delayed = form.optional("delayed");
    let unit = form.unit("delayed_unit").unwrap_or(Unit::Millis);
    let recipe = of_streams(form, streams, &group, deletes_on_ack);
    Recipe {
        shared: Numbers {
            delayed: delayed.clone().map_or(Number::NotOffered, Number::Zcard),
            overdue: delayed.map_or(Number::NotOffered, |key| Number::due(key, unit)),
            ..dead_letters(failed)
        },
        ..recipe
    }
}

/// The stream of dead letters, if there is one.
pub(super) fn dead_letters(failed: Option<String>) -> Numbers {
    Numbers { failed: failed.map_or(Number::NotOffered, Number::Xlen), ..Numbers::default() }
}

/// One crew that serves these streams.
pub(super) fn of_streams(
    form: &mut Form<'_>,
    streams: Vec<String>,
    group: &str,
    deletes_on_ack: bool,
) -> Recipe {
    let queue = |stream: &String| {
        let group = Group { stream: stream.clone(), group: group.to_owned(), deletes_on_ack };
        QueueRecipe {
            name: stream.clone(),
            numbers: Numbers {
                depth: Number::Waiting(group.clone()),
                in_flight: Number::Pending(group.clone()),
                ..Numbers::default()
            },
            position: Some(group),
            ..QueueRecipe::default()
        }
    };
    Recipe {
        queues: Queues::Named(streams.iter().map(queue).collect()),
        workers: vec![Source::PollIdle { streams, group: group.to_owned(), window: form.window() }],
        ..Recipe::default()
    }
}
