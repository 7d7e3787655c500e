//! What a page of eight dependencies and two queues weighs on the way to a browser, against the budgets of the design.
//! A past of 90 days is weighed where the card is made, in the edge's own tests.

use core::fmt::Write as _;
use tests::app::App;
use tests::headcount::native;
use tests::redis::Redis;

#[test]
fn the_first_response_and_the_smaller_ones_keep_to_their_budgets() {
    let app = App::start();
    let parts: Vec<String> = (1..=8)
        .map(|n| format!("\"part_number_{n}\":{{\"status\":\"ok\",\"latency_ms\":{}}}", n * 7))
        .collect();
    app.set(200, &format!("{{\"status\":\"ok\",\"deps\":{{{}}}}}", parts.join(",")));
    let redis = Redis::start();
    let now: i64 = redis.command(&["TIME"]).lines().next().unwrap().parse().unwrap();
    let mut config = String::from(
        "[page]\ntitle = \"Trip planner\"\nevery = \"5s\"\n[[service]]\nid = \"planner\"\nname = \"Trip planner\"\n\
         impact = \"New trips are saved but not calculated.\"\n[service.health]\nurl = \"${HEALTH_URL}\"\n\
         format = \"adr075\"\n",
    );
    for queue in ["async", "mail"] {
        let _ = write!(
            config,
            "[[service.queue]]\nid = \"{queue}\"\nname = \"Background jobs, {queue}\"\nsystem = \"symfony\"\n\
             url = \"${{REDIS_URL}}\"\nheartbeat = \"beats.{queue}\"\nstream = \"{queue}\"\nwindow = \"1h\"\n"
        );
        redis.command(&["XGROUP", "CREATE", queue, "symfony", "$", "MKSTREAM"]);
        for worker in 0..12 {
            let at = (now - worker * 37).to_string();
            redis.command(&["ZADD", &format!("beats.{queue}"), &at, &format!("worker-{worker}")]);
        }
    }
    let headcount = native(&config, &[("HEALTH_URL", &app.url()), ("REDIS_URL", &redis.url())]);
    let board = headcount.shows("both queues and all parts", |status| status["verdict"] == "operational");
    assert_eq!(board["services"][0]["dependencies"].as_array().map(Vec::len), Some(8));
    assert_eq!(board["services"][0]["queues"].as_array().map(Vec::len), Some(2));

    for (path, most) in [
        ("/", 14 * 1024),
        ("/status.json", 4 * 1024),
        ("/flat.json", 400),
        ("/badge.svg", 1024),
        ("/embed", 8_000),
        ("/headcount.js", 3_000),
        ("/offline.js", 1_000),
    ] {
        let answer = headcount.ask("GET", path, &[("Accept-Encoding", "br")]).unwrap();
        let size = answer.body.len();
        println!("{path}: {size} bytes");
        assert_eq!(answer.status, 200);
        assert!(size <= most, "{path} is {size} bytes, {most} are allowed");
        if path == "/" {
            assert_eq!(answer.header("content-encoding"), Some("br"));
        }
    }
}
