//! Queue systems are recognised by the keys that they alone write.

use super::*;
use crate::probe::redis::reply::Missing;
use std::collections::BTreeMap;

/// A database in which these commands have these replies, and every other key is absent.
fn findings(replies: &[(&str, &str)]) -> Findings {
    let known: BTreeMap<&str, &str> = replies.iter().copied().collect();
    let questions = Questions::new(None);
    let replies: Vec<Reply> = questions
        .commands()
        .iter()
        .map(|command| {
            let words = command.words.join(" ");
            let absent = match command.words[0].as_str() {
                "TYPE" => "+none\r\n",
                "XLEN" => ":0\r\n",
                "XINFO" => "-ERR no such key\r\n",
                _ => "$0\r\n\r\n",
            };
            Reply::parse(known.get(words.as_str()).copied().unwrap_or(absent).as_bytes())
        })
        .collect();
    questions.findings(&replies, 2)
}

fn one(replies: &[(&str, &str)]) -> Found {
    let found = findings(replies).found;
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].clone()
}

fn bulk(text: &str) -> String {
    format!("${}\r\n{text}\r\n", text.len())
}

/// `XINFO GROUPS` of a stream that Symfony's group reads.
fn group(read: u64, pending: u64, lag: &str) -> String {
    let fields = [
        ("name", bulk("symfony")),
        ("pending", format!(":{pending}\r\n")),
        ("entries-read", format!(":{read}\r\n")),
        ("lag", lag.to_owned()),
    ];
    let fields: String = fields.iter().map(|(key, value)| bulk(key) + value).collect();
    format!("*1\r\n*8\r\n{fields}")
}

#[test]
fn every_sign_is_found_where_its_key_is_and_nowhere_else() {
    assert_eq!(findings(&[]), Findings::default());
    for sign in SIGNS {
        let name = if sign.key.contains('*') { NAMES[0] } else { "" };
        let command = format!("TYPE {}{}", sign.prefix, sign.key.replace('*', name));
        let found = one(&[(&command, &format!("+{}\r\n", sign.kind))]);
        assert_eq!(found.system, sign.system, "{command}");
        assert_eq!(found.names, if name.is_empty() { vec![] } else { vec![name.to_owned()] }, "{command}");
        let of_another_kind = findings(&[(&command, "+hyperloglog\r\n")]);
        assert!(of_another_kind.found.is_empty(), "{command}: {of_another_kind:?}");
    }
}

#[test]
fn nothing_is_listed_and_nothing_is_changed() {
    for command in Questions::new(Some("{my} stream")).commands() {
        let words: Vec<&str> = command.words.iter().map(String::as_str).collect();
        assert!(
            matches!(
                words[..],
                ["TYPE" | "XLEN", _]
                    | ["XINFO", "GROUPS", _]
                    | ["INFO", "keyspace" | "cluster"]
                    // Where apalis has written down its queues.
                    | ["ZRANGE", "core:apalis:queues:list", "0", "31"]
                    | ["CLIENT", "LIST"]
            ),
            "{words:?}"
        );
    }
    assert!(Questions::new(None).commands().len() < 800);
}

#[test]
fn symfony_is_told_by_its_group_with_its_failed_stream_and_heartbeat() {
    let of = group(3, 1, ":2\r\n");
    let found = one(&[
        ("XINFO GROUPS messages", &of),
        ("XLEN messages", ":3\r\n"),
        ("XINFO GROUPS high", &of),
        ("XLEN high", ":3\r\n"),
        ("TYPE failed", "+stream\r\n"),
        ("TYPE health.workers.prod", "+zset\r\n"),
    ]);
    assert_eq!(
        (found.system, found.names.as_slice()),
        ("symfony", &["messages".to_owned(), "high".to_owned()][..])
    );
    assert_eq!(
        (found.failed.as_deref(), found.heartbeat.as_deref()),
        (Some("failed"), Some("health.workers.prod"))
    );
    assert_eq!(found.deletes_on_ack, Some(true));
}

#[test]
fn whether_entries_are_kept_is_told_by_what_lies_beyond_the_open_ones() {
    let told =
        |of: &str, length| one(&[("XINFO GROUPS messages", of), ("XLEN messages", length)]).deletes_on_ack;
    assert_eq!(told(&group(3, 1, ":2\r\n"), ":9\r\n"), Some(false));
    assert_eq!(told(&group(0, 0, ":2\r\n"), ":2\r\n"), None, "nothing was read yet");
    assert_eq!(told(&group(3, 1, "$-1\r\n"), ":9\r\n"), None, "a lag that is not known");
}

/// `XINFO GROUPS` of a stream with these groups, all of them at the end.
fn groups(names: &[&str]) -> String {
    let each = names.iter().map(|name| group(1, 0, ":0\r\n").replace(&bulk("symfony"), &bulk(name)));
    let each: String = each.map(|one| one.trim_start_matches("*1\r\n").to_owned()).collect();
    format!("*{}\r\n{each}", names.len())
}

#[test]
fn a_group_of_another_name_is_an_applications_own_stream() {
    let workers = groups(&["workers"]);
    let found = findings(&[
        ("XINFO GROUPS orders", &workers),
        ("XLEN orders", ":7\r\n"),
        ("XINFO GROUPS events", &workers),
        ("XINFO GROUPS messages", &groups(&["symfony"])),
        ("TYPE failed", "+stream\r\n"),
    ])
    .found;
    let told: Vec<_> = found.iter().map(|f| (f.system, f.names.join(","), f.group.as_deref())).collect();
    let own = ("streams", "events,orders".to_owned(), Some("workers"));
    assert_eq!(told, [own, ("symfony", "messages".to_owned(), None)]);
    assert_eq!((found[0].failed.as_deref(), found[1].failed.as_deref()), (None, Some("failed")));
    assert_eq!(found[0].deletes_on_ack, Some(false), "seven are there, and nothing is open");
    assert!(findings(&[("XINFO GROUPS orders", &groups(&["taskiq"]))]).found.is_empty());
}

#[test]
fn of_many_groups_four_are_written_down_and_the_others_are_counted() {
    let names: Vec<String> = (0..1000).map(|n| format!("g{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let findings = findings(&[("XINFO GROUPS jobs", &groups(&names)), ("XLEN jobs", ":0\r\n")]);
    assert_eq!((findings.found.len(), findings.more_groups), (4, 996));
    assert_eq!(findings.found[0].deletes_on_ack, None, "of several groups it is not told");
}

#[test]
fn apalis_has_written_its_queues_down() {
    let list = "*2\r\n".to_owned() + &bulk("app::Mail:workers") + &bulk("app::Old:consumers");
    let found = one(&[("ZRANGE core:apalis:queues:list 0 31", &list)]);
    assert_eq!(
        (found.system, found.names.as_slice()),
        ("apalis", &["app::Mail".to_owned(), "app::Old".to_owned()][..])
    );
}

#[test]
fn a_cluster_and_whoever_waits_under_names_that_are_not_known_are_told() {
    let list = "id=1 name= db=2 cmd=xreadgroup\nid=2 name= db=2 cmd=brpop\nid=3 name= db=3 cmd=brpop\n";
    let told = findings(&[
        ("INFO cluster", &bulk("# Cluster\r\ncluster_enabled:1\r\n")),
        ("CLIENT LIST", &bulk(list)),
    ]);
    assert_eq!((told.is_cluster, told.stream_readers, told.list_readers), (true, 1, 1));
    assert!(!findings(&[("INFO cluster", &bulk("# Cluster\r\ncluster_enabled:0\r\n"))]).is_cluster);
}

#[test]
fn bullmq_is_told_by_the_names_of_its_workers_in_this_database() {
    let list = "id=1 name=bull:bWFpbA== db=2 cmd=get\n\
                id=2 name={shop}:bWFpbA==:w:one db=2 cmd=bzpopmin\n\
                id=3 name=bull:cGRm db=3 cmd=bzpopmin\n\
                id=4 name=app:test db=2 cmd=get\n\
                id=5 name= db=2 cmd=client|list\n";
    let found = findings(&[("CLIENT LIST", &bulk(list))]).found;
    let told: Vec<_> = found.iter().map(|f| (f.system, f.prefix.as_deref(), f.names.join(","))).collect();
    assert_eq!(told, [("bullmq", None, "mail".to_owned()), ("bullmq", Some("{shop}"), "mail".to_owned())]);
}

#[test]
fn of_several_laravels_horizon_runs_the_one_whose_prefix_is_like_its_own_and_the_others_stay() {
    let found = findings(&[
        ("TYPE laravel_horizon:masters", "+zset\r\n"),
        ("TYPE queues:high", "+list\r\n"),
        ("TYPE laravel_database_queues:default", "+list\r\n"),
        ("TYPE laravel-database-queues:mail", "+list\r\n"),
    ]);
    let told = |found: &Found| (found.system, found.prefix.clone().unwrap(), found.names[0].clone());
    let mut all: Vec<_> = found.found.iter().map(told).collect();
    all.sort();
    let of = |system, prefix: &str, name: &str| (system, prefix.to_owned(), name.to_owned());
    assert_eq!(
        all,
        [
            of("horizon", "laravel_database_", "default"),
            of("laravel", "", "high"),
            of("laravel", "laravel-database-", "mail"),
        ]
    );
}

#[test]
fn horizon_and_the_queues_that_it_runs_are_one() {
    let found = one(&[
        ("TYPE laravel_horizon:masters", "+zset\r\n"),
        ("TYPE laravel_database_queues:default", "+list\r\n"),
        ("TYPE laravel_database_queues:mail:delayed", "+zset\r\n"),
    ]);
    assert_eq!((found.system, found.horizon_prefix.as_deref()), ("horizon", Some("laravel_horizon:")));
    assert_eq!(found.prefix.as_deref(), Some("laravel_database_"));
    assert_eq!(found.names.len(), 2);
}

#[test]
fn a_heartbeat_is_that_of_the_system_that_has_nothing_else_or_nobodys() {
    let beat = ("TYPE health.workers.dev", "+zset\r\n");
    assert_eq!(one(&[beat]).system, "heartbeat");
    let both = findings(&[beat, ("TYPE processes", "+set\r\n"), ("TYPE rq:workers", "+set\r\n")]).found;
    assert_eq!(both.len(), 2);
    assert!(both.iter().all(|found| found.heartbeat.is_none()));
    let of = group(3, 0, ":0\r\n");
    let both = findings(&[beat, ("TYPE processes", "+set\r\n"), ("XINFO GROUPS messages", &of)]).found;
    let told: Vec<_> = both.iter().map(|found| (found.system, found.heartbeat.is_some())).collect();
    assert_eq!(told, [("symfony", true), ("sidekiq", false)], "the counted first");
}

#[test]
fn databases_with_keys_and_questions_that_were_not_permitted_are_told() {
    let keyspace = bulk("# Keyspace\r\ndb0:keys=5,expires=0,avg_ttl=0\r\ndb7:keys=12,expires=1\r\n");
    assert_eq!(findings(&[("INFO keyspace", &keyspace)]).databases, [(0, 5), (7, 12)]);
    let no = "-NOPERM this user has no permissions to run the 'client|list' command\r\n";
    assert_eq!(findings(&[("CLIENT LIST", no)]).forbidden, 1);
    let questions = Questions::new(None);
    let silent = vec![Reply::None(Missing::new(Why::NotAnswering, "")); questions.commands().len()];
    assert_eq!(questions.findings(&silent, 0), Findings::default());
}
