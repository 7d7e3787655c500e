//! The commands of the native binary, and the signals that a running one listens to.
//!
//! Not `gate`, which has a file of its own, nor what is judged.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use core::time::Duration;
use tests::app::App;
use tests::headcount::{CONFIG, Files, SOON, TOKEN, native};
use tests::process::free_port;
use tests::redis::Redis;
use tests::symfony::HEARTBEAT;

#[test]
fn check_prints_the_board_and_exits_with_its_verdict() {
    let (mut redis, app) = (Redis::start(), App::start());
    let files = Files::new(CONFIG, &[("HEALTH_URL", &app.url()), ("REDIS_URL", &redis.url())]);

    let nobody = files.run(&["check"]);
    assert_eq!(nobody.code, 1, "{nobody:?}");
    assert!(nobody.out.contains("| workers 0 |"), "{}", nobody.out);

    sign_in(&redis);
    let well = files.run(&["check"]);
    assert_eq!(well.code, 0, "{well:?}");
    assert!(well.out.contains("| workers 1 |"), "{}", well.out);
    assert!(well.out.contains("Database"), "{}", well.out);

    app.set(503, r#"{"status":"degraded","deps":{"postgres":{"status":"down"}}}"#);
    assert_eq!(files.run(&["check"]).code, 1, "one answer is enough for a single look");
    app.set(200, tests::app::ALL_WELL);

    redis.stop();
    let unknown = files.run(&["check"]);
    assert_eq!(unknown.code, 2, "{unknown:?}");
    assert!(!unknown.out.contains("| workers 0 |"), "could not ask is not zero: {}", unknown.out);
}

#[test]
fn check_prints_status_json_when_told_to() {
    let (redis, app) = (Redis::start(), App::start());
    sign_in(&redis);
    let files = Files::new(CONFIG, &[("HEALTH_URL", &app.url()), ("REDIS_URL", &redis.url())]);
    let checked = files.run(&["check", "--json"]);
    let status: serde_json::Value = serde_json::from_str(&checked.out).unwrap();
    assert_eq!((checked.code, &status["verdict"], &status["schema"]), (0, &"operational".into(), &1.into()));
    assert_eq!(status["services"][0]["queues"][0]["workers_alive"]["value"], 1);
}

#[test]
fn a_wrong_file_is_one_line_with_file_line_and_key_and_exit_3() {
    let files = Files::new(CONFIG, &[]);
    let cases = [
        ("title = \"Trip planner\"", "titel = \"Trip planner\"", "page.titel", "\"title\""),
        ("every = \"5s\"", "every = \"0s\"", "page.every", "5s"),
        ("${HEALTH_URL}", "${NO_SUCH_VARIABLE}", "service.health.url", "NO_SUCH_VARIABLE"),
        ("${HEALTH_URL}", "https://", "service.health.url", "https://app.example.com"),
        ("id = \"async\"", "id = \"async job\"", "service.queue.id", "async-job"),
    ];
    for (right, wrong, key, hint) in cases {
        assert!(CONFIG.contains(right));
        let line = 1 + CONFIG[..CONFIG.find(right).unwrap()].lines().count();
        // A key at the beginning of its line is found after a line break, which `lines` does not count.
        let line = if CONFIG[..CONFIG.find(right).unwrap()].ends_with('\n') { line } else { line - 1 };
        files.write(&CONFIG.replacen(right, wrong, 1));
        for command in
            [&["config", "check"][..], &["check"], &["gate"], &["serve", "--listen", "127.0.0.1:0"]]
        {
            let ran = files.run(command);
            let told = format!("{command:?}: {ran:?}");
            assert_eq!(ran.code, 3, "{told}");
            assert!(ran.out.is_empty(), "{told}");
            let lines: Vec<&str> = ran.err.lines().filter(|line| line.contains(key)).collect();
            assert_eq!(lines.len(), 1, "{told}");
            assert!(lines[0].starts_with(&format!("./headcount.toml:{line}: {key}: ")), "{told}");
            assert!(lines[0].contains(hint), "{told}");
        }
    }
}

#[test]
fn a_file_that_is_not_there_and_a_word_that_is_no_command_exit_3() {
    let files = Files::new(CONFIG, &[]);
    let absent = files.run(&["check", "--config", "absent.toml"]);
    assert_eq!(absent.code, 3);
    assert!(absent.err.contains("absent.toml") && absent.err.contains("headcount config init"), "{absent:?}");
    assert_eq!(files.run(&["serv"]).code, 3);
    assert_eq!(files.run(&["check", "--jsn"]).code, 3);
    assert_eq!(files.run(&["--help"]).code, 0);
}

#[test]
fn config_check_prints_what_is_in_force_with_secrets_hidden() {
    let secret = "hush-hush-hush";
    let config = CONFIG.replace("format = ", "headers = { authorization = \"Bearer ${SECRET}\" }\nformat = ");
    let redis = format!("redis://reader:{secret}@127.0.0.1:6390");
    let health = format!("http://127.0.0.1:8000/health?token={secret}");
    let variables = [("SECRET", secret), ("REDIS_URL", &redis), ("HEALTH_URL", &health)];
    let checked = Files::new(&config, &variables).run(&["config", "check"]);
    assert_eq!(checked.code, 0, "{checked:?}");
    for part in
        ["window = \"8s\"", "confirm = 2", "~health.workers.test", "+zrevrange", "a Worker", "free plan"]
    {
        assert!(checked.out.to_lowercase().contains(&part.to_lowercase()), "no {part} in {}", checked.out);
    }
    for hidden in [secret, TOKEN] {
        assert!(!checked.out.contains(hidden) && !checked.err.contains(hidden), "{checked:?}");
    }
}

#[test]
fn config_check_live_says_for_each_target_what_came_back_and_what_to_do() {
    let app = App::start();
    let files = Files::new(CONFIG, &[("HEALTH_URL", &app.url())]);
    let live = files.run(&["config", "check", "--live"]);
    assert_eq!(live.code, 0, "{live:?}");
    assert!(live.out.contains("planner: working, HTTP 200"), "{}", live.out);
    assert!(live.out.contains("planner/async (Background jobs): workers unknown"), "{}", live.out);
    assert!(live.out.contains("check the host, the port"), "{}", live.out);
}

#[test]
fn config_check_live_finds_the_key_of_another_environment() {
    let (app, redis) = (App::start(), Redis::start());
    redis.command(&["ZADD", "health.workers.dev", "1", "a:1"]);
    let files = Files::new(CONFIG, &[("HEALTH_URL", &app.url()), ("REDIS_URL", &redis.url())]);
    let live = files.run(&["config", "check", "--live"]);
    let told = "health.workers.test: no such key; health.workers.dev exists";
    assert!(live.out.contains(told), "{}", live.out);
}

#[test]
fn config_init_writes_a_file_that_runs_and_never_over_another() {
    let files = Files::new("mine", &[]);
    assert_eq!(files.run(&["config", "init"]).code, 3, "there is one already");
    assert_eq!(std::fs::read_to_string(files.at("headcount.toml")).unwrap(), "mine");

    let made = files.run(&["config", "init", "--config", "new.toml"]);
    assert_eq!(made.code, 0, "{made:?}");
    let text = std::fs::read_to_string(files.at("new.toml")).unwrap();
    assert!(native(&text, &[]).get("/").text().contains("My application"));
}

#[test]
fn alive_tells_whether_one_is_running() {
    let mut headcount = native(CONFIG, &[]);
    let address = format!("127.0.0.1:{}", headcount.port());
    assert_eq!(headcount.run(&["alive", "--listen", &address]).code, 0);
    headcount.stop();
    let dead = headcount.run(&["alive", "--listen", &address]);
    assert_eq!(dead.code, 1, "{dead:?}");
    assert!(dead.err.contains(&address), "{}", dead.err);
}

#[test]
fn an_address_that_is_taken_is_a_line_and_exit_3() {
    let headcount = native(CONFIG, &[]);
    let second = headcount.run(&[
        "serve",
        "--listen",
        &format!("127.0.0.1:{}", headcount.port()),
        "--data",
        ":memory:",
    ]);
    assert_eq!((second.code, second.err.lines().count()), (3, 1), "{second:?}");
    assert!(second.err.contains("--listen"), "{}", second.err);
}

#[test]
fn sighup_reads_the_file_again_and_a_bad_one_keeps_the_old() {
    let mut headcount = native(CONFIG, &[]);
    headcount.files().write(&CONFIG.replace("title", "titel"));
    headcount.signal("HUP");
    tests::wait::eventually("a line that says what stays", SOON, || {
        let log = headcount.log();
        if log.contains("page.titel") && log.contains("former configuration stays") {
            Ok(())
        } else {
            Err(log)
        }
    });
    let status = headcount.next_round();
    assert_eq!(status["title"], "Trip planner");

    headcount.files().write(&CONFIG.replace("title = \"Trip planner\"", "title = \"Trips\""));
    headcount.signal("HUP");
    headcount.shows("the new title", |status| status["title"] == "Trips");
}

#[test]
fn sigterm_drains_before_it_stops() {
    let mut headcount = native(CONFIG, &[("HEADCOUNT_DRAIN", "3")]);
    assert_eq!(headcount.get("/readyz").status, 200);
    headcount.signal("TERM");
    let ready = headcount.shows_at("/readyz", "it to say that it is leaving", |answer| {
        (answer.status == 503).then(|| answer.json())
    });
    assert_eq!(ready["status"], "unhealthy");
    assert_eq!(ready["checks"]["draining"]["status"], "down");
    assert_eq!(headcount.get("/livez").status, 200);
    assert_eq!(headcount.get("/").status, 200, "visitors are served to the end");
    assert_eq!(headcount.process().wait(Duration::from_secs(10)), 0);
}

#[test]
fn a_running_one_listens_where_its_environment_says() {
    let address = format!("127.0.0.1:{}", free_port());
    let headcount = native(CONFIG, &[("HEADCOUNT_LISTEN", &address)]);
    // `--listen`, which the harness gives, wins over the environment.
    assert_eq!(headcount.run(&["alive"]).code, 1, "nobody listens at {address}");
    let there = format!("127.0.0.1:{}", headcount.port());
    assert_eq!(headcount.run(&["alive", "--listen", &there]).code, 0);
}

/// A worker's sign of life, by the store's clock.
fn sign_in(redis: &Redis) {
    let time = redis.command(&["TIME"]);
    let now = time.lines().next().unwrap();
    assert_eq!(redis.command(&["ZADD", HEARTBEAT, now, "worker"]), "1");
}

#[test]
fn whoever_reads_may_leave_in_the_middle_and_the_exit_code_is_the_same() {
    let (redis, app) = (Redis::start(), App::start());
    sign_in(&redis);
    let files = Files::new(CONFIG, &[("HEALTH_URL", &app.url()), ("REDIS_URL", &redis.url())]);
    for words in [&["--help"][..], &["config", "check"], &["check"], &["gate", "--allow-old"]] {
        let ran = files.run_unread(words);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{words:?}");
    }
}
