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

/// Asks for `path` so many times in all, with brotli accepted. Every answer must be a 200.
pub fn crowd(address: SocketAddr, path: &str, requests: u32) -> Outcome {
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept-Encoding: br\r\n\r\n");
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
        let sofar = buffer.get(..filled).unwrap_or_default();
        if let Some(length) = length_of(sofar)
            && filled >= length?
        {
            return Ok(());
        }
    }
}

/// How long the whole answer is, once its head is there.
fn length_of(bytes: &[u8]) -> Option<io::Result<usize>> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = std::str::from_utf8(bytes.get(..end)?).unwrap_or_default();
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    Some(match length {
        Some(length) if head.starts_with("HTTP/1.1 200 ") => Ok(end + 4 + length),
        _ => Err(io::Error::other(format!(
            "not a 200 with a length: {}",
            head.lines().next().unwrap_or_default()
        ))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_ends_where_its_length_says_and_must_be_a_200() {
        let answer = b"HTTP/1.1 200 OK\r\ncontent-LENGTH: 5\r\n\r\nab";
        assert_eq!(length_of(answer).unwrap().unwrap(), answer.len() + 3);
        assert!(length_of(&answer[..answer.len() - 4]).is_none());
        assert!(length_of(b"HTTP/1.1 503 x\r\nContent-Length: 0\r\n\r\n").unwrap().is_err());
    }
}
