//! PagerDuty, Events API v2: `trigger` and `resolve` with one `dedup_key` a trouble.
//!
//! The key also makes repetitions harmless: an event with a known key is noted in the incident that is open.

use super::{HttpCall, Message, Outcome, by_code, clip};
use crate::config::secret::Secret;
use crate::ports::HttpAnswer;
use core::time::Duration;
use serde_json::{Value, json};
use shared::alert::Kind;

/// The API; accounts in the EU have `https://events.eu.pagerduty.com/v2/enqueue`.
pub const API: &str = "https://events.pagerduty.com/v2/enqueue";

/// Which service of theirs.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The integration key of a service.
    pub routing_key: Secret,
    /// The API's address.
    pub api: String,
}

/// Longer summaries are refused (Events API v2).
const MOST: usize = 1024;

/// What to send.
pub fn request(settings: &Settings, message: &Message) -> HttpCall {
    let action = if message.kind == Kind::Recovered { "resolve" } else { "trigger" };
    let mut body = json!({
        "routing_key": settings.routing_key.reveal(),
        "event_action": action,
        "dedup_key": clip(&message.key, 255),
    });
    if let (Value::Object(fields), "trigger") = (&mut body, action) {
        fields.insert("payload".to_owned(), payload(message));
        fields.insert("client".to_owned(), json!("Headcount"));
        fields.insert("client_url".to_owned(), json!(message.url));
        if !message.runbook.is_empty() {
            fields.insert("links".to_owned(), json!([{ "href": message.runbook, "text": "Runbook" }]));
        }
    }
    HttpCall::json(Secret::new(&settings.api), &body)
}

/// What came of it. A key that is none of theirs is a 400 too, and can be set right while the message waits.
pub fn read(answer: &HttpAnswer) -> Outcome {
    match by_code(answer) {
        Outcome::Refused { why } if is_about_the_key(&why) => Outcome::Later { after: Duration::ZERO, why },
        outcome => outcome,
    }
}

/// "'routing_key' is missing or blank", "Invalid routing key".
fn is_about_the_key(said: &str) -> bool {
    let said = said.to_ascii_lowercase();
    ["routing_key", "routing key"].iter().any(|word| said.contains(word))
}

fn payload(message: &Message) -> Value {
    let severity = match message.kind {
        Kind::Down | Kind::Reminder => "critical",
        Kind::Degraded | Kind::SelfProbe => "error",
        Kind::Unknown | Kind::Breaker | Kind::DeadLetters => "warning",
        Kind::Recovered => "info",
    };
    json!({
        "summary": clip(&message.title, MOST),
        "source": message.about.service,
        "severity": severity,
        "timestamp": message.at.to_string(),
        "component": message.service,
        "class": message.kind.word(),
        "custom_details": {
            "since": message.since.to_string(),
            "says": message.lines,
            "id": message.id,
        },
    })
}
