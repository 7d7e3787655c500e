//! Reads `[[channel]]`: whom alerts reach.
//!
//! Not what each protocol makes of it: `crate::notify` has a file for each.

use super::HostKind;
use super::check::{self, Ids};
use super::fault::Fault;
use super::http;
use super::reader::{Reader, Table, Text};
use super::secret::Secret;
use crate::notify::{Channel, KINDS, Settings, email, ntfy, pagerduty, slack, telegram, webhook};
use crate::ports::{MailPrivacy, MailServer};
use core::fmt;
use shared::alert::Kind;
use url::Url;

/// What can be wrong with a channel, beside what can be wrong everywhere.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant's sentence, below, says what its fields are")]
pub enum ChannelFault {
    /// A key of another kind of channel.
    OtherKind { belongs_to: &'static str, is: &'static str },
    /// Two keys of which one is enough.
    Beside { other: &'static str },
    /// An ntfy address without a topic.
    NoTopic,
    /// Not an address of e-mail.
    NotAMailbox { shown: String },
    /// Not the address of a mail server.
    NotSmtp,
    /// SMTP on a Worker.
    SmtpOnWorker,
}

impl fmt::Display for ChannelFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherKind { belongs_to, is } => {
                write!(f, "belongs to {belongs_to}, and this is {is:?}; leave it out")
            }
            Self::Beside { other } => write!(f, "is beside {other:?}; keep one of them"),
            Self::NoTopic => f.write_str("names no topic; write for example \"https://ntfy.sh/your-topic\""),
            Self::NotAMailbox { shown } => write!(
                f,
                "{shown} is not an address; write \"ops@example.com\" or \"Headcount <status@example.com>\""
            ),
            Self::NotSmtp => f.write_str(
                "is not a mail server; write \"smtps://user:password@mail.example.com\" (TLS), smtp:// (STARTTLS) \
                 or smtp+plain:// (no TLS, for a relay nearby)",
            ),
            Self::SmtpOnWorker => f.write_str(
                "needs a connection that a Worker does not have; use a provider's API: provider = \"resend\" and \
                 token = \"${MAIL_TOKEN}\", or run the native binary",
            ),
        }
    }
}

/// The keys that only some kinds have, and whose they are.
const KEYS: [(&str, &[&str]); 11] = [
    ("url", &["webhook", "slack", "ntfy"]),
    ("secret", &["webhook"]),
    ("token", &["slack", "telegram", "ntfy", "email"]),
    ("channel", &["slack"]),
    ("chat", &["telegram"]),
    ("routing_key", &["pagerduty"]),
    ("api", &["slack", "telegram", "pagerduty", "email"]),
    ("from", &["email"]),
    ("to", &["email"]),
    ("smtp", &["email"]),
    ("provider", &["email"]),
];

/// Reads one channel. `services` are the ids there are. `None` only if something was noted.
pub(super) fn read(
    reader: &Reader<'_>,
    mut table: Table<'_>,
    services: &Ids,
    taken: &mut Ids,
) -> Option<Channel> {
    let id = check::id(reader, &mut table, taken, "id = \"oncall\"");
    let kind = table.required("kind", "kind = \"webhook\"");
    let kind = kind.and_then(|t| check::word(reader, &t, "a kind of channel", &KINDS));
    let of = check::services(reader, &mut table, services);
    let words = Kind::ALL.map(Kind::word);
    let only = table.texts("only").unwrap_or_default();
    let only = only.iter().filter_map(|t| {
        let word = check::word(reader, t, "a kind of notice", &words)?;
        Kind::ALL.into_iter().find(|kind| kind.word() == word)
    });
    let only = only.collect();
    let mut keys = Keys { reader, table };
    let settings = match kind {
        Some("webhook") => keys.webhook(),
        Some("slack") => keys.slack(),
        Some("telegram") => keys.telegram(),
        Some("ntfy") => keys.ntfy(),
        Some("pagerduty") => keys.pagerduty(),
        Some("email") => keys.email(),
        _ => None,
    };
    keys.finish(kind);
    Some(Channel { id: id?, services: of, only, settings: settings? })
}

/// The keys that depend on the kind.
struct Keys<'r> {
    reader: &'r Reader<'r>,
    table: Table<'r>,
}

impl Keys<'_> {
    fn webhook(&mut self) -> Option<Settings> {
        let url = self.url("url", "url = \"https://alerts.example.com/headcount\"");
        let secret = self.secret("secret", "secret = \"${WEBHOOK_SECRET}\"");
        Some(Settings::Webhook(webhook::Settings { url: url?, secret: secret? }))
    }

    fn slack(&mut self) -> Option<Settings> {
        if self.table.has("token") || self.table.has("channel") {
            let token = self.secret("token", "token = \"${SLACK_TOKEN}\"");
            let channel = self.table.required("channel", "channel = \"C0123456789\"");
            let api = self.api(slack::API);
            if self.table.has("url") {
                self.fault("url", ChannelFault::Beside { other: "token" });
            }
            let channel = channel?.value;
            return Some(Settings::Slack(slack::Settings::Bot { token: token?, channel, api: api? }));
        }
        if self.table.has("api") {
            self.fault("api", ChannelFault::Beside { other: "url" });
        }
        let url = self.url("url", "url = \"${SLACK_WEBHOOK}\"")?;
        Some(Settings::Slack(slack::Settings::Webhook { url }))
    }

    fn telegram(&mut self) -> Option<Settings> {
        let token = self.secret("token", "token = \"${TELEGRAM_TOKEN}\"");
        let chat = self.table.required("chat", "chat = \"-1001234567890\"");
        let api = self.api(telegram::API)?.trim_end_matches('/').to_owned();
        Some(Settings::Telegram(telegram::Settings { token: token?, chat: chat?.value, api }))
    }

    fn ntfy(&mut self) -> Option<Settings> {
        const EXAMPLE: &str = "https://ntfy.sh/your-topic";
        let url = self.table.required("url", "url = \"https://ntfy.sh/your-topic\"");
        let token = self.table.text("token").map(|t| Secret::new(t.value));
        let text = url?;
        let mut url = http::url(self.reader, &text, EXAMPLE)?;
        let path = url.path().trim_end_matches('/').to_owned();
        let (root, topic) = path.rsplit_once('/').unwrap_or_default();
        if topic.is_empty() {
            self.reader.fault(&text.place, Fault::Channel(ChannelFault::NoTopic));
            return None;
        }
        url.set_path(&format!("{root}/"));
        url.set_query(None);
        let topic = Secret::new(topic);
        Some(Settings::Ntfy(ntfy::Settings { server: url.into(), topic, token }))
    }

    fn pagerduty(&mut self) -> Option<Settings> {
        let routing_key = self.secret("routing_key", "routing_key = \"${PAGERDUTY_KEY}\"");
        let api = self.api(pagerduty::API);
        Some(Settings::PagerDuty(pagerduty::Settings { routing_key: routing_key?, api: api? }))
    }

    fn email(&mut self) -> Option<Settings> {
        let from = self.table.required("from", "from = \"Headcount <status@example.com>\"");
        let from = from.and_then(|t| self.mailbox(t));
        let example = "to = [\"ops@example.com\"]";
        if !self.table.has("to") {
            self.reader.fault(&self.table.place_of("to"), Fault::Missing { example });
        }
        let to = self.table.texts("to").unwrap_or_default();
        let to: Vec<String> = to.into_iter().filter_map(|t| self.mailbox(t)).collect();
        let way = if self.table.has("smtp") { self.smtp() } else { self.provider() };
        Some(Settings::Email(email::Settings { from: from?, to, way: way? }))
    }

    fn smtp(&mut self) -> Option<email::Way> {
        for key in ["provider", "token", "api"].into_iter().filter(|key| self.table.has(key)) {
            self.fault(key, ChannelFault::Beside { other: "smtp" });
        }
        if self.reader.host == HostKind::Worker {
            self.fault("smtp", ChannelFault::SmtpOnWorker);
        }
        let text = self.table.text("smtp")?;
        let server = mail_server(&text.value);
        if server.is_none() {
            self.reader.fault(&text.place, Fault::Channel(ChannelFault::NotSmtp));
        }
        server.map(email::Way::Smtp)
    }

    fn provider(&mut self) -> Option<email::Way> {
        let example = match self.reader.host {
            HostKind::Native => "smtp = \"smtps://user:${MAIL_PASSWORD}@mail.example.com\"",
            HostKind::Worker => "provider = \"resend\"",
        };
        let missing = if self.table.has("provider") { "provider" } else { "smtp" };
        let missing = if self.reader.host == HostKind::Worker { "provider" } else { missing };
        let named = self.table.required(missing, example);
        let token = self.secret("token", "token = \"${MAIL_TOKEN}\"");
        let name = check::word(self.reader, &named?, "a provider of e-mail", &email::Provider::NAMES)?;
        let provider = email::Provider::named(name)?;
        let api = self.api(provider.api())?;
        Some(email::Way::Api { provider, api, token: token? })
    }

    fn mailbox(&self, text: Text) -> Option<String> {
        let good = is_mailbox(&text.value);
        if !good {
            let fault = ChannelFault::NotAMailbox { shown: text.shown };
            self.reader.fault(&text.place, Fault::Channel(fault));
        }
        good.then(|| text.value.trim().to_owned())
    }

    fn url(&mut self, key: &'static str, example: &'static str) -> Option<Secret> {
        let text = self.table.required(key, example)?;
        let url = http::url(self.reader, &text, "https://alerts.example.com/headcount")?;
        Some(Secret::new(url))
    }

    fn api(&mut self, usual: &'static str) -> Option<String> {
        if !self.table.has("api") {
            return Some(usual.to_owned());
        }
        let text = self.table.text("api")?;
        http::url(self.reader, &text, usual).map(String::from)
    }

    /// A secret that goes into a header: visible, in one line.
    fn secret(&mut self, key: &'static str, example: &'static str) -> Option<Secret> {
        let text = self.table.required(key, example)?;
        if !text.value.bytes().all(|b| (b' '..=b'~').contains(&b)) {
            self.reader.fault(&text.place, Fault::HeaderValue);
            return None;
        }
        Some(Secret::new(text.value.trim()))
    }

    fn fault(&self, key: &str, fault: ChannelFault) {
        self.reader.fault(&self.table.place_of(key), Fault::Channel(fault));
    }

    /// Says which keys belong to other kinds, and which to none.
    fn finish(mut self, kind: Option<&'static str>) {
        for (key, kinds) in KEYS {
            self.table.know(key);
            if let Some(is) = kind.filter(|kind| self.table.has(key) && !kinds.contains(kind)) {
                let belongs_to = kinds.first().copied().unwrap_or_default();
                self.fault(key, ChannelFault::OtherKind { belongs_to, is });
            }
        }
        self.table.finish();
    }
}

/// `name@domain`, or `Somebody <name@domain>`.
fn is_mailbox(text: &str) -> bool {
    let text = text.trim();
    let address = match text.split_once('<') {
        None => text,
        Some((name, rest)) => {
            let plain = name.chars().all(|c| !c.is_control() && !matches!(c, '"' | ',' | '<' | '>' | '@'));
            match rest.strip_suffix('>') {
                Some(address) if plain && !name.trim().is_empty() => address,
                _ => return false,
            }
        }
    };
    let is_plain = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~.".contains(&b))
            && !part.starts_with('.')
            && !part.ends_with('.')
            && !part.contains("..")
    };
    address.split_once('@').is_some_and(|(name, domain)| {
        is_plain(name)
            && domain.bytes().all(|b| b.is_ascii_alphanumeric() || b".-".contains(&b))
            && is_plain(domain)
    })
}

/// `smtps://user:password@host:port`.
fn mail_server(text: &str) -> Option<MailServer> {
    let url = Url::parse(text).ok()?;
    let (privacy, usual) = match url.scheme() {
        "smtps" => (MailPrivacy::Tls, 465),
        "smtp" => (MailPrivacy::StartTls, 587),
        "smtp+plain" => (MailPrivacy::Plain, 25),
        _ => return None,
    };
    let host = url.host_str().filter(|host| !host.is_empty())?;
    let host = host.trim_matches(['[', ']']).to_owned();
    if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
        return None;
    }
    let decoded = |text: &str| super::dsn::percent_decode(text).ok().filter(|text| !text.is_empty());
    Some(MailServer {
        host,
        port: url.port().unwrap_or(usual),
        privacy,
        user: decoded(url.username()),
        password: url.password().and_then(decoded).map(Secret::new),
    })
}
