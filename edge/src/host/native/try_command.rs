//! `headcount try URL [REDIS_URL]`: asks once, recognises what answers, prints the configuration that follows, looks with
//! it, and serves from memory.
//!
//! Standard output is the configuration and nothing else, so that it can be saved as it is; everything for people is on
//! standard error. Not recognising: `detect` does.

use super::cli::Failure;
use super::ports::Native;
use super::serve;
use super::settings::{self, Environment, Settings};
use super::{clock, http};
use crate::config::{self, HostKind, Place, Variables};
use crate::detect::draft::{self, Draft, HEALTH_URL, REDIS_URL};
use crate::detect::formats::{Recognised, recognise};
use crate::detect::queues::{Findings, Questions};
use crate::detect::signs::{HEARTBEAT, looked_for};
use crate::host::ledger::Ledger;
use crate::host::observe;
use crate::ports::{HttpRequest, NoAnswer};
use crate::probe::redis::exchange::Ask;
use crate::probe::redis::line::Deadline;
use crate::probe::redis::reply::Reply;
use crate::probe::redis::server::{MOST_NODES, Server};
use crate::web;
use core::time::Duration;
use shared::board::Board;
use shared::memory::Memory;
use shared::reading::Why;
use shared::state::Verdict;
use std::sync::Arc;
use tokio::sync::watch;
use tokio::time::timeout;
use url::Url;

/// As long as a target may take by default.
const PATIENCE: Duration = Duration::from_secs(10);

const NAME: &str = "headcount.toml";

/// Looks, and serves on `listen` until it is stopped; without it the verdict of the first look is the end.
pub async fn run(url: &str, redis_url: Option<&str>, listen: Option<String>) -> Result<Verdict, Failure> {
    let (health, redis) = match redis_url {
        None if is_redis(url) => (None, Some(url)),
        _ => (Some(health_url(url)?), redis_url),
    };
    let recognised = match &health {
        Some(url) => Some(document(url).await?),
        None => None,
    };
    let place = redis.map(redis_place).transpose()?;
    let findings = match &place {
        Some(place) => Some(queues(place, health.is_some()).await?),
        None => None,
    };
    let queues = findings.map(|findings| findings.found).unwrap_or_default();
    let given = Given { health: health.as_ref(), redis };
    let draft = Draft {
        health: health.as_ref().zip(recognised.as_ref()),
        queues: &queues,
        db: place.as_ref().map_or(0, |place| place.db),
        exports: &given.exports(place.as_ref(), !queues.is_empty()),
    };
    let toml = draft.toml();
    print!("{toml}");
    let loaded =
        config::parse(&toml, NAME, HostKind::Native, &given).map_err(|errors| settings::refusal(&errors))?;
    let mut settings = Settings::new(loaded.config);
    let confirm = core::mem::replace(&mut settings.config.plan.confirm, 1);
    let memory = observe(&settings.config, &Memory::new(clock::now()), &Native, None).await;
    let board = Board::of(&settings.config.plan, &memory, clock::now());
    eprint!("\n{}\n", web::text_board(&settings.site, &board));
    let Some(listen) = listen else { return Ok(board.verdict) };

    settings.config.plan.confirm = confirm;
    let (_unchanged, settings) = watch::channel(Arc::new(settings));
    let (_quiet, notice) = watch::channel(String::new());
    let ledger = Ledger::new(clock::now());
    serve::serve(settings, &listen, ":memory:".to_owned(), ledger, notice)
        .await
        .map(|()| Verdict::Operational)
}

fn is_redis(url: &str) -> bool {
    url.starts_with("redis:") || url.starts_with("rediss:")
}

fn health_url(text: &str) -> Result<Url, Failure> {
    let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    let Some(url) = url else {
        return Err(refused(format!(
            "{text:?} is not the address of a health endpoint; write for example http://localhost:8000/health, and after it, \
             or alone, the Redis behind your queues: redis://localhost:6379/0"
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

fn redis_place(address: &str) -> Result<Place, Failure> {
    config::server(address).map_err(|fault| refused(format!("the address of Redis {fault}")))
}

/// Asks for the health document, and recognises it.
async fn document(url: &Url) -> Result<Recognised, Failure> {
    let request = HttpRequest { url, headers: &[] };
    let answer = timeout(PATIENCE, http::get(&request)).await.unwrap_or(Err(NoAnswer::TimedOut(PATIENCE)));
    let shown = without_query(url);
    let answer = answer.map_err(|e| {
        refused(format!(
            "{shown}: {e}; check that the application runs, the host, the port, and http or https"
        ))
    })?;
    let found = recognise(&answer, url.path()).map_err(|why| refused(format!("{shown} {why}")))?;
    eprintln!("found: {shown} speaks {} ({})", found.format, found.report.evidence);
    Ok(found)
}

/// Looks for queue systems, and says what was found. Where there is nothing else to watch, nothing found is the end.
async fn queues(place: &Place, others: bool) -> Result<Findings, Failure> {
    let questions = Questions::new(place.stream.as_deref());
    let (time, replies) = ask(place, &questions).await;
    let shown = &place.server.endpoint;
    if let Reply::None(missing) = &time
        && missing.why != Why::NotPermitted
    {
        return Err(refused(format!("Redis at {shown}: {}; {}", missing.detail, what_to_do(missing.why))));
    }
    let mut findings = questions.findings(&replies, place.db);
    if place.stream.is_some() {
        // Only Symfony's transports have such an address.
        findings.found.retain(|found| found.system == "symfony");
    }
    for found in &findings.found {
        let names =
            if found.names.is_empty() { String::new() } else { format!(": {}", found.names.join(", ")) };
        eprintln!("found: {} in database {}{names}", found.system, place.db);
    }
    if findings.forbidden > 0 {
        eprintln!(
            "not permitted: {} of {} questions; try it once with a user that may read everything, then give Headcount the \
             least rights, which `headcount config check` prints",
            findings.forbidden,
            replies.len()
        );
    }
    if !findings.found.is_empty() {
        return Ok(findings);
    }
    let nothing = nothing_found(place, &findings);
    if !others {
        return Err(refused(nothing));
    }
    eprintln!("{nothing}");
    Ok(findings)
}

/// One connection, one pipeline of read-only questions.
async fn ask(place: &Place, questions: &Questions) -> (Reply, Vec<Reply>) {
    let until = Deadline::new(clock::now(), PATIENCE);
    let all = [Ask { db: place.db, commands: questions.commands() }];
    let mut server = Server::new(&place.server, &Native, until, MOST_NODES);
    let answers = server.first(false, &mut |_| all.to_vec()).await.answers;
    (answers.time, answers.each.into_iter().flatten().collect())
}

const fn what_to_do(why: Why) -> &'static str {
    match why {
        Why::NoPassword => {
            "it wants a password: redis://user:password@host:6379/0, or redis://:password@host:6379/0"
        }
        Why::WrongPassword => "it refused the password: check user and password in the address",
        Why::NotAnswering => {
            "check that it runs, the host, the port, and rediss:// where it speaks TLS, redis:// where it does not"
        }
        Why::StartingUp | Why::NotServing => "try again when it serves",
        _ => "check that this is the address of a Redis",
    }
}

fn nothing_found(place: &Place, findings: &Findings) -> String {
    let others: Vec<String> = findings
        .databases
        .iter()
        .filter(|(db, _)| *db != place.db)
        .map(|(db, keys)| format!("database {db} has {keys} keys: try redis://…/{db}"))
        .collect();
    let others = if others.is_empty() { String::new() } else { format!(" ({})", others.join("; ")) };
    format!(
        "not found: no queue system under its usual keys in database {} of {}{others}. Looked \
         for {} and {HEARTBEAT}…: start a worker and try again, or name keys and prefixes yourself (docs/systems.md)",
        place.db,
        place.server.endpoint,
        looked_for().collect::<Vec<_>>().join(", ")
    )
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
    redis: Option<&'a str>,
}

impl Given<'_> {
    /// The lines that put it into the environment; secrets hidden.
    fn exports(&self, place: Option<&Place>, has_queues: bool) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(url) = self.health.filter(|url| draft::is_secret(url)) {
            lines.push(format!("export {HEALTH_URL}='{}?…'", without_query(url)));
        }
        if let (Some(redis), Some(place), true) = (self.redis, place, has_queues) {
            let is_secret = place.server.password.is_some() || redis.contains(['@', '?', '\'']);
            let (scheme, _) = redis.split_once(':').unwrap_or(("redis", ""));
            let endpoint = &place.server.endpoint;
            lines.push(if is_secret {
                format!("export {REDIS_URL}='{scheme}://user:password@{endpoint}/…'")
            } else {
                format!("export {REDIS_URL}='{redis}'")
            });
        }
        lines
    }
}

impl Variables for Given<'_> {
    fn get(&self, name: &str) -> Option<String> {
        match name {
            REDIS_URL => self.redis.map(str::to_owned),
            HEALTH_URL => self.health.map(Url::to_string),
            _ => None,
        }
    }

    fn file(&self, path: &str) -> Result<String, String> {
        Environment.file(path)
    }
}
