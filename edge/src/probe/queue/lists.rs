//! Queues of one's own making: lists, sorted sets, sets and hashes by name.
//!
//! Nothing is known of who works on them but by a heartbeat; nothing of how old messages are.

use super::System;
use super::recipe::{Number, Numbers, QueueRecipe, Queues, Recipe};
use crate::config::Form;

/// The system's row in the table.
pub(super) const SYSTEM: System = System { name: "lists", recipe };

/// What a key can be. A sorted set has Redis's own short name.
const KINDS: [&str; 4] = ["list", "zset", "set", "hash"];

fn recipe(form: &mut Form<'_>) -> Recipe {
    let waiting = form.required_names("waiting", "waiting = [\"jobs\"]");
    let size = kind(form, "waiting_kind");
    let queue = |key: &String| QueueRecipe {
        name: key.clone(),
        numbers: Numbers { depth: size(key.clone()), ..Numbers::default() },
        ..QueueRecipe::default()
    };
    let queues = Queues::Named(waiting.iter().map(queue).collect());
    let in_flight = several(form, "in_flight", "in_flight_kind");
    let failed = several(form, "failed", "failed_kind");
    let delayed = form.names("delayed");
    let unit = form.unit("delayed_unit");
    let of_delayed = |number: &dyn Fn(String) -> Number| sum(&delayed, number);
    let numbers = Numbers {
        depth: Number::NotOffered,
        failed,
        in_flight,
        delayed: of_delayed(&Number::Zcard),
        // Without the unit nobody knows whose time has come.
        overdue: unit.map_or(Number::NotOffered, |unit| of_delayed(&|key: String| Number::due(key, unit))),
    };
    Recipe { shared: numbers, queues, ..Recipe::default() }
}

/// How many are in these keys together; not offered where there are none.
fn several(form: &mut Form<'_>, keys: &'static str, kind_key: &'static str) -> Number {
    let names = form.names(keys);
    let size = kind(form, kind_key);
    sum(&names, &size)
}

fn sum(keys: &[String], size: &dyn Fn(String) -> Number) -> Number {
    match keys {
        [] => Number::NotOffered,
        keys => Number::Sum(keys.iter().cloned().map(size).collect()),
    }
}

/// How many a key of this kind holds; a list unless the file says otherwise.
fn kind(form: &mut Form<'_>, key: &'static str) -> fn(String) -> Number {
    match form.word(key, "a kind of key", &KINDS) {
        Some("zset") => Number::Zcard,
        Some("set") => Number::Scard,
        Some("hash") => Number::Hlen,
        _ => Number::Llen,
    }
}

#[cfg(test)]
#[path = "lists_tests.rs"]
mod tests;
