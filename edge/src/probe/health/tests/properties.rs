//! What holds for every answer there can be.

use super::{FORMATS, JSON_DOCUMENTS, answer, read};
use crate::ports::{BodyEnd, HttpAnswer};
use proptest::prelude::*;
use shared::flag::{Flag, FlagWord};
use shared::sample::{DependencyReport, Standing};
use shared::state::Verdict;

/// Documents of the JSON formats in which any part may be anything.
fn document() -> impl Strategy<Value = Vec<u8>> {
    let value = prop_oneof![
        4 => prop_oneof![Just("\"ok\""), Just("\"up\""), Just("\"down\""), Just("0"), Just("\"0\"")]
            .prop_map(str::to_owned),
        2 => prop_oneof![Just("null"), Just("true"), Just("1e999"), Just("[]")].prop_map(str::to_owned),
        1 => any::<i64>().prop_map(|n| n.to_string()),
        1 => "\"[a-z\\\\u0-9]{0,8}\"",
    ];
    let key = prop_oneof![
        3 => Just("status"),
        3 => Just("workers_alive"),
        1 => Just("error"),
        1 => Just("latency_ms"),
        1 => Just("breaker_state"),
        1 => Just("tls")
    ];
    let field = (key, value.clone()).prop_map(|(key, value)| format!("\"{key}\":{value}"));
    let line = prop_oneof![
        1 => value,
        4 => prop::collection::vec(field, 0..4).prop_map(|fields| format!("{{{}}}", fields.join(",")))
    ];
    let lines =
        prop::collection::vec(("(messenger|draining|redis|[a-z]{1,3})", line), 0..4).prop_map(|lines| {
            let lines: Vec<String> =
                lines.into_iter().map(|(key, line)| format!("\"{key}\":{line}")).collect();
            format!("{{{}}}", lines.join(","))
        });
    let status = prop_oneof![Just("ok"), Just("degraded"), Just("healthy"), Just("unhealthy"), Just("up")];
    (status, prop_oneof![Just("deps"), Just("checks")], lines)
        .prop_map(|(status, map, lines)| format!(r#"{{"status":"{status}","{map}":{lines}}}"#).into_bytes())
}

/// A good document of some format, or a text of one, with a few places overwritten.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    const TEXTS: [&str; 5] = [
        "Degraded",
        "[+]ping ok\n[-]shutdown failed: reason withheld\n[+]etcd excluded: ok\nreadyz check failed\n",
        "OkComputer\n  default: PASSED Running (0.000s)\n  sidekiq: FAILED Latency (0.010s)\n",
        "selfprobe_result{dep=\"mongodb\"} 1\nselfprobe_result{dep=\"redis\"} 0\n",
        r#"{"error":"tenant manager circuit breaker open"}"#,
    ];
    const TOKENS: [&str; 16] =
        ["", "\"", "{", "]", ":", ",", "null", "0", "true", "\\", "é", "DOWN", "OK", "failed", " ", "\n"];
    let texts = JSON_DOCUMENTS.iter().map(|(_, document)| *document).chain(TEXTS).collect::<Vec<_>>();
    let edit = (any::<prop::sample::Index>(), 0_usize..6, prop::sample::select(&TOKENS[..]));
    (prop::sample::select(texts), prop::collection::vec(edit, 0..4)).prop_map(|(text, edits)| {
        let mut bytes = text.as_bytes().to_vec();
        for (at, length, token) in edits {
            let start = at.index(bytes.len() + 1);
            let end = (start + length).min(bytes.len());
            bytes.splice(start..end, token.bytes());
        }
        bytes
    })
}

/// Documents, the plain word, text of JSON's alphabet, and any bytes.
fn body() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..300),
        "[\\[\\]{}:,\"\\\\ue0-9ntrl. -]{0,200}".prop_map(String::into_bytes),
        Just(b"healthy".to_vec()),
        document(),
        mutated(),
        mutated(),
    ]
}

fn answers() -> impl Strategy<Value = HttpAnswer> {
    let header = (
        prop_oneof![
            Just("content-type"),
            Just("content-encoding"),
            Just("retry-after"),
            Just("cf-mitigated")
        ],
        prop_oneof![Just("challenge".to_owned()), Just("identity".to_owned()), "[ -~é]{0,40}"],
    );
    let status = prop_oneof![Just(200_u16), Just(503), Just(429), 100_u16..600, any::<u16>()];
    let end =
        prop_oneof![4 => Just(BodyEnd::Whole), 1 => Just(BodyEnd::TooLarge), 1 => Just(BodyEnd::CutOff)];
    (status, prop::collection::vec(header, 0..3), body(), end).prop_map(|(status, headers, body, end)| {
        let mut given = answer(status, body);
        given.headers = headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        given.end = end;
        given
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_answer_makes_a_format_panic_and_only_a_2xx_is_ever_operational(given in answers()) {
        for format in FORMATS {
            let report = read(format.name, &given);
            if report.state == Verdict::Operational {
                prop_assert!((200..=299).contains(&given.status), "{} {}", format.name, given.status);
                prop_assert_eq!(report.standing, Standing::Said);
                prop_assert!(given.end != BodyEnd::CutOff);
            }
            prop_assert!(report.dependencies.len() <= 200);
            prop_assert!(!report.evidence.is_empty());
        }
    }

    #[test]
    fn what_was_not_said_has_no_lines_and_a_reason(given in answers()) {
        for format in FORMATS {
            let report = read(format.name, &given);
            if report.standing != Standing::Said {
                prop_assert!(report.dependencies.is_empty());
                prop_assert_eq!(report.flags.len(), 1);
                let expected =
                    if report.standing == Standing::Unreached { Verdict::Down } else { Verdict::Unknown };
                prop_assert_eq!(report.state, expected);
            }
        }
    }

    #[test]
    fn a_known_zero_of_workers_is_always_down(
        body in document(),
        status in prop_oneof![Just(200_u16), Just(503)],
    ) {
        let report = read("adr075", &answer(status, body));
        let absent = |d: &DependencyReport| d.crew.is_some_and(|c| c.workers_alive.is_known_zero());
        if report.dependencies.iter().any(absent) {
            prop_assert_eq!(report.state, Verdict::Down);
            prop_assert!(report.flags.contains(&Flag::new(FlagWord::NoConsumer)));
        }
    }
}
