//! What was found, as a configuration: complete and valid, with a remark at each line that a person should decide.
//!
//! No secret is in it: those of addresses stay in the environment, and the line that puts them there is told.

use super::formats::Recognised;
use super::queues::Found;
use super::signs::COUNTED_BY_HEARTBEAT;
use core::fmt::{Display, Write as _};
use url::Url;

/// The variable that holds the address of Redis.
pub const REDIS_URL: &str = "REDIS_URL";
/// The variable that holds the address of the health document, where a part of it may be secret.
pub const HEALTH_URL: &str = "HEALTH_URL";

/// What a configuration is made of.
#[derive(Clone, Debug)]
pub struct Draft<'a> {
    /// The health document, and what it is.
    pub health: Option<(&'a Url, &'a Recognised)>,
    /// Queue systems that can be read.
    pub queues: &'a [Found],
    /// Their database.
    pub db: u32,
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
        // The first line that counts workers is taken for the first queue's.
        let lines =
            self.health.map(|(_, recognised)| recognised.report.dependencies.as_slice()).unwrap_or_default();
        let counts = lines.iter().find(|line| line.crew.is_some() && is_plain(&line.key));
        let mut reported = counts.map(|line| line.key.as_str());
        for (nth, found) in self.queues.iter().enumerate() {
            queue(&mut out, found, nth, self.db, reported.take());
        }
        out.0
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

fn queue(out: &mut Toml, found: &Found, nth: usize, db: u32, reported_as: Option<&str>) {
    out.line("\n[[service.queue]]");
    let id = if nth == 0 { "jobs".to_owned() } else { format!("jobs-{}", nth + 1) };
    let name =
        if nth == 0 { "Background jobs".to_owned() } else { format!("Background jobs: {}", found.system) };
    out.key("id", &quoted(&id));
    out.decide("name", &quoted(&name), "what people read");
    out.key("system", &quoted(found.system));
    out.key("url", &quoted(&format!("${{{REDIS_URL}}}")));
    out.key("db", &db);
    if let Some(line) = reported_as {
        out.decide(
            "reported_as",
            &quoted(line),
            "the line of the health document that counts the same workers",
        );
    }
    keys(out, found);
}

/// The keys of the system itself.
fn keys(out: &mut Toml, found: &Found) {
    let names: Vec<String> =
        found.names.iter().filter(|name| is_plain(name)).map(|name| quoted(name)).collect();
    let names = format!("[{}]", names.join(", "));
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
        "arq" => out.line("# health_check_interval = \"10s\" # decide: what your workers are told; without it nobody is counted"),
        _ => {}
    }
    match &found.heartbeat {
        Some(key) => out.decide("heartbeat", &quoted(key), "the sorted set that these workers sign in to"),
        None if COUNTED_BY_HEARTBEAT.contains(&found.system) => {
            out.line("# heartbeat = \"health.workers.prod\" # decide: a sorted set that workers sign in to counts them");
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
fn is_plain(word: &str) -> bool {
    !word.contains("${")
}

/// A TOML basic string.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

#[cfg(test)]
#[path = "draft_tests.rs"]
mod tests;
