//! Child processes that end with the value that stands for them, free ports, and folders that go away.

use core::time::Duration;
use std::fs::{self, File};
use std::net::TcpListener;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering};

use crate::wait::eventually;

/// A program that runs beside the test, in a process group of its own.
#[derive(Debug)]
pub struct Process {
    child: Child,
    log: PathBuf,
}

impl Process {
    /// Starts a program; both its outputs are written to `log`.
    pub fn start(command: &mut Command, log: &Path) -> Self {
        let out = File::options().create(true).append(true).open(log).unwrap();
        let err = out.try_clone().unwrap();
        let child = command.stdin(Stdio::null()).stdout(out).stderr(err).process_group(0).spawn();
        let child = child.unwrap_or_else(|e| panic!("{command:?}: {e}"));
        Self { child, log: log.to_owned() }
    }

    /// Its id, which is also its group's.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Everything it has written so far.
    pub fn log(&self) -> String {
        fs::read(&self.log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
    }

    /// Whether it has ended.
    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// Sends it, and every process it started, a signal: `TERM`, `STOP`, `KILL` and so on.
    pub fn signal(&self, name: &str) {
        // An ended group is no mistake of the test.
        let group = format!("-{}", self.id());
        let _ = Command::new("kill").args(["-s", name, "--", &group]).stderr(Stdio::null()).status();
    }

    /// Ends it and everything it started, at once.
    pub fn kill(&mut self) {
        self.signal("KILL");
        let _ = self.child.wait();
    }

    /// Waits until it ends by itself, and returns its exit code; −1 for a signal.
    pub fn wait(&mut self, timeout: Duration) -> i32 {
        let ended = eventually("a process to end", timeout, || self.child.try_wait().unwrap());
        ended.code().unwrap_or(-1)
    }

    /// Its peak memory in kilobytes, as the kernel counts it.
    pub fn peak_memory_kb(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches("kB").trim().parse().unwrap()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        if std::thread::panicking() {
            let log = self.log();
            let tail = log.char_indices().rev().nth(4000).map_or(log.as_str(), |(at, _)| &log[at..]);
            eprintln!("--- {}:\n{tail}", self.log.display());
        }
    }
}

/// What a program that ran to its end left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ran {
    /// Exit code; −1 for a signal.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// Runs a program to its end.
pub fn run(command: &mut Command) -> Ran {
    command.stdin(Stdio::null()).output().unwrap_or_else(|e| panic!("{command:?}: {e}")).into()
}

/// Below the range that systems take ports of outgoing connections from, so that none of them gets in between.
const PORTS: core::ops::Range<u16> = 12_000..32_000;

/// A port that nobody listens on. No two calls in one process return the same.
pub fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let many = PORTS.end - PORTS.start;
    // Test programs of one run follow each other closely: each begins elsewhere.
    let begin = u16::try_from(std::process::id() * 131 % u32::from(many)).unwrap();
    for _ in 0..many {
        let step = NEXT.fetch_add(1, Ordering::Relaxed);
        let port = PORTS.start + (begin + step % many) % many;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
    panic!("no port is free");
}

/// A new folder that goes away with this value.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// Makes one among the system's temporary files.
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("headcount-test-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// A path in it.
    pub fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Its own path.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Default for Folder {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
