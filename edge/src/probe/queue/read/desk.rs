//! What is asked on one connection and what came back: each question once, whoever wants it.
//!
//! No wire: an exchange carries the batches. No meaning either: the primitive readings have that.

use crate::probe::queue::command::{Command, ReplySize};
use crate::probe::redis::exchange::Ask;
use crate::probe::redis::reply::{Missing, Reply};
use core::time::Duration;
use shared::map::Map;
use shared::reading::Why;
use shared::time::Timestamp;
use std::rc::Rc;

/// Questions and answers of one connection.
#[derive(Debug)]
pub struct Desk {
    entries: Vec<Entry>,
    places: Map<(u32, Command), usize>,
    heard: Heard,
    /// From connecting to the last reply.
    round_trip: Duration,
    imagines: bool,
    of_several: bool,
    not_asked: Rc<Reply>,
}

/// When it was asked, and what the store's clock says to that.
#[derive(Clone, Debug)]
pub struct Heard {
    /// The reply to `TIME`, the store's clock.
    pub time: Reply,
    /// Our own clock when the first commands were written.
    pub asked_at: Timestamp,
    /// How long the reply to `TIME` can have taken.
    pub within: Duration,
}

#[derive(Debug)]
struct Entry {
    db: u32,
    command: Command,
    reply: Option<Rc<Reply>>,
    sent: bool,
}

/// Commands that go out in one write.
#[derive(Debug, Default)]
pub struct Batch {
    /// The commands by database.
    pub asks: Vec<Ask>,
    /// Where each reply belongs.
    places: Vec<Vec<usize>>,
}

impl Desk {
    /// Nothing is asked yet; `now` is our own clock, for bounds that are needed beforehand.
    pub fn new(now: Timestamp) -> Self {
        let missing = Missing::new(Why::NotAsked, "");
        Self {
            entries: Vec::new(),
            places: Map::new(),
            heard: Heard { time: Reply::None(missing.clone()), asked_at: now, within: Duration::ZERO },
            round_trip: Duration::ZERO,
            imagines: false,
            of_several: false,
            not_asked: Rc::new(Reply::None(missing)),
        }
    }

    /// One for the nodes of a cluster.
    pub fn of_several(now: Timestamp) -> Self {
        Self { of_several: true, ..Self::new(now) }
    }

    /// One on which ids are imagined, so that every question that can follow is asked at once.
    pub fn imagining() -> Self {
        Self { imagines: true, ..Self::new(Timestamp::from_millis(0)) }
    }

    /// Somebody who asks here, about one database.
    pub fn talk(&mut self, db: u32) -> Talk<'_> {
        Talk { desk: self, db, asked: Vec::new() }
    }

    /// What has been asked and not yet sent; without what nothing can follow from, if that is to wait.
    pub fn batch(&mut self, hold_back: bool) -> Batch {
        let mut batch = Batch { asks: Vec::new(), places: Vec::new() };
        for (place, entry) in self.entries.iter_mut().enumerate() {
            if entry.sent || (hold_back && entry.command.reply >= ReplySize::Unbounded) {
                continue;
            }
            entry.sent = true;
            let nth = batch.asks.iter().position(|ask| ask.db == entry.db).unwrap_or_else(|| {
                batch.asks.push(Ask { db: entry.db, commands: Vec::new() });
                batch.places.push(Vec::new());
                batch.asks.len() - 1
            });
            if let (Some(ask), Some(places)) = (batch.asks.get_mut(nth), batch.places.get_mut(nth)) {
                ask.commands.push(entry.command.clone());
                places.push(place);
            }
        }
        batch
    }

    /// Takes the replies to a batch in.
    pub fn take(&mut self, batch: Batch, each: Vec<Vec<Reply>>) {
        for (places, replies) in batch.places.into_iter().zip(each) {
            for (place, reply) in places.into_iter().zip(replies) {
                if let Some(entry) = self.entries.get_mut(place) {
                    entry.reply = Some(Rc::new(reply));
                }
            }
        }
    }

    /// Takes in when what was heard.
    pub fn hear(&mut self, heard: Heard) {
        self.heard = heard;
    }

    /// Takes in how long it took, from connecting to the last reply.
    pub fn took(&mut self, round_trip: Duration) {
        self.round_trip = round_trip;
    }

    /// What has not been sent never will be, for this reason.
    pub fn give_up(&mut self, missing: &Missing) {
        let reply = Rc::new(Reply::None(missing.clone()));
        for entry in self.entries.iter_mut().filter(|e| !e.sent) {
            entry.sent = true;
            entry.reply = Some(Rc::clone(&reply));
        }
    }

    /// The commands, in the order in which they were asked.
    pub fn into_commands(self) -> Vec<Command> {
        self.entries.into_iter().map(|e| e.command).collect()
    }
}

impl Batch {
    /// Whether there is nothing to send.
    pub fn is_empty(&self) -> bool {
        self.asks.is_empty()
    }
}

/// One queue's questions.
#[derive(Debug)]
pub struct Talk<'a> {
    desk: &'a mut Desk,
    db: u32,
    /// Places of this queue's questions, each once.
    asked: Vec<usize>,
}

/// Clocks that differ by more than this cannot share a bound (DESIGN 4).
const SKEW_LIMIT: Duration = Duration::from_secs(2);

impl Talk<'_> {
    /// The reply to a command, or that it was not asked: then it will be.
    pub fn ask(&mut self, command: Command) -> Rc<Reply> {
        // What is about the server is the same in every database.
        let db = if command.reply == ReplySize::Clients { 0 } else { self.db };
        let desk = &mut *self.desk;
        let place = *desk.places.or_insert_with((db, command.clone()), || {
            desk.entries.push(Entry { db, command, reply: None, sent: false });
            desk.entries.len() - 1
        });
        if !self.asked.contains(&place) {
            self.asked.push(place);
        }
        let reply = desk.entries.get(place).and_then(|e| e.reply.clone());
        reply.unwrap_or_else(|| Rc::clone(&desk.not_asked))
    }

    /// The reply to a command whose reply is a number or a short text.
    pub fn small(&mut self, words: &[&str]) -> Rc<Reply> {
        self.ask(Command::new(ReplySize::Small, words))
    }

    /// This queue's questions so far, with the replies.
    pub fn asked(&self) -> impl Iterator<Item = (&Command, &Reply)> {
        let entries = self.asked.iter().filter_map(|place| self.desk.entries.get(*place));
        entries.map(|e| (&e.command, e.reply.as_deref().unwrap_or(&self.desk.not_asked)))
    }

    /// Whether ids are imagined.
    pub const fn imagines(&self) -> bool {
        self.desk.imagines
    }

    /// Whether several servers answer as one: who is connected may be connected to each.
    pub const fn is_of_several(&self) -> bool {
        self.desk.of_several
    }

    /// The number of the database.
    pub const fn db(&self) -> u32 {
        self.db
    }

    /// Our own clock, for bounds that are needed beforehand.
    pub const fn asked_at(&self) -> Timestamp {
        self.desk.heard.asked_at
    }

    /// The reply to `TIME`.
    pub const fn time(&self) -> &Reply {
        &self.desk.heard.time
    }

    /// The store's clock.
    ///
    /// # Errors
    /// When it did not tell its time.
    pub fn now(&self) -> Result<Timestamp, Why> {
        self.desk.heard.time.time()
    }

    /// From connecting to the last reply.
    pub const fn round_trip(&self) -> Duration {
        self.desk.round_trip
    }

    /// By how many milliseconds the store's clock is ahead of ours (negative: behind), if that is more than two
    /// seconds and not just the time that the answer took; zero otherwise.
    ///
    /// # Errors
    /// When the store did not tell its time.
    pub fn skew(&self) -> Result<i64, Why> {
        let (store, heard) = (self.now()?, &self.desk.heard);
        let ahead = store.since(heard.asked_at + heard.within);
        let behind = heard.asked_at.since(store);
        let millis = |d: Duration| i64::try_from(d.as_millis()).unwrap_or(i64::MAX);
        Ok(match (ahead > SKEW_LIMIT, behind > SKEW_LIMIT) {
            (true, _) => millis(ahead),
            (_, true) => -millis(behind),
            _ => 0,
        })
    }

    /// Whether a bound by our own clock was one by the store's too.
    ///
    /// # Errors
    /// When it was not, or nobody can say.
    pub fn same_clock(&self) -> Result<(), Why> {
        match self.skew()? {
            0 => Ok(()),
            _ => Err(Why::ClockSkew),
        }
    }
}
