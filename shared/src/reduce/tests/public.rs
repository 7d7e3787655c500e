//! DESIGN 1.6: what is public is an allow-list by type.

use crate::flag::{Flag, FlagWord};
use crate::public::PublicBoard;
use crate::reduce::testkit::*;
use crate::state::{State, Verdict};
use serde_json::{Value, json};

fn public(watch: &Watch) -> PublicBoard {
    PublicBoard::of(&watch.look(), |n| format!("Dependency {n}"))
}

fn json(watch: &Watch) -> Value {
    serde_json::to_value(public(watch)).unwrap()
}

#[test]
fn a_hidden_dependency_is_not_public_and_the_others_keep_their_numbers() {
    let mut watch = Watch::over([service("app").with_health().hiding("secret_store")]);
    let lines = ["secret_store", "10.0.0.7:6379", "redis"].map(|key| line(key, State::Operational));
    let report = lines.into_iter().fold(up(), crate::sample::HealthReport::line);
    watch.hear([heard("app").health(report)]);
    let shown = public(&watch).services.remove(0).dependencies;
    let shown: Vec<_> = shown.iter().map(|d| (d.id.as_str(), d.name.as_str())).collect();
    assert_eq!(shown, [("dependency-2", "Dependency 2"), ("redis", "redis")]);
    assert_eq!(only(&watch.look()).dependencies[1].key, "10.0.0.7:6379");
}

#[test]
fn a_configured_name_is_public_and_a_key_is_only_if_it_is_fit_to_be() {
    let long = "a".repeat(41);
    for (key, id, name) in [
        ("postgres", "postgres", "Database"),
        ("Live updates_2-b", "Live updates_2-b", "Live updates_2-b"),
        (&long[..40], &long[..40], &long[..40]),
        (&long, "dependency-1", "Dependency 1"),
        ("2nd", "dependency-1", "Dependency 1"),
        ("db.example.com", "dependency-1", "Dependency 1"),
        ("größe", "dependency-1", "Dependency 1"),
        ("", "dependency-1", "Dependency 1"),
    ] {
        let mut watch = Watch::over([service("app").with_health().naming("postgres", "Database")]);
        watch.hear([heard("app").health(up().line(line(key, State::Operational)))]);
        let shown = public(&watch).services.remove(0).dependencies.remove(0);
        assert_eq!((shown.id.as_str(), shown.name.as_str()), (id, name));
    }
}

#[test]
fn an_unfit_key_may_have_a_configured_name() {
    let mut watch = Watch::over([service("app").with_health().naming("db.example.com", "Database")]);
    watch.hear([heard("app").health(up().line(line("db.example.com", State::Operational)))]);
    let shown = public(&watch).services.remove(0).dependencies.remove(0);
    assert_eq!((shown.id.as_str(), shown.name.as_str()), ("dependency-1", "Database"));
}

#[test]
fn a_reported_queue_is_named_like_its_line_and_hidden_with_it() {
    let mut unfit = messenger(2);
    unfit.key = "redis://10.0.0.7".to_owned();
    let mut watch = Watch::over([service("app").with_health().hiding("messenger")]);
    watch.hear([heard("app").health(up().line(messenger(2)).line(unfit))]);
    let queues = public(&watch).services.remove(0).queues;
    let queues: Vec<_> = queues.iter().map(|q| (q.id.as_str(), q.name.as_str())).collect();
    assert_eq!(queues, [("dependency-2", "Dependency 2")]);
}

#[test]
fn public_flags_are_words_without_repetition() {
    let mut watch = Watch::over([service("app").with_health()]);
    let report = up()
        .flag(Flag::about(FlagWord::UnknownStatus, "redis").saying("wobbly"))
        .flag(Flag::about(FlagWord::UnknownStatus, "mercure"))
        .flag(Flag::new(FlagWord::ContractMismatch));
    watch.hear([heard("app").health(report)]);
    assert_eq!(json(&watch)["services"][0]["flags"], json!(["contract_mismatch", "unknown_status"]));
}

#[test]
fn an_expired_service_says_unknown_and_expired_and_keeps_its_readings() {
    let mut watch = Watch::over([service("app").with_health().with_queue(queue("jobs"))]);
    watch.hear([heard("app").health(up()).queue(workers("jobs", 2))]);
    watch.wait(EXPIRES_AFTER * 2);
    let board = json(&watch);
    let app = &board["services"][0];
    assert_eq!(
        (&board["verdict"], &app["verdict"], &app["expired"]),
        (&json!("unknown"), &json!("unknown"), &json!(true))
    );
    assert_eq!(app["queues"][0]["state"], "unknown");
    assert_eq!(app["queues"][0]["workers_alive"], json!({"value": 2, "source": "redis"}));
}

#[test]
fn a_reading_that_is_unknown_is_null_with_a_reason() {
    let mut watch = Watch::over([service("app").with_queue(queue("jobs"))]);
    watch.hear([heard("app").queue(redis_refused("jobs"))]);
    let jobs = &json(&watch)["services"][0]["queues"][0];
    assert_eq!(jobs["workers_alive"], json!({"value": null, "source": "redis", "why": "no_password"}));
}

#[test]
fn the_verdict_of_the_public_is_the_operators() {
    let mut watch = Watch::over([service("app").with_health().with_queue(queue("jobs"))]);
    for (report, own, verdict) in
        [(up(), workers("jobs", 0), Verdict::Down), (draining(), workers("jobs", 1), Verdict::Draining)]
    {
        let board = watch.hear([heard("app").health(report).queue(own)]);
        assert_eq!((board.verdict, public(&watch).verdict), (verdict, verdict));
    }
}

/// The names of an object's fields, in alphabetical order.
fn fields(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn sorted<const N: usize>(mut names: [&str; N]) -> Vec<&str> {
    names.sort_unstable();
    names.to_vec()
}

#[test]
fn status_json_has_exactly_the_fields_of_design_5_3() {
    let mut watch = Watch::over([service("app").with_health().with_queue(queue("jobs"))]);
    let report = up().line(line("postgres", State::Operational));
    watch.hear([heard("app").health(report).queue(workers("jobs", 2))]);
    let board = json(&watch);
    let of_board = [
        "schema",
        "title",
        "verdict",
        "sentence",
        "fully_observed",
        "served_at",
        "checked_at",
        "expires_at",
        "every_s",
        "services",
    ];
    let of_service = [
        "id",
        "name",
        "verdict",
        "since",
        "observed_at",
        "confirming",
        "expired",
        "flags",
        "dependencies",
        "queues",
    ];
    let of_queue = [
        "id",
        "name",
        "system",
        "state",
        "since",
        "workers_alive",
        "queue_depth",
        "failed_depth",
        "in_flight",
        "delayed",
        "overdue",
        "oldest_waiting_s",
        "last_beat_at",
        "last_beat_source",
        "window_s",
        "basis",
        "exactness",
        "reported",
    ];
    let service = &board["services"][0];
    assert_eq!(fields(&board), sorted(of_board));
    assert_eq!(fields(service), sorted(of_service));
    assert_eq!(fields(&service["dependencies"][0]), sorted(["id", "name", "state", "latency_ms"]));
    assert_eq!(fields(&service["queues"][0]), sorted(of_queue));
    assert_eq!(fields(&service["queues"][0]["workers_alive"]), sorted(["value", "source"]));
}
