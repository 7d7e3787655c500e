//! History in rows: one a round, rolled up by hour and by day, bounded for ever (DESIGN 6).
//!
//! Not the arithmetic: `shared::history` says when an hour ends and what is in it.

use super::{StoreError, count, json, time};
use crate::config::Retention;
use crate::ports::{Sql, SqlValue};
use core::time::Duration;
use serde::de::DeserializeOwned;
use shared::history::{Chronicle, DAYS_SHOWN, Day, Ended, HOURS_HELD, Hour, ROUNDS_SHOWN, Row, Slot, Span};
use shared::time::Timestamp;

pub(super) fn prepare(sql: &impl Sql) -> Result<(), StoreError> {
    for table in [
        "CREATE TABLE IF NOT EXISTS rounds (at INTEGER PRIMARY KEY, body TEXT NOT NULL)",
        "CREATE TABLE IF NOT EXISTS hours (start INTEGER PRIMARY KEY, day INTEGER NOT NULL, body TEXT NOT NULL)",
        "CREATE TABLE IF NOT EXISTS days (day INTEGER PRIMARY KEY, body TEXT NOT NULL)",
    ] {
        sql.run(table, &[])?;
    }
    Ok(())
}

/// History as far as it is shown. A row that cannot be read is left out: it is a gap, and a gap is unknown.
///
/// # Errors
/// When the database refuses.
pub fn load(sql: &impl Sql, slots: &impl Fn(Timestamp) -> Slot) -> Result<Chronicle, StoreError> {
    // A cast lets a body of a wrong kind fail by itself instead of failing the statement.
    let days =
        sql.run("SELECT day, CAST(body AS TEXT) FROM days ORDER BY day DESC LIMIT ?", &[count(DAYS_SHOWN)])?;
    let hours = sql.run(
        "SELECT start, day, CAST(body AS TEXT) FROM hours ORDER BY start DESC LIMIT ?",
        &[count(HOURS_HELD)],
    )?;
    let last = sql.run("SELECT max(at) FROM rounds", &[])?;
    let last = match last.first().map(Vec::as_slice) {
        Some([SqlValue::Integer(at)]) => Timestamp::from_millis(*at),
        _ => Timestamp::default(),
    };
    let hour = [time(slots(last).hour_start)];
    let [from] = &hour;
    let before = sql.run(
        "SELECT at, CAST(body AS TEXT) FROM rounds WHERE at < ? ORDER BY at DESC LIMIT ?",
        &[from.clone(), count(ROUNDS_SHOWN)],
    )?;
    let within = sql.run("SELECT at, CAST(body AS TEXT) FROM rounds WHERE at >= ? ORDER BY at", &hour)?;
    let rows = before.iter().rev().chain(&within).filter_map(|row| read_row(row));
    Ok(Chronicle::restore(
        days.iter().rev().filter_map(|row| read_day(row)).collect(),
        hours.iter().rev().filter_map(|row| read_hour(row)).collect(),
        rows.collect(),
        slots,
    ))
}

/// Keeps a round's row, and what ended with it. What is too old goes once an hour.
///
/// # Errors
/// When the database refuses.
pub fn write(sql: &impl Sql, row: &Row, ended: &Ended, keep: &Retention) -> Result<(), StoreError> {
    let put = |statement, values: &[SqlValue]| sql.run(statement, values).map(drop);
    if let Some(slot) = ended.taken_back {
        put("DELETE FROM rounds WHERE at > ?", &[time(row.at)])?;
        put("DELETE FROM hours WHERE start >= ?", &[time(slot.hour_start)])?;
        put("DELETE FROM days WHERE day >= ?", &[SqlValue::Integer(slot.day.0.into())])?;
    }
    put("INSERT OR REPLACE INTO rounds (at, body) VALUES (?, ?)", &[time(row.at), json(&row.shown)?])?;
    let kept_from = row.at - keep.hours;
    for hour in ended.hours.iter().filter(|hour| hour.start >= kept_from) {
        let day = SqlValue::Integer(hour.day.0.into());
        put(
            "INSERT OR REPLACE INTO hours (start, day, body) VALUES (?, ?, ?)",
            &[time(hour.start), day, json(&hour.span)?],
        )?;
    }
    for (day, span) in &ended.days {
        put(
            "INSERT OR REPLACE INTO days (day, body) VALUES (?, ?)",
            &[SqlValue::Integer(day.0.into()), json(span)?],
        )?;
    }
    if !ended.hours.is_empty() {
        // The row before the present hour says what was shown at its beginning: it stays, however old it is.
        put(
            "DELETE FROM rounds WHERE at < ? AND at < (SELECT max(at) FROM rounds WHERE at < ?)",
            &[time(row.at - keep.rounds), time(row.at - HOUR)],
        )?;
        put("DELETE FROM hours WHERE start < ?", &[time(kept_from)])?;
    }
    if let Some((today, _)) = ended.days.last() {
        let days = i64::try_from(keep.days.as_secs() / 86_400).unwrap_or(i64::MAX);
        put("DELETE FROM days WHERE day < ?", &[SqlValue::Integer(i64::from(today.0).saturating_sub(days))])?;
    }
    Ok(())
}

const HOUR: Duration = Duration::from_hours(1);

fn read_row(row: &[SqlValue]) -> Option<Row> {
    match row {
        [SqlValue::Integer(at), body] => Some(Row { at: Timestamp::from_millis(*at), shown: parsed(body)? }),
        _ => None,
    }
}

fn read_hour(row: &[SqlValue]) -> Option<Hour> {
    match row {
        [SqlValue::Integer(start), SqlValue::Integer(day), body] => Some(Hour {
            start: Timestamp::from_millis(*start),
            day: Day(i32::try_from(*day).ok()?),
            span: parsed(body)?,
        }),
        _ => None,
    }
}

fn read_day(row: &[SqlValue]) -> Option<(Day, Span)> {
    match row {
        [SqlValue::Integer(day), body] => Some((Day(i32::try_from(*day).ok()?), parsed(body)?)),
        _ => None,
    }
}

fn parsed<T: DeserializeOwned>(body: &SqlValue) -> Option<T> {
    match body {
        SqlValue::Text(text) => crate::objects::read(text).ok(),
        SqlValue::Integer(_) | SqlValue::Null => None,
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
#[path = "history_tests.rs"]
mod tests;
