//! Bad input: wrong configuration, health endpoints and Redis servers that fail, hang, flood or lie.
//!
//! One process watches them all beside one service that is well. Each fault becomes what DESIGN 4 says, on its own
//! line only, with its reason in the operator's view.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use core::fmt::Write as _;
use core::time::Duration;
use serde_json::Value;
use tests::faults::{GOOD_DOCUMENT, HttpFault, RedisFault, Server, answering, refusing_port};
use tests::headcount::{EVERY, Files, Headcount, native};
use tests::redis::Redis;
use tests::wait::eventually;

/// What one fault must become.
struct Expected {
    /// The service's id.
    id: &'static str,
    /// Its verdict.
    verdict: &'static str,
    /// A flag of the operator's form, or how it begins; empty where the evidence alone says it.
    flag: &'static str,
    /// A part of the evidence.
    evidence: &'static str,
}

const fn expected(
    id: &'static str,
    verdict: &'static str,
    flag: &'static str,
    evidence: &'static str,
) -> Expected {
    Expected { id, verdict, flag, evidence }
}

/// A service that is well: its document and its workers are read in every round.
const HEALTHY: &str = "healthy";

/// Every unknown, down and operational is there after the first round, with `confirm = 1`.
const WITHIN: Duration = Duration::from_secs(30);

/// The whole process, at its peak (issue 2, "Bad input").
const MEMORY_KB: u64 = 64 * 1024;

#[test]
fn health_endpoints_that_fail_hang_flood_or_lie_cost_their_own_line_only() {
    let redis = redis_with_workers();
    let servers: Vec<(HttpFault, Server)> =
        HttpFault::ALL.iter().map(|fault| (*fault, fault.serve())).collect();
    let good = answering("200 OK", "", GOOD_DOCUMENT);
    let mut config = page();
    config += &healthy(&good, &redis);
    for (fault, server) in &servers {
        config += &health_service(id(*fault), server.port());
    }
    config += &health_service("refused", refusing_port());
    let mut headcount = native(&config, &[]);

    see(
        &headcount,
        "health",
        &[
            expected(
                "not-json",
                "unknown",
                "bad_json",
                "HTTP 200, application/json, 16 bytes: not JSON at line 1",
            ),
            expected("cut-body", "down", "unreached", "cut off before its end"),
            expected("ten-megabytes", "unknown", "too_large", "longer than 65536 bytes"),
            expected("brackets", "unknown", "bad_json", "nested deeper than 32"),
            expected("invalid-utf8", "unknown", "bad_json", "not UTF-8"),
            expected(
                "compressed",
                "unknown",
                "not_a_health_document",
                "encoded as \"gzip\", which was not asked for",
            ),
            expected("redirect", "unknown", "redirect", "HTTP 302"),
            expected("slow-loris", "down", "unreached", "no answer within 3333 ms"),
            expected("closed-at-once", "down", "unreached", "connection closed before an answer"),
            expected("hanging", "down", "unreached", "no answer within 3333 ms"),
            expected("refused", "down", "unreached", "connection refused"),
        ],
    );
    for (fault, server) in &servers {
        if *fault == HttpFault::Redirect {
            assert_eq!(server.requests_of("/moved"), 0, "a redirect was followed");
        }
    }
    the_healthy_service_is_not_delayed(&headcount);
    nothing_is_harmed(&mut headcount);
}

#[test]
fn redis_servers_that_fail_hang_flood_or_lie_cost_their_own_line_only() {
    let redis = redis_with_workers();
    redis.command(&["SET", "not-a-set", "canary"]);
    redis.command(&["ACL", "SETUSER", "blind", "on", ">pw", "~*", "+time"]);
    let guarded = Redis::start();
    guarded.command(&["CONFIG", "SET", "requirepass", "right"]);
    let scripted = [
        ("hangs", RedisFault::HangsAfterAccept),
        ("loading", RedisFault::AlwaysError("LOADING Redis is loading the dataset in memory")),
        ("moved", RedisFault::KeysError("MOVED 3999 127.0.0.1:6381")),
        ("garbage", RedisFault::Garbage),
        ("huge-bulk", RedisFault::HugeBulk),
        ("half-a-reply", RedisFault::HalfAReply),
    ]
    .map(|(id, fault)| (id, fault.serve()));
    let good = answering("200 OK", "", GOOD_DOCUMENT);
    let mut config = page();
    config += &healthy(&good, &redis);
    for (id, server) in &scripted {
        config += &queue_service(id, "", server.port(), "beats");
    }
    config += &queue_service("refuses", "", refusing_port(), "beats");
    config += &queue_service("noauth", "", guarded.port(), "beats");
    config += &queue_service("wrongpass", ":wrong@", guarded.port(), "beats");
    config += &queue_service("noperm", "blind:pw@", redis.port(), "beats");
    // On the healthy service's own connection: one command of many fails.
    config += &queue_service("wrongtype", "", redis.port(), "not-a-set");
    let mut headcount = native(&config, &[]);

    let board = see(
        &headcount,
        "queue",
        &[
            expected("hangs", "unknown", "", "no answer within 3333 ms"),
            expected("loading", "unknown", "", "LOADING Redis is loading the dataset in memory"),
            expected("moved", "unknown", "cluster_redirect:MOVED 3999", "MOVED 3999 127.0.0.1:6381"),
            expected("garbage", "unknown", "", "no reply starts with byte 0x00"),
            expected("huge-bulk", "unknown", "too_large", "where 65536 are allowed"),
            expected("half-a-reply", "unknown", "", "no answer within 3333 ms"),
            expected("refuses", "unknown", "", "connection refused"),
            expected("noauth", "unknown", "probe_unauthorized:NOAUTH", "NOAUTH"),
            expected("wrongpass", "unknown", "probe_unauthorized:WRONGPASS", "WRONGPASS"),
            expected("noperm", "unknown", "probe_unauthorized:ZREVRANGE beats=NOPERM", "NOPERM"),
            expected("wrongtype", "unknown", "probe_misconfigured:not-a-set", "WRONGTYPE"),
        ],
    );
    for (id, why) in [
        ("hangs", "not_answering"),
        ("loading", "starting_up"),
        ("moved", "elsewhere_in_cluster"),
        ("garbage", "not_understood"),
        ("huge-bulk", "too_large"),
        ("half-a-reply", "not_answering"),
        ("refuses", "not_answering"),
        ("noauth", "no_password"),
        ("wrongpass", "wrong_password"),
        ("noperm", "not_permitted"),
        ("wrongtype", "wrong_kind_of_key"),
    ] {
        let workers = &service(&board, id)["queues"][0]["workers_alive"];
        assert!(workers["value"].is_null() && workers["why"] == why, "{id}: {workers}");
    }
    the_healthy_service_is_not_delayed(&headcount);
    nothing_is_harmed(&mut headcount);
}

/// Waits until every fault shows what is expected of it.
#[track_caller]
fn see(headcount: &Headcount, part: &str, all: &[Expected]) -> Value {
    eventually("every fault to show what it should", WITHIN, || {
        let board = headcount.get_as_operator("/ops.json").json();
        let wrong: Vec<String> = all.iter().filter_map(|e| difference(&board, part, e)).collect();
        if wrong.is_empty() { Ok(board) } else { Err(wrong) }
    })
}

fn difference(board: &Value, part: &str, expected: &Expected) -> Option<String> {
    let service = service(board, expected.id);
    let evidence = match part {
        "health" => &service["health"]["evidence"],
        _ => &service["queues"][0]["evidence"],
    };
    let flags = service["flags"].as_array()?;
    let flagged = expected.flag.is_empty() || flags.iter().any(|f| begins(f, expected.flag));
    let explained = evidence.as_str().is_some_and(|text| text.contains(expected.evidence));
    let right = service["verdict"] == expected.verdict && flagged && explained;
    (!right).then(|| format!("{}: {} {} {evidence}", expected.id, service["verdict"], service["flags"]))
}

fn begins(flag: &Value, with: &str) -> bool {
    flag.as_str().is_some_and(|flag| flag.starts_with(with))
}

/// The service that is well stays so, and is asked again every round: hanging neighbours cost their own deadline
/// of 3.3 s, one after the other they would cost more than a round.
#[track_caller]
fn the_healthy_service_is_not_delayed(headcount: &Headcount) {
    let observed = |board: &Value| service(board, HEALTHY)["observed_at"].as_str().map(str::to_owned);
    let mut last = observed(&headcount.status());
    for _ in 0..2 {
        // Longer than one round by what a busy machine takes, shorter than two.
        last = eventually("the healthy service to be asked again", EVERY + EVERY / 2, || {
            let status = headcount.status();
            let healthy = service(&status, HEALTHY);
            assert_eq!(healthy["verdict"], "operational", "{healthy:#}");
            assert_eq!(healthy["queues"][0]["workers_alive"]["value"], 2, "{healthy:#}");
            assert_eq!(healthy["flags"], serde_json::json!([]), "{healthy:#}");
            observed(&status).filter(|at| Some(at) != last.as_ref()).map(Some)
        });
    }
}

/// It still answers, has not panicked, and has stayed small.
#[track_caller]
fn nothing_is_harmed(headcount: &mut Headcount) {
    for path in ["/", "/page.json", "/status.json", "/status.txt", "/livez", "/readyz"] {
        assert_eq!(headcount.get(path).status, 200, "{path}");
    }
    let log = headcount.log();
    assert!(!log.contains("panicked"), "{log}");
    let peak = headcount.process().peak_memory_kb();
    println!("{peak} KB at its peak");
    assert!(peak < MEMORY_KB, "{peak} KB at its peak");
}

#[track_caller]
fn service<'a>(board: &'a Value, id: &str) -> &'a Value {
    let services = board["services"].as_array().expect("services");
    services
        .iter()
        .find(|service| service["id"] == id)
        .unwrap_or_else(|| panic!("no service {id}: {board:#}"))
}

/// The id of a fault's service: its name in lower case with dashes.
fn id(fault: HttpFault) -> &'static str {
    match fault {
        HttpFault::NotJson => "not-json",
        HttpFault::CutBody => "cut-body",
        HttpFault::TenMegabytes => "ten-megabytes",
        HttpFault::Brackets => "brackets",
        HttpFault::InvalidUtf8 => "invalid-utf8",
        HttpFault::Compressed => "compressed",
        HttpFault::Redirect => "redirect",
        HttpFault::SlowLoris => "slow-loris",
        HttpFault::ClosedAtOnce => "closed-at-once",
        HttpFault::Hanging => "hanging",
    }
}

fn page() -> String {
    "[page]\ntitle = \"Bad input\"\nevery = \"5s\"\nconfirm = 1\nadmin_token = \"${HEADCOUNT_TOKEN}\"\n"
        .into()
}

fn health_service(id: &str, port: u16) -> String {
    format!(
        "[[service]]\nid = \"{id}\"\nname = \"{id}\"\n[service.health]\n\
         url = \"http://127.0.0.1:{port}/health\"\nformat = \"adr075\"\n"
    )
}

fn queue_service(id: &str, credentials: &str, port: u16, heartbeat: &str) -> String {
    let mut text = format!("[[service]]\nid = \"{id}\"\nname = \"{id}\"\n");
    text += &queue(credentials, port, heartbeat);
    text
}

fn queue(credentials: &str, port: u16, heartbeat: &str) -> String {
    format!(
        "[[service.queue]]\nid = \"q\"\nname = \"Jobs\"\nsystem = \"symfony\"\n\
         url = \"redis://{credentials}127.0.0.1:{port}\"\nheartbeat = \"{heartbeat}\"\nwindow = \"1h\"\n"
    )
}

fn healthy(good: &Server, redis: &Redis) -> String {
    let mut text = health_service(HEALTHY, good.port());
    let _ = write!(text, "{}", queue("", redis.port(), "beats"));
    text
}

/// A Redis with the signs of life of two workers, young enough for an hour.
fn redis_with_workers() -> Redis {
    let redis = Redis::start();
    let now = redis.command(&["TIME"]);
    let now = now.lines().next().unwrap();
    redis.command(&["ZADD", "beats", now, "one", now, "two"]);
    redis.command(&["XGROUP", "CREATE", "messages", "symfony", "$", "MKSTREAM"]);
    redis
}

/// A wrong configuration, and the one line it gets, after the file's name.
const WRONG: &[(&str, &str, &str)] = &[
    (
        "an unknown key",
        "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n[service.health]\nurl = \"https://h\"\nformat = \"adr075\"\ntimout = \"1s\"\n",
        "8: service.health.timout: unknown key; did you mean \"timeout\"?",
    ),
    (
        "an id that is there twice",
        "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n[service.health]\nurl = \"https://h\"\nformat = \"adr075\"\n\
         [[service]]\nid = \"a\"\n[service.health]\nurl = \"https://h\"\nformat = \"adr075\"\n",
        "9: service.id: \"a\" is taken since line 4; give each its own",
    ),
    (
        "a variable that is not set",
        "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n[service.health]\nurl = \"${NOBODY_SET_THIS}\"\nformat = \"adr075\"\n",
        "6: service.health.url: the variable NOBODY_SET_THIS is not set; set it in the environment",
    ),
    (
        "rounds without a pause",
        "[page]\ntitle = \"t\"\nevery = \"0s\"\n[[service]]\nid = \"a\"\n[service.health]\nurl = \"https://h\"\nformat = \"adr075\"\n",
        "3: page.every: \"0s\" is shorter than 5s; write for example \"15s\"",
    ),
    (
        "a URL without a host",
        "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n[service.health]\nurl = \"https:///health\"\nformat = \"adr075\"\n",
        "6: service.health.url: has no host; write for example \"https://app.example.com/api/health\"",
    ),
    (
        "a Messenger DSN with a database in its path",
        "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n[[service.queue]]\nid = \"q\"\nsystem = \"symfony\"\n\
         url = \"redis://localhost:6379/2?delete_after_ack=true\"\n",
        "8: service.queue.url: has a number for a path, and in a Messenger DSN that is a stream, not a database; write ?dbindex=N",
    ),
];

#[test]
fn a_wrong_configuration_is_one_line_with_file_line_key_and_what_would_be_right() {
    for (what, config, line) in WRONG {
        let files = Files::new(config, &[]);
        for command in [&["config", "check"][..], &["check"], &["serve", "--listen", "127.0.0.1:0"]] {
            let ran = files.run(command);
            assert_eq!(ran.code, 3, "{what}: {ran:?}");
            let lines: Vec<&str> = ran.err.lines().collect();
            assert_eq!(lines.len(), 1, "{what}: {ran:?}");
            let (file, rest) = lines[0].split_once("headcount.toml:").expect("the file's name");
            assert!(file.is_empty() || file == "./", "{what}: {ran:?}");
            assert!(rest.starts_with(line), "{what}: {rest}");
        }
    }
}
