//! A signed webhook: JSON to any address. The form is ours, fixed, and described in `docs/alerts.md`.
//!
//! Headers: `Headcount-Id` (idempotency: drop what you have seen), `Headcount-Timestamp` (seconds; refuse what is older
//! than five minutes) and `Headcount-Signature: v1=` HMAC-SHA-256 of timestamp, a dot and the body, in hexadecimal.

use super::{HttpCall, Message};
use crate::config::secret::Secret;
use crate::digest;
use serde_json::json;
use shared::time::Timestamp;

/// Where to, and what to sign with.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address.
    pub url: Secret,
    /// The key of the signature.
    pub secret: Secret,
}

/// What to send.
pub fn request(settings: &Settings, message: &Message, now: Timestamp) -> HttpCall {
    let body = json!({
        "schema": 1,
        "id": message.id,
        "key": message.key,
        "kind": message.kind.word(),
        "service": { "id": message.about.service, "name": message.service },
        "topic": message.about.topic,
        "title": message.title,
        "lines": message.lines,
        "since": message.since.to_string(),
        "at": message.at.to_string(),
        "url": message.url,
        "runbook": message.runbook,
    });
    let call = HttpCall::json(settings.url.clone(), &body);
    // The time of this attempt: a message that waited is not an old one.
    let timestamp = now.secs().to_string();
    let signed = [timestamp.as_bytes(), b".", &call.body];
    let signature = format!("v1={}", digest::sign(settings.secret.reveal().as_bytes(), &signed));
    call.with("headcount-id", &message.id)
        .with("headcount-timestamp", timestamp)
        .with("headcount-signature", signature)
}
