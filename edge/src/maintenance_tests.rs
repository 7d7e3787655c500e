//! Windows of rules: which there are, and where they begin when clocks are moved.

use super::*;
use crate::calendar::moment;

const HOUR: Duration = Duration::from_hours(1);

fn utc(text: &str) -> Timestamp {
    moment(text, "UTC").unwrap()
}

fn rule(when: When) -> MaintenanceRule {
    MaintenanceRule { id: "backup".into(), title: "Backup".into(), services: vec!["planner".into()], when }
}

fn recurring(days: &str, hour: u8, minute: u8, lasts: Duration, zone: &str) -> MaintenanceRule {
    rule(When::Recurring { days: Days::parse(days).unwrap(), hour, minute, lasts, zone: zone.into() })
}

/// Begin and length in minutes of each window.
fn told(rule: &MaintenanceRule, now: &str) -> Vec<(String, u64)> {
    let windows = windows(core::slice::from_ref(rule), &[], utc(now));
    windows.iter().map(|w| (w.from.to_string(), w.until.since(w.from).as_secs() / 60)).collect()
}

#[test]
fn a_window_is_told_of_from_a_week_before_until_a_day_after() {
    let once = rule(When::Once { from: utc("2026-12-08 02:00"), until: utc("2026-12-08 04:00") });
    for (now, is_told) in [
        ("2026-12-01 01:59", false),
        ("2026-12-01 02:00", true),
        ("2026-12-08 03:00", true),
        ("2026-12-09 03:59", true),
        ("2026-12-09 04:00", false),
    ] {
        assert_eq!(!told(&once, now).is_empty(), is_told, "{now}");
    }
}

#[test]
fn a_weekly_window_is_on_its_weekday_in_its_zone() {
    let weekly = recurring("sunday", 2, 0, 2 * HOUR, "Europe/Paris");
    let told = told(&weekly, "2026-11-30 14:00");
    // The one of the 29th has ended more than a day ago.
    assert_eq!(told, [("2026-12-06T01:00:00Z".to_owned(), 120)]);
    let window = windows(&[weekly], &[], utc("2026-11-30 14:00")).remove(0);
    assert_eq!(window.id, "backup@2026-12-06T01:00:00Z");
    assert_eq!((window.title, window.services), ("Backup".into(), vec!["planner".into()]));
}

#[test]
fn a_window_in_the_hour_that_is_skipped_begins_when_the_clock_goes_on() {
    let daily = recurring("daily", 2, 30, HOUR, "Europe/Paris");
    let told = told(&daily, "2026-03-29 01:15");
    assert_eq!(told.iter().filter(|(from, _)| from.starts_with("2026-03-29")).count(), 1);
    assert!(told.contains(&("2026-03-29T01:00:00Z".into(), 60)), "{told:?}");
    // The day before in winter time, the day after in summer time.
    assert!(
        told.contains(&("2026-03-28T01:30:00Z".into(), 60))
            && told.contains(&("2026-03-30T00:30:00Z".into(), 60))
    );
}

#[test]
fn a_window_in_the_hour_that_comes_twice_happens_once_and_lasts_as_long_as_ever() {
    let daily = recurring("daily", 2, 30, 2 * HOUR, "Europe/Paris");
    let told = told(&daily, "2026-10-25 12:00");
    let that_day: Vec<_> = told.iter().filter(|(from, _)| from.starts_with("2026-10-25")).collect();
    assert_eq!(that_day, [&("2026-10-25T00:30:00Z".to_owned(), 120)]);
}

#[test]
fn a_window_that_began_days_ago_is_open_until_its_time_is_over() {
    let long = recurring("monthly 1", 0, 0, LONGEST, "UTC");
    let open =
        |now: &str| windows(core::slice::from_ref(&long), &[], utc(now)).iter().any(|w| w.is_open(utc(now)));
    assert!(open("2026-12-06 23:59") && !open("2026-12-07 00:00"));
}

#[test]
fn months_have_a_first_and_a_last_of_each_weekday() {
    let days_of = |days: &str| -> Vec<u8> {
        let days = Days::parse(days).unwrap();
        let november = (1..=30).map(|day| (day, utc(&format!("2026-11-{day:02} 00:00"))));
        november.filter(|(_, at)| days.has(day_of(civil("UTC", *at)))).map(|(day, _)| day).collect()
    };
    assert_eq!(days_of("sunday"), [1, 8, 15, 22, 29]);
    assert_eq!(days_of("first sunday"), [1]);
    assert_eq!(days_of("second saturday"), [14]);
    assert_eq!(days_of("fourth monday"), [23]);
    assert_eq!(days_of("last sunday"), [29]);
    assert_eq!(days_of("last monday"), [30]);
    assert_eq!(days_of("monthly 28"), [28]);
    assert_eq!(days_of("daily").len(), 30);
}

#[test]
fn days_are_written_as_they_are_read() {
    for text in ["daily", "monday", "monthly 28", "first sunday", "fourth friday", "last saturday"] {
        assert_eq!(Days::parse(text).unwrap().to_string(), text);
    }
    for text in [
        "",
        "weekly",
        "monthly",
        "monthly 0",
        "monthly 29",
        "fifth sunday",
        "first",
        "sunday monday",
        "daily 1",
    ] {
        assert_eq!(Days::parse(text), None, "{text}");
    }
}

#[test]
fn announced_windows_stand_among_the_others_by_their_beginning() {
    let now = utc("2026-11-30 14:00");
    let announced = |id: &str, from: &str| Window {
        id: id.into(),
        title: String::new(),
        services: Vec::new(),
        from: utc(from),
        until: utc(from) + HOUR,
    };
    let others = [
        announced("later", "2026-12-06 03:00"),
        announced("over", "2026-11-20 03:00"),
        announced("next", "2026-12-01 03:00"),
        announced("mistyped", "2028-12-01 03:00"),
    ];
    let told = windows(&[recurring("sunday", 2, 0, HOUR, "UTC")], &others, now);
    let ids: Vec<&str> = told.iter().map(|w| w.id.as_str()).collect();
    assert_eq!(ids, ["next", "backup@2026-12-06T02:00:00Z", "later", "mistyped"]);
}
