//! A look around when nobody has ever signed in: the same key with another environment's name at its end.
//!
//! Not part of a round: `headcount config check --live` asks this once. Keys are guessed, never listed.

use super::queue::{Command, ReplySize};
use super::redis::exchange::Ask;
use super::redis::line::Deadline;
use super::redis::server::{MOST_NODES, Server};
use super::round::Ports;
use crate::config::QueueTarget;

/// What environments are called at the end of a heartbeat's key.
pub static ENVIRONMENTS: &[&str] =
    &["prod", "production", "staging", "stage", "preprod", "test", "dev", "development", "local"];

/// Which of the neighbouring keys exist. Empty if none does, or if nobody may look.
pub async fn signed_in<P: Ports>(target: &QueueTarget, ports: &P) -> Vec<String> {
    let keys = target.recipe.heartbeat.as_ref().map(|set| neighbours(&set.key)).unwrap_or_default();
    let commands = keys.iter().map(|key| Command::new(ReplySize::Small, &["ZCARD", key])).collect();
    let asks = [Ask { db: target.db, commands }];
    let until = Deadline::new(ports.now(), target.timeout);
    let mut server = Server::new(&target.server, ports, until, MOST_NODES);
    let said = server.first(false, &mut |_| asks.to_vec()).await;
    let counts = said.answers.each.into_iter().flatten();
    let found = keys.into_iter().zip(counts).filter(|(_, reply)| reply.count().is_ok_and(|n| n > 0));
    found.map(|(key, _)| key).collect()
}

/// `health.workers.prod` has `health.workers.dev` and its like for neighbours; a key of one word has none.
fn neighbours(key: &str) -> Vec<String> {
    let Some(end) = key.rfind(['.', ':', '-', '_']) else { return Vec::new() };
    let (stem, own) = key.split_at(end + 1);
    ENVIRONMENTS.iter().filter(|name| **name != own).map(|name| format!("{stem}{name}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_ends_in_an_environments_name_has_the_others_for_neighbours() {
        let found = neighbours("health.workers.prod");
        assert!(found.contains(&"health.workers.dev".to_owned()));
        assert!(!found.contains(&"health.workers.prod".to_owned()));
        assert_eq!(neighbours("app:workers")[0], "app:prod");
        assert!(neighbours("beats").is_empty());
    }
}
