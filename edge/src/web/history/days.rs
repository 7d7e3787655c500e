//! The words of a day: what was not working, of which row, for how long.
//!
//! Only days on which something else than working was seen have words of their own: the page carries them twice,
//! drawn and as its model.

use super::{Service, Subject, bars};
use crate::calendar;
use crate::words::Locale;
use crate::words::history::{self as words, Lasted};
use core::time::Duration;
use shared::history::{DAYS_SHOWN, Day, Tally};
use shared::order;
use shared::page::drawing::Stripe;

/// Of a day, no more rows are told; the others are counted.
const MOST_TOLD: usize = 4;

/// What is told, the worst first.
const TOLD: [Stripe; 5] =
    [Stripe::NotWorking, Stripe::NotKnown, Stripe::Problems, Stripe::Restarting, Stripe::Maintenance];

/// What there is to say of each day that is shown.
pub struct Days {
    /// In sentences, today the last.
    pub told: Vec<String>,
    /// The numbers of those with trouble, the newest first.
    pub bad: Vec<usize>,
}

/// All days up to today; before the first of these, nothing had been checked.
pub fn days(l: &Locale, today: Day, first: usize, services: &[Service<'_>]) -> Days {
    let mut days = Days { told: Vec::with_capacity(DAYS_SHOWN), bad: Vec::new() };
    for number in 0..DAYS_SHOWN {
        let ago = DAYS_SHOWN - 1 - number;
        let words = words_of(l, services, ago);
        let says = match &words {
            Some(words) => words.says.clone(),
            None if number < first => vec![words::before_the_first_check(l)],
            None => vec![words::nothing_but_working(l)],
        };
        days.told.push(words::day(l, &date(l, today, ago), &says));
        if words.is_some_and(|words| words.trouble) {
            days.bad.push(number);
        }
    }
    days.bad.reverse();
    days
}

fn date(l: &Locale, today: Day, ago: usize) -> String {
    match i32::try_from(ago) {
        Ok(0) | Err(_) => words::today(l),
        Ok(ago) => super::date(l, calendar::add_days(today, -ago)),
    }
}

/// What there is to say of a day on which something else than working was seen.
struct Words {
    /// Whether it counts as a day with trouble.
    trouble: bool,
    /// Sentences without their full stops, the worst first.
    says: Vec<String>,
}

/// The words of the day so many days ago; none if nothing but working was seen, or nothing at all.
fn words_of(l: &Locale, services: &[Service<'_>], ago: usize) -> Option<Words> {
    let rows = services.iter().flat_map(|(own, parts)| core::iter::once(own).chain(parts));
    let tallies: Vec<Tally> = rows.filter_map(|row| on(row, ago)).filter(was_judged).collect();
    // What nobody knew of anything is this page's own gap.
    let gap =
        if tallies.len() > 1 { tallies.iter().map(|tally| tally.unknown).min().unwrap_or(0) } else { 0 };
    let mut told: Vec<Told> =
        services.iter().flat_map(|service| told_of(l, service, services.len() > 1, ago, gap)).collect();
    let mut says: Vec<String> = Vec::new();
    if gap > 0 {
        let all = tallies.iter().all(|tally| lasted(tally, gap, ago) == Lasted::AllDay);
        let lasted = if all { Lasted::AllDay } else { Lasted::For(Duration::from_millis(gap)) };
        says.push(words::nothing_was_known(l, lasted));
    }
    let place = |told: &Told| TOLD.iter().position(|of| *of == told.worst);
    order::sort_by(&mut told, |one, other| place(one).cmp(&place(other)));
    let trouble = gap > 0 || told.iter().any(|told| is_trouble(told.worst));
    let more = told.len().saturating_sub(MOST_TOLD);
    says.extend(told.into_iter().take(MOST_TOLD).map(|told| told.says));
    if more > 0 {
        says.push(words::and_more(l, more as u64));
    }
    (!says.is_empty()).then_some(Words { trouble, says })
}

/// What is told of one row.
struct Told {
    worst: Stripe,
    says: String,
}

/// A service's rows. What its own parts tell as well, and for as long, it does not tell again.
fn told_of(l: &Locale, service: &Service<'_>, of_several: bool, ago: usize, gap: u64) -> Vec<Told> {
    let (own, parts) = service;
    let seen = |of: Stripe| {
        parts.iter().filter_map(|part| on(part, ago)).map(move |tally| bars::time(&tally, of)).max()
    };
    let says = |part: Option<&Subject<'_>>, stretches: &[Stretch]| match part {
        None => words::day_of(l, &own.name, stretches),
        Some(part) if of_several => words::day_of_part(l, &own.name, &part.name, stretches),
        Some(part) => words::day_of(l, &part.name, stretches),
    };
    let told = |part, stretches: Vec<Stretch>| {
        let (worst, _) = *stretches.first()?;
        Some(Told { worst, says: says(part, &stretches) })
    };
    let itself = stretches(own, ago, gap, |of, time| seen(of).is_none_or(|longest| longest < time));
    let each = parts.iter().filter_map(|part| told(Some(part), stretches(part, ago, gap, |_, _| true)));
    told(None, itself).into_iter().chain(each).collect()
}

/// A state, and how much of a day it lasted.
type Stretch = (Stripe, Lasted);

/// What is told of a row's day, the worst first.
fn stretches(
    subject: &Subject<'_>,
    ago: usize,
    gap: u64,
    is_news: impl Fn(Stripe, u64) -> bool,
) -> Vec<Stretch> {
    let mut stretches = Vec::new();
    let Some(tally) = on(subject, ago) else { return stretches };
    for of in TOLD {
        let time = bars::time(&tally, of);
        let beside_the_gap = if of == Stripe::NotKnown { time.saturating_sub(gap) } else { time };
        if beside_the_gap > 0 && is_news(of, time) {
            stretches.push((of, lasted(&tally, beside_the_gap, ago)));
        }
    }
    stretches
}

/// How much of a day so many days ago. Today is not over: what was so from its first second on may yet end.
fn lasted(tally: &Tally, time: u64, ago: usize) -> Lasted {
    let all = tally.total().saturating_sub(tally.not_applicable);
    if ago > 0 && time >= all { Lasted::AllDay } else { Lasted::For(Duration::from_millis(time)) }
}

/// A row's day so many days ago.
fn on(subject: &Subject<'_>, ago: usize) -> Option<Tally> {
    let days = &subject.past.days;
    days.len().checked_sub(ago + 1).and_then(|day| days.get(day)).copied()
}

fn was_judged(tally: &Tally) -> bool {
    tally.total() > tally.not_applicable
}

/// Restarts and planned maintenance are no trouble.
const fn is_trouble(of: Stripe) -> bool {
    matches!(of, Stripe::NotWorking | Stripe::NotKnown | Stripe::Problems)
}
