//! Addresses of a Redis: `testdata/dsn.json` is the list of Messenger DSNs.

use crate::config::dsn::{Address, messenger, redis_url};
use crate::config::dsn_fault::DsnFault;
use serde::Deserialize;

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    dsn: String,
    #[serde(flatten)]
    expected: Expected,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Expected {
    Refused { refused: String },
    Read(Read),
}

#[derive(Deserialize, PartialEq, Debug)]
struct Read {
    host: String,
    port: u16,
    tls: bool,
    user: Option<String>,
    password: Option<String>,
    stream: String,
    group: String,
    db: u32,
    #[serde(default = "yes")]
    delete_after_ack: bool,
}

fn yes() -> bool {
    true
}

impl From<Address> for Read {
    fn from(address: Address) -> Self {
        let endpoint = address.server.endpoint;
        Self {
            host: endpoint.host,
            port: endpoint.port,
            tls: endpoint.tls,
            user: address.server.user,
            password: address.server.password.map(|p| p.reveal().to_owned()),
            stream: address.stream.unwrap_or("messages".into()),
            group: address.group.unwrap_or("symfony".into()),
            db: address.db.unwrap_or(0),
            delete_after_ack: address.delete_after_ack.unwrap_or(true),
        }
    }
}

/// The word that the list has for a fault.
fn word(fault: &DsnFault) -> String {
    let word = match fault {
        DsnFault::NotRedis => "not redis",
        DsnFault::OtherTransport(_) => "other transport",
        DsnFault::Cluster => "cluster",
        DsnFault::Sentinel => "sentinel",
        DsnFault::UnixSocket => "unix socket",
        DsnFault::NoHost => "no host",
        DsnFault::BadHost => "host",
        DsnFault::BadPort => "port",
        DsnFault::AmbiguousAt => "ambiguous",
        DsnFault::BadEscape => "escape",
        DsnFault::Fragment => "fragment",
        DsnFault::BadDatabase => "database",
        DsnFault::NoOptions => "options",
        DsnFault::DatabaseInPath => "database in path",
        DsnFault::EmptyPart(part) => return format!("empty {part}"),
        DsnFault::UnknownOption { .. } => "unknown option",
        DsnFault::TlsOption => "tls option",
        DsnFault::SslOption => "ssl option",
        DsnFault::PlaceOption(_) => "place option",
        DsnFault::BadOption { .. } => "bad option",
    };
    word.to_owned()
}

#[test]
fn every_messenger_dsn_of_the_list_is_read_as_symfony_reads_it_or_refused_for_its_reason() {
    let cases: Cases = serde_json::from_str(include_str!("../../../testdata/dsn.json")).unwrap();
    assert!(cases.cases.len() > 50);
    for Case { dsn, expected } in cases.cases {
        match (messenger(&dsn, false), expected) {
            (Ok(address), Expected::Read(expected)) => assert_eq!(Read::from(address), expected, "{dsn}"),
            (Err(fault), Expected::Refused { refused }) => assert_eq!(word(&fault), refused, "{dsn}"),
            (Ok(address), Expected::Refused { refused }) => {
                panic!("{dsn}: not refused ({refused}): {address:?}")
            }
            (Err(fault), Expected::Read(_)) => panic!("{dsn}: {fault}"),
        }
    }
}

#[test]
fn no_refusal_repeats_a_password() {
    for dsn in [
        "redis://u:hunter2@:1",
        "redis://hunter2@h:x",
        "redis://hunter2@a@b",
        "hunter2://h",
        "redis://hunter2@h/1",
    ] {
        let text = messenger(dsn, false).unwrap_err().to_string();
        assert!(!text.contains("hunter2") && text.len() > 20, "{text}");
    }
}

#[test]
fn a_redis_url_has_a_database_for_a_path_and_decodes_once() {
    let address = redis_url("rediss://probe:p%2540%20ss@[::1]:6380/2").unwrap();
    assert_eq!(address.db, Some(2));
    assert_eq!(address.server.user.as_deref(), Some("probe"));
    assert_eq!(address.server.password.unwrap().reveal(), "p%40 ss");
    let endpoint = address.server.endpoint;
    assert_eq!((endpoint.host.as_str(), endpoint.port, endpoint.tls), ("::1", 6380, true));

    let address = redis_url("redis://:pw@h/").unwrap();
    assert_eq!((address.db, address.server.user), (None, None));
    assert_eq!(redis_url("redis://h/jobs"), Err(DsnFault::BadDatabase));
    assert_eq!(redis_url("redis://h/1?x=y"), Err(DsnFault::NoOptions));
}
