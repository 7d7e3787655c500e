//! Asking: health documents over HTTP, queues in Redis, in RabbitMQ and in SQL databases, each round on fresh connections.
//!
//! Not judging: what comes out is a `shared::sample::Round`. No runtime is named here; hosts bring the ports.

pub mod doctrine;
pub mod health;
pub mod neighbours;
pub mod queue;
pub mod rabbitmq;
pub mod redis;
pub mod round;

/// The names of all queue systems, in the order of `docs/systems.md`.
pub fn systems() -> impl Iterator<Item = &'static str> {
    queue::SYSTEMS.iter().map(|system| system.name).chain([rabbitmq::NAME, doctrine::NAME])
}
