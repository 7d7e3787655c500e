//! One GET over plain TCP to a server on this machine, with the body as it was sent. Not an HTTP client: no TLS,
//! no redirects, no decoding of what is compressed.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use crate::run::Outcome;

const LIMIT: Duration = Duration::from_secs(10);

/// A complete answer.
pub struct Answer {
    pub status: u16,
    /// Names in lower case.
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    /// The value of a header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// Asks for `path`, accepting the content coding `coding` (`br`, `identity`).
pub fn get(address: SocketAddr, path: &str, coding: &str) -> Outcome<Answer> {
    get_as(address, path, coding, None)
}

/// The same, as the operator if there is a token.
pub fn get_as(address: SocketAddr, path: &str, coding: &str, token: Option<&str>) -> Outcome<Answer> {
    let bearer = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept-Encoding: {coding}\r\n{bearer}Connection: close\r\n\r\n"
    );
    let mut bytes = Vec::new();
    let mut exchange = || {
        let mut stream = TcpStream::connect_timeout(&address, LIMIT)?;
        stream.set_read_timeout(Some(LIMIT))?;
        stream.write_all(request.as_bytes())?;
        stream.read_to_end(&mut bytes)
    };
    exchange().map_err(|error| format!("http://{address}{path}: {error}"))?;
    read(&bytes).ok_or_else(|| format!("http://{address}{path}: not an HTTP answer").into())
}

fn read(bytes: &[u8]) -> Option<Answer> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let (head, rest) = (bytes.get(..end)?, bytes.get(end + 4..)?);
    let mut lines = std::str::from_utf8(head).ok()?.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(key, value)| (key.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let mut answer = Answer { status, headers, body: Vec::new() };
    answer.body = match answer.header("transfer-encoding") {
        Some("chunked") => joined(rest)?,
        _ => rest.to_vec(),
    };
    Some(answer)
}

/// The chunks of a body, put together.
fn joined(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|window| window == b"\r\n")?;
        let size = usize::from_str_radix(std::str::from_utf8(rest.get(..end)?).ok()?.trim(), 16).ok()?;
        if size == 0 {
            return Some(body);
        }
        let start = end + 2;
        body.extend_from_slice(rest.get(start..start.checked_add(size)?)?);
        rest = rest.get(start + size + 2..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_with_a_length_is_taken_as_it_is() {
        let answer = read(b"HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 2\r\n\r\nab").unwrap();
        assert_eq!((answer.status, answer.header("content-encoding")), (200, Some("br")));
        assert_eq!(answer.body, b"ab");
    }

    #[test]
    fn chunks_are_joined_and_cut_ones_refused() {
        let whole = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n";
        assert_eq!(read(whole).unwrap().body, b"abc");
        assert!(read(&whole[..whole.len() - 8]).is_none());
    }
}
