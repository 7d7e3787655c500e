//! How a Redis is reached, and what speaks TLS elsewhere, as it is configured, printed and refused.

use crate::config::print::redacted;
use crate::config::variables::tests::Fixed;
use crate::config::{HostKind, QueueSource, RedisServer, Store, Way, parse};
use crate::ports::{Endpoint, TlsSettings};

/// Base64 of `0x30 0x03 …`: the shape of a certificate, and of a key.
const CA: &str = "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n";
const KEY: &str = "-----BEGIN PRIVATE KEY-----\nMAMCAQE=\n-----END PRIVATE KEY-----\n";
const LOCKED: &str = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMAMCAQE=\n-----END ENCRYPTED PRIVATE KEY-----\n";
/// The lines before those of a test, and the number of its first one.
const BEFORE: &str =
    "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n[[service.queue]]\nid = \"q\"\nsystem = \"symfony\"\n";

fn files() -> Fixed {
    Fixed::new([
        ("/ca.pem", CA),
        ("/client.pem", CA),
        ("/client.key", KEY),
        ("/locked.key", LOCKED),
        ("/text", "hello"),
    ])
}

fn server(lines: &str) -> RedisServer {
    let mut loaded = parse(&format!("{BEFORE}{lines}"), "f", HostKind::Native, &files()).unwrap();
    let server = loaded.config.services[0].queues[0].redis().unwrap().server.clone();
    // What is printed is the same server again, but for its secrets.
    let printed = parse(&redacted(&loaded.config), "f", HostKind::Native, &files());
    let again = printed
        .unwrap_or_else(|e| panic!("{e:?}"))
        .config
        .services
        .remove(0)
        .queues
        .remove(0)
        .into_redis()
        .unwrap()
        .server;
    assert_eq!((shown(&again.endpoint), names(&again.way)), (shown(&server.endpoint), names(&server.way)));
    loaded.config.services.clear();
    server
}

fn shown(endpoint: &Endpoint) -> String {
    // Without the content of a key.
    format!("{endpoint:?}")
}

fn names(way: &Way) -> Vec<String> {
    match way {
        Way::Direct => Vec::new(),
        Way::Cluster { others } => others.iter().map(ToString::to_string).collect(),
        Way::Sentinel(sentinels) => {
            let others = sentinels.others.iter().map(ToString::to_string);
            [sentinels.master.clone()].into_iter().chain(others).collect()
        }
    }
}

#[track_caller]
fn refused(host: HostKind, lines: &str, expected: &[&str]) {
    let errors = parse(&format!("{BEFORE}{lines}"), "f", host, &files()).unwrap_err();
    let told: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(told, expected.iter().map(|e| format!("f:{e}")).collect::<Vec<_>>());
}

#[test]
fn own_authorities_another_name_and_a_client_certificate_are_files_or_their_content() {
    let server = server(
        "url = \"rediss://r.example.com\"\nca = \"/ca.pem\"\nserver_name = \"redis.internal\"\n\
         cert = \"/client.pem\"\nkey = \"${file:/client.key}\"",
    );
    let Endpoint::Tcp { tls: Some(tls), .. } = server.endpoint else { panic!("no TLS") };
    assert_eq!((tls.ca.as_deref(), tls.server_name.as_deref()), (Some(CA), Some("redis.internal")));
    let client = tls.client.unwrap();
    assert_eq!((client.chain.as_str(), client.key.reveal()), (CA, KEY.trim_end()));
}

#[test]
fn what_is_no_certificate_or_key_says_what_it_should_be() {
    refused(
        HostKind::Native,
        "url = \"rediss://r\"\nca = \"/text\"\ncert = \"/client.key\"\nkey = \"/locked.key\"",
        &[
            "9: service.queue.ca: is not a certificate in PEM; write the path of one, or ${file:/path}",
            "10: service.queue.cert: is not a certificate in PEM; write the path of one, or ${file:/path}",
            "11: service.queue.key: has a passphrase, which nobody could type in; make one without: openssl pkey -in key.pem -out plain.pem",
        ],
    );
    refused(
        HostKind::Native,
        "url = \"rediss://r\"\nca = \"/gone\"\ncert = \"/client.pem\"\nserver_name = \"a b\"",
        &[
            "5: service.queue.key: is missing; write for example key = \"/path/client.key\"",
            "9: service.queue.ca: cannot read /gone: no such file; check that it exists and that this user may read it",
            "11: service.queue.server_name: is not a host's name; write for example \"redis.example.com\"",
        ],
    );
    refused(
        HostKind::Native,
        "url = \"redis://r\"\nca = \"/ca.pem\"",
        &["9: service.queue.ca: has no effect without TLS; write rediss:// in url, or leave this out"],
    );
}

#[test]
fn several_hosts_are_a_cluster_and_with_a_masters_name_they_are_sentinels() {
    let cluster = server("url = \"redis://n1:7000,redis://n2:7001/jobs\"");
    assert_eq!(
        (cluster.endpoint.to_string(), names(&cluster.way)),
        ("n1:7000".into(), vec!["n2:7001".into()])
    );
    assert!(
        matches!(server("url = \"redis://n1\"\ncluster = true").way, Way::Cluster { others } if others.is_empty())
    );

    let sentinels = server(
        "url = \"rediss://u:pw@s1:26379,rediss://s2:26380\"\nsentinel_master = \"main\"\n\
         sentinel_user = \"looker\"\nsentinel_password = \"hush\"",
    );
    assert_eq!(names(&sentinels.way), ["main", "s2:26380"]);
    let Way::Sentinel(sentinel) = sentinels.way else { panic!("no sentinels") };
    assert_eq!((sentinel.user.as_deref(), sentinel.password.unwrap().reveal()), (Some("looker"), "hush"));
    // One token is the password in a DSN.
    let dsn = server("url = \"redis:?host[s1]&host[s2:26380]&sentinel_master=main&stream=jobs\"");
    assert_eq!(
        (dsn.endpoint.to_string(), names(&dsn.way)),
        ("s1:6379".into(), vec!["main".into(), "s2:26380".into()])
    );
}

#[test]
fn with_any_other_system_sentinels_have_their_own_default_port_and_scheme() {
    let text = BEFORE.replace("symfony", "heartbeat");
    let text =
        format!("{text}heartbeat = \"b\"\nurl = \"redis-sentinel://s1,s2:1/2\"\nsentinel_master = \"main\"");
    let loaded = parse(&text, "f", HostKind::Worker, &files()).unwrap();
    let queue = loaded.config.services[0].queues[0].redis().unwrap();
    assert_eq!((queue.server.endpoint.to_string(), queue.db), ("s1:26379".into(), 2));
    assert_eq!(names(&queue.server.way), ["main", "s2:1"]);
    let unnamed = text.lines().filter(|line| !line.contains("_master")).collect::<Vec<_>>().join("\n");
    let errors = parse(&unnamed, "f", HostKind::Native, &files()).unwrap_err();
    assert_eq!(
        errors[0].to_string(),
        "f:5: service.queue.sentinel_master: is missing; write for example sentinel_master = \"mymaster\""
    );
}

#[test]
fn what_does_not_go_together_is_said() {
    refused(
        HostKind::Native,
        "url = \"redis://a,redis://b\"\ndb = 1\ncluster = true\nsentinel_master = \"m\"",
        &[
            "9: service.queue.db: is a database's number, and a cluster has only database 0; leave it out",
            "10: service.queue.cluster: is beside sentinel_master, and a cluster has no sentinels; keep one of them",
        ],
    );
    refused(
        HostKind::Native,
        "url = \"redis://a\"\nsentinel_password = \"x\"",
        &[
            "9: service.queue.sentinel_password: is for sentinels; write sentinel_master too, or leave this out",
        ],
    );
    refused(
        HostKind::Native,
        "url = \"unix:///s\"\ncluster = true",
        &[
            "9: service.queue.cluster: has no effect with a socket, behind which there is one server; leave it out",
        ],
    );
}

#[test]
fn what_a_worker_cannot_do_is_a_mistake_there_that_names_the_way_out() {
    let beyond = "is beyond what a Worker can do; run the native binary beside that Redis and let it push to this \
                  Worker (docs/push.md), or leave this out";
    refused(
        HostKind::Worker,
        "url = \"rediss://r.example.com\"\nca = \"/ca.pem\"\nserver_name = \"x\"\ncert = \"/c\"\nkey = \"/k\"",
        &[
            &format!("9: service.queue.ca: {beyond}"),
            &format!("10: service.queue.server_name: {beyond}"),
            &format!("11: service.queue.cert: {beyond}"),
            &format!("12: service.queue.key: {beyond}"),
        ],
    );
    refused(
        HostKind::Worker,
        "url = \"redis:///run/redis.sock\"",
        &[&format!("8: service.queue.url: {beyond}")],
    );
    assert_eq!(
        server("url = \"unix:///run/redis.sock?db=3\"").endpoint,
        Endpoint::Socket("/run/redis.sock".into())
    );
}

/// A service whose document, liveness and broker have the same lines for TLS.
fn over_http(scheme: &str, lines: &str) -> String {
    format!(
        "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n\
         [service.health]\nurl = \"{scheme}://a.example.com\"\nformat = \"adr075\"\n{lines}\n\
         [service.liveness]\nurl = \"{scheme}://a.example.com/livez\"\n{lines}\n\
         [[service.queue]]\nid = \"q\"\nsystem = \"rabbitmq\"\nqueues = [\"mail\"]\nurl = \"{scheme}://r.example.com\"\n{lines}\n"
    )
}

/// What each of the three goes by.
fn tls_over_http(text: &str) -> Vec<TlsSettings> {
    let mut config = parse(text, "f", HostKind::Native, &files()).unwrap_or_else(|e| panic!("{e:?}")).config;
    let service = config.services.remove(0);
    let QueueSource::Other(queue) = &service.queues[0] else { panic!("in a Redis") };
    let Store::Broker(broker) = &queue.store else { panic!("no broker") };
    vec![service.health.unwrap().tls, service.liveness.unwrap().tls, broker.tls.clone()]
}

#[test]
fn documents_and_brokers_over_https_take_the_same_words_and_print_them() {
    let text = over_http(
        "https",
        "ca = \"/ca.pem\"\nserver_name = \"app.internal\"\ncert = \"/client.pem\"\nkey = \"/client.key\"",
    );
    let all = tls_over_http(&text);
    for tls in &all {
        assert_eq!((tls.ca.as_deref(), tls.server_name.as_deref()), (Some(CA), Some("app.internal")));
        assert_eq!(tls.client.as_ref().unwrap().key.reveal(), KEY);
    }
    let config = parse(&text, "f", HostKind::Native, &files()).unwrap().config;
    assert_eq!(tls_over_http(&redacted(&config)), all);
    assert_eq!(tls_over_http(&over_http("http", "")), vec![TlsSettings::default(); 3]);
}

#[test]
fn documents_and_brokers_say_where_tls_is_missing_and_what_a_worker_cannot_do() {
    let told = |scheme, host| -> Vec<String> {
        let errors = parse(&over_http(scheme, "ca = \"/ca.pem\""), "f", host, &files()).unwrap_err();
        errors.iter().map(ToString::to_string).collect()
    };
    let keys = [(8, "health"), (11, "liveness"), (17, "queue")];
    let plain = "has no effect without TLS; write https:// in url, or leave this out";
    let expected = keys.map(|(line, table)| format!("f:{line}: service.{table}.ca: {plain}"));
    assert_eq!(told("http", HostKind::Native), expected);
    let beyond = |what| {
        format!(
            "is beyond what a Worker can do; run the native binary beside that {what} and let it push to this Worker \
             (docs/push.md), or leave this out"
        )
    };
    let expected = keys.map(|(line, table)| {
        let what = if table == "queue" { "RabbitMQ" } else { "application" };
        format!("f:{line}: service.{table}.ca: {}", beyond(what))
    });
    assert_eq!(told("https", HostKind::Worker), expected);
}
