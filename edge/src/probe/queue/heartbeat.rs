//! The sorted set that workers sign in to: member = worker, score = when (ADR-075 and many others).
//!
//! Not tied to a queue system: any of them may have such a key beside it.

use super::{Command, ReplySize};
use crate::probe::redis::reply::{self, Reply};
use core::time::Duration;
use redis::Value;
use shared::reading::{Reading, Why};
use shared::sample::{Beat, Exactness, Workers};
use shared::time::Timestamp;

/// So many of the freshest beats are read. A larger crew is "at least so many".
const MOST_BEATS: usize = 256;
/// Scores from here on are milliseconds: as seconds they would lie beyond the year 5000.
const FIRST_MILLISECONDS: i64 = 100_000_000_000;

/// What the sorted set says.
#[derive(Debug)]
pub struct Signs {
    /// Workers inside the window.
    pub workers: Workers,
    /// The newest sign of life, even outside the window.
    pub last_beat_at: Option<Timestamp>,
    /// Workers inside the window, freshest first.
    pub beats: Vec<Beat>,
}

/// What is asked of one sorted set.
pub const COMMANDS: usize = 3;

/// `ZREVRANGE key 0 255 WITHSCORES`, `ZCARD key`, and a `ZCOUNT` of the window by our own clock `now`. The members
/// decide, since the window ends with the store's clock, which is known only afterwards. The count is for when
/// they are too large: names, a neighbour's too, must not hide that somebody lives.
pub fn commands(key: &str, window: Duration, now: Timestamp) -> [Command; COMMANDS] {
    let last = (MOST_BEATS - 1).to_string();
    let (from, to) = ((now - window).secs().to_string(), (FIRST_MILLISECONDS - 1).to_string());
    [
        Command::new(ReplySize::Capped, &["ZREVRANGE", key, "0", &last, "WITHSCORES"]),
        Command::new(ReplySize::Small, &["ZCARD", key]),
        Command::new(ReplySize::Small, &["ZCOUNT", key, &from, &to]),
    ]
}

/// The replies to `commands`.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The freshest members.
    pub range: &'a Reply,
    /// How many there are.
    pub card: &'a Reply,
    /// How many lie in the window by our own clock, in seconds.
    pub recent: &'a Reply,
}

/// Counts the beats inside the window that ends with the store's `now`. A beat from the future counts: it proves
/// a worker with a fast clock. A score that is no time (`inf`, a text) proves nothing; where it could be the
/// latest sign of life, and no other is inside the window, the number is not understood.
///
/// `clocks_agree`: whether the store's clock and ours do, within two seconds.
pub fn read(asked: Asked<'_>, now: Result<Timestamp, Why>, clocks_agree: bool, window: Duration) -> Signs {
    match (now, members(asked.range)) {
        (Ok(now), Ok(members)) => count(&members, now, window),
        // An empty set holds no beat, whatever else we may not read of it.
        (Ok(_), Err(_)) if asked.card.count() == Ok(0) => Signs::none(Reading::redis(0)),
        // Seconds alone are counted, so 0 would prove nothing where scores are milliseconds.
        (Ok(_), Err(Why::TooLarge)) if clocks_agree && asked.recent.count().is_ok_and(|n| n > 0) => {
            Signs::none(asked.recent.reading())
        }
        (Err(why), _) | (Ok(_), Err(why)) => Signs::none(Reading::not_in_redis(why)),
    }
}

fn count(members: &[(String, Option<Timestamp>)], now: Timestamp, window: Duration) -> Signs {
    let beats: Vec<Beat> = members
        .iter()
        .filter_map(|(name, at)| Some((name, (*at)?)))
        .filter(|(_, at)| *at >= now - window)
        .map(|(name, at)| Beat { name: name.clone(), at, age: now.since(at) })
        .collect();
    let last_beat_at = members.iter().find_map(|(_, at)| *at);
    // Sorted by score: what stands before every time may be a beat in a unit that is not known here.
    if beats.is_empty() && members.first().is_some_and(|(_, at)| at.is_none()) {
        return Signs { last_beat_at, ..Signs::none(Reading::not_in_redis(Why::NotUnderstood)) };
    }
    // Sorted by score: when the last one that was read is still inside the window, others may follow it.
    let more = members.len() >= MOST_BEATS && members.last().and_then(|(_, at)| *at) >= Some(now - window);
    let exactness = if more { Exactness::AtLeastOne } else { Exactness::Exact };
    let alive = Reading::redis(u64::try_from(beats.len()).unwrap_or(u64::MAX));
    Signs { workers: Workers::Counted { alive, exactness }, last_beat_at, beats }
}

impl Signs {
    fn none(alive: Reading) -> Self {
        Self {
            workers: Workers::Counted { alive, exactness: Exactness::Exact },
            last_beat_at: None,
            beats: Vec::new(),
        }
    }
}

/// Members with their scores as times: RESP2's flat list, or RESP3's list of pairs.
fn members(range: &Reply) -> Result<Vec<(String, Option<Timestamp>)>, Why> {
    let all = reply::list(range.value()?).ok_or(Why::NotUnderstood)?;
    let flat: Vec<&Value> = match all.first() {
        Some(Value::Array(_)) => all.iter().filter_map(reply::list).flatten().collect(),
        _ => all.iter().collect(),
    };
    let member = |two: &[&Value]| match two {
        [Value::BulkString(name), score] => Some((String::from_utf8_lossy(name).into_owned(), time(score))),
        _ => None,
    };
    flat.chunks(2).map(member).collect::<Option<_>>().ok_or(Why::NotUnderstood)
}

/// A score as a time: seconds since the epoch, or milliseconds where seconds would lie beyond the year 5000.
/// Nothing for what lies beyond the year 9999 even so: taken for a beat, it would be one for ever.
fn time(score: &Value) -> Option<Timestamp> {
    const YEAR_10000_MS: f64 = 253_402_300_800_000.0;
    let score: f64 = match score {
        Value::Double(score) => *score,
        other => reply::text(other)?.parse().ok()?,
    };
    #[expect(clippy::cast_precision_loss, reason = "the limit is far below 2^53")]
    let ms = if score < FIRST_MILLISECONDS as f64 { score * 1000.0 } else { score };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the range is checked, fractions of a millisecond go"
    )]
    (0.0..YEAR_10000_MS).contains(&ms).then(|| Timestamp::from_millis(ms as i64))
}

#[cfg(test)]
#[path = "heartbeat_tests.rs"]
mod tests;
