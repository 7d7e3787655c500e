//! What the documents of web frameworks' health checks say beyond their examples.

use super::{answer, flags, line, read};
use core::time::Duration;
use shared::sample::{HealthReport, Standing};
use shared::state::{State, Verdict};

fn states(report: &HealthReport) -> Vec<(&str, State)> {
    report.dependencies.iter().map(|line| (line.key.as_str(), line.state)).collect()
}

#[test]
fn a_failure_that_comes_with_a_200_and_a_success_that_comes_with_a_503_are_down_and_contradictions() {
    for (format, failure, success) in [
        ("ietf-health", r#"{"status":"Fail"}"#, r#"{"status":"UP"}"#),
        ("spring-actuator", r#"{"status":"DOWN"}"#, r#"{"status":"UP"}"#),
        ("microprofile", r#"{"status":"DOWN","checks":[{}]}"#, r#"{"status":"UP","checks":[{}]}"#),
        ("aspnet", "Unhealthy", "Healthy"),
        ("aspnet-ui", r#"{"status":0,"entries":{}}"#, r#"{"status":"2","entries":{}}"#),
        ("laravel-simple", r#"{"healthy":false}"#, r#"{"healthy":true}"#),
        ("okcomputer", r#"{"a":{"success":false}}"#, r#"{"a":{"success":true}}"#),
        ("okcomputer-text", "a: FAILED x (0s)", "a: PASSED x (0s)"),
        ("node-terminus", r#"{"status":"error"}"#, r#"{"status":"ok"}"#),
        ("nest-terminus", r#"{"status":"error","details":{}}"#, r#"{"status":"ok","details":{}}"#),
        (
            "hellofresh-health",
            r#"{"status":"Unavailable","timestamp":""}"#,
            r#"{"status":"OK","timestamp":""}"#,
        ),
        ("heptio-healthcheck", r#"{"a":"OK","b":"no"}"#, r#"{"a":"OK","b":"OK"}"#),
        ("rabbitmq-health", r#"{"status":"failed"}"#, r#"{"status":"ok"}"#),
        ("k8s-verbose", "[-]a failed: b\nlivez check failed", "ok"),
        (
            "lerian-libcommons",
            r#"{"status":"degraded","dependencies":{"a":{"healthy":false}}}"#,
            r#"{"status":"available","dependencies":{"a":{"healthy":true}}}"#,
        ),
    ] {
        for (code, body) in [(200, failure), (503, success)] {
            let report = read(format, &answer(code, body));
            assert_eq!((report.standing, report.state), (Standing::Said, Verdict::Down), "{format} {code}");
            assert!(
                flags(&report).contains(&"contract_mismatch".to_owned()),
                "{format}: {:?}",
                flags(&report)
            );
        }
    }
}

#[test]
fn a_part_that_is_down_does_not_turn_an_aggregate_that_works() {
    for (format, body) in [
        ("ietf-health", r#"{"status":"pass","checks":{"db":[{"status":"fail"}]}}"#),
        ("spring-actuator", r#"{"status":"UP","components":{"db":{"status":"DOWN"}}}"#),
        ("microprofile", r#"{"status":"UP","checks":[{"name":"db","status":"DOWN"}]}"#),
        ("aspnet-ui", r#"{"status":"Healthy","entries":{"db":{"status":"Unhealthy"}}}"#),
        ("lerian-libcommons", r#"{"status":"available","dependencies":{"db":{"healthy":false}}}"#),
        ("hellofresh-health", r#"{"status":"OK","timestamp":"","failures":{"db":7}}"#),
    ] {
        let report = read(format, &answer(200, body));
        assert_eq!(
            (report.state, states(&report)),
            (Verdict::Operational, vec![("db", State::Down)]),
            "{format}"
        );
        assert_eq!(flags(&report), ["nonrequired_down:db"], "{format}");
    }
}

#[test]
fn a_word_that_the_format_does_not_have_costs_its_line_only() {
    for (format, body) in [
        ("ietf-health", r#"{"status":"pass","checks":{"a":[{"status":"odd"}],"b":[{"status":"ok"}]}}"#),
        (
            "microprofile",
            r#"{"status":"UP","checks":[{"name":"a","status":"odd"},{"name":"b","status":"UP"}]}"#,
        ),
        ("aspnet-ui", r#"{"status":"Healthy","entries":{"a":{"status":"odd"},"b":{"status":2}}}"#),
        ("nest-terminus", r#"{"status":"ok","details":{"a":{"status":"odd"},"b":{"status":"up"}}}"#),
    ] {
        let report = read(format, &answer(200, body));
        assert_eq!(states(&report), [("a", State::Unknown), ("b", State::Operational)], "{format}");
        assert_eq!(
            (report.state, flags(&report)),
            (Verdict::Operational, vec!["unknown_status:a=odd".to_owned()])
        );
    }
}

#[test]
fn degraded_stands_with_any_code_where_applications_choose_it() {
    for (format, body) in [
        ("aspnet", "Degraded"),
        ("aspnet-ui", r#"{"status":"Degraded","totalDuration":"00:00:00"}"#),
        ("hellofresh-health", r#"{"status":"Partially Available","timestamp":""}"#),
    ] {
        for code in [200, 503] {
            let report = read(format, &answer(code, body));
            assert_eq!((report.state, flags(&report)), (Verdict::Degraded, vec![]), "{format} {code}");
        }
    }
    let warn = read("ietf-health", &answer(503, r#"{"status":"warn"}"#));
    assert_eq!((warn.state, flags(&warn)), (Verdict::Down, vec!["contract_mismatch".to_owned()]));
}

#[test]
fn an_ietf_line_is_its_worst_measurement_and_a_mere_number_has_nothing_to_judge() {
    let report = read(
        "ietf-health",
        &answer(
            200,
            r#"{"status":"pass","checks":{"a":[{"status":"pass"},{"status":"FAIL","output":"x"},{}],
                "b":[{"observedValue":{"any":1}}],"c":{"status":"warn"},"d":[],"e":"pass"}}"#,
        ),
    );
    let expected = [State::Down, State::NotApplicable, State::Degraded, State::NotApplicable, State::Unknown];
    assert_eq!(report.dependencies.iter().map(|line| line.state).collect::<Vec<_>>(), expected);
    assert_eq!(line(&report, "a").evidence.error_class.as_deref(), Some("x"));
    assert_eq!(flags(&report), ["nonrequired_down:a", "unknown_status:e"]);
}

#[test]
fn spring_compares_words_without_case_and_punctuation_and_marks_its_documents() {
    let leaving = read("spring-actuator", &answer(503, r#"{"status":"out-of-service"}"#));
    assert_eq!((leaving.state, flags(&leaving)), (Verdict::Draining, vec![]));

    let custom = |code| {
        let mut given = answer(code, r#"{"status":"FATAL"}"#);
        given.headers[0].1 = "application/vnd.spring-boot.actuator.v3+json".into();
        read("spring-actuator", &given)
    };
    assert_eq!(
        (custom(200).state, flags(&custom(200))),
        (Verdict::Unknown, vec!["unknown_status:FATAL".into()])
    );
    // A code that was mapped to it on purpose is believed, and no contradiction.
    assert_eq!(
        (custom(503).state, flags(&custom(503))),
        (Verdict::Down, vec!["unknown_status:FATAL".into()])
    );
}

#[test]
fn a_name_that_is_there_twice_is_one_line_the_worse_one() {
    for (first, second) in [("UP", "DOWN"), ("DOWN", "UP")] {
        let body = format!(
            r#"{{"status":"DOWN","checks":[{{"name":"a","status":"{first}"}},{{"name":"a","status":"{second}"}},{{}}]}}"#
        );
        let report = read("microprofile", &answer(503, body));
        assert_eq!(states(&report), [("a", State::Down), ("unnamed", State::Unknown)]);
    }
}

#[test]
fn what_a_check_took_is_read_in_each_formats_unit() {
    let ui = r#"{"status":"Healthy","entries":{"a":{"status":"Healthy","duration":"00:00:01.5"}}}"#;
    assert_eq!(line(&read("aspnet-ui", &answer(200, ui)), "a").latency, Some(Duration::from_millis(1500)));
    let ok = r#"{"a":{"success":true,"time":0.25}}"#;
    assert_eq!(line(&read("okcomputer", &answer(200, ok)), "a").latency, Some(Duration::from_millis(250)));
    let text = "a: PASSED fine (now) (0.250s)";
    assert_eq!(
        line(&read("okcomputer-text", &answer(200, text)), "a").latency,
        Some(Duration::from_millis(250))
    );
}

fn laravel(code: u16, finished_at: i64, statuses: &[&str]) -> HealthReport {
    let checks: Vec<String> =
        (0..).zip(statuses).map(|(i, s)| format!(r#"{{"name":"c{i}","status":"{s}"}}"#)).collect();
    let body = format!(r#"{{"finishedAt":{finished_at},"checkResults":[{}]}}"#, checks.join(","));
    read("laravel-health", &answer(code, body))
}

#[test]
fn stored_results_are_believed_for_max_age_and_no_second_longer() {
    let now = 1_796_047_203;
    for (finished_at, is_fresh) in
        [(now, true), (now - 300, true), (now - 301, false), (now + 301, false), (0, false)]
    {
        let report = laravel(200, finished_at, &["ok", "skipped"]);
        let (state, remarks) = if is_fresh {
            (Verdict::Operational, vec![])
        } else {
            (Verdict::Unknown, vec!["stale_result".to_owned()])
        };
        assert_eq!(
            (report.standing, report.state, flags(&report)),
            (Standing::Said, state, remarks),
            "{finished_at}"
        );
        let first = if is_fresh { State::Operational } else { State::Unknown };
        assert_eq!(states(&report), [("c0", first), ("c1", State::NotApplicable)]);
    }
}

#[test]
fn the_lines_of_laravel_are_its_verdict_whatever_the_code() {
    for (statuses, ok, failing) in [
        (&["ok"][..], Verdict::Operational, Verdict::Down),
        (&["ok", "skipped"], Verdict::Operational, Verdict::Degraded),
        (&["ok", "warning"], Verdict::Degraded, Verdict::Degraded),
        (&["ok", "crashed", "warning"], Verdict::Unknown, Verdict::Unknown),
        (&["crashed", "failed"], Verdict::Down, Verdict::Down),
        (&["odd"], Verdict::Unknown, Verdict::Unknown),
        (&["skipped"], Verdict::Unknown, Verdict::Unknown),
        (&[], Verdict::Unknown, Verdict::Unknown),
    ] {
        for (code, expected) in [(200, ok), (503, failing)] {
            let report = laravel(code, 1_796_047_203, statuses);
            assert_eq!(report.state, expected, "{code} {statuses:?}");
            let contradicts = (code, statuses) == (503, &["ok"]);
            assert_eq!(flags(&report).contains(&"contract_mismatch".to_owned()), contradicts, "{statuses:?}");
        }
    }
}

#[test]
fn django_is_read_in_any_language_but_not_guessed() {
    let django = |code, body: &str| read("django-health-check", &answer(code, body));
    let good = django(200, r#"{"a":"funktioniert","b":"funktioniert","c":"funktioniert"}"#);
    assert_eq!((good.state, good.dependencies.len(), flags(&good)), (Verdict::Operational, 3, vec![]));
    let mixed = django(200, r#"{"a":"funktioniert","b":"funktioniert","c":"Warnung"}"#);
    assert_eq!((mixed.state, line(&mixed, "c").state), (Verdict::Degraded, State::Unknown));
    assert_eq!(flags(&mixed), ["unknown_status:c=Warnung"]);
    // What most say beside a failure may be what failed.
    let failed = django(500, r#"{"a":"timeout","b":"timeout","c":"warning: x"}"#);
    assert_eq!((failed.state, line(&failed, "a").state), (Verdict::Down, State::Unknown));
    let four = django(500, r#"{"Cache(alias='default')":"OK","DNS()":"no such host"}"#);
    assert_eq!((four.state, line(&four, "DNS()").state), (Verdict::Down, State::Down));
    let only_warnings = django(500, r#"{"a":"working","b":"warning: x"}"#);
    assert_eq!((only_warnings.state, flags(&only_warnings)), (Verdict::Down, vec![]));
    assert_eq!(flags(&django(500, r#"{"a":"working"}"#)), ["contract_mismatch"]);
    assert_eq!(django(200, r#"{"status":"up"}"#).standing, Standing::Refused);
    assert_eq!(flags(&django(500, r#"{"message":"timeout"}"#)), ["proxy_error"]);
}

#[test]
fn a_translated_line_of_okcomputer_leaves_the_verdict_to_the_code() {
    for (code, expected) in [(200, Verdict::Operational), (500, Verdict::Down)] {
        let report = read("okcomputer-text", &answer(code, "default: BESTANDEN alles gut (0.001s)"));
        assert_eq!((report.state, states(&report)), (expected, vec![("default", State::Unknown)]));
        assert_eq!(flags(&report), ["unknown_status:default=BESTANDEN"]);
    }
}

#[test]
fn too_many_lines_are_refused_in_lists_and_texts_too() {
    for (format, line, between, before, after) in [
        ("microprofile", "{}", ",", r#"{"status":"UP","checks":["#, "]}"),
        ("okcomputer-text", "a: PASSED", "\n", "", ""),
        ("k8s-verbose", "[+]a ok", "\n", "", "\nreadyz check passed"),
        ("fetcher-metrics", "selfprobe_result{dep=\"a\"} 1", "\n", "", ""),
        ("consul-catalog", r#"{"Service":{"ID":"a"},"Checks":[]}"#, ",", "[", "]"),
    ] {
        let body = |n| format!("{before}{}{after}", vec![line; n].join(between));
        assert_eq!(read(format, &answer(200, body(200))).standing, Standing::Said, "{format}");
        assert_eq!(flags(&read(format, &answer(200, body(201)))), ["too_large"], "{format}");
    }
}
