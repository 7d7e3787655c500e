//! The experiment that every queue system goes through: two workers; one job that failed for good, one to be tried
//! again, one delayed, one in flight; both workers killed; five more jobs.
//!
//! It looks through `headcount check`, a new process each time that remembers nothing. What is true of a system is in
//! `table`.

use core::time::Duration;
use std::thread;
use std::time::Instant;

use serde_json::{Value, json};

use super::{Falls, Number, Numbers, System, Worker};
use crate::headcount::Files;
use crate::redis::Redis;
use crate::wait::eventually;

/// Interpreters, two workers and six jobs, while all the other systems do the same on two cores.
const SOON: Duration = Duration::from_mins(2);
/// What a busy machine may add to a published time.
const SLACK: Duration = Duration::from_secs(5);

/// Runs it.
///
/// # Panics
/// If anything else is to be seen than what is true.
pub fn experiment(system: &System) {
    let redis = Redis::start();
    let jobs = system.on(&redis);
    let board = Board(Files::new(&jobs.config(), &[]));

    let workers = [jobs.worker("first"), jobs.worker("second")];
    if let Falls::Within(_) = system.falls {
        board.shows("two workers", SOON, |queue| {
            system.before.workers_alive.is_shown(&queue["workers_alive"])
        });
    }
    jobs.fail_one();
    jobs.retry_one();
    jobs.delay_one();
    jobs.hold_one();
    let queue = board.shows(system.name, SOON, |queue| system.before.are_shown(queue));
    assert_eq!(
        (&queue["basis"], &queue["exactness"]),
        (&json!(system.basis), &json!(system.exactness)),
        "{queue:#}"
    );
    assert_ne!(queue["state"], "down", "{queue:#}");

    let killed = Instant::now();
    workers.into_iter().for_each(Worker::kill_hard);
    thread::scope(|scope| {
        scope.spawn(|| {
            jobs.send(5);
            if system.has_urgent {
                jobs.send_urgent(3);
            }
        });
        match system.falls {
            Falls::Within(published) => {
                board.shows("nobody", published + SLACK, |queue| {
                    let alive = &queue["workers_alive"];
                    assert!(alive["value"].is_u64(), "it was known, and can be: {alive}");
                    Number::Is(0).is_shown(alive)
                });
                let after = killed.elapsed().as_secs_f32();
                println!("{}: 0 workers were seen {after:.1} s after the kill", system.name);
            }
            Falls::Never => println!("{}: nothing tells whether anybody is alive", system.name),
        }
    });
    let queue = board.shows(system.name, SOON, |queue| system.after.are_shown(queue));
    let dies = matches!(system.falls, Falls::Within(_));
    assert_eq!(queue["state"] == "down", dies, "only a known 0 is an outage: {queue:#}");
}

/// Looks at one queue.
struct Board(Files);

impl Board {
    /// Waits until the queue is as told, and returns it.
    #[track_caller]
    fn shows(&self, what: &str, timeout: Duration, is_so: impl Fn(&Value) -> bool) -> Value {
        eventually(what, timeout, || {
            let ran = self.0.run(&["check", "--json"]);
            let board: Value =
                serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}{}", ran.out, ran.err));
            let queue = board["services"][0]["queues"][0].clone();
            if is_so(&queue) { Ok(queue) } else { Err(queue) }
        })
    }
}

impl Numbers {
    /// Whether a queue of `/status.json` shows them.
    pub fn are_shown(&self, queue: &Value) -> bool {
        self.each().into_iter().all(|(name, number)| number.is_shown(&queue[name]))
    }

    fn each(&self) -> [(&'static str, Number); 5] {
        [
            ("workers_alive", self.workers_alive),
            ("queue_depth", self.queue_depth),
            ("failed_depth", self.failed_depth),
            ("delayed", self.delayed),
            ("in_flight", self.in_flight),
        ]
    }
}

impl Number {
    fn is_shown(self, reading: &Value) -> bool {
        match self {
            Self::Is(number) => reading["value"] == json!(number),
            Self::AtLeast(least) => reading["value"].as_u64().is_some_and(|number| number >= least),
            Self::Unknown(why) => reading["value"].is_null() && reading["why"] == why,
            Self::Varies => true,
        }
    }
}
