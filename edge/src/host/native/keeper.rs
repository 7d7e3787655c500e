//! The database of the native host, or what is left of it: a verdict never depends on it.
//!
//! Not what is kept: the ledger knows that.

use super::sql::Database;
use super::{clock, log};
use crate::config::Config;
use crate::host::ledger::{self, Ledger, NotDone};
use crate::notify::send::Delivery;
use crate::ports::SqlError;
use crate::push::{Parcel, Refusal, Taken};
use crate::store::StoreError;
use crate::store::links::{self, Use};
use crate::web::Kept;
use crate::web::session::Link;
use shared::incident::{Changes, Command};
use shared::memory::Memory;
use std::fs::{File, Metadata};
use std::os::unix::fs::{FileExt as _, MetadataExt as _};
use std::rc::Rc;

/// Whether the database does its work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeping {
    /// It does.
    Works,
    /// It does not; the verdict is live all the same.
    Fails,
}

impl From<Keeping> for Kept {
    fn from(keeping: Keeping) -> Self {
        match keeping {
            Keeping::Works => Self::Works,
            Keeping::Fails => Self::Fails,
        }
    }
}

/// A ledger, and the database that it is kept in.
#[derive(Debug)]
pub struct Keeper {
    path: String,
    kept_in: Option<Open>,
    /// In memory: alerts are told even if the database fails.
    spare: Rc<Database>,
    ledger: Ledger,
    keeping: Keeping,
}

/// A database that is open and has all tables.
#[derive(Debug)]
struct Open {
    database: Rc<Database>,
    /// The file that its path led to. It stays open as long: closing it would give up SQLite's locks (SQLite, "How To
    /// Corrupt An SQLite Database File", 2.2).
    file: Option<File>,
}

/// How every database begins (SQLite's file format, 1.3.1).
const MAGIC: &[u8] = b"SQLite format 3\0";

impl Keeper {
    /// Opens the database and reads what it holds; without one, starts from what the ledger has and tries again
    /// later.
    ///
    /// # Errors
    /// When there is not even memory for a database.
    pub fn open(path: &str, config: &Config, ledger: Ledger) -> Result<Self, StoreError> {
        let spare = Rc::new(Database::open(":memory:")?);
        ledger::prepare(spare.as_ref())?;
        let path = path.to_owned();
        let mut keeper = Self { path, kept_in: None, spare, ledger, keeping: Keeping::Works };
        let opened = keeper.reopen(config);
        keeper.judge(opened.map(drop));
        Ok(keeper)
    }

    /// What is known.
    pub const fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Whether it is also kept.
    pub const fn keeping(&self) -> Keeping {
        self.keeping
    }

    /// Forgets who asked to be left alone: the configuration has changed.
    pub fn forget_waits(&mut self) {
        self.ledger.forget_waits();
    }

    /// Takes what a round left, and keeps it if that can be done. Alerts find a place in any case.
    pub fn keep(&mut self, config: &Config, memory: Memory) {
        let ready = self.ready(config);
        let entry = self.ledger.take(config, memory);
        let kept = ready.and_then(|database| self.ledger.write(database.as_ref(), config, &entry));
        let posted = match &kept {
            Ok(_) => Ok(Vec::new()),
            Err(_) => self.ledger.post(self.spare.as_ref(), &entry.letters),
        };
        for given_up in kept.iter().chain(&posted).flatten() {
            log::warn(Delivery::from(given_up.clone()));
        }
        self.judge(kept.map(drop));
    }

    /// Does what an operator asked for.
    ///
    /// # Errors
    /// When it cannot be done.
    pub fn apply(&mut self, config: &Config, command: Command) -> Result<Changes, NotDone> {
        let database = self.kept_in.as_ref().map(|open| open.database.as_ref());
        self.ledger.apply(database, config, command, clock::now())
    }

    /// Takes what another Headcount pushed.
    ///
    /// # Errors
    /// When it is not taken.
    pub fn ingest(&mut self, config: &Config, parcel: Parcel) -> Result<Taken, Refusal> {
        let database = self.kept_in.as_ref().map(|open| open.database.as_ref());
        self.ledger.ingest(database, config, parcel, clock::now())
    }

    /// Uses a one-time link, and remembers it.
    ///
    /// # Errors
    /// When it cannot be remembered.
    pub fn use_up(&self, link: &Link) -> Result<Use, StoreError> {
        let none = || SqlError::Refused("there is no database".to_owned());
        let open = self.kept_in.as_ref().ok_or_else(none)?;
        links::use_up(open.database.as_ref(), &link.nonce, link.until, clock::now())
    }

    /// Where messages wait: in the database, and in its stead while it fails.
    pub fn outboxes(&self) -> Vec<Rc<Database>> {
        let kept_in = self.kept_in.iter().filter(|_| self.keeping == Keeping::Works);
        kept_in.map(|open| &open.database).chain([&self.spare]).map(Rc::clone).collect()
    }

    /// Counts what came of messages.
    pub fn count(&mut self, deliveries: &[Delivery]) {
        self.ledger.count(deliveries);
    }

    /// Sees to it that there is a database: a lock, a full disk, a folder that is mounted late may be over by now,
    /// and a file that somebody has taken away, or put another one in the place of, would be written to in vain.
    fn ready(&mut self, config: &Config) -> Result<Rc<Database>, StoreError> {
        match &self.kept_in {
            Some(Open { database, file })
                if self.keeping == Keeping::Works
                    && (self.path == MEMORY || leads_to(&self.path, file.as_ref())) =>
            {
                if file.as_ref().is_none_or(is_database) {
                    return Ok(Rc::clone(database));
                }
                // SQLite has what it needs of it in memory, and would not notice until the next start.
                self.move_aside("it was overwritten");
                self.reopen(config)
            }
            // What was opened read-only stays so for as long as it is open.
            _ => self.reopen(config),
        }
    }

    fn reopen(&mut self, config: &Config) -> Result<Rc<Database>, StoreError> {
        self.let_go();
        let opened = match Database::open(&self.path) {
            Err(SqlError::Damaged(e)) => {
                self.move_aside(&e);
                Database::open(&self.path)
            }
            other => other,
        };
        let ready = opened.map_err(StoreError::from).and_then(|database| {
            // One that is read-only, full or locked may be read all the same. Without its tables it cannot, and the
            // reason is why they could not be made.
            let prepared = ledger::prepare(&database);
            prepared.and(self.recall(&database, config))?;
            Ok(Rc::new(database))
        });
        match &ready {
            Ok(database) => {
                let file = File::open(&self.path).ok();
                self.kept_in = Some(Open { database: Rc::clone(database), file });
            }
            // Nothing has been seen yet, so it is worth much to know what was.
            Err(_) if self.ledger.memory().checked_at.is_none() => {
                if let Ok(copy) = Database::copy_of(&self.path) {
                    drop(self.recall(&copy, config)); // why it cannot be used is what is said
                }
            }
            Err(_) => {}
        }
        ready
    }

    fn recall(&mut self, database: &Database, config: &Config) -> Result<(), StoreError> {
        let path = &self.path;
        self.ledger.recall(database, config, |e| log::warn(format!("{path}: {e}")))
    }

    /// The file that was open has lost its name. If nobody sends from it any more it is closed here, before there is
    /// another one of that name.
    fn let_go(&mut self) {
        if let Some(Open { database, .. }) = self.kept_in.take()
            && Rc::strong_count(&database) > 1
        {
            database.abandon();
        }
    }

    /// A damaged file is kept for whoever wants to look into it, under another name.
    fn move_aside(&mut self, why: &str) {
        if let Some(open) = self.kept_in.take() {
            open.database.abandon(); // its log is moved with it
        }
        let aside = format!("{}.damaged-{}", self.path, clock::now().secs());
        for suffix in ["", "-wal", "-shm"] {
            let moved = std::fs::rename(format!("{}{suffix}", self.path), format!("{aside}{suffix}"));
            if let (Err(e), "") = (moved, suffix) {
                log::warn(format!("{}: {why}, and it cannot be moved aside: {e}", self.path));
                return;
            }
        }
        log::warn(format!("{}: {why}; it was moved aside to {aside}, and history begins anew", self.path));
    }

    /// Says once when keeping begins to fail, and once when it works again.
    fn judge(&mut self, kept: Result<(), StoreError>) {
        let before = self.keeping;
        self.keeping = if kept.is_ok() { Keeping::Works } else { Keeping::Fails };
        if let Err(StoreError::Sql(SqlError::Damaged(e))) = &kept {
            self.move_aside(e); // the next round begins a new one
        }
        match kept {
            Err(e) if before == Keeping::Works => {
                log::warn(format!("{}: {e}; the verdict is live, but a restart will forget it", self.path));
            }
            Ok(()) if before == Keeping::Fails => log::info(format!("{} is written again", self.path)),
            _ => {}
        }
    }
}

const MEMORY: &str = ":memory:";

/// Whether this is the file of that name.
fn leads_to(path: &str, file: Option<&File>) -> bool {
    // Device and number tell it from another one.
    let id = |file: Metadata| (file.dev(), file.ino());
    let there = std::fs::metadata(path).map(id).ok();
    there.is_some() && there == file.and_then(|file| file.metadata().ok()).map(id)
}

fn is_database(file: &File) -> bool {
    let mut begins = [0; MAGIC.len()];
    file.read_exact_at(&mut begins, 0).is_ok() && begins == *MAGIC
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{HostKind, parse};
    use crate::host::native::settings::Environment;
    use core::time::Duration;
    use std::path::PathBuf;

    fn config() -> Config {
        let text = "page = { title = \"T\" }\n[[service]]\nid = \"a\"\n\
                    health = { url = \"http://app.example.com\", format = \"adr075\" }";
        parse(text, "test", HostKind::Native, &Environment).unwrap().config
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("headcount-keeper-{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        folder
    }

    fn open(path: &str, config: &Config) -> Keeper {
        Keeper::open(path, config, Ledger::new(clock::now())).unwrap()
    }

    /// A round, so many after the first.
    fn round(n: u32) -> Memory {
        let started = clock::now();
        Memory { checked_at: Some(started + Duration::from_secs(15) * n), ..Memory::new(started) }
    }

    fn rounds_kept(keeper: &Keeper) -> u32 {
        keeper.ledger().annals().past.cadence.rounds
    }

    #[test]
    fn a_database_that_could_not_be_opened_is_used_once_it_can_be() {
        let (folder, config) = (folder("late"), config());
        let path = folder.join("headcount.db").display().to_string();
        let mut keeper = open(&path, &config);
        keeper.keep(&config, round(0));
        assert_eq!(keeper.keeping(), Keeping::Fails);
        std::fs::create_dir(&folder).unwrap();
        keeper.keep(&config, round(1));
        let (keeping, again) = (keeper.keeping(), open(&path, &config));
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(keeping, Keeping::Works);
        assert_eq!(again.ledger().memory(), keeper.ledger().memory());
    }

    #[test]
    fn a_damaged_database_is_moved_aside_and_the_rounds_go_on() {
        let (folder, config) = (folder("damaged"), config());
        std::fs::create_dir(&folder).unwrap();
        let path = folder.join("headcount.db");
        std::fs::write(
            &path,
            "this is no database, and it is long enough for nobody to take it for an empty one",
        )
        .unwrap();
        let mut keeper = open(&path.display().to_string(), &config);
        keeper.keep(&config, round(0));
        let names: Vec<String> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(keeper.keeping(), Keeping::Works);
        assert!(names.iter().any(|name| name.starts_with("headcount.db.damaged-")), "{names:?}");
    }

    #[test]
    fn a_database_that_was_taken_away_is_made_again_with_all_that_is_still_known() {
        let (folder, config) = (folder("gone"), config());
        std::fs::create_dir(&folder).unwrap();
        let path = folder.join("headcount.db");
        let mut keeper = open(&path.display().to_string(), &config);
        for n in 0..500 {
            keeper.keep(&config, round(n));
        }
        std::fs::remove_file(&path).unwrap();
        keeper.keep(&config, round(500));
        let (keeping, again) = (keeper.keeping(), open(&path.display().to_string(), &config));
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(keeping, Keeping::Works);
        assert!(rounds_kept(&again) > 240, "an hour that was over is there again: {}", rounds_kept(&again));
    }

    #[test]
    fn a_database_that_was_emptied_is_moved_aside_and_made_again() {
        let (folder, config) = (folder("emptied"), config());
        std::fs::create_dir(&folder).unwrap();
        let path = folder.join("headcount.db");
        let mut keeper = open(&path.display().to_string(), &config);
        keeper.keep(&config, round(0));
        File::options().write(true).open(&path).unwrap().set_len(0).unwrap();
        keeper.keep(&config, round(1));
        let (keeping, again) = (keeper.keeping(), open(&path.display().to_string(), &config));
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(keeping, Keeping::Works);
        assert_eq!(again.ledger().memory(), keeper.ledger().memory());
    }
}
