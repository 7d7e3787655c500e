//! What the edge needs from the world, as plain async-fn traits; each host implements them once.
//!
//! Not `Send`: a Worker's futures never are, and the native host makes its rounds on one thread.

use crate::config::secret::Secret;
use core::fmt;
use core::time::Duration;
use shared::time::Timestamp;
use tokio::io::{AsyncRead, AsyncWrite};

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

/// One POST, like [`Http`]'s GET. A trait of its own: probes have no way to send anything.
#[expect(async_fn_in_trait, reason = "used inside this crate only, by hosts whose futures are not Send")]
pub trait Post {
    /// Sends. Deadlines are the caller's.
    ///
    /// # Errors
    /// When there is no HTTP answer at all.
    async fn post(&self, request: &HttpRequest<'_>, body: &[u8]) -> Result<HttpAnswer, NoAnswer>;
}

/// Hands letters to a mail server.
#[expect(async_fn_in_trait, reason = "used inside this crate only, by hosts whose futures are not Send")]
pub trait Mail {
    /// Hands one over. Deadlines are the caller's.
    ///
    /// # Errors
    /// When the server did not take it.
    async fn mail(&self, letter: &Letter) -> Result<(), Undelivered>;
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

/// Asks the database of an application. Not [`Sql`], which is our own: nothing can be written here.
#[expect(async_fn_in_trait, reason = "used inside this crate only, by hosts whose futures are not Send")]
pub trait Database {
    /// Runs `SELECT` statements, one after the other, each in a transaction that cannot write, on one connection of
    /// their own. After `limit` nothing of it is left, neither here nor there.
    ///
    /// # Errors
    /// When there was no connection; a statement's own failure is in its place.
    async fn select(
        &self,
        server: &SqlServer,
        statements: &[String],
        limit: Duration,
    ) -> Result<Vec<Result<SqlRows, NoRows>>, NoRows>;
}

/// Rows of texts, whatever the columns' types; nothing is `NULL`.
pub type SqlRows = Vec<Vec<Option<String>>>;

/// Why there are no rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoRows {
    /// Nothing was heard.
    NoAnswer(NoAnswer),
    /// The server said no.
    Refused(SqlRefusal),
}

/// What a database server says when it refuses something. For the operator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SqlRefusal {
    /// PostgreSQL's SQLSTATE, or MySQL's number.
    pub code: String,
    /// Its words.
    pub words: String,
}

/// A database and who we are there. Queues with equal ones share a connection.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SqlServer {
    /// What it speaks.
    pub dialect: Dialect,
    /// Where.
    pub endpoint: Endpoint,
    /// User name.
    pub user: String,
    /// Password; absent: none is sent.
    pub password: Option<Secret>,
    /// The database's name.
    pub database: String,
}

/// What an SQL server speaks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Dialect {
    /// PostgreSQL.
    PostgreSql,
    /// MySQL, and MariaDB alike.
    MySql,
}

/// One SQLite database.
pub trait Sql {
    /// Runs one statement.
    ///
    /// # Errors
    /// When the database refuses; the live verdict must go on without it.
    fn run(&self, statement: &str, values: &[SqlValue]) -> Result<Vec<Vec<SqlValue>>, SqlError>;

    /// Does several things as one: if one of them fails, none has happened.
    ///
    /// # Errors
    /// Those of the work, and of the database.
    fn atomically<T, E: From<SqlError>>(&self, work: impl FnOnce(&Self) -> Result<T, E>) -> Result<T, E>
    where
        Self: Sized;
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

/// Why the database did not do it, in its own words, for the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SqlError {
    /// It is locked, full, read-only, gone, or does not understand.
    Refused(String),
    /// Its file is not a database, or not a whole one.
    Damaged(String),
}

impl fmt::Display for SqlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(e) | Self::Damaged(e) => f.write_str(e),
        }
    }
}

/// A GET to be made, or a POST but for its body.
#[derive(Debug)]
pub struct HttpRequest<'a> {
    /// Where to.
    pub url: &'a url::Url,
    /// The configured headers, beside the fixed ones.
    pub headers: &'a [(String, Secret)],
    /// What TLS goes by where the URL wants it; absent: the host's own name and the web's authorities.
    pub tls: Option<&'a TlsSettings>,
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

/// A letter of plain text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Letter {
    /// Who takes it.
    pub server: MailServer,
    /// `Name <address>` or an address.
    pub from: String,
    /// Addresses; at least one.
    pub to: Vec<String>,
    /// One line.
    pub subject: String,
    /// Its name, in angle brackets.
    pub id: String,
    /// The name of the letter that it answers.
    pub answers: Option<String>,
    /// Its date.
    pub at: Timestamp,
    /// The text.
    pub text: String,
}

/// A mail server and who we are there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailServer {
    /// Name or address.
    pub host: String,
    /// TCP port.
    pub port: u16,
    /// How the connection is kept private.
    pub privacy: MailPrivacy,
    /// User name; absent: nobody signs in.
    pub user: Option<String>,
    /// Password; absent: nobody signs in.
    pub password: Option<Secret>,
}

/// How a connection to a mail server is kept private.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MailPrivacy {
    /// TLS from the first byte.
    Tls,
    /// TLS after STARTTLS, or nothing is sent.
    StartTls,
    /// Not at all: for a relay on the same machine or network.
    Plain,
}

/// Why a letter was not taken. Texts are for the operator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undelivered {
    /// Not now, or not as long as something is set right.
    Later(String),
    /// Never.
    Refused(String),
}

/// Where to connect to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Endpoint {
    /// A port of a host.
    Tcp {
        /// Name or address; an IPv6 address without brackets.
        host: String,
        /// TCP port.
        port: u16,
        /// How TLS is spoken; absent: nothing is encrypted.
        tls: Option<Box<TlsSettings>>,
    },
    /// A socket in the file system, by its path. Native only.
    Socket(String),
}

impl Endpoint {
    /// A port where nothing is encrypted.
    pub fn tcp(host: impl Into<String>, port: u16) -> Self {
        Self::Tcp { host: host.into(), port, tls: None }
    }

    /// The host's name or address; for a socket its path.
    pub fn host(&self) -> &str {
        match self {
            Self::Tcp { host, .. } => host,
            Self::Socket(path) => path,
        }
    }
}

/// `host:port`, or a path. For the operator.
impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp { host, port, .. } if host.contains(':') => write!(f, "[{host}]:{port}"),
            Self::Tcp { host, port, .. } => write!(f, "{host}:{port}"),
            Self::Socket(path) => f.write_str(path),
        }
    }
}

/// What TLS goes by besides the host's own name and the web's authorities. Anything but the default is native only.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct TlsSettings {
    /// The authorities, instead of the web's: certificates in PEM.
    pub ca: Option<String>,
    /// The name to ask for and to find in the certificate, instead of the host's own.
    pub server_name: Option<String>,
    /// Who we are.
    pub client: Option<ClientCertificate>,
}

/// A certificate with which to introduce ourselves.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ClientCertificate {
    /// The certificate, and those between it and its authority, in PEM.
    pub chain: String,
    /// Its private key in PEM.
    pub key: Secret,
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
