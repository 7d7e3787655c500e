//! A configuration as `headcount config check` prints it: every value that is in force, secrets hidden.
//!
//! For the operator's terminal only: hosts and ports are in it.

use super::duration::show;
use super::{Config, HealthTarget, QueueTarget};
use core::fmt::{Display, Write};
use core::time::Duration;
use shared::plan::{HealthPlan, Plan, QueuePlan, ServicePlan};

const HIDDEN: &str = "***";

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
        for (plan, target) in plan.queues.iter().zip(&targets.queues) {
            queue(&mut out, plan, target);
        }
    }
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
    out.text("lang", &page.lang);
    if page.alive_url.is_some() {
        out.text("alive_url", &format!("https://{HIDDEN}"));
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
    if !plan.names.is_empty() {
        out.inline_table("names", plan.names.iter().map(|(key, name)| (key.as_str(), name.as_str())));
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
    if !target.headers.is_empty() {
        out.inline_table("headers", target.headers.iter().map(|(name, _)| (name.as_str(), HIDDEN)));
    }
}

fn queue(out: &mut Toml, plan: &QueuePlan, target: &QueueTarget) {
    let keys = &target.keys;
    out.open("[[service.queue]]");
    out.text("id", &plan.id);
    out.text("name", &plan.name);
    out.text_if_any("impact", &plan.impact);
    out.text("system", &plan.system);
    out.text("url", &address(target));
    out.bare("db", target.db);
    out.time("timeout", target.timeout);
    if let Some(key) = &plan.reported_as {
        out.text("reported_as", key);
    }
    out.time("window", keys.window);
    if let Some(key) = &keys.heartbeat {
        out.text("heartbeat", key);
    }
    out.list("streams", &keys.streams);
    out.text("group", &keys.group);
    out.text("failed", keys.failed.as_deref().unwrap_or_default());
    out.bare("delete_after_ack", keys.delete_after_ack);
}

/// Where and as whom, without the path: stream and database have lines of their own.
fn address(target: &QueueTarget) -> String {
    let (server, endpoint) = (&target.server, &target.server.endpoint);
    let scheme = if endpoint.tls { "rediss" } else { "redis" };
    let credentials = match (&server.user, &server.password) {
        (None, None) => "",
        _ => "***@",
    };
    let host =
        if endpoint.host.contains(':') { format!("[{}]", endpoint.host) } else { endpoint.host.clone() };
    format!("{scheme}://{credentials}{host}:{}", endpoint.port)
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

    fn list<'a>(&mut self, key: &str, values: impl IntoIterator<Item = &'a String>) {
        let values: Vec<String> = values.into_iter().map(|v| quoted(v)).collect();
        self.bare(key, format_args!("[{}]", values.join(", ")));
    }

    fn inline_table<'a>(&mut self, key: &str, pairs: impl Iterator<Item = (&'a str, &'a str)>) {
        let pairs: Vec<String> = pairs.map(|(k, v)| format!("{} = {}", quoted(k), quoted(v))).collect();
        self.bare(key, format_args!("{{ {} }}", pairs.join(", ")));
    }
}

/// A TOML basic string.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
