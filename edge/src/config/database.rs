//! The keys of Symfony's Doctrine transport, and the address of its database as Doctrine writes it.
//!
//! Not connecting.

use super::elsewhere::{ElsewhereFault, Store};
use super::fault::Fault;
use super::reader::{Reader, Text};
use super::secret::{HIDDEN, Secret};
use super::tls::{self, TlsKeys};
use super::{Form, Setting, dsn};
use crate::ports::{Dialect, Endpoint, SqlServer, TlsSettings};
use crate::probe::doctrine::{DEFAULT_TABLE, Transport, is_table};
use core::ops::RangeInclusive;
use core::time::Duration;
use url::{Host, Url};

const REDELIVER: RangeInclusive<Duration> = Duration::from_secs(1)..=Duration::from_hours(24 * 7);

/// Schemes of `DATABASE_URL` that Doctrine knows, as far as their databases can be read.
const SCHEMES: [(&str, Dialect); 9] = [
    ("postgresql", Dialect::PostgreSql),
    ("postgres", Dialect::PostgreSql),
    ("pgsql", Dialect::PostgreSql),
    ("pdo-pgsql", Dialect::PostgreSql),
    ("mysql", Dialect::MySql),
    ("mariadb", Dialect::MySql),
    ("mysqli", Dialect::MySql),
    ("pdo-mysql", Dialect::MySql),
    ("mysql2", Dialect::MySql),
];

/// Values of `sslmode` that want TLS. With TLS the certificate is always verified.
const WITH_TLS: [&str; 3] = ["require", "verify-ca", "verify-full"];

/// What the keys say.
pub(super) struct Settings {
    table: Option<Text>,
    queues: Vec<String>,
    failed: String,
    redeliver_timeout: Duration,
    tls: Option<bool>,
}

/// Asks for the keys.
pub(super) fn settings(form: &mut Form<'_>) -> Settings {
    Settings {
        table: form.optional_text("table"),
        queues: form.names_or("queues", "default"),
        failed: form.text_or_empty("failed", "failed"),
        redeliver_timeout: form.duration("redeliver_timeout", &REDELIVER, Duration::from_hours(1)),
        tls: form.optional_boolean("tls"),
    }
}

/// Reads keys and address; gives also the address as it may be shown. `None` only if something was noted.
pub(super) fn read(
    reader: &Reader<'_>,
    form: &mut Form<'_>,
    url: Option<Text>,
    keys: TlsKeys,
) -> Option<(Store, String)> {
    let Settings { table, queues, failed, redeliver_timeout, tls } = settings(form);
    let fault = |text: &Text, fault| reader.fault(&text.place, Fault::Elsewhere(fault));
    let name = table.as_ref().map_or(DEFAULT_TABLE, |text| text.value.trim());
    if let Some(text) = table.as_ref().filter(|_| !is_table(name)) {
        fault(text, ElsewhereFault::NotATable);
    }
    form.keep("table", Setting::Text(name.to_owned()));
    let text = url?;
    let address = address(text.value.trim()).map_err(|e| fault(&text, e)).ok()?;
    let has_tls = tls.unwrap_or(address.tls);
    form.keep("tls", Setting::Truth(has_tls));
    let (settings, in_force) = keys;
    for key in tls::KEYS {
        if form.has(key) && !has_tls {
            reader.fault(&form.place_of(key), Fault::Elsewhere(ElsewhereFault::NeedsTls));
        }
    }
    if address.dialect == Dialect::MySql && settings.client.is_some() {
        reader.fault(&form.place_of("cert"), Fault::Elsewhere(ElsewhereFault::NoClientCertificate));
    }
    for (key, setting) in in_force {
        form.keep(key, setting);
    }
    let (server, shown) = address.server(has_tls.then_some(settings));
    let transport = Transport {
        server,
        table: name.to_owned(),
        queues,
        failed: Some(failed).filter(|name| !name.is_empty()),
        redeliver_timeout,
    };
    Some((Store::Table(transport), shown))
}

/// What an address says.
struct Address {
    dialect: Dialect,
    host: String,
    port: u16,
    user: String,
    password: Option<Secret>,
    database: String,
    tls: bool,
}

impl Address {
    /// The server, and its address as it may be shown.
    fn server(self, tls: Option<TlsSettings>) -> (SqlServer, String) {
        let endpoint = Endpoint::Tcp { host: self.host, port: self.port, tls: tls.map(Box::new) };
        let scheme = if self.dialect == Dialect::MySql { "mysql" } else { "postgresql" };
        let shown = format!("{scheme}://{HIDDEN}@{endpoint}/{}", self.database);
        let server = SqlServer {
            dialect: self.dialect,
            endpoint,
            user: self.user,
            password: self.password,
            database: self.database,
        };
        (server, shown)
    }
}

/// Reads an address with nothing beside it; gives also the address as it may be shown.
///
/// # Errors
/// What is wrong with it.
pub fn sql_server(text: &str) -> Result<(SqlServer, String), ElsewhereFault> {
    let address = address(text)?;
    let tls = address.tls.then(TlsSettings::default);
    Ok(address.server(tls))
}

/// Whether an address begins as that of a database does.
pub fn is_sql(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, _)| SCHEMES.iter().any(|(known, _)| *known == scheme))
}

/// Reads `scheme://user[:password]@host[:port]/database[?options]`. Of the options only `sslmode` matters to a reader.
fn address(text: &str) -> Result<Address, ElsewhereFault> {
    let (scheme, _) = text.split_once("://").ok_or(ElsewhereFault::NotADatabase)?;
    if scheme == "doctrine" {
        return Err(ElsewhereFault::NamesAConnection);
    }
    let known = SCHEMES.iter().find(|(name, _)| *name == scheme);
    let (_, dialect) = *known.ok_or(ElsewhereFault::NotADatabase)?;
    let url = Url::parse(text).map_err(|_| ElsewhereFault::NotADatabase)?;
    let decoded = |text: &str| dsn::percent_decode(text).map_err(|_| ElsewhereFault::NotADatabase);
    let host = match url.host() {
        Some(Host::Ipv6(address)) => address.to_string(),
        Some(host) => decoded(&host.to_string())?,
        None => String::new(),
    };
    let user = decoded(url.username())?;
    let database = decoded(url.path().trim_matches('/'))?;
    for (part, value) in [("host", &host), ("user", &user), ("database", &database)] {
        if value.is_empty() {
            return Err(ElsewhereFault::Lacks(part));
        }
    }
    // A fragment is a `#` that was not written as %23.
    if url.fragment().is_some()
        || host.contains(['@', '/'])
        || [&user, &database].iter().any(|t| t.contains('\0'))
    {
        return Err(ElsewhereFault::NotADatabase);
    }
    let port = match dialect {
        Dialect::PostgreSql => 5432,
        Dialect::MySql => 3306,
    };
    Ok(Address {
        dialect,
        host: host.to_ascii_lowercase(),
        port: url.port().unwrap_or(port),
        user,
        password: url.password().map(decoded).transpose()?.map(Secret::new),
        database,
        tls: url.query_pairs().any(|(key, value)| key == "sslmode" && WITH_TLS.contains(&&*value)),
    })
}
