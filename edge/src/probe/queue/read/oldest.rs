//! How old the oldest waiting message is, where something tells.
//!
//! Not how many wait. A message's own content is read only where the configuration asks for it.

use super::{Talk, ids};
use crate::probe::health::json::{Object, text};
use crate::probe::queue::command::{Command, ReplySize};
use crate::probe::queue::recipe::{End, Oldest, Time};
use crate::probe::redis::reply::{self, Reply};
use redis::Value;
use shared::reading::{Reading, Why};
use shared::time::Timestamp;

/// Reads the age in seconds; nothing if the system does not tell. Where nothing waits it is 0.
pub fn read(oldest: &Oldest, talk: &mut Talk<'_>) -> Option<Reading> {
    let at = match oldest {
        Oldest::NotOffered => return None,
        Oldest::Eldest(all) => {
            let ages = all.iter().filter_map(|one| read(one, talk));
            return ages.reduce(|a, b| a.zip(b, u64::max));
        }
        Oldest::Score(key, time) => lowest(talk, key, *time),
        Oldest::ById { list, end, record, field, time } => match id(talk, list, *end) {
            Ok(Some(id)) => {
                let command = Command::new(ReplySize::Capped, &["HGET", &ids::with(record, &id), field]);
                there(&talk.ask(command)).map(|text| At::of(time.read(&text)))
            }
            none_or_unknown => none_or_unknown.map(|_| At::Nothing),
        },
        Oldest::InMessage { list, end, fetch, path, time } => match id(talk, list, *end) {
            Ok(Some(message)) if fetch.is_empty() => Ok(At::of(inside(&message, path, *time))),
            Ok(Some(id)) => {
                let words: Vec<String> = fetch.iter().map(|word| ids::once(word, &id)).collect();
                let message = talk.ask(Command { words, reply: ReplySize::Capped });
                there(&message).map(|text| At::of(inside(&text, path, *time)))
            }
            none_or_unknown => none_or_unknown.map(|_| At::Nothing),
        },
    };
    let age = at.and_then(|at| match at {
        At::Nothing => Ok(0),
        At::Since(at) => talk.now().map(|now| now.since(at).as_secs()),
        At::NoTime => Err(Why::NotUnderstood),
    });
    Some(reply::reading(age))
}

/// Since when the oldest message waits.
enum At {
    /// Nothing waits.
    Nothing,
    /// Since then.
    Since(Timestamp),
    /// What should tell is no time.
    NoTime,
}

impl At {
    fn of(time: Option<Timestamp>) -> Self {
        time.map_or(Self::NoTime, Self::Since)
    }
}

/// The id at one end of a list or a sorted set; none if that is empty.
fn id(talk: &mut Talk<'_>, list: &str, end: End) -> Result<Option<String>, Why> {
    // Each is asked before any is looked at, so that all go out in one write.
    let (reply, before) = match end {
        End::Head => (talk.ask(at(list, "0")), None),
        End::Tail => (talk.ask(at(list, "-1")), None),
        End::TailBut(no_id) => (talk.ask(at(list, "-1")), Some((no_id, talk.ask(at(list, "-2"))))),
        End::Lowest => (talk.ask(Command::new(ReplySize::Capped, &["ZRANGE", list, "0", "0"])), None),
    };
    if talk.imagines() {
        return Ok(Some(format!("{}*{}", ids::RAW, ids::RAW)));
    }
    if end == End::Lowest {
        let members = reply::list(reply.value()?).ok_or(Why::NotUnderstood)?;
        let first = members.first().map(|member| reply::text(member).ok_or(Why::NotUnderstood));
        return Ok(first.transpose()?.map(str::to_owned));
    }
    match (found(&reply)?, before) {
        (Some(tail), Some((no_id, before))) if tail.starts_with(no_id) => found(&before),
        (end, _) => Ok(end),
    }
}

/// The text at an index of a list.
pub fn at(list: &str, index: &str) -> Command {
    Command::new(ReplySize::Capped, &["LINDEX", list, index])
}

/// A text, or that there is none.
///
/// # Errors
/// The reason why that is not known.
pub fn found(reply: &Reply) -> Result<Option<String>, Why> {
    match reply.value()? {
        Value::Nil => Ok(None),
        Value::BulkString(text) => Ok(Some(String::from_utf8_lossy(text).into_owned())),
        _ => Err(Why::NotUnderstood),
    }
}

/// A record of a message that waits, or waited a moment ago: without it, nobody knows since when.
fn there(reply: &Reply) -> Result<String, Why> {
    found(reply)?.ok_or(Why::NoSuchKey)
}

fn lowest(talk: &mut Talk<'_>, key: &str, time: Time) -> Result<At, Why> {
    let reply = talk.ask(Command::new(ReplySize::Capped, &["ZRANGE", key, "0", "0", "WITHSCORES"]));
    let members = super::beats::members_of(&reply, time)?;
    Ok(members.first().map_or(At::Nothing, |(_, at)| At::of(*at)))
}

/// The time at the end of a path into a JSON text.
pub fn inside(message: &str, path: &[&str], time: Time) -> Option<Timestamp> {
    let (last, way) = path.split_last()?;
    let mut object = Object::document(message.as_bytes()).ok()?;
    for key in way {
        object = Object::of(object.get(key)?)?;
    }
    let value = object.get(last)?;
    time.read(text(value).as_deref().unwrap_or(value.get()))
}
