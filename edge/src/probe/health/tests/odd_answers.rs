//! Answers that are no document: what each means, in which way it binds, and what the operator reads.

use super::{JSON_DOCUMENTS, answer, flags, json_formats, read, with};
use crate::ports::BodyEnd;
use core::time::Duration;
use shared::sample::Standing;
use shared::state::Verdict;

/// A document that the format would believe, were it not for the way in which it comes.
fn document_of(format: &str) -> &'static [u8] {
    JSON_DOCUMENTS.iter().find(|(name, _)| *name == format).map_or(b"ok", |(_, document)| document.as_bytes())
}

/// The code and the meaning of that document: Dapr has one for failures only.
fn meaning_of(format: &str) -> (u16, Verdict) {
    match format {
        "dapr" => (500, Verdict::Down),
        _ => (200, Verdict::Operational),
    }
}

#[test]
fn the_documents_of_these_tests_are_believed_as_they_are() {
    for format in json_formats() {
        let (code, state) = meaning_of(format);
        let report = read(format, &answer(code, document_of(format)));
        assert_eq!((report.standing, report.state), (Standing::Said, state), "{format}");
        let bytes = document_of(format).len();
        assert_eq!(report.evidence, format!("HTTP {code}, application/json, {bytes} bytes"));
    }
}

#[test]
fn a_code_about_our_question_is_a_refusal_whatever_the_body_says() {
    for (status, flag) in [
        (301, "redirect"),
        (304, "redirect"),
        (400, "probe_misconfigured"),
        (401, "probe_unauthorized"),
        (403, "probe_unauthorized"),
        (404, "probe_misconfigured"),
        (405, "probe_misconfigured"),
        (406, "probe_misconfigured"),
        (418, "probe_misconfigured"),
        (429, "probe_throttled"),
        (0, "not_a_health_document"),
        (101, "not_a_health_document"),
        (600, "not_a_health_document"),
    ] {
        for format in json_formats().chain(["http-status-only"]) {
            // Consul's "warning" is the one exception (health formats, ground rule 7).
            let document =
                if (format, status) == ("consul-agent", 429) { b"{}" } else { document_of(format) };
            let report = read(format, &answer(status, document));
            assert_eq!(
                (report.standing, report.state),
                (Standing::Refused, Verdict::Unknown),
                "{format} {status}"
            );
            assert_eq!(flags(&report), [flag], "{format} {status}");
        }
        let report = read("plain-word", &answer(status, "healthy"));
        assert_eq!((report.standing, flags(&report)), (Standing::Refused, vec![flag.to_owned()]), "{status}");
    }
}

#[test]
fn a_bot_challenge_is_never_believed_whatever_its_code() {
    for status in [200, 403, 429, 503] {
        for format in json_formats().chain(["http-status-only"]) {
            let challenged = with(answer(status, document_of(format)), "cf-mitigated", "challenge");
            let report = read(format, &challenged);
            assert_eq!(
                (report.standing, flags(&report)),
                (Standing::Refused, vec!["probe_blocked".to_owned()])
            );
        }
    }
}

#[test]
fn the_wish_to_be_left_alone_is_passed_on() {
    let throttled = with(answer(429, ""), "retry-after", "23");
    assert_eq!(read("adr075", &throttled).retry_after, Duration::from_secs(23));
    let dated = with(answer(429, ""), "retry-after", "Mon, 30 Nov 2026 14:00:33 GMT");
    assert_eq!(read("http-status-only", &dated).retry_after, Duration::from_secs(30));
    assert_eq!(read("adr075", &answer(429, "")).retry_after, Duration::ZERO);
}

#[test]
fn a_server_error_without_the_formats_document_is_an_outage_in_front_of_it() {
    for status in [500, 502, 503, 504, 520, 527, 530, 599] {
        for body in
            [&b""[..], b"<html>", b"{\"message\":\"timeout\"}", b"{\"status\":503}", b"[]", b"\xff", b"null"]
        {
            for format in json_formats().chain(["plain-word"]) {
                let report = read(format, &answer(status, body));
                assert_eq!((report.standing, report.state), (Standing::Unreached, Verdict::Down), "{format}");
                assert_eq!(flags(&report), ["proxy_error"], "{format} {status}");
            }
        }
    }
}

#[test]
fn a_body_that_is_not_whole_says_nothing() {
    for format in json_formats() {
        let mut given = answer(200, document_of(format));
        given.end = BodyEnd::TooLarge;
        let report = read(format, &given);
        assert_eq!((report.standing, report.state), (Standing::Refused, Verdict::Unknown));
        assert_eq!(flags(&report), ["too_large"]);
        assert!(report.evidence.ends_with("longer than 65536 bytes"), "{}", report.evidence);

        given.end = BodyEnd::CutOff;
        let report = read(format, &given);
        assert_eq!((report.standing, report.state), (Standing::Unreached, Verdict::Down));
        assert_eq!(flags(&report), ["unreached"]);

        given.status = 503;
        assert_eq!(flags(&read(format, &given)), ["proxy_error"]);
    }
}

#[test]
fn a_compressed_body_is_refused_since_we_did_not_ask_for_it() {
    for format in json_formats() {
        let report = read(format, &with(answer(200, document_of(format)), "content-encoding", "gzip"));
        assert_eq!(
            (report.standing, flags(&report)),
            (Standing::Refused, vec!["not_a_health_document".into()])
        );
        assert!(report.evidence.contains("gzip"), "{}", report.evidence);
        let (code, state) = meaning_of(format);
        let plain = with(answer(code, document_of(format)), "content-encoding", "identity");
        assert_eq!((read(format, &plain).standing, read(format, &plain).state), (Standing::Said, state));
    }
}

#[test]
fn a_body_that_is_not_json_is_bad_json_and_json_of_another_kind_is_no_health_document() {
    let open = "[".repeat(65_536);
    for (body, flag) in [
        (open.as_bytes(), "bad_json"),
        (b"{\"status\":\"ok\xff\",\"deps\":{}}", "bad_json"),
        (b"<html>healthy</html>", "bad_json"),
        (b"{\"status\":\"ok\",\"deps\":{},\"status\":\"ok\"}", "bad_json"),
        (b"{\"status\":\"healthy\",\"checks\":{},\"checks\":{}}", "bad_json"),
        (b"  \r\n", "not_a_health_document"),
        (b"[]", "not_a_health_document"),
        (b"\"ok\"", "not_a_health_document"),
        (b"{}", "not_a_health_document"),
        (b"{\"status\":200}", "not_a_health_document"),
        (b"{\"status\":\"wobbly\",\"deps\":{},\"checks\":{}}", "not_a_health_document"),
    ] {
        for format in json_formats() {
            // What is nothing elsewhere is a document here: no instance is registered; asked without `?full=1`.
            if matches!((format, body), ("consul-catalog", b"[]") | ("heptio-healthcheck", b"{}")) {
                assert_eq!(read(format, &answer(200, body)).standing, Standing::Said);
                continue;
            }
            let report = read(format, &answer(200, body));
            assert_eq!((report.standing, report.state), (Standing::Refused, Verdict::Unknown), "{format}");
            assert_eq!(flags(&report), [flag], "{format}: {}", report.evidence);
        }
    }
}

#[test]
fn a_document_of_one_format_is_no_document_of_another() {
    for (format, body) in [
        ("adr075", &br#"{"status":"ok"}"#[..]),
        ("adr075", br#"{"status":"healthy","checks":{}}"#),
        ("adr075-liveness", br#"{"status":"healthy"}"#),
        ("symfony-stats", br#"{"status":"ok","deps":{}}"#),
        ("fetcher-readyz", br#"{"status":"healthy"}"#),
        ("fetcher-readyz", br#"{"status":"healthy","checks":[]}"#),
        ("fetcher-health", br#"{"status":"ok"}"#),
        ("adr075", br#"{"status":"UP","deps":{}}"#),
        ("fetcher-readyz", br#"{"status":"UP","checks":{}}"#),
        ("fetcher-tenant", br#"{"error":"tenant not found"}"#),
        (
            "fetcher-metrics",
            b"# TYPE selfprobe_result gauge\nreadyz_check_status{dep=\"a\",status=\"up\"} 1\n",
        ),
        ("lerian-libcommons", br#"{"status":"degraded"}"#),
        ("lerian-libcommons", br#"{"status":"available","error":"x"}"#),
        ("ietf-health", br#"{"status":"healthy"}"#),
        ("ietf-health", br#"{"status":"pass","checks":[]}"#),
        ("spring-actuator", br#"{"status":"ok"}"#),
        ("spring-actuator", br#"{"status":"UP","components":[]}"#),
        ("microprofile", br#"{"status":"UP"}"#),
        ("microprofile", br#"{"status":"UP","checks":{}}"#),
        ("aspnet", b"Healthy!"),
        ("aspnet-ui", br#"{"status":"Healthy"}"#),
        ("aspnet-ui", br#"{"status":3,"entries":{}}"#),
        ("laravel-health", br#"{"checkResults":[]}"#),
        ("laravel-health", br#"{"finishedAt":1796047203,"checkResults":{}}"#),
        ("laravel-simple", br#"{"healthy":"yes"}"#),
        ("okcomputer", br#"{"default":{"success":"true"}}"#),
        ("okcomputer-text", b"OkComputer\n  nothing: here\n"),
        ("django-health-check", br#"{"status":"ok"}"#),
        ("django-health-check", br#"{"redis":"working","sql":{}}"#),
        ("node-terminus", br#"{"status":"up"}"#),
        ("nest-terminus", br#"{"status":"ok"}"#),
        ("hellofresh-health", br#"{"status":"OK"}"#),
        ("heptio-healthcheck", br#"{"message":"no Route matched"}"#),
        ("rabbitmq-health", br#"{"status":"running"}"#),
        ("k8s-verbose", b"[+]ping ok\n[+]log ok\n"),
        ("dapr", br#"{"errorCode":"ERR_HEALTH"}"#),
        ("consul-agent", br#"[{"Service":{"ID":"web"},"Checks":[]}]"#),
        ("consul-catalog", br#"[{"Service":{"ID":"web"}}]"#),
    ] {
        let report = read(format, &answer(200, body));
        let expected = vec!["not_a_health_document".to_owned()];
        assert_eq!(
            (report.standing, flags(&report)),
            (Standing::Refused, expected),
            "{format}: {}",
            body.escape_ascii()
        );
    }
}

#[test]
fn the_plain_word_is_the_whole_body_without_regard_to_case_and_space() {
    for body in ["healthy", " Healthy\n", "HEALTHY", "\u{feff}healthy"] {
        let report = read("plain-word", &answer(200, body));
        assert_eq!((report.standing, report.state), (Standing::Said, Verdict::Operational), "{body}");
    }
    let padded = format!("healthy{}", " ".repeat(64));
    for body in ["", "unhealthy", "healthy!", "<p>healthy</p>", "\"healthy\"", &padded] {
        let report = read("plain-word", &answer(200, body));
        assert_eq!((report.standing, report.state), (Standing::Refused, Verdict::Unknown), "{body}");
        assert_eq!(flags(&report), ["not_a_health_document"]);
    }
    let contradiction = read("plain-word", &answer(503, "healthy"));
    assert_eq!((contradiction.standing, contradiction.state), (Standing::Said, Verdict::Down));
    assert_eq!(flags(&contradiction), ["contract_mismatch", "liveness_only"]);
}

#[test]
fn the_code_alone_believes_any_success_and_any_error_of_the_application() {
    for (status, standing, state) in [
        (200, Standing::Said, Verdict::Operational),
        (204, Standing::Said, Verdict::Operational),
        (500, Standing::Said, Verdict::Down),
        (503, Standing::Said, Verdict::Down),
        (521, Standing::Unreached, Verdict::Down),
        (530, Standing::Unreached, Verdict::Down),
    ] {
        let report = read("http-status-only", &answer(status, "<html>"));
        assert_eq!((report.standing, report.state), (standing, state), "{status}");
    }
    let mut long = answer(200, "<html>");
    long.end = BodyEnd::TooLarge;
    assert_eq!(read("http-status-only", &long).state, Verdict::Operational);
    long.end = BodyEnd::CutOff;
    assert_eq!(read("http-status-only", &long).standing, Standing::Unreached);
}
