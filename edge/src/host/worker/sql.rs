//! The SQLite of the Durable Object.
//!
//! Not the statements: `store` has them for both hosts.

use crate::ports::{Sql, SqlError, SqlValue};
use worker::{SqlStorage, SqlStorageValue};

/// The object's database.
pub struct Database(pub SqlStorage);

impl Sql for Database {
    fn run(&self, statement: &str, values: &[SqlValue]) -> Result<Vec<Vec<SqlValue>>, SqlError> {
        let values: Result<Vec<_>, _> = values.iter().map(bound).collect();
        let cursor = self.0.exec(statement, values.map_err(error)?).map_err(error)?;
        cursor.raw().map(|row| row.map_err(error)?.into_iter().map(read).collect()).collect()
    }

    /// What an object writes without waiting for anything in between becomes durable together (Cloudflare's
    /// documentation of Durable Objects, "automatic write coalescing"); it has no statement for it.
    fn atomically<T, E: From<SqlError>>(&self, work: impl FnOnce(&Self) -> Result<T, E>) -> Result<T, E> {
        work(self)
    }
}

fn bound(value: &SqlValue) -> worker::Result<SqlStorageValue> {
    Ok(match value {
        SqlValue::Integer(n) => SqlStorageValue::try_from_i64(*n)?,
        SqlValue::Text(text) => SqlStorageValue::String(text.clone()),
        SqlValue::Null => SqlStorageValue::Null,
    })
}

fn read(value: SqlStorageValue) -> Result<SqlValue, SqlError> {
    match value {
        SqlStorageValue::Null => Ok(SqlValue::Null),
        SqlStorageValue::Integer(n) => Ok(SqlValue::Integer(n)),
        SqlStorageValue::String(text) => Ok(SqlValue::Text(text)),
        SqlStorageValue::Boolean(_) | SqlStorageValue::Float(_) | SqlStorageValue::Blob(_) => {
            Err(SqlError::Refused("a value of a kind that is never written".into()))
        }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the shape that map_err calls")]
fn error(e: worker::Error) -> SqlError {
    SqlError::Refused(e.to_string())
}
