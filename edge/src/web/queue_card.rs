//! A queue's card: seats, numbers and the lines that say something (PAGE 5).
//!
//! Not sentences about what is wrong: the header has those.

use super::history::{Course, spark};
use super::page::{tone, word};
use crate::words::situation::is_told_by_app;
use crate::words::{Locale, history as history_words, labels, say};
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

pub(super) fn card(l: &Locale, now: Timestamp, service: &PublicService, queue: &PublicQueue) -> QueueCard {
    let (tone, state_word) = if queue.state == State::NotApplicable {
        (Tone::HalfWorking, labels::not_measured(l))
    } else {
        (tone(queue.state), word(l, queue.state, queue.confirming))
    };
    let remarked = match () {
        () if queue.flags.contains(&FlagWord::Paused) => labels::paused(l, &state_word),
        () if queue.flags.contains(&FlagWord::Quiet) => labels::quiet(l, &state_word),
        () => state_word,
    };
    QueueCard {
        id: format!("{}-{}", service.id, queue.id),
        name: queue.name.clone(),
        tone: if queue.expired { Tone::OutOfDate } else { tone },
        word: remarked,
        crew: crew(l, now, queue),
        waiting: waiting(l, queue),
        failed: failed(l, now, queue),
        lines: lines(l, now, queue),
    }
}

fn crew(l: &Locale, now: Timestamp, queue: &PublicQueue) -> Crew {
    let window = Duration::from_secs(queue.window_s.unwrap_or(0));
    let kind = (queue.basis, queue.exactness);
    let mut crew = Crew {
        label: labels::workers_counted(l, kind, window, is_told_by_app(queue)),
        number: labels::unknown_number(l),
        seats: Vec::new(),
        more: String::new(),
        seats_label: String::new(),
        evidence: Evidence::default(),
    };
    match queue.workers_alive {
        Reading::Known { value: 0, .. } => nobody(&mut crew, l, now, queue),
        Reading::Known { value, .. } => {
            let at_least = queue.exactness == Exactness::AtLeastOne;
            crew.number = if at_least { labels::at_least(l, value) } else { l.number(value) };
            living(&mut crew, l, now, queue, window);
        }
        Reading::Unknown { why, .. } => {
            let reason = say::reason(l, why);
            crew.evidence.before = match queue.last_crew {
                _ if queue.state == State::NotApplicable => labels::cannot_count(l),
                Some(last) => {
                    labels::not_readable_last_counted(l, &reason, last.count, &l.moment(last.at, now))
                }
                None => labels::not_readable(l, &reason),
            };
        }
    }
    crew
}

fn nobody(crew: &mut Crew, l: &Locale, now: Timestamp, queue: &PublicQueue) {
    crew.number = l.number(0);
    let Some(last) = queue.last_crew else {
        match queue.last_beat_at {
            Some(at) => crew.evidence.before = labels::last_sign_of_life(l, &l.moment(at.0, now)),
            None if is_told_by_app(queue) => crew.evidence = told_by_the_application(l, now, queue),
            None => crew.evidence.before = labels::never_signed_in(l),
        }
        return;
    };
    let until = l.moment(queue.last_beat_at.map_or(last.at, |at| at.0), now);
    let seats = last.count.min(MOST_EMPTY_SEATS);
    crew.seats = (0..seats).map(|_| Seat::Gone).collect();
    crew.seats_label = labels::empty_seats(l, last.count, &until);
    crew.evidence.before = labels::were_here_until(l, last.count, &until);
}

fn told_by_the_application(l: &Locale, now: Timestamp, queue: &PublicQueue) -> Evidence {
    around_age(l, now, &labels::told_by_the_application(l, AGE), queue.observed_at)
}

fn living(crew: &mut Crew, l: &Locale, now: Timestamp, queue: &PublicQueue, window: Duration) {
    if is_told_by_app(queue) {
        crew.evidence = told_by_the_application(l, now, queue);
        return;
    }
    if queue.beats.is_empty() {
        let at = queue.observed_at.map(|at| labels::counted_at(l, &l.moment(at, now)));
        crew.evidence.before = at.unwrap_or_default();
        return;
    }
    let since_read = queue.observed_at.map(|at| now.since(at)).unwrap_or_default();
    let ages: Vec<Duration> = queue.beats.iter().map(|beat| beat.age.saturating_add(since_read)).collect();
    crew.seats = drawn(&ages).into_iter().map(|age| Seat::Burning { fill: fill(age, window) }).collect();
    let seconds: Vec<u64> = ages.iter().map(Duration::as_secs).collect();
    crew.seats_label = labels::seats_label(l, &seconds);
    if ages.len() > MOST_SEATS {
        crew.more = labels::each_a_tenth(l, ages.len() as u64);
    }
    crew.evidence = evidence(l, now, queue, &ages, window);
}

fn evidence(
    l: &Locale,
    now: Timestamp,
    queue: &PublicQueue,
    ages: &[Duration],
    window: Duration,
) -> Evidence {
    let longest = ages.last().copied().unwrap_or_default();
    let silent = longest > window / 4 && ages.len() > 1;
    let below = match (queue.exactness, queue.basis) {
        (Exactness::AtLeastOne, _) => labels::counts_no_further(l),
        (_, Basis::Expiry | Basis::TtlRecord) => labels::a_dead_one_shows_within(l, &l.configured(window)),
        _ if silent => labels::longest_silence(l, &l.exact(longest)),
        _ => String::new(),
    };
    let latest: Option<&SignOfLife> = queue.beats.first();
    Evidence { below, ..around_age(l, now, &labels::latest(l, AGE), latest.map(|beat| beat.at)) }
}

/// Stands in a sentence for an age, which ticks and is written where it is read.
const AGE: &str = "\u{1e}";

/// What stands around the age in a sentence.
fn around_age(l: &Locale, now: Timestamp, said: &str, at: Option<Timestamp>) -> Evidence {
    let (before, after) = said.split_once(AGE).unwrap_or((said, ""));
    // The views write the space.
    let age = at.map(|at| l.ago(now.since(at))).unwrap_or_default();
    let (before, after) = (before.trim_end().to_owned(), after.to_owned());
    Evidence { before, at, age, after, below: String::new() }
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
fn waiting(l: &Locale, queue: &PublicQueue) -> Count {
    let (trend, now) = (&queue.trend, queue.queue_depth.known());
    let note =
        trend.waiting_10_min.map(|change| history_words::in_ten_minutes(l, change)).unwrap_or_default();
    let hours: Vec<Option<Gauge>> = queue.past.hours.iter().map(|hour| hour.waiting).collect();
    let label = labels::waiting(l);
    Count {
        spark: spark(l, &label, &hours, now, Course::Curve).map(app::draw::spark),
        ..count(l, label, queue.queue_depth, note)
    }
}

/// What has failed for good since yesterday; on the first day, since this page began to look.
fn failed(l: &Locale, served_at: Timestamp, queue: &PublicQueue) -> Count {
    let (trend, now) = (&queue.trend, queue.failed_depth.known());
    let change = |now: u64, then: u64| i64::try_from(i128::from(now) - i128::from(then)).unwrap_or(i64::MAX);
    let note = now.and_then(|now| match (queue.past.failed_yesterday, trend.failed_at_start) {
        (Some(then), _) => Some(history_words::since_yesterday(l, change(now, then))),
        (None, Some(then)) => Some(history_words::since_the_start(l, then, change(now, then))),
        (None, None) => None,
    });
    let latest = trend.latest_dead_letter_at.filter(|_| now.is_some_and(|now| now > 0));
    let hours: Vec<Option<Gauge>> = queue.past.hours.iter().map(|hour| hour.failed).collect();
    let label = labels::failed(l);
    Count {
        latest: latest.map(|at| around_age(l, served_at, &labels::latest_dead_letter(l, AGE), Some(at))),
        spark: spark(l, &label, &hours, now, Course::Steps).map(app::draw::spark),
        ..count(l, label, queue.failed_depth, note.unwrap_or_default())
    }
}

fn count(l: &Locale, label: String, reading: Reading, trend: String) -> Count {
    let (number, note) = match reading {
        Reading::Known { value, .. } => (l.number(value), trend),
        Reading::Unknown { why, .. } => (labels::unknown_number(l), say::reason(l, why)),
    };
    Count { label, number, note, latest: None, spark: None }
}

fn lines(l: &Locale, now: Timestamp, queue: &PublicQueue) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut say = |label: String, value: String| lines.push(Line { label, value });
    if let Some(held @ 1..) = queue.in_flight.known() {
        let orphaned = queue.workers_alive.is_known_zero();
        say(labels::in_hand(l), if orphaned { labels::worker_gone(l, held) } else { l.number(held) });
    }
    // The delayed ones include those whose time has come.
    let not_yet = if queue.overdue.known().is_some() {
        queue.delayed.zip(queue.overdue, u64::saturating_sub)
    } else {
        queue.delayed
    };
    for (label, reading) in [(labels::overdue(l), queue.overdue), (labels::delayed(l), not_yet)] {
        if let Some(n @ 1..) = reading.known() {
            say(label, l.number(n));
        }
    }
    if let Some(oldest @ 1..) = queue.oldest_waiting_s.known() {
        say(labels::oldest(l), l.exact(Duration::from_secs(oldest)));
    }
    if let (Some(reported), true) = (queue.reported, queue.basis != Basis::App) {
        let own =
            if queue.flags.contains(&FlagWord::QueueUnknown) { None } else { queue.workers_alive.known() };
        let agree = matches!((reported.workers_alive, own), (Some(a), Some(b)) if (a == 0) == (b == 0));
        let label = match (reported.workers_alive, own) {
            (Some(_), Some(_)) if agree => labels::witnesses_agree(l),
            (Some(_), Some(_)) => labels::witnesses_disagree(l),
            _ => labels::witnesses(l),
        };
        let store = labels::store(l, queue.workers_alive.source());
        say(label, labels::witnesses_side_by_side(l, reported.workers_alive, &store, own));
    }
    let Trend { joined_last_hour, left_last_hour, oldest_worker_since, .. } = queue.trend;
    if joined_last_hour > 0 || left_last_hour > 0 {
        let moved = history_words::came_and_left(l, joined_last_hour, left_last_hour);
        say(history_words::last_hour(l), moved);
    }
    // A stop signal that never arrived shows here.
    if let Some(since) = oldest_worker_since.filter(|since| now.since(*since) >= OLD) {
        say(history_words::longest_here(l), labels::since(l, &l.moment(since, now)));
    }
    lines
}

#[cfg(test)]
#[path = "queue_card_tests.rs"]
mod tests;
