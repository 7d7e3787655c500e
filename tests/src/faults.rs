//! Servers on loopback that misbehave on purpose, one fault each, for as long as their value lives.
//!
//! Not healthy servers, and not a real Redis: where a real one can show a fault, the tests use that.

use core::time::Duration;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// A server that runs a script on every connection.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
    stopping: Arc<AtomicBool>,
}

impl Server {
    /// Listens on a free port. The script has the connection to itself, on a thread of its own.
    pub fn start(script: impl Fn(&mut Connection) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("the listener's address");
        let asked = Arc::new(Mutex::new(Vec::new()));
        let stopping = Arc::new(AtomicBool::new(false));
        let (heads, stop, script) = (Arc::clone(&asked), Arc::clone(&stopping), Arc::new(script));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let (heads, script) = (Arc::clone(&heads), Arc::clone(&script));
                thread::spawn(move || script(&mut Connection { stream, heads }));
            }
        });
        Self { address, asked, stopping }
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// How often a path was asked for over HTTP.
    pub fn requests_of(&self, path: &str) -> usize {
        let line = format!("GET {path} ");
        self.asked.lock().unwrap().iter().filter(|head| head.starts_with(&line)).count()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stopping.store(true, Ordering::Relaxed);
        // Wakes the thread that accepts.
        let _ = TcpStream::connect(self.address);
    }
}

/// One accepted connection. What fails on it means that the other side has given up, which ends the script.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    heads: Arc<Mutex<Vec<String>>>,
}

impl Connection {
    /// Reads an HTTP request's head.
    fn request_head(&mut self) -> String {
        let mut head = Vec::new();
        let mut byte = [0];
        while !head.ends_with(b"\r\n\r\n") && matches!(self.stream.read(&mut byte), Ok(1)) {
            head.extend(byte);
        }
        let head = String::from_utf8_lossy(&head).into_owned();
        self.heads.lock().unwrap().push(head.clone());
        head
    }

    /// Sends all of it, if the other side wants it; says whether it did.
    fn send(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).and_then(|()| self.stream.flush()).is_ok()
    }

    /// Says nothing more until the other side gives up.
    fn hang(&mut self) {
        let mut heard = [0; 4096];
        loop {
            match self.stream.read(&mut heard) {
                Ok(0) => return,
                Err(e) if e.kind() != ErrorKind::Interrupted => return,
                _ => {}
            }
        }
    }

    /// Ends the sending half and waits for the other side to read what it was sent.
    fn finish(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Write);
        self.hang();
    }

    /// The commands of one pipelined write, as words. Empty once the other side is gone.
    fn commands(&mut self) -> Vec<Vec<String>> {
        let mut bytes = vec![0; 64 * 1024];
        let n = self.stream.read(&mut bytes).unwrap_or(0);
        let text = String::from_utf8_lossy(bytes.get(..n).unwrap_or_default()).into_owned();
        let mut lines = text.split("\r\n");
        let mut commands = Vec::new();
        while let Some(words) = lines.next().and_then(|line| line.strip_prefix('*')?.parse::<usize>().ok()) {
            // Each word is announced by a line with its length.
            let word = |_| lines.nth(1).unwrap_or_default().to_owned();
            commands.push((0..words).map(word).collect());
        }
        commands
    }
}

/// What a health endpoint can do wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HttpFault {
    /// A body that is no JSON.
    NotJson,
    /// Half of what `Content-Length` promised.
    CutBody,
    /// Ten megabytes of JSON.
    TenMegabytes,
    /// 64 KiB of `[`, which is as much as is read at all.
    Brackets,
    /// JSON with a byte that no UTF-8 text has.
    InvalidUtf8,
    /// A gzip body that nobody asked for.
    Compressed,
    /// To another address of this server, which would answer properly.
    Redirect,
    /// A proper answer, a byte a second.
    SlowLoris,
    /// The connection ends as soon as it is accepted.
    ClosedAtOnce,
    /// No answer, ever.
    Hanging,
}

/// A document that is in order.
pub const GOOD_DOCUMENT: &str = r#"{"status":"ok","deps":{"postgres":{"status":"ok","latency_ms":3}}}"#;

impl HttpFault {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::NotJson,
        Self::CutBody,
        Self::TenMegabytes,
        Self::Brackets,
        Self::InvalidUtf8,
        Self::Compressed,
        Self::Redirect,
        Self::SlowLoris,
        Self::ClosedAtOnce,
        Self::Hanging,
    ];

    /// A server that answers every request like that.
    pub fn serve(self) -> Server {
        Server::start(move |connection| self.play(connection))
    }

    fn play(self, connection: &mut Connection) {
        if self == Self::ClosedAtOnce {
            return;
        }
        let head = connection.request_head();
        match self {
            Self::NotJson => answer(connection, "200 OK", "", b"<p>It works!</p>"),
            Self::CutBody => {
                let half = GOOD_DOCUMENT.get(..GOOD_DOCUMENT.len() / 2).unwrap_or_default();
                connection.send(format!("{}{half}", head_of("200 OK", "", GOOD_DOCUMENT.len())).as_bytes());
                connection.finish();
            }
            Self::TenMegabytes => {
                let mut body = br#"{"status":"ok","padding":""#.to_vec();
                body.resize(10 * 1024 * 1024, b'x');
                body.extend(br#""}"#);
                answer(connection, "200 OK", "", &body);
            }
            Self::Brackets => answer(connection, "200 OK", "", &b"[".repeat(64 * 1024)),
            Self::InvalidUtf8 => {
                answer(connection, "200 OK", "", b"{\"status\":\"ok\",\"deps\":{\"\xff\":{}}}");
            }
            Self::Compressed => answer(connection, "200 OK", "content-encoding: gzip\r\n", GZIP),
            Self::Redirect if head.starts_with("GET /moved ") => {
                answer(connection, "200 OK", "", GOOD_DOCUMENT.as_bytes());
            }
            Self::Redirect => answer(connection, "302 Found", "location: /moved\r\n", b""),
            Self::SlowLoris => {
                let whole = format!("{}{GOOD_DOCUMENT}", head_of("200 OK", "", GOOD_DOCUMENT.len()));
                for byte in whole.bytes() {
                    if !connection.send(&[byte]) {
                        return;
                    }
                    // The fault itself, not a wait for anything.
                    thread::sleep(Duration::from_secs(1));
                }
            }
            Self::Hanging => connection.hang(),
            Self::ClosedAtOnce => {}
        }
    }
}

/// A health endpoint that gives this answer to every request: the head's first line after the version, further
/// headers (each with its line's end), body.
pub fn answering(status: &'static str, headers: &'static str, body: &'static str) -> Server {
    Server::start(move |connection| {
        connection.request_head();
        answer(connection, status, headers, body.as_bytes());
    })
}

/// `{}` as gzip.
const GZIP: &[u8] = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xab\xae\x05\0\x43\xbf\xa6\xa3\x02\0\0\0";

fn answer(connection: &mut Connection, status: &str, headers: &str, body: &[u8]) {
    if connection.send(head_of(status, headers, body.len()).as_bytes()) && connection.send(body) {
        connection.finish();
    }
}

fn head_of(status: &str, headers: &str, length: usize) -> String {
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\n{headers}content-length: {length}\r\n\r\n"
    )
}

/// What a Redis can do wrong, beyond what a real one shows when it is asked to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RedisFault {
    /// Accepts, and says nothing.
    HangsAfterAccept,
    /// Answers every command with this error.
    AlwaysError(&'static str),
    /// Answers `TIME`, and with this error what is about a key.
    KeysError(&'static str),
    /// Bytes that are no RESP.
    Garbage,
    /// Announces a text of 2^62 bytes.
    HugeBulk,
    /// Begins the first reply, and says nothing more.
    HalfAReply,
}

impl RedisFault {
    /// A server that answers every connection like that.
    pub fn serve(self) -> Server {
        Server::start(move |connection| self.play(connection))
    }

    fn play(self, connection: &mut Connection) {
        let commands = connection.commands();
        match self {
            Self::HangsAfterAccept => {}
            Self::AlwaysError(error) => {
                connection.send(format!("-{error}\r\n").repeat(commands.len()).as_bytes());
            }
            Self::KeysError(error) => {
                let replies = commands.iter().map(|words| match words.first().map(String::as_str) {
                    Some("TIME") => time(),
                    _ => format!("-{error}\r\n"),
                });
                connection.send(replies.collect::<String>().as_bytes());
            }
            Self::Garbage => {
                connection.send(b"\x00\xff\x16\x03\x01SSH-2.0-\r\n\xfe garbage \x7f\r\n");
            }
            Self::HugeBulk => {
                connection.send(b"$4611686018427387904\r\nxxxx");
            }
            Self::HalfAReply => {
                connection.send(b"*2\r\n$10\r\n17960");
            }
        }
        connection.hang();
    }
}

/// The reply to `TIME` of a clock that is right.
fn time() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let (seconds, micros) = (now.as_secs().to_string(), now.subsec_micros().to_string());
    format!("*2\r\n${}\r\n{seconds}\r\n${}\r\n{micros}\r\n", seconds.len(), micros.len())
}

/// A port that refuses every connection. Nothing listens on it, and the system hands out others first.
pub fn refusing_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("the listener's address").port()
}
