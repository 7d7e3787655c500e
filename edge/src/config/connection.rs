//! The keys of `[[service.queue]]` that say how its Redis is reached: whose certificate counts, who we are, and what the
//! hosts of the address are: servers, nodes of a cluster, or sentinels.
//!
//! Not the address itself (`dsn`), and not connecting. What only the native binary can do is a mistake on a Worker.

use super::dsn::{self, Address, Host, Role, Target};
use super::dsn_fault::DsnFault;
use super::fault::Fault;
use super::reader::{Place as At, Reader, Table, Text};
use super::secret::Secret;
use super::{HostKind, RedisServer, Sentinel, Setting, Way};
use crate::ports::{ClientCertificate, Endpoint, TlsSettings};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use core::fmt;

const PORT: u16 = 6379;
const SENTINEL_PORT: u16 = 26379;

/// Printed in the place of a password.
const HIDDEN: &str = "***";
/// Printed in the place of a private key: one that is empty, so that it can be read back.
const HIDDEN_KEY: &str = "-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----";

/// What can be wrong with a connection, beside what can be wrong everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConnectionFault {
    /// Something that no Worker can do.
    NativeOnly,
    /// TLS settings without TLS.
    NeedsTls,
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
            Self::NativeOnly => {
                "is beyond what a Worker can do; run the native binary beside that Redis and let it push to this \
                 Worker (docs/push.md), or leave this out"
            }
            Self::NeedsTls => "has no effect without TLS; write rediss:// in url, or leave this out",
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
    let mut said = Said { reader, settings: Vec::new() };
    let tls = said.tls(table);
    let cluster = table.boolean("cluster").unwrap_or(false);
    let master = table.text("sentinel_master");
    let (user, password) = (table.text("sentinel_user"), table.text("sentinel_password"));
    let address = address?;
    let fault = |key: &str, fault| reader.fault(&table.place_of(key), Fault::Connection(fault));

    let (hosts, has_tls, role) = match &address.target {
        Target::Socket(path) => {
            if reader.host == HostKind::Worker {
                fault("url", ConnectionFault::NativeOnly);
            }
            for key in ["ca", "server_name", "cert", "cluster", "sentinel_master"] {
                if table.has(key) {
                    fault(key, ConnectionFault::BehindSocket);
                }
            }
            let server = RedisServer {
                user: address.user.clone(),
                password: address.password.clone(),
                ..RedisServer::at(Endpoint::Socket(path.clone()))
            };
            return Some((server, said.settings));
        }
        Target::Hosts { all, tls, role } => (all, *tls, role),
    };
    for key in ["ca", "server_name", "cert"] {
        if !has_tls && table.has(key) {
            fault(key, ConnectionFault::NeedsTls);
        }
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

    let tls = has_tls.then(|| tls.unwrap_or_default());
    let (endpoint, others) = endpoints(hosts, tls.as_ref(), are_sentinels)?;
    let way = if are_sentinels {
        let master = master.map(|t| t.value).or(named)?;
        said.keep("sentinel_master", &master);
        let user = user.map(|t| t.value).inspect(|user| said.keep("sentinel_user", user));
        let password =
            password.map(|t| Secret::new(t.value)).inspect(|_| said.keep("sentinel_password", HIDDEN));
        Way::Sentinel(Sentinel { master, others, user, password })
    } else if is_cluster {
        said.settings.push(("cluster", Setting::Truth(true)));
        Way::Cluster { others }
    } else {
        Way::Direct
    };
    let (user, password) = (address.user.clone(), address.password.clone());
    Some((RedisServer { endpoint, user, password, way }, said.settings))
}

/// Reads the keys of TLS alone, for a server that is no Redis.
pub(super) fn tls(reader: &Reader<'_>, table: &mut Table<'_>) -> (TlsSettings, Vec<(&'static str, Setting)>) {
    let mut said = Said { reader, settings: Vec::new() };
    (said.tls(table).unwrap_or_default(), said.settings)
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

/// What was said, as it is read.
struct Said<'a> {
    reader: &'a Reader<'a>,
    settings: Vec<(&'static str, Setting)>,
}

impl Said<'_> {
    fn tls(&mut self, table: &mut Table<'_>) -> Option<TlsSettings> {
        if self.reader.host == HostKind::Worker {
            for key in ["ca", "server_name", "cert", "key"] {
                table.know(key);
                if table.has(key) {
                    self.fault(&table.place_of(key), ConnectionFault::NativeOnly);
                }
            }
            return None;
        }
        let ca = table.text("ca").and_then(|t| self.pem("ca", &t, CERTIFICATE));
        let server_name = table.text("server_name").and_then(|t| self.name(&t));
        let chain = table.text("cert").and_then(|t| self.pem("cert", &t, CERTIFICATE));
        let key = table.text("key").and_then(|t| self.pem("key", &t, PRIVATE_KEY));
        for (key, other, example) in
            [("cert", "key", "key = \"/path/client.key\""), ("key", "cert", "cert = \"/path/client.pem\"")]
        {
            if table.has(key) && !table.has(other) {
                self.reader.fault(&table.place_of(other), Fault::Missing { example });
            }
        }
        let client = chain.zip(key).map(|(chain, key)| ClientCertificate { chain, key: Secret::new(key) });
        Some(TlsSettings { ca, server_name, client })
    }

    fn name(&mut self, text: &Text) -> Option<String> {
        let name = text.value.trim();
        if !name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b':')) {
            self.fault(&text.place, ConnectionFault::NotAName);
            return None;
        }
        self.keep("server_name", name);
        Some(name.to_owned())
    }

    /// PEM as it stands, or the content of the file that is named.
    fn pem(&mut self, key: &'static str, text: &Text, wanted: Pem) -> Option<String> {
        let is_path = !text.value.contains(BEGIN);
        let pem = if is_path { self.file(text)? } else { text.value.clone() };
        if !wanted.is_in(&pem) {
            let encrypted = key == "key" && pem.contains("ENCRYPTED");
            let fault =
                if encrypted { ConnectionFault::EncryptedKey } else { ConnectionFault::NotPem(wanted.what) };
            self.fault(&text.place, fault);
            return None;
        }
        self.keep(key, if is_path || key != "key" { &text.value } else { HIDDEN_KEY });
        Some(pem)
    }

    fn file(&self, text: &Text) -> Option<String> {
        let read = self.reader.variables.file(&text.value);
        let path = text.value.clone();
        read.map_err(|why| self.reader.fault(&text.place, Fault::FileUnreadable { path, why })).ok()
    }

    fn keep(&mut self, key: &'static str, value: &str) {
        self.settings.push((key, Setting::Text(value.to_owned())));
    }

    fn fault(&self, at: &At, fault: ConnectionFault) {
        self.reader.fault(at, Fault::Connection(fault));
    }
}

/// What begins a part of a PEM file.
const BEGIN: &str = "-----BEGIN ";
const CERTIFICATE: Pem = Pem { what: "a certificate", labels: &["CERTIFICATE"] };
const PRIVATE_KEY: Pem =
    Pem { what: "a private key", labels: &["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"] };

/// What a PEM file is to hold.
#[derive(Clone, Copy)]
struct Pem {
    what: &'static str,
    labels: &'static [&'static str],
}

impl Pem {
    /// Whether there is one, and every one of the kind looks like one: base64 of DER, which starts with a sequence.
    fn is_in(self, text: &str) -> bool {
        let mut found = 0;
        let whole = text.split(BEGIN).skip(1).all(|part| {
            let Some((label, rest)) = part.split_once("-----") else { return false };
            if !self.labels.contains(&label) {
                return true;
            }
            found += 1;
            let body = rest.split_once("-----END ").map_or("", |(body, _)| body);
            // Headers, and with them encryption, have a colon.
            let body: String = body.split_ascii_whitespace().collect();
            STANDARD.decode(body).is_ok_and(|der| der.first() == Some(&0x30))
        });
        whole && found > 0
    }
}

#[cfg(test)]
#[path = "connection_tests.rs"]
mod tests;
