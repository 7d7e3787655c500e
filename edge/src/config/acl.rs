//! The least that a Redis user needs so that Headcount can read its queues, as `ACL SETUSER` takes it.
//!
//! Not a list of commands: it is derived from those that the queue systems send.

use super::{Config, QueueSource, QueueTarget, RedisServer, Way};
use crate::probe::queue::read::{self, RAW};
use core::fmt::Write as _;
use std::collections::BTreeSet;

/// The user's name and password are the operator's to choose.
pub(super) const PASSWORD: &str = "<password>";
pub(super) const USER: &str = "headcount";

/// What one user needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeastRights {
    /// Where the line belongs: a server's address, each node of a cluster, each sentinel.
    pub place: String,
    /// The line.
    pub line: String,
}

/// One line for each Redis: a user has one set of rules, so queues on one server share theirs. With Sentinel, one for
/// the sentinels besides.
pub fn least_acls(config: &Config) -> Vec<LeastRights> {
    let mut servers: Vec<(&RedisServer, Vec<&QueueTarget>)> = Vec::new();
    for queue in config.services.iter().flat_map(|s| &s.queues).filter_map(QueueSource::redis) {
        match servers.iter_mut().find(|(server, _)| **server == queue.server) {
            Some((_, queues)) => queues.push(queue),
            None => servers.push((&queue.server, vec![queue])),
        }
    }
    servers.into_iter().flat_map(|(server, queues)| acls_of(server, &queues)).collect()
}

fn acls_of(server: &RedisServer, queues: &[&QueueTarget]) -> Vec<LeastRights> {
    let at = &server.endpoint;
    let line = least_acl(server, queues);
    match &server.way {
        Way::Direct => vec![LeastRights { place: at.to_string(), line }],
        Way::Cluster { .. } => vec![LeastRights { place: format!("each node of the cluster at {at}"), line }],
        Way::Sentinel(sentinels) => {
            let master = &sentinels.master;
            let mut find = setuser(sentinels.user.as_deref());
            find.push_str(" -@all +sentinel|get-master-addr-by-name");
            vec![
                LeastRights { place: format!("each server that can become {master:?}"), line },
                LeastRights { place: format!("each sentinel of {master:?} ({at})"), line: find },
            ]
        }
    }
}

/// `on`, a password, exactly the keys, nothing but the commands. Authenticating needs no permission.
fn least_acl(server: &RedisServer, queues: &[&QueueTarget]) -> String {
    let mut keys = BTreeSet::new();
    // The connection itself asks for the store's clock, and changes the database where there is one.
    let mut commands = BTreeSet::from(["+time".to_owned()]);
    let mut asks_nodes = false;
    for queue in queues {
        for command in read::commands(&queue.recipe, queue.db) {
            commands.insert(command.permission());
            asks_nodes |= command.is_about_the_server();
            keys.extend(command.key().map(pattern));
        }
        if queue.db != 0 {
            commands.insert("+select".to_owned());
        }
    }
    let further: &[&str] = match server.way {
        Way::Direct => &[],
        Way::Cluster { .. } if asks_nodes => &["+asking", "+cluster|myid", "+cluster|slots"],
        Way::Cluster { .. } => &["+asking"],
        Way::Sentinel(_) => &["+role"],
    };
    commands.extend(further.iter().map(|permission| (*permission).to_owned()));
    let mut line = setuser(server.user.as_deref());
    for key in without_superfluous(&keys) {
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

fn setuser(user: Option<&str>) -> String {
    format!("ACL SETUSER {} on >{PASSWORD} resetkeys", quoted(user.unwrap_or(USER)))
}

/// A key as a pattern that matches only itself, but for what is found in Redis, which is a pattern already. Redis
/// takes no white space in a pattern; there, any character matches.
fn pattern(key: &str) -> String {
    let mut out = String::with_capacity(key.len());
    let mut is_pattern = false;
    for c in key.chars() {
        match c {
            RAW => is_pattern = !is_pattern,
            _ if is_pattern => out.push(c),
            '\0' | '\x0b' => out.push('?'),
            _ if c.is_ascii_whitespace() => out.push('?'),
            '*' | '?' | '[' | ']' | '\\' => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
    out
}

/// Without patterns that match nothing but what another one matches too.
fn without_superfluous(patterns: &BTreeSet<String>) -> BTreeSet<String> {
    let mut left = patterns.clone();
    for pattern in patterns {
        if left.iter().any(|other| other != pattern && covers(other, pattern)) {
            left.remove(pattern);
        }
    }
    left
}

/// Whether one pattern matches all that another one does: its stars take whatever stands there, stars too. Not told of
/// one in which something is escaped.
fn covers(wide: &str, pattern: &str) -> bool {
    let Some((first, others)) = wide.split_once('*') else { return false };
    let (middle, last) = others.rsplit_once('*').unwrap_or(("", others));
    let Some(mut rest) = pattern.strip_prefix(first) else { return false };
    for part in middle.split('*') {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last) && !wide.contains('\\')
}

/// A word as redis-cli reads it back.
fn quoted(word: &str) -> String {
    if word.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '"' | '\'' | '\\')) {
        return word.to_owned();
    }
    let mut out = String::from('"');
    for c in word.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            // Writing to a String cannot fail.
            '\0'..=' ' | '\x7f' if c != ' ' => _ = write!(out, "\\x{:02x}", u32::from(c)),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
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
            acls[0].line,
            "ACL SETUSER headcount on ><password> resetkeys ~failed ~health.workers.prod ~messages \
             ~messages__queue -@all +select +time +xinfo|groups +xlen +zcard +zcount +zrevrange"
        );
    }

    #[test]
    fn a_pattern_matches_the_key_alone_and_holds_no_white_space_that_redis_refuses() {
        for (key, matching) in [
            ("a*b", r"a\*b"),
            ("[^x]", r"\[^x\]"),
            ("a b", "a?b"),
            ("a\u{b}b\u{c}\0", "a?b??"),
            ("{x}é", "{x}é"),
        ] {
            assert_eq!(pattern(key), matching, "{key:?}");
        }
    }

    #[test]
    fn what_is_found_in_redis_is_a_pattern_and_commands_of_the_second_round_trip_are_in_the_line() {
        let config = load(
            r#"
            [page]
            title = "t"
            [[service]]
            id = "a"
            queue = [{ id = "q", system = "sidekiq", url = "redis://r.example.com", prefix = "a*b:" }]
            "#,
        );
        assert_eq!(
            least_acls(&config)[0].line,
            "ACL SETUSER headcount on ><password> resetkeys \"~a\\\\*b:*:[0-9]*:*\" \"~a\\\\*b:dead\" \
             \"~a\\\\*b:paused\" \"~a\\\\*b:processes\" \"~a\\\\*b:queue:*\" \"~a\\\\*b:queues\" \"~a\\\\*b:retry\" \
             \"~a\\\\*b:schedule\" -@all +hmget +llen +sismember +srandmember +time +zcard +zcount"
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
        let lines: Vec<String> = least_acls(&config).into_iter().map(|acl| acl.line).collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].contains(" ~one ") && lines[0].contains(" ~two ") && !lines[0].contains("three"));
        assert!(lines[1].starts_with("ACL SETUSER probe on ><password> resetkeys ~failed ~three "));
        assert!(!lines.concat().contains("pw"));
    }

    #[test]
    fn with_sentinel_there_is_a_line_for_the_sentinels_and_the_master_must_be_asked_what_it_is() {
        let config = load(
            r#"
            [page]
            title = "t"
            [[service]]
            id = "a"
            [[service.queue]]
            id = "q"
            system = "heartbeat"
            heartbeat = "beats"
            url = "redis://reader:pw@s1.example.com,redis://s2.example.com"
            sentinel_master = "mymaster"
            "#,
        );
        let acls: Vec<(String, String)> =
            least_acls(&config).into_iter().map(|acl| (acl.place, acl.line)).collect();
        assert_eq!(
            acls,
            [
                (
                    "each server that can become \"mymaster\"".to_owned(),
                    "ACL SETUSER reader on ><password> resetkeys ~beats -@all +role +time +zcard +zcount +zrevrange"
                        .to_owned()
                ),
                (
                    "each sentinel of \"mymaster\" (s1.example.com:26379)".to_owned(),
                    "ACL SETUSER headcount on ><password> resetkeys -@all +sentinel|get-master-addr-by-name"
                        .to_owned()
                ),
            ]
        );
    }

    #[test]
    fn in_a_cluster_keys_on_their_way_are_asked_for_and_clients_of_every_node() {
        let lines = |system: &str| {
            let config = load(&format!(
                "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n[[service.queue]]\nid = \"q\"\n\
                 url = \"redis://n1.example.com\"\ncluster = true\n{system}"
            ));
            least_acls(&config).remove(0)
        };
        let beats = lines("system = \"heartbeat\"\nheartbeat = \"beats\"");
        assert_eq!(beats.place, "each node of the cluster at n1.example.com:6379");
        assert!(
            beats.line.contains(" -@all +asking +time ") && !beats.line.contains("cluster"),
            "{}",
            beats.line
        );
        let clients = lines("system = \"bullmq\"\nqueues = [\"q\"]").line;
        for permission in ["+asking", "+client|list", "+cluster|myid", "+cluster|slots"] {
            assert!(clients.contains(permission), "{clients}");
        }
        let listeners = lines("system = \"rq\"").line;
        for permission in ["+pubsub|numsub", "+cluster|myid", "+cluster|slots"] {
            assert!(listeners.contains(permission), "{listeners}");
        }
    }

    #[test]
    fn a_pattern_that_another_one_covers_is_left_out_and_no_other() {
        let left = |patterns: &[&str]| {
            let left = without_superfluous(&patterns.iter().map(|p| (*p).to_owned()).collect());
            left.into_iter().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            left(&["bull:mail:*", "bull:mail:wait", "bull:other:wait"]),
            "bull:mail:* bull:other:wait"
        );
        assert_eq!(left(&["rq:queue:*", "rq:queue:*:intermediate"]), "rq:queue:*");
        assert_eq!(left(&["a:*:active", "a:b:active", "a:b:failed"]), "a:*:active a:b:failed");
        assert_eq!(left(&["a:*:a", "a:a"]), "a:*:a a:a", "what one star overlaps is not there twice");
        assert_eq!(left(&["a*", "a**"]), "a**", "one of the two stays");
        assert_eq!(left(&["a?", "a*b", "a\\*", "ab"]), "a*b a? a\\*", "an escape tells nothing");
    }

    #[test]
    fn a_key_matches_only_itself_and_survives_the_command_line() {
        assert_eq!(pattern("a*b[1]"), "a\\*b\\[1\\]");
        assert_eq!(quoted("~a\\*b"), "\"~a\\\\*b\"");
        assert_eq!(quoted(&pattern("my key")), "my?key");
        assert_eq!(quoted("~celery\x06\x163"), "\"~celery\\x06\\x163\"");
    }
}
