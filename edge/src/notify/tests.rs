//! What each channel sends, field by field as its protocol has it, and how it reads answers.

use super::*;
use crate::config::secret::Secret;
use crate::ports::{MailPrivacy, MailServer};
use serde_json::{Value, json};
use shared::alert::{Topic, What};

const AT: Timestamp = Timestamp::from_secs(1_796_047_203);

pub(super) fn message(kind: Kind, follows: bool) -> Message {
    Message {
        id: format!("planner.verdict.1796047203.{}", if follows { 2 } else { 1 }),
        key: "planner.verdict.1796047203".to_owned(),
        kind,
        about: About { service: "planner".to_owned(), topic: Topic::Verdict },
        service: "Trip planner".to_owned(),
        title: "Background jobs: no sign of life <from> any worker & co".to_owned(),
        lines: vec!["58 jobs are waiting.".to_owned(), "Since 14:00:03.".to_owned()],
        since: AT,
        at: AT,
        url: "https://status.example.com/".to_owned(),
        runbook: "https://wiki.example.com/planner".to_owned(),
        follows,
    }
}

fn down() -> Message {
    message(Kind::Down, false)
}

fn recovered() -> Message {
    message(Kind::Recovered, true)
}

fn secret(text: &str) -> Secret {
    Secret::new(text)
}

pub(super) fn answer(status: u16, body: &str) -> HttpAnswer {
    HttpAnswer {
        status,
        headers: Vec::new(),
        body: body.as_bytes().to_vec(),
        end: BodyEnd::Whole,
        received_at: AT,
    }
}

fn asking_to_wait(status: u16, body: &str, seconds: &str) -> HttpAnswer {
    let headers = vec![("retry-after".to_owned(), seconds.to_owned())];
    HttpAnswer { headers, ..answer(status, body) }
}

fn body(call: &HttpCall) -> Value {
    serde_json::from_slice(&call.body).unwrap()
}

fn header<'a>(call: &'a HttpCall, name: &str) -> Option<&'a str> {
    call.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.reveal())
}

fn waits(outcome: &Outcome) -> Option<u64> {
    match outcome {
        Outcome::Later { after, .. } => Some(after.as_secs()),
        Outcome::Sent { .. } | Outcome::Refused { .. } => None,
    }
}

#[test]
fn a_webhook_is_signed_over_its_time_and_its_body() {
    let settings = webhook::Settings { url: secret("https://a.example.com/x"), secret: secret("key") };
    let call = webhook::request(&settings, &down(), AT);
    let told = body(&call);
    assert_eq!((&told["kind"], &told["service"]["id"]), (&json!("down"), &json!("planner")));
    assert_eq!((&told["since"], &told["topic"]), (&json!("2026-11-30T14:00:03Z"), &json!("verdict")));
    assert_eq!(header(&call, "headcount-id"), Some("planner.verdict.1796047203.1"));
    assert_eq!(header(&call, "headcount-timestamp"), Some("1796047203"));
    let signed = [b"1796047203.".as_slice(), &call.body].concat();
    let expected = format!("v1={}", crate::digest::sign(b"key", &[&signed]));
    assert_eq!(header(&call, "headcount-signature"), Some(expected.as_str()));
    assert_eq!(header(&call, "content-type"), Some("application/json"));
}

#[test]
fn codes_tell_what_is_worth_another_try() {
    assert_eq!(by_code(&answer(204, "")), Outcome::SENT);
    for status in [301, 401, 403, 404, 408, 410, 429, 500, 503] {
        assert_eq!(waits(&by_code(&answer(status, ""))), Some(0), "{status}");
    }
    assert_eq!(waits(&by_code(&asking_to_wait(429, "", "23"))), Some(23));
    for status in [400, 413, 422] {
        assert!(matches!(by_code(&answer(status, "no")), Outcome::Refused { .. }), "{status}");
    }
}

#[test]
fn what_the_log_says_of_an_answer_is_one_short_line() {
    let long = format!("a\nb{}", "x".repeat(500));
    let Outcome::Refused { why } = by_code(&answer(400, &long)) else { panic!() };
    assert!(why.starts_with("HTTP 400 a bxx") && why.len() < 220, "{why}");
}

#[test]
fn slack_by_a_webhook_has_no_threads_and_escapes_what_it_is_told() {
    let settings = slack::Settings::Webhook { url: secret("https://hooks.slack.com/services/T/B/x") };
    let call = slack::request(&settings, &down(), None);
    assert_eq!(call.url.reveal(), "https://hooks.slack.com/services/T/B/x");
    let told = body(&call);
    assert_eq!(told["text"], "Background jobs: no sign of life &lt;from&gt; any worker &amp; co");
    assert!(told["blocks"][1]["text"]["text"].as_str().unwrap().contains("https://wiki.example.com/planner"));
    assert!(told.get("channel").is_none() && told.get("thread_ts").is_none());
    assert_eq!(slack::read(&settings, &answer(200, "ok")), Outcome::SENT);
    assert_eq!(waits(&slack::read(&settings, &answer(404, "no_service"))), Some(0));
    assert!(matches!(slack::read(&settings, &answer(400, "invalid_payload")), Outcome::Refused { .. }));
}

#[test]
fn slack_by_a_bot_answers_in_the_thread_of_the_first_message() {
    let settings = slack::Settings::Bot {
        token: secret("xoxb-1"),
        channel: "C1".to_owned(),
        api: slack::API.to_owned(),
    };
    let first = slack::request(&settings, &down(), None);
    assert_eq!(header(&first, "authorization"), Some("Bearer xoxb-1"));
    assert_eq!((&body(&first)["channel"], body(&first).get("thread_ts")), (&json!("C1"), None));
    let taken =
        slack::read(&settings, &answer(200, r#"{"ok":true,"channel":"C1","ts":"1503435956.000247"}"#));
    assert_eq!(taken, Outcome::Sent { thread: Some("1503435956.000247".to_owned()) });
    let end = body(&slack::request(&settings, &recovered(), Some("1503435956.000247")));
    assert_eq!((&end["thread_ts"], &end["reply_broadcast"]), (&json!("1503435956.000247"), &json!(true)));
}

#[test]
fn slack_says_200_to_refusals_too() {
    let settings = slack::Settings::Bot {
        token: secret("xoxb-1"),
        channel: "C1".to_owned(),
        api: slack::API.to_owned(),
    };
    let read = |answer: &HttpAnswer| slack::read(&settings, answer);
    assert_eq!(waits(&read(&answer(200, r#"{"ok":false,"error":"not_in_channel"}"#))), Some(0));
    assert_eq!(waits(&read(&asking_to_wait(429, r#"{"ok":false,"error":"ratelimited"}"#, "30"))), Some(30));
    assert_eq!(waits(&read(&answer(200, "<html>"))), Some(0));
    let refused = read(&answer(200, r#"{"ok":false,"error":"msg_too_long"}"#));
    assert!(matches!(refused, Outcome::Refused { .. }));
}

#[test]
fn telegram_answers_to_the_first_message_and_waits_as_long_as_its_body_says() {
    let settings =
        telegram::Settings { token: secret("12:ab"), chat: "-100".to_owned(), api: telegram::API.to_owned() };
    let first = telegram::request(&settings, &down(), None);
    assert_eq!(first.url.reveal(), "https://api.telegram.org/bot12:ab/sendMessage");
    let told = body(&first);
    assert_eq!((&told["chat_id"], told.get("reply_parameters")), (&json!("-100"), None));
    assert!(told["text"].as_str().unwrap().starts_with("Background jobs: no sign of life <from>"));
    let seen = Message { lines: vec!["\u{1f480}".repeat(5000)], ..down() };
    let text = body(&telegram::request(&settings, &seen, None))["text"].as_str().unwrap().to_owned();
    assert!(text.encode_utf16().count() <= 4096, "{}", text.encode_utf16().count());
    let taken = telegram::read(&answer(200, r#"{"ok":true,"result":{"message_id":77}}"#));
    assert_eq!(taken, Outcome::Sent { thread: Some("77".to_owned()) });
    let end = body(&telegram::request(&settings, &recovered(), Some("77")));
    assert_eq!(end["reply_parameters"], json!({ "message_id": 77, "allow_sending_without_reply": true }));
    let busy = r#"{"ok":false,"error_code":429,"parameters":{"retry_after":14}}"#;
    assert_eq!(waits(&telegram::read(&answer(429, busy))), Some(14));
    let gone = r#"{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}"#;
    assert_eq!(waits(&telegram::read(&answer(400, gone))), Some(0));
    let long = r#"{"ok":false,"error_code":400,"description":"Bad Request: message is too long"}"#;
    assert!(matches!(telegram::read(&answer(400, long)), Outcome::Refused { .. }));
    assert_eq!(waits(&telegram::read(&answer(200, "<html>"))), Some(0));
}

#[test]
fn ntfy_shows_one_notification_a_trouble() {
    let settings = ntfy::Settings {
        server: "https://ntfy.sh/".to_owned(),
        topic: secret("t0pic"),
        token: Some(secret("tk_1")),
    };
    let first = ntfy::request(&settings, &down());
    assert_eq!(
        (first.url.reveal(), header(&first, "authorization")),
        ("https://ntfy.sh/", Some("Bearer tk_1"))
    );
    let (told, end) = (body(&first), body(&ntfy::request(&settings, &recovered())));
    assert_eq!(
        (&told["topic"], &told["priority"], &told["tags"]),
        (&json!("t0pic"), &json!(5), &json!(["rotating_light"]))
    );
    assert_eq!(told["click"], "https://status.example.com/");
    assert_eq!(told["sequence_id"], end["sequence_id"]);
    assert_eq!(told["sequence_id"].as_str().unwrap().len(), 32);
    assert_eq!(end["tags"], json!(["white_check_mark"]));
}

#[test]
fn pagerduty_is_triggered_and_resolved_with_one_key() {
    let settings = pagerduty::Settings { routing_key: secret("R0"), api: pagerduty::API.to_owned() };
    let (told, end) =
        (body(&pagerduty::request(&settings, &down())), body(&pagerduty::request(&settings, &recovered())));
    assert_eq!((&told["event_action"], &end["event_action"]), (&json!("trigger"), &json!("resolve")));
    assert_eq!((&told["dedup_key"], &told["routing_key"]), (&end["dedup_key"], &end["routing_key"]));
    let payload = &told["payload"];
    assert_eq!((&payload["severity"], &payload["source"]), (&json!("critical"), &json!("planner")));
    assert_eq!(payload["timestamp"], "2026-11-30T14:00:03Z");
    assert_eq!(told["links"][0]["href"], "https://wiki.example.com/planner");
    assert!(end.get("payload").is_none());
}

#[test]
fn a_key_that_pagerduty_does_not_know_can_be_set_right_while_the_message_waits() {
    let says = |errors: &str| {
        pagerduty::read(&answer(400, &format!(r#"{{"status":"invalid event","errors":["{errors}"]}}"#)))
    };
    for errors in ["Invalid routing key", "Length of 'routing_key' is incorrect (should be 32 characters)"] {
        assert_eq!(waits(&says(errors)), Some(0), "{errors}");
    }
    assert!(matches!(says("'payload.severity' is invalid"), Outcome::Refused { .. }));
    assert_eq!(pagerduty::read(&answer(202, r#"{"status":"success"}"#)), Outcome::SENT);
}

fn mail(way: email::Way) -> email::Settings {
    email::Settings {
        from: "Headcount <status@example.com>".to_owned(),
        to: vec!["ops@example.com".to_owned(), "boss@example.com".to_owned()],
        way,
    }
}

#[test]
fn letters_over_smtp_about_one_trouble_are_one_conversation() {
    let server = MailServer {
        host: "mail.example.com".to_owned(),
        port: 465,
        privacy: MailPrivacy::Tls,
        user: None,
        password: None,
    };
    let settings = mail(email::Way::Smtp(server));
    let letter = |message: &Message| match email::call(&settings, message) {
        Call::Mail(letter) => letter,
        Call::Http(_) => panic!(),
    };
    let (first, end) = (letter(&down()), letter(&recovered()));
    assert_eq!(first.id, "<headcount.planner.verdict.1796047203@example.com>");
    assert_eq!((first.answers, end.answers.as_deref()), (None, Some(first.id.as_str())));
    assert_ne!(end.id, first.id);
    assert!(
        first.text.contains("58 jobs are waiting.\n") && first.text.contains("https://status.example.com/")
    );
}

#[test]
fn letters_over_an_api_are_one_conversation_too() {
    let post = |provider: email::Provider, message: &Message| {
        let way = email::Way::Api { provider, api: provider.api().to_owned(), token: secret("t") };
        match email::call(&mail(way), message) {
            Call::Http(call) => call,
            Call::Mail(_) => panic!(),
        }
    };
    let resend = post(email::Provider::Resend, &recovered());
    let told = body(&resend);
    assert_eq!(header(&resend, "authorization"), Some("Bearer t"));
    assert_eq!(header(&resend, "idempotency-key"), Some("planner.verdict.1796047203.2"));
    assert_eq!(told["to"], json!(["ops@example.com", "boss@example.com"]));
    let first = "<headcount.planner.verdict.1796047203@example.com>";
    assert_eq!(
        (&told["headers"]["References"], &told["headers"]["In-Reply-To"]),
        (&json!(first), &json!(first))
    );
    let postmark = post(email::Provider::Postmark, &down());
    let told = body(&postmark);
    assert_eq!(header(&postmark, "x-postmark-server-token"), Some("t"));
    assert_eq!(told["To"], "ops@example.com, boss@example.com");
    assert_eq!(told["Headers"][0], json!({ "Name": "References", "Value": first }));
}

#[test]
fn who_heard_of_a_trouble_hears_of_its_end_and_nobody_else() {
    let channel = |only: &[Kind], settings: Settings| Channel {
        id: "c".to_owned(),
        services: vec!["planner".to_owned()],
        only: only.to_vec(),
        settings,
    };
    let hook = || Settings::Webhook(webhook::Settings { url: secret("u"), secret: secret("s") });
    let pager = || Settings::PagerDuty(pagerduty::Settings { routing_key: secret("R"), api: String::new() });
    let notice = |service: &str, what: What, said: &[Kind]| Notice {
        id: String::new(),
        key: String::new(),
        about: About { service: service.to_owned(), topic: Topic::Verdict },
        what,
        said: said.to_vec(),
        since: AT,
        at: AT,
    };
    let end_of = |kind| notice("planner", What::Recovered, &[kind]);
    assert!(channel(&[], hook()).wants(&end_of(Kind::Down)));
    assert!(!channel(&[], hook()).wants(&notice("other", What::Down, &[])));
    let choosy = channel(&[Kind::Down, Kind::Recovered], hook());
    assert!(choosy.wants(&notice("planner", What::Down, &[])) && choosy.wants(&end_of(Kind::Down)));
    assert!(!choosy.wants(&notice("planner", What::Degraded, &[])) && !choosy.wants(&end_of(Kind::Degraded)));
    assert!(!channel(&[Kind::Down], hook()).wants(&end_of(Kind::Down)));
    assert!(channel(&[Kind::Down], pager()).wants(&end_of(Kind::Down)), "an incident is not left open");
    assert!(channel(&[Kind::Recovered], hook()).wants(&end_of(Kind::Down)));
}
