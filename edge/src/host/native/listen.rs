//! Serves connections, each with a bounded life, and no more at a time than leave room for the probes.
//!
//! Not what is answered: `server` knows.

use axum::Router;
use core::future::Future;
use core::pin::pin;
use core::time::Duration;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;

/// Connections at a time; further ones wait in the system's queue. Most systems let a process open 1,024 files,
/// and a crowd at the door must not take those that the probes need: the verdict would be `unknown`.
const MOST_CONNECTIONS: u32 = 512;
/// A request that has not been put by then is none; between two requests, too.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// A connection that has served so long takes no further request; browsers open another.
const LIFE: Duration = Duration::from_mins(1);
/// For taking the last answer. Those who do not read are hung up on.
const LAST_ANSWER: Duration = Duration::from_secs(5);
/// When the system has no file to spare, asking again at once would only burn the processor.
const AFTER_A_FAILURE: Duration = Duration::from_millis(100);

/// Serves until `leave` is over and the requests that are open then are answered.
pub async fn serve(listener: TcpListener, router: Router, leave: impl Future<Output = ()>) {
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS as usize));
    let (leaving, left) = watch::channel(());
    let mut leave = pin!(leave);
    loop {
        let next = async {
            let place = Arc::clone(&room).acquire_owned().await;
            (place, listener.accept().await)
        };
        tokio::select! {
            () = &mut leave => break,
            (place, accepted) = next => match accepted {
                Ok((stream, _)) => {
                    let (router, left) = (router.clone(), left.clone());
                    tokio::spawn(async move {
                        converse(stream, router, left).await;
                        drop(place);
                    });
                }
                Err(_) => tokio::time::sleep(AFTER_A_FAILURE).await,
            },
        }
    }
    drop((listener, leaving));
    // Everybody's life ends within `LAST_ANSWER` now.
    let _ = room.acquire_many(MOST_CONNECTIONS).await;
}

/// Serves one client, until it leaves, its time is over, or `left` says that this process leaves.
async fn converse(stream: TcpStream, router: Router, mut left: watch::Receiver<()>) {
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let mut connection = pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        () = tokio::time::sleep(LIFE) => {}
        _ = left.changed() => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = timeout(LAST_ANSWER, connection).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::future::{pending, ready};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    const HALF_A_REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: x\r\n";

    async fn door() -> (TcpListener, std::net::SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        (listener, address)
    }

    fn hello() -> Router {
        Router::new().fallback(|| async { "hello" })
    }

    /// Says this, and takes what comes back until the other side hangs up.
    async fn say(address: std::net::SocketAddr, words: &[u8]) -> String {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(words).await.unwrap();
        let mut heard = Vec::new();
        let _ = stream.read_to_end(&mut heard).await;
        String::from_utf8(heard).unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn who_puts_half_a_request_or_none_is_hung_up_on() {
        let (listener, address) = door().await;
        tokio::spawn(serve(listener, hello(), pending()));
        for words in [HALF_A_REQUEST, b""] {
            assert!(!say(address, words).await.contains("hello"));
        }
        assert!(say(address, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await.ends_with("hello"));
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_never_finishes_does_not_keep_the_process_from_leaving() {
        let (listener, address) = door().await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(HALF_A_REQUEST).await.unwrap();
        let (leave, left) = tokio::sync::oneshot::channel::<()>();
        let serving = tokio::spawn(serve(listener, hello(), async { drop(left.await) }));
        say(address, b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
        leave.send(()).unwrap();
        serving.await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_crowd_that_says_nothing_is_let_in_up_to_the_limit_and_then_makes_room() {
        let (listener, address) = door().await;
        tokio::spawn(serve(listener, hello(), pending()));
        let mut crowd = Vec::new();
        for _ in 0..MOST_CONNECTIONS {
            crowd.push(TcpStream::connect(address).await.unwrap());
        }
        let began = tokio::time::Instant::now();
        assert!(
            say(address, b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.ends_with("hello")
        );
        assert!((HEAD_TIMEOUT / 2..HEAD_TIMEOUT + LAST_ANSWER).contains(&began.elapsed()));
    }

    #[tokio::test]
    async fn with_nobody_there_leaving_takes_no_time() {
        let (listener, _) = door().await;
        serve(listener, hello(), ready(())).await;
    }
}
