//! ntfy: one notification a trouble. Its `sequence_id` lets what follows take the place of what was shown; servers
//! before 2.16 pay no attention to it and show each as one more.
//!
//! Published as JSON to the server's root, because headers hold no UTF-8.

use super::{HttpCall, Message, clip};
use crate::config::secret::Secret;
use crate::digest;
use serde_json::json;
use shared::alert::Kind;

/// Which topic.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The server's root.
    pub server: String,
    /// The topic: whoever knows it can read it.
    pub topic: Secret,
    /// An access token, if the topic wants one.
    pub token: Option<Secret>,
}

/// Longer texts become attachments (ntfy, "Limitations": 4,096 bytes; a character may take four).
const MOST: usize = 1000;

/// What to send.
pub fn request(settings: &Settings, message: &Message) -> HttpCall {
    let (priority, tag) = manner(message.kind);
    let mut lines = message.lines.clone();
    if !message.runbook.is_empty() {
        lines.push(message.runbook.clone());
    }
    let body = json!({
        "topic": settings.topic.reveal(),
        "title": clip(&message.title, 200),
        "message": clip(&lines.join("\n"), MOST),
        "priority": priority,
        "tags": [tag],
        "click": message.url,
        // At most 64 of these characters; a key may be longer.
        "sequence_id": digest::short_name(&message.key),
    });
    let call = HttpCall::json(Secret::new(&settings.server), &body);
    match &settings.token {
        Some(token) => call.bearer(token),
        None => call,
    }
}

/// Priority from 1 to 5, and the tag that becomes a sign.
const fn manner(kind: Kind) -> (u8, &'static str) {
    match kind {
        Kind::Down => (5, "rotating_light"),
        Kind::Reminder => (4, "rotating_light"),
        Kind::Degraded | Kind::SelfProbe | Kind::Breaker => (4, "warning"),
        Kind::Unknown => (3, "question"),
        Kind::DeadLetters => (3, "skull"),
        Kind::Recovered => (3, "white_check_mark"),
    }
}
