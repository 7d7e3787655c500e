//! The table of routes, and what every answer has in common: methods, filters, validators, headers.
//!
//! Not renderings: each has its own file.

use super::headers::{self, Cache};
use super::{Own, Request, Response, Site, document, flat, ops, own, page, status_json, text};
use crate::words::labels;
use shared::board::Board;
use shared::public::PublicBoard;
use shared::state::Verdict;

/// Answers one request with what is known at `board.served_at`.
pub fn respond(request: &Request<'_>, site: &Site, board: &Board, own: Own<'_>) -> Response {
    let path = site.without_base(request.path);
    let is_there = |route: &&Route| route.kind != Kind::OpsJson || site.admin_token.is_some();
    let route = ROUTES.iter().find(|route| route.path == path).filter(is_there);
    let mut response = match (route, request.method) {
        (None, _) => plain(404, "There is nothing here.\n"),
        (Some(route), "GET" | "HEAD") => get(route, request, site, board, own),
        (Some(_), "OPTIONS") => Response { status: 204, headers: Vec::new(), body: Vec::new() },
        (Some(_), _) => plain(405, "Only GET, HEAD and OPTIONS are answered here.\n"),
    };
    response.headers.extend(headers::common(site, route.map_or(Kind::Text, |route| route.kind)));
    if matches!(response.status, 204 | 405) {
        response.headers.push(("allow", "GET, HEAD, OPTIONS".into()));
    }
    if response.status == 200 && response.is_known_to(request.if_none_match) {
        response.status = 304;
        response.body.clear();
    }
    if request.method == "HEAD" {
        // A 304 has no length but that of the answer it stands for (RFC 9110, 8.6).
        if response.status != 304 {
            response.headers.push(("content-length", response.body.len().to_string()));
        }
        response.body.clear();
    }
    response
}

struct Route {
    path: &'static str,
    kind: Kind,
}

/// What a route serves, which decides its headers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Page,
    PageModel,
    StatusJson,
    FlatJson,
    Text,
    VerdictWord,
    OpsJson,
    Livez,
    Readyz,
}

static ROUTES: &[Route] = &[
    Route { path: "/", kind: Kind::Page },
    Route { path: "/page.json", kind: Kind::PageModel },
    Route { path: "/status.json", kind: Kind::StatusJson },
    Route { path: "/flat.json", kind: Kind::FlatJson },
    Route { path: "/status.txt", kind: Kind::Text },
    Route { path: "/verdict", kind: Kind::VerdictWord },
    Route { path: "/ops.json", kind: Kind::OpsJson },
    Route { path: "/livez", kind: Kind::Livez },
    Route { path: "/readyz", kind: Kind::Readyz },
];

fn get(route: &Route, request: &Request<'_>, site: &Site, board: &Board, own: Own<'_>) -> Response {
    match route.kind {
        Kind::Livez => return json(own::livez(), Cache::Never),
        Kind::Readyz => return json(own::readyz(own.phase), Cache::Never),
        Kind::OpsJson => {
            return if ops::may_see(site, request.authorization) {
                json((200, ops::render(site, board)), Cache::Never)
            } else {
                let mut refused = plain(401, "Send Authorization: Bearer with the operator's token.\n");
                refused.headers.push(("www-authenticate", "Bearer".into()));
                refused
            };
        }
        _ => {}
    }
    let mut filter = String::new();
    let only;
    let board = match parameter(request.query, "service") {
        None => board,
        Some(id) => match board.narrowed_to(&id) {
            Some(board) => {
                // An id that a service has is made of letters, digits and hyphens.
                filter = format!("?service={id}");
                only = board;
                &only
            }
            None => return plain(404, "There is no such service.\n"),
        },
    };
    let public = site.public(board);
    let around = page::Around { notice: own.notice, filter: &filter };
    let cache = Cache::until(board.expires_at, board.served_at);
    let (status, content_type, body, cache) = match route.kind {
        Kind::Page => {
            (200, "text/html; charset=utf-8", document::render(site, &public, around), Cache::Revalidate)
        }
        Kind::PageModel => (200, JSON, page::render(site, &public, around), Cache::Revalidate),
        Kind::FlatJson => match flat::render(&public, parameter(request.query, "queue").as_deref()) {
            Some(body) => (200, JSON, body, cache),
            None => return plain(404, "There is no such queue.\n"),
        },
        Kind::Text => (200, TEXT, text::render(site, &public), cache),
        Kind::VerdictWord => {
            let status = if matches!(board.verdict, Verdict::Down | Verdict::Unknown) { 503 } else { 200 };
            (status, TEXT, board.verdict.word().into(), Cache::Never)
        }
        Kind::StatusJson | Kind::OpsJson | Kind::Livez | Kind::Readyz => {
            (200, JSON, status_json::render(&public), cache)
        }
    };
    let headers = vec![
        ("etag", headers::etag(&public, own.notice)),
        ("cache-control", cache.to_string()),
        ("content-type", content_type.into()),
    ];
    Response { status, headers, body }
}

const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";

fn json((status, body): (u16, Vec<u8>), cache: Cache) -> Response {
    let headers = vec![("content-type", JSON.into()), ("cache-control", cache.to_string())];
    Response { status, headers, body }
}

fn plain(status: u16, text: &str) -> Response {
    let headers = vec![("content-type", TEXT.into()), ("cache-control", Cache::Never.to_string())];
    Response { status, headers, body: text.into() }
}

/// The first value of a query parameter, decoded.
fn parameter(query: &str, name: &str) -> Option<String> {
    url::form_urlencoded::parse(query.as_bytes())
        .find(|(key, _)| key == name)
        .map(|(_, value)| value.into_owned())
}

impl Site {
    /// What of a board is public, with its sentence.
    pub fn public(&self, board: &Board) -> PublicBoard {
        let mut public = PublicBoard::of(board, labels::dependency_number);
        public.sentence = crate::words::speak(&public, &self.zone).headline;
        public
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{HostKind, Variables, parse};
    use crate::web::Phase;
    use shared::memory::Memory;
    use shared::time::Timestamp;

    struct Nothing;

    impl Variables for Nothing {
        fn get(&self, _: &str) -> Option<String> {
            None
        }

        fn file(&self, _: &str) -> Result<String, String> {
            Err("no files".to_owned())
        }
    }

    fn answer(key: &str, request: &Request<'_>) -> Response {
        let text = format!(
            "page = {{ title = \"T\"{key} }}\n[[service]]\nid = \"a\"\n\
             health = {{ url = \"http://app.example.com\", format = \"adr075\" }}"
        );
        let config = parse(&text, "test", HostKind::Native, &Nothing).unwrap().config;
        let now = Timestamp::from_secs(1_796_047_200);
        let board = Board::of(&config.plan, &Memory::new(now), now);
        let own = Own { phase: Phase::Serving, notice: "" };
        respond(request, &Site::new(&config.page), &board, own)
    }

    fn request<'a>(method: &'a str, path: &'a str) -> Request<'a> {
        Request { method, path, query: "", if_none_match: "", authorization: "" }
    }

    #[test]
    fn without_a_token_there_is_no_operators_view_in_any_method() {
        for method in ["GET", "HEAD", "OPTIONS", "POST"] {
            assert_eq!(answer("", &request(method, "/ops.json")).status, 404, "{method}");
        }
        let token = ", admin_token = \"open-sesame\"";
        for (method, code) in [("GET", 401), ("HEAD", 401), ("OPTIONS", 204), ("POST", 405)] {
            assert_eq!(answer(token, &request(method, "/ops.json")).status, code, "{method}");
        }
    }

    #[test]
    fn a_head_says_how_long_the_answer_is_unless_the_client_has_it() {
        let length = |response: &Response| {
            let found = response.headers.iter().find(|(name, _)| *name == "content-length");
            found.map(|(_, value)| value.clone())
        };
        let head = request("HEAD", "/status.json");
        let body = answer("", &request("GET", "/status.json")).body;
        assert_eq!(length(&answer("", &head)), Some(body.len().to_string()));
        let known = answer("", &Request { if_none_match: "*", ..head });
        assert_eq!((known.status, length(&known)), (304, None));
    }
}
