//! A queue's card: seats, numbers and the lines that say something (PAGE 5).
//!
//! Not sentences about what is wrong: the header has those.

use super::history::{Course, spark};
use super::page::{tone, word};
use crate::words::situation::is_told_by_app;
use crate::words::{Zone, en, history as history_words, labels, time};
use core::time::Duration;
use shared::flag::FlagWord;
use shared::history::Gauge;
use shared::page::{Count, Crew, Evidence, Line, QueueCard, Seat, Tone};
use shared::public::{PublicQueue, PublicService, SignOfLife};
use shared::reading::Reading;
use shared::sample::{Basis, Exactness};
use shared::state::State;
use shared::time::Timestamp;
use shared::trend::Trend;

/// Up to so many workers have a seat each; beyond, ten seats stand for the tenths of the crew by age.
const MOST_SEATS: usize = 48;
/// Up to so many empty seats are drawn.
const MOST_EMPTY_SEATS: u64 = 12;
const TENTHS: usize = 10;
/// A worker that has been here for so long is worth a line: most are replaced by the next deployment.
const OLD: Duration = Duration::from_hours(24);

pub(super) fn card(zone: &Zone, now: Timestamp, service: &PublicService, queue: &PublicQueue) -> QueueCard {
    let (tone, state_word) = if queue.state == State::NotApplicable {
        (Tone::HalfWorking, labels::not_measured().to_owned())
    } else {
        (tone(queue.state), word(queue.state, queue.confirming))
    };
    let remarked = match () {
        () if queue.flags.contains(&FlagWord::Paused) => labels::paused(&state_word),
        () if queue.flags.contains(&FlagWord::Quiet) => labels::quiet(&state_word),
        () => state_word,
    };
    QueueCard {
        id: format!("{}-{}", service.id, queue.id),
        name: queue.name.clone(),
        tone: if queue.expired { Tone::OutOfDate } else { tone },
        word: remarked,
        crew: crew(zone, now, queue),
        waiting: waiting(queue),
        failed: failed(queue),
        lines: lines(zone, now, queue),
    }
}

fn crew(zone: &Zone, now: Timestamp, queue: &PublicQueue) -> Crew {
    let window = Duration::from_secs(queue.window_s.unwrap_or(0));
    let mut crew = Crew {
        label: labels::workers(queue.basis, queue.exactness, window, is_told_by_app(queue)),
        number: labels::UNKNOWN_NUMBER.into(),
        seats: Vec::new(),
        more: String::new(),
        seats_label: String::new(),
        evidence: Evidence::default(),
    };
    match queue.workers_alive {
        Reading::Known { value: 0, .. } => nobody(&mut crew, zone, now, queue),
        Reading::Known { value, .. } => {
            let plus = if queue.exactness == Exactness::AtLeastOne { "+" } else { "" };
            crew.number = format!("{}{plus}", time::number(value));
            living(&mut crew, zone, now, queue, window);
        }
        Reading::Unknown { why, .. } => {
            let reason = en::reason(why);
            crew.evidence.before = match queue.last_crew {
                _ if queue.state == State::NotApplicable => labels::CANNOT_COUNT.into(),
                Some(last) => {
                    labels::not_readable_last_counted(reason, last.count, &zone.moment(last.at, now))
                }
                None => labels::not_readable(reason),
            };
        }
    }
    crew
}

fn nobody(crew: &mut Crew, zone: &Zone, now: Timestamp, queue: &PublicQueue) {
    crew.number = "0".into();
    let Some(last) = queue.last_crew else {
        match queue.last_beat_at {
            Some(at) => crew.evidence.before = labels::last_sign_of_life(&zone.moment(at.0, now)),
            None if is_told_by_app(queue) => told_by_the_application(crew, queue),
            None => crew.evidence.before = labels::NEVER_SIGNED_IN.into(),
        }
        return;
    };
    let until = zone.moment(queue.last_beat_at.map_or(last.at, |at| at.0), now);
    let seats = last.count.min(MOST_EMPTY_SEATS);
    crew.seats = (0..seats).map(|_| Seat::Gone).collect();
    crew.seats_label = labels::empty_seats_label(last.count, &until);
    crew.evidence.before = labels::were_here_until(last.count, &until);
}

fn told_by_the_application(crew: &mut Crew, queue: &PublicQueue) {
    crew.evidence.before = labels::TOLD_BY_THE_APPLICATION.into();
    crew.evidence.at = queue.observed_at;
}

fn living(crew: &mut Crew, zone: &Zone, now: Timestamp, queue: &PublicQueue, window: Duration) {
    if is_told_by_app(queue) {
        return told_by_the_application(crew, queue);
    }
    if queue.beats.is_empty() {
        let at = queue.observed_at.map(|at| labels::counted_at(&zone.moment(at, now)));
        crew.evidence.before = at.unwrap_or_default();
        return;
    }
    let since_read = queue.observed_at.map(|at| now.since(at)).unwrap_or_default();
    let ages: Vec<Duration> = queue.beats.iter().map(|beat| beat.age.saturating_add(since_read)).collect();
    crew.seats = drawn(&ages).into_iter().map(|age| Seat::Burning { fill: fill(age, window) }).collect();
    let seconds: Vec<u64> = ages.iter().map(Duration::as_secs).collect();
    crew.seats_label = labels::seats_label(&seconds);
    crew.more = if ages.len() > MOST_SEATS { labels::each_a_tenth(ages.len()) } else { String::new() };
    crew.evidence = evidence(queue, &ages, window);
}

fn evidence(queue: &PublicQueue, ages: &[Duration], window: Duration) -> Evidence {
    let longest = ages.last().copied().unwrap_or_default();
    let silent = longest > window / 4 && ages.len() > 1;
    let after = match (queue.exactness, queue.basis) {
        (Exactness::AtLeastOne, _) => labels::AT_LEAST_ONE.to_owned(),
        (_, Basis::Expiry | Basis::TtlRecord) => labels::a_dead_one_shows_within(window),
        _ if silent => labels::longest_silence(longest),
        _ => String::new(),
    };
    let latest: Option<&SignOfLife> = queue.beats.first();
    Evidence { before: labels::LATEST.into(), at: latest.map(|beat| beat.at), after }
}

/// The ages that are drawn: all of them, or one for each tenth of the crew.
fn drawn(ages: &[Duration]) -> Vec<Duration> {
    if ages.len() <= MOST_SEATS {
        return ages.to_vec();
    }
    (0..TENTHS).filter_map(|tenth| ages.get(tenth * ages.len() / TENTHS).copied()).collect()
}

fn fill(age: Duration, window: Duration) -> u8 {
    let left = window.saturating_sub(age).as_millis() * 100;
    u8::try_from(left / window.as_millis().max(1)).unwrap_or(100).min(100)
}

/// Is it getting better or worse? The last ten minutes say it, and the last 24 hours as a line.
fn waiting(queue: &PublicQueue) -> Count {
    let (trend, now) = (&queue.trend, queue.queue_depth.known());
    let note = trend.waiting_10_min.map(history_words::in_ten_minutes).unwrap_or_default();
    let hours: Vec<Option<Gauge>> = queue.past.hours.iter().map(|hour| hour.waiting).collect();
    Count {
        spark: spark(labels::WAITING, &hours, now, Course::Curve).map(app::draw::spark),
        ..count(labels::WAITING, queue.queue_depth, note)
    }
}

/// What has failed for good since yesterday; on the first day, since this page began to look.
fn failed(queue: &PublicQueue) -> Count {
    let (trend, now) = (&queue.trend, queue.failed_depth.known());
    let change = |now: u64, then: u64| i64::try_from(i128::from(now) - i128::from(then)).unwrap_or(i64::MAX);
    let note = now.and_then(|now| match (queue.past.failed_yesterday, trend.failed_at_start) {
        (Some(then), _) => Some(history_words::since_yesterday(change(now, then))),
        (None, Some(then)) => Some(history_words::since_the_start(then, change(now, then))),
        (None, None) => None,
    });
    let latest = trend.latest_dead_letter_at.filter(|_| now.is_some_and(|now| now > 0));
    let hours: Vec<Option<Gauge>> = queue.past.hours.iter().map(|hour| hour.failed).collect();
    Count {
        latest: latest.map(|at| Evidence {
            before: history_words::LATEST.into(),
            at: Some(at),
            after: String::new(),
        }),
        spark: spark(labels::FAILED, &hours, now, Course::Steps).map(app::draw::spark),
        ..count(labels::FAILED, queue.failed_depth, note.unwrap_or_default())
    }
}

fn count(label: &str, reading: Reading, trend: String) -> Count {
    let (number, note) = match reading {
        Reading::Known { value, .. } => (time::number(value), trend),
        Reading::Unknown { why, .. } => (labels::UNKNOWN_NUMBER.to_owned(), en::reason(why).to_owned()),
    };
    Count { label: label.into(), number, note, latest: None, spark: None }
}

fn lines(zone: &Zone, now: Timestamp, queue: &PublicQueue) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut say = |label: &str, value: String| lines.push(Line { label: label.into(), value });
    if let Some(held @ 1..) = queue.in_flight.known() {
        let orphaned = queue.workers_alive.is_known_zero();
        say(labels::IN_HAND, if orphaned { labels::worker_gone(held) } else { time::number(held) });
    }
    // The delayed ones include those whose time has come.
    let not_yet = if queue.overdue.known().is_some() {
        queue.delayed.zip(queue.overdue, u64::saturating_sub)
    } else {
        queue.delayed
    };
    for (label, reading) in [(labels::OVERDUE, queue.overdue), (labels::DELAYED, not_yet)] {
        if let Some(n @ 1..) = reading.known() {
            say(label, time::number(n));
        }
    }
    if let Some(oldest @ 1..) = queue.oldest_waiting_s.known() {
        say(labels::OLDEST, time::exact(Duration::from_secs(oldest)));
    }
    if let (Some(reported), true) = (queue.reported, queue.basis != Basis::App) {
        let text = |n: Option<u64>| n.map_or_else(|| labels::UNKNOWN_NUMBER.to_owned(), time::number);
        let own =
            if queue.flags.contains(&FlagWord::QueueUnknown) { None } else { queue.workers_alive.known() };
        let agree = matches!((reported.workers_alive, own), (Some(a), Some(b)) if (a == 0) == (b == 0));
        let label = match (reported.workers_alive, own) {
            (Some(_), Some(_)) if agree => labels::WITNESSES_AGREE,
            (Some(_), Some(_)) => labels::WITNESSES_DISAGREE,
            _ => labels::WITNESSES,
        };
        let store = labels::store(queue.workers_alive.source());
        say(label, labels::witnesses(&text(reported.workers_alive), store, &text(own)));
    }
    let Trend { joined_last_hour, left_last_hour, oldest_worker_since, .. } = queue.trend;
    if joined_last_hour > 0 || left_last_hour > 0 {
        say(history_words::LAST_HOUR, history_words::came_and_left(joined_last_hour, left_last_hour));
    }
    // A stop signal that never arrived shows here.
    if let Some(since) = oldest_worker_since.filter(|since| now.since(*since) >= OLD) {
        say(history_words::LONGEST_HERE, labels::since(&zone.moment(since, now)));
    }
    lines
}

#[cfg(test)]
#[path = "queue_card_tests.rs"]
mod tests;
