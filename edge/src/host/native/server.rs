//! The HTTP server: turns axum's requests into ours, and what `web` answers into axum's.
//!
//! Not routes: `web` has them for both hosts.

use super::cache::{Cache, Edition, Kept};
use super::rounds::{Published, Rounds, Wish};
use super::{assets, body, clock, ids, ingest, log, operator};
use crate::web::{self, Own, Phase, command};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

/// What every request needs.
#[derive(Debug)]
pub struct Server {
    published: watch::Receiver<Arc<Published>>,
    wishes: mpsc::Sender<Wish>,
    notice: watch::Receiver<String>,
    cache: Cache,
    draining: AtomicBool,
}

impl Server {
    /// A server of what is published; `notice` is a line above the page.
    pub fn new(rounds: Rounds, notice: watch::Receiver<String>) -> Arc<Self> {
        let Rounds { published, wishes } = rounds;
        Arc::new(Self {
            published,
            wishes,
            notice,
            cache: Cache::default(),
            draining: AtomicBool::new(false),
        })
    }

    /// The routes.
    pub fn router(self: &Arc<Self>) -> Router {
        Router::new().fallback(answer).with_state(Arc::clone(self))
    }

    /// From now on `/readyz` says that this process is leaving.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    fn phase(&self) -> Phase {
        if self.draining.load(Ordering::Relaxed) { Phase::Draining } else { Phase::Serving }
    }
}

/// Answers, and says in the answer and in the log which request it was.
async fn answer(State(server): State<Arc<Server>>, request: Request) -> Response {
    let id = ids::of_request(text(request.headers(), ids::HEADER));
    let in_log = log::writes_access().then(|| (request.method().clone(), request.uri().path().to_owned()));
    let began = Instant::now();
    let mut response = log::in_request(&id, async {
        let response = answer_to(&server, request).await;
        if let Some((method, path)) = in_log {
            log::access(method.as_str(), &path, response.status().as_u16(), began.elapsed());
        }
        response
    })
    .await;
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(ids::HEADER, id);
    }
    response
}

async fn answer_to(server: &Server, request: Request) -> Response {
    let (parts, sent) = request.into_parts();
    let (uri, headers) = (&parts.uri, &parts.headers);
    let published = Arc::clone(&server.published.borrow());
    let site = &published.settings.site;
    let brotli = accepts_brotli(headers);
    let path = uri.path();
    if matches!(parts.method.as_str(), "GET" | "HEAD")
        && let Some(asset) = assets::find(site.without_base(path), brotli)
    {
        return asset;
    }
    let asked = web::Request {
        method: parts.method.as_str(),
        path,
        query: uri.query().unwrap_or_default(),
        accept_language: text(headers, "accept-language"),
        if_none_match: text(headers, "if-none-match"),
        authorization: text(headers, "authorization"),
        cookie: text(headers, "cookie"),
    };
    let now = clock::now();
    if asked.method == "POST" && command::is_for(site, path) {
        let board = published.board(now);
        let response = operator::answer(path, headers, sent, &published, &board, &server.wishes).await;
        return send(&response, Body::from(response.body.clone()));
    }
    if asked.method == "POST" && web::ingest::is_for(site, path) {
        let response = ingest::answer(headers, sent, &published, &server.wishes, clock::now).await;
        return send(&response, Body::from(response.body.clone()));
    }
    // Nobody reads it, and whoever sends it is to hear the answer all the same.
    if !matches!(asked.method, "GET" | "HEAD") {
        body::discard(headers, sent).await;
    }
    let notice = server.notice.borrow().clone();
    let own = Own {
        phase: server.phase(),
        notice: &notice,
        kept: published.keeping.into(),
        counters: &published.told.counters,
    };
    let render = |asked: &web::Request<'_>| web::respond(asked, site, &published.board(now), own);
    // Cookies of others may come with any request; ours comes with these alone.
    let is_ours = asked.method != "GET" || site.without_base(path).starts_with("/ops");
    if is_ours || !asked.authorization.is_empty() || own.phase == Phase::Draining {
        let response = render(&asked);
        let known = response.status == 304;
        return send(&response, if known { Body::empty() } else { Body::from(response.body.clone()) });
    }
    let edition = Edition { number: published.number, second: now.secs() };
    let key = format!("{}:{path}?{}", web::language(&asked, site).tag(), asked.query);
    let kept =
        server.cache.get(edition, &key, || render(&web::Request { if_none_match: "", ..asked.clone() }));
    send_kept(&kept, asked.if_none_match, brotli)
}

fn send_kept(kept: &Kept, if_none_match: &str, brotli: bool) -> Response {
    if kept.response.status == 200 && kept.response.is_known_to(if_none_match) {
        return send(&web::Response { status: 304, ..kept.response.clone() }, Body::empty());
    }
    match kept.brotli().filter(|_| brotli) {
        Some(compressed) => {
            let mut response = send(&kept.response, Body::from(compressed));
            response.headers_mut().insert("content-encoding", HeaderValue::from_static("br"));
            response
        }
        None => send(&kept.response, Body::from(kept.body.clone())),
    }
}

fn send(response: &web::Response, body: Body) -> Response {
    let mut out = Response::builder().status(response.status);
    let mut vary = vec!["accept-encoding"];
    for (name, value) in &response.headers {
        match *name {
            "vary" => vary.push(value),
            name => out = out.header(name, value),
        }
    }
    out.header("vary", vary.join(", ")).body(body).unwrap_or_default()
}

fn accepts_brotli(headers: &HeaderMap) -> bool {
    text(headers, "accept-encoding").split(',').any(|coding| {
        let (name, quality) = coding.split_once(';').unwrap_or((coding, ""));
        let quality = quality.trim().strip_prefix("q=").and_then(|q| q.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case("br") && quality != Some(0.0)
    })
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brotli_is_sent_to_those_who_accept_it_and_to_nobody_who_refuses_it() {
        for (header, accepts) in [
            ("gzip, deflate, br", true),
            ("BR;q=0.5", true),
            ("br;q=0.001", true),
            ("br; q=0", false),
            ("gzip, br;q=0.000", false),
            ("gzip", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("accept-encoding", header.parse().unwrap());
            assert_eq!(accepts_brotli(&headers), accepts, "{header}");
        }
    }
}
