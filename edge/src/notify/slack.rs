//! Slack, in two ways: an incoming webhook (one address, no threads: it does not say how its messages are called), or
//! `chat.postMessage` with a bot's token, where what follows answers in the thread of the first message.
//!
//! Slack knows no idempotency key: a message whose answer was lost may come twice.

use super::{HttpCall, Message, Outcome, by_code, clip, told, wait};
use crate::config::secret::Secret;
use crate::ports::HttpAnswer;
use serde_json::{Value, json};
use shared::alert::Kind;

/// The bot's method, unless a test or a proxy stands in for it.
pub const API: &str = "https://slack.com/api/chat.postMessage";

/// In which way.
#[derive(Clone, Debug)]
pub enum Settings {
    /// By an incoming webhook.
    Webhook {
        /// Its address, which is its secret.
        url: Secret,
    },
    /// By a bot that is in the channel, with the scope `chat:write`.
    Bot {
        /// `xoxb-…`.
        token: Secret,
        /// The channel's id, `C0123456789`.
        channel: String,
        /// The method's address.
        api: String,
    },
}

/// Longer blocks are refused.
const MOST: usize = 2900;

/// What to send.
pub fn request(settings: &Settings, message: &Message, thread: Option<&str>) -> HttpCall {
    let more = clip(&escaped(&message.body()), MOST);
    let mut body = json!({
        // For notifications, and where blocks are not shown.
        "text": clip(&escaped(&message.title), MOST),
        "unfurl_links": false,
        "blocks": [
            { "type": "section", "text": { "type": "mrkdwn", "text":
                format!("{} *{}*", sign(message.kind), clip(&escaped(&message.title), MOST)) } },
            { "type": "section", "text": { "type": "mrkdwn", "text": more } },
        ],
    });
    match settings {
        Settings::Webhook { url } => HttpCall::json(url.clone(), &body),
        Settings::Bot { token, channel, api } => {
            if let Value::Object(fields) = &mut body {
                fields.insert("channel".to_owned(), json!(channel));
                if let Some(thread) = thread {
                    fields.insert("thread_ts".to_owned(), json!(thread));
                    // The end is for everybody in the channel, not only for who follows the thread.
                    fields.insert("reply_broadcast".to_owned(), json!(message.kind == Kind::Recovered));
                }
            }
            HttpCall::json(Secret::new(api), &body).bearer(token)
        }
    }
}

/// What came of it. The bot's method says 200 to everything; `ok` tells.
pub fn read(settings: &Settings, answer: &HttpAnswer) -> Outcome {
    let outcome = by_code(answer);
    let (Settings::Bot { .. }, Outcome::Sent { .. }) = (settings, &outcome) else { return outcome };
    let Some(body) = crate::objects::any(&answer.body) else {
        return Outcome::Later { after: wait(answer), why: told(answer) };
    };
    if body.get("ok").and_then(Value::as_bool) == Some(true) {
        return Outcome::Sent { thread: body.get("ts").and_then(Value::as_str).map(str::to_owned) };
    }
    match body.get("error").and_then(Value::as_str) {
        Some("msg_too_long" | "invalid_blocks" | "no_text" | "invalid_arguments") => {
            Outcome::Refused { why: told(answer) }
        }
        // Not invited, a token that was revoked, a channel that is not found: somebody can set that right.
        _ => Outcome::Later { after: wait(answer), why: told(answer) },
    }
}

/// Slack's three control characters.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

const fn sign(kind: Kind) -> &'static str {
    match kind {
        Kind::Down | Kind::Reminder => ":red_circle:",
        Kind::Degraded | Kind::Breaker | Kind::SelfProbe | Kind::DeadLetters => ":large_orange_circle:",
        Kind::Unknown => ":white_circle:",
        Kind::Recovered => ":large_green_circle:",
    }
}
