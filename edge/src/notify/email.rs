//! E-mail: over SMTP natively, over a provider's HTTP API on both hosts. Plain text.
//!
//! All letters about one trouble name the same first one in `References` and `In-Reply-To`, so that they are one
//! conversation; over SMTP the first one has that name itself.

use super::{Call, HttpCall, Message, clip};
use crate::config::secret::Secret;
use crate::ports::{Letter, MailServer};
use serde_json::json;

/// From whom to whom, and how.
#[derive(Clone, Debug)]
pub struct Settings {
    /// `Headcount <status@example.com>` or an address alone.
    pub from: String,
    /// At least one address.
    pub to: Vec<String>,
    /// How.
    pub way: Way,
}

/// How letters leave.
#[derive(Clone, Debug)]
pub enum Way {
    /// Over SMTP.
    Smtp(MailServer),
    /// Over HTTP.
    Api {
        /// Whose JSON.
        provider: Provider,
        /// The API's address.
        api: String,
        /// What opens it.
        token: Secret,
    },
}

/// Whose JSON an API takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Provider {
    /// Resend's `POST /emails`, which takes an idempotency key.
    Resend,
    /// Postmark's `POST /email`, which does not.
    Postmark,
}

impl Provider {
    /// The names in the configuration.
    pub const NAMES: [&str; 2] = ["resend", "postmark"];

    /// By its name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Resend, Self::Postmark].into_iter().find(|provider| provider.name() == name)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Resend => "resend",
            Self::Postmark => "postmark",
        }
    }

    /// Where its API is.
    pub const fn api(self) -> &'static str {
        match self {
            Self::Resend => "https://api.resend.com/emails",
            Self::Postmark => "https://api.postmarkapp.com/email",
        }
    }
}

/// A subject beyond this is folded by some, cut by others.
const MOST: usize = 180;

/// What to send.
pub fn call(settings: &Settings, message: &Message) -> Call {
    let subject = clip(&message.title, MOST);
    let text = format!("{}\n", message.text());
    let first = message_id(&settings.from, &message.key);
    match &settings.way {
        Way::Smtp(server) => Call::Mail(Letter {
            server: server.clone(),
            from: settings.from.clone(),
            to: settings.to.clone(),
            subject,
            id: if message.follows { message_id(&settings.from, &message.id) } else { first.clone() },
            answers: message.follows.then_some(first),
            at: message.at,
            text,
        }),
        Way::Api { provider: Provider::Resend, api, token } => {
            let body = json!({
                "from": settings.from,
                "to": settings.to,
                "subject": subject,
                "text": text,
                "headers": { "References": first, "In-Reply-To": first, "Auto-Submitted": "auto-generated" },
            });
            let call = HttpCall::json(Secret::new(api), &body).bearer(token);
            Call::Http(call.with("idempotency-key", clip(&message.id, 256)))
        }
        Way::Api { provider: Provider::Postmark, api, token } => {
            let body = json!({
                "From": settings.from,
                "To": settings.to.join(", "),
                "Subject": subject,
                "TextBody": text,
                "MessageStream": "outbound",
                "Headers": [
                    { "Name": "References", "Value": first },
                    { "Name": "In-Reply-To", "Value": first },
                    { "Name": "Auto-Submitted", "Value": "auto-generated" },
                ],
            });
            let token = token.reveal().to_owned();
            Call::Http(HttpCall::json(Secret::new(api), &body).with("x-postmark-server-token", token))
        }
    }
}

/// A name for a letter at the sender's own domain.
fn message_id(from: &str, name: &str) -> String {
    let domain = from.rsplit('@').next().unwrap_or_default().trim_end_matches('>').trim();
    format!("<headcount.{name}@{domain}>")
}
