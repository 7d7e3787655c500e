//! A tiny application with a health document, for what is measured against something that answers. It listens on
//! loopback, answers everything alike, and ends with this process. Not a web server.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc;
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

/// Starts one that answers this document after this time, counted from the moment the connection was accepted.
pub fn start(document: &str, delay: Duration) -> Outcome<SocketAddr> {
    let listener =
        TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|error| format!("no free port: {error}"))?;
    let address = listener.local_addr().map_err(|error| format!("no free port: {error}"))?;
    let answer = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{document}",
        document.len()
    );
    // Every answer waits for the same time, so they are due in the order in which they were asked for.
    let (ask, asked) = mpsc::channel::<(TcpStream, Instant)>();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            if ask.send((stream, Instant::now() + delay)).is_err() {
                return;
            }
        }
    });
    thread::spawn(move || {
        for (mut stream, due) in asked {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            // Whoever has gone away needs no answer.
            if has_asked(&mut stream) {
                let _ = stream.write_all(answer.as_bytes());
            }
        }
    });
    Ok(address)
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
