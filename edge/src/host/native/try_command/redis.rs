//! A Redis that `headcount try` is told of: asked once, and told what came of it.
//!
//! Not recognising: `detect` does.

use super::{PATIENCE, Seen, names, refused};
use crate::config::{self, Place};
use crate::detect::queues::{Findings, Questions};
use crate::detect::signs::{HEARTBEAT, looked_for};
use crate::host::native::cli::Failure;
use crate::host::native::clock;
use crate::host::native::ports::Native;
use crate::host::native::say;
use crate::probe::redis::exchange::Ask;
use crate::probe::redis::line::Deadline;
use crate::probe::redis::reply::Reply;
use crate::probe::redis::server::{MOST_NODES, Server};
use shared::reading::Why;

/// Looks for queue systems, and says what was found.
pub async fn look(address: &str) -> Result<Seen, Failure> {
    let place = config::server(address).map_err(|fault| refused(format!("the address of Redis {fault}")))?;
    let questions = Questions::new(place.stream.as_deref());
    let (time, replies) = ask(&place, &questions).await;
    let shown = &place.server.endpoint;
    if let Reply::None(missing) = &time
        && missing.why != Why::NotPermitted
    {
        return Err(refused(format!("Redis at {shown}: {}; {}", missing.detail, what_to_do(missing.why))));
    }
    // The kind of a key is told by every server that serves at all.
    if let Some(Reply::None(missing)) = replies.first()
        && !matches!(missing.why, Why::NotPermitted | Why::ElsewhereInCluster)
    {
        return Err(refused(format!("Redis at {shown}: {}; {}", missing.detail, what_to_do(missing.why))));
    }
    let mut findings = questions.findings(&replies, place.db);
    if place.stream.is_some() {
        // Only Symfony's transports have such an address.
        findings.found.retain(|found| found.system == "symfony");
    }
    for found in &findings.found {
        let group =
            found.group.as_ref().map_or(String::new(), |group| format!(", group {}", say::name(group)));
        say::aside(format_args!("found: {} in database {}{}{group}", found.system, place.db, names(found)));
    }
    if findings.more_groups > 0 {
        say::aside(format_args!(
            "not written down: {} more consumer groups; name those you want",
            findings.more_groups
        ));
    }
    if findings.forbidden > 0 {
        say::aside(format_args!(
            "not permitted: {} of {} questions; try it once with a user that may read everything, then give Headcount the \
             least rights, which `headcount config check` prints",
            findings.forbidden,
            replies.len()
        ));
    }
    let nothing = findings.found.is_empty().then(|| nothing_found(&place, &findings));
    let is_secret = place.server.password.is_some() || address.contains(['@', '?', '\'']);
    let (scheme, _) = address.split_once(':').unwrap_or(("redis", ""));
    let export = if is_secret { format!("{scheme}://user:password@{shown}/…") } else { address.to_owned() };
    Ok(Seen { found: findings.found, db: place.db, is_cluster: findings.is_cluster, export, nothing })
}

/// One connection, one pipeline of read-only questions; in a cluster one to each node that is named.
async fn ask(place: &Place, questions: &Questions) -> (Reply, Vec<Reply>) {
    let until = Deadline::new(clock::now(), PATIENCE);
    let all = [Ask { db: place.db, commands: questions.commands() }];
    let mut server = Server::new(&place.server, &Native, until, MOST_NODES);
    let answers = server.first(false, &mut |_| all.to_vec()).await.answers;
    (answers.time, answers.each.into_iter().flatten().collect())
}

const fn what_to_do(why: Why) -> &'static str {
    match why {
        Why::NoPassword => {
            "it wants a password: redis://user:password@host:6379/0, or redis://:password@host:6379/0"
        }
        Why::WrongPassword => "it refused the password: check user and password in the address",
        Why::NotAnswering => {
            "check that it runs, the host, the port, and rediss:// where it speaks TLS, redis:// where it does not"
        }
        Why::StartingUp | Why::NotServing => "try again when it serves",
        _ => "check that this is the address of a Redis, and that it has this database",
    }
}

fn nothing_found(place: &Place, findings: &Findings) -> String {
    let others: Vec<String> = findings
        .databases
        .iter()
        .filter(|(db, _)| *db != place.db)
        .map(|(db, keys)| format!("database {db} has {keys} keys: try redis://…/{db}"))
        .collect();
    let others = if others.is_empty() { String::new() } else { format!(" ({})", others.join("; ")) };
    let waiting = match (findings.stream_readers, findings.list_readers) {
        (0, 0) => {
            "start a worker and try again, or name keys and prefixes yourself (docs/systems.md)".to_owned()
        }
        (0, n) => format!(
            "but {n} connections wait for a list or a sorted set under another name: write its system with its queues or \
             its prefix, or system = \"lists\" with waiting = [\"your key\"] and a heartbeat (docs/systems.md)"
        ),
        (n, _) => format!(
            "but {n} connections wait for a stream under another name: write system = \"streams\" with its stream and \
             group (docs/systems.md)"
        ),
    };
    format!(
        "not found: no queue system under its usual keys in database {} of {}{others}. Looked \
         for {} and {HEARTBEAT}…: {waiting}",
        place.db,
        place.server.endpoint,
        looked_for().collect::<Vec<_>>().join(", ")
    )
}
