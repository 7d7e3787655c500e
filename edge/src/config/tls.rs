//! The keys that say whose certificate counts and who we are in TLS, wherever something is asked: Redis, a health
//! document, a broker, a database.
//!
//! Not speaking it. Only the native binary can do any of this: on a Worker each key is a mistake that names the way out.

use super::connection::ConnectionFault;
use super::fault::Fault;
use super::reader::{Place, Reader, Table, Text};
use super::secret::Secret;
use super::{HostKind, Setting};
use crate::ports::{ClientCertificate, TlsSettings};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The keys that have no effect without TLS. `key` goes with `cert`.
pub(super) const KEYS: [&str; 3] = ["ca", "server_name", "cert"];

/// Printed in the place of a private key: one that is empty, so that it can be read back.
const HIDDEN_KEY: &str = "-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----";

/// What the keys say, and what is in force of them for `config check` to print.
pub(super) type TlsKeys = (TlsSettings, Vec<(&'static str, Setting)>);

/// Reads them. `beside`: what the native binary would be beside.
pub(super) fn read(reader: &Reader<'_>, table: &mut Table<'_>, beside: &'static str) -> TlsKeys {
    if reader.host == HostKind::Worker {
        for key in KEYS.into_iter().chain(["key"]) {
            table.know(key);
            if table.has(key) {
                let fault = ConnectionFault::NativeOnly(beside);
                reader.fault(&table.place_of(key), Fault::Connection(fault));
            }
        }
        return (TlsSettings::default(), Vec::new());
    }
    let mut said = Said { reader, settings: Vec::new() };
    (said.all(table), said.settings)
}

/// The same beside an address over HTTP, which speaks TLS or does not.
pub(super) fn beside_url(
    reader: &Reader<'_>,
    table: &mut Table<'_>,
    url: Option<&Text>,
    beside: &'static str,
) -> TlsKeys {
    let is_plain = url.is_some_and(|url| url.value.trim_start().to_ascii_lowercase().starts_with("http:"));
    if is_plain && reader.host == HostKind::Native {
        for key in KEYS.into_iter().filter(|key| table.has(key)) {
            let fault = ConnectionFault::NeedsTls("https://");
            reader.fault(&table.place_of(key), Fault::Connection(fault));
        }
    }
    read(reader, table, beside)
}

/// What was said, as it is read.
struct Said<'a> {
    reader: &'a Reader<'a>,
    settings: Vec<(&'static str, Setting)>,
}

impl Said<'_> {
    fn all(&mut self, table: &mut Table<'_>) -> TlsSettings {
        let ca = table.text("ca").and_then(|t| self.pem("ca", &t, CERTIFICATE));
        let server_name = table.text("server_name").and_then(|t| self.name(&t));
        let chain = table.text("cert").and_then(|t| self.pem("cert", &t, CERTIFICATE));
        let key = table.text("key").and_then(|t| self.pem("key", &t, PRIVATE_KEY));
        for (key, other, example) in
            [("cert", "key", "key = \"/path/client.key\""), ("key", "cert", "cert = \"/path/client.pem\"")]
        {
            if table.has(key) && !table.has(other) {
                self.reader.fault(&table.place_of(other), Fault::Missing { example });
            }
        }
        let client = chain.zip(key).map(|(chain, key)| ClientCertificate { chain, key: Secret::new(key) });
        TlsSettings { ca, server_name, client }
    }

    fn name(&mut self, text: &Text) -> Option<String> {
        let name = text.value.trim();
        if !name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b':')) {
            self.fault(&text.place, ConnectionFault::NotAName);
            return None;
        }
        self.keep("server_name", name);
        Some(name.to_owned())
    }

    /// PEM as it stands, or the content of the file that is named.
    fn pem(&mut self, key: &'static str, text: &Text, wanted: Pem) -> Option<String> {
        let is_path = !text.value.contains(BEGIN);
        let pem = if is_path { self.file(text)? } else { text.value.clone() };
        if !wanted.is_in(&pem) {
            let encrypted = key == "key" && pem.contains("ENCRYPTED");
            let fault =
                if encrypted { ConnectionFault::EncryptedKey } else { ConnectionFault::NotPem(wanted.what) };
            self.fault(&text.place, fault);
            return None;
        }
        self.keep(key, if is_path || key != "key" { &text.value } else { HIDDEN_KEY });
        Some(pem)
    }

    fn file(&self, text: &Text) -> Option<String> {
        let read = self.reader.variables.file(&text.value);
        let path = text.value.clone();
        read.map_err(|why| self.reader.fault(&text.place, Fault::FileUnreadable { path, why })).ok()
    }

    fn keep(&mut self, key: &'static str, value: &str) {
        self.settings.push((key, Setting::Text(value.to_owned())));
    }

    fn fault(&self, at: &Place, fault: ConnectionFault) {
        self.reader.fault(at, Fault::Connection(fault));
    }
}

/// What begins a part of a PEM file.
const BEGIN: &str = "-----BEGIN ";
const CERTIFICATE: Pem = Pem { what: "a certificate", labels: &["CERTIFICATE"] };
const PRIVATE_KEY: Pem =
    Pem { what: "a private key", labels: &["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"] };

/// What a PEM file is to hold.
#[derive(Clone, Copy)]
struct Pem {
    what: &'static str,
    labels: &'static [&'static str],
}

impl Pem {
    /// Whether there is one, and every one of the kind looks like one: base64 of DER, which starts with a sequence.
    fn is_in(self, text: &str) -> bool {
        let mut found = 0;
        let whole = text.split(BEGIN).skip(1).all(|part| {
            let Some((label, rest)) = part.split_once("-----") else { return false };
            if !self.labels.contains(&label) {
                return true;
            }
            found += 1;
            let body = rest.split_once("-----END ").map_or("", |(body, _)| body);
            // Headers, and with them encryption, have a colon.
            let body: String = body.split_ascii_whitespace().collect();
            STANDARD.decode(body).is_ok_and(|der| der.first() == Some(&0x30))
        });
        whole && found > 0
    }
}
