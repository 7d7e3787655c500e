//! What is kept in SQL: the `state` row and history (DESIGN 6), the log, messages that wait, pushed snapshots, used
//! links.
//!
//! The same statements run on rusqlite and on a Durable Object's SQLite. Nothing is judged here.

pub mod history;
pub mod links;
pub mod log;
pub mod outbox;
pub mod pushed;
pub mod state;

use crate::ports::{Sql, SqlError, SqlValue};
use core::fmt;
use serde::Serialize;
use shared::time::Timestamp;

/// Why what is kept could not be read or written.
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
    /// What is there is not what was written.
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
            Self::Damaged(e) => write!(f, "what was kept is damaged and left out: {e}"),
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
    state::prepare(sql)?;
    history::prepare(sql)?;
    log::prepare(sql)?;
    links::prepare(sql)?;
    outbox::prepare(sql)?;
    pushed::prepare(sql)
}

const fn time(at: Timestamp) -> SqlValue {
    SqlValue::Integer(at.millis())
}

fn count(n: usize) -> SqlValue {
    SqlValue::Integer(i64::try_from(n).unwrap_or(i64::MAX))
}

fn text(value: &str) -> SqlValue {
    SqlValue::Text(value.to_owned())
}

fn json(value: &impl Serialize) -> Result<SqlValue, StoreError> {
    serde_json::to_string(value).map(SqlValue::Text).map_err(|e| StoreError::Damaged(e.to_string()))
}
