//! History in rows: it is shown again as it was, stays within its bounds, and survives damage.

use super::*;
use crate::host::native::sql::Database;
use crate::store::prepare;
use shared::history::{Past, Shown, Subject};
use shared::state::State;

/// A midnight in UTC.
const START: Timestamp = Timestamp::from_secs(1_796_083_200);
const DAY_S: i64 = 86_400;

fn utc(at: Timestamp) -> Slot {
    let day = i32::try_from(at.secs().div_euclid(DAY_S)).unwrap();
    Slot { hour_start: Timestamp::from_secs(at.secs().div_euclid(3600) * 3600), day: Day(day) }
}

fn row(at: Timestamp) -> Row {
    let shown = |n| Shown {
        state: State::Operational,
        valid_for: Duration::from_mins(1),
        maintained: false,
        numbers: [Some(n), Some(n), Some(n), Some(n)],
    };
    let subjects = ["a", "a/q/async", "a/d/postgres"].into_iter().zip(1..);
    Row { at, shown: subjects.map(|(name, n)| (Subject::from(name.to_owned()), shown(n))).collect() }
}

/// Rounds every `apart`, kept as they come.
fn watched(database: &Database, rounds: u32, apart: Duration, keep: &Retention) -> Chronicle {
    prepare(database).unwrap();
    let mut chronicle = Chronicle::default();
    for n in 0..rounds {
        let row = row(START + apart * n);
        let ended = chronicle.advance(row.clone(), &utc);
        write(database, &row, &ended, keep).unwrap();
    }
    chronicle
}

fn rows(database: &Database, table: &str) -> i64 {
    match database.run(&format!("SELECT count(*) FROM {table}"), &[]).unwrap()[0][0] {
        SqlValue::Integer(n) => n,
        _ => panic!("a count"),
    }
}

#[test]
fn what_was_kept_is_shown_again() {
    let database = Database::open(":memory:").unwrap();
    let through = watched(&database, 3000, Duration::from_mins(1), &Retention::default());
    let again = load(&database, &utc).unwrap();
    assert_eq!(Past::of(&again, START), Past::of(&through, START));
}

#[test]
fn rows_are_bounded_by_the_ages_that_are_configured() {
    let database = Database::open(":memory:").unwrap();
    let keep = Retention {
        rounds: Duration::from_hours(2),
        hours: Duration::from_hours(72),
        days: Duration::from_hours(24 * 5),
    };
    watched(&database, 24 * 12 * 12, Duration::from_mins(5), &keep);
    assert!(rows(&database, "rounds") <= 3 * 12 + 1, "{}", rows(&database, "rounds"));
    assert!(rows(&database, "hours") <= 73, "{}", rows(&database, "hours"));
    assert!(rows(&database, "days") <= 6, "{}", rows(&database, "days"));
}

#[test]
fn a_damaged_row_is_a_gap_and_no_failure() {
    let database = Database::open(":memory:").unwrap();
    watched(&database, 24 * 60 * 3, Duration::from_mins(1), &Retention::default());
    for damage in [
        "UPDATE days SET body = '{' WHERE day = (SELECT min(day) FROM days)",
        "UPDATE hours SET body = x'ff00' WHERE start = (SELECT max(start) FROM hours)",
        "UPDATE rounds SET body = '[]' WHERE at = (SELECT max(at) FROM rounds)",
    ] {
        database.run(damage, &[]).unwrap();
    }
    let again = Past::of(&load(&database, &utc).unwrap(), START);
    let service = &again.subjects[&Subject::Service("a".into())];
    assert_eq!(service.days.len(), 2, "the day after the damaged one, and today");
    assert_eq!(service.last_24_h.down, 0);
}

#[test]
fn a_new_database_has_no_past() {
    let database = Database::open(":memory:").unwrap();
    prepare(&database).unwrap();
    assert_eq!(load(&database, &utc).unwrap(), Chronicle::default());
}
