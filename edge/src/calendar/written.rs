//! A date and a time of day as people write them: `2026-12-01T02:00:00+01:00`, or `2026-12-01 02:00` where a zone is
//! understood.
//!
//! Not dates of HTTP: those are each host's.

use super::{Civil, date, day_of, instant};
use core::time::Duration;
use shared::time::Timestamp;

/// Reads RFC 3339, or a local date and time of `zone`: with or without seconds, a T or a space between the two.
pub fn moment(text: &str, zone: &str) -> Option<Timestamp> {
    let (shown, rest) = local(text.trim())?;
    match rest {
        "" => Some(instant(zone, shown)),
        "Z" | "z" => Some(instant("UTC", shown)),
        _ => {
            let (ahead, digits) = match rest.split_at_checked(1)? {
                ("+", digits) => (true, digits),
                ("-", digits) => (false, digits),
                _ => return None,
            };
            let (hour, minute) = time_of_day(digits)?;
            let by = Duration::from_secs(u64::from(hour) * 3600 + u64::from(minute) * 60);
            let at = instant("UTC", shown);
            Some(if ahead { at - by } else { at + by })
        }
    }
}

/// Reads `02:00`.
pub fn time_of_day(text: &str) -> Option<(u8, u8)> {
    let (hour, minute) = text.split_once(':')?;
    Some((number(hour, 2, 23)?, number(minute, 2, 59)?))
}

/// Beyond these, calendars end at different times.
const YEARS: core::ops::Range<u16> = 1970..9000;

/// A date and a time, and what stands behind it.
fn local(text: &str) -> Option<(Civil, &str)> {
    let (of_date, rest) = text.split_at_checked(10)?;
    let mut parts = of_date.split('-');
    let year = parts.next().filter(|year| year.len() == 4)?;
    let year: u16 = year.bytes().all(|b| b.is_ascii_digit()).then(|| year.parse().ok())??;
    if !YEARS.contains(&year) {
        return None;
    }
    let (month, day) = (number(parts.next()?, 2, 12)?, number(parts.next()?, 2, 31)?);
    let rest = rest.strip_prefix(['T', 't', ' '])?;
    let (time, rest) = rest.split_at_checked(5)?;
    let (hour, minute) = time_of_day(time)?;
    let (second, rest) = match rest.strip_prefix(':') {
        Some(rest) => {
            let (second, rest) = rest.split_at_checked(2)?;
            (number(second, 2, 59)?, without_fraction(rest))
        }
        None => (0, rest),
    };
    let shown = Civil { year: i16::try_from(year).ok()?, month, day, hour, minute, second };
    // The 30th of February would be counted on into March.
    let is_a_date = date(day_of(shown)) == (shown.year, month, day);
    is_a_date.then_some((shown, rest))
}

/// Windows begin and end at whole seconds.
fn without_fraction(rest: &str) -> &str {
    rest.strip_prefix('.').map_or(rest, |digits| digits.trim_start_matches(|c: char| c.is_ascii_digit()))
}

fn number(text: &str, digits: usize, most: u8) -> Option<u8> {
    let whole = text.len() == digits && text.bytes().all(|b| b.is_ascii_digit());
    whole.then(|| text.parse().ok()).flatten().filter(|n| *n <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_rfc_3339_or_a_local_date_and_time() {
        for (text, utc) in [
            ("2026-12-01T02:00:00Z", 1_796_090_400),
            ("2026-12-01t02:00:00.250z", 1_796_090_400),
            ("2026-12-01T02:00:00+01:00", 1_796_086_800),
            ("2026-12-01T02:00-03:30", 1_796_103_000),
            // In Paris.
            ("2026-12-01 02:00", 1_796_086_800),
            (" 2026-12-01T02:00:30 ", 1_796_086_830),
            ("2026-07-01 02:00", 1_782_864_000),
        ] {
            assert_eq!(moment(text, "Europe/Paris"), Some(Timestamp::from_secs(utc)), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_or_no_time_is_no_moment() {
        for text in [
            "",
            "tomorrow",
            "2026-12-01",
            "2026-02-30 02:00",
            "2026-00-10 02:00",
            "2026-12-01 24:00",
            "2026-12-01 2:00",
            "2026-12-01 02:00:60",
            "2026-12-01 02:00 Europe/Paris",
            "2026-12-01T02:00:00+1:00",
            "+026-12-01 02:00",
            "1969-12-31 02:00",
            "9999-12-31 23:59",
            "2026-12-01T02:00\u{e9}",
        ] {
            assert_eq!(moment(text, "UTC"), None, "{text}");
        }
    }
}
