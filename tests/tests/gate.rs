//! `headcount gate`: a deployment waits until the new release is seen to work. Old beats outlive a dead release.

use core::time::Duration;
use tests::app::App;
use tests::headcount::{CONFIG, Files, SOON, native};
use tests::redis::Redis;
use tests::symfony::Symfony;
use tests::wait::eventually;

/// Longer than any test here takes: what an old worker left counts all the time.
const WINDOW: Duration = Duration::from_mins(5);

#[test]
fn the_gate_stays_closed_when_every_worker_was_killed_and_none_started() {
    let stage = Stage::with_old_beats();
    let gate = stage.files.run(&["gate", "--timeout", "7s"]);
    assert_eq!(gate.code, 1, "{gate:?}");
    assert!(gate.err.contains("no worker has signed in since this gate began"), "{}", gate.err);
    assert!(gate.err.contains("--allow-old"), "it says what would open it: {}", gate.err);
}

#[test]
fn the_gate_opens_when_a_new_worker_signs_in() {
    let stage = Stage::with_old_beats();
    let mut gate = stage.files.start(&["gate", "--timeout", "60s"]);
    eventually("the gate's first look", SOON, || (stage.app.requests() > 0).then_some(()));
    assert!(!gate.has_ended(), "old beats have opened it: {}", gate.log());
    let _new = stage.symfony.worker();
    assert_eq!(gate.wait(SOON), 0, "{}", gate.log());
}

#[test]
fn the_gate_opens_for_a_worker_that_was_there_before_and_goes_on() {
    let stage = Stage::with_old_beats();
    let _goes_on = stage.symfony.worker();
    let gate = stage.files.run(&["gate", "--timeout", "30s"]);
    assert_eq!(gate.code, 0, "{gate:?}");
}

#[test]
fn the_gate_accepts_old_signs_of_life_when_told_to() {
    let stage = Stage::with_old_beats();
    let gate = stage.files.run(&["gate", "--timeout", "7s", "--allow-old"]);
    assert_eq!(gate.code, 0, "{gate:?}");
    assert_eq!(stage.app.requests(), 1, "one look is enough");
}

#[test]
fn the_gate_stays_closed_while_redis_cannot_be_asked_and_says_that_it_does_not_know() {
    let mut stage = Stage::with_old_beats();
    stage.redis.stop();
    let gate = stage.files.run(&["gate", "--timeout", "5s", "--allow-old"]);
    assert_eq!(gate.code, 2, "{gate:?}");
}

#[test]
fn the_gate_sets_a_mark_on_the_page_once_it_is_open() {
    let stage = Stage::with_old_beats();
    let page = native(CONFIG, &[]);
    stage.files.write(&with_the_window().replace("[page]\n", &format!("[page]\nurl = \"{}\"\n", page.url())));
    let gate = stage.files.run(&["gate", "--timeout", "7s", "--allow-old", "--mark", "planner 1.42"]);
    assert_eq!(gate.code, 0, "{gate:?}");
    assert!(!gate.err.contains("warning"), "{}", gate.err);
    assert!(page.get("/history.json").text().contains("planner 1.42"));
}

struct Stage {
    files: Files,
    symfony: Symfony,
    redis: Redis,
    app: App,
}

impl Stage {
    /// A release that is dead, and whose signs of life still count.
    fn with_old_beats() -> Self {
        let (redis, app) = (Redis::start(), App::start());
        let symfony = Symfony::new(&redis).with_window(WINDOW);
        symfony.worker().kill_hard();
        let config = with_the_window();
        let files = Files::new(&config, &[("HEALTH_URL", &app.url()), ("REDIS_URL", &redis.url())]);
        Self { files, symfony, redis, app }
    }
}

fn with_the_window() -> String {
    let config = CONFIG.replace("window = \"8s\"", &format!("window = \"{}s\"", WINDOW.as_secs()));
    assert_ne!(config, CONFIG);
    config
}
