//! Redis misbehaving in every known way: each costs the readings it concerns and no others.

use super::*;
use crate::config::RedisServer;
use crate::config::secret::Secret;
use crate::ports::Endpoint;
use crate::probe::queue::{Command, ReplySize};
use crate::probe::redis::exchange::{Answers, Ask, REPLY_LIMIT};
use crate::probe::redis::reply::Reply;
use core::time::Duration;
use tokio::io::duplex;

const TIME: &[u8] = b"*2\r\n$10\r\n1796047203\r\n$1\r\n0\r\n";

#[derive(Clone, Copy, PartialEq)]
enum Then {
    HangsUp,
    IsSilent,
}

fn server(password: Option<&str>) -> RedisServer {
    RedisServer {
        password: password.map(Secret::new),
        ..RedisServer::at(Endpoint::tcp("redis.example", 6379))
    }
}

fn small(words: &[&str]) -> Command {
    Command::new(ReplySize::Small, words)
}

/// Two commands in one database.
fn two() -> [Ask; 1] {
    [Ask { db: 0, commands: vec![small(&["XLEN", "messages"]), small(&["ZCARD", "messages__queue"])] }]
}

/// What is understood when the server says `script` and then does `then`; the deadline is one second.
async fn hear(server: &RedisServer, asks: &[Ask], script: &[&[u8]], then: Then) -> Answers {
    let (mut ours, mut theirs) = duplex(1 << 20);
    theirs.write_all(&script.concat()).await.unwrap();
    let theirs = (then == Then::IsSilent).then_some(theirs);
    let mut exchange = Exchange::new(server, asks);
    let end = tokio::time::timeout(Duration::from_secs(1), converse(&mut exchange, &mut ours)).await;
    drop(theirs);
    let cut = match end {
        Ok(Err(missing)) => missing,
        Ok(Ok(())) => Missing::new(Why::NotAsked, "unused"),
        Err(_) => Missing::new(Why::NotAnswering, "time is up"),
    };
    exchange.finish(&cut)
}

fn why(reply: &Reply) -> Why {
    reply.value().expect_err("a missing reply")
}

fn whys(answers: &Answers) -> Vec<Result<u64, Why>> {
    answers.each.iter().flatten().map(Reply::count).collect()
}

#[tokio::test]
async fn everything_is_asked_in_one_write_small_replies_first_and_sorted_back() {
    let asks = [
        Ask { db: 2, commands: vec![Command::new(ReplySize::Capped, &["BIG", "a"]), small(&["XLEN", "a"])] },
        Ask {
            db: 0,
            commands: vec![Command::new(ReplySize::Unbounded, &["HUGE", "b"]), small(&["XLEN", "b"])],
        },
    ];
    let mut login = server(Some("secret"));
    login.user = Some("reader".to_owned());
    let exchange = Exchange::new(&login, &asks);
    let mut words = Vec::new();
    for command in String::from_utf8(exchange.request().to_vec()).unwrap().split('*').skip(1) {
        words.push(command.lines().skip(2).step_by(2).collect::<Vec<_>>().join(" "));
    }
    let expected =
        ["AUTH reader secret", "TIME", "XLEN b", "SELECT 2", "XLEN a", "BIG a", "SELECT 0", "HUGE b"];
    assert_eq!(words, expected);
    let ok = b"+OK\r\n".as_slice();
    let script = [ok, TIME, b":1\r\n", ok, b":2\r\n:3\r\n", ok, b":4\r\n"];
    let answers = hear(&login, &asks, &script, Then::IsSilent).await;
    assert_eq!(whys(&answers), [Ok(3), Ok(2), Ok(4), Ok(1)]);
    assert!(answers.time.time().is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_server_that_accepts_and_hangs_is_not_answering() {
    let answers = hear(&server(None), &two(), &[], Then::IsSilent).await;
    assert_eq!(whys(&answers), [Err(Why::NotAnswering); 2]);
    assert_eq!(answers.time, Reply::None(Missing::new(Why::NotAnswering, "time is up")));
}

#[tokio::test(start_paused = true)]
async fn what_arrived_before_silence_or_the_end_stays_valid() {
    for then in [Then::IsSilent, Then::HangsUp] {
        let answers = hear(&server(None), &two(), &[TIME, b":5\r\n:1"], then).await;
        assert_eq!(whys(&answers), [Ok(5), Err(Why::NotAnswering)]);
        assert!(answers.time.time().is_ok());
    }
}

#[tokio::test]
async fn a_closed_connection_brought_nothing() {
    let answers = hear(&server(None), &two(), &[], Then::HangsUp).await;
    assert_eq!(answers.time, Reply::None(Missing::new(Why::NotAnswering, NoAnswer::Reset.to_string())));
}

#[tokio::test]
async fn without_a_password_every_reply_says_that_one_is_wanted() {
    let noauth = include_bytes!("../../../testdata/redis/err_noauth.resp").as_slice();
    let answers = hear(&server(None), &two(), &[noauth, noauth, noauth], Then::IsSilent).await;
    assert_eq!(whys(&answers), [Err(Why::NoPassword); 2]);
    assert_eq!(why(&answers.time), Why::NoPassword);
}

#[tokio::test]
async fn after_a_wrong_password_nothing_counts_whatever_the_server_answers_a_stranger() {
    let wrong = b"-WRONGPASS invalid username-password pair or user is disabled.\r\n".as_slice();
    for rest in [b"-NOAUTH Authentication required.\r\n".repeat(3), [TIME, b":5\r\n:1\r\n"].concat()] {
        let answers = hear(&server(Some("old")), &two(), &[wrong, &rest], Then::IsSilent).await;
        assert_eq!(whys(&answers), [Err(Why::WrongPassword); 2]);
        assert_eq!(why(&answers.time), Why::WrongPassword);
    }
}

#[tokio::test]
async fn a_server_that_repeats_our_arguments_does_not_bring_the_password_into_any_text() {
    let echo = b"-ERR unknown command 'AUTH', with args beginning with: 'hunter2' \r\n".as_slice();
    let script = [echo, TIME, b":5\r\n:1\r\n"];
    let answers = hear(&server(Some("hunter2")), &two(), &script, Then::IsSilent).await;
    assert!(!format!("{answers:?}").contains("hunter2"));
    assert_eq!(whys(&answers), [Err(Why::NotUnderstood); 2]);
}

#[tokio::test]
async fn an_error_on_one_command_costs_only_that_one() {
    for (error, why) in [
        (&b"-NOPERM this user has no permissions to run the 'xlen' command\r\n"[..], Why::NotPermitted),
        (include_bytes!("../../../testdata/redis/err_wrongtype.resp"), Why::WrongKindOfKey),
        (include_bytes!("../../../testdata/redis/err_moved.resp"), Why::ElsewhereInCluster),
        (include_bytes!("../../../testdata/redis/err_no_such_key.resp"), Why::NoSuchKey),
        (b"#neither\r\n", Why::NotUnderstood),
        (b"$-1\r\n", Why::NotUnderstood),
    ] {
        let answers = hear(&server(None), &two(), &[TIME, error, b":1\r\n"], Then::IsSilent).await;
        assert_eq!(whys(&answers), [Err(why), Ok(1)]);
        assert!(answers.time.time().is_ok());
    }
}

#[tokio::test]
async fn a_server_that_cannot_serve_says_why_and_all_is_unknown_for_that_reason() {
    for (error, why) in [
        (&b"-LOADING Redis is loading the dataset in memory\r\n"[..], Why::StartingUp),
        (include_bytes!("../../../testdata/redis/err_masterdown.resp"), Why::NotServing),
        (b"-CLUSTERDOWN The cluster is down\r\n", Why::NotServing),
    ] {
        let answers = hear(&server(None), &two(), &[TIME, error, error], Then::IsSilent).await;
        assert_eq!(whys(&answers), [Err(why); 2]);
    }
}

#[tokio::test]
async fn a_server_that_greets_with_an_error_and_hangs_up_gave_its_reason() {
    for (greeting, why) in [
        ("-ERR max number of clients reached\r\n", Why::NotServing),
        ("-DENIED Redis is running in protected mode because it is\r\n", Why::NotPermitted),
    ] {
        let answers = hear(&server(None), &two(), &[greeting.as_bytes()], Then::HangsUp).await;
        assert_eq!(whys(&answers), [Err(why); 2]);
    }
    let noperm = b"-NOPERM this user has no permissions to run the 'time' command\r\n";
    let answers = hear(&server(None), &two(), &[noperm], Then::HangsUp).await;
    assert_eq!(why(&answers.time), Why::NotPermitted);
    assert_eq!(whys(&answers), [Err(Why::NotAnswering); 2], "one refused command speaks only for itself");
}

#[tokio::test]
async fn garbage_and_impossible_lengths_end_the_reading_at_once_and_keep_what_came_before() {
    for (bytes, why) in [
        (&b"HTTP/1.1 400 Bad Request\r\n\r\n"[..], Why::NotUnderstood),
        (b"\xde\xad\xbe\xef", Why::NotUnderstood),
        (b"$4611686018427387904\r\n", Why::TooLarge),
        (b"*4611686018427387904\r\n", Why::TooLarge),
    ] {
        // Silent: without giving up by itself, this would wait for the deadline.
        let answers = hear(&server(None), &two(), &[TIME, b":5\r\n", bytes], Then::IsSilent).await;
        assert_eq!(whys(&answers), [Ok(5), Err(why)]);
    }
}

#[tokio::test]
async fn a_reply_beyond_the_limit_costs_only_itself_because_it_comes_last() {
    let asks = [Ask {
        db: 0,
        commands: vec![
            Command::new(ReplySize::Capped, &["ZREVRANGE", "beats"]),
            small(&["XLEN", "messages"]),
        ],
    }];
    let member = [b"$200\r\n".as_slice(), &[b'm'; 200], b"\r\n"].concat();
    let huge = [b"*350\r\n".as_slice(), &member.repeat(350)].concat();
    assert!(huge.len() > REPLY_LIMIT);
    let answers = hear(&server(None), &asks, &[TIME, b":5\r\n", &huge], Then::IsSilent).await;
    assert_eq!(whys(&answers), [Err(Why::TooLarge), Ok(5)]);
}

#[tokio::test]
async fn a_database_that_cannot_be_chosen_costs_the_commands_meant_for_it() {
    let asks = [
        Ask { db: 0, commands: vec![small(&["XLEN", "a"])] },
        Ask { db: 7, commands: vec![small(&["XLEN", "b"])] },
    ];
    for (select, why) in [
        (b"-NOPERM no select\r\n".as_slice(), Why::NotPermitted),
        (b"-ERR DB index is out of range\r\n", Why::NotUnderstood),
    ] {
        let script = [TIME, b":1\r\n", select, b":2\r\n"];
        let answers = hear(&server(None), &asks, &script, Then::IsSilent).await;
        assert_eq!(whys(&answers), [Ok(1), Err(why)], "the 2 was counted in database 0");
    }
}

#[tokio::test]
async fn without_the_right_to_choose_a_database_the_first_one_is_still_read_completely() {
    let asks = [
        Ask { db: 0, commands: vec![small(&["XLEN", "a"]), Command::new(ReplySize::Capped, &["BIG", "a"])] },
        Ask { db: 7, commands: vec![small(&["XLEN", "b"])] },
    ];
    let refusal = b"-NOPERM no select\r\n".as_slice();
    let script = [TIME, b":1\r\n", refusal, b":2\r\n", refusal, b":3\r\n"];
    let answers = hear(&server(None), &asks, &script, Then::IsSilent).await;
    assert_eq!(whys(&answers), [Ok(1), Ok(3), Err(Why::NotPermitted)]);
}

#[test]
fn replies_that_come_byte_by_byte_are_the_same_and_resp3_is_understood() {
    let groups = include_bytes!("../../../testdata/redis/xinfo_groups_lag_null_resp3.resp").as_slice();
    let script = [b">2\r\n+invalidate\r\n_\r\n".as_slice(), TIME, groups, b":1\r\n"].concat();
    let mut exchange = Exchange::new(&server(None), &two());
    for byte in &script {
        assert!(!exchange.is_complete());
        exchange.receive(core::slice::from_ref(byte)).unwrap();
    }
    assert!(exchange.is_complete());
    let answers = exchange.finish(&Missing::new(Why::NotAsked, "unused"));
    assert!(matches!(answers.each[0][0].value(), Ok(redis::Value::Array(_))));
    assert_eq!(answers.each[0][1].count(), Ok(1));
}
