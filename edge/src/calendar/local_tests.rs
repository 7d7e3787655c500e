//! Hours, days and local times where clocks are moved: what they promise, and the same as jiff's zones say.

use super::*;
use std::collections::BTreeMap;

type Minutes = BTreeMap<(i16, u8, u8), usize>;

/// A moment in UTC: `2026-03-29T01:00:00Z`.
fn utc(text: &str) -> Timestamp {
    let at: jiff::Timestamp = text.parse().unwrap();
    Timestamp::from_millis(at.as_millisecond())
}

/// `2026-03-29 02:30`.
fn shown(text: &str) -> Civil {
    let at: jiff::civil::DateTime = text.parse().unwrap();
    let part = |n: i8| u8::try_from(n).unwrap();
    Civil {
        year: at.year(),
        month: part(at.month()),
        day: part(at.day()),
        hour: part(at.hour()),
        minute: part(at.minute()),
        second: part(at.second()),
    }
}

/// The seconds of each hour of a stretch of time, in its order; and the minutes of each day. Asked every five minutes.
fn lengths(zone: &str, from: &str, days: i64) -> (Vec<u64>, Minutes) {
    let from = utc(from).secs();
    let slots: Vec<Slot> =
        (from..from + days * 86_400).step_by(300).map(|s| slot(zone, Timestamp::from_secs(s))).collect();
    let mut starts: Vec<Timestamp> = slots.iter().map(|slot| slot.hour_start).collect();
    assert!(starts.is_sorted(), "{zone}: hours follow each other");
    starts.dedup();
    let hours = starts.windows(2).map(|two| two[1].since(two[0]).as_secs()).collect();
    let mut by_day = BTreeMap::new();
    for slot in &slots {
        *by_day.entry(date(slot.day)).or_insert(0) += 5;
    }
    (hours, by_day)
}

#[test]
fn the_hour_begins_when_the_wall_clock_shows_a_full_hour() {
    for (zone, at, hour_start, day) in [
        ("UTC", "2026-11-30T14:00:03Z", "2026-11-30T14:00:00Z", (2026, 11, 30)),
        ("Europe/Paris", "2026-11-30T23:59:59.999Z", "2026-11-30T23:00:00Z", (2026, 12, 1)),
        ("Asia/Kolkata", "2026-11-30T18:29:00Z", "2026-11-30T17:30:00Z", (2026, 11, 30)),
        ("Asia/Kolkata", "2026-11-30T18:30:00Z", "2026-11-30T18:30:00Z", (2026, 12, 1)),
        ("Asia/Kathmandu", "2026-11-30T18:14:59Z", "2026-11-30T17:15:00Z", (2026, 11, 30)),
        ("Asia/Kathmandu", "2026-11-30T18:15:00Z", "2026-11-30T18:15:00Z", (2026, 12, 1)),
        ("America/St_Johns", "2026-01-01T03:29:59Z", "2026-01-01T02:30:00Z", (2025, 12, 31)),
    ] {
        let found = slot(zone, utc(at));
        assert_eq!((found.hour_start, date(found.day)), (utc(hour_start), day), "{zone} {at}");
    }
}

#[test]
fn a_day_on_which_clocks_are_moved_has_23_or_25_hours_of_an_hour_each() {
    let (hours, days) = lengths("Europe/Paris", "2026-03-27T23:00:00Z", 3);
    assert!(hours.iter().all(|s| *s == 3600), "{hours:?}");
    assert_eq!(days[&(2026, 3, 28)], 24 * 60);
    assert_eq!(days[&(2026, 3, 29)], 23 * 60);
    let (hours, days) = lengths("Europe/Paris", "2026-10-23T22:00:00Z", 3);
    assert!(hours.iter().all(|s| *s == 3600), "{hours:?}");
    assert_eq!(days[&(2026, 10, 25)], 25 * 60);
    // Where clocks are moved at midnight, the day begins at one.
    let (_, days) = lengths("Asia/Beirut", "2026-03-27T22:00:00Z", 3);
    assert_eq!(days[&(2026, 3, 29)], 23 * 60);
}

#[test]
fn half_an_hour_that_is_skipped_or_repeated_is_an_hour_of_its_own() {
    let (hours, days) = lengths("Australia/Lord_Howe", "2026-04-03T13:00:00Z", 3);
    assert_eq!(hours.iter().filter(|s| **s == 1800).count(), 1, "{hours:?}");
    assert!(hours.iter().all(|s| matches!(s, 1800 | 3600)), "{hours:?}");
    assert_eq!(days[&(2026, 4, 5)], 24 * 60 + 30);
    let (hours, days) = lengths("Australia/Lord_Howe", "2026-10-02T13:30:00Z", 3);
    assert_eq!(hours.iter().filter(|s| **s == 1800).count(), 1, "{hours:?}");
    assert!(hours.iter().all(|s| matches!(s, 1800 | 3600)), "{hours:?}");
    assert_eq!(days[&(2026, 10, 4)], 24 * 60 - 30);
}

#[test]
fn days_are_counted_as_the_calendar_does() {
    for (text, number, of_week) in [
        ("1970-01-01 00:00", 0, 3),
        ("1969-12-31 12:00", -1, 2),
        ("2000-02-29 00:00", 11_016, 1),
        ("2026-11-30 23:59", 20_787, 0),
    ] {
        let civil = shown(text);
        let day = day_of(civil);
        assert_eq!((day, weekday(day)), (Day(number), of_week), "{text}");
        assert_eq!(date(day), (civil.year, civil.month, civil.day));
    }
    assert_eq!(date(add_days(day_of(shown("2028-02-28 00:00")), 2)), (2028, 3, 1));
}

#[test]
fn a_local_time_is_the_instant_at_which_the_clock_shows_it() {
    for (zone, local, at) in [
        ("UTC", "2026-11-30 14:00:03", "2026-11-30T14:00:03Z"),
        ("Europe/Paris", "2026-11-30 14:00", "2026-11-30T13:00:00Z"),
        // It does not exist: the next one that does.
        ("Europe/Paris", "2026-03-29 02:30", "2026-03-29T01:00:00Z"),
        ("Asia/Beirut", "2026-03-29 00:00", "2026-03-28T22:00:00Z"),
        ("Australia/Lord_Howe", "2026-10-04 02:10", "2026-10-03T15:30:00Z"),
        // It exists twice: the first.
        ("Europe/Paris", "2026-10-25 02:30", "2026-10-25T00:30:00Z"),
        ("Australia/Lord_Howe", "2026-04-05 01:45", "2026-04-04T14:45:00Z"),
        // A whole day was skipped.
        ("Pacific/Apia", "2011-12-30 12:00", "2011-12-30T10:00:00Z"),
        ("Pacific/Kiritimati", "2026-01-01 00:00", "2025-12-31T10:00:00Z"),
    ] {
        assert_eq!(instant(zone, shown(local)), utc(at), "{zone} {local}");
    }
}

#[test]
fn the_way_there_and_back_agrees_with_a_zone_database_around_every_move_of_the_clocks() {
    for zone in
        ["Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns"]
    {
        let tz = jiff::tz::TimeZone::get(zone).unwrap();
        for day in 0..366 {
            for minute in (0..1440_i32).step_by(15).filter(|m| *m < 240) {
                let date = jiff::civil::date(2026, 1, 1).checked_add(jiff::Span::new().days(day)).unwrap();
                let local = date.at(0, 0, 0, 0).checked_add(jiff::Span::new().minutes(minute)).unwrap();
                let ambiguous = tz.to_ambiguous_timestamp(local);
                let at = instant(zone, shown(&local.to_string()));
                let is_twice = matches!(ambiguous.offset(), jiff::tz::AmbiguousOffset::Fold { .. });
                let told = offset_if_shown_twice(zone, at, civil(zone, at));
                assert_eq!(told.is_some(), is_twice, "{zone} {local}");
                if let jiff::tz::AmbiguousOffset::Gap { .. } = ambiguous.offset() {
                    assert!(civil(zone, at) > shown(&local.to_string()), "{zone} {local}");
                    let before = at - Duration::from_secs(1);
                    assert!(civil(zone, before) < shown(&local.to_string()), "{zone} {local}");
                } else {
                    let expected = ambiguous.earlier().unwrap().as_millisecond();
                    assert_eq!(at, Timestamp::from_millis(expected), "{zone} {local}");
                }
            }
        }
    }
}
