//! Planned maintenance: from the rules of a configuration and what was announced to windows with a beginning and an
//! end.
//!
//! Not what a window does: it is an annotation (`shared::maintenance`), and changes no verdict.

use crate::calendar::{Civil, add_days, civil, date, day_of, instant, weekday};
use core::fmt;
use core::time::Duration;
use shared::history::Day;
use shared::maintenance::{OF_A_RULE, Window};
use shared::order;
use shared::time::Timestamp;

/// So long after its end a window is still told of.
const AFTERWARDS: Duration = Duration::from_hours(24);
/// So long before its beginning a window of a rule is told of.
const BEFOREHAND: Duration = Duration::from_hours(7 * 24);

/// When work is planned, and on what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaintenanceRule {
    /// Unique among the rules.
    pub id: String,
    /// What is done, in public words. May be empty.
    pub title: String,
    /// The services it is about; empty for all.
    pub services: Vec<String>,
    /// When.
    pub when: When,
}

/// When work is planned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum When {
    /// One time.
    Once {
        /// When it begins.
        from: Timestamp,
        /// When it ends: later.
        until: Timestamp,
    },
    /// Again and again.
    Recurring {
        /// On which days.
        days: Days,
        /// The hour at which it begins, by the wall clock: 0 to 23.
        hour: u8,
        /// The minute: 0 to 59.
        minute: u8,
        /// How long, in real time: shorter than from one to the next, at most six days.
        lasts: Duration,
        /// Whose wall clock: an IANA name.
        zone: String,
    },
}

/// The days of a recurring rule. A day of the week: 0 is Monday, 6 is Sunday.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Days {
    /// Every day.
    Daily,
    /// One day of each week.
    Weekly(u8),
    /// One day of each month: 1 to 28, which every month has.
    Monthly(u8),
    /// A weekday of each month: the first (1) to the fourth (4).
    Nth(u8, u8),
    /// The last of a weekday in each month.
    Last(u8),
}

/// The windows that are open, that have ended within the last day, or that are to come; by their beginning. Of rules
/// those that begin within a week; of `announced`, which people announced by themselves and may want to call off, all.
pub fn windows(rules: &[MaintenanceRule], announced: &[Window], now: Timestamp) -> Vec<Window> {
    let of_rules = rules.iter().flat_map(|rule| rule.windows(now));
    let soon = of_rules.filter(|window| window.from <= now + BEFOREHAND);
    let told = soon.chain(announced.iter().cloned()).filter(|window| window.until > now - AFTERWARDS);
    let mut windows: Vec<Window> = told.collect();
    order::sort_by(&mut windows, |one, other| one.from.cmp(&other.from));
    windows
}

impl MaintenanceRule {
    fn windows(&self, now: Timestamp) -> Vec<Window> {
        let window = |from: Timestamp, until: Timestamp| Window {
            id: format!("{}{OF_A_RULE}{from}", self.id),
            title: self.title.clone(),
            services: self.services.clone(),
            from,
            until,
        };
        match &self.when {
            When::Once { from, until } => vec![window(*from, *until)],
            When::Recurring { days, hour, minute, lasts, zone } => {
                let day = |at| day_of(civil(zone, at));
                // One more at either end: a wall clock that is moved over midnight moves the beginning with it.
                let first = add_days(day(now - AFTERWARDS - *lasts), -1);
                let last = add_days(day(now + BEFOREHAND), 1);
                let mut begins: Vec<Timestamp> = (first.0..=last.0)
                    .map(Day)
                    .filter(|day| days.has(*day))
                    .map(|day| {
                        let (year, month, day) = date(day);
                        instant(zone, Civil { year, month, day, hour: *hour, minute: *minute, second: 0 })
                    })
                    .collect();
                // A day that a zone skipped as a whole begins with the next.
                begins.dedup();
                begins.into_iter().map(|from| window(from, from + *lasts)).collect()
            }
        }
    }
}

impl Days {
    fn has(self, day: Day) -> bool {
        let (_, _, of_month) = date(day);
        match self {
            Self::Daily => true,
            Self::Weekly(of_week) => weekday(day) == of_week,
            Self::Monthly(wanted) => of_month == wanted,
            Self::Nth(nth, of_week) => weekday(day) == of_week && (of_month - 1) / 7 + 1 == nth,
            Self::Last(of_week) => {
                let (_, _, a_week_later) = date(add_days(day, 7));
                weekday(day) == of_week && a_week_later < of_month
            }
        }
    }

    /// Reads `daily`, `sunday`, `first sunday`, `last sunday` or `monthly 1`.
    pub fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let place = |of: &[&str], word: &str| {
            of.iter().position(|w| w.eq_ignore_ascii_case(word)).and_then(|at| u8::try_from(at).ok())
        };
        match words.as_slice() {
            [daily] if daily.eq_ignore_ascii_case(DAILY) => Some(Self::Daily),
            [day] => place(&WEEKDAYS, day).map(Self::Weekly),
            [monthly, day] if monthly.eq_ignore_ascii_case(MONTHLY) => {
                day.parse().ok().filter(|day| (1..=28).contains(day)).map(Self::Monthly)
            }
            [last, day] if last.eq_ignore_ascii_case(LAST) => place(&WEEKDAYS, day).map(Self::Last),
            [nth, day] => Some(Self::Nth(place(&ORDINALS, nth)? + 1, place(&WEEKDAYS, day)?)),
            _ => None,
        }
    }

    /// The longest that a window may last so that there is time between two of them.
    pub const fn longest(self) -> Duration {
        match self {
            Self::Daily => Duration::from_hours(22),
            Self::Weekly(_) | Self::Monthly(_) | Self::Nth(..) | Self::Last(_) => LONGEST,
        }
    }
}

/// The longest that a recurring window may last.
pub const LONGEST: Duration = Duration::from_hours(6 * 24);

const DAILY: &str = "daily";
const MONTHLY: &str = "monthly";
const LAST: &str = "last";
const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const ORDINALS: [&str; 4] = ["first", "second", "third", "fourth"];

/// As `parse` reads it.
impl fmt::Display for Days {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_week = |n: u8| WEEKDAYS.get(usize::from(n)).copied().unwrap_or_default();
        match *self {
            Self::Daily => f.write_str(DAILY),
            Self::Weekly(day) => f.write_str(of_week(day)),
            Self::Monthly(day) => write!(f, "{MONTHLY} {day}"),
            Self::Nth(nth, day) => {
                let nth = ORDINALS.get(usize::from(nth).saturating_sub(1)).copied().unwrap_or_default();
                write!(f, "{nth} {}", of_week(day))
            }
            Self::Last(day) => write!(f, "{LAST} {}", of_week(day)),
        }
    }
}

#[cfg(test)]
#[path = "maintenance_tests.rs"]
mod tests;
