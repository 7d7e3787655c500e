//! A real `redis-server` on loopback, which can be stopped and started again. It keeps nothing on disk.

use core::time::Duration;
use std::path::PathBuf;
use std::process::Command;

use crate::process::{Folder, Process, free_port, run};
use crate::wait::eventually;

/// Redis starts in far less.
const STARTS_WITHIN: Duration = Duration::from_secs(20);

/// A Redis server.
#[derive(Debug)]
pub struct Redis {
    // First, because it ends before its folder goes away.
    server: Option<Process>,
    port: u16,
    folder: Folder,
    program: PathBuf,
    settings: Vec<String>,
}

impl Redis {
    /// Starts one and waits until it answers.
    pub fn start() -> Self {
        Self::of("redis-server", &[])
    }

    /// The same with another program, and with settings as on its command line. A path that is not absolute is in a
    /// folder of its own.
    pub fn of(program: impl Into<PathBuf>, settings: &[&str]) -> Self {
        let settings = settings.iter().map(|setting| (*setting).to_owned()).collect();
        let (port, folder) = (free_port(), Folder::new());
        let mut redis = Self { server: None, port, folder, program: program.into(), settings };
        redis.start_again();
        redis
    }

    /// Stops it. What it held is gone.
    pub fn stop(&mut self) {
        self.server = None;
    }

    /// Starts it again, empty, on the same port.
    pub fn start_again(&mut self) {
        let mut command = Command::new(&self.program);
        command.args(["--port", &self.port.to_string(), "--bind", "127.0.0.1"]);
        command.args(["--save", "", "--appendonly", "no", "--daemonize", "no", "--dir"]);
        command.arg(self.folder.path()).args(&self.settings);
        self.server = Some(Process::start(&mut command, &self.folder.at("redis.log")));
        eventually("redis-server to answer", STARTS_WITHIN, || match self.command(&["PING"]).as_str() {
            "PONG" => Ok(()),
            other => Err(other.to_owned()),
        });
    }

    /// Says one command to it, and returns its reply as `redis-cli` writes it: one element a line.
    pub fn command(&self, words: &[&str]) -> String {
        let mut command = Command::new("redis-cli");
        command.args(["-h", "127.0.0.1", "-p", &self.port.to_string()]).args(words);
        let ran = run(&mut command);
        format!("{}{}", ran.out, ran.err).trim().to_owned()
    }

    /// One figure of its `INFO`.
    pub fn figure(&self, name: &str) -> u64 {
        let info = self.command(&["INFO"]);
        let line = info.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.unwrap_or_else(|| panic!("INFO has no {name}: {info}")).trim().parse().unwrap()
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Its URL; database 0.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// A path in its folder.
    pub fn at(&self, name: &str) -> PathBuf {
        self.folder.at(name)
    }
}
