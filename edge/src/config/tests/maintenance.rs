//! Planned maintenance in a configuration: what it means, and what is wrong with a bad one.

use super::{Fixed, errors, load};
use crate::calendar::moment;
use crate::config::HostKind;
use crate::config::print::redacted;
use crate::maintenance::{Days, MaintenanceRule, When};
use core::time::Duration;

/// Line 1 to 7; the rule begins in line 8.
const BEFORE: &str = "[page]\ntitle = \"t\"\ntime_zone = \"Europe/Paris\"\n[[service]]\nid = \"planner\"\n\
                      health = { url = \"https://a.example.com\", format = \"adr075\" }\n\n[[maintenance]]\n";

fn rules(lines: &str) -> Vec<MaintenanceRule> {
    load(&format!("{BEFORE}{lines}")).maintenance
}

#[track_caller]
fn refuses(lines: &str, expected: &str) {
    let found = errors(&format!("{BEFORE}{lines}"), HostKind::Native, &Fixed::new([]));
    assert_eq!(found, [format!("headcount.toml:{expected}")]);
}

#[test]
fn work_that_happens_once_has_a_beginning_and_an_end_in_the_zone_of_the_page() {
    let (from, until) = (moment("2026-12-01T01:00:00Z", "UTC"), moment("2026-12-01T03:00:00Z", "UTC"));
    let once = When::Once { from: from.unwrap(), until: until.unwrap() };
    for lines in [
        "from = \"2026-12-01 02:00\"\nuntil = \"2026-12-01 04:00\"",
        "from = 2026-12-01T02:00:00\nuntil = 2026-12-01 04:00:00",
        "from = 2026-12-01T01:00:00Z\nuntil = \"2026-12-01T04:00:00+01:00\"",
        "from = \"2026-12-01 01:00\"\nuntil = \"2026-12-01 03:00\"\ntime_zone = \"UTC\"",
    ] {
        assert_eq!(rules(lines)[0].when, once, "{lines}");
    }
}

#[test]
fn work_that_recurs_has_days_a_time_and_a_length() {
    let rule = &rules(
        "title = \"Backup, weekly\"\nservices = \"planner\"\nevery = \"Sunday 02:00\"\nlasts = \"2h\"",
    )[0];
    assert_eq!((rule.id.as_str(), rule.title.as_str()), ("backup--weekly", "Backup, weekly"));
    assert_eq!(rule.services, ["planner"]);
    let lasts = Duration::from_hours(2);
    let zone = "Europe/Paris".to_owned();
    assert_eq!(rule.when, When::Recurring { days: Days::Weekly(6), hour: 2, minute: 0, lasts, zone });
}

#[test]
fn the_printed_rules_read_back_as_the_same() {
    let text = format!(
        "{BEFORE}id = \"a\"\nfrom = 2026-12-01T02:00:00\nuntil = 2026-12-01T04:00:00\n[[maintenance]]\nid = \"b\"\n\
         services = [\"planner\"]\nevery = \"last friday 22:30\"\nlasts = \"90m\"\ntime_zone = \"america/new_york\""
    );
    let config = load(&text);
    assert_eq!(load(&redacted(&config)).maintenance, config.maintenance);
    assert_eq!(config.maintenance.len(), 2);
}

#[test]
fn a_rule_says_when_in_one_way() {
    refuses(
        "title = \"x\"",
        "8: maintenance: says no time; write from = \"2026-12-01 02:00\" and until = \"2026-12-01 04:00\", \
         or every = \"sunday 02:00\" and lasts = \"2h\"",
    );
    refuses(
        "every = \"daily 02:00\"\nlasts = \"1h\"\nuntil = \"2026-12-01 04:00\"",
        "11: maintenance.until: is beside every; keep from and until for work that happens once, \
         every and lasts for work that recurs",
    );
    refuses(
        "from = \"2026-12-01 04:00\"",
        "8: maintenance.until: is missing; write for example until = \"2026-12-01 04:00\"",
    );
    refuses("every = \"daily 02:00\"", "8: maintenance.lasts: is missing; write for example lasts = \"2h\"");
}

#[test]
fn times_are_times_and_the_end_is_later_than_the_beginning() {
    refuses(
        "from = \"tomorrow\"\nuntil = \"2026-12-01 04:00\"",
        "9: maintenance.from: \"tomorrow\" is not a date and a time; write for example \"2026-12-01 02:00\" \
         or \"2026-12-01T02:00:00+01:00\"",
    );
    refuses(
        "from = \"2026-12-01 02:00\"\nuntil = 2026-12-01T01:00:00Z",
        "10: maintenance.until: 2026-12-01T01:00:00Z is not later than from; write a later time",
    );
    refuses(
        "every = \"sundays at 2\"\nlasts = \"2h\"",
        "9: maintenance.every: \"sundays at 2\" is not days and a time; write for example \"daily 02:00\", \
         \"sunday 02:00\", \"first sunday 02:00\", \"last friday 22:30\" or \"monthly 1 02:00\" (1 to 28)",
    );
    refuses(
        "every = \"daily 02:00\"\nlasts = \"1d\"",
        "10: maintenance.lasts: \"1d\" is longer than 22h; write for example \"2h\"",
    );
}

#[test]
fn its_services_are_services_of_the_page_and_its_id_is_its_own() {
    let time = "every = \"daily 02:00\"\nlasts = \"1h\"";
    refuses(
        &format!("services = [\"plannr\"]\n{time}"),
        "9: maintenance.services: \"plannr\" is not a service of this page; did you mean \"planner\"?",
    );
    refuses(
        &format!("services = [\"search\"]\n{time}"),
        "9: maintenance.services: \"search\" is not a service of this page; known here: planner",
    );
    refuses(
        &format!("title = \"Work\"\n{time}\n[[maintenance]]\ntitle = \"work\"\n{time}"),
        "12: maintenance.id: \"work\" is taken since line 8; give each its own",
    );
}
