//! RQ: a set of workers with a record each, a list for each queue, and sorted sets of what is in hand, failed or
//! scheduled.
//!
//! The traps: sets of workers do not shrink when workers are killed; a job that outlives its worker re-creates the
//! worker's record without a beat and without an end; an idle worker beats every seven minutes only, but listens to a
//! channel of its own; failed jobs stay in their set beyond their time until somebody cleans up.

use super::System;
use super::recipe::{
    Alive, EACH, End, Ids, Kept, Number, Numbers, Oldest, Paused, QueueRecipe, Queues, Recipe, Record,
    Records, Source, Time, Unit,
};
use crate::config::Form;
use core::ops::RangeInclusive;
use core::time::Duration;

/// The system's row in the table.
pub(super) const SYSTEM: System = System { name: "rq", recipe };

/// RQ's own default.
const WORKER_TTL: Duration = Duration::from_mins(7);
const WORKER_TTLS: RangeInclusive<Duration> = Duration::from_secs(1)..=Duration::from_hours(24);

/// An idle worker's record outlives its last beat by so much more than its time to live.
const GRACE: Duration = Duration::from_mins(1);

/// A busy worker's record outlives its last beat by so much, whatever its time to live.
const WHILE_BUSY: Duration = Duration::from_secs(90);

fn recipe(form: &mut Form<'_>) -> Recipe {
    let prefix = form.text("prefix", "rq");
    let names = form.names("queues");
    let ttl = form.duration("worker_ttl", &WORKER_TTLS, WORKER_TTL);
    let window = form.given_window();
    let key = |name: &str| format!("{prefix}:{name}");
    // Workers of other queues are no help to these.
    let kept = match names.as_slice() {
        [] => Kept::Set(key("workers")),
        names => Kept::Sets(names.iter().map(|name| key(&format!("workers:{name}"))).collect()),
    };
    let ids = Ids { kept, prefix: key("worker:"), ..Ids::set(String::new()) };
    let queues = Ids { prefix: key("queue:"), ..Ids::set(key("queues")) };
    Recipe {
        workers: vec![Source::Records(Records {
            ids,
            record: Record::Hash(key(&format!("worker:{EACH}")), "last_heartbeat", Time::Iso),
            alive: window.map_or(Alive::WhileThere(WHILE_BUSY.max(ttl + GRACE)), Alive::Within),
            subscribed: Some(key(&format!("pubsub:{EACH}"))),
            quiet: Some(("state", "suspended")),
            in_hand: None,
            stands_for: None,
        })],
        queues: Queues::named_or_found(&names, queues, |name| queue(&prefix, name)),
        ..Recipe::default()
    }
}

fn queue(prefix: &str, name: &str) -> QueueRecipe {
    let key = |kind: &str| format!("{prefix}:{kind}:{name}");
    QueueRecipe {
        name: name.to_owned(),
        numbers: Numbers {
            depth: Number::Llen(key("queue")),
            // The score is when the record of the failure ends.
            failed: Number::later(key("failed"), Unit::Seconds),
            in_flight: Number::Sum(vec![
                Number::Zcard(key("wip")),
                Number::Llen(format!("{}:intermediate", key("queue"))),
            ]),
            delayed: Number::Zcard(key("scheduled")),
            overdue: Number::due(key("scheduled"), Unit::Seconds),
        },
        oldest: Oldest::ById {
            list: key("queue"),
            end: End::Head,
            record: format!("{prefix}:job:{EACH}"),
            field: "enqueued_at",
            time: Time::Iso,
        },
        paused: vec![Paused::Exists(format!("{prefix}:suspended"))],
        position: None,
    }
}

#[cfg(test)]
#[path = "rq_tests.rs"]
mod tests;
