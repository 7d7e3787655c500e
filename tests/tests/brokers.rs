//! Queues that are not in a Redis, on real servers: RabbitMQ, PostgreSQL and MariaDB. For `cargo xtask test --systems`
//! only, since these are large.

#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

use core::time::Duration;
use std::time::Instant;

use serde_json::{Value, json};
use tests::broker::{QUEUES, RabbitMq};
use tests::headcount::Files;
use tests::process::Ran;
use tests::redis::Redis;
use tests::redis_tls::NAME;
use tests::sql::{Database, Kind};
use tests::wait::eventually;

/// RabbitMQ's numbers lag by 5 s; PHP, Python and a busy machine take their time.
const SOON: Duration = Duration::from_secs(40);
/// For a name that is looked up in addresses: `p@ss/word`.
const PASSWORD: &str = "p%40ss%2Fword";

/// Runs `headcount check` on queues of one service, and gives them.
fn look(queues: &[String]) -> (Vec<Value>, Ran) {
    let text = format!("page = {{ title = \"t\" }}\n\n[[service]]\nid = \"shop\"\n\n{}", queues.concat());
    let ran = Files::new(&text, &[]).run(&["check", "--json"]);
    let board: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}{}", ran.out, ran.err));
    (board["services"][0]["queues"].as_array().unwrap().clone(), ran)
}

/// The first of them.
fn look_at(queue: &str) -> Value {
    look(&[queue.to_owned()]).0.remove(0)
}

/// Looks until the numbers are these: waiting, dead, in flight, delayed; nothing is not looked at.
#[track_caller]
fn shows(queue: &str, wanted: [Option<u64>; 4]) -> Value {
    let names = ["queue_depth", "failed_depth", "in_flight", "delayed"];
    eventually(&format!("{wanted:?}"), SOON, || {
        let seen = look_at(queue);
        let is = |(name, wanted): (&str, Option<u64>)| wanted.is_none_or(|n| seen[name]["value"] == json!(n));
        if names.into_iter().zip(wanted).all(is) { Ok(seen) } else { Err(seen) }
    })
}

/// What `headcount try` makes of an address alone. The password is in nothing that it says.
fn tries(url: &str) -> Ran {
    let ran = Files::new("", &[]).run(&["try", url, "--once"]);
    assert!(!ran.out.contains("p%40ss") && !ran.err.contains("p%40ss"), "{ran:?}");
    ran
}

fn broker_queue(url: &str, lines: &str) -> String {
    let [work, dead, later] = QUEUES;
    format!(
        "[[service.queue]]\nid = \"mail\"\nsystem = \"rabbitmq\"\nurl = \"{url}\"\nqueues = [\"{work}\"]\n\
         dead_letters = [\"{dead}\"]\ndelayed = [\"{later}\"]\ntimeout = \"3s\"\n{lines}\n\n"
    )
}

fn table_queue(id: &str, url: &str, lines: &str) -> String {
    format!(
        "[[service.queue]]\nid = \"{id}\"\nsystem = \"symfony-doctrine\"\nurl = \"{url}\"\ntimeout = \"3s\"\n{lines}\n\n"
    )
}

#[test]
fn a_rabbitmq_with_subscribers_pollers_and_users_of_different_rights() {
    let rabbit = RabbitMq::start();
    let url = rabbit.url("probe", PASSWORD);
    let (subscribed, by_poll) = (broker_queue(&url, "subscribed = true"), broker_queue(&url, ""));

    let empty = shows(&subscribed, [Some(0), Some(0), Some(0), Some(0)]);
    assert_eq!((&empty["state"], &empty["workers_alive"]["value"]), (&json!("down"), &json!(0)), "{empty:#}");

    // Two who subscribe; each holds one message.
    let workers = [rabbit.subscriber(), rabbit.subscriber()];
    rabbit.send(QUEUES[0], 5);
    rabbit.send(QUEUES[2], 1);
    let busy = shows(&subscribed, [Some(3), Some(0), Some(2), Some(1)]);
    assert_eq!(busy["workers_alive"], json!({ "value": 2, "source": "rabbitmq" }), "{busy:#}");
    assert_eq!((&busy["state"], &busy["basis"]), (&json!("operational"), &json!("connection")));
    assert!(
        busy["oldest_waiting_s"]["value"].as_u64().is_some_and(|age| (60..120).contains(&age)),
        "{busy:#}"
    );

    let killed = Instant::now();
    drop(workers);
    let nobody = eventually("nobody", SOON, || {
        let seen = look_at(&subscribed);
        if seen["workers_alive"]["value"] == json!(0) { Ok(seen) } else { Err(seen) }
    });
    println!("RabbitMQ: 0 workers were seen {:.1} s after the kill", killed.elapsed().as_secs_f32());
    assert_eq!(nobody["state"], "down");
    shows(&subscribed, [Some(5), Some(0), Some(0), Some(1)]);
    rabbit.reject_one();
    shows(&subscribed, [Some(4), Some(1), Some(0), Some(1)]);

    // One who polls is no consumer: not counted, and no outage.
    let symfony = rabbit.poller();
    let seen = shows(&by_poll, [Some(3), Some(1), Some(1), Some(1)]);
    assert_eq!((&seen["state"], &seen["basis"]), (&json!("not_applicable"), &json!("none")), "{seen:#}");
    drop(symfony);

    // What may not be asked is unknown, each for its own reason.
    let wrong = rabbit.url("probe", "wrong");
    let missing = broker_queue(&url, "").replace(&format!("[\"{}\"]", QUEUES[1]), "[\"nowhere\"]");
    for (queue, name, why) in [
        (broker_queue(&wrong, "subscribed = true"), "workers_alive", "wrong_password"),
        (broker_queue(&rabbit.url("stranger", PASSWORD), ""), "queue_depth", "not_permitted"),
        (broker_queue(&rabbit.url("worker", PASSWORD), ""), "queue_depth", "not_permitted"),
        (broker_queue(&url.replace(&format!("probe:{PASSWORD}@"), ""), ""), "queue_depth", "no_password"),
        (missing.clone(), "failed_depth", "no_such_key"),
    ] {
        assert_eq!(look_at(&queue)[name]["why"], why, "{queue}");
    }
    assert!(look_at(&missing)["queue_depth"]["value"].is_u64());

    let tried = tries(&url);
    for line in [
        "system = \"rabbitmq\"".to_owned(),
        format!("queues = [\"{}\"]", QUEUES[0]),
        format!("dead_letters = [\"{}\"]", QUEUES[1]),
        format!("delayed = [\"{}\"]", QUEUES[2]),
    ] {
        assert!(tried.out.contains(&line), "{line}: {tried:?}");
    }

    // A broker that hangs costs no more than its own time.
    rabbit.signal("STOP");
    let (began, seen) = (Instant::now(), look_at(&subscribed));
    rabbit.signal("CONT");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(seen["workers_alive"]["why"], "not_answering", "{seen:#}");
}

#[test]
fn symfonys_transport_on_postgresql() {
    symfonys_transport(Kind::Postgres);
}

#[test]
fn symfonys_transport_on_mariadb() {
    symfonys_transport(Kind::MariaDb);
}

fn symfonys_transport(kind: Kind) {
    let database = Database::start(kind);
    let symfony = database.symfony();
    grant(&database, "probe", "queue_name, created_at, available_at, delivered_at", false);
    let url = database.url("probe", "p@ss/word");
    let queue = table_queue("async", &url, "");
    assert!(tries(&url).err.contains("looked for Symfony's table"));
    let before = look_at(&queue);
    // MariaDB does not say whether there is a table to whoever has no rights on it.
    let none_yet = if kind == Kind::Postgres { "no_such_key" } else { "not_permitted" };
    assert_eq!(before["queue_depth"]["why"], none_yet, "{before:#}");

    symfony.set_up();
    grant(&database, "probe", "queue_name, created_at, available_at, delivered_at", true);
    let empty = shows(&queue, [Some(0), Some(0), Some(0), Some(0)]);
    assert_eq!(empty["state"], "not_applicable", "{empty:#}");

    // One that fails for good, one that is held, one that waits for its time, three that nobody takes.
    symfony.fail_one();
    let worker = symfony.worker();
    shows(&queue, [Some(0), Some(1), Some(0), Some(0)]);
    symfony.hold_one();
    symfony.delay_one();
    shows(&queue, [Some(0), Some(1), Some(1), Some(1)]);
    symfony.send(3);
    let seen = shows(&queue, [Some(3), Some(1), Some(1), Some(1)]);
    assert_eq!(seen["queue_depth"]["source"], "sql");
    assert!(seen["oldest_waiting_s"]["value"].as_u64().is_some_and(|age| age < 60), "{seen:#}");
    drop(worker);
    // What the dead one had in hand is taken again after its time.
    shows(&table_queue("async", &url, "redeliver_timeout = \"1s\""), [Some(4), Some(1), Some(0), Some(1)]);

    let tried = tries(&url);
    for line in ["system = \"symfony-doctrine\"", "queues = [\"default\"]", "failed = \"failed\""] {
        assert!(tried.out.contains(line), "{line}: {tried:?}");
    }
    assert!(tried.err.contains("waiting 4") || tried.err.contains("waiting 3"), "{tried:?}");

    a_row_in_every_condition(&database, &url);
    a_heartbeat_in_a_redis_tells_who_is_alive(&url);
    rights(&database, &url);
    two_tables_one_connection(&database, &url);
    encrypted(&database, &url);
    locked_and_hanging(&database, &queue);
}

/// Waiting is what is due, and what was taken so long ago that it is given out again; what MySQL's transport is done
/// with stays in the table and is nothing.
fn a_row_in_every_condition(database: &Database, url: &str) {
    let from_now = |seconds: i64| match database.kind() {
        Kind::Postgres => format!("(now() AT TIME ZONE 'UTC') + INTERVAL '{seconds} seconds'"),
        Kind::MariaDb => format!("UTC_TIMESTAMP() + INTERVAL {seconds} SECOND"),
    };
    let done = || "'9999-12-31 23:59:59'".to_owned();
    let rows = [
        ("default", -60, None),
        ("default", 1800, None),
        ("default", -600, Some(from_now(-120))),
        ("default", -10_800, Some(from_now(-5400))),
        ("default", -3600, Some(done())),
        ("failed", -187_200, None),
        ("failed", -100_800, Some(done())),
    ]
    .map(|(queue, available, delivered)| {
        let (created, available) = (from_now(available.min(-60)), from_now(available));
        format!("('{queue}', {created}, {available}, {})", delivered.unwrap_or_else(|| "NULL".to_owned()))
    });
    let user = if database.kind() == Kind::Postgres { "probe" } else { "probe@'%'" };
    database.run(&format!(
        "CREATE TABLE every_condition (queue_name varchar(190), created_at {time} NULL, \
         available_at {time} NULL, delivered_at {time} NULL); INSERT INTO every_condition VALUES {rows}; GRANT SELECT ON every_condition TO {user};",
        time = if database.kind() == Kind::Postgres { "timestamp" } else { "datetime" },
        rows = rows.join(", "),
    ));
    shows(&table_queue("async", url, "table = \"every_condition\""), [Some(2), Some(1), Some(1), Some(1)]);
}

fn a_heartbeat_in_a_redis_tells_who_is_alive(url: &str) {
    let redis = Redis::start();
    let queue = table_queue(
        "async",
        url,
        &format!("heartbeat = \"beats\"\nheartbeat_url = \"{}/2\"\nwindow = \"30s\"", redis.url()),
    );
    let now = redis.command(&["TIME"]).lines().next().unwrap().to_owned();
    redis.command(&["-n", "2", "ZADD", "beats", &now, "worker-1"]);
    let alive = look_at(&queue);
    assert_eq!(
        (&alive["state"], &alive["queue_depth"]["value"]),
        (&json!("operational"), &json!(3)),
        "{alive:#}"
    );
    assert_eq!(alive["workers_alive"], json!({ "value": 1, "source": "redis" }));
    redis.command(&["-n", "2", "DEL", "beats"]);
    let dead = look_at(&queue);
    assert_eq!((&dead["state"], &dead["queue_depth"]["value"]), (&json!("down"), &json!(3)), "{dead:#}");
}

/// One right less, and the numbers are unknown.
fn rights(database: &Database, url: &str) {
    grant(database, "less", "queue_name, created_at, available_at", true);
    let seen = look_at(&table_queue("async", &database.url("less", "p@ss/word"), ""));
    assert_eq!(seen["queue_depth"]["why"], "not_permitted", "{seen:#}");
    let seen = look_at(&table_queue("async", &database.url("probe", "wrong"), ""));
    assert_eq!(seen["queue_depth"]["why"], "wrong_password", "{seen:#}");
    let seen = look_at(&table_queue("async", url, "table = \"nowhere\""));
    let why = if database.kind() == Kind::Postgres { "no_such_key" } else { "not_permitted" };
    assert_eq!(seen["queue_depth"]["why"], why, "{seen:#}");
}

fn two_tables_one_connection(database: &Database, url: &str) {
    let all = [
        table_queue("one", url, ""),
        table_queue("two", url, "table = \"nowhere\""),
        table_queue("three", url, ""),
    ];
    let before = database.connections();
    let (seen, _) = look(&all);
    let depths: Vec<_> = seen.iter().map(|queue| queue["queue_depth"]["value"].as_u64()).collect();
    assert_eq!(depths, [Some(3), None, Some(3)], "a statement that fails costs its own line");
    // PostgreSQL counts sessions a moment after they ended; ours, one; each look at the counter is one more.
    eventually("the connection to be counted", SOON, || {
        let after = database.connections();
        if after > before { Ok(()) } else { Err(after) }
    });
    let looked = database.connections();
    assert!(looked - before <= 8, "one for three tables: {before} {looked}");
}

fn encrypted(database: &Database, url: &str) {
    let (ca, tls) = (database.file("ca.pem").display().to_string(), "tls = true");
    let depth = |lines: &str| look_at(&table_queue("async", url, lines))["queue_depth"].clone();
    assert_eq!(depth(&format!("{tls}\nca = \"{ca}\""))["value"], 3);
    assert_eq!(depth(&format!("{tls}\nca = \"{ca}\"\nserver_name = \"{NAME}\""))["value"], 3);
    let other = depth(&format!("{tls}\nca = \"{ca}\"\nserver_name = \"other.internal\""));
    assert_eq!(other["why"], "not_answering", "another name: {other}");
    assert_eq!(depth(tls)["why"], "not_answering", "the web's authorities do not know this one");
}

fn locked_and_hanging(database: &Database, queue: &str) {
    let lock = match database.kind() {
        Kind::Postgres => {
            "BEGIN; LOCK TABLE messenger_messages IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(60); COMMIT;"
        }
        Kind::MariaDb => "LOCK TABLES messenger_messages WRITE; DO SLEEP(60);",
    };
    let locker = database.start_running(lock);
    let seen = eventually("the lock to be seen", SOON, || {
        let began = Instant::now();
        let seen = look_at(queue);
        assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
        if seen["queue_depth"]["why"] == "not_answering" { Ok(seen) } else { Err(seen) }
    });
    assert_eq!(seen["failed_depth"]["why"], "not_answering", "{seen:#}");
    // The server itself has ended what it could not do.
    let waiting = match database.kind() {
        Kind::Postgres => {
            "SELECT count(*) FROM pg_stat_activity WHERE usename = 'probe' AND state = 'active';"
        }
        Kind::MariaDb => {
            "SELECT count(*) FROM information_schema.processlist WHERE user = 'probe' AND command = 'Query';"
        }
    };
    eventually("nothing of ours to wait there", SOON, || match database.run(waiting).trim() {
        "0" => Ok(()),
        other => Err(other.to_owned()),
    });
    drop(locker);

    database.signal("STOP");
    let (began, seen) = (Instant::now(), look_at(queue));
    database.signal("CONT");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(seen["queue_depth"]["why"], "not_answering", "{seen:#}");
}

/// The rights that `headcount config check` prints, for another user and with other columns.
fn grant(database: &Database, user: &str, columns: &str, table_is_there: bool) {
    let (make, grant) = match database.kind() {
        Kind::Postgres => (
            format!("CREATE ROLE {user} LOGIN PASSWORD 'p@ss/word';"),
            format!("GRANT SELECT ({columns}) ON messenger_messages TO {user};"),
        ),
        Kind::MariaDb => (
            format!(
                "CREATE USER {user}@'%' IDENTIFIED BY 'p@ss/word'; GRANT SELECT ON shop.nothing TO {user}@'%';"
            ),
            format!("GRANT SELECT ({columns}) ON shop.messenger_messages TO {user}@'%';"),
        ),
    };
    if user != "probe" || !table_is_there {
        database.run(&format!("CREATE TABLE IF NOT EXISTS nothing (id int); {make}"));
    }
    if table_is_there {
        database.run(&grant);
    }
}
