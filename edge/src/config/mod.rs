//! `headcount.toml`, parsed once into a configuration that is valid (DESIGN 5.1).
//!
//! Not what the rules mean: `shared::plan` carries what judging needs, `ServiceTargets` what probing needs.

pub mod acl;
mod alerts;
mod broker;
pub mod budget;
mod channel;
mod check;
mod connection;
mod database;
mod dsn;
mod dsn_fault;
mod dsn_options;
mod duration;
mod elsewhere;
mod fault;
mod form;
pub mod grants;
mod history;
mod http;
mod ingest;
pub mod init;
mod maintenance;
mod nearest;
mod page;
pub mod print;
pub mod push;
mod queue;
mod reader;
pub mod secret;
mod service;
mod tenants;
mod tls;
mod variables;
mod warning;

#[cfg(test)]
mod tests;

pub use broker::{Management, management};
pub use channel::ChannelFault;
pub use check::KEPT_BY_ISOLATES;
pub use connection::{ConnectionFault, Place, server};
pub use database::{is_sql, sql_server};
pub use dsn_fault::DsnFault;
pub use elsewhere::{ElsewhereFault, OtherTarget, QueueSource, Store};
pub use fault::{ConfigError, Fault};
pub use form::{Form, Setting};
pub(crate) use http::host;
pub use ingest::IngestSource;
pub use maintenance::MaintenanceFault;
pub use page::DEFAULT_ORIGIN;
pub use push::{PushFault, PushTarget};
#[cfg(test)]
pub(crate) use variables::NoVariables;
pub use variables::Variables;
pub use warning::{Warning, warnings};

use crate::maintenance::MaintenanceRule;
use crate::notify::Channel;
use crate::ports::{Endpoint, TlsSettings};
use crate::probe::health::Format;
use crate::probe::queue::recipe::Recipe;
use crate::words::Language;
use core::time::Duration;
use secret::Secret;
use shared::alert::Rules;
use shared::flag::FlagWord;
use shared::map::Map;
use shared::plan::Plan;
use std::collections::BTreeSet;

/// Reads and checks a whole file. `file` is its name, for errors.
///
/// # Errors
/// Every mistake in the file, in the order of its lines, but for those that another one may have caused.
pub fn parse(
    text: &str,
    file: &str,
    host: HostKind,
    variables: &dyn Variables,
) -> Result<Loaded, Vec<ConfigError>> {
    let reader = reader::Reader::new(text, file, host, variables);
    let config = match toml::de::DeTable::parse(text) {
        Ok(table) => check::config(&reader, reader::Table::root(&reader, &table)),
        Err(error) => {
            reader.syntax(&error);
            None
        }
    };
    match config.filter(|_| reader.is_clean()) {
        Some(config) => Ok(Loaded { warnings: warnings(&config, host), config }),
        None => Err(reader.into_errors()),
    }
}

/// Checks a file for a Worker where its bindings have no values: before it is built. What only a value can show
/// (a host in a variable) is left to the Worker itself.
///
/// Returns the bindings that it will need.
///
/// # Errors
/// Every mistake that is none of missing values.
pub fn check_for_worker(text: &str, file: &str) -> Result<BTreeSet<String>, Vec<ConfigError>> {
    let Err(mut errors) = parse(text, file, HostKind::Worker, &variables::NoVariables) else {
        return Ok(BTreeSet::new());
    };
    let mut bindings = BTreeSet::new();
    errors.retain(|error| match &error.fault {
        Fault::MissingVariable { name, .. } => {
            bindings.insert(name.clone());
            false
        }
        _ => true,
    });
    if errors.is_empty() { Ok(bindings) } else { Err(errors) }
}

/// Reads a duration as the configuration writes it; nothing if it is none.
pub fn duration(text: &str) -> Option<Duration> {
    duration::parse(text)
}

/// Where the edge runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostKind {
    /// One binary.
    Native,
    /// Cloudflare Workers.
    Worker,
}

/// What came of a file without mistakes.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The configuration.
    pub config: Config,
    /// What is allowed, and probably not meant.
    pub warnings: Vec<Warning>,
}

/// A valid configuration, all variables replaced.
#[derive(Clone, Debug)]
pub struct Config {
    /// What is watched and how it is judged.
    pub plan: Plan,
    /// How the page is served.
    pub page: PageSettings,
    /// Where to ask, in the order of `plan.services`.
    pub services: Vec<ServiceTargets>,
    /// When work is planned.
    pub maintenance: Vec<MaintenanceRule>,
    /// For how long history is kept.
    pub keep: Retention,
    /// How patient alerts are.
    pub alerts: Rules,
    /// Whom alerts reach, in the order of the file.
    pub channels: Vec<Channel>,
    /// Where snapshots of this page go.
    pub push: Option<PushTarget>,
    /// Who may push to this page, in the order of the file.
    pub ingest: Vec<IngestSource>,
}

/// For how long what is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retention {
    /// One row a round; default 48 h.
    pub rounds: Duration,
    /// One row an hour; default 35 days.
    pub hours: Duration,
    /// One row a day; default two years.
    pub days: Duration,
}

/// How the page is served.
#[derive(Clone, Debug)]
pub struct PageSettings {
    /// Scheme and host: `https://status.example.com`.
    pub origin: String,
    /// The path everything lives under, without a trailing slash: `` or `/status`.
    pub base: String,
    /// Zone of absolute times and day boundaries: an IANA name.
    pub time_zone: String,
    /// Language of sentences.
    pub lang: Language,
    /// Asked after each published round.
    pub alive_url: Option<Secret>,
    /// Workers: where the object lives.
    pub probe_from: Option<String>,
    /// Who may frame `/embed`; absent: everyone.
    pub frame_ancestors: Option<Vec<String>>,
    /// Opens the operator's view; absent: there is none.
    pub admin_token: Option<Secret>,
    /// Where the operator reads on when there is such a remark.
    pub runbooks: Map<FlagWord, String>,
}

/// Where to ask about one service.
#[derive(Clone, Debug)]
pub struct ServiceTargets {
    /// Its health document.
    pub health: Option<HealthTarget>,
    /// Its liveness document.
    pub liveness: Option<HealthTarget>,
    /// Its queues, in the order of the plan.
    pub queues: Vec<QueueSource>,
}

/// One health endpoint.
#[derive(Clone, Debug)]
pub struct HealthTarget {
    /// Where.
    pub url: url::Url,
    /// How to read the answer.
    pub format: &'static Format,
    /// What the format wants to know.
    pub options: FormatOptions,
    /// Attempt and retry together.
    pub timeout: Duration,
    /// Headers to send.
    pub headers: Vec<(String, Secret)>,
    /// What TLS goes by, where the address wants it.
    pub tls: TlsSettings,
    /// What was said of that, by key, for `config check`.
    pub settings: Vec<(&'static str, Setting)>,
    /// Where to ask instead, each for a line of its own. Empty for one document.
    pub tenants: Vec<Tenant>,
}

/// One tenant of Fetcher.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tenant {
    /// Its id: customer data, which the public never sees.
    pub id: String,
    /// Where to ask about it.
    pub url: url::Url,
}

/// What single formats want to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatOptions {
    /// `plain-word`: the word that means "works"; empty for every other format.
    pub word: String,
    /// `laravel-health`: how old stored results may be.
    pub max_age: Duration,
}

/// What is read of one queue in a Redis.
#[derive(Clone, Debug)]
pub struct QueueTarget {
    /// The server.
    pub server: RedisServer,
    /// Database number.
    pub db: u32,
    /// What to read.
    pub recipe: Recipe,
    /// What the system was told, by key, for `config check`.
    pub settings: Vec<(&'static str, Setting)>,
    /// Connecting, the round trips and a retry together.
    pub timeout: Duration,
}

/// One Redis and who we are there. Queues with equal ones share a connection.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RedisServer {
    /// The server itself; in a cluster one of its nodes; with Sentinel one of the sentinels.
    pub endpoint: Endpoint,
    /// User name at the server; absent: the default user.
    pub user: Option<String>,
    /// Password at the server; absent: none is sent.
    pub password: Option<Secret>,
    /// How the server that holds a key is found.
    pub way: Way,
}

impl RedisServer {
    /// A server that anybody may ask.
    pub fn at(endpoint: Endpoint) -> Self {
        Self { endpoint, user: None, password: None, way: Way::Direct }
    }
}

/// How the server that holds a key is found.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Way {
    /// It is the one that is named. If that is a node of a cluster, it says so, and is followed.
    Direct,
    /// It is a node of a cluster: the one that is named, or one of these, says which.
    Cluster {
        /// Nodes to ask when the first does not answer.
        others: Vec<Endpoint>,
    },
    /// The one that is named is a sentinel, and says which.
    Sentinel(Sentinel),
}

impl Way {
    /// Whom to ask when the one that is named does not answer.
    pub fn others(&self) -> &[Endpoint] {
        match self {
            Self::Direct => &[],
            Self::Cluster { others } => others,
            Self::Sentinel(sentinels) => &sentinels.others,
        }
    }
}

/// Sentinels and whom they watch.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Sentinel {
    /// What they call the master.
    pub master: String,
    /// Sentinels to ask when the first does not answer.
    pub others: Vec<Endpoint>,
    /// User name at the sentinels; absent: the default user.
    pub user: Option<String>,
    /// Password at the sentinels; absent: none is sent.
    pub password: Option<Secret>,
}
