//! Recognises queue systems in a database of Redis by keys that only they have, in one pipeline of short questions.
//!
//! Nothing is listed and no message is read: a system whose keys and queues have other names is not seen, and a person is
//! told what was looked for.

use super::draft::is_plain;
use super::signs::{
    APALIS, APALIS_QUEUES, APALIS_WORKERS, COUNTED_BY_HEARTBEAT, FAILED_STREAMS, HEARTBEAT, MORE_STREAMS,
    NAMES, SIGNS, STREAMS, Sign,
};
use super::streams::Streams;
use crate::probe::neighbours::ENVIRONMENTS;
use crate::probe::queue::{Command, ReplySize};
use crate::probe::redis::reply::{Reply, count, list, text};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use redis::Value;
use shared::reading::Why;
use std::collections::{BTreeMap, BTreeSet};

/// A system that is there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// Its name.
    pub system: &'static str,
    /// What stands before its keys, where that is to be told.
    pub prefix: Option<String>,
    /// Its queues or streams, where they are to be named.
    pub names: Vec<String>,
    /// The consumer group of its streams, where that is to be told.
    pub group: Option<String>,
    /// The stream or queue of dead letters, where there is one.
    pub failed: Option<String>,
    /// A broker's queues of dead letters.
    pub dead_letters: Vec<String>,
    /// A broker's queues where messages wait for their time.
    pub delayed: Vec<String>,
    /// Whether a broker's clients subscribe.
    pub subscribed: bool,
    /// Whether entries are deleted once acknowledged, where that could be told.
    pub deletes_on_ack: Option<bool>,
    /// The sorted set that workers sign in to.
    pub heartbeat: Option<String>,
    /// Where Horizon keeps its own keys.
    pub horizon_prefix: Option<String>,
}

impl Found {
    /// Without names that a configuration would not take as they are; nothing if it is not told without them.
    pub fn that_can_be_written(mut self) -> Option<Self> {
        let had_names = !self.names.is_empty();
        for names in [&mut self.names, &mut self.dead_letters, &mut self.delayed] {
            names.retain(|name| is_plain(name));
        }
        let words = [&self.prefix, &self.group, &self.failed, &self.heartbeat, &self.horizon_prefix];
        let is_whole = words.into_iter().flatten().all(|word| is_plain(word));
        (is_whole && (!had_names || !self.names.is_empty())).then_some(self)
    }
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
    /// Whether the server is a node of a cluster.
    pub is_cluster: bool,
    /// How many consumer groups are not in `found`, since there are so many.
    pub more_groups: usize,
    /// How many connections wait for entries of a stream in this database.
    pub stream_readers: usize,
    /// The same for elements of a list or a sorted set.
    pub list_readers: usize,
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
    Apalis,
    Keyspace,
    Cluster,
    Clients,
}

/// A registry of names is read so far.
const MOST_NAMES: &str = "31";

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
        let usual = || STREAMS.iter().chain(MORE_STREAMS).chain(NAMES).copied();
        let mut streams: Vec<&str> = usual().chain(stream).collect();
        let mut seen = BTreeSet::new();
        streams.retain(|name| seen.insert(*name));
        for stream in streams {
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
        all.ask(Question::Apalis, ReplySize::Capped, &["ZRANGE", APALIS_QUEUES, "0", MOST_NAMES]);
        all.ask(Question::Cluster, ReplySize::Capped, &["INFO", "cluster"]);
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
                Question::Groups(stream) => seen.streams.groups(stream, value),
                Question::Length(stream) => seen.streams.length(stream, count(value)),
                Question::Apalis => seen.apalis(value),
                Question::Cluster => {
                    findings.is_cluster = text(value).is_some_and(|info| info.contains("cluster_enabled:1"));
                }
                Question::Keyspace => findings.databases = databases(text(value).unwrap_or_default()),
                Question::Clients => seen.clients(text(value).unwrap_or_default(), db),
                Question::Key(..) | Question::Failed(_) | Question::Heartbeat(_) => {}
            }
        }
        (findings.stream_readers, findings.list_readers) = seen.readers;
        let streams = core::mem::take(&mut seen.streams);
        let (streams, more_groups) = streams.found(seen.failed);
        findings.more_groups = more_groups;
        findings.found = seen.found(streams);
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
    streams: Streams,
    failed: Option<&'static str>,
    heartbeat: Option<String>,
    /// Who waits for streams, and for lists.
    readers: (usize, usize),
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

    /// Its queues are written down as the keys of their workers.
    fn apalis(&mut self, reply: &Value) {
        for key in list(reply).unwrap_or_default().iter().filter_map(text) {
            if let Some(name) = APALIS_WORKERS.iter().find_map(|end| key.strip_suffix(end)) {
                let found = self.system(APALIS, None);
                if found.names.iter().all(|known| known != name) {
                    found.names.push(name.to_owned());
                }
            }
        }
    }

    /// Workers of BullMQ name their connections `<prefix>:<base64 of the queue's name>`, and more after it.
    fn clients(&mut self, clients: &str, db: u32) {
        for line in clients.lines() {
            let field =
                |name: &str| line.split(' ').find_map(|field| field.strip_prefix(name)?.strip_prefix('='));
            if field("db").and_then(|n| n.parse().ok()) != Some(db) {
                continue;
            }
            match field("cmd") {
                Some("xreadgroup" | "xread") => self.readers.0 += 1,
                Some("brpop" | "blpop" | "brpoplpush" | "blmove" | "bzpopmin") => self.readers.1 += 1,
                _ => {}
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

    fn found(mut self, streams: Vec<Found>) -> Vec<Found> {
        for found in streams {
            self.found.insert((found.system, found.group.clone()), found);
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

/// Horizon runs Laravel's queues: both are one. Of several Laravels it is the one whose prefix begins most like its own.
fn joined(mut found: Vec<Found>) -> Vec<Found> {
    let Some(at) = found.iter().position(|found| found.system == "horizon") else { return found };
    let mut horizon = found.remove(at);
    let own = horizon.horizon_prefix.clone().unwrap_or_default();
    let alike = |found: &Found| {
        let prefix = found.prefix.as_deref().unwrap_or_default();
        prefix.chars().zip(own.chars()).take_while(|(one, other)| one == other).count()
    };
    let laravels = found.iter().enumerate().filter(|(_, found)| found.system == "laravel");
    if let Some((nth, _)) = laravels.max_by_key(|(_, found)| alike(found)) {
        let laravel = found.remove(nth);
        horizon.prefix = laravel.prefix;
        horizon.names = laravel.names;
    }
    found.insert(at.min(found.len()), horizon);
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
