//! A server that takes what alerts send: it keeps every request, and answers, refuses, hangs or hangs up as it is told.
//!
//! Not what the requests should hold: the tests know the protocols.

use core::time::Duration;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use serde_json::Value;

/// A server on loopback, until its value goes away.
#[derive(Debug)]
pub struct Receiver {
    port: u16,
    state: Arc<Mutex<State>>,
}

/// What it does with a request.
#[derive(Clone, Debug)]
pub enum Manner {
    /// Answers with a status, headers (`Name: value\r\n` each) and a body.
    Answers(u16, &'static str, &'static str),
    /// Reads it and says nothing.
    Hangs,
    /// Reads it and closes the connection.
    HangsUp,
}

/// A request that came.
#[derive(Clone, Debug)]
pub struct Received {
    /// `POST /path`.
    pub line: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

#[derive(Debug)]
struct State {
    manner: Manner,
    received: Vec<Received>,
    open: bool,
}

impl Receiver {
    /// Starts one that takes everything.
    pub fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let manner = Manner::Answers(200, "", "{}");
        let state = Arc::new(Mutex::new(State { manner, received: Vec::new(), open: true }));
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(stream) = stream else { continue };
                let state = Arc::clone(&shared);
                if !with(&state, |state| state.open) {
                    return;
                }
                thread::spawn(move || serve(stream, &state));
            }
        });
        Self { port, state }
    }

    /// An address of it, with the path.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Does this from now on.
    pub fn does(&self, manner: Manner) {
        with(&self.state, |state| state.manner = manner);
    }

    /// Everything that came, oldest first.
    pub fn received(&self) -> Vec<Received> {
        with(&self.state, |state| state.received.clone())
    }

    /// The only request that came since the last time, which is forgotten.
    pub fn take_only(&self) -> Received {
        let all = with(&self.state, |state| core::mem::take(&mut state.received));
        assert_eq!(all.len(), 1, "{all:?}");
        all.into_iter().next().unwrap()
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        with(&self.state, |state| state.open = false);
        // Wakes the listener, so that it sees that it is over.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

impl Received {
    /// The first header of this name.
    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(n, _)| n == name).map_or("", |(_, value)| value.as_str())
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {:?}", self.body))
    }
}

fn serve(mut stream: TcpStream, state: &Mutex<State>) {
    let Some(received) = read(&mut stream) else { return };
    let manner = with(state, |state| {
        state.received.push(received);
        state.manner.clone()
    });
    match manner {
        Manner::Answers(status, headers, body) => {
            let head = format!(
                "HTTP/1.1 {status} Status\r\nContent-Length: {}\r\nConnection: close\r\n{headers}\r\n",
                body.len()
            );
            let _ = stream.write_all(&[head.as_bytes(), body.as_bytes()].concat());
        }
        Manner::HangsUp => {}
        Manner::Hangs => {
            // Until the other side has given up.
            let _ = stream.set_read_timeout(Some(Duration::from_mins(1)));
            let _ = stream.read(&mut [0]);
        }
    }
}

fn read(stream: &mut TcpStream) -> Option<Received> {
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    loop {
        if let Some(received) = parse(&bytes) {
            return Some(received);
        }
        match stream.read(&mut piece) {
            Ok(0) | Err(_) => return None,
            Ok(n) => bytes.extend_from_slice(&piece[..n]),
        }
    }
}

/// A whole request, or nothing yet.
fn parse(bytes: &[u8]) -> Option<Received> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.split("\r\n");
    let line = lines.next()?.trim_end_matches(" HTTP/1.1").to_owned();
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length = length.and_then(|(_, value)| value.parse().ok()).unwrap_or(0);
    let body = bytes.get(end + 4..end + 4 + length)?.to_vec();
    Some(Received { line, headers, body })
}

fn with<T>(state: &Mutex<State>, f: impl FnOnce(&mut State) -> T) -> T {
    f(&mut state.lock().unwrap_or_else(PoisonError::into_inner))
}
