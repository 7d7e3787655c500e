//! A portal: a web server of another origin, whose pages a test writes.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// One that listens on loopback until its value goes away.
#[derive(Debug)]
pub struct Portal {
    port: u16,
    pages: Arc<Mutex<Pages>>,
}

#[derive(Debug, Default)]
struct Pages {
    bodies: BTreeMap<String, String>,
    policy: String,
    closed: bool,
}

impl Portal {
    /// Starts one without a page.
    pub fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let pages = Arc::new(Mutex::new(Pages::default()));
        let shared = Arc::clone(&pages);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let pages = Arc::clone(&shared);
                if lock(&pages).closed {
                    return;
                }
                // Browsers open connections ahead, over which nothing is asked.
                thread::spawn(move || answer(stream, &pages));
            }
        });
        Self { port, pages }
    }

    /// Its address, with no slash at the end.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Shows a page with this body from now on.
    pub fn show(&self, path: &str, body: &str) {
        lock(&self.pages).bodies.insert(path.to_owned(), body.to_owned());
    }

    /// Sends its pages with this `Content-Security-Policy` from now on.
    pub fn policy(&self, policy: &str) {
        policy.clone_into(&mut lock(&self.pages).policy);
    }
}

impl Drop for Portal {
    fn drop(&mut self) {
        lock(&self.pages).closed = true;
        // Wakes the listener, so that it sees that it is over.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

fn answer(mut stream: TcpStream, pages: &Mutex<Pages>) {
    let Ok(reading) = stream.try_clone() else { return };
    let mut lines = BufReader::new(reading).lines().map_while(Result::ok);
    let Some(first) = lines.next() else { return };
    if !lines.any(|line| line.is_empty()) {
        return;
    }
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let (body, policy) = {
        let pages = lock(pages);
        (pages.bodies.get(&path).cloned(), pages.policy.clone())
    };
    let policy = if policy.is_empty() { policy } else { format!("content-security-policy: {policy}\r\n") };
    let (status, body) = match body {
        Some(body) => (
            "200 OK",
            format!("<!doctype html><meta charset=utf-8><link rel=icon href=\"data:,\"><body>{body}</body>"),
        ),
        None => ("404 Not Found", String::new()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: text/html\r\n{policy}content-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    // Whoever has gone away needs no answer.
    let _ = stream.write_all(&[head.as_bytes(), body.as_bytes()].concat());
}

fn lock(pages: &Mutex<Pages>) -> std::sync::MutexGuard<'_, Pages> {
    pages.lock().unwrap_or_else(PoisonError::into_inner)
}
