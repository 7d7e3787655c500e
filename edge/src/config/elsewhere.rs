//! Reads `[[service.queue]]` where messages are not in a Redis: in a broker (`broker`) or in a database (`database`).
//!
//! Who is alive may still be in one: `heartbeat` in the Redis of `heartbeat_url`.

use super::check::{self, Rounds};
use super::connection::{self, BESIDE, ConnectionFault};
use super::fault::Fault;
use super::http::host;
use super::reader::{Reader, Table};
use super::{Form, HostKind, QueueTarget, Setting, broker, database, queue, tls};
use crate::ports::Endpoint;
use crate::probe::doctrine::{self, Transport};
use crate::probe::queue::recipe::Recipe;
use crate::probe::rabbitmq::{self, Broker};
use core::fmt;
use core::time::Duration;
use shared::sample::Basis;

/// Where one queue is read.
#[derive(Clone, Debug)]
pub enum QueueSource {
    /// All of it in a Redis.
    Redis(Box<QueueTarget>),
    /// Its messages somewhere else.
    Other(Box<OtherTarget>),
}

impl QueueSource {
    /// What is read of it in a Redis, if anything is.
    pub fn redis(&self) -> Option<&QueueTarget> {
        match self {
            Self::Redis(target) => Some(target),
            Self::Other(target) => target.heartbeat.as_ref(),
        }
    }

    /// The same, taken out.
    pub fn into_redis(self) -> Option<QueueTarget> {
        match self {
            Self::Redis(target) => Some(*target),
            Self::Other(target) => target.heartbeat,
        }
    }

    /// Where else its messages are, if they are.
    pub fn other(&self) -> Option<&OtherTarget> {
        match self {
            Self::Redis(_) => None,
            Self::Other(target) => Some(target),
        }
    }

    /// How long asking may take.
    pub fn timeout(&self) -> Duration {
        match self {
            Self::Redis(target) => target.timeout,
            Self::Other(target) => target.timeout,
        }
    }
}

/// A queue whose messages are not in a Redis.
#[derive(Clone, Debug)]
pub struct OtherTarget {
    /// Where they are.
    pub store: Store,
    /// The address as it was written, but for who we are.
    pub shown: String,
    /// Who is alive, where workers sign in to a sorted set.
    pub heartbeat: Option<QueueTarget>,
    /// What the system was told, by key, for `config check`.
    pub settings: Vec<(&'static str, Setting)>,
    /// Connecting, asking and a retry together.
    pub timeout: Duration,
}

impl OtherTarget {
    /// The host that is asked for messages, without port.
    pub fn host(&self) -> String {
        match &self.store {
            Store::Broker(broker) => host(&broker.base),
            Store::Table(transport) => transport.server.endpoint.host().to_owned(),
        }
    }
}

/// Where messages are, if not in a Redis.
#[derive(Clone, Debug)]
pub enum Store {
    /// A RabbitMQ.
    Broker(Broker),
    /// A table of a database.
    Table(Transport),
}

/// Their systems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Broker,
    Table,
}

impl Kind {
    pub(super) fn named(system: &str) -> Option<Self> {
        match system {
            rabbitmq::NAME => Some(Self::Broker),
            doctrine::NAME => Some(Self::Table),
            _ => None,
        }
    }
}

/// What can be wrong with a queue elsewhere, beside what can be wrong everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ElsewhereFault {
    /// SQL on a Worker.
    NoSqlOnWorker,
    /// SQL in a binary without it.
    NotBuiltIn,
    /// Not the address of a management API.
    NotABroker,
    /// The address of the broker itself.
    Amqp,
    /// User and password twice.
    TwoLogins,
    /// Not the address of a database.
    NotADatabase,
    /// A Messenger DSN, which names a connection of the application's.
    NamesAConnection,
    /// A database's address without a part of it.
    Lacks(&'static str),
    /// Not a table's name.
    NotATable,
    /// A client certificate for a server that is not asked for one.
    NoClientCertificate,
    /// TLS settings without TLS.
    NeedsTls,
}

impl fmt::Display for ElsewhereFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoSqlOnWorker => {
                "is in an SQL database, which a Worker cannot ask; run the native binary beside that database and let it \
                 push to this Worker (docs/push.md)"
            }
            Self::NotBuiltIn => {
                "needs SQL, which this binary was built without; build it with the feature \"doctrine\", which is on \
                 unless --no-default-features leaves it out"
            }
            Self::NotABroker => {
                "is not the address of RabbitMQ's management API; write \
                 https://user:password@rabbit.example.com:15671/vhost"
            }
            Self::Amqp => {
                "is where messages go; write the address of the management API, which has a port of its own: \
                 http://user:password@host:15672/vhost"
            }
            Self::TwoLogins => "has a user, and so has headers.authorization; keep one of them",
            Self::NotADatabase => {
                "is not the address of a database; write postgresql://user:password@host:5432/database, or mysql:// for \
                 MySQL and MariaDB, with %40 for an @ in user and password"
            }
            Self::NamesAConnection => {
                "names a connection of the application; write the address of that database: \"${DATABASE_URL}\""
            }
            Self::Lacks(part) => {
                return write!(f, "has no {part}; write postgresql://user:password@host:5432/database");
            }
            Self::NotATable => "is not a table's name; write letters, digits and _, and a schema before a dot if need be",
            Self::NoClientCertificate => "is for PostgreSQL only; leave it out",
            Self::NeedsTls => "has no effect without TLS; write tls = true too, or leave this out",
        })
    }
}

/// What came of one queue.
pub(super) struct Read {
    pub(super) target: OtherTarget,
    pub(super) basis: Basis,
    pub(super) window: Duration,
    pub(super) scale_to_zero: Option<Duration>,
}

/// Reads what belongs to the queue's system; the end of the table. `None` only if something was noted.
pub(super) fn read(reader: &Reader<'_>, mut table: Table<'_>, rounds: &Rounds, kind: Kind) -> Option<Read> {
    if kind == Kind::Table {
        let fault = match reader.host {
            HostKind::Worker => Some(ElsewhereFault::NoSqlOnWorker),
            HostKind::Native => (!cfg!(feature = "doctrine")).then_some(ElsewhereFault::NotBuiltIn),
        };
        if let Some(fault) = fault {
            reader.fault(&table.place_of("system"), Fault::Elsewhere(fault));
        }
    }
    let example = match kind {
        Kind::Broker => "url = \"${RABBITMQ_URL}\"",
        Kind::Table => "url = \"${DATABASE_URL}\"",
    };
    let url = table.required("url", example);
    let timeout = check::timeout(reader, &mut table, rounds);
    let tls = match kind {
        Kind::Broker => tls::beside_url(reader, &mut table, url.as_ref(), "that RabbitMQ"),
        Kind::Table => tls::read(reader, &mut table, "that database"),
    };
    let mut form = Form::new(reader, table, None, false);
    let heartbeat = heartbeat(reader, &mut form, timeout);
    let read = match kind {
        Kind::Broker => broker::read(reader, &mut form, url, tls),
        Kind::Table => database::read(reader, &mut form, url, tls),
    };
    let (basis, window) = match (&heartbeat, &read) {
        (Some(target), _) => target.recipe.basis(),
        (None, Some((Store::Broker(broker), _))) => broker.basis(),
        (None, Some((Store::Table(_), _)) | None) => (Basis::None, Duration::ZERO),
    };
    let scale_to_zero = queue::scale_to_zero(&mut form, window);
    let settings = form.finish();
    let (store, shown) = read?;
    let target = OtherTarget { store, shown, heartbeat, settings, timeout };
    Some(Read { target, basis, window, scale_to_zero })
}

/// Lets every key be known, where it is not known which system it is.
pub(super) fn know(form: &mut Form<'_>) {
    form.optional_text("heartbeat_url");
    broker::settings(form);
    database::settings(form);
}

/// The sorted set that workers sign in to, in a Redis of its own.
fn heartbeat(reader: &Reader<'_>, form: &mut Form<'_>, timeout: Duration) -> Option<QueueTarget> {
    let url = form.optional_text("heartbeat_url");
    let set = queue::heartbeat(form);
    if url.is_some() {
        form.needs_heartbeat();
    }
    if set.is_some() {
        form.require("heartbeat_url", "heartbeat_url = \"${REDIS_URL}\"");
    }
    let (url, set) = url.zip(set)?;
    let place = connection::server(url.value.trim());
    let place = place.map_err(|fault| reader.fault(&url.place, Fault::Dsn(fault.without_values()))).ok()?;
    if reader.host == HostKind::Worker && matches!(place.server.endpoint, Endpoint::Socket(_)) {
        reader.fault(&url.place, Fault::Connection(ConnectionFault::NativeOnly(BESIDE)));
    }
    Some(QueueTarget {
        server: place.server,
        db: place.db,
        recipe: Recipe { heartbeat: Some(set), ..Recipe::default() },
        settings: Vec::new(),
        timeout,
    })
}

#[cfg(test)]
#[path = "elsewhere_tests.rs"]
mod tests;
