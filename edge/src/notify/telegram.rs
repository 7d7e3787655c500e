//! Telegram: `sendMessage` of the Bot API, plain text; what follows answers to the first message.
//!
//! Telegram knows no idempotency key: a message whose answer was lost may come twice.

use super::{HttpCall, Message, Outcome, by_code, clip, told, wait};
use crate::config::secret::Secret;
use crate::ports::HttpAnswer;
use core::time::Duration;
use serde_json::{Value, json};

/// The Bot API, unless a server of one's own is used.
pub const API: &str = "https://api.telegram.org";

/// Who speaks where.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The bot's token, `123456:ABC…`.
    pub token: Secret,
    /// A chat's id, or `@name` of a public channel.
    pub chat: String,
    /// The server's address, without a slash at its end.
    pub api: String,
}

/// Longer texts are refused (Bot API, `sendMessage`: 4096 in UTF-16, where a character may take two).
const MOST: usize = 2048;

/// What to send.
pub fn request(settings: &Settings, message: &Message, thread: Option<&str>) -> HttpCall {
    let mut body = json!({
        "chat_id": settings.chat,
        "text": clip(&message.text(), MOST),
        "link_preview_options": { "is_disabled": true },
    });
    let first = thread.and_then(|id| id.parse::<i64>().ok());
    if let (Some(id), Value::Object(fields)) = (first, &mut body) {
        let answers = json!({ "message_id": id, "allow_sending_without_reply": true });
        fields.insert("reply_parameters".to_owned(), answers);
    }
    // The token is a part of the address.
    let url = format!("{}/bot{}/sendMessage", settings.api, settings.token.reveal());
    HttpCall::json(Secret::new(url), &body)
}

/// What came of it. How long to wait stands in the body.
pub fn read(answer: &HttpAnswer) -> Outcome {
    let body: Value = crate::objects::any(&answer.body).unwrap_or_default();
    match by_code(answer) {
        Outcome::Sent { .. } if body.get("ok").and_then(Value::as_bool) == Some(true) => {
            let id = body.pointer("/result/message_id").and_then(Value::as_i64);
            Outcome::Sent { thread: id.map(|id| id.to_string()) }
        }
        Outcome::Sent { .. } => Outcome::Later { after: wait(answer), why: told(answer) },
        // "chat not found" and "bot was kicked" can be set right; a text that it does not take cannot.
        Outcome::Refused { why } if !is_about_the_text(&body) => {
            Outcome::Later { after: Duration::ZERO, why }
        }
        Outcome::Later { after, why } => {
            let seconds = body.pointer("/parameters/retry_after").and_then(Value::as_u64).unwrap_or(0);
            Outcome::Later { after: after.max(Duration::from_secs(seconds)), why }
        }
        refused @ Outcome::Refused { .. } => refused,
    }
}

fn is_about_the_text(body: &Value) -> bool {
    let said = body.get("description").and_then(Value::as_str).unwrap_or_default();
    said.contains("message is too long") || said.contains("text is empty") || said.contains("parse")
}
