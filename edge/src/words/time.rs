//! Times, ages and numbers as people read them.
//!
//! Not sentences. A no-break space stands between a number and its unit, always.

use crate::calendar::{Civil, civil};
use core::time::Duration;
use shared::time::Timestamp;

/// The zone in which absolute times are written, by its IANA name.
#[derive(Clone, Debug)]
pub struct Zone(String);

const MONTHS: [&str; 12] =
    ["Jan.", "Feb.", "March", "April", "May", "June", "July", "Aug.", "Sept.", "Oct.", "Nov.", "Dec."];

impl Zone {
    /// By its IANA name. A name that is unknown here is read as UTC: the configuration has checked it already.
    pub fn named(name: &str) -> Self {
        Self(name.to_owned())
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// `03:13` today, `29 Nov. 03:13` on another day than `now`.
    pub fn minute(&self, at: Timestamp, now: Timestamp) -> String {
        let moment = self.moment(at, now);
        // Only the form of today has seconds.
        match moment.rsplit_once(':') {
            Some((minute, _)) if minute.contains(':') => minute.to_owned(),
            _ => moment,
        }
    }

    /// `03:13:18` today, `29 Nov. 03:13` on another day than `now`.
    pub fn moment(&self, at: Timestamp, now: Timestamp) -> String {
        let (then, today) = (civil(&self.0, at), civil(&self.0, now));
        let Civil { hour, minute, second, day, month, .. } = then;
        if (then.year, month, day) == (today.year, today.month, today.day) {
            return format!("{hour:02}:{minute:02}:{second:02}");
        }
        let month = MONTHS.get(usize::from(month).saturating_sub(1)).copied().unwrap_or_default();
        format!("{day}\u{a0}{month} {hour:02}:{minute:02}")
    }
}

/// A spoken duration, rounded down to its largest unit: "6 minutes", "1 hour", "18 days".
pub fn spoken(d: Duration) -> String {
    let s = d.as_secs();
    let (n, unit) = match s {
        0..60 => (s, "second"),
        60..3600 => (s / 60, "minute"),
        3600..172_800 => (s / 3600, "hour"),
        _ => (s / 86_400, "day"),
    };
    let plural = if n == 1 { "" } else { "s" };
    format!("{n}\u{a0}{unit}{plural}")
}

/// A duration as evidence, with seconds: "1 min 49 s".
pub fn exact(d: Duration) -> String {
    let s = d.as_secs();
    match s {
        0..60 => format!("{s}\u{a0}s"),
        60..3600 if s.is_multiple_of(60) => format!("{}\u{a0}min", s / 60),
        60..3600 => format!("{}\u{a0}min {}\u{a0}s", s / 60, s % 60),
        3600..172_800 if s % 3600 < 60 => format!("{}\u{a0}h", s / 3600),
        3600..172_800 => format!("{}\u{a0}h {}\u{a0}min", s / 3600, s / 60 % 60),
        _ => format!("{}\u{a0}days", s / 86_400),
    }
}

/// A duration from the configuration: "5 min", "15 s".
pub fn configured(d: Duration) -> String {
    let s = d.as_secs();
    if s >= 3600 && s.is_multiple_of(3600) {
        format!("{}\u{a0}h", s / 3600)
    } else if s >= 60 && s.is_multiple_of(60) {
        format!("{}\u{a0}min", s / 60)
    } else {
        format!("{s}\u{a0}s")
    }
}

/// "4,812".
pub fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_rounded_down_when_spoken_and_exact_as_evidence() {
        let d = Duration::from_secs(412);
        assert_eq!(spoken(d), "6\u{a0}minutes");
        assert_eq!(exact(d), "6\u{a0}min 52\u{a0}s");
        assert_eq!(spoken(Duration::from_mins(1)), "1\u{a0}minute");
        assert_eq!(spoken(Duration::from_mins(119)), "1\u{a0}hour");
        assert_eq!(exact(Duration::from_hours(2)), "2\u{a0}h");
        assert_eq!(exact(Duration::from_secs(7261)), "2\u{a0}h 1\u{a0}min");
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!([number(7), number(4812), number(1_234_567)], ["7", "4,812", "1,234,567"]);
    }

    #[test]
    fn times_are_written_in_the_configured_zone() {
        let at = Timestamp::from_secs(1_796_047_203);
        assert_eq!(Zone::named("UTC").moment(at, at), "14:00:03");
        assert_eq!(Zone::named("Europe/Paris").moment(at, at), "15:00:03");
        let tomorrow = at + Duration::from_hours(24);
        assert_eq!(Zone::named("UTC").moment(at, tomorrow), "30\u{a0}Nov. 14:00");
    }
}
