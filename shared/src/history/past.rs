//! What is shown of the chronicle: days, the last 24 hours, the cadence.
//!
//! Not sentences, percentages or geometry: those are made where they are shown.

use super::chronicle::Chronicle;
use super::span::{Hour, Record};
use super::{Cadence, DAYS_SHOWN, HOURS_SHOWN, Numbers, Past, Subject, SubjectPast, Tally};
use crate::time::Timestamp;
use core::time::Duration;

const HOUR: Duration = Duration::from_hours(1);

impl Past {
    /// What the chronicle tells of everything that the last round showed. `since`: when watching began.
    pub fn of(chronicle: &Chronicle, since: Timestamp) -> Self {
        let hours: Vec<Hour> = chronicle.all_hours().collect();
        let (Some(now), Some(row)) = (hours.last(), chronicle.last()) else { return Self::default() };
        let hours_ago = |k: usize| {
            let start = now.start - HOUR * u32::try_from(k).unwrap_or(u32::MAX);
            // Clocks that are set by half an hour shift the hours themselves.
            hours.iter().find(move |hour| hour.start.millis().abs_diff(start.millis()) < 1_800_000)
        };
        let recent: Vec<Option<&Hour>> = (0..=HOURS_SHOWN).rev().map(hours_ago).collect();
        let today: Vec<&Hour> = hours.iter().filter(|hour| hour.day == now.day).collect();
        let of = |subject: &Subject| SubjectPast {
            days: days(chronicle, subject, &today),
            last_24_h: sum(recent.iter().flatten().filter_map(|hour| record(hour, subject))),
            hours: numbers(&recent, subject),
            failed_yesterday: chronicle
                .closed_days()
                .iter()
                .find(|(day, _)| day.0 == now.day.0 - 1)
                .and_then(|(_, span)| Some(span.records.get(subject)?.numbers.failed?.last)),
        };
        Self {
            since: Some(since),
            today: now.day,
            cadence: cadence(&recent),
            subjects: row.shown.keys().map(|subject| (subject.clone(), of(subject))).collect(),
            rounds: chronicle.recent().rev().cloned().collect(),
        }
    }
}

fn record<'a>(hour: &'a Hour, subject: &Subject) -> Option<&'a Record> {
    hour.span.records.get(subject)
}

fn sum<'a>(records: impl Iterator<Item = &'a Record>) -> Tally {
    records.fold(Tally::default(), |mut sum, record| {
        sum += record.time;
        sum
    })
}

/// From the first of the days shown that knows the subject until today.
fn days(chronicle: &Chronicle, subject: &Subject, today: &[&Hour]) -> Vec<Tally> {
    let Some(now) = today.last().map(|hour| hour.day) else { return Vec::new() };
    let span_of = |day: i32| chronicle.closed_days().iter().find(|(d, _)| d.0 == day).map(|(_, span)| span);
    let shown = i32::try_from(DAYS_SHOWN).unwrap_or(i32::MAX);
    let mut days: Vec<Tally> = (now.0 - shown + 1..now.0)
        .map(|day| span_of(day).and_then(|span| span.records.get(subject)))
        .skip_while(Option::is_none)
        .map(|record| record.map(|r| r.time).unwrap_or_default())
        .collect();
    days.push(sum(today.iter().filter_map(|hour| record(hour, subject))));
    days
}

/// From the first of the hours shown that knows the subject until now.
fn numbers(recent: &[Option<&Hour>], subject: &Subject) -> Vec<Numbers> {
    recent
        .iter()
        .map(|hour| hour.and_then(|hour| record(hour, subject)))
        .skip_while(Option::is_none)
        .map(|record| record.map(|r| r.numbers).unwrap_or_default())
        .collect()
}

fn cadence(recent: &[Option<&Hour>]) -> Cadence {
    let known = || recent.iter().flatten();
    let rounds = known().fold(0_u32, |sum, hour| sum.saturating_add(hour.span.rounds));
    let first = known().find(|hour| hour.span.rounds > 0).map(|hour| hour.span.first_round_at);
    let last = known().rev().find(|hour| hour.span.rounds > 0).map(|hour| hour.span.last_round_at);
    let between = match (first, last) {
        (Some(first), Some(last)) => last.since(first),
        _ => Duration::ZERO,
    };
    Cadence {
        rounds,
        mean: between.checked_div(rounds.saturating_sub(1)).unwrap_or_default(),
        worst_gap: known().map(|hour| hour.span.worst_gap).max().unwrap_or_default(),
    }
}
