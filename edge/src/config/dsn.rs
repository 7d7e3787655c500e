//! Addresses of a Redis: a Redis URL (its path is the database) and Symfony's Messenger DSN (its path is stream,
//! group and consumer), read as Symfony's own `Connection::fromDsn` reads it, except where that guesses.
//!
//! Not connecting, and not what the TOML says beside the address: that beats what is found here, and says what several
//! hosts are (`connection`).

use super::dsn_fault::DsnFault;
use super::dsn_options::{self, Options};
use super::secret::Secret;
use core::net::Ipv6Addr;

/// Where Symfony looks where no port is named, for sentinels too.
const MESSENGER_PORT: u16 = 6379;

/// Messenger transports that are not Redis.
const OTHER_TRANSPORTS: [&str; 7] = ["doctrine", "sync", "in-memory", "amqp", "amqps", "sqs", "beanstalkd"];

/// What an address says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Address {
    pub(super) target: Target,
    pub(super) user: Option<String>,
    pub(super) password: Option<Secret>,
    pub(super) db: Option<u32>,
    pub(super) stream: Option<String>,
    pub(super) group: Option<String>,
    pub(super) delete_after_ack: Option<bool>,
}

/// Where to connect to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// One host or several.
    Hosts { all: Vec<Host>, tls: bool, role: Role },
    /// A socket in the file system.
    Socket(String),
}

/// A host, with its port if that is named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Host {
    pub(super) name: String,
    pub(super) port: Option<u16>,
}

/// What the address says that the hosts are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Servers: one, or nodes of a cluster.
    Servers,
    /// Sentinels; and whom they watch, if it is said here.
    Sentinels(Option<String>),
}

/// Reads `redis[s]://[user[:password]@]host[:port][,host[:port]…][/database]`, the same with `redis[s]-sentinel`, and
/// `unix://[user:password@]/path[?db=N]`.
pub(super) fn redis_url(text: &str) -> Result<Address, DsnFault> {
    if let Some(rest) = ["unix://", "redis+unix://"].iter().find_map(|scheme| text.strip_prefix(scheme)) {
        return socket_url(rest);
    }
    let parts = same_scheme(text)?;
    let last = parts.last().ok_or(DsnFault::NotRedis)?;
    if last.query.is_some() {
        return Err(DsnFault::NoOptions);
    }
    if last.hosts.is_empty() {
        let is_socket = last.path.trim_matches('/').parse::<u32>().is_err() && last.path.len() > 1;
        return Err(if is_socket { DsnFault::UnixSocket } else { DsnFault::NoHost });
    }
    let db = match last.path.trim_matches('/') {
        "" => None,
        digits => Some(number(digits).ok_or(DsnFault::BadDatabase)?),
    };
    let (user, password) = credentials(parts.iter().rev().find_map(|p| p.credentials))?;
    let all = parts.iter().flat_map(|p| p.hosts.split(',')).map(host).collect::<Result<_, _>>()?;
    let role = if last.sentinels { Role::Sentinels(None) } else { Role::Servers };
    let target = Target::Hosts { all, tls: last.tls, role };
    Ok(Address { target, user, password, db, stream: None, group: None, delete_after_ack: None })
}

fn socket_url(rest: &str) -> Result<Address, DsnFault> {
    let (before, query) = rest.split_once('?').map_or((rest, None), |(before, query)| (before, Some(query)));
    let (who, path) = before.split_once('@').map_or((None, before), |(who, path)| (Some(who), path));
    if !path.starts_with('/') || path.ends_with('/') {
        return Err(DsnFault::BadSocket);
    }
    let db = match query.map(|query| query.split_once('=')) {
        None => None,
        Some(Some(("db", digits))) => Some(number(digits).ok_or(DsnFault::BadSocket)?),
        Some(_) => return Err(DsnFault::BadSocket),
    };
    let (user, password) = credentials(who)?;
    let target = Target::Socket(percent_decode(path)?);
    Ok(Address { target, user, password, db, stream: None, group: None, delete_after_ack: None })
}

fn credentials(both: Option<&str>) -> Result<(Option<String>, Option<Secret>), DsnFault> {
    let Some(both) = both else { return Ok((None, None)) };
    let (user, password) = both.split_once(':').map_or((both, None), |(user, pw)| (user, Some(pw)));
    let password = password.map(percent_decode).transpose()?.and_then(some);
    let user = some(percent_decode(user)?);
    // Some clients take it for the password; nobody signs in with a user alone.
    if user.is_some() && password.is_none() {
        return Err(DsnFault::UserAlone);
    }
    Ok((user, password.map(Secret::new)))
}

/// Reads `redis[s]://[[user:]password@]host[:port][/stream[/group[/consumer]]][?options]`, several of them with commas
/// between, `redis:?host[a:1]&host[b:2]`, and a socket's path in the place of host and path. With `db_is_given`
/// the database is known from elsewhere, and a number for a path is only that.
pub(super) fn messenger(text: &str, db_is_given: bool) -> Result<Address, DsnFault> {
    if let Some((scheme, query)) =
        text.split_once(":?").filter(|(scheme, _)| matches!(*scheme, "redis" | "rediss"))
    {
        let options = dsn_options::read(query, true)?;
        if options.hosts.is_empty() {
            return Err(DsnFault::NoHost);
        }
        let hosts = options.hosts.iter().map(|h| messenger_host(h)).collect::<Result<_, _>>()?;
        return told(Where::Hosts(hosts, scheme == "rediss"), None, [None, None, None], options);
    }
    if text.starts_with("unix:") || text.starts_with("redis+unix:") {
        return redis_url(text);
    }
    let parts = same_scheme(text)?;
    let last = parts.last().filter(|p| !p.sentinels).ok_or(DsnFault::NotRedis)?;
    let options = dsn_options::read(last.query.unwrap_or_default(), false)?;
    let who = parts.iter().rev().find_map(|p| p.credentials);
    let path = last.path.trim_end_matches('/');
    if last.hosts.is_empty() {
        // Behind a password one name alone is a stream whose host was forgotten.
        let fewest = if last.credentials.is_some() { 2 } else { 1 };
        let is_socket = parts.len() == 1 && path.matches('/').count() >= fewest;
        let socket = is_socket.then(|| path.to_owned()).ok_or(DsnFault::NoHost)?;
        return told(Where::Socket(socket), who, [None, None, None], options);
    }
    let mut names = path.split('/').skip(1);
    let (mut stream, group, consumer) = (names.next(), names.next(), names.next());
    if group.is_none() && stream.and_then(number).is_some() {
        if !db_is_given {
            return Err(DsnFault::DatabaseInPath);
        }
        stream = None;
    }
    let hosts = parts.iter().map(|p| messenger_host(p.hosts)).collect::<Result<_, _>>()?;
    told(Where::Hosts(hosts, last.tls), who, [stream, group, consumer], options)
}

/// Where a Messenger DSN leads.
enum Where {
    Hosts(Vec<Host>, bool),
    Socket(String),
}

fn told(
    at: Where,
    who: Option<&str>,
    [stream, group, consumer]: [Option<&str>; 3],
    options: Options,
) -> Result<Address, DsnFault> {
    for (part, value) in [("stream", stream), ("group", group), ("consumer", consumer)] {
        if value == Some("") {
            return Err(DsnFault::EmptyPart(part));
        }
    }
    let (user, password) = messenger_credentials(who, &options)?;
    let role = match options.sentinel_master {
        None => Role::Servers,
        master => Role::Sentinels(master),
    };
    Ok(Address {
        target: match at {
            Where::Hosts(all, tls) => Target::Hosts { all, tls, role },
            Where::Socket(path) => Target::Socket(path),
        },
        user,
        password: password.map(Secret::new),
        db: options.dbindex,
        stream: stream.map(str::to_owned).or(options.stream),
        group: group.map(str::to_owned).or(options.group),
        delete_after_ack: options.delete_after_ack,
    })
}

fn messenger_host(text: &str) -> Result<Host, DsnFault> {
    let found = host(text)?;
    Ok(Host { port: found.port.or(Some(MESSENGER_PORT)), ..found })
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
    sentinels: bool,
    credentials: Option<&'a str>,
    hosts: &'a str,
    path: &'a str,
    query: Option<&'a str>,
}

/// One address, or several with commas between. They differ in nothing but their hosts; what else the last one says
/// counts.
fn same_scheme(text: &str) -> Result<Vec<Parts<'_>>, DsnFault> {
    let is_address = |piece: &str| piece.starts_with("redis:") || piece.starts_with("rediss:");
    let pieces: Vec<&str> =
        if text.split(',').all(is_address) { text.split(',').collect() } else { vec![text] };
    let parts = pieces.into_iter().map(Parts::of).collect::<Result<Vec<_>, _>>()?;
    let (tls, is_one) = (parts.last().is_some_and(|p| p.tls), parts.len() == 1);
    if parts.iter().any(|p| p.tls != tls || (!is_one && p.hosts.is_empty())) {
        return Err(DsnFault::Mixed);
    }
    Ok(parts)
}

impl<'a> Parts<'a> {
    fn of(text: &'a str) -> Result<Self, DsnFault> {
        let (scheme, rest) = text.split_once(':').ok_or(DsnFault::NotRedis)?;
        let (tls, sentinels) = match scheme {
            "redis" => (false, false),
            "rediss" => (true, false),
            "redis-sentinel" => (false, true),
            "rediss-sentinel" => (true, true),
            _ => {
                let other = OTHER_TRANSPORTS.into_iter().find(|t| *t == scheme);
                return Err(other.map_or(DsnFault::NotRedis, DsnFault::OtherTransport));
            }
        };
        let rest = rest.strip_prefix("//").ok_or(DsnFault::NoHost)?;
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
        let (credentials, hosts) = match authority.split_once('@') {
            None => (None, authority),
            Some((credentials, hosts)) => (Some(credentials), hosts),
        };
        Ok(Self { tls, sentinels, credentials, hosts, path, query })
    }
}

/// Reads `host[:port]`.
fn host(text: &str) -> Result<Host, DsnFault> {
    let (name, port) = if let Some(rest) = text.strip_prefix('[') {
        let (name, port) = rest.split_once(']').ok_or(DsnFault::BadHost)?;
        name.parse::<Ipv6Addr>().map_err(|_| DsnFault::BadHost)?;
        match port {
            "" => (name, None),
            port => (name, Some(port.strip_prefix(':').ok_or(DsnFault::BadPort)?)),
        }
    } else {
        text.split_once(':').map_or((text, None), |(name, port)| (name, Some(port)))
    };
    if name.is_empty() {
        return Err(DsnFault::NoHost);
    }
    // Names with `_` are no internet names, but they are what containers call each other.
    let is_host = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b':');
    if !name.bytes().all(is_host) {
        return Err(DsnFault::BadHost);
    }
    let port = match port {
        None => None,
        Some(port) => {
            let number = number(port).and_then(|p| u16::try_from(p).ok()).filter(|p| *p != 0);
            Some(number.ok_or(DsnFault::BadPort)?)
        }
    };
    Ok(Host { name: name.to_ascii_lowercase(), port })
}

fn some(text: String) -> Option<String> {
    Some(text).filter(|t| !t.is_empty())
}

/// Digits only: `parse` alone would take a sign.
pub(super) fn number(text: &str) -> Option<u32> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

/// `%40` to `@`. A `%` that no two hexadecimal digits follow stays, as in PHP's `rawurldecode`.
pub(super) fn percent_decode(text: &str) -> Result<String, DsnFault> {
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
