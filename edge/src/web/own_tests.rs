//! Tests of Headcount's own health: what keeps it from being ready, and what never does.

use super::*;
use crate::config::PageSettings;
use crate::probe::health::FORMATS;
use crate::words::tests::{START, Watch, application, heard, unreached};
use serde_json::{Value, json};
use shared::state::Verdict;

fn site(time_zone: &str) -> Site {
    Site::new(&PageSettings {
        origin: "https://status.example.com".into(),
        base: String::new(),
        time_zone: time_zone.into(),
        lang: crate::words::Language::english(),
        alive_url: None,
        probe_from: None,
        frame_ancestors: None,
        admin_token: None,
        runbooks: shared::map::Map::new(),
    })
}

fn watching() -> Watch {
    Watch::over([application("planner", "Trip planner")])
}

fn asked(watch: &Watch, zone: &str, phase: Phase, kept: Kept) -> (u16, Value) {
    let own = Own { phase, notice: "", kept, counters: &Counters::default() };
    let (status, body) = readyz(&site(zone), &watch.look(), own);
    (status, serde_json::from_slice(&body).unwrap())
}

#[test]
fn before_the_first_round_it_is_ready_and_says_what_it_looked_at() {
    let (status, document) = asked(&watching(), "Europe/Paris", Phase::Serving, Kept::Works);
    let up = json!({ "status": "up" });
    let expected = json!({
        "status": "healthy",
        "checks": { "configuration": up, "template": up, "catalogue": up, "calendar": up, "clock": up, "history": up },
        "version": env!("CARGO_PKG_VERSION"),
        "deployment_mode": "local",
    });
    assert_eq!((status, document), (200, expected));
}

#[test]
fn neither_what_is_observed_nor_a_lost_history_keeps_it_from_being_ready() {
    let mut watch = watching();
    for _ in 0..3 {
        watch.hear([heard("planner", unreached(), [])]);
    }
    assert_eq!(watch.look().verdict, Verdict::Down);
    let (status, document) = asked(&watch, "UTC", Phase::Serving, Kept::Fails);
    assert_eq!((status, &document["status"]), (200, &json!("healthy")));
    assert_eq!(document["checks"]["history"]["status"], "n/a");
    assert_eq!(asked(&watch, "UTC", Phase::Serving, Kept::Elsewhere).0, 200);
}

#[test]
fn a_lost_history_is_said_above_the_page_where_nothing_else_is() {
    let l = Locale::english("UTC");
    let counters = Counters::default();
    let line = |notice, kept| Own { phase: Phase::Serving, notice, kept, counters: &counters }.line(&l);
    assert_eq!(line("", Kept::Fails), "History cannot be shown at the moment; the verdict is live.");
    assert_eq!(line("Demonstration", Kept::Fails), "Demonstration");
    for kept in [Kept::Works, Kept::Elsewhere] {
        assert_eq!(line("", kept), "", "{kept:?}");
    }
}

#[test]
fn it_is_not_ready_until_its_self_probe_has_passed() {
    let mut watch = watching();
    watch.now = Timestamp::from_secs(60); // A machine that starts without a battery, before the network is there.
    let (status, document) = asked(&watch, "UTC", Phase::Serving, Kept::Works);
    assert_eq!((status, &document["checks"]["clock"]["status"]), (503, &json!("down")));
    assert!(document["checks"]["clock"]["error"].is_string(), "{document}");
    watch.now = START;
    assert_eq!(asked(&watch, "UTC", Phase::Serving, Kept::Works).0, 200);
}

#[test]
fn a_zone_without_a_calendar_and_a_page_without_services_are_found() {
    assert_eq!(asked(&watching(), "Mars/Olympus", Phase::Serving, Kept::Works).0, 503);
    let (status, document) = asked(&Watch::over([]), "UTC", Phase::Serving, Kept::Works);
    assert_eq!((status, &document["checks"]["configuration"]["status"]), (503, &json!("down")));
}

#[test]
fn a_drain_is_told_as_fetcher_tells_it() {
    let (status, document) = asked(&watching(), "UTC", Phase::Draining, Kept::Works);
    assert_eq!((status, &document["status"]), (503, &json!("unhealthy")));
    assert_eq!(
        document["checks"],
        json!({ "draining": { "status": "down", "reason": "graceful drain in progress" } })
    );
}

#[test]
fn another_headcount_can_watch_this_one() {
    let format = FORMATS.iter().find(|format| format.name == "fetcher-readyz").unwrap();
    for (phase, verdict) in [(Phase::Serving, Verdict::Operational), (Phase::Draining, Verdict::Draining)] {
        let own = Own { phase, notice: "", kept: Kept::Fails, counters: &Counters::default() };
        let (status, body) = readyz(&site("UTC"), &watching().look(), own);
        let answer = crate::ports::HttpAnswer {
            status,
            headers: vec![("content-type".into(), "application/json".into())],
            body,
            end: crate::ports::BodyEnd::Whole,
            received_at: START,
        };
        let options =
            crate::config::FormatOptions { word: String::new(), max_age: core::time::Duration::ZERO };
        assert_eq!((format.read)(&answer, &options).state, verdict, "{phase:?}");
    }
}
