//! An hour or a day of history: time in each state and what the numbers did, by subject.
//!
//! Not when one ends: `chronicle` knows that.

use super::{Day, Gauge, Numbers, Subject, Tally};
use crate::map::Map;
use crate::order;
use crate::time::Timestamp;
use core::time::Duration;
use serde::{Deserialize, Serialize};

/// A stretch of history that is over.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Span {
    /// Rounds that ended in it.
    pub rounds: u32,
    /// When the first of them did; the epoch if there was none.
    pub first_round_at: Timestamp,
    /// When the last of them did; the epoch if there was none.
    pub last_round_at: Timestamp,
    /// The longest time from one round to the next that ended in it.
    pub worst_gap: Duration,
    /// By subject.
    pub records: Map<Subject, Record>,
}

/// What happened to one subject in a span.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    /// Time in each state.
    #[serde(rename = "t")]
    pub time: Tally,
    /// What the numbers did.
    #[serde(flatten)]
    pub numbers: Numbers,
}

/// An hour of the page's time zone.
#[derive(Clone, PartialEq, Debug)]
pub struct Hour {
    /// When it began.
    pub start: Timestamp,
    /// The day it belongs to.
    pub day: Day,
    /// What happened.
    pub span: Span,
}

/// The hour and the day that a moment belongs to, by the page's time zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// When the hour began.
    pub hour_start: Timestamp,
    /// The calendar day.
    pub day: Day,
}

impl Span {
    /// Several spans as one, in their order. Its medians are medians of theirs.
    pub fn sum<'a>(spans: impl Iterator<Item = &'a Self>) -> Self {
        let mut sum = Self::default();
        let mut each: Map<Subject, Vec<Numbers>> = Map::new();
        for span in spans {
            if sum.rounds == 0 {
                sum.first_round_at = span.first_round_at;
            }
            if span.rounds > 0 {
                sum.last_round_at = span.last_round_at;
            }
            sum.rounds = sum.rounds.saturating_add(span.rounds);
            sum.worst_gap = sum.worst_gap.max(span.worst_gap);
            for (subject, record) in &span.records {
                sum.records.or_default(subject.clone()).time += record.time;
                each.or_default(subject.clone()).push(record.numbers);
            }
        }
        for (subject, numbers) in each {
            sum.records.or_default(subject).numbers = Numbers::of(&numbers);
        }
        sum
    }
}

impl Numbers {
    /// What several stretches come to, in their order.
    pub(super) fn of(stretches: &[Self]) -> Self {
        let gauge =
            |of: fn(&Self) -> Option<Gauge>| merged(&stretches.iter().filter_map(of).collect::<Vec<_>>());
        Self {
            workers: gauge(|n| n.workers),
            waiting: gauge(|n| n.waiting),
            failed: gauge(|n| n.failed),
            latency_ms: gauge(|n| n.latency_ms),
        }
    }
}

/// What readings did, in the order in which they came.
pub(super) fn gauge(values: &[u64]) -> Option<Gauge> {
    let mut sorted = values.to_vec();
    order::sort(&mut sorted);
    Some(Gauge {
        min: *sorted.first()?,
        median: *sorted.get(sorted.len() / 2)?,
        max: *sorted.last()?,
        last: *values.last()?,
    })
}

fn merged(gauges: &[Gauge]) -> Option<Gauge> {
    let medians: Vec<u64> = gauges.iter().map(|g| g.median).collect();
    Some(Gauge {
        min: gauges.iter().map(|g| g.min).min()?,
        max: gauges.iter().map(|g| g.max).max()?,
        last: gauges.last()?.last,
        median: gauge(&medians)?.median,
    })
}
