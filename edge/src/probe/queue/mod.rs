//! Queue systems on Redis: one file each, and the table of them.
//!
//! Not connecting: a system says which commands it sends and reads their replies.

mod heartbeat;
mod report;
mod symfony;

use super::redis::reply::Reply;
use crate::config::QueueKeys;
use core::time::Duration;
use shared::reading::Why;
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
    /// Reads the replies, which come in the order of `commands`. The sample's `id` and `host` are the caller's to
    /// fill in.
    pub read: fn(&QueueKeys, &Replies) -> QueueSample,
}

/// Every system there is.
pub static SYSTEMS: &[System] = &[symfony::SYSTEM];

/// A read-only command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Name and arguments.
    pub words: Vec<String>,
    /// How large its reply can get; the large ones are sent last (DESIGN 10).
    pub reply: ReplySize,
}

impl Command {
    /// A command from its words.
    pub fn new(reply: ReplySize, words: &[&str]) -> Self {
        Self { words: words.iter().map(|w| (*w).to_owned()).collect(), reply }
    }

    /// The key it reads: the word after the command's name, of which `XINFO GROUPS` has two.
    pub fn key(&self) -> Option<&str> {
        let name_words = if self.words.first().is_some_and(|w| w == "XINFO") { 2 } else { 1 };
        self.words.get(name_words).map(String::as_str)
    }
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
    /// The reply to `TIME`, the store's clock.
    pub time: Reply,
    /// Our own clock when the commands were written.
    pub asked_at: Timestamp,
    /// From connecting to the last reply.
    pub round_trip: Duration,
}

/// Clocks that differ by more than this cannot share a bound (DESIGN 4).
const SKEW_LIMIT: Duration = Duration::from_secs(2);

impl Replies {
    /// By how many milliseconds the store's clock is ahead of ours (negative: behind), if that is more than two
    /// seconds and not just the time that the answer took; zero otherwise.
    ///
    /// # Errors
    /// When the store did not tell its time.
    pub fn skew(&self) -> Result<i64, Why> {
        let store = self.time.time()?;
        let ahead = store.since(self.asked_at + self.round_trip);
        let behind = self.asked_at.since(store);
        let millis = |d: Duration| i64::try_from(d.as_millis()).unwrap_or(i64::MAX);
        Ok(match (ahead > SKEW_LIMIT, behind > SKEW_LIMIT) {
            (true, _) => millis(ahead),
            (_, true) => -millis(behind),
            _ => 0,
        })
    }
}
