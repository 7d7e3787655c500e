//! What a table of messages means: waiting, delayed, in flight, dead.
//!
//! Who is alive is not in it.

use super::Transport;
use crate::ports::{NoAnswer, NoRows, SqlRefusal, SqlRows};
use core::time::Duration;
use shared::flag::{Flag, FlagWord};
use shared::reading::{GREATEST, Reading, Source, Why};
use shared::sample::{PartNumbers, QueueNumbers, QueueSample, Standing, Workers};

/// What is known of the queues. The sample's `id`, `host` and `round_trip` are the caller's to fill in.
pub fn read(transport: &Transport, answer: Result<SqlRows, NoRows>) -> QueueSample {
    let table = answer.map_err(Missing::of).and_then(|rows| table(transport, &rows));
    let (table, missing) = match table {
        Ok(table) => (Ok(table), None),
        Err(missing) => (Err(missing.why), Some(missing)),
    };
    let rows = table.as_ref().map(|table| &table.queues).map_err(|why| *why);
    let sum = |number: fn(&Row) -> Count| rows.and_then(|rows| of_all(rows, number, u64::saturating_add));
    let skewed = table.as_ref().is_ok_and(|table| table.is_ahead);
    let parts = match (&table, transport.queues.len()) {
        (Ok(table), 2..) => transport.queues.iter().zip(&table.queues).map(part).collect(),
        _ => Vec::new(),
    };
    QueueSample {
        id: String::new(),
        standing: missing.as_ref().map_or(Standing::Said, Missing::standing),
        workers: Workers::NotMeasured,
        basis: None,
        quiet: 0,
        numbers: QueueNumbers {
            queue_depth: reading(sum(|row| row.ready)),
            failed_depth: reading(table.as_ref().map_err(|why| *why).and_then(|table| table.failed)),
            in_flight: reading(sum(|row| row.in_flight)),
            delayed: reading(sum(|row| row.delayed)),
            overdue: reading(Err(Why::NotOffered)),
            oldest_waiting_s: reading(rows.and_then(|rows| of_all(rows, |row| row.oldest, u64::max))),
        },
        last_beat_at: None,
        beats: Vec::new(),
        position: String::new(),
        host: String::new(),
        round_trip: Duration::ZERO,
        flags: flags(skewed, missing.as_ref(), &transport.table),
        parts,
        evidence: missing
            .map_or_else(|| format!("1 table, {} queues", transport.names().count()), |m| m.words),
    }
}

type Count = Result<u64, Why>;

/// What is known of a table.
struct Table {
    /// In the order of the transport's.
    queues: Vec<Row>,
    failed: Count,
    /// Somebody dates messages after the database's own time.
    is_ahead: bool,
}

/// What is known of one value of `queue_name`.
#[derive(Clone, Copy)]
struct Row {
    ready: Count,
    delayed: Count,
    in_flight: Count,
    not_done: Count,
    ahead: Count,
    oldest: Count,
}

/// No row, no message.
const NO_ROW: Row =
    Row { ready: Ok(0), delayed: Ok(0), in_flight: Ok(0), not_done: Ok(0), ahead: Ok(0), oldest: Ok(0) };

fn table(transport: &Transport, rows: &SqlRows) -> Result<Table, Missing> {
    let mut found = Vec::new();
    for row in rows {
        let [name, counts @ .., age] = row.as_slice() else { return Err(Missing::not_understood()) };
        let [ready, delayed, in_flight, not_done, ahead] = counts else {
            return Err(Missing::not_understood());
        };
        let name = name.as_ref().ok_or_else(Missing::not_understood)?;
        // No oldest one is where none is ready.
        let oldest = if age.is_none() { Ok(0) } else { count(age.as_ref()) };
        let each = [ready, delayed, in_flight, not_done, ahead].map(|cell| count(cell.as_ref()));
        let [ready, delayed, in_flight, not_done, ahead] = each;
        found.push((name, Row { ready, delayed, in_flight, not_done, ahead, oldest }));
    }
    // Databases may compare without regard to case, and then give the name as it was written into the table.
    let of = |wanted: &String| {
        let exact = found.iter().find(|(name, _)| *name == wanted);
        exact
            .or_else(|| found.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted)))
            .map_or(NO_ROW, |(_, row)| *row)
    };
    let is_ahead = found.iter().any(|(_, row)| row.ahead.is_ok_and(|n| n > 0));
    let unless_ahead = |row: Row| {
        if !is_ahead {
            return row;
        }
        let skew = Err(Why::ClockSkew);
        Row { ready: skew, delayed: skew, in_flight: skew, oldest: skew, ..row }
    };
    Ok(Table {
        queues: transport.queues.iter().map(of).map(unless_ahead).collect(),
        failed: transport.failed.as_ref().map_or(Err(Why::NotOffered), |name| of(name).not_done),
        is_ahead,
    })
}

/// A count that is one: up to [`GREATEST`], and not below 0.
fn count(cell: Option<&String>) -> Count {
    let count = cell.and_then(|text| text.parse::<u64>().ok()).filter(|n| *n <= GREATEST);
    count.ok_or(Why::NotUnderstood)
}

fn of_all(rows: &[Row], number: fn(&Row) -> Count, put: fn(u64, u64) -> u64) -> Count {
    rows.iter().map(number).reduce(|a, b| Ok(put(a?, b?))).unwrap_or(Err(Why::NotOffered))
}

fn part((name, row): (&String, &Row)) -> PartNumbers {
    PartNumbers {
        name: name.clone(),
        queue_depth: reading(row.ready),
        in_flight: reading(row.in_flight),
        oldest_waiting_s: reading(row.oldest),
        paused: false,
    }
}

fn reading(count: Count) -> Reading {
    Reading::of(Source::Sql, count)
}

/// Why there are no rows.
struct Missing {
    why: Why,
    words: String,
}

impl Missing {
    fn not_understood() -> Self {
        Self { why: Why::NotUnderstood, words: "the answer has other columns than were asked for".to_owned() }
    }

    fn of(failure: NoRows) -> Self {
        match failure {
            NoRows::NoAnswer(e) => {
                let why = match e {
                    NoAnswer::OurFault(_) => Why::OurFault,
                    NoAnswer::NotTheProtocol(_) => Why::NotUnderstood,
                    _ => Why::NotAnswering,
                };
                Self { why, words: e.to_string() }
            }
            NoRows::Refused(SqlRefusal { code, words }) => {
                Self { why: why(&code), words: format!("{code} {words}").chars().take(200).collect() }
            }
        }
    }

    const fn standing(&self) -> Standing {
        match self.why {
            Why::OurFault => Standing::OurFault,
            Why::NotAnswering => Standing::Unreached,
            _ => Standing::Refused,
        }
    }
}

/// PostgreSQL's SQLSTATE, or MySQL's and MariaDB's number.
fn why(code: &str) -> Why {
    match code {
        // invalid password, invalid authorization, ER_ACCESS_DENIED, ER_ACCESS_DENIED_NO_PASSWORD
        "28P01" | "28000" | "1045" | "1698" => Why::WrongPassword,
        // insufficient privilege; ER_DBACCESS_DENIED, ER_TABLEACCESS_DENIED, ER_COLUMNACCESS_DENIED
        "42501" | "1044" | "1142" | "1143" => Why::NotPermitted,
        // no such database or table; ER_BAD_DB, ER_NO_SUCH_TABLE
        "3D000" | "42P01" | "1049" | "1146" => Why::NoSuchKey,
        // no such column, other types; ER_BAD_FIELD
        "42703" | "42883" | "1054" => Why::WrongKindOfKey,
        "57P03" => Why::StartingUp,
        // too many connections, shutting down, out of memory; ER_CON_COUNT, ER_SERVER_SHUTDOWN, ER_TOO_MANY_USER
        "53300" | "53200" | "53400" | "57P01" | "57P02" | "1040" | "1053" | "1203" | "1226" => {
            Why::NotServing
        }
        // canceled for its time; ER_QUERY_TIMEOUT, MariaDB's ER_STATEMENT_TIMEOUT
        "57014" | "3024" | "1969" => Why::NotAnswering,
        _ => Why::NotUnderstood,
    }
}

fn flags(skewed: bool, missing: Option<&Missing>, table: &str) -> Vec<Flag> {
    let mut flags = vec![Flag::new(FlagWord::LivenessNotMeasured)];
    if skewed {
        flags.push(
            Flag::new(FlagWord::ClockSkew).saying("messages are dated after the database's own time in UTC"),
        );
    }
    match missing {
        Some(Missing { why: Why::WrongPassword | Why::NotPermitted, words }) => {
            flags.push(Flag::new(FlagWord::ProbeUnauthorized).saying(words.clone()));
        }
        Some(Missing { why: Why::NoSuchKey | Why::WrongKindOfKey, .. }) => {
            flags.push(Flag::about(FlagWord::ProbeMisconfigured, table));
        }
        _ => {}
    }
    flags
}
