//! What is kept in SQL: the `state` row, written every round on both hosts (DESIGN 6).
//!
//! The same statements run on rusqlite and on a Durable Object's SQLite. Not history.

use crate::ports::{Sql, SqlError, SqlValue};
use core::fmt;
use shared::memory::{Memory, VERSION};

/// Why the remembered state could not be read or written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// The database refused.
    Sql(SqlError),
    /// The row is of another version.
    OtherVersion {
        /// The version found.
        found: i64,
        /// The version that this program reads and writes.
        ours: u32,
    },
    /// The row is not what was written.
    Damaged(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sql(e) => write!(f, "the database refused: {e}"),
            Self::OtherVersion { found, ours } => {
                write!(
                    f,
                    "the remembered state is of version {found}, this program reads {ours}; starting afresh"
                )
            }
            Self::Damaged(e) => write!(f, "the remembered state is damaged ({e}); starting afresh"),
        }
    }
}

impl From<SqlError> for StoreError {
    fn from(e: SqlError) -> Self {
        Self::Sql(e)
    }
}

/// Makes the tables that are not there yet.
///
/// # Errors
/// When the database refuses.
pub fn prepare(sql: &impl Sql) -> Result<(), StoreError> {
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
            serde_json::from_str(body).map(Some).map_err(|e| StoreError::Damaged(e.to_string()))
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
    let body = serde_json::to_string(memory).map_err(|e| StoreError::Damaged(e.to_string()))?;
    sql.run(
        "INSERT INTO state (id, version, body) VALUES (1, ?, ?) \
         ON CONFLICT (id) DO UPDATE SET version = excluded.version, body = excluded.body",
        &[SqlValue::Integer(i64::from(VERSION)), SqlValue::Text(body)],
    )?;
    Ok(())
}
