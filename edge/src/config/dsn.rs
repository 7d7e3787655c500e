//! Addresses of a Redis: a Redis URL (its path is the database) and Symfony's Messenger DSN (its path is stream,
//! group and consumer), read as Symfony's own `Connection::fromDsn` reads it, except where that guesses.
//!
//! Not connecting, and not what the TOML says beside the address: that beats what is found here.

use super::RedisServer;
use super::dsn_fault::DsnFault;
use super::dsn_options::{self, Options};
use super::secret::Secret;
use crate::ports::Endpoint;
use core::net::Ipv6Addr;

const DEFAULT_PORT: u16 = 6379;

/// Messenger transports that are not Redis.
const OTHER_TRANSPORTS: [&str; 7] = ["doctrine", "sync", "in-memory", "amqp", "amqps", "sqs", "beanstalkd"];

/// What an address says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Address {
    pub(super) server: RedisServer,
    pub(super) db: Option<u32>,
    pub(super) stream: Option<String>,
    pub(super) group: Option<String>,
    pub(super) delete_after_ack: Option<bool>,
}

/// Reads `redis[s]://[user[:password]@]host[:port][/database]`.
pub(super) fn redis_url(text: &str) -> Result<Address, DsnFault> {
    let parts = Parts::of(text)?;
    if parts.query.is_some() {
        return Err(DsnFault::NoOptions);
    }
    let db = match parts.path.trim_matches('/') {
        "" => None,
        digits => Some(number(digits).ok_or(DsnFault::BadDatabase)?),
    };
    let (user, password) = match parts.credentials {
        None => (None, None),
        Some(both) => match both.split_once(':') {
            None => (some(percent_decode(both)?), None),
            Some((user, password)) => (some(percent_decode(user)?), some(percent_decode(password)?)),
        },
    };
    let server = RedisServer { endpoint: parts.endpoint()?, user, password: password.map(Secret::new) };
    Ok(Address { server, db, stream: None, group: None, delete_after_ack: None })
}

/// Reads `redis[s]://[[user:]password@]host[:port][/stream[/group[/consumer]]][?options]`. With `db_is_given`
/// the database is known from elsewhere, and a number for a path is only that.
pub(super) fn messenger(text: &str, db_is_given: bool) -> Result<Address, DsnFault> {
    let parts = Parts::of(text)?;
    let options = dsn_options::read(parts.query.unwrap_or_default())?;
    let path = parts.path.trim_end_matches('/');
    let mut names = path.split('/').skip(1);
    let (mut stream, group, consumer) = (names.next(), names.next(), names.next());
    if group.is_none() && stream.and_then(number).is_some() {
        if !db_is_given {
            return Err(DsnFault::DatabaseInPath);
        }
        stream = None;
    }
    for (part, value) in [("stream", stream), ("group", group), ("consumer", consumer)] {
        if value == Some("") {
            return Err(DsnFault::EmptyPart(part));
        }
    }
    let (user, password) = messenger_credentials(parts.credentials, &options)?;
    let server = RedisServer { endpoint: parts.endpoint()?, user, password: password.map(Secret::new) };
    Ok(Address {
        server,
        db: options.dbindex,
        stream: stream.map(str::to_owned).or(options.stream),
        group: group.map(str::to_owned).or(options.group),
        delete_after_ack: options.delete_after_ack,
    })
}

/// One token before the `@` is the password; a user alone (`user:`) is sent as the password; the user `default`
/// is nobody in particular; what is still encoded after decoding is decoded once more. All as Symfony does.
fn messenger_credentials(
    credentials: Option<&str>,
    options: &Options,
) -> Result<(Option<String>, Option<String>), DsnFault> {
    if options.auth.is_some() {
        return Ok((None, options.auth.clone()));
    }
    let Some(credentials) = credentials else { return Ok((None, None)) };
    let (user, password) = credentials.split_once(':').unwrap_or(("", credentials));
    let twice = |text: &str| percent_decode(&percent_decode(text)?).map(some);
    let user = if user == "default" { None } else { twice(user)? };
    Ok(match (user, twice(password)?) {
        (user, None) => (None, user),
        both => both,
    })
}

/// An address taken apart, nothing decoded.
struct Parts<'a> {
    tls: bool,
    credentials: Option<&'a str>,
    host_and_port: &'a str,
    path: &'a str,
    query: Option<&'a str>,
}

impl<'a> Parts<'a> {
    fn of(text: &'a str) -> Result<Self, DsnFault> {
        let (scheme, rest) = text.split_once(':').ok_or(DsnFault::NotRedis)?;
        let tls = match scheme {
            "redis" => false,
            "rediss" => true,
            _ => {
                let other = OTHER_TRANSPORTS.into_iter().find(|t| *t == scheme);
                return Err(other.map_or(DsnFault::NotRedis, DsnFault::OtherTransport));
            }
        };
        let Some(rest) = rest.strip_prefix("//") else {
            return Err(dsn_options::without_host(rest));
        };
        if text.contains(",redis:") || text.contains(",rediss:") {
            return Err(DsnFault::Cluster);
        }
        if rest.contains('#') {
            return Err(DsnFault::Fragment);
        }
        // Symfony's password runs to the next `@` wherever that is; a person reads the host up to the first `/`.
        // Where the two differ, nobody can know what was meant.
        let authority_end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, tail) = rest.split_at_checked(authority_end).unwrap_or((rest, ""));
        if tail.contains('@') || authority.matches('@').count() > 1 {
            return Err(DsnFault::AmbiguousAt);
        }
        let (path, query) = match tail.split_once('?') {
            None => (tail, None),
            Some((path, query)) => (path, Some(query)),
        };
        let (credentials, host_and_port) = match authority.split_once('@') {
            None => (None, authority),
            Some((credentials, host)) => (Some(credentials), host),
        };
        if host_and_port.is_empty() {
            let is_socket = credentials.is_none() && path.len() > 1;
            return Err(if is_socket { DsnFault::UnixSocket } else { DsnFault::NoHost });
        }
        Ok(Self { tls, credentials, host_and_port, path, query })
    }

    fn endpoint(&self) -> Result<Endpoint, DsnFault> {
        let (host, port) = if let Some(rest) = self.host_and_port.strip_prefix('[') {
            let (host, port) = rest.split_once(']').ok_or(DsnFault::BadHost)?;
            host.parse::<Ipv6Addr>().map_err(|_| DsnFault::BadHost)?;
            match port {
                "" => (host, None),
                port => (host, Some(port.strip_prefix(':').ok_or(DsnFault::BadPort)?)),
            }
        } else {
            match self.host_and_port.split_once(':') {
                None => (self.host_and_port, None),
                Some((host, port)) => (host, Some(port)),
            }
        };
        if host.is_empty() {
            return Err(DsnFault::NoHost);
        }
        // Names with `_` are no internet names, but they are what containers call each other.
        let is_host = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b':');
        if !host.bytes().all(is_host) {
            return Err(DsnFault::BadHost);
        }
        let port = match port {
            None => DEFAULT_PORT,
            Some(port) => number(port)
                .and_then(|p| u16::try_from(p).ok())
                .filter(|p| *p != 0)
                .ok_or(DsnFault::BadPort)?,
        };
        Ok(Endpoint { host: host.to_ascii_lowercase(), port, tls: self.tls })
    }
}

fn some(text: String) -> Option<String> {
    Some(text).filter(|t| !t.is_empty())
}

/// Digits only: `parse` alone would take a sign.
pub(super) fn number(text: &str) -> Option<u32> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

/// `%40` to `@`. A `%` that no two hexadecimal digits follow stays, as in PHP's `rawurldecode`.
fn percent_decode(text: &str) -> Result<String, DsnFault> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let escaped = match (first, tail) {
            (b'%', [a, b, after @ ..]) => hex(*a).zip(hex(*b)).map(|(a, b)| (a << 4 | b, after)),
            _ => None,
        };
        let (byte, after) = escaped.unwrap_or((*first, tail));
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8(bytes).map_err(|_| DsnFault::BadEscape)
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|d| u8::try_from(d).ok())
}
