//! A small HTTP client: one request a connection, nothing hidden, nothing followed.
//!
//! No TLS and no compression: the tests speak to loopback, and look at bytes.

use core::fmt::Write as _;
use core::time::Duration;
use std::io::{self, Read, Write};
use std::net::TcpStream;

/// Nothing on loopback takes longer.
const TIMEOUT: Duration = Duration::from_secs(30);

/// What came back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Status code.
    pub status: u16,
    /// Names in lower case, and values, in the order sent.
    pub headers: Vec<(String, String)>,
    /// The body as it came, put together from its chunks.
    pub body: Vec<u8>,
}

impl Answer {
    /// The first header of this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON.
    ///
    /// # Panics
    /// If it is none.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }
}

/// Asks once.
///
/// # Errors
/// If there was no whole answer.
pub fn ask(method: &str, port: u16, path: &str, headers: &[(&str, &str)]) -> io::Result<Answer> {
    ask_with(method, port, path, headers, "")
}

/// Posts a body of JSON.
///
/// # Errors
/// If there was no whole answer.
pub fn post(port: u16, path: &str, headers: &[(&str, &str)], body: &str) -> io::Result<Answer> {
    let length = body.len().to_string();
    let own = [("Content-Type", "application/json"), ("Content-Length", length.as_str())];
    ask_with("POST", port, path, &[&own, headers].concat(), body)
}

/// Posts a form.
///
/// # Errors
/// If there was no whole answer.
pub fn post_form(port: u16, path: &str, headers: &[(&str, &str)], body: &str) -> io::Result<Answer> {
    let length = body.len().to_string();
    let own = [("Content-Type", "application/x-www-form-urlencoded"), ("Content-Length", length.as_str())];
    ask_with("POST", port, path, &[&own, headers].concat(), body)
}

fn ask_with(method: &str, port: u16, path: &str, headers: &[(&str, &str)], body: &str) -> io::Result<Answer> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    let mut request = format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n");
    for (name, value) in headers {
        let _ = write!(request, "{name}: {value}\r\n");
    }
    request.push_str("\r\n");
    request.push_str(body);
    stream.write_all(request.as_bytes())?;
    let mut bytes = Vec::new();
    let mut piece = vec![0; 65536];
    // Not until the connection ends: workerd keeps it for five seconds, whatever it is asked.
    while !is_whole(method, &bytes) {
        match stream.read(&mut piece)? {
            0 => break,
            n => bytes.extend_from_slice(&piece[..n]),
        }
    }
    parse(&bytes).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, String::from_utf8_lossy(&bytes)))
}

fn parse(bytes: &[u8]) -> Option<Answer> {
    let mut answer = parse_head(bytes)?;
    if is_chunked(&answer) && !answer.body.is_empty() {
        answer.body = unchunked(&answer.body)?;
    }
    Some(answer)
}

/// The head, and the body as it is on the wire.
fn parse_head(bytes: &[u8]) -> Option<Answer> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    Some(Answer { status, headers, body: bytes[end + 4..].to_vec() })
}

/// Whether nothing more can come. An answer that does not tell its length ends with the connection.
fn is_whole(method: &str, bytes: &[u8]) -> bool {
    let Some(answer) = parse_head(bytes) else { return false };
    if method == "HEAD" || matches!(answer.status, 204 | 304) {
        return true;
    }
    match answer.header("content-length") {
        Some(length) => length.parse() == Ok(answer.body.len()),
        None => is_chunked(&answer) && unchunked(&answer.body).is_some(),
    }
}

fn is_chunked(answer: &Answer) -> bool {
    answer.header("transfer-encoding").is_some_and(|coding| coding.eq_ignore_ascii_case("chunked"))
}

fn unchunked(mut bytes: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = bytes.windows(2).position(|two| two == b"\r\n")?;
        let size = usize::from_str_radix(core::str::from_utf8(&bytes[..end]).ok()?.trim(), 16).ok()?;
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(bytes.get(end + 2..end + 2 + size)?);
        bytes = bytes.get(end + 2 + size + 2..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_put_together_from_its_chunks() {
        let bytes = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
        assert_eq!(parse(bytes).unwrap().text(), "abcde");
        assert_eq!(parse(&bytes[..bytes.len() - 8]), None);
    }
}
