//! Addresses of a Redis: `testdata/dsn.json` is the list of Messenger DSNs.

use crate::config::dsn::{Address, Host, Role, Target, messenger, redis_url};
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
    /// Each with its port.
    hosts: Option<Vec<String>>,
    host: Option<String>,
    port: Option<u16>,
    #[serde(default)]
    tls: bool,
    socket: Option<String>,
    sentinel_master: Option<String>,
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
        let (hosts, tls, role, socket) = match address.target {
            Target::Hosts { all, tls, role } => (all, tls, role, None),
            Target::Socket(path) => (Vec::new(), false, Role::Servers, Some(path)),
        };
        let (host, hosts) = match hosts.as_slice() {
            [] => (None, None),
            [one] => (Some(one.clone()), None),
            several => {
                let port = |host: &Host| host.port.unwrap();
                (None, Some(several.iter().map(|host| format!("{}:{}", host.name, port(host))).collect()))
            }
        };
        Self {
            port: host.as_ref().and_then(|host| host.port),
            host: host.map(|host| host.name),
            hosts,
            tls,
            socket,
            sentinel_master: match role {
                Role::Servers => None,
                Role::Sentinels(master) => master,
            },
            user: address.user,
            password: address.password.map(|p| p.reveal().to_owned()),
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
        DsnFault::Mixed => "mixed",
        DsnFault::NoMaster => "no master",
        DsnFault::UnixSocket => "unix socket",
        DsnFault::BadSocket => "bad socket",
        DsnFault::NoHost => "no host",
        DsnFault::BadHost => "host",
        DsnFault::BadPort => "port",
        DsnFault::AmbiguousAt => "ambiguous",
        DsnFault::UserAlone => "user alone",
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

fn hosts(address: &Address) -> Vec<String> {
    match &address.target {
        Target::Socket(path) => vec![path.clone()],
        Target::Hosts { all, .. } => {
            all.iter().map(|host| format!("{}:{:?}", host.name, host.port)).collect()
        }
    }
}

#[test]
fn a_redis_url_has_a_database_for_a_path_and_decodes_once() {
    let address = redis_url("rediss://probe:p%2540%20ss@[::1]:6380/2").unwrap();
    assert_eq!(address.db, Some(2));
    assert_eq!(address.user.as_deref(), Some("probe"));
    assert_eq!(hosts(&address), ["::1:Some(6380)"]);
    assert!(matches!(address.target, Target::Hosts { tls: true, role: Role::Servers, .. }));
    assert_eq!(address.password.unwrap().reveal(), "p%40 ss");

    let address = redis_url("redis://:pw@h/").unwrap();
    assert_eq!((address.db, address.user), (None, None));
    for alone in ["redis://pw@h", "redis://u:@h/2", "unix://pw@/s"] {
        assert_eq!(redis_url(alone), Err(DsnFault::UserAlone), "{alone}");
    }
    assert_eq!(redis_url("redis://h/jobs"), Err(DsnFault::BadDatabase));
    assert_eq!(redis_url("redis://h/1?x=y"), Err(DsnFault::NoOptions));
    assert_eq!(redis_url("redis:///1"), Err(DsnFault::NoHost));
    assert_eq!(redis_url("redis:///run/redis.sock"), Err(DsnFault::UnixSocket));
}

#[test]
fn a_redis_url_may_name_several_hosts_in_either_way_of_writing_them() {
    for url in ["redis://u:pw@a:1,b,[::1]:2/3", "redis://a:1,redis://b,redis://u:pw@[::1]:2/3"] {
        let address = redis_url(url).unwrap();
        assert_eq!(hosts(&address), ["a:Some(1)", "b:None", "::1:Some(2)"], "{url}");
        assert_eq!((address.user.as_deref(), address.db), (Some("u"), Some(3)));
    }
    let sentinels = redis_url("rediss-sentinel://s1,s2/0").unwrap();
    assert!(matches!(sentinels.target, Target::Hosts { tls: true, role: Role::Sentinels(None), .. }));
    assert_eq!(redis_url("redis://a,rediss://b"), Err(DsnFault::Mixed));
    assert_eq!(redis_url("redis://a,,b"), Err(DsnFault::NoHost));
}

#[test]
fn a_socket_has_a_path_and_may_have_a_password_and_a_database() {
    let address = redis_url("unix:///run/redis.sock?db=2").unwrap();
    assert_eq!((hosts(&address), address.db), (vec!["/run/redis.sock".to_owned()], Some(2)));
    let address = redis_url("redis+unix://u:p%40w@/run/my%20redis.sock").unwrap();
    assert_eq!(
        (hosts(&address), address.user.as_deref()),
        (vec!["/run/my redis.sock".to_owned()], Some("u"))
    );
    assert_eq!(address.password.unwrap().reveal(), "p@w");
    assert_eq!(messenger("unix:///run/redis.sock", false).unwrap().stream, None);
    for bad in ["unix://run/redis.sock", "unix:///", "unix:///s?db=x", "unix:///s?password=x"] {
        assert_eq!(redis_url(bad), Err(DsnFault::BadSocket), "{bad}");
    }
}
