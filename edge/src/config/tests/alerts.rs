//! `[alerts]` and `[[channel]]`: what they mean, and the line that each mistake is answered with.

use super::{Fixed, errors, loaded};
use crate::config::{HostKind, check_for_worker, print};
use crate::notify::{Settings, email};
use crate::ports::MailPrivacy;
use core::time::Duration;
use shared::alert::{Kind, Rules};

/// Line 1 to 7; line 8 is the first of what follows.
const PAGE: &str = "[page]\ntitle = \"t\"\n[[service]]\nid = \"planner\"\n[service.health]\nurl = \"https://a.example.com\"\nformat = \"adr075\"\n";

fn variables() -> Fixed {
    Fixed::new([("TOKEN", "hunter2"), ("HOOK", "https://hooks.example.com/hunter2")])
}

fn good(text: &str) -> crate::config::Config {
    loaded(&format!("{PAGE}{text}"), HostKind::Native, &variables()).config
}

#[track_caller]
fn only(text: &str, expected: &str) {
    let found = errors(&format!("{PAGE}{text}"), HostKind::Native, &variables());
    assert_eq!(found, [format!("headcount.toml:{expected}")]);
}

fn settings(text: &str) -> Settings {
    good(&format!("[[channel]]\nid = \"c\"\n{text}")).channels.remove(0).settings
}

#[test]
fn patience_has_defaults_and_limits() {
    let expires_after = Duration::from_mins(1);
    assert_eq!(good("").alerts, Rules { expires_after, ..Rules::default() });
    let rules =
        good("[alerts]\nunknown_after = \"2m\"\ndead_letter_every = \"1d\"\nremind_every = \"10m\"").alerts;
    assert_eq!((rules.unknown_after.as_secs(), rules.remind_every.as_secs()), (120, 600));
    only(
        "[alerts]\nremind_every = \"1m\"",
        "9: alerts.remind_every: \"1m\" is shorter than 10m; write for example \"4h\"",
    );
}

#[test]
fn a_channel_may_want_some_services_and_some_kinds() {
    let channel = good(
        "[[channel]]\nid = \"c\"\nkind = \"webhook\"\nurl = \"${HOOK}\"\nsecret = \"${TOKEN}\"\n\
         services = [\"planner\"]\nonly = [\"down\", \"recovered\"]",
    )
    .channels
    .remove(0);
    assert_eq!(channel.services, ["planner"]);
    assert_eq!(channel.only, [Kind::Down, Kind::Recovered]);
    only(
        "[[channel]]\nid = \"c\"\nkind = \"webhook\"\nurl = \"${HOOK}\"\nsecret = \"${TOKEN}\"\nservices = \"planer\"",
        "13: channel.services: \"planer\" is not a service of this page; did you mean \"planner\"?",
    );
    only(
        "[[channel]]\nid = \"c\"\nkind = \"webhook\"\nurl = \"${HOOK}\"\nsecret = \"${TOKEN}\"\nonly = \"dwon\"",
        "13: channel.only: \"dwon\" is not a kind of notice; did you mean \"down\"?",
    );
}

#[test]
fn each_kind_says_what_it_lacks() {
    for (kind, missing) in [
        ("webhook", vec!["url", "secret"]),
        ("slack", vec!["url"]),
        ("telegram", vec!["token", "chat"]),
        ("ntfy", vec!["url"]),
        ("pagerduty", vec!["routing_key"]),
        ("email", vec!["from", "to", "smtp", "token"]),
    ] {
        let text = format!("{PAGE}[[channel]]\nid = \"c\"\nkind = \"{kind}\"\n");
        let found = errors(&text, HostKind::Native, &variables());
        assert_eq!(found.len(), missing.len(), "{found:?}");
        for key in missing {
            let line = format!("channel.{key}: is missing; write for example {key} = ");
            assert!(found.iter().any(|error| error.contains(&line)), "{key}: {found:?}");
        }
    }
}

#[test]
fn a_key_of_another_kind_is_a_mistake() {
    only(
        "[[channel]]\nid = \"c\"\nkind = \"ntfy\"\nurl = \"https://ntfy.sh/t\"\nchat = \"1\"",
        "12: channel.chat: belongs to telegram, and this is \"ntfy\"; leave it out",
    );
    only(
        "[[channel]]\nid = \"c\"\nkind = \"slack\"\nurl = \"${HOOK}\"\ntoken = \"${TOKEN}\"\nchannel = \"C1\"",
        "11: channel.url: is beside \"token\"; keep one of them",
    );
    only(
        "[[channel]]\nid = \"c\"\nkind = \"pager\"",
        "10: channel.kind: \"pager\" is not a kind of channel; known here: webhook, slack, telegram, ntfy, pagerduty, email",
    );
}

#[test]
fn ntfy_needs_a_topic() {
    only(
        "[[channel]]\nid = \"c\"\nkind = \"ntfy\"\nurl = \"https://ntfy.sh\"",
        "11: channel.url: names no topic; write for example \"https://ntfy.sh/your-topic\"",
    );
    let Settings::Ntfy(ntfy) = settings("kind = \"ntfy\"\nurl = \"https://example.com/ntfy/topic\"") else {
        panic!()
    };
    assert_eq!((ntfy.server.as_str(), ntfy.topic.reveal()), ("https://example.com/ntfy/", "topic"));
}

#[test]
fn a_mail_server_is_an_address_with_a_manner() {
    for (smtp, host, port, privacy) in [
        ("smtps://mail.example.com", "mail.example.com", 465, MailPrivacy::Tls),
        ("smtp://u%40x:p%3Aq@mail.example.com:2525/", "mail.example.com", 2525, MailPrivacy::StartTls),
        ("smtp+plain://[::1]", "::1", 25, MailPrivacy::Plain),
    ] {
        let text = format!("kind = \"email\"\nfrom = \"A <a@x.org>\"\nto = \"b@x.org\"\nsmtp = \"{smtp}\"");
        let Settings::Email(email::Settings { way: email::Way::Smtp(server), .. }) = settings(&text) else {
            panic!()
        };
        assert_eq!((server.host.as_str(), server.port, server.privacy), (host, port, privacy));
        if smtp.contains('%') {
            assert_eq!(server.user.as_deref(), Some("u@x"));
            assert_eq!(server.password.unwrap().reveal(), "p:q");
        }
    }
    let mail = "[[channel]]\nid = \"c\"\nkind = \"email\"\nfrom = \"a@x.org\"\nto = \"b@x.org\"\n";
    only(
        &format!("{mail}smtp = \"mail.example.com\""),
        "13: channel.smtp: is not a mail server; write \"smtps://user:password@mail.example.com\" (TLS), smtp:// (STARTTLS) or smtp+plain:// (no TLS, for a relay nearby)",
    );
}

#[test]
fn addresses_of_e_mail_are_checked() {
    for wrong in ["a", "a@", "@b", "a b@c.org", "<a@b.org>", "A, B <a@b.org>", "a..b@c.org", "a@b@c"] {
        let text = format!(
            "{PAGE}[[channel]]\nid = \"c\"\nkind = \"email\"\nfrom = \"{wrong}\"\nto = \"b@x.org\"\nsmtp = \"smtps://m\""
        );
        let found = errors(&text, HostKind::Native, &variables());
        assert_eq!(found.len(), 1, "{wrong}: {found:?}");
    }
}

#[test]
fn a_worker_sends_letters_over_an_api_and_says_so() {
    let smtp = format!(
        "{PAGE}[[channel]]\nid = \"c\"\nkind = \"email\"\nfrom = \"a@x.org\"\nto = \"b@x.org\"\nsmtp = \"${{SMTP}}\""
    );
    let found = check_for_worker(&smtp, "headcount.toml").unwrap_err();
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].to_string(),
        "headcount.toml:13: channel.smtp: needs a connection that a Worker does not have; use a provider's API: \
         provider = \"resend\" and token = \"${MAIL_TOKEN}\", or run the native binary"
    );
    let api = smtp.replace("smtp = \"${SMTP}\"", "provider = \"postmark\"\ntoken = \"${TOKEN}\"");
    assert_eq!(check_for_worker(&api, "headcount.toml").unwrap().into_iter().collect::<Vec<_>>(), ["TOKEN"]);
}

#[test]
fn a_printed_configuration_hides_what_opens_a_channel_and_reads_back() {
    let text = "[[channel]]\nid = \"a\"\nkind = \"webhook\"\nurl = \"${HOOK}\"\nsecret = \"${TOKEN}\"\n\
                [[channel]]\nid = \"b\"\nkind = \"slack\"\nurl = \"${HOOK}\"\n\
                [[channel]]\nid = \"c\"\nkind = \"slack\"\ntoken = \"${TOKEN}\"\nchannel = \"C1\"\n\
                [[channel]]\nid = \"d\"\nkind = \"telegram\"\ntoken = \"${TOKEN}\"\nchat = \"-1\"\n\
                [[channel]]\nid = \"e\"\nkind = \"ntfy\"\nurl = \"${HOOK}\"\ntoken = \"${TOKEN}\"\n\
                [[channel]]\nid = \"f\"\nkind = \"pagerduty\"\nrouting_key = \"${TOKEN}\"\n\
                [[channel]]\nid = \"g\"\nkind = \"email\"\nfrom = \"a@x.org\"\nto = [\"b@x.org\"]\nsmtp = \"smtps://u:${TOKEN}@m\"\n\
                [[channel]]\nid = \"h\"\nkind = \"email\"\nfrom = \"a@x.org\"\nto = [\"b@x.org\"]\nprovider = \"resend\"\ntoken = \"${TOKEN}\"\nonly = \"down\"\n";
    let printed = print::redacted(&good(text));
    assert!(!printed.contains("hunter2"), "{printed}");
    let again = loaded(&printed, HostKind::Native, &variables()).config;
    assert_eq!(again.channels.len(), 8);
    assert_eq!(print::redacted(&again), printed);
}

#[test]
fn where_a_sign_of_life_goes_is_printed_without_its_secret_and_with_its_scheme() {
    for scheme in ["http", "https"] {
        let line = format!("title = \"t\"\nalive_url = \"{scheme}://hc.example.com/4711\"\n");
        let text = PAGE.replace("title = \"t\"\n", &line);
        let printed = print::redacted(&loaded(&text, HostKind::Native, &variables()).config);
        assert!(printed.contains(&format!("alive_url = \"{scheme}://***\"")), "{printed}");
        let hook = format!(
            "[[channel]]\nid = \"a\"\nkind = \"webhook\"\nurl = \"{scheme}://hooks.example.com/4711\"\nsecret = \"s\""
        );
        assert!(print::redacted(&good(&hook)).contains(&format!("url = \"{scheme}://***\"")));
        assert!(!printed.contains("4711"), "{printed}");
    }
}
