//! Against a real `redis-server`: what the commands really give.
//!
//! The server listens on a socket in a folder of its own, and keeps nothing.

use super::read::{self, Desk, Heard};
use super::recipe::{ClientName, Clients, Recipe, Source};
use super::testkit::{exactly, target};
use crate::config::secret::Secret;
use crate::config::{QueueTarget, RedisServer};
use crate::ports::Endpoint;
use crate::probe::redis::exchange::Exchange;
use crate::probe::redis::reply::Missing;
use core::time::Duration;
use shared::reading::{Reading, Why};
use shared::sample::{QueueSample, Workers};
use shared::time::Timestamp;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Instant, SystemTime};

/// A server that ends with the test.
pub(super) struct Server {
    child: Child,
    folder: PathBuf,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Server {
    /// Starts one; `name` is this test's own.
    pub(super) fn start(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("headcount-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let child = std::process::Command::new("redis-server")
            .args(["--port", "0", "--save", "", "--appendonly", "no", "--unixsocket"])
            .arg(folder.join("redis.sock"))
            .current_dir(&folder)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let server = Self { child, folder };
        let began = Instant::now();
        while UnixStream::connect(server.socket()).is_err() {
            assert!(began.elapsed() < Duration::from_secs(20), "redis-server did not start");
            std::thread::yield_now();
        }
        server
    }

    fn socket(&self) -> PathBuf {
        self.folder.join("redis.sock")
    }

    /// A connection to it.
    pub(super) fn connect(&self) -> UnixStream {
        let stream = UnixStream::connect(self.socket()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// Says these lines, each a command that must not fail.
    pub(super) fn say(&self, lines: &str) {
        let mut stream = self.connect();
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            stream.write_all(format!("{line}\r\n").as_bytes()).unwrap();
            let mut reply = [0; 4096];
            let n = stream.read(&mut reply).unwrap();
            assert!(n > 0 && reply[0] != b'-', "{line}: {}", String::from_utf8_lossy(&reply[..n]));
        }
    }

    /// Reads a queue on one connection, in as many writes as it takes.
    pub(super) fn read(&self, target: &QueueTarget, user: Option<&str>) -> (QueueSample, usize) {
        let server = RedisServer {
            user: user.map(str::to_owned),
            password: user.map(|_| Secret::new("pw")),
            ..RedisServer::at(Endpoint::tcp("redis", 6379))
        };
        let mut stream = self.connect();
        let asked_at = now();
        let mut desk = Desk::new(asked_at);
        let mut writes = 0;
        let mut left = None;
        for hold_back in [read::follows_up(&target.recipe, 0), false] {
            read::read(&target.recipe, &mut desk.talk(0));
            let batch = desk.batch(hold_back);
            if batch.is_empty() {
                break;
            }
            let mut exchange = match &left {
                None => Exchange::new(&server, &batch.asks),
                Some(left) => Exchange::follow_up(left, &batch.asks),
            };
            stream.write_all(exchange.request()).unwrap();
            writes += 1;
            let mut chunk = [0; 4096];
            let mut cut = Missing::new(Why::NotAsked, "");
            while !exchange.is_complete() {
                let n = stream.read(&mut chunk).unwrap();
                if let Err(missing) = exchange.receive(&chunk[..n]) {
                    cut = missing;
                    break;
                }
            }
            let answers = exchange.finish(&cut);
            desk.take(batch, answers.each);
            if left.is_none() {
                let within = Duration::from_secs(1);
                desk.hear(Heard { time: answers.time, asked_at, within });
            }
            left = Some(answers.left);
        }
        (read::read(&target.recipe, &mut desk.talk(0)), writes)
    }
}

pub(super) fn now() -> Timestamp {
    Timestamp::from_millis(0) + SystemTime::UNIX_EPOCH.elapsed().unwrap()
}

/// Sidekiq with one of two processes killed long ago, and what it left.
fn fill_like_sidekiq(server: &Server) {
    let now = now().secs();
    server.say(&format!(
        "SADD processes web1:10:aabb web2:11:ccdd\n\
         HSET web1:10:aabb info {{}} beat {now}.5 quiet false busy 1 concurrency 5\n\
         SADD queues default mail\n\
         LPUSH queue:default 1 2 3 4 5\n\
         LPUSH queue:mail 1 2\n\
         ZADD dead 1 a\n\
         ZADD retry 5 a\n\
         ZADD schedule {} b",
        now + 3600
    ));
}

#[test]
fn a_real_server_gives_the_true_numbers_in_two_writes() {
    let server = Server::start("numbers");
    fill_like_sidekiq(&server);
    let (sample, writes) = server.read(&target("sidekiq", ""), None);
    assert_eq!((sample.workers, writes), (exactly(1), 2));
    let numbers = sample.numbers;
    assert_eq!((numbers.queue_depth, numbers.failed_depth), (Reading::redis(7), Reading::redis(1)));
    assert_eq!((numbers.delayed, numbers.overdue), (Reading::redis(2), Reading::redis(1)));
    assert_eq!((numbers.in_flight, sample.parts.len()), (Reading::redis(1), 2));
    assert!(sample.flags.is_empty(), "{:?}", sample.flags);

    server.say("FLUSHALL\nXGROUP CREATE jobs crew 0 MKSTREAM\nXADD jobs * a b\nXADD jobs * a b");
    let streams = target("streams", "stream = \"jobs\"\ngroup = \"crew\"\ndelete_after_ack = true");
    let (sample, writes) = server.read(&streams, None);
    assert_eq!((sample.workers, writes), (Workers::NotMeasured, 1), "nobody has polled");
    assert_eq!(
        (sample.numbers.queue_depth, sample.numbers.in_flight),
        (Reading::redis(2), Reading::redis(0))
    );
}

#[test]
fn connections_are_counted_while_they_are_open() {
    let server = Server::start("clients");
    let target = QueueTarget {
        recipe: Recipe {
            workers: vec![Source::Clients(Clients {
                names: vec![ClientName::StartsWith("bull:cQ==".to_owned())],
                commands: &["brpop"],
                same_db: true,
                ..Clients::default()
            })],
            ..Recipe::default()
        },
        ..target("sidekiq", "")
    };
    let alive = || server.read(&target, None).0.workers;
    assert_eq!(alive(), exactly(0));
    let worker = |name: &str| {
        let mut stream = server.connect();
        stream.write_all(format!("CLIENT SETNAME {name}\r\nBRPOP jobs 0\r\n").as_bytes()).unwrap();
        stream.read_exact(&mut [0; 5]).unwrap();
        stream
    };
    let (first, _other) = (worker("bull:cQ==:w:one"), worker("somebody:else"));
    // The name is answered before the server has looked at the next command.
    let began = Instant::now();
    while alive() != exactly(1) {
        assert!(began.elapsed() < Duration::from_secs(5), "{:?}", alive());
    }
    drop(first);
    while alive() != exactly(0) {
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", alive());
    }
}
