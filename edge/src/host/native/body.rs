//! Bodies that clients send: read up to a limit, and what is beyond it thrown away.
//!
//! Not what is in them. Whoever sends too much is to hear so: a client that is still writing when the connection is
//! closed hears of a broken connection and not of a 413, so what it sends is taken for a while, and kept nowhere.

use axum::body::{Body, Bytes, HttpBody as _};
use axum::http::HeaderMap;
use core::time::Duration;
use http_body_util::BodyExt as _;
use tokio::time::timeout;

/// How long a body may take: a connection that is held open costs somebody else theirs.
pub const TIMEOUT: Duration = Duration::from_secs(10);
/// So much of what is beyond a limit is taken, in bytes. Whoever sends more is hung up on.
const MOST: usize = 16 * 1024 * 1024;

/// What came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Came {
    /// All of it.
    Whole(Vec<u8>),
    /// More than the limit.
    TooLarge,
    /// Not all of it in time, or the client left.
    TooSlow,
}

/// Reads a body of at most `limit` bytes.
pub async fn read(headers: &HeaderMap, mut body: Body, limit: usize) -> Came {
    if body.size_hint().lower() > limit as u64 {
        discard(headers, body).await;
        return Came::TooLarge;
    }
    let mut read = Vec::new();
    let reading = async {
        while let Some(frame) = body.frame().await {
            let Ok(frame) = frame else { return Came::TooSlow };
            read.extend_from_slice(frame.data_ref().map(AsRef::as_ref).unwrap_or_default());
            if read.len() > limit {
                return Came::TooLarge;
            }
        }
        Came::Whole(core::mem::take(&mut read))
    };
    let came = timeout(TIMEOUT, reading).await.unwrap_or(Came::TooSlow);
    if came == Came::TooLarge {
        drop(read);
        throw_away(body).await;
    }
    came
}

/// Takes a body that nobody wants, unless its sender waits to be told whether to send it.
pub async fn discard(headers: &HeaderMap, body: Body) {
    if !headers.contains_key("expect") {
        throw_away(body).await;
    }
}

async fn throw_away(mut body: Body) {
    let taking = async {
        let mut taken = 0;
        while let Some(Ok(frame)) = body.frame().await {
            taken += frame.data_ref().map_or(0, Bytes::len);
            if taken > MOST {
                return;
            }
        }
    };
    let _ = timeout(TIMEOUT, taking).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::native::listen;
    use axum::Router;
    use axum::extract::Request;
    use axum::http::StatusCode;
    use core::future::pending;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::{TcpListener, TcpStream};

    const LIMIT: usize = 1000;

    async fn says(request: Request) -> (StatusCode, String) {
        let (head, body) = request.into_parts();
        match read(&head.headers, body, LIMIT).await {
            Came::Whole(body) => (StatusCode::OK, format!("{} bytes", body.len())),
            Came::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "too large".to_owned()),
            Came::TooSlow => (StatusCode::REQUEST_TIMEOUT, "too slow".to_owned()),
        }
    }

    /// A client that sends all it has before it listens.
    async fn answer(head: &str, body: &[u8]) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(listen::serve(listener, Router::new().fallback(says), pending()));
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream
            .write_all(format!("POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{head}\r\n").as_bytes())
            .await
            .unwrap();
        stream.write_all(body).await.unwrap();
        let mut back = String::new();
        stream.read_to_string(&mut back).await.unwrap();
        back
    }

    #[tokio::test]
    async fn who_sends_far_too_much_hears_so_over_a_connection_that_holds() {
        let large = vec![b'x'; 8 * 1024 * 1024];
        let told = answer(&format!("content-length: {}\r\n", large.len()), &large).await;
        assert!(told.starts_with("HTTP/1.1 413") && told.ends_with("too large"), "{told}");
        let chunk = [format!("{:x}\r\n", large.len()).as_bytes(), &large, b"\r\n0\r\n\r\n"].concat();
        let told = answer("transfer-encoding: chunked\r\n", &chunk).await;
        assert!(told.starts_with("HTTP/1.1 413") && told.ends_with("too large"), "{told}");
    }

    #[tokio::test]
    async fn a_body_up_to_the_limit_is_read_as_it_came() {
        let told = answer(&format!("content-length: {LIMIT}\r\n"), &[b'x'; LIMIT]).await;
        assert!(told.starts_with("HTTP/1.1 200") && told.ends_with("1000 bytes"), "{told}");
    }

    #[tokio::test]
    async fn who_asks_first_is_told_before_sending() {
        let told = answer("content-length: 5000\r\nexpect: 100-continue\r\n", b"").await;
        assert!(told.starts_with("HTTP/1.1 413"), "{told}");
    }
}
