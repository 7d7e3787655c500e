//! Times as queue systems write them: numbers of several units, and ISO 8601.
//!
//! Not Redis's own clock: `reply` reads that.

use crate::probe::queue::recipe::{Time, Unit};
use shared::time::{Timestamp, days_from_civil};

/// From here on, seconds would lie beyond the year 5000: these are milliseconds.
pub const FIRST_MILLISECONDS: i64 = 100_000_000_000;

impl Time {
    /// The time that a text tells; nothing if it is none, or lies before 1970 or beyond the year 9999: taken for a
    /// sign of life, it would be one for ever.
    pub fn read(self, text: &str) -> Option<Timestamp> {
        match self {
            Self::Iso => iso(text),
            Self::In(unit) => number(unit, text.parse().ok()?),
            Self::SecondsOrMillis => self.of(text.parse().ok()?),
        }
    }

    /// The time that a number tells.
    pub fn of(self, number_: f64) -> Option<Timestamp> {
        #[expect(clippy::cast_precision_loss, reason = "the limit is far below 2^53")]
        match self {
            Self::Iso => None,
            Self::In(unit) => number(unit, number_),
            Self::SecondsOrMillis if number_ < FIRST_MILLISECONDS as f64 => number(Unit::Seconds, number_),
            Self::SecondsOrMillis => number(Unit::Millis, number_),
        }
    }
}

fn number(unit: Unit, number: f64) -> Option<Timestamp> {
    const YEAR_10000_MS: f64 = 253_402_300_800_000.0;
    // A float holds today's nanoseconds to the nearest 256.
    const LOST_BY_NANOSECONDS: f64 = 0.000_256;
    let ms = match unit {
        Unit::Seconds => number * 1000.0,
        Unit::Millis => number,
        Unit::Nanos => number / 1_000_000.0,
        Unit::Bull => number / 4096.0,
    };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the range is checked, fractions of a millisecond go"
    )]
    (0.0..YEAR_10000_MS).contains(&ms).then(|| Timestamp::from_millis((ms + LOST_BY_NANOSECONDS) as i64))
}

/// `2026-11-30T14:00:03`, with a blank for the `T`, a fraction, and `Z`, an offset or nothing (UTC) after it.
fn iso(text: &str) -> Option<Timestamp> {
    let (date, rest) = text.trim().split_once(['T', 't', ' '])?;
    let [year, month, day] = numbers(date, '-')?;
    let end = rest.find(['Z', 'z', '+', '-', ' ']).unwrap_or(rest.len());
    let (clock, zone) = rest.split_at_checked(end)?;
    let (clock, fraction) = clock.split_once(['.', ',']).unwrap_or((clock, ""));
    let [hour, minute, second] = numbers(clock, ':')?;
    let offset = offset(zone.trim())?;
    let is_real = (1970..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && (0..24).contains(&hour)
        && (0..60).contains(&minute)
        && (0..=60).contains(&second);
    let millis: String = fraction.chars().chain("000".chars()).take(3).collect();
    let seconds = ((days_from_civil(year, month, day) * 24 + hour) * 60 + minute - offset) * 60 + second;
    is_real.then_some(Timestamp::from_millis(seconds * 1000 + millis.parse::<i64>().ok()?))
}

fn numbers(text: &str, between: char) -> Option<[i64; 3]> {
    let all: Option<Vec<i64>> = text.split(between).map(|n| n.parse::<u16>().ok().map(i64::from)).collect();
    all?.try_into().ok()
}

/// Minutes east of Greenwich: nothing, `Z`, `UTC`, `+02:00`, `+0200`, `-05`.
fn offset(zone: &str) -> Option<i64> {
    if zone.is_empty() || zone.eq_ignore_ascii_case("z") || zone == "UTC" {
        return Some(0);
    }
    let sign = if zone.starts_with('-') { -1 } else { 1 };
    let digits: String = zone.strip_prefix(['+', '-'])?.chars().filter(|c| *c != ':').collect();
    let (hours, minutes) = digits.split_at_checked(2)?;
    let minutes = if minutes.is_empty() { 0 } else { minutes.parse::<u8>().ok()? };
    Some(sign * (i64::from(hours.parse::<u8>().ok()?) * 60 + i64::from(minutes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Timestamp = Timestamp::from_millis(1_796_047_203_250);

    #[test]
    fn every_unit_tells_the_same_time() {
        for (time, text) in [
            (Time::In(Unit::Seconds), "1796047203.25"),
            (Time::In(Unit::Millis), "1796047203250"),
            (Time::In(Unit::Nanos), "1796047203250000000"),
            (Time::In(Unit::Bull), "7356609344512007"),
            (Time::SecondsOrMillis, "1796047203.25"),
            (Time::SecondsOrMillis, "1796047203250"),
            (Time::Iso, "2026-11-30T14:00:03.250Z"),
            (Time::Iso, "2026-11-30T14:00:03.25"),
            (Time::Iso, "2026-11-30 14:00:03.250999 UTC"),
            (Time::Iso, "2026-11-30T16:00:03.250+02:00"),
            (Time::Iso, "2026-11-30T08:30:03.250-0530"),
        ] {
            assert_eq!(time.read(text), Some(AT), "{time:?} {text}");
        }
        for (text, secs) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2000-02-29T00:00:00Z", 951_782_400),
            ("2024-12-31T23:59:59Z", 1_735_689_599),
        ] {
            assert_eq!(Time::Iso.read(text), Some(Timestamp::from_secs(secs)), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_none() {
        for text in
            ["", "soon", "2026-13-01T00:00:00Z", "2026-11-30", "2026-11-30T25:00:00Z", "2026-11-30T1:2:3é"]
        {
            assert_eq!(Time::Iso.read(text), None, "{text}");
        }
        for text in ["inf", "-inf", "nan", "-5", "1e300", "", "x"] {
            for time in [Time::SecondsOrMillis, Time::In(Unit::Seconds), Time::In(Unit::Nanos)] {
                assert_eq!(time.read(text), None, "{time:?} {text}");
            }
        }
    }
}
