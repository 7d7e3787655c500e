//! What holds for every system, and what primitive readings promise to those that come after.

use super::read;
use super::read::Heard;
use super::recipe::*;
use super::testkit::{NOPERM, NOW, at_least, bulk, exactly, hear, int, list, store, target, unknown, words};
use super::{Command, SYSTEMS};
use crate::config::QueueTarget;
use crate::probe::redis::reply::Reply;
use core::time::Duration;
use shared::reading::{Reading, Why};
use shared::sample::{Exactness, Workers};

/// The least that each system must be told.
fn least(system: &str) -> QueueTarget {
    target(
        system,
        match system {
            "heartbeat" => "heartbeat = \"beats\"",
            "streams" => "stream = \"jobs\"\ngroup = \"crew\"",
            "bullmq" | "saq" | "dramatiq" | "apalis" | "huey" | "bee-queue" => "queues = [\"mail\"]",
            "laravel" | "horizon" => "prefix = \"\"",
            "lists" => "waiting = \"jobs\"",
            _ => "",
        },
    )
}

#[test]
fn every_system_reads_an_empty_redis_in_two_writes_at_most_with_commands_that_only_read() {
    const READING: [&str; 21] = [
        "CLIENT",
        "EXISTS",
        "GET",
        "HEXISTS",
        "HGET",
        "HGETALL",
        "HLEN",
        "HMGET",
        "LINDEX",
        "LLEN",
        "PTTL",
        "PUBSUB",
        "SCARD",
        "SISMEMBER",
        "SRANDMEMBER",
        "XINFO",
        "XLEN",
        "ZCARD",
        "ZCOUNT",
        "ZRANGEBYSCORE",
        "ZREVRANGE",
    ];
    for system in SYSTEMS {
        let target = least(system.name);
        let (sample, writes) = store(&[]).read(&target);
        assert!(writes.len() <= 2, "{}: {writes:?}", system.name);
        assert!(!words(&sample).iter().any(|w| w.starts_with("probe_")), "{}", system.name);
        for command in read::commands(&target.recipe, 0) {
            assert!(
                READING.contains(&command.words[0].as_str()) || command.words[0] == "ZRANGE",
                "{command:?}"
            );
        }
    }
}

#[test]
fn what_follows_from_ids_that_are_found_takes_no_third_write() {
    for system in SYSTEMS {
        let target = least(system.name);
        let heard = Heard { time: store(&[]).time, asked_at: NOW, within: Duration::ZERO };
        let found = |command: &Command| match command.words[0].as_str() {
            "SRANDMEMBER" | "ZRANGEBYSCORE" => Reply::parse(list(&["a:1:b"]).as_bytes()),
            "ZREVRANGE" => Reply::parse(list(&["a:1:b", "1796047203"]).as_bytes()),
            "LINDEX" => Reply::parse(bulk("a:1:b").as_bytes()),
            _ => Reply::parse(b":1\r\n"),
        };
        // It panics at a question that is left.
        assert!(hear(&target, &heard, found).1.len() <= 2, "{}", system.name);
    }
}

#[test]
fn no_system_ever_reads_0_where_nothing_could_be_read() {
    for system in SYSTEMS {
        let target = least(system.name);
        let heard = Heard { time: store(&[]).time, asked_at: NOW, within: Duration::ZERO };
        let sample = hear(&target, &heard, |_| Reply::parse(NOPERM.as_bytes())).0;
        if let Workers::Counted { alive, .. } = sample.workers {
            assert_eq!(alive.known(), None, "{}", system.name);
        }
        for number in [
            sample.numbers.queue_depth,
            sample.numbers.failed_depth,
            sample.numbers.in_flight,
            sample.numbers.delayed,
            sample.numbers.overdue,
            sample.numbers.oldest_waiting_s,
        ] {
            assert_eq!(number.known(), None, "{}: {number:?}", system.name);
        }
    }
}

/// A recipe of the tests' own.
fn with(recipe: Recipe) -> QueueTarget {
    QueueTarget { recipe, ..target("sidekiq", "") }
}

fn number(number: Number) -> QueueTarget {
    with(Recipe { shared: Numbers { depth: number, ..Numbers::default() }, ..Recipe::default() })
}

fn workers(source: Source) -> QueueTarget {
    with(Recipe { workers: vec![source], ..Recipe::default() })
}

#[test]
fn numbers_are_single_readings_sums_differences_and_the_same_for_each_id() {
    let key = |name: &str| name.to_owned();
    for (wanted, answers, value) in [
        (Number::Llen(key("a")), vec![("LLEN a", 5)], 5),
        (Number::Scard(key("a")), vec![("SCARD a", 5)], 5),
        (Number::Hlen(key("a")), vec![("HLEN a", 5)], 5),
        (Number::Exists(key("a")), vec![("EXISTS a", 1)], 1),
        (Number::Zcount(key("a"), Bound::At(1), Bound::Most), vec![("ZCOUNT a 1 +inf", 4)], 4),
        (Number::later(key("a"), Unit::Seconds), vec![("ZCOUNT a (1796047203 +inf", 2)], 2),
        (Number::due(key("a"), Unit::Bull), vec![("ZCOUNT a -inf (7356609343492096", 3)], 3),
        (Number::later(key("a"), Unit::Bull), vec![("ZCOUNT a 7356609343492096 +inf", 3)], 3),
        (
            Number::Sum(vec![Number::Llen(key("a")), Number::NotOffered, Number::Zcard(key("b"))]),
            vec![("LLEN a", 5), ("ZCARD b", 3)],
            8,
        ),
        (
            Number::Minus(Box::new(Number::Hlen(key("a"))), Box::new(Number::Llen(key("b")))),
            vec![("HLEN a", 6), ("LLEN b", 5)],
            1,
        ),
    ] {
        let answers: Vec<_> = answers.iter().map(|(words, n)| (*words, int(*n))).collect();
        let answers: Vec<_> = answers.iter().map(|(words, n)| (*words, n.as_str())).collect();
        let sample = store(&answers).read(&number(wanted.clone())).0;
        assert_eq!(sample.numbers.queue_depth, Reading::redis(value), "{wanted:?}");
        let refused: Vec<_> = answers.iter().map(|(words, _)| (*words, NOPERM)).collect();
        let sample = store(&refused).read(&number(wanted)).0;
        assert_eq!(sample.numbers.queue_depth, unknown(Why::NotPermitted));
    }
    let ids = Ids { ends_before: Some(':'), ..Ids::sorted("crew".to_owned()) };
    let each = Number::Over(ids, Box::new(Number::Scard(format!("inflight:{EACH}"))));
    let crew = list(&["a:mail", "1796047203", "b:mail", "5"]);
    let answers = [
        ("ZREVRANGE crew 0 255 WITHSCORES", crew.as_str()),
        ("SCARD inflight:a", ":1\r\n"),
        ("SCARD inflight:b", ":2\r\n"),
    ];
    let (sample, writes) = store(&answers).read(&number(each));
    assert_eq!((sample.numbers.queue_depth, writes.len()), (Reading::redis(3), 2));
}

#[test]
fn a_bound_by_our_clock_is_not_known_where_the_stores_differs() {
    let mut skewed = store(&[("ZCOUNT a -inf 1796046203", ":4\r\n"), ("ZCARD a", ":4\r\n")]);
    skewed.asked_at = NOW - Duration::from_secs(1000);
    let due = number(Number::due("a".to_owned(), Unit::Seconds));
    assert_eq!(skewed.read(&due).0.numbers.queue_depth, unknown(Why::ClockSkew));
    assert_eq!(skewed.read(&number(Number::Zcard("a".to_owned()))).0.numbers.queue_depth, Reading::redis(4));
}

#[test]
fn one_key_that_is_renewed_tells_whether_not_how_many() {
    let source =
        Source::TtlKey { key: "health".to_owned(), ttl: Duration::from_secs(11), gone: Gone::Nobody };
    let target = workers(source);
    let read = |reply: &str| store(&[("PTTL health", reply)]).read(&target).0;
    let alive = read(":7000\r\n");
    assert_eq!(alive.workers, at_least(1));
    assert_eq!(alive.last_beat_at, Some(NOW + Duration::from_millis(500) - Duration::from_secs(4)));
    assert_eq!(read(":-2\r\n").workers, at_least(0));
    for (reply, why) in [(":-1\r\n", Why::NotUnderstood), (NOPERM, Why::NotPermitted)] {
        let expected = Workers::Counted { alive: unknown(why), exactness: Exactness::AtLeastOne };
        assert_eq!(read(reply).workers, expected);
    }
}

#[test]
fn a_hash_of_beats_counts_like_a_sorted_set() {
    let target = workers(Source::Times {
        key: "workers:heartbeat".to_owned(),
        time: Time::Iso,
        window: Duration::from_mins(5),
    });
    let read = |fields: &[&str]| store(&[("HGETALL workers:heartbeat", &list(fields))]).read(&target).0;
    let sample = read(&["a", "2026-11-30T13:59:03Z", "b", "2026-11-30T13:00:00Z"]);
    assert_eq!((sample.workers, sample.beats[0].name.as_str()), (exactly(1), "a"));
    assert_eq!(read(&[]).workers, exactly(0));
    let alive = unknown(Why::NotUnderstood);
    assert_eq!(read(&["a", "soon"]).workers, Workers::Counted { alive, exactness: Exactness::Exact });
}

/// RQ's records: a hash whose `last_heartbeat` is a time, and a channel that a living worker listens to.
fn rq() -> QueueTarget {
    workers(Source::Records(Records {
        ids: Ids { prefix: "rq:worker:".to_owned(), ..Ids::set("rq:workers".to_owned()) },
        record: Record::Hash(format!("rq:worker:{EACH}"), "last_heartbeat", Time::Iso),
        alive: Alive::Within(Duration::from_mins(8)),
        subscribed: Some(format!("rq:pubsub:{EACH}")),
        quiet: None,
        in_hand: None,
        stands_for: None,
    }))
}

#[test]
fn a_record_that_somebody_re_created_is_no_sign_of_life_and_a_subscription_is() {
    let read = |beat: &str, subscribers: &str| {
        let answers = [
            ("SRANDMEMBER rq:workers 257", list(&["rq:worker:w1"])),
            ("HMGET rq:worker:w1 last_heartbeat", beat.to_owned()),
            ("PUBSUB NUMSUB rq:pubsub:w1", subscribers.to_owned()),
        ];
        let answers: Vec<_> = answers.iter().map(|(words, reply)| (*words, reply.as_str())).collect();
        store(&answers).read(&rq()).0.workers
    };
    let (none, beat) = ("*1\r\n$-1\r\n", list(&["2026-11-30T13:59:03.25Z"]));
    let subscribed = |n: u64| format!("*2\r\n$12\r\nrq:pubsub:w1\r\n:{n}\r\n");
    assert_eq!(read(none, &subscribed(0)), exactly(0));
    assert_eq!(read(none, &subscribed(1)), exactly(1));
    assert_eq!(read(&beat, &subscribed(0)), exactly(1));
    assert_eq!(read(&beat, NOPERM), exactly(1));
    assert_eq!(read(NOPERM, &subscribed(1)), exactly(1));
}

#[test]
fn json_records_and_records_that_stand_for_several_workers() {
    let node = workers(Source::Records(Records {
        ids: Ids { ends_before: Some(':'), ..Ids::set("workers".to_owned()) },
        record: Record::Json(format!("ping:{EACH}"), "time", Time::SecondsOrMillis),
        alive: Alive::Within(Duration::from_mins(1)),
        subscribed: None,
        quiet: None,
        in_hand: None,
        stands_for: None,
    }));
    let ids = list(&["host:1+1:mail,low"]);
    let ping = super::testkit::bulk("{\"time\":1796047190,\"name\":\"host:1+1\"}");
    let answers = [("SRANDMEMBER workers 257", ids.as_str()), ("GET ping:host:1+1", ping.as_str())];
    assert_eq!(store(&answers).read(&node).0.workers, exactly(1));
    let alive = unknown(Why::NoSuchKey);
    let missing = store(&answers[..1]).read(&node).0.workers;
    assert_eq!(missing, Workers::Counted { alive, exactness: Exactness::Exact }, "it never expires");

    let horizon = workers(Source::Records(Records {
        ids: Ids::sorted("supervisors".to_owned()),
        record: Record::Hash(format!("supervisor:{EACH}"), "pid", Time::SecondsOrMillis),
        alive: Alive::WhileThere(Duration::from_secs(30)),
        subscribed: None,
        quiet: Some(("status", "paused")),
        in_hand: None,
        stands_for: Some("processes"),
    }));
    let (ids, record) =
        (list(&["s1", "1796047202"]), list(&["12", "paused", "{\"redis:default\":3,\"redis:mail\":1}"]));
    let answers = [
        ("ZREVRANGE supervisors 0 255 WITHSCORES", ids.as_str()),
        ("HMGET supervisor:s1 pid status processes", record.as_str()),
    ];
    let sample = store(&answers).read(&horizon).0;
    assert_eq!((sample.workers, sample.quiet), (exactly(4), 4));
}

#[test]
fn connections_are_asked_for_once_and_come_last_also_when_something_follows() {
    let names = vec![ClientName::Is("bull:cQ==".to_owned())];
    let queue = QueueRecipe {
        oldest: Oldest::ById {
            list: "bull:q:wait".to_owned(),
            end: End::Tail,
            record: format!("bull:q:{EACH}"),
            field: "timestamp",
            time: Time::In(Unit::Millis),
        },
        paused: vec![
            Paused::Field("bull:q:meta".to_owned(), "paused"),
            Paused::Exists("bull:q:meta-paused".to_owned()),
        ],
        ..QueueRecipe::default()
    };
    let target = with(Recipe {
        workers: vec![
            Source::Clients(Clients { names: names.clone(), ..Clients::default() }),
            Source::Clients(Clients { commands: &["brpop"], same_db: true, ..Clients::default() }),
        ],
        queues: Queues::Named(vec![queue]),
        ..Recipe::default()
    });
    let clients =
        super::testkit::bulk("id=1 name=bull:cQ== db=0 cmd=bzpopmin\nid=2 name= db=0 cmd=client|list\n");
    let (id, at) = (super::testkit::bulk("17"), super::testkit::bulk("1796046761500"));
    let answers = [
        ("CLIENT LIST", clients.as_str()),
        ("LINDEX bull:q:wait -1", id.as_str()),
        ("HGET bull:q:17 timestamp", at.as_str()),
        ("HEXISTS bull:q:meta paused", ":1\r\n"),
    ];
    let (sample, writes) = store(&answers).read(&target);
    assert_eq!(sample.workers, exactly(1));
    assert_eq!(sample.numbers.oldest_waiting_s, Reading::redis(442));
    assert_eq!(words(&sample), ["paused"]);
    assert_eq!(writes[1], ["CLIENT LIST", "HGET bull:q:17 timestamp"]);
    assert!(!writes[0].contains(&"CLIENT LIST".to_owned()));
    let refused = store(&[("CLIENT LIST", "-ERR unknown command 'CLIENT'\r\n")]).read(&target).0;
    let alive = unknown(Why::NotUnderstood);
    assert_eq!(refused.workers, Workers::Counted { alive, exactness: Exactness::Exact });
    let gone = store(&[("LINDEX bull:q:wait -1", &id)]).read(&target).0;
    assert_eq!(gone.numbers.oldest_waiting_s, unknown(Why::NoSuchKey));
}
