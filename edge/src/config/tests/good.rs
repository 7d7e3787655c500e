//! What a valid configuration means.

use super::{Fixed, load, loaded};
use crate::config::print::redacted;
use crate::config::{Config, HostKind, QueueTarget, Setting, Warning};
use crate::ports::Endpoint;
use core::time::Duration;
use shared::sample::Basis;

/// Every key there is.
const WHOLE: &str = r#"
[page]
title = "Trip planner"
url = "https://status.example.com/trips/"
every = "10s"
expires_after = "1m"
confirm = 3
drain_max = "2m"
poll = "20s"
time_zone = "europe/paris"
lang = "en"
alive_url = "${DEADMAN_URL}"
probe_from = "weur"
frame_ancestors = ["https://portal.example.com", "https://*.example.org:8443"]
admin_token = "${file:/run/secrets/token}"

[[service]]
id = "planner"
name = "Trip planner"
runbook = "https://wiki.example.com/planner"
impact = "New trips are saved but not calculated."
was = "old-id"

[service.liveness]
url = "https://app.example.com/api/healthz"
format = "adr075-liveness"

[service.health]
url = "https://app.example.com/api/health?key=${HEALTH_TOKEN}"
format = "adr075"
timeout = "4s"
headers = { Authorization = "Bearer ${HEALTH_TOKEN}" }
names = { postgres = "Database", mercure = "Live updates" }
hide = ["reference_data"]

[[service.queue]]
id = "async"
name = "Background jobs"
system = "symfony"
url = "${REDIS_URL}"
db = 3
timeout = "2s"
impact = "Mails wait."
reported_as = "messenger"
window = "300s"
heartbeat = "health.workers.prod"
streams = ["high", "messages"]
group = "crew"
failed = ""
delete_after_ack = false
"#;

/// A page with one service that watches one health document.
fn with(page: &str) -> Config {
    let health = "[[service]]\nid = \"a\"\nhealth = { url = \"https://a.example.com\", format = \"adr075\" }";
    load(&format!("[page]\ntitle = \"t\"\n{page}\n{health}"))
}

/// A page with one queue.
fn with_queue(queue: &str) -> Config {
    let start =
        "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n[[service.queue]]\nid = \"q\"\nsystem = \"symfony\"";
    load(&format!("{start}\n{queue}"))
}

fn whole() -> Config {
    let variables = Fixed::new([
        ("DEADMAN_URL", "https://hc.example.com/4711"),
        ("/run/secrets/token", "0p3n-s3sam3\n"),
        ("HEALTH_TOKEN", "h34lth"),
        ("REDIS_URL", "rediss://us3r:s3cr3t@redis.example.com:6380/ignored/too"),
    ]);
    loaded(WHOLE, HostKind::Native, &variables).config
}

const fn secs(s: u64) -> Duration {
    Duration::from_secs(s)
}

#[test]
fn every_key_arrives_where_it_belongs() {
    let config = whole();
    let (plan, page) = (&config.plan, &config.page);
    assert_eq!((plan.every, plan.expires_after, plan.poll), (secs(10), secs(60), secs(20)));
    assert_eq!((plan.confirm, plan.drain_max), (3, secs(120)));
    assert_eq!((page.origin.as_str(), page.base.as_str()), ("https://status.example.com", "/trips"));
    assert_eq!((page.time_zone.as_str(), page.lang.tag()), ("Europe/Paris", "en"));
    assert_eq!(page.alive_url.as_ref().unwrap().reveal(), "https://hc.example.com/4711");
    assert_eq!(page.admin_token.as_ref().unwrap().reveal(), "0p3n-s3sam3");
    let ancestors = page.frame_ancestors.as_ref().unwrap();
    assert_eq!(ancestors, &["https://portal.example.com", "https://*.example.org:8443"]);

    let service = &plan.services[0];
    assert_eq!((service.id.as_str(), service.was.as_slice()), ("planner", &["old-id".to_owned()][..]));
    assert!(service.has_liveness);
    let health = service.health.as_ref().unwrap();
    assert_eq!((health.format.as_str(), health.names["postgres"].as_str()), ("adr075", "Database"));
    assert!(health.hide.contains("reference_data"));
    let queue = &service.queues[0];
    assert_eq!((queue.basis, queue.reported_as.as_deref()), (Basis::Beat, Some("messenger")));

    let targets = &config.services[0];
    let health = targets.health.as_ref().unwrap();
    assert_eq!((health.timeout, health.headers[0].0.as_str()), (secs(4), "authorization"));
    assert_eq!(health.headers[0].1.reveal(), "Bearer h34lth");
    assert_eq!(targets.liveness.as_ref().unwrap().format.name, "adr075-liveness");
    let queue = targets.queues[0].redis().unwrap();
    assert_eq!((queue.db, queue.timeout), (3, secs(2)));
    assert_eq!(queue.server.endpoint.to_string(), "redis.example.com:6380");
    assert!(matches!(queue.server.endpoint, Endpoint::Tcp { tls: Some(_), .. }));
    assert_eq!(told(queue, "streams"), list(&["high", "messages"]));
    assert_eq!((told(queue, "group"), told(queue, "failed")), (text("crew"), text("")));
    assert_eq!(told(queue, "delete_after_ack"), Setting::Truth(false));
}

#[test]
fn what_is_left_out_has_a_default() {
    let config = with("");
    let (plan, page) = (&config.plan, &config.page);
    assert_eq!((plan.every, plan.expires_after, plan.poll), (secs(15), secs(60), secs(30)));
    assert_eq!((plan.confirm, plan.drain_max), (2, secs(300)));
    assert_eq!((page.origin.as_str(), page.base.as_str()), ("http://localhost:8080", ""));
    assert_eq!((page.time_zone.as_str(), page.lang.tag()), ("UTC", "en"));
    assert!(page.admin_token.is_none() && page.frame_ancestors.is_none());
    assert_eq!(plan.services[0].name, "a");
    assert_eq!(config.services[0].health.as_ref().unwrap().timeout, secs(10));

    let config = with_queue("url = \"redis://r\"");
    let (plan, queue) = (&config.plan.services[0].queues[0], config.services[0].queues[0].redis().unwrap());
    assert_eq!((plan.basis, plan.window), (Basis::None, secs(300)));
    assert_eq!((queue.db, queue.server.endpoint.to_string()), (0, "r:6379".to_owned()));
    assert_eq!((told(queue, "streams"), told(queue, "group")), (list(&["messages"]), text("symfony")));
    assert_eq!(
        (told(queue, "failed"), told(queue, "delete_after_ack")),
        (text("failed"), Setting::Truth(true))
    );
}

/// What a queue's system was told.
fn told(queue: &QueueTarget, key: &str) -> Setting {
    queue.settings.iter().find(|(known, _)| *known == key).unwrap().1.clone()
}

fn text(text: &str) -> Setting {
    Setting::Text(text.to_owned())
}

fn list(texts: &[&str]) -> Setting {
    Setting::List(texts.iter().map(|t| (*t).to_owned()).collect())
}

#[test]
fn each_system_has_its_own_keys_and_prints_what_reads_back_as_the_same() {
    for lines in [
        "system = \"heartbeat\"\nheartbeat = \"beats\"\nscore = \"expiry\"\nunit = \"ms\"\nwindow = \"10s\"",
        "system = \"streams\"\nstream = \"jobs\"\ngroup = \"crew\"\nfailed = \"dead\"\ndelayed = \"later\"\ndelayed_unit = \"s\"",
        "system = \"sidekiq\"",
        "system = \"sidekiq\"\nqueues = [\"a\", \"b\"]\nprefix = \"app:\"\nwindow = \"30s\"\noldest_from_messages = true",
        "system = \"sidekiq\"\nheartbeat = \"beats\"",
    ] {
        let config = load(&format!(
            "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n[[service.queue]]\nid = \"q\"\nurl = \"redis://r\"\n{lines}"
        ));
        let again = load(&redacted(&config));
        let (again, plan) =
            (again.services[0].queues[0].redis().unwrap(), config.services[0].queues[0].redis().unwrap());
        assert_eq!((&again.recipe, &again.settings), (&plan.recipe, &plan.settings), "{lines}");
    }
}

#[test]
fn short_rounds_have_short_timeouts_and_a_tab_asks_before_they_expire() {
    let config = with("every = \"6s\"");
    assert_eq!(config.services[0].health.as_ref().unwrap().timeout, secs(4));
    assert_eq!((config.plan.expires_after, config.plan.poll), (secs(24), secs(14)));
    assert_eq!(with("every = \"1m\"").plan.poll, secs(60));
}

#[test]
fn a_liveness_document_needs_no_format() {
    let config = load(
        "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\nhealth = { url = \"https://a.example.com\", format = \"adr075\" }\n\
         liveness = { url = \"https://a.example.com/up\" }",
    );
    assert_eq!(config.services[0].liveness.as_ref().unwrap().format.name, "http-status-only");
}

#[test]
fn the_file_beats_the_address_of_the_redis() {
    let dsn = "url = \"redis://r/jobs/crew?dbindex=2&delete_after_ack=0\"";
    let config = with_queue(dsn).services[0].queues[0].clone();
    let queue = config.redis().unwrap();
    assert_eq!((queue.db, told(queue, "group")), (2, text("crew")));
    assert_eq!(
        (told(queue, "streams"), told(queue, "delete_after_ack")),
        (list(&["jobs"]), Setting::Truth(false))
    );

    let keys = "db = 0\nstream = \"mine\"\ngroup = \"ours\"\ndelete_after_ack = true";
    let config = with_queue(&format!("{dsn}\n{keys}")).services[0].queues[0].clone();
    let queue = config.redis().unwrap();
    assert_eq!((queue.db, told(queue, "group")), (0, text("ours")));
    assert_eq!(
        (told(queue, "streams"), told(queue, "delete_after_ack")),
        (list(&["mine"]), Setting::Truth(true))
    );
}

#[test]
fn an_explicit_database_makes_a_number_in_the_path_harmless() {
    let config = with_queue("url = \"redis://r/2\"\ndb = 2").services[0].queues[0].clone();
    let queue = config.redis().unwrap();
    assert_eq!((queue.db, told(queue, "streams")), (2, list(&["messages"])));
}

#[test]
fn the_printed_configuration_hides_every_secret_and_reads_back_as_the_same() {
    let config = whole();
    let printed = redacted(&config);
    for secret in ["s3cr3t", "us3r", "h34lth", "0p3n-s3sam3", "4711", "hc.example.com"] {
        assert!(!printed.contains(secret), "{secret} in\n{printed}");
    }
    assert!(printed.contains("url = \"rediss://***:***@redis.example.com:6380\"\ndb = 3\n"), "{printed}");
    assert!(printed.contains("headers = { \"authorization\" = \"***\" }"), "{printed}");
    let again = load(&printed);
    assert_eq!(again.plan, config.plan);
    let (again_queue, queue) =
        (again.services[0].queues[0].redis().unwrap(), config.services[0].queues[0].redis().unwrap());
    assert_eq!((&again_queue.recipe, &again_queue.settings), (&queue.recipe, &queue.settings));
    assert_eq!(redacted(&again), printed);
}

#[test]
fn a_worker_is_warned_of_addresses_it_cannot_reach_and_a_binary_is_not() {
    let text = "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\nhealth = { url = \"http://localhost:8000/up\", format = \"adr075\" }\n\
                [[service.queue]]\nid = \"q\"\nsystem = \"symfony\"\nurl = \"redis://[fd00::1]/jobs\"";
    let none = Fixed::new([]);
    assert_eq!(loaded(text, HostKind::Native, &none).warnings, []);
    let warnings: Vec<String> =
        loaded(text, HostKind::Worker, &none).warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "service a, health.url: \"localhost\" is a private address, which a Worker cannot reach; give it a public \
             name with TLS, or run the native binary inside that network",
            "service a, queue q.url: \"fd00::1\" is a private address, which a Worker cannot reach; give it a public \
             name with TLS, or run the native binary inside that network",
        ]
    );
}

#[test]
fn a_poll_beyond_expiry_is_allowed_and_remarked() {
    let text = "[page]\ntitle = \"t\"\npoll = \"2m\"\n[[service]]\nid = \"a\"\nhealth = { url = \"https://a.example.com\", format = \"adr075\" }";
    let warnings = loaded(text, HostKind::Native, &Fixed::new([])).warnings;
    assert_eq!(warnings, [Warning::PollBeyondExpiry { poll: secs(120), expires_after: secs(60) }]);
}

#[test]
fn a_token_that_can_be_guessed_is_allowed_and_remarked() {
    let text = |token: &str| {
        format!(
            "[page]\ntitle = \"t\"\nadmin_token = \"{token}\"\n[[service]]\nid = \"a\"\nhealth = {{ url = \"https://a.example.com\", format = \"adr075\" }}"
        )
    };
    let warnings = |token| loaded(&text(token), HostKind::Native, &Fixed::new([])).warnings;
    assert_eq!(warnings("fifteen letters"), [Warning::ShortToken { letters: 15 }]);
    assert_eq!(warnings("sixteen letters!"), []);
}

#[test]
fn the_example_at_the_root_is_valid() {
    let variables = Fixed::new([
        ("HEALTH_URL", "http://localhost:8000/api/health"),
        ("REDIS_URL", "redis://localhost:6379/messages"),
    ]);
    let text = include_str!("../../../../headcount.toml");
    let config = loaded(text, HostKind::Native, &variables).config;
    assert_eq!(config.plan.services[0].queues.len(), 1);
}
