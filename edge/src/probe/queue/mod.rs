//! Queue systems on Redis: one file each, and the table of them.
//!
//! Not connecting: a system says which commands it sends and reads their replies.

use super::redis::reply::Reply;
use crate::config::QueueKeys;
use core::time::Duration;
use shared::sample::{Basis, QueueSample};
use shared::time::Timestamp;

/// A queue system.
#[derive(Debug)]
pub struct System {
    /// Its name in the configuration.
    pub name: &'static str,
    /// How workers are known, given these keys.
    pub basis: fn(&QueueKeys) -> Basis,
    /// What to ask. `now` is our own clock, for bounds that are needed beforehand.
    pub commands: fn(&QueueKeys, now: Timestamp) -> Vec<Command>,
    /// Reads the replies, which come in the order of `commands`.
    pub read: fn(&QueueKeys, &Replies) -> QueueSample,
}

/// A read-only command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Name and arguments.
    pub words: Vec<String>,
    /// How large its reply can get; the large ones are sent last (DESIGN 10).
    pub reply: ReplySize,
}

/// How large a reply can get.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ReplySize {
    /// A number or a short text.
    Small,
    /// As many elements as were asked for, each as long as somebody wrote it.
    Capped,
    /// Whatever the server has.
    Unbounded,
}

/// What came back for one queue.
#[derive(Debug)]
pub struct Replies {
    /// One a command.
    pub each: Vec<Reply>,
    /// The store's clock, if it told us (`TIME`).
    pub store_time: Option<Timestamp>,
    /// Our own clock when the commands were written.
    pub asked_at: Timestamp,
    /// From connecting to the last reply.
    pub round_trip: Duration,
}

/// Every system there is.
pub static SYSTEMS: &[System] = &[];
