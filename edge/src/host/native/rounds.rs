//! The loop that makes the rounds, on a thread of its own: visitors never cause a probe (DESIGN 1.5).
//!
//! What a round brought is published whole, when it ends. A database that fails costs the memory, not the verdict.

use super::ports::Native;
use super::settings::Settings;
use super::sql::Database;
use super::{clock, log};
use crate::host::observe;
use crate::ports::{Http, HttpRequest};
use crate::store::{self, StoreError};
use crate::words::labels;
use core::time::Duration;
use shared::memory::Memory;
use shared::state::Verdict;
use std::sync::Arc;
use tokio::sync::watch;
use tokio::task::LocalSet;
use tokio::time::Instant;

/// How long to wait for whoever watches the watcher.
const ALIVE_TIMEOUT: Duration = Duration::from_secs(10);

/// What the last round left, with the configuration it was made by.
#[derive(Debug)]
pub struct Published {
    /// Counts publications: a new number means that everything rendered before is old.
    pub number: u64,
    /// The configuration.
    pub settings: Arc<Settings>,
    /// What is known.
    pub memory: Memory,
    /// Whether it is also kept.
    pub keeping: Keeping,
}

/// Whether the database does its work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeping {
    /// It does.
    Works,
    /// It does not; the verdict is live all the same.
    Fails,
}

impl Keeping {
    /// The line above the page.
    pub const fn notice(self) -> &'static str {
        match self {
            Self::Works => "",
            Self::Fails => labels::HISTORY_UNAVAILABLE,
        }
    }
}

/// Starts the loop. It ends with the process.
pub fn start(
    settings: watch::Receiver<Arc<Settings>>,
    database: &str,
) -> std::io::Result<watch::Receiver<Arc<Published>>> {
    let keeper = Keeper::open(database);
    let memory = keeper.load().unwrap_or_else(|| Memory::new(clock::now()));
    let first = Published {
        number: 0,
        settings: Arc::clone(&settings.borrow()),
        memory: memory.clone(),
        keeping: keeper.keeping,
    };
    let (publish, published) = watch::channel(Arc::new(first));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::Builder::new().name("rounds".into()).spawn(move || {
        LocalSet::new().block_on(&runtime, make_rounds(settings, keeper, memory, publish));
    })?;
    Ok(published)
}

async fn make_rounds(
    mut settings: watch::Receiver<Arc<Settings>>,
    mut keeper: Keeper,
    mut memory: Memory,
    publish: watch::Sender<Arc<Published>>,
) {
    let mut due = Instant::now();
    loop {
        let current = Arc::clone(&settings.borrow_and_update());
        let before = memory;
        memory = observe(&current.config, &before, &Native, None).await;
        say_what_changed(&before, &memory);
        keeper.save(&memory);
        publish.send_modify(|last| {
            *last = Arc::new(Published {
                number: last.number + 1,
                settings: Arc::clone(&current),
                memory: memory.clone(),
                keeping: keeper.keeping,
            });
        });
        tell_the_watcher(&current);
        due = (due + current.config.plan.every).max(Instant::now());
        tokio::select! {
            () = tokio::time::sleep_until(due) => {}
            changed = settings.changed() => match changed {
                Ok(()) => {
                    memory.forget_waits();
                    due = Instant::now();
                }
                Err(_) => return, // The process is stopping.
            }
        }
    }
}

/// One line for each service whose verdict is another than before.
fn say_what_changed(before: &Memory, after: &Memory) {
    for (id, service) in &after.services {
        let former = before.services.get(id).map_or(Verdict::Unknown, |known| known.verdict);
        if former != service.verdict {
            log::info(format!("{id}: {former}, now {}", service.verdict));
        }
    }
}

/// Asks `alive_url`, beside the rounds: when these requests stop, somebody else wakes a person.
fn tell_the_watcher(settings: &Settings) {
    let Some(secret) = settings.config.page.alive_url.clone() else { return };
    tokio::task::spawn_local(async move {
        let Ok(url) = url::Url::parse(secret.reveal()) else { return };
        let request = HttpRequest { url: &url, headers: &[] };
        let asked = tokio::time::timeout(ALIVE_TIMEOUT, Native.get(&request)).await;
        if !matches!(&asked, Ok(Ok(answer)) if answer.status < 400) {
            log::warn("alive_url did not take the sign of life");
        }
    });
}

/// The database, or what is left of it.
struct Keeper {
    path: String,
    database: Option<Database>,
    keeping: Keeping,
}

impl Keeper {
    fn open(path: &str) -> Self {
        let path = path.to_owned();
        match prepared(&path) {
            Ok(database) => Self { path, database: Some(database), keeping: Keeping::Works },
            Err(e) => {
                log::warn(format!("{path}: {e}; the verdict is live, but a restart will forget it"));
                Self { path, database: None, keeping: Keeping::Fails }
            }
        }
    }

    fn load(&self) -> Option<Memory> {
        store::load(self.database.as_ref()?).unwrap_or_else(|e| {
            log::warn(e);
            None
        })
    }

    fn save(&mut self, memory: &Memory) {
        if self.database.is_none() {
            // A lock, a full disk, a folder that is mounted late: it may be over by now.
            self.database = prepared(&self.path).ok();
        }
        let Some(database) = &self.database else { return };
        let saved = store::save(database, memory);
        let keeping = if saved.is_ok() { Keeping::Works } else { Keeping::Fails };
        if let (Err(e), true) = (&saved, keeping != self.keeping) {
            log::warn(format!("{e}; the verdict is live, but a restart will forget it"));
        }
        self.keeping = keeping;
    }
}

fn prepared(path: &str) -> Result<Database, StoreError> {
    let database = Database::open(path)?;
    store::prepare(&database)?;
    Ok(database)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_that_could_not_be_opened_is_used_once_it_can_be() {
        let folder = std::env::temp_dir().join(format!("headcount-keeper-{}", std::process::id()));
        let path = folder.join("headcount.db").display().to_string();
        let memory = Memory::new(clock::now());
        let mut keeper = Keeper::open(&path);
        keeper.save(&memory);
        assert_eq!((keeper.keeping, keeper.load()), (Keeping::Fails, None));
        std::fs::create_dir(&folder).unwrap();
        keeper.save(&memory);
        let kept = (keeper.keeping, keeper.load());
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(kept, (Keeping::Works, Some(memory)));
    }
}
