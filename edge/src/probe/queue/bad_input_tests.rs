//! What somebody else has put where a queue's keys are, and servers that say too much or nothing: each costs its own
//! number, with its own reason, and nothing else.

use super::read::{self, Desk, Heard};
use super::real_tests::Server;
use super::testkit::{self, NOW, at_least, bulk, exactly, int, list, store, target, unknown, words};
use crate::config::QueueTarget;
use crate::probe::redis::exchange::Exchange;
use crate::probe::redis::frame::{self, Limits, Scan};
use crate::probe::redis::reply::{Missing, Reply, list as values, text};
use core::time::Duration;
use shared::reading::{Reading, Why};
use shared::sample::{Exactness, QueueSample, Workers};

fn nobody_knows(why: Why) -> Workers {
    Workers::Counted { alive: unknown(why), exactness: Exactness::Exact }
}

fn numbers(sample: &QueueSample) -> [Reading; 6] {
    let n = sample.numbers;
    [n.queue_depth, n.failed_depth, n.in_flight, n.delayed, n.overdue, n.oldest_waiting_s]
}

/// What is read of queues that share a connection, on which each command is answered so.
fn over_the_wire(targets: &[&QueueTarget], answer: impl Fn(&str) -> String) -> Vec<QueueSample> {
    let mut desk = Desk::new(NOW);
    for target in targets {
        read::read(&target.recipe, &mut desk.talk(target.db));
    }
    let batch = desk.batch(false);
    let mut exchange = Exchange::new(&targets[0].server, &batch.asks);
    let mut request = exchange.request().to_vec();
    let mut replies = String::new();
    while !request.is_empty() {
        let limits = Limits { bytes: request.len(), depth: 3 };
        let Ok(Scan::Complete { len }) = frame::scan(&request, limits) else { panic!("half a command") };
        let Reply::Value(words) = Reply::parse(&request[..len]) else { panic!("no command") };
        let words: Vec<_> = values(&words).unwrap().iter().map(|word| text(word).unwrap()).collect();
        replies.push_str(&match words.as_slice() {
            ["TIME"] => list(&["1796047203", "500000"]),
            ["SELECT", _] => "+OK\r\n".to_owned(),
            words => answer(&words.join(" ")),
        });
        request.drain(..len);
    }
    let mut cut = Missing::new(Why::NotAsked, "");
    for bytes in replies.as_bytes().chunks(16 * 1024) {
        if let Err(missing) = exchange.receive(bytes) {
            cut = missing;
            break;
        }
    }
    let answers = exchange.finish(&cut);
    desk.take(batch, answers.each);
    desk.hear(Heard { time: answers.time, asked_at: NOW, within: Duration::ZERO });
    targets.iter().map(|target| read::read(&target.recipe, &mut desk.talk(target.db))).collect()
}

/// `CLIENT LIST` of so many clients that have nothing to do with us, and one worker each of BullMQ and Celery.
fn clients(n: u32) -> String {
    let line = |id, name, command| {
        format!(
            "id={id} addr=127.0.0.1:43490 laddr=127.0.0.1:6379 fd=7 name={name} age=1 idle=1 flags=N db=0 sub=0 psub=0 \
             ssub=0 multi=-1 qbuf=0 qbuf-free=20474 argv-mem=0 multi-mem=0 rbs=1024 rbp=0 obl=0 oll=0 omem=0 \
             tot-mem=22272 events=r cmd={command} user=default redir=-1 resp=2\n"
        )
    };
    let mut all: String = (0..n).map(|id| line(id, "", "get")).collect();
    all.push_str(&line(n, "bull:bWFpbA==", "bzpopmin"));
    all.push_str(&line(n + 1, "", "brpop"));
    bulk(&all)
}

#[test]
fn two_thousand_connections_are_counted_and_twenty_thousand_are_too_large_and_cost_nobody_else() {
    let (bullmq, celery) = (target("bullmq", "queues = [\"mail\"]"), target("celery", ""));
    let laravel = target("laravel", "prefix = \"\"\nheartbeat = \"beats\"");
    let read = |n| {
        over_the_wire(&[&bullmq, &celery, &laravel], |words| match words {
            "CLIENT LIST" => clients(n),
            "LLEN bull:mail:wait" | "LLEN celery" | "LLEN queues:default" => int(5),
            "ZREVRANGE beats 0 255 WITHSCORES" => list(&["a", "1796047200"]),
            words if words.starts_with("LINDEX") => "$-1\r\n".to_owned(),
            words if words.starts_with("ZRANGE") => "*0\r\n".to_owned(),
            _ => int(0),
        })
    };
    for sample in read(2_000) {
        assert_eq!((sample.workers, sample.numbers.queue_depth), (exactly(1), Reading::redis(5)));
    }
    let samples = read(20_000);
    for sample in &samples {
        assert_eq!(sample.numbers.queue_depth, Reading::redis(5));
    }
    assert_eq!(samples[0].workers, nobody_knows(Why::TooLarge));
    assert_eq!(samples[1].workers, nobody_knows(Why::TooLarge));
    assert_eq!(samples[2].workers, exactly(1), "its own heartbeat was read before");
    assert!(words(&samples[0]).contains(&"too_large".to_owned()), "{:?}", samples[0].flags);
    assert!(!words(&samples[2]).contains(&"too_large".to_owned()), "{:?}", samples[2].flags);
}

#[test]
fn keys_of_another_kind_are_named_and_never_empty() {
    let server = Server::start("kinds");
    for (system, lines) in [
        ("sidekiq", "queues = [\"mail\"]"),
        ("bullmq", "queues = [\"mail\"]"),
        ("rq", "queues = [\"mail\"]"),
        ("rq", ""),
        ("celery", ""),
        ("laravel", "prefix = \"\"\nheartbeat = \"beats\""),
        ("horizon", "prefix = \"\""),
        ("lists", "waiting = \"jobs\"\nfailed = \"dead\"\ndelayed = \"later\"\nin_flight = \"taken\""),
        ("streams", "stream = \"jobs\"\ngroup = \"crew\"\nfailed = \"dead\"\ndelayed = \"later\""),
    ] {
        let queue = target(system, lines);
        server.say("FLUSHALL");
        for command in read::commands(&queue.recipe, 0) {
            if let Some(key) = command.key().filter(|key| !key.contains(read::RAW)) {
                server
                    .say(&format!("SET \"{}\" x", key.replace('\u{6}', "\\x06").replace('\u{16}', "\\x16")));
            }
        }
        let sample = server.read(&queue, None).0;
        for number in numbers(&sample) {
            let why = [unknown(Why::WrongKindOfKey), unknown(Why::NotOffered)];
            assert!(why.contains(&number), "{system}: {:?}", sample.numbers);
        }
        assert!(words(&sample).iter().any(|w| w.starts_with("probe_misconfigured:")), "{system}");
        match sample.workers {
            Workers::NotMeasured => assert_eq!(system, "lists"),
            // These do not ask a key.
            workers if ["bullmq", "celery"].contains(&system) => assert_eq!(workers, exactly(0)),
            Workers::Counted { alive, .. } => assert_eq!(alive, unknown(Why::WrongKindOfKey), "{system}"),
        }
    }
}

#[test]
fn infinite_scores_are_counted_where_they_bound_nothing_and_are_nobodys_sign_of_life() {
    let server = Server::start("scores");
    server.say(
        "ZADD bull:mail:delayed -inf a inf b\nZADD rq:failed:mail inf a -inf b\nZADD beats inf a\n\
         ZADD laravel_horizon:supervisors inf web\n\
         HSET laravel_horizon:supervisor:web status running processes \"{\\\"redis:default\\\":2}\"",
    );
    let read = |system, lines| server.read(&target(system, lines), None).0;
    let bull = read("bullmq", "queues = [\"mail\"]").numbers;
    assert_eq!((bull.delayed, bull.overdue), (Reading::redis(2), Reading::redis(1)));
    assert_eq!(read("rq", "queues = [\"mail\"]").numbers.failed_depth, Reading::redis(1));
    let horizon = read("horizon", "prefix = \"\"");
    assert_eq!((horizon.workers, horizon.last_beat_at), (exactly(2), None));
    let lists = read("lists", "waiting = \"jobs\"\nheartbeat = \"beats\"");
    assert_eq!(
        (lists.workers, lists.numbers.queue_depth),
        (nobody_knows(Why::NotUnderstood), Reading::redis(0))
    );
}

#[test]
fn scores_that_redis_would_refuse_and_members_that_are_no_names_prove_nothing() {
    let horizon = target("horizon", "prefix = \"\"\nwindow = \"15s\"");
    for score in ["nan", "-nan", "soon", "1e400", ""] {
        let members = list(&["web", score]);
        let crew = list(&["running", "{\"a\":2}"]);
        let answers = [
            ("ZREVRANGE laravel_horizon:supervisors 0 255 WITHSCORES", members.as_str()),
            ("HMGET laravel_horizon:supervisor:web status processes", &crew),
        ];
        let sample = store(&answers).read(&horizon).0;
        assert_eq!((sample.workers, sample.last_beat_at), (exactly(0), None), "{score}");
    }
    let members = "*2\r\n:5\r\n*0\r\n";
    for (system, lines, asked) in [
        ("horizon", "prefix = \"\"", "ZREVRANGE laravel_horizon:supervisors 0 255 WITHSCORES"),
        ("rq", "", "SRANDMEMBER rq:workers 257"),
        ("sidekiq", "", "SRANDMEMBER processes 257"),
    ] {
        let sample = store(&[(asked, members)]).read(&target(system, lines)).0;
        assert_eq!(sample.workers, nobody_knows(Why::NotUnderstood), "{system}");
    }
    // A member that is no record's key is nobody's.
    let stray = list(&["{\"no\": json", "rq:worker:w1"]);
    let beat = list(&["2026-11-30T13:59:43Z", "busy"]);
    let answers =
        [("SRANDMEMBER rq:workers 257", stray.as_str()), ("HMGET rq:worker:w1 last_heartbeat state", &beat)];
    assert_eq!(store(&answers).read(&target("rq", "")).0.workers, exactly(1));
}

#[test]
fn names_that_are_no_text_are_neither_empty_queues_nor_dead_workers() {
    let answer = |command: &str| -> &[u8] {
        match command {
            "SRANDMEMBER processes 257" => b"*1\r\n$6\r\nh\xe9:1:a\r\n",
            "SRANDMEMBER queues 257" => b"*2\r\n$4\r\ncaf\xe9\r\n$4\r\nmail\r\n",
            "LLEN queue:mail" => b":2\r\n",
            _ => b":0\r\n",
        }
    };
    let heard = Heard { time: testkit::store(&[]).time, asked_at: NOW, within: Duration::ZERO };
    let sidekiq = target("sidekiq", "");
    let (sample, writes) =
        testkit::hear(&sidekiq, &heard, |command| Reply::parse(answer(&command.words.join(" "))));
    assert_eq!(sample.workers, nobody_knows(Why::NotUnderstood));
    assert_eq!(sample.numbers.queue_depth, Reading::redis(2));
    assert!(words(&sample).contains(&"lower_bound:queue_depth".to_owned()), "{:?}", words(&sample));
    assert!(!writes.concat().iter().any(|command| command.contains(char::REPLACEMENT_CHARACTER)));
}

#[test]
fn a_million_members_cost_no_more_than_a_few_hundred_and_nobody_calls_them_nobody() {
    let server = Server::start("million");
    let fill = |command: &str, member: &str| {
        server.say(&format!(
            "EVAL \"for i = 1, 1000000, 2000 do local all = {{}} for j = i, i + 1999 do {member} end \
             redis.call({command}, unpack(all)) end return 1\" 0"
        ));
    };
    fill("'SADD', 'rq:workers'", "all[#all + 1] = 'rq:worker:' .. j");
    fill("'ZADD', 'laravel_horizon:supervisors'", "all[#all + 1] = j all[#all + 1] = 's' .. j");
    fill("'LPUSH', 'bull:mail:wait'", "all[#all + 1] = j");
    let read = |system, lines| server.read(&target(system, lines), None);
    let (rq, writes) = read("rq", "");
    assert_eq!((rq.workers, writes), (nobody_knows(Why::TooLarge), 2));
    assert_eq!(rq.numbers.queue_depth, Reading::redis(0));
    assert_eq!(read("horizon", "prefix = \"\"").0.workers, nobody_knows(Why::TooLarge));
    server.say("EVAL \"for i = 999745, 1000000 do redis.call('HSET', 'laravel_horizon:supervisor:s' .. i, 'status', 'running', 'processes', '{\\\"a\\\":1}') end return 1\" 0");
    assert_eq!(read("horizon", "prefix = \"\"").0.workers, at_least(256));
    let bull = read("bullmq", "queues = [\"mail\"]").0;
    assert_eq!(bull.numbers.queue_depth, Reading::redis(1_000_000));
    let lists = read("lists", "waiting = \"bull:mail:wait\"\nheartbeat = \"laravel_horizon:supervisors\"").0;
    assert_eq!((lists.workers, lists.numbers.queue_depth), (exactly(0), Reading::redis(1_000_000)));
}

#[test]
fn a_stream_with_a_thousand_groups_costs_what_its_groups_tell_and_nothing_else() {
    let server = Server::start("groups");
    server.say(
        "EVAL \"for i = 1, 1000 do redis.call('XGROUP', 'CREATE', 'messages', 'a group with a long name ' .. i, '0', \
         'MKSTREAM') end return 1\" 0\nXADD failed * a b\nZADD messages__queue 5 a\nZADD beats 9e9 w",
    );
    let sample = server.read(&target("symfony", "heartbeat = \"beats\""), None).0;
    let n = sample.numbers;
    assert_eq!((n.queue_depth, n.in_flight), (unknown(Why::TooLarge), unknown(Why::TooLarge)));
    assert_eq!(
        (n.failed_depth, n.delayed, n.overdue),
        (Reading::redis(1), Reading::redis(1), Reading::redis(1))
    );
    assert_eq!((sample.workers, words(&sample)), (exactly(1), vec!["too_large".to_owned()]));
}
