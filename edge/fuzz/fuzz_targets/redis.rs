//! The Redis reader: any bytes, however they are cut into chunks, become answers and a reading of a queue.
//!
//! Input: what is asked (1 byte: its bits are below), the chunks' size (1 byte; 0: all at once), what a server sends.

#![no_main]

use core::time::Duration;
use edge::config::{HostKind, QueueTarget, RedisServer, Variables, parse, secret::Secret};
use edge::ports::Endpoint;
use edge::probe::queue::SYSTEMS;
use edge::probe::queue::read::{Desk, Heard, follows_up, read};
use edge::probe::redis::exchange::{Answers, Ask, CLIENTS_LIMIT, Exchange, REPLY_LIMIT};
use edge::probe::redis::frame::{self, DEPTH_LIMIT, Limits, Scan};
use edge::probe::redis::reply::{Missing, Reply};
use libfuzzer_sys::fuzz_target;
use shared::reading::{Reading, Why};
use shared::sample::{Exactness, Workers};
use shared::time::Timestamp;
use std::sync::LazyLock;

const PASSWORD: u8 = 1;
const NO_HEARTBEAT: u8 = 2;
const SECOND_TRIP: u8 = 4;
const TWO_DATABASES: u8 = 8;

const NOW: Timestamp = Timestamp::from_secs(1_796_047_203);

/// Each system with a heartbeat, and without one where it can be.
static TARGETS: LazyLock<Vec<(bool, QueueTarget)>> = LazyLock::new(|| {
    let each = SYSTEMS.iter().flat_map(|system| [(true, system.name), (false, system.name)]);
    each.filter_map(|(heartbeat, system)| Some((heartbeat, target(system, heartbeat)?))).collect()
});

/// A queue with what every system needs to be told; keys that a system does not know are tried without.
fn target(system: &str, heartbeat: bool) -> Option<QueueTarget> {
    let heartbeat = if heartbeat { "heartbeat = \"health.workers.prod\"\n" } else { "" };
    ["", "stream = \"jobs\"\ngroup = \"crew\"", "queues = [\"a\", \"b\"]", "queue = \"a\"", "waiting = \"a\""]
        .iter()
        .find_map(|lines| {
            let text = format!(
                "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n[[service.queue]]\nid = \"q\"\n\
                 system = \"{system}\"\nurl = \"redis://redis\"\n{heartbeat}{lines}"
            );
            let mut loaded = parse(&text, "", HostKind::Native, &NoVariables).ok()?;
            loaded.config.services.remove(0).queues.remove(0).into_redis()
        })
}

struct NoVariables;

impl Variables for NoVariables {
    fn get(&self, _: &str) -> Option<String> {
        None
    }

    fn file(&self, _: &str) -> Result<String, String> {
        Err(String::new())
    }
}

fuzz_target!(|data: &[u8]| {
    let [what, size, bytes @ ..] = data else { return };
    let has = |bit| what & bit != 0;
    match frame::scan(bytes, Limits { bytes: REPLY_LIMIT, depth: DEPTH_LIMIT }) {
        Ok(Scan::Complete { len }) => assert!(len <= bytes.len()),
        Ok(Scan::Incomplete { at_least }) => assert!(at_least > bytes.len() && at_least <= REPLY_LIMIT),
        Err(refused) => assert!(!refused.to_string().is_empty()),
    }

    let password = has(PASSWORD).then(|| Secret::new("s3cr3t"));
    let server = RedisServer { password, ..RedisServer::at(Endpoint::tcp("redis", 6379)) };
    for (_, target) in TARGETS.iter().filter(|(heartbeat, _)| *heartbeat != has(NO_HEARTBEAT)) {
        let mut desk = Desk::new(NOW);
        let dbs = 0..=u32::from(has(TWO_DATABASES));
        for hold_back in [follows_up(&target.recipe, 0), false] {
            for db in dbs.clone() {
                read(&target.recipe, &mut desk.talk(db));
            }
            let batch = desk.batch(hold_back);
            let at_once = answers(&server, &batch.asks, bytes, CLIENTS_LIMIT);
            let Answers { time, each, .. } = answers(&server, &batch.asks, bytes, usize::from(*size));
            assert!(values(&at_once.time).eq(values(&time)), "chunks make no difference");
            assert!(
                at_once.each.iter().flatten().flat_map(values).eq(each.iter().flatten().flat_map(values))
            );
            desk.take(batch, each);
            desk.hear(Heard { time, asked_at: NOW, within: Duration::from_millis(2) });
            if !has(SECOND_TRIP) {
                break;
            }
        }
        for db in dbs {
            let sample = read(&target.recipe, &mut desk.talk(db));
            match sample.workers {
                Workers::Counted { alive: Reading::Known { value, .. }, exactness } => {
                    let named = u64::try_from(sample.beats.len()).unwrap();
                    assert!(exactness != Exactness::Exact || named <= value);
                    assert!(sample.quiet <= value || !has(NO_HEARTBEAT));
                }
                Workers::Counted { .. } => assert!(sample.beats.is_empty()),
                Workers::NotMeasured => assert!(sample.beats.is_empty()),
            }
        }
    }
});

fn values(reply: &Reply) -> impl Iterator<Item = String> {
    reply.value().ok().map(|value| format!("{value:?}")).into_iter()
}

fn answers(server: &RedisServer, asks: &[Ask], bytes: &[u8], size: usize) -> Answers {
    let mut exchange = Exchange::new(server, asks);
    let mut chunks = bytes.chunks(if size == 0 { usize::MAX } else { size });
    let refused =
        chunks.find_map(|chunk| if exchange.is_complete() { None } else { exchange.receive(chunk).err() });
    exchange.finish(&refused.unwrap_or_else(|| Missing::new(Why::NotAnswering, "silence")))
}
