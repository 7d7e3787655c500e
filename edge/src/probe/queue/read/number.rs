//! Numbers that one command gives, or a few together.
//!
//! Not a group's: `stream` knows its traps.

use super::{Talk, oldest, stream};
use crate::probe::queue::recipe::{Bound, Ids, Number, Unit};
use crate::probe::redis::reply;
use shared::reading::{Reading, Why};
use shared::time::Timestamp;

/// A number, and whether there may be more than it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The number.
    pub reading: Reading,
    /// It is a lower bound, and why.
    pub more: Option<Why>,
}

impl Tally {
    /// Exactly this.
    pub const fn exactly(reading: Reading) -> Self {
        Self { reading, more: None }
    }

    /// What is known of it. That it is not below 0 is nothing.
    pub fn reading(self) -> Reading {
        match self.more {
            Some(why) if self.reading.is_known_zero() => Reading::not_in_redis(why),
            _ => self.reading,
        }
    }

    /// Both together; what is not offered is left out.
    pub fn sum(a: Option<Self>, b: Option<Self>) -> Option<Self> {
        match (a, b) {
            (Some(a), Some(b)) => {
                Some(Self { reading: a.reading.zip(b.reading, u64::saturating_add), more: a.more.or(b.more) })
            }
            (one, other) => one.or(other),
        }
    }
}

/// Reads a number; nothing if the system does not tell.
pub fn read(number: &Number, talk: &mut Talk<'_>) -> Option<Tally> {
    let count = match number {
        Number::NotOffered => return None,
        Number::Llen(key) => talk.small(&["LLEN", key]).reading(),
        Number::Zcard(key) => talk.small(&["ZCARD", key]).reading(),
        Number::Scard(key) => talk.small(&["SCARD", key]).reading(),
        Number::Hlen(key) => talk.small(&["HLEN", key]).reading(),
        Number::Xlen(key) => talk.small(&["XLEN", key]).reading(),
        Number::Exists(key) => talk.small(&["EXISTS", key]).reading(),
        Number::TailBegins(key, with) => reply::reading(tail_begins(talk, key, with)),
        Number::Zcount(key, from, to) => between(talk, key, *from, *to),
        Number::Waiting(group) => stream::read(talk, group).waiting,
        Number::Pending(group) => stream::read(talk, group).pending,
        Number::Sum(all) => return all.iter().fold(None, |sum, one| Tally::sum(sum, read(one, talk))),
        Number::Minus(all, part) => {
            let (all, part) = (read(all, talk)?, read(part, talk)?);
            let reading = all.reading.zip(part.reading, u64::saturating_sub);
            return Some(Tally { reading, more: all.more });
        }
        Number::Over(ids, each) => return Some(over(talk, ids, each)),
    };
    Some(Tally::exactly(count))
}

fn over(talk: &mut Talk<'_>, ids: &Ids, each: &Number) -> Tally {
    match super::ids::read(talk, ids) {
        Err(why) => Tally::exactly(Reading::not_in_redis(why)),
        Ok(found) => {
            let none = Tally { reading: Reading::redis(0), more: found.more };
            let all = found.all.iter().map(|id| read(&each.of(id), talk));
            all.fold(Some(none), Tally::sum).unwrap_or(none)
        }
    }
}

/// 1 if the last text of a list begins so.
fn tail_begins(talk: &mut Talk<'_>, list: &str, with: &str) -> Result<u64, Why> {
    let tail = oldest::found(&talk.ask(oldest::at(list, "-1")))?;
    Ok(u64::from(tail.is_some_and(|text| text.starts_with(with))))
}

fn between(talk: &mut Talk<'_>, key: &str, from: Bound, to: Bound) -> Reading {
    let now = talk.asked_at();
    let count = talk.small(&["ZCOUNT", key, &from.text(now), &to.text(now)]).reading();
    match talk.same_clock() {
        // Nobody can say whether the bound was right.
        Err(why) if from.is_a_time() || to.is_a_time() => Reading::not_in_redis(why),
        _ => count,
    }
}

impl Bound {
    /// This end, as `ZCOUNT` takes it.
    pub(super) fn text(self, now: Timestamp) -> String {
        match self {
            Self::Least => "-inf".to_owned(),
            Self::Most => "+inf".to_owned(),
            Self::Now(unit) => unit.latest(now),
            Self::AfterNow(unit) => match unit {
                Unit::Bull => unit.latest(now).trim_start_matches('(').to_owned(),
                Unit::Seconds | Unit::Millis | Unit::Nanos => format!("({}", unit.latest(now)),
            },
            Self::At(score) => score.to_string(),
        }
    }

    /// Whether it is right only by the store's clock.
    pub(super) const fn is_a_time(self) -> bool {
        matches!(self, Self::Now(_) | Self::AfterNow(_))
    }
}

impl Unit {
    /// The upper bound of all times up to this one, as `ZCOUNT` takes it.
    pub fn latest(self, now: Timestamp) -> String {
        match self {
            Self::Seconds => now.secs().to_string(),
            Self::Millis => now.millis().to_string(),
            Self::Nanos => now.millis().saturating_mul(1_000_000).to_string(),
            // Each millisecond has 4096 scores.
            Self::Bull => format!("({}", now.millis().saturating_add(1).saturating_mul(4096)),
        }
    }
}
