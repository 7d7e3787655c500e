//! A store that answers as a test says, and a configuration of one queue.

use super::Command;
use super::read::{self, Desk, Heard};
use crate::config::{HostKind, NoVariables, QueueTarget, parse};
use crate::probe::redis::reply::Reply;
use core::time::Duration;
use shared::reading::{Reading, Why};
use shared::sample::{Exactness, QueueSample, Workers};
use shared::time::Timestamp;

/// The store's time, unless a test says otherwise.
pub const NOW: Timestamp = Timestamp::from_secs(1_796_047_203);
const TIME: &[u8] = b"*2\r\n$10\r\n1796047203\r\n$6\r\n500000\r\n";

/// A queue of this system with these further lines.
pub fn target(system: &str, lines: &str) -> QueueTarget {
    let text = format!(
        "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n[[service.queue]]\nid = \"q\"\n\
         system = \"{system}\"\nurl = \"redis://r.example.com\"\n{lines}"
    );
    let mut loaded = parse(&text, "test", HostKind::Native, &NoVariables).unwrap();
    loaded.config.services.remove(0).queues.remove(0).into_redis().unwrap()
}

/// A store whose clock is at `NOW`.
pub struct Store<'a> {
    answers: Vec<(&'a str, Vec<u8>)>,
    /// What it says to `TIME`.
    pub time: Reply,
    /// Our own clock.
    pub asked_at: Timestamp,
    /// How long it takes to answer.
    pub within: Duration,
}

/// Answers these commands so; of everything else there is nothing.
pub fn store<'a>(answers: &[(&'a str, &str)]) -> Store<'a> {
    Store {
        answers: answers.iter().map(|(words, reply)| (*words, reply.as_bytes().to_vec())).collect(),
        time: Reply::parse(TIME),
        asked_at: NOW,
        within: Duration::from_millis(3),
    }
}

impl Store<'_> {
    /// What is read of a queue, and what was asked in each write.
    pub fn read(&self, target: &QueueTarget) -> (QueueSample, Vec<Vec<String>>) {
        let heard = Heard { time: self.time.clone(), asked_at: self.asked_at, within: self.within };
        hear(target, &heard, |command| self.reply(command))
    }

    fn reply(&self, command: &Command) -> Reply {
        let words = command.words.join(" ");
        let found = self.answers.iter().find(|(w, _)| *w == words);
        let nothing: &[u8] = match command.words[0].as_str() {
            "XINFO" => b"-ERR no such key\r\n",
            "HGET" | "GET" | "LINDEX" => b"$-1\r\n",
            "HMGET" => b"*3\r\n$-1\r\n$-1\r\n$-1\r\n",
            "SRANDMEMBER" | "ZRANGEBYSCORE" | "ZREVRANGE" | "ZRANGE" | "HGETALL" => b"*0\r\n",
            "PTTL" => b":-2\r\n",
            _ => b":0\r\n",
        };
        Reply::parse(found.map_or(nothing, |(_, reply)| reply))
    }
}

/// What is read of a queue whose commands are answered so, and what was asked in each write.
pub fn hear(
    target: &QueueTarget,
    heard: &Heard,
    answer: impl Fn(&Command) -> Reply,
) -> (QueueSample, Vec<Vec<String>>) {
    let mut desk = Desk::new(heard.asked_at);
    let mut writes = Vec::new();
    for hold_back in [read::follows_up(&target.recipe, target.db), false] {
        read::read(&target.recipe, &mut desk.talk(target.db));
        let batch = desk.batch(hold_back);
        if batch.is_empty() {
            continue;
        }
        let asked = || batch.asks.iter().flat_map(|ask| &ask.commands);
        writes.push(asked().map(|command| command.words.join(" ")).collect());
        let each = batch.asks.iter().map(|ask| ask.commands.iter().map(&answer).collect()).collect();
        desk.take(batch, each);
        desk.hear(heard.clone());
    }
    let sample = read::read(&target.recipe, &mut desk.talk(target.db));
    assert!(desk.batch(false).is_empty(), "there is no third round trip");
    (sample, writes)
}

/// An integer reply.
pub fn int(n: i64) -> String {
    format!(":{n}\r\n")
}

/// A list of texts, as RESP2 has it.
pub fn list(texts: &[&str]) -> String {
    let each: String = texts.iter().map(|text| bulk(text)).collect();
    format!("*{}\r\n{each}", texts.len())
}

/// A text.
pub fn bulk(text: &str) -> String {
    format!("${}\r\n{text}\r\n", text.len())
}

pub const NOPERM: &str = "-NOPERM this user has no permissions to run the command\r\n";
pub const WRONGTYPE: &str = "-WRONGTYPE Operation against a key holding the wrong kind of value\r\n";

/// So many workers, exactly.
pub fn exactly(n: u64) -> Workers {
    Workers::Counted { alive: Reading::redis(n), exactness: Exactness::Exact }
}

/// So many or more.
pub fn at_least(n: u64) -> Workers {
    Workers::Counted { alive: Reading::redis(n), exactness: Exactness::AtLeastOne }
}

pub const fn unknown(why: Why) -> Reading {
    Reading::not_in_redis(why)
}

/// The remarks, as the operator sees them.
pub fn words(sample: &QueueSample) -> Vec<String> {
    sample.flags.iter().map(ToString::to_string).collect()
}
