//! Headcount on either host: the native binary, or the built Worker in workerd.
//!
//! `HEADCOUNT_BIN`, `HEADCOUNT_WORKER_DIR` and `HEADCOUNT_WRANGLER` say what to run; `cargo xtask test` sets them.
//! Commands that are no server are in [`Files`].

use core::time::Duration;
use std::env;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

use crate::bundle;
use crate::http::{self, Answer};
use crate::process::{Folder, Process, Ran, free_port, run};
use crate::wait::{Look, eventually};

/// What the test Worker is built around, and what the native binary reads unless a test has its own file.
pub const CONFIG: &str = include_str!("../worker.toml");
/// From round to round, as [`CONFIG`] has it; also the shortest that is allowed.
pub const EVERY: Duration = Duration::from_secs(5);
/// Opens the operator's view.
pub const TOKEN: &str = "open-sesame-and-close";
/// How long a change takes to be seen: two rounds, what a Worker's isolate may keep, and a busy machine.
pub const SOON: Duration = Duration::from_secs(30);

/// wrangler takes some ten seconds on two busy cores.
const STARTS_WITHIN: Duration = Duration::from_secs(90);
/// Where nobody listens: whatever a test does not care for is asked there in vain.
const NOBODY: &str = "http://127.0.0.1:9/";

/// Where Headcount runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Host {
    /// The binary.
    Native,
    /// The Worker in workerd.
    Worker,
}

impl Host {
    /// Starts Headcount on [`CONFIG`] here. The variables are those that the file names, without those that a test
    /// does not care for.
    pub fn start(self, variables: &[(&str, &str)]) -> Headcount {
        match self {
            Self::Native => native(CONFIG, variables),
            // It was built around the file; the variables are its bindings.
            Self::Worker => Headcount::start(self, Files::new(CONFIG, variables)),
        }
    }

    /// The same on a configuration of the test's own.
    pub fn start_on(self, config: &str, variables: &[(&str, &str)]) -> Headcount {
        match self {
            Self::Native => native(config, variables),
            Self::Worker => bundle::worker(config, variables),
        }
    }
}

/// Starts the binary on a configuration of the test's own.
pub fn native(config: &str, variables: &[(&str, &str)]) -> Headcount {
    Headcount::start(Host::Native, Files::new(config, variables))
}

/// Starts the binary by way of a shell that first does something to itself, with more words after `serve`.
pub fn native_after(shell: &str, words: &[&str], config: &str, variables: &[(&str, &str)]) -> Headcount {
    let files = Files::new(config, variables);
    let words = words.iter().map(|word| (*word).to_owned()).collect();
    Headcount::start(Host::Native, Files { shell: Some(shell.to_owned()), words, ..files })
}

/// A running Headcount. It ends with its value.
#[derive(Debug)]
pub struct Headcount {
    // First, because it ends before its folder goes away.
    process: Option<Process>,
    host: Host,
    port: u16,
    files: Files,
}

impl Headcount {
    pub(crate) fn start(host: Host, files: Files) -> Self {
        let mut headcount = Self { process: None, host, port: free_port(), files };
        headcount.start_again();
        headcount
    }

    /// Kills it and starts it again: same address, same memory.
    pub fn restart(&mut self) {
        self.stop();
        self.start_again();
    }

    /// Kills it.
    pub fn stop(&mut self) {
        self.process = None;
    }

    /// Starts it after [`Self::stop`], and waits until it answers.
    pub fn start_again(&mut self) {
        let mut command = match self.host {
            Host::Native => self.files.serve(self.port),
            Host::Worker => self.files.wrangler_dev(self.port),
        };
        let mut process = Process::start(&mut command, &self.files.folder.at("log"));
        eventually("Headcount to answer", STARTS_WITHIN, || {
            assert!(!process.has_ended(), "Headcount ended: {}", process.log());
            match self.ask("GET", "/livez", &[]) {
                Ok(answer) if answer.status == 200 => Ok(()),
                other => Err(format!("{other:?}")),
            }
        });
        self.process = Some(process);
    }

    /// The same, by way of a shell that does something else to itself first.
    pub fn start_again_after(&mut self, shell: &str) {
        self.files.shell = Some(shell.to_owned());
        self.start_again();
    }

    /// The id of its process.
    ///
    /// # Panics
    /// If it was stopped.
    pub fn process_id(&self) -> u32 {
        self.process.as_ref().expect("it was stopped").id()
    }

    /// Its port on loopback.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Its address, with no slash at the end.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Its process.
    ///
    /// # Panics
    /// If it was stopped.
    pub fn process(&mut self) -> &mut Process {
        self.process.as_mut().expect("it was stopped")
    }

    /// Everything it has logged.
    pub fn log(&mut self) -> String {
        self.process().log()
    }

    /// Sends it a signal: `STOP`, `CONT`, `TERM`, `HUP`, `KILL`.
    pub fn signal(&mut self, name: &str) {
        self.process().signal(name);
    }

    /// Its files: the configuration, and the commands that are no server.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// Runs another command of the binary on the same configuration, to its end.
    pub fn run(&self, words: &[&str]) -> Ran {
        self.files.run(words)
    }

    /// Asks with any method and headers.
    ///
    /// # Errors
    /// If there was no whole answer.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> io::Result<Answer> {
        http::ask(method, self.port, path, headers)
    }

    /// Gets a path.
    ///
    /// # Panics
    /// If there was no whole answer.
    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[]).unwrap_or_else(|e| panic!("GET {path}: {e}"))
    }

    /// Gets a path as the operator.
    ///
    /// # Panics
    /// If there was no whole answer.
    pub fn get_as_operator(&self, path: &str) -> Answer {
        let bearer = format!("Bearer {TOKEN}");
        self.ask("GET", path, &[("Authorization", &bearer)]).unwrap_or_else(|e| panic!("GET {path}: {e}"))
    }

    /// Posts JSON as the operator.
    ///
    /// # Panics
    /// If there was no whole answer.
    pub fn post_as_operator(&self, path: &str, body: &Value) -> Answer {
        let bearer = format!("Bearer {TOKEN}");
        let answer = http::post(self.port, path, &[("Authorization", &bearer)], &body.to_string());
        answer.unwrap_or_else(|e| panic!("POST {path}: {e}"))
    }

    /// `/status.json`.
    pub fn status(&self) -> Value {
        self.get("/status.json").json()
    }

    /// Waits until `/status.json` is as told, and returns it. `what` finishes "waited for …".
    #[track_caller]
    pub fn shows(&self, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        eventually(what, SOON, || {
            let status = self.status();
            if is_so(&status) { Ok(status) } else { Err(status) }
        })
    }

    /// Waits until the next round is published, and returns `/status.json` then.
    #[track_caller]
    pub fn next_round(&self) -> Value {
        let before = self.status()["checked_at"].clone();
        self.shows("the next round", |status| status["checked_at"] != before)
    }

    /// Waits until a rendering shows something.
    #[track_caller]
    pub fn shows_at<L: Look>(&self, path: &str, what: &str, look: impl Fn(&Answer) -> L) -> L::Found {
        eventually(what, SOON, || look(&self.get(path)))
    }
}

/// A folder with a `headcount.toml` and an environment: what commands of the binary run on.
#[derive(Debug)]
pub struct Files {
    folder: Folder,
    variables: Vec<(String, String)>,
    /// What a shell does to itself before it becomes a server.
    shell: Option<String>,
    /// Words after those that every server gets.
    words: Vec<String>,
    /// The folder of a Worker of its own.
    pub(crate) worker: Option<PathBuf>,
}

impl Files {
    /// Writes a configuration into a new folder.
    pub fn new(config: &str, variables: &[(&str, &str)]) -> Self {
        let unset = [
            ("HEALTH_URL", NOBODY),
            ("REDIS_URL", "redis://127.0.0.1:9"),
            ("ALIVE_URL", NOBODY),
            ("HOOK_URL", NOBODY),
            ("HOOK_SECRET", "open-sesame-too"),
        ];
        let all =
            unset.iter().chain(&[("HEADCOUNT_TOKEN", TOKEN), ("HEADCOUNT_DRAIN", "1")]).chain(variables);
        let variables = all.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let files = Self { folder: Folder::new(), variables, shell: None, words: Vec::new(), worker: None };
        files.write(config);
        files
    }

    /// Writes the configuration anew.
    pub fn write(&self, config: &str) {
        fs::write(self.at("headcount.toml"), config).unwrap();
    }

    /// A path in the folder.
    pub fn at(&self, name: &str) -> PathBuf {
        self.folder.at(name)
    }

    /// Runs a command of the binary to its end, in the folder.
    pub fn run(&self, words: &[&str]) -> Ran {
        run(self.command().args(words))
    }

    /// The same where nobody reads what it prints on standard output.
    pub fn run_unread(&self, words: &[&str]) -> Ran {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        run(self.command().args(words).stdout(writer))
    }

    /// Starts a command of the binary, in the folder.
    pub fn start(&self, words: &[&str]) -> Process {
        Process::start(self.command().args(words), &self.at("command.log"))
    }

    fn serve(&self, port: u16) -> Command {
        let mut command = match &self.shell {
            None => self.command(),
            Some(shell) => {
                let mut command = self.prepared(Command::new("sh"));
                command.arg("-c").arg(format!("{shell}; exec \"$0\" \"$@\"")).arg(binary());
                command
            }
        };
        command.args(["serve", "--listen", &format!("127.0.0.1:{port}")]).args(&self.words);
        command
    }

    fn command(&self) -> Command {
        self.prepared(Command::new(binary()))
    }

    fn prepared(&self, mut command: Command) -> Command {
        command.current_dir(self.folder.path()).env_remove("HEADCOUNT_LISTEN");
        for (name, value) in &self.variables {
            command.env(name, value);
        }
        command
    }

    fn wrangler_dev(&self, port: u16) -> Command {
        let mut command = Command::new("node");
        command.arg(variable("HEADCOUNT_WRANGLER")).arg("dev");
        match &self.worker {
            Some(folder) => command.arg("stage.mjs").current_dir(folder),
            None => command.current_dir(bundle::built()),
        };
        command.args(["--ip", "127.0.0.1"]);
        command.args(["--port", &port.to_string(), "--inspector-port", &free_port().to_string()]);
        command.args(["--show-interactive-dev-session=false", "--persist-to"]).arg(self.at("state"));
        for (name, value) in &self.variables {
            command.args(["--var", &format!("{name}:{value}")]);
        }
        command.env("WRANGLER_SEND_METRICS", "false").env("WRANGLER_HIDE_BANNER", "true");
        command.env("CLOUDFLARE_CF_FETCH_ENABLED", "false");
        // Its own notes go away with the folder.
        command.env("HOME", self.folder.path()).env("XDG_CONFIG_HOME", self.at("config"));
        command
    }
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("{name} is not set; cargo xtask test sets it"))
}

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The binary that `cargo xtask test` has built; else it is built now.
fn binary() -> &'static PathBuf {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        if let Some(binary) = env::var_os("HEADCOUNT_BIN") {
            return binary.into();
        }
        let mut cargo = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
        let built = run(cargo.current_dir(root()).args(["build", "--package", "edge", "--bin", "headcount"]));
        assert_eq!(built.code, 0, "{}", built.err);
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
        target.join("debug/headcount")
    })
}
