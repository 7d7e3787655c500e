//! Bad configurations and the one line that each is answered with: the specification of this module's errors.

use super::{Fixed, errors};
use crate::config::{Fault, HostKind, check_for_worker};

/// Line 1 to 7: valid, and ends inside `[service.health]`.
const HEALTH: &str = "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n[service.health]\nurl = \"https://a.example.com\"\nformat = \"adr075\"\n";
/// Line 1 to 7: valid but for an address, and ends inside `[[service.queue]]`.
const QUEUE: &str =
    "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n[[service.queue]]\nid = \"q\"\nsystem = \"symfony\"\n";

fn all(text: &str) -> Vec<String> {
    errors(
        text,
        HostKind::Native,
        &Fixed::new([("URL", "redis://:hunter2@h/2"), ("EMPTY", ""), ("WORD", "hunter2")]),
    )
}

#[track_caller]
fn only(text: &str, expected: &str) {
    assert_eq!(all(text), [format!("headcount.toml:{expected}")]);
}

#[test]
fn a_page_without_its_parts() {
    assert_eq!(
        all(""),
        [
            "headcount.toml:1: page: is missing; write for example [page] and below it title = \"Trip planner\""
        ]
    );
    only(
        "[page]\ntitle = \"t\"",
        "1: service: is missing; add at least one [[service]], or [[ingest]] to be pushed to",
    );
    only(
        "[page]\n\n[[service]]\nid = \"a\"\nhealth = { url = \"https://h\", format = \"adr075\" }",
        "1: page.title: is missing; write for example title = \"Trip planner\"",
    );
    only(
        "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"",
        "3: service: watches nothing; add [service.health] or [[service.queue]] or both",
    );
    only(
        "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\nqueue = []",
        "3: service: watches nothing; add [service.health] or [[service.queue]] or both",
    );
    only("[page]\ntitle = \"\"\n", "2: page.title: is empty; write something or leave the key out");
}

#[test]
fn what_is_not_toml() {
    let errors = all("[page]\ntitle = \"t\nx = 1\n");
    assert_eq!(errors.len(), 1);
    assert!(errors[0].starts_with("headcount.toml:2: not TOML: "), "{errors:?}");
    let errors = all("[page]\ntitle = \"t\"\ntitle = \"u\"\n");
    assert_eq!(errors, ["headcount.toml:3: not TOML: duplicate key"]);
}

#[test]
fn an_unknown_key() {
    only(
        &format!("{HEALTH}timout = \"10s\""),
        "8: service.health.timout: unknown key; did you mean \"timeout\"?",
    );
    only(
        &format!("{HEALTH}colour = 1"),
        "8: service.health.colour: unknown key; known here: ca, cert, format, headers, hide, key, max_age, names, server_name, tenants, timeout, url, word",
    );
    only(&format!("{HEALTH}[pages]\n"), "8: pages: unknown key; did you mean \"page\"?");
    only(&format!("{HEALTH}[pages]\n\"a\\nb\" = 1"), "8: pages: unknown key; did you mean \"page\"?");
}

#[test]
fn another_kind_of_value() {
    only(&format!("{HEALTH}timeout = 10"), "8: service.health.timeout: is a number; write a text in quotes");
    only(
        "[page]\ntitle = \"t\"\nconfirm = \"2\"\n",
        "3: page.confirm: is a text; write a whole number without quotes",
    );
    only(
        "[page]\ntitle = \"t\"\nconfirm = 11\n",
        "3: page.confirm: 11 is out of range; write a number from 1 to 10",
    );
    only(
        &format!("{QUEUE}url = \"redis://h\"\ndelete_after_ack = 1"),
        "9: service.queue.delete_after_ack: is a number; write true or false without quotes",
    );
    only(
        "[page]\ntitle = \"t\"\n[service]\nid = \"a\"\n",
        "3: service: is a table; write a list of tables: two brackets on each side",
    );
}

#[test]
fn an_impossible_duration() {
    only(
        &format!("{HEALTH}timeout = \"0s\""),
        "8: service.health.timeout: \"0s\" is shorter than 100ms; write for example \"10s\"",
    );
    only(
        &format!("{HEALTH}timeout = \"15s\""),
        "8: service.health.timeout: \"15s\" is not shorter than a round (page.every is 15s); write for example \"10s\"",
    );
    only(
        &format!("{HEALTH}timeout = \"ten\""),
        "8: service.health.timeout: \"ten\" is not a duration; write a whole number with ms, s, m, h or d, for example \"10s\"",
    );
    let page = |line: &str| HEALTH.replace("title = \"t\"", &format!("title = \"t\"\n{line}"));
    only(&page("every = \"0s\""), "3: page.every: \"0s\" is shorter than 5s; write for example \"15s\"");
    only(&page("every = \"11m\""), "3: page.every: \"11m\" is longer than 10m; write for example \"15s\"");
    only(
        &page("expires_after = \"39s\""),
        "3: page.expires_after: \"39s\" is shorter than two rounds and the longest timeout; write \"40s\" or more",
    );
    only(
        &format!("{QUEUE}url = \"redis://h\"\nwindow = \"2d\""),
        "9: service.queue.window: \"2d\" is longer than 1d; write for example \"5m\"",
    );
}

#[test]
fn a_bad_or_taken_id() {
    only(
        &HEALTH.replace("\"a\"", "\"My App\""),
        "4: service.id: \"My App\" is not an id; use 1 to 32 of a-z, 0-9 and -, for example \"my-app\"",
    );
    let second = "[[service]]\nid = \"a\"\nhealth = { url = \"https://h\", format = \"adr075\" }";
    only(&format!("{HEALTH}{second}"), "9: service.id: \"a\" is taken since line 4; give each its own");
    only(
        &format!(
            "{QUEUE}url = \"redis://h\"\n[[service.queue]]\nid = \"q\"\nsystem = \"symfony\"\nurl = \"redis://h\""
        ),
        "10: service.queue.id: \"q\" is taken since line 6; give each its own",
    );
}

#[test]
fn a_word_that_is_not_on_the_list() {
    only(
        &HEALTH.replace("\"adr075\"", "\"adr75\""),
        "7: service.health.format: \"adr75\" is not a health format; did you mean \"adr075\"?",
    );
    only(
        &format!("{QUEUE}url = \"redis://h\"").replace("\"symfony\"", "\"symphony\""),
        "7: service.queue.system: \"symphony\" is not a queue system; did you mean \"symfony\"?",
    );
    only(
        "[page]\ntitle = \"t\"\ntime_zone = \"Europe/Pari\"\n",
        "3: page.time_zone: \"Europe/Pari\" is not a time zone; did you mean \"Europe/Paris\"?",
    );
    only(
        "[page]\ntitle = \"t\"\nprobe_from = \"mars\"\n",
        "3: page.probe_from: \"mars\" is not a location of Durable Objects; known here: wnam, enam, sam, weur, eeur, apac, oc, afr, me",
    );
    only(
        "[page]\ntitle = \"t\"\nlang = \"tlh\"\n",
        "3: page.lang: \"tlh\" is not a language that the sentences exist in; known here: ar, en, fr",
    );
}

#[test]
fn a_bad_url() {
    let with = |url: &str| HEALTH.replace("https://a.example.com", url);
    for url in ["https://", "http:///api/health", "https://:443/x"] {
        only(
            &with(url),
            "6: service.health.url: has no host; write for example \"https://app.example.com/api/health\"",
        );
    }
    for url in ["ftp://a.example.com", "/api/health", "localhost:8000/up", "https://a b"] {
        only(
            &with(url),
            "6: service.health.url: is not an http:// or https:// URL; write for example \"https://app.example.com/api/health\"",
        );
    }
    only(
        &with("https://u:p@a.example.com"),
        "6: service.health.url: carries a user or password; write headers = { authorization = \"Basic ${NAME}\" } instead",
    );
    only(
        "[page]\ntitle = \"t\"\nurl = \"https://h/?x\"\n",
        "3: page.url: has a query or a fragment; write scheme, host and path only",
    );
    for origin in ["portal.example.com", "https://h/path", "https://a;script-src", "*"] {
        only(
            &format!("[page]\ntitle = \"t\"\nframe_ancestors = [\"https://h\",\n\"{origin}\"]\n"),
            &format!(
                "4: page.frame_ancestors: \"{origin}\" is not an origin; write scheme and host, like \"https://portal.example.com\""
            ),
        );
    }
}

#[test]
fn a_bad_header() {
    only(
        &format!("{HEALTH}headers = {{ \"a b\" = \"x\" }}"),
        "8: service.health.headers.a b: is not a header's name; use letters, digits and -, for example authorization",
    );
    only(
        &format!("{HEALTH}headers = {{ authorization = \"a\\r\\nb: c\" }}"),
        "8: service.health.headers.authorization: is not a header's value; write visible ASCII without line breaks",
    );
    only(
        &format!("{HEALTH}[service.health.headers]\nHost = \"x\""),
        "9: service.health.headers.Host: is a header that every request has already; leave it out",
    );
}

#[test]
fn keys_that_do_not_go_together() {
    only(
        &format!("{HEALTH}word = \"pong\""),
        "8: service.health.word: belongs to the format \"plain-word\", and this is \"adr075\"; leave it out",
    );
    only(
        &format!("{HEALTH}max_age = \"5m\""),
        "8: service.health.max_age: belongs to the format \"laravel-health\", and this is \"adr075\"; leave it out",
    );
    only(
        &HEALTH.replace("adr075", "plain-word"),
        "5: service.health.word: is missing; write for example word = \"pong\"",
    );
    only(
        &format!("{QUEUE}url = \"redis://h\"\nreported_as = \"messenger\""),
        "9: service.queue.reported_as: names a line of a health document, but this service has none; add [service.health] or leave the key out",
    );
    only(
        &format!("{QUEUE}url = \"redis://h\"\nstream = \"a\"\nstreams = [\"a\"]"),
        "10: service.queue.streams: is beside \"stream\"; keep one of them: streams = [\"high\", \"messages\"]",
    );
    only(
        &format!("{QUEUE}url = \"redis://h\"\nstreams = [\"a\", \"a\"]"),
        "9: service.queue.streams: \"a\" is listed twice; write it once",
    );
    only(
        &format!("{QUEUE}url = \"redis://h\"\nstreams = []"),
        "9: service.queue.streams: is empty; write something or leave the key out",
    );
}

#[test]
fn a_key_of_another_queue_system_is_unknown_and_a_systems_own_may_be_required() {
    let sidekiq = QUEUE.replace("symfony", "sidekiq");
    only(
        &format!("{sidekiq}url = \"redis://h\"\nqueue = \"a\""),
        "9: service.queue.queue: unknown key; did you mean \"queues\"?",
    );
    let errors = all(&format!("{sidekiq}url = \"redis://h\"\ngroup = \"a\""));
    assert!(
        errors[0].contains("service.queue.group: unknown key; ") && errors[0].contains("prefix"),
        "{errors:?}"
    );
    only(
        &format!("{}url = \"redis://h\"", QUEUE.replace("symfony", "heartbeat")),
        "5: service.queue.heartbeat: is missing; write for example heartbeat = \"app:workers\"",
    );
    only(
        &format!(
            "{}url = \"redis://h\"\nheartbeat = \"a\"\nunit = \"us\"",
            QUEUE.replace("symfony", "heartbeat")
        ),
        "10: service.queue.unit: \"us\" is not a unit; did you mean \"s\"?",
    );
    only(
        &format!("{}url = \"redis://h\"\ngroup = \"a\"", QUEUE.replace("symfony", "streams")),
        "5: service.queue.stream: is missing; write for example stream = \"jobs\"",
    );
}

#[test]
fn a_variable_that_has_no_value() {
    only(
        &format!("{QUEUE}url = \"${{REDIS_URL}}\""),
        "8: service.queue.url: the variable REDIS_URL is not set; set it in the environment",
    );
    only(
        &format!("{QUEUE}url = \"${{EMPTY}}\""),
        "8: service.queue.url: the variable EMPTY is empty; give it a value or leave the key out",
    );
    only(
        &format!("{QUEUE}url = \"${{REDIS_URL\""),
        "8: service.queue.url: has a ${ without its }; write ${NAME}",
    );
    only(
        &format!("{QUEUE}url = \"${{REDIS URL}}\""),
        "8: service.queue.url: ${REDIS URL} is not a variable; write ${NAME} with letters, digits and _, or ${file:/path}",
    );
    only(
        &format!("{QUEUE}url = \"${{file:/run/x}}\""),
        "8: service.queue.url: cannot read /run/x: no such file; check that it exists and that this user may read it",
    );
}

#[test]
fn a_value_from_a_variable_is_never_shown() {
    only(
        &HEALTH.replace("\"adr075\"", "\"${WORD}\""),
        "7: service.health.format: \"${WORD}\" is not a health format; known here: adr075, adr075-liveness, \
         symfony-stats, fetcher-readyz, fetcher-health, fetcher-tenant, fetcher-metrics, lerian-libcommons, \
         ietf-health, spring-actuator, microprofile, aspnet, aspnet-ui, laravel-health, laravel-simple, \
         okcomputer, okcomputer-text, django-health-check, node-terminus, nest-terminus, \
         hellofresh-health, heptio-healthcheck, k8s-verbose, dapr, consul-agent, consul-catalog, \
         rabbitmq-health, plain-word, http-status-only",
    );
    only(
        &format!("{HEALTH}timeout = \"${{WORD}}\""),
        "8: service.health.timeout: \"${WORD}\" is not a duration; write a whole number with ms, s, m, h or d, for example \"10s\"",
    );
    only(
        &format!("{QUEUE}url = \"redis://h/s?${{WORD}}=1\""),
        "8: service.queue.url: has an option that Symfony refuses; known here: stream, group, consumer, dbindex, delete_after_ack, auth, sentinel_master",
    );
    only(
        &HEALTH.replace("\"a\"", "\"${URL}\""),
        "4: service.id: \"${URL}\" is not an id; use 1 to 32 of a-z, 0-9 and -, for example \"planner\"",
    );
}

#[test]
fn a_messenger_dsn_with_a_database_in_its_path() {
    let expected = "8: service.queue.url: has a number for a path, and in a Messenger DSN that is a stream, not a \
                    database; write ?dbindex=N instead, or db = N beside url";
    only(&format!("{QUEUE}url = \"redis://h:6379/2\""), expected);
    only(&format!("{QUEUE}url = \"${{URL}}\""), expected);
}

#[test]
fn an_address_that_no_queue_can_be_read_from() {
    only(
        &format!("{QUEUE}url = \"redis://h/s?retries=3\""),
        "8: service.queue.url: has the option \"retries\", which Symfony refuses; known here: stream, group, consumer, dbindex, delete_after_ack, auth, sentinel_master",
    );
    only(
        &format!("{QUEUE}url = \"redis://h/s?db_index=3\""),
        "8: service.queue.url: has the option \"db_index\", which Symfony refuses; did you mean \"dbindex\"?",
    );
    only(
        &format!("{QUEUE}url = \"doctrine://default\""),
        "8: service.queue.url: is the Messenger transport doctrine://, a database and not Redis; write system = \"symfony-doctrine\" and url = \"${DATABASE_URL}\"",
    );
}

#[test]
fn several_mistakes_are_told_at_once_in_the_order_of_the_file() {
    let text = "[page]\ntitle = \"t\"\nevery = \"1s\"\n[[service]]\nid = \"A\"\n[service.health]\nurl = \"x\"\nformat = \"adr75\"\n";
    let errors = all(text);
    let starts: Vec<&str> = errors.iter().filter_map(|e| e.split(": ").nth(1)).collect();
    assert_eq!(starts, ["page.every", "service.id", "service.health.url", "service.health.format"]);
}

#[test]
fn before_a_worker_is_built_its_bindings_are_named_and_everything_else_is_checked() {
    let secret = format!("{HEALTH}headers = {{ a = \"${{TOKEN}}\" }}\n");
    let queue =
        "[[service.queue]]\nid = \"q\"\nsystem = \"symfony\"\nurl = \"redis://${USER}:${PASSWORD}@h\"\n";
    let text = format!("{secret}{queue}");
    let bindings = check_for_worker(&text, "headcount.toml").unwrap();
    assert_eq!(bindings.into_iter().collect::<Vec<_>>(), ["PASSWORD", "TOKEN", "USER"]);

    let short = text.replace("title = \"t\"", "title = \"t\"\nexpires_after = \"39s\"");
    let errors = check_for_worker(&short, "headcount.toml").unwrap_err();
    assert_eq!(errors.len(), 1);
    assert!(matches!(errors[0].fault, Fault::ExpiresTooSoon { .. }));
}

#[test]
fn what_only_a_worker_cannot_do() {
    let on_worker = |text: &str| errors(text, HostKind::Worker, &Fixed::new([]));
    assert_eq!(
        on_worker(&format!("{HEALTH}headers = {{ a = \"${{file:/run/x}}\", b = \"${{TOKEN}}\" }}")),
        [
            "headcount.toml:8: service.health.headers.a: ${file:/run/x} reads a file, and a Worker has none; store the \
             value with npx wrangler secret put NAME and write ${NAME}",
            "headcount.toml:8: service.health.headers.b: there is no binding TOKEN; run: npx wrangler secret put TOKEN",
        ]
    );
    let services = |n: usize| -> String {
        let one = |i| {
            format!("[[service]]\nid = \"s{i}\"\nhealth = {{ url = \"https://h\", format = \"adr075\" }}")
        };
        (0..n).map(one).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(on_worker(&format!("[page]\ntitle = \"t\"\n{}", services(40))), [""; 0]);
    let too_many = format!("[page]\ntitle = \"t\"\n{}", services(41));
    assert_eq!(
        on_worker(&too_many),
        [
            "headcount.toml:3: service: 41 targets are more than the 40 that a Worker asks in one round; leave some out, \
          split the page, or run the native binary"
        ]
    );
    assert_eq!(all(&too_many), [""; 0]);
}
