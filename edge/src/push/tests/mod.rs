//! Pushing, from a watched application on one side to the words of the page on the other, by both clocks.
//!
//! This file is what the tests share: a sender, and a page that it pushes to. It asserts nothing.

mod page;
mod signature;
mod taking;

use super::{Parcel, Post, Refusal, Snapshot, Taken, open, signed};
use crate::config::secret::Secret;
use crate::config::{Config, HostKind, NoVariables, parse};
use crate::host::ledger::{self, Ledger};
use crate::host::native::sql::Database;
use crate::words::tests::{START, Watch, heard, planner, up, workers};
use core::time::Duration;
use shared::board::Board;
use shared::memory::Memory;
use shared::time::Timestamp;

pub const KEY: &str = "0123456789abcdef";

/// Two sources, and one service of its own.
pub const CONFIG: &str = r#"
[page]
title = "Status"
[[service]]
id = "shop"
health = { url = "http://shop.example.com", format = "adr075" }
[[ingest]]
id = "inside"
name = "Inner network"
key = "0123456789abcdef"
[[ingest]]
id = "cellar"
key = "fedcba9876543210"
"#;

/// Nothing but one source.
pub const ONLY: &str =
    "page = { title = \"Status\" }\n[[ingest]]\nid = \"inside\"\nkey = \"0123456789abcdef\"\n";

pub fn config(text: &str) -> Config {
    parse(text, "test", HostKind::Native, &NoVariables).unwrap().config
}

/// A Headcount inside: "Trip planner", two workers, all well.
pub fn sender() -> Watch {
    let mut watch = Watch::over([planner()]);
    works(&mut watch);
    watch
}

/// One more round in which all is well.
pub fn works(watch: &mut Watch) {
    let now = watch.now;
    watch.hear([heard("planner", up(), [workers(now, 2, 3)])]);
}

/// One more round in which nobody works.
pub fn nobody_works(watch: &mut Watch) {
    let now = watch.now;
    watch.hear([heard("planner", up(), [workers(now, 0, 3)])]);
}

pub fn seconds(n: u64) -> Duration {
    Duration::from_secs(n)
}

/// What a sender posts at a moment of its own clock.
#[derive(Clone, Debug)]
pub struct Posted {
    headers: Vec<(String, Secret)>,
    pub body: Vec<u8>,
}

impl Posted {
    /// What is known to this watch, as of its last round.
    pub fn of(watch: &Watch, nonce: &str) -> Self {
        Self::signed_with(KEY, Snapshot::of(&watch.plan, &watch.memory).written(), nonce, watch.now)
    }

    pub fn signed_with(key: &str, body: Vec<u8>, nonce: &str, now: Timestamp) -> Self {
        Self { headers: signed(&Secret::new(key), nonce, &body, now), body }
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).unwrap().1.reveal()
    }

    pub fn post(&self) -> Post<'_> {
        Post {
            timestamp: self.header(super::TIMESTAMP),
            nonce: self.header(super::NONCE),
            signature: self.header(super::SIGNATURE),
            body: &self.body,
        }
    }

    pub fn opened(&self, config: &Config, now: Timestamp) -> Result<Parcel, Refusal> {
        open(&config.ingest, &self.post(), now)
    }
}

/// A page that is pushed to, with its database.
pub struct Receiver {
    pub config: Config,
    pub ledger: Ledger,
    database: Database,
    pub now: Timestamp,
}

impl Receiver {
    pub fn new(text: &str) -> Self {
        let database = Database::open(":memory:").unwrap();
        ledger::prepare(&database).unwrap();
        Self { config: config(text), ledger: Ledger::new(START), database, now: START }
    }

    /// Takes what was posted, now.
    pub fn take(&mut self, posted: &Posted) -> Result<Taken, Refusal> {
        let parcel = posted.opened(&self.config, self.now)?;
        self.ledger.ingest(Some(&self.database), &self.config, parcel, self.now)
    }

    /// Takes what a watch knows, at the moment of its last round.
    pub fn hears(&mut self, watch: &Watch) {
        self.now = watch.now;
        self.take(&Posted::of(watch, &format!("nonce-{}", watch.now.millis()))).unwrap();
    }

    /// One round of its own, in which nothing of its own was asked.
    pub fn round(&mut self) {
        let own = Memory { checked_at: Some(self.now), ..self.ledger.memory().clone() };
        let entry = self.ledger.take(&self.config, own);
        self.ledger.write(&self.database, &self.config, &entry).unwrap();
    }

    /// Ends, and begins again with what the database holds.
    pub fn restart(&mut self) {
        self.ledger = Ledger::new(self.now);
        self.ledger.recall(&self.database, &self.config, |e| panic!("{e}")).unwrap();
    }

    pub fn board(&self) -> Board {
        self.ledger.told(&self.config).board(&self.config.plan, self.now)
    }

    pub fn says(&self) -> crate::words::Spoken {
        let l = crate::words::Locale::english("UTC");
        let public = shared::public::PublicBoard::of(&self.board(), |nth| {
            crate::words::labels::dependency_number(&l, nth)
        });
        crate::words::speak(&l, &public)
    }
}
