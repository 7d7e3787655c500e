//! Telling somebody: a channel is one file, with its settings, what it is sent for a `Message`, and `read` if its
//! answers mean more than their status codes; all of it pure. Adding one touches that file, the lists below and
//! `config::channel`.
//!
//! Not when somebody is told (`shared::alert`), not the words (`words::alert`), not what waits to be sent
//! (`store::outbox`). `send` brings them together.

pub mod email;
pub mod ntfy;
pub mod pagerduty;
pub mod send;
mod shown;
pub mod slack;
pub mod telegram;
pub mod webhook;

#[cfg(test)]
mod tests;

use crate::config::secret::Secret;
use crate::ports::{BodyEnd, HttpAnswer, Letter};
use crate::probe::health::retry_after;
use core::time::Duration;
use serde::{Deserialize, Serialize};
use shared::alert::{About, Kind, Notice};
use shared::time::Timestamp;

/// Somebody to tell.
#[derive(Clone, Debug)]
pub struct Channel {
    /// Its id in the configuration; what waits for it is kept under this name.
    pub id: String,
    /// The services it wants to hear of; empty for all.
    pub services: Vec<String>,
    /// The kinds of notices it wants; empty for all.
    pub only: Vec<Kind>,
    /// Where and how.
    pub settings: Settings,
}

/// Where and how.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each variant is the channel it is named after")]
pub enum Settings {
    Webhook(webhook::Settings),
    Slack(slack::Settings),
    Telegram(telegram::Settings),
    Ntfy(ntfy::Settings),
    PagerDuty(pagerduty::Settings),
    Email(email::Settings),
}

/// The names of the kinds of channels.
pub const KINDS: [&str; 6] = ["webhook", "slack", "telegram", "ntfy", "pagerduty", "email"];

impl Channel {
    /// Whether it wants to hear this. Who heard of a trouble hears of its end; an incident at PagerDuty that was
    /// opened is closed even if `only` leaves the end out.
    pub fn wants(&self, notice: &Notice) -> bool {
        let has = |kind: &Kind| self.only.is_empty() || self.only.contains(kind);
        let concerns = self.services.is_empty() || self.services.contains(&notice.about.service);
        let kind = notice.kind();
        concerns
            && match kind {
                Kind::Recovered => {
                    let closes = matches!(self.settings, Settings::PagerDuty(_));
                    // Who wants ends alone did not hear of the beginning.
                    let heard = self.only == [kind] || notice.said.iter().any(has);
                    heard && (closes || has(&kind))
                }
                _ => has(&kind),
            }
    }
}

impl Settings {
    /// The kind's name.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Webhook(_) => "webhook",
            Self::Slack(_) => "slack",
            Self::Telegram(_) => "telegram",
            Self::Ntfy(_) => "ntfy",
            Self::PagerDuty(_) => "pagerduty",
            Self::Email(_) => "email",
        }
    }

    /// What to send. `thread` is what the channel answered to the first message of the same key.
    pub fn call(&self, message: &Message, thread: Option<&str>, now: Timestamp) -> Call {
        match self {
            Self::Webhook(settings) => Call::Http(webhook::request(settings, message, now)),
            Self::Slack(settings) => Call::Http(slack::request(settings, message, thread)),
            Self::Telegram(settings) => Call::Http(telegram::request(settings, message, thread)),
            Self::Ntfy(settings) => Call::Http(ntfy::request(settings, message)),
            Self::PagerDuty(settings) => Call::Http(pagerduty::request(settings, message)),
            Self::Email(settings) => email::call(settings, message),
        }
    }

    /// What an answer over HTTP means.
    pub fn read(&self, answer: &HttpAnswer) -> Outcome {
        match self {
            Self::Slack(settings) => slack::read(settings, answer),
            Self::Telegram(_) => telegram::read(answer),
            Self::PagerDuty(_) => pagerduty::read(answer),
            Self::Webhook(_) | Self::Ntfy(_) | Self::Email(_) => by_code(answer),
        }
    }
}

/// What one channel says of one notice: complete, since it may be sent much later. Kept in the outbox as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Message {
    /// Idempotency: never used twice, but by a repetition of the same message.
    pub id: String,
    /// The same for all messages about one trouble: `[A-Za-z0-9._-]`.
    pub key: String,
    /// What kind of notice.
    pub kind: Kind,
    /// What it is about, for machines.
    pub about: About,
    /// The service's name.
    pub service: String,
    /// One sentence: the page's headline.
    pub title: String,
    /// What it means, numbers, evidence: a sentence each.
    pub lines: Vec<String>,
    /// Since when it is so, or had been so.
    pub since: Timestamp,
    /// The round that says it.
    pub at: Timestamp,
    /// The page.
    pub url: String,
    /// Where the operator reads on; may be empty.
    pub runbook: String,
    /// Whether something was said under the same key before.
    pub follows: bool,
}

impl Message {
    /// Title and lines, and where to read on: for channels of plain text.
    pub fn text(&self) -> String {
        let mut text = self.title.clone();
        text.push('\n');
        text.push_str(&self.body());
        text
    }

    /// The lines, and where to read on.
    pub fn body(&self) -> String {
        let mut lines: Vec<&str> = self.lines.iter().map(String::as_str).collect();
        lines.push(&self.url);
        if !self.runbook.is_empty() {
            lines.push(&self.runbook);
        }
        lines.join("\n")
    }
}

/// What is to be done for a channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Call {
    /// A POST.
    Http(HttpCall),
    /// A letter over SMTP: natively only.
    Mail(Letter),
}

/// A POST to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HttpCall {
    /// Where to: a secret, since for some channels the address is the key.
    pub url: Secret,
    /// Beside those that every request has.
    pub headers: Vec<(String, Secret)>,
    /// What.
    pub body: Vec<u8>,
}

impl HttpCall {
    /// A POST of JSON.
    pub fn json(url: Secret, value: &serde_json::Value) -> Self {
        let headers = vec![("content-type".to_owned(), Secret::new("application/json"))];
        Self { url, headers, body: value.to_string().into_bytes() }
    }

    /// With one more header.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), Secret::new(value)));
        self
    }

    /// With a bearer's token.
    #[must_use]
    pub fn bearer(self, token: &Secret) -> Self {
        let value = format!("Bearer {}", token.reveal());
        self.with("authorization", value)
    }
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It was taken; `thread` is how the channel calls it, for answers to it.
    Sent {
        /// May be absent.
        thread: Option<String>,
    },
    /// Not now: the channel is away, busy, or does not let us in. Nothing is lost.
    Later {
        /// At least this long; zero if it was not said.
        after: Duration,
        /// For the log.
        why: String,
    },
    /// This message will never be taken.
    Refused {
        /// For the log.
        why: String,
    },
}

impl Outcome {
    /// Taken, without a name.
    pub const SENT: Self = Self::Sent { thread: None };
}

/// The outcome that a status code stands for. Only what is wrong with the message itself is refused for good: a
/// token or an address that is wrong may be set right while the message waits.
pub(crate) fn by_code(answer: &HttpAnswer) -> Outcome {
    let why = || told(answer);
    match answer.status {
        200..=299 => Outcome::SENT,
        400 | 413 | 422 => Outcome::Refused { why: why() },
        _ => Outcome::Later { after: wait(answer), why: why() },
    }
}

/// For how long the answer asks us to wait.
pub(crate) fn wait(answer: &HttpAnswer) -> Duration {
    retry_after::retry_after(answer.header("retry-after"), answer.received_at)
}

/// The answer in one line for the log: printable, short.
pub(crate) fn told(answer: &HttpAnswer) -> String {
    const MOST: usize = 200;
    let text = String::from_utf8_lossy(&answer.body);
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MOST).collect();
    let cut = if answer.end == BodyEnd::Whole { "" } else { " (cut off)" };
    format!("HTTP {}{cut} {}", answer.status, line.trim()).trim_end().to_owned()
}

/// At most so many characters, with a mark where something was left out.
pub(crate) fn clip(text: &str, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text.to_owned();
    }
    let mut out: String = text.chars().take(most.saturating_sub(1)).collect();
    out.push('\u{2026}');
    out
}
