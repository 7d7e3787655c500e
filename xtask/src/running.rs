//! Programs that run while something is measured: Headcount itself, and the Redis it reads. Each ends with the value
//! that stands for it. What is measured is not here.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crate::app;
use crate::http;
use crate::run::{Outcome, at};
use crate::tree::Tree;

/// A page of the size that budgets are for: 8 dependencies and 2 queues, all of them known.
const CONFIG: &str = "tests/size.toml";

/// nginx and Redis take a blink, wrangler some ten seconds on two busy cores.
const STARTS_WITHIN: Duration = Duration::from_secs(90);

/// Between two looks at whether something is so by now.
const PAUSE: Duration = Duration::from_millis(100);

/// A program that is killed when its value goes away.
pub struct Program {
    child: Child,
    what: &'static str,
}

impl Program {
    /// Starts it, with no input.
    pub fn start(command: &mut Command, what: &'static str) -> Outcome<Self> {
        let child = command.stdin(Stdio::null()).spawn().map_err(|error| format!("{what}: {error}"))?;
        Ok(Self { child, what })
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until `look` gives something. `until` finishes "… did not …".
    pub fn wait<T>(&mut self, until: &str, mut look: impl FnMut() -> Option<T>) -> Outcome<T> {
        let start = Instant::now();
        while start.elapsed() < STARTS_WITHIN {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Err(format!("{} ended with {status}", self.what).into());
            }
            if let Some(found) = look() {
                return Ok(found);
            }
            thread::sleep(PAUSE);
        }
        Err(format!("{} did not {until} within {} s", self.what, STARTS_WITHIN.as_secs()).into())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A running `headcount serve` that remembers nothing.
pub struct Headcount {
    pub program: Program,
    pub address: SocketAddr,
}

impl Headcount {
    /// Starts it on a configuration and waits until its first round is over.
    pub fn start(tree: &Tree, config: &Path, variables: &[(&str, String)]) -> Outcome<Self> {
        let address = free_address()?;
        let mut command = tree.command(tree.binary());
        command.arg("serve").arg("--config").arg(config);
        command.args(["--data", ":memory:", "--listen", &address.to_string()]);
        command.envs(variables.iter().map(|(name, value)| (*name, value.as_str()))).stderr(Stdio::null());
        let mut program = Program::start(&mut command, "headcount serve")?;
        program.wait("end its first round", || has_made_a_round(address).then_some(()))?;
        Ok(Self { program, address })
    }
}

/// Whether a page shows what a round has brought: `checked_at` is null before the first one.
pub fn has_made_a_round(address: SocketAddr) -> bool {
    let board = http::get(address, "/status.json", "identity");
    board.is_ok_and(|answer| String::from_utf8_lossy(&answer.body).contains("\"checked_at\":\""))
}

/// What the page of the budgets watches: an application, and a Redis with two queues that workers have signed in to.
pub struct Sample {
    _redis: Program,
    _folder: Folder,
    /// The variables that the configurations of `tests/` name.
    pub variables: Vec<(&'static str, String)>,
}

impl Sample {
    /// Starts both.
    pub fn start(tree: &Tree) -> Outcome<Self> {
        let folder = Folder::new("redis")?;
        let address = free_address()?;
        let mut command = tree.command("redis-server");
        command.args(["--bind", "127.0.0.1", "--port", &address.port().to_string(), "--save", ""]);
        command
            .args(["--appendonly", "no", "--daemonize", "no", "--dir"])
            .arg(&folder.0)
            .stdout(Stdio::null());
        let mut redis = Program::start(&mut command, "redis-server")?;
        redis.wait("take commands", || fill(address).ok())?;
        let ports = app::start(app::EIGHT_DEPENDENCIES, Duration::ZERO, 1)?;
        let health = ports.first().ok_or("the application has no port")?;
        let variables = vec![
            ("HEALTH_URL", format!("http://{health}/health")),
            ("REDIS_URL", format!("redis://{address}")),
            ("ALIVE_URL", format!("http://{health}/alive")),
            ("HEADCOUNT_TOKEN", "open-sesame-and-close".to_owned()),
            ("HOOK_URL", format!("http://{health}/hook")),
            ("HOOK_SECRET", "open-sesame-too".to_owned()),
        ];
        Ok(Self { _redis: redis, _folder: folder, variables })
    }

    /// Headcount on the page of the budgets.
    pub fn serve(&self, tree: &Tree) -> Outcome<Headcount> {
        Headcount::start(tree, &tree.at(CONFIG), &self.variables)
    }
}

/// Two workers have just signed in; messages wait, and one has failed for good.
fn fill(redis: SocketAddr) -> std::io::Result<()> {
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs();
    let mut stream = TcpStream::connect(redis)?;
    let mut commands = Vec::new();
    for key in ["jobs", "mails"] {
        commands.push(format!("ZADD workers.{key} {now} worker-1 {now} worker-2"));
        commands.push(format!("XGROUP CREATE {key} symfony 0 MKSTREAM"));
        commands.extend((0..12).map(|number| format!("XADD {key} * message {number}")));
        commands.push(format!("ZADD {key}__queue {}000 later", now + 3600));
        commands.push(format!("XADD {key}.failed * message lost"));
    }
    stream.write_all(format!("{}\r\n", commands.join("\r\n")).as_bytes())?;
    let mut replies = BufReader::new(stream).lines();
    for command in commands {
        let reply = replies.next().unwrap_or_else(|| Ok("-nothing".to_owned()))?;
        if reply.starts_with('-') {
            return Err(std::io::Error::other(format!("{command}: {reply}")));
        }
        if reply.starts_with('$') {
            replies.next();
        }
    }
    Ok(())
}

/// A folder for the time of a measurement.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A new one; the name tells those of one process apart.
    pub fn new(name: &str) -> Outcome<Self> {
        let path = std::env::temp_dir().join(format!("headcount-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).map_err(at(&path))?;
        Ok(Self(path))
    }

    /// Writes a file into it.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> Outcome<PathBuf> {
        let path = self.0.join(name);
        fs::write(&path, content).map_err(at(&path))?;
        Ok(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left over is in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// An address on loopback that nobody listens on.
pub fn free_address() -> Outcome<SocketAddr> {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr());
    free.map_err(|error| format!("no free port: {error}").into())
}
