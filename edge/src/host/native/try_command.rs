//! `headcount try URL [STORE_URL]`: asks once, recognises what answers, prints the configuration that follows, looks with
//! it, and serves from memory.
//!
//! Standard output is the configuration and nothing else, so that it can be saved as it is; everything for people is on
//! standard error. Not recognising: `detect` does.

mod elsewhere;
mod redis;

use super::cli::Failure;
use super::ports::Native;
use super::serve;
use super::settings::{self, Environment, Settings};
use super::{clock, http, say};
use crate::config::{self, HostKind, Variables};
use crate::detect::broker::management;
use crate::detect::draft::{self, DATABASE_URL, Draft, HEALTH_URL, RABBITMQ_URL, REDIS_URL};
use crate::detect::formats::{Recognised, recognise};
use crate::detect::queues::Found;
use crate::host::ledger::Ledger;
use crate::host::observe;
use crate::ports::{HttpAnswer, HttpRequest, NoAnswer};
use crate::web;
use core::time::Duration;
use shared::board::Board;
use shared::memory::Memory;
use shared::state::Verdict;
use std::sync::Arc;
use tokio::sync::watch;
use tokio::time::timeout;
use url::Url;

/// As long as a target may take by default.
const PATIENCE: Duration = Duration::from_secs(10);

const NAME: &str = "headcount.toml";

/// Looks, and serves on `listen` until it is stopped; without it the verdict of the first look is the end.
pub async fn run(url: &str, store_url: Option<&str>, listen: Option<String>) -> Result<Verdict, Failure> {
    let (health, store) = match store_url {
        None => match Store::alone(url) {
            Some(store) => (None, Some(store)),
            None => (Some(health_url(url)?), None),
        },
        Some(store) => (Some(health_url(url)?), Some(Store::of(store)?)),
    };
    let recognised = match &health {
        Some(url) => Some(document(url).await?),
        None => None,
    };
    let seen = match &store {
        Some(store) => Some(store.look().await?.that_can_be_written()),
        None => None,
    };
    if let Some(nothing) = seen.as_ref().and_then(|seen| seen.nothing.as_ref()) {
        // Where there is nothing else to watch, it is the end.
        if health.is_none() {
            return Err(refused(nothing.clone()));
        }
        say::aside(nothing);
    }
    let given = Given { health: health.as_ref(), store: store.as_ref() };
    let exports = given.exports(seen.as_ref());
    let draft = Draft {
        health: health.as_ref().zip(recognised.as_ref()),
        queues: seen.as_ref().map(|seen| seen.found.as_slice()).unwrap_or_default(),
        db: seen.as_ref().map_or(0, |seen| seen.db),
        is_cluster: seen.as_ref().is_some_and(|seen| seen.is_cluster),
        exports: &exports,
    };
    let toml = draft.toml();
    say::whole(&toml);
    let loaded =
        config::parse(&toml, NAME, HostKind::Native, &given).map_err(|errors| settings::refusal(&errors))?;
    let mut settings = Settings::new(loaded.config);
    let confirm = core::mem::replace(&mut settings.config.plan.confirm, 1);
    let memory = observe(&settings.config, &Memory::new(clock::now()), &Native, None).await;
    let board = Board::of(&settings.config.plan, &memory, clock::now());
    say::aside(format_args!("\n{}", web::text_board(&settings.site, &board)));
    let Some(listen) = listen else { return Ok(board.verdict) };

    settings.config.plan.confirm = confirm;
    let (_unchanged, settings) = watch::channel(Arc::new(settings));
    let (_quiet, notice) = watch::channel(String::new());
    let ledger = Ledger::new(clock::now());
    serve::serve(settings, &listen, ":memory:".to_owned(), ledger, notice)
        .await
        .map(|()| Verdict::Operational)
}

/// Where queues are.
enum Store {
    Redis(String),
    /// By the address of its management API.
    Broker(String),
    Database(String),
}

/// What was seen there.
struct Seen {
    found: Vec<Found>,
    /// The database of a Redis.
    db: u32,
    is_cluster: bool,
    /// The address as it may be told.
    export: String,
    /// What to say if nothing was found.
    nothing: Option<String>,
}

impl Store {
    /// Where a second address leads to.
    fn of(text: &str) -> Result<Self, Failure> {
        let is_http = text.starts_with("http:") || text.starts_with("https:");
        Self::known(text).or_else(|| is_http.then(|| Self::Broker(text.to_owned()))).ok_or_else(|| {
            refused(format!(
                "{} is not where queues are; write the address of a Redis (redis://localhost:6379/0), of RabbitMQ's \
                 management API (http://guest:guest@localhost:15672) or of a database (postgresql://user:password@host/name)",
                shown(text)
            ))
        })
    }

    /// Where the only address leads to, if it is not that of a health endpoint. Those have no user; RabbitMQ's always.
    fn alone(text: &str) -> Option<Self> {
        let has_user = || {
            let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
            url.is_some_and(|url| !url.username().is_empty() && url.has_host())
        };
        Self::known(text).or_else(|| has_user().then(|| Self::Broker(text.to_owned())))
    }

    fn known(text: &str) -> Option<Self> {
        let (scheme, _) = text.split_once(':')?;
        match scheme {
            "redis" | "rediss" | "redis-sentinel" | "rediss-sentinel" | "unix" => {
                Some(Self::Redis(text.to_owned()))
            }
            _ if config::is_sql(text) => Some(Self::Database(text.to_owned())),
            _ => management(text).map(Self::Broker),
        }
    }

    async fn look(&self) -> Result<Seen, Failure> {
        match self {
            Self::Redis(address) => redis::look(address).await,
            Self::Broker(address) => elsewhere::broker(address).await,
            Self::Database(address) => elsewhere::database(address).await,
        }
    }

    /// The variable that holds its address.
    const fn variable(&self) -> &'static str {
        match self {
            Self::Redis(_) => REDIS_URL,
            Self::Broker(_) => RABBITMQ_URL,
            Self::Database(_) => DATABASE_URL,
        }
    }

    fn address(&self) -> &str {
        match self {
            Self::Redis(address) | Self::Broker(address) | Self::Database(address) => address,
        }
    }
}

impl Seen {
    /// Without what a file would not take as it is.
    fn that_can_be_written(mut self) -> Self {
        let before = self.found.len();
        self.found = self.found.into_iter().filter_map(Found::that_can_be_written).collect();
        let left_out = before - self.found.len();
        if left_out > 0 {
            let why = format!(
                "not written down: {left_out} with a name that holds ${{, which a configuration replaces: rename it"
            );
            match &mut self.nothing {
                nothing @ None if self.found.is_empty() => *nothing = Some(why),
                _ => say::aside(why),
            }
        }
        self
    }
}

/// An address that is not understood, as it may be told: with a password in it no more than how it begins.
fn shown(text: &str) -> String {
    match text.split_once("://") {
        _ if !text.contains(['@', '?']) => format!("{text:?}"),
        Some((scheme, _)) => format!("{:?}", format!("{scheme}://…")),
        None => "this".to_owned(),
    }
}

fn health_url(text: &str) -> Result<Url, Failure> {
    let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    let Some(url) = url else {
        return Err(refused(format!(
            "{} is not the address of a health endpoint; write for example http://localhost:8000/health, and after it, \
             or alone, where your queues are: redis://localhost:6379/0",
            shown(text)
        )));
    };
    if !url.username().is_empty() || url.password().is_some() {
        return Err(refused(
            "the address of the health endpoint carries a user or password; leave them out here, and in headcount.toml write \
             headers = { authorization = \"Basic ${NAME}\" }"
                .to_owned(),
        ));
    }
    Ok(url)
}

/// Asks for the health document, and recognises it.
async fn document(url: &Url) -> Result<Recognised, Failure> {
    let request = HttpRequest { url, headers: &[], tls: None };
    let shown = without_query(url);
    let answer = get(&request).await.map_err(|e| {
        let advice = match e {
            NoAnswer::Tls(_) => {
                "write http:// if it does not speak TLS; if its certificate is from an authority of your own, save a configuration (`headcount config init`) and name \
                 that there: ca = \"/path/ca.pem\""
            }
            _ => "check that the application runs, the host, the port, and http or https",
        };
        refused(format!("{shown}: {e}; {advice}"))
    })?;
    let found = recognise(&answer, url.path()).map_err(|why| refused(format!("{shown} {why}")))?;
    say::aside(format_args!("found: {shown} speaks {} ({})", found.format, found.report.evidence));
    Ok(found)
}

async fn get(request: &HttpRequest<'_>) -> Result<HttpAnswer, NoAnswer> {
    timeout(PATIENCE, http::get(request)).await.unwrap_or(Err(NoAnswer::TimedOut(PATIENCE)))
}

/// What was found, for people: its names, if it has any.
fn names(found: &Found) -> String {
    let names: Vec<String> = found.names.iter().map(|name| say::name(name)).collect();
    if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) }
}

/// A query may hold a token.
fn without_query(url: &Url) -> String {
    let mut url = url.clone();
    url.set_query(None);
    url.to_string()
}

fn refused(line: String) -> Failure {
    Failure::Usage(vec![line])
}

/// What the command line has given, in place of the variables that the configuration names.
struct Given<'a> {
    health: Option<&'a Url>,
    store: Option<&'a Store>,
}

impl Given<'_> {
    /// The lines that put it into the environment; secrets hidden.
    fn exports(&self, seen: Option<&Seen>) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(url) = self.health.filter(|url| draft::is_secret(url)) {
            lines.push(format!("export {HEALTH_URL}='{}?…'", without_query(url)));
        }
        if let Some((store, seen)) = self.store.zip(seen.filter(|seen| !seen.found.is_empty())) {
            lines.push(format!("export {}='{}'", store.variable(), seen.export));
        }
        lines
    }
}

impl Variables for Given<'_> {
    fn get(&self, name: &str) -> Option<String> {
        match name {
            HEALTH_URL => self.health.map(Url::to_string),
            _ => self.store.filter(|store| store.variable() == name).map(|store| store.address().to_owned()),
        }
    }

    fn file(&self, path: &str) -> Result<String, String> {
        Environment.file(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_is_not_understood_is_told_without_its_password() {
        for text in ["valkey://u:hunter2@h", " redis://:hunter2@h", "hunter2@h", "ftp://h/?t=hunter2"] {
            for refusal in [health_url(text).map(|_| ()), Store::of(text).map(|_| ())] {
                let Err(Failure::Usage(lines)) = refusal else { continue };
                assert!(!lines.concat().contains("hunter2"), "{lines:?}");
            }
        }
        assert_eq!(shown("valkey://u:hunter2@h"), "\"valkey://…\"");
        assert_eq!(shown("localhost:8000"), "\"localhost:8000\"");
    }

    #[test]
    fn names_that_a_configuration_would_replace_are_left_out_and_said() {
        let of = |group: &str, names: &[&str]| Found {
            system: "streams",
            group: Some(group.to_owned()),
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            ..Found::default()
        };
        let seen = |found| Seen { found, db: 0, is_cluster: false, export: String::new(), nothing: None };
        let one = seen(vec![of("g", &["a", "${HOME}"]), of("${REDIS_URL}", &["b"])]).that_can_be_written();
        assert_eq!((one.found, one.nothing), (vec![of("g", &["a"])], None));
        let none = seen(vec![of("g", &["${HOME}"])]).that_can_be_written();
        assert!(none.found.is_empty() && none.nothing.unwrap().contains("${"));
    }
}
