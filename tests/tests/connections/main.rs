//! Ways to what is asked: TLS with own keys, a socket, sentinels; HTTPS in `https`, a cluster in `cluster`. Each is real,
//! and each is broken once.

#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod cluster;
mod https;

use std::time::{Duration, SystemTime};

use cluster::spread;
use serde_json::{Value, json};
use tests::headcount::Files;
use tests::redis::Redis;
use tests::redis_cluster::RedisCluster;
use tests::redis_sentinel::{MASTER, RedisSentinel};
use tests::redis_tls::{Clients, NAME, TlsRedis};
use tests::wait::eventually;

/// A failover and the election before it, on a busy machine.
const FAILS_OVER_WITHIN: Duration = Duration::from_secs(30);

/// A configuration of queues that workers sign in to, each with its lines.
fn beats(queues: &[&str]) -> Files {
    let each = queues.iter().enumerate().map(|(nth, lines)| {
        format!("[[service.queue]]\nid = \"q{nth}\"\nsystem = \"heartbeat\"\ntimeout = \"5s\"\n{lines}\n")
    });
    let before = "page = { title = \"Connections\" }\n\n[[service]]\nid = \"app\"\n\n";
    Files::new(&format!("{before}{}", each.collect::<String>()), &[])
}

/// Lets so many workers sign in under a key, through whatever says commands to a Redis.
fn sign_in(say: impl Fn(&[&str]) -> String, key: &str, workers: usize) {
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs().to_string();
    for worker in 0..workers {
        let added = say(&["ZADD", key, &now, &format!("worker-{worker}")]);
        assert_eq!(added, "1", "{key}");
    }
}

/// The queues of one look.
fn queues(files: &Files) -> Vec<Value> {
    let ran = files.run(&["check", "--json"]);
    let board: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}{}", ran.out, ran.err));
    board["services"][0]["queues"].as_array().unwrap().clone()
}

/// How many workers each queue has, or why that is not known.
fn workers(files: &Files) -> Vec<Value> {
    let alive = queues(files).into_iter().map(|queue| queue["workers_alive"].clone());
    alive
        .map(|alive| if alive["value"].is_null() { alive["why"].clone() } else { alive["value"].clone() })
        .collect()
}

/// What an operator is told of every target.
fn told_of(files: &Files) -> String {
    files.run(&["config", "check", "--live"]).out
}

#[test]
fn a_certificate_counts_if_its_authority_is_ours_and_the_name_is_the_one_we_ask_for() {
    let server = TlsRedis::start(Clients::Anybody, true);
    let named = TlsRedis::start(Clients::Anybody, false);
    for redis in [&server.redis, &named.redis] {
        sign_in(|words| redis.command(words), "beats", 2);
    }
    let (ca, other_ca) = (server.file("ca.pem"), named.file("ca.pem"));
    let queue = |at: &TlsRedis, more: &str| format!("heartbeat = \"beats\"\nurl = \"{}\"\n{more}", at.url());
    let files = beats(&[
        &queue(&server, &format!("ca = {ca:?}")),
        &queue(&server, &format!("ca = \"${{file:{}}}\"", ca.display())),
        &queue(&server, ""),
        &queue(&server, &format!("ca = {other_ca:?}")),
        &queue(&named, &format!("ca = {other_ca:?}")),
        &queue(&named, &format!("ca = {other_ca:?}\nserver_name = \"{NAME}\"")),
    ]);
    let silent = json!("not_answering");
    assert_eq!(workers(&files), [json!(2), json!(2), silent.clone(), silent.clone(), silent, json!(2)]);
    let told = told_of(&files);
    assert!(told.contains("TLS: invalid peer certificate"), "{told}");
}

#[test]
fn a_server_that_wants_to_know_its_clients_is_shown_our_certificate() {
    let server = TlsRedis::start(Clients::Known, true);
    sign_in(|words| server.redis.command(words), "beats", 3);
    let (ca, cert, key) = (server.file("ca.pem"), server.file("client.pem"), server.file("client.key"));
    let (url, stranger) =
        (server.url(), format!("heartbeat = \"beats\"\nca = {ca:?}\nurl = \"{}\"", server.url()));
    let known =
        format!("heartbeat = \"beats\"\nca = {ca:?}\ncert = {cert:?}\nkey = {key:?}\nurl = \"{url}\"");
    let files = beats(&[&stranger, &known]);
    assert_eq!(workers(&files), [json!("not_answering"), json!(3)]);
}

#[test]
fn a_socket_is_as_good_as_a_port_with_a_password_and_a_database() {
    let redis = Redis::of("redis-server", &["--unixsocket", "redis.sock"]);
    sign_in(|words| redis.command(&[&["-n", "2"], words].concat()), "beats", 2);
    assert_eq!(redis.command(&["ACL", "SETUSER", "looker", "on", ">pw", "~*", "+@all"]), "OK");
    let (socket, gone) = (redis.at("redis.sock"), redis.at("gone.sock"));
    let url = |who: &str, at: &std::path::Path| {
        format!("heartbeat = \"beats\"\nurl = \"unix://{who}{}?db=2\"", at.display())
    };
    let files = beats(&[
        &url("", &socket),
        &url("looker:pw@", &socket),
        &url("looker:no@", &socket),
        &url("", &gone),
    ]);
    let seen = workers(&files);
    assert_eq!(seen[..3], [json!(2), json!(2), json!("wrong_password")]);
    assert!(seen[3].is_string(), "{seen:?}");
    assert!(told_of(&files).contains("No such file or directory"));
}

#[test]
fn a_sentinel_that_names_a_dead_master_costs_its_own_line_and_says_so() {
    let (mut master, other) = (Redis::start(), Redis::start());
    sign_in(|words| master.command(words), "beats", 2);
    sign_in(|words| other.command(words), "beats", 1);
    let sentinel = RedisSentinel::watching(&master, 0, Some("hush"));
    let at = format!("url = \"redis://127.0.0.1:{}\"\nheartbeat = \"beats\"\n", sentinel.port());
    let files = beats(&[
        &format!("{at}sentinel_master = \"{MASTER}\"\nsentinel_password = \"hush\""),
        &format!("{at}sentinel_master = \"nobody\"\nsentinel_password = \"hush\""),
        &format!("{at}sentinel_master = \"{MASTER}\"\nsentinel_password = \"wrong\""),
        &format!("url = \"{}\"\nheartbeat = \"beats\"", other.url()),
    ]);
    assert_eq!(workers(&files), [json!(2), json!("not_serving"), json!("wrong_password"), json!(1)]);
    let port = master.port();
    master.stop();
    assert_eq!(
        workers(&files),
        [json!("not_answering"), json!("not_serving"), json!("wrong_password"), json!(1)]
    );
    let (told, at) = (told_of(&files), sentinel.port());
    let named = format!("127.0.0.1:{port}, which sentinel 127.0.0.1:{at} names: connection refused");
    assert!(told.contains(&named), "{told}");
    assert!(told.contains("no master is called \"nobody\" here"), "{told}");
}

#[test]
fn after_a_failover_the_new_master_is_read_and_an_old_address_of_it_is_not_needed() {
    let mut master = Redis::start();
    let replica = Redis::of("redis-server", &["--replicaof", "127.0.0.1", &master.port().to_string()]);
    let sentinel = RedisSentinel::watching(&master, 1, None);
    // The first of the sentinels is gone: its turn is short.
    let lines = format!(
        "heartbeat = \"beats\"\nurl = \"redis-sentinel://127.0.0.1:9,127.0.0.1:{}\"\nsentinel_master = \"{MASTER}\"",
        sentinel.port()
    );
    let files = beats(&[&lines]);
    sign_in(|words| master.command(words), "beats", 2);
    assert_eq!(workers(&files), [json!(2)]);
    eventually("the replica to hold the beats", FAILS_OVER_WITHIN, || {
        match replica.command(&["ZCARD", "beats"]) {
            two if two == "2" => Ok(()),
            other => Err(other),
        }
    });
    master.stop();
    eventually("the new master to be read", FAILS_OVER_WITHIN, || {
        let seen = workers(&files);
        assert!(seen != [json!(0)], "never nobody");
        if seen == [json!(2)] { Ok(()) } else { Err(seen) }
    });
    assert_eq!(replica.command(&["ROLE"]).lines().next(), Some("master"));
}

#[test]
fn the_printed_rights_are_enough_for_a_user_at_the_sentinel_the_master_and_every_node() {
    let master = Redis::start();
    sign_in(|words| master.command(words), "beats", 2);
    let sentinel = RedisSentinel::watching(&master, 0, None);
    let cluster = RedisCluster::start();
    let keys = spread(&cluster);
    let watched = format!(
        "heartbeat = \"beats\"\nurl = \"redis://looker:pw@127.0.0.1:{}\"\nsentinel_master = \"{MASTER}\"\n\
         sentinel_user = \"looker\"\nsentinel_password = \"pw\"",
        sentinel.port()
    );
    let node = format!("looker:pw@127.0.0.1:{}", cluster.nodes[0].port());
    let held = format!("heartbeat = {:?}\nurl = \"redis://{node}\"\ncluster = true", keys[2]);
    let files = beats(&[&watched, &held]);
    let printed = files.run(&["config", "check"]).out;
    let lines: Vec<&str> = printed.lines().filter(|line| line.starts_with("ACL SETUSER")).collect();
    assert_eq!(lines.len(), 3, "{printed}");
    let line_of = |what: &str| {
        let all: Vec<&str> = printed.lines().collect();
        let at =
            all.iter().position(|line| line.contains(what)).unwrap_or_else(|| panic!("{what}: {printed}"));
        let words = all[at + 1].replace("<password>", "pw");
        words.split(' ').map(|word| word.trim_matches('"').to_owned()).collect::<Vec<String>>()
    };
    let give = |port: u16, line: &[String]| {
        let mut command = std::process::Command::new("redis-cli");
        command.args(["-p", &port.to_string()]).args(line);
        assert_eq!(tests::process::run(&mut command).out.trim(), "OK", "{line:?}");
    };
    give(master.port(), &line_of("each server that can become"));
    give(sentinel.port(), &line_of("each sentinel of"));
    for node in &cluster.nodes {
        give(node.port(), &line_of("each node of the cluster"));
    }
    assert_eq!(workers(&files), [json!(2), json!(3)]);
    // One less, and the reading it was for is not permitted.
    assert_eq!(master.command(&["ACL", "SETUSER", "looker", "-role"]), "OK");
    assert_eq!(cluster.nodes[2].command(&["ACL", "SETUSER", "looker", "-zrevrange"]), "OK");
    assert_eq!(workers(&files), [json!("not_permitted"), json!("not_permitted")]);
}
