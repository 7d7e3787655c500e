//! The lines of `docs/heartbeats.md`, taken out of the document itself and run: nothing of them is written anywhere
//! else. What they need around them is in `systems/heartbeats`; the only thing changed is that they sign in once a
//! second. Jobs are in one Redis and heartbeats in another, so that what an outage does is the lines' own doing.
//!
//! Not run: Go and Resque, which neither Debian 12 nor a registry of packages that tests use has.

#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

use core::time::Duration;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Instant;

use serde_json::{Value, json};
use tests::headcount::Files;
use tests::process::{Folder, run};
use tests::redis::Redis;
use tests::systems::{Runner, Worker, installed};
use tests::wait::eventually;

const DOCUMENT: &str = include_str!("../../docs/heartbeats.md");
/// The sorted set that the document names everywhere.
const KEY: &str = "health.workers.prod";
/// Five beats.
const WINDOW: Duration = Duration::from_secs(5);
/// Interpreters and two workers, while all the others do the same on two cores.
const SOON: Duration = Duration::from_mins(2);
/// What a busy machine may add to the window.
const SLACK: Duration = Duration::from_secs(5);
/// How the lines say how often they sign in, and what the test says.
const BEATS: [(&str, &str); 4] = [
    ("EVERY = 10;", "EVERY = 1;"),
    ("every=10)", "every=1)"),
    ("every = 10_000)", "every = 1_000)"),
    ("every: 10)", "every: 1)"),
];

/// Who signs in with no more rights than the document says.
const USER: &str = "beats";

/// A section of the document, and what runs its lines.
struct Section {
    heading: &'static str,
    runner: Runner,
    /// Whether workers sign in while they have a job.
    signs_in_while_busy: bool,
    /// Whether its version in Debian 12 knows users of a Redis.
    logs_in: bool,
    /// The signal at which its workers end in peace.
    stop: &'static str,
}

const fn section(heading: &'static str, runner: Runner) -> Section {
    Section { heading, runner, signs_in_while_busy: true, logs_in: true, stop: "TERM" }
}

const fn php(heading: &'static str, file: &'static str) -> Section {
    Section { signs_in_while_busy: false, logs_in: false, ..section(heading, Runner::Path("php", file)) }
}

const SECTIONS: [Section; 9] = [
    php("Symfony Messenger", "symfony.php"),
    php("Laravel", "laravel.php"),
    section("RQ", Runner::Python("python", "rq_jobs.py")),
    section("Celery", Runner::Python("celery", "celery_jobs.py")),
    section("arq", Runner::Python("python", "arq_jobs.py")),
    section("dramatiq", Runner::Python("python", "dramatiq_jobs.py")),
    // Unless told otherwise, it drops what it does at TERM.
    Section { stop: "INT", ..section("huey", Runner::Python("python", "huey_jobs.py")) },
    section("BullMQ", Runner::Node("bullmq.js")),
    section("Sidekiq", Runner::Path("ruby", "sidekiq.rb")),
];

/// All at once: each mostly waits.
#[test]
fn the_lines_of_every_section_tell_who_is_alive_and_never_stop_a_worker() {
    thread::scope(|scope| {
        for section in &SECTIONS {
            let thread = thread::Builder::new().name(section.heading.to_owned());
            thread.spawn_scoped(scope, || tells_the_truth(section)).unwrap();
        }
    });
}

/// Two workers are two, whatever happens to Redis; who ends in peace is gone at once, who is killed after the window.
fn tells_the_truth(section: &Section) {
    let (jobs, mut beats) = (Redis::start(), Redis::start());
    let stage = Stage::set(section, &jobs, &beats);
    allow(&beats);
    let an_hour_ago = time_of(&beats) - 3600;
    beats.command(&["ZADD", KEY, &an_hour_ago.to_string(), "an-hour-ago", "1", "long-ago"]);

    let mut workers = vec![stage.worker("first"), stage.worker("second")];
    stage.shows("two workers", 2);
    assert!(signed_in(&beats).contains_key("an-hour-ago"), "a day is not over");
    assert!(!signed_in(&beats).contains_key("long-ago"), "the set has to stay small");

    beats.stop();
    for worker in &mut workers {
        let process = worker.process();
        eventually("a worker to log that it could not sign in", SOON, || {
            let log = process.log();
            if log.contains("heartbeat: ") { Ok(()) } else { Err(log) }
        });
        assert!(!process.has_ended(), "an outage of Redis ended the worker: {}", process.log());
    }
    beats.start_again();
    allow(&beats);
    stage.shows("the same two workers again", 2);

    let mut first = workers.remove(0);
    let id = first.process().id().to_string();
    run(Command::new("kill").args(["-s", section.stop, &id]));
    first.process().wait(SOON);
    assert_eq!(signed_in(&beats).len(), 1, "who ended in peace signed out: {}", first.process().log());
    stage.shows("one worker", 1);

    workers.push(stage.worker("third"));
    stage.shows("two workers", 2);
    stage.hold_one();
    if section.signs_in_while_busy {
        let later = time_of(&beats) + WINDOW.as_secs() + 1;
        eventually("both to sign in while one has a job", SOON, || {
            let signed_in = signed_in(&beats);
            if signed_in.values().all(|last| *last >= later) { Ok(()) } else { Err(signed_in) }
        });
        stage.shows("two workers, one with a job", 2);
    } else {
        stage.shows("one worker: the other has a job", 1);
    }

    let killed = Instant::now();
    workers.into_iter().for_each(Worker::kill_hard);
    stage.shows("nobody", 0);
    assert!(killed.elapsed() <= WINDOW + SLACK, "{} s", killed.elapsed().as_secs_f32());
    assert_eq!(signed_in(&beats).len(), 2, "who was killed cannot sign out");
}

#[test]
fn each_section_has_lines_that_sign_in_and_the_lines_that_read_them() {
    let (_, quickened) = lines();
    assert_eq!(quickened, 5, "Symfony, Laravel, Python, Node, Ruby");
    for section in &SECTIONS {
        assert!(DOCUMENT.contains(&format!("\n### {}\n", section.heading)), "{}", section.heading);
    }
    for text in DOCUMENT.split("\n### ").skip(1).chain(DOCUMENT.split("\n## Go").skip(1)) {
        assert_eq!(text.split("\n## ").next().unwrap().matches("```toml").count(), 1, "{text}");
    }
    assert_eq!(DOCUMENT.matches(KEY).count(), DOCUMENT.matches("health.workers").count());
}

/// One section's lines beside two servers.
struct Stage<'a> {
    section: &'a Section,
    lines: Folder,
    jobs: u16,
    beats: String,
    board: Files,
}

impl<'a> Stage<'a> {
    fn set(section: &'a Section, jobs: &Redis, beats: &Redis) -> Self {
        let folder = Folder::new();
        for (name, text) in lines().0 {
            let path = folder.at(&name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let board = Files::new(&config(section.heading), &[("REDIS_URL", &beats.url())]);
        let beats = if section.logs_in {
            format!("redis://{USER}:pw@127.0.0.1:{}", beats.port())
        } else {
            beats.url()
        };
        Self { section, lines: folder, jobs: jobs.port(), beats, board }
    }

    fn worker(&self, name: &str) -> Worker {
        Worker::start(&mut self.driver("work"), name)
    }

    /// Adds a job that does not end, and waits until somebody has begun it.
    fn hold_one(&self) {
        let ran = run(&mut self.driver("hold"));
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
        eventually("the job to be taken", SOON, || self.held().is_file().then_some(()));
    }

    fn held(&self) -> PathBuf {
        self.lines.at("held")
    }

    /// Waits until Headcount counts so many workers.
    #[track_caller]
    fn shows(&self, what: &str, workers: u64) {
        eventually(what, SOON, || {
            let ran = self.board.run(&["check", "--json"]);
            let board: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}", ran.err));
            let alive = &board["services"][0]["queues"][0]["workers_alive"];
            if alive["value"] == json!(workers) { Ok(()) } else { Err(alive.clone()) }
        });
    }

    fn driver(&self, what: &str) -> Command {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/systems/heartbeats"));
        let (program, file) = match self.section.runner {
            Runner::Path(program, file) => (program.into(), file),
            Runner::Node(file) => ("node".into(), file),
            Runner::Python(environment, file) => (installed(environment).join("bin/python"), file),
            Runner::Built(place) => panic!("{place} is no script"),
        };
        let mut command = Command::new(program);
        command.arg(folder.join(file)).arg(what);
        command.env("PYTHONDONTWRITEBYTECODE", "1").env("NODE_PATH", installed("npm/node_modules"));
        command.env("PYTHONPATH", format!("{}:{}", self.lines.path().display(), folder.display()));
        command.env("REDIS_PORT", self.jobs.to_string()).env("REDIS_URL", &self.beats);
        command.env("HELD", self.held()).env("LINES", self.lines.path());
        command
    }
}

/// The files of the document: each block of code whose first line is a remark that ends with a file's name. They sign
/// in once a second; how many of them were changed so.
fn lines() -> (BTreeMap<String, String>, usize) {
    let mut quickened = 0;
    let mut files = BTreeMap::new();
    for block in DOCUMENT.split("\n```").skip(1).step_by(2) {
        let (_, text) = block.split_once('\n').unwrap();
        let remark = text.lines().next().unwrap().split(',').next().unwrap();
        let name = remark.split(' ').next_back().unwrap();
        if (remark.contains("//") || remark.starts_with('#')) && name.contains('.') {
            let mut text = text.to_owned();
            for (slow, quick) in BEATS {
                quickened += text.matches(slow).count();
                text = text.replace(slow, quick);
            }
            files.insert(name.to_owned(), text);
        }
    }
    (files, quickened)
}

/// A whole configuration around the lines that a section has for Headcount.
fn config(heading: &str) -> String {
    let section = DOCUMENT.split(&format!("\n### {heading}\n")).nth(1).unwrap();
    let lines = section.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let lines: Vec<&str> = lines.lines().filter(|line| !line.starts_with("window")).collect();
    format!(
        "[page]\ntitle = \"{heading}\"\n[[service]]\nid = \"app\"\n{}\nwindow = \"{}s\"\n",
        lines.join("\n"),
        WINDOW.as_secs()
    )
}

/// Makes the user who may sign in.
fn allow(redis: &Redis) {
    let rights = DOCUMENT.split("needs `").nth(1).unwrap().split('`').next().unwrap();
    let key = format!("~{KEY}");
    let words = ["ACL", "SETUSER", USER, "on", ">pw", &key].into_iter().chain(rights.split(' '));
    assert_eq!(redis.command(&words.collect::<Vec<_>>()), "OK", "{rights}");
}

/// Who has signed in, and when.
fn signed_in(redis: &Redis) -> BTreeMap<String, u64> {
    let reply = redis.command(&["ZRANGE", KEY, "0", "-1", "WITHSCORES"]);
    let words: Vec<&str> = reply.lines().collect();
    words.chunks_exact(2).map(|pair| (pair[0].to_owned(), pair[1].parse().unwrap())).collect()
}

/// The server's clock.
fn time_of(redis: &Redis) -> u64 {
    redis.command(&["TIME"]).lines().next().unwrap().parse().unwrap()
}
