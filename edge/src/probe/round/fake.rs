//! A world without network: hosts that answer, hang, refuse or lie, on a clock that tests move.

use crate::config::{
    Config, FormatOptions, HealthTarget, PageSettings, QueueSource, QueueTarget, RedisServer, ServiceTargets,
};
use crate::ports::{
    BodyEnd, Clock, Database, Dial, Endpoint, Http, HttpAnswer, HttpRequest, NoAnswer, NoRows, SqlRows,
    SqlServer, TlsSettings,
};
use crate::probe::health::Format;
use crate::probe::queue::testkit;
use crate::words::Language;
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
    /// The same with the second write (Redis).
    FallsSilentLater,
    /// Answers at once, with more connections than anybody reads (Redis).
    ListsTooMany,
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
            Does::Hangs | Does::FallsSilent | Does::FallsSilentLater | Does::ListsTooMany => {
                core::future::pending::<()>().await;
            }
            Does::HangsUp => return Err(NoAnswer::Reset),
            Does::Fails(e) => return Err(e),
        }
        let is_broker = request.url.path().starts_with("/api/queues/");
        let body = if is_broker { BROKER_QUEUE.as_bytes() } else { b"fine" };
        // Of such a host a cache answers, with what it has kept for a minute.
        let kept = request.url.host_str() == Some("cached");
        let headers = if kept { vec![("age".to_owned(), "60".to_owned())] } else { Vec::new() };
        let body = body.to_vec();
        Ok(HttpAnswer { status: 200, headers, body, end: BodyEnd::Whole, received_at: self.now() })
    }
}

/// What a broker says of any queue.
const BROKER_QUEUE: &str =
    r#"{"name":"q","state":"running","messages_ready":4,"messages_unacknowledged":1,"consumers":2}"#;

impl Database for World {
    async fn select(
        &self,
        server: &SqlServer,
        statements: &[String],
        limit: Duration,
    ) -> Result<Vec<Result<SqlRows, NoRows>>, NoRows> {
        let (does, _open) = self.asked(server.endpoint.host());
        match does {
            Does::Answers(after) => tokio::time::sleep(Duration::from_millis(after)).await,
            Does::Fails(e) => return Err(NoRows::NoAnswer(e)),
            Does::HangsUp => return Err(NoRows::NoAnswer(NoAnswer::Reset)),
            // Longer than it was allowed to.
            _ => tokio::time::sleep(2 * limit).await,
        }
        let row = ["default", "5", "2", "1", "8", "0", "37"].map(|cell| Some(cell.to_owned()));
        Ok(vec![Ok(vec![row.to_vec()]); statements.len()])
    }
}

impl Dial for World {
    type Stream = Stream;
    async fn dial(&self, endpoint: &Endpoint) -> Result<Stream, NoAnswer> {
        let (does, open) = self.asked(endpoint.host());
        let (ours, theirs) = duplex(1 << 20);
        match does {
            Does::Fails(e) => return Err(e),
            Does::HangsUp => drop(theirs),
            Does::Answers(after) => drop(tokio::spawn(serve(theirs, after, &[0], 20_000))),
            Does::FallsSilent => drop(tokio::spawn(serve(theirs, 0, &[2], 0))),
            Does::FallsSilentLater => drop(tokio::spawn(serve(theirs, 0, &[0, 2], 0))),
            Does::ListsTooMany => drop(tokio::spawn(serve(theirs, 0, &[0], 40_000))),
            Does::Hangs => drop(tokio::spawn(async move {
                let _theirs = theirs;
                core::future::pending::<()>().await;
            })),
        }
        Ok(Stream { inner: ours, open })
    }
}

/// A Redis in which database N has N beats and N messages waiting, and Sidekiq N queues but no process. It keeps so
/// many bytes of its answers to each write back, and has so many clients.
async fn serve(mut stream: DuplexStream, after: u64, kept_back: &'static [usize], clients: usize) {
    let mut request = vec![0; 1 << 16];
    let mut db = 0;
    for nth in 0.. {
        let Ok(n @ 1..) = stream.read(&mut request).await else { return };
        tokio::time::sleep(Duration::from_millis(after)).await;
        let text = String::from_utf8(request[..n].to_vec()).unwrap();
        let mut out = String::new();
        for command in text.split('*').skip(1) {
            let words: Vec<_> = command.lines().skip(2).step_by(2).collect();
            out.push_str(&answer(&words, &mut db, clients));
        }
        let end = out.len() - kept_back.get(nth).or(kept_back.last()).unwrap();
        stream.write_all(&out.as_bytes()[..end]).await.unwrap();
    }
}

fn answer(words: &[&str], db: &mut usize, clients: usize) -> String {
    match words {
        ["SELECT", chosen] => {
            *db = chosen.parse().unwrap();
            "+OK\r\n".to_owned()
        }
        ["TIME"] => format!("*2\r\n$10\r\n{}\r\n$1\r\n0\r\n", START.secs()),
        ["XINFO", ..] | ["SRANDMEMBER", "processes", _] => "*0\r\n".to_owned(),
        ["SRANDMEMBER", ..] => testkit::list(&["a", "b", "c", "d", "e"][..*db]),
        ["ZREVRANGE", ..] => {
            let beat = format!("$1\r\nw\r\n$10\r\n{}\r\n", START.secs());
            format!("*{}\r\n{}", *db * 2, beat.repeat(*db))
        }
        ["CLIENT", "LIST"] => testkit::bulk(&"id=1 name=bull:cQ== db=0 cmd=bzpopmin\n".repeat(clients)),
        _ => format!(":{db}\r\n"),
    }
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
        runbook: String::new(),
        reported_as: None,
        basis: Basis::Beat,
        window: 300 * second,
        scale_to_zero: None,
    };
    let plan = |s: &Service| ServicePlan {
        id: s.id.to_owned(),
        name: String::new(),
        impact: String::new(),
        runbook: String::new(),
        was: Vec::new(),
        source: None,
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
            awaited: Vec::new(),
        },
        push: None,
        ingest: Vec::new(),
        maintenance: Vec::new(),
        keep: crate::config::Retention::default(),
        alerts: shared::alert::Rules::default(),
        channels: Vec::new(),
        page: PageSettings {
            origin: String::new(),
            base: String::new(),
            time_zone: String::new(),
            lang: Language::english(),
            alive_url: None,
            probe_from: None,
            frame_ancestors: None,
            admin_token: None,
            runbooks: shared::map::Map::new(),
        },
        services: services.iter().map(targets).collect(),
    }
}

fn targets(service: &Service) -> ServiceTargets {
    ServiceTargets {
        health: service.health.map(health),
        liveness: service.liveness.map(health),
        queues: service
            .queues
            .iter()
            .map(|(host, db)| QueueSource::Redis(Box::new(queue(host, *db))))
            .collect(),
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
        tls: TlsSettings::default(),
        settings: Vec::new(),
        tenants: Vec::new(),
    }
}

fn queue(host: &str, db: u32) -> QueueTarget {
    QueueTarget {
        server: RedisServer::at(Endpoint::tcp(host, 6379)),
        db,
        recipe: testkit::target(SYMFONY, "heartbeat = \"beats\"\nfailed = \"\"").recipe,
        settings: Vec::new(),
        timeout: Duration::from_secs(2),
    }
}
