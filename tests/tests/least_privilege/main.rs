//! The rights that `headcount config check` prints are enough for everything that is read, and each of them is needed:
//! without it exactly the readings that need it are `unknown: not_permitted`, and nothing else changes. For every
//! system, on a real server, seen through the program.
//!
//! What systems write is in `cases` and `presets`; whether they really do is told elsewhere.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod cases;
mod presets;

use core::time::Duration;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use cases::{CASES, Case};
use presets::PRESETS;
use serde_json::{Value, json};
use tests::headcount::Files;
use tests::proxy::Proxy;
use tests::redis::Redis;

/// All that is read of a queue.
const READINGS: [&str; 7] =
    ["workers_alive", "queue_depth", "failed_depth", "in_flight", "delayed", "overdue", "oldest_waiting_s"];

/// Systems that need no rights in a Redis.
const NOT_ON_REDIS: [&str; 2] = ["rabbitmq", "symfony-doctrine"];

#[test]
fn every_system_there_is_has_its_keys_here() {
    let files = Files::new(&config(&[queue("nonsense", "", "redis://127.0.0.1")]), &[]);
    let told = files.run(&["config", "check"]).err;
    let known = told.split("known here: ").nth(1).unwrap_or_else(|| panic!("{told}"));
    let known = known.lines().next().unwrap().split(", ").collect::<BTreeSet<_>>();
    let here = all().map(|case| case.system).chain(NOT_ON_REDIS).collect::<BTreeSet<_>>();
    assert_eq!(here, known);
}

#[test]
fn the_least_rights_suffice_and_each_that_is_missing_costs_exactly_its_own_readings() {
    let redis = Redis::start();
    for case in all() {
        say(&redis, "FLUSHALL");
        say(&redis, &case.keys(time_of(&redis)));
        let _workers: Vec<TcpStream> = case.connections.iter().map(|words| connect(&redis, words)).collect();
        let printed = printed_line(case, &redis);
        let rights: Vec<&str> =
            printed.split(' ').filter(|word| word.trim_start_matches('"').starts_with(['~', '+'])).collect();

        // One user with all rights, and one more without each; a service for each of them.
        let mut queues = Vec::new();
        let without = rights.iter().map(|right| Some(*right));
        for (number, missing) in core::iter::once(None).chain(without).enumerate() {
            let user = format!("u{number}");
            let rights = printed.split(' ').filter(|word| Some(*word) != missing);
            let line = rights.collect::<Vec<_>>().join(" ");
            say(&redis, &line.replace("<password>", "pw").replacen("headcount", &user, 1));
            queues.push(queue(
                case.system,
                case.lines,
                &format!("redis://{user}:pw@127.0.0.1:{}", redis.port()),
            ));
        }
        let ran = Files::new(&config(&queues), &[]).run(&["check", "--json"]);
        let board: Value =
            serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}{}", ran.out, ran.err));
        let services = board["services"].as_array().unwrap();
        assert_eq!(services.len(), rights.len() + 1);

        let all = &services[0];
        let (whole, is_refused) = (&all["queues"][0], |of: &Value| has_flag(of, "probe_unauthorized"));
        assert!(!is_refused(all), "{}: {all:#}", case.system);
        let offered = READINGS.into_iter().filter(|name| whole[name]["value"].is_u64());
        assert_eq!(offered.collect::<Vec<_>>().join(" "), case.offers, "{}: {whole:#}", case.system);

        let mut needed = BTreeMap::new();
        for (right, service) in rights.iter().zip(&services[1..]) {
            assert!(is_refused(service), "{} without {right}: it says so: {service:#}", case.system);
            let queue = &service["queues"][0];
            let lost = READINGS.into_iter().filter(|name| queue[name]["why"] == "not_permitted");
            let lost = lost.collect::<Vec<_>>().join(" ");
            for name in READINGS.into_iter().filter(|name| !lost.contains(name)) {
                let same = if name == "oldest_waiting_s" {
                    queue[name]["value"].is_u64() == whole[name]["value"].is_u64()
                } else {
                    queue[name] == whole[name]
                };
                assert!(
                    same,
                    "{} without {right}: {name} is {}, not {}",
                    case.system, queue[name], whole[name]
                );
            }
            let lost = if queue["exactness"] == whole["exactness"] {
                lost
            } else {
                format!("{lost} exactness").trim().to_owned()
            };
            if lost.contains("workers_alive") {
                assert_ne!(queue["state"], json!("down"), "could not ask is not zero");
            }
            needed.insert(*right, lost);
        }
        assert_eq!(needed, case.needed(), "{}", case.system);
    }
}

#[test]
fn each_system_costs_one_connection_and_two_writes_at_most_and_all_of_them_together_one_connection() {
    let redis = Redis::start();
    let mut queues = Vec::new();
    for case in all() {
        say(&redis, "FLUSHALL");
        say(&redis, &case.keys(time_of(&redis)));
        let proxy = Proxy::to(redis.port(), Duration::ZERO);
        let url = format!("redis://127.0.0.1:{}", proxy.port());
        let ran = Files::new(&config(&[queue(case.system, case.lines, &url)]), &[]).run(&["check", "--json"]);
        let connections = proxy.connections();
        assert_eq!(connections.len(), 1, "{}: {}{}", case.system, ran.out, ran.err);
        let writes = connections[0].sent.len();
        assert!((1..=2).contains(&writes), "{}: {writes} writes", case.system);
        queues.push(queue(case.system, case.lines, &redis.url()));
    }
    let (config, count) = (config(&queues), || redis.figure("total_connections_received"));
    let before = count();
    Files::new(&config, &[]).run(&["check", "--json"]);
    // Asking for the figure is a connection as well.
    assert_eq!(count() - before - 1, 1, "{} queues", queues.len());
}

#[test]
fn who_has_polled_needs_a_right_of_its_own_where_there_is_no_heartbeat() {
    let redis = Redis::start();
    say(&redis, "XGROUP CREATE taskiq taskiq 0 MKSTREAM\nXGROUP CREATECONSUMER taskiq taskiq 8f1c");
    let board = with_and_without(&redis, "taskiq", "", " +xinfo|consumers");
    let why = |service: usize| &board["services"][service]["queues"][0]["workers_alive"]["why"];
    // Whether they are known is a matter of the server's version.
    assert_ne!(*why(0), "not_permitted");
    assert_eq!(*why(1), "not_permitted");
}

#[test]
fn another_database_needs_the_right_to_choose_it() {
    let redis = Redis::start();
    say(&redis, "SELECT 3\nLPUSH queue:mail 1 2\nSADD queues mail");
    let board = with_and_without(&redis, "sidekiq", "db = 3", " +select");
    let read = |service: usize| &board["services"][service]["queues"][0];
    assert_eq!(read(0)["queue_depth"]["value"], 2, "{:#}", read(0));
    for name in READINGS.into_iter().filter(|name| *name != "oldest_waiting_s") {
        assert_eq!(read(1)[name]["why"], "not_permitted", "{name}: database 0 is another one");
    }
}

/// What two users see: one with the printed rights, and one without one of them.
fn with_and_without(redis: &Redis, system: &'static str, lines: &'static str, right: &str) -> Value {
    let case = Case { system, lines, keys: "", connections: &[], offers: "", needs: &[] };
    let printed = printed_line(&case, redis).replace("<password>", "pw");
    assert!(printed.contains(right), "{printed}");
    say(redis, &printed);
    say(redis, &printed.replacen("headcount", "other", 1).replace(right, ""));
    let queues = ["headcount", "other"]
        .map(|user| queue(system, lines, &format!("redis://{user}:pw@127.0.0.1:{}", redis.port())));
    let ran = Files::new(&config(&queues), &[]).run(&["check", "--json"]);
    serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}{}", ran.out, ran.err))
}

fn all() -> impl Iterator<Item = &'static Case> {
    CASES.iter().chain(PRESETS)
}

/// A configuration with a service for each of these queues.
fn config(queues: &[String]) -> String {
    let services =
        queues.iter().enumerate().map(|(at, queue)| format!("[[service]]\nid = \"s{at}\"\n{queue}"));
    format!("[page]\ntitle = \"Rights\"\n{}", services.collect::<String>())
}

fn queue(system: &str, lines: &str, url: &str) -> String {
    format!("[[service.queue]]\nid = \"q\"\nsystem = \"{system}\"\nurl = \"{url}\"\n{lines}\n")
}

/// What `config check` tells an administrator to say, for a user named `headcount`.
fn printed_line(case: &Case, redis: &Redis) -> String {
    let files = Files::new(&config(&[queue(case.system, case.lines, &redis.url())]), &[]);
    let ran = files.run(&["config", "check"]);
    let line = ran.out.lines().find(|line| line.starts_with("ACL SETUSER headcount "));
    line.unwrap_or_else(|| panic!("{}: {}{}", case.system, ran.out, ran.err)).to_owned()
}

/// Types lines into `redis-cli`, none of which may fail.
fn say(redis: &Redis, lines: &str) {
    let mut command = Command::new("redis-cli");
    command.args(["-e", "-h", "127.0.0.1", "-p", &redis.port().to_string()]);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && !told.contains("ERR") && !told.contains("Invalid"), "{lines}\n{told}");
}

/// A worker's connection, which has said these lines and waits.
fn connect(redis: &Redis, lines: &str) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", redis.port())).unwrap();
    // Only what comes before the last line is answered; the server reads that one with them.
    stream.write_all(format!("PING\r\n{lines}\r\n").as_bytes()).unwrap();
    stream.read_exact(&mut [0; 7]).unwrap();
    stream
}

fn has_flag(service: &Value, word: &str) -> bool {
    service["flags"].as_array().unwrap().iter().any(|flag| flag == word)
}

/// The server's clock, in seconds.
fn time_of(redis: &Redis) -> u64 {
    redis.command(&["TIME"]).lines().next().unwrap().parse().unwrap()
}
