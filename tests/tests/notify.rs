//! Channels of alerts against servers that check what the real ones check, and that fail in the ways they fail.
//!
//! Mostly by `headcount notify test`, which sends past the outbox; when something is sent, and again, and how often, is
//! held by the tests beside that code.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use core::time::Duration;
use std::io::Write as _;
use std::process::{Command, Stdio};
use tests::app::App;
use tests::headcount::{CONFIG, Files, SOON};
use tests::mail::MailServer;
use tests::on_both_hosts;
use tests::process::Ran;
use tests::receiver::{Manner, Received, Receiver};
use tests::redis::Redis;
use tests::symfony::HEARTBEAT;
use tests::wait::eventually;

/// One channel with these keys, and the server that it speaks to.
struct Told {
    files: Files,
    receiver: Receiver,
}

impl Told {
    /// `{at}` in the keys is the server's address.
    fn by((kind, keys): (&str, &str)) -> Self {
        let receiver = Receiver::start();
        let at = receiver.url("");
        let channel = format!("\n[[channel]]\nid = \"c\"\nkind = \"{kind}\"\n{}", keys.replace("{at}", &at));
        let files = Files::new(&format!("{CONFIG}{channel}"), &[("CHANNEL_SECRET", "hunter2")]);
        Self { files, receiver }
    }

    fn test(&self) -> Ran {
        self.files.run(&["notify", "test", "c"])
    }

    /// Sends a message that is taken, and gives what was received.
    #[track_caller]
    fn taken(&self, answer: &'static str, says: &str) -> Received {
        self.receiver.does(Manner::Answers(200, "", answer));
        let ran = self.test();
        assert_eq!((ran.code, ran.out.trim()), (0, says), "{ran:?}");
        self.receiver.take_only()
    }

    /// The ways in which every server fails: none is a success, all are said, and no secret with them.
    #[track_caller]
    fn fails_in_every_way(&self) {
        for (manner, says) in [
            (Manner::Answers(429, "Retry-After: 23\r\n", "slow down"), "HTTP 429 slow down"),
            (Manner::Answers(503, "", "busy"), "HTTP 503 busy"),
            (Manner::Answers(401, "", ""), "HTTP 401"),
            (Manner::HangsUp, "connection closed before an answer"),
        ] {
            self.fails(manner, says);
        }
    }

    #[track_caller]
    fn fails(&self, manner: Manner, says: &str) {
        self.receiver.does(manner);
        let ran = self.test();
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.err.contains(&format!("not taken: {says}")), "{says}: {ran:?}");
        assert!(!format!("{}{}", ran.out, ran.err).contains("hunter2"), "{ran:?}");
    }
}

const WEBHOOK: (&str, &str) = ("webhook", "url = \"{at}/hook\"\nsecret = \"${CHANNEL_SECRET}\"\n");
const SLACK_WEBHOOK: (&str, &str) = ("slack", "url = \"{at}/services/T0/B0/hunter2\"\n");
const SLACK_BOT: (&str, &str) =
    ("slack", "token = \"${CHANNEL_SECRET}\"\nchannel = \"C1\"\napi = \"{at}/api/chat.postMessage\"\n");
const TELEGRAM: (&str, &str) =
    ("telegram", "token = \"${CHANNEL_SECRET}\"\nchat = \"-1001\"\napi = \"{at}\"\n");
const NTFY: (&str, &str) = ("ntfy", "url = \"{at}/sub/t0pic\"\ntoken = \"${CHANNEL_SECRET}\"\n");
const PAGERDUTY: (&str, &str) =
    ("pagerduty", "routing_key = \"${CHANNEL_SECRET}\"\napi = \"{at}/v2/enqueue\"\n");
const RESEND: (&str, &str) = (
    "email",
    "from = \"Headcount <status@example.com>\"\nto = \"ops@example.com\"\ntoken = \"${CHANNEL_SECRET}\"\n\
     provider = \"resend\"\napi = \"{at}/emails\"\n",
);
const POSTMARK: (&str, &str) = (
    "email",
    "from = \"Headcount <status@example.com>\"\nto = \"ops@example.com\"\ntoken = \"${CHANNEL_SECRET}\"\n\
     provider = \"postmark\"\napi = \"{at}/email\"\n",
);

#[test]
fn a_channel_that_hangs_is_given_up_after_ten_seconds() {
    let all = [WEBHOOK, SLACK_WEBHOOK, SLACK_BOT, TELEGRAM, NTFY, PAGERDUTY, RESEND, POSTMARK];
    std::thread::scope(|scope| {
        for channel in all {
            scope.spawn(move || {
                Told::by(channel).fails(Manner::Hangs, "no answer within 10000 ms");
            });
        }
    });
}

#[test]
fn a_webhook_is_signed() {
    let told = Told::by(WEBHOOK);
    let received = told.taken("", "c (webhook): taken");
    assert_eq!(received.line, "POST /hook");
    let body = received.json();
    assert_eq!((&body["schema"], &body["service"]["id"]), (&1.into(), &"planner".into()));
    assert_eq!(received.header("headcount-id"), body["id"].as_str().unwrap());
    let signature = received.header("headcount-signature");
    assert!(signature.starts_with("v1=") && signature.len() == 67, "{signature}");
    let now = received.header("headcount-timestamp").parse::<u64>().unwrap();
    assert!(now > 1_700_000_000);
    // What anybody would check it with.
    let signed = [received.header("headcount-timestamp").as_bytes(), b".", &received.body].concat();
    assert_eq!(signature, format!("v1={}", pythons_hmac("hunter2", &signed)));
    told.fails_in_every_way();
}

/// By another implementation than ours.
fn pythons_hmac(key: &str, data: &[u8]) -> String {
    let code = "import hmac, sys; print(hmac.new(sys.argv[1].encode(), sys.stdin.buffer.read(), 'sha256').hexdigest())";
    let mut child = Command::new("python3")
        .args(["-c", code, key])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(data).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap().trim().to_owned()
}

#[test]
fn slack_is_told_by_a_webhook() {
    let told = Told::by(SLACK_WEBHOOK);
    let received = told.taken("ok", "c (slack): taken");
    assert_eq!(received.line, "POST /services/T0/B0/hunter2");
    assert!(received.json()["text"].as_str().unwrap().starts_with("Trip planner: this is a test"));
    assert_eq!(received.json()["blocks"][0]["text"]["type"], "mrkdwn");
    told.fails_in_every_way();
}

#[test]
fn slack_is_told_by_a_bot_and_its_200_is_read() {
    let told = Told::by(SLACK_BOT);
    let received = told.taken(
        r#"{"ok":true,"ts":"1503435956.000247"}"#,
        "c (slack): taken; it calls the message 1503435956.000247",
    );
    assert_eq!(
        (received.line.as_str(), received.header("authorization")),
        ("POST /api/chat.postMessage", "Bearer hunter2")
    );
    assert_eq!(received.json()["channel"], "C1");
    told.receiver.does(Manner::Answers(200, "", r#"{"ok":false,"error":"not_in_channel"}"#));
    let ran = told.test();
    assert!(ran.code == 1 && ran.err.contains("not_in_channel"), "{ran:?}");
    told.fails_in_every_way();
}

#[test]
fn telegram_is_told_by_a_bot() {
    let told = Told::by(TELEGRAM);
    let received = told
        .taken(r#"{"ok":true,"result":{"message_id":77}}"#, "c (telegram): taken; it calls the message 77");
    assert_eq!(received.line, "POST /bothunter2/sendMessage");
    assert_eq!(received.json()["chat_id"], "-1001");
    assert!(received.json()["text"].as_str().unwrap().len() > 20);
    told.fails_in_every_way();
}

#[test]
fn ntfy_is_told_on_its_topic() {
    let told = Told::by(NTFY);
    let received = told.taken(r#"{"id":"x","event":"message"}"#, "c (ntfy): taken");
    assert_eq!((received.line.as_str(), received.header("authorization")), ("POST /sub/", "Bearer hunter2"));
    let body = received.json();
    assert_eq!((&body["topic"], &body["priority"]), (&"t0pic".into(), &3.into()));
    assert!(body["tags"].is_array() && body["sequence_id"].is_string(), "{body}");
    told.fails_in_every_way();
}

#[test]
fn pagerduty_is_told_by_its_events_api() {
    let told = Told::by(PAGERDUTY);
    told.receiver.does(Manner::Answers(202, "", r#"{"status":"success","dedup_key":"k"}"#));
    let ran = told.test();
    assert_eq!((ran.code, ran.out.trim()), (0, "c (pagerduty): taken"), "{ran:?}");
    // An incident that people see, and that is over at once.
    let received = told.receiver.received();
    assert_eq!(received.len(), 2, "{received:?}");
    for (received, action) in received.iter().zip(["trigger", "resolve"]) {
        assert_eq!(received.line, "POST /v2/enqueue");
        let body = received.json();
        assert_eq!((&body["routing_key"], &body["event_action"]), (&"hunter2".into(), &action.into()));
        assert!(body["dedup_key"].as_str().unwrap().starts_with("test."), "{body}");
    }
    assert_eq!(received[0].json()["dedup_key"], received[1].json()["dedup_key"]);
    assert_eq!(received[0].json()["payload"]["severity"], "warning");
    told.fails_in_every_way();
}

#[test]
fn letters_go_out_over_a_providers_api() {
    let resend = Told::by(RESEND);
    let received = resend.taken(r#"{"id":"x"}"#, "c (email): taken");
    assert_eq!(
        (received.line.as_str(), received.header("authorization")),
        ("POST /emails", "Bearer hunter2")
    );
    assert!(received.header("idempotency-key").starts_with("test."));
    assert_eq!(received.json()["from"], "Headcount <status@example.com>");
    resend.fails_in_every_way();
    let postmark = Told::by(POSTMARK);
    let received = postmark.taken(r#"{"ErrorCode":0}"#, "c (email): taken");
    assert_eq!(received.header("x-postmark-server-token"), "hunter2");
    assert_eq!(received.json()["To"], "ops@example.com");
}

#[test]
fn letters_go_out_over_smtp() {
    let server = MailServer::start();
    let channel = format!(
        "\n[[channel]]\nid = \"c\"\nkind = \"email\"\nfrom = \"Headcount <status@example.com>\"\n\
         to = [\"ops@example.com\", \"boss@example.com\"]\nsmtp = \"{}\"\n",
        server.url()
    );
    let files = Files::new(&format!("{CONFIG}{channel}"), &[]);
    let ran = files.run(&["notify", "test", "c"]);
    assert_eq!((ran.code, ran.out.trim()), (0, "c (email): taken"), "{ran:?}");
    let letters = eventually("the letter", Duration::from_secs(10), || {
        Some(server.letters()).filter(|letters| letters.contains("END MESSAGE"))
    });
    for line in [
        "From: Headcount <status@example.com>",
        "To: ops@example.com, boss@example.com",
        "Subject: Trip planner: this is a test, nothing has happened",
        "Message-ID: <headcount.test.",
        "Auto-Submitted: auto-generated",
        "Somebody ran headcount notify test.",
    ] {
        assert!(letters.contains(line), "{line}: {letters}");
    }
}

#[test]
fn a_mail_server_that_cannot_be_had_is_said() {
    let told =
        Told::by(("email", "from = \"a@x.org\"\nto = \"b@x.org\"\nsmtp = \"smtp+plain://127.0.0.1:9\"\n"));
    let ran = told.test();
    assert!(ran.code == 1 && ran.err.contains("c (email): not taken: "), "{ran:?}");
    // A server of another kind closes the connection.
    let other = Receiver::start();
    other.does(Manner::HangsUp);
    let at = other.url("").replace("http", "smtp");
    let told = Told::by(("email", &format!("from = \"a@x.org\"\nto = \"b@x.org\"\nsmtp = \"{at}\"\n")));
    let ran = told.test();
    assert!(ran.code == 1 && ran.err.contains("c (email): not taken: "), "{ran:?}");
}

on_both_hosts!(a_verdict_is_told_once_across_failures_and_a_restart_and_closed_under_its_key, |host| {
    let (app, receiver, redis) = (App::start(), Receiver::start(), Redis::start());
    // A beat from the future counts as long as it lies there.
    redis.command(&["ZADD", HEARTBEAT, "4102444800", "worker"]);
    let (health, queue, hook) = (app.url(), redis.url(), receiver.url("/hook"));
    let mut headcount = host.start(&[("HEALTH_URL", &health), ("REDIS_URL", &queue), ("HOOK_URL", &hook)]);
    headcount.shows("all is well", |status| status["verdict"] == "operational");
    headcount.next_round();
    assert!(receiver.received().is_empty(), "nothing has happened");

    receiver.does(Manner::Answers(503, "", "busy"));
    app.set(503, r#"{"status":"degraded","deps":{"postgres":{"status":"down"}}}"#);
    let first = eventually("a first attempt", SOON, || receiver.received().first().cloned());
    receiver.does(Manner::Answers(200, "", ""));
    let told = eventually("another attempt", SOON, || receiver.received().get(1).cloned());
    assert_eq!((&first.body, first.header("headcount-id")), (&told.body, told.header("headcount-id")));
    let down = told.json();
    assert_eq!((&down["kind"], &down["title"]), (&"down".into(), &"Database is not working".into()));

    headcount.restart();
    for _ in 0..3 {
        headcount.next_round();
    }
    assert_eq!(receiver.received().len(), 2, "a restart says nothing again");

    app.set(200, tests::app::ALL_WELL);
    let end = eventually("the end", SOON, || receiver.received().get(2).cloned()).json();
    assert_eq!((&end["kind"], &end["key"]), (&"recovered".into(), &down["key"]));
    headcount.next_round();
    assert_eq!(receiver.received().len(), 3);
});

#[test]
fn a_channel_that_there_is_not_is_a_mistake_of_usage() {
    let told = Told::by(NTFY);
    let ran = told.files.run(&["notify", "test", "oncall"]);
    assert_eq!(
        (ran.code, ran.err.trim()),
        (3, "\"oncall\" is not a channel; known here: hook, c"),
        "{ran:?}"
    );
}
