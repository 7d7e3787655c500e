//! A real Symfony Messenger on a Redis: workers that beat every second and count for eight, and messages for them.
//! What runs in PHP is in `systems/symfony.php`.

use core::sync::atomic::{AtomicU32, Ordering};
use core::time::Duration;
use std::process::Command;

use crate::process::{Folder, Process, run};
use crate::redis::Redis;
use crate::wait::eventually;

/// The sorted set that workers sign in to, as `tests/worker.toml` names it.
pub const HEARTBEAT: &str = "health.workers.test";
/// For how long a sign of life counts, as `tests/worker.toml` has it.
pub const WINDOW: Duration = Duration::from_secs(8);

/// PHP starts in far less.
const STARTS_WITHIN: Duration = Duration::from_secs(20);
/// Longer than any test.
const LONG: &str = "3600";

/// An application whose jobs are in database 0 of a Redis.
#[derive(Debug)]
pub struct Symfony {
    port: u16,
    window: Duration,
}

impl Symfony {
    /// Jobs of an application in this Redis.
    pub fn new(redis: &Redis) -> Self {
        Self { port: redis.port(), window: WINDOW }
    }

    /// The same, with old signs of life kept for longer.
    #[must_use]
    pub fn with_window(self, window: Duration) -> Self {
        Self { window, ..self }
    }

    /// Starts a worker and waits until it has signed in.
    pub fn worker(&self) -> Worker {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        let name = format!("worker-{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = Folder::new();
        let process = Process::start(self.php("work").arg(&name), &folder.at("symfony.log"));
        let mut worker = Worker { process, name, _folder: folder };
        eventually("a worker to sign in", STARTS_WITHIN, || {
            let mut ask = Command::new("redis-cli");
            ask.args(["-p", &self.port.to_string(), "ZSCORE", HEARTBEAT, &worker.name]);
            let score = run(&mut ask).out;
            assert!(!worker.process.has_ended(), "the worker ended: {}", worker.process.log());
            if score.trim().parse::<f64>().is_ok() { Ok(()) } else { Err(score) }
        });
        worker
    }

    /// Sends messages that take no time.
    pub fn send(&self, count: u32) {
        tell(self.php("send").arg(count.to_string()));
    }

    /// Sends one that fails for good.
    pub fn fail_one(&self) {
        tell(&mut self.php("fail"));
    }

    /// Sends one that is to wait for an hour.
    pub fn delay_one(&self) {
        tell(self.php("delay").arg(LONG));
    }

    /// Sends one that holds whoever takes it for so many seconds.
    pub fn hold_one(&self, seconds: u32) {
        tell(self.php("hold").arg(seconds.to_string()));
    }

    fn php(&self, what: &str) -> Command {
        let mut command = Command::new("php");
        command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/systems/symfony.php")).arg(what);
        command.env("REDIS_PORT", self.port.to_string()).env("REDIS_DB", "0");
        command.env("HEARTBEAT", HEARTBEAT).env("BEAT", "1").env("WINDOW", self.window.as_secs().to_string());
        command
    }
}

fn tell(command: &mut Command) {
    let ran = run(command);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""), "{command:?}");
}

/// A Messenger worker. It is killed when its value goes away.
#[derive(Debug)]
pub struct Worker {
    process: Process,
    name: String,
    _folder: Folder,
}

impl Worker {
    /// Kills it as a crash would: it signs nothing out.
    pub fn kill_hard(mut self) {
        self.process.kill();
    }
}
