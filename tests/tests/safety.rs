//! Safety: the headers of DESIGN 10 on every route of both hosts, what may be kept and for how long, who may ask,
//! and canaries: nothing that a remote program says gets into a public answer.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use serde_json::{Value, json};
use tests::app::App;
use tests::canary;
use tests::faults::{GOOD_DOCUMENT, RedisFault, answering};
use tests::headcount::{CONFIG, Headcount, TOKEN, native};
use tests::http::Answer;
use tests::on_both_hosts;
use tests::redis::Redis;
use tests::routes::{BOARDS, PUBLIC};
use tests::wait::eventually;

on_both_hosts!(every_answer_carries_the_headers_of_safety, |host| {
    let app = well();
    let headcount = host.start(&[("HEALTH_URL", &app.url())]);
    let mut checked = 0;
    let mut check = |what: &str, answer: Answer| {
        is_safe(what, &answer);
        checked += 1;
    };
    let ask = |method: &str, path: &str, headers: &[(&str, &str)]| {
        headcount.ask(method, path, headers).unwrap_or_else(|e| panic!("{method} {path}: {e}"))
    };
    let nowhere =
        ["/nowhere", "/ops", "/headcount-app-none.js", "/status.json?service=nobody", "/.env", "/a/../b"];
    let assets = assets(&headcount);
    assert!(assets.iter().any(|a| a.contains("_bg.wasm")) && assets.len() > 1, "{assets:?}");
    for path in
        PUBLIC.iter().chain(&["/ops.json"]).chain(&nowhere).copied().chain(assets.iter().map(String::as_str))
    {
        for method in ["GET", "HEAD", "OPTIONS", "POST", "DELETE"] {
            check(&format!("{method} {path}"), ask(method, path, &[]));
        }
        check(&format!("GET {path}, known already"), ask("GET", path, &[("If-None-Match", "*")]));
    }
    check("GET /ops.json as the operator", headcount.get_as_operator("/ops.json"));
    assert!(checked > 80, "{checked} answers");
});

/// The headers that no answer may lack (DESIGN 10).
#[track_caller]
fn is_safe(what: &str, answer: &Answer) {
    let header =
        |name: &str| answer.header(name).unwrap_or_else(|| panic!("{what}: no {name} in {answer:?}"));
    assert_eq!(header("x-content-type-options"), "nosniff", "{what}");
    assert_eq!(header("referrer-policy"), "no-referrer", "{what}");
    assert!(header("permissions-policy").contains("geolocation=()"), "{what}");
    let policy = header("content-security-policy");
    let (policy, framed_by) = policy.split_once(" frame-ancestors ").expect("a rule for frames");
    // The tests' configuration names nobody who may frame what is made for it, so everybody may.
    let may = if what.contains(" /embed") { "*" } else { "'none'" };
    assert!(policy.starts_with("default-src 'none'") && framed_by == may, "{what}: {policy}, {framed_by}");
    assert_eq!(answer.header("x-frame-options"), None, "{what}");
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{what}: {policy}");
    assert!(!policy.contains('*') && !policy.contains("http"), "{what}: {policy}");
    for (name, _) in &answer.headers {
        let times = answer.headers.iter().filter(|(other, _)| other == name).count();
        assert_eq!(times, 1, "{what}: {name} in {answer:?}");
    }
    assert_eq!(answer.header("set-cookie"), None, "{what}");
    assert_eq!(answer.header("x-powered-by"), None, "{what}");
}

on_both_hosts!(methods_that_are_not_offered_and_paths_that_are_not_there_are_refused, |host| {
    let app = well();
    let headcount = host.start(&[("HEALTH_URL", &app.url())]);
    let status = |method: &str, path: &str| headcount.ask(method, path, &[]).unwrap().status;
    for path in PUBLIC {
        for method in ["POST", "PUT", "DELETE", "PATCH"] {
            let answer = headcount.ask(method, path, &[]).unwrap();
            assert_eq!(answer.status, 405, "{method} {path}");
            assert_eq!(answer.header("allow"), Some("GET, HEAD, OPTIONS"), "{method} {path}");
        }
        let options = headcount.ask("OPTIONS", path, &[]).unwrap();
        assert_eq!((options.status, options.body.len()), (204, 0), "{path}");
        let (get, head) = (headcount.get(path), headcount.ask("HEAD", path, &[]).unwrap());
        assert_eq!((head.status, head.body.len()), (get.status, 0), "HEAD {path}");
        assert_eq!(head.header("content-type"), get.header("content-type"), "HEAD {path}");
    }
    for path in
        ["/nowhere", "/ops/nowhere", "/status", "/status.json/", "/index.html", "/headcount-app-none.js"]
    {
        assert_eq!(status("GET", path), 404, "{path}");
    }
});

on_both_hosts!(public_json_may_be_read_by_everybody_and_is_not_sent_twice, |host| {
    let app = well();
    let headcount = host.start(&[("HEALTH_URL", &app.url())]);
    headcount.shows("the first round", |status| !status["checked_at"].is_null());
    for path in ["/page.json", "/status.json", "/flat.json"] {
        eventually("a board that does not change between two requests", tests::headcount::SOON, || {
            let first = headcount.get(path);
            let etag = first.header("etag").expect("a validator").to_owned();
            let second = headcount.ask("GET", path, &[("If-None-Match", &etag)]).unwrap();
            assert_eq!(first.header("access-control-allow-origin"), Some("*"), "{path}");
            assert_eq!(second.header("access-control-allow-origin"), Some("*"), "{path}");
            let other = headcount.ask("GET", path, &[("If-None-Match", "\"another\"")]).unwrap();
            assert_eq!(other.status, 200, "{path}");
            if second.status == 304 {
                assert!(second.body.is_empty() && second.header("etag") == Some(&etag), "{path}: {second:?}");
                return Ok(());
            }
            Err(second.status)
        });
    }
    let before = headcount.get("/status.json").header("etag").unwrap().to_owned();
    app.set(503, r#"{"status":"degraded","deps":{"postgres":{"status":"down"}}}"#);
    headcount.shows("the change", |status| status["verdict"] == "down");
    let after = headcount.ask("GET", "/status.json", &[("If-None-Match", &before)]).unwrap();
    assert_eq!(after.status, 200, "a changed board was called unchanged");
    for private in ["/", "/ops.json"] {
        assert_eq!(headcount.get(private).header("access-control-allow-origin"), None, "{private}");
    }
});

on_both_hosts!(a_filter_shows_one_service_and_an_unknown_one_is_not_found, |host| {
    let app = well();
    let headcount = host.start(&[("HEALTH_URL", &app.url())]);
    for path in BOARDS {
        let (all, one) = (headcount.get(path), headcount.get(&format!("{path}?service=planner")));
        assert_eq!(one.status, all.status, "{path}");
        for unknown in ["nobody", "", "planner%00", "PLANNER"] {
            assert_eq!(
                headcount.get(&format!("{path}?service={unknown}")).status,
                404,
                "{path} of {unknown:?}"
            );
        }
    }
    assert_eq!(headcount.get("/flat.json?queue=async").status, 200);
    assert_eq!(headcount.get("/flat.json?queue=nobody").status, 404);
    assert_eq!(headcount.get("/flat.json?service=planner&queue=async").status, 200);
});

#[test]
fn a_filter_shows_the_verdict_and_the_parts_of_that_service_alone() {
    let (good, bad) = (well(), App::start());
    bad.set(503, r#"{"status":"degraded","deps":{"search":{"status":"down"}}}"#);
    let service = |id: &str, url: &str| {
        format!(
            "[[service]]\nid = \"{id}\"\nname = \"The {id}\"\n[service.health]\nurl = \"{url}\"\nformat = \"adr075\"\n"
        )
    };
    let config = String::from("[page]\ntitle = \"Two\"\nevery = \"5s\"\n")
        + &service("shop", &good.url())
        + &service("index", &bad.url());
    let headcount = native(&config, &[]);
    headcount.shows("both", |status| {
        status["verdict"] == "down" && status["services"][0]["verdict"] == "operational"
    });
    let shop = headcount.get("/status.json?service=shop").json();
    assert_eq!((&shop["verdict"], &shop["services"][1]), (&json!("operational"), &Value::Null));
    for path in ["/", "/page.json", "/status.txt"] {
        let text = headcount.get(&format!("{path}?service=shop")).text();
        assert!(!text.contains("The index") && !text.contains("search"), "{path}: {text}");
    }
    assert_eq!(headcount.get("/verdict?service=shop").status, 200);
    assert_eq!(headcount.get("/verdict?service=index").status, 503);
    assert_eq!(headcount.get("/verdict").status, 503);
}

#[test]
fn no_answer_may_be_kept_beyond_the_moment_at_which_it_expires() {
    let app = well();
    let config = format!(
        "[page]\ntitle = \"t\"\nevery = \"5s\"\nexpires_after = \"11s\"\nconfirm = 10\n[[service]]\nid = \"a\"\n\
         [service.health]\nurl = \"{}\"\nformat = \"adr075\"\ntimeout = \"1s\"\n",
        app.url()
    );
    let headcount = native(&config, &[]);
    headcount.shows("that all is well", |status| status["verdict"] == "operational");
    // Nobody answers any more, and ten rounds do not pass before what was heard is too old.
    drop(app);
    let mut shortest = u64::MAX;
    let expired = eventually("expiry", tests::headcount::SOON, || {
        let answer = headcount.get("/status.json");
        let status = answer.json();
        let kept = answer.header("cache-control").expect("a rule for caches");
        let age = kept.strip_prefix("public, max-age=").map_or(0, |s| s.parse::<u64>().unwrap());
        if status["services"][0]["expired"] == true {
            return Ok((status, kept.to_owned()));
        }
        let left = seconds(&status["expires_at"]).saturating_sub(seconds(&status["served_at"]));
        assert!(age <= left, "kept for {age} s, valid for {left} s");
        shortest = shortest.min(age);
        Err(status)
    });
    assert_eq!((&expired.0["verdict"], expired.1.as_str()), (&json!("unknown"), "no-cache"));
    assert!(shortest < 3, "the last answers before the expiry were kept for {shortest} s");
    for (path, rule) in
        [("/", "no-cache"), ("/page.json", "no-cache"), ("/verdict", "no-store"), ("/livez", "no-store")]
    {
        assert_eq!(headcount.get(path).header("cache-control"), Some(rule), "{path}");
    }
}

/// The second of the day of a time as `/status.json` writes it.
fn seconds(time: &Value) -> u64 {
    let clock = time.as_str().and_then(|t| t.split_once('T')).expect("a time").1;
    clock.trim_end_matches('Z').split(':').fold(0, |sum, part| sum * 60 + part.parse::<u64>().unwrap())
}

on_both_hosts!(the_operators_view_opens_to_the_token_alone, |host| {
    let headcount = host.start(&[]);
    for authorization in
        ["", "Bearer", "Bearer ", "Bearer wrong", &format!("Basic {TOKEN}"), &format!("Bearer {TOKEN}x")]
    {
        let answer = headcount.ask("GET", "/ops.json", &[("Authorization", authorization)]).unwrap();
        assert_eq!(answer.status, 401, "{authorization:?}");
        assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
        assert!(!answer.text().contains("services"), "{}", answer.text());
    }
    assert_eq!(headcount.get("/ops.json").status, 401);
    assert_eq!(headcount.get(&format!("/ops.json?token={TOKEN}")).status, 401);
    let view = headcount.get_as_operator("/ops.json");
    assert_eq!(view.status, 200);
    assert_eq!(view.header("cache-control"), Some("no-store"));
});

#[test]
fn without_a_token_in_the_configuration_there_is_no_operators_view() {
    let config = CONFIG.replace("admin_token = \"${HEADCOUNT_TOKEN}\"\n", "");
    assert_ne!(config, CONFIG);
    let headcount = native(&config, &[]);
    assert_eq!(headcount.get_as_operator("/ops.json").status, 404);
    assert_eq!(headcount.get("/ops.json").status, 404);
}

on_both_hosts!(no_word_of_a_document_or_of_redis_is_in_a_public_answer, |host| {
    let app = App::start();
    app.set(200, canary::ADR075);
    let redis = Redis::start();
    redis.command(&["ACL", "SETUSER", "canary-user", "on", ">canary-password", "~*", "+@all"]);
    let beat = |name: &str| {
        let time = redis.command(&["TIME"]);
        redis.command(&["ZADD", "health.workers.test", time.lines().next().unwrap(), name]);
    };
    redis.command(&["XADD", "messages", "*", "canary-field", "canary-payload"]);
    redis.command(&["XGROUP", "CREATE", "messages", "symfony", "0"]);
    let health_url = app.url().replace("/api/", "/canary-path/") + "?canary-query=1";
    let redis_url = redis.url().replace("redis://", "redis://canary-user:canary-password@");
    let headcount = host.start(&[("HEALTH_URL", &health_url), ("REDIS_URL", &redis_url)]);

    // A worker that signs in before every look.
    let view = eventually("the document and the workers", tests::headcount::SOON, || {
        beat("canary-worker-1");
        nothing_escapes(&headcount);
        let view = headcount.get_as_operator("/ops.json").text();
        let all =
            ["canary.unfit/key", "canary-error at canary-host:5432", "canary-status-word", "canary-worker-1"];
        if all.iter().all(|word| view.contains(word)) { Ok(view) } else { Err(view) }
    });
    assert!(!view.contains("canary-password") && !view.contains(TOKEN), "{view}");
    let public = headcount.get("/").text();
    assert!(public.contains("Dependency 1") && public.contains("Dependency 4"), "{public}");

    for (what, status, body, flag) in [
        ("something in front", 502, canary::PROXY_ERROR, "proxy_error"),
        ("another document", 200, "{\"canary-key\":\"canary-value\"}", "not_a_health_document"),
        ("a word", 200, "canary-word", "bad_json"),
        ("a refusal", 403, "canary-forbidden", "probe_unauthorized"),
    ] {
        app.set(status, body);
        headcount.shows(what, |status| has_flag(status, flag));
        nothing_escapes(&headcount);
    }
    redis.command(&["ACL", "SETUSER", "canary-user", "-@all"]);
    headcount.shows("that Redis refuses", |status| {
        status["services"][0]["queues"][0]["workers_alive"]["why"] == "not_permitted"
    });
    nothing_escapes(&headcount);
});

fn has_flag(status: &Value, flag: &str) -> bool {
    status["services"][0]["flags"].as_array().is_some_and(|flags| flags.iter().any(|f| f == flag))
}

#[test]
fn no_host_header_secret_or_error_text_is_in_a_public_answer_or_in_the_log() {
    let fetcher = answering("503 Service Unavailable", "x-canary: canary-header\r\n", canary::FETCHER);
    let redirect =
        answering("302 Found", "location: https://canary-redirect.example/\r\nset-cookie: canary=1\r\n", "");
    let proxy = answering(
        "503 canary-phrase",
        "server: canary-proxy\r\nretry-after: canary\r\n",
        canary::PROXY_ERROR,
    );
    let odd_type = answering("200 OK", "content-encoding: canary-coding\r\n", GOOD_DOCUMENT);
    let hidden = answering(
        "200 OK",
        "",
        r#"{"status":"ok","deps":{"canary_hidden":{"status":"down"},"db":{"status":"ok"}}}"#,
    );
    let error = RedisFault::AlwaysError("ERR canary-redis-error on canary-redis-host").serve();
    let health = |id: &str, url: &str, format: &str, more: &str| {
        format!(
            "[[service]]\nid = \"{id}\"\n[service.health]\nurl = \"{url}\"\nformat = \"{format}\"\n{more}\n"
        )
    };
    let at = |port: u16| format!("http://127.0.0.1:{port}/canary-path");
    let queue = |id: &str, url: &str| {
        format!(
            "[[service]]\nid = \"{id}\"\n[[service.queue]]\nid = \"q\"\nsystem = \"symfony\"\nurl = \"{url}\"\n\
             heartbeat = \"canary.heartbeat\"\nstream = \"canary-stream\"\n"
        )
    };
    let secret = "headers = { x-token = \"${CANARY}\", canary-header-name = \"x\" }";
    let config = String::from(
        "[page]\ntitle = \"t\"\nevery = \"5s\"\nconfirm = 1\nadmin_token = \"${HEADCOUNT_TOKEN}\"\n\
         alive_url = \"http://canary-watcher.localhost/canary\"\n",
    ) + &health("fetcher", &at(fetcher.port()), "fetcher-readyz", secret)
        + &health("redirect", &at(redirect.port()), "adr075", "")
        + &health("proxy", &at(proxy.port()), "adr075", "")
        + &health("coding", &at(odd_type.port()), "adr075", "")
        + &health("hidden", &at(hidden.port()), "adr075", "hide = [\"canary_hidden\"]")
        + &health("no-such-host", "http://canary-host.localhost/", "adr075", "")
        + &queue("error", &format!("redis://canary-user:canary-password@127.0.0.1:{}", error.port()))
        + &queue("no-such-redis", "redis://canary-redis.localhost:6379");
    let mut headcount = native(&config, &[("CANARY", "canary-secret")]);

    headcount.shows("every service's verdict", |status| {
        let services = status["services"].as_array().unwrap();
        let is = |id: &str, verdict: &str| services.iter().any(|s| s["id"] == id && s["verdict"] == verdict);
        is("fetcher", "down")
            && is("redirect", "unknown")
            && is("proxy", "down")
            && is("coding", "unknown")
            && is("hidden", "operational")
            && is("no-such-host", "down")
            && is("error", "unknown")
            && is("no-such-redis", "unknown")
    });
    nothing_escapes(&headcount);
    let view = headcount.get_as_operator("/ops.json").text();
    for word in
        ["canary-fetcher-error", "canary-breaker", "canary:mongodb", "canary_hidden", "canary-redis-error"]
    {
        assert!(view.contains(word), "the operator does not see {word}: {view}");
    }
    for secret in ["canary-password", "canary-secret", TOKEN] {
        assert!(!view.contains(secret), "{secret} is in {view}");
    }
    let log = headcount.log();
    assert_eq!(canary::found_in(&log), None, "{log}");
}

/// Searches every public answer, its headers included, and refusals and answers to nobody in particular.
#[track_caller]
fn nothing_escapes(headcount: &Headcount) {
    let others = ["/ops.json", "/nowhere", "/status.json?service=nobody", "/flat.json?queue=nobody"];
    for path in PUBLIC.iter().chain(&others) {
        for method in ["GET", "POST"] {
            let answer = headcount.ask(method, path, &[]).unwrap();
            let headers: Vec<String> =
                answer.headers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
            for text in [answer.text(), headers.join("\n")] {
                assert_eq!(canary::found_in(&text), None, "{method} {path}");
                assert!(!text.contains(TOKEN), "{method} {path}: {text}");
            }
        }
    }
}

/// The built page's own files, as the page names them.
fn assets(headcount: &Headcount) -> Vec<String> {
    let page = headcount.get("/").text();
    let mut names: Vec<String> = page
        .split(['"', '\''])
        .filter(|word| word.starts_with("/headcount-app-"))
        .map(str::to_owned)
        .collect();
    names.sort();
    names.dedup();
    names
}

/// An application in which all is well.
fn well() -> App {
    let app = App::start();
    app.set(200, GOOD_DOCUMENT);
    app
}
