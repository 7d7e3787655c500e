//! What a queue system reads, as data: who is alive and which numbers there are, in terms of primitive readings.
//!
//! Not how it is read: `read` has one small file for each kind of reading, and knows the traps.

mod workers;

pub use workers::{Alive, BeatSet, ClientName, Clients, Gone, Record, Records, Score, Source};

/// Stands in a key for the id that it is about, where ids are found in Redis: a worker's, a queue's, a message's.
pub const EACH: &str = "\u{0}";

/// All that is read of one `[[service.queue]]`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recipe {
    /// A sorted set that the application's own workers sign in to. Where there is one, it tells who is alive, and
    /// the system's own sources do not.
    pub heartbeat: Option<BeatSet>,
    /// The system's own sources of who is alive, added up. None: it has no way to tell.
    pub workers: Vec<Source>,
    /// Numbers that are kept once for all queues.
    pub shared: Numbers,
    /// The system itself keeps no more dead letters than this, and drops the oldest.
    pub failed_cap: Option<u64>,
    /// The queues.
    pub queues: Queues,
}

/// Which queues there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Queues {
    /// These.
    Named(Vec<QueueRecipe>),
    /// Those that the system has written down.
    Found {
        /// Where.
        ids: Ids,
        /// What is read of each; `EACH` stands for its name. Boxed: it is much larger than a list.
        each: Box<QueueRecipe>,
    },
}

/// What is read of one queue.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct QueueRecipe {
    /// Its name, for the operator.
    pub name: String,
    /// Its numbers, added up over all queues.
    pub numbers: Numbers,
    /// How old its oldest waiting message is.
    pub oldest: Oldest,
    /// Whether somebody has stopped it on purpose.
    pub paused: Vec<Paused>,
    /// The stream's group whose position shows that entries are taken.
    pub position: Option<Group>,
}

/// A queue's numbers, or those that all queues share.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Numbers {
    /// Ready to be taken.
    pub depth: Number,
    /// Dead letters.
    pub failed: Number,
    /// Taken and not yet acknowledged.
    pub in_flight: Number,
    /// Waiting for their time, retries included.
    pub delayed: Number,
    /// Of the delayed, those whose time has come.
    pub overdue: Number,
}

/// A number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Number {
    /// This system does not tell.
    #[default]
    NotOffered,
    /// Length of a list.
    Llen(String),
    /// Members of a sorted set.
    Zcard(String),
    /// Members of a sorted set between two scores.
    Zcount(String, Bound, Bound),
    /// Members of a set.
    Scard(String),
    /// Fields of a hash.
    Hlen(String),
    /// Entries of a stream.
    Xlen(String),
    /// 1 if the key is there, else 0.
    Exists(String),
    /// 1 if the last text of a list begins so, else 0: it is no message.
    TailBegins(String, &'static str),
    /// What a group of a stream has not been given yet.
    Waiting(Group),
    /// What a group of a stream was given and has not acknowledged.
    Pending(Group),
    /// All of these together; those that are not offered are left out.
    Sum(Vec<Self>),
    /// The first without the second; not below 0.
    Minus(Box<Self>, Box<Self>),
    /// The same for each id, in whose keys `EACH` stands for it, added up.
    Over(Ids, Box<Self>),
}

impl Number {
    /// The members of a sorted set whose score, a time, has come.
    pub const fn due(key: String, unit: Unit) -> Self {
        Self::Zcount(key, Bound::Least, Bound::Now(unit))
    }

    /// The members of a sorted set whose score, a time, is still to come.
    pub const fn later(key: String, unit: Unit) -> Self {
        Self::Zcount(key, Bound::AfterNow(unit), Bound::Most)
    }
}

/// An end of a range of scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// `-inf`.
    Least,
    /// `+inf`.
    Most,
    /// Now, by our own clock; the number is not known where the store's differs.
    Now(Unit),
    /// Everything after now.
    AfterNow(Unit),
    /// A fixed score.
    At(u32),
}

/// How a number tells a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Seconds since the epoch, fractions allowed.
    Seconds,
    /// Milliseconds.
    Millis,
    /// Nanoseconds.
    Nanos,
    /// Milliseconds times 4096, plus a counter below 4096 (Bull and BullMQ).
    Bull,
}

/// How a text tells a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// A number.
    In(Unit),
    /// Seconds or milliseconds: above 10^11 they are milliseconds, since seconds would lie beyond the year 5000.
    SecondsOrMillis,
    /// `2026-11-30T14:00:03.123Z`, also with an offset, and without one in UTC.
    Iso,
}

/// A group of a stream.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Group {
    /// The stream's key.
    pub stream: String,
    /// The group's name.
    pub group: String,
    /// Whether entries are deleted once acknowledged.
    pub deletes_on_ack: bool,
}

/// Where the age of the oldest waiting message is known from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Oldest {
    /// This system does not tell, or only inside the message.
    #[default]
    NotOffered,
    /// The lowest score of a sorted set is a time.
    Score(String, Time),
    /// One end of a list has an id, and a record of that id has the time (a second round trip).
    ById {
        /// The list of ids; a sorted set for `End::Lowest`.
        list: String,
        /// Which end is the oldest.
        end: End,
        /// The key of the hash; `EACH` stands for the id.
        record: String,
        /// Its field.
        field: &'static str,
        /// How the field tells it.
        time: Time,
    },
    /// The greatest age of several lists.
    Eldest(Vec<Self>),
    /// The message itself has the time. Only where the configuration asks for it: messages may hold anything.
    InMessage {
        /// The list of messages, or of their ids.
        list: String,
        /// Which end is the oldest.
        end: End,
        /// The command that fetches the message of an id, for which `EACH` stands (a second round trip); none where
        /// the list has the messages themselves.
        fetch: Vec<String>,
        /// The path to the member of the message's JSON.
        path: &'static [&'static str],
        /// How the member tells it.
        time: Time,
    },
}

/// An end of a list, or of a sorted set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Index 0.
    Head,
    /// Index -1.
    Tail,
    /// Index -1, but -2 where the text there begins so and is no id.
    TailBut(&'static str),
    /// The lowest score.
    Lowest,
}

/// How a queue shows that it is paused. Any of several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Paused {
    /// The key is there.
    Exists(String),
    /// The hash has the field.
    Field(String, &'static str),
    /// The set has the member.
    Member(String, String),
}

/// Where ids are found: at most 256 are followed up, and what comes of more says that it is a lower bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ids {
    /// Where they are kept.
    pub kept: Kept,
    /// What an id begins with and is cut off, such as `rq:queue:`; others are left out.
    pub prefix: String,
    /// The id ends before the last of these, if any (`name:queues`).
    pub ends_before: Option<char>,
    /// What ids look like, as a pattern of `ACL SETUSER`: so wide are the rights to keys that hold one.
    pub shape: &'static str,
}

/// Where ids are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kept {
    /// Members of a set.
    Set(String),
    /// Members of several sets, each once.
    Sets(Vec<String>),
    /// Members of a sorted set, the highest score first.
    Sorted(String),
    /// Members of a sorted set up to a score, the lowest first.
    Lowest(String, Bound),
}

impl Ids {
    /// The members of a set, as they are.
    pub const fn set(key: String) -> Self {
        Self { kept: Kept::Set(key), prefix: String::new(), ends_before: None, shape: "*" }
    }

    /// The members of a sorted set, as they are.
    pub const fn sorted(key: String) -> Self {
        Self { kept: Kept::Sorted(key), prefix: String::new(), ends_before: None, shape: "*" }
    }

    /// The members of a sorted set with the lowest scores up to this one, as they are.
    pub const fn lowest(key: String, to: Bound) -> Self {
        Self { kept: Kept::Lowest(key, to), prefix: String::new(), ends_before: None, shape: "*" }
    }
}

impl Default for Queues {
    fn default() -> Self {
        Self::Named(Vec::new())
    }
}

impl Queues {
    /// These if there are any, else those that are found; `recipe` is given a queue's name.
    pub fn named_or_found(names: &[String], ids: Ids, recipe: impl Fn(&str) -> QueueRecipe) -> Self {
        if names.is_empty() {
            return Self::Found { ids, each: Box::new(recipe(EACH)) };
        }
        Self::Named(names.iter().map(|name| recipe(name)).collect())
    }
}
