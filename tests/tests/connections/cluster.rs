//! A real cluster of Redis: each key on its own node, clients and listeners on every node, a slot that moves.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use serde_json::json;
use tests::headcount::Files;
use tests::redis::Redis;
use tests::redis_cluster::RedisCluster;
use tests::wait::eventually;

use super::{FAILS_OVER_WITHIN, beats, queues, sign_in, workers};

/// Two heartbeats on every node of a cluster, and the queues that read them.
pub fn spread(cluster: &RedisCluster) -> Vec<String> {
    let keys: Vec<String> = (0..3).map(|node| cluster.key_at(node, "beats")).collect();
    for (nth, key) in keys.iter().enumerate() {
        sign_in(|words| cluster.command(words), key, nth + 1);
    }
    keys
}

#[test]
fn each_key_is_read_on_its_own_node_and_a_dead_node_costs_only_what_it_holds() {
    let mut cluster = RedisCluster::start();
    let keys = spread(&cluster);
    let one = cluster.nodes[1].url();
    let with = |more: &str| -> Vec<String> {
        keys.iter().map(|key| format!("heartbeat = {key:?}\nurl = \"{one}\"\n{more}")).collect()
    };
    let files = |all: &[String]| beats(&all.iter().map(String::as_str).collect::<Vec<_>>());
    // Nobody called it a cluster: nobody is asked but the server that is named.
    let undeclared = workers(&files(&with("")));
    assert_eq!(undeclared, [json!("elsewhere_in_cluster"), json!(2), json!("elsewhere_in_cluster")]);
    let called_so = files(&with("cluster = true"));
    assert_eq!(workers(&called_so), [json!(1), json!(2), json!(3)]);

    // The first that is named is nobody; sockets of the dead one are refused.
    let several = format!("redis://127.0.0.1:9,{}", one.trim_start_matches("redis://"));
    let all: Vec<String> =
        keys.iter().map(|key| format!("heartbeat = {key:?}\nurl = \"{several}\"")).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let declared = beats(&all);
    assert_eq!(workers(&declared), [json!(1), json!(2), json!(3)]);
    cluster.nodes[2].stop();
    for files in [&called_so, &declared] {
        let seen = workers(files);
        assert_eq!(seen[..2], [json!(1), json!(2)]);
        assert!(matches!(seen[2].as_str(), Some("not_answering" | "not_serving")), "{seen:?}");
    }
    // Where a cluster wants to be whole, nobody in it serves anything any more.
    for node in &cluster.nodes[..2] {
        assert_eq!(node.command(&["CONFIG", "SET", "cluster-require-full-coverage", "yes"]), "OK");
    }
    eventually("the others to give the dead node up", FAILS_OVER_WITHIN, || {
        let seen = workers(&declared);
        if seen == vec![json!("not_serving"); 3] { Ok(()) } else { Err(seen) }
    });
}

#[test]
fn while_a_slot_moves_its_keys_are_read_wherever_they_are() {
    let cluster = RedisCluster::start();
    let stays = cluster.key_at(1, "beats");
    // Both in one slot, of which one key has moved already.
    let moves = cluster.key_at(0, "crew");
    let (gone, left) = (format!("{{{moves}}}:a"), format!("{{{moves}}}:b"));
    for (key, workers) in [(&gone, 1), (&left, 2), (&stays, 3)] {
        sign_in(|words| cluster.command(words), key, workers);
    }
    let slot = cluster.command(&["CLUSTER", "KEYSLOT", &moves]);
    let (from, to) = (&cluster.nodes[0], &cluster.nodes[2]);
    assert_eq!(to.command(&["CLUSTER", "SETSLOT", &slot, "IMPORTING", &cluster.id(0)]), "OK");
    assert_eq!(from.command(&["CLUSTER", "SETSLOT", &slot, "MIGRATING", &cluster.id(2)]), "OK");
    let port = to.port().to_string();
    assert_eq!(from.command(&["MIGRATE", "127.0.0.1", &port, &gone, "0", "5000"]), "OK");
    assert!(from.command(&["ZCARD", &gone]).contains("ASK"), "it is on its way");

    let one = cluster.nodes[1].url();
    let queue = |key: &str| format!("heartbeat = {key:?}\nurl = \"{one}\"\ncluster = true");
    let files = beats(&[&queue(&gone), &queue(&left), &queue(&stays)]);
    assert_eq!(workers(&files), [json!(1), json!(2), json!(3)]);
    // Nobody ever had this one: it is asked for where it would go, and is an empty crew there.
    let nobody = format!("{{{moves}}}:c");
    assert_eq!(workers(&beats(&[&queue(&nobody)])), [json!(0)]);
}

#[test]
fn in_a_cluster_connections_are_looked_for_on_every_node() {
    let cluster = RedisCluster::start();
    let lines = |more: &str| {
        format!(
            "page = {{ title = \"t\" }}\n[[service]]\nid = \"app\"\n[[service.queue]]\nid = \"q\"\nsystem = \"bullmq\"\n\
             queues = [\"mail\"]\nprefix = \"{{shop}}\"\nurl = \"{}\"\n{more}",
            cluster.nodes[0].url()
        )
    };
    let files = Files::new(&lines("cluster = true"), &[]);
    // A queue that exists, so that nobody there is known to be nobody.
    cluster.command(&["HSET", "{shop}:mail:meta", "version", "bullmq:5.0.0"]);
    assert_eq!(workers(&files), [json!(0)]);
    let names: Vec<TcpStream> = cluster.nodes.iter().map(|node| named(node, "{shop}:bWFpbA==")).collect();
    let queue = &queues(&files)[0];
    assert_eq!((&queue["workers_alive"]["value"], &queue["exactness"]), (&json!(3), &json!("at_least_one")));
    drop(names);
    eventually("nobody", FAILS_OVER_WITHIN, || match workers(&files).as_slice() {
        [nobody] if *nobody == 0 => Ok(()),
        other => Err(format!("{other:?}")),
    });
}

#[test]
fn in_a_cluster_whoever_listens_at_any_node_is_alive_and_nobody_is_called_dead_while_a_node_is_silent() {
    let mut cluster = RedisCluster::start();
    cluster.command(&["SADD", "rq:workers", "rq:worker:w1"]);
    // Its last beat is long ago: only that it listens proves it.
    cluster.command(&["HSET", "rq:worker:w1", "last_heartbeat", "2026-01-01T00:00:00.5Z", "state", "idle"]);
    let at = cluster.holder("rq:workers");
    let lines = format!(
        "page = {{ title = \"t\" }}\n[[service]]\nid = \"app\"\n[[service.queue]]\nid = \"q\"\nsystem = \"rq\"\n\
         window = \"90s\"\ncluster = true\nurl = \"{}\"\n",
        cluster.nodes[at].url()
    );
    let files = Files::new(&lines, &[]);
    assert_eq!(workers(&files), [json!(0)]);
    for node in &cluster.nodes {
        let listens = said(node, "SUBSCRIBE rq:pubsub:w1", "*3");
        assert_eq!(workers(&files), [json!(1)]);
        drop(listens);
        eventually("nobody", FAILS_OVER_WITHIN, || match workers(&files).as_slice() {
            [nobody] if *nobody == 0 => Ok(()),
            other => Err(format!("{other:?}")),
        });
    }
    // Whoever is told of one node finds what another one holds, and calls it a cluster.
    let tried = Files::new("", &[]).run(&["try", &cluster.nodes[(at + 1) % 3].url(), "--once"]);
    assert!(tried.out.contains("system = \"rq\"") && tried.out.contains("cluster = true\n"), "{tried:?}");
    // A node without the worker's keys, at which it may listen.
    let holds = [at, cluster.holder("rq:worker:w1")];
    let other = (0..3).find(|node| !holds.contains(node)).unwrap();
    cluster.nodes[other].stop();
    assert_eq!(workers(&files), [json!("not_answering")]);
    let _listens = said(&cluster.nodes[at], "SUBSCRIBE rq:pubsub:w1", "*3");
    assert_eq!(workers(&files), [json!(1)]);
}

/// A connection that has given itself a name.
fn named(redis: &Redis, name: &str) -> TcpStream {
    said(redis, &format!("CLIENT SETNAME {name}"), "+OK")
}

/// A connection on which this was said and the reply began so.
fn said(redis: &Redis, words: &str, reply: &str) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", redis.port())).unwrap();
    write!(stream, "{words}\r\n").unwrap();
    let mut line = String::new();
    BufReader::new(stream.try_clone().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line.trim_end(), reply);
    stream
}
