//! The SQLite of the Durable Object.
//!
//! Not the statements: `store` has them for both hosts.

use crate::ports::{Sql, SqlError, SqlValue};
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{JsCast as _, JsValue};
use worker::{SqlStorage, SqlStorageValue, State};

/// The object's database.
pub struct Database {
    sql: SqlStorage,
    storage: Transactions,
}

#[wasm_bindgen]
extern "C" {
    /// The part of `DurableObjectStorage` that the `worker` crate leaves out.
    #[wasm_bindgen(extends = js_sys::Object)]
    type Transactions;

    /// Runs `work` as one transaction, which is taken back if it throws (Cloudflare's "SQLite-backed Durable Object
    /// Storage", `transactionSync`). `work` must not wait for anything.
    #[wasm_bindgen(method, catch, js_name = transactionSync)]
    fn transaction_sync(
        this: &Transactions,
        work: &mut dyn FnMut() -> Result<(), JsValue>,
    ) -> Result<JsValue, JsValue>;
}

impl Database {
    /// The database of the object that has this state.
    pub fn of(state: &State) -> Self {
        let storage = state.storage();
        Self { sql: storage.sql(), storage: JsValue::from(storage.as_raw()).unchecked_into() }
    }
}

impl Sql for Database {
    fn run(&self, statement: &str, values: &[SqlValue]) -> Result<Vec<Vec<SqlValue>>, SqlError> {
        let values: Result<Vec<_>, _> = values.iter().map(bound).collect();
        let cursor = self.sql.exec(statement, values.map_err(error)?).map_err(error)?;
        cursor.raw().map(|row| row.map_err(error)?.into_iter().map(read).collect()).collect()
    }

    /// What an object writes without waiting becomes durable together in any case, but an error would leave the part
    /// that came before it: only throwing out of a transaction takes that back.
    fn atomically<T, E: From<SqlError>>(&self, work: impl FnOnce(&Self) -> Result<T, E>) -> Result<T, E> {
        let (mut work, mut done) = (Some(work), None);
        let committed = self.storage.transaction_sync(&mut || {
            done = work.take().map(|work| work(self));
            if matches!(done, Some(Ok(_))) { Ok(()) } else { Err(JsValue::NULL) }
        });
        match (done, committed) {
            (Some(Err(e)), _) => Err(e),
            (Some(Ok(value)), Ok(_)) => Ok(value),
            (_, Err(e)) => Err(error(e.into()).into()),
            (None, Ok(_)) => Err(SqlError::Refused("the transaction was not begun".into()).into()),
        }
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
