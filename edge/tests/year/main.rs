//! A long time of rounds against the real ledger and a real database file: how large it grows, how fast it answers.
//!
//! In a release build a year of rounds every 15 s (`cargo xtask bench year`); else ten weeks of one every ten
//! minutes, which ends every kind of hour, day and incident as well.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod day;

use core::time::Duration;
use edge::config::{Config, HostKind, Variables, parse};
use edge::host::ledger::{self, Ledger};
use edge::host::native::sql::Database;
use edge::web::metrics::Counters;
use edge::web::{Kept, Own, Phase, Request, Site, respond};
use shared::board::Board;
use shared::reading::Reading;
use shared::reduce::advance;
use shared::sample::{
    Asked, Beat, DependencyEvidence, DependencyReport, Exactness, HealthReport, QueueNumbers, QueueSample,
    Round, ServiceSample, Standing, Workers,
};
use shared::state::{State, Verdict};
use shared::time::Timestamp;
use std::sync::Arc;
use std::time::Instant;

const START: Timestamp = Timestamp::from_secs(1_764_547_200);
const DAY: Duration = Duration::from_hours(24);
/// The bound on the database of a year (issue of history).
const MOST_BYTES: u64 = 100_000_000;
/// The bound on one answer, natively.
const MOST_TIME: Duration = Duration::from_millis(5);

struct Nothing;

impl Variables for Nothing {
    fn get(&self, _: &str) -> Option<String> {
        None
    }

    fn file(&self, _: &str) -> Result<String, String> {
        Err("no files".to_owned())
    }
}

/// With more keys of `[page]`, and tables after it.
fn config_of(page: &str) -> Config {
    let services = r#"
        [[service]]
        id = "planner"
        health = { url = "http://app.example.com", format = "adr075" }
        [[service.queue]]
        id = "async"
        system = "symfony"
        url = "redis://redis.example.com"
        heartbeat = "workers"
        [[service.queue]]
        id = "mail"
        system = "symfony"
        url = "redis://redis.example.com/mail"
        heartbeat = "workers"
    "#;
    let text = format!("[page]\ntitle = \"T\"\ntime_zone = \"Europe/Paris\"\n{page}\n{services}");
    parse(&text, "test", HostKind::Native, &Nothing).unwrap().config
}

/// What the world looks like in this round: an outage of half an hour every nine days, restarts every day, and
/// numbers that are never the same.
fn round(n: u64, at: Timestamp) -> Round {
    let since_start = at.since(START);
    let (day, second) = (since_start.as_secs() / 86_400, since_start.as_secs() % 86_400);
    let is_out = day % 9 == 4 && (36_000..37_800).contains(&second);
    let verdict = if is_out { Verdict::Down } else { Verdict::Operational };
    let line = |i: u64| DependencyReport {
        key: format!("dependency-{i}"),
        state: if is_out && i == 0 { State::Down } else { State::Operational },
        latency: Some(Duration::from_millis(1 + (n * (i + 3)) % 40)),
        evidence: DependencyEvidence::default(),
        crew: None,
    };
    let report = HealthReport { dependencies: (0..8).map(line).collect(), ..HealthReport::said(verdict) };
    let queue = |id: &str| {
        let beat = |w: u64| Beat { name: format!("worker-{day}-{w}"), at, age: Duration::from_secs(w) };
        QueueSample {
            id: id.to_owned(),
            standing: Standing::Said,
            workers: Workers::Counted { alive: Reading::redis(3), exactness: Exactness::Exact },
            basis: None,
            quiet: 0,
            numbers: QueueNumbers {
                queue_depth: Reading::redis(n * 7 % 100),
                failed_depth: Reading::redis(n / 1000),
                ..QueueNumbers::each(Reading::redis(0))
            },
            last_beat_at: Some(at),
            beats: (0..3).map(beat).collect(),
            position: format!("{n}-0"),
            host: "redis.example.com".to_owned(),
            round_trip: Duration::from_millis(2 + n % 5),
            flags: Vec::new(),
            parts: Vec::new(),
            evidence: String::new(),
        }
    };
    let host = "app.example.com".to_owned();
    let service = ServiceSample {
        id: "planner".to_owned(),
        health: Asked::Answer { host, took: Duration::from_millis(12), report },
        liveness: Asked::NotConfigured,
        queues: vec![queue("async"), queue("mail")],
    };
    Round { at, took: Duration::from_millis(15), services: vec![service] }
}

#[test]
fn a_year_of_rounds_stays_small_and_is_answered_as_fast_as_the_first_day() {
    let (days, every) = if cfg!(debug_assertions) { (70, 600) } else { (366, 15) };
    let every = Duration::from_secs(every);
    let folder = std::env::temp_dir().join(format!("headcount-year-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("headcount.db");
    let database = Database::open(&path.display().to_string()).unwrap();
    ledger::prepare(&database).unwrap();
    let config = config_of(&format!("every = \"{}s\"", every.as_secs()));
    let mut ledger = Ledger::new(START);
    let rounds = (DAY * days).as_secs() / every.as_secs();
    let mut answered = Vec::new();
    let began = Instant::now();
    for n in 0..rounds {
        let at = START + every * u32::try_from(n).unwrap();
        let memory = advance(&config.plan, ledger.memory(), &round(n, at));
        let entry = ledger.take(&config, memory);
        ledger.write(&database, &config, &entry).unwrap();
        if n % (rounds / 4) == rounds / 4 - 1 {
            answered.push(answers(&config, &ledger, at));
        }
    }
    let took = began.elapsed();
    let bytes = ["", "-wal"].map(|suffix| {
        std::fs::metadata(folder.join(format!("headcount.db{suffix}"))).map_or(0, |file| file.len())
    });
    let mut again = Ledger::new(START);
    again.recall(&database, &config, |e| panic!("{e}")).unwrap();
    drop(database);
    std::fs::remove_dir_all(&folder).unwrap();

    println!(
        "{rounds} rounds in {took:?}: {:?} each; {bytes:?} bytes",
        took / u32::try_from(rounds).unwrap()
    );
    println!("answers after each quarter: {answered:?}");
    assert!(bytes.iter().sum::<u64>() < MOST_BYTES, "{bytes:?}");
    assert_eq!(again.told(&config).annals.past, ledger.told(&config).annals.past);
    assert!(ledger.annals().incidents.len() > 5);
    let sizes: Vec<[usize; 2]> = answered.iter().map(|a| a.map(|(_, size)| size)).collect();
    let last = sizes.last().unwrap();
    assert!(sizes.iter().skip(2).all(|size| size[0].abs_diff(last[0]) < 200), "of constant size: {sizes:?}");
    if !cfg!(debug_assertions) {
        assert!(answered.iter().flatten().all(|(time, _)| *time < MOST_TIME), "{answered:?}");
    }
}

/// How long `/status.json` and `/` take, and how large they are.
fn answers(config: &Config, ledger: &Ledger, at: Timestamp) -> [(Duration, usize); 2] {
    let site = Site::new(&config.page);
    let counters = Counters::default();
    ["/status.json", "/"].map(|path| {
        let request = Request {
            method: "GET",
            path,
            query: "",
            accept_language: "",
            if_none_match: "",
            authorization: "",
            cookie: "",
        };
        let once = || {
            let began = Instant::now();
            let board = Board::of(&config.plan, ledger.memory(), at).with(Arc::clone(ledger.annals()));
            let own = Own { phase: Phase::Serving, notice: "", kept: Kept::Works, counters: &counters };
            let bytes = respond(&request, &site, &board, own).body.len();
            (began.elapsed(), bytes)
        };
        // The best of a few: other programs run on this machine too.
        (0..5).map(|_| once()).min().unwrap()
    })
}
