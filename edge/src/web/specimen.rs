//! Boards that the tests of renderings share: one of each state, one with hostile names, one with everything in it; from
//! rounds that the real reducer judged and the real log kept. It asserts nothing.

use super::route::respond;
use super::{Kept, Own, Phase, Request, Response, Site, metrics};
use crate::config::PageSettings;
use crate::words::tests::{
    IMPACT, START, Watch, application, document, heard, line, messenger, not_measured, planner, queue,
    silent, unreached, up, workers,
};
use core::time::Duration;
use shared::annals::Annals;
use shared::board::Board;
use shared::incident::{Event, Log, Stage, What};
use shared::maintenance::Window;
use shared::memory::Memory;
use shared::plan::{QueuePlan, ServicePlan};
use shared::sample::ServiceSample;
use shared::state::{State, Verdict};
use shared::time::Timestamp;
use std::sync::Arc;

/// What words of a remote program hold in these boards.
pub const CANARY: &str = "c4nary";

pub fn site() -> Site {
    Site::new(&PageSettings {
        origin: "https://status.example.com".into(),
        base: String::new(),
        time_zone: "Europe/Paris".into(),
        lang: crate::words::Language::english(),
        alive_url: None,
        probe_from: None,
        frame_ancestors: None,
        admin_token: None,
        runbooks: shared::map::Map::new(),
    })
}

/// The answer to a GET of a path with its query.
pub fn get(board: &Board, target: &str) -> Response {
    asked(&site(), board, &request_for(target))
}

/// A GET of a path with its query, and no header.
pub fn request_for(target: &str) -> Request<'_> {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    Request {
        method: "GET",
        path,
        query,
        accept_language: "",
        if_none_match: "",
        authorization: "",
        cookie: "",
    }
}

/// The answer of a server that is well.
pub fn asked(site: &Site, board: &Board, request: &Request<'_>) -> Response {
    let counters = metrics::Counters::default();
    let own = Own { phase: Phase::Serving, notice: "", kept: Kept::Works, counters: &counters };
    respond(request, site, board, own)
}

pub fn text(board: &Board, target: &str) -> String {
    String::from_utf8(get(board, target).body).unwrap()
}

pub fn json(board: &Board, target: &str) -> serde_json::Value {
    serde_json::from_slice(&get(board, target).body).unwrap()
}

pub fn header(response: &Response, name: &str) -> String {
    let found = response.headers.iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| value.clone()).unwrap_or_default()
}

/// "Trip planner" after so many rounds in which this came back.
fn watched(plan: ServicePlan, rounds: u32, sample: &ServiceSample) -> Board {
    let mut watch = Watch::over([plan]);
    for _ in 0..rounds {
        watch.hear([sample.clone()]);
    }
    watch.look()
}

/// A board of each state, with the word of its badge.
pub fn states() -> Vec<(&'static str, Board)> {
    let alone = || application("planner", "Trip planner");
    let manned = || ServicePlan { queues: vec![queue()], ..alone() };
    let crew = |alive, waiting| heard("planner", up(), [workers(START, alive, waiting)]);
    let says = |verdict| heard("planner", document(verdict, [line("search", State::Degraded)]), []);
    let mut expired = Watch::over([manned()]);
    expired.hear([crew(2, 3)]).wait(120);
    vec![
        ("working", watched(manned(), 1, &crew(2, 3))),
        ("working?", watched(manned(), 1, &heard("planner", up(), [not_measured(12)]))),
        ("problems", watched(alone(), 1, &says(Verdict::Degraded))),
        ("not working", watched(manned(), 1, &crew(0, 58))),
        ("not working", watched(alone(), 2, &heard("planner", unreached(), []))),
        ("restarting", watched(alone(), 1, &says(Verdict::Draining))),
        ("not known", watched(manned(), 2, &heard("planner", up(), [silent()]))),
        ("not known", Watch::over([alone()]).look()),
        ("not known", Watch::over([]).look()),
        ("not known", expired.look()),
    ]
}

/// Names with everything that is markup somewhere, right-to-left, with stacked marks, and far too long.
pub fn hostile() -> Board {
    let names = [
        "</title></svg><script>alert(1)</script>".to_owned(),
        "\"'&<![CDATA[]]>--><!DOCTYPE x>\u{1}\u{0}\u{fffe}\u{202e}".repeat(20),
        "ا\u{64b}ل\u{651}خطة \u{202e}".repeat(60),
        "Z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}".repeat(70),
        "\u{1f4a9}".repeat(500),
        String::new(),
        "W".repeat(500),
        "      ".to_owned(),
    ];
    let services: Vec<ServicePlan> = names
        .iter()
        .enumerate()
        .map(|(nth, name)| {
            let queue = QueuePlan { name: name.clone(), impact: name.clone(), ..queue() };
            ServicePlan { queues: vec![queue], ..application(&format!("s{nth}"), name) }
        })
        .collect();
    let mut watch = Watch::over(services);
    watch.plan.title.clone_from(&names[1]);
    let heard: Vec<ServiceSample> = (0..names.len())
        .map(|nth| {
            let alive = if nth % 2 == 0 { 0 } else { 9_007_199_254_740_992 };
            let mut crew = workers(START, alive.min(300), 9_007_199_254_740_992);
            crew.numbers.failed_depth = shared::reading::Reading::redis(9_007_199_254_740_992);
            let lines: Vec<_> = (0..20).map(|n| line(&format!("part {n}"), State::Down)).collect();
            heard(&format!("s{nth}"), document(Verdict::Down, lines), [crew])
        })
        .collect();
    watch.hear(heard).look()
}

/// Two applications, an open incident that somebody works on and one that is over, and planned work before, now and
/// afterwards.
pub fn everything() -> Board {
    let lines =
        |search, alive| [line("postgres", State::Operational), line("search", search), messenger(alive)];
    let planner = ServicePlan { impact: IMPACT.into(), ..planner() };
    let mut watch = Watch::over([planner, application("shop", "Shop")]);
    let mut log = Log::default();
    for (round, alive) in [(0, 2), (1, 2), (2, 2), (3, 0), (4, 0)] {
        let (shop, search) = match round {
            1 => (document(Verdict::Down, [line("search", State::Down)]), State::Degraded),
            0 | 2 => {
                (document(Verdict::Operational, [line("search", State::Operational)]), State::Operational)
            }
            _ => (unreached(), State::Operational),
        };
        let now = watch.now;
        let crew = workers(now, alive, 58);
        let before: Memory = watch.memory.clone();
        watch.hear([
            heard("planner", document(Verdict::Operational, lines(search, alive)), [crew]),
            heard("shop", shop, []),
        ]);
        log.follow(&watch.plan, &before, &watch.memory);
    }
    let (mut incidents, mut events) = (log.incidents().to_vec(), log.events().to_vec());
    let of = |service: &str| incidents.iter().position(|i| i.service == service && i.is_open());
    let nth = of("planner").unwrap();
    incidents[nth].stage = Stage::Fixed;
    let said = |id, seconds, what| Event {
        id,
        at: incidents[nth].opened_at + Duration::from_secs(seconds),
        service: "planner".into(),
        incident: Some(incidents[nth].id),
        edited_at: None,
        what,
    };
    events.insert(0, said(901, 4, What::Note { text: "Restarting the workers".into() }));
    events.insert(0, said(902, 9, What::Stage { to: Stage::Found }));
    events.insert(0, said(903, 14, What::Stage { to: Stage::Fixed }));
    let window = |id: &str, from: Timestamp, services: &[&str]| Window {
        id: id.into(),
        title: if id == "disks" { String::new() } else { format!("Work on the {id}") },
        services: services.iter().map(ToString::to_string).collect(),
        from,
        until: from + Duration::from_hours(1),
    };
    let windows = vec![
        window("disks", START - Duration::from_hours(3), &[]),
        window("network", START - Duration::from_mins(10), &["shop"]),
        window("database", START + Duration::from_hours(5), &["planner", "shop"]),
    ];
    watch.look().with(Arc::new(Annals { incidents, events, windows, ..Annals::default() }))
}
