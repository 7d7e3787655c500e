//! Who is alive, out of all sources that a recipe names.
//!
//! Not what each source reads: that is one file each.

use super::beats::{self, Signs};
use super::number::Tally;
use super::{Talk, clients, records, stream};
use crate::probe::queue::recipe::{Gone, Recipe, Source};
use crate::probe::redis::reply::Reply;
use core::time::Duration;
use redis::Value;
use shared::order;
use shared::reading::{Reading, Why};
use shared::sample::{Basis, Beat, Exactness, Workers};
use shared::time::Timestamp;

/// What all sources say together.
#[derive(Debug)]
pub struct Crew {
    /// How many are alive.
    pub workers: Workers,
    /// How that is known, where the recipe cannot tell beforehand.
    pub basis: Option<Basis>,
    /// The newest sign of life.
    pub last_beat_at: Option<Timestamp>,
    /// Workers with times, freshest first.
    pub beats: Vec<Beat>,
    /// How many of those that are alive take no new work.
    pub quiet: u64,
    /// Messages that living workers have in hand, if they tell.
    pub in_hand: Option<Tally>,
}

/// Reads all sources. A heartbeat decides alone who is alive; records still tell the rest.
pub fn read(recipe: &Recipe, talk: &mut Talk<'_>) -> Crew {
    let mut crew = Crew {
        workers: Workers::NotMeasured,
        basis: None,
        last_beat_at: None,
        beats: Vec::new(),
        quiet: 0,
        in_hand: None,
    };
    if let Some(set) = &recipe.heartbeat {
        crew.add(beats::read(talk, set));
    }
    for source in &recipe.workers {
        let signs = match source {
            Source::Records(records) => {
                let read = records::read(talk, records);
                crew.quiet = crew.quiet.saturating_add(read.quiet);
                crew.in_hand = Tally::sum(crew.in_hand, read.in_hand);
                read.signs
            }
            _ if recipe.heartbeat.is_some() => continue,
            Source::Beats(set) => beats::read(talk, set),
            Source::Times { key, time, window } => records::times(talk, key, *time, *window),
            Source::Clients(wanted) => {
                let exactness = if talk.is_of_several() { Exactness::AtLeastOne } else { Exactness::Exact };
                Signs::none(clients::read(talk, wanted), exactness)
            }
            Source::TtlKey { key, ttl, gone } => ttl_key(talk, key, *ttl, *gone),
            Source::PollIdle { streams, group, window } => {
                let Some(signs) = stream::pollers(talk, streams, group, *window) else { continue };
                crew.basis = Some(Basis::PollIdle);
                signs
            }
        };
        if recipe.heartbeat.is_none() {
            crew.add(signs);
        }
    }
    order::sort_by(&mut crew.beats, |one, other| one.age.cmp(&other.age));
    crew
}

impl Crew {
    fn add(&mut self, signs: Signs) {
        self.workers = together(self.workers, signs.workers);
        self.last_beat_at = self.last_beat_at.max(signs.last_beat_at);
        self.beats.extend(signs.beats);
    }
}

/// Workers of two sources. What one of them says stands when the other cannot be read, unless it is 0.
fn together(a: Workers, b: Workers) -> Workers {
    let (Workers::Counted { alive: one, exactness: e }, Workers::Counted { alive: other, exactness: f }) =
        (a, b)
    else {
        return if a == Workers::NotMeasured { b } else { a };
    };
    let at_least = |alive| Workers::Counted { alive, exactness: Exactness::AtLeastOne };
    match (one, other) {
        (Reading::Known { .. }, Reading::Known { .. }) => Workers::Counted {
            alive: one.zip(other, u64::saturating_add),
            exactness: if e == Exactness::Exact { f } else { e },
        },
        (Reading::Known { value: 1.., .. }, Reading::Unknown { .. }) => at_least(one),
        (Reading::Unknown { .. }, Reading::Known { value: 1.., .. }) => at_least(other),
        (Reading::Unknown { .. }, _) => a,
        (_, Reading::Unknown { .. }) => b,
    }
}

/// One key that is there as long as somebody renews it.
fn ttl_key(talk: &mut Talk<'_>, key: &str, ttl: Duration, gone: Gone) -> Signs {
    let reply = talk.small(&["PTTL", key]);
    let signs = |alive| Signs::none(alive, Exactness::AtLeastOne);
    match (&*reply, talk.now()) {
        (Reply::None(missing), _) => signs(Reading::not_in_redis(missing.why)),
        (Reply::Value(Value::Int(-2)), _) => signs(match gone {
            Gone::Nobody => Reading::redis(0),
            Gone::Anybody => Reading::not_in_redis(Why::NoSuchKey),
        }),
        (Reply::Value(Value::Int(left @ 0..)), now) => {
            let left = Duration::from_millis(left.unsigned_abs());
            let last_beat_at = now.ok().map(|now| now - ttl.saturating_sub(left));
            Signs { last_beat_at, ..signs(Reading::redis(1)) }
        }
        // Without a time to live it outlives everybody.
        (Reply::Value(_), _) => signs(Reading::not_in_redis(Why::NotUnderstood)),
    }
}
