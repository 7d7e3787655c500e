//! What rows of a database become: numbers that are known, or reasons why not.

use super::*;
use crate::ports::{Dialect, Endpoint, NoAnswer, NoRows, SqlRefusal, SqlRows, SqlServer};
use shared::flag::{Flag, FlagWord};
use shared::reading::{Reading, Source, Why};
use shared::sample::{QueueNumbers, QueueSample, Standing, Workers};

fn transport(dialect: Dialect) -> Transport {
    Transport {
        server: SqlServer {
            dialect,
            endpoint: Endpoint::tcp("db.example.com", 5432),
            user: "probe".to_owned(),
            password: None,
            database: "shop".to_owned(),
        },
        table: "messenger_messages".to_owned(),
        queues: vec!["default".to_owned()],
        failed: Some("failed".to_owned()),
        redeliver_timeout: Duration::from_hours(1),
    }
}

/// Name, ready, delayed, in flight, not done, ahead, age.
fn rows(rows: &[[Option<&str>; 7]]) -> SqlRows {
    rows.iter().map(|row| row.iter().map(|cell| cell.map(str::to_owned)).collect()).collect()
}

fn default_row(counts: [&'static str; 5], age: Option<&'static str>) -> [Option<&'static str>; 7] {
    let [ready, delayed, in_flight, not_done, ahead] = counts;
    [Some("default"), Some(ready), Some(delayed), Some(in_flight), Some(not_done), Some(ahead), age]
}

fn known(value: u64) -> Reading {
    Reading::Known { value, source: Source::Sql }
}

fn unknown(why: Why) -> Reading {
    Reading::Unknown { why, source: Source::Sql }
}

fn numbers(sample: &QueueSample) -> [Reading; 5] {
    let QueueNumbers { queue_depth, failed_depth, in_flight, delayed, oldest_waiting_s, .. } = sample.numbers;
    [queue_depth, failed_depth, in_flight, delayed, oldest_waiting_s]
}

#[test]
fn the_statement_compares_in_utc_by_the_databases_clock_and_reads_no_message() {
    assert_eq!(
        statement(&transport(Dialect::PostgreSql)),
        "SELECT queue_name, \
         COUNT(CASE WHEN available_at <= (now() AT TIME ZONE 'UTC') AND (delivered_at IS NULL OR delivered_at < ((now() AT TIME ZONE 'UTC') - INTERVAL '3600 seconds')) THEN 1 END), \
         COUNT(CASE WHEN delivered_at IS NULL AND available_at > (now() AT TIME ZONE 'UTC') THEN 1 END), \
         COUNT(CASE WHEN delivered_at >= ((now() AT TIME ZONE 'UTC') - INTERVAL '3600 seconds') AND delivered_at < '9999-12-31 23:59:59' THEN 1 END), \
         COUNT(CASE WHEN delivered_at IS NULL OR delivered_at < '9999-12-31 23:59:59' THEN 1 END), \
         COUNT(CASE WHEN created_at > ((now() AT TIME ZONE 'UTC') + INTERVAL '3 seconds') THEN 1 END), \
         FLOOR(EXTRACT(EPOCH FROM (now() AT TIME ZONE 'UTC') - MIN(CASE WHEN available_at <= (now() AT TIME ZONE 'UTC') AND (delivered_at IS NULL OR delivered_at < ((now() AT TIME ZONE 'UTC') - INTERVAL '3600 seconds')) THEN available_at END))) \
         FROM messenger_messages WHERE queue_name IN (E'default', E'failed') GROUP BY queue_name"
    );
    let mysql = statement(&transport(Dialect::MySql));
    assert!(mysql.contains("delivered_at < (UTC_TIMESTAMP() - INTERVAL 3600 SECOND)"), "{mysql}");
    assert!(mysql.contains("TIMESTAMPDIFF(SECOND, MIN("), "{mysql}");
    assert!(
        mysql.ends_with("IN (_utf8mb4 X'64656661756c74', _utf8mb4 X'6661696c6564') GROUP BY queue_name"),
        "{mysql}"
    );
    for text in [mysql, statement(&transport(Dialect::PostgreSql))] {
        assert!(!text.contains("body") && !text.contains("headers"), "{text}");
    }
}

#[test]
fn a_name_cannot_end_its_literal() {
    let mut odd = transport(Dialect::PostgreSql);
    odd.queues = vec!["a'b\\'; DROP".to_owned()];
    odd.failed = None;
    assert!(statement(&odd).contains("IN (E'a\\'b\\\\\\'; DROP') GROUP"), "{}", statement(&odd));
    odd.server.dialect = Dialect::MySql;
    assert!(statement(&odd).contains("IN (_utf8mb4 X'6127625c273b2044524f50') GROUP"), "{}", statement(&odd));
}

#[test]
fn a_table_is_a_plain_name_behind_a_schemas_or_alone() {
    for good in ["messenger_messages", "app.messenger_messages", "_m1", "Jobs"] {
        assert!(is_table(good), "{good}");
    }
    for bad in ["", ".", "a.", "a.b.c", "1a", "a b", "a;b", "a\"b", "a`b", "ä"] {
        assert!(!is_table(bad), "{bad}");
    }
}

#[test]
fn ready_delayed_in_flight_failed_and_the_oldest_are_read() {
    let failed = [Some("failed"), Some("3"), Some("0"), Some("1"), Some("4"), Some("0"), Some("90")];
    let answer = rows(&[default_row(["5", "2", "1", "8", "0"], Some("37")), failed]);
    let sample = read(&transport(Dialect::PostgreSql), Ok(answer));
    assert_eq!(numbers(&sample), [known(5), known(4), known(1), known(2), known(37)]);
    assert_eq!((sample.workers, sample.standing), (Workers::NotMeasured, Standing::Said));
    assert_eq!(sample.flags, [Flag::new(FlagWord::LivenessNotMeasured)]);
    assert!(sample.parts.is_empty());
}

#[test]
fn a_name_without_rows_has_no_message_and_a_transport_without_failure_transport_no_dead_letters() {
    let mut transport = transport(Dialect::MySql);
    assert_eq!(numbers(&read(&transport, Ok(Vec::new()))), [known(0); 5]);
    transport.failed = None;
    assert_eq!(read(&transport, Ok(Vec::new())).numbers.failed_depth, unknown(Why::NotOffered));
}

#[test]
fn several_queues_are_added_up_the_oldest_of_all_counts_and_each_has_a_part() {
    let mut transport = transport(Dialect::MySql);
    transport.queues.push("mail".to_owned());
    let mail = [Some("MAIL"), Some("2"), Some("0"), Some("0"), Some("2"), Some("0"), Some("400")];
    let sample = read(&transport, Ok(rows(&[default_row(["5", "2", "1", "8", "0"], Some("37")), mail])));
    assert_eq!(numbers(&sample), [known(7), known(0), known(1), known(2), known(400)]);
    let parts: Vec<_> =
        sample.parts.iter().map(|p| (p.name.as_str(), p.queue_depth, p.oldest_waiting_s)).collect();
    assert_eq!(
        parts,
        [("default", known(5), known(37)), ("mail", known(2), known(400))],
        "MySQL compares without case"
    );
}

#[test]
fn messages_of_the_future_make_every_number_unknown_that_goes_by_time() {
    let answer = rows(&[default_row(["0", "5", "0", "5", "5"], None)]);
    let sample = read(&transport(Dialect::PostgreSql), Ok(answer));
    let skew = unknown(Why::ClockSkew);
    assert_eq!(numbers(&sample), [skew, known(0), skew, skew, skew]);
    assert_eq!((sample.standing, sample.flags[1].word), (Standing::Said, FlagWord::ClockSkew));
}

#[test]
fn numbers_that_are_none_and_columns_that_were_not_asked_for_are_not_understood() {
    for odd in ["-1", "1.5", "", "9007199254740993"] {
        let answer =
            rows(&[[Some("default"), Some(odd), Some("1"), Some("1"), Some("1"), Some("0"), Some("3")]]);
        let sample = read(&transport(Dialect::MySql), Ok(answer));
        assert_eq!(
            (sample.numbers.queue_depth, sample.numbers.delayed),
            (unknown(Why::NotUnderstood), known(1)),
            "{odd}"
        );
    }
    let sample = read(&transport(Dialect::MySql), Ok(vec![vec![Some("default".to_owned())]]));
    assert_eq!((numbers(&sample), sample.standing), ([unknown(Why::NotUnderstood); 5], Standing::Refused));
}

#[test]
fn each_refusal_has_its_own_reason_and_costs_every_number() {
    for (code, why, standing) in [
        ("28P01", Why::WrongPassword, Standing::Refused),
        ("1045", Why::WrongPassword, Standing::Refused),
        ("42501", Why::NotPermitted, Standing::Refused),
        ("1143", Why::NotPermitted, Standing::Refused),
        ("42P01", Why::NoSuchKey, Standing::Refused),
        ("1146", Why::NoSuchKey, Standing::Refused),
        ("42703", Why::WrongKindOfKey, Standing::Refused),
        ("57P03", Why::StartingUp, Standing::Refused),
        ("53300", Why::NotServing, Standing::Refused),
        ("57014", Why::NotAnswering, Standing::Unreached),
        ("1969", Why::NotAnswering, Standing::Unreached),
        ("XX000", Why::NotUnderstood, Standing::Refused),
    ] {
        let refusal = SqlRefusal { code: code.to_owned(), words: "no".to_owned() };
        let sample = read(&transport(Dialect::MySql), Err(NoRows::Refused(refusal)));
        assert_eq!((numbers(&sample), sample.standing), ([unknown(why); 5], standing), "{code}");
        assert_eq!(sample.evidence, format!("{code} no"));
    }
    let silent = NoAnswer::TimedOut(Duration::from_secs(2));
    let sample = read(&transport(Dialect::PostgreSql), Err(NoRows::NoAnswer(silent)));
    assert_eq!((numbers(&sample), sample.standing), ([unknown(Why::NotAnswering); 5], Standing::Unreached));
}
