//! Nothing but workers that sign in: a sorted set, member = worker, score = when.
//!
//! For queues that Headcount cannot read, or that have none. Beside another system it is that system's `heartbeat`.

use super::System;
use super::recipe::Recipe;
use crate::config::Form;

/// The system's row in the table.
pub(super) const SYSTEM: System = System { name: "heartbeat", recipe };

fn recipe(form: &mut Form<'_>) -> Recipe {
    // The heartbeat itself is read for every system alike.
    form.needs_heartbeat();
    Recipe::default()
}
