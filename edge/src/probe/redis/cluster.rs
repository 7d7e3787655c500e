//! What a node of a cluster says about the others: where a key is, and who there is.
//!
//! Not asking them, and no arithmetic of slots: a node that does not hold a key says who does.

use super::exchange::CLIENTS_LIMIT;
use super::reply::{Missing, Reply, count, list, text};
use crate::ports::Endpoint;
use redis::Value;
use shared::reading::Why;

/// Where the answer is to be had instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Redirect {
    /// The node, as it is called in the cluster; nothing: the host that said so.
    pub host: Option<String>,
    /// Its port.
    pub port: u16,
    /// How to ask there.
    pub how: How,
}

/// How to ask another node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// As here (`MOVED`).
    Plainly,
    /// With `ASKING` before it (`ASK`): the key is on its way there.
    Asking,
}

impl Redirect {
    /// Reads `MOVED 3999 10.0.0.12:6381` and `ASK 3999 10.0.0.12:6381`.
    pub fn of(reply: &Reply) -> Option<Self> {
        let Reply::None(Missing { why: Why::ElsewhereInCluster, detail }) = reply else { return None };
        let mut words = detail.split(' ');
        let how = match words.next() {
            Some("MOVED") => How::Plainly,
            Some("ASK") => How::Asking,
            _ => return None,
        };
        let (host, port) = words.nth(1)?.rsplit_once(':')?;
        let port = port_of(port.parse().ok()?)?;
        is_host(host).then(|| Self { host: named(host), port, how })
    }
}

/// Who there is in a cluster: each node once, by its id.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Members {
    /// Those that hold keys.
    pub masters: Vec<Node>,
    /// Those that follow them.
    pub replicas: Vec<Node>,
}

/// Who there is, out of the reply to `CLUSTER SLOTS`. Failed nodes are not in it.
///
/// # Errors
/// Why that is not known.
pub fn members(reply: &Reply) -> Result<Members, Missing> {
    let value = match reply {
        Reply::Value(value) => value,
        Reply::None(missing) => {
            return Err(Missing::new(missing.why, format!("CLUSTER SLOTS: {}", missing.detail)));
        }
    };
    let not_understood = || Missing::new(Why::NotUnderstood, "CLUSTER SLOTS: not a list of nodes");
    let mut all = Members::default();
    for range in list(value).ok_or_else(not_understood)? {
        let nodes = list(range).and_then(|parts| parts.get(2..)).ok_or_else(not_understood)?;
        let nodes: Option<Vec<Node>> = nodes.iter().map(node).collect();
        let mut nodes = nodes.ok_or_else(not_understood)?.into_iter();
        add(&mut all.masters, nodes.next().ok_or_else(not_understood)?);
        nodes.for_each(|replica| add(&mut all.replicas, replica));
    }
    Ok(all)
}

fn add(nodes: &mut Vec<Node>, node: Node) {
    if nodes.iter().all(|known| known.id != node.id) {
        nodes.push(node);
    }
}

/// A node of a cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Its id.
    pub id: String,
    /// As it is called in the cluster; nothing: the host that said so.
    pub host: Option<String>,
    /// Its port.
    pub port: u16,
}

impl Endpoint {
    /// Another port, reached in the same way; on the same host where none is named.
    #[must_use]
    pub fn beside(&self, host: Option<&str>, port: u16) -> Self {
        let tls = match self {
            Self::Tcp { tls, .. } => tls.clone(),
            Self::Socket(_) => None,
        };
        let same = match self {
            Self::Tcp { host, .. } => host,
            Self::Socket(_) => "127.0.0.1",
        };
        Self::Tcp { host: host.unwrap_or(same).to_owned(), port, tls }
    }
}

/// What all nodes say of their clients, as one: lists in a row, listeners added up. As long as one is missing nobody can
/// say who is not there.
pub fn together(replies: Vec<Reply>) -> Reply {
    if replies.iter().any(|reply| matches!(reply, Reply::Value(Value::Array(_)))) {
        listeners(&replies)
    } else {
        lists(replies)
    }
}

/// Whoever listens at any node listens.
fn listeners(replies: &[Reply]) -> Reply {
    let (mut sum, mut missing) = (0_u64, None);
    for reply in replies {
        match reply {
            Reply::Value(value) => match list(value).and_then(|pair| pair.get(1)).and_then(count) {
                Some(n) => sum = sum.saturating_add(n),
                None => missing = Some(Missing::new(Why::NotUnderstood, "not a number of listeners")),
            },
            Reply::None(why) => missing = Some(why.clone()),
        }
    }
    match missing {
        Some(missing) if sum == 0 => Reply::None(missing),
        _ => {
            let sum = Value::Int(i64::try_from(sum).unwrap_or(i64::MAX));
            Reply::Value(Value::Array(vec![Value::Nil, sum]))
        }
    }
}

fn lists(lists: Vec<Reply>) -> Reply {
    let mut all = Vec::new();
    for reply in lists {
        match reply {
            Reply::Value(Value::BulkString(list)) => all.extend(list),
            Reply::Value(Value::VerbatimString { text, .. }) => all.extend(text.into_bytes()),
            Reply::Value(_) => return Reply::None(Missing::new(Why::NotUnderstood, "not a list of clients")),
            missing @ Reply::None(_) => return missing,
        }
        if all.last().is_some_and(|end| *end != b'\n') {
            all.push(b'\n');
        }
        if all.len() > CLIENTS_LIMIT {
            let detail = format!("the nodes' clients exceed {CLIENTS_LIMIT} bytes");
            return Reply::None(Missing::new(Why::TooLarge, detail));
        }
    }
    Reply::Value(Value::BulkString(all))
}

fn node(value: &Value) -> Option<Node> {
    let [host, Value::Int(port), id, ..] = list(value)? else { return None };
    let host = if *host == Value::Nil { "" } else { text(host)? };
    let (id, port) = (text(id)?.to_owned(), port_of(*port)?);
    is_host(host).then(|| Node { id, host: named(host), port })
}

/// Whether anybody could be asked there: `?` is what a node says that does not know it.
fn is_host(host: &str) -> bool {
    host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b':'))
}

fn named(host: &str) -> Option<String> {
    (!host.is_empty()).then(|| host.to_owned())
}

fn port_of(port: i64) -> Option<u16> {
    u16::try_from(port).ok().filter(|port| *port != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redirect(words: &str) -> Option<Redirect> {
        Redirect::of(&Reply::parse(format!("-{words}\r\n").as_bytes()))
    }

    #[test]
    fn a_node_that_does_not_hold_a_key_says_who_does() {
        let to = |host: &str, port, how| Some(Redirect { host: Some(host.to_owned()), port, how });
        assert_eq!(redirect("MOVED 3999 10.0.0.12:6381"), to("10.0.0.12", 6381, How::Plainly));
        assert_eq!(redirect("ASK 3999 node-2.internal:6381"), to("node-2.internal", 6381, How::Asking));
        assert_eq!(redirect("MOVED 1 2001:db8::1:6381"), to("2001:db8::1", 6381, How::Plainly));
        assert_eq!(redirect("MOVED 1 :6381"), Some(Redirect { host: None, port: 6381, how: How::Plainly }));
    }

    #[test]
    fn what_names_no_node_is_not_followed() {
        for words in [
            "MOVED",
            "MOVED 1",
            "MOVED 1 host",
            "MOVED 1 host:0",
            "MOVED 1 host:70000",
            "MOVED 1 ?:6379",
            "MOVED 1 a/b:6379",
            "CLUSTERDOWN Hash slot not served",
            "NOPERM no",
        ] {
            assert_eq!(redirect(words), None, "{words}");
        }
        assert_eq!(Redirect::of(&Reply::parse(b":1\r\n")), None);
    }

    #[test]
    fn every_node_is_named_once_however_many_ranges_it_holds() {
        let node = |host: &str, port: u16, id: &str| format!("*4\r\n{host}:{port}\r\n$2\r\n{id}\r\n*0\r\n");
        let (a, b) = (node("$8\r\n10.0.0.1\r\n", 6379, "aa"), node("$-1\r\n", 6380, "bb"));
        let replica = node("$8\r\n10.0.0.3\r\n", 6379, "cc");
        let range = |nodes: &[&str]| format!("*{}\r\n:0\r\n:5\r\n{}", 2 + nodes.len(), nodes.concat());
        let all = format!("*3\r\n{}{}{}", range(&[&a, &replica]), range(&[&b]), range(&[&a]));
        let found = members(&Reply::parse(all.as_bytes())).unwrap();
        let named = |nodes: &[Node]| -> Vec<(String, Option<String>, u16)> {
            nodes.iter().map(|n| (n.id.clone(), n.host.clone(), n.port)).collect()
        };
        let node = |id: &str, host: Option<&str>, port| (id.to_owned(), host.map(str::to_owned), port);
        assert_eq!(named(&found.masters), [node("aa", Some("10.0.0.1"), 6379), node("bb", None, 6380)]);
        assert_eq!(named(&found.replicas), [node("cc", Some("10.0.0.3"), 6379)]);
    }

    #[test]
    fn a_list_of_nodes_that_is_none_is_a_reason_and_never_nobody() {
        for (reply, why) in [
            (&b"-NOPERM this user has no permissions\r\n"[..], Why::NotPermitted),
            (b"-ERR This instance has cluster support disabled\r\n", Why::NotUnderstood),
            (b"*1\r\n*2\r\n:0\r\n:1\r\n", Why::NotUnderstood),
            (b"+OK\r\n", Why::NotUnderstood),
        ] {
            assert_eq!(members(&Reply::parse(reply)).unwrap_err().why, why);
        }
    }

    #[test]
    fn the_clients_of_all_nodes_are_one_list_unless_one_of_them_is_missing() {
        let of = |text: &str| Reply::Value(Value::BulkString(text.as_bytes().to_vec()));
        let Reply::Value(Value::BulkString(all)) = together(vec![of("id=1 a\n"), of("id=2 b"), of("id=3\n")])
        else {
            panic!("one list")
        };
        assert_eq!(all, b"id=1 a\nid=2 b\nid=3\n");
        let missing = Reply::None(Missing::new(Why::NotAnswering, "gone"));
        assert_eq!(together(vec![of("id=1\n"), missing.clone(), of("id=2\n")]), missing);
        let large = of(&"x".repeat(CLIENTS_LIMIT));
        assert_eq!(together(vec![large, of("id=2\n")]).value(), Err(Why::TooLarge));
    }

    #[test]
    fn whoever_listens_at_one_node_listens_and_nobody_does_only_where_all_nodes_say_so() {
        let of = |n: i64| Reply::Value(Value::Array(vec![Value::SimpleString("w".into()), Value::Int(n)]));
        let missing = Reply::None(Missing::new(Why::NotAnswering, "gone"));
        let sum = |n: i64| Ok(Value::Array(vec![Value::Nil, Value::Int(n)]));
        for (replies, told) in [
            (vec![of(0), of(2), of(1)], sum(3)),
            (vec![of(0), of(0)], sum(0)),
            (vec![of(0), missing.clone(), of(1)], sum(1)),
            (vec![of(0), missing.clone()], Err(Why::NotAnswering)),
            (vec![missing.clone(), missing], Err(Why::NotAnswering)),
            (vec![of(0), Reply::Value(Value::Int(1))], Err(Why::NotUnderstood)),
        ] {
            assert_eq!(together(replies.clone()).value().cloned(), told, "{replies:?}");
        }
    }

    #[test]
    fn another_node_is_reached_as_the_first_one_is() {
        let tls = Some(Box::default());
        let first = Endpoint::Tcp { host: "a".to_owned(), port: 1, tls: tls.clone() };
        assert_eq!(first.beside(Some("b"), 2), Endpoint::Tcp { host: "b".to_owned(), port: 2, tls });
        assert_eq!(first.beside(None, 2).to_string(), "a:2");
        assert_eq!(Endpoint::Socket("/s".to_owned()).beside(None, 2), Endpoint::tcp("127.0.0.1", 2));
    }
}
