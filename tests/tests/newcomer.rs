//! What a newcomer does in an empty folder: one command, out of the README's table, that finds out what an application and
//! its queues speak and shows a true board; and the same board from what that command has printed.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use core::time::Duration;
use std::fs;
use std::io::Write as _;
use std::net::TcpStream;

use serde_json::{Value, json};
use tests::app::{ALL_WELL, App};
use tests::headcount::Files;
use tests::http;
use tests::process::{Ran, free_port};
use tests::redis::Redis;
use tests::systems::{BULLMQ_5, CELERY, RQ, SIDEKIQ, SYMFONY, System};
use tests::wait::eventually;

/// Interpreters, two workers and a few jobs on a busy machine.
const SOON: Duration = Duration::from_mins(2);

/// What a health endpoint of each kind says.
const RAILS: &str = r#"<!DOCTYPE html><html><body style="background-color: green"></body></html>"#;
const NEST: &str = r#"{"status":"ok","info":{"database":{"status":"up"}},"error":{},"details":{"database":{"status":"up"}}}"#;
const FLASK: &str =
    r#"{"status":"pass","checks":{"database:responseTime":[{"status":"pass","observedValue":3}]}}"#;
const DJANGO: &str = r#"{"Cache backend: default":"working","DatabaseBackend":"working"}"#;

#[test]
fn symfony() {
    has_a_true_board("Symfony Messenger", &SYMFONY, ALL_WELL, "format = \"adr075\"");
}

#[test]
fn sidekiq() {
    has_a_true_board("Sidekiq", &SIDEKIQ, RAILS, "format = \"http-status-only\"");
}

#[test]
fn bullmq() {
    has_a_true_board("BullMQ", &BULLMQ_5, NEST, "format = \"nest-terminus\"");
}

#[test]
fn rq() {
    has_a_true_board("RQ", &RQ, FLASK, "format = \"ietf-health\"");
}

#[test]
fn celery() {
    has_a_true_board("Celery", &CELERY, DJANGO, "format = \"django-health-check\"");
}

fn has_a_true_board(name: &str, system: &System, document: &str, format: &str) {
    let (redis, app) = (Redis::start(), App::start());
    app.set(200, document);
    let jobs = system.on(&redis);
    let _workers = [jobs.worker("first"), jobs.worker("second")];
    jobs.fail_one();
    jobs.retry_one();
    jobs.delay_one();
    jobs.hold_one();
    let newcomer = Newcomer::new(&jobs.url());
    let command = command_of(name, &app, &jobs.url());
    let command: Vec<&str> = command.iter().map(String::as_str).collect();

    let tried = newcomer.tries(&[&command[..], &["--once"]].concat(), "| workers 2 |");
    assert!(tried.out.contains(format), "{tried:?}");
    let is_true = |queue: &Value| system.before.are_shown(queue);
    let from_memory = newcomer.serves(&command, is_true);

    fs::write(newcomer.files.at("headcount.toml"), &tried.out).unwrap();
    let checked = newcomer.files.run(&["config", "check"]);
    assert_eq!(checked.code, 0, "{checked:?}");
    let from_file = newcomer.serves(&["serve", "--data", ":memory:"], is_true);
    assert_eq!(what_is_seen(&from_memory), what_is_seen(&from_file));
    assert_eq!(from_file["verdict"], "operational", "{from_file}");
}

#[test]
fn a_redis_alone_is_enough() {
    let redis = Redis::start();
    let jobs = SIDEKIQ.on(&redis);
    let _worker = jobs.worker("only");
    let newcomer = Newcomer::new(&jobs.url());
    let tried = newcomer.tries(&["try", &jobs.url(), "--once"], "| workers 1 |");
    assert!(
        tried.out.contains("system = \"sidekiq\"") && !tried.out.contains("[service.health]"),
        "{tried:?}"
    );
}

#[test]
fn what_cannot_be_found_out_is_a_sentence_that_says_what_to_do() {
    let (redis, app) = (Redis::start(), App::start());
    let newcomer = Newcomer::new(&redis.url());
    let refuses = |words: &[&str], told: &str| {
        let ran = newcomer.files.run(&[&["try"], words, &["--once"]].concat());
        assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{words:?}: {ran:?}");
        assert!(ran.err.contains(told), "{words:?}: {ran:?}");
    };
    refuses(&["localhost:8000"], "write for example http://");
    refuses(&["http://127.0.0.1:9/health"], "check that the application runs");
    refuses(&[&app.url(), "redis://127.0.0.1:9"], "check that it runs");
    refuses(&[&app.url(), "ftp://127.0.0.1"], "redis://");
    refuses(&[&app.url(), "postgres://127.0.0.1"], "has no user");
    refuses(&[&app.url(), "postgres://u:p@127.0.0.1:9/shop"], "check that it runs");
    refuses(&["amqp://127.0.0.1"], "15672");
    refuses(&[&app.url().replace("//", "//guest:guest@")], "is not RabbitMQ's management API");
    refuses(&[&redis.url()], "start a worker");
    // The keys are somewhere else.
    redis.command(&["-n", "7", "SET", "a", "1"]);
    refuses(&[&redis.url()], "database 7 has 1 keys");

    app.set(200, "a page of words");
    refuses(&[&app.url()], "give another address");
    app.set(404, "");
    refuses(&[&app.url()], "check the path");

    redis.command(&["CONFIG", "SET", "requirepass", "hush-hush"]);
    app.set(200, ALL_WELL);
    refuses(&[&app.url(), &redis.url()], "redis://user:password@host");
    let wrong = redis.url().replace("//", "//:wrong@");
    refuses(&[&app.url(), &wrong], "check user and password");
}

#[test]
fn streams_of_an_applications_own_are_found_under_usual_names_and_whoever_reads_others_is_told_of() {
    let redis = Redis::start();
    let newcomer = Newcomer::new(&redis.url());
    redis.command(&["XGROUP", "CREATE", "zebra", "crew", "$", "MKSTREAM"]);
    let mut reader = TcpStream::connect(("127.0.0.1", redis.port())).unwrap();
    reader.write_all(b"XREADGROUP GROUP crew me BLOCK 0 STREAMS zebra >\r\n").unwrap();
    eventually("who waits for another stream to be told of", SOON, || {
        let ran = newcomer.files.run(&["try", &redis.url(), "--once"]);
        if ran.code == 3 && ran.err.contains("1 connections wait for a stream") {
            Ok(())
        } else {
            Err(ran.err)
        }
    });
    redis.command(&["XGROUP", "CREATE", "orders", "crew", "$", "MKSTREAM"]);
    redis.command(&["XADD", "orders", "*", "a", "1"]);
    let tried = newcomer.files.run(&["try", &redis.url(), "--once"]);
    for line in ["system = \"streams\"", "streams = [\"orders\"]", "group = \"crew\""] {
        assert!(tried.out.contains(line), "{line}: {tried:?}");
    }
    assert!(tried.err.contains("waiting 1"), "{tried:?}");
}

#[test]
fn a_rabbitmq_is_found_by_its_management_api_beside_a_health_endpoint_and_alone() {
    let (rabbit, app) = (App::start(), App::start());
    let queue = |name: &str, consumers: u64, target: &str| {
        let arguments = match target {
            "" => json!({}),
            _ => json!({ "x-dead-letter-exchange": "", "x-dead-letter-routing-key": target }),
        };
        json!({ "name": name, "consumers": consumers, "arguments": arguments, "auto_delete": false, "exclusive": false })
    };
    let list = json!({ "items": [queue("mail", 2, "dead"), queue("dead", 0, "")] });
    rabbit.set_at(
        "/api/queues/%2F?page=1&page_size=100&columns=name,consumers,arguments,auto_delete,exclusive",
        200,
        &list.to_string(),
    );
    for (name, consumers, ready) in [("mail", 2, 5), ("dead", 0, 1)] {
        let numbers = json!({
            "name": name, "state": "running", "messages_ready": ready, "messages_unacknowledged": 0, "consumers": consumers
        });
        let columns = "name,state,messages_ready,messages_unacknowledged,consumers,head_message_timestamp";
        rabbit.set_at(&format!("/api/queues/%2F/{name}?columns={columns}"), 200, &numbers.to_string());
    }
    let url = rabbit.url().replace("//", "//probe:hush-hush@").replace("/api/health", "");
    let newcomer = Newcomer::new("redis://127.0.0.1");
    for words in [vec!["try", &url, "--once"], vec!["try", &app.url(), &url, "--once"]] {
        let tried = newcomer.tries(&words, "| workers 2 |");
        for line in
            ["system = \"rabbitmq\"", "queues = [\"mail\"]", "dead_letters = [\"dead\"]", "subscribed = true"]
        {
            assert!(tried.out.contains(line), "{line}: {tried:?}");
        }
        assert!(tried.out.contains("export RABBITMQ_URL='http://user:password@127.0.0.1:"), "{tried:?}");
        assert!(!tried.out.contains("hush") && !tried.err.contains("hush"), "{tried:?}");
    }
}

#[test]
fn a_password_is_used_and_never_printed() {
    let (redis, app) = (Redis::start(), App::start());
    redis.command(&["ZADD", "health.workers.prod", "1", "a:1"]);
    redis.command(&["CONFIG", "SET", "requirepass", "hush-hush"]);
    let newcomer = Newcomer::new(&redis.url());
    let url = redis.url().replace("//", "//:hush-hush@");
    let tried = newcomer.files.run(&["try", &app.url(), &url, "--once"]);
    assert_eq!(tried.code, 1, "nobody has signed in for long: {tried:?}");
    assert!(
        tried.out.contains("url = \"${REDIS_URL}\"") && tried.out.contains("export REDIS_URL="),
        "{tried:?}"
    );
    assert!(!tried.out.contains("hush-hush") && !tried.err.contains("hush-hush"), "{tried:?}");
}

/// The command that the README names for a system, with the addresses of this test.
fn command_of(name: &str, app: &App, redis: &str) -> Vec<String> {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")).unwrap();
    let row =
        readme.lines().find(|line| line.starts_with(&format!("| {name} |"))).expect("a row of the README");
    let command = row.split('`').nth(1).unwrap();
    let words = command.strip_prefix("headcount ").unwrap().split(' ');
    let here = |word: &str| {
        let path = word
            .strip_prefix("http://localhost")
            .map(|rest| rest.split_once('/').map_or("", |(_, path)| path));
        match path {
            Some(path) => format!("{}/{path}", app.url().trim_end_matches("/api/health")),
            None if word.starts_with("redis://localhost:6379") => redis.to_owned(),
            None => word.to_owned(),
        }
    };
    let words: Vec<String> = words.map(here).collect();
    assert!(
        words.iter().any(|word| word == redis) && words.iter().any(|word| word.starts_with("http:")),
        "{command}"
    );
    words
}

struct Newcomer {
    files: Files,
}

impl Newcomer {
    fn new(redis: &str) -> Self {
        let files = Files::new("", &[("REDIS_URL", redis)]);
        fs::remove_file(files.at("headcount.toml")).unwrap();
        Self { files }
    }

    /// Runs a command until the board shows this and all is well.
    fn tries(&self, words: &[&str], shows: &str) -> Ran {
        eventually("a true board", SOON, || {
            let ran = self.files.run(words);
            if ran.code == 0 && ran.err.contains(shows) { Ok(ran) } else { Err(format!("{ran:?}")) }
        })
    }

    /// Starts a command that serves, and returns `/status.json` when its first queue is as told.
    fn serves(&self, words: &[&str], is_true: impl Fn(&Value) -> bool) -> Value {
        let port = free_port();
        let mut process = self.files.start(&[words, &["--listen", &format!("127.0.0.1:{port}")]].concat());
        eventually("the numbers that are true", SOON, || {
            assert!(!process.has_ended(), "it ended: {}", process.log());
            let status = http::ask("GET", port, "/status.json", &[]).map_err(|e| e.to_string())?.json();
            if is_true(&status["services"][0]["queues"][0]) { Ok(status) } else { Err(format!("{status:#}")) }
        })
    }
}

/// A board without its times.
fn what_is_seen(status: &Value) -> Value {
    let mut seen = vec![status["verdict"].clone(), status["title"].clone()];
    for service in status["services"].as_array().unwrap() {
        seen.extend([service["name"].clone(), service["verdict"].clone()]);
        for line in service["dependencies"].as_array().unwrap() {
            seen.extend([line["name"].clone(), line["state"].clone()]);
        }
        for queue in service["queues"].as_array().unwrap() {
            let keys = [
                "name",
                "system",
                "state",
                "workers_alive",
                "queue_depth",
                "failed_depth",
                "delayed",
                "in_flight",
            ];
            seen.extend(keys.map(|key| queue[key].clone()));
        }
    }
    seen.into()
}
