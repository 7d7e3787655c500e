//! Turns a recipe into commands, and their replies into what is known of the queue.
//!
//! The same code does both: it asks a `Talk`, which has the reply or notes the question. Read once, it names the
//! commands of the first round trip; read again with their replies, those of the second; read at last, it is true.

mod beats;
mod clients;
mod crew;
mod desk;
mod ids;
mod number;
mod oldest;
mod records;
mod report;
mod stream;
mod when;

pub use desk::{Batch, Desk, Heard, Talk};
pub use ids::RAW;

use super::Command;
use super::recipe::{EACH, Group, Number, Numbers, Oldest, Paused, QueueRecipe, Queues, Recipe};
use crate::probe::redis::reply::Reply;
use number::Tally;
use redis::Value;
use shared::flag::{Flag, FlagWord};
use shared::reading::{Reading, Why};
use shared::sample::{PartNumbers, QueueNumbers, QueueSample, Workers};
use shared::time::Timestamp;
use std::rc::Rc;

/// What is known of a queue. The sample's `id` and `host` are the caller's to fill in.
pub fn read(recipe: &Recipe, talk: &mut Talk<'_>) -> QueueSample {
    let crew = crew::read(recipe, talk);
    let found = queues(&recipe.queues, talk);
    let mut parts = Vec::new();
    let mut sums = Sums::starting_with(&recipe.queues, &found);
    let mut positions = Vec::new();
    for queue in &found.queues {
        let read = Queue::read(queue, talk);
        sums.add(&read.numbers, read.oldest);
        positions.push(read.position.clone());
        parts.push(read);
    }
    let shared = each_number(&recipe.shared, talk);
    // The limit is one of each list.
    let most_dead = parts.iter().map(|p| p.numbers).chain([shared]).filter_map(failed).max();
    sums.add_shared(shared, crew.in_hand);

    let mut flags = report::flags(crew.workers, talk);
    for group in parts.iter().filter_map(|p| p.no_such_group.as_ref()) {
        flags.push(
            Flag::about(FlagWord::ProbeMisconfigured, group.stream.clone())
                .saying(format!("no group {}", group.group)),
        );
    }
    flags.extend(sums.lower_bounds().map(|name| Flag::about(FlagWord::LowerBound, name)));
    if recipe.failed_cap.is_some_and(|cap| most_dead >= Some(cap)) {
        flags.push(Flag::new(FlagWord::FailedIsCapped));
    }
    if !parts.is_empty() && parts.iter().all(|p| p.paused) {
        flags.push(Flag::new(FlagWord::Paused));
    }
    let alive = match crew.workers {
        Workers::Counted { alive: Reading::Known { value, .. }, .. } => value,
        Workers::Counted { .. } | Workers::NotMeasured => 0,
    };
    if alive > 0 && crew.quiet >= alive {
        flags.push(Flag::new(FlagWord::Quiet));
    }
    QueueSample {
        id: String::new(),
        standing: report::standing(crew.workers, talk),
        workers: crew.workers,
        basis: crew.basis,
        quiet: crew.quiet,
        numbers: sums.into_numbers(),
        last_beat_at: crew.last_beat_at,
        beats: crew.beats,
        // All of them or none, since a change of what is readable is no movement.
        position: positions.into_iter().collect::<Option<Vec<_>>>().unwrap_or_default().join(","),
        host: String::new(),
        round_trip: talk.round_trip(),
        flags,
        parts: if parts.len() > 1 || matches!(recipe.queues, Queues::Found { .. }) {
            parts.into_iter().map(Queue::into_part).collect()
        } else {
            Vec::new()
        },
        evidence: report::evidence(talk),
    }
}

/// Every command that a recipe can lead to, for the rights it needs. What is found in Redis is a pattern in them
/// (`ids::RAW`).
pub fn commands(recipe: &Recipe, db: u32) -> Vec<Command> {
    let mut desk = Desk::imagining();
    read(recipe, &mut desk.talk(db));
    desk.into_commands()
}

/// Whether some commands follow from the replies to others.
pub fn follows_up(recipe: &Recipe, db: u32) -> bool {
    let mut desk = Desk::new(Timestamp::from_millis(0));
    read(recipe, &mut desk.talk(db));
    desk.into_commands().len() < commands(recipe, db).len()
}

/// Whether some command asks about the server, and so in a cluster about every node.
pub fn asks_every_node(recipe: &Recipe, db: u32) -> bool {
    commands(recipe, db).iter().any(Command::is_about_the_server)
}

/// The queues there are.
struct Found {
    queues: Vec<QueueRecipe>,
    /// There are more than are followed up, and why.
    more: Option<Why>,
    /// Why it is not known which there are.
    failure: Option<Why>,
}

fn queues(queues: &Queues, talk: &mut Talk<'_>) -> Found {
    match queues {
        Queues::Named(queues) => Found { queues: queues.clone(), more: None, failure: None },
        Queues::Found { ids, each } => match ids::read(talk, ids) {
            Ok(ids) => Found {
                queues: ids.all.iter().map(|id| each.of(id)).collect(),
                more: ids.more,
                failure: None,
            },
            Err(why) => Found { queues: Vec::new(), more: None, failure: Some(why) },
        },
    }
}

/// What was read of one queue.
struct Queue<'a> {
    name: &'a str,
    numbers: [Option<Tally>; 5],
    oldest: Option<Reading>,
    paused: bool,
    position: Option<String>,
    no_such_group: Option<Group>,
}

impl<'a> Queue<'a> {
    fn read(queue: &'a QueueRecipe, talk: &mut Talk<'_>) -> Self {
        let numbers = each_number(&queue.numbers, talk);
        let group = queue.position.as_ref().map(|group| (group, stream::read(talk, group)));
        Self {
            name: &queue.name,
            numbers,
            oldest: oldest::read(&queue.oldest, talk),
            paused: queue.paused.iter().any(|paused| is_paused(paused, talk)),
            position: group.as_ref().map_or(Some(String::new()), |(_, read)| read.position.clone()),
            no_such_group: group.filter(|(_, read)| read.is_without_our_group).map(|(g, _)| g.clone()),
        }
    }

    fn into_part(self) -> PartNumbers {
        let [depth, _, in_flight, _, _] = self.numbers;
        PartNumbers {
            name: self.name.to_owned(),
            queue_depth: reading(depth),
            in_flight: reading(in_flight),
            oldest_waiting_s: self.oldest.unwrap_or(NOT_OFFERED),
            paused: self.paused,
        }
    }
}

fn is_paused(paused: &Paused, talk: &mut Talk<'_>) -> bool {
    match paused {
        Paused::Exists(key) => is_positive(&talk.small(&["EXISTS", key])),
        Paused::Member(set, member) => is_positive(&talk.small(&["SISMEMBER", set, member])),
        Paused::Field(key, field) => is_positive(&talk.small(&["HEXISTS", key, field])),
    }
}

/// What cannot be read is not called paused: the failure has a remark of its own.
fn is_positive(reply: &Rc<Reply>) -> bool {
    matches!(**reply, Reply::Value(Value::Int(1..) | Value::Boolean(true)))
}

/// The names that a lower bound is remarked with; the order of `Numbers`.
const NAMES: [&str; 5] = ["queue_depth", "failed_depth", "in_flight", "delayed", "overdue"];

fn in_order(numbers: &Numbers) -> [&Number; 5] {
    let Numbers { depth, failed, in_flight, delayed, overdue } = numbers;
    [depth, failed, in_flight, delayed, overdue]
}

fn each_number(numbers: &Numbers, talk: &mut Talk<'_>) -> [Option<Tally>; 5] {
    // Waiting and in hand first: they come of the same replies.
    let [depth, failed, in_flight, delayed, overdue] = in_order(numbers);
    let (depth, in_flight) = (number::read(depth, talk), number::read(in_flight, talk));
    let (delayed, overdue) = (number::read(delayed, talk), number::read(overdue, talk));
    [depth, number::read(failed, talk), in_flight, delayed, overdue]
}

fn failed(numbers: [Option<Tally>; 5]) -> Option<u64> {
    let [_, failed, ..] = numbers;
    failed.and_then(|tally| tally.reading.known())
}

const NOT_OFFERED: Reading = Reading::not_in_redis(Why::NotOffered);

fn reading(tally: Option<Tally>) -> Reading {
    tally.map_or(NOT_OFFERED, Tally::reading)
}

/// The numbers of all queues together.
struct Sums {
    each: [Option<Tally>; 5],
    /// Of all queues the greatest; nothing as long as none of them tells.
    oldest: Option<Reading>,
}

impl Sums {
    /// Where no queue was found, all of them together have nothing; where that is not known, neither are the numbers.
    fn starting_with(queues: &Queues, found: &Found) -> Self {
        let Queues::Found { each, .. } = queues else { return Self { each: [None; 5], oldest: None } };
        let start = found.failure.map_or(Reading::redis(0), Reading::not_in_redis);
        let offered = |number: &Number| *number != Number::NotOffered;
        let starts = in_order(&each.numbers);
        Self {
            each: starts.map(|number| offered(number).then_some(Tally { reading: start, more: found.more })),
            oldest: (each.of(EACH).oldest != Oldest::NotOffered).then_some(start),
        }
    }

    fn add(&mut self, numbers: &[Option<Tally>; 5], oldest: Option<Reading>) {
        for (sum, number) in self.each.iter_mut().zip(numbers) {
            *sum = Tally::sum(*sum, *number);
        }
        self.oldest = match (self.oldest, oldest) {
            (Some(a), Some(b)) => Some(a.zip(b, u64::max)),
            (one, other) => one.or(other),
        };
    }

    fn add_shared(&mut self, shared: [Option<Tally>; 5], in_hand: Option<Tally>) {
        self.add(&shared, None);
        self.add(&[None, None, in_hand, None, None], None);
    }

    /// The numbers that may be greater than they are said to be.
    fn lower_bounds(&self) -> impl Iterator<Item = &'static str> + use<> {
        let bound = |tally: Tally| tally.more.is_some() && tally.reading().known().is_some();
        NAMES.into_iter().zip(self.each).filter_map(move |(name, tally)| bound(tally?).then_some(name))
    }

    fn into_numbers(self) -> QueueNumbers {
        let [queue_depth, failed_depth, in_flight, delayed, overdue] = self.each.map(reading);
        QueueNumbers {
            queue_depth,
            failed_depth,
            in_flight,
            delayed,
            overdue,
            oldest_waiting_s: self.oldest.unwrap_or(NOT_OFFERED),
        }
    }
}
