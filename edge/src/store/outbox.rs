//! What is to be told and has not been taken yet, who is not taking anything at the moment, and what alerts remember.
//!
//! At least once: a message is deleted when its channel has taken it. Whoever sends holds the channel for `HOLD`, so
//! that nobody else does; if the process ends meanwhile, the message is sent again after that, under the same id.

use super::{StoreError, json, text, time};
use crate::notify::Message;
use crate::ports::{Sql, SqlValue};
use core::time::Duration;
use shared::alert::AlertState;
use shared::time::Timestamp;

/// More messages than this are not kept: the oldest make room.
pub const MOST: i64 = 1000;
/// What could not be sent for this long is given up.
pub const GIVE_UP: Duration = Duration::from_hours(24);
/// For how long a channel is held while a message is being sent: longer than any deadline.
pub const HOLD: Duration = Duration::from_mins(1);
/// For how long the names of threads are remembered: incidents that last longer are told anew.
const THREADS: Duration = Duration::from_hours(24 * 30);
/// Nobody is obeyed who asks for a longer pause than this: what waits must not be given up unasked.
const MOST_ASKED: Duration = Duration::from_hours(1);
/// The first pause after a failure, and the longest.
const PAUSE: (Duration, Duration) = (Duration::from_secs(5), Duration::from_mins(15));

/// A message that is to be sent now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Due {
    /// The row.
    pub row: i64,
    /// What.
    pub message: Message,
    /// How the channel calls the first message of the same key, if it said so.
    pub thread: Option<String>,
}

/// A message that will not be sent any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenUp {
    /// For whom it was.
    pub channel: String,
    /// The notice's id.
    pub notice: String,
}

pub(super) fn prepare(sql: &impl Sql) -> Result<(), StoreError> {
    for table in [
        "alert_state (id INTEGER PRIMARY KEY CHECK (id = 1), body TEXT NOT NULL)",
        "alert_message (id INTEGER PRIMARY KEY, channel TEXT NOT NULL, notice TEXT NOT NULL, body TEXT NOT NULL, \
         created_at INTEGER NOT NULL, UNIQUE (channel, notice))",
        "alert_channel (channel TEXT PRIMARY KEY, failures INTEGER NOT NULL, next_at INTEGER NOT NULL)",
        "alert_thread (channel TEXT NOT NULL, key TEXT NOT NULL, thread TEXT NOT NULL, at INTEGER NOT NULL, \
         PRIMARY KEY (channel, key))",
    ] {
        sql.run(&format!("CREATE TABLE IF NOT EXISTS {table}"), &[])?;
    }
    Ok(())
}

/// Lets go of channels that were held when the last process, or the last life of an object, ended: whoever was
/// sending then is gone. Pauses after failures go on.
///
/// # Errors
/// When the database refuses: they are free after `HOLD`.
pub fn release(sql: &impl Sql) -> Result<(), StoreError> {
    sql.run("UPDATE alert_channel SET next_at = 0 WHERE failures = 0 AND next_at > 0", &[])?;
    Ok(())
}

/// What alerts remember, if anything is kept.
///
/// # Errors
/// When the database refuses, or the row cannot be read; starting afresh then says nothing twice but what is wrong
/// at that moment.
pub fn load(sql: &impl Sql) -> Result<Option<AlertState>, StoreError> {
    let rows = sql.run("SELECT body FROM alert_state WHERE id = 1", &[])?;
    match rows.first().map(Vec::as_slice) {
        None => Ok(None),
        Some([SqlValue::Text(body)]) => {
            crate::objects::read(body).map(Some).map_err(|e| StoreError::Damaged(e.to_string()))
        }
        Some(_) => Err(StoreError::Damaged("the row of alerts has other columns".into())),
    }
}

/// Keeps what alerts remember, if that is news, and the messages that were decided with it: call it inside the
/// round's transaction. The messages are `(channel, message)`. Returns what had to make room.
///
/// # Errors
/// When the database refuses. Go on with the state from before then: what was decided is decided again.
pub fn enqueue(
    sql: &impl Sql,
    news: Option<&AlertState>,
    messages: &[(String, Message)],
    now: Timestamp,
) -> Result<Vec<GivenUp>, StoreError> {
    if let Some(state) = news {
        sql.run(
            "INSERT INTO alert_state (id, body) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body",
            &[json(state)?],
        )?;
    }
    for (channel, message) in messages {
        sql.run(
            "INSERT OR IGNORE INTO alert_message (channel, notice, body, created_at) VALUES (?, ?, ?, ?)",
            &[text(channel), text(&message.id), json(message)?, time(now)],
        )?;
    }
    if messages.is_empty() {
        return Ok(Vec::new());
    }
    let rows = sql.run(
        "DELETE FROM alert_message WHERE id IN (SELECT id FROM alert_message ORDER BY id DESC LIMIT -1 OFFSET ?) \
         RETURNING channel, notice",
        &[SqlValue::Integer(MOST)],
    )?;
    Ok(given_up(rows))
}

/// Deletes what has waited for too long, and says what that was.
///
/// # Errors
/// When the database refuses.
pub fn give_up(sql: &impl Sql, now: Timestamp) -> Result<Vec<GivenUp>, StoreError> {
    sql.run("DELETE FROM alert_thread WHERE at < ?", &[time(now - THREADS)])?;
    let rows = sql.run(
        "DELETE FROM alert_message WHERE created_at < ? RETURNING channel, notice",
        &[time(now - GIVE_UP)],
    )?;
    Ok(given_up(rows))
}

/// The oldest message for a channel, and holds the channel for whoever sends it. Nothing if none waits, or the channel
/// is held, or is being left alone.
///
/// # Errors
/// When the database refuses.
pub fn due(sql: &impl Sql, channel: &str, now: Timestamp) -> Result<Option<Due>, StoreError> {
    let rows = sql.run(
        "SELECT id, body, created_at FROM alert_message WHERE channel = ? ORDER BY id LIMIT 1",
        &[text(channel)],
    )?;
    let Some([SqlValue::Integer(row), SqlValue::Text(body), SqlValue::Integer(created_at)]) =
        rows.first().map(Vec::as_slice)
    else {
        return Ok(None);
    };
    let resting =
        sql.run("SELECT next_at, failures FROM alert_channel WHERE channel = ?", &[text(channel)])?;
    if let Some([SqlValue::Integer(next), SqlValue::Integer(failures)]) = resting.first().map(Vec::as_slice) {
        let left = Timestamp::from_millis(*next).since(now);
        // A rest that was noted by a clock that was ahead is no longer than a rest is by itself.
        let longest = match failures {
            0 => HOLD,
            _ if *created_at > now.millis() => PAUSE.1,
            _ => MOST_ASKED,
        };
        if left > Duration::ZERO && left <= longest {
            return Ok(None);
        }
    }
    let Ok(message) = crate::objects::read::<Message>(body) else {
        // Of another version. It would stand in the way of all others.
        sql.run("DELETE FROM alert_message WHERE id = ?", &[SqlValue::Integer(*row)])?;
        return Err(StoreError::Damaged(format!("a message for {channel}")));
    };
    rest(sql, channel, None, now + HOLD)?;
    let thread = sql.run(
        "SELECT thread FROM alert_thread WHERE channel = ? AND key = ?",
        &[text(channel), text(&message.key)],
    )?;
    let thread = match thread.first().map(Vec::as_slice) {
        Some([SqlValue::Text(thread)]) => Some(thread.clone()),
        _ => None,
    };
    Ok(Some(Due { row: *row, message, thread }))
}

/// The channel took it, and is free again.
///
/// # Errors
/// When the database refuses: it will be sent again.
pub fn sent(
    sql: &impl Sql,
    channel: &str,
    due: &Due,
    thread: Option<&str>,
    now: Timestamp,
) -> Result<(), StoreError> {
    sql.run("DELETE FROM alert_message WHERE id = ?", &[SqlValue::Integer(due.row)])?;
    if let Some(thread) = thread {
        sql.run(
            "INSERT OR IGNORE INTO alert_thread (channel, key, thread, at) VALUES (?, ?, ?, ?)",
            &[text(channel), text(&due.message.key), text(thread), time(now)],
        )?;
    }
    rest(sql, channel, Some(0), now)
}

/// The channel will never take it, and is free again.
///
/// # Errors
/// When the database refuses: it will be sent again.
pub fn refused(sql: &impl Sql, channel: &str, due: &Due, now: Timestamp) -> Result<(), StoreError> {
    sent(sql, channel, due, None, now)
}

/// The channel did not take it: it is left alone for a while, twice as long after each failure, and at least as long as
/// it asked for, up to an hour. Returns when it is tried again.
///
/// # Errors
/// When the database refuses: it is tried again after `HOLD`.
pub fn failed(
    sql: &impl Sql,
    channel: &str,
    asked: Duration,
    now: Timestamp,
) -> Result<Timestamp, StoreError> {
    let rows = sql.run("SELECT failures FROM alert_channel WHERE channel = ?", &[text(channel)])?;
    let failures = match rows.first().map(Vec::as_slice) {
        Some([SqlValue::Integer(failures)]) => *failures,
        _ => 0,
    };
    let doublings = u32::try_from(failures.clamp(0, 10)).unwrap_or(10);
    let pause = PAUSE.0.saturating_mul(1 << doublings).min(PAUSE.1);
    let next = now + pause.max(asked.min(MOST_ASKED));
    rest(sql, channel, Some(failures.saturating_add(1)), next)?;
    Ok(next)
}

/// Until when a channel is left alone, and after how many failures; these stay as they are if none are given.
fn rest(sql: &impl Sql, channel: &str, failures: Option<i64>, next: Timestamp) -> Result<(), StoreError> {
    sql.run(
        "INSERT INTO alert_channel (channel, failures, next_at) VALUES (?1, COALESCE(?2, 0), ?3) \
         ON CONFLICT (channel) DO UPDATE SET failures = COALESCE(?2, failures), next_at = excluded.next_at",
        &[text(channel), failures.map_or(SqlValue::Null, SqlValue::Integer), time(next)],
    )?;
    Ok(())
}

fn given_up(rows: Vec<Vec<SqlValue>>) -> Vec<GivenUp> {
    let read = |row: Vec<SqlValue>| match <[SqlValue; 2]>::try_from(row) {
        Ok([SqlValue::Text(channel), SqlValue::Text(notice)]) => Some(GivenUp { channel, notice }),
        Ok(_) | Err(_) => None,
    };
    rows.into_iter().filter_map(read).collect()
}
