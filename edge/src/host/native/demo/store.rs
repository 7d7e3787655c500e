//! The sample application's Redis: just the commands that the probe sends, in RESP2.
//!
//! No data is kept: every reply follows from the script's present moment.

use super::Day;
use super::door::Door;
use super::script::World;
use crate::host::native::clock;
use crate::probe::redis::frame::{Limits, Scan, scan};
use core::time::Duration;
use redis::Value;
use shared::time::Timestamp;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Answers whoever is let in, for ever.
pub async fn serve(door: Door, day: Day) {
    loop {
        let (visitor, _) = door.visitor().await;
        tokio::spawn(tokio::time::timeout(LONGEST_VISIT, converse(visitor, day)));
    }
}

/// Nobody needs the demonstration's Redis for longer.
const LONGEST_VISIT: Duration = Duration::from_secs(30);

/// A command is a list of short words.
const COMMAND: Limits = Limits { bytes: 4096, depth: 2 };

async fn converse(mut visitor: TcpStream, day: Day) -> std::io::Result<()> {
    let mut received = Vec::new();
    let mut chunk = vec![0; COMMAND.bytes];
    loop {
        let n = visitor.read(&mut chunk).await?;
        if n == 0 {
            return Ok(());
        }
        received.extend_from_slice(chunk.get(..n).unwrap_or_default());
        let now = clock::now();
        let Answered { used, replies, end } = answer(&received, &day.world(now), now);
        received.drain(..used.min(received.len()));
        visitor.write_all(&replies).await?;
        if end == End::HangUp {
            return Ok(());
        }
    }
}

/// What came of received bytes.
#[derive(Debug)]
pub struct Answered {
    /// So many of them were whole commands.
    pub used: usize,
    /// The replies to those.
    pub replies: Vec<u8>,
    /// Whether more can be understood.
    pub end: End,
}

/// How a conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The rest may become a command.
    ReadOn,
    /// It cannot.
    HangUp,
}

/// Answers every whole command at the beginning of `received`.
pub fn answer(received: &[u8], world: &World, now: Timestamp) -> Answered {
    let mut answered = Answered { used: 0, replies: Vec::new(), end: End::ReadOn };
    loop {
        let rest = received.get(answered.used..).unwrap_or_default();
        let command = match scan(rest, COMMAND) {
            Ok(Scan::Incomplete { .. }) => return answered,
            Ok(Scan::Complete { len }) => {
                answered.used += len;
                words(rest.get(..len).unwrap_or_default())
            }
            Err(_) => None,
        };
        let Some(command) = command else {
            answered.replies.extend(error("Protocol error: expected an array of texts"));
            answered.end = End::HangUp;
            return answered;
        };
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        answered.replies.extend(reply(&command, world, now));
    }
}

/// The words of one whole command.
fn words(command: &[u8]) -> Option<Vec<String>> {
    let Ok(Value::Array(all)) = redis::parse_redis_value(command) else { return None };
    let word = |value| match value {
        Value::BulkString(bytes) => String::from_utf8(bytes).ok(),
        _ => None,
    };
    all.into_iter().map(word).collect()
}

fn reply(command: &[&str], world: &World, now: Timestamp) -> Vec<u8> {
    let (name, rest) = command.split_first().unwrap_or((&"", &[]));
    let known = match (name.to_ascii_uppercase().as_str(), rest) {
        ("TIME", []) => Some(time(now)),
        ("SELECT", [db]) => Some(select(db)),
        ("XLEN", [key]) => Some(integer(Stream::of(key, world).map_or(0, |s| s.length))),
        ("XINFO", [groups, key]) if groups.eq_ignore_ascii_case("GROUPS") => {
            Some(xinfo_groups(key, world, now))
        }
        ("ZCARD", [key]) => Some(integer(count(sorted_set(key, world, now)))),
        ("ZCOUNT", [key, least, most]) => Some(zcount(&sorted_set(key, world, now), least, most)),
        ("ZREVRANGE", [key, first, last, with]) if with.eq_ignore_ascii_case("WITHSCORES") => {
            Some(zrevrange(sorted_set(key, world, now), first, last))
        }
        _ => None,
    };
    known.unwrap_or_else(|| {
        let shown: String = name.chars().filter(|c| !c.is_control()).take(64).collect();
        error(&format!("unknown command '{shown}'"))
    })
}

fn time(now: Timestamp) -> Vec<u8> {
    let micros = now.millis().rem_euclid(1000) * 1000;
    list(&[text(&now.secs().to_string()), text(&micros.to_string())])
}

fn select(db: &str) -> Vec<u8> {
    if db == "0" { b"+OK\r\n".to_vec() } else { error("DB index is out of range") }
}

/// Member and score.
type Entry = (String, i64);

/// Workers by their last sign of life in seconds; jobs that wait for their time by that time in milliseconds.
fn sorted_set(key: &str, world: &World, now: Timestamp) -> Vec<Entry> {
    const LATER: Duration = Duration::from_secs(30);
    match key {
        "health.workers.demo" => {
            world.workers.iter().map(|w| (w.name.to_owned(), (now - w.silent).secs())).collect()
        }
        "messages__queue" => (0..world.delayed)
            .map(|n| {
                let due = if n < world.overdue { now - LATER } else { now + LATER };
                (format!("job-{n}"), due.millis())
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn zcount(set: &[Entry], least: &str, most: &str) -> Vec<u8> {
    let bound = |text: &str| match text {
        "-inf" => Some(i64::MIN),
        "+inf" | "inf" => Some(i64::MAX),
        number => number.parse().ok(),
    };
    match (bound(least), bound(most)) {
        (Some(least), Some(most)) => {
            integer(count(set.iter().filter(|(_, score)| (least..=most).contains(score))))
        }
        _ => error("min or max is not a float"),
    }
}

fn zrevrange(mut set: Vec<Entry>, first: &str, last: &str) -> Vec<u8> {
    let (Ok(first), Ok(last)) = (first.parse::<usize>(), last.parse::<usize>()) else {
        return error("value is not an integer or out of range");
    };
    set.sort_by(|(a, a_score), (b, b_score)| (b_score, b).cmp(&(a_score, a)));
    let chosen = set.iter().take(last.saturating_add(1)).skip(first);
    let flat: Vec<Vec<u8>> =
        chosen.flat_map(|(member, score)| [text(member), text(&score.to_string())]).collect();
    list(&flat)
}

/// A stream as far as anybody asks.
struct Stream {
    /// Entries, taken ones included: they are deleted when done.
    length: u64,
    pending: u64,
    lag: Option<u64>,
}

impl Stream {
    fn of(key: &str, world: &World) -> Option<Self> {
        match key {
            "messages" => {
                Some(Self { length: world.waiting + world.in_hand, pending: world.in_hand, lag: world.lag() })
            }
            // Nobody consumes dead letters.
            "failed" => Some(Self { length: world.failed, pending: 0, lag: Some(world.failed) }),
            _ => None,
        }
    }
}

fn xinfo_groups(key: &str, world: &World, now: Timestamp) -> Vec<u8> {
    let Some(stream) = Stream::of(key, world) else { return error("no such key") };
    let last_taken = format!("{}-0", (now - world.idle).millis());
    let group = [
        (text("name"), text("symfony")),
        (text("consumers"), integer(1)), // all workers share one name
        (text("pending"), integer(stream.pending)),
        (text("last-delivered-id"), text(&last_taken)),
        (text("lag"), stream.lag.map_or(b"$-1\r\n".to_vec(), integer)),
    ];
    list(&[list(&group.into_iter().flat_map(|(name, value)| [name, value]).collect::<Vec<_>>())])
}

fn count(entries: impl IntoIterator) -> u64 {
    u64::try_from(entries.into_iter().count()).unwrap_or(u64::MAX)
}

fn integer(n: u64) -> Vec<u8> {
    format!(":{n}\r\n").into_bytes()
}

fn text(word: &str) -> Vec<u8> {
    format!("${}\r\n{word}\r\n", word.len()).into_bytes()
}

fn list(members: &[Vec<u8>]) -> Vec<u8> {
    [format!("*{}\r\n", members.len()).into_bytes(), members.concat()].concat()
}

fn error(words: &str) -> Vec<u8> {
    format!("-ERR {words}\r\n").into_bytes()
}
