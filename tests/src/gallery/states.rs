//! One board of each state that people meet.

use super::{Config, Gallery};
use crate::app::App;
use crate::headcount::{Headcount, native};
use crate::redis::Redis;
use core::fmt::Write as _;
use core::time::Duration;
use serde_json::json;

/// All is well.
const WELL: &str = r#"{"status":"ok","deps":{"postgres":{"status":"ok","latency_ms":3},"redis":{"status":"ok","latency_ms":1},
    "mercure":{"status":"ok","latency_ms":11},"routing":{"status":"ok","latency_ms":17},
    "messenger":{"status":"ok","latency_ms":1,"workers_alive":2,"queue_depth":3,"failed_depth":3}}}"#;
/// A part that the application does without does not work, and nobody works off its jobs.
const NO_WORKER: &str = r#"{"status":"degraded","deps":{"postgres":{"status":"ok","latency_ms":3},
    "redis":{"status":"ok","latency_ms":1},"mercure":{"status":"down","latency_ms":2},
    "routing":{"status":"ok","latency_ms":17},
    "messenger":{"status":"down","latency_ms":1,"workers_alive":0,"queue_depth":58,"failed_depth":4}}}"#;
/// Well, but for what it says about its store.
const NO_STORE: &str = r#"{"status":"ok","deps":{"postgres":{"status":"ok","latency_ms":3},"mercure":{"status":"ok","latency_ms":11}}}"#;
const PROBLEMS: &str = r#"{"status":"warn","checks":{"postgres:connections":[{"status":"pass"}],
    "search:latency":[{"status":"warn","observedValue":412,"observedUnit":"ms"}]}}"#;
const LEAVING: &str =
    r#"{"status":"unhealthy","checks":{"draining":{"status":"down","reason":"graceful drain in progress"}}}"#;

const NAMES: &str = "names = { postgres = \"Database\", redis = \"Redis\", mercure = \"Live updates\", \
                     routing = \"Routing\", messenger = \"Messenger\" }\n";
const IMPACT: &str = "New trips are saved but not calculated.";
const JOBS: (&str, &str) = ("async", "Background jobs");
const AGREE: &str = "reported_as = \"messenger\"\n";
/// Where nobody listens.
const NOBODY: &str = "127.0.0.1:9";

/// A service for each state. The names are those of the states.
pub fn states() -> Gallery {
    let (app, redis) = (App::start(), Redis::start());
    let (store, answers) = (redis.url(), |path: &str, status, body| {
        app.set_at(path, status, body);
        app.url_at(path)
    });
    fill(&redis);
    let mut config = Config::new("Trip planner");

    config.service("working", "Shop", IMPACT);
    config.health(&answers("/well", 200, WELL), "adr075", NAMES);
    config.symfony(JOBS, &store, "jobs", AGREE);

    config.service("down", "Trip planner", IMPACT);
    config.health(&answers("/no-worker", 503, NO_WORKER), "adr075", NAMES);
    config.symfony(JOBS, &store, "dead", AGREE);
    config.symfony(("mail", "Mail"), &store, "mail", "");

    config.service("planned", "Timetables", IMPACT);
    config.health(&answers("/no-worker", 503, NO_WORKER), "adr075", NAMES);
    config.symfony(JOBS, &store, "dead", AGREE);

    config.service("problems", "Maps", "");
    config.health(&answers("/problems", 200, PROBLEMS), "ietf-health", "");
    config.symfony(JOBS, &store, "jobs", "");

    config.service("restarting", "Mail gateway", "");
    config.health(&answers("/leaving", 503, LEAVING), "fetcher-readyz", "");

    config.service("unknown", "Reports", IMPACT);
    config.health(&answers("/no-store", 200, NO_STORE), "adr075", NAMES);
    config.symfony(JOBS, &format!("redis://{NOBODY}"), "jobs", "");

    config.service("half", "Search", "");
    config.health(&answers("/no-store", 200, NO_STORE), "adr075", NAMES);
    let _ = writeln!(
        config.text,
        "[[service.queue]]\nid = \"async\"\nname = \"Background jobs\"\nsystem = \"lists\"\nurl = \"{store}\"\n\
         waiting = \"list\""
    );

    config.service("away", "Accounts", IMPACT);
    config.health(&format!("http://{NOBODY}/"), "adr075", NAMES);
    config.symfony(JOBS, &store, "jobs", "");

    config.service("refused", "Partner interface", "");
    config.health(&answers("/refused", 429, "slow down"), "adr075", NAMES);

    config.service("disagree", "Invoices", "");
    config.health(&answers("/well", 200, WELL), "adr075", NAMES);
    config.symfony(JOBS, &store, "dead", AGREE);

    config.service("never", "Statistics", "");
    config.symfony(JOBS, &store, "never", "");

    config.service("crowd", "Archive", "");
    config.symfony(
        ("async", "Donaudampfschifffahrtsgesellschaftskapitänsberichte, once a day"),
        &store,
        "crowd",
        "",
    );

    let mut gallery = Gallery::open(&config, app, Some(redis));
    let window = json!({ "title": "Moving the store", "lasts": "2h", "services": ["planned"] });
    let announced = gallery.headcount.post_as_operator("/ops/maintenance", &window);
    assert_eq!(announced.status, 201, "{}", announced.text());
    // Until then sources that disagree may be about to agree.
    gallery.another_round();
    gallery
}

/// Signs of life, jobs that wait, are in hand and have failed for good.
fn fill(redis: &Redis) {
    let now: u64 = redis.command(&["TIME"]).lines().next().unwrap().parse().unwrap();
    let beat = |key: &str, ages: &[u64]| {
        let beats = ages.iter().enumerate().flat_map(|(nth, age)| [(now - age).to_string(), nth.to_string()]);
        let words: Vec<String> = beats.collect();
        let mut command = vec!["ZADD", key];
        command.extend(words.iter().map(String::as_str));
        redis.command(&command);
    };
    beat("jobs.workers", &[2, 8]);
    beat("mail.workers", &[2, 8, 141]);
    beat("dead.workers", &[372, 391]);
    beat("crowd.workers", &(0..131).map(|nth| nth * 2).collect::<Vec<u64>>());
    for (key, waiting, failed) in
        [("jobs", 3, 3), ("dead", 58, 4), ("mail", 12, 0), ("crowd", 4812, 31), ("never", 7, 0)]
    {
        redis.command(&["XGROUP", "CREATE", key, "symfony", "0", "MKSTREAM"]);
        let add = "for _ = 1, tonumber(ARGV[1]) do redis.call('XADD', KEYS[1], '*', 'message', '{}') end";
        redis.command(&["EVAL", add, "1", key, &waiting.to_string()]);
        redis.command(&["EVAL", add, "1", &format!("{key}.failed"), &failed.to_string()]);
    }
    for key in ["jobs", "dead"] {
        redis.command(&["XREADGROUP", "GROUP", "symfony", "one", "COUNT", "1", "STREAMS", key, ">"]);
    }
    redis.command(&["RPUSH", "list", "1", "2", "3"]);
}

/// A page on which there is nothing to watch: whoever may push to it has not.
pub fn nothing() -> Headcount {
    let config = "[page]\ntitle = \"Trip planner\"\nevery = \"5s\"\n[[ingest]]\nid = \"inside\"\nname = \"Inner network\"\n\
                  key = \"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\"\n";
    native(config, &[])
}

/// A page whose first round is not over, for as long as its value lives or a minute.
pub fn unprobed() -> (Headcount, App) {
    let app = App::start();
    app.delay(Duration::from_mins(1));
    let config = format!(
        "[page]\ntitle = \"Trip planner\"\nevery = \"2m\"\n[[service]]\nid = \"planner\"\nname = \"Trip planner\"\n\
         [service.health]\nurl = \"{}\"\nformat = \"adr075\"\ntimeout = \"1m\"\n",
        app.url()
    );
    (native(&config, &[]), app)
}
