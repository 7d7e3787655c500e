//! A channel's own keys as `headcount config check` prints them: secrets hidden.
//!
//! Not TOML's other lines: `config::print` writes those.

use super::{Settings, email, slack};
use crate::config::print;
use crate::config::print::quoted;
use crate::config::secret::HIDDEN;
use crate::ports::MailPrivacy;

impl Settings {
    /// Keys and values, the values as TOML has them. Addresses that are keys themselves are hidden whole.
    pub fn shown(&self) -> Vec<(&'static str, String)> {
        let hidden = || quoted(HIDDEN);
        let url = |url| ("url", quoted(&print::hidden(url)));
        match self {
            Self::Webhook(of) => vec![url(&of.url), ("secret", hidden())],
            Self::Slack(slack::Settings::Webhook { url: of }) => vec![url(of)],
            Self::Slack(slack::Settings::Bot { channel, api, .. }) => {
                vec![("token", hidden()), ("channel", quoted(channel)), ("api", quoted(api))]
            }
            Self::Telegram(of) => {
                vec![("token", hidden()), ("chat", quoted(&of.chat)), ("api", quoted(&of.api))]
            }
            Self::Ntfy(of) => {
                let token = of.token.as_ref().map(|_| ("token", hidden()));
                let topic = format!("{}{HIDDEN}", of.server);
                core::iter::once(("url", quoted(&topic))).chain(token).collect()
            }
            Self::PagerDuty(of) => vec![("routing_key", hidden()), ("api", quoted(&of.api))],
            Self::Email(of) => {
                let to: Vec<String> = of.to.iter().map(|to| quoted(to)).collect();
                let mut keys = vec![("from", quoted(&of.from)), ("to", format!("[{}]", to.join(", ")))];
                match &of.way {
                    email::Way::Smtp(server) => {
                        let scheme = match server.privacy {
                            MailPrivacy::Tls => "smtps",
                            MailPrivacy::StartTls => "smtp",
                            MailPrivacy::Plain => "smtp+plain",
                        };
                        let who = if server.user.is_some() { "***@" } else { "" };
                        let host = if server.host.contains(':') {
                            format!("[{}]", server.host)
                        } else {
                            server.host.clone()
                        };
                        keys.push(("smtp", quoted(&format!("{scheme}://{who}{host}:{}", server.port))));
                    }
                    email::Way::Api { provider, api, .. } => keys.extend([
                        ("provider", quoted(provider.name())),
                        ("api", quoted(api)),
                        ("token", hidden()),
                    ]),
                }
                keys
            }
        }
    }
}
