//! The statement that counts the messages of a table.
//!
//! Times are compared in the database, by its own clock: Symfony writes UTC into columns without a zone.

use super::Transport;
use crate::ports::Dialect;
use core::fmt::Write as _;

/// How long after the database's clock a message may be dated: Symfony writes whole seconds, and clocks agree to two.
const SKEW_S: u64 = 3;

/// What MySQL's transport writes into `delivered_at` instead of deleting a row: such rows are done.
const DONE: &str = "9999-12-31 23:59:59";

/// Counts by `queue_name`: ready, waiting for their time, in flight, not done, dated in the future; and the age in seconds
/// of the oldest that is ready. Names without a row have no message.
pub fn statement(transport: &Transport) -> String {
    let dialect = transport.server.dialect;
    let (now, table) = (now(dialect), &transport.table);
    let redelivered = earlier(dialect, transport.redeliver_timeout.as_secs());
    let ready = format!("available_at <= {now} AND (delivered_at IS NULL OR delivered_at < {redelivered})");
    let in_flight = format!("delivered_at >= {redelivered} AND delivered_at < '{DONE}'");
    let counts = [
        &ready,
        &format!("delivered_at IS NULL AND available_at > {now}"),
        &in_flight,
        &format!("delivered_at IS NULL OR delivered_at < '{DONE}'"),
        &format!("created_at > {}", later(dialect)),
    ];
    let counts: Vec<String> =
        counts.iter().map(|when| format!("COUNT(CASE WHEN {when} THEN 1 END)")).collect();
    let oldest = format!("MIN(CASE WHEN {ready} THEN available_at END)");
    let age = match dialect {
        Dialect::PostgreSql => format!("FLOOR(EXTRACT(EPOCH FROM {now} - {oldest}))"),
        Dialect::MySql => format!("TIMESTAMPDIFF(SECOND, {oldest}, {now})"),
    };
    let names: Vec<String> = transport.names().map(|name| literal(dialect, name)).collect();
    format!(
        "SELECT queue_name, {}, {age} FROM {table} WHERE queue_name IN ({}) GROUP BY queue_name",
        counts.join(", "),
        names.join(", ")
    )
}

const fn now(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::PostgreSql => "(now() AT TIME ZONE 'UTC')",
        Dialect::MySql => "UTC_TIMESTAMP()",
    }
}

fn earlier(dialect: Dialect, seconds: u64) -> String {
    match dialect {
        Dialect::PostgreSql => format!("({} - INTERVAL '{seconds} seconds')", now(dialect)),
        Dialect::MySql => format!("({} - INTERVAL {seconds} SECOND)", now(dialect)),
    }
}

fn later(dialect: Dialect) -> String {
    match dialect {
        Dialect::PostgreSql => format!("({} + INTERVAL '{SKEW_S} seconds')", now(dialect)),
        Dialect::MySql => format!("({} + INTERVAL {SKEW_S} SECOND)", now(dialect)),
    }
}

/// A text that means itself whatever the server's settings of backslashes are. A zero byte ends it: no name has one.
fn literal(dialect: Dialect, text: &str) -> String {
    match dialect {
        Dialect::PostgreSql => {
            format!("E'{}'", text.replace('\\', "\\\\").replace('\'', "\\'").replace('\0', ""))
        }
        Dialect::MySql => {
            let mut literal = "_utf8mb4 X'".to_owned();
            for byte in text.bytes() {
                // Writing to a String cannot fail.
                _ = write!(literal, "{byte:02x}");
            }
            literal.push('\'');
            literal
        }
    }
}
