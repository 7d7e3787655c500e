//! What a host holds between rounds, and what becomes of it when a round is over.
//!
//! Both hosts have one. Not a database: what is to be kept comes out as an `Entry`, and a host that cannot write it
//! goes on all the same.

use crate::calendar;
use crate::config::Config;
use crate::maintenance;
use crate::notify::Message;
use crate::notify::send::{Delivery, messages};
use crate::ports::Sql;
use crate::push::{Parcel, Refusal, Sources, Taken};
use crate::store::outbox::GivenUp;
use crate::store::{self, StoreError, history, outbox, pushed, state};
use crate::web::metrics::Counters;
use serde::{Deserialize, Serialize};
use shared::alert::{AlertState, decide};
use shared::annals::Annals;
use shared::board::Board;
use shared::history::{Chronicle, Ended, Past, Row, Slot};
use shared::incident::log::{Changes, Log};
use shared::incident::{Command, CommandError};
use shared::memory::Memory;
use shared::plan::{Plan, Pushed};
use shared::time::Timestamp;
use std::sync::Arc;

/// Everything that is known and remembered.
#[derive(Clone, Debug)]
pub struct Ledger {
    /// What the last round left, with what others had pushed by then.
    memory: Memory,
    /// What others have pushed since.
    sources: Sources,
    chronicle: Chronicle,
    log: Log,
    alerts: AlertState,
    /// What the database has of it, if that is known.
    kept_alerts: Option<AlertState>,
    annals: Arc<Annals>,
    counters: Counters,
    /// What ended while nothing could be written.
    unwritten: Ended,
    kept_log: KeptLog,
}

/// How the log in the database stands to the log here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KeptLog {
    /// It has not been read: ids given here may be taken there.
    NotRead,
    /// It is the same.
    Same,
    /// It lacks what could not be written.
    Behind,
}

/// What one round leaves to be kept.
#[derive(Clone, Debug)]
pub struct Entry {
    row: Row,
    ended: Ended,
    changes: Changes,
    /// What is to be told, and what alerts remember once it is in the outbox.
    pub letters: Letters,
}

/// Why what an operator asked for was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotDone {
    /// It names what is not there, or is not as it must be.
    Refused(CommandError),
    /// There is no database that would keep it.
    NotKept,
}

/// What a round's alerts come to.
#[derive(Clone, Debug)]
pub struct Letters {
    state: AlertState,
    messages: Vec<(String, Message)>,
    at: Timestamp,
}

/// What renderings need of a ledger, as it travels from a Worker's object to its isolates.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Told {
    /// What judging left, here and elsewhere.
    pub memory: Memory,
    /// What others watch.
    pub pushed: Pushed,
    /// What is shown beside it.
    pub annals: Arc<Annals>,
    /// What has been counted since this process, or this object, began.
    #[serde(default)]
    pub counters: Counters,
}

impl Told {
    /// What is known at this moment.
    pub fn board(&self, plan: &Plan, now: Timestamp) -> Board {
        Board::of(&plan.and(&self.pushed), &self.memory, now).with(Arc::clone(&self.annals))
    }
}

impl Ledger {
    /// Nothing is known yet.
    pub fn new(now: Timestamp) -> Self {
        Self {
            memory: Memory::new(now),
            sources: Sources::default(),
            chronicle: Chronicle::default(),
            log: Log::default(),
            alerts: AlertState::default(),
            kept_alerts: None,
            annals: Arc::default(),
            counters: Counters::default(),
            unwritten: Ended::default(),
            kept_log: KeptLog::NotRead,
        }
    }

    /// The same ledger with a past that it has not seen.
    #[must_use]
    pub fn after(mut self, past: Chronicle) -> Self {
        self.chronicle = past;
        let past = self.past();
        self.annals = Arc::new(Annals { past, ..Annals::default() });
        self
    }

    /// Takes up what a database holds, if nothing has been seen yet; else the database gets what is held here. Of
    /// history the first database to be read may hold more, so that one's is taken in any case.
    ///
    /// # Errors
    /// When the database refuses. What cannot be read is said by `complain`, and the rest is used.
    pub fn recall(
        &mut self,
        sql: &impl Sql,
        config: &Config,
        complain: impl Fn(StoreError),
    ) -> Result<(), StoreError> {
        self.kept_alerts = None;
        if self.memory.checked_at.is_none() {
            // Both or none: what was said belongs to the memory of the same round.
            let memory = readable(state::load(sql).transpose(), &complain)?;
            let alerts = readable(outbox::load(sql).transpose(), &complain)?;
            if let Some(memory) = memory {
                self.memory = memory;
            }
            self.kept_alerts.clone_from(&alerts);
            self.alerts = alerts.unwrap_or_default().after_round(self.memory.checked_at);
            // A database that only reads refuses this, and is written to later; until then nothing is sent from it.
            drop(outbox::release(sql));
        }
        let before = self.kept_log;
        self.kept_log = KeptLog::Behind;
        if before == KeptLog::NotRead {
            let kept = store::log::load(sql)?;
            if kept.damaged > 0 {
                complain(StoreError::Damaged(format!("{} rows of the log", kept.damaged)));
            }
            let seen = core::mem::take(&mut self.log);
            if seen == Log::default() {
                self.kept_log = KeptLog::Same;
            }
            self.log = seen.after(kept.log);
        }
        let sources = config.ingest.iter().map(|source| source.id.as_str()).collect();
        let (snapshots, damaged) = pushed::load(sql, &sources)?;
        if damaged > 0 {
            complain(StoreError::Damaged(format!("{damaged} rows of what others pushed")));
        }
        self.sources.recall(snapshots);
        let kept = history::load(sql, &slots(config))?;
        if before == KeptLog::NotRead && kept.last().is_some() {
            self.chronicle = kept;
        } else {
            // It has missed some rounds, or is a new one.
            self.unwritten = self.chronicle.held();
        }
        let now = self.memory.checked_at.unwrap_or(self.memory.started_at);
        self.annals = Arc::new(Annals { past: self.past(), ..self.annals_at(config, now) });
        Ok(())
    }

    /// What judging left.
    pub const fn memory(&self) -> &Memory {
        &self.memory
    }

    /// What is shown beside it.
    pub const fn annals(&self) -> &Arc<Annals> {
        &self.annals
    }

    /// What renderings need of it.
    pub fn told(&self, config: &Config) -> Told {
        let mut memory = self.memory.clone();
        self.sources.add_to(config, &mut memory);
        Told {
            memory,
            pushed: self.sources.pushed(config),
            annals: Arc::clone(&self.annals),
            counters: self.counters.clone(),
        }
    }

    /// Forgets who asked to be left alone: the configuration has changed.
    pub fn forget_waits(&mut self) {
        self.memory.forget_waits();
    }

    /// Takes what another Headcount pushed, and keeps it at once: it is shown from now on, and followed like
    /// everything else from the next round on.
    ///
    /// # Errors
    /// When it is not taken; then nothing has changed.
    pub fn ingest(
        &mut self,
        sql: Option<&impl Sql>,
        config: &Config,
        parcel: Parcel,
        now: Timestamp,
    ) -> Result<Taken, Refusal> {
        let taken = self.sources.take(config, parcel, now)?;
        if let (Some(sql), Some(held)) = (sql, self.sources.of(&taken.source)) {
            // A database that refuses is said when a round is written; the next snapshot comes soon.
            drop(pushed::save(sql, &taken.source, held));
        }
        Ok(taken)
    }

    /// Takes what a round left. Returns what is to be kept of it.
    pub fn take(&mut self, config: &Config, mut memory: Memory) -> Entry {
        let now = memory.checked_at.unwrap_or(memory.started_at);
        self.sources.add_to(config, &mut memory);
        let pushed = self.sources.pushed(config);
        let plan = config.plan.and(&pushed);
        let before = core::mem::replace(&mut self.memory, memory);
        self.chronicle.rename(&plan);
        self.alerts.rename(&plan);
        let mut changes = self.log.rename(&plan);
        changes.add(self.log.follow(&plan, &before, &self.memory));
        // Windows and incidents of this moment: rows, words and alerts look at them.
        let mut annals = self.annals_at(config, now);
        let board = Board::of(&plan, &self.memory, now).with(Arc::new(annals.clone()));
        let row = Row::of(&board);
        let mut ended = core::mem::take(&mut self.unwritten);
        ended.append(self.chronicle.advance(row.clone(), &slots(config)));
        self.counters.take(&board);
        let (alerts, notices) = decide(&config.alerts, &self.alerts, &board, now);
        annals.past = self.past();
        self.annals = Arc::new(annals);
        let letters = Letters { state: alerts, messages: messages(config, &board, &notices), at: now };
        Entry { row, ended, changes, letters }
    }

    /// Keeps a round: all of it, or nothing. Returns what had to make room in the outbox.
    ///
    /// # Errors
    /// When the database refuses. What ended and what happened is then tried again with the next round, and alerts
    /// are decided again, unless `post` finds another place for them.
    pub fn write(
        &mut self,
        sql: &impl Sql,
        config: &Config,
        entry: &Entry,
    ) -> Result<Vec<GivenUp>, StoreError> {
        let Letters { state, messages, at } = &entry.letters;
        let all;
        let changes = if self.kept_log == KeptLog::Same {
            &entry.changes
        } else {
            all = self.log.everything();
            &all
        };
        let is_kept = self.kept_alerts.as_ref().is_some_and(|kept| !state.is_news_after(kept));
        let news = (!is_kept).then_some(state);
        let written = sql.atomically(|sql| {
            state::save(sql, &self.memory)?;
            history::write(sql, &entry.row, &entry.ended, &config.keep)?;
            keep_log(sql, changes, &self.log)?;
            outbox::enqueue(sql, news, messages, *at)
        });
        if written.is_ok() {
            self.kept_log = KeptLog::Same;
            self.alerts = state.clone();
            if news.is_some() {
                self.kept_alerts = Some(state.clone());
            }
        } else {
            self.kept_alerts = None;
            // The database has missed something.
            if self.kept_log == KeptLog::Same {
                self.kept_log = KeptLog::Behind;
            }
            self.unwritten.clone_from(&entry.ended);
        }
        written
    }

    /// Puts a round's alerts into an outbox by themselves, where the rest could not be kept.
    ///
    /// # Errors
    /// When that database refuses as well.
    pub fn post(&mut self, sql: &impl Sql, letters: &Letters) -> Result<Vec<GivenUp>, StoreError> {
        let Letters { state, messages, at } = letters;
        let given_up = sql.atomically(|sql| outbox::enqueue(sql, None, messages, *at))?;
        self.alerts = state.clone();
        Ok(given_up)
    }

    /// Counts what came of messages.
    pub fn count(&mut self, deliveries: &[Delivery]) {
        for Delivery { channel, came, .. } in deliveries {
            self.counters.count_alert(channel, came.word());
        }
    }

    /// Does what an operator asked for, and keeps it: what a person was told is done must not be forgotten.
    ///
    /// # Errors
    /// When it cannot be done, or not be kept; then nothing has changed.
    pub fn apply(
        &mut self,
        sql: Option<&impl Sql>,
        config: &Config,
        command: Command,
        now: Timestamp,
    ) -> Result<Changes, NotDone> {
        let pushed = self.sources.pushed(config);
        let mut log = self.log.clone();
        let changes = log.apply(command, &config.plan.and(&pushed), now).map_err(NotDone::Refused)?;
        let sql = sql.ok_or(NotDone::NotKept)?;
        sql.atomically(|sql| keep_log(sql, &changes, &log)).map_err(|_: StoreError| NotDone::NotKept)?;
        self.log = log;
        let past = self.annals.past.clone();
        self.annals = Arc::new(Annals { past, ..self.annals_at(config, now) });
        Ok(changes)
    }

    fn past(&self) -> Past {
        Past::of(&self.chronicle, self.memory.started_at)
    }

    /// All but the past.
    fn annals_at(&self, config: &Config, now: Timestamp) -> Annals {
        Annals {
            past: Past::default(),
            incidents: self.log.incidents().to_vec(),
            events: self.log.events().to_vec(),
            windows: maintenance::windows(&config.maintenance, self.log.windows(), now),
        }
    }
}

/// Opens what is kept: makes the tables that are not there yet.
///
/// # Errors
/// When the database refuses.
pub fn prepare(sql: &impl Sql) -> Result<(), StoreError> {
    sql.atomically(store::prepare)
}

fn keep_log(sql: &impl Sql, changes: &Changes, log: &Log) -> Result<(), StoreError> {
    if changes.is_empty() {
        return Ok(());
    }
    store::log::write(sql, changes)?;
    store::log::write_whole(sql, log)
}

/// A value that is there and can be read. A damaged one is said; a database that refuses is an error.
fn readable<T>(
    read: Option<Result<T, StoreError>>,
    complain: impl Fn(StoreError),
) -> Result<Option<T>, StoreError> {
    match read {
        None => Ok(None),
        Some(Ok(value)) => Ok(Some(value)),
        Some(Err(StoreError::Sql(e))) => Err(e.into()),
        Some(Err(e)) => {
            complain(e);
            Ok(None)
        }
    }
}

fn slots(config: &Config) -> impl Fn(Timestamp) -> Slot + '_ {
    |at| calendar::slot(&config.page.time_zone, at)
}
