//! The Durable Object: the only one that asks and writes. Its alarm makes the rounds, its SQLite keeps the row.
//!
//! Invariant: while there is an object, there is an alarm: every path sets the next one before anything can fail.

use super::ports::{self, Platform};
use super::settings::{self, Settings};
use super::sql::Database;
use crate::host::observe;
use crate::ports::{Http, HttpRequest};
use crate::store;
use core::time::Duration;
use shared::memory::Memory;
use std::cell::RefCell;
use worker::{DurableObject, Env, Request, Response, Result, State, durable_object};

/// Connections at a time: the platform allows six, one of which a visitor's request may need (DESIGN 7).
const CONNECTIONS: usize = 5;
/// When a configuration is broken, it is looked at again after this time.
const LATER: Duration = Duration::from_mins(1);

/// The board's keeper.
#[durable_object]
pub struct BoardObject {
    state: State,
    env: Env,
    memory: RefCell<Option<Memory>>,
}

impl DurableObject for BoardObject {
    fn new(state: State, env: Env) -> Self {
        Self { state, env, memory: RefCell::new(None) }
    }

    /// Tells what is remembered, and arms the alarm if there is none.
    async fn fetch(&self, _request: Request) -> Result<Response> {
        if self.state.storage().get_alarm().await?.is_none() {
            self.state.storage().set_alarm(Duration::ZERO).await?;
        }
        Response::from_json(&self.remembered())
    }

    /// Makes a round.
    async fn alarm(&self) -> Result<Response> {
        let settings = match settings::of(&self.env) {
            Ok(settings) => settings,
            Err(lines) => {
                self.state.storage().set_alarm(LATER).await?;
                worker::console_error!("{}", lines.join("\n"));
                return Response::empty();
            }
        };
        self.state.storage().set_alarm(settings.config.plan.every).await?;
        let before = self.remembered();
        let memory = observe(&settings.config, &before, &Platform, Some(CONNECTIONS)).await;
        if let Err(e) = store::save(&self.database(), &memory) {
            worker::console_error!("{e}");
        }
        *self.memory.borrow_mut() = Some(memory);
        tell_the_watcher(&settings).await;
        Response::empty()
    }
}

impl BoardObject {
    fn database(&self) -> Database {
        Database(self.state.storage().sql())
    }

    /// What the last round left: in memory, or after an eviction in the row.
    fn remembered(&self) -> Memory {
        if let Some(memory) = self.memory.borrow().as_ref() {
            return memory.clone();
        }
        let database = self.database();
        let loaded = store::prepare(&database).and_then(|()| store::load(&database)).unwrap_or_else(|e| {
            worker::console_error!("{e}");
            None
        });
        let memory = loaded.unwrap_or_else(|| Memory::new(ports::now()));
        *self.memory.borrow_mut() = Some(memory.clone());
        memory
    }
}

async fn tell_the_watcher(settings: &Settings) {
    let Some(secret) = &settings.config.page.alive_url else { return };
    let Ok(url) = url::Url::parse(secret.reveal()) else { return };
    let answer = Platform.get(&HttpRequest { url: &url, headers: &[] }).await;
    if !answer.is_ok_and(|answer| answer.status < 400) {
        worker::console_warn!("alive_url did not take the sign of life");
    }
}
