//! A real sentinel, which watches a master.

use core::time::Duration;
use std::fs;
use std::process::Command;

use crate::process::{Folder, Process, free_port, run};
use crate::redis::Redis;
use crate::wait::eventually;

/// What it calls the master.
pub const MASTER: &str = "mymaster";

/// It starts in far less.
const STARTS_WITHIN: Duration = Duration::from_secs(20);

/// A sentinel. It alone decides that a master is gone, after half a second.
#[derive(Debug)]
pub struct RedisSentinel {
    // First, because it ends before its folder goes away.
    _process: Process,
    port: u16,
    _folder: Folder,
}

impl RedisSentinel {
    /// Starts one and waits until it knows this master, with so many replicas. With a password it wants to hear it.
    pub fn watching(master: &Redis, replicas: usize, password: Option<&str>) -> Self {
        let (folder, port) = (Folder::new(), free_port());
        let own = password.map_or(String::new(), |password| format!("requirepass {password}\n"));
        let config = format!(
            "port {port}\nbind 127.0.0.1\n{own}sentinel monitor {MASTER} 127.0.0.1 {} 1\n\
             sentinel down-after-milliseconds {MASTER} 500\nsentinel failover-timeout {MASTER} 3000\n",
            master.port()
        );
        // It writes what it learns into its own configuration.
        fs::write(folder.at("sentinel.conf"), config).unwrap();
        let mut command = Command::new("redis-server");
        command.arg(folder.at("sentinel.conf")).arg("--sentinel").current_dir(folder.path());
        let process = Process::start(&mut command, &folder.at("sentinel.log"));
        let sentinel = Self { _process: process, port, _folder: folder };
        eventually("the sentinel to know the replicas", STARTS_WITHIN, || {
            let known = sentinel.command(password, &["SENTINEL", "REPLICAS", MASTER]);
            let count = known.lines().filter(|line| *line == "name").count();
            let answers = sentinel.command(password, &["PING"]) == "PONG";
            if answers && count == replicas { Ok(()) } else { Err(known) }
        });
        sentinel
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    fn command(&self, password: Option<&str>, words: &[&str]) -> String {
        let mut command = Command::new("redis-cli");
        command.args(["-p", &self.port.to_string()]).envs(password.map(|p| ("REDISCLI_AUTH", p)));
        run(command.args(words)).out.trim().to_owned()
    }
}
