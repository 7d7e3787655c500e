//! A world without network: hosts that answer, hang, refuse or lie, on a clock that tests move.

use crate::config::{
    Config, FormatOptions, HealthTarget, PageSettings, QueueKeys, QueueTarget, RedisServer, ServiceTargets,
};
use crate::ports::{BodyEnd, Clock, Dial, Endpoint, Http, HttpAnswer, HttpRequest, NoAnswer};
use crate::probe::health::Format;
use crate::probe::queue::SYSTEMS;
use core::cell::{Cell, RefCell};
use core::pin::Pin;
use core::task::{Context, Poll};
use core::time::Duration;
use shared::plan::{Plan, QueuePlan, ServicePlan};
use shared::sample::{Basis, HealthReport};
use shared::state::Verdict;
use shared::time::Timestamp;
use std::rc::Rc;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, DuplexStream, ReadBuf, duplex};
use tokio::time::Instant;

const SYMFONY: &str = "symfony";

pub const START: Timestamp = Timestamp::from_secs(1_796_047_203);

/// What a host does when it is asked.
#[derive(Clone, Debug)]
pub enum Does {
    /// Answers after this many milliseconds.
    Answers(u64),
    /// Answers all but the last bytes, then nothing more (Redis).
    FallsSilent,
    /// Nothing, for ever.
    Hangs,
    /// Hangs up without a word (Redis).
    HangsUp,
    /// Does not come about.
    Fails(NoAnswer),
}

/// Hosts behave as the function says, by name and number of the attempt (from 1).
pub struct World {
    behave: fn(&str, usize) -> Does,
    began: Instant,
    pub seen: Rc<Seen>,
}

/// What was done to the world.
#[derive(Default)]
pub struct Seen {
    /// Every connection attempt, by host.
    pub attempts: RefCell<Vec<String>>,
    /// Writes on Redis connections.
    pub writes: Cell<usize>,
    open: Cell<usize>,
    /// The most connections that were open at once.
    pub most_open: Cell<usize>,
}

struct Open(Rc<Seen>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.open.set(self.0.open.get() - 1);
    }
}

impl World {
    pub fn new(behave: fn(&str, usize) -> Does) -> Self {
        Self { behave, began: Instant::now(), seen: Rc::default() }
    }

    fn asked(&self, host: &str) -> (Does, Open) {
        let mut attempts = self.seen.attempts.borrow_mut();
        attempts.push(host.to_owned());
        let open = self.seen.open.get() + 1;
        self.seen.open.set(open);
        self.seen.most_open.set(self.seen.most_open.get().max(open));
        let nth = attempts.iter().filter(|h| *h == host).count();
        ((self.behave)(host, nth), Open(Rc::clone(&self.seen)))
    }
}

impl Clock for World {
    fn now(&self) -> Timestamp {
        START + self.began.elapsed()
    }
    async fn sleep(&self, time: Duration) {
        tokio::time::sleep(time).await;
    }
}

impl Http for World {
    async fn get(&self, request: &HttpRequest<'_>) -> Result<HttpAnswer, NoAnswer> {
        let (does, _open) = self.asked(request.url.host_str().unwrap());
        match does {
            Does::Answers(after) => tokio::time::sleep(Duration::from_millis(after)).await,
            Does::Hangs | Does::FallsSilent => core::future::pending().await,
            Does::HangsUp => return Err(NoAnswer::Reset),
            Does::Fails(e) => return Err(e),
        }
        let (headers, body) = (Vec::new(), b"fine".to_vec());
        Ok(HttpAnswer { status: 200, headers, body, end: BodyEnd::Whole, received_at: self.now() })
    }
}

impl Dial for World {
    type Stream = Stream;
    async fn dial(&self, endpoint: &Endpoint) -> Result<Stream, NoAnswer> {
        let (does, open) = self.asked(&endpoint.host);
        let (ours, theirs) = duplex(1 << 20);
        match does {
            Does::Fails(e) => return Err(e),
            Does::HangsUp => drop(theirs),
            Does::Answers(after) => drop(tokio::spawn(serve(theirs, after, 0))),
            Does::FallsSilent => drop(tokio::spawn(serve(theirs, 0, 2))),
            Does::Hangs => drop(tokio::spawn(async move {
                let _theirs = theirs;
                core::future::pending::<()>().await;
            })),
        }
        Ok(Stream { inner: ours, open })
    }
}

/// A Redis in which database N has N beats and N messages waiting.
async fn serve(mut stream: DuplexStream, after: u64, kept_back: usize) {
    let mut request = vec![0; 1 << 16];
    let n = stream.read(&mut request).await.unwrap();
    tokio::time::sleep(Duration::from_millis(after)).await;
    let text = String::from_utf8(request[..n].to_vec()).unwrap();
    let (mut db, mut out) = (0, String::new());
    for command in text.split('*').skip(1) {
        let words: Vec<_> = command.lines().skip(2).step_by(2).collect();
        let reply = match words[0] {
            "SELECT" => {
                db = words[1].parse().unwrap();
                "+OK\r\n".to_owned()
            }
            "TIME" => format!("*2\r\n$10\r\n{}\r\n$1\r\n0\r\n", START.secs()),
            "XINFO" => "*0\r\n".to_owned(),
            "ZREVRANGE" => {
                let beat = format!("$1\r\nw\r\n$10\r\n{}\r\n", START.secs());
                format!("*{}\r\n{}", db * 2, beat.repeat(db))
            }
            _ => format!(":{db}\r\n"),
        };
        out.push_str(&reply);
    }
    stream.write_all(&out.as_bytes()[..out.len() - kept_back]).await.unwrap();
    let _ = stream.read(&mut request).await; // until the other side hangs up
}

pub struct Stream {
    inner: DuplexStream,
    open: Open,
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(cx, buf)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        let writes = &self.open.0.writes;
        writes.set(writes.get() + 1);
        Pin::new(&mut self.inner).poll_write(cx, buf)
    }
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }
    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}

/// One service of a test: its health and liveness hosts, and queues as (Redis host, database).
#[derive(Clone, Default)]
pub struct Service {
    pub id: &'static str,
    pub health: Option<&'static str>,
    pub liveness: Option<&'static str>,
    pub queues: Vec<(&'static str, u32)>,
}

/// Health is given a second, Redis two.
pub fn config(services: &[Service]) -> Config {
    let second = Duration::from_secs(1);
    let queue_plan = |nth: usize| QueuePlan {
        id: format!("queue-{nth}"),
        name: String::new(),
        system: SYMFONY.to_owned(),
        impact: String::new(),
        reported_as: None,
        basis: Basis::Beat,
        window: 300 * second,
    };
    let plan = |s: &Service| ServicePlan {
        id: s.id.to_owned(),
        name: String::new(),
        impact: String::new(),
        runbook: String::new(),
        was: Vec::new(),
        health: None,
        has_liveness: s.liveness.is_some(),
        queues: (0..s.queues.len()).map(queue_plan).collect(),
    };
    Config {
        plan: Plan {
            title: String::new(),
            every: 15 * second,
            expires_after: 60 * second,
            confirm: 2,
            drain_max: 300 * second,
            poll: 30 * second,
            services: services.iter().map(plan).collect(),
        },
        page: PageSettings {
            origin: String::new(),
            base: String::new(),
            time_zone: String::new(),
            lang: String::new(),
            alive_url: None,
            probe_from: None,
            frame_ancestors: None,
            admin_token: None,
        },
        services: services.iter().map(targets).collect(),
    }
}

fn targets(service: &Service) -> ServiceTargets {
    ServiceTargets {
        health: service.health.map(health),
        liveness: service.liveness.map(health),
        queues: service.queues.iter().map(|(host, db)| queue(host, *db)).collect(),
    }
}

fn health(host: &str) -> HealthTarget {
    static FINE: Format = Format { name: "fine", read: |_, _| HealthReport::said(Verdict::Operational) };
    HealthTarget {
        url: url::Url::parse(&format!("https://{host}/health")).unwrap(),
        format: &FINE,
        options: FormatOptions { word: String::new(), max_age: Duration::ZERO },
        timeout: Duration::from_secs(1),
        headers: Vec::new(),
    }
}

fn queue(host: &str, db: u32) -> QueueTarget {
    QueueTarget {
        server: RedisServer {
            endpoint: Endpoint { host: host.to_owned(), port: 6379, tls: false },
            user: None,
            password: None,
        },
        db,
        system: SYSTEMS.iter().find(|s| s.name == SYMFONY).unwrap(),
        keys: QueueKeys {
            heartbeat: Some("beats".to_owned()),
            window: Duration::from_mins(5),
            streams: vec!["messages".to_owned()],
            group: "symfony".to_owned(),
            failed: None,
            delete_after_ack: true,
        },
        timeout: Duration::from_secs(2),
    }
}
