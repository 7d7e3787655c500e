//! The latest snapshot of each source that pushes: a row each, so that a restart or an eviction loses none.
//!
//! Not what is in them: `crate::push` knows.

use super::{StoreError, json, text};
use crate::ports::{Sql, SqlValue};
use crate::push::Held;
use std::collections::BTreeSet;

pub(super) fn prepare(sql: &impl Sql) -> Result<(), StoreError> {
    sql.run("CREATE TABLE IF NOT EXISTS pushed (source TEXT PRIMARY KEY, body TEXT NOT NULL)", &[])?;
    Ok(())
}

/// What was kept of these sources. What is there of others goes: they are configured no longer. A row that cannot be
/// read is left out, and counted: its source will push again.
///
/// # Errors
/// When the database refuses.
pub fn load(sql: &impl Sql, sources: &BTreeSet<&str>) -> Result<(Vec<(String, Held)>, usize), StoreError> {
    let (mut kept, mut damaged) = (Vec::new(), 0);
    for row in sql.run("SELECT source, CAST(body AS TEXT) FROM pushed ORDER BY source", &[])? {
        let Ok([SqlValue::Text(source), body]) = <[SqlValue; 2]>::try_from(row) else {
            damaged += 1;
            continue;
        };
        if !sources.contains(source.as_str()) {
            sql.run("DELETE FROM pushed WHERE source = ?", &[SqlValue::Text(source)])?;
            continue;
        }
        match body {
            SqlValue::Text(body) => match crate::objects::read(&body) {
                Ok(held) => kept.push((source, held)),
                Err(_) => damaged += 1,
            },
            SqlValue::Integer(_) | SqlValue::Null => damaged += 1,
        }
    }
    Ok((kept, damaged))
}

/// Keeps the latest of a source.
///
/// # Errors
/// When the database refuses.
pub fn save(sql: &impl Sql, source: &str, held: &Held) -> Result<(), StoreError> {
    sql.run(
        "INSERT INTO pushed (source, body) VALUES (?, ?) ON CONFLICT (source) DO UPDATE SET body = excluded.body",
        &[text(source), json(held)?],
    )?;
    Ok(())
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))] // with the native database
mod tests {
    use super::*;
    use crate::host::native::sql::Database;
    use crate::push::Snapshot;
    use crate::words::tests::{START, Watch, planner};

    fn held() -> Held {
        let watch = Watch::over([planner()]);
        let snapshot = Snapshot::of(&watch.plan, &watch.memory);
        Held { heard_at: START, round_at: START, moved_by: -7, snapshot }
    }

    #[test]
    fn the_latest_of_each_source_comes_back_and_that_of_others_goes() {
        let database = Database::open(":memory:").unwrap();
        prepare(&database).unwrap();
        let later = Held { round_at: START + core::time::Duration::from_secs(15), ..held() };
        for (source, held) in [("inside", &held()), ("inside", &later), ("cellar", &held())] {
            save(&database, source, held).unwrap();
        }
        let inside = BTreeSet::from(["inside"]);
        assert_eq!(load(&database, &inside).unwrap(), (vec![("inside".to_owned(), later)], 0));
        assert_eq!(load(&database, &BTreeSet::from(["cellar"])).unwrap(), (vec![], 0));
    }

    #[test]
    fn a_row_that_cannot_be_read_costs_no_other() {
        let database = Database::open(":memory:").unwrap();
        prepare(&database).unwrap();
        save(&database, "inside", &held()).unwrap();
        for row in ["('cellar', '{}')", "('attic', x'ff00')"] {
            database.run(&format!("INSERT INTO pushed (source, body) VALUES {row}"), &[]).unwrap();
        }
        let (kept, damaged) = load(&database, &BTreeSet::from(["attic", "cellar", "inside"])).unwrap();
        assert_eq!((kept.len(), damaged), (1, 2));
    }
}
