//! An application with a health endpoint, whose answer, status and slowness can be set. It counts who asks.

use core::time::Duration;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// A document of ADR-075 in which all is well. No line of it counts workers.
pub const ALL_WELL: &str = r#"{"status":"ok","deps":{"postgres":{"status":"ok","latency_ms":3},"redis":{"status":"ok","latency_ms":1}}}"#;

/// What it says about a body of which nothing else is said.
const JSON: &str = "Content-Type: application/json\r\n";

/// An application that listens on loopback until its value goes away.
#[derive(Debug)]
pub struct App {
    port: u16,
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    status: u16,
    body: Vec<u8>,
    /// Status, headers and body at paths of their own.
    at: BTreeMap<String, (u16, String, Vec<u8>)>,
    delay: Duration,
    arrivals: Vec<Instant>,
    open: bool,
}

impl App {
    /// Starts one in which all is well.
    pub fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = State {
            status: 200,
            body: ALL_WELL.into(),
            at: BTreeMap::new(),
            delay: Duration::ZERO,
            arrivals: Vec::new(),
            open: true,
        };
        let state = Arc::new(Mutex::new(state));
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(stream) = stream else { continue };
                let arrived = Instant::now();
                let state = Arc::clone(&shared);
                if !with(&state, |state| state.open) {
                    return;
                }
                thread::spawn(move || answer(stream, arrived, &state));
            }
        });
        Self { port, state }
    }

    /// Where its health is told.
    pub fn url(&self) -> String {
        self.url_at("/api/health")
    }

    /// The address of another path.
    pub fn url_at(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Answers this from now on.
    pub fn set(&self, status: u16, body: &str) {
        with(&self.state, |state| {
            state.status = status;
            state.body = body.into();
        });
    }

    /// Answers this at a path, whatever it answers elsewhere.
    pub fn set_at(&self, path: &str, status: u16, body: &str) {
        self.set_whole_at(path, status, JSON, body.as_bytes());
    }

    /// The same with headers of its own, each of which ends its line.
    pub fn set_whole_at(&self, path: &str, status: u16, headers: &str, body: &[u8]) {
        let answer = (status, headers.to_owned(), body.to_vec());
        with(&self.state, |state| drop(state.at.insert(path.to_owned(), answer)));
    }

    /// Takes this long for each answer from now on.
    pub fn delay(&self, delay: Duration) {
        with(&self.state, |state| state.delay = delay);
    }

    /// How many have asked so far.
    pub fn requests(&self) -> usize {
        self.arrivals().len()
    }

    /// When each of them connected.
    pub fn arrivals(&self) -> Vec<Instant> {
        with(&self.state, |state| state.arrivals.clone())
    }
}

impl Drop for App {
    fn drop(&mut self) {
        with(&self.state, |state| state.open = false);
        // Wakes the listener, so that it sees that it is over.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

fn answer(mut stream: TcpStream, arrived: Instant, state: &Mutex<State>) {
    let Some(path) = asked(&mut stream) else { return };
    let ((status, headers, body), delay) = with(state, |state| {
        state.arrivals.push(arrived);
        let everywhere = || (state.status, JSON.to_owned(), state.body.clone());
        (state.at.get(&path).cloned().unwrap_or_else(everywhere), state.delay)
    });
    thread::sleep(delay);
    let head = format!(
        "HTTP/1.1 {status} Status\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(&[head.as_bytes(), &body].concat());
}

/// Reads a request's head, and returns its path. Whoever only connects has not asked.
fn asked(stream: &mut TcpStream) -> Option<String> {
    let mut head = Vec::new();
    let mut bytes = [0; 4096];
    while !head.windows(4).any(|four| four == b"\r\n\r\n") {
        match stream.read(&mut bytes) {
            Ok(0) | Err(_) => return None,
            Ok(n) => head.extend_from_slice(&bytes[..n]),
        }
    }
    String::from_utf8_lossy(&head).split(' ').nth(1).map(str::to_owned)
}

fn with<T>(state: &Mutex<State>, f: impl FnOnce(&mut State) -> T) -> T {
    f(&mut state.lock().unwrap_or_else(PoisonError::into_inner))
}
