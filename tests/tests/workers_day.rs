//! A day of a Worker's object in workerd, and what can go wrong in an object's life: the real Worker and its real
//! storage, whose clock a test moves and whose calls a test lets fail.
//!
//! What a Worker shows is the same as natively: other tests run on both hosts. The stage is `worker/stage.mjs`.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use std::time::{SystemTime, UNIX_EPOCH};
use tests::app::{ALL_WELL, App};
use tests::bundle::worker;
use tests::headcount::{Headcount, SOON};
use tests::receiver::Receiver;
use tests::redis::Redis;
use tests::symfony::HEARTBEAT;
use tests::wait::eventually;

const DOWN: &str = r#"{"status":"degraded","deps":{"postgres":{"status":"down"},"redis":{"status":"ok"}}}"#;

const CONFIG: &str = r#"
[page]
title = "Trip planner"
every = "15s"
admin_token = "${HEADCOUNT_TOKEN}"

[[service]]
id = "planner"
name = "Trip planner"
health = { url = "${HEALTH_URL}", format = "adr075", timeout = "2s", names = { postgres = "Database" } }

[[service.queue]]
id = "async"
system = "symfony"
url = "${REDIS_URL}"
heartbeat = "health.workers.test"
timeout = "2s"

[[channel]]
id = "hook"
kind = "webhook"
url = "${HOOK_URL}"
secret = "${HOOK_SECRET}"
"#;

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
/// From round to round, as [`CONFIG`] has it.
const EVERY: i64 = 15_000;
/// How late the stage's alarms are.
const LATE: i64 = 75;

/// An application, a store with a worker, somebody who is told, and a Worker that has made no round yet.
struct Stage {
    headcount: Headcount,
    app: App,
    receiver: Receiver,
    _redis: Redis,
}

impl Stage {
    fn set() -> Self {
        Self::set_on(CONFIG)
    }

    fn set_on(config: &str) -> Self {
        let (app, redis, receiver) = (App::start(), Redis::start(), Receiver::start());
        // A beat from the future counts as long as it lies there.
        redis.command(&["ZADD", HEARTBEAT, "4102444800", "worker"]);
        let urls = [app.url(), redis.url(), receiver.url("/hook")];
        let headcount =
            worker(config, &[("HEALTH_URL", &urls[0]), ("REDIS_URL", &urls[1]), ("HOOK_URL", &urls[2])]);
        Self { headcount, app, receiver, _redis: redis }
    }

    /// Lets time pass: rounds are made when their alarm is due, and the watchdog comes every minute.
    fn until(&self, at: i64) {
        let mut now = self.headcount.play("now").as_i64().unwrap();
        while now < at {
            now = at.min(now + HOUR / 2);
            self.headcount.play(&format!("play?until={now}"));
        }
    }

    /// Nobody comes, and a round is made.
    #[track_caller]
    fn rounds_go_on(&self, after: &str) {
        let asked = self.app.requests();
        eventually(&format!("a round after {after}"), SOON, || (self.app.requests() > asked).then_some(()));
    }

    fn number(&self, statement: &str) -> i64 {
        self.headcount.sql(statement)[0][0].as_i64().unwrap_or_else(|| panic!("{statement}"))
    }

    fn told(&self) -> Vec<Value> {
        self.receiver.received().iter().map(|told| told.json()["kind"].clone()).collect()
    }
}

/// The midnight that comes in three hours or later: none of the alarms of a played day is due in truth.
fn midnight() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let now = i64::try_from(now.as_millis()).unwrap();
    (now + 3 * HOUR).div_euclid(DAY) * DAY + DAY
}

#[test]
fn a_day_is_told_as_it_was_and_costs_what_config_check_foretells() {
    let stage = Stage::set();
    let Stage { headcount, app, .. } = &stage;
    let midnight = midnight();
    headcount.play(&format!("move?to={}", midnight - 65 * MINUTE));
    assert_eq!(
        headcount.status()["checked_at"],
        Value::Null,
        "the first visitor arms the alarm, and asks nobody"
    );
    stage.until(midnight - HOUR + EVERY);
    has_been_watching_for_months(headcount);
    stage.until(midnight);
    headcount.play("counts");
    let asked = app.requests();

    stage.until(midnight + HOUR);
    let from = headcount.sql(&format!("SELECT datetime({} / 1000, 'unixepoch')", midnight + 6 * HOUR));
    let from = from[0][0].as_str().unwrap().replace(' ', "T") + "Z";
    let window = json!({"title": "New disks", "services": ["planner"], "from": from, "lasts": "30m"});
    assert_eq!(headcount.post_as_operator("/ops/maintenance", &window).status, 201);
    // One outage within what was planned, and one that nobody has planned.
    for (from, minutes) in [(6 * HOUR + 10 * MINUTE, 10), (12 * HOUR, 30)] {
        stage.until(midnight + from);
        app.set(503, DOWN);
        stage.until(midnight + from + minutes * MINUTE);
        app.set(200, ALL_WELL);
    }
    stage.until(midnight + DAY);
    let counts = headcount.play("counts");
    let asked = app.requests() - asked;
    stage.until(midnight + DAY + 2 * EVERY);

    assert_eq!(counts["unarmed"], 0, "each round armed the next one: {counts}");
    assert_eq!(counts["rounds"], asked, "one question a round");
    assert_eq!(headcount.status()["verdict"], "operational");
    assert_eq!(stage.told(), ["down", "recovered"], "and nothing of what was planned");
    let incidents = headcount.sql("SELECT (closed_at + 10000) / 60000 FROM incidents ORDER BY id");
    let ends = [6 * HOUR + 20 * MINUTE, 12 * HOUR + 30 * MINUTE].map(|end| [(midnight + end) / MINUTE]);
    assert_eq!(incidents, json!(ends));
    let feed = headcount.get("/history.json").json();
    let titles: Vec<&Value> = feed["items"].as_array().unwrap().iter().map(|item| &item["title"]).collect();
    let (down, up) = ("Database is not working", "Database works again");
    assert_eq!(titles, [up, down, up, down]);

    let history = &headcount.get("/page.json").json()["history"];
    assert_eq!(history["days"].as_array().map(Vec::len), Some(90));
    let bad = history["bad"].as_str().unwrap().replace('\u{a0}', " ");
    // A round sees a change up to a quarter of a minute later.
    for what in ["Database: not working for ", "async: planned maintenance for "] {
        let time = bad.split(what).nth(1).unwrap_or_else(|| panic!("{bad}"));
        assert!(["29 min 4", "29 min 5", "30 min"].iter().any(|half| time.starts_with(half)), "{bad}");
    }
    let rows = history["groups"][0]["rows"].as_str().unwrap().replace('\u{a0}', " ");
    let last_24_h = rows.split("<dt>24 h</dt><dd>").nth(1).unwrap().split("</dd>").next().unwrap();
    let (up, coverage) = last_24_h.split_once(" % <small>").unwrap();
    // Half an hour of the 23.5 in which nothing was planned.
    let up: f64 = up.parse().unwrap();
    assert!((97.84..=97.90).contains(&up), "{last_24_h}");
    assert_eq!(coverage, "of 100 % observed</small>");

    // What has ended is rolled up, and what is too old has gone.
    let day = format!("{midnight} AND {}", midnight + DAY - 1);
    assert_eq!(stage.number(&format!("SELECT count(*) FROM hours WHERE start BETWEEN {day}")), 24);
    assert_eq!(stage.number(&format!("SELECT count(*) FROM days WHERE day = {}", midnight / DAY)), 1);
    for (table, most) in [("rounds", 49 * 240), ("hours", 35 * 24 + 1), ("days", 731)] {
        let kept = stage.number(&format!("SELECT count(*) FROM {table}"));
        assert!((most * 9 / 10..=most).contains(&kept), "{kept} {table}");
    }

    let foretold = headcount.run(&["config", "check"]).out;
    let foretold = foretold.split("free plan, a day: ").nth(1).unwrap().replace(',', "");
    let gb_s = counts["awake"].as_i64().unwrap() * 128 / 1_000_000;
    for (what, counted) in [
        (" rounds", &counts["rounds"]),
        (" requests to the object", &counts["requests"]),
        (" rows written", &counts["written"]),
        (" rows read", &counts["read"]),
        (" GB-s", &json!(gb_s)),
    ] {
        let words = foretold.split(what).next().unwrap().rsplit(' ').next();
        let (foretold, counted): (i64, i64) = (words.unwrap().parse().unwrap(), counted.as_i64().unwrap());
        println!("{what}: {foretold} foretold, {counted} counted");
        assert!((foretold - counted).abs() * 10 <= counted, "{what}: {foretold} foretold, {counted} counted");
    }
}

/// Whatever becomes of an alarm, of the object or of the program, rounds go on without anybody coming.
#[test]
fn alarms_are_armed_again_after_an_error_a_loss_and_a_deployment() {
    let mut stage = Stage::set_on(&CONFIG.replace("15s", "5s"));
    let before = stage.headcount.shows("a first round", |status| status["checked_at"].is_string());
    // While it is armed, and in the platform's own call.
    for call in ["setAlarm", "alarm"] {
        stage.headcount.play(&format!("throw?at={call}"));
        stage.rounds_go_on(call);
        assert_eq!(stage.headcount.play("faults"), json!({}), "it was thrown");
    }
    stage.headcount.play("disarm");
    assert_eq!(stage.headcount.play("armed"), Value::Null);
    stage.headcount.play("watchdog");
    stage.rounds_go_on("the watchdog");

    let other = CONFIG.replace("15s", "5s").replace("Trip planner", "Journeys");
    stage.headcount.deploy(&other);
    stage.rounds_go_on("a deployment");
    let after = stage.headcount.shows("the other title", |status| status["title"] == "Journeys");
    assert_eq!(after["services"][0]["since"], before["services"][0]["since"]);
    assert_eq!(after["verdict"], "operational");
}

/// The round in which something happens writes into most tables. Whichever statement fails, nothing of it is kept, and
/// an object that begins anew from what is kept tells it once.
#[test]
fn of_a_round_that_cannot_be_written_whole_nothing_is_kept() {
    const KEPT: &str = "SELECT (SELECT body FROM state), (SELECT max(at) FROM rounds), (SELECT body FROM log), \
        (SELECT count(*) FROM events), (SELECT group_concat(body) FROM incidents), (SELECT body FROM alert_state), \
        (SELECT count(*) FROM alert_message)";
    let stage = Stage::set();
    let headcount = &stage.headcount;
    let mut now = midnight();
    headcount.play(&format!("move?to={now}"));
    headcount.status();
    let mut told = Vec::new();
    for statement in [
        "INSERT INTO state",
        "INSERT OR REPLACE INTO rounds",
        "INSERT OR REPLACE INTO incidents",
        "INSERT OR REPLACE INTO events",
        "INSERT INTO log",
        "INSERT INTO alert_state",
        "INSERT OR IGNORE INTO alert_message",
    ] {
        // Longer than alerts of the same kind are held back.
        now += 10 * MINUTE;
        stage.until(now);
        let before = headcount.sql(KEPT);
        let (body, kind) = if told.len() % 2 == 0 { (DOWN, "down") } else { (ALL_WELL, "recovered") };
        stage.app.set(200, body);
        headcount.play(&format!("throw?at={}", statement.replace(' ', "%20")));
        now += EVERY + LATE;
        stage.until(now);
        assert_eq!(headcount.play("faults"), json!({}), "{statement} was to fail");
        assert_eq!(headcount.sql(KEPT), before, "after {statement} failed");
        headcount.play("forget");
        now += EVERY + LATE;
        stage.until(now);
        told.push(json!(kind));
        assert_eq!(stage.told(), told, "after {statement} had failed");
        assert_ne!(headcount.sql(KEPT), before);
    }
}

/// Puts what months leave behind into the tables: rows as the last hour's, as many as are kept.
fn has_been_watching_for_months(headcount: &Headcount) {
    for (kept, columns, table) in [
        (35 * 24, "start - i * 3600000, (start - i * 3600000) / 86400000, body", "hours"),
        (730, "day - i, body", "days"),
        (48 * 240, "start - i * 15000, shown", "rounds"),
    ] {
        headcount.sql(&format!(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {kept}), last AS \
             (SELECT *, (SELECT body FROM rounds LIMIT 1) AS shown FROM hours ORDER BY start DESC LIMIT 1) \
             INSERT INTO {table} SELECT {columns} FROM last, n"
        ));
    }
    headcount.play("forget");
}
