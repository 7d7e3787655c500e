//! A configuration as `headcount config check` prints it: every value that is in force, secrets hidden.
//!
//! For the operator's terminal only: hosts and ports are in it.

use super::duration::show;
use super::secret::{HIDDEN, Secret};
use super::{Config, HealthTarget, OtherTarget, QueueSource, QueueTarget, Setting, Store};
use crate::maintenance::{MaintenanceRule, When};
use crate::ports::Endpoint;
use crate::probe::rabbitmq::{Broker, Login};
use core::fmt::{Display, Write};
use core::time::Duration;
use shared::plan::{HealthPlan, Plan, QueuePlan, ServicePlan};

/// As long as a key must be.
const HIDDEN_KEY: &str = "****************";

/// The configuration in TOML. Read back, it is the same but for the secrets, each of which has become `***`.
pub fn redacted(config: &Config) -> String {
    let mut out = Toml(String::new());
    page(&mut out, config);
    for (plan, targets) in config.plan.services.iter().zip(&config.services) {
        service(&mut out, plan);
        if let Some(target) = &targets.liveness {
            out.open("[service.liveness]");
            document(&mut out, target);
        }
        if let Some((plan, target)) = plan.health.as_ref().zip(targets.health.as_ref()) {
            health(&mut out, plan, target);
        }
        for (plan, source) in plan.queues.iter().zip(&targets.queues) {
            queue(&mut out, plan, source);
        }
    }
    alerts(&mut out, config);
    for rule in &config.maintenance {
        maintenance(&mut out, rule);
    }
    push(&mut out, config);
    out.0
}

fn page(out: &mut Toml, config: &Config) {
    let (plan, page): (&Plan, _) = (&config.plan, &config.page);
    out.0.push_str("[page]\n");
    out.text("title", &plan.title);
    out.text("url", &format!("{}{}", page.origin, page.base));
    out.time("every", plan.every);
    out.time("expires_after", plan.expires_after);
    out.bare("confirm", plan.confirm);
    out.time("drain_max", plan.drain_max);
    out.time("poll", plan.poll);
    out.text("time_zone", &page.time_zone);
    out.text("lang", page.lang.tag());
    if let Some(url) = &page.alive_url {
        out.text("alive_url", &hidden(url));
    }
    if let Some(location) = &page.probe_from {
        out.text("probe_from", location);
    }
    if let Some(ancestors) = &page.frame_ancestors {
        out.list("frame_ancestors", ancestors);
    }
    if page.admin_token.is_some() {
        out.text("admin_token", HIDDEN);
    }
    if !page.runbooks.is_empty() {
        out.inline_table("runbooks", page.runbooks.iter().map(|(word, url)| (word.word(), url.as_str())));
    }
}

fn service(out: &mut Toml, plan: &ServicePlan) {
    out.open("[[service]]");
    out.text("id", &plan.id);
    out.text("name", &plan.name);
    out.text_if_any("runbook", &plan.runbook);
    out.text_if_any("impact", &plan.impact);
    if !plan.was.is_empty() {
        out.list("was", &plan.was);
    }
}

fn health(out: &mut Toml, plan: &HealthPlan, target: &HealthTarget) {
    out.open("[service.health]");
    document(out, target);
    let names = plan.names.iter().filter(|(key, _)| !plan.private.contains(*key));
    if names.clone().next().is_some() {
        out.inline_table("names", names.map(|(key, name)| (key.as_str(), name.as_str())));
    }
    let tenants: Vec<String> = target
        .tenants
        .iter()
        .filter_map(|tenant| {
            let name = plan.names.get(&tenant.id)?;
            Some(format!("{{ id = {}, name = {} }}", quoted(&tenant.id), quoted(name)))
        })
        .collect();
    if !tenants.is_empty() {
        out.bare("tenants", format_args!("[{}]", tenants.join(", ")));
    }
    if !plan.hide.is_empty() {
        out.list("hide", &plan.hide);
    }
}

fn document(out: &mut Toml, target: &HealthTarget) {
    // A token in the query is a secret like one in a header.
    let mut url = target.url.clone();
    if url.query().is_some() {
        url.set_query(Some(HIDDEN));
    }
    out.text("url", url.as_str());
    out.text("format", target.format.name);
    out.text_if_any("word", &target.options.word);
    if target.format.name == super::service::LARAVEL_HEALTH {
        out.time("max_age", target.options.max_age);
    }
    out.time("timeout", target.timeout);
    out.settings(&target.settings);
    if !target.headers.is_empty() {
        out.inline_table("headers", target.headers.iter().map(|(name, _)| (name.as_str(), HIDDEN)));
    }
}

fn queue(out: &mut Toml, plan: &QueuePlan, source: &QueueSource) {
    out.open("[[service.queue]]");
    out.text("id", &plan.id);
    out.text("name", &plan.name);
    out.text_if_any("impact", &plan.impact);
    out.text_if_any("runbook", &plan.runbook);
    out.text("system", &plan.system);
    let settings = match source {
        QueueSource::Redis(target) => {
            out.text("url", &address(target));
            out.bare("db", target.db);
            &target.settings
        }
        QueueSource::Other(target) => {
            elsewhere(out, target);
            &target.settings
        }
    };
    out.time("timeout", source.timeout());
    if let Some(key) = &plan.reported_as {
        out.text("reported_as", key);
    }
    out.settings(settings);
}

fn elsewhere(out: &mut Toml, target: &OtherTarget) {
    out.text("url", &target.shown);
    if let Store::Broker(Broker { headers, login, .. }) = &target.store {
        let is_in_url = |name: &str| *login == Login::Address && name == "authorization";
        let mut headers =
            headers.iter().map(|(name, _)| name.as_str()).filter(|name| !is_in_url(name)).peekable();
        if headers.peek().is_some() {
            out.inline_table("headers", headers.map(|name| (name, HIDDEN)));
        }
    }
    if let Some(redis) = &target.heartbeat {
        out.text("heartbeat_url", &format!("{}/{}", address(redis), redis.db));
    }
}

/// Where and as whom, without the path: stream and database have lines of their own. Several hosts are several
/// addresses, of which the last one says who we are.
fn address(target: &QueueTarget) -> String {
    let server = &target.server;
    let others = server.way.others();
    let known = server.user.is_some() || server.password.is_some();
    let mut all = String::new();
    for (nth, endpoint) in [&server.endpoint].into_iter().chain(others).enumerate() {
        let scheme = match endpoint {
            Endpoint::Socket(_) => "unix",
            Endpoint::Tcp { tls: Some(_), .. } => "rediss",
            Endpoint::Tcp { tls: None, .. } => "redis",
        };
        let comma = if nth == 0 { "" } else { "," };
        let who = if known && nth == others.len() { "***:***@" } else { "" };
        // Writing to a String cannot fail.
        _ = write!(all, "{comma}{scheme}://{who}{endpoint}");
    }
    all
}

fn alerts(out: &mut Toml, config: &Config) {
    out.open("[alerts]");
    out.time("unknown_after", config.alerts.unknown_after);
    out.time("dead_letter_every", config.alerts.dead_letter_every);
    out.time("remind_every", config.alerts.remind_every);
    for channel in &config.channels {
        out.open("[[channel]]");
        out.text("id", &channel.id);
        out.text("kind", channel.settings.kind());
        if !channel.services.is_empty() {
            out.list("services", &channel.services);
        }
        if !channel.only.is_empty() {
            out.list("only", &channel.only.iter().map(|kind| kind.word().to_owned()).collect::<Vec<_>>());
        }
        for (key, value) in channel.settings.shown() {
            out.bare(key, value);
        }
    }
}

fn maintenance(out: &mut Toml, rule: &MaintenanceRule) {
    out.open("[[maintenance]]");
    out.text("id", &rule.id);
    out.text_if_any("title", &rule.title);
    if !rule.services.is_empty() {
        out.list("services", &rule.services);
    }
    match &rule.when {
        When::Once { from, until } => {
            out.text("from", &from.to_string());
            out.text("until", &until.to_string());
        }
        When::Recurring { days, hour, minute, lasts, zone } => {
            out.text("every", &format!("{days} {hour:02}:{minute:02}"));
            out.time("lasts", *lasts);
            out.text("time_zone", zone);
        }
    }
}

fn push(out: &mut Toml, config: &Config) {
    if let Some(target) = &config.push {
        out.open("[push]");
        out.text("url", target.url.as_str());
        out.text("key", HIDDEN_KEY);
    }
    for source in &config.ingest {
        out.open("[[ingest]]");
        out.text("id", &source.id);
        out.text("name", &source.name);
        out.text("key", HIDDEN_KEY);
    }
}

/// TOML as it grows.
struct Toml(String);

impl Toml {
    fn open(&mut self, header: &str) {
        self.0.push('\n');
        self.0.push_str(header);
        self.0.push('\n');
    }

    fn bare(&mut self, key: &str, value: impl Display) {
        // Writing to a String cannot fail.
        _ = writeln!(self.0, "{key} = {value}");
    }

    fn text(&mut self, key: &str, value: &str) {
        self.bare(key, quoted(value));
    }

    fn text_if_any(&mut self, key: &str, value: &str) {
        if !value.is_empty() {
            self.text(key, value);
        }
    }

    fn time(&mut self, key: &str, value: Duration) {
        self.text(key, &show(value));
    }

    fn settings(&mut self, settings: &[(&'static str, Setting)]) {
        for (key, setting) in settings {
            match setting {
                Setting::Text(text) => self.text(key, text),
                Setting::List(texts) => self.list(key, texts),
                Setting::Truth(truth) => self.bare(key, truth),
                Setting::Number(number) => self.bare(key, number),
                Setting::Time(time) => self.time(key, *time),
            }
        }
    }

    fn list<'a>(&mut self, key: &str, values: impl IntoIterator<Item = &'a String>) {
        let values: Vec<String> = values.into_iter().map(|v| quoted(v)).collect();
        self.bare(key, format_args!("[{}]", values.join(", ")));
    }

    fn inline_table<'a>(&mut self, key: &str, pairs: impl Iterator<Item = (&'a str, &'a str)>) {
        let pairs: Vec<String> = pairs.map(|(k, v)| format!("{} = {}", quoted(k), quoted(v))).collect();
        self.bare(key, format_args!("{{ {} }}", pairs.join(", ")));
    }
}

/// An address that is a secret as a whole.
pub(crate) fn hidden(url: &Secret) -> String {
    let scheme = if url.reveal().starts_with("http:") { "http" } else { "https" };
    format!("{scheme}://{HIDDEN}")
}

/// A TOML basic string.
pub(crate) fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
