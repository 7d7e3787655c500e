//! Adds up what was heard of each queue of a RabbitMQ.
//!
//! Not one queue's answer: `answer` reads that.

use super::answer::Numbers;
use super::{Answer, Broker, Count, Heard, Queue};
use crate::ports::NoAnswer;
use crate::probe::redis::reply::Missing;
use core::time::Duration;
use shared::flag::{Flag, FlagWord};
use shared::reading::{Reading, Source, Why};
use shared::sample::{Exactness, PartNumbers, QueueNumbers, QueueSample, Standing, Workers};

/// What is known of the queues. `heard` is in the order of [`Broker::asked`]; the sample's `id`, `host` and `round_trip`
/// are the caller's to fill in.
pub fn read(broker: &Broker, heard: Vec<Heard>) -> QueueSample {
    let mut answers: Vec<Answer> =
        heard.into_iter().map(|heard| heard.unwrap_or_else(|e| Err(missing(&e)))).collect();
    answers.resize(broker.asked().count(), Err(Missing::new(Why::NotAsked, "")));
    let (queues, others) = answers.split_at_checked(broker.queues.len()).unwrap_or((&answers, &[]));
    let (dead, delayed) = others.split_at_checked(broker.dead_letters.len()).unwrap_or((others, &[]));
    let workers = workers(broker, queues);
    QueueSample {
        id: String::new(),
        standing: standing(workers, &answers),
        workers,
        basis: None,
        quiet: 0,
        numbers: QueueNumbers {
            queue_depth: reading(sum(queues, |n| n.ready)),
            failed_depth: reading(sum(dead, all)),
            in_flight: reading(sum(queues, |n| n.unacknowledged)),
            delayed: reading(sum(delayed, all)),
            overdue: reading(Err(Why::NotOffered)),
            oldest_waiting_s: reading(of_all(queues, |n| n.oldest, u64::max)),
        },
        last_beat_at: None,
        beats: Vec::new(),
        position: String::new(),
        host: String::new(),
        round_trip: Duration::ZERO,
        flags: flags(broker, workers, &answers),
        parts: match broker.queues.as_slice() {
            [_] => Vec::new(),
            several => several.iter().zip(queues).map(part).collect(),
        },
        evidence: evidence(broker, &answers),
    }
}

/// Consumers of one queue; of several the most that one has, since a worker subscribes to each. Whoever subscribes twice
/// counts twice.
fn workers(broker: &Broker, queues: &[Answer]) -> Workers {
    if !broker.subscribed {
        return Workers::NotMeasured;
    }
    // Whoever subscribes to one of them lives, whatever can be said of the others.
    let seen = queues.iter().flatten().flat_map(|numbers| numbers.consumers).max().filter(|most| *most > 0);
    let alive = reading(seen.map_or_else(|| of_all(queues, |n| n.consumers, u64::max), Ok));
    let exactness = if queues.len() == 1 { Exactness::Exact } else { Exactness::AtLeastOne };
    Workers::Counted { alive, exactness }
}

/// Dead letters and delayed ones are that until they are acknowledged.
fn all(numbers: &Numbers) -> Count {
    Ok(numbers.ready?.saturating_add(numbers.unacknowledged?))
}

fn sum(queues: &[Answer], number: impl Fn(&Numbers) -> Count) -> Count {
    of_all(queues, number, u64::saturating_add)
}

/// One number out of those of all queues; not known if one of them is not.
fn of_all(queues: &[Answer], number: impl Fn(&Numbers) -> Count, put: fn(u64, u64) -> u64) -> Count {
    let each = queues.iter().map(|answer| answer.as_ref().map_err(|missing| missing.why).and_then(&number));
    each.reduce(|a, b| Ok(put(a?, b?))).unwrap_or(Err(Why::NotOffered))
}

fn part((queue, answer): (&Queue, &Answer)) -> PartNumbers {
    let of = |number: fn(&Numbers) -> Count| reading(answer.as_ref().map_err(|m| m.why).and_then(number));
    PartNumbers {
        name: queue.name.clone(),
        queue_depth: of(|n| n.ready),
        in_flight: of(|n| n.unacknowledged),
        oldest_waiting_s: of(|n| n.oldest),
        paused: false,
    }
}

fn reading(count: Count) -> Reading {
    Reading::of(Source::Rabbitmq, count)
}

fn missing(e: &NoAnswer) -> Missing {
    let why = match e {
        NoAnswer::OurFault(_) => Why::OurFault,
        _ => Why::NotAnswering,
    };
    Missing::new(why, e.to_string())
}

fn standing(workers: Workers, answers: &[Answer]) -> Standing {
    let all_are = |why: Why| answers.iter().all(|a| a.as_ref().is_err_and(|m| m.why == why));
    match workers {
        _ if all_are(Why::OurFault) => Standing::OurFault,
        _ if all_are(Why::NotAnswering) => Standing::Unreached,
        Workers::Counted { alive: Reading::Unknown { .. }, .. } => Standing::Refused,
        Workers::NotMeasured | Workers::Counted { .. } => Standing::Said,
    }
}

fn flags(broker: &Broker, workers: Workers, answers: &[Answer]) -> Vec<Flag> {
    let mut flags: Vec<Flag> = workers.remark().into_iter().collect();
    for (queue, answer) in broker.asked().zip(answers) {
        let Err(missing) = answer else { continue };
        let flag = match missing.why {
            Why::NoPassword | Why::WrongPassword | Why::NotPermitted => {
                Flag::new(FlagWord::ProbeUnauthorized).saying(missing.detail.clone())
            }
            Why::NoSuchKey => Flag::about(FlagWord::ProbeMisconfigured, queue.name.clone()),
            Why::TooLarge => Flag::new(FlagWord::TooLarge),
            Why::NotAsked => Flag::new(FlagWord::ProbeThrottled),
            _ => continue,
        };
        if !flags.contains(&flag) {
            flags.push(flag);
        }
    }
    flags
}

/// What came back, in one line: each different failure once, with the first queue that met it.
fn evidence(broker: &Broker, answers: &[Answer]) -> String {
    let mut said: Vec<&str> = Vec::new();
    let mut parts = Vec::new();
    for (queue, answer) in broker.asked().zip(answers) {
        if let Err(missing) = answer
            && !said.contains(&missing.detail.as_str())
        {
            said.push(&missing.detail);
            parts.push(format!("{}: {}", queue.name, missing.detail));
        }
    }
    if parts.is_empty() { format!("{} queues", answers.len()) } else { parts.join("; ") }
}
