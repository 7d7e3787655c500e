//! Ids that Redis itself has written down: of workers, of queues. At most 256 are followed up.
//!
//! Not what is asked about each.

use super::Talk;
use crate::probe::queue::command::{Command, ReplySize};
use crate::probe::queue::recipe::{Bound, EACH, Ids, Kept, Number, Numbers, Oldest, Paused, QueueRecipe};
use crate::probe::redis::reply;
use redis::Value;
use shared::map::Map;
use shared::reading::Why;
use shared::time::Timestamp;
use std::collections::BTreeSet;

/// So many ids are followed up.
pub const MOST_IDS: usize = 256;

/// Surrounds, in an imagined id, what is a pattern already.
pub const RAW: char = '\u{1}';

/// The ids that were found.
#[derive(Debug, PartialEq, Eq)]
pub struct FoundIds {
    /// They, sorted.
    pub all: Vec<String>,
    /// There are more, and why they are not here: too many, or their names are no text, of which no key can be made.
    pub more: Option<Why>,
    /// The times that their scores tell, of those that are kept in a sorted set.
    pub times: Map<String, Timestamp>,
}

/// Finds ids.
pub fn read(talk: &mut Talk<'_>, ids: &Ids) -> Result<FoundIds, Why> {
    let sets = match &ids.kept {
        Kept::Set(key) => core::slice::from_ref(key),
        Kept::Sets(keys) => keys,
        Kept::Sorted(key) => return sorted(talk, ids, key),
        Kept::Lowest(key, to) => return lowest(talk, ids, key, *to),
    };
    // All of a small set, a random choice of a large one: a million members cost no more than 257.
    let most = (MOST_IDS + 1).to_string();
    let asked = sets.iter().map(|key| Command::new(ReplySize::Capped, &["SRANDMEMBER", key, &most]));
    let replies: Vec<_> = asked.map(|command| talk.ask(command)).collect();
    if talk.imagines() {
        return Ok(imagined(ids));
    }
    let (mut all, mut more) = (BTreeSet::new(), None);
    for reply in replies {
        let members = reply::list(reply.value()?).ok_or(Why::NotUnderstood)?;
        let members = members.iter().map(name).collect::<Option<Vec<_>>>().ok_or(Why::NotUnderstood)?;
        more = more.or(left_out(members.iter(), members.len() > MOST_IDS));
        all.extend(members.iter().take(MOST_IDS).filter_map(|m| part(ids, m)));
    }
    more = more.or((all.len() > MOST_IDS).then_some(Why::TooLarge));
    Ok(FoundIds { all: all.into_iter().take(MOST_IDS).collect(), more, times: Map::new() })
}

/// Those of a sorted set: the highest scores.
fn sorted(talk: &mut Talk<'_>, ids: &Ids, key: &str) -> Result<FoundIds, Why> {
    let reply = talk.ask(super::beats::range(key));
    if talk.imagines() {
        return Ok(imagined(ids));
    }
    let members = super::beats::members(&reply)?;
    let more = left_out(members.iter().map(|(name, _)| name), members.len() >= MOST_IDS);
    let mut times = Map::new();
    let mut all = BTreeSet::new();
    for (member, at) in members {
        let Some(id) = part(ids, &member) else { continue };
        if let Some(at) = at {
            times.insert(id.clone(), at);
        }
        all.insert(id);
    }
    Ok(FoundIds { all: all.into_iter().collect(), more, times })
}

/// Those of a sorted set with the lowest scores. Their times are not asked for.
fn lowest(talk: &mut Talk<'_>, ids: &Ids, key: &str, to: Bound) -> Result<FoundIds, Why> {
    let (until, most) = (to.text(talk.asked_at()), (MOST_IDS + 1).to_string());
    let words = ["ZRANGEBYSCORE", key, "-inf", &until, "LIMIT", "0", &most];
    let reply = talk.ask(Command::new(ReplySize::Capped, &words));
    if talk.imagines() {
        return Ok(imagined(ids));
    }
    let members = reply::list(reply.value()?).ok_or(Why::NotUnderstood)?;
    let members = members.iter().map(name).collect::<Option<Vec<_>>>().ok_or(Why::NotUnderstood)?;
    if to.is_a_time() {
        talk.same_clock()?;
    }
    let all: BTreeSet<String> = members.iter().take(MOST_IDS).filter_map(|m| part(ids, m)).collect();
    let more = left_out(members.iter(), members.len() > MOST_IDS);
    Ok(FoundIds { all: all.into_iter().collect(), more, times: Map::new() })
}

fn imagined(ids: &Ids) -> FoundIds {
    FoundIds { all: vec![format!("{RAW}{}{RAW}", ids.shape)], more: None, times: Map::new() }
}

fn name(member: &Value) -> Option<String> {
    match member {
        Value::BulkString(name) => Some(String::from_utf8_lossy(name).into_owned()),
        _ => None,
    }
}

/// Why some are left out, if any are.
fn left_out<'a>(mut names: impl Iterator<Item = &'a String>, too_many: bool) -> Option<Why> {
    match names.any(|name| is_no_text(name)) {
        _ if too_many => Some(Why::TooLarge),
        true => Some(Why::NotUnderstood),
        false => None,
    }
}

/// Whether bytes stood there that are no text.
fn is_no_text(name: &str) -> bool {
    name.contains(char::REPLACEMENT_CHARACTER)
}

fn part(ids: &Ids, member: &str) -> Option<String> {
    let id = member.strip_prefix(ids.prefix.as_str()).filter(|id| !is_no_text(id))?;
    let id = match ids.ends_before {
        Some(end) => id.rsplit_once(end).map_or(id, |(id, _)| id),
        None => id,
    };
    Some(id.to_owned())
}

/// A key with an id in the place of `EACH`.
pub fn with(key: &str, id: &str) -> String {
    key.replace(EACH, id)
}

/// The same, where an id may be the whole key already.
pub fn once(key: &str, id: &str) -> String {
    match key.split_once(EACH) {
        Some((start, _)) if !start.is_empty() && id.starts_with(start) => id.to_owned(),
        _ => with(key, id),
    }
}

impl Ids {
    fn of(&self, id: &str) -> Self {
        let kept = match &self.kept {
            Kept::Set(key) => Kept::Set(with(key, id)),
            Kept::Sets(keys) => Kept::Sets(keys.iter().map(|key| with(key, id)).collect()),
            Kept::Sorted(key) => Kept::Sorted(with(key, id)),
            Kept::Lowest(key, to) => Kept::Lowest(with(key, id), *to),
        };
        Self { kept, ..self.clone() }
    }
}

impl QueueRecipe {
    /// This recipe for the queue that was found under this name.
    #[must_use]
    pub fn of(&self, id: &str) -> Self {
        let Self { name, numbers, oldest, paused, position } = self;
        let Numbers { depth, failed, in_flight, delayed, overdue } = numbers;
        Self {
            name: with(name, id),
            numbers: Numbers {
                depth: depth.of(id),
                failed: failed.of(id),
                in_flight: in_flight.of(id),
                delayed: delayed.of(id),
                overdue: overdue.of(id),
            },
            oldest: match oldest {
                Oldest::Score(key, time) => Oldest::Score(with(key, id), *time),
                Oldest::InMessage { list, end, fetch, path, time } if fetch.is_empty() => Oldest::InMessage {
                    list: with(list, id),
                    end: *end,
                    fetch: Vec::new(),
                    path,
                    time: *time,
                },
                // The queue, the message's id, the message: three round trips, where two are made.
                Oldest::ById { .. } | Oldest::InMessage { .. } | Oldest::Eldest(_) | Oldest::NotOffered => {
                    Oldest::NotOffered
                }
            },
            paused: paused
                .iter()
                .map(|paused| match paused {
                    Paused::Exists(key) => Paused::Exists(with(key, id)),
                    Paused::Field(key, field) => Paused::Field(with(key, id), field),
                    Paused::Member(set, member) => Paused::Member(with(set, id), with(member, id)),
                })
                .collect(),
            position: position.clone(),
        }
    }
}

impl Number {
    /// This number with an id in the place of `EACH`.
    #[must_use]
    pub fn of(&self, id: &str) -> Self {
        match self {
            Self::NotOffered => Self::NotOffered,
            Self::Llen(key) => Self::Llen(with(key, id)),
            Self::Zcard(key) => Self::Zcard(with(key, id)),
            Self::Zcount(key, from, to) => Self::Zcount(with(key, id), *from, *to),
            Self::Scard(key) => Self::Scard(with(key, id)),
            Self::Hlen(key) => Self::Hlen(with(key, id)),
            Self::Xlen(key) => Self::Xlen(with(key, id)),
            Self::Exists(key) => Self::Exists(with(key, id)),
            Self::TailBegins(key, text) => Self::TailBegins(with(key, id), text),
            Self::Waiting(group) => Self::Waiting(group.clone()),
            Self::Pending(group) => Self::Pending(group.clone()),
            Self::Sum(all) => Self::Sum(all.iter().map(|number| number.of(id)).collect()),
            Self::Minus(a, b) => Self::Minus(Box::new(a.of(id)), Box::new(b.of(id))),
            // What is added up has an id of its own.
            Self::Over(ids, number) => Self::Over(ids.of(id), number.clone()),
        }
    }
}
