//! Routes: methods, refusals, validators, and how the feeds are found.

use super::*;
use crate::config::{HostKind, NoVariables, parse};
use crate::web::specimen;
use shared::memory::Memory;
use shared::time::Timestamp;

fn answer(key: &str, request: &Request<'_>) -> Response {
    let text = format!(
        "page = {{ title = \"T\"{key} }}\n[[service]]\nid = \"a\"\n\
         health = {{ url = \"http://app.example.com\", format = \"adr075\" }}"
    );
    let config = parse(&text, "test", HostKind::Native, &NoVariables).unwrap().config;
    let now = Timestamp::from_secs(1_796_047_200);
    let board = Board::of(&config.plan, &Memory::new(now), now);
    specimen::asked(&Site::new(&config.page), &board, request)
}

fn request<'a>(method: &'a str, path: &'a str) -> Request<'a> {
    Request { method, ..specimen::request_for(path) }
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

fn header<'a>(response: &'a Response, name: &str) -> Option<&'a str> {
    response.headers.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
}

#[test]
fn the_feeds_are_found_from_the_page_with_its_base_and_its_filter() {
    let under = ", url = \"https://status.example.com/up\"";
    let page = |query| {
        let answer = answer(under, &Request { query, ..request("GET", "/up/") });
        String::from_utf8(answer.body).unwrap()
    };
    for (query, filter) in [("", ""), ("service=a", "?service=a")] {
        let html = page(query);
        for (kind, path) in [
            ("application/atom+xml", "/up/history.atom"),
            ("application/rss+xml", "/up/history.rss"),
            ("application/feed+json", "/up/history.json"),
        ] {
            let link =
                format!("<link rel=\"alternate\" type=\"{kind}\" title=\"T\" href=\"{path}{filter}\">");
            assert!(html.contains(&link), "{link}: {html}");
            let feed = answer(under, &Request { query, ..request("GET", path) });
            assert_eq!(feed.status, 200, "{path}");
            assert!(header(&feed, "content-type").unwrap().starts_with(kind), "{path}");
        }
    }
}

#[test]
fn a_feed_is_known_by_its_validator_and_metrics_are_never_kept() {
    let feed = answer("", &request("GET", "/history.atom"));
    let etag = header(&feed, "etag").unwrap();
    let again = Request { if_none_match: etag, ..request("GET", "/history.atom") };
    assert_eq!(answer("", &again).status, 304);
    let other = Request { if_none_match: etag, ..request("GET", "/history.rss") };
    assert_eq!(answer("", &other).status, 200);
    assert!(header(&feed, "cache-control").is_some());
    let metrics = answer("", &request("GET", "/metrics"));
    assert_eq!(header(&metrics, "cache-control"), Some("no-store"));
    assert_eq!(header(&metrics, "content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    let nobodys = Request { query: "service=nobody", ..request("GET", "/metrics") };
    assert_eq!(answer("", &nobodys).status, 404);
}
