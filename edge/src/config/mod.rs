//! `headcount.toml`, parsed once into a configuration that is valid (DESIGN 5.1).
//!
//! Not what the rules mean: `shared::plan` carries what judging needs, `ServiceTargets` what probing needs.

pub mod acl;
pub mod budget;
mod check;
mod dsn;
mod dsn_fault;
mod dsn_options;
mod duration;
mod fault;
mod http;
pub mod init;
mod nearest;
mod page;
pub mod print;
mod queue;
mod reader;
pub mod secret;
mod service;
mod variables;
mod warning;

#[cfg(test)]
mod tests;

pub use dsn_fault::DsnFault;
pub use fault::{ConfigError, Fault};
pub use variables::Variables;
pub use warning::{Warning, warnings};

use crate::ports::Endpoint;
use crate::probe::health::Format;
use crate::probe::queue::System;
use core::time::Duration;
use secret::Secret;
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
    pub lang: String,
    /// Asked after each published round.
    pub alive_url: Option<Secret>,
    /// Workers: where the object lives.
    pub probe_from: Option<String>,
    /// Who may frame `/embed`; absent: everyone.
    pub frame_ancestors: Option<Vec<String>>,
    /// Opens the operator's view; absent: there is none.
    pub admin_token: Option<Secret>,
}

/// Where to ask about one service.
#[derive(Clone, Debug)]
pub struct ServiceTargets {
    /// Its health document.
    pub health: Option<HealthTarget>,
    /// Its liveness document.
    pub liveness: Option<HealthTarget>,
    /// Its queues, in the order of the plan.
    pub queues: Vec<QueueTarget>,
}

impl ServiceTargets {
    /// How long each may take.
    fn timeouts(&self) -> impl Iterator<Item = Duration> + '_ {
        let documents = self.health.iter().chain(&self.liveness).map(|t| t.timeout);
        documents.chain(self.queues.iter().map(|q| q.timeout))
    }
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
}

/// What single formats want to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatOptions {
    /// `plain-word`: the word that means "works"; empty for every other format.
    pub word: String,
    /// `laravel-health`: how old stored results may be.
    pub max_age: Duration,
}

/// One queue.
#[derive(Clone, Debug)]
pub struct QueueTarget {
    /// The server.
    pub server: RedisServer,
    /// Database number.
    pub db: u32,
    /// How to read it.
    pub system: &'static System,
    /// Which keys.
    pub keys: QueueKeys,
    /// Connecting, one round trip and a retry together.
    pub timeout: Duration,
}

/// One Redis server and who we are there. Queues with equal servers share a connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RedisServer {
    /// Where.
    pub endpoint: Endpoint,
    /// User name; absent: the default user.
    pub user: Option<String>,
    /// Password; absent: none is sent.
    pub password: Option<Secret>,
}

/// The keys of a queue; each system uses what it knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueueKeys {
    /// The sorted set that workers sign in to.
    pub heartbeat: Option<String>,
    /// How long after its last beat a worker counts.
    pub window: Duration,
    /// The streams that the crew serves; at least one, none twice.
    pub streams: Vec<String>,
    /// The consumer group.
    pub group: String,
    /// The stream of dead letters; absent: not counted.
    pub failed: Option<String>,
    /// Whether entries are deleted once acknowledged.
    pub delete_after_ack: bool,
}
