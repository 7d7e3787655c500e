//! `headcount notify test CHANNEL`: one message, sent now, past the outbox. To PagerDuty an incident that is closed at
//! once.
//!
//! Not alerts: those are sent beside the rounds.

use super::cli::Failure;
use super::ports::Native;
use super::{clock, say, settings};
use crate::notify::{Message, Outcome, Settings, send};
use crate::words::alert;
use shared::alert::Kind;
use std::path::Path;

/// Sends it, and says what came back. Exit 1 if it was not taken.
pub async fn test(path: &Path, channel: &str) -> Result<(), Failure> {
    let config = settings::load(path)?.config;
    let Some(channel) = config.channels.iter().find(|known| known.id == channel) else {
        let known: Vec<&str> = config.channels.iter().map(|known| known.id.as_str()).collect();
        let known = if known.is_empty() {
            "there is no [[channel]] in the configuration".to_owned()
        } else {
            format!("known here: {}", known.join(", "))
        };
        return Err(Failure::Usage(vec![format!("{channel:?} is not a channel; {known}")]));
    };
    let message = alert::test_message(&config, clock::now());
    let kind = channel.settings.kind();
    // The end of what never began shows nothing there and wakes nobody.
    let begins = matches!(channel.settings, Settings::PagerDuty(_))
        .then(|| Message { kind: Kind::Unknown, ..message.clone() });
    let mut outcome = Outcome::SENT;
    for message in begins.iter().chain([&message]) {
        if matches!(outcome, Outcome::Sent { .. }) {
            outcome = send::send(&channel.settings, message, None, &Native).await;
        }
    }
    match outcome {
        Outcome::Sent { thread } => {
            let name = thread.map(|name| format!("; it calls the message {name}")).unwrap_or_default();
            say::line(format_args!("{} ({kind}): taken{name}", channel.id));
            Ok(())
        }
        Outcome::Later { why, .. } => {
            Err(Failure::Down(format!("{} ({kind}): not taken: {why}", channel.id)))
        }
        Outcome::Refused { why } => Err(Failure::Down(format!("{} ({kind}): refused: {why}", channel.id))),
    }
}
