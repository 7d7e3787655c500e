//! Which one-time links have been used: a row each for as long as the link could be used again.
//!
//! Not what makes a link ours.

use super::{StoreError, text, time};
use crate::ports::Sql;
use shared::time::Timestamp;

/// What comes of using a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// It was the first time.
    First,
    /// It has been used before.
    Again,
}

pub(super) fn prepare(sql: &impl Sql) -> Result<(), StoreError> {
    sql.run("CREATE TABLE IF NOT EXISTS used_links (nonce TEXT PRIMARY KEY, until INTEGER NOT NULL)", &[])?;
    Ok(())
}

/// Uses the link of this name, which ends at `until`, and remembers that it is used.
///
/// # Errors
/// When the database refuses: then the link opens nothing, since it might open twice.
pub fn use_up(sql: &impl Sql, nonce: &str, until: Timestamp, now: Timestamp) -> Result<Use, StoreError> {
    sql.atomically(|sql| {
        sql.run("DELETE FROM used_links WHERE until < ?", &[time(now)])?;
        if !sql.run("SELECT 1 FROM used_links WHERE nonce = ?", &[text(nonce)])?.is_empty() {
            return Ok(Use::Again);
        }
        sql.run("INSERT INTO used_links (nonce, until) VALUES (?, ?)", &[text(nonce), time(until)])?;
        Ok(Use::First)
    })
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::host::native::sql::Database;
    use crate::ports::SqlValue;
    use core::time::Duration;

    #[test]
    fn a_link_is_used_once_and_forgotten_when_it_is_over() {
        const NOW: Timestamp = Timestamp::from_secs(1_796_047_200);
        let database = Database::open(":memory:").unwrap();
        prepare(&database).unwrap();
        let use_up = |nonce, now| use_up(&database, nonce, now + Duration::from_mins(10), now);
        assert_eq!(use_up("a", NOW), Ok(Use::First));
        assert_eq!(use_up("a", NOW), Ok(Use::Again));
        assert_eq!(use_up("b", NOW), Ok(Use::First));
        let later = NOW + Duration::from_mins(11);
        assert_eq!(use_up("c", later), Ok(Use::First));
        let rows = database.run("SELECT nonce FROM used_links", &[]).unwrap();
        assert_eq!(rows, [[SqlValue::Text("c".to_owned())]]);
    }

    #[test]
    fn a_link_that_could_not_be_remembered_opens_nothing() {
        let database = Database::open(":memory:").unwrap();
        assert!(use_up(&database, "a", Timestamp::from_secs(600), Timestamp::from_secs(1)).is_err());
    }
}
