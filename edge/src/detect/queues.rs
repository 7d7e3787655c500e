//! Recognises queue systems in a database of Redis by keys that only they have, in one pipeline of short questions.
//!
//! Nothing is listed and no message is read: a system whose keys and queues have other names is not seen, and a person is
//! told what was looked for.

use super::signs::{
    COUNTED_BY_HEARTBEAT, ENVIRONMENTS, FAILED_STREAMS, HEARTBEAT, NAMES, SIGNS, STREAMS, SYMFONY,
    SYMFONY_GROUP, Sign,
};
use crate::probe::queue::{Command, ReplySize};
use crate::probe::redis::reply::{Reply, count, fields, list, text};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use redis::Value;
use shared::reading::Why;
use std::collections::BTreeMap;

/// A system that is there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// Its name.
    pub system: &'static str,
    /// What stands before its keys, where that is to be told.
    pub prefix: Option<String>,
    /// Its queues or streams, where they are to be named.
    pub names: Vec<String>,
    /// The stream of dead letters, where there is one.
    pub failed: Option<String>,
    /// Whether entries are deleted once acknowledged, where that could be told.
    pub deletes_on_ack: Option<bool>,
    /// The sorted set that workers sign in to.
    pub heartbeat: Option<String>,
    /// Where Horizon keeps its own keys.
    pub horizon_prefix: Option<String>,
}

/// What was seen in one database.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// Systems, by name.
    pub found: Vec<Found>,
    /// How many questions the server did not permit.
    pub forbidden: usize,
    /// Databases of this server that have keys, as the server tells it.
    pub databases: Vec<(u32, u64)>,
}

/// What to ask, in one pipeline.
#[derive(Clone, Debug)]
pub struct Questions {
    asked: Vec<(Question, Command)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Question {
    /// Whether the key of a sign is there, with the name of a queue in it, if it has one.
    Key(Sign, &'static str),
    Groups(String),
    Length(String),
    Failed(&'static str),
    Heartbeat(String),
    Keyspace,
    Clients,
}

impl Questions {
    /// All of them; `stream` is asked about besides the usual ones.
    pub fn new(stream: Option<&str>) -> Self {
        let mut all = Self { asked: Vec::new() };
        for sign in SIGNS {
            let names: &[&'static str] = if sign.key.contains('*') { NAMES } else { &[""] };
            for name in names {
                let key = format!("{}{}", sign.prefix, sign.key.replace('*', name));
                all.ask(Question::Key(*sign, name), ReplySize::Small, &["TYPE", &key]);
            }
        }
        for stream in STREAMS.iter().copied().chain(stream.filter(|name| !STREAMS.contains(name))) {
            all.ask(Question::Groups(stream.to_owned()), ReplySize::Capped, &["XINFO", "GROUPS", stream]);
            all.ask(Question::Length(stream.to_owned()), ReplySize::Small, &["XLEN", stream]);
        }
        for name in FAILED_STREAMS {
            all.ask(Question::Failed(name), ReplySize::Small, &["TYPE", name]);
        }
        for environment in ENVIRONMENTS {
            let key = format!("{HEARTBEAT}{environment}");
            all.ask(Question::Heartbeat(key.clone()), ReplySize::Small, &["TYPE", &key]);
        }
        all.ask(Question::Keyspace, ReplySize::Capped, &["INFO", "keyspace"]);
        all.ask(Question::Clients, ReplySize::Clients, &["CLIENT", "LIST"]);
        all
    }

    /// The commands.
    pub fn commands(&self) -> Vec<Command> {
        self.asked.iter().map(|(_, command)| command.clone()).collect()
    }

    /// What the replies, in the order of the commands, tell of this database.
    pub fn findings(&self, replies: &[Reply], db: u32) -> Findings {
        let mut seen = Seen::default();
        let mut findings = Findings::default();
        for ((question, _), reply) in self.asked.iter().zip(replies) {
            if matches!(reply, Reply::None(missing) if missing.why == Why::NotPermitted) {
                findings.forbidden += 1;
            }
            let Ok(value) = reply.value() else { continue };
            match question {
                Question::Key(sign, name) if text(value) == Some(sign.kind) => seen.key(*sign, name),
                Question::Failed(name) if text(value) == Some("stream") => {
                    seen.failed = seen.failed.or(Some(name));
                }
                Question::Heartbeat(key) if text(value) == Some("zset") => {
                    seen.heartbeat.get_or_insert_with(|| key.clone());
                }
                Question::Groups(stream) => seen.groups(stream, value),
                Question::Length(stream) => seen.length(stream, count(value)),
                Question::Keyspace => findings.databases = databases(text(value).unwrap_or_default()),
                Question::Clients => seen.clients(text(value).unwrap_or_default(), db),
                Question::Key(..) | Question::Failed(_) | Question::Heartbeat(_) => {}
            }
        }
        findings.found = seen.found();
        findings
    }

    fn ask(&mut self, question: Question, reply: ReplySize, words: &[&str]) {
        self.asked.push((question, Command::new(reply, words)));
    }
}

/// The replies so far.
#[derive(Default)]
struct Seen {
    /// By name and prefix.
    found: BTreeMap<(&'static str, Option<String>), Found>,
    streams: Vec<Stream>,
    failed: Option<&'static str>,
    heartbeat: Option<String>,
}

/// A stream with Symfony's group.
struct Stream {
    name: String,
    /// Not yet acknowledged, and not yet delivered, if both are known and something has been delivered before.
    open: Option<u64>,
    deletes_on_ack: Option<bool>,
}

impl Seen {
    fn key(&mut self, sign: Sign, name: &str) {
        let prefix = (!sign.prefix.is_empty() || sign.system == "laravel").then(|| sign.prefix.to_owned());
        // The key of BullMQ begins with its prefix.
        let prefix = match (sign.system, sign.key.split_once(':')) {
            ("bullmq", Some((prefix, _))) => Some(prefix.to_owned()).filter(|prefix| prefix != "bull"),
            ("horizon", _) => None,
            _ => prefix,
        };
        let found = self.system(sign.system, prefix);
        if sign.system == "horizon" {
            found.horizon_prefix = Some(sign.prefix.to_owned());
        }
        if !name.is_empty() && found.names.iter().all(|known| known != name) {
            found.names.push(name.to_owned());
        }
    }

    fn system(&mut self, system: &'static str, prefix: Option<String>) -> &mut Found {
        let of = (system, prefix.clone());
        self.found.entry(of).or_insert_with(|| Found { system, prefix, ..Found::default() })
    }

    fn groups(&mut self, stream: &str, reply: &Value) {
        for group in list(reply).unwrap_or_default() {
            let fields = fields(group).unwrap_or_default();
            let field =
                |name: &str| fields.iter().find(|(key, _)| text(key) == Some(name)).map(|(_, value)| *value);
            if field("name").and_then(text) == Some(SYMFONY_GROUP) {
                let number = |name| field(name).and_then(count);
                let was_read = number("entries-read").is_some_and(|read| read > 0);
                let open = number("pending").zip(number("lag")).map(|(pending, lag)| pending + lag);
                let open = open.filter(|_| was_read);
                self.streams.push(Stream { name: stream.to_owned(), open, deletes_on_ack: None });
            }
        }
    }

    /// What is there beyond what is open has been acknowledged, and kept.
    fn length(&mut self, stream: &str, length: Option<u64>) {
        let Some(stream) = self.streams.iter_mut().find(|known| known.name == stream) else { return };
        stream.deletes_on_ack = length.zip(stream.open).map(|(length, open)| length <= open);
    }

    /// Workers of BullMQ name their connections `<prefix>:<base64 of the queue's name>`, and more after it.
    fn clients(&mut self, clients: &str, db: u32) {
        for line in clients.lines() {
            let field =
                |name: &str| line.split(' ').find_map(|field| field.strip_prefix(name)?.strip_prefix('='));
            if field("db").and_then(|n| n.parse().ok()) != Some(db) {
                continue;
            }
            let name = field("name").unwrap_or_default();
            let name = name.split_once(":w:").map_or(name, |(name, _)| name);
            let Some((prefix, encoded)) = name.rsplit_once(':') else { continue };
            let blocks = matches!(field("cmd"), Some("bzpopmin" | "brpoplpush" | "blmove"));
            let decoded = STANDARD.decode(encoded).ok().and_then(|bytes| String::from_utf8(bytes).ok());
            let decoded = decoded.filter(|queue| !queue.is_empty() && !queue.chars().any(char::is_control));
            if let Some(queue) = decoded.filter(|_| blocks || prefix == "bull") {
                let found = self.system("bullmq", Some(prefix.to_owned()).filter(|prefix| prefix != "bull"));
                if !found.names.contains(&queue) {
                    found.names.push(queue);
                }
            }
        }
    }

    fn found(mut self) -> Vec<Found> {
        if !self.streams.is_empty() {
            let names: Vec<String> = self.streams.iter().map(|stream| stream.name.clone()).collect();
            let told: Vec<bool> = self.streams.iter().filter_map(|stream| stream.deletes_on_ack).collect();
            let failed = self.failed.filter(|name| names.iter().all(|known| known != name));
            let found = self.system(SYMFONY, None);
            found.failed = failed.map(str::to_owned);
            // One that keeps its entries says so of all: they are one application's.
            found.deletes_on_ack = if told.contains(&false) { Some(false) } else { told.first().copied() };
            found.names = names;
        }
        if let Some(key) = self.heartbeat.take() {
            self.give_heartbeat(key);
        }
        let mut found = joined(self.found.into_values().collect());
        // What a health document counts is most likely what signs in.
        found.sort_by_key(|found| found.heartbeat.is_none());
        found
    }

    /// Gives the heartbeat to the only system, or to the only one that has nothing else to count by. Where there are
    /// several, it is not told whose workers sign in.
    fn give_heartbeat(&mut self, key: String) {
        if self.found.is_empty() {
            self.system("heartbeat", None).heartbeat = Some(key);
            return;
        }
        let is_only = self.found.len() == 1;
        let mut takers =
            self.found.values_mut().filter(|found| is_only || COUNTED_BY_HEARTBEAT.contains(&found.system));
        if let (Some(taker), None) = (takers.next(), takers.next()) {
            taker.heartbeat = Some(key);
        }
    }
}

/// Horizon runs Laravel's queues: both are one.
fn joined(mut found: Vec<Found>) -> Vec<Found> {
    let laravel = found.iter().find(|found| found.system == "laravel").cloned();
    if let Some(horizon) = found.iter_mut().find(|found| found.system == "horizon") {
        if let Some(laravel) = laravel {
            horizon.prefix = laravel.prefix;
            horizon.names = laravel.names;
        }
        found.retain(|found| found.system != "laravel");
    }
    found
}

/// `db3:keys=12,expires=1,…`
fn databases(keyspace: &str) -> Vec<(u32, u64)> {
    let database = |line: &str| {
        let (db, rest) = line.strip_prefix("db")?.split_once(":keys=")?;
        Some((db.parse().ok()?, rest.split(',').next()?.parse().ok()?))
    };
    keyspace.lines().filter_map(database).collect()
}

#[cfg(test)]
#[path = "queues_tests.rs"]
mod tests;
