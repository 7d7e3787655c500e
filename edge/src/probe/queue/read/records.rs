//! Workers that have a record each, and hashes of their last beats.
//!
//! The traps: a set of workers does not shrink when they are killed, and a record may be re-created by whoever was
//! left over. So neither the set's size nor a record's mere existence counts.

use super::Talk;
use super::beats::{self, Signs};
use super::ids::{self, FoundIds};
use super::number::Tally;
use crate::probe::health::json::Object;
use crate::probe::queue::command::{Command, ReplySize};
use crate::probe::queue::recipe::{Alive, Record, Records, Time};
use crate::probe::redis::reply::{self, Reply};
use core::time::Duration;
use redis::Value;
use shared::order;
use shared::reading::{Reading, Why};
use shared::sample::{Beat, Exactness, Workers};
use shared::time::Timestamp;

/// What records say beside who is alive.
#[derive(Debug)]
pub struct Read {
    /// Who is alive.
    pub signs: Signs,
    /// How many of those take no new work.
    pub quiet: u64,
    /// How many messages they have in hand, if records tell.
    pub in_hand: Option<Tally>,
}

/// Reads the records of all workers that are written down.
pub fn read(talk: &mut Talk<'_>, records: &Records) -> Read {
    match ids::read(talk, &records.ids) {
        Ok(found) => each(talk, records, &found),
        Err(why) => Read {
            signs: Signs::none(Reading::not_in_redis(why), Exactness::Exact),
            quiet: 0,
            in_hand: records.in_hand.map(|_| Tally::exactly(Reading::not_in_redis(why))),
        },
    }
}

/// One worker's record.
#[derive(Default)]
struct Worker {
    alive: bool,
    last_beat_at: Option<Timestamp>,
    quiet: bool,
    /// How many workers the record stands for.
    stands_for: u64,
    in_hand: Option<u64>,
}

fn each(talk: &mut Talk<'_>, records: &Records, found: &FoundIds) -> Read {
    let now = talk.now();
    let (mut alive, mut quiet, mut in_hand) = (0_u64, 0_u64, Tally::exactly(Reading::redis(0)));
    let (mut beats, mut last_beat_at, mut failure) = (Vec::new(), None, None);
    for id in &found.all {
        let listens =
            records.subscribed.as_ref().map_or(Ok(false), |channel| is_subscribed(talk, channel, id));
        let subscribed = listens == Ok(true);
        let read = record(talk, records, id, found.times.get(id).copied()).and_then(|worker| {
            match (records.alive, now) {
                (Alive::Within(_), Err(why)) => Err(why),
                _ => Ok(worker),
            }
        });
        let worker = match read {
            Ok(worker) => worker,
            Err(_) if subscribed => Worker { stands_for: 1, ..Worker::default() },
            Err(why) => {
                failure = Some(why);
                continue;
            }
        };
        last_beat_at = last_beat_at.max(worker.last_beat_at);
        let fresh = |at: Timestamp, window| now.is_ok_and(|now| at >= now - window);
        let lives = subscribed
            || match records.alive {
                Alive::WhileThere(_) => worker.alive,
                Alive::Within(window) => worker.last_beat_at.is_some_and(|at| fresh(at, window)),
            };
        if !lives {
            // Its beats are further apart than the window: only that it does not listen proves that it is dead.
            if let (Err(why), Alive::Within(_)) = (listens, records.alive) {
                failure = Some(why);
            }
            continue;
        }
        alive = alive.saturating_add(worker.stands_for);
        quiet = quiet.saturating_add(if worker.quiet { worker.stands_for } else { 0 });
        let held = worker.in_hand.map_or(Reading::not_in_redis(Why::NotUnderstood), Reading::redis);
        in_hand.reading = in_hand.reading.zip(held, u64::saturating_add);
        if let (Some(at), Ok(now)) = (worker.last_beat_at, now) {
            beats.push(Beat { name: id.clone(), at, age: now.since(at) });
        }
    }
    order::sort_by(&mut beats, |one, other| one.age.cmp(&other.age));
    in_hand.more = found.more;
    if let Some(why) = failure {
        in_hand.reading = Reading::not_in_redis(why);
    }
    let exactness = if found.more.or(failure).is_some() { Exactness::AtLeastOne } else { Exactness::Exact };
    // Nobody among those that could be read proves nothing about the others.
    let (number, exactness) = match (alive, failure.or(found.more)) {
        (0, Some(why)) => (Reading::not_in_redis(why), Exactness::Exact),
        (n, _) => (Reading::redis(n), exactness),
    };
    let signs = Signs { workers: Workers::Counted { alive: number, exactness }, last_beat_at, beats };
    Read { signs, quiet, in_hand: records.in_hand.map(|_| in_hand) }
}

fn is_subscribed(talk: &mut Talk<'_>, channel: &str, id: &str) -> Result<bool, Why> {
    let reply = talk.small(&["PUBSUB", "NUMSUB", &ids::with(channel, id)]);
    let count = reply::list(reply.value()?).and_then(|two| two.get(1)).and_then(reply::count);
    Ok(count.ok_or(Why::NotUnderstood)? > 0)
}

fn record(
    talk: &mut Talk<'_>,
    records: &Records,
    id: &str,
    scored: Option<Timestamp>,
) -> Result<Worker, Why> {
    let (key, beat) = match &records.record {
        Record::Hash(key, beat, time) => (key, Some((*beat, *time))),
        Record::Scored(key) => (key, None),
        Record::Json(key, member, time) => return json(talk, &ids::with(key, id), member, *time),
    };
    let more = [records.quiet.map(|(field, _)| field), records.in_hand, records.stands_for];
    let key = ids::with(key, id);
    let fields = beat.map(|(field, _)| field).into_iter().chain(more.into_iter().flatten());
    let words: Vec<&str> = ["HMGET", &key].into_iter().chain(fields).collect();
    let reply = talk.ask(Command::new(ReplySize::Capped, &words));
    let values = reply::list(reply.value()?).ok_or(Why::NotUnderstood)?;
    let is_there = values.iter().any(|value| *value != Value::Nil);
    let mut values = values.iter().map(reply::text);
    let mut next = |is_asked: bool| if is_asked { values.next().flatten() } else { None };
    let last = next(beat.is_some());
    let quiet = next(records.quiet.is_some());
    let in_hand = next(records.in_hand.is_some());
    let crew = next(records.stands_for.is_some());
    let alive = if beat.is_some() { last.is_some() } else { is_there };
    Ok(Worker {
        alive,
        last_beat_at: beat.map_or(scored, |(_, time)| last.and_then(|text| time.read(text))),
        quiet: quiet.is_some() && quiet == records.quiet.map(|(_, value)| value),
        stands_for: match records.stands_for {
            Some(_) if alive => crew.and_then(summed).ok_or(Why::NotUnderstood)?,
            Some(_) => 0,
            None => 1,
        },
        in_hand: in_hand.and_then(|n| n.parse().ok()),
    })
}

fn json(talk: &mut Talk<'_>, key: &str, member: &'static str, time: Time) -> Result<Worker, Why> {
    let reply = talk.ask(Command::new(ReplySize::Capped, &["GET", key]));
    let text = match reply.value()? {
        // It never expires: without one, the worker goes by another name.
        Value::Nil => return Err(Why::NoSuchKey),
        value => reply::text(value).ok_or(Why::NotUnderstood)?,
    };
    let at = super::oldest::inside(text, &[member], time).ok_or(Why::NotUnderstood)?;
    Ok(Worker { alive: true, last_beat_at: Some(at), stands_for: 1, ..Worker::default() })
}

/// The numbers of a JSON object together: `{"redis:default":3}` stands for three workers. PHP writes an empty one
/// as `[]`. Nothing if it is anything else.
fn summed(text: &str) -> Option<u64> {
    if text.trim() == "[]" {
        return Some(0);
    }
    let object = Object::document(text.as_bytes()).ok()?;
    let mut numbers = object.members().iter().map(|(_, n)| n.get().parse::<u64>().ok());
    numbers.try_fold(0_u64, |sum, n| Some(sum.saturating_add(n?)))
}

/// Reads a hash whose fields are workers and whose values are times of their last beat.
pub fn times(talk: &mut Talk<'_>, key: &str, time: Time, window: Duration) -> Signs {
    let reply = talk.ask(Command::new(ReplySize::Unbounded, &["HGETALL", key]));
    match (talk.now(), fields(&reply, time)) {
        (Ok(now), Ok(members)) => beats::count(&members, usize::MAX, now, window, Exactness::Exact),
        (Err(why), _) | (Ok(_), Err(why)) => Signs::none(Reading::not_in_redis(why), Exactness::Exact),
    }
}

fn fields(reply: &Reply, time: Time) -> Result<Vec<(String, Option<Timestamp>)>, Why> {
    let fields = reply::fields(reply.value()?).ok_or(Why::NotUnderstood)?;
    let member = |(name, at)| Some((reply::text(name)?.to_owned(), time.read(reply::text(at)?)));
    let members: Option<Vec<_>> = fields.into_iter().map(member).collect();
    let mut members = members.ok_or(Why::NotUnderstood)?;
    // Freshest first; what is no time before all others, since it may be a beat.
    members.sort_by_key(|(_, at)| core::cmp::Reverse(at.map_or(i64::MAX, Timestamp::millis)));
    Ok(members)
}
