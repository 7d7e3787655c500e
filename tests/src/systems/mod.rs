//! Real queue systems: how each is started and given jobs, how Headcount is told of it, and what is true of it then.
//! The experiment that all of them go through is in `experiment`, what is to be seen of each in `table`.
//!
//! What runs in their own languages is in `systems/` beside `src/`; every driver takes the same commands. Nothing here
//! knows a key of Redis.

mod experiment;
mod table;

use core::time::Duration;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::process::{Folder, Process, run};
use crate::redis::Redis;

pub use experiment::experiment;
pub use table::{
    ARQ, ARQ_ALONE, ASYNQ, BULLMQ_4, BULLMQ_5, BULLMQ_6, CELERY, DRAMATIQ, LARAVEL, RQ, SAQ, SIDEKIQ, SYMFONY,
};

/// Longer than any test, in seconds.
const LONG: &str = "3600";

/// A queue system in one version.
#[derive(Clone, Copy, Debug)]
pub struct System {
    /// Its name and version, for people.
    pub name: &'static str,
    /// What runs its driver.
    pub runner: Runner,
    /// What the driver wants to know besides the Redis.
    pub variables: &'static [(&'static str, &'static str)],
    /// The database its keys are in.
    pub db: u32,
    /// The lines of `[[service.queue]]`, but for `id`, `url` and `db`.
    pub config: &'static str,
    /// Whether a job can be more urgent than others.
    pub has_urgent: bool,
    /// How a living worker is known: `basis` of `/status.json`.
    pub basis: &'static str,
    /// In which way their number binds: `exactness` of `/status.json`.
    pub exactness: &'static str,
    /// Two workers: one job has failed for good, one is to be tried again, one waits for its time, one is being done.
    pub before: Numbers,
    /// Nobody: besides all that, five more wait, and three urgent ones if there are such.
    pub after: Numbers,
    /// How long it takes at most until nobody is counted.
    pub falls: Falls,
}

/// Makes a test of that name for each system.
#[macro_export]
macro_rules! experiments {
    ($($name:ident: $system:ident,)*) => {
        $(
            #[test]
            fn $name() {
                $crate::systems::experiment(&$crate::systems::$system);
            }
        )*
    };
}

/// What runs a driver, and its file in `systems/`.
#[derive(Clone, Copy, Debug)]
pub enum Runner {
    /// A program on the path.
    Path(&'static str, &'static str),
    /// Node, with the packages that were installed for this.
    Node(&'static str),
    /// A Python of its own, in a virtual environment of this name.
    Python(&'static str, &'static str),
    /// A program that was built for this, at this place in the folder of systems.
    Built(&'static str),
}

/// What is to be seen of a queue.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// Workers alive.
    pub workers_alive: Number,
    /// Jobs ready to be taken.
    pub queue_depth: Number,
    /// Dead letters.
    pub failed_depth: Number,
    /// Jobs that wait for their time, for the first time or again.
    pub delayed: Number,
    /// Jobs that are being done, or were when their worker died.
    pub in_flight: Number,
}

/// What is to be seen of one number.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// Exactly this.
    Is(u64),
    /// This or more: the system tells an upper bound.
    AtLeast(u64),
    /// Not a number, and why.
    Unknown(&'static str),
    /// It is not the same from one moment to the next.
    Varies,
}

/// How the number of workers gets to 0.
#[derive(Clone, Copy, Debug)]
pub enum Falls {
    /// Within this time after the last one was killed, as is published of the system.
    Within(Duration),
    /// Never: the system does not tell whether anybody is alive.
    Never,
}

impl System {
    /// Jobs of this system in a Redis.
    pub fn on<'a>(&'a self, redis: &'a Redis) -> Jobs<'a> {
        Jobs { system: self, redis }
    }
}

/// An application whose jobs are in a Redis.
#[derive(Clone, Copy, Debug)]
pub struct Jobs<'a> {
    system: &'a System,
    redis: &'a Redis,
}

impl Jobs<'_> {
    /// A whole configuration of Headcount that watches this queue and nothing else.
    pub fn config(&self) -> String {
        let (title, url, db, lines) =
            (self.system.name, self.redis.url(), self.system.db, self.system.config);
        format!(
            "page = {{ title = \"{title}\" }}\n\n[[service]]\nid = \"app\"\n\n\
             [[service.queue]]\nid = \"jobs\"\nurl = \"{url}\"\ndb = {db}\n{lines}\n"
        )
    }

    /// Where they are: a Redis and one of its databases.
    pub fn url(&self) -> String {
        format!("{}/{}", self.redis.url(), self.system.db)
    }

    /// Starts a worker.
    pub fn worker(&self, name: &str) -> Worker {
        Worker::start(&mut self.driver(&["work", name]), name)
    }

    /// Adds jobs that take no time.
    pub fn send(&self, count: u32) {
        self.tell(&["send", &count.to_string()]);
    }

    /// Adds jobs that take no time and are more urgent than others.
    pub fn send_urgent(&self, count: u32) {
        self.tell(&["urgent", &count.to_string()]);
    }

    /// Adds one that fails for good.
    pub fn fail_one(&self) {
        self.tell(&["fail"]);
    }

    /// Adds one that fails, and is to be tried again later.
    pub fn retry_one(&self) {
        self.tell(&["retry"]);
    }

    /// Adds one that waits for its time.
    pub fn delay_one(&self) {
        self.tell(&["delay", LONG]);
    }

    /// Adds one that holds whoever takes it.
    pub fn hold_one(&self) {
        self.tell(&["hold", LONG]);
    }

    fn tell(&self, words: &[&str]) {
        let ran = run(&mut self.driver(words));
        assert_eq!(ran.code, 0, "{} {words:?}: {}{}", self.system.name, ran.out, ran.err);
    }

    fn driver(&self, words: &[&str]) -> Command {
        let script = |name: &str| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/systems")).join(name);
        let mut command = match self.system.runner {
            Runner::Path(program, file) => {
                let mut command = Command::new(program);
                command.arg(script(file));
                command
            }
            Runner::Node(file) => {
                let mut command = Command::new("node");
                command.arg(script(file)).env("NODE_MODULES", installed("npm/node_modules"));
                command
            }
            Runner::Python(environment, file) => {
                let mut command = Command::new(installed(environment).join("bin/python"));
                command.arg(script(file)).env("PYTHONDONTWRITEBYTECODE", "1");
                command
            }
            Runner::Built(place) => Command::new(installed(place)),
        };
        command.args(words).envs(self.system.variables.iter().copied());
        command.env("REDIS_PORT", self.redis.port().to_string()).env("REDIS_DB", self.system.db.to_string());
        command
    }
}

/// Where `cargo xtask test` has put what the systems are made of.
pub fn installed(name: &str) -> PathBuf {
    let folder = env::var_os("HEADCOUNT_SYSTEMS");
    PathBuf::from(folder.expect("HEADCOUNT_SYSTEMS is not set; cargo xtask test sets it")).join(name)
}

/// A worker. It and all that it has started are killed when its value goes away.
#[derive(Debug)]
pub struct Worker {
    // First, because it ends before its folder goes away.
    process: Process,
    _folder: Folder,
}

impl Worker {
    /// Starts one in a folder of its own.
    pub fn start(command: &mut Command, name: &str) -> Self {
        let folder = Folder::new();
        let log = folder.at(&format!("{name}.log"));
        // What its language or the system itself keeps goes away with it.
        command.current_dir(folder.path());
        Self { process: Process::start(command, &log), _folder: folder }
    }

    /// Its process.
    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// Kills it as a crash of its machine would, with all that it has started.
    pub fn kill_hard(self) {
        drop(self);
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // RQ puts each job into a process group of its own, which the worker's does not include.
        let started = started_by(self.process.id());
        self.process.kill();
        for id in started {
            // It may have ended by itself.
            let _ = run(Command::new("kill").args(["-s", "KILL", &id.to_string()]));
        }
    }
}

/// The processes that a process has started, and those that they have started.
fn started_by(id: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let children: Vec<u32> = lists
        .flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect();
    children.into_iter().flat_map(|child| [vec![child], started_by(child)].concat()).collect()
}
