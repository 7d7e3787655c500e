//! Queues that are not on Redis: which settings they take, and which mistakes are named.

use super::super::tests::{errors, load};
use super::super::variables::tests::Fixed;
use super::super::{Config, HostKind, print};
use super::*;
use crate::ports::{Dialect, Endpoint};
use crate::probe::rabbitmq::Login;

fn with(queue: &str) -> String {
    format!("page = {{ title = \"t\" }}\n[[service]]\nid = \"a\"\n[[service.queue]]\nid = \"q\"\n{queue}\n")
}

fn broker_lines(lines: &str) -> String {
    with(&format!("system = \"rabbitmq\"\n{lines}"))
}

fn broker(config: &Config) -> &Broker {
    match &config.services[0].queues[0].other().unwrap().store {
        Store::Broker(broker) => broker,
        Store::Table(_) => panic!("a table"),
    }
}

fn table(config: &Config) -> &Transport {
    match &config.services[0].queues[0].other().unwrap().store {
        Store::Table(transport) => transport,
        Store::Broker(_) => panic!("a broker"),
    }
}

fn faults(text: &str, host: HostKind) -> Vec<String> {
    errors(text, host, &Fixed::new([]))
}

#[test]
fn the_address_of_a_broker_has_user_password_and_virtual_host() {
    for (url, base, authorization) in [
        (
            "http://guest:guest@rabbit:15672",
            "http://rabbit:15672/api/queues/%2F",
            Some("Basic Z3Vlc3Q6Z3Vlc3Q="),
        ),
        (
            "https://u%40x:p%2Fw@r.example.com/shop",
            "https://r.example.com/api/queues/shop",
            Some("Basic dUB4OnAvdw=="),
        ),
        ("http://rabbit:15672/a%2Fb", "http://rabbit:15672/api/queues/a%2Fb", None),
        ("http://rabbit:15672/%2F", "http://rabbit:15672/api/queues/%2F", None),
    ] {
        let config = load(&broker_lines(&format!("url = \"{url}\"\nqueues = [\"mail\"]")));
        let broker = broker(&config);
        assert_eq!(broker.base.as_str(), base, "{url}");
        let sent =
            broker.headers.iter().find(|(name, _)| name == "authorization").map(|(_, value)| value.reveal());
        assert_eq!(sent, authorization, "{url}");
        assert!(
            broker.queues[0].url.as_str().starts_with(&format!("{base}/mail?columns=")),
            "{}",
            broker.queues[0].url
        );
    }
}

#[test]
fn with_a_virtual_host_beside_it_the_path_is_where_the_api_is() {
    let config =
        load(&broker_lines("url = \"https://example.com/rabbit/\"\nvhost = \"/\"\nqueues = [\"a\"]"));
    assert_eq!(broker(&config).base.as_str(), "https://example.com/rabbit/api/queues/%2F");
}

#[test]
fn the_database_is_the_one_that_doctrine_connects_to() {
    for (url, dialect, shown, user, tls) in [
        (
            "postgresql://app:pw@db:5433/shop?serverVersion=16&charset=utf8",
            Dialect::PostgreSql,
            "db:5433",
            "app",
            false,
        ),
        ("mysql://app:p%40w@db/shop?serverVersion=8.0.32", Dialect::MySql, "db:3306", "app", false),
        ("mariadb://a%3Ab@[::1]/shop", Dialect::MySql, "[::1]:3306", "a:b", false),
        (
            "postgres://app@db.example.com/shop?sslmode=verify-full",
            Dialect::PostgreSql,
            "db.example.com:5432",
            "app",
            true,
        ),
    ] {
        let config = load(&with(&format!("system = \"symfony-doctrine\"\nurl = \"{url}\"")));
        let transport = table(&config);
        let server = &transport.server;
        assert_eq!((server.dialect, server.endpoint.to_string().as_str()), (dialect, shown), "{url}");
        assert_eq!((server.user.as_str(), server.database.as_str()), (user, "shop"), "{url}");
        assert_eq!(matches!(server.endpoint, Endpoint::Tcp { tls: Some(_), .. }), tls, "{url}");
        assert_eq!(
            (transport.table.as_str(), transport.queues.as_slice()),
            ("messenger_messages", &["default".to_owned()][..])
        );
        assert_eq!(
            (transport.failed.as_deref(), transport.redeliver_timeout),
            (Some("failed"), Duration::from_hours(1))
        );
    }
}

#[test]
fn without_a_heartbeat_only_subscribers_are_counted_and_with_one_it_decides() {
    let beat = "heartbeat = \"beats\"\nheartbeat_url = \"redis://r/2\"\nwindow = \"30s\"";
    let broker = "url = \"http://r\"\nqueues = [\"a\"]";
    let of = |text: &str| {
        let config = load(text);
        let plan = &config.plan.services[0].queues[0];
        (plan.basis, plan.window, config.services[0].queues[0].redis().map(|redis| redis.db))
    };
    let (none, half_minute) = (Duration::ZERO, Duration::from_secs(30));
    assert_eq!(of(&broker_lines(broker)), (Basis::None, none, None));
    assert_eq!(of(&broker_lines(&format!("{broker}\nsubscribed = true"))), (Basis::Connection, none, None));
    let both = format!("{broker}\nsubscribed = true\n{beat}");
    assert_eq!(of(&broker_lines(&both)), (Basis::Beat, half_minute, Some(2)));
    let table = with(&format!("system = \"symfony-doctrine\"\nurl = \"mysql://u:p@db/x\"\n{beat}"));
    assert_eq!(of(&table), (Basis::Beat, half_minute, Some(2)));
}

#[test]
fn what_is_printed_reads_back_and_hides_who_we_are() {
    for queue in [
        "system = \"rabbitmq\"\nurl = \"https://us3r:s3cret@r.example.com/shop\"\nqueues = [\"a\", \"b\"]\n\
         dead_letters = [\"dead\"]\ndelayed = [\"later\"]\nsubscribed = true\nheaders = { x-key = \"s3cret\" }",
        "system = \"rabbitmq\"\nurl = \"http://r/rabbit\"\nvhost = \"a b\"\nqueues = [\"a\"]\n\
         headers = { authorization = \"Basic s3cret\" }",
        "system = \"symfony-doctrine\"\nurl = \"postgresql://us3r:s3cret@db/shop\"\nqueues = [\"a\", \"b\"]\nfailed = \"\"\n\
         table = \"app.jobs\"\nredeliver_timeout = \"10m\"\ntls = true\nserver_name = \"db.example.com\"\n\
         heartbeat = \"beats\"\nheartbeat_url = \"redis://:s3cret@r:6380/4\"",
    ] {
        let config = load(&with(queue));
        let printed = print::redacted(&config);
        assert!(!printed.contains("s3cret") && !printed.contains("us3r"), "{printed}");
        let again = load(&printed);
        let (a, b) =
            (config.services[0].queues[0].other().unwrap(), again.services[0].queues[0].other().unwrap());
        assert_eq!((&a.settings, a.timeout, a.host()), (&b.settings, b.timeout, b.host()), "{printed}");
        match (&a.store, &b.store) {
            (Store::Broker(a), Store::Broker(b)) => {
                assert_eq!((&a.base, a.login, a.subscribed), (&b.base, b.login, b.subscribed));
                assert_eq!(
                    (&a.queues, &a.dead_letters, &a.delayed),
                    (&b.queues, &b.dead_letters, &b.delayed)
                );
            }
            (Store::Table(a), Store::Table(b)) => {
                assert_eq!((&a.table, &a.queues, &a.failed), (&b.table, &b.queues, &b.failed));
            }
            _ => panic!("another system"),
        }
        assert_eq!(
            a.heartbeat.as_ref().map(|h| (h.db, h.server.endpoint.to_string())),
            b.heartbeat.as_ref().map(|h| (h.db, h.server.endpoint.to_string()))
        );
    }
    assert_eq!(broker(&load(&broker_lines("url = \"http://u@r\"\nqueues = [\"a\"]"))).login, Login::Address);
}

#[test]
fn each_mistake_is_named() {
    let rabbit = "system = \"rabbitmq\"\nqueues = [\"a\"]\n";
    let doctrine = "system = \"symfony-doctrine\"\n";
    for (start, line, hint) in [
        (rabbit, "url = \"amqp://u:p@r/v\"", "management API, which has a port of its own"),
        (rabbit, "url = \"redis://r\"", "is not the address of RabbitMQ's management API"),
        (rabbit, "url = \"http://r/v?x=1\"", "is not the address of RabbitMQ's management API"),
        (rabbit, "url = \"http://u:p@r\"\nheaders = { authorization = \"Basic x\" }", "keep one of them"),
        ("system = \"rabbitmq\"\n", "url = \"http://r\"", "write for example queues = [\"mail\"]"),
        (rabbit, "url = \"http://r\"\nheartbeat = \"b\"", "heartbeat_url = \"${REDIS_URL}\""),
        (rabbit, "url = \"http://r\"\nheartbeat_url = \"redis://r\"", "heartbeat = \"app:workers\""),
        (rabbit, "url = \"http://r\"\ndb = 1", "unknown key"),
        (doctrine, "url = \"doctrine://default\"", "names a connection of the application"),
        (doctrine, "url = \"sqlite:///x.db\"", "is not the address of a database"),
        (doctrine, "url = \"mysql://u:p@db\"", "has no database"),
        (doctrine, "url = \"mysql://db/x\"", "has no user"),
        (doctrine, "url = \"mysql://u:p#w@db/x\"", "is not the address of a database"),
        (doctrine, "url = \"mysql://u:p@db/x\"\ntable = \"a b\"", "is not a table's name"),
        (doctrine, "url = \"mysql://u:p@db/x\"\nserver_name = \"db\"", "has no effect without TLS"),
        (doctrine, "url = \"mysql://u:p@db/x\"\nsubscribed = true", "unknown key"),
    ] {
        let told = faults(&with(&format!("{start}{line}")), HostKind::Native);
        assert!(told.iter().any(|line| line.contains(hint)), "{line}: {told:?}");
        assert!(told.iter().all(|said| !said.contains("u:p")), "{told:?}");
    }
}

#[test]
fn a_worker_asks_brokers_and_says_for_databases_where_to_go() {
    let broker = broker_lines("url = \"https://u:p@r.example.com\"\nqueues = [\"a\"]");
    assert!(faults(&broker, HostKind::Worker).is_empty());
    let told = faults(
        &with("system = \"symfony-doctrine\"\nurl = \"mysql://u:p@db.example.com/x\""),
        HostKind::Worker,
    );
    assert!(told.len() == 1 && told[0].contains("let it push to this Worker (docs/push.md)"), "{told:?}");
}

#[test]
fn each_queue_of_a_broker_is_a_target_of_a_worker() {
    let of = |n: usize| {
        let names: Vec<String> = (0..n).map(|n| format!("\"q{n}\"")).collect();
        broker_lines(&format!(
            "url = \"https://r.example.com\"\nqueues = [{}]\ndead_letters = \"d\"",
            names.join(", ")
        ))
    };
    assert!(faults(&of(39), HostKind::Worker).is_empty());
    assert!(
        faults(&of(40), HostKind::Worker)[0].contains("41 targets"),
        "{:?}",
        faults(&of(40), HostKind::Worker)
    );
}
