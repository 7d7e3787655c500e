//! Connections that are workers, out of `CLIENT LIST`.
//!
//! It proves a connection, not progress, and has no filter of its own: a line for each client of the server is
//! looked at where it stands, and nothing is copied.

use super::Talk;
use crate::probe::queue::command::{Command, ReplySize};
use crate::probe::queue::recipe::{ClientName, Clients};
use redis::Value;
use shared::reading::{Reading, Why};

/// How many there are, as a number of workers.
pub fn read(talk: &mut Talk<'_>, clients: &Clients) -> Reading {
    let db = talk.db();
    let reply = talk.ask(Command::new(ReplySize::Clients, &["CLIENT", "LIST"]));
    let count = reply.value().and_then(|value| match value {
        Value::BulkString(list) => count(list, clients, db),
        Value::VerbatimString { text, .. } => count(text.as_bytes(), clients, db),
        _ => Err(Why::NotUnderstood),
    });
    crate::probe::redis::reply::reading(count)
}

/// Somebody is always connected: we are. A list without any client is none.
fn count(list: &[u8], clients: &Clients, db: u32) -> Result<u64, Why> {
    let (mut found, mut waiting, mut any) = (0_u64, 0_u64, false);
    let (mut one_listens, mut names_are_hidden) = (false, false);
    for line in list.split(|b| *b == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()) {
        if !line.starts_with(b"id=") {
            return Err(Why::NotUnderstood);
        }
        any = true;
        let client = Client::of(line);
        if client.lacks_what_tells(clients) {
            return Err(Why::NotUnderstood);
        }
        if clients.same_db && client.db != Some(db) {
            continue;
        }
        let waits = client.does_one_of(clients.waits_with);
        if !client.is_named(&clients.names) {
            names_are_hidden |= waits && client.name.is_empty();
            continue;
        }
        found += u64::from(clients.commands.is_empty() || client.does_one_of(clients.commands));
        waiting += u64::from(waits);
        one_listens |= client.listens;
    }
    let tells_them_apart = one_listens && !clients.waits_with.is_empty();
    match if tells_them_apart { waiting } else { found } {
        0 if !any || names_are_hidden => Err(Why::NotUnderstood),
        n => Ok(n),
    }
}

/// One line of the list.
struct Client<'a> {
    name: &'a [u8],
    /// The last command; nothing where it is not told at all.
    command: Option<&'a [u8]>,
    db: Option<u32>,
    /// It is subscribed to a channel.
    listens: bool,
}

impl<'a> Client<'a> {
    fn of(line: &'a [u8]) -> Self {
        let mut client = Self { name: b"", command: None, db: None, listens: false };
        for field in line.split(|b| *b == b' ') {
            match field.iter().position(|b| *b == b'=').map(|at| field.split_at(at)) {
                Some((b"name", value)) => client.name = tail(value),
                Some((b"cmd", value)) => client.command = Some(tail(value)),
                Some((b"db", value)) => {
                    client.db = core::str::from_utf8(tail(value)).ok().and_then(|n| n.parse().ok());
                }
                Some((b"sub" | b"psub", value)) => client.listens |= tail(value) != b"0",
                _ => {}
            }
        }
        client
    }

    /// Somebody in between has left out what would tell whether this is a worker.
    fn lacks_what_tells(&self, clients: &Clients) -> bool {
        let needs_command = !clients.commands.is_empty() || !clients.waits_with.is_empty();
        (clients.same_db && self.db.is_none()) || (needs_command && self.command.is_none())
    }

    fn is_named(&self, names: &[ClientName]) -> bool {
        names.is_empty()
            || names.iter().any(|wanted| match wanted {
                ClientName::Is(all) => self.name == all.as_bytes(),
                ClientName::StartsWith(start) => self.name.starts_with(start.as_bytes()),
            })
    }

    fn does_one_of(&self, commands: &[&str]) -> bool {
        commands.iter().any(|command| self.command == Some(command.as_bytes()))
    }
}

/// What comes after the `=`.
fn tail(value: &[u8]) -> &[u8] {
    value.split_first().map_or(value, |(_, rest)| rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "id=3 addr=127.0.0.1:1 laddr=127.0.0.1:6379 fd=8 name=bull:cXVldWU= age=4 idle=1 flags=b db=2 sub=0 cmd=bzpopmin user=default\n\
        id=4 addr=127.0.0.1:2 fd=9 name=bull:cXVldWU=:w:one age=4 idle=1 flags=b db=2 cmd=bzpopmin\n\
        id=5 addr=127.0.0.1:3 fd=9 name=bull:cXVldWU=more age=4 idle=1 flags=N db=2 cmd=get\n\
        id=6 addr=127.0.0.1:4 fd=9 name= age=4 idle=1 flags=b db=0 cmd=brpop\n\
        id=7 addr=127.0.0.1:5 fd=9 name= age=4 idle=1 flags=b db=1 cmd=brpop\n\
        id=8 addr=127.0.0.1:6 fd=9 name= age=0 idle=0 flags=N db=0 cmd=client|list\n";

    #[test]
    fn connections_are_told_by_name_by_last_command_and_by_database() {
        let named = |names| Clients { names, ..Clients::default() };
        let of = |clients: &Clients, db| count(LIST.as_bytes(), clients, db).unwrap();
        assert_eq!(
            of(
                &named(vec![
                    ClientName::Is("bull:cXVldWU=".into()),
                    ClientName::StartsWith("bull:cXVldWU=:w:".into())
                ]),
                0
            ),
            2
        );
        assert_eq!(of(&named(vec![ClientName::Is("bull:b3RoZXI=".into())]), 0), 0);
        let popping = Clients { commands: &["brpop"], same_db: true, ..Clients::default() };
        assert_eq!((of(&popping, 0), of(&popping, 1), of(&popping, 7)), (1, 1, 0));
        let anywhere = Clients { same_db: false, ..popping };
        assert_eq!(of(&anywhere, 7), 2);
    }

    #[test]
    fn where_one_of_a_name_listens_only_those_that_wait_for_work_count() {
        let list = "id=3 name=bull:cQ== db=0 sub=0 psub=0 cmd=brpoplpush\n\
                    id=4 name=bull:cQ== db=0 sub=0 psub=0 cmd=evalsha\n";
        let listens = "id=5 name=bull:cQ== db=0 sub=0 psub=1 cmd=psubscribe\n";
        let names = vec![ClientName::Is("bull:cQ==".into())];
        let clients = Clients { names, waits_with: &["brpoplpush"], ..Clients::default() };
        let of = |list: &str| count(list.as_bytes(), &clients, 0).unwrap();
        assert_eq!((of(list), of(&format!("{list}{listens}"))), (2, 1));
        let other = listens.replace("bull", "mine");
        assert_eq!(of(&format!("{list}{other}")), 2);
    }

    #[test]
    fn where_names_are_hidden_nobody_of_a_name_is_not_nobody() {
        let names = vec![ClientName::Is("bull:cQ==".into())];
        let clients = Clients { names, waits_with: &["bzpopmin"], same_db: true, ..Clients::default() };
        let of = |list: &str| count(list.as_bytes(), &clients, 0);
        let hidden = "id=3 name= db=0 sub=0 psub=0 cmd=bzpopmin\n";
        assert_eq!(of(hidden), Err(Why::NotUnderstood));
        assert_eq!(of(&format!("{hidden}id=4 name=bull:cQ== db=0 cmd=get\n")), Ok(1));
        assert_eq!(of(&hidden.replace("db=0", "db=1")), Ok(0), "of another database");
        assert_eq!(of(&hidden.replace("name=", "name=somebody")), Ok(0), "of another name");
    }

    #[test]
    fn a_list_that_is_not_one_is_not_understood_and_never_nobody() {
        for text in ["", "\n", "OK\n", "id=1 name=\nsomething else\n"] {
            assert_eq!(count(text.as_bytes(), &Clients::default(), 0), Err(Why::NotUnderstood), "{text:?}");
        }
    }

    #[test]
    fn without_database_or_command_nobody_can_say_who_is_a_worker() {
        let celery = Clients { commands: &["brpop"], same_db: true, ..Clients::default() };
        let names = vec![ClientName::Is("bull:cQ==".into())];
        let bull = Clients { names, waits_with: &["bzpopmin"], same_db: true, ..Clients::default() };
        for list in ["id=1 name= db=0\n", "id=1 name= cmd=brpop\n", "id=1 db=x cmd=brpop\n"] {
            for clients in [&celery, &bull] {
                assert_eq!(count(list.as_bytes(), clients, 0), Err(Why::NotUnderstood), "{list}");
            }
        }
        assert_eq!(count(b"id=1 name= db=0 cmd=NULL\n", &celery, 0), Ok(0));
    }

    #[test]
    fn twenty_thousand_clients_are_looked_at_in_place() {
        let mut list = "id=1 addr=1 name= db=0 cmd=brpop\n".repeat(20_000);
        list.push_str("id=2 addr=1 name=\u{1f4a5} db=0 cmd=brpop\n");
        let clients = Clients {
            names: vec![ClientName::Is("\u{1f4a5}".into())],
            commands: &["brpop"],
            same_db: true,
            ..Clients::default()
        };
        assert_eq!(count(list.as_bytes(), &clients, 0), Ok(1));
    }
}
