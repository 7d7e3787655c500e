//! The sorted set that workers sign in to: member = worker, score = when (ADR-075 and many others).
//!
//! Not tied to a queue system: any of them may have such a key beside it.

use super::Talk;
use super::when::FIRST_MILLISECONDS;
use crate::probe::queue::command::{Command, ReplySize};
use crate::probe::queue::recipe::{BeatSet, Score, Time};
use crate::probe::redis::reply::{self, Reply};
use core::time::Duration;
use redis::Value;
use shared::reading::{Reading, Why};
use shared::sample::{Beat, Exactness, Workers};
use shared::time::Timestamp;

/// So many of the freshest beats are read. A larger crew is "at least so many".
const MOST_BEATS: usize = 256;

/// What beats say.
#[derive(Debug)]
pub struct Signs {
    /// Workers inside the window.
    pub workers: Workers,
    /// The newest sign of life, even outside the window.
    pub last_beat_at: Option<Timestamp>,
    /// Workers inside the window, freshest first.
    pub beats: Vec<Beat>,
}

/// Reads a set of workers: its freshest members, how many there are, and a `ZCOUNT` of the window by our own
/// clock. The members decide, since the window ends with the store's clock, which is known only afterwards. The
/// count is for when they are too large: names, a neighbour's too, must not hide that somebody lives.
pub fn read(talk: &mut Talk<'_>, set: &BeatSet) -> Signs {
    let (from, to) = window(set, talk.asked_at());
    let range = talk.ask(range(&set.key));
    let card = talk.small(&["ZCARD", &set.key]);
    let recent = talk.small(&["ZCOUNT", &set.key, &from, &to]);
    judge(Asked { range: &range, card: &card, recent: &recent }, talk.now(), talk.skew() == Ok(0), set)
}

/// The freshest members of a sorted set, with their scores.
pub fn range(key: &str) -> Command {
    let last = (MOST_BEATS - 1).to_string();
    Command::new(ReplySize::Capped, &["ZREVRANGE", key, "0", &last, "WITHSCORES"])
}

/// The scores that are inside the window at `now`.
fn window(set: &BeatSet, now: Timestamp) -> (String, String) {
    let first = match set.score {
        Score::Beat => now - set.window,
        Score::Expiry => now,
    };
    match set.time {
        Time::In(unit) => (unit.latest(first), "+inf".to_owned()),
        Time::SecondsOrMillis | Time::Iso => (first.secs().to_string(), (FIRST_MILLISECONDS - 1).to_string()),
    }
}

/// The replies about one set.
#[derive(Clone, Copy, Debug)]
struct Asked<'a> {
    /// The freshest members.
    range: &'a Reply,
    /// How many there are.
    card: &'a Reply,
    /// How many lie in the window by our own clock.
    recent: &'a Reply,
}

/// Counts the beats inside the window that ends with the store's `now`. A beat from the future counts: it proves
/// a worker with a fast clock. A score that is no time (`inf`, a text) proves nothing; where it could be the
/// latest sign of life, and no other is inside the window, the number is not understood.
///
/// `clocks_agree`: whether the store's clock and ours do, within two seconds.
fn judge(asked: Asked<'_>, now: Result<Timestamp, Why>, clocks_agree: bool, set: &BeatSet) -> Signs {
    match (now, members_of(asked.range, set.time)) {
        (Ok(now), Ok(mut members)) => {
            if set.score == Score::Expiry {
                for (_, at) in &mut members {
                    *at = at.map(|until| until - set.window);
                }
            }
            count(&members, MOST_BEATS, now, set.window, set.exactness)
        }
        // An empty set holds no beat, whatever else we may not read of it.
        (Ok(_), Err(_)) if asked.card.count() == Ok(0) => Signs::none(Reading::redis(0), set.exactness),
        // Where the unit is not known seconds alone are counted, so 0 would prove nothing.
        (Ok(_), Err(Why::TooLarge)) if clocks_agree && asked.recent.count().is_ok_and(|n| n > 0) => {
            Signs::none(asked.recent.reading(), set.exactness)
        }
        (Err(why), _) | (Ok(_), Err(why)) => Signs::none(Reading::not_in_redis(why), set.exactness),
    }
}

/// Counts members, freshest first, of whom no more than `most` were read.
pub fn count(
    members: &[(String, Option<Timestamp>)],
    most: usize,
    now: Timestamp,
    window: Duration,
    exactness: Exactness,
) -> Signs {
    let beats: Vec<Beat> = members
        .iter()
        .filter_map(|(name, at)| Some((name, (*at)?)))
        .filter(|(_, at)| *at >= now - window)
        .map(|(name, at)| Beat { name: name.clone(), at, age: now.since(at) })
        .collect();
    let last_beat_at = members.iter().find_map(|(_, at)| *at);
    // Sorted by score: what stands before every time may be a beat in a unit that is not known here.
    if beats.is_empty() && members.first().is_some_and(|(_, at)| at.is_none()) {
        return Signs { last_beat_at, ..Signs::none(Reading::not_in_redis(Why::NotUnderstood), exactness) };
    }
    // Sorted by score: when the last one that was read is still inside the window, others may follow it.
    let more = members.len() >= most && members.last().and_then(|(_, at)| *at) >= Some(now - window);
    // Where others sign in too, more of them prove no more workers.
    let exactness = if more && exactness == Exactness::Exact { Exactness::AtLeastOne } else { exactness };
    let alive = Reading::redis(u64::try_from(beats.len()).unwrap_or(u64::MAX));
    Signs { workers: Workers::Counted { alive, exactness }, last_beat_at, beats }
}

impl Signs {
    /// Nobody who could be named.
    pub const fn none(alive: Reading, exactness: Exactness) -> Self {
        Self { workers: Workers::Counted { alive, exactness }, last_beat_at: None, beats: Vec::new() }
    }
}

/// Members, whatever their scores are.
pub fn members(range: &Reply) -> Result<Vec<(String, Option<Timestamp>)>, Why> {
    members_of(range, Time::SecondsOrMillis)
}

/// Members with their scores as times: RESP2's flat list, or RESP3's list of pairs.
pub fn members_of(range: &Reply, time: Time) -> Result<Vec<(String, Option<Timestamp>)>, Why> {
    let all = reply::list(range.value()?).ok_or(Why::NotUnderstood)?;
    let flat: Vec<&Value> = match all.first() {
        Some(Value::Array(_)) => all.iter().filter_map(reply::list).flatten().collect(),
        _ => all.iter().collect(),
    };
    let member = |two: &[&Value]| match two {
        [Value::BulkString(name), score] => {
            let at = match score {
                Value::Double(score) => time.of(*score),
                other => reply::text(other).and_then(|text| time.read(text)),
            };
            Some((String::from_utf8_lossy(name).into_owned(), at))
        }
        _ => None,
    };
    flat.chunks(2).map(member).collect::<Option<_>>().ok_or(Why::NotUnderstood)
}

#[cfg(test)]
#[path = "beats_tests.rs"]
mod tests;
