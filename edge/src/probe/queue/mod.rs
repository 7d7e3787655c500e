//! Queue systems on Redis: one file each, and the table of them.
//!
//! A system reads its settings and gives a `Recipe`; `read` turns any recipe into commands and their replies into
//! numbers. Not connecting: `round` does that.

mod apalis;
mod arq;
mod asynq;
mod bee_queue;
mod bullmq;
mod celery;
pub mod command;
mod dramatiq;
mod heartbeat;
mod horizon;
mod huey;
mod laravel;
mod lists;
pub mod read;
pub mod recipe;
mod resque;
mod rq;
mod saq;
mod sidekiq;
mod streams;
mod symfony;
mod taskiq;

pub use command::{Command, ReplySize};

use crate::config::Form;
use recipe::Recipe;

/// A queue system.
#[derive(Debug)]
pub struct System {
    /// Its name in the configuration.
    pub name: &'static str,
    /// Reads what this system knows of `[[service.queue]]`, and says what to read in Redis.
    pub recipe: fn(&mut Form<'_>) -> Recipe,
}

/// Every system there is, in the order of `docs/systems.md`.
pub static SYSTEMS: &[System] = &[
    heartbeat::SYSTEM,
    streams::SYSTEM,
    symfony::SYSTEM,
    sidekiq::SYSTEM,
    bullmq::SYSTEM,
    rq::SYSTEM,
    celery::SYSTEM,
    laravel::SYSTEM,
    horizon::SYSTEM,
    lists::SYSTEM,
    resque::SYSTEM,
    asynq::SYSTEM,
    saq::SYSTEM,
    dramatiq::SYSTEM,
    arq::SYSTEM,
    apalis::SYSTEM,
    huey::SYSTEM,
    bee_queue::SYSTEM,
    taskiq::SYSTEM,
];

#[cfg(test)]
#[cfg(unix)]
mod bad_input_tests;
#[cfg(test)]
mod case;
#[cfg(test)]
#[cfg(unix)]
mod real_presets_tests;
#[cfg(test)]
#[cfg(unix)]
mod real_tests;
#[cfg(test)]
mod systems_tests;
#[cfg(test)]
pub(crate) mod testkit;
#[cfg(test)]
#[cfg(unix)]
mod values_real_tests;
