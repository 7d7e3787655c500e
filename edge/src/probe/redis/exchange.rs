//! What is said on one connection, without the connection: the bytes to send, and what comes of those received.
//!
//! Not I/O and no deadline: whoever owns this keeps what had arrived when time was up.

use super::frame::{self, DEPTH_LIMIT, FrameError, Limits, Scan};
use super::reply::{Missing, Reply};
use crate::config::RedisServer;
use crate::probe::queue::{Command, ReplySize};
use shared::order;
use shared::reading::Why;

/// Received bytes beyond this are not read (DESIGN 10).
pub const REPLY_LIMIT: usize = 64 * 1024;
/// The same where the server's connections are listed.
pub const CLIENTS_LIMIT: usize = 1024 * 1024;

/// What one queue wants to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask {
    /// In which database.
    pub db: u32,
    /// The commands.
    pub commands: Vec<Command>,
}

/// What came back on one connection.
#[derive(Clone, PartialEq, Debug)]
pub struct Answers {
    /// The reply to `TIME`.
    pub time: Reply,
    /// The replies to each ask's commands, in their order.
    pub each: Vec<Vec<Reply>>,
    /// Where the connection stands.
    pub left: Left,
}

/// Where a connection stands after an exchange: what a second one on it goes on from.
#[derive(Clone, PartialEq, Debug)]
pub struct Left {
    /// The database we are in; nothing if that is not certain.
    db: Option<u32>,
    /// Received in all.
    received: usize,
    /// Why the server did not let us in, if it did not.
    pub refused: Option<Missing>,
}

/// One connection's questions, and the answers so far.
#[derive(Debug)]
pub struct Exchange {
    request: Vec<u8>,
    /// What each reply will be to, in the order of the wire.
    slots: Vec<Slot>,
    /// The replies so far, in the order of the wire.
    replies: Vec<Reply>,
    /// How many commands each ask has.
    shape: Vec<usize>,
    /// Received, not yet a whole reply.
    buffer: Vec<u8>,
    /// How many bytes the buffer needs before looking at it again makes sense.
    needed: usize,
    /// Received in all.
    received: usize,
    /// How much may be.
    limit: usize,
    /// The database we are in before anything is sent; nothing if that is not certain.
    db: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
enum Slot {
    Auth,
    Time,
    Select {
        db: u32,
    },
    /// Command `nth` of ask `ask`, which is about database `db`.
    Command {
        ask: usize,
        nth: usize,
        db: u32,
    },
}

impl Exchange {
    /// Puts everything into one request: who we are, `TIME`, then all commands, those with large replies last, so
    /// that an overflow costs only them. RESP2: no `HELLO`.
    pub fn new(server: &RedisServer, asks: &[Ask]) -> Self {
        let mut packer = Packer::signing_in(server);
        packer.add(["TIME"], Slot::Time);
        Self::with(packer, asks, Some(0), 0)
    }

    /// The same where nobody asks for the time: at further nodes of a cluster, and at sentinels, which do not tell it.
    pub fn without_time(server: &RedisServer, asks: &[Ask]) -> Self {
        Self::with(Packer::signing_in(server), asks, Some(0), 0)
    }

    /// Goes on where another exchange has ended, on the same connection.
    pub fn follow_up(left: &Left, asks: &[Ask]) -> Self {
        Self::with(Packer { pipe: redis::pipe(), slots: Vec::new() }, asks, left.db, left.received)
    }

    /// An exchange that never took place.
    pub fn nothing_of(asks: &[Ask]) -> Self {
        Self::follow_up(&Left { db: None, received: 0, refused: None }, asks)
    }

    fn with(mut packer: Packer, asks: &[Ask], db: Option<u32>, received: usize) -> Self {
        let mut here = db;
        let mut limit = REPLY_LIMIT;
        for (ask, nth, db, command) in in_wire_order(asks) {
            if here != Some(db) {
                packer.add(["SELECT", &db.to_string()], Slot::Select { db });
                here = Some(db);
            }
            if command.reply == ReplySize::Clients {
                limit = CLIENTS_LIMIT;
            }
            packer.add(command.words.iter().map(String::as_str), Slot::Command { ask, nth, db });
        }
        Self {
            request: packer.pipe.get_packed_pipeline(),
            slots: packer.slots,
            replies: Vec::new(),
            shape: asks.iter().map(|a| a.commands.len()).collect(),
            buffer: Vec::new(),
            needed: 0,
            received,
            limit,
            db,
        }
    }

    /// The bytes to send, all in one write. They may hold the password.
    pub fn request(&self) -> &[u8] {
        &self.request
    }

    /// Whether every reply is there.
    pub fn is_complete(&self) -> bool {
        self.replies.len() >= self.slots.len()
    }

    /// Whether any byte has come.
    pub fn heard_anything(&self) -> bool {
        self.received > 0
    }

    /// How many more bytes may be received.
    pub fn room(&self) -> usize {
        self.limit.saturating_sub(self.received)
    }

    /// Takes received bytes in. What lies beyond the last reply is ignored.
    ///
    /// # Errors
    /// When the rest cannot be read: too large, or not the protocol. What was read before stays.
    pub fn receive(&mut self, bytes: &[u8]) -> Result<(), Missing> {
        let room = self.room();
        self.received = self.received.saturating_add(bytes.len());
        self.buffer.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
        if self.buffer.len() < self.needed {
            return self.more_may_come();
        }
        let mut used = 0;
        let end = loop {
            let rest = self.buffer.get(used..).unwrap_or_default();
            if self.is_complete() {
                break Ok(());
            }
            // What is in the buffer and what may still come: all that this reply can be.
            let limits = Limits { bytes: rest.len() + self.room(), depth: DEPTH_LIMIT };
            match frame::scan(rest, limits) {
                Ok(Scan::Complete { len }) => {
                    if rest.first() != Some(&PUSH) {
                        self.replies.push(Reply::parse(rest.get(..len).unwrap_or_default()));
                    }
                    used += len;
                }
                Ok(Scan::Incomplete { at_least }) => {
                    self.needed = at_least;
                    break Ok(());
                }
                Err(e @ FrameError::TooLarge { .. }) => {
                    break Err(Missing::new(Why::TooLarge, e.to_string()));
                }
                Err(e) => break Err(Missing::new(Why::NotUnderstood, e.to_string())),
            }
        };
        self.buffer.drain(..used.min(self.buffer.len()));
        end.and_then(|()| self.more_may_come())
    }

    fn more_may_come(&self) -> Result<(), Missing> {
        if self.is_complete() || self.room() > 0 {
            return Ok(());
        }
        Err(Missing::new(Why::TooLarge, format!("the replies exceed {} bytes", self.limit)))
    }

    /// Sorts the replies back to whom they belong. `cut` is why the missing ones are missing.
    pub fn finish(mut self, cut: &Missing) -> Answers {
        // Greeted with an error and hung up on: that error is the reason for all.
        let cut = match self.replies.as_slice() {
            [Reply::None(greeting)] if cut.why == Why::NotAnswering && is_about_everything(greeting) => {
                greeting.clone()
            }
            _ => cut.clone(),
        };
        let refused = self.refused();
        self.replies.resize(self.slots.len(), Reply::None(cut.clone()));
        let mut answers = Answers {
            time: Reply::None(cut.clone()),
            each: self.shape.iter().map(|n| vec![Reply::None(cut.clone()); *n]).collect(),
            left: Left { db: None, received: self.received, refused: refused.clone() },
        };
        // The database we are in, and why it is not the one that was chosen last: a command that was run in
        // another one answered about another key.
        let (mut here, mut why_not) = (self.db, cut.clone());
        for (slot, reply) in self.slots.into_iter().zip(self.replies) {
            let reply = refused.clone().map_or(reply, Reply::None);
            match (slot, reply) {
                (Slot::Auth, _) => {}
                (Slot::Time, reply) => answers.time = reply,
                (Slot::Select { db }, Reply::Value(_)) => here = Some(db),
                (Slot::Select { .. }, Reply::None(missing)) if missing == cut => why_not = missing,
                (Slot::Select { db }, Reply::None(missing)) => {
                    if missing.why == Why::NotUnderstood {
                        here = None;
                    }
                    why_not = Missing::new(missing.why, format!("SELECT {db}: {}", missing.detail));
                }
                (Slot::Command { ask, nth, db }, reply) => {
                    if let Some(place) = answers.each.get_mut(ask).and_then(|a| a.get_mut(nth)) {
                        *place = if here == Some(db) { reply } else { Reply::None(why_not.clone()) };
                    }
                }
            }
        }
        answers.left.db = here;
        answers
    }

    /// Why the server did not let us in. Nothing it says to a stranger counts as an answer.
    fn refused(&self) -> Option<Missing> {
        match (self.slots.first()?, self.replies.first()?) {
            (Slot::Auth, Reply::None(missing)) if missing.why == Why::NotUnderstood => {
                // A server that does not know AUTH repeats its arguments, after a comma.
                let detail = missing.detail.split(',').next().unwrap_or_default();
                Some(Missing::new(missing.why, detail))
            }
            (Slot::Auth, Reply::None(missing)) => Some(missing.clone()),
            _ => None,
        }
    }
}

/// RESP3's out-of-band message: nobody's reply.
const PUSH: u8 = b'>';

struct Packer {
    pipe: redis::Pipeline,
    slots: Vec<Slot>,
}

impl Packer {
    fn signing_in(server: &RedisServer) -> Self {
        let mut packer = Self { pipe: redis::pipe(), slots: Vec::new() };
        if let Some(password) = &server.password {
            let words = ["AUTH"].into_iter().chain(server.user.as_deref()).chain([password.reveal()]);
            packer.add(words, Slot::Auth);
        }
        packer
    }

    fn add<'a>(&mut self, words: impl IntoIterator<Item = &'a str>, slot: Slot) {
        let mut command = redis::Cmd::new();
        for word in words {
            command.arg(word);
        }
        self.pipe.add_command(command);
        self.slots.push(slot);
    }
}

/// All commands as (ask, nth, database, command): small replies first, then by database, so that few SELECTs
/// are needed; otherwise in their order.
fn in_wire_order(asks: &[Ask]) -> Vec<(usize, usize, u32, &Command)> {
    let mut all = Vec::new();
    for (ask, Ask { db, commands }) in asks.iter().enumerate() {
        all.extend(commands.iter().enumerate().map(|(nth, command)| (ask, nth, *db, command)));
    }
    let place = |(_, _, db, command): &(usize, usize, u32, &Command)| (command.reply, *db);
    order::sort_by(&mut all, |one, other| place(one).cmp(&place(other)));
    all
}

/// Whether an error is about the whole connection ("max number of clients reached", "protected mode"), not about
/// the command that it happens to answer.
fn is_about_everything(error: &Missing) -> bool {
    matches!(error.why, Why::NoPassword | Why::WrongPassword | Why::StartingUp | Why::NotServing)
        || error.detail.starts_with("DENIED")
}
