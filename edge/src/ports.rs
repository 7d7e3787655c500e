//! What the edge needs from the world, as plain async-fn traits; each host implements them once.
//!
//! Not `Send`: a Worker's futures never are, and the native host makes its rounds on one thread.

use core::fmt;
use core::time::Duration;
use shared::time::Timestamp;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::config::secret::Secret;

/// Bodies beyond this are cut: a health document is a page of JSON (DESIGN 10).
pub const HEALTH_BODY_LIMIT: usize = 64 * 1024;

/// The host's clock.
#[expect(async_fn_in_trait, reason = "used inside this crate only, by hosts whose futures are not Send")]
pub trait Clock {
    /// The present time.
    fn now(&self) -> Timestamp;
    /// Waits.
    async fn sleep(&self, time: Duration);
}

/// One GET without redirects, cache, cookies or compression, on a fresh connection.
#[expect(async_fn_in_trait, reason = "used inside this crate only, by hosts whose futures are not Send")]
pub trait Http {
    /// Asks. Deadlines are the caller's.
    ///
    /// # Errors
    /// When there is no HTTP answer at all.
    async fn get(&self, request: &HttpRequest<'_>) -> Result<HttpAnswer, NoAnswer>;
}

/// Opens byte streams.
#[expect(async_fn_in_trait, reason = "used inside this crate only, by hosts whose futures are not Send")]
pub trait Dial {
    /// The stream.
    type Stream: AsyncRead + AsyncWrite + Unpin;
    /// Connects; with TLS where the endpoint says so. Deadlines are the caller's.
    ///
    /// # Errors
    /// When no connection came about.
    async fn dial(&self, endpoint: &Endpoint) -> Result<Self::Stream, NoAnswer>;
}

/// One SQLite database.
pub trait Sql {
    /// Runs one statement.
    ///
    /// # Errors
    /// When the database refuses; the live verdict must go on without it.
    fn run(&self, statement: &str, values: &[SqlValue]) -> Result<Vec<Vec<SqlValue>>, SqlError>;
}

/// A value in a row.
#[derive(Clone, PartialEq, Debug)]
pub enum SqlValue {
    /// An integer that fits 2^53, so that both hosts can carry it.
    Integer(i64),
    /// Text.
    Text(String),
    /// Nothing.
    Null,
}

/// Why the database did not do it: its own words, for the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SqlError(pub String);

impl fmt::Display for SqlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A GET to be made.
#[derive(Debug)]
pub struct HttpRequest<'a> {
    /// Where to.
    pub url: &'a url::Url,
    /// The configured headers, beside the fixed ones.
    pub headers: &'a [(String, Secret)],
}

/// What came back.
#[derive(Clone, PartialEq, Debug)]
pub struct HttpAnswer {
    /// The status code.
    pub status: u16,
    /// The headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body, at most `HEALTH_BODY_LIMIT` bytes of it.
    pub body: Vec<u8>,
    /// Whether the body is whole.
    pub end: BodyEnd,
    /// When the last byte came.
    pub received_at: Timestamp,
}

impl HttpAnswer {
    /// The first header of this (lower-case) name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }
}

/// How a body ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodyEnd {
    /// It is all there.
    Whole,
    /// It was longer than the limit and was cut.
    TooLarge,
    /// The connection ended before the body did.
    CutOff,
}

/// A host and port to connect to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Endpoint {
    /// Name or address; an IPv6 address without brackets.
    pub host: String,
    /// TCP port.
    pub port: u16,
    /// Whether to speak TLS.
    pub tls: bool,
}

/// Why nothing was heard. Texts are for the operator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoAnswer {
    /// The name does not resolve.
    Dns,
    /// The connection was refused.
    Refused,
    /// The connection was reset or closed before an answer.
    Reset,
    /// TLS failed.
    Tls(String),
    /// Nothing within this time.
    TimedOut(Duration),
    /// What came back is not the protocol.
    NotTheProtocol(String),
    /// Our own platform refused (a quota, a limit): our fault, not theirs.
    OurFault(String),
}

impl NoAnswer {
    /// Whether a second try within the same deadline makes sense.
    pub const fn is_worth_a_retry(&self) -> bool {
        matches!(self, Self::Refused | Self::Reset)
    }
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dns => f.write_str("the name does not resolve"),
            Self::Refused => f.write_str("connection refused"),
            Self::Reset => f.write_str("connection closed before an answer"),
            Self::Tls(e) => write!(f, "TLS: {e}"),
            Self::TimedOut(limit) => write!(f, "no answer within {} ms", limit.as_millis()),
            Self::NotTheProtocol(e) => write!(f, "not the protocol: {e}"),
            Self::OurFault(e) => write!(f, "our own limit: {e}"),
        }
    }
}

/// Headers of every health request, beside the configured ones. The `Accept` list is health-formats' 6.1.
pub static PROBE_HEADERS: &[(&str, &str)] = &[
    ("accept", "application/json, application/health+json;q=0.9, text/plain;q=0.5"),
    ("cache-control", "no-cache"),
    ("user-agent", concat!("Headcount/", env!("CARGO_PKG_VERSION"))),
];
