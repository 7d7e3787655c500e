//! The least that a Redis user needs so that Headcount can read its queues, as `ACL SETUSER` takes it.
//!
//! Not a list of commands: it is derived from those that the queue systems send.

use super::{Config, QueueTarget, RedisServer};
use crate::probe::queue::Command;
use shared::time::Timestamp;
use std::collections::BTreeSet;

/// The password is the operator's to choose.
const PASSWORD: &str = "<password>";
const USER: &str = "headcount";

/// One line for each Redis server: a user has one set of rules, so queues on one server share theirs.
pub fn least_acls(config: &Config) -> Vec<(&RedisServer, String)> {
    let mut servers: Vec<(&RedisServer, Vec<&QueueTarget>)> = Vec::new();
    for queue in config.services.iter().flat_map(|s| &s.queues) {
        match servers.iter_mut().find(|(server, _)| **server == queue.server) {
            Some((_, queues)) => queues.push(queue),
            None => servers.push((&queue.server, vec![queue])),
        }
    }
    servers.into_iter().map(|(server, queues)| (server, least_acl(server, &queues))).collect()
}

/// `on`, a password, exactly the keys, nothing but the commands. Authenticating needs no permission.
fn least_acl(server: &RedisServer, queues: &[&QueueTarget]) -> String {
    let mut keys = BTreeSet::new();
    // The connection itself asks for the store's clock, and changes the database where there is one.
    let mut commands = BTreeSet::from(["+time".to_owned()]);
    for queue in queues {
        // The time only fills in bounds; which commands are sent does not depend on it.
        for command in (queue.system.commands)(&queue.keys, Timestamp::from_millis(0)) {
            commands.insert(permission(&command));
            keys.extend(command.key().map(pattern));
        }
        if queue.db != 0 {
            commands.insert("+select".to_owned());
        }
    }
    let user = server.user.as_deref().unwrap_or(USER);
    let mut line = format!("ACL SETUSER {} on >{PASSWORD} resetkeys", quoted(user));
    for key in keys {
        line.push(' ');
        line.push_str(&quoted(&format!("~{key}")));
    }
    line.push_str(" -@all");
    for command in commands {
        line.push(' ');
        line.push_str(&command);
    }
    line
}

/// The permission that a command needs: of `XINFO` only the part that is used.
fn permission(command: &Command) -> String {
    let mut words = command.words.iter().map(|w| w.to_ascii_lowercase());
    match (words.next().unwrap_or_default(), words.next()) {
        (name, Some(part)) if name == "xinfo" => format!("+{name}|{part}"),
        (name, _) => format!("+{name}"),
    }
}

/// A key as a pattern that matches only itself. Redis takes no white space in a pattern; there, any character
/// matches.
fn pattern(key: &str) -> String {
    let mut out = String::with_capacity(key.len());
    for c in key.chars() {
        if c.is_ascii_whitespace() {
            out.push('?');
            continue;
        }
        if matches!(c, '*' | '?' | '[' | ']' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A word as redis-cli reads it back.
fn quoted(word: &str) -> String {
    if word.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '"' | '\'' | '\\')) {
        return word.to_owned();
    }
    format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::super::tests::load;
    use super::*;

    #[test]
    fn a_symfony_queue_needs_exactly_the_commands_that_are_sent_and_the_keys_they_touch() {
        let config = load(
            r#"
            [page]
            title = "t"
            [[service]]
            id = "a"
            [[service.queue]]
            id = "q"
            system = "symfony"
            url = "redis://r.example.com?dbindex=2"
            heartbeat = "health.workers.prod"
            "#,
        );
        let acls = least_acls(&config);
        assert_eq!(acls.len(), 1);
        assert_eq!(
            acls[0].1,
            "ACL SETUSER headcount on ><password> resetkeys ~failed ~health.workers.prod ~messages \
             ~messages__queue -@all +select +time +xinfo|groups +xlen +zcard +zcount +zrevrange"
        );
    }

    #[test]
    fn queues_of_one_server_share_a_line_and_those_of_another_user_do_not() {
        let config = load(
            r#"
            [page]
            title = "t"
            [[service]]
            id = "a"
            queue = [
              { id = "x", system = "symfony", url = "redis://r.example.com/one" },
              { id = "y", system = "symfony", url = "redis://r.example.com/two", failed = "" },
              { id = "z", system = "symfony", url = "redis://probe:pw@r.example.com/three" },
            ]
            "#,
        );
        let lines: Vec<String> = least_acls(&config).into_iter().map(|(_, line)| line).collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].contains(" ~one ") && lines[0].contains(" ~two ") && !lines[0].contains("three"));
        assert!(lines[1].starts_with("ACL SETUSER probe on ><password> resetkeys ~failed ~three "));
        assert!(!lines.concat().contains("pw"));
    }

    #[test]
    fn a_key_matches_only_itself_and_survives_the_command_line() {
        assert_eq!(pattern("a*b[1]"), "a\\*b\\[1\\]");
        assert_eq!(quoted("~a\\*b"), "\"~a\\\\*b\"");
        assert_eq!(quoted(&pattern("my key")), "my?key");
    }
}
