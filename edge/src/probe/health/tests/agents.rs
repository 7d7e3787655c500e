//! What the documents of infrastructure (Kubernetes, Consul, Dapr, Fetcher's tenants) say beyond their examples.

use super::{answer, flags, line, read, with};
use shared::sample::{HealthReport, Standing};
use shared::state::{State, Verdict};

#[test]
fn kubernetes_is_leaving_only_when_nothing_but_shutdown_fails() {
    let kubernetes = |code, body: &str| read("k8s-verbose", &answer(code, body));
    let both = kubernetes(
        500,
        "[-]shutdown failed: reason withheld\n[-]etcd failed: reason withheld\nreadyz check failed",
    );
    assert_eq!((both.state, line(&both, "etcd").state), (Verdict::Down, State::Down));
    assert_eq!(line(&both, "etcd").evidence.error_class.as_deref(), Some("reason withheld"));

    let excluded = "warn: some health checks cannot be excluded: no matches for \"x\"\n[+]etcd excluded: ok\n[+]ping ok\n[+]odd\nlivez check passed\n";
    let report = kubernetes(200, excluded);
    let states: Vec<State> = report.dependencies.iter().map(|line| line.state).collect();
    assert_eq!(states, [State::NotApplicable, State::Operational, State::Unknown]);
    assert_eq!((report.state, flags(&report)), (Verdict::Operational, vec![]));

    let contradiction = kubernetes(200, "[-]etcd failed: x\nreadyz check passed");
    assert_eq!(
        (contradiction.state, flags(&contradiction)),
        (Verdict::Down, vec!["contract_mismatch".to_owned()])
    );
    assert_eq!(kubernetes(500, "[+]ping ok\n[-]etcd fai").standing, Standing::Unreached);
}

#[test]
fn the_code_of_consuls_agent_is_compared_with_its_words() {
    let mismatch = vec!["contract_mismatch".to_owned()];
    for (code, word, state, flagged) in [
        (200, "passing", Verdict::Operational, false),
        (429, "warning", Verdict::Degraded, false),
        (503, "critical", Verdict::Down, false),
        (503, "maintenance", Verdict::Draining, false),
        (200, "warning", Verdict::Degraded, true),
        (200, "critical", Verdict::Down, true),
        (429, "passing", Verdict::Degraded, true),
        (429, "critical", Verdict::Down, true),
        (503, "passing", Verdict::Down, true),
        (503, "warning", Verdict::Down, true),
    ] {
        let by_id = format!(r#"{{"AggregatedStatus":"{word}","Service":{{"ID":"web"}},"Checks":[]}}"#);
        for body in [word.to_owned(), format!("{word}\n"), format!("[{by_id}]"), by_id] {
            let report = read("consul-agent", &answer(code, &body));
            assert_eq!((report.standing, report.state), (Standing::Said, state), "{code} {body}");
            assert_eq!(flags(&report), if flagged { mismatch.clone() } else { vec![] }, "{code} {body}");
        }
    }
}

#[test]
fn a_429_that_consul_did_not_write_is_a_throttle() {
    for body in ["", "slow down", "[]", r#"{"error":"rate limit"}"#] {
        let report = read("consul-agent", &with(answer(429, body), "retry-after", "7"));
        assert_eq!(
            (report.standing, flags(&report)),
            (Standing::Refused, vec!["probe_throttled".to_owned()])
        );
        assert_eq!(report.retry_after.as_secs(), 7);
    }
    let encoded = with(answer(429, "warning"), "content-encoding", "gzip");
    assert_eq!(read("consul-agent", &encoded).standing, Standing::Refused);
}

#[test]
fn the_worst_instance_of_the_agent_decides_and_an_odd_word_is_unknown() {
    let two = |word: &str| {
        format!(
            r#"[{{"AggregatedStatus":"passing","Service":{{"ID":"a"}}}},{{"AggregatedStatus":"{word}","Service":{{"Service":"b"}}}}]"#
        )
    };
    assert_eq!(read("consul-agent", &answer(503, two("critical"))).state, Verdict::Down);
    let odd = read("consul-agent", &answer(200, two("odd")));
    assert_eq!((odd.state, flags(&odd)), (Verdict::Unknown, vec!["unknown_status:b=odd".to_owned()]));
    assert_eq!(read("consul-agent", &answer(503, two("odd"))).state, Verdict::Down);
}

#[test]
fn an_entry_of_consul_that_is_none_costs_only_itself() {
    for (format, good) in [
        ("consul-agent", r#"{"AggregatedStatus":"passing","Service":{"ID":"a"}}"#),
        ("consul-catalog", r#"{"Service":{"ID":"a"},"Checks":[]}"#),
    ] {
        for bad in ["7", "{}", r#"{"Service":[],"Checks":{}}"#] {
            let report = read(format, &answer(200, format!("[{bad},{good}]")));
            let states: Vec<State> = report.dependencies.iter().map(|line| line.state).collect();
            assert_eq!(states, [State::Unknown, State::Operational], "{format} {bad}");
            assert_eq!(
                (report.state, flags(&report)),
                (Verdict::Unknown, vec!["unknown_status:unnamed".to_owned()])
            );
            assert_eq!(
                read(format, &answer(200, format!("[{bad}]"))).standing,
                Standing::Refused,
                "{format} {bad}"
            );
        }
    }
    let checks = r#"[{"Service":{"ID":"a"},"Checks":[null,{"Status":"passing"}]}]"#;
    assert_eq!(read("consul-catalog", &answer(200, checks)).state, Verdict::Unknown);
}

fn catalog(instances: &[(&str, &str)]) -> HealthReport {
    let entries: Vec<String> = instances
        .iter()
        .map(|(id, checks)| format!(r#"{{"Service":{{"ID":"{id}"}},"Checks":[{checks}]}}"#))
        .collect();
    read("consul-catalog", &answer(200, format!("[{}]", entries.join(","))))
}

#[test]
fn a_service_of_the_catalog_is_down_when_no_instance_works() {
    const UP: &str = r#"{"Status":"passing"}"#;
    const WARN: &str = r#"{"Status":"passing"},{"Status":"warning"}"#;
    const DOWN: &str = r#"{"Status":"passing"},{"Status":"critical"}"#;
    const LEAVING: &str = r#"{"CheckID":"_service_maintenance:a","Status":"critical"},{"Status":"critical"}"#;
    const ODD: &str = r#"{"Status":"odd"}"#;
    for (instances, state) in [
        (&[UP][..], Verdict::Operational),
        (&[""], Verdict::Operational),
        (&[WARN], Verdict::Degraded),
        (&[UP, DOWN], Verdict::Degraded),
        (&[UP, LEAVING], Verdict::Degraded),
        (&[DOWN, DOWN], Verdict::Down),
        (&[DOWN, LEAVING], Verdict::Down),
        (&[LEAVING], Verdict::Draining),
        (&[ODD], Verdict::Unknown),
        (&[UP, ODD], Verdict::Unknown),
        (&[UP, DOWN, ODD], Verdict::Unknown),
        (&[DOWN, ODD], Verdict::Down),
    ] {
        let ids = ["a", "b", "c"];
        let named: Vec<(&str, &str)> = ids.into_iter().zip(instances.iter().copied()).collect();
        assert_eq!(catalog(&named).state, state, "{instances:?}");
        // On several nodes the same id may be registered: several instances, and one line.
        let alike: Vec<(&str, &str)> = instances.iter().map(|checks| ("a", *checks)).collect();
        let report = catalog(&alike);
        assert_eq!((report.state, report.dependencies.len()), (state, 1), "{instances:?}");
        assert_eq!(report.dependencies[0].state, State::from(state), "{instances:?}");
    }
}

#[test]
fn the_catalog_never_answers_anything_but_200() {
    for body in ["[]", r#"[{"Service":{"ID":"a"},"Checks":[]}]"#, "No cluster leader"] {
        assert_eq!(flags(&read("consul-catalog", &answer(500, body))), ["proxy_error"]);
    }
}

#[test]
fn dapr_names_what_is_unhealthy_where_its_version_puts_it() {
    let keys = |body: &str| {
        let report = read("dapr", &answer(500, body));
        assert_eq!((report.standing, report.state), (Standing::Said, Verdict::Down), "{body}");
        report.dependencies.into_iter().map(|line| line.key).collect::<Vec<_>>()
    };
    let code = r#""errorCode":"ERR_OUTBOUND_HEALTH_NOT_READY""#;
    assert_eq!(
        keys(&format!(r#"{{{code},"details":[7,{{}},{{"metadata":{{"unhealthyTargets":"a, b,,a"}}}}]}}"#)),
        ["a", "b"]
    );
    assert_eq!(keys(&format!(r#"{{{code},"message":"dapr is not ready: [app grpc]"}}"#)), ["app", "grpc"]);
    assert_eq!(keys(&format!(r#"{{{code},"message":"dapr is not ready"}}"#)), [""; 0]);

    for (status, body) in [(200, ""), (204, "{}"), (200, "{}")] {
        assert_eq!(flags(&read("dapr", &answer(status, body))), ["not_a_health_document"], "{status}");
    }
    assert_eq!(flags(&read("dapr", &answer(500, r#"{"errorCode":"ERR_DIRECT_INVOKE"}"#))), ["proxy_error"]);
}

#[test]
fn heptio_without_lines_is_its_code_and_only_its_own_codes_count() {
    let heptio = |code, body: &str| read("heptio-healthcheck", &answer(code, body));
    assert_eq!((heptio(503, "{}").standing, heptio(503, "{}").state), (Standing::Said, Verdict::Down));
    for (code, body) in [
        (500, "{}"),
        (502, r#"{"a":"OK"}"#),
        (503, r#"{"message":"no backend"}"#),
        (503, r#"{"a":"OK","b":1}"#),
    ] {
        assert_eq!(flags(&heptio(code, body)), ["proxy_error"], "{code} {body}");
    }
}

#[test]
fn a_tenant_that_was_not_asked_is_unknown_and_only_fetcher_says_so() {
    let tenant = |code, body: &str| read("fetcher-tenant", &answer(code, body));
    let unreachable = tenant(503, r#"{"error":"tenant manager unreachable: timeout"}"#);
    assert_eq!(
        (unreachable.standing, unreachable.state, flags(&unreachable)),
        (Standing::Said, Verdict::Unknown, vec![])
    );
    assert_eq!(line(&unreachable, "tenant_manager").state, State::Down);

    let stub = tenant(200, r#"{"status":"skipped","reason":"tnt-1"}"#);
    assert_eq!((stub.state, flags(&stub)), (Verdict::Unknown, vec!["not_applicable".to_owned()]));
    let gone = tenant(404, r#"{"error":"tenant not found","tenant_id":"tnt-1"}"#);
    assert_eq!((gone.standing, gone.evidence.contains("tnt-1")), (Standing::Said, false));

    for (code, body, flag) in [
        (400, r#"{"error":"tenant id required"}"#, "probe_misconfigured"),
        (404, r#"{"error":"no such route"}"#, "probe_misconfigured"),
        (503, r#"{"error":"upstream"}"#, "proxy_error"),
        (502, r#"{"error":"tenant manager circuit breaker open"}"#, "proxy_error"),
    ] {
        let report = tenant(code, body);
        assert_ne!(report.standing, Standing::Said);
        assert_eq!(flags(&report), [flag], "{code} {body}");
    }
    let challenged =
        with(answer(503, r#"{"error":"tenant manager circuit breaker open"}"#), "cf-mitigated", "challenge");
    assert_eq!(flags(&read("fetcher-tenant", &challenged)), ["probe_blocked"]);
}

#[test]
fn the_self_probe_is_read_whatever_stands_around_it() {
    let metrics = |body: &str| read("fetcher-metrics", &answer(200, body));
    let report = metrics(
        "go_goroutines 9\nselfprobe_result{dep=\"a\\\"b\\\\\"} 1 1796047203000\nselfprobe_result{dep=\"c\",pod=\"x\"} NaN\n\
         selfprobe_result{dep=\"d\"} 1\nselfprobe_result{dep=\"d\"} 0\nselfprobe_result_total{dep=\"e\"} 0\nselfprobe_result{dep=\"f\n",
    );
    let lines: Vec<(&str, State)> =
        report.dependencies.iter().map(|line| (line.key.as_str(), line.state)).collect();
    assert_eq!(lines, [("a\"b\\", State::Operational), ("c", State::Unknown), ("d", State::Down)]);
    assert_eq!((report.state, flags(&report)), (Verdict::Down, vec!["bad_number:c".to_owned()]));
    assert_eq!(metrics("selfprobe_result{dep=\"c\"} 2").state, Verdict::Unknown);
}

#[test]
fn an_open_breaker_of_lib_commons_is_remarked() {
    let body = r#"{"status":"degraded","dependencies":{"a":{"healthy":false,"circuit_breaker_state":"open"},"b":{},
        "c":{"healthy":true,"circuit_breaker_state":"closed"}}}"#;
    let report = read("lerian-libcommons", &answer(503, body));
    assert_eq!((report.state, line(&report, "b").state), (Verdict::Down, State::Unknown));
    assert_eq!(flags(&report), ["breaker_open:a", "unknown_status:b"]);
}
