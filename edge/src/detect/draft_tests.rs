//! A draft is a valid configuration that keeps secrets out, and says what a person must decide.

use super::*;
use crate::config::{Config, HostKind, Store, Variables, parse};
use crate::detect::signs::{SIGNS, looked_for};
use crate::probe::rabbitmq::Queue;
use shared::reading::Reading;
use shared::sample::{Crew, HealthReport};
use shared::state::Verdict;

struct Given;

impl Variables for Given {
    fn get(&self, name: &str) -> Option<String> {
        match name {
            REDIS_URL => Some("redis://u:hush@redis.example.com:6379/4".to_owned()),
            RABBITMQ_URL => Some("https://u:hush@rabbit.example.com/shop".to_owned()),
            DATABASE_URL => Some("postgresql://u:hush@db.example.com/shop".to_owned()),
            HEALTH_URL => Some("https://app.example.com/health?token=hush".to_owned()),
            _ => None,
        }
    }

    fn file(&self, _: &str) -> Result<String, String> {
        Err("none".to_owned())
    }
}

fn config(toml: &str) -> Config {
    match parse(toml, "headcount.toml", HostKind::Native, &Given) {
        Ok(loaded) => loaded.config,
        Err(errors) => {
            panic!("{toml}\n{}", errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
        }
    }
}

fn of_queues(queues: &[Found]) -> String {
    Draft { health: None, queues, db: 4, is_cluster: false, exports: &[] }.toml()
}

fn recognised(key: &str) -> Recognised {
    let mut report = HealthReport::said(Verdict::Operational);
    let unknown = Reading::redis(0);
    report.dependencies.push(shared::sample::DependencyReport {
        key: key.to_owned(),
        state: shared::state::State::Operational,
        latency: None,
        evidence: shared::sample::DependencyEvidence::default(),
        crew: Some(Crew { workers_alive: unknown, queue_depth: unknown, failed_depth: unknown }),
    });
    Recognised { format: "adr075", word: None, note: "", report }
}

#[test]
fn what_is_found_by_any_sign_is_a_valid_configuration() {
    for sign in SIGNS {
        let found = Found {
            system: sign.system,
            prefix: (!sign.prefix.is_empty()).then(|| sign.prefix.to_owned()),
            names: if sign.key.contains('*') { vec!["a \"b\" 🙂".to_owned()] } else { Vec::new() },
            ..Found::default()
        };
        let config = config(&of_queues(&[found]));
        assert_eq!(config.plan.services[0].queues[0].system, sign.system);
        assert_eq!(config.services[0].queues[0].redis().unwrap().db, 4);
    }
}

#[test]
fn every_system_is_looked_for_but_those_that_have_no_names_of_their_own() {
    let known = crate::probe::queue::SYSTEMS.iter().map(|system| system.name);
    let without: Vec<&str> = known.filter(|name| !looked_for().any(|looked| looked == *name)).collect();
    // A heartbeat is looked for too.
    assert_eq!(without, ["heartbeat", "lists"]);
}

#[test]
fn symfony_is_written_with_what_was_told_of_it() {
    let found = Found {
        system: "symfony",
        names: vec!["high".into(), "messages".into()],
        failed: Some("failure".into()),
        deletes_on_ack: Some(false),
        heartbeat: Some("health.workers.dev".into()),
        ..Found::default()
    };
    let toml = of_queues(&[found]);
    for line in [
        "streams = [\"high\", \"messages\"] #",
        "failed = \"failure\"\n",
        "delete_after_ack = false\n",
        "heartbeat = \"health.workers.dev\" #",
    ] {
        assert!(toml.contains(line), "{line}: {toml}");
    }
    assert_eq!(
        config(&toml).services[0].queues[0].redis().unwrap().server.password.as_ref().unwrap().reveal(),
        "hush"
    );
}

#[test]
fn what_the_document_counts_is_tied_to_the_first_queue_and_no_secret_is_written() {
    let url = Url::parse("https://app.example.com/health?token=hush").unwrap();
    let recognised = recognised("messenger");
    let sidekiq = Found { system: "sidekiq", ..Found::default() };
    let draft = Draft {
        health: Some((&url, &recognised)),
        queues: &[sidekiq.clone(), sidekiq],
        db: 0,
        is_cluster: false,
        exports: &["export REDIS_URL='redis://***'".to_owned()],
    };
    let toml = draft.toml();
    assert!(!toml.contains("hush"), "{toml}");
    assert!(toml.contains("#   export REDIS_URL="), "{toml}");
    let config = config(&toml);
    let reported: Vec<_> = config.plan.services[0].queues.iter().map(|q| q.reported_as.as_deref()).collect();
    assert_eq!(reported, [Some("messenger"), None]);
    assert_eq!(config.services[0].health.as_ref().unwrap().url, url);
}

#[test]
fn a_document_that_counts_nobodys_workers_is_tied_to_no_queue() {
    let url = Url::parse("https://app.example.com/stats").unwrap();
    let mut recognised = Recognised { format: "symfony-stats", ..recognised("async") };
    recognised.report.dependencies[0].state = shared::state::State::NotApplicable;
    let queues = &[Found { system: "sidekiq", ..Found::default() }];
    let toml =
        Draft { health: Some((&url, &recognised)), queues, db: 0, is_cluster: false, exports: &[] }.toml();
    assert_eq!(config(&toml).plan.services[0].queues[0].reported_as, None, "{toml}");
}

#[test]
fn a_remote_word_is_never_replaced_from_the_environment() {
    let url = Url::parse("https://app.example.com/health").unwrap();
    let recognised = recognised("${HOME}");
    let bull = Found { system: "bullmq", names: vec!["${PATH}".into(), "mail".into()], ..Found::default() };
    let toml =
        Draft { health: Some((&url, &recognised)), queues: &[bull], db: 0, is_cluster: false, exports: &[] }
            .toml();
    assert!(!toml.contains("HOME") && !toml.contains("PATH"), "{toml}");
}

#[test]
fn what_is_left_to_decide_is_valid_when_it_is_decided() {
    let url = Url::parse("https://app.example.com/health").unwrap();
    let recognised = recognised("messenger");
    let symfony = Found { system: "symfony", names: vec!["messages".into()], ..Found::default() };
    let toml = Draft {
        health: Some((&url, &recognised)),
        queues: &[symfony],
        db: 0,
        is_cluster: false,
        exports: &[],
    }
    .toml();
    let decided: Vec<&str> = toml
        .lines()
        .map(|line| line.strip_prefix("# ").filter(|rest| rest.contains(" = ")).unwrap_or(line))
        .collect();
    assert!(config(&decided.join("\n")).services[0].queues[0].redis().unwrap().recipe.heartbeat.is_some());
}

#[test]
fn a_broker_a_table_streams_and_apalis_are_written_with_what_was_told_of_them() {
    let (one, two) = (vec!["a b".to_owned()], vec!["dead".to_owned()]);
    let found = [
        Found {
            system: "rabbitmq",
            names: one.clone(),
            dead_letters: two.clone(),
            delayed: vec!["later".into()],
            subscribed: true,
            ..Found::default()
        },
        Found { system: "rabbitmq", names: one.clone(), ..Found::default() },
        Found {
            system: "symfony-doctrine",
            names: one.clone(),
            failed: Some("failed".into()),
            ..Found::default()
        },
        Found { system: "symfony-doctrine", ..Found::default() },
        Found {
            system: "streams",
            names: one.clone(),
            group: Some("crew".into()),
            failed: two.first().cloned(),
            deletes_on_ack: Some(true),
            ..Found::default()
        },
        Found { system: "apalis", names: one, ..Found::default() },
    ];
    let toml = of_queues(&found);
    assert!(!toml.contains("hush"), "{toml}");
    let config = config(&toml);
    let queues = &config.services[0].queues;
    let system = |nth: usize| config.plan.services[0].queues[nth].system.as_str();
    for (nth, found) in found.iter().enumerate() {
        assert_eq!(system(nth), found.system);
    }
    let Some(Store::Broker(broker)) = queues[0].other().map(|other| &other.store) else {
        panic!("no broker")
    };
    let names =
        |queues: &[Queue]| queues.iter().map(|queue| queue.name.clone()).collect::<Vec<_>>().join(",");
    assert_eq!(
        (names(&broker.queues), names(&broker.dead_letters), names(&broker.delayed), broker.subscribed),
        ("a b".to_owned(), "dead".to_owned(), "later".to_owned(), true)
    );
    let decided: Vec<&str> = toml
        .lines()
        .map(|line| line.strip_prefix("# ").filter(|rest| rest.contains(" = ")).unwrap_or(line))
        .collect();
    let decided = self::config(&decided.join("\n"));
    let counted =
        |nth: usize| decided.services[0].queues[nth].redis().is_some_and(|r| r.recipe.heartbeat.is_some());
    assert_eq!([counted(0), counted(1), counted(2), counted(3), counted(4)], [false, true, true, true, true]);
}

#[test]
fn in_a_cluster_it_is_called_so_and_no_database_is_named() {
    let queues = [Found { system: "sidekiq", ..Found::default() }];
    let toml = Draft { health: None, queues: &queues, db: 0, is_cluster: true, exports: &[] }.toml();
    assert!(toml.contains("cluster = true\n") && !toml.contains("db ="), "{toml}");
}
