//! Times, ages and numbers as people read them.
//!
//! Not sentences. A no-break space stands between a number and its unit, always.

use crate::calendar::{Civil, civil, offset_if_shown_twice};
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

    /// `03:13` today, `29 Nov. 03:13` on another day than `now`, `29 Nov. 2025 03:13` in another year. What the
    /// clock shows twice, since it is put back over it, is told apart: `02:30 (UTC+2)`.
    pub fn minute(&self, at: Timestamp, now: Timestamp) -> String {
        let then = civil(&self.0, at);
        format!("{}{:02}:{:02}{}", self.day(then, now), then.hour, then.minute, self.which(at, then))
    }

    /// The same with seconds, if it is today: `03:13:18`.
    pub fn moment(&self, at: Timestamp, now: Timestamp) -> String {
        let then = civil(&self.0, at);
        let day = self.day(then, now);
        let second = if day.is_empty() { format!(":{:02}", then.second) } else { String::new() };
        format!("{day}{:02}:{:02}{second}{}", then.hour, then.minute, self.which(at, then))
    }

    /// Nothing today, else the date and a space.
    fn day(&self, then: Civil, now: Timestamp) -> String {
        let (Civil { year, month, day, .. }, today) = (then, civil(&self.0, now));
        let name = MONTHS.get(usize::from(month).saturating_sub(1)).copied().unwrap_or_default();
        if year != today.year {
            format!("{day}\u{a0}{name} {year} ")
        } else if (month, day) != (today.month, today.day) {
            format!("{day}\u{a0}{name} ")
        } else {
            String::new()
        }
    }

    /// Which of two, if the clock shows this twice.
    fn which(&self, at: Timestamp, then: Civil) -> String {
        let Some(seconds) = offset_if_shown_twice(&self.0, at, then) else { return String::new() };
        let (sign, minutes) = (if seconds < 0 { '\u{2212}' } else { '+' }, seconds.unsigned_abs() / 60);
        let rest = if minutes % 60 == 0 { String::new() } else { format!(":{:02}", minutes % 60) };
        format!("\u{a0}(UTC{sign}{}{rest})", minutes / 60)
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

    #[test]
    fn a_time_of_another_year_has_its_year() {
        let at = Timestamp::from_secs(1_796_047_203);
        let in_january = at + Duration::from_hours(24 * 40);
        for told in [Zone::named("UTC").moment(at, in_january), Zone::named("UTC").minute(at, in_january)] {
            assert_eq!(told, "30\u{a0}Nov. 2026 14:00");
        }
        assert_eq!(Zone::named("UTC").minute(in_january, at), "9\u{a0}Jan. 2027 14:00");
        // In Auckland the new year has begun.
        let new_year = Timestamp::from_secs(1_798_722_000);
        assert_eq!(Zone::named("Pacific/Auckland").minute(new_year, new_year), "02:00");
        assert_eq!(
            Zone::named("UTC").minute(new_year, new_year + Duration::from_hours(12)),
            "31\u{a0}Dec. 2026 13:00"
        );
    }

    #[test]
    fn a_time_that_the_clock_shows_twice_says_which() {
        // On 25 October 2026 the clocks of Paris go back from 03:00 to 02:00, at 01:00 UTC.
        let back = Timestamp::from_secs(1_792_890_000);
        let half_an_hour = Duration::from_mins(30);
        let paris = Zone::named("Europe/Paris");
        let told = |at| paris.minute(at, back);
        assert_eq!(told(back - half_an_hour), "02:30\u{a0}(UTC+2)");
        assert_eq!(told(back + half_an_hour), "02:30\u{a0}(UTC+1)");
        assert_eq!(told(back), "02:00\u{a0}(UTC+1)");
        assert_eq!(paris.moment(back - half_an_hour, back), "02:30:00\u{a0}(UTC+2)");
        for (at, once) in
            [(back - half_an_hour * 2 - Duration::from_secs(1), "01:59"), (back + half_an_hour * 2, "03:00")]
        {
            assert_eq!(told(at), once);
        }
        // Half an hour is shown twice on Lord Howe Island; and in New York, behind UTC.
        let lord_howe = Timestamp::from_secs(1_775_314_800) - Duration::from_mins(15);
        assert_eq!(Zone::named("Australia/Lord_Howe").minute(lord_howe, lord_howe), "01:45\u{a0}(UTC+11)");
        let later = lord_howe + half_an_hour;
        assert_eq!(Zone::named("Australia/Lord_Howe").minute(later, later), "01:45\u{a0}(UTC+10:30)");
        let new_york = Timestamp::from_secs(1_793_511_000);
        assert_eq!(Zone::named("America/New_York").minute(new_york, new_york), "01:30\u{a0}(UTC\u{2212}4)");
    }
}
