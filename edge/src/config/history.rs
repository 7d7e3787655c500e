//! Reads `[history]`: for how long what is kept.
//!
//! Not what is kept: `store` knows that.

use super::Retention;
use super::reader::Table;
use core::ops::RangeInclusive;
use core::time::Duration;

const DAY: Duration = Duration::from_hours(24);

/// Two hours at least, since the present hour is read back from its rounds after a restart.
const ROUNDS: RangeInclusive<Duration> = Duration::from_hours(2)..=Duration::from_hours(24 * 7);
/// Three days at least, since a day is summed up from its hours when it ends.
const HOURS: RangeInclusive<Duration> = Duration::from_hours(24 * 3)..=Duration::from_hours(24 * 366);
const DAYS: RangeInclusive<Duration> = Duration::from_hours(24)..=Duration::from_hours(24 * 3660);

impl Default for Retention {
    fn default() -> Self {
        Self { rounds: DAY * 2, hours: DAY * 35, days: DAY * 730 }
    }
}

/// Reads the table.
pub(super) fn read(mut table: Table<'_>) -> Retention {
    let default = Retention::default();
    let mut time = |key, range, or: Duration| table.duration(key, range, or).map_or(or, |(time, _)| time);
    let keep = Retention {
        rounds: time("rounds", &ROUNDS, default.rounds),
        hours: time("hours", &HOURS, default.hours),
        days: time("days", &DAYS, default.days),
    };
    table.finish();
    keep
}
