//! Sources of who is alive: beats, records, connections.
//!
//! Not what waits.

use super::{Ids, Recipe, Time};
use core::time::Duration;
use shared::sample::{Basis, Exactness};

/// A source of who is alive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// A sorted set of workers whose scores are times.
    Beats(BeatSet),
    /// A set of workers, and a record of each.
    Records(Records),
    /// A hash of workers whose values are times of their last beat.
    Times {
        /// The hash.
        key: String,
        /// How values tell a time.
        time: Time,
        /// How long after its last beat a worker counts.
        window: Duration,
    },
    /// Connections to the server.
    Clients(Clients),
    /// One key that all workers renew: it tells whether, not how many.
    TtlKey {
        /// The key.
        key: String,
        /// What its time to live is set to.
        ttl: Duration,
        /// What its absence means.
        gone: Gone,
    },
    /// When consumers of a group last polled. Only servers from 7.2 on renew that when nothing comes.
    PollIdle {
        /// The streams of one crew.
        streams: Vec<String>,
        /// Their group.
        group: String,
        /// How long after its last poll a consumer counts.
        window: Duration,
    },
}

/// What the absence of a key means that all workers renew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gone {
    /// Nobody is alive.
    Nobody,
    /// Anything: whoever ends in peace deletes it, and others may be alive.
    Anybody,
}

/// A sorted set whose members are workers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BeatSet {
    /// Its key.
    pub key: String,
    /// How long after its last beat a worker counts; with `Score::Expiry`, how far ahead of a beat that is.
    pub window: Duration,
    /// What scores are.
    pub score: Score,
    /// How they tell a time.
    pub time: Time,
    /// `AtMost` where others than workers sign in too.
    pub exactness: Exactness,
}

/// What a score of a sorted set of workers is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// The last sign of life.
    Beat,
    /// When it stops being valid.
    Expiry,
}

/// A set of workers with a record each (a second round trip).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Records {
    /// The workers.
    pub ids: Ids,
    /// The record: what it is, and the key, in which `EACH` stands for the worker's id.
    pub record: Record,
    /// What proves that its worker lives.
    pub alive: Alive,
    /// Also alive while somebody is subscribed to this channel, in which `EACH` stands for the worker's id.
    pub subscribed: Option<String>,
    /// The field of a hash, and its value, that say that a living worker takes no new work.
    pub quiet: Option<(&'static str, &'static str)>,
    /// The field of a hash that says how many messages a living worker has in hand.
    pub in_hand: Option<&'static str>,
    /// The field of a hash that is a JSON object of numbers: the record stands for so many workers.
    pub stands_for: Option<&'static str>,
}

/// A worker's record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Record {
    /// A hash with the time of the last beat in a field.
    Hash(String, &'static str, Time),
    /// A text that never expires and is a JSON object with the time of the last beat in a member.
    Json(String, &'static str, Time),
    /// A hash without such a time: the score of its worker's id tells it.
    Scored(String),
}

/// What proves that a record's worker lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alive {
    /// The store deletes the record this long after the last beat: whose field of the beat is there lives. A record
    /// without that field, re-created by whoever was left over, proves nothing.
    WhileThere(Duration),
    /// A beat within this time.
    Within(Duration),
}

/// Connections that are workers: all conditions hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clients {
    /// The connection's name is one of these, or any if there are none.
    pub names: Vec<ClientName>,
    /// The last command is one of these (in lower case), or any if there are none.
    pub commands: &'static [&'static str],
    /// It uses the queue's database.
    pub same_db: bool,
    /// The commands with which a worker waits for work, where names alone do not tell. When one of the name listens to
    /// a channel, a worker has several connections of that name, and only those that wait so count. When nobody has
    /// the name, but somebody without any waits so, names are hidden, and nobody knows. Empty: no such case.
    pub waits_with: &'static [&'static str],
}

/// A connection's name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClientName {
    /// Exactly this.
    Is(String),
    /// Anything that starts so.
    StartsWith(String),
}

impl Recipe {
    /// How workers are known and after which time a dead one is no longer counted; zero where that is at once.
    pub fn basis(&self) -> (Basis, Duration) {
        match (&self.heartbeat, self.workers.first()) {
            (Some(set), _) | (None, Some(Source::Beats(set))) => (set.basis(), set.window),
            (None, Some(Source::Records(Records { alive: Alive::WhileThere(ttl), .. }))) => {
                (Basis::TtlRecord, *ttl)
            }
            (None, Some(Source::Records(Records { alive: Alive::Within(window), .. }))) => {
                (Basis::Beat, *window)
            }
            (None, Some(Source::Times { window, .. })) => (Basis::Beat, *window),
            (None, Some(Source::Clients(_))) => (Basis::Connection, Duration::ZERO),
            (None, Some(Source::TtlKey { ttl, .. })) => (Basis::TtlRecord, *ttl),
            // Whether the server tells is known only once it was asked.
            (None, Some(Source::PollIdle { window, .. })) => (Basis::None, *window),
            (None, None) => (Basis::None, Duration::ZERO),
        }
    }
}

impl BeatSet {
    /// How its members are known to live.
    pub const fn basis(&self) -> Basis {
        match self.score {
            Score::Beat => Basis::Beat,
            Score::Expiry => Basis::Expiry,
        }
    }
}
