//! Clusters with dead nodes and keys on their way: who is asked what, and what is known then. Sentinels are in
//! `server_sentinel_tests`.

use super::*;
use crate::ports::{
    Clock, Database, Dial, Http, HttpAnswer, HttpRequest, NoAnswer, NoRows, SqlRows, SqlServer,
};
use core::cell::RefCell;
use core::time::Duration;
use redis::Value;
use shared::reading::Reading;
use shared::time::Timestamp;
use std::rc::Rc;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::time::Instant;

/// Servers by address, each with what it says to each command; a server of which nothing is told does not listen.
struct World {
    says: fn(&str, &str) -> Option<String>,
    began: Instant,
    /// Every connection, by address, with what was written on it.
    seen: Rc<RefCell<Seen>>,
}

type Seen = Vec<(String, Vec<String>)>;

/// What a server says that never says anything.
const SILENCE: &str = "silence";

impl World {
    fn new(says: fn(&str, &str) -> Option<String>) -> Self {
        Self { says, began: Instant::now(), seen: Rc::default() }
    }

    /// Every connection with its writes, each command but the clock's.
    fn seen(&self) -> Seen {
        let seen = self.seen.borrow();
        let without_time = |write: &String| write.replace("TIME; ", "").replace("TIME", "");
        seen.iter().map(|(at, writes)| (at.clone(), writes.iter().map(without_time).collect())).collect()
    }
}

impl Clock for World {
    fn now(&self) -> Timestamp {
        Timestamp::from_secs(1_796_047_203) + self.began.elapsed()
    }
    async fn sleep(&self, time: Duration) {
        tokio::time::sleep(time).await;
    }
}

impl Http for World {
    async fn get(&self, _: &HttpRequest<'_>) -> Result<HttpAnswer, NoAnswer> {
        Err(NoAnswer::Refused)
    }
}

impl Database for World {
    async fn select(
        &self,
        _: &SqlServer,
        _: &[String],
        _: Duration,
    ) -> Result<Vec<Result<SqlRows, NoRows>>, NoRows> {
        Err(NoRows::NoAnswer(NoAnswer::Refused))
    }
}

impl Dial for World {
    type Stream = DuplexStream;
    async fn dial(&self, endpoint: &Endpoint) -> Result<DuplexStream, NoAnswer> {
        let at = endpoint.to_string();
        if (self.says)(&at, "TIME").is_none() {
            self.seen.borrow_mut().push((at, Vec::new()));
            return Err(NoAnswer::Refused);
        }
        let (ours, mut theirs) = duplex(1 << 20);
        let (says, seen) = (self.says, Rc::clone(&self.seen));
        let nth = seen.borrow().len();
        seen.borrow_mut().push((at.clone(), Vec::new()));
        tokio::task::spawn_local(async move {
            let mut request = vec![0; 1 << 16];
            while let Ok(n @ 1..) = theirs.read(&mut request).await {
                let text = String::from_utf8(request[..n].to_vec()).unwrap();
                let commands: Vec<String> = text
                    .split('*')
                    .skip(1)
                    .map(|c| c.lines().skip(2).step_by(2).collect::<Vec<_>>().join(" "))
                    .collect();
                seen.borrow_mut()[nth].1.push(commands.join("; "));
                let replies: Vec<String> = commands.iter().filter_map(|c| says(&at, c)).collect();
                if replies.iter().all(|reply| reply != SILENCE) {
                    theirs.write_all(replies.concat().as_bytes()).await.unwrap();
                }
            }
        });
        Ok(ours)
    }
}

const TIME: &str = "*2\r\n$10\r\n1796047203\r\n$1\r\n0\r\n";

fn command(words: &str) -> Command {
    let size = if words == "CLIENT LIST" { ReplySize::Clients } else { ReplySize::Small };
    Command::new(size, &words.split(' ').collect::<Vec<_>>())
}

fn asks(commands: &[&str]) -> Vec<Ask> {
    vec![Ask { db: 0, commands: commands.iter().map(|words| command(words)).collect() }]
}

fn node(host: &str) -> Endpoint {
    Endpoint::tcp(host, 6379)
}

fn cluster(others: &[&str]) -> RedisServer {
    let others = others.iter().map(|host| node(host)).collect();
    RedisServer { way: Way::Cluster { others }, ..RedisServer::at(node("a")) }
}

/// The answers to a first and a second exchange, in 9 seconds.
async fn ask(server: &RedisServer, world: &World, first: &[&str], second: &[&str]) -> Vec<Reply> {
    ask_up_to(server, world, MOST_NODES, first, second).await
}

async fn ask_up_to(
    server: &RedisServer,
    world: &World,
    reach: usize,
    first: &[&str],
    second: &[&str],
) -> Vec<Reply> {
    let lists_clients = second.contains(&"CLIENT LIST");
    let (first, second) = (asks(first), asks(second));
    tokio::task::LocalSet::new()
        .run_until(async {
            let until = Deadline::new(world.now(), Duration::from_secs(9));
            let mut server = Server::new(server, world, until, reach);
            let said = server.first(lists_clients, &mut |_| first.clone()).await;
            let mut all: Vec<Reply> = said.answers.each.into_iter().flatten().collect();
            if !second[0].commands.is_empty() {
                all.extend(server.second(&second).await.answers.each.into_iter().flatten());
            }
            all
        })
        .await
}

fn readings(replies: &[Reply]) -> Vec<Reading> {
    replies.iter().map(Reply::reading).collect()
}

fn known(n: u64) -> Reading {
    Reading::redis(n)
}

fn unknown(why: Why) -> Reading {
    Reading::not_in_redis(why)
}

fn detail(reply: &Reply) -> &str {
    match reply {
        Reply::None(missing) => &missing.detail,
        Reply::Value(_) => panic!("{reply:?}"),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "what a server says is optional")]
fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

/// Two nodes: `a` holds one, `b` holds two and three.
fn two_nodes(at: &str, command: &str) -> Option<String> {
    some(match (at, command) {
        (_, "TIME") => TIME,
        ("a:6379", "XLEN one") => ":1\r\n",
        ("a:6379", "XLEN two" | "XLEN three") => "-MOVED 7 b:6379\r\n",
        ("b:6379", "XLEN two") => ":2\r\n",
        ("b:6379", "XLEN three") => ":3\r\n",
        ("b:6379", _) => "-MOVED 1 a:6379\r\n",
        _ => return None,
    })
}

#[tokio::test(start_paused = true)]
async fn what_another_node_holds_is_asked_there_and_both_are_asked_twice_at_most() {
    let world = World::new(two_nodes);
    let server = RedisServer::at(node("a"));
    let replies = ask(&server, &world, &["XLEN one", "XLEN two"], &["XLEN three", "XLEN one"]).await;
    assert_eq!(readings(&replies), [known(1), known(2), known(3), known(1)]);
    let writes = |all: &[&str]| all.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        world.seen(),
        [
            ("a:6379".to_owned(), writes(&["XLEN one; XLEN two", "XLEN three; XLEN one"])),
            ("b:6379".to_owned(), writes(&["XLEN two", "XLEN three"])),
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn a_host_that_may_have_few_connections_follows_nobody_and_says_where_the_key_is() {
    let world = World::new(two_nodes);
    let server = RedisServer::at(node("a"));
    let replies = ask_up_to(&server, &world, 1, &["XLEN one", "XLEN two"], &[]).await;
    assert_eq!(readings(&replies), [known(1), unknown(Why::ElsewhereInCluster)]);
    assert_eq!((detail(&replies[1]), world.seen().len()), ("MOVED 7 b:6379", 1));
}

#[tokio::test(start_paused = true)]
async fn a_dead_node_costs_what_it_holds_and_nothing_else() {
    let world = World::new(|at, command| match (at, command) {
        ("b:6379", _) => None,
        _ => two_nodes(at, command),
    });
    let replies = ask(&cluster(&[]), &world, &["XLEN one", "XLEN two"], &["XLEN one", "XLEN three"]).await;
    let gone = unknown(Why::NotAnswering);
    assert_eq!(readings(&replies), [known(1), gone, known(1), gone]);
    assert_eq!(detail(&replies[1]), "node b:6379: connection refused");
    // Once, and once more: not again in the second exchange.
    assert_eq!(world.seen().iter().filter(|(at, _)| at == "b:6379").count(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_node_that_is_silent_leaves_the_others_time_for_a_second_question() {
    let world = World::new(|at, command| match at {
        "b:6379" => some(SILENCE),
        _ => two_nodes(at, command),
    });
    let replies = ask(&cluster(&[]), &world, &["XLEN one", "XLEN two"], &["XLEN one", "XLEN three"]).await;
    let silent = unknown(Why::NotAnswering);
    assert_eq!(readings(&replies), [known(1), silent, known(1), silent]);
    assert!(world.began.elapsed() < Duration::from_secs(5));
}

#[tokio::test(start_paused = true)]
async fn a_key_on_its_way_is_asked_for_where_it_goes_and_a_slot_that_nobody_serves_is_not_zero() {
    let world = World::new(|at, command| {
        some(match (at, command) {
            (_, "TIME") => TIME,
            ("a:6379", "XLEN moving") => "-ASK 7 b:6379\r\n",
            ("b:6379", "ASKING") => "+OK\r\n",
            ("b:6379", "XLEN moving") => ":4\r\n",
            ("a:6379", "XLEN nowhere") => "-CLUSTERDOWN Hash slot not served\r\n",
            ("a:6379", "XLEN here") => ":5\r\n",
            _ => return None,
        })
    });
    let replies = ask(&cluster(&[]), &world, &["XLEN moving", "XLEN nowhere", "XLEN here"], &[]).await;
    assert_eq!(readings(&replies), [known(4), unknown(Why::NotServing), known(5)]);
    assert_eq!(world.seen()[1].1, ["ASKING; XLEN moving"]);
}

#[tokio::test(start_paused = true)]
async fn nodes_that_point_at_each_other_are_left_alone_after_two_writes_each() {
    let world = World::new(|at, command| {
        some(match (at, command) {
            (_, "TIME") => TIME,
            ("a:6379", "XLEN here") => ":1\r\n",
            ("a:6379", _) => "-MOVED 7 b:6379\r\n",
            _ => "-MOVED 7 a:6379\r\n",
        })
    });
    let replies = ask(&cluster(&[]), &world, &["XLEN here", "XLEN lost"], &[]).await;
    assert_eq!(readings(&replies), [known(1), unknown(Why::ElsewhereInCluster)]);
    assert!(world.seen().iter().all(|(_, writes)| writes.len() <= 2), "{:?}", world.seen());
    assert_eq!(world.seen().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn when_the_first_node_is_gone_or_silent_the_next_one_is_asked() {
    for dead in [None, some(SILENCE)] {
        fn gone(at: &str, command: &str) -> Option<String> {
            if at == "a:6379" { None } else { Some(two_nodes("a:6379", command)?) }
        }
        fn silent(at: &str, command: &str) -> Option<String> {
            if at == "a:6379" { some(SILENCE) } else { two_nodes("a:6379", command) }
        }
        let world = World::new(if dead.is_none() { gone } else { silent });
        let replies = ask(&cluster(&["c", "d"]), &world, &["XLEN one"], &["XLEN one"]).await;
        assert_eq!(readings(&replies), [known(1), known(1)], "{dead:?}");
        assert!(world.began.elapsed() <= Duration::from_secs(3), "a third of the time is its share");
    }
}

/// A cluster of three masters, of which each has clients of its own; `a` is its second.
fn with_clients(at: &str, command: &str) -> Option<String> {
    let entry =
        |host: &str, id: &str| format!("*3\r\n:0\r\n:5\r\n*3\r\n$1\r\n{host}\r\n:6379\r\n$2\r\n{id}\r\n");
    Some(match (at, command) {
        (_, "TIME") => TIME.to_owned(),
        ("a:6379", "CLUSTER MYID") => "$2\r\nid\r\n".to_owned(),
        ("a:6379", "CLUSTER SLOTS") => {
            format!("*3\r\n{}{}{}", entry("b", "ib"), entry("x", "id"), entry("c", "ic"))
        }
        (at, "CLIENT LIST") => format!("$7\r\nid=1 {}\n\r\n", &at[..1]),
        _ => return two_nodes(at, command),
    })
}

#[tokio::test(start_paused = true)]
async fn clients_are_listed_by_every_master_on_one_connection_each_whatever_it_is_called() {
    let world = World::new(with_clients);
    let replies = ask(&cluster(&[]), &world, &["XLEN two"], &["CLIENT LIST", "XLEN three"]).await;
    assert_eq!(readings(&replies[..1]), [known(2)]);
    let Reply::Value(Value::BulkString(list)) = &replies[1] else { panic!("{:?}", replies[1]) };
    assert_eq!(String::from_utf8_lossy(list), "id=1 a\nid=1 b\nid=1 c\n");
    assert_eq!(readings(&replies[2..]), [known(3)]);
    let seen = world.seen();
    assert_eq!(seen.iter().map(|(at, _)| at.as_str()).collect::<Vec<_>>(), ["a:6379", "b:6379", "c:6379"]);
    assert_eq!(seen[1].1, ["XLEN two", "XLEN three; CLIENT LIST"]);
}

#[tokio::test(start_paused = true)]
async fn as_long_as_one_master_does_not_list_its_clients_nobody_knows_how_many_there_are() {
    let world = World::new(|at, command| match at {
        "c:6379" => None,
        _ => with_clients(at, command),
    });
    let replies = ask(&cluster(&[]), &world, &["XLEN one"], &["CLIENT LIST"]).await;
    assert_eq!((readings(&replies[..1]), replies[1].value()), (vec![known(1)], Err(Why::NotAnswering)));
    assert_eq!(detail(&replies[1]), "node c:6379: connection refused");

    let world = World::new(with_clients);
    let replies = ask_up_to(&cluster(&[]), &world, 2, &["XLEN one"], &["CLIENT LIST"]).await;
    assert_eq!(replies[1].value(), Err(Why::TooLarge));
    assert_eq!(detail(&replies[1]), "the cluster has 3 nodes, and 2 are asked");
}

#[tokio::test(start_paused = true)]
async fn clients_of_one_node_count_for_nothing_where_a_cluster_was_not_expected() {
    let world = World::new(with_clients);
    let server = RedisServer::at(node("a"));
    let replies = ask(&server, &world, &["XLEN two"], &["CLIENT LIST"]).await;
    assert_eq!(replies[1].value(), Err(Why::ElsewhereInCluster));
    assert!(detail(&replies[1]).ends_with("write cluster = true"));
}

/// The same with a replica of `b`, at which somebody listens.
fn with_a_replica(at: &str, command: &str) -> Option<String> {
    let node = |host: &str, id: &str| format!("*3\r\n$1\r\n{host}\r\n:6379\r\n$2\r\n{id}\r\n");
    match (at, command) {
        ("a:6379", "CLUSTER SLOTS") => {
            let both = format!("*4\r\n:0\r\n:5\r\n{}{}", node("b", "ib"), node("r", "ir"));
            let others = [node("x", "id"), node("c", "ic")].map(|node| format!("*3\r\n:0\r\n:5\r\n{node}"));
            Some(format!("*3\r\n{both}{}", others.concat()))
        }
        (at, "PUBSUB NUMSUB w") => Some(format!("*2\r\n$1\r\nw\r\n:{}\r\n", u8::from(at.starts_with('r')))),
        _ => with_clients(at, command),
    }
}

#[tokio::test(start_paused = true)]
async fn listeners_are_looked_for_at_replicas_too_and_clients_at_masters_alone() {
    let world = World::new(with_a_replica);
    let replies = ask(&cluster(&[]), &world, &["XLEN two"], &["PUBSUB NUMSUB w", "CLIENT LIST"]).await;
    let one = Value::Array(vec![Value::Nil, Value::Int(1)]);
    assert_eq!(replies[1].value(), Ok(&one));
    let Reply::Value(Value::BulkString(list)) = &replies[2] else { panic!("{:?}", replies[2]) };
    assert_eq!(String::from_utf8_lossy(list), "id=1 a\nid=1 b\nid=1 c\n");
    let seen = world.seen();
    let to_replica = seen.iter().find(|(at, _)| at == "r:6379").map(|(_, writes)| writes.concat());
    assert_eq!(to_replica.as_deref(), Some("PUBSUB NUMSUB w"));
    assert!(seen.iter().all(|(_, writes)| writes.len() <= 2), "{seen:?}");

    // Beyond reach, nobody knows who listens; who is connected to masters is known.
    let replies =
        ask_up_to(&cluster(&[]), &world, 3, &["XLEN two"], &["PUBSUB NUMSUB w", "CLIENT LIST"]).await;
    assert_eq!((replies[1].value(), replies[2].value().is_ok()), (Err(Why::TooLarge), true));
}

#[path = "server_sentinel_tests.rs"]
mod with_sentinels;
