//! What was found, as a configuration: complete and valid, with a remark at each line that a person should decide.
//!
//! No secret is in it: those of addresses stay in the environment, and the line that puts them there is told.

use super::formats::Recognised;
use super::queues::Found;
use super::signs::COUNTED_BY_HEARTBEAT;
use crate::config::print::quoted;
use crate::probe::{doctrine, rabbitmq};
use core::fmt::{Display, Write as _};
use shared::sample::DependencyReport;
use shared::state::State;
use url::Url;

/// The variable that holds the address of Redis.
pub const REDIS_URL: &str = "REDIS_URL";
/// The variable that holds the address of a broker's management API.
pub const RABBITMQ_URL: &str = "RABBITMQ_URL";
/// The variable that holds the address of a database.
pub const DATABASE_URL: &str = "DATABASE_URL";
/// The variable that holds the address of the health document, where a part of it may be secret.
pub const HEALTH_URL: &str = "HEALTH_URL";

/// What a configuration is made of.
#[derive(Clone, Debug)]
pub struct Draft<'a> {
    /// The health document, and what it is.
    pub health: Option<(&'a Url, &'a Recognised)>,
    /// Queue systems that can be read.
    pub queues: &'a [Found],
    /// Their database in a Redis.
    pub db: u32,
    /// Whether that Redis is a cluster.
    pub is_cluster: bool,
    /// The lines that put addresses into the environment, secrets hidden.
    pub exports: &'a [String],
}

/// Whether the address of a health document is not for a file: its query may hold a token.
pub fn is_secret(url: &Url) -> bool {
    url.query().is_some()
}

impl Draft<'_> {
    /// The file.
    pub fn toml(&self) -> String {
        let mut out = Toml(String::new());
        out.line("# What `headcount try` has found. Save it as headcount.toml and run: headcount serve");
        out.line("# Look at the lines that say \"decide\" first; then: headcount config check --live");
        if !self.exports.is_empty() {
            out.line("# Before each start:");
        }
        for export in self.exports {
            out.line(&format!("#   {export}"));
        }
        out.line("\n[page]");
        out.decide("title", &quoted("Status"), "what people read");
        out.line("# url = \"https://status.example.com\" # decide: where people find the page");
        out.line("\n[[service]]");
        out.key("id", &quoted("app"));
        out.decide("name", &quoted("Application"), "what people read");
        if let Some((url, recognised)) = self.health {
            health(&mut out, url, recognised);
        }
        // The first line that counts workers is taken for the first queue's; one that is not applicable counts none.
        let lines =
            self.health.map(|(_, recognised)| recognised.report.dependencies.as_slice()).unwrap_or_default();
        let may_count = |line: &DependencyReport| line.crew.is_some() && line.state != State::NotApplicable;
        let counts = lines.iter().find(|line| may_count(line) && is_plain(&line.key));
        let mut reported = counts.map(|line| line.key.as_str());
        for (nth, found) in self.queues.iter().enumerate() {
            self.queue(&mut out, found, nth, reported.take());
        }
        out.0
    }

    fn queue(&self, out: &mut Toml, found: &Found, nth: usize, reported_as: Option<&str>) {
        out.line("\n[[service.queue]]");
        let id = if nth == 0 { "jobs".to_owned() } else { format!("jobs-{}", nth + 1) };
        let name = if nth == 0 {
            "Background jobs".to_owned()
        } else {
            format!("Background jobs: {}", found.system)
        };
        out.key("id", &quoted(&id));
        out.decide("name", &quoted(&name), "what people read");
        out.key("system", &quoted(found.system));
        let variable = match found.system {
            rabbitmq::NAME => RABBITMQ_URL,
            doctrine::NAME => DATABASE_URL,
            _ => REDIS_URL,
        };
        out.key("url", &quoted(&format!("${{{variable}}}")));
        if variable == REDIS_URL {
            if self.is_cluster {
                out.key("cluster", &true);
            } else {
                out.key("db", &self.db);
            }
        }
        if let Some(line) = reported_as {
            out.decide(
                "reported_as",
                &quoted(line),
                "the line of the health document that counts the same workers",
            );
        }
        keys(out, found);
    }
}

fn health(out: &mut Toml, url: &Url, recognised: &Recognised) {
    out.line("\n[service.health]");
    if is_secret(url) {
        out.key("url", &quoted(&format!("${{{HEALTH_URL}}}")));
    } else {
        out.key("url", &quoted(url.as_str()));
    }
    let format = quoted(recognised.format);
    if recognised.note.is_empty() {
        out.key("format", &format);
    } else {
        out.decide("format", &format, recognised.note);
    }
    if let Some(word) = &recognised.word {
        out.key("word", &quoted(word));
    }
    out.line(
        "# names = { postgres = \"Database\" } # decide: what people read instead of a dependency's key",
    );
    out.line("# hide = [\"internal\"] # decide: dependencies that the public does not see");
}

/// The keys of the system itself.
fn keys(out: &mut Toml, found: &Found) {
    let names = listed(&found.names);
    match found.system {
        "symfony" => {
            out.decide("streams", &names, "those that were found under usual names");
            match &found.failed {
                Some(failed) => out.key("failed", &quoted(failed)),
                None => out.line("# failed = \"failed\" # decide: the stream of dead letters; \"\" if there is none"),
            }
            match found.deletes_on_ack {
                Some(deletes) => out.key("delete_after_ack", &deletes),
                None => out.line("# delete_after_ack = true # decide: false before Symfony 6 and where you said so"),
            }
        }
        "streams" => {
            out.decide("streams", &names, "those that were found under usual names");
            out.key("group", &quoted(found.group.as_deref().unwrap_or_default()));
            if let Some(failed) = &found.failed {
                out.decide("failed", &quoted(failed), "the stream of dead letters, if it is theirs");
            }
            if let Some(true) = found.deletes_on_ack {
                out.decide("delete_after_ack", &true, "entries are deleted once acknowledged, as it seems");
            }
        }
        "laravel" | "horizon" => {
            if let Some(own) = &found.horizon_prefix {
                out.key("horizon_prefix", &quoted(own));
            }
            match &found.prefix {
                Some(prefix) => out.key("prefix", &quoted(prefix)),
                None => out.decide("prefix", &quoted("laravel_database_"), "`prefix` of your config/database.php"),
            }
            if !found.names.is_empty() {
                out.decide("queues", &names, "those that were found under usual names");
            }
        }
        "dramatiq" if found.names.is_empty() => {
            out.decide("queues", &"[\"default\"]", "none was found under a usual name: name yours");
        }
        "bullmq" | "celery" | "saq" | "dramatiq" | "huey" | "bee-queue" => {
            if let Some(prefix) = &found.prefix {
                out.key("prefix", &quoted(prefix));
            }
            out.decide("queues", &names, "those that were found: by their workers, and under usual names");
        }
        "apalis" => out.key("queues", &names),
        rabbitmq::NAME => {
            out.decide("queues", &names, "those where work waits");
            if !found.dead_letters.is_empty() {
                out.decide("dead_letters", &listed(&found.dead_letters), "those where dead letters end");
            }
            if !found.delayed.is_empty() {
                out.decide("delayed", &listed(&found.delayed), "those where messages wait for their time");
            }
            if found.subscribed {
                out.decide("subscribed", &true, "clients subscribe, so that consumers are workers; never for Symfony");
            }
        }
        doctrine::NAME => {
            if !found.names.is_empty() {
                out.decide("queues", &names, "those that have messages now");
            }
            match &found.failed {
                Some(failed) => out.key("failed", &quoted(failed)),
                None => out.line("# failed = \"failed\" # decide: the queue_name of the failure transport; \"\" if there is none"),
            }
        }
        "arq" => out.line("# health_check_interval = \"10s\" # decide: what your workers are told; without it nobody is counted"),
        _ => {}
    }
    match &found.heartbeat {
        Some(key) => out.decide("heartbeat", &quoted(key), "the sorted set that these workers sign in to"),
        None if COUNTED_BY_HEARTBEAT.contains(&found.system) && !found.subscribed => {
            out.line("# heartbeat = \"health.workers.prod\" # decide: a sorted set that workers sign in to counts them");
            if matches!(found.system, rabbitmq::NAME | doctrine::NAME) {
                out.line("# heartbeat_url = \"${REDIS_URL}\" # decide: the Redis that it is in");
            }
        }
        None => {}
    }
}

/// TOML as it grows.
struct Toml(String);

impl Toml {
    fn line(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }

    fn key(&mut self, key: &str, value: &dyn Display) {
        // Writing to a String cannot fail.
        _ = writeln!(self.0, "{key} = {value}");
    }

    fn decide(&mut self, key: &str, value: &dyn Display, what: &str) {
        _ = writeln!(self.0, "{key} = {value} # decide: {what}");
    }
}

/// Whether a file would take a remote word as it is: one with `${` would be replaced from the environment.
pub(super) fn is_plain(word: &str) -> bool {
    !word.contains("${")
}

/// A TOML list of them.
fn listed(names: &[String]) -> String {
    let names: Vec<String> = names.iter().filter(|name| is_plain(name)).map(|name| quoted(name)).collect();
    format!("[{}]", names.join(", "))
}

#[cfg(test)]
#[path = "draft_tests.rs"]
mod tests;
