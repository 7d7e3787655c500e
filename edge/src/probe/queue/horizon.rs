//! Laravel Horizon: Laravel's queues, and supervisors with a record each that says how many worker processes they
//! have.
//!
//! The traps: the set of supervisors does not shrink when they are killed, their records end 30 s after the last
//! beat; supervisors that are paused still beat. The scores of failed jobs are negative, so that they are counted
//! whatever their scores.

use super::recipe::{Alive, EACH, Ids, Number, Numbers, Recipe, Record, Records, Source};
use super::{System, laravel};
use crate::config::Form;
use core::time::Duration;

/// The system's row in the table.
pub(super) const SYSTEM: System = System { name: "horizon", recipe };

/// A supervisor's record outlives its last beat by so much.
const TTL: Duration = Duration::from_secs(30);

fn recipe(form: &mut Form<'_>) -> Recipe {
    let own = form.text_or_empty("horizon_prefix", "laravel_horizon:");
    let window = form.given_window();
    let supervisors = Records {
        ids: Ids::sorted(format!("{own}supervisors")),
        record: Record::Scored(format!("{own}supervisor:{EACH}")),
        alive: window.map_or(Alive::WhileThere(TTL), Alive::Within),
        subscribed: None,
        quiet: Some(("status", "paused")),
        in_hand: None,
        stands_for: Some("processes"),
    };
    Recipe {
        workers: vec![Source::Records(supervisors)],
        shared: Numbers { failed: Number::Zcard(format!("{own}failed_jobs")), ..Numbers::default() },
        queues: laravel::queues(form, &["pushedAt"]),
        ..Recipe::default()
    }
}

#[cfg(test)]
#[path = "horizon_tests.rs"]
mod tests;
