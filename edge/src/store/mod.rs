//! What is kept in SQL: the `state` row, and history (DESIGN 6).
//!
//! The same statements run on rusqlite and on a Durable Object's SQLite. Nothing is judged here.

pub mod history;
pub mod log;
pub mod outbox;
pub mod pushed;
pub mod state;

use crate::ports::{Sql, SqlError};
use core::fmt;

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
    state::prepare(sql)?;
    history::prepare(sql)?;
    log::prepare(sql)?;
    outbox::prepare(sql)?;
    pushed::prepare(sql)
}
