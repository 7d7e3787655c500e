//! Documents of the formats with odd parts: one bad part never costs the rest.

use super::{answer, flags, line, read};
use core::time::Duration;
use shared::reading::{Reading, Why};
use shared::sample::{HealthReport, Standing};
use shared::state::{State, Verdict};

fn adr075(body: &str) -> HealthReport {
    read("adr075", &answer(200, body))
}

fn readyz(status: u16, body: &str) -> HealthReport {
    read("fetcher-readyz", &answer(status, body))
}

#[test]
fn lines_keep_the_order_of_the_document() {
    for (format, body) in [
        ("adr075", r#"{"status":"ok","deps":{"z":{"status":"ok"},"a":{"status":"ok"},"m":{"status":"ok"}}}"#),
        (
            "fetcher-readyz",
            r#"{"checks":{"z":{"status":"up"},"a":{"status":"up"},"m":{}},"status":"healthy"}"#,
        ),
    ] {
        let report = read(format, &answer(200, body));
        let keys: Vec<&str> = report.dependencies.iter().map(|d| d.key.as_str()).collect();
        assert_eq!(keys, ["z", "a", "m"], "{format}");
    }
}

#[test]
fn two_hundred_lines_are_read_and_one_more_is_refused() {
    for (format, ok, map, up) in
        [("adr075", "ok", "deps", "ok"), ("fetcher-readyz", "healthy", "checks", "up")]
    {
        let document = |n: usize| {
            let lines: Vec<String> = (0..n).map(|i| format!(r#""d{i}":{{"status":"{up}"}}"#)).collect();
            format!(r#"{{"status":"{ok}","{map}":{{{}}}}}"#, lines.join(","))
        };
        let allowed = read(format, &answer(200, document(200)));
        assert_eq!((allowed.state, allowed.dependencies.len()), (Verdict::Operational, 200));
        let refused = read(format, &answer(200, document(201)));
        assert_eq!((refused.standing, refused.state), (Standing::Refused, Verdict::Unknown));
        assert_eq!(flags(&refused), ["too_large"]);
        assert!(refused.evidence.contains("201 lines"), "{}", refused.evidence);
    }
}

#[test]
fn remote_words_are_cut_before_they_are_kept() {
    let long = "é".repeat(1000);
    let report =
        adr075(&format!(r#"{{"status":"ok","deps":{{"{long}":{{"status":"{long}","error":"{long}"}}}}}}"#));
    let line = &report.dependencies[0];
    assert_eq!(line.key.chars().count(), 128);
    assert_eq!(line.evidence.error_class.as_ref().unwrap().chars().count(), 512);
    assert_eq!(flags(&report), [format!("unknown_status:{0}={0}", "é".repeat(128))]);
}

#[test]
fn a_line_of_another_kind_is_unknown_and_costs_only_itself() {
    let report = adr075(
        r#"{"status":"ok","deps":{"a":"ok","b":[],"c":{"latency_ms":1},"d":{"status":"ok","status":"down"},
           "e":{"status":null},"f":{"status":"ok"}}}"#,
    );
    let states: Vec<State> = report.dependencies.iter().map(|d| d.state).collect();
    assert_eq!(states[..5], [State::Unknown; 5]);
    assert_eq!((states[5], report.state), (State::Operational, Verdict::Operational));
    let expected = ["a", "b", "c", "d", "e"].map(|key| format!("unknown_status:{key}"));
    assert_eq!(flags(&report), expected);
}

#[test]
fn latencies_that_are_none_are_dropped() {
    for (written, latency) in [
        ("0", Some(0)),
        ("17", Some(17)),
        ("1.0", Some(1)),
        ("\"2\"", Some(2)),
        ("-1", None),
        ("2.5", None),
        ("1e999", None),
        ("\"fast\"", None),
        ("null", None),
        ("{}", None),
    ] {
        let report = adr075(&format!(
            r#"{{"status":"ok","deps":{{"redis":{{"status":"ok","latency_ms":{written}}}}}}}"#
        ));
        assert_eq!(line(&report, "redis").latency, latency.map(Duration::from_millis), "{written}");
        assert_eq!(flags(&report), [""; 0]);
    }
}

#[test]
fn a_number_that_cannot_be_used_is_unknown_with_its_reason() {
    let report = adr075(
        r#"{"status":"ok","deps":{"messenger":{"status":"ok","workers_alive":1e999,"queue_depth":null,
           "failed_depth":9007199254740993}}}"#,
    );
    let crew = line(&report, "messenger").crew.unwrap();
    assert_eq!(crew.workers_alive, Reading::not_from_app(Why::NotUnderstood));
    assert_eq!(crew.queue_depth, Reading::not_from_app(Why::NotReported));
    assert_eq!(crew.failed_depth, Reading::not_from_app(Why::NotUnderstood));
    assert_eq!(flags(&report), ["bad_number:failed_depth", "bad_number:workers_alive"]);
}

#[test]
fn what_stands_beside_an_error_is_a_placeholder() {
    for error in [r#""RedisException""#, r#"{"class":"X"}"#, "7"] {
        let report = read(
            "adr075",
            &answer(
                503,
                format!(
                    r#"{{"status":"degraded","deps":{{"messenger":{{"status":"down","workers_alive":0,
                       "queue_depth":0,"failed_depth":0,"error":{error}}}}}}}"#
                ),
            ),
        );
        let messenger = line(&report, "messenger");
        assert_eq!((messenger.state, report.state), (State::Unknown, Verdict::Down));
        assert_eq!(messenger.crew.unwrap().workers_alive, Reading::not_from_app(Why::NotReported));
        assert_eq!(messenger.crew.unwrap().queue_depth, Reading::not_from_app(Why::NotReported));
        assert_eq!(flags(&report), [""; 0]);
    }
}

#[test]
fn an_error_that_is_null_or_empty_is_no_error() {
    for error in ["null", r#""""#] {
        let report = adr075(&format!(
            r#"{{"status":"degraded","deps":{{"messenger":{{"status":"down","workers_alive":0,"error":{error}}}}}}}"#
        ));
        assert_eq!(line(&report, "messenger").state, State::Down);
        assert_eq!(flags(&report), ["contract_mismatch", "no_consumer"]);
    }
}

#[test]
fn any_line_that_counts_workers_is_a_crew_and_no_other_is() {
    let report = adr075(
        r#"{"status":"ok","deps":{"mailer":{"status":"ok","workers_alive":3},"redis":{"status":"ok","lag":1}}}"#,
    );
    assert_eq!(line(&report, "mailer").crew.unwrap().workers_alive, Reading::app(3));
    assert_eq!(line(&report, "redis").crew, None);
}

#[test]
fn no_worker_contradicts_a_line_or_a_document_that_says_ok() {
    let body = |status: &str, messenger: &str| {
        format!(
            r#"{{"status":"{status}","deps":{{"messenger":{{"status":"{messenger}","workers_alive":0}}}}}}"#
        )
    };
    for (code, status, messenger, mismatch) in [
        (503, "degraded", "down", false),
        (503, "degraded", "ok", true),
        (503, "ok", "down", true),
        (200, "ok", "ok", true),
        (200, "degraded", "down", true),
    ] {
        let report = read("adr075", &answer(code, body(status, messenger)));
        assert_eq!(report.state, Verdict::Down);
        assert_eq!(line(&report, "messenger").state, State::Down);
        let expected: &[&str] =
            if mismatch { &["contract_mismatch", "no_consumer"] } else { &["no_consumer"] };
        assert_eq!(flags(&report), expected, "{code} {status} {messenger}");
    }
}

#[test]
fn an_empty_map_of_php_is_a_document_without_lines() {
    for deps in ["{}", "[]", "[ ]"] {
        let report = adr075(&format!(r#"{{"status":"ok","deps":{deps}}}"#));
        assert_eq!((report.standing, flags(&report)), (Standing::Said, vec!["no_components".to_owned()]));
    }
    assert_eq!(flags(&adr075(r#"{"status":"ok","deps":[1]}"#)), ["not_a_health_document"]);
}

#[test]
fn a_check_of_fetcher_carries_its_evidence_and_an_up_without_latency_took_none() {
    let report = readyz(
        503,
        r#"{"status":"unhealthy","checks":{
            "a":{"status":"up","tls":true},
            "b":{"status":"degraded","tls":false,"breaker_state":"half-open"},
            "c":{"status":"down","error":"circuit breaker open","breaker_state":"open"},
            "d":{"status":"skipped","reason":"not wired"},
            "e":{"status":"up","latency_ms":-3,"tls":"yes"}}}"#,
    );
    let a = line(&report, "a");
    assert_eq!((a.state, a.latency, a.evidence.tls), (State::Operational, Some(Duration::ZERO), Some(true)));
    let b = line(&report, "b");
    assert_eq!((b.state, b.latency, b.evidence.tls), (State::Down, None, Some(false)));
    assert_eq!(b.evidence.breaker_state.as_deref(), Some("half-open"));
    assert_eq!(line(&report, "c").evidence.error_class.as_deref(), Some("circuit breaker open"));
    let d = line(&report, "d");
    assert_eq!((d.state, d.evidence.reason.as_deref()), (State::NotApplicable, Some("not wired")));
    let e = line(&report, "e");
    assert_eq!((e.state, e.latency, e.evidence.tls), (State::Operational, None, None));
    assert_eq!(flags(&report), ["breaker_open:c"]);
}

#[test]
fn only_the_notice_itself_is_draining() {
    let notice =
        r#"{"status":"unhealthy","checks":{"draining":{"status":"down","reason":"graceful drain"}}}"#;
    assert_eq!(readyz(503, notice).state, Verdict::Draining);
    let rewritten = readyz(200, notice);
    assert_eq!(rewritten.state, Verdict::Draining);
    assert_eq!(flags(&rewritten), ["contract_mismatch", "synthetic:draining"]);
    for other in [
        r#"{"status":"unhealthy","checks":{"draining":{"status":"down","error":"timeout"}}}"#,
        r#"{"status":"unhealthy","checks":{"draining":{"status":"down"},"redis":{"status":"down"}}}"#,
        r#"{"status":"unhealthy","checks":{"draining":{"status":"up"}}}"#,
    ] {
        assert_eq!(readyz(503, other).state, Verdict::Down);
    }
}

#[test]
fn a_liveness_document_that_contradicts_its_code_is_down() {
    for (format, body) in
        [("adr075-liveness", r#"{"status":"ok"}"#), ("fetcher-health", r#"{"status":"healthy"}"#)]
    {
        let report = read(format, &answer(503, body));
        assert_eq!((report.standing, report.state), (Standing::Said, Verdict::Down));
        assert_eq!(flags(&report), ["contract_mismatch", "liveness_only"]);
    }
}
