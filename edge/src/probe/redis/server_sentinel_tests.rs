//! Sentinels that are behind the times: who is asked then, and who is believed.

use super::*;

fn sentinels(others: &[&str]) -> RedisServer {
    let others = others.iter().map(|host| node(host)).collect();
    let sentinel = Sentinel { master: "main".to_owned(), others, user: None, password: None };
    RedisServer { way: Way::Sentinel(sentinel), ..RedisServer::at(node("s1")) }
}

const MASTER: &str = "*3\r\n$6\r\nmaster\r\n:0\r\n*0\r\n";
const REPLICA: &str = "*2\r\n$5\r\nslave\r\n$1\r\na\r\n";

/// `s1` names `old`, which is gone; `s2` names `new`, which is the master; `s3` is silent; `s4` knows nobody.
fn watched(at: &str, command: &str) -> Option<String> {
    some(match (at, command) {
        ("s3:6379", _) => SILENCE,
        ("s1:6379" | "s2:6379" | "s4:6379", "TIME") => "-ERR unknown command\r\n",
        ("s1:6379", _) => "*2\r\n$3\r\nold\r\n$4\r\n6379\r\n",
        ("s2:6379", _) => "*2\r\n$3\r\nnew\r\n$4\r\n6379\r\n",
        ("s4:6379", _) => "*-1\r\n",
        ("new:6379", "TIME") => TIME,
        ("new:6379", "ROLE") => MASTER,
        ("new:6379", _) => ":9\r\n",
        _ => return None,
    })
}

#[tokio::test(start_paused = true)]
async fn a_sentinel_that_names_a_dead_master_is_passed_over_for_one_that_knows_better() {
    let world = World::new(watched);
    let replies = ask(&sentinels(&["s3", "s2"]), &world, &["XLEN one"], &["XLEN two"]).await;
    assert_eq!(readings(&replies), [known(9), known(9)]);
    let seen = world.seen();
    let at: Vec<&str> = seen.iter().map(|(at, _)| at.as_str()).collect();
    assert_eq!(at, ["s1:6379", "old:6379", "old:6379", "s3:6379", "s2:6379", "new:6379"]);
    assert_eq!(seen[0].1, ["SENTINEL GET-MASTER-ADDR-BY-NAME main"]);
    assert_eq!(seen[5].1, ["XLEN one; ROLE", "XLEN two"]);
}

#[tokio::test(start_paused = true)]
async fn when_nobody_names_a_living_master_the_reason_names_the_sentinel_and_what_it_said() {
    let world = World::new(watched);
    let replies = ask(&sentinels(&["s4"]), &world, &["XLEN one"], &[]).await;
    assert_eq!(readings(&replies), [unknown(Why::NotAnswering)]);
    assert_eq!(detail(&replies[0]), "old:6379, which sentinel s1:6379 names: connection refused");

    let RedisServer { way, .. } = sentinels(&[]);
    let unknowing = RedisServer { way, ..RedisServer::at(node("s4")) };
    let replies = ask(&unknowing, &world, &["XLEN one"], &["XLEN two"]).await;
    assert_eq!(replies[0].value(), Err(Why::NotServing));
    assert_eq!(detail(&replies[0]), "sentinel s4:6379: no master is called \"main\" here");
    assert_eq!(replies[1].value(), Err(Why::NotAsked));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_no_master_any_more_or_does_not_say_is_not_believed() {
    for (role, why, words) in [
        (REPLICA, Why::NotServing, "it is a replica"),
        ("-NOPERM this user has no permissions\r\n", Why::NotPermitted, "ROLE: NOPERM"),
    ] {
        let as_replica: fn(&str, &str) -> Option<String> = |at, command| match command {
            "ROLE" => some(REPLICA),
            _ => watched(at, command),
        };
        let unsaid: fn(&str, &str) -> Option<String> = |at, command| match command {
            "ROLE" => some("-NOPERM this user has no permissions\r\n"),
            _ => watched(at, command),
        };
        let world = World::new(if role == REPLICA { as_replica } else { unsaid });
        let RedisServer { way, .. } = sentinels(&[]);
        let server = RedisServer { way, ..RedisServer::at(node("s2")) };
        let replies = ask(&server, &world, &["XLEN one"], &[]).await;
        assert_eq!(replies[0].value(), Err(why));
        assert!(detail(&replies[0]).contains(words), "{}", detail(&replies[0]));
    }
}
