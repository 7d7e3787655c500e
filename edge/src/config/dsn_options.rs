//! The options of a Messenger DSN: what comes after its `?`.
//!
//! Symfony refuses options that it does not know, and so does this. Of those it knows, most do not change what a
//! reader sees, and are passed over.

use super::dsn::number;
use super::dsn_fault::DsnFault;
use super::nearest::nearest;
use url::form_urlencoded;

/// Options that change what is read, and so are worth naming in an error.
const READ: &[&str] =
    &["stream", "group", "consumer", "dbindex", "delete_after_ack", "auth", "sentinel_master"];

/// Options that Symfony knows and that change nothing for a reader.
const PASSED_OVER: &[&str] = &[
    "auto_setup",
    "claim_interval",
    "delete_after_reject",
    "lazy",
    "persistent_id",
    "read_timeout",
    "redeliver_timeout",
    "retry_interval",
    "serializer",
    "stream_max_entries",
    "timeout",
];

/// What the options say.
#[derive(Debug, Default)]
pub(super) struct Options {
    pub(super) stream: Option<String>,
    pub(super) group: Option<String>,
    pub(super) dbindex: Option<u32>,
    pub(super) delete_after_ack: Option<bool>,
    /// Sent instead of what stands before the `@`.
    pub(super) auth: Option<String>,
    /// Whom the hosts, which are sentinels then, watch.
    pub(super) sentinel_master: Option<String>,
    /// `host[a:1]&host[b:2]`.
    pub(super) hosts: Vec<String>,
}

/// Reads `a=1&b=2`; of two equal names the later wins, as in PHP. `with_hosts`: no host stands before it.
pub(super) fn read(query: &str, with_hosts: bool) -> Result<Options, DsnFault> {
    let mut options = Options::default();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let value = value.into_owned();
        let base = name.split('[').next().unwrap_or_default();
        match base {
            "stream" => options.stream = Some(not_empty("stream", value)?),
            "group" => options.group = Some(not_empty("group", value)?),
            "consumer" => drop(not_empty("consumer", value)?),
            "auth" if name == "auth" => options.auth = Some(not_empty("auth", value)?),
            "dbindex" => {
                let wanted = "a number, like dbindex=2";
                let index = number(&value).ok_or(DsnFault::BadOption { name: "dbindex", wanted })?;
                options.dbindex = Some(index);
            }
            "delete_after_ack" => options.delete_after_ack = Some(boolean(&value)?),
            "auth" => return Err(DsnFault::PlaceOption("auth")),
            "host" if with_hosts && name != "host" => {
                let host = name.strip_prefix("host[").and_then(|rest| rest.strip_suffix(']'));
                options.hosts.push(host.ok_or(DsnFault::BadHost)?.to_owned());
            }
            "host" => return Err(DsnFault::PlaceOption("host")),
            "port" => return Err(DsnFault::PlaceOption("port")),
            "sentinel_master" | "redis_sentinel" => {
                options.sentinel_master = Some(not_empty("sentinel_master", value)?);
            }
            "tls" => return Err(DsnFault::TlsOption),
            "ssl" => return Err(DsnFault::SslOption),
            known if PASSED_OVER.contains(&known) => {}
            unknown => {
                let known = READ.iter().chain(PASSED_OVER).copied();
                return Err(DsnFault::UnknownOption {
                    name: Some(unknown.chars().take(40).collect()),
                    nearest: nearest(unknown, known),
                    known: READ,
                });
            }
        }
    }
    Ok(options)
}

fn not_empty(part: &'static str, value: String) -> Result<String, DsnFault> {
    if value.is_empty() { Err(DsnFault::EmptyPart(part)) } else { Ok(value) }
}

/// The words that PHP's `FILTER_VALIDATE_BOOL` takes.
fn boolean(value: &str) -> Result<bool, DsnFault> {
    match value.to_ascii_lowercase().as_str() {
        "1" | "true" | "on" | "yes" => Ok(true),
        "0" | "false" | "off" | "no" | "" => Ok(false),
        _ => Err(DsnFault::BadOption {
            name: "delete_after_ack",
            wanted: "delete_after_ack=1 or delete_after_ack=0",
        }),
    }
}
