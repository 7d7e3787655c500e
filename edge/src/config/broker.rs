//! The keys and the address of a RabbitMQ's management API.
//!
//! Not asking it: `probe::rabbitmq` says what is asked.

use super::elsewhere::{ElsewhereFault, Store};
use super::fault::Fault;
use super::reader::{Reader, Text};
use super::secret::{HIDDEN, Secret};
use super::tls::TlsKeys;
use super::{Form, dsn};
use crate::probe::rabbitmq::{Broker, Login, Queue};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use url::Url;

/// The virtual host that there is from the beginning.
const DEFAULT_VHOST: &str = "/";

/// What the keys say.
pub(super) struct Settings {
    headers: Vec<(String, Secret)>,
    vhost: Option<String>,
    subscribed: bool,
    queues: Vec<String>,
    dead_letters: Vec<String>,
    delayed: Vec<String>,
}

/// Asks for the keys.
pub(super) fn settings(form: &mut Form<'_>) -> Settings {
    Settings {
        headers: form.headers(),
        vhost: form.optional("vhost"),
        subscribed: form.boolean("subscribed", false),
        queues: form.required_names("queues", "queues = [\"mail\"]"),
        dead_letters: form.names("dead_letters"),
        delayed: form.names("delayed"),
    }
}

/// Reads keys and address; gives also the address as it may be shown. `None` only if something was noted.
pub(super) fn read(
    reader: &Reader<'_>,
    form: &mut Form<'_>,
    url: Option<Text>,
    (tls, in_force): TlsKeys,
) -> Option<(Store, String)> {
    let settings = settings(form);
    for (key, setting) in in_force {
        form.keep(key, setting);
    }
    let text = url?;
    let mut headers = settings.headers;
    let has_header = headers.iter().any(|(name, _)| name == "authorization");
    let address = match address(text.value.trim(), settings.vhost.as_deref()) {
        Ok(address) if has_header && address.authorization.is_some() => Err(ElsewhereFault::TwoLogins),
        other => other,
    };
    let Management { base, vhost, authorization, shown } =
        address.map_err(|fault| reader.fault(&text.place, Fault::Elsewhere(fault))).ok()?;
    let login = match (&authorization, has_header) {
        (Some(_), _) => Login::Address,
        (None, true) => Login::Header,
        (None, false) => Login::None,
    };
    headers.extend(authorization.map(|value| ("authorization".to_owned(), value)));
    let all = |names: Vec<String>| names.iter().map(|name| Queue::new(&base, name)).collect();
    let broker = Broker {
        queues: all(settings.queues),
        dead_letters: all(settings.dead_letters),
        delayed: all(settings.delayed),
        base,
        vhost,
        headers,
        tls,
        login,
        subscribed: settings.subscribed,
    };
    Some((Store::Broker(broker), shown))
}

/// What the address of a management API says.
#[derive(Clone, Debug)]
pub struct Management {
    /// Where a virtual host's queues are.
    pub base: Url,
    /// The virtual host.
    pub vhost: String,
    /// User and password, as HTTP sends them.
    pub authorization: Option<Secret>,
    /// The address without them.
    pub shown: String,
}

/// Reads an address with nothing beside it.
///
/// # Errors
/// What is wrong with it.
pub fn management(text: &str) -> Result<Management, ElsewhereFault> {
    address(text, None)
}

/// Reads `http[s]://[user:password@]host[:port][/vhost]`. With `vhost` known from elsewhere, the path is where the API
/// itself is.
fn address(text: &str, vhost: Option<&str>) -> Result<Management, ElsewhereFault> {
    let (scheme, rest) = text.split_once("://").ok_or(ElsewhereFault::NotABroker)?;
    match scheme {
        "http" | "https" => {}
        "amqp" | "amqps" => return Err(ElsewhereFault::Amqp),
        _ => return Err(ElsewhereFault::NotABroker),
    }
    // The URL standard forgives `http:///path` and takes `path` for the host.
    if rest.starts_with(['/', '\\', '?', '#']) || text.contains(['?', '#']) {
        return Err(ElsewhereFault::NotABroker);
    }
    let mut base = Url::parse(text).map_err(|_| ElsewhereFault::NotABroker)?;
    let decoded = |text: &str| dsn::percent_decode(text).map_err(|_| ElsewhereFault::NotABroker);
    let (user, password) = (decoded(base.username())?, decoded(base.password().unwrap_or_default())?);
    let knows_us = !user.is_empty() || base.password().is_some();
    let authorization =
        knows_us.then(|| Secret::new(format!("Basic {}", STANDARD.encode(format!("{user}:{password}")))));
    // Neither fails for a URL with a host.
    let _ = base.set_username(if knows_us { HIDDEN } else { "" });
    let _ = base.set_password(None);
    let shown = base.to_string();
    let _ = base.set_username("");
    let path = base.path().trim_matches('/').to_owned();
    let named = decoded(&path)?;
    let (prefix, vhost) = match vhost {
        Some(vhost) => (path.as_str(), vhost),
        None if named.is_empty() => ("", DEFAULT_VHOST),
        None => ("", named.as_str()),
    };
    base.set_path(prefix);
    let mut segments = base.path_segments_mut().map_err(|()| ElsewhereFault::NotABroker)?;
    segments.pop_if_empty().extend(["api", "queues", vhost]);
    drop(segments);
    Ok(Management { vhost: vhost.to_owned(), base, authorization, shown })
}
