//! What follows from a wall clock: hours and days for history, and the way back from a local time to an instant.
//!
//! Not zones: `civil` knows those. A zone's offset is what its wall clock shows, less the time in UTC; so one and the
//! same code serves both hosts.

use super::{Civil, civil};
use core::time::Duration;
use shared::history::{Day, Slot};
use shared::order;
use shared::time::{Timestamp, civil_from_days, days_from_civil};

const DAY_S: i64 = 86_400;

/// The hour and the day of a moment. Where clocks are moved within an hour (Lord Howe Island, by half an hour), what
/// comes after is an hour of its own: hours follow each other without gap or overlap.
pub fn slot(zone: &str, at: Timestamp) -> Slot {
    let shown = civil(zone, at);
    let into_hour = Duration::from_secs(u64::from(shown.minute) * 60 + u64::from(shown.second));
    let whole = Timestamp::from_secs(at.secs());
    let hour_start = whole - into_hour;
    let offset = seconds(shown) - whole.secs();
    let hour_start = if self::offset(zone, hour_start) == offset {
        hour_start
    } else {
        first_with(zone, offset, hour_start, whole)
    };
    Slot { hour_start, day: day_of(shown) }
}

/// The date of what a calendar shows.
pub fn day_of(shown: Civil) -> Day {
    Day(i32::try_from(days(shown)).unwrap_or_default())
}

/// Year, month (1 to 12) and day of the month (1 to 31) of a day.
pub fn date(day: Day) -> (i16, u8, u8) {
    let (year, month, day) = civil_from_days(i64::from(day.0));
    let small = |n: i64| u8::try_from(n).unwrap_or(1);
    (i16::try_from(year).unwrap_or(i16::MAX), small(month), small(day))
}

/// The day so many days later; earlier if negative.
pub const fn add_days(day: Day, days: i32) -> Day {
    Day(day.0.saturating_add(days))
}

/// The day of the week: 0 is Monday, 6 is Sunday.
pub fn weekday(day: Day) -> u8 {
    // 1970-01-01 was a Thursday.
    u8::try_from((i64::from(day.0) + 3).rem_euclid(7)).unwrap_or(0)
}

/// When a wall clock shows this. What it shows twice counts the first time; what it never shows, since clocks are put
/// forward over it, counts as the first moment after that.
pub fn instant(zone: &str, shown: Civil) -> Timestamp {
    let local = seconds(shown);
    // Offsets are below a day: a day earlier and later, the clock has not been moved yet, and has been.
    let [before, after] = [local - DAY_S, local + DAY_S].map(|s| offset(zone, Timestamp::from_secs(s)));
    let [first, second] = [before, after].map(|offset| Timestamp::from_secs(local - offset));
    let mut shows_it: Vec<Timestamp> = [(first, before), (second, after)]
        .into_iter()
        .filter(|(at, o)| offset(zone, *at) == *o)
        .map(|(at, _)| at)
        .collect();
    order::sort(&mut shows_it);
    match shows_it.first() {
        Some(at) => *at,
        None => first_with(zone, after, second, first),
    }
}

/// By how many seconds the wall clock is ahead of UTC, if what it shows at this moment it shows a second time: within
/// a day it has been put back over it, or will be.
pub fn offset_if_shown_twice(zone: &str, at: Timestamp, shown: Civil) -> Option<i64> {
    let now = seconds(shown) - at.secs();
    let day = Duration::from_hours(24);
    let (before, after) = (offset(zone, at - day), offset(zone, at + day));
    let back = u64::try_from(before - after).ok().filter(|back| *back > 0).map(Duration::from_secs)?;
    let other = if now == before { at + back } else { at - back };
    (offset(zone, other) != now).then_some(now)
}

/// By how many seconds a wall clock is ahead of UTC.
fn offset(zone: &str, at: Timestamp) -> i64 {
    seconds(civil(zone, at)) - at.secs()
}

/// The first whole second between two moments with this offset, which the later one has and the earlier one has not.
fn first_with(zone: &str, offset: i64, without: Timestamp, with: Timestamp) -> Timestamp {
    let (mut without, mut with) = (without.secs(), with.secs());
    while with - without > 1 {
        let middle = without + (with - without) / 2;
        if self::offset(zone, Timestamp::from_secs(middle)) == offset {
            with = middle;
        } else {
            without = middle;
        }
    }
    Timestamp::from_secs(with)
}

/// Seconds since 1970-01-01 00:00:00, read as if in UTC.
fn seconds(shown: Civil) -> i64 {
    days(shown) * DAY_S
        + i64::from(shown.hour) * 3600
        + i64::from(shown.minute) * 60
        + i64::from(shown.second)
}

/// Days since 1970-01-01.
fn days(shown: Civil) -> i64 {
    days_from_civil(shown.year.into(), shown.month.into(), shown.day.into())
}

#[cfg(test)]
#[path = "local_tests.rs"]
mod tests;
