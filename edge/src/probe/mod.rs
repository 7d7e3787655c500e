//! Asking: health documents over HTTP and queues in Redis, each round on fresh connections.
//!
//! Not judging: what comes out is a `shared::sample::Round`. No runtime is named here; hosts bring the ports.

pub mod elsewhere;
pub mod health;
pub mod queue;
pub mod redis;
pub mod round;
