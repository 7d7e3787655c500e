//! The log of what happened in rows: incidents, events, and windows that were announced by request.
//!
//! Bounded by numbers of rows. What opens an incident, and which rows are worth remembering in memory, is
//! `shared::incident`'s. Transactions are the caller's.

use super::{StoreError, count, json, text, time};
use crate::ports::{Sql, SqlValue};
use serde::de::DeserializeOwned;
use shared::incident::log::{CLOSED_KEPT, EVENTS_KEPT};
use shared::incident::{Changes, Incident, Log};

/// How many incidents are kept: the latest, and every open one.
pub const INCIDENTS: u64 = 1_000;
/// How many events are kept: the latest.
pub const EVENTS: u64 = 10_000;

/// A whole log of more bytes than this is read from its rows: an object's row must be smaller than 2 MB.
const WHOLE_AT_MOST: usize = 1_000_000;

/// What `load` found.
#[derive(Clone, PartialEq, Debug)]
pub struct Loaded {
    /// The log as it was.
    pub log: Log,
    /// How many of its rows could not be read, and were left out: to be said in the operator's log.
    pub damaged: usize,
}

pub(super) fn prepare(sql: &impl Sql) -> Result<(), StoreError> {
    for statement in [
        "CREATE TABLE IF NOT EXISTS incidents (id INTEGER PRIMARY KEY, closed_at INTEGER, body TEXT NOT NULL)",
        "CREATE TABLE IF NOT EXISTS events (\
         id INTEGER PRIMARY KEY, at INTEGER NOT NULL, incident INTEGER, body TEXT NOT NULL)",
        "CREATE TABLE IF NOT EXISTS windows (id TEXT PRIMARY KEY, begins_at INTEGER NOT NULL, body TEXT NOT NULL)",
        // A Worker's object reads the log whenever it wakes up, and every row that is looked at is billed.
        "CREATE INDEX IF NOT EXISTS incidents_by_end ON incidents (closed_at)",
        "CREATE INDEX IF NOT EXISTS events_by_incident ON events (incident)",
        "CREATE TABLE IF NOT EXISTS log (id INTEGER PRIMARY KEY CHECK (id = 1), body TEXT NOT NULL)",
    ] {
        sql.run(statement, &[])?;
    }
    Ok(())
}

/// What was written, as far as a `Log` remembers it. A row that cannot be read is left out.
///
/// # Errors
/// When the database refuses; the caller then starts with an empty log.
pub fn load(sql: &impl Sql) -> Result<Loaded, StoreError> {
    let whole = sql.run("SELECT CAST(body AS TEXT) FROM log WHERE id = 1", &[])?;
    if let Some([SqlValue::Text(body)]) = whole.first().map(Vec::as_slice)
        && let Ok(log) = crate::objects::read(body)
    {
        return Ok(Loaded { log, damaged: 0 });
    }
    // A cast lets a body of a wrong kind fail by itself instead of failing the statement.
    let incidents = sql.run(
        "SELECT CAST(body AS TEXT) FROM incidents WHERE closed_at IS NULL OR id IN \
         (SELECT id FROM incidents WHERE closed_at IS NOT NULL ORDER BY closed_at DESC, id DESC LIMIT ?) \
         ORDER BY id DESC",
        &[count(CLOSED_KEPT)],
    )?;
    let events = sql.run(
        "SELECT CAST(body AS TEXT) FROM events WHERE id > (SELECT coalesce(max(id), 0) FROM events) - ? \
         OR incident IN (SELECT id FROM incidents WHERE closed_at IS NULL) OR incident IN \
         (SELECT id FROM incidents WHERE closed_at IS NOT NULL ORDER BY closed_at DESC, id DESC LIMIT ?) \
         ORDER BY at DESC, id DESC",
        &[count(EVENTS_KEPT), count(CLOSED_KEPT)],
    )?;
    let windows = sql.run("SELECT CAST(body AS TEXT) FROM windows ORDER BY begins_at, id", &[])?;
    let last = (
        last_id(sql, "SELECT coalesce(max(id), 0) FROM incidents")?,
        last_id(sql, "SELECT coalesce(max(id), 0) FROM events")?,
    );
    let mut damaged = 0;
    let (incidents, events, windows) =
        (read(&incidents, &mut damaged), read(&events, &mut damaged), read(&windows, &mut damaged));
    Ok(Loaded { log: Log::restored(last, incidents, events, windows), damaged })
}

/// Writes what a step changed, and lets go of what is beyond the bounds. Nothing to write runs no statement.
///
/// # Errors
/// When the database refuses. If the transaction is taken back, a later `Log::everything` makes it good.
pub fn write(sql: &impl Sql, changes: &Changes) -> Result<(), StoreError> {
    for incident in &changes.incidents {
        let closed_at = incident.closed_at.map_or(SqlValue::Null, time);
        sql.run(
            "INSERT OR REPLACE INTO incidents (id, closed_at, body) VALUES (?, ?, ?)",
            &[id(incident.id), closed_at, json(incident)?],
        )?;
    }
    for event in &changes.events {
        let incident = event.incident.map_or(SqlValue::Null, id);
        sql.run(
            "INSERT OR REPLACE INTO events (id, at, incident, body) VALUES (?, ?, ?, ?)",
            &[id(event.id), time(event.at), incident, json(event)?],
        )?;
    }
    if let Some(windows) = &changes.windows {
        sql.run("DELETE FROM windows", &[])?;
        for window in windows {
            sql.run(
                "INSERT OR REPLACE INTO windows (id, begins_at, body) VALUES (?, ?, ?)",
                &[text(&window.id), time(window.from), json(window)?],
            )?;
        }
    }
    prune(sql, changes)
}

/// Keeps what is remembered of the log once more, in one row: a Worker's object forgets everything between two rounds,
/// and reading hundreds of rows that often would use up the free plan. To be called with every write, after it.
///
/// # Errors
/// When the database refuses.
pub fn write_whole(sql: &impl Sql, log: &Log) -> Result<(), StoreError> {
    match json(log)? {
        SqlValue::Text(body) if body.len() <= WHOLE_AT_MOST => sql.run(
            "INSERT INTO log (id, body) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body",
            &[SqlValue::Text(body)],
        )?,
        _ => sql.run("DELETE FROM log", &[])?,
    };
    Ok(())
}

fn prune(sql: &impl Sql, changes: &Changes) -> Result<(), StoreError> {
    let beyond = |last: Option<u64>, kept: u64| last.unwrap_or(0).checked_sub(kept).filter(|n| *n > 0);
    if let Some(last) = beyond(changes.events.iter().map(|event| event.id).max(), EVENTS) {
        sql.run("DELETE FROM events WHERE id <= ?", &[id(last)])?;
    }
    // An incident is new once: only then is there one too many.
    let opened = changes.incidents.iter().filter(|incident| Incident::is_open(incident));
    if let Some(last) = beyond(opened.map(|incident| incident.id).max(), INCIDENTS) {
        sql.run("DELETE FROM incidents WHERE id <= ? AND closed_at IS NOT NULL", &[id(last)])?;
    }
    Ok(())
}

fn read<T: DeserializeOwned>(rows: &[Vec<SqlValue>], damaged: &mut usize) -> Vec<T> {
    let mut read = Vec::with_capacity(rows.len());
    for row in rows {
        let body = match row.as_slice() {
            [SqlValue::Text(body)] => crate::objects::read(body).ok(),
            _ => None,
        };
        match body {
            Some(value) => read.push(value),
            None => *damaged += 1,
        }
    }
    read
}

fn last_id(sql: &impl Sql, statement: &str) -> Result<u64, StoreError> {
    let rows = sql.run(statement, &[])?;
    match rows.first().map(Vec::as_slice) {
        Some([SqlValue::Integer(id)]) => Ok(u64::try_from(*id).unwrap_or(0)),
        _ => Ok(0),
    }
}

fn id(id: u64) -> SqlValue {
    SqlValue::Integer(i64::try_from(id).unwrap_or(i64::MAX))
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))] // with the native database
#[path = "log_tests.rs"]
mod tests;
