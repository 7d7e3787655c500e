//! What somebody else has put where queues are, and crowds of clients, on real servers: each costs its own line, for its own
//! reason, and nothing that shares its connection.
//!
//! Servers that hang, flood or lie are in `bad_input`, clusters and sentinels in `connections`.

#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

use core::fmt::Write as _;
use core::time::Duration;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tests::headcount::Files;
use tests::process::{Folder, Process, run};
use tests::redis::Redis;
use tests::wait::eventually;

/// Twenty thousand connections on a busy machine.
const SOON: Duration = Duration::from_mins(1);

/// A service of one queue each, and what is to be seen of it.
struct Case {
    id: &'static str,
    /// The lines of `[[service.queue]]`, but for `id` and `url`.
    lines: String,
    /// Its server.
    url: String,
    /// Readings: a number, or the reason why there is none.
    shows: Value,
    /// How one of its flags begins; empty where it has none.
    flag: &'static str,
}

fn case(id: &'static str, redis: &Redis, lines: &str, shows: Value, flag: &'static str) -> Case {
    Case { id, lines: lines.to_owned(), url: redis.url(), shows, flag }
}

/// One look at all of them; each has to show what it should.
#[track_caller]
fn each_shows_its_own(cases: &[Case]) {
    let mut config = "page = { title = \"Bad input\", admin_token = \"hush-hush-hush-hush\" }\n".to_owned();
    for Case { id, lines, url, .. } in cases {
        // Writing to a String cannot fail.
        _ = write!(
            config,
            "[[service]]\nid = \"{id}\"\n[[service.queue]]\nid = \"q\"\nurl = \"{url}\"\n{lines}\n"
        );
    }
    let ran = Files::new(&config, &[]).run(&["check", "--json"]);
    let board: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}{}", ran.out, ran.err));
    for (case, service) in cases.iter().zip(board["services"].as_array().unwrap()) {
        let queue = &service["queues"][0];
        for (name, expected) in case.shows.as_object().unwrap() {
            let reading = &queue[name];
            let seen = if reading["value"].is_null() { &reading["why"] } else { &reading["value"] };
            assert_eq!(seen, expected, "{}: {name}: {service:#}", case.id);
        }
        let flags: Vec<&str> =
            service["flags"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let is_flagged = flags.iter().any(|flag| flag.starts_with(case.flag));
        assert!(if case.flag.is_empty() { flags.is_empty() } else { is_flagged }, "{}: {flags:?}", case.id);
    }
}

/// A crew that signs in, and its stream.
fn symfony(stream: &str) -> String {
    format!("system = \"symfony\"\nstream = \"{stream}\"\nheartbeat = \"beats\"\nwindow = \"1h\"")
}

/// The time of a server in seconds.
fn now(redis: &Redis) -> String {
    redis.command(&["TIME"]).lines().next().unwrap().to_owned()
}

#[test]
fn names_crowded_keys_keys_of_another_kind_and_scores_that_are_no_times() {
    const NAME: &str = "a b {c} *?[d] \u{1f407}";
    let redis = Redis::start();
    let say = |words: &[&str]| {
        let said = redis.command(words);
        assert!(!said.contains("ERR") && !said.contains("error"), "{words:?}: {said}");
    };
    // A service that is well, on the same connection.
    let now = now(&redis);
    say(&["ZADD", "beats", &now, "one", &now, "two"]);
    say(&["XGROUP", "CREATE", "messages", "symfony", "0", "MKSTREAM"]);
    say(&["XADD", "messages", "*", "a", "b"]);
    say(&["LPUSH", &format!("bull:{NAME}:wait"), "1", "2"]);
    // In pieces: Redis takes so many words at a time, and complains of scripts that take seconds.
    for from in (1..=1_000_000).step_by(200_000) {
        let script = format!(
            "for i = {from}, {}, 2000 do local all = {{}} for j = i, i + 1999 do all[#all + 1] = 'rq:worker:' .. j end \
             redis.call('SADD', 'rq:workers', unpack(all)) end return 1",
            from + 199_999
        );
        say(&["EVAL", &script, "0"]);
    }
    assert_eq!(redis.command(&["SCARD", "rq:workers"]), "1000000");
    say(&["LPUSH", "jobs", "1", "2", "3"]);
    say(&["SET", "text", "not a list"]);
    assert!(
        redis.command(&["ZADD", "never", "nan", "w"]).contains("not a valid float"),
        "Redis itself refuses it"
    );
    say(&["ZADD", "endless", "inf", "w", "-inf", "v"]);
    say(&["ZADD", "bull:endless:delayed", "-inf", "a", "inf", "b"]);
    say(&["SADD", "{\"no\": json", "{\"not\": json", "rq:worker:w1"]);
    say(&["SADD", "stray:workers", "{\"not\": json", "stray:worker:w1"]);
    say(&["HSET", "stray:worker:w1", "last_heartbeat", "2999-01-01T00:00:00.5Z", "state", "idle"]);
    say(&["ZADD", "laravel_horizon:supervisors", &now, "web:1"]);
    say(&["HSET", "laravel_horizon:supervisor:web:1", "status", "running", "processes", "{not json"]);

    let symfony = |stream: &str| {
        format!("system = \"symfony\"\nstream = \"{stream}\"\nheartbeat = \"beats\"\nwindow = \"1h\"")
    };
    each_shows_its_own(&[
        case("well", &redis, &symfony("messages"), json!({"workers_alive": 2, "queue_depth": 1}), ""),
        case(
            "names",
            &redis,
            &format!("system = \"bullmq\"\nqueues = ['{NAME}']"),
            json!({"workers_alive": 0, "queue_depth": 2, "failed_depth": 0}),
            "no_consumer",
        ),
        case(
            "million-members",
            &redis,
            "system = \"rq\"",
            json!({"workers_alive": "too_large", "queue_depth": 0, "failed_depth": 0}),
            "",
        ),
        case(
            "another-kind",
            &redis,
            "system = \"lists\"\nwaiting = [\"text\"]\nin_flight = \"jobs\"\nheartbeat = \"beats\"\nwindow = \"1h\"",
            json!({"workers_alive": 2, "queue_depth": "wrong_kind_of_key", "in_flight": 3}),
            "probe_misconfigured",
        ),
        case(
            "endless-beats",
            &redis,
            "system = \"lists\"\nwaiting = [\"none\"]\nheartbeat = \"endless\"",
            json!({"workers_alive": "not_understood", "queue_depth": 0}),
            "",
        ),
        case(
            "endless-delays",
            &redis,
            "system = \"bullmq\"\nqueues = [\"endless\"]",
            json!({"delayed": 2, "overdue": 1, "queue_depth": 0}),
            "no_consumer",
        ),
        case(
            "no-json-in-names",
            &redis,
            "system = \"rq\"\nprefix = \"stray\"",
            json!({"workers_alive": 1, "queue_depth": 0}),
            "",
        ),
        case(
            "no-json-in-records",
            &redis,
            "system = \"horizon\"\nprefix = \"\"",
            json!({"workers_alive": "not_understood", "queue_depth": 0}),
            "",
        ),
    ]);
}

#[test]
fn a_stream_with_a_thousand_groups_costs_what_they_tell_and_nothing_else() {
    let redis = Redis::start();
    redis.command(&["ZADD", "beats", &now(&redis), "one"]);
    redis.command(&["XGROUP", "CREATE", "messages", "symfony", "0", "MKSTREAM"]);
    redis.command(&["XADD", "messages", "*", "a", "b"]);
    let groups = "for i = 1, 1000 do redis.call('XGROUP', 'CREATE', 'crowded', 'a group with a long name ' .. i, '0', \
                  'MKSTREAM') end return 1";
    assert_eq!(redis.command(&["EVAL", groups, "0"]), "1");
    let unknown = json!({"workers_alive": 1, "queue_depth": "too_large", "in_flight": "too_large", "failed_depth": 0, "delayed": 0});
    each_shows_its_own(&[
        case("well", &redis, &symfony("messages"), json!({"workers_alive": 1, "queue_depth": 1}), ""),
        case("crowded", &redis, &symfony("crowded"), unknown, "too_large"),
    ]);
}

/// Opens so many connections, says so, and holds them.
const CROWD: &str = "import resource, signal, socket, sys
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
crowd = [socket.socket(socket.AF_UNIX) for _ in range(int(sys.argv[2]))]
for one in crowd: one.connect(sys.argv[1])
worker = socket.create_connection(('127.0.0.1', int(sys.argv[3])))
worker.sendall(b'CLIENT SETNAME bull:bWFpbA==\\r\\nBZPOPMIN nothing 0\\r\\n')
signal.pause()
";

/// A Redis with so many idle connections, by its socket, which takes no ports; and one worker of BullMQ's queue `mail`.
struct Crowd {
    _clients: Process,
    redis: Redis,
    _folder: Folder,
}

impl Crowd {
    fn of(count: u64) -> Self {
        let folder = Folder::new();
        let server = folder.at("server");
        fs::write(&server, "#!/bin/sh\nulimit -n \"$(ulimit -Hn)\"\nexec redis-server \"$@\"\n").unwrap();
        fs::set_permissions(&server, fs::Permissions::from_mode(0o755)).unwrap();
        let redis =
            Redis::of(server, &["--unixsocket", "redis.sock", "--maxclients", &(count + 100).to_string()]);
        redis.command(&["ZADD", "beats", &now(&redis), "one"]);
        let mut command = Command::new("python3");
        command.args(["-c", CROWD]).arg(Path::new(&redis.at("redis.sock")));
        command.args([count.to_string(), redis.port().to_string()]);
        let mut clients = Process::start(&mut command, &folder.at("clients.log"));
        eventually("everybody to be connected", SOON, || {
            assert!(!clients.has_ended(), "{}", clients.log());
            match redis.figure("blocked_clients") {
                1 => Ok(()),
                _ => Err(redis.figure("connected_clients")),
            }
        });
        Self { _clients: clients, redis, _folder: folder }
    }
}

/// As many as there may be in one process, but for what it needs itself. Beyond 1 MiB of them nobody is counted.
fn most_connections() -> u64 {
    let limit = run(Command::new("sh").args(["-c", "ulimit -Hn"])).out;
    limit.trim().parse::<u64>().map_or(20_000, |limit| (limit - 200).min(20_000))
}

#[test]
fn two_thousand_connections_are_counted_and_twenty_thousand_cost_who_is_told_by_them_and_nobody_else() {
    let most = most_connections();
    assert!(most >= 5_000, "fewer connections than fill 1 MiB: {most}");
    let (some, many) = (Crowd::of(2_000), Crowd::of(most));
    // A real server that does not tell its connections, as some proxies do.
    let silent = Redis::of("redis-server", &["--rename-command", "CLIENT", ""]);
    silent.command(&["ZADD", "beats", &now(&silent), "one"]);
    silent.command(&["LPUSH", "bull:mail:wait", "1"]);
    let bullmq = "system = \"bullmq\"\nqueues = [\"mail\"]";
    let beats = format!("{bullmq}\nheartbeat = \"beats\"\nwindow = \"1h\"");
    each_shows_its_own(&[
        case("some", &some.redis, bullmq, json!({"workers_alive": 1, "queue_depth": 0}), ""),
        case(
            "many",
            &many.redis,
            bullmq,
            json!({"workers_alive": "too_large", "queue_depth": 0}),
            "too_large",
        ),
        case("many-with-beats", &many.redis, &beats, json!({"workers_alive": 1, "queue_depth": 0}), ""),
        case("silent", &silent, bullmq, json!({"workers_alive": "not_understood", "queue_depth": 1}), ""),
        case("silent-with-beats", &silent, &beats, json!({"workers_alive": 1, "queue_depth": 1}), ""),
    ]);
}
