//! A crowd on loopback: a few connections that stay open, each asking again as soon as it has its answer. It measures
//! nothing by itself.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use crate::run::Outcome;

/// Enough that a server always has something to do, few enough that this client stays small.
const CONNECTIONS: u32 = 8;

/// A server that needs longer for its share has hung.
const LIMIT: Duration = Duration::from_mins(2);

/// Asks for `path` so many times in all, accepting this content coding. Every answer must be a 200.
pub fn crowd(address: SocketAddr, path: &str, coding: &str, requests: u32) -> Outcome {
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept-Encoding: {coding}\r\n\r\n");
    let share = requests / CONNECTIONS;
    let asked = thread::scope(|scope| {
        let visitors: Vec<_> =
            (0..CONNECTIONS).map(|_| scope.spawn(|| visit(address, request.as_bytes(), share))).collect();
        let ended = visitors
            .into_iter()
            .map(|visitor| visitor.join().unwrap_or_else(|_| Err(io::Error::other("a visitor gave up"))));
        ended.collect::<io::Result<Vec<()>>>()
    });
    asked.map(|_| ()).map_err(|error| format!("http://{address}{path}: {error}").into())
}

fn visit(address: SocketAddr, request: &[u8], times: u32) -> io::Result<()> {
    let until = Instant::now() + LIMIT;
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(LIMIT))?;
    let mut buffer = vec![0; 256 * 1024];
    for _ in 0..times {
        stream.write_all(request)?;
        read_answer(&mut stream, &mut buffer)?;
        if Instant::now() > until {
            return Err(io::ErrorKind::TimedOut.into());
        }
    }
    Ok(())
}

fn read_answer(stream: &mut TcpStream, buffer: &mut [u8]) -> io::Result<()> {
    let mut filled = 0;
    loop {
        let room = buffer.get_mut(filled..).unwrap_or_default();
        match stream.read(room)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => filled += read,
        }
        if is_whole(buffer.get(..filled).unwrap_or_default())? {
            return Ok(());
        }
    }
}

/// Whether an answer has come to its end. What ends with a last chunk's line has.
fn is_whole(bytes: &[u8]) -> io::Result<bool> {
    let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { return Ok(false) };
    let head =
        std::str::from_utf8(bytes.get(..end).unwrap_or_default()).unwrap_or_default().to_ascii_lowercase();
    let field =
        |name: &str| head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map(str::trim);
    if !head.starts_with("http/1.1 200 ") {
        return Err(io::Error::other(head.lines().next().unwrap_or_default().to_owned()));
    }
    match (field("content-length").map(str::parse::<usize>), field("transfer-encoding")) {
        (Some(Ok(length)), _) => Ok(bytes.len() >= end + 4 + length),
        (None, Some("chunked")) => Ok(bytes.ends_with(b"\r\n0\r\n\r\n")),
        _ => Err(io::Error::other("an answer whose end cannot be told")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_ends_where_its_length_or_its_last_chunk_says_and_must_be_a_200() {
        let head = b"HTTP/1.1 200 OK\r\ncontent-LENGTH: 2\r\n\r\n";
        assert!(is_whole(&[head.as_slice(), b"ab"].concat()).unwrap());
        assert!(!is_whole(&[head.as_slice(), b"a"].concat()).unwrap());
        let chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n";
        assert!(is_whole(chunked).unwrap());
        assert!(!is_whole(&chunked[..chunked.len() - 5]).unwrap());
        assert!(is_whole(b"HTTP/1.1 503 x\r\nContent-Length: 0\r\n\r\n").is_err());
    }
}
