//! Groups of a stream: what waits for one, what it has in hand, where it stands, and when it last polled.
//!
//! The traps: the lag may be null or stale on a healthy stream, and before Redis 7.2 an idle time grows although
//! somebody polls.

use super::Talk;
use super::beats::Signs;
use crate::probe::queue::command::{Command, ReplySize};
use crate::probe::queue::recipe::Group;
use crate::probe::redis::reply::{self, Reply};
use core::time::Duration;
use redis::Value;
use shared::map::Map;
use shared::order;
use shared::reading::{Reading, Why};
use shared::sample::{Beat, Exactness, Workers};

/// What is known of one group.
#[derive(Debug)]
pub struct Stream {
    /// Entries it has not been given yet.
    pub waiting: Reading,
    /// Entries it was given and has not acknowledged.
    pub pending: Reading,
    /// The last id it was given; nothing if that could not be read.
    pub position: Option<String>,
    /// Others read this stream, but this group does not exist.
    pub is_without_our_group: bool,
}

/// Reads a group.
pub fn read(talk: &mut Talk<'_>, group: &Group) -> Stream {
    let length = talk.small(&["XLEN", &group.stream]).count();
    let groups = groups(&talk.ask(Command::new(ReplySize::Unbounded, &["XINFO", "GROUPS", &group.stream])));
    let ours = groups.as_ref().map(|all| all.iter().find(|g| g.name == group.group));
    let is_without_our_group = matches!((&groups, ours), (Ok(all), Ok(None)) if !all.is_empty());
    let pending = match ours {
        Ok(Some(group)) => group.pending,
        Ok(None) if is_without_our_group => Err(Why::NoSuchKey),
        Ok(None) => Ok(0),
        Err(why) => Err(*why),
    };
    let position = match ours {
        Ok(Some(group)) => group.last_delivered.clone(),
        Ok(None) => Some(NEVER_DELIVERED.to_owned()),
        Err(_) => None,
    };
    let waiting = length.and_then(|length| {
        let (others, pending) = (groups.as_ref().map_or(0, |all| all.len().saturating_sub(1)), pending?);
        match ours {
            // Lag counts deleted entries too before Redis 8; no more can wait than are there.
            Ok(Some(ours)) if !group.deletes_on_ack || others > 0 => Ok(ours.lag?.min(length)),
            // More in hand than there are: some of those were trimmed, and nobody knows how many.
            Ok(Some(ours)) if pending > length => Ok(ours.lag?.min(length)),
            _ => Ok(length.saturating_sub(pending)),
        }
    });
    Stream {
        waiting: reply::reading(waiting),
        pending: reply::reading(pending),
        position,
        is_without_our_group,
    }
}

/// Where a group stands that was created at the beginning and has delivered nothing.
const NEVER_DELIVERED: &str = "0-0";

/// One consumer group of a stream.
struct Member {
    name: String,
    pending: Result<u64, Why>,
    /// Entries not yet delivered. Redis before 7 does not offer it, and later ones say null when entries were
    /// deleted out of order, which is every day's business with two workers that delete on ack.
    lag: Result<u64, Why>,
    last_delivered: Option<String>,
}

/// The groups by the names of their fields, of which later versions have more; none if the stream does not exist.
fn groups(reply: &Reply) -> Result<Vec<Member>, Why> {
    let value = match reply.value() {
        Err(Why::NoSuchKey) => return Ok(Vec::new()),
        other => other?,
    };
    let group = |fields: &Value| {
        let fields = reply::fields(fields)?;
        let number = |value| reply::count(value).ok_or(Why::NotUnderstood);
        Some(Member {
            name: reply::text(field(&fields, "name")?)?.to_owned(),
            pending: field(&fields, "pending").ok_or(Why::NotUnderstood).and_then(number),
            lag: match field(&fields, "lag") {
                None | Some(Value::Nil) => Err(Why::NotOffered),
                Some(value) => number(value),
            },
            last_delivered: field(&fields, "last-delivered-id").and_then(reply::text).map(str::to_owned),
        })
    };
    reply::list(value).and_then(|all| all.iter().map(group).collect()).ok_or(Why::NotUnderstood)
}

fn field<'a>(fields: &[(&Value, &'a Value)], name: &str) -> Option<&'a Value> {
    fields.iter().find(|(n, _)| reply::text(n) == Some(name)).map(|(_, value)| *value)
}

/// Who has polled within the window, on any of a crew's streams: at least so many workers, since some share a
/// consumer's name. Not measured before anybody has polled, and on servers before 7.2, where only an entry that
/// is taken renews the idle time; later ones have the field `inactive`.
pub fn pollers(talk: &mut Talk<'_>, streams: &[String], group: &str, window: Duration) -> Option<Signs> {
    let replies: Vec<_> = streams
        .iter()
        .map(|s| talk.ask(Command::new(ReplySize::Unbounded, &["XINFO", "CONSUMERS", s, group])))
        .collect();
    let mut idle: Map<String, Duration> = Map::new();
    let mut failure = None;
    for reply in replies {
        match consumers(&reply) {
            Ok(all) => {
                for (name, time) in all? {
                    let least = idle.or_insert_with(name, || time);
                    *least = time.min(*least);
                }
            }
            Err(Why::NoSuchKey) => {}
            Err(why) => failure = Some(why),
        }
    }
    let now = match (talk.now(), failure) {
        (Ok(now), _) => now,
        (Err(why), _) => return Some(Signs::none(Reading::not_in_redis(why), Exactness::AtLeastOne)),
    };
    let mut beats: Vec<Beat> =
        idle.into_iter().map(|(name, age)| Beat { name, at: now - age, age }).collect();
    order::sort_by(&mut beats, |one, other| one.age.cmp(&other.age));
    let last_beat_at = beats.first().map(|beat| beat.at);
    let nobody_ever = beats.is_empty();
    beats.retain(|beat| beat.age <= window);
    let alive = match (beats.len(), failure) {
        (0, Some(why)) => Reading::not_in_redis(why),
        (0, None) if nobody_ever => return None,
        (n, _) => Reading::redis(u64::try_from(n).unwrap_or(u64::MAX)),
    };
    Some(Signs { workers: Workers::Counted { alive, exactness: Exactness::AtLeastOne }, last_beat_at, beats })
}

/// Consumers with their idle times; nothing where idle times say nothing.
fn consumers(reply: &Reply) -> Result<Option<Vec<(String, Duration)>>, Why> {
    let all = reply::list(reply.value()?).ok_or(Why::NotUnderstood)?;
    let mut found = Vec::new();
    for consumer in all {
        let fields = reply::fields(consumer).ok_or(Why::NotUnderstood)?;
        if field(&fields, "inactive").is_none() {
            return Ok(None);
        }
        let name = field(&fields, "name").and_then(reply::text).ok_or(Why::NotUnderstood)?;
        let idle = field(&fields, "idle").and_then(reply::count).ok_or(Why::NotUnderstood)?;
        found.push((name.to_owned(), Duration::from_millis(idle)));
    }
    Ok(Some(found))
}
