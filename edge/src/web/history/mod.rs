//! The card of 90 days: a row for each service, queue and dependency that the public may see, with its uptime.
//!
//! All of it follows from the same tallies: bars, percentages and the words of a day (`days`) cannot disagree.

mod bars;
mod days;
mod spark;

pub(super) use spark::{Course, spark};

use crate::calendar;
use crate::words::{Locale, history as words};
use app::draw;
use core::time::Duration;
use days::Days;
use shared::history::{DAYS_SHOWN, Day, SubjectPast, Tally};
use shared::page::History;
use shared::page::drawing::{Bars, Key, Row, Share, Stripe};
use shared::public::{PublicBoard, PublicService};

/// No percentage is told of less than this.
const ENOUGH: Duration = Duration::from_hours(24);

/// The spans over which a service's uptime is told, beside the last 24 hours; in days.
const SPANS: [usize; 3] = [7, 30, DAYS_SHOWN];

/// One row's history, with the name it is told by.
#[derive(Clone, Debug)]
struct Subject<'a> {
    name: String,
    past: &'a SubjectPast,
}

/// The card; nothing before there is any history.
pub(super) fn card(l: &Locale, board: &PublicBoard) -> Option<History> {
    let services = services(board);
    let days = services.iter().map(|(own, _)| own.past.days.len().min(DAYS_SHOWN)).max()?;
    let bars = all_bars(l, &services, board.services.len() == 1);
    let first = DAYS_SHOWN.saturating_sub(days);
    let Days { told, bad } = days::days(l, board.past.today, first, &services);
    let of = |number: &usize| told.get(*number).cloned();
    Some(History {
        top: draw::top(words::heading(l), key(l, &bars)),
        troubled: if bad.is_empty() { String::new() } else { words::troubled(l, bad.len() as u64) },
        bad: draw::days(bad.iter().filter_map(of).collect()),
        groups: bars.into_iter().map(draw::bars).collect(),
        axis: draw::axis(left(l, board, days), words::today_axis(l)),
        label: words::read_a_day(l),
        days: told,
    })
}

/// The uptime of a service over each span, and how much of the longest was observed: for the text board.
pub(super) fn uptime(l: &Locale, past: &SubjectPast) -> Option<String> {
    let spans = spans(l, past);
    let observed = spans.last()?.of.clone();
    let spans: Vec<_> = spans.into_iter().map(|span| (span.label, span.share)).collect();
    Some(words::uptime_line(l, &spans, &observed))
}

/// A service, and its queues and dependencies.
type Service<'a> = (Subject<'a>, Vec<Subject<'a>>);

/// The services of which there is history, in the order of the configuration.
fn services(board: &PublicBoard) -> Vec<Service<'_>> {
    board.services.iter().map(subjects).filter(|(own, _)| has_days(own)).collect()
}

fn all_bars(l: &Locale, services: &[Service<'_>], alone: bool) -> Vec<Bars> {
    services.iter().map(|(own, parts)| bars_of(l, own, parts, alone)).collect()
}

/// A service and its rows, in the order of the configuration.
fn subjects(service: &PublicService) -> Service<'_> {
    let subject = |name: &str, past| Subject { name: name.to_owned(), past };
    let queues = service.queues.iter().map(|queue| subject(&queue.name, &*queue.past));
    // A line of the document that is shown as a queue has its row already.
    let is_queue = |name: &str, id: &str| service.queues.iter().any(|q| q.covers == id && q.name == name);
    let lines = service.dependencies.iter().filter(|line| !is_queue(&line.name, &line.id));
    let parts = queues.chain(lines.map(|line| subject(&line.name, &*line.past)));
    (subject(&service.name, &service.past), parts.filter(has_days).collect())
}

/// Whether anything was ever judged of it.
fn has_days(subject: &Subject<'_>) -> bool {
    subject.past.days.iter().any(|tally| tally.total() > tally.not_applicable)
}

fn bars_of(l: &Locale, own: &Subject<'_>, parts: &[Subject<'_>], alone: bool) -> Bars {
    let fold = if alone || parts.is_empty() { String::new() } else { words::parts_of(l, &own.name) };
    let parts = parts.iter().map(|part| row(l, part)).collect();
    Bars { own: row(l, own), spans: spans(l, own.past), parts, fold }
}

fn row(l: &Locale, subject: &Subject<'_>) -> Row {
    let (share, of) = shares(l, &sum(subject.past, DAYS_SHOWN)).unwrap_or_default();
    let share = Share { label: subject.name.clone(), share, of };
    Row { share, bars: bars::bars(&subject.past.days) }
}

/// Spans that say something new: none is longer than twice what there is.
fn spans(l: &Locale, past: &SubjectPast) -> Vec<Share> {
    let there = past.days.len();
    if shares(l, &sum(past, DAYS_SHOWN)).is_none() {
        return Vec::new();
    }
    let span = |label: String, tally: &Tally| told(l, tally).map(|(share, of)| Share { label, share, of });
    let mut spans: Vec<Share> = span(words::last_24_h(l), &past.last_24_h).into_iter().collect();
    let mut told_of = 1;
    for days in SPANS.map(|days| days.min(there)) {
        if days > told_of {
            told_of = days;
            spans.extend(span(words::days(l, days as u64), &sum(past, days)));
        }
    }
    spans
}

/// All of the last days together.
fn sum(past: &SubjectPast, days: usize) -> Tally {
    let mut sum = Tally::default();
    for day in past.days.iter().rev().take(days) {
        sum += *day;
    }
    sum
}

/// Uptime and coverage in words, once there has been enough to look at.
fn shares(l: &Locale, tally: &Tally) -> Option<(String, String)> {
    let observed = tally.judged().saturating_add(tally.maintenance);
    (Duration::from_millis(observed) >= ENOUGH).then(|| told(l, tally)).flatten()
}

fn told(l: &Locale, tally: &Tally) -> Option<(String, String)> {
    Some((words::uptime(l, tally.uptime_ppm()?), words::observed(l, tally.coverage_ppm()?)))
}

/// The first check, if it is among the days shown, or the first of them.
fn left(l: &Locale, board: &PublicBoard, days: usize) -> String {
    let ago = |days: usize| i32::try_from(days).unwrap_or(0);
    let day = calendar::add_days(board.past.today, 1 - ago(days));
    let since = board.past.since.map(|at| calendar::day_of(calendar::civil(l.zone(), at)));
    let date = date(l, day);
    if since == Some(day) { words::first_check(l, &date) } else { date }
}

/// "14 September".
fn date(l: &Locale, day: Day) -> String {
    let (_, month, date) = calendar::date(day);
    words::date(l, date, month)
}

/// What the drawings mean that occur in any row, the usual one first.
fn key(l: &Locale, services: &[Bars]) -> Vec<Key> {
    let rows = || services.iter().flat_map(|bars| core::iter::once(&bars.own).chain(&bars.parts));
    let occurs = |of: Stripe| rows().any(|row| row.bars.iter().any(|bar| bar.of == of));
    let each = [
        Stripe::Working,
        Stripe::Problems,
        Stripe::NotWorking,
        Stripe::Restarting,
        Stripe::Maintenance,
        Stripe::NotKnown,
        Stripe::Nothing,
    ];
    let occurring = each.into_iter().filter(|of| occurs(*of));
    occurring.map(|of| Key { of, text: words::stripe(l, of) }).collect()
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))] // with a compressor
mod size_tests;
#[cfg(test)]
mod tests;
