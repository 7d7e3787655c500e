//! The Redis reader: any bytes, however they are cut into chunks, become answers and a reading of a queue.
//!
//! Input: what is asked (1 byte: its bits are below), the chunks' size (1 byte; 0: all at once), what a server sends.

#![no_main]

use core::time::Duration;
use edge::config::{QueueKeys, RedisServer, secret::Secret};
use edge::ports::Endpoint;
use edge::probe::queue::{Replies, SYSTEMS};
use edge::probe::redis::exchange::{Answers, Ask, Exchange, REPLY_LIMIT};
use edge::probe::redis::frame::{self, DEPTH_LIMIT, Limits, Scan};
use edge::probe::redis::reply::{Missing, Reply};
use libfuzzer_sys::fuzz_target;
use shared::reading::{Reading, Why};
use shared::sample::Workers;
use shared::time::Timestamp;

const PASSWORD: u8 = 1;
const NO_HEARTBEAT: u8 = 2;
const TWO_STREAMS: u8 = 4;
const TWO_DATABASES: u8 = 8;
const ENTRIES_STAY: u8 = 16;

const NOW: Timestamp = Timestamp::from_secs(1_796_047_203);

fuzz_target!(|data: &[u8]| {
    let [what, size, bytes @ ..] = data else { return };
    let has = |bit| what & bit != 0;
    match frame::scan(bytes, Limits { bytes: REPLY_LIMIT, depth: DEPTH_LIMIT }) {
        Ok(Scan::Complete { len }) => assert!(len <= bytes.len()),
        Ok(Scan::Incomplete { at_least }) => assert!(at_least > bytes.len() && at_least <= REPLY_LIMIT),
        Err(refused) => assert!(!refused.to_string().is_empty()),
    }

    let endpoint = Endpoint { host: "redis".to_owned(), port: 6379, tls: false };
    let password = has(PASSWORD).then(|| Secret::new("s3cr3t"));
    let server = RedisServer { endpoint, user: None, password };
    let streams: &[&str] = if has(TWO_STREAMS) { &["high", "messages"] } else { &["messages"] };
    let keys = QueueKeys {
        heartbeat: (!has(NO_HEARTBEAT)).then(|| "health.workers.prod".to_owned()),
        window: Duration::from_secs(300),
        streams: streams.iter().map(|name| (*name).to_owned()).collect(),
        group: "symfony".to_owned(),
        failed: Some("failed".to_owned()),
        delete_after_ack: !has(ENTRIES_STAY),
    };
    for system in SYSTEMS {
        let ask = |db| Ask { db, commands: (system.commands)(&keys, NOW) };
        let asks: Vec<Ask> = (0..=u32::from(has(TWO_DATABASES))).map(ask).collect();
        let at_once = answers(&server, &asks, bytes, REPLY_LIMIT);
        let Answers { time, each } = answers(&server, &asks, bytes, usize::from(*size));
        assert!(values(&at_once.time).eq(values(&time)), "chunks make no difference");
        assert!(at_once.each.iter().flatten().flat_map(values).eq(each.iter().flatten().flat_map(values)));
        for each in each {
            let replies =
                Replies { each, time: time.clone(), asked_at: NOW, round_trip: Duration::from_millis(2) };
            let sample = (system.read)(&keys, &replies);
            match sample.workers {
                Workers::Counted { alive: Reading::Known { value, .. }, .. } => {
                    let too_large = replies.each.first().map(Reply::value) == Some(Err(Why::TooLarge));
                    let counted_without_names = too_large && sample.beats.is_empty() && value > 0;
                    assert!(counted_without_names || usize::try_from(value) == Ok(sample.beats.len()));
                }
                Workers::Counted { .. } | Workers::NotMeasured => assert!(sample.beats.is_empty()),
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
