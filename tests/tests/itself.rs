//! Headcount watched in its turn: its metrics, its readiness, and a log whose lines can be put together.

use serde_json::Value;
use tests::app::App;
use tests::headcount::{CONFIG, SOON, native};
use tests::on_both_hosts;
use tests::wait::eventually;

on_both_hosts!(metrics_say_what_the_page_says_and_count_from_round_to_round, |host| {
    let app = App::start();
    let headcount = host.start(&[("HEALTH_URL", &app.url())]);
    headcount.shows("a first round", |status| !status["checked_at"].is_null());
    let rounds = |text: &str| value(text, "headcount_rounds_total").unwrap_or_default();
    let first = rounds(&headcount.get("/metrics").text());
    headcount.shows_at("/metrics", "one more round, and the verdict of the page", |answer| {
        let text = answer.text();
        let verdict = headcount.status()["services"][0]["verdict"].as_str().unwrap().to_owned();
        let series = format!("headcount_service_state{{service=\"planner\",state=\"{verdict}\"}}");
        let age = value(&text, "headcount_last_round_age_seconds");
        (rounds(&text) > first && value(&text, &series) == Some(1.0) && age.is_some()).then_some(())
    });
});

on_both_hosts!(its_self_probe_says_that_it_is_ready, |host| {
    let headcount = host.start(&[]);
    let ready = headcount.get("/readyz");
    assert_eq!(ready.status, 200, "{}", ready.text());
    let document = ready.json();
    for check in ["configuration", "template", "catalogue", "calendar", "clock"] {
        assert_eq!(document["checks"][check]["status"], "up", "{document}");
    }
});

#[test]
fn lines_of_the_log_have_the_ids_of_their_rounds_and_requests() {
    let variables = [("HEADCOUNT_LOG", "json"), ("HEADCOUNT_LOG_LEVEL", "debug")];
    let mut headcount = native(CONFIG, &variables);
    let ask = |id| headcount.ask("GET", "/verdict", &[("X-Request-Id", id)]).unwrap();
    assert_eq!(ask("canary-7").header("x-request-id"), Some("canary-7"));
    let made = ask("<not plain>").header("x-request-id").unwrap().to_owned();
    assert!(made.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'), "{made}");
    eventually("a line of each", SOON, || {
        let log = headcount.log();
        let lines: Vec<Value> = log
            .lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
            .collect();
        let is_there = |key: &str, id: &str| lines.iter().any(|line| line[key] == id);
        // The service that nobody answers for goes down in some round.
        let in_round = lines.iter().any(|line| line["round"].is_string());
        if is_there("request", "canary-7") && is_there("request", &made) && in_round {
            Ok(())
        } else {
            Err(log)
        }
    });
}

/// The value of a series in Prometheus text.
fn value(text: &str, series: &str) -> Option<f64> {
    text.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' ')?.parse().ok())
}
