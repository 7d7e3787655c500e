//! The true numbers of systems on a real `redis-server`, read with no more rights than `config check` prints, whatever
//! queues are called. Not that each of those rights is needed: the end-to-end tests take them away one by one.

use super::real_tests::{Server, now};
use super::testkit;
use crate::config::{HostKind, NoVariables, acl, parse};
use core::time::Duration;
use shared::reading::{Reading, Why};
use shared::sample::{QueueSample, Workers};
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::time::Instant;

/// A system, what is in Redis, and what is true of that.
struct Case {
    system: &'static str,
    /// Its lines of the configuration.
    lines: &'static str,
    /// What fills Redis; `NOW`, `DUE` and `LATER` are seconds, with three zeros behind them milliseconds.
    keys: &'static str,
    /// What a worker says on its connection.
    worker: &'static str,
    /// Workers, waiting, failed, in hand, delayed, overdue; nothing where that is not known.
    numbers: [Option<u64>; 6],
}

const CASES: [Case; 6] = [
    Case {
        system: "bullmq",
        lines: "queues = [\"mail\"]",
        keys: "LPUSH bull:mail:wait 1 2 3\n\
               HSET bull:mail:1 timestamp DUE000\n\
               ZADD bull:mail:prioritized 1 7\n\
               HSET bull:mail:7 timestamp NOW000\n\
               ZADD bull:mail:failed DUE000 8\n\
               ZADD bull:mail:delayed 5 9 1e30 10\n\
               LPUSH bull:mail:active 11",
        worker: "CLIENT SETNAME bull:bWFpbA==\r\nBZPOPMIN bull:mail:marker 0\r\n",
        numbers: [Some(1), Some(4), Some(1), Some(1), Some(2), Some(1)],
    },
    Case {
        system: "rq",
        lines: "queues = [\"default\", \"low\"]",
        keys: "SADD rq:workers:default rq:worker:w1 rq:worker:gone\n\
               SADD rq:workers:low rq:worker:w1\n\
               HSET rq:worker:w1 last_heartbeat 2026-01-01T00:00:00.5Z state idle\n\
               RPUSH rq:queue:default a b\n\
               HSET rq:job:a enqueued_at 2026-01-01T00:00:00.5Z\n\
               ZADD rq:failed:default DUE x LATER y\n\
               ZADD rq:wip:default LATER c\n\
               RPUSH rq:queue:low:intermediate d\n\
               ZADD rq:scheduled:low DUE e LATER f",
        worker: "PING\r\n",
        numbers: [Some(1), Some(2), Some(1), Some(2), Some(2), Some(1)],
    },
    Case {
        system: "celery",
        lines: "queues = [\"celery\"]",
        keys: "LPUSH celery 1 2\nLPUSH \"celery\\x06\\x163\" 1\nHSET unacked a b",
        worker: "BRPOP nothing 0\r\n",
        numbers: [Some(1), Some(3), None, Some(1), None, None],
    },
    Case {
        system: "laravel",
        lines: "prefix = \"app_\"\noldest_from_messages = true",
        keys: "RPUSH app_queues:default \"{\\\"createdAt\\\":DUE}\"\n\
               ZADD app_queues:default:delayed DUE a LATER b\n\
               ZADD app_queues:default:reserved LATER c",
        worker: "PING\r\n",
        numbers: [None, Some(1), None, Some(1), Some(2), Some(1)],
    },
    Case {
        system: "horizon",
        lines: "prefix = \"app_\"",
        keys: "ZADD laravel_horizon:supervisors NOW web:1 DUE gone\n\
               HSET laravel_horizon:supervisor:web:1 status running processes \"{\\\"redis:default\\\":3}\"\n\
               ZADD laravel_horizon:failed_jobs -DUE a\n\
               RPUSH app_queues:default a b",
        worker: "PING\r\n",
        numbers: [Some(3), Some(2), Some(1), Some(0), Some(0), Some(0)],
    },
    Case {
        system: "lists",
        lines: "waiting = \"jobs\"\nfailed = \"dead\"\nfailed_kind = \"set\"\nin_flight = \"taken\"\n\
                in_flight_kind = \"hash\"\ndelayed = \"later\"\ndelayed_unit = \"ms\"\nheartbeat = \"beats\"",
        keys: "LPUSH jobs 1 2\nSADD dead 1\nHSET taken a b\nZADD later DUE000 a LATER000 b\nZADD beats NOW w",
        worker: "PING\r\n",
        numbers: [Some(1), Some(2), Some(1), Some(1), Some(2), Some(1)],
    },
];

impl Case {
    fn keys(&self) -> String {
        let at = |seconds: i64| (now().secs() + seconds).to_string();
        self.keys.replace("NOW", &at(0)).replace("DUE", &at(-600)).replace("LATER", &at(3600))
    }
}

/// What `config check` prints for this queue.
fn least(system: &str, lines: &str) -> String {
    let text = format!(
        "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n[[service.queue]]\nid = \"q\"\nsystem = \"{system}\"\n\
         url = \"redis://h\"\n{lines}"
    );
    let config = parse(&text, "test", HostKind::Native, &NoVariables).unwrap().config;
    acl::least_acls(&config)[0].line.replace("<password>", "pw")
}

/// The readings in the order of a case's numbers.
fn readings(sample: &QueueSample) -> [Reading; 6] {
    let workers = match sample.workers {
        Workers::Counted { alive, .. } => alive,
        Workers::NotMeasured => testkit::unknown(Why::NotOffered),
    };
    let n = sample.numbers;
    [workers, n.queue_depth, n.failed_depth, n.in_flight, n.delayed, n.overdue]
}

/// A worker's connection, once the server lists it as one.
fn connected(server: &Server, case: &Case, is_there: impl Fn() -> bool) -> UnixStream {
    let mut worker = server.connect();
    worker.write_all(case.worker.as_bytes()).unwrap();
    if !case.worker.starts_with("BRPOP") {
        worker.read_exact(&mut [0; 5]).unwrap();
    }
    let began = Instant::now();
    while !is_there() {
        assert!(began.elapsed() < Duration::from_secs(5), "{}: nobody is there", case.system);
    }
    worker
}

#[test]
fn a_real_server_gives_the_true_numbers_with_the_least_rights() {
    let server = Server::start("values");
    for case in &CASES {
        server.say("FLUSHALL");
        server.say(&case.keys());
        let queue = &testkit::target(case.system, case.lines);
        let least = least(case.system, case.lines);
        server.say(&least);
        let sample = || server.read(queue, Some("headcount")).0;
        let expected = case.numbers.map(|n| n.map_or(testkit::unknown(Why::NotOffered), Reading::redis));
        let _worker = connected(&server, case, || readings(&sample())[0] == expected[0]);
        let whole = sample();
        assert_eq!(readings(&whole), expected, "{}: {}", case.system, whole.evidence);
        assert!(!testkit::words(&whole).iter().any(|w| w.starts_with("probe")), "{:?}", whole.flags);
    }
}

#[test]
fn names_with_blanks_braces_patterns_and_pictures_are_read_with_the_least_rights() {
    let server = Server::start("names");
    let name = "a b {c} *?[d] \u{1f407}";
    let key = "\"a b {c} *?[d] \u{1f407}\"";
    for (system, lines, keys) in [
        ("bullmq", format!("queues = ['{name}']"), format!("LPUSH \"bull:{name}:wait\" 1 2")),
        ("rq", format!("queues = ['{name}']"), format!("LPUSH \"rq:queue:{name}\" 1 2")),
        ("rq", String::new(), format!("SADD rq:queues \"rq:queue:{name}\"\nLPUSH \"rq:queue:{name}\" 1 2")),
        ("celery", format!("queues = ['{name}']"), format!("LPUSH {key} 1 2")),
        ("laravel", format!("prefix = '{name}'"), format!("LPUSH \"{name}queues:default\" 1 2")),
        ("horizon", format!("prefix = ''\nqueues = ['{name}']"), format!("LPUSH \"queues:{name}\" 1 2")),
        ("lists", format!("waiting = ['{name}']"), format!("LPUSH {key} 1 2")),
        ("sidekiq", String::new(), format!("SADD queues {key}\nLPUSH \"queue:{name}\" 1 2")),
    ] {
        server.say("FLUSHALL");
        server.say(&keys);
        server.say(&least(system, &lines));
        let sample = server.read(&testkit::target(system, &lines), Some("headcount")).0;
        assert_eq!(sample.numbers.queue_depth, Reading::redis(2), "{system}: {}", sample.evidence);
        assert!(!testkit::words(&sample).iter().any(|w| w.starts_with("probe")), "{:?}", sample.flags);
    }
}
