//! `[push]` and `[[ingest]]`: what is right, and what each mistake is told.

use super::{Fixed, load};
use crate::config::{HostKind, print};

const SERVICE: &str =
    "[[service]]\nid = \"a\"\nhealth = { url = \"https://a.example.com\", format = \"adr075\" }\n";
const INGEST: &str = "[[ingest]]\nid = \"inside\"\nkey = \"0123456789abcdef\"\n";

fn errors(text: &str, host: HostKind) -> Vec<String> {
    super::errors(&format!("[page]\ntitle = \"t\"\n{text}"), host, &Fixed::new([]))
}

#[test]
fn a_page_that_is_only_pushed_to_is_one_on_both_hosts() {
    for host in [HostKind::Native, HostKind::Worker] {
        assert_eq!(errors(INGEST, host), Vec::<String>::new());
    }
    let config = load(&format!("[page]\ntitle = \"t\"\n{INGEST}"));
    assert!(config.plan.services.is_empty() && config.push.is_none());
    assert_eq!((config.ingest[0].id.as_str(), config.ingest[0].name.as_str()), ("inside", "inside"));
    let neither = errors("", HostKind::Native).join("\n");
    assert!(neither.contains("[[service]]") && neither.contains("[[ingest]]"), "{neither}");
}

#[test]
fn a_key_that_can_be_guessed_is_refused_and_not_shown() {
    let short = INGEST.replace("0123456789abcdef", "hunter2");
    let push = format!("{SERVICE}[push]\nurl = \"https://s.example.com/ingest\"\nkey = \"hunter2\"\n");
    for (text, key) in [(short, "ingest.key"), (push, "push.key")] {
        let errors = errors(&text, HostKind::Native);
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(errors[0].contains(key) && errors[0].contains("openssl rand -hex 32"), "{errors:?}");
        assert!(!errors[0].contains("hunter2"), "{errors:?}");
    }
}

#[test]
fn two_sources_with_one_key_could_not_be_told_apart() {
    let two = format!("{INGEST}{}", INGEST.replace("inside", "cellar"));
    let found = errors(&two, HostKind::Native);
    assert_eq!(
        found,
        [
            "headcount.toml:8: ingest.key: is the key of the source in line 5 too; give each its own, since it tells them apart"
        ]
    );
    let same_id = format!("{INGEST}{}", INGEST.replace("0123456789abcdef", "fedcba9876543210"));
    assert!(errors(&same_id, HostKind::Native)[0].contains("\"inside\" is taken since line 4"));
}

#[test]
fn more_sources_than_are_tried_are_refused() {
    let many = |n: u8| {
        let each = (0..n).map(|n| format!("[[ingest]]\nid = \"i{n}\"\nkey = \"0123456789abcdef{n}\"\n"));
        each.collect::<Vec<_>>().concat()
    };
    assert_eq!(errors(&many(8), HostKind::Native), Vec::<String>::new());
    assert!(errors(&many(9), HostKind::Native)[0].contains("9 sources are more than 8"));
}

#[test]
fn a_worker_does_not_push() {
    let text =
        format!("{SERVICE}[push]\nurl = \"https://s.example.com/ingest\"\nkey = \"0123456789abcdef\"\n");
    assert_eq!(errors(&text, HostKind::Native), Vec::<String>::new());
    let found = errors(&text, HostKind::Worker);
    assert!(found.len() == 1 && found[0].contains("native binary"), "{found:?}");
}

#[test]
fn alerts_and_maintenance_may_name_services_that_are_pushed() {
    let channel =
        "[[channel]]\nid = \"c\"\nkind = \"ntfy\"\nurl = \"https://ntfy.sh/t\"\nservices = [\"planner\"]\n";
    let rule = "[[maintenance]]\nservices = [\"planner\"]\nevery = \"daily 02:00\"\nlasts = \"1h\"\n";
    assert_eq!(errors(&format!("{INGEST}{channel}{rule}"), HostKind::Native), Vec::<String>::new());
    for of in [channel, rule] {
        let found = errors(&format!("{SERVICE}{of}"), HostKind::Native);
        assert!(found.len() == 1 && found[0].contains("is not a service of this page"), "{found:?}");
    }
}

#[test]
fn what_is_printed_reads_back_without_the_keys() {
    let text = format!(
        "[page]\ntitle = \"t\"\n{SERVICE}{INGEST}[push]\nurl = \"https://s.example.com/ingest\"\nkey = \"0123456789abcdef\"\n"
    );
    let printed = print::redacted(&load(&text));
    assert!(!printed.contains("0123456789abcdef"), "{printed}");
    let again = load(&printed);
    assert_eq!(again.push.unwrap().url.as_str(), "https://s.example.com/ingest");
    assert_eq!(again.ingest.len(), 1);
}
