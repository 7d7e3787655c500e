//! The `state` row, written every round on both hosts (DESIGN 6).
//!
//! Not history: what the next round needs, and nothing older.

use super::{StoreError, json};
use crate::ports::{Sql, SqlValue};
use shared::memory::{Memory, VERSION};

pub(super) fn prepare(sql: &impl Sql) -> Result<(), StoreError> {
    sql.run(
        "CREATE TABLE IF NOT EXISTS state (\
         id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL, body TEXT NOT NULL)",
        &[],
    )?;
    Ok(())
}

/// What the last round left, if there was one.
///
/// # Errors
/// When the database refuses, or the row cannot be read; the caller then starts from nothing.
pub fn load(sql: &impl Sql) -> Result<Option<Memory>, StoreError> {
    let rows = sql.run("SELECT version, body FROM state WHERE id = 1", &[])?;
    match rows.first().map(Vec::as_slice) {
        None => Ok(None),
        Some([SqlValue::Integer(found), SqlValue::Text(body)]) if *found == i64::from(VERSION) => {
            crate::objects::read(body).map(Some).map_err(|e| StoreError::Damaged(e.to_string()))
        }
        Some([SqlValue::Integer(found), _]) => Err(StoreError::OtherVersion { found: *found, ours: VERSION }),
        Some(_) => Err(StoreError::Damaged("the row has other columns".into())),
    }
}

/// Keeps what the next round needs.
///
/// # Errors
/// When the database refuses.
pub fn save(sql: &impl Sql, memory: &Memory) -> Result<(), StoreError> {
    sql.run(
        "INSERT INTO state (id, version, body) VALUES (1, ?, ?) \
         ON CONFLICT (id) DO UPDATE SET version = excluded.version, body = excluded.body",
        &[SqlValue::Integer(i64::from(VERSION)), json(memory)?],
    )?;
    Ok(())
}
