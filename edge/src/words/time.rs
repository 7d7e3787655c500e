//! Times, ages and numbers as people read them.
//!
//! Not sentences. A no-break space stands between a number and its unit, always.

use super::language::{Given, Language};
use super::sentence::sentences;
use crate::calendar::{Civil, civil, offset_if_shown_twice};
use core::time::Duration;
use shared::time::Timestamp;

/// How a reader is spoken to: in which language, and with the times of which zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Locale {
    language: Language,
    zone: String,
}

impl Locale {
    /// A zone is named as IANA names it. A name that is unknown here is read as UTC: the configuration has checked it
    /// already.
    pub fn new(language: Language, zone: &str) -> Self {
        Self { language, zone: zone.to_owned() }
    }

    /// English, with the times of a zone.
    pub fn english(zone: &str) -> Self {
        Self::new(Language::english(), zone)
    }

    /// The language.
    pub const fn language(&self) -> Language {
        self.language
    }

    /// The name of the zone.
    pub fn zone(&self) -> &str {
        &self.zone
    }

    pub(super) fn say(&self, id: &str, given: &[(&'static str, Given<'_>)]) -> String {
        self.language.say(id, given)
    }

    /// `03:13` today, `29 Nov. 03:13` on another day than `now`, `29 Nov. 2025 03:13` in another year. What the
    /// clock shows twice, since it is put back over it, is told apart: `02:30 (UTC+2)`.
    pub fn minute(&self, at: Timestamp, now: Timestamp) -> String {
        let then = civil(&self.zone, at);
        format!("{}{:02}:{:02}{}", self.day(then, now), then.hour, then.minute, self.which(at, then))
    }

    /// The same with seconds, if it is today: `03:13:18`.
    pub fn moment(&self, at: Timestamp, now: Timestamp) -> String {
        let then = civil(&self.zone, at);
        let day = self.day(then, now);
        let second = if day.is_empty() { format!(":{:02}", then.second) } else { String::new() };
        format!("{day}{:02}:{:02}{second}{}", then.hour, then.minute, self.which(at, then))
    }

    /// Nothing today, else the date and a space.
    fn day(&self, then: Civil, now: Timestamp) -> String {
        let (Civil { year, month, day, .. }, today) = (then, civil(&self.zone, now));
        if year != today.year {
            day_of_year(self, u64::from(day), u64::from(month), &year.to_string()) + " "
        } else if (month, day) != (today.month, today.day) {
            day_of_month(self, u64::from(day), u64::from(month)) + " "
        } else {
            String::new()
        }
    }

    /// Which of two, if the clock shows this twice.
    fn which(&self, at: Timestamp, then: Civil) -> String {
        let Some(seconds) = offset_if_shown_twice(&self.zone, at, then) else { return String::new() };
        let (sign, minutes) = (if seconds < 0 { '\u{2212}' } else { '+' }, seconds.unsigned_abs() / 60);
        let rest = if minutes % 60 == 0 { String::new() } else { format!(":{:02}", minutes % 60) };
        format!("\u{a0}(UTC{sign}{}{rest})", minutes / 60)
    }

    /// A spoken duration, rounded down to its largest unit: "6 minutes", "1 hour", "18 days".
    pub fn spoken(&self, d: Duration) -> String {
        let s = d.as_secs();
        match s {
            0..60 => spoken_seconds(self, s),
            60..3600 => spoken_minutes(self, s / 60),
            3600..172_800 => spoken_hours(self, s / 3600),
            _ => spoken_days(self, s / 86_400),
        }
    }

    /// A duration as evidence, with seconds: "1 min 49 s".
    pub fn exact(&self, d: Duration) -> String {
        let s = d.as_secs();
        match s {
            0..60 => seconds(self, s),
            60..3600 if s.is_multiple_of(60) => minutes(self, s / 60),
            60..3600 => minutes_and_seconds(self, s / 60, s % 60),
            3600..172_800 if s % 3600 < 60 => hours(self, s / 3600),
            3600..172_800 => hours_and_minutes(self, s / 3600, s / 60 % 60),
            _ => days(self, s / 86_400),
        }
    }

    /// How long ago that is, in its largest whole unit: "4 sec. ago". Browsers write it so themselves as it grows
    /// (`Intl.RelativeTimeFormat`, short).
    pub fn ago(&self, d: Duration) -> String {
        let s = d.as_secs();
        match s {
            0..60 => seconds_ago(self, s),
            60..3600 => minutes_ago(self, s / 60),
            3600..172_800 => hours_ago(self, s / 3600),
            _ => days_ago(self, s / 86_400),
        }
    }

    /// A duration from the configuration: "5 min", "15 s".
    pub fn configured(&self, d: Duration) -> String {
        let s = d.as_secs();
        if s >= 3600 && s.is_multiple_of(3600) {
            hours(self, s / 3600)
        } else if s >= 60 && s.is_multiple_of(60) {
            minutes(self, s / 60)
        } else {
            seconds(self, s)
        }
    }

    /// "4,812".
    pub fn number(&self, n: u64) -> String {
        self.language.number(n)
    }
}

sentences! { "time";
    /// "29 Nov."
    day_of_month(day: Number, month: Number);
    /// "29 Nov. 2025"
    day_of_year(day: Number, month: Number, year: Words);
    /// "6 seconds"
    spoken_seconds(n: Number);
    /// "6 minutes"
    spoken_minutes(n: Number);
    /// "1 hour"
    spoken_hours(n: Number);
    /// "18 days"
    spoken_days(n: Number);
    /// "15 s"
    seconds(n: Number);
    /// "5 min"
    minutes(n: Number);
    /// "1 min 49 s"
    minutes_and_seconds(minutes: Number, seconds: Number);
    /// "2 h"
    hours(n: Number);
    /// "2 h 1 min"
    hours_and_minutes(hours: Number, minutes: Number);
    /// "3 days"
    days(n: Number);
    /// "4 sec. ago"
    seconds_ago(n: Number);
    /// "4 min. ago"
    minutes_ago(n: Number);
    /// "4 hr. ago"
    hours_ago(n: Number);
    /// "4 days ago"
    days_ago(n: Number);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_rounded_down_when_spoken_and_exact_as_evidence() {
        let here = Locale::english("UTC");
        let d = Duration::from_secs(412);
        assert_eq!(here.spoken(d), "6\u{a0}minutes");
        assert_eq!(here.exact(d), "6\u{a0}min 52\u{a0}s");
        assert_eq!(here.spoken(Duration::from_mins(1)), "1\u{a0}minute");
        assert_eq!(here.spoken(Duration::from_mins(119)), "1\u{a0}hour");
        assert_eq!(here.exact(Duration::from_hours(2)), "2\u{a0}h");
        assert_eq!(here.exact(Duration::from_secs(7261)), "2\u{a0}h 1\u{a0}min");
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        let numbers = [7, 4812, 1_234_567].map(|n| Locale::english("UTC").number(n));
        assert_eq!(numbers, ["7", "4,812", "1,234,567"]);
    }

    #[test]
    fn times_are_written_in_the_configured_zone() {
        let at = Timestamp::from_secs(1_796_047_203);
        assert_eq!(Locale::english("UTC").moment(at, at), "14:00:03");
        assert_eq!(Locale::english("Europe/Paris").moment(at, at), "15:00:03");
        let tomorrow = at + Duration::from_hours(24);
        assert_eq!(Locale::english("UTC").moment(at, tomorrow), "30\u{a0}Nov. 14:00");
    }

    #[test]
    fn a_time_of_another_year_has_its_year() {
        let at = Timestamp::from_secs(1_796_047_203);
        let in_january = at + Duration::from_hours(24 * 40);
        for told in
            [Locale::english("UTC").moment(at, in_january), Locale::english("UTC").minute(at, in_january)]
        {
            assert_eq!(told, "30\u{a0}Nov. 2026 14:00");
        }
        assert_eq!(Locale::english("UTC").minute(in_january, at), "9\u{a0}Jan. 2027 14:00");
        // In Auckland the new year has begun.
        let new_year = Timestamp::from_secs(1_798_722_000);
        assert_eq!(Locale::english("Pacific/Auckland").minute(new_year, new_year), "02:00");
        assert_eq!(
            Locale::english("UTC").minute(new_year, new_year + Duration::from_hours(12)),
            "31\u{a0}Dec. 2026 13:00"
        );
    }

    #[test]
    fn a_time_that_the_clock_shows_twice_says_which() {
        // On 25 October 2026 the clocks of Paris go back from 03:00 to 02:00, at 01:00 UTC.
        let back = Timestamp::from_secs(1_792_890_000);
        let half_an_hour = Duration::from_mins(30);
        let paris = Locale::english("Europe/Paris");
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
        assert_eq!(
            Locale::english("Australia/Lord_Howe").minute(lord_howe, lord_howe),
            "01:45\u{a0}(UTC+11)"
        );
        let later = lord_howe + half_an_hour;
        assert_eq!(Locale::english("Australia/Lord_Howe").minute(later, later), "01:45\u{a0}(UTC+10:30)");
        let new_york = Timestamp::from_secs(1_793_511_000);
        assert_eq!(
            Locale::english("America/New_York").minute(new_york, new_york),
            "01:30\u{a0}(UTC\u{2212}4)"
        );
    }
}
