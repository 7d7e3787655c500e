//! The keys of `[[service.queue]]` that say how its Redis is reached: what the hosts of the address are: servers, nodes
//! of a cluster, or sentinels; and who we are there.
//!
//! Not the address itself (`dsn`), nor whose certificate counts (`tls`), and not connecting. What only the native binary
//! can do is a mistake on a Worker.

use super::dsn::{self, Address, Host, Role, Target};
use super::dsn_fault::DsnFault;
use super::fault::Fault;
use super::reader::{Reader, Table};
use super::secret::{HIDDEN, Secret};
use super::{HostKind, RedisServer, Sentinel, Setting, Way, tls};
use crate::ports::{Endpoint, TlsSettings};
use core::fmt;

const PORT: u16 = 6379;
const SENTINEL_PORT: u16 = 26379;

/// How the native binary's place is told.
pub(super) const BESIDE: &str = "that Redis";

/// What can be wrong with a connection, beside what can be wrong everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConnectionFault {
    /// Something that no Worker can do; beside what the native binary would be.
    NativeOnly(&'static str),
    /// TLS settings without TLS; how an address with it begins.
    NeedsTls(&'static str),
    /// Not what it should be in PEM; the word with its article.
    NotPem(&'static str),
    /// A key with a passphrase.
    EncryptedKey,
    /// Not a host's name.
    NotAName,
    /// More than one server behind a socket.
    BehindSocket,
    /// Sentinels of a cluster.
    SentinelsOfCluster,
    /// Something for sentinels where there are none.
    NeedsSentinels,
    /// A database's number in a cluster.
    DatabaseInCluster,
}

impl fmt::Display for ConnectionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NativeOnly(beside) => {
                return write!(
                    f,
                    "is beyond what a Worker can do; run the native binary beside {beside} and let it push to this \
                     Worker (docs/push.md), or leave this out"
                );
            }
            Self::NeedsTls(scheme) => {
                return write!(f, "has no effect without TLS; write {scheme} in url, or leave this out");
            }
            Self::NotPem(what) => {
                return write!(f, "is not {what} in PEM; write the path of one, or ${{file:/path}}");
            }
            Self::EncryptedKey => {
                "has a passphrase, which nobody could type in; make one without: openssl pkey -in key.pem -out plain.pem"
            }
            Self::NotAName => "is not a host's name; write for example \"redis.example.com\"",
            Self::BehindSocket => "has no effect with a socket, behind which there is one server; leave it out",
            Self::SentinelsOfCluster => "is beside sentinel_master, and a cluster has no sentinels; keep one of them",
            Self::NeedsSentinels => "is for sentinels; write sentinel_master too, or leave this out",
            Self::DatabaseInCluster => "is a database's number, and a cluster has only database 0; leave it out",
        })
    }
}

/// What an address alone leads to.
#[derive(Clone, Debug)]
pub struct Place {
    /// The server.
    pub server: RedisServer,
    /// The database.
    pub db: u32,
    /// The stream, which only a Messenger DSN names.
    pub stream: Option<String>,
}

/// Reads an address with nothing beside it: a Redis URL or, with anything but a database for a path, a Messenger DSN.
///
/// # Errors
/// What is wrong with it.
pub fn server(text: &str) -> Result<Place, DsnFault> {
    let Address { target, user, password, db, stream, .. } = match dsn::redis_url(text) {
        Err(DsnFault::BadDatabase | DsnFault::NoOptions | DsnFault::UnixSocket) => {
            dsn::messenger(text, false)?
        }
        other => other?,
    };
    let (endpoint, way) = match target {
        Target::Socket(path) => (Endpoint::Socket(path), Way::Direct),
        Target::Hosts { all, tls, role } => {
            let tls = tls.then(TlsSettings::default);
            let are_sentinels = role != Role::Servers;
            let (endpoint, others) = endpoints(&all, tls.as_ref(), are_sentinels).ok_or(DsnFault::NoHost)?;
            let way = match role {
                Role::Servers if others.is_empty() => Way::Direct,
                Role::Servers => Way::Cluster { others },
                Role::Sentinels(None) => return Err(DsnFault::NoMaster),
                Role::Sentinels(Some(master)) => {
                    Way::Sentinel(Sentinel { master, others, user: None, password: None })
                }
            };
            (endpoint, way)
        }
    };
    let server = RedisServer { endpoint, user, password, way };
    Ok(Place { server, db: db.unwrap_or(0), stream })
}

/// Reads the keys beside `url`. Gives the server, and what is in force for `config check` to print; `None` only if
/// something was noted.
pub(super) fn read(
    reader: &Reader<'_>,
    table: &mut Table<'_>,
    address: Option<&Address>,
    db: Option<u32>,
) -> Option<(RedisServer, Vec<(&'static str, Setting)>)> {
    let (tls, mut in_force) = tls::read(reader, table, BESIDE);
    let cluster = table.boolean("cluster").unwrap_or(false);
    let master = table.text("sentinel_master");
    let (user, password) = (table.text("sentinel_user"), table.text("sentinel_password"));
    let address = address?;
    let fault = |key: &str, fault| reader.fault(&table.place_of(key), Fault::Connection(fault));

    let (hosts, has_tls, role) = match &address.target {
        Target::Socket(path) => {
            if reader.host == HostKind::Worker {
                fault("url", ConnectionFault::NativeOnly(BESIDE));
            }
            for key in tls::KEYS.into_iter().chain(["cluster", "sentinel_master"]) {
                if table.has(key) {
                    fault(key, ConnectionFault::BehindSocket);
                }
            }
            let server = RedisServer {
                user: address.user.clone(),
                password: address.password.clone(),
                ..RedisServer::at(Endpoint::Socket(path.clone()))
            };
            return Some((server, in_force));
        }
        Target::Hosts { all, tls, role } => (all, *tls, role),
    };
    for key in tls::KEYS.into_iter().filter(|key| !has_tls && table.has(key)) {
        fault(key, ConnectionFault::NeedsTls("rediss://"));
    }
    let named = match role {
        Role::Servers => None,
        Role::Sentinels(named) => named.clone(),
    };
    let are_sentinels = table.has("sentinel_master") || matches!(role, Role::Sentinels(_));
    if are_sentinels && named.is_none() && !table.has("sentinel_master") {
        let example = "sentinel_master = \"mymaster\"";
        reader.fault(&table.place_of("sentinel_master"), Fault::Missing { example });
    }
    for key in ["sentinel_user", "sentinel_password"] {
        if !are_sentinels && table.has(key) {
            fault(key, ConnectionFault::NeedsSentinels);
        }
    }
    let is_cluster = cluster || (hosts.len() > 1 && !are_sentinels);
    if is_cluster && are_sentinels {
        fault("cluster", ConnectionFault::SentinelsOfCluster);
    }
    if is_cluster && db.or(address.db).is_some_and(|db| db != 0) {
        fault(if db.is_some() { "db" } else { "url" }, ConnectionFault::DatabaseInCluster);
    }

    let tls = has_tls.then_some(tls);
    let (endpoint, others) = endpoints(hosts, tls.as_ref(), are_sentinels)?;
    let way = if are_sentinels {
        let master = master.map(|t| t.value).or(named)?;
        let mut keep = |key, value: &str| in_force.push((key, Setting::Text(value.to_owned())));
        keep("sentinel_master", &master);
        let user = user.map(|t| t.value).inspect(|user| keep("sentinel_user", user));
        let password = password.map(|t| Secret::new(t.value)).inspect(|_| keep("sentinel_password", HIDDEN));
        Way::Sentinel(Sentinel { master, others, user, password })
    } else if is_cluster {
        in_force.push(("cluster", Setting::Truth(true)));
        Way::Cluster { others }
    } else {
        Way::Direct
    };
    let (user, password) = (address.user.clone(), address.password.clone());
    Some((RedisServer { endpoint, user, password, way }, in_force))
}

fn endpoints(
    hosts: &[Host],
    tls: Option<&TlsSettings>,
    are_sentinels: bool,
) -> Option<(Endpoint, Vec<Endpoint>)> {
    let port = if are_sentinels { SENTINEL_PORT } else { PORT };
    let mut all = hosts.iter().map(|Host { name, port: own }| Endpoint::Tcp {
        host: name.clone(),
        port: own.unwrap_or(port),
        tls: tls.cloned().map(Box::new),
    });
    Some((all.next()?, all.collect()))
}

#[cfg(test)]
#[path = "connection_tests.rs"]
mod tests;
