//! Looks into the database of a native Headcount, from outside and without touching it: a copy is opened, as whoever
//! starts next would find it.

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use serde_json::Value;

use crate::process::Folder;

/// A copy of a database, with its log.
#[derive(Debug)]
pub struct Copy {
    // First, because it is closed before its folder goes away.
    connection: Connection,
    _folder: Folder,
}

impl Copy {
    /// Copies what is there; nothing, if there is no file or no table yet.
    pub fn of(path: &Path) -> Option<Self> {
        let folder = Folder::new();
        for suffix in ["", "-wal"] {
            let name = format!("{}{suffix}", path.display());
            if fs::copy(&name, folder.at(&format!("copy.db{suffix}"))).is_err() && suffix.is_empty() {
                return None;
            }
        }
        let copy = Self { connection: Connection::open(folder.at("copy.db")).unwrap(), _folder: folder };
        assert_eq!(copy.text("PRAGMA integrity_check"), "ok");
        let tables = copy.number("SELECT count(*) FROM sqlite_schema WHERE name = 'pushed'");
        (tables == 1).then_some(copy)
    }

    /// The only number that a statement finds; 0 for none.
    pub fn number(&self, statement: &str) -> i64 {
        self.connection.query_row(statement, [], |row| row.get::<_, Option<i64>>(0)).unwrap().unwrap_or(0)
    }

    /// The texts that a statement finds, read as JSON.
    pub fn documents(&self, statement: &str) -> Vec<Value> {
        let mut prepared = self.connection.prepare(statement).unwrap();
        let texts = prepared.query_map([], |row| row.get::<_, String>(0)).unwrap();
        texts.map(|text| serde_json::from_str(&text.unwrap()).unwrap()).collect()
    }

    fn text(&self, statement: &str) -> String {
        self.connection.query_row(statement, [], |row| row.get(0)).unwrap()
    }
}
