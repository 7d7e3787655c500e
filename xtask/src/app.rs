//! A tiny application with a health document, for what is measured against something that answers. It listens on
//! loopback, answers everything alike, and ends with this process. Not a web server.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use crate::run::Outcome;

/// Eight dependencies, as the page of the budgets has them.
pub const EIGHT_DEPENDENCIES: &str = r#"{"status":"ok","deps":{
"postgres":{"status":"ok","latency_ms":3},"redis":{"status":"ok","latency_ms":1},
"mercure":{"status":"ok","latency_ms":8},"search":{"status":"ok","latency_ms":12},
"routing":{"status":"ok","latency_ms":41},"storage":{"status":"ok","latency_ms":17},
"mail":{"status":"ok","latency_ms":22},"reference_data":{"status":"ok","latency_ms":2}}}"#;

/// Whoever connects and says nothing is not waited for longer than this.
const SILENCE: Duration = Duration::from_secs(2);

/// How often it looks for whoever has come. Not woken by each: a target on another machine would not take processor
/// time from whoever asks it.
const TICK: Duration = Duration::from_millis(2);

/// Starts one on so many ports, which answers this document after this time.
pub fn start(document: &str, delay: Duration, ports: usize) -> Outcome<Vec<SocketAddr>> {
    let listeners: io::Result<Vec<TcpListener>> = (0..ports).map(|_| listener()).collect();
    let listeners = listeners.map_err(|error| format!("no free port: {error}"))?;
    let addresses: io::Result<Vec<SocketAddr>> = listeners.iter().map(TcpListener::local_addr).collect();
    let answer = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{document}",
        document.len()
    );
    thread::spawn(move || {
        // Every answer waits for the same time, so they are due in the order in which they were asked for.
        let mut waiting: VecDeque<(TcpStream, Instant)> = VecDeque::new();
        loop {
            for listener in &listeners {
                while let Ok((stream, _)) = listener.accept() {
                    waiting.push_back((stream, Instant::now() + delay));
                }
            }
            while waiting.front().is_some_and(|(_, due)| *due <= Instant::now())
                && let Some((mut stream, _)) = waiting.pop_front()
            {
                // Whoever has gone away needs no answer.
                if has_asked(&mut stream) {
                    let _ = stream.write_all(answer.as_bytes());
                }
            }
            thread::sleep(TICK);
        }
    });
    addresses.map_err(|error| format!("no free port: {error}").into())
}

fn listener() -> io::Result<TcpListener> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Reads a request's head.
fn has_asked(stream: &mut TcpStream) -> bool {
    let _ = stream.set_read_timeout(Some(SILENCE));
    let mut head = Vec::new();
    let mut bytes = [0; 4096];
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read(&mut bytes) {
            Ok(0) | Err(_) => return false,
            Ok(read) => head.extend_from_slice(bytes.get(..read).unwrap_or_default()),
        }
    }
    true
}
