//! SQLite by rusqlite: one file, or memory.
//!
//! Not the statements: `store` has them for both hosts.

use crate::ports::{Sql, SqlError, SqlValue};
use core::time::Duration;
use rusqlite::config::DbConfig;
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, ErrorCode};
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::Path;

/// How long to wait for another process's lock. Shorter than any round, so that a lock never stops one.
const BUSY: Duration = Duration::from_millis(500);

/// The database.
#[derive(Debug)]
pub struct Database(Connection);

impl Database {
    /// Opens or makes it. `:memory:` forgets everything.
    ///
    /// # Errors
    /// When the file cannot be opened or is not a database.
    pub fn open(path: &str) -> Result<Self, SqlError> {
        let connection =
            if path == ":memory:" { Connection::open_in_memory() } else { Connection::open(path) }
                .map_err(error)?;
        connection.busy_timeout(BUSY).map_err(error)?;
        // A crash may cost the last round, never the file (SQLite documentation, "Write-Ahead Logging"). What cannot
        // be written at present can be read all the same, with whatever journal it has.
        match connection.pragma_update(None, "journal_mode", "WAL").map_err(error) {
            Err(SqlError::Damaged(e)) => return Err(SqlError::Damaged(e)),
            Ok(()) | Err(SqlError::Refused(_)) => {}
        }
        connection.pragma_update(None, "synchronous", "NORMAL").map_err(error)?;
        Ok(Self(connection))
    }

    /// What a file holds that cannot be read where it is: reading one that has a log means writing beside it, which a
    /// folder that is read-only does not allow. Both are copied to where that can be done; the copy is never written.
    ///
    /// # Errors
    /// When there is nothing to be copied, no place for it, or the copy cannot be read.
    pub fn copy_of(path: &str) -> Result<Self, SqlError> {
        let folder = std::env::temp_dir().join(format!("headcount-{}", std::process::id()));
        let refused = |e: io::Error| SqlError::Refused(e.to_string());
        // Nobody else has made it, and nobody else may look into it.
        DirBuilder::new().mode(0o700).create(&folder).map_err(refused)?;
        let opened = open_copy(path, &folder.join("copy.db"));
        // What is open stays until it is closed.
        drop(fs::remove_dir_all(&folder));
        opened
    }

    /// Lets go of a file whose name may be another's by now. The last connection to a file removes its log when it
    /// closes, by name: that would be the other one's.
    pub fn abandon(&self) {
        // The only way to fail is a library without this option, which the bundled one is not.
        drop(self.0.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true));
    }
}

fn open_copy(path: &str, copy: &Path) -> Result<Database, SqlError> {
    let refused = |e: io::Error| SqlError::Refused(e.to_string());
    fs::copy(path, copy).map_err(refused)?;
    let log = format!("{}-wal", copy.display());
    match fs::copy(format!("{path}-wal"), &log) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(refused(e)),
        _ => {}
    }
    // A copy of what may only be read may only be read as well.
    for file in [copy.as_os_str(), log.as_ref()] {
        drop(fs::set_permissions(file, fs::Permissions::from_mode(0o600)));
    }
    let connection = Connection::open(copy).map_err(error)?;
    connection.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(())).map_err(error)?;
    connection.pragma_update(None, "query_only", true).map_err(error)?;
    Ok(Database(connection))
}

impl Sql for Database {
    fn run(&self, statement: &str, values: &[SqlValue]) -> Result<Vec<Vec<SqlValue>>, SqlError> {
        let mut prepared = self.0.prepare_cached(statement).map_err(error)?;
        let columns = prepared.column_count();
        let mut rows = prepared.query(rusqlite::params_from_iter(values)).map_err(error)?;
        let mut out = Vec::new();
        while let Some(row) = rows.next().map_err(error)? {
            let values = (0..columns).map(|i| row.get_ref(i).map_err(error).and_then(value));
            out.push(values.collect::<Result<_, _>>()?);
        }
        Ok(out)
    }

    fn atomically<T, E: From<SqlError>>(&self, work: impl FnOnce(&Self) -> Result<T, E>) -> Result<T, E> {
        self.run("BEGIN IMMEDIATE", &[])?;
        let done = work(self).and_then(|value| {
            self.run("COMMIT", &[])?;
            Ok(value)
        });
        if done.is_err() {
            // Some errors (a full disk) have ended the transaction already; then there is nothing to take back.
            drop(self.run("ROLLBACK", &[]));
        }
        done
    }
}

impl rusqlite::ToSql for SqlValue {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Self::Integer(n) => ToSqlOutput::Owned(Value::Integer(*n)),
            Self::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Self::Null => ToSqlOutput::Owned(Value::Null),
        })
    }
}

fn value(value: ValueRef<'_>) -> Result<SqlValue, SqlError> {
    match value {
        ValueRef::Null => Ok(SqlValue::Null),
        ValueRef::Integer(n) => Ok(SqlValue::Integer(n)),
        ValueRef::Text(bytes) => Ok(SqlValue::Text(String::from_utf8_lossy(bytes).into_owned())),
        ValueRef::Real(_) | ValueRef::Blob(_) => {
            Err(SqlError::Refused("a value of a kind that is never written".into()))
        }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the shape that map_err calls")]
fn error(e: rusqlite::Error) -> SqlError {
    match e.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => SqlError::Damaged(e.to_string()),
        _ => SqlError::Refused(e.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{self, StoreError, state};
    use shared::memory::Memory;
    use shared::time::Timestamp;

    #[test]
    fn what_was_saved_is_loaded_again() {
        let database = Database::open(":memory:").unwrap();
        store::prepare(&database).unwrap();
        assert_eq!(state::load(&database), Ok(None));
        let memory = Memory::new(Timestamp::from_secs(7));
        state::save(&database, &memory).unwrap();
        state::save(&database, &memory).unwrap();
        assert_eq!(state::load(&database), Ok(Some(memory)));
    }

    #[test]
    fn of_several_things_that_fail_together_none_has_happened() {
        let database = Database::open(":memory:").unwrap();
        store::prepare(&database).unwrap();
        let failed: Result<(), StoreError> = database.atomically(|sql| {
            state::save(sql, &Memory::new(Timestamp::from_secs(7)))?;
            sql.run("INSERT INTO nowhere VALUES (1)", &[])?;
            Ok(())
        });
        assert!(failed.is_err());
        assert_eq!(state::load(&database), Ok(None));
    }

    #[test]
    fn a_row_of_another_version_is_said_and_not_guessed_at() {
        let database = Database::open(":memory:").unwrap();
        store::prepare(&database).unwrap();
        database.run("INSERT INTO state VALUES (1, 99, '{}')", &[]).unwrap();
        assert!(matches!(state::load(&database), Err(StoreError::OtherVersion { found: 99, .. })));
    }
}
