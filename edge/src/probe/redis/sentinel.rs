//! What sentinels say: which server is the master now. And whether that server thinks so too.
//!
//! Not which of them is asked when: `server` goes through them in turn.

use super::exchange::Ask;
use super::line::{Deadline, Line};
use super::reply::{Missing, Reply, list, text};
use crate::config::{RedisServer, Sentinel, Way};
use crate::ports::Endpoint;
use crate::probe::queue::{Command, ReplySize};
use crate::probe::round::Ports;
use redis::Value;
use shared::reading::Why;

/// Asks one sentinel where the master is.
///
/// # Errors
/// Why it did not say, with its own address.
pub async fn master<P: Ports>(
    ports: &P,
    at: &Endpoint,
    sentinels: &Sentinel,
    until: Deadline,
) -> Result<Endpoint, Missing> {
    let server = RedisServer {
        endpoint: at.clone(),
        user: sentinels.user.clone(),
        password: sentinels.password.clone(),
        way: Way::Direct,
    };
    let mut line = Line::new(server);
    let command = Command::new(ReplySize::Small, &["SENTINEL", "GET-MASTER-ADDR-BY-NAME", &sentinels.master]);
    let said = line.ask(ports, until, &[Ask { db: 0, commands: vec![command] }]).await;
    let reply = said.answers.each.into_iter().flatten().next();
    let found = match reply {
        Some(Reply::Value(value)) => address(&value, &sentinels.master),
        Some(Reply::None(missing)) => Err(missing),
        None => Err(Missing::new(Why::NotAsked, "")),
    };
    match found {
        Ok((host, port)) => Ok(at.beside(Some(&host), port)),
        Err(missing) => Err(Missing::new(missing.why, format!("sentinel {at}: {}", missing.detail))),
    }
}

/// Asks a server what it is itself.
pub fn role() -> Ask {
    Ask { db: 0, commands: vec![Command::new(ReplySize::Small, &["ROLE"])] }
}

/// Whether the answer is that of a master.
///
/// # Errors
/// What it is instead, or why that is not known. Sentinels go by what was so a moment ago.
pub fn is_master(reply: &Reply) -> Result<(), Missing> {
    match reply {
        Reply::Value(value) => match list(value).and_then(<[Value]>::first).and_then(text) {
            Some("master") => Ok(()),
            Some("slave" | "replica") => Err(Missing::new(Why::NotServing, "it is a replica")),
            _ => Err(Missing::new(Why::NotUnderstood, "ROLE: not a role")),
        },
        Reply::None(missing) if missing.why == Why::NotAnswering => Err(missing.clone()),
        Reply::None(missing) => Err(Missing::new(missing.why, format!("ROLE: {}", missing.detail))),
    }
}

fn address(value: &Value, master: &str) -> Result<(String, u16), Missing> {
    if *value == Value::Nil {
        return Err(Missing::new(Why::NotServing, format!("no master is called {master:?} here")));
    }
    let named = match list(value) {
        Some([host, port]) => text(host).zip(text(port).and_then(|port| port.parse().ok())),
        _ => None,
    };
    let named = named.filter(|(host, port)| !host.is_empty() && *port != 0);
    let (host, port) = named.ok_or_else(|| Missing::new(Why::NotUnderstood, "not an address of a master"))?;
    Ok((host.to_owned(), port))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(reply: &[u8]) -> Result<(String, u16), Missing> {
        address(Reply::parse(reply).value().unwrap(), "mymaster")
    }

    #[test]
    fn a_sentinel_names_a_host_and_a_port_or_knows_no_such_master() {
        assert_eq!(named(b"*2\r\n$9\r\n10.0.0.12\r\n$4\r\n6381\r\n"), Ok(("10.0.0.12".to_owned(), 6381)));
        for nobody in [&b"*-1\r\n"[..], b"_\r\n"] {
            let missing = named(nobody).unwrap_err();
            assert_eq!((missing.why, missing.detail.contains("\"mymaster\"")), (Why::NotServing, true));
        }
        for odd in [
            &b"*1\r\n$1\r\na\r\n"[..],
            b"*2\r\n$1\r\na\r\n$1\r\n0\r\n",
            b"*2\r\n$0\r\n\r\n$1\r\n1\r\n",
            b"+OK\r\n",
        ] {
            assert_eq!(named(odd).unwrap_err().why, Why::NotUnderstood);
        }
    }

    #[test]
    fn only_a_server_that_says_so_itself_is_a_master() {
        let of = |reply: &[u8]| is_master(&Reply::parse(reply)).map_err(|missing| missing.why);
        assert_eq!(of(b"*3\r\n$6\r\nmaster\r\n:0\r\n*0\r\n"), Ok(()));
        assert_eq!(of(b"*2\r\n$5\r\nslave\r\n$1\r\na\r\n"), Err(Why::NotServing));
        assert_eq!(of(b"*1\r\n$8\r\nsentinel\r\n"), Err(Why::NotUnderstood));
        assert_eq!(of(b"-NOPERM no\r\n"), Err(Why::NotPermitted));
        assert_eq!(of(b"*0\r\n"), Err(Why::NotUnderstood));
    }
}
