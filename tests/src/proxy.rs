//! A TCP proxy on loopback that counts and delays: what Headcount sends is seen from outside.

use core::time::Duration;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// A proxy in front of one port, until its value goes away.
#[derive(Debug)]
pub struct Proxy {
    port: u16,
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    delay: Duration,
    connections: Vec<Connection>,
    open: bool,
}

/// What happened on one connection.
#[derive(Clone, Debug)]
pub struct Connection {
    /// When it was opened.
    pub opened: Instant,
    /// What the client sent, in the pieces in which it arrived.
    pub sent: Vec<Vec<u8>>,
}

impl Proxy {
    /// Starts one that holds each piece of an answer back for `delay`.
    pub fn to(port: u16, delay: Duration) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let own = listener.local_addr().unwrap().port();
        let state = Arc::new(Mutex::new(State { delay, connections: Vec::new(), open: true }));
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for client in listener.incoming() {
                let Ok(client) = client else { continue };
                let Some(number) = with(&shared, State::register) else { return };
                let Ok(server) = TcpStream::connect(("127.0.0.1", port)) else { continue };
                carry(client, server, number, &shared);
            }
        });
        Self { port: own, state }
    }

    /// The port it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// All connections so far.
    pub fn connections(&self) -> Vec<Connection> {
        with(&self.state, |state| state.connections.clone())
    }

    /// From now on holds answers back for this long.
    pub fn delay(&self, delay: Duration) {
        with(&self.state, |state| state.delay = delay);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        with(&self.state, |state| state.open = false);
        // Wakes the listener, so that it sees that it is over.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

impl State {
    /// Notes a new connection and returns its number; nothing once the proxy is over.
    fn register(&mut self) -> Option<usize> {
        self.connections.push(Connection { opened: Instant::now(), sent: Vec::new() });
        self.open.then_some(self.connections.len() - 1)
    }
}

fn carry(client: TcpStream, server: TcpStream, number: usize, state: &Arc<Mutex<State>>) {
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let (from, to) = (client.try_clone().unwrap(), server.try_clone().unwrap());
    let questions = Arc::clone(state);
    thread::spawn(move || {
        pipe(from, to, |bytes| {
            with(&questions, |state| state.connections[number].sent.push(bytes.to_vec()));
        });
    });
    let answers = Arc::clone(state);
    thread::spawn(move || {
        pipe(server, client, |_| thread::sleep(with(&answers, |state| state.delay)));
    });
}

fn pipe(mut from: TcpStream, mut to: TcpStream, mut before: impl FnMut(&[u8])) {
    let mut bytes = [0; 16384];
    while let Ok(n @ 1..) = from.read(&mut bytes) {
        before(&bytes[..n]);
        if to.write_all(&bytes[..n]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}

fn with<T>(state: &Mutex<State>, f: impl FnOnce(&mut State) -> T) -> T {
    f(&mut state.lock().unwrap_or_else(PoisonError::into_inner))
}
