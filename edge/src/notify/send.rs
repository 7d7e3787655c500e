//! Sends what waits in the outbox, each channel for itself: one that hangs holds up neither the others nor the rounds.
//!
//! Not what is sent: that was decided and worded with its round.

use super::{Call, Channel, Message, Outcome, Settings};
use crate::config::Config;
use crate::ports::{Clock, HttpRequest, Mail, NoAnswer, Post, Sql, Undelivered};
use crate::store::outbox::{self, Due};
use crate::words;
use core::cell::Cell;
use core::fmt;
use core::pin::pin;
use core::time::Duration;
use futures_util::future::{Either, join_all, select};
use shared::alert::Notice;
use shared::board::Board;
use shared::time::Timestamp;

/// How long one message may take.
pub const DEADLINE: Duration = Duration::from_secs(10);

/// What came of one message, for the log and for counting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delivery {
    /// For whom it was.
    pub channel: String,
    /// The notice's id.
    pub notice: String,
    /// What came of it.
    pub came: Came,
}

/// What can come of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant's sentence, below, says what its fields are")]
pub enum Came {
    /// It was taken.
    Sent,
    /// It will be tried again.
    Failed { why: String, next: Timestamp },
    /// Its channel will never take it.
    Refused { why: String },
    /// It waited for too long, or had to make room.
    GivenUp,
    /// The database failed; it will be tried again.
    NotKept { why: String },
}

impl Came {
    /// The word in metrics.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Failed { .. } => "failed",
            Self::Refused { .. } => "refused",
            Self::GivenUp => "given_up",
            Self::NotKept { .. } => "not_kept",
        }
    }

    /// Whether the operator should look at it.
    pub const fn is_well(&self) -> bool {
        matches!(self, Self::Sent)
    }
}

impl fmt::Display for Delivery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { channel, notice, came } = self;
        write!(f, "channel {channel}, {notice}: ")?;
        match came {
            Came::Sent => f.write_str("sent"),
            Came::Failed { why, next } => write!(f, "not taken ({why}); next try at {next}"),
            Came::Refused { why } => write!(f, "refused for good ({why})"),
            Came::GivenUp => f.write_str("given up: it waited for a day, or too many wait"),
            Came::NotKept { why } => write!(f, "the database failed ({why}); it may be sent again"),
        }
    }
}

impl From<outbox::GivenUp> for Delivery {
    fn from(outbox::GivenUp { channel, notice }: outbox::GivenUp) -> Self {
        Self { channel, notice, came: Came::GivenUp }
    }
}

/// What the channels say of a round's notices, each with its channel's id. Pure.
pub fn messages(config: &Config, board: &Board, notices: &[Notice]) -> Vec<(String, Message)> {
    let mut messages = Vec::new();
    for notice in notices {
        let wanting: Vec<&Channel> = config.channels.iter().filter(|c| c.wants(notice)).collect();
        if !wanting.is_empty() {
            let message = words::alert::message(&config.page, board, notice);
            messages.extend(wanting.into_iter().map(|channel| (channel.id.clone(), message.clone())));
        }
    }
    messages
}

/// Sends what is due, `most` messages in all. Run it beside the rounds; two at a time never send the same message.
pub async fn drain<P: Clock + Post + Mail>(
    sql: &impl Sql,
    channels: &[Channel],
    ports: &P,
    most: u32,
) -> Vec<Delivery> {
    let left = Cell::new(most);
    let each = channels.iter().map(|channel| drain_one(sql, channel, ports, &left));
    let mut deliveries: Vec<Delivery> = join_all(each).await.into_iter().flatten().collect();
    // Last: what waited while the machine slept, or while the clock was set, is tried once more before it is given up.
    // A database that fails here failed above as well, where it is said.
    let given_up = outbox::give_up(sql, ports.now()).unwrap_or_default();
    deliveries.extend(given_up.into_iter().map(Delivery::from));
    deliveries
}

async fn drain_one<P: Clock + Post + Mail>(
    sql: &impl Sql,
    channel: &Channel,
    ports: &P,
    left: &Cell<u32>,
) -> Vec<Delivery> {
    let mut deliveries = Vec::new();
    while left.get() > 0 {
        let due = match outbox::due(sql, &channel.id, ports.now()) {
            Ok(None) => break,
            Ok(Some(due)) => due,
            Err(e) => {
                let came = Came::NotKept { why: e.to_string() };
                deliveries.push(Delivery { channel: channel.id.clone(), notice: String::new(), came });
                break;
            }
        };
        left.set(left.get() - 1);
        let outcome = send(&channel.settings, &due.message, due.thread.as_deref(), ports).await;
        let came = settle(sql, &channel.id, &due, outcome, ports.now());
        let goes_on = matches!(came, Came::Sent | Came::Refused { .. });
        deliveries.push(Delivery { channel: channel.id.clone(), notice: due.message.id, came });
        if !goes_on {
            break;
        }
    }
    deliveries
}

fn settle(sql: &impl Sql, channel: &str, due: &Due, outcome: Outcome, now: Timestamp) -> Came {
    let kept = match outcome {
        Outcome::Sent { thread } => {
            outbox::sent(sql, channel, due, thread.as_deref(), now).map(|()| Came::Sent)
        }
        Outcome::Refused { why } => outbox::refused(sql, channel, due, now).map(|()| Came::Refused { why }),
        Outcome::Later { after, why } => {
            outbox::failed(sql, channel, after, now).map(|next| Came::Failed { why, next })
        }
    };
    kept.unwrap_or_else(|e| Came::NotKept { why: e.to_string() })
}

/// Sends one message, within `DEADLINE`. Also what `headcount notify test` does.
pub async fn send<P: Clock + Post + Mail>(
    settings: &Settings,
    message: &Message,
    thread: Option<&str>,
    ports: &P,
) -> Outcome {
    let work = async {
        match settings.call(message, thread, ports.now()) {
            Call::Mail(letter) => match ports.mail(&letter).await {
                Ok(()) => Outcome::SENT,
                Err(Undelivered::Later(why)) => Outcome::Later { after: Duration::ZERO, why },
                Err(Undelivered::Refused(why)) => Outcome::Refused { why },
            },
            Call::Http(call) => match url::Url::parse(call.url.reveal()) {
                Err(e) => Outcome::Later { after: Duration::ZERO, why: format!("its address: {e}") },
                Ok(url) => {
                    let request = HttpRequest { url: &url, headers: &call.headers, tls: None };
                    match ports.post(&request, &call.body).await {
                        Ok(answer) => settings.read(&answer),
                        Err(e) => not_reached(&e),
                    }
                }
            },
        }
    };
    match select(pin!(work), pin!(ports.sleep(DEADLINE))).await {
        Either::Left((outcome, _)) => outcome,
        Either::Right(((), _)) => not_reached(&NoAnswer::TimedOut(DEADLINE)),
    }
}

fn not_reached(e: &NoAnswer) -> Outcome {
    Outcome::Later { after: Duration::ZERO, why: e.to_string() }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))] // with the native database
#[path = "send_tests.rs"]
mod tests;
