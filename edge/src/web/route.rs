//! The table of routes, and what every answer has in common: methods, filters, validators, headers.
//!
//! Not renderings: each has its own file.

use super::access;
use super::headers::{self, Cache};
use super::{
    Own, Request, Response, Site, badge, card, document, element, embed, feed, flat, gatus, manifest,
    metrics, negotiate, offline, openapi, ops, own, page, shields, status_json, statuspage, text,
};
use crate::words::{Locale, labels, operator};
use shared::board::Board;
use shared::public::PublicBoard;
use shared::state::Verdict;
use statuspage::Document as V2;

/// Answers one request with what is known at `board.served_at`. A POST that `command::is_for` or `ingest::is_for` does
/// not come here.
pub fn respond(request: &Request<'_>, site: &Site, board: &Board, own: Own<'_>) -> Response {
    let path = site.without_base(request.path);
    let is_there = |route: &&Route| match route.kind {
        Kind::Ingest => site.takes_snapshots,
        kind => !kind.is_the_operators() || site.admin_token.is_some(),
    };
    let route = find(path).filter(is_there);
    let l = site.speaking(negotiate::language(request, site));
    let mut response = match (route, request.method) {
        (None, _) => plain(404, "There is nothing here.\n"),
        (Some(route), "GET" | "HEAD") if !matches!(route.kind, Kind::OpsOrder | Kind::Ingest) => {
            get(route, path, request, (site, &l), board, own)
        }
        (Some(_), "OPTIONS") => Response { status: 204, headers: Vec::new(), body: Vec::new() },
        (Some(route), _) => plain(405, &format!("Only {} are answered here.\n", route.kind.allows())),
    };
    let kind = route.map_or(Kind::Text, |route| route.kind);
    if !response.headers.iter().any(|(name, _)| *name == POLICY) {
        response.headers.extend(headers::common(site, kind));
    }
    if matches!(response.status, 204 | 405) {
        response.headers.push(("allow", kind.allows().into()));
    }
    if kind.is_for_people() && response.status == 200 {
        response.headers.push(("vary", "accept-language".into()));
        response.headers.push(("content-language", l.language().tag().into()));
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

fn find(path: &str) -> Option<&'static Route> {
    ROUTES.iter().find(|route| match route.kind {
        Kind::BadgeOf => badge::service_in(path).is_some(),
        _ => route.path == path,
    })
}

/// What there is at a path.
pub(super) fn kind_of(site: &Site, path: &str) -> Option<Kind> {
    find(site.without_base(path)).map(|route| route.kind)
}

struct Route {
    path: &'static str,
    kind: Kind,
}

/// What a route serves, which decides its headers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Page,
    /// The page as it looks when its time has passed.
    Offline,
    OfflineScript,
    Manifest,
    Embed,
    Element,
    PageModel,
    StatusJson,
    FlatJson,
    Text,
    VerdictWord,
    OpsJson,
    OpsPage,
    /// The page of a one-time link.
    OpsLink,
    OpsOrder,
    Ingest,
    Feed(feed::Form),
    Metrics,
    Badge,
    /// Of the service in the path.
    BadgeOf,
    Shields,
    Card,
    Statuspage(statuspage::Document),
    Gatus,
    OpenApi,
    Livez,
    Readyz,
}

impl Kind {
    /// Whether it is there only where the operator has a token.
    const fn is_the_operators(self) -> bool {
        matches!(self, Self::OpsJson | Self::OpsPage | Self::OpsLink | Self::OpsOrder)
    }

    /// Whether a browser's own request for it says which languages its reader likes.
    pub(super) const fn is_for_people(self) -> bool {
        matches!(self, Self::Page | Self::Offline | Self::PageModel | Self::Embed | Self::Text)
    }

    const fn allows(self) -> &'static str {
        match self {
            Self::OpsOrder | Self::Ingest => "POST, OPTIONS",
            Self::OpsPage | Self::OpsLink => "GET, HEAD, POST, OPTIONS",
            _ => "GET, HEAD, OPTIONS",
        }
    }

    /// The answer about a service that is not there, in the form that was asked for.
    fn no_such_service(self, l: &Locale) -> Response {
        match self {
            Self::Badge | Self::BadgeOf | Self::Card => badge::not_found(l).answer(404, Cache::Never),
            Self::Shields => json((404, shields::not_found(l)), Cache::Never),
            _ => plain(404, "There is no such service.\n"),
        }
    }
}

/// The header that a page with a policy of its own has already.
const POLICY: &str = "content-security-policy";

static ROUTES: &[Route] = &[
    Route { path: "/", kind: Kind::Page },
    Route { path: "/offline", kind: Kind::Offline },
    Route { path: "/offline.js", kind: Kind::OfflineScript },
    Route { path: "/manifest.webmanifest", kind: Kind::Manifest },
    Route { path: "/embed", kind: Kind::Embed },
    Route { path: "/headcount.js", kind: Kind::Element },
    Route { path: "/page.json", kind: Kind::PageModel },
    Route { path: "/status.json", kind: Kind::StatusJson },
    Route { path: "/flat.json", kind: Kind::FlatJson },
    Route { path: "/status.txt", kind: Kind::Text },
    Route { path: "/verdict", kind: Kind::VerdictWord },
    Route { path: "/ops.json", kind: Kind::OpsJson },
    Route { path: "/ops", kind: Kind::OpsPage },
    Route { path: "/ops/link", kind: Kind::OpsLink },
    Route { path: "/ops/leave", kind: Kind::OpsOrder },
    Route { path: "/ops/incidents", kind: Kind::OpsOrder },
    Route { path: "/ops/marks", kind: Kind::OpsOrder },
    Route { path: "/ops/maintenance", kind: Kind::OpsOrder },
    Route { path: "/ingest", kind: Kind::Ingest },
    Route { path: "/history.atom", kind: Kind::Feed(feed::Form::Atom) },
    Route { path: "/history.rss", kind: Kind::Feed(feed::Form::Rss) },
    Route { path: "/history.json", kind: Kind::Feed(feed::Form::Json) },
    Route { path: "/metrics", kind: Kind::Metrics },
    Route { path: "/badge.svg", kind: Kind::Badge },
    Route { path: "/badge/SERVICE.svg", kind: Kind::BadgeOf },
    Route { path: "/badge.json", kind: Kind::Shields },
    Route { path: "/card.svg", kind: Kind::Card },
    Route { path: "/api/v2/summary.json", kind: Kind::Statuspage(V2::Summary) },
    Route { path: "/api/v2/status.json", kind: Kind::Statuspage(V2::Status) },
    Route { path: "/api/v2/components.json", kind: Kind::Statuspage(V2::Components) },
    Route { path: "/api/v2/incidents.json", kind: Kind::Statuspage(V2::Incidents) },
    Route { path: "/api/v2/incidents/unresolved.json", kind: Kind::Statuspage(V2::Unresolved) },
    Route { path: "/api/v2/scheduled-maintenances.json", kind: Kind::Statuspage(V2::Maintenances) },
    Route { path: "/api/v2/scheduled-maintenances/upcoming.json", kind: Kind::Statuspage(V2::Upcoming) },
    Route { path: "/api/v2/scheduled-maintenances/active.json", kind: Kind::Statuspage(V2::Active) },
    Route { path: "/api/v1/endpoints/statuses", kind: Kind::Gatus },
    Route { path: "/openapi.json", kind: Kind::OpenApi },
    Route { path: "/livez", kind: Kind::Livez },
    Route { path: "/readyz", kind: Kind::Readyz },
];

fn get(
    route: &Route,
    path: &str,
    request: &Request<'_>,
    (site, l): (&Site, &Locale),
    board: &Board,
    own: Own<'_>,
) -> Response {
    match route.kind {
        Kind::Livez => return json(own::livez(), Cache::Never),
        Kind::Readyz => return json(own::readyz(site, board, own), Cache::Never),
        Kind::OpenApi => return validated(openapi::render(site), JSON, Cache::Revalidate),
        Kind::Element => {
            return validated(element::SCRIPT.into(), element::CONTENT_TYPE, Cache::Seconds(element::KEPT_S));
        }
        Kind::OfflineScript => {
            return validated(offline::SCRIPT.into(), element::CONTENT_TYPE, Cache::Revalidate);
        }
        Kind::Manifest => {
            let title = &board.title;
            return validated(manifest::render(site, title), manifest::CONTENT_TYPE, Cache::Revalidate);
        }
        Kind::OpsJson | Kind::OpsPage => return operators(route.kind, request, site, board, own),
        Kind::OpsLink => {
            let said = parameter(request.query, "t").unwrap_or_default();
            return ops::door::link(site, &said, board.served_at);
        }
        _ => {}
    }
    let lang = negotiate::asked(request).map(|language| format!("lang={}", language.tag()));
    let mut filter: Vec<String> = Vec::new();
    let only;
    let asked = match route.kind {
        Kind::BadgeOf => badge::service_in(path).map(str::to_owned),
        _ => parameter(request.query, "service"),
    };
    let board = match asked {
        None => board,
        Some(id) => match board.narrowed_to(&id) {
            Some(board) => {
                // An id that a service has is made of letters, digits and hyphens.
                filter.push(format!("service={id}"));
                only = board;
                &only
            }
            None => return route.kind.no_such_service(l),
        },
    };
    let narrowed = !filter.is_empty();
    filter.extend(lang);
    let filter = if filter.is_empty() { String::new() } else { format!("?{}", filter.join("&")) };
    if route.kind == Kind::Metrics {
        let body = metrics::render(board, own.counters).into_bytes();
        return typed((200, body), metrics::CONTENT_TYPE, Cache::Never);
    }
    let public = site.public(l, board);
    let notice = own.line(l);
    let around = page::Around { notice: &notice, filter: &filter };
    let cache = Cache::until(board.expires_at, board.served_at);
    let said = || {
        let show = parameter(request.query, "show").unwrap_or_default();
        badge::said(l, &public, narrowed, &show)
    };
    match route.kind {
        Kind::Embed => return embed::render(site, l, &public, around, request.query),
        // What happened changes less often than what is checked.
        Kind::Feed(form) => {
            return validated(feed::render(site, l, &public, &filter, form), form.content_type(), cache);
        }
        Kind::Badge | Kind::BadgeOf => return badge::render(l, &said()).answer(200, cache),
        Kind::Card => return card::render(l, &public, narrowed).answer(200, cache),
        Kind::Shields => return validated(shields::render(&said()), JSON, cache),
        Kind::Statuspage(document) => {
            return validated(statuspage::render(site, l, &public, &filter, document), JSON, cache);
        }
        Kind::Gatus => return validated(gatus::render(l, &public), JSON, cache),
        _ => {}
    }
    let (status, content_type, body, cache) = match route.kind {
        Kind::Page => (200, HTML, document::render(site, l, &public, around), Cache::Revalidate),
        Kind::Offline => (200, HTML, document::out_of_date(site, l, &public, around), Cache::Revalidate),
        Kind::PageModel => {
            let parts = parameter(request.query, "parts").map(|list| embed::Parts::named(&list));
            (200, JSON, page::render(site, l, &public, around, parts.as_ref()), Cache::Revalidate)
        }
        Kind::FlatJson => match flat::render(&public, parameter(request.query, "queue").as_deref()) {
            Some(body) => (200, JSON, body, cache),
            None => return plain(404, "There is no such queue.\n"),
        },
        Kind::Text => (200, TEXT, text::render(l, &public), cache),
        Kind::VerdictWord => {
            let status = if matches!(board.verdict, Verdict::Down | Verdict::Unknown) { 503 } else { 200 };
            (status, TEXT, board.verdict.word().into(), Cache::Never)
        }
        // Everything else has been answered.
        _ => (200, JSON, status_json::render(&public), cache),
    };
    let headers = vec![
        ("etag", headers::etag(&public, &notice, &format!("{}{}", site.edition, l.language().tag()))),
        ("cache-control", cache.to_string()),
        ("content-type", content_type.into()),
    ];
    Response { status, headers, body }
}

/// What only the operator may see.
fn operators(kind: Kind, request: &Request<'_>, site: &Site, board: &Board, own: Own<'_>) -> Response {
    let is_in = access::of_headers(site, request.authorization, request.cookie, board.served_at);
    let said = if request.query == "done" { operator::DONE } else { "" };
    match (kind, is_in) {
        (Kind::OpsPage, true) => ops::page::open(site, board, &own.line(&site.operators), said),
        (Kind::OpsPage, false) => ops::door::closed(site, said),
        (_, true) => json((200, ops::render(site, board)), Cache::Never),
        (_, false) => {
            let mut refused = plain(401, "Send Authorization: Bearer with the operator's token.\n");
            refused.headers.push(("www-authenticate", "Bearer".into()));
            refused
        }
    }
}

const HTML: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";

fn json(answer: (u16, Vec<u8>), cache: Cache) -> Response {
    typed(answer, JSON, cache)
}

fn typed((status, body): (u16, Vec<u8>), content_type: &str, cache: Cache) -> Response {
    let headers = vec![("content-type", content_type.into()), ("cache-control", cache.to_string())];
    Response { status, headers, body }
}

/// An answer in which nothing changes with the time of serving.
fn validated(body: Vec<u8>, content_type: &str, cache: Cache) -> Response {
    let etag = headers::etag_of(&body);
    let mut response = typed((200, body), content_type, cache);
    response.headers.push(("etag", etag));
    response
}

fn plain(status: u16, text: &str) -> Response {
    let headers = vec![("content-type", TEXT.into()), ("cache-control", Cache::Never.to_string())];
    Response { status, headers, body: text.into() }
}

/// The first value of a query parameter, decoded.
pub(super) fn parameter(query: &str, name: &str) -> Option<String> {
    url::form_urlencoded::parse(query.as_bytes())
        .find(|(key, _)| key == name)
        .map(|(_, value)| value.into_owned())
}

impl Site {
    /// What of a board is public, with its sentence.
    pub fn public(&self, l: &Locale, board: &Board) -> PublicBoard {
        let mut public = PublicBoard::of(board, |nth| labels::dependency_number(l, nth));
        public.sentence = crate::words::speak(l, &public).headline;
        public
    }
}

#[cfg(test)]
#[path = "route_tests.rs"]
mod tests;
