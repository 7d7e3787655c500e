//! Names and numbers that nobody expects: what a document says, and what a configuration calls things.

use serde_json::{Map, json};

use super::{Config, Gallery};
use crate::app::App;
use crate::redis::Redis;

/// The largest number that every reader of JSON keeps whole.
const LARGEST: u64 = 9_007_199_254_740_992;

/// Queries that mean nothing.
pub const GARBAGE: &[&str] = &[
    "?",
    "?service",
    "?service=",
    "?service=nobody",
    "?service=%00%ff%3Cscript%3E",
    "?parts=&theme=&lang=&queue=&show=",
    "?parts=verdict,%22%3E%3Cscript%3Ealert(1)%3C/script%3E&theme=%22%20onload=%22alert(1)",
    "?lang=xx-%3Cb%3E&theme=neon&show=everything,,,&wall=%27",
    "?&&==&%&%zz",
    "?service=well&service=nobody&parts=history&parts=queues",
];

/// Names as long, as crooked and as full of markup as they come, each of a service, its queue, its parts and in its impact.
fn names() -> [(&'static str, String); 7] {
    [
        ("well", "Trip planner".to_owned()),
        ("long", "W".repeat(500)),
        ("words", "every word of it is short ".repeat(20).trim().to_owned()),
        (
            "right-to-left",
            "\u{645}\u{62e}\u{637}\u{637} \u{202e}\u{627}\u{644}\u{631}\u{62d}\u{644}\u{629} "
                .repeat(31)
                .trim()
                .to_owned(),
        ),
        (
            "zalgo",
            "Z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}a\u{310}\u{311}\u{312}\u{313}".repeat(41),
        ),
        ("script", "</script></title></svg><script>alert(1)</script><!--<svg onload=alert(1)>".to_owned()),
        ("markup", "\"'&<>&amp;&#0;<![CDATA[]]>--><!DOCTYPE x>{{}}$x\\`".to_owned()),
    ]
}

/// A service for each of these names.
pub fn strange() -> Gallery {
    let (app, redis) = (App::start(), Redis::start());
    let mut config = Config::new(&names()[6].1);
    for (nth, (id, name)) in names().iter().enumerate() {
        let path = format!("/{nth}");
        let crew = json!({ "status": "down", "latency_ms": LARGEST, "workers_alive": LARGEST * (nth as u64 % 2),
            "queue_depth": LARGEST, "failed_depth": LARGEST });
        let document = json!({ "status": "degraded", "deps": { "messenger": crew, "postgres": { "status": "down" },
            name.as_str(): { "status": "ok", "latency_ms": 3 } } });
        app.set_at(&path, 503, &document.to_string());
        config.service(id, name, name);
        let named = json!(name).to_string();
        config.health(
            &app.url_at(&path),
            "adr075",
            &format!("names = {{ postgres = {named}, messenger = {named} }}\n"),
        );
        config.symfony(("jobs", name), &redis.url(), id, &format!("impact = {named}\n"));
    }
    Gallery::open(&config, app, Some(redis))
}

/// One service with 200 dependencies, and one with 60 queues.
pub fn crowded() -> Gallery {
    let (app, redis) = (App::start(), Redis::start());
    let state = |nth: usize| if nth % 9 == 4 { "down" } else { "ok" };
    let parts: Map<String, serde_json::Value> = (0..200)
        .map(|nth| (format!("part {nth}"), json!({ "status": state(nth), "latency_ms": nth * 7 })))
        .collect();
    app.set(200, &json!({ "status": "degraded", "deps": parts }).to_string());
    let mut config = Config::new("Very much");
    config.service("parts", "200 parts", "");
    config.health(&app.url(), "adr075", "");
    config.service("queues", "60 queues", "");
    for nth in 0..60 {
        let keys = format!("q{nth}");
        config.symfony((&keys, &format!("Queue number {nth}")), &redis.url(), &keys, "");
    }
    Gallery::open(&config, app, Some(redis))
}
