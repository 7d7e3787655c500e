//! One GET or POST over hyper, on a connection of its own: no redirects, no pool, no compression, a bounded body.
//!
//! Not deadlines, and not what an answer means.

use super::clock;
use super::dial::{Stream, dial};
use crate::ports::{BodyEnd, Endpoint, HEALTH_BODY_LIMIT, HttpAnswer, HttpRequest, NoAnswer};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper::header::{HeaderName, HeaderValue};
use hyper::{Method, Request, Response};
use hyper_util::rt::TokioIo;

/// Headers longer than this in all are not a health endpoint's.
const HEADER_LIMIT: usize = 64 * 1024;

/// Asks.
pub async fn get(request: &HttpRequest<'_>) -> Result<HttpAnswer, NoAnswer> {
    exchange(request, Method::GET, Bytes::new()).await
}

/// Sends.
pub async fn post(request: &HttpRequest<'_>, body: &[u8]) -> Result<HttpAnswer, NoAnswer> {
    exchange(request, Method::POST, Bytes::copy_from_slice(body)).await
}

async fn exchange(request: &HttpRequest<'_>, method: Method, body: Bytes) -> Result<HttpAnswer, NoAnswer> {
    let stream = dial(&endpoint(request)?).await?;
    let (mut sender, connection) = http1::Builder::new()
        .max_buf_size(HEADER_LIMIT)
        .handshake::<TokioIo<Stream>, Full<Bytes>>(TokioIo::new(stream))
        .await
        .map_err(|e| failure(&e))?;
    let exchange = async {
        let response = sender.send_request(message(request, method, body)?).await.map_err(|e| failure(&e))?;
        Ok(read(response).await)
    };
    // The connection is driven beside the exchange and dropped with it: nothing outlives its deadline.
    let mut connection = core::pin::pin!(connection);
    let mut exchange = core::pin::pin!(exchange);
    let mut open = true;
    loop {
        tokio::select! {
            answer = &mut exchange => return answer,
            _ = &mut connection, if open => open = false,
        }
    }
}

fn endpoint(request: &HttpRequest<'_>) -> Result<Endpoint, NoAnswer> {
    let url = request.url;
    let host = match url.host() {
        Some(url::Host::Ipv6(address)) => address.to_string(),
        Some(host) => host.to_string(),
        None => return Err(NoAnswer::Dns),
    };
    let tls = (url.scheme() == "https").then(|| Box::new(request.tls.cloned().unwrap_or_default()));
    Ok(Endpoint::Tcp { host, port: url.port_or_known_default().unwrap_or(80), tls })
}

fn message(request: &HttpRequest<'_>, method: Method, body: Bytes) -> Result<Request<Full<Bytes>>, NoAnswer> {
    let url = request.url;
    let target = match url.query() {
        Some(query) => format!("{}?{query}", url.path()),
        None => url.path().to_owned(),
    };
    let host = match url.port() {
        Some(port) => format!("{}:{port}", url.host_str().unwrap_or_default()),
        None => url.host_str().unwrap_or_default().to_owned(),
    };
    let mut message = Request::builder()
        .method(method)
        .uri(target)
        .header("host", host)
        .body(Full::new(body))
        .map_err(|e| NoAnswer::OurFault(e.to_string()))?;
    let headers = message.headers_mut();
    for (name, value) in crate::ports::PROBE_HEADERS {
        headers.insert(*name, HeaderValue::from_static(value));
    }
    headers.insert("accept-encoding", HeaderValue::from_static("identity"));
    headers.insert("connection", HeaderValue::from_static("close"));
    for (name, value) in request.headers {
        let name: HeaderName = name.parse().map_err(|_| unusable(name))?;
        let mut value = HeaderValue::from_str(value.reveal()).map_err(|_| unusable(name.as_str()))?;
        value.set_sensitive(true);
        headers.insert(name, value);
    }
    Ok(message)
}

fn unusable(header: &str) -> NoAnswer {
    NoAnswer::OurFault(format!("the configured header {header} cannot be sent"))
}

async fn read(response: Response<Incoming>) -> HttpAnswer {
    let (head, mut incoming) = response.into_parts();
    let headers = head
        .headers
        .iter()
        .map(|(name, value)| {
            (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
        })
        .collect();
    let mut body = Vec::new();
    let end = loop {
        match incoming.frame().await {
            None => break BodyEnd::Whole,
            Some(Err(_)) => break BodyEnd::CutOff,
            Some(Ok(frame)) => {
                let Some(data) = frame.data_ref() else { continue };
                let room = HEALTH_BODY_LIMIT - body.len();
                body.extend_from_slice(data.get(..room).unwrap_or(data));
                if data.len() > room {
                    break BodyEnd::TooLarge;
                }
            }
        }
    };
    HttpAnswer { status: head.status.as_u16(), headers, body, end, received_at: clock::now() }
}

fn failure(e: &hyper::Error) -> NoAnswer {
    if e.is_parse() || e.is_parse_too_large() {
        NoAnswer::NotTheProtocol(e.to_string())
    } else {
        NoAnswer::Reset
    }
}
