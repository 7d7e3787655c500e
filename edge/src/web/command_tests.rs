//! What operators may post, and what they are told when it is not right.

use super::*;
use crate::config::secret::Secret;
use crate::config::{HostKind, NoVariables};
use crate::web::{Request, session, specimen};
use core::time::Duration;
use shared::incident::{Cause, Event, Incident, Log, What};
use shared::memory::Memory;
use shared::plan::Plan;
use shared::state::Verdict;
use std::sync::Arc;

/// 2026-11-30T14:00:00Z, which is 15:00 in Paris.
const NOW: Timestamp = Timestamp::from_secs(1_796_047_200);

fn with_token(token: &str) -> (Site, Plan) {
    let text = format!(
        "[page]\ntitle = \"T\"\nurl = \"https://status.example.com/trips\"\ntime_zone = \"Europe/Paris\"\n{token}\n\
         [[service]]\nid = \"planner\"\nname = \"<Planner>\"\n\
         health = {{ url = \"http://app.example.com\", format = \"adr075\" }}"
    );
    let config = crate::config::parse(&text, "test", HostKind::Native, &NoVariables).unwrap().config;
    (Site::new(&config.page), config.plan)
}

fn site() -> (Site, Plan) {
    with_token("admin_token = \"open-sesame\"")
}

fn incident() -> Incident {
    Incident {
        id: 3,
        service: "planner".into(),
        opened_at: NOW - Duration::from_mins(6),
        closed_at: None,
        worst: Verdict::Down,
        cause: Cause::NotReached,
        stage: Stage::Open,
        evidence: "connection to <10.0.0.1> refused".into(),
    }
}

fn note() -> Event {
    let what = What::Note { text: "We </textarea> look".into() };
    Event { id: 17, at: NOW, service: "planner".into(), incident: Some(3), edited_at: None, what }
}

fn log() -> Log {
    Log::restored((3, 17), vec![incident()], vec![note()], Vec::new())
}

fn board(plan: &Plan) -> Board {
    let log = log();
    let annals = shared::annals::Annals {
        incidents: log.incidents().to_vec(),
        events: log.events().to_vec(),
        ..Default::default()
    };
    Board::of(plan, &Memory::new(NOW), NOW).with(Arc::new(annals))
}

fn post<'a>(path: &'a str, body: &'a str) -> Post<'a> {
    let sender = Sender { origin: "https://status.example.com", host: "status.example.com", fetch_site: "" };
    Post { path, authorization: "", cookie: "", sender, content_type: FORM, body: body.as_bytes() }
}

fn order(posted: Posted) -> Order {
    match posted {
        Posted::Order(order) => *order,
        Posted::Link(link) => panic!("{link:?}"),
    }
}

fn posted(path: &str, authorization: &str, content_type: &str, body: &str) -> Result<Order, Response> {
    let (site, plan) = site();
    parse(&Post { authorization, content_type, ..post(path, body) }, &site, &board(&plan)).map(order)
}

/// The answer to a form with the cookie of this session.
fn sent(path: &str, body: &str, cookie: &str) -> Result<Order, Response> {
    let (site, plan) = site();
    parse(&Post { cookie, ..post(path, body) }, &site, &board(&plan)).map(order)
}

/// The cookie of somebody who is in.
fn cookie() -> String {
    format!("{}={}", session::COOKIE, session::begin(&Secret::new("open-sesame"), NOW))
}

/// What `/ops` answers to a GET with this cookie.
fn shown(path: &str, query: &str, cookie: &str) -> Response {
    let (site, plan) = site();
    let request = Request { query, cookie, ..specimen::request_for(path) };
    specimen::asked(&site, &board(&plan), &request)
}

fn program(path: &str, body: &str) -> Result<Order, Response> {
    posted(path, "Bearer open-sesame", "application/json; charset=utf-8", body)
}

fn person(path: &str, body: &str) -> Result<Order, Response> {
    posted(path, "", "application/x-www-form-urlencoded", &format!("token=open-sesame&{body}"))
}

#[track_caller]
fn refuses(answer: Result<Order, Response>, status: u16, says: &str) {
    let response = answer.unwrap_err();
    let body = String::from_utf8(response.body.clone()).unwrap();
    assert_eq!(response.status, status, "{body}");
    assert!(body.contains(says), "{body}");
}

fn header<'a>(response: &'a Response, name: &str) -> Option<&'a str> {
    response.headers.iter().find(|(n, _)| *n == name).map(|(_, value)| value.as_str())
}

#[test]
fn a_program_and_a_form_ask_for_the_same() {
    let said = |path: &str, json: &str, form: &str| {
        let command = program(path, json).unwrap().command;
        assert_eq!(person(path, form).unwrap().command, command, "{json}");
        command
    };
    assert_eq!(
        said(
            "/ops/incidents",
            "{\"incident\":3,\"note\":\"We look.\\nSoon.\"}",
            "incident=3&note=We+look.%0D%0ASoon."
        ),
        Command::Note { incident: 3, text: "We look.\nSoon.".into() }
    );
    assert_eq!(
        said("/ops/incidents", "{\"incident\":\"3\",\"stage\":\"looking\"}", "incident=3&stage=looking"),
        Command::Stage { incident: 3, to: Stage::Looking }
    );
    assert_eq!(
        said("/ops/incidents", "{\"incident\":3,\"post_mortem\":\"x\"}", "incident=3&post_mortem=x&note="),
        Command::PostMortem { incident: 3, text: "x".into() }
    );
    assert_eq!(
        said("/ops/incidents", "{\"event\":17,\"text\":\"x\"}", "event=17&text=x"),
        Command::Edit { event: 17, text: "x".into() }
    );
    assert_eq!(
        said("/ops/marks", "{\"text\":\"planner 1.42\",\"service\":null}", "text=planner+1.42&service="),
        Command::Mark { service: String::new(), text: "planner 1.42".into() }
    );
    assert_eq!(
        said("/trips/ops/maintenance", "{\"call_off\":\"announced-1\"}", "call_off=announced-1"),
        Command::CallOff { window: "announced-1".into() }
    );
    let work = Window {
        id: String::new(),
        title: "Work".into(),
        services: vec!["planner".into(), "mail".into()],
        from: NOW,
        until: NOW + Duration::from_hours(2),
    };
    assert_eq!(
        said(
            "/ops/maintenance",
            "{\"title\":\"Work\",\"services\":[\"planner\",\"mail\"],\"lasts\":\"2h\"}",
            "title=Work&services=planner&services=mail&from=&lasts=2h"
        ),
        Command::Announce(work.clone())
    );
    // A form's time is of the page's zone.
    assert_eq!(
        said(
            "/ops/maintenance",
            "{\"title\":\"Work\",\"services\":[\"planner\",\"mail\"],\"from\":\"2026-11-30T14:00:00Z\",\"until\":\"2026-11-30T16:00:00Z\"}",
            "title=Work&services=planner&services=mail&from=2026-11-30T15%3A00&until=2026-11-30T17:00"
        ),
        Command::Announce(work)
    );
}

#[test]
fn only_the_operator_is_listened_to() {
    let mark = "{\"text\":\"x\"}";
    for wrong in ["", "Bearer open-barley", "Basic open-sesame"] {
        let answer = posted("/ops/marks", wrong, "application/json", mark);
        assert_eq!(header(answer.as_ref().unwrap_err(), "www-authenticate"), Some("Bearer"));
        refuses(answer, 401, "Authorization: Bearer");
    }
    // A token in JSON is none: a page elsewhere could send it as a form of text.
    refuses(
        posted("/ops/marks", "", "application/json", "{\"token\":\"open-sesame\"}"),
        401,
        "Authorization",
    );
    for body in ["text=x", "text=x&token=open-barley", "text=x&t=1.2", "text=x&token=a&token=open-sesame"] {
        let answer = posted("/ops/marks", "", "application/x-www-form-urlencoded", body);
        refuses(answer, 401, "type=\"password\"");
    }
    let (site, plan) = with_token("");
    let post = Post { authorization: "Bearer ", content_type: JSON, ..post("/ops/marks", "{}") };
    assert!(!is_for(&site, "/ops/marks"));
    refuses(parse(&post, &site, &board(&plan)).map(order), 404, "nothing here");
}

#[test]
fn what_is_not_understood_is_answered_with_what_would_be() {
    for (path, body, says) in [
        ("/ops/marks", "text=x", "not a JSON object"),
        ("/ops/marks", "[1]", "not a JSON object"),
        ("/ops/marks", "{\"text\":\"\\u200b\\u202e \"}", "write \\\"text\\\""),
        ("/ops/marks", "{}", "write \\\"text\\\""),
        ("/ops/marks", "{\"text\":{}}", "neither a text nor a number"),
        ("/ops/marks", "{\"text\":[\"a\",\"b\"]}", "more than once"),
        ("/ops/marks", "{\"text\":\"x\",\"servcie\":\"a\"}", "known are text, service"),
        ("/ops/incidents", "{\"incident\":3}", "one of \\\"note\\\""),
        ("/ops/incidents", "{\"incident\":3,\"note\":\"a\",\"stage\":\"fixed\"}", "one of \\\"note\\\""),
        ("/ops/incidents", "{\"incident\":\"the last\",\"note\":\"a\"}", "no incident"),
        ("/ops/incidents", "{\"incident\":3,\"stage\":\"open\"}", "looking, found, fixed or watching"),
        ("/ops/maintenance", "{\"title\":\"x\"}", "or \\\"lasts\\\""),
        ("/ops/maintenance", "{\"until\":\"2026-12-01\"}", "2026-12-01 02:00 for Europe/Paris"),
        ("/ops/maintenance", "{\"lasts\":\"two hours\"}", "30m or 2h"),
        ("/ops/maintenance", "{\"lasts\":\"2h\",\"until\":\"2026-12-01 02:00\"}", "or \\\"lasts\\\""),
        ("/ops/maintenance", "{\"lasts\":\"2h\",\"call_off\":\"a\"}", "or \\\"call_off\\\""),
    ] {
        refuses(program(path, body), 422, says);
    }
    let form = person("/ops/maintenance", "lasts=%3Cscript%3E");
    refuses(form, 422, "&lt;script&gt;");
    refuses(
        posted("/ops/marks", "Bearer open-sesame", "text/plain", "{\"text\":\"x\"}"),
        415,
        "application/json",
    );
    refuses(
        posted("/ops/marks", "Bearer open-sesame", "application/json", &" ".repeat(BODY_LIMIT + 1)),
        413,
        "64 KiB",
    );
}

#[test]
fn what_was_done_is_answered_with_its_id_and_a_form_goes_back_to_the_forms() {
    let (_, plan) = site();
    let answer = |order: Order| order.reply.done(&log().apply(order.command, &plan, NOW).unwrap());
    let body = |order| String::from_utf8(answer(order).body).unwrap();
    let note = || program("/ops/incidents", "{\"incident\":3,\"note\":\"x\"}").unwrap();
    assert_eq!(
        (answer(note()).status, body(note())),
        (201, "{\"event\":18,\"incident\":3,\"window\":null}".into())
    );
    let edit = || program("/ops/incidents", "{\"event\":17,\"text\":\"x\"}").unwrap();
    assert_eq!(
        (answer(edit()).status, body(edit())),
        (200, "{\"event\":17,\"incident\":null,\"window\":null}".into())
    );
    let work = || program("/ops/maintenance", "{\"lasts\":\"2h\"}").unwrap();
    assert_eq!(answer(work()).status, 201);
    assert!(body(work()).contains(&format!("\"window\":\"announced-{}\"", NOW.millis())), "{}", body(work()));
    let named = program("/ops/maintenance", "{\"lasts\":\"2h\",\"id\":\"switch\"}").unwrap();
    assert!(body(named).contains("\"window\":\"switch\""));

    let form = answer(person("/ops/incidents", "incident=3&stage=looking").unwrap());
    assert_eq!((form.status, header(&form, "location")), (303, Some("/trips/ops?done")));
    assert_eq!(header(&form, "cache-control"), Some("no-store"));
}

#[test]
fn what_cannot_be_done_says_why_in_the_form_it_was_asked_in() {
    let (_, plan) = site();
    let answer = |order: Order| order.reply.refused(&log().apply(order.command, &plan, NOW).unwrap_err());
    let no_such = answer(program("/ops/incidents", "{\"incident\":4,\"note\":\"x\"}").unwrap());
    assert_eq!((no_such.status, header(&no_such, "content-type")), (404, Some("application/json")));
    let too_long = answer(person("/ops/marks", &format!("text={}", "x".repeat(201))).unwrap());
    assert_eq!((too_long.status, header(&too_long, "content-type")), (422, Some("text/html; charset=utf-8")));
    assert!(String::from_utf8(too_long.body).unwrap().contains("write 200 at most"));
    assert_eq!(program("/ops/marks", "{\"text\":\"x\"}").unwrap().reply.not_kept().status, 503);
}

#[test]
fn the_token_is_given_once_and_from_then_on_the_cookie_opens() {
    let entered = person("/ops", "").unwrap_err();
    assert_eq!((entered.status, header(&entered, "location")), (303, Some("/trips/ops")));
    assert_eq!(header(&entered, "cache-control"), Some("no-store"));
    let set = header(&entered, "set-cookie").unwrap();
    assert!(set.ends_with("Path=/trips/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure"), "{set}");
    let (cookie, _) = set.split_once(';').unwrap();
    assert!(!cookie.contains("sesame"));

    for path in ["/ops", "/ops.json"] {
        assert_eq!(shown(path, "", cookie).status, 200, "{path}");
        assert_eq!(shown(path, "", "").status, 401, "{path}");
    }
    let tap = sent("/ops/incidents", "incident=3&stage=looking", cookie).unwrap();
    assert_eq!(tap.command, Command::Stage { incident: 3, to: Stage::Looking });
    let (site, plan) = with_token("admin_token = \"open-barley\"");
    let other = parse(&Post { cookie, ..post("/ops/marks", "text=x") }, &site, &board(&plan));
    refuses(other.map(order), 401, "session is over");
}

#[test]
fn a_session_is_for_forms_of_our_own_pages_alone() {
    let (site, plan) = site();
    let cookie = cookie();
    let of = |sender: Sender<'_>| {
        let post = Post { cookie: &cookie, sender, ..post("/ops/marks", "text=x") };
        parse(&post, &site, &board(&plan)).map(order)
    };
    let foreign = Sender { origin: "https://evil.example", host: "status.example.com", fetch_site: "" };
    refuses(of(foreign), 403, "from another page");
    refuses(of(Sender { fetch_site: "cross-site", ..foreign }), 403, "from another page");
    assert!(of(Sender { origin: "", ..foreign }).is_ok());
    // JSON can be sent from elsewhere as soon as somebody allows it: it says who it is by itself.
    let json = Post { cookie: &cookie, content_type: JSON, ..post("/ops/marks", "{\"text\":\"x\"}") };
    refuses(parse(&json, &site, &board(&plan)).map(order), 401, "Authorization");
}

#[test]
fn who_leaves_is_out_and_nobody_else_sends_him_away() {
    let left = sent("/ops/leave", "", &cookie()).unwrap_err();
    assert_eq!((left.status, header(&left, "location")), (303, Some("/trips/ops")));
    assert!(header(&left, "set-cookie").unwrap().starts_with("headcount-ops=; Path=/trips/; Max-Age=0;"));
    let (site, plan) = site();
    let sender = Sender { origin: "https://evil.example", host: "status.example.com", fetch_site: "" };
    let forced = parse(&Post { sender, ..post("/ops/leave", "") }, &site, &board(&plan)).unwrap_err();
    assert_eq!((forced.status, header(&forced, "set-cookie")), (403, None));
}

#[test]
fn a_link_is_looked_at_by_anybody_and_used_by_a_person() {
    let (site, plan) = site();
    let token = Secret::new("open-sesame");
    let code = session::link(&token, "n0nce", NOW);
    let page = shown("/trips/ops/link", &format!("t={code}"), "");
    let html = String::from_utf8(page.body.clone()).unwrap();
    assert_eq!((page.status, header(&page, "set-cookie")), (200, None));
    assert_eq!(header(&page, "cache-control"), Some("no-store"));
    assert!(html.contains(&format!("name=\"t\" value=\"{code}\"")) && html.contains("noindex"));

    let used = post("/ops/link", &format!("t={code}")).body.to_vec();
    let press = Post { body: &used, ..post("/ops/link", "") };
    let Ok(Posted::Link(link)) = parse(&press, &site, &board(&plan)) else { panic!("no link") };
    assert_eq!(link.nonce, "n0nce");
    let answer = |came| linked(&press, &site, &came, NOW);
    let first = answer(Ok(Use::First));
    assert_eq!((first.status, header(&first, "location")), (303, Some("/trips/ops")));
    assert!(header(&first, "set-cookie").unwrap().contains("HttpOnly"));
    let broken = StoreError::Damaged(String::new());
    for (came, status, says) in
        [(Ok(Use::Again), 401, "has been used"), (Err(broken), 503, "Sign in with the token")]
    {
        let again = answer(came);
        assert_eq!(header(&again, "set-cookie"), None);
        refuses(Err(again), status, says);
    }
}

#[test]
fn a_link_that_is_old_or_of_another_token_says_so_and_opens_nothing() {
    let old = session::link(&Secret::new("open-sesame"), "n", NOW - session::LINK);
    let other = session::link(&Secret::new("open-barley"), "n", NOW);
    for (code, says) in [(old.as_str(), "ten minutes"), (&other, "not one of this page"), ("", "not one of")]
    {
        let page = shown("/ops/link", &format!("t={code}"), "");
        assert_eq!(header(&page, "set-cookie"), None);
        refuses(Err(page), 401, says);
        refuses(sent("/ops/link", &format!("t={code}"), ""), 401, says);
    }
}

#[test]
fn nothing_that_somebody_wrote_or_that_was_seen_is_markup_on_the_page() {
    let html = String::from_utf8(shown("/ops", "", &cookie()).body).unwrap();
    for text in ["&lt;Planner&gt;", "We &lt;/textarea&gt; look", "connection to &lt;10.0.0.1&gt; refused"] {
        assert!(html.contains(text), "{text}");
    }
    assert!(!html.contains("<Planner>") && !html.contains("<10.0"));
    assert_eq!(html.matches("</textarea>").count(), html.matches("<textarea").count());
    assert!(html.contains("value=\"looking\">I am on it<"));
    assert!(html.contains("action=\"/trips/ops/incidents\"") && !html.contains("sesame"));
}

#[test]
fn without_a_session_the_operators_page_asks_for_the_token_and_shows_nothing() {
    let response = shown("/ops", "", "");
    let html = String::from_utf8(response.body.clone()).unwrap();
    assert_eq!((response.status, header(&response, "www-authenticate")), (401, Some("Bearer")));
    assert!(html.contains("type=\"password\"") && !html.contains("Planner"));
    let policy = header(&response, "content-security-policy").unwrap();
    assert!(policy.contains("form-action 'self'") && policy.contains("frame-ancestors 'none'"));
}
