//! What every queue system says about replies that did not come: standing, flags and the operator's line.
//!
//! Not numbers: each system reads its own.

use super::Talk;
use crate::probe::queue::command::Command;
use crate::probe::redis::reply::{Missing, Reply};
use shared::flag::{Flag, FlagWord};
use shared::reading::{Reading, Why};
use shared::sample::{Standing, Workers};

/// In which way the number of workers binds: `Unreached` when the connection brought nothing at all, whether
/// workers are counted or not.
pub fn standing(workers: Workers, talk: &Talk<'_>) -> Standing {
    let all_are = |why: Why| all(talk).all(|reply| failure(reply).is_some_and(|m| m.why == why));
    if all_are(Why::OurFault) {
        return Standing::OurFault;
    }
    if all_are(Why::NotAnswering) {
        return Standing::Unreached;
    }
    match workers {
        Workers::NotMeasured | Workers::Counted { alive: Reading::Known { .. }, .. } => Standing::Said,
        Workers::Counted { alive: Reading::Unknown { .. }, .. } => Standing::Refused,
    }
}

/// The remarks that follow from the workers, the clocks and the replies that did not come.
pub fn flags(workers: Workers, talk: &Talk<'_>) -> Vec<Flag> {
    let mut flags: Vec<Flag> = workers.remark().into_iter().collect();
    if let Ok(skew) = talk.skew()
        && skew != 0
    {
        flags.push(Flag::new(FlagWord::ClockSkew).saying(format!("{skew:+} ms")));
    }
    for (command, missing) in failures(talk) {
        let Some(flag) = remark(command, missing) else { continue };
        if !flags.iter().any(|f| f.word == flag.word && f.subject == flag.subject) {
            flags.push(flag);
        }
    }
    flags
}

/// What came back, in one line: each different failure once, with the first command that met it.
pub fn evidence(talk: &Talk<'_>) -> String {
    let mut said: Vec<&str> = Vec::new();
    let mut parts = Vec::new();
    for (command, missing) in failures(talk) {
        if said.contains(&missing.detail.as_str()) {
            continue;
        }
        said.push(&missing.detail);
        let detail: String = missing.detail.chars().take(DETAIL_LIMIT).collect();
        parts.push(match missing.why {
            Why::NotPermitted | Why::WrongKindOfKey | Why::ElsewhereInCluster | Why::NotUnderstood => {
                format!("{}: {detail}", label(command))
            }
            _ => detail,
        });
    }
    if parts.is_empty() { format!("{} replies", all(talk).count()) } else { parts.join("; ") }
}

/// Of a server's words, as many characters as a line can bear.
const DETAIL_LIMIT: usize = 200;

/// The replies that did not come with their commands, `TIME` (no command of a system's) first. A key that is not
/// there is no failure: nothing was ever put into it.
fn failures<'a>(talk: &'a Talk<'_>) -> impl Iterator<Item = (Option<&'a Command>, &'a Missing)> {
    let asked = talk.asked().map(|(command, reply)| (Some(command), reply));
    core::iter::once((None, talk.time()))
        .chain(asked)
        .filter_map(|(command, reply)| Some((command, failure(reply)?)))
        .filter(|(_, missing)| missing.why != Why::NoSuchKey)
}

fn all<'a>(talk: &'a Talk<'_>) -> impl Iterator<Item = &'a Reply> {
    core::iter::once(talk.time()).chain(talk.asked().map(|(_, reply)| reply))
}

fn failure(reply: &Reply) -> Option<&Missing> {
    match reply {
        Reply::Value(_) => None,
        Reply::None(missing) => Some(missing),
    }
}

fn remark(command: Option<&Command>, missing: &Missing) -> Option<Flag> {
    let detail = || missing.detail.chars().take(DETAIL_LIMIT).collect::<String>();
    Some(match missing.why {
        Why::NoPassword | Why::WrongPassword => Flag::new(FlagWord::ProbeUnauthorized).saying(detail()),
        Why::NotPermitted => Flag::about(FlagWord::ProbeUnauthorized, label(command)).saying(detail()),
        Why::WrongKindOfKey => Flag::about(FlagWord::ProbeMisconfigured, command.and_then(Command::key)?),
        Why::ElsewhereInCluster => Flag::new(FlagWord::ClusterRedirect).saying(detail()),
        Why::TooLarge => Flag::new(FlagWord::TooLarge),
        _ => return None,
    })
}

/// The command's name and key: `XINFO GROUPS messages`.
fn label(command: Option<&Command>) -> String {
    let Some(command) = command else { return "TIME".to_owned() };
    let end = command.key().map_or(command.words.len(), |key| {
        command.words.iter().position(|word| word == key).map_or(1, |at| at + 1)
    });
    command.words.iter().take(end).map(String::as_str).collect::<Vec<_>>().join(" ")
}
