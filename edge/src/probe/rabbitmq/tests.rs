//! What the management API's answers become: numbers that are known, or reasons why not.

use super::*;
use crate::ports::{BodyEnd, HttpAnswer, NoAnswer, TlsSettings};
use shared::flag::{Flag, FlagWord};
use shared::reading::{Reading, Source, Why};
use shared::sample::{Exactness, QueueSample, Standing, Workers};
use shared::time::Timestamp;

const NOW: Timestamp = Timestamp::from_secs(1_796_000_060);
/// As RabbitMQ 3.10 answers.
const MAIL: &str = r#"{"consumers":2,"head_message_timestamp":1796000000,"messages_ready":3,"messages_unacknowledged":1,"name":"mail","state":"running","type":"classic"}"#;
const EMPTY: &str = r#"{"consumers":0,"head_message_timestamp":null,"messages_ready":0,"messages_unacknowledged":0,"name":"dead","state":"running","type":"classic"}"#;
/// The same within five seconds after it was declared.
const FRESH: &str = r#"{"name":"fresh","type":"classic"}"#;
const NOT_FOUND: &str = r#"{"error":"Object Not Found","reason":"Not Found"}"#;

fn http(status: u16, body: &str) -> HttpAnswer {
    let body = body.as_bytes().to_vec();
    HttpAnswer { status, headers: Vec::new(), body, end: BodyEnd::Whole, received_at: NOW }
}

#[expect(clippy::unnecessary_wraps, reason = "as a round hands it on")]
fn heard(status: u16, body: &str) -> Heard {
    Ok(answer(&http(status, body), true))
}

fn broker(queues: &[&str], dead_letters: &[&str], subscribed: bool) -> Broker {
    let base = Url::parse("https://rabbit.example.com/api/queues/%2F/").unwrap();
    let all = |names: &[&str]| names.iter().map(|name| Queue::new(&base, name)).collect();
    Broker {
        queues: all(queues),
        dead_letters: all(dead_letters),
        delayed: Vec::new(),
        base,
        vhost: "/".to_owned(),
        headers: Vec::new(),
        tls: TlsSettings::default(),
        login: Login::Header,
        subscribed,
    }
}

fn known(value: u64) -> Reading {
    Reading::Known { value, source: Source::Rabbitmq }
}

fn unknown(why: Why) -> Reading {
    Reading::Unknown { why, source: Source::Rabbitmq }
}

fn alive(sample: &QueueSample) -> Reading {
    match sample.workers {
        Workers::Counted { alive, .. } => alive,
        Workers::NotMeasured => panic!("not measured"),
    }
}

#[test]
fn a_queues_name_is_one_segment_of_the_address_whatever_is_in_it() {
    let queue = &broker(&["mail {a}/b 🦀"], &[], true).queues[0];
    assert_eq!(
        queue.url.as_str(),
        "https://rabbit.example.com/api/queues/%2F/mail%20%7Ba%7D%2Fb%20%F0%9F%A6%80?columns=name,state,messages_ready,\
         messages_unacknowledged,consumers,head_message_timestamp"
    );
}

#[test]
fn ready_unacknowledged_consumers_dead_letters_and_the_age_of_a_dated_message_are_read() {
    let dead = EMPTY.replace(
        "\"messages_ready\":0,\"messages_unacknowledged\":0",
        "\"messages_ready\":4,\"messages_unacknowledged\":1",
    );
    let sample = read(&broker(&["mail"], &["dead"], true), vec![heard(200, MAIL), heard(200, &dead)]);
    assert_eq!(sample.workers, Workers::Counted { alive: known(2), exactness: Exactness::Exact });
    let numbers = sample.numbers;
    assert_eq!(
        (numbers.queue_depth, numbers.in_flight, numbers.failed_depth),
        (known(3), known(1), known(5))
    );
    assert_eq!((numbers.oldest_waiting_s, numbers.delayed), (known(60), unknown(Why::NotOffered)));
    assert_eq!((sample.standing, sample.flags.len(), sample.parts.len()), (Standing::Said, 0, 0));
}

#[test]
fn consumers_are_no_workers_unless_the_configuration_says_that_clients_subscribe() {
    let sample = read(&broker(&["mail"], &[], false), vec![heard(200, EMPTY)]);
    assert_eq!((sample.workers, sample.standing), (Workers::NotMeasured, Standing::Said));
    assert_eq!(sample.flags, [Flag::new(FlagWord::LivenessNotMeasured)]);
    assert_eq!((sample.numbers.queue_depth, sample.numbers.oldest_waiting_s), (known(0), known(0)));
    assert_eq!(sample.numbers.failed_depth, unknown(Why::NotOffered), "no queue of dead letters was named");
}

#[test]
fn a_queue_that_nobody_subscribes_to_has_no_worker() {
    let sample = read(&broker(&["mail"], &[], true), vec![heard(200, EMPTY)]);
    assert_eq!((alive(&sample), sample.flags), (known(0), vec![Flag::new(FlagWord::NoConsumer)]));
}

#[test]
fn numbers_that_are_not_there_yet_are_not_zero() {
    let sample = read(&broker(&["fresh"], &[], true), vec![heard(200, FRESH)]);
    let numbers = sample.numbers;
    for reading in [alive(&sample), numbers.queue_depth, numbers.in_flight, numbers.oldest_waiting_s] {
        assert_eq!(reading, unknown(Why::NotReported));
    }
    assert_eq!(sample.standing, Standing::Refused);
}

#[test]
fn what_a_stopped_queue_had_is_not_what_it_has() {
    for state in ["down", "stopped", "crashed", "minority"] {
        let body = MAIL.replace("running", state);
        let sample = read(&broker(&["mail"], &[], true), vec![heard(200, &body)]);
        assert_eq!(
            (alive(&sample), sample.numbers.queue_depth),
            (unknown(Why::NotServing), unknown(Why::NotServing)),
            "{state}"
        );
    }
}

#[test]
fn a_queue_that_is_not_there_costs_its_own_number_and_is_named() {
    let sample = read(&broker(&["mail"], &["dead"], true), vec![heard(200, MAIL), heard(404, NOT_FOUND)]);
    assert_eq!((alive(&sample), sample.numbers.queue_depth), (known(2), known(3)));
    assert_eq!(sample.numbers.failed_depth, unknown(Why::NoSuchKey));
    assert_eq!(sample.flags, [Flag::about(FlagWord::ProbeMisconfigured, "dead")]);
    assert_eq!(sample.evidence, "dead: HTTP 404, Not Found");
}

#[test]
fn who_subscribes_to_one_queue_lives_though_another_cannot_be_read_and_nobody_is_known_by_all_alone() {
    let several = broker(&["mail", "gone"], &[], true);
    let one = read(&several, vec![heard(200, MAIL), heard(404, NOT_FOUND)]);
    assert_eq!(one.workers, Workers::Counted { alive: known(2), exactness: Exactness::AtLeastOne });
    assert_eq!(one.numbers.queue_depth, unknown(Why::NoSuchKey));
    let nobody = read(&several, vec![heard(200, EMPTY), heard(404, NOT_FOUND)]);
    assert_eq!(alive(&nobody), unknown(Why::NoSuchKey));
}

#[test]
fn several_queues_are_added_up_their_workers_are_counted_once_and_each_has_a_part() {
    let other = MAIL.replace("\"consumers\":2", "\"consumers\":3").replace("\"mail\"", "\"news\"");
    let sample = read(&broker(&["mail", "news"], &[], true), vec![heard(200, MAIL), heard(200, &other)]);
    assert_eq!(sample.workers, Workers::Counted { alive: known(3), exactness: Exactness::AtLeastOne });
    assert_eq!((sample.numbers.queue_depth, sample.numbers.in_flight), (known(6), known(2)));
    let parts: Vec<_> = sample.parts.iter().map(|p| (p.name.as_str(), p.queue_depth)).collect();
    assert_eq!(parts, [("mail", known(3)), ("news", known(3))]);
    let half = read(&broker(&["mail", "news"], &[], true), vec![heard(200, MAIL), Err(NoAnswer::Reset)]);
    assert_eq!(
        (alive(&half), half.numbers.queue_depth),
        (known(2), unknown(Why::NotAnswering)),
        "whoever was seen lives"
    );
    assert_eq!((half.parts[0].queue_depth, half.standing), (known(3), Standing::Said));
}

#[test]
fn each_refusal_has_its_own_reason() {
    for (status, body, why) in [
        (401, r#"{"error":"not_authorized","reason":"Login failed"}"#, Why::WrongPassword),
        (401, r#"{"error":"not_authorised","reason":"Not management user"}"#, Why::NotPermitted),
        (
            401,
            r#"{"error":"not_authorised","reason":"User not authorised to access virtual host"}"#,
            Why::NotPermitted,
        ),
        (403, "no", Why::NotPermitted),
        (404, NOT_FOUND, Why::NoSuchKey),
        (404, "<html>nothing here</html>", Why::NotUnderstood),
        (429, "", Why::NotAsked),
        (301, "", Why::NotUnderstood),
        (200, "<html>", Why::NotUnderstood),
        (200, "[]", Why::NotUnderstood),
        (200, r#"{"status":"ok"}"#, Why::NotUnderstood),
        (502, "<html>", Why::NotAnswering),
        (503, r#"{"error":"x","reason":"y"}"#, Why::NotAnswering),
    ] {
        let sample = read(&broker(&["mail"], &[], true), vec![heard(status, body)]);
        assert_eq!(
            (alive(&sample), sample.numbers.queue_depth),
            (unknown(why), unknown(why)),
            "{status} {body}"
        );
        let expected = if why == Why::NotAnswering { Standing::Unreached } else { Standing::Refused };
        assert_eq!(sample.standing, expected, "{status} {body}");
    }
    let nobody = answer(&http(401, r#"{"error":"not_authorised","reason":"Login failed"}"#), false);
    assert_eq!(nobody.unwrap_err().why, Why::NoPassword);
}

#[test]
fn what_is_too_large_cut_off_or_our_own_fault_is_called_that() {
    let mut large = http(200, MAIL);
    large.end = BodyEnd::TooLarge;
    assert_eq!(answer(&large, true).unwrap_err().why, Why::TooLarge);
    let mut cut = http(200, "{\"na");
    cut.end = BodyEnd::CutOff;
    assert_eq!(answer(&cut, true).unwrap_err().why, Why::NotAnswering);
    let ours = read(&broker(&["mail"], &[], false), vec![Err(NoAnswer::OurFault("quota".to_owned()))]);
    assert_eq!((ours.standing, ours.numbers.queue_depth), (Standing::OurFault, unknown(Why::OurFault)));
    let nothing = read(&broker(&["mail"], &[], false), vec![Err(NoAnswer::Refused)]);
    assert_eq!(
        (nothing.standing, nothing.evidence.as_str()),
        (Standing::Unreached, "mail: connection refused")
    );
}

#[test]
fn numbers_that_are_none_are_not_understood() {
    for value in ["-1", "1.5", "\"3\"", "true", "9007199254740993"] {
        let body = MAIL.replace("\"messages_ready\":3", &format!("\"messages_ready\":{value}"));
        let sample = read(&broker(&["mail"], &[], true), vec![heard(200, &body)]);
        assert_eq!(
            (alive(&sample), sample.numbers.queue_depth),
            (known(2), unknown(Why::NotUnderstood)),
            "{value}"
        );
    }
}

#[test]
fn a_message_without_a_date_or_with_one_of_tomorrow_has_no_age_or_none_yet() {
    let undated = MAIL.replace("1796000000", "null");
    let tomorrow = MAIL.replace("1796000000", "1796090000");
    let oldest =
        |body: &str| read(&broker(&["mail"], &[], true), vec![heard(200, body)]).numbers.oldest_waiting_s;
    assert_eq!((oldest(&undated), oldest(&tomorrow)), (unknown(Why::NotOffered), known(0)));
}

#[test]
fn the_examples_give_their_numbers() {
    let ok = include_str!("../../../testdata/rabbitmq/queue_ok.json");
    let sample = read(&broker(&["messages"], &[], false), vec![heard(200, ok)]);
    assert_eq!((sample.numbers.queue_depth, sample.numbers.in_flight), (known(18), known(3)));
    assert_eq!(sample.workers, Workers::NotMeasured, "whoever polls is no consumer: 0 says nothing");

    let young = include_str!("../../../testdata/rabbitmq/queue_stats_missing.json");
    let numbers = read(&broker(&["messages"], &[], false), vec![heard(200, young)]).numbers;
    let not_reported = unknown(Why::NotReported);
    assert_eq!((numbers.queue_depth, numbers.in_flight), (not_reported, not_reported));

    let nowhere = include_str!("../../../testdata/rabbitmq/queue_404.json");
    let sample = read(&broker(&["messages"], &[], true), vec![heard(404, nowhere)]);
    assert_eq!(sample.flags, [Flag::about(FlagWord::ProbeMisconfigured, "messages")]);

    let page: serde_json::Value =
        serde_json::from_str(include_str!("../../../testdata/rabbitmq/queues_page.json")).unwrap();
    let item = |nth: usize| heard(200, &page["items"][nth].to_string());
    let mut symfony = broker(&["messages"], &[], false);
    symfony.delayed = vec![Queue::new(&symfony.base, "delay_messages__60000_retry")];
    let numbers = read(&symfony, vec![item(0), item(1)]).numbers;
    assert_eq!((numbers.queue_depth, numbers.delayed), (known(5), known(2)));
}
