//! What can be wrong with the address of a Redis, each in one line that says what would be right.
//!
//! Nothing of the address is repeated (it may carry a password), but for the name of an option.

use super::fault::hint;
use core::fmt;

/// Why an address is not usable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DsnFault {
    /// Neither `redis://` nor `rediss://`.
    NotRedis,
    /// A Messenger transport that is not Redis; the word is its scheme, from a closed list.
    OtherTransport(&'static str),
    /// Several addresses that differ in more than their hosts.
    Mixed,
    /// Sentinels, and nobody whom they watch.
    NoMaster,
    /// A socket in the file system in the place of a host.
    UnixSocket,
    /// Not a socket's address.
    BadSocket,
    /// No host.
    NoHost,
    /// Not a host's name or address.
    BadHost,
    /// Not a port.
    BadPort,
    /// An `@` after which the host could begin, but need not.
    AmbiguousAt,
    /// One word before the `@`: a user for some, a password for others.
    UserAlone,
    /// A `%` without two hexadecimal digits, or bytes that are not UTF-8.
    BadEscape,
    /// A `#`, which Symfony cuts off with what follows.
    Fragment,
    /// A Redis URL's path that is not a database number.
    BadDatabase,
    /// A Redis URL with options.
    NoOptions,
    /// A Messenger DSN with a database number for a path.
    DatabaseInPath,
    /// An empty part of a Messenger DSN that Symfony refuses.
    EmptyPart(&'static str),
    /// An option that Symfony refuses; its name, unless that came from a variable.
    UnknownOption {
        /// The option.
        name: Option<String>,
        /// What was probably meant.
        nearest: Option<&'static str>,
        /// Those that matter here.
        known: &'static [&'static str],
    },
    /// `tls=1`, removed in Symfony 6.0.
    TlsOption,
    /// TLS settings that are not the safe ones.
    SslOption,
    /// Host, port or credentials as options.
    PlaceOption(&'static str),
    /// An option's value that cannot be.
    BadOption {
        /// The option.
        name: &'static str,
        /// What it can be.
        wanted: &'static str,
    },
}

impl DsnFault {
    /// The same without anything that was read from the address.
    pub(super) fn without_values(self) -> Self {
        match self {
            Self::UnknownOption { nearest, known, .. } => Self::UnknownOption { name: None, nearest, known },
            other => other,
        }
    }
}

impl fmt::Display for DsnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::NotRedis => "is not the address of a Redis; write redis://host:6379, or rediss:// with TLS",
            Self::OtherTransport(scheme) => return other_transport(f, scheme),
            Self::Mixed => {
                "has several addresses of different kinds; write redis:// or rediss:// and a host in each of them, \
                 and the rest behind the last"
            }
            Self::NoMaster => {
                "names sentinels and not whom they watch; write it into headcount.toml, with sentinel_master beside url"
            }
            Self::UnixSocket => {
                "has a path in the place of a host; write unix:///run/redis.sock?db=0 for a socket"
            }
            Self::BadSocket => "is not the address of a socket; write unix:///run/redis.sock?db=0",
            Self::NoHost => "has no host; write redis://host:6379",
            Self::BadHost => "has a host that is neither a name nor an address; write redis://host:6379",
            Self::BadPort => "has a port that is not a number from 1 to 65535; write redis://host:6379",
            Self::AmbiguousAt => {
                "has an @ or / that is ambiguous; write %40 for an @ and %2F for a / in user and password, \
                 and no @ after the host"
            }
            Self::UserAlone => {
                "has a user and no password; write redis://user:password@host:6379, or redis://:password@host:6379 \
                 for a password alone"
            }
            Self::BadEscape => {
                "has user or password in a wrong encoding; write % as %25 and letters as UTF-8"
            }
            Self::Fragment => "has a #; write %23 for it in user and password, and none elsewhere",
            Self::BadDatabase => "has a path that is not a database number; write redis://host:6379/0",
            Self::NoOptions => "has options, and a Redis URL has none; write redis://host:6379/0",
            Self::DatabaseInPath => {
                "has a number for a path, and in a Messenger DSN that is a stream, not a database; \
                 write ?dbindex=N instead, or db = N beside url"
            }
            Self::EmptyPart(part) => {
                return write!(f, "has an empty {part}, which Symfony refuses; name it or leave it out");
            }
            Self::UnknownOption { name, nearest, known } => {
                match name {
                    Some(name) => write!(f, "has the option {name:?}, which Symfony refuses; ")?,
                    None => f.write_str("has an option that Symfony refuses; ")?,
                }
                return hint(f, nearest.map(|n| format!("{n:?}")).as_deref(), known);
            }
            Self::TlsOption => "has the option tls, which Symfony removed; write rediss:// instead",
            Self::SslOption => {
                "has ssl settings; leave them out here: with rediss:// the certificate is always verified, \
                 against the public authorities or, with ca = \"/path/ca.pem\" beside url, against your own"
            }
            Self::PlaceOption(name) => {
                return write!(
                    f,
                    "has the option {name:?}; write redis://user:password@host:port/stream instead"
                );
            }
            Self::BadOption { name, wanted } => {
                return write!(f, "has a value of {name} that cannot be; write {wanted}");
            }
        };
        f.write_str(text)
    }
}

fn other_transport(f: &mut fmt::Formatter<'_>, scheme: &str) -> fmt::Result {
    write!(f, "is the Messenger transport {scheme}://, ")?;
    f.write_str(match scheme {
        "doctrine" => {
            "a database and not Redis; write system = \"symfony-doctrine\" and url = \"${DATABASE_URL}\""
        }
        "amqp" | "amqps" => {
            "which is RabbitMQ; write system = \"rabbitmq\" and the address of its management API"
        }
        "sync" => "which has no queue; leave this queue out",
        "in-memory" => "which nobody outside can observe; leave this queue out",
        _ => "which is not Redis; leave this queue out and let [service.health] report its workers",
    })
}
