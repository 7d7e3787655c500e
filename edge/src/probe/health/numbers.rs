//! Counters and latencies in health documents: known, missing, or unusable.
//!
//! Not what a number means. A missing or unusable one is never 0.

use core::time::Duration;
use serde_json::value::RawValue;
use shared::reading::{GREATEST, Reading, Why};

/// What stands where a number should.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// Nothing, or `null`.
    Missing,
    /// Something that is no count: negative, broken, true, a sentence, beyond 2^53.
    Unusable,
    /// A count.
    Known(u64),
}

impl Number {
    /// Non-negative integers, integral floats, and decimal digits as text.
    pub fn of(value: Option<&RawValue>) -> Self {
        let Some(value) = value else { return Self::Missing };
        let count = match value.get() {
            "null" => return Self::Missing,
            quoted if quoted.starts_with('"') => super::json::text(value).and_then(|t| digits(t.trim())),
            bare => digits(bare).or_else(|| integral(bare)),
        };
        count.filter(|n| *n <= GREATEST).map_or(Self::Unusable, Self::Known)
    }

    /// As a reading of which the application is the source.
    pub const fn reading(self) -> Reading {
        match self {
            Self::Known(value) => Reading::app(value),
            Self::Missing => Reading::not_from_app(Why::NotReported),
            Self::Unusable => Reading::not_from_app(Why::NotUnderstood),
        }
    }

    /// As a time in milliseconds; what is not one is dropped, since it decides nothing.
    pub const fn milliseconds(self) -> Option<Duration> {
        match self {
            Self::Known(ms) => Some(Duration::from_millis(ms)),
            Self::Missing | Self::Unusable => None,
        }
    }
}

/// A time in seconds with a fraction; what is not one, or longer than a day, is dropped, since it decides nothing.
pub fn seconds(text: &str) -> Option<Duration> {
    let time = Duration::try_from_secs_f64(text.parse().ok()?).ok()?;
    (time <= Duration::from_hours(24)).then_some(time)
}

fn digits(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

/// `2.0` or `1e3`; not `-0.0`, `2.5`, `1e999`, `true` or `[1]`.
fn integral(bare: &str) -> Option<u64> {
    let value: f64 = serde_json::from_str(bare).ok()?;
    // Below 2^53, where every integral float is the number that was written.
    let fits = value.is_sign_positive() && value < 9_007_199_254_740_992.0 && value.fract() == 0.0;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "integral, positive and below 2^53 by the condition"
    )]
    fits.then_some(value as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(json: &str) -> Number {
        Number::of(Some(serde_json::from_str(json).unwrap()))
    }

    #[test]
    fn counts_come_as_integers_integral_floats_and_digits() {
        for (json, value) in [
            ("0", 0),
            ("2", 2),
            ("2.0", 2),
            ("1e3", 1000),
            ("0.0", 0),
            ("\"15\"", 15),
            ("\" 15\\n\"", 15),
            ("\"0\"", 0),
            ("\"007\"", 7),
            ("9007199254740992", GREATEST),
            ("\"9007199254740992\"", GREATEST),
        ] {
            assert_eq!(number(json), Number::Known(value), "{json}");
        }
    }

    #[test]
    fn everything_else_is_unusable_and_never_zero() {
        for json in [
            "-1",
            "-0",
            "-0.0",
            "2.5",
            "1e999",
            "-1e999",
            "1e-3",
            "true",
            "false",
            "\"many\"",
            "\"\"",
            "\" \"",
            "\"-1\"",
            "\"+1\"",
            "\"1.0\"",
            "\"1e3\"",
            "\"0x10\"",
            "\"NaN\"",
            "\"inf\"",
            "\"Infinity\"",
            "\"٣\"",
            "\"1 2\"",
            "[]",
            "[1]",
            "{}",
            "9007199254740993",
            "18446744073709551616",
            "\"9007199254740993\"",
            "1e300",
            "\"\\ud800\"",
        ] {
            assert_eq!(number(json), Number::Unusable, "{json}");
        }
    }

    #[test]
    fn seconds_have_fractions_and_an_end() {
        for (text, expected) in [
            ("0.0101", Some(Duration::from_micros(10_100))),
            ("2e-05", Some(Duration::from_micros(20))),
            ("86400", Some(Duration::from_hours(24))),
            ("86401", None),
            ("1e999", None),
            ("-0.1", None),
            ("NaN", None),
            ("null", None),
            ("", None),
        ] {
            assert_eq!(seconds(text), expected, "{text}");
        }
    }

    #[test]
    fn null_and_absence_are_missing() {
        assert_eq!(number("null"), Number::Missing);
        assert_eq!(Number::of(None), Number::Missing);
    }

    #[test]
    fn the_reason_for_an_unknown_reading_tells_missing_from_unusable() {
        assert_eq!(Number::Missing.reading(), Reading::not_from_app(Why::NotReported));
        assert_eq!(Number::Unusable.reading(), Reading::not_from_app(Why::NotUnderstood));
        assert_eq!(Number::Known(0).reading(), Reading::app(0));
    }
}
