//! Reads `[alerts]`: how patient alerts are.
//!
//! Not whom they reach: `channel`.

use super::reader::Table;
use core::ops::RangeInclusive;
use core::time::Duration;
use shared::alert::Rules;

const UNKNOWN_AFTER: RangeInclusive<Duration> = Duration::from_mins(1)..=Duration::from_hours(24);
const DEAD_LETTER_EVERY: RangeInclusive<Duration> = Duration::from_mins(1)..=Duration::from_hours(24 * 7);
const REMIND_EVERY: RangeInclusive<Duration> = Duration::from_mins(10)..=Duration::from_hours(24 * 7);

/// Reads the table. `expires_after` is the page's: `check` fills it in.
pub(super) fn read(mut table: Table<'_>) -> Rules {
    let usual = Rules::default();
    let mut duration =
        |key, limits, default| table.duration(key, limits, default).map_or(default, |(d, _)| d);
    let rules = Rules {
        unknown_after: duration("unknown_after", &UNKNOWN_AFTER, usual.unknown_after),
        dead_letter_every: duration("dead_letter_every", &DEAD_LETTER_EVERY, usual.dead_letter_every),
        remind_every: duration("remind_every", &REMIND_EVERY, usual.remind_every),
        ..usual
    };
    table.finish();
    rules
}
