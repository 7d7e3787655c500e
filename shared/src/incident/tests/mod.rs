//! What is written down of rounds that the real reducer judged.
//!
//! This file is what the tests share: a page that watches and keeps a log. It asserts nothing.

mod commands;
mod opening;
mod parts;
mod properties;
mod seen;

use super::{Changes, Command, CommandError, Event, Incident, Log, What};
use crate::annals::Annals;
use crate::board::Board;
use crate::maintenance::Window;
use crate::map::Map;
use crate::memory::Memory;
use crate::plan::{Plan, ServicePlan};
use crate::reduce::advance;
use crate::reduce::testkit::{EVERY, START, plan};
use crate::sample::{Round, ServiceSample};
use crate::time::Timestamp;
use core::time::Duration;
use std::sync::Arc;

/// A page that watches and writes down what happens.
struct Diary {
    plan: Plan,
    memory: Memory,
    log: Log,
    rows: Rows,
    now: Timestamp,
}

impl Diary {
    fn over(services: impl Into<Vec<ServicePlan>>) -> Self {
        let (memory, log, rows) = (Memory::new(START), Log::default(), Rows::default());
        Self { plan: plan(services), memory, log, rows, now: START }
    }

    /// One more round, `EVERY` after the last moment.
    fn hear(&mut self, services: impl Into<Vec<ServiceSample>>) -> &mut Self {
        self.wait(EVERY);
        let round = Round { at: self.now, took: Duration::ZERO, services: services.into() };
        let after = advance(&self.plan, &self.memory, &round);
        let changes = self.log.follow(&self.plan, &self.memory, &after);
        self.rows.write(&changes);
        self.memory = after;
        self
    }

    /// Time passes without a round.
    fn wait(&mut self, time: Duration) -> &mut Self {
        self.now = self.now + time;
        self
    }

    fn ask(&mut self, command: Command) -> Result<(), CommandError> {
        let changes = self.log.apply(command, &self.plan, self.now)?;
        self.rows.write(&changes);
        Ok(())
    }

    /// What happened, newest first, with the seconds since the beginning.
    fn told(&self) -> Vec<(u64, &What)> {
        self.log.events().iter().map(|event| (seconds(event.at), &event.what)).collect()
    }

    /// Beginning and end of every incident, newest first.
    fn spans(&self) -> Vec<(u64, Option<u64>)> {
        self.log.incidents().iter().map(|i| (seconds(i.opened_at), i.closed_at.map(seconds))).collect()
    }

    fn board(&self) -> Board {
        let annals = Annals {
            incidents: self.log.incidents().to_vec(),
            events: self.log.events().to_vec(),
            windows: self.log.windows().to_vec(),
            ..Annals::default()
        };
        Board::of(&self.plan, &self.memory, self.now).with(Arc::new(annals))
    }
}

/// Seconds since the beginning.
fn seconds(at: Timestamp) -> u64 {
    at.since(START).as_secs()
}

/// What a database would hold.
#[derive(Default)]
struct Rows {
    incidents: Map<u64, Incident>,
    events: Map<u64, Event>,
    windows: Vec<Window>,
}

impl Rows {
    fn write(&mut self, changes: &Changes) {
        self.incidents.extend(changes.incidents.iter().map(|i| (i.id, through_json(i))));
        self.events.extend(changes.events.iter().map(|e| (e.id, through_json(e))));
        if let Some(windows) = &changes.windows {
            self.windows = windows.iter().map(through_json).collect();
        }
    }

    fn read(&self) -> Log {
        let incidents: Vec<Incident> = self.incidents.values().rev().cloned().collect();
        let mut events: Vec<Event> = self.events.values().rev().cloned().collect();
        events.sort_by_key(|event| core::cmp::Reverse((event.at, event.id)));
        Log::restored((0, 0), incidents, events, self.windows.clone())
    }
}

fn through_json<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}
