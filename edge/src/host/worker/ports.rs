//! The platform's clock, fetch and sockets.
//!
//! Not deadlines: the probe races them. What it drops half-way is closed here.

use crate::ports::{
    BodyEnd, Clock, Database, Dial, Endpoint, HEALTH_BODY_LIMIT, Http, HttpAnswer, HttpRequest, Letter, Mail,
    NoAnswer, NoRows, PROBE_HEADERS, Post, SqlRows, SqlServer, Undelivered,
};
use core::pin::Pin;
use core::task::{Context, Poll};
use core::time::Duration;
use futures_util::StreamExt;
use js_sys::Uint8Array;
use shared::time::Timestamp;
use std::io;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use worker::web_sys::{self, RequestCache, RequestInit, RequestRedirect};
use worker::{AbortController, Date, Delay, Fetch, Headers, Request, Response, SecureTransport, Socket};

/// The platform.
pub struct Platform;

/// The present time. On the platform it stands still while the processor works, and moves on with I/O.
pub fn now() -> Timestamp {
    Timestamp::from_millis(i64::try_from(Date::now().as_millis()).unwrap_or(i64::MAX))
}

impl Clock for Platform {
    fn now(&self) -> Timestamp {
        now()
    }

    async fn sleep(&self, time: Duration) {
        Delay::from(time).await;
    }
}

impl Http for Platform {
    async fn get(&self, request: &HttpRequest<'_>) -> Result<HttpAnswer, NoAnswer> {
        exchange(request, None).await
    }
}

impl Post for Platform {
    async fn post(&self, request: &HttpRequest<'_>, body: &[u8]) -> Result<HttpAnswer, NoAnswer> {
        exchange(request, Some(body)).await
    }
}

impl Mail for Platform {
    /// The configuration of a Worker has no mail server.
    async fn mail(&self, _: &Letter) -> Result<(), Undelivered> {
        Err(Undelivered::Refused("a Worker does not speak SMTP".to_owned()))
    }
}

impl Database for Platform {
    /// The configuration of a Worker has no database.
    async fn select(
        &self,
        _: &SqlServer,
        _: &[String],
        _: Duration,
    ) -> Result<Vec<Result<SqlRows, NoRows>>, NoRows> {
        Err(NoRows::NoAnswer(NoAnswer::OurFault("a Worker does not speak SQL".to_owned())))
    }
}

/// A GET, or with a body a POST.
async fn exchange(request: &HttpRequest<'_>, body: Option<&[u8]>) -> Result<HttpAnswer, NoAnswer> {
    let fetch = Fetch::Request(message(request, body).map_err(|e| NoAnswer::OurFault(e.to_string()))?);
    let controller = AbortController::default();
    let signal = controller.signal();
    let _abort = AbortOnDrop(Some(controller));
    let response = fetch.send_with_signal(&signal).await.map_err(|e| failure(&e))?;
    Ok(read(response).await)
}

/// Stops a fetch whose caller has given up: it would go on holding one of the six connections.
struct AbortOnDrop(Option<AbortController>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        if let Some(controller) = self.0.take() {
            controller.abort();
        }
    }
}

fn message(request: &HttpRequest<'_>, body: Option<&[u8]>) -> worker::Result<Request> {
    let headers = Headers::new();
    for (name, value) in PROBE_HEADERS {
        headers.set(name, value)?;
    }
    for (name, value) in request.headers {
        headers.set(name, value.reveal())?;
    }
    // Not the `RequestInit` of `worker`, which brings everything that the platform can do to pictures.
    let init = RequestInit::new();
    if let Some(body) = body {
        init.set_body(&Uint8Array::from(body));
    }
    init.set_method(if body.is_some() { "POST" } else { "GET" });
    init.set_headers(headers.as_ref());
    init.set_redirect(RequestRedirect::Manual);
    init.set_cache(RequestCache::NoStore);
    Ok(web_sys::Request::new_with_str_and_init(request.url.as_str(), &init)?.into())
}

async fn read(mut response: Response) -> HttpAnswer {
    // The platform has undone any compression, and leaves the header that names it.
    let headers = response.headers().entries().filter(|(name, _)| name != "content-encoding").collect();
    let mut body = Vec::new();
    let end = match response.stream() {
        Err(_) => BodyEnd::Whole, // There is no body.
        Ok(mut stream) => loop {
            match stream.next().await {
                None => break BodyEnd::Whole,
                Some(Err(_)) => break BodyEnd::CutOff,
                Some(Ok(data)) => {
                    let room = HEALTH_BODY_LIMIT - body.len();
                    body.extend_from_slice(data.get(..room).unwrap_or(&data));
                    if data.len() > room {
                        break BodyEnd::TooLarge;
                    }
                }
            }
        },
    };
    HttpAnswer { status: response.status_code(), headers, body, end, received_at: now() }
}

/// What was posted to us: as much of it as shows whether it is longer than `limit`.
pub async fn body(request: &mut Request, limit: usize) -> worker::Result<Vec<u8>> {
    let mut body = Vec::new();
    let Ok(mut stream) = request.stream() else { return Ok(body) }; // There is no body.
    while let Some(data) = stream.next().await {
        body.extend_from_slice(&data?);
        if body.len() > limit {
            break;
        }
    }
    Ok(body)
}

/// The platform tells failures apart by their text alone.
fn failure(e: &worker::Error) -> NoAnswer {
    let text = e.to_string();
    let lower = text.to_lowercase();
    if lower.contains("too many subrequests") || lower.contains("exceeded") {
        NoAnswer::OurFault(text)
    } else if lower.contains("dns") {
        NoAnswer::Dns
    } else if lower.contains("tls") || lower.contains("certificate") {
        NoAnswer::Tls(text)
    } else if lower.contains("refused") || lower.contains("cannot connect") {
        NoAnswer::Refused
    } else {
        NoAnswer::Reset
    }
}

impl Dial for Platform {
    type Stream = Connection;

    async fn dial(&self, endpoint: &Endpoint) -> Result<Connection, NoAnswer> {
        // The configuration of a Worker has neither sockets nor settings of TLS.
        let Endpoint::Tcp { host, port, tls } = endpoint else { return Err(NoAnswer::Refused) };
        let transport = if tls.is_some() { SecureTransport::On } else { SecureTransport::Off };
        let socket = Socket::builder()
            .secure_transport(transport)
            .connect(host.as_str(), *port)
            .map_err(|e| failure(&e))?;
        let connection = Connection(Some(socket));
        match &connection.0 {
            Some(socket) => match socket.opened().await {
                Ok(_) => Ok(connection),
                Err(e) => Err(match failure(&e) {
                    // A connection that never opened was not reset.
                    NoAnswer::Reset => NoAnswer::Refused,
                    other => other,
                }),
            },
            None => Err(NoAnswer::Reset),
        }
    }
}

/// A socket that is closed when it is dropped: an open one counts against the limit of the invocation.
pub struct Connection(Option<Socket>);

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(mut socket) = self.0.take() {
            worker::wasm_bindgen_futures::spawn_local(async move {
                // It may be closed already; there is nothing to do about it either way.
                let _ = socket.close().await;
            });
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        with(self, |socket| socket.poll_read(cx, buf))
    }
}

impl AsyncWrite for Connection {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        with(self, |socket| socket.poll_write(cx, buf))
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        with(self, |socket| socket.poll_flush(cx))
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        with(self, |socket| socket.poll_shutdown(cx))
    }
}

fn with<T>(
    connection: Pin<&mut Connection>,
    f: impl FnOnce(Pin<&mut Socket>) -> Poll<io::Result<T>>,
) -> Poll<io::Result<T>> {
    match &mut connection.get_mut().0 {
        Some(socket) => f(Pin::new(socket)),
        None => Poll::Ready(Err(io::ErrorKind::NotConnected.into())),
    }
}
