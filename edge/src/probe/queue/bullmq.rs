//! BullMQ 3 to 6 and Bull 3 and 4: lists and sorted sets for each queue, and workers whose connections have its name.
//!
//! The keys of all versions can be read together, since those that a version does not have are empty: BullMQ from 4
//! on keeps prioritized jobs apart, Bull lists them twice and only the list counts; up to BullMQ 5 pausing moves jobs
//! to a list of their own. The traps: up to BullMQ 4 the end of the list may be a mark that is no job; Bull 3 names
//! three connections of a worker alike.

use super::System;
use super::recipe::{
    ClientName, Clients, EACH, End, Number, Numbers, Oldest, Paused, QueueRecipe, Queues, Recipe, Source,
    Time, Unit,
};
use crate::config::Form;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The system's row in the table.
pub(super) const SYSTEM: System = System { name: "bullmq", recipe };

/// The mark begins so, and no job's id does: BullMQ refuses it.
const MARK: &str = "0:";

fn recipe(form: &mut Form<'_>) -> Recipe {
    let prefix = form.text("prefix", "bull");
    let names = form.required_names("queues", "queues = [\"mail\"]");
    // Redis takes no other characters in a connection's name: there, workers have none.
    let can_be_named = prefix.chars().all(|c| c.is_ascii_graphic());
    let counted = names.iter().filter(|_| can_be_named);
    Recipe {
        workers: counted.map(|name| Source::Clients(workers(&prefix, name))).collect(),
        queues: Queues::Named(names.iter().map(|name| queue(&prefix, name)).collect()),
        ..Recipe::default()
    }
}

/// The blocking connection of each worker; in Bull 3 its other connections have the name too, one of which listens.
/// The last command does not tell which is which elsewhere: a worker with much to do does not block at all.
fn workers(prefix: &str, queue: &str) -> Clients {
    let name = format!("{prefix}:{}", STANDARD.encode(queue));
    let own_name = ClientName::StartsWith(format!("{name}:w:"));
    Clients {
        names: vec![ClientName::Is(name), own_name],
        commands: &[],
        same_db: true,
        waits_with: &["brpoplpush", "bzpopmin"],
    }
}

fn queue(prefix: &str, name: &str) -> QueueRecipe {
    let key = |part: &str| format!("{prefix}:{name}:{part}");
    let mark = |list: &str| Number::TailBegins(key(list), MARK);
    let oldest = |part: &str, end| Oldest::ById {
        list: key(part),
        end,
        record: key(EACH),
        field: "timestamp",
        time: Time::In(Unit::Millis),
    };
    QueueRecipe {
        name: name.to_owned(),
        numbers: Numbers {
            depth: Number::Minus(
                Box::new(Number::Sum(vec![
                    Number::Llen(key("wait")),
                    Number::Llen(key("paused")),
                    Number::Zcard(key("prioritized")),
                ])),
                Box::new(Number::Sum(vec![mark("wait"), mark("paused")])),
            ),
            failed: Number::Zcard(key("failed")),
            in_flight: Number::Llen(key("active")),
            delayed: Number::Zcard(key("delayed")),
            overdue: Number::due(key("delayed"), Unit::Bull),
        },
        // Of the prioritized the one that is next: the oldest of the most urgent.
        oldest: Oldest::Eldest(vec![
            oldest("wait", End::TailBut(MARK)),
            oldest("paused", End::TailBut(MARK)),
            oldest("prioritized", End::Lowest),
        ]),
        paused: vec![Paused::Field(key("meta"), "paused"), Paused::Exists(key("meta-paused"))],
        position: None,
    }
}

#[cfg(test)]
#[path = "bullmq_tests.rs"]
mod tests;
