//! What goes into an HTTP request or header: URLs, origins and header lines of the configuration.
//!
//! Not asking: the hosts do that.

use super::fault::Fault;
use super::reader::{Reader, Text};
use super::secret::Secret;
use url::Url;

/// Headers that every request has already, or that would change how its answer is framed.
const TAKEN: [&str; 7] =
    ["accept-encoding", "connection", "content-length", "host", "te", "transfer-encoding", "upgrade"];

/// An http or https URL with a host, and nothing secret in its authority.
pub(super) fn url(reader: &Reader<'_>, text: &Text, example: &'static str) -> Option<Url> {
    let fault = match parse(&text.value, example) {
        Ok(url) => return Some(url),
        Err(fault) => fault,
    };
    reader.fault(&text.place, fault);
    None
}

/// The URL of our own page, as scheme and host, and the path everything lives under.
pub(super) fn origin_and_base(
    reader: &Reader<'_>,
    text: &Text,
    example: &'static str,
) -> Option<(String, String)> {
    let url = url(reader, text, example)?;
    if url.query().is_some() || text.value.contains('#') {
        reader.fault(&text.place, Fault::UrlQuery);
        return None;
    }
    Some((url.origin().ascii_serialization(), url.path().trim_end_matches('/').to_owned()))
}

/// One who may frame us, as `Content-Security-Policy` writes it; `*.` in front of a host is allowed.
pub(super) fn origin(reader: &Reader<'_>, text: &Text) -> Option<String> {
    let origin = parse(&text.value, "").ok().and_then(|url| {
        let host = url.host_str()?;
        let name = host.strip_prefix("*.").unwrap_or(host);
        // What this lets through cannot end the directive or begin another.
        let plain =
            name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'[' | b']' | b':'));
        let is_bare = url.path() == "/" && url.query().is_none() && !text.value.contains('#');
        (plain && is_bare).then(|| url.origin().ascii_serialization())
    });
    if origin.is_none() {
        reader.fault(&text.place, Fault::NotAnOrigin { shown: text.shown.clone() });
    }
    origin
}

/// The host of an address, without port and brackets.
pub(crate) fn host(url: &Url) -> String {
    url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned()
}

/// A header to send, its name in lower case.
pub(super) fn header(reader: &Reader<'_>, name: &str, value: &Text) -> Option<(String, Secret)> {
    let is_name_byte = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
    let lower = name.to_ascii_lowercase();
    let is_value_byte = |b: u8| b == b'\t' || (b' '..=b'~').contains(&b);
    let fault = if name.is_empty() || !name.bytes().all(is_name_byte) {
        Fault::HeaderName
    } else if TAKEN.contains(&lower.as_str()) {
        Fault::HeaderTaken
    } else if !value.value.bytes().all(is_value_byte) {
        Fault::HeaderValue
    } else {
        return Some((lower, Secret::new(value.value.trim())));
    };
    reader.fault(&value.place, fault);
    None
}

fn parse(text: &str, example: &'static str) -> Result<Url, Fault> {
    let not_http = || Fault::NotHttp { example };
    let (scheme, rest) = text.split_once("://").ok_or_else(not_http)?;
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return Err(not_http());
    }
    // The URL standard forgives `http:///path` and takes `path` for the host.
    if rest.is_empty() || rest.starts_with(['/', '\\', '?', '#', ':', '@']) {
        return Err(Fault::NoHost { example });
    }
    let mut url = Url::parse(text).map_err(|e| match e {
        url::ParseError::EmptyHost => Fault::NoHost { example },
        _ => not_http(),
    })?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Fault::UrlCredentials);
    }
    url.set_fragment(None);
    Ok(url)
}
