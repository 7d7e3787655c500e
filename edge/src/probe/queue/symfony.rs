//! Symfony Messenger on Redis streams: `<stream>` with a consumer group, `<stream>__queue` for what waits for its
//! time, and another stream for dead letters.
//!
//! It has no registry of workers (all share one consumer name): they are counted by the heartbeat that the
//! application writes, or not at all. Payloads are never read.

use super::heartbeat::{self, Signs};
use super::{Command, Replies, ReplySize, System, report};
use crate::config::QueueKeys;
use crate::probe::redis::reply::{self, Reply};
use redis::Value;
use shared::flag::{Flag, FlagWord};
use shared::reading::{Reading, Why};
use shared::sample::{Basis, QueueNumbers, QueueSample, StreamNumbers, Workers};
use shared::time::Timestamp;

/// The system's row in the table.
pub(super) const SYSTEM: System = System { name: "symfony", basis, commands, read };

fn basis(keys: &QueueKeys) -> Basis {
    if keys.heartbeat.is_some() { Basis::Beat } else { Basis::None }
}

fn commands(keys: &QueueKeys, now: Timestamp) -> Vec<Command> {
    let mut all = Vec::new();
    if let Some(key) = &keys.heartbeat {
        all.extend(heartbeat::commands(key, keys.window, now));
    }
    let due = now.millis().to_string(); // scores of `__queue` are due times in milliseconds
    for stream in &keys.streams {
        let later = format!("{stream}__queue");
        all.push(Command::new(ReplySize::Small, &["XLEN", stream]));
        all.push(Command::new(ReplySize::Unbounded, &["XINFO", "GROUPS", stream]));
        all.push(Command::new(ReplySize::Small, &["ZCARD", &later]));
        all.push(Command::new(ReplySize::Small, &["ZCOUNT", &later, "-inf", &due]));
    }
    if let Some(failed) = &keys.failed {
        all.push(Command::new(ReplySize::Small, &["XLEN", failed]));
    }
    all
}

fn read(keys: &QueueKeys, replies: &Replies) -> QueueSample {
    let mut each = replies.each.iter();
    let mut next = || each.next().unwrap_or(&NOT_ASKED);
    let (workers, last_beat_at, beats) = match &keys.heartbeat {
        Some(_) => {
            let asked = heartbeat::Asked { range: next(), card: next(), recent: next() };
            let Signs { workers, last_beat_at, beats } =
                heartbeat::read(asked, replies.time.time(), replies.skew() == Ok(0), keys.window);
            (workers, last_beat_at, beats)
        }
        None => (Workers::NotMeasured, None, Vec::new()),
    };
    let streams: Vec<Stream> =
        keys.streams.iter().map(|name| Stream::read(name, keys, replies, &mut next)).collect();
    let failed_depth =
        if keys.failed.is_some() { next().reading() } else { Reading::not_in_redis(Why::NotOffered) };

    let asked = commands(keys, replies.asked_at);
    let mut flags = report::flags(workers, &asked, replies);
    flags.extend(streams.iter().filter(|s| s.is_without_our_group).map(|s| {
        Flag::about(FlagWord::ProbeMisconfigured, s.numbers.name.clone())
            .saying(format!("no group {}", keys.group))
    }));
    let sum = |of: fn(&Stream) -> Reading| {
        streams.iter().map(of).reduce(|a, b| a.zip(b, u64::saturating_add)).unwrap_or(Reading::redis(0))
    };
    QueueSample {
        id: String::new(),
        standing: report::standing(workers, replies),
        workers,
        numbers: QueueNumbers {
            queue_depth: sum(|s| s.numbers.queue_depth),
            failed_depth,
            in_flight: sum(|s| s.numbers.in_flight),
            delayed: sum(|s| s.delayed),
            overdue: sum(|s| s.overdue),
            oldest_waiting_s: Reading::not_in_redis(Why::NotOffered), // an id's time, but only with its payload
        },
        last_beat_at,
        beats,
        position: position(&streams),
        host: String::new(),
        round_trip: replies.round_trip,
        flags,
        streams: if streams.len() > 1 {
            streams.into_iter().map(|s| s.numbers).collect()
        } else {
            Vec::new()
        },
        evidence: report::evidence(&asked, replies),
    }
}

/// All streams' positions; empty if one is not readable, since a change of what is readable is no movement.
fn position(streams: &[Stream]) -> String {
    let each: Option<Vec<&str>> = streams.iter().map(|s| s.position.as_deref()).collect();
    each.unwrap_or_default().join(",")
}

/// Stands for a reply that nobody sent; the exchange gives one a command.
static NOT_ASKED: Reply = Reply::None(reply::Missing { why: Why::NotAsked, detail: String::new() });

/// What is known of one stream.
struct Stream {
    numbers: StreamNumbers,
    delayed: Reading,
    overdue: Reading,
    /// The group's last delivered id.
    position: Option<String>,
    /// Others read this stream, but the configured group does not exist.
    is_without_our_group: bool,
}

impl Stream {
    fn read<'a>(
        name: &str,
        keys: &QueueKeys,
        replies: &Replies,
        next: &mut impl FnMut() -> &'a Reply,
    ) -> Self {
        let (length, groups) = (next().count(), groups(next()));
        let (delayed, due) = (next().reading(), next().reading());
        let ours = groups.as_ref().map(|all| all.iter().find(|g| g.name == keys.group));
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
                Ok(Some(group)) if !keys.delete_after_ack || others > 0 => Ok(group.lag?.min(length)),
                // More in hand than there are: some of those were trimmed, and nobody knows how many.
                Ok(Some(group)) if pending > length => Ok(group.lag?.min(length)),
                _ => Ok(length.saturating_sub(pending)),
            }
        });
        Self {
            numbers: StreamNumbers {
                name: name.to_owned(),
                queue_depth: reply::reading(waiting),
                in_flight: reply::reading(pending),
            },
            delayed,
            overdue: match replies.skew() {
                Ok(0) => due,
                Ok(_) => Reading::not_in_redis(Why::ClockSkew),
                Err(why) => Reading::not_in_redis(why), // nobody can say whether the bound was right
            },
            position,
            is_without_our_group,
        }
    }
}

/// Where a group stands that was created at the beginning and has delivered nothing.
const NEVER_DELIVERED: &str = "0-0";

/// One consumer group of a stream.
struct Group {
    name: String,
    pending: Result<u64, Why>,
    /// Entries not yet delivered. Redis before 7 does not offer it, and later ones say null when entries were
    /// deleted out of order, which is every day's business with two workers that delete on ack.
    lag: Result<u64, Why>,
    last_delivered: Option<String>,
}

/// The groups by the names of their fields, of which later versions have more; none if the stream does not exist.
fn groups(reply: &Reply) -> Result<Vec<Group>, Why> {
    let value = match reply.value() {
        Err(Why::NoSuchKey) => return Ok(Vec::new()),
        other => other?,
    };
    let group = |fields: &Value| {
        let fields = reply::fields(fields)?;
        let field = |name| fields.iter().find(|(n, _)| reply::text(n) == Some(name)).map(|(_, value)| *value);
        let number = |value| reply::count(value).ok_or(Why::NotUnderstood);
        Some(Group {
            name: reply::text(field("name")?)?.to_owned(),
            pending: field("pending").ok_or(Why::NotUnderstood).and_then(number),
            lag: match field("lag") {
                None | Some(Value::Nil) => Err(Why::NotOffered),
                Some(value) => number(value),
            },
            last_delivered: field("last-delivered-id").and_then(reply::text).map(str::to_owned),
        })
    };
    reply::list(value).and_then(|all| all.iter().map(group).collect()).ok_or(Why::NotUnderstood)
}

#[cfg(test)]
#[path = "symfony_tests.rs"]
mod tests;
