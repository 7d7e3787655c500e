//! Where the operator reads on: about a service, a queue, and a remark.

use super::super::print;
use super::*;
use shared::flag::FlagWord;

const TEXT: &str = "[page]\ntitle = \"T\"\nrunbooks = { no_consumer = \"https://wiki.example.com/workers\" }\n\
                    [[service]]\nid = \"planner\"\nrunbook = \"https://wiki.example.com/planner\"\n\
                    [[service.queue]]\nid = \"async\"\nsystem = \"symfony\"\nurl = \"redis://127.0.0.1\"\n\
                    runbook = \"https://wiki.example.com/async\"\n";

#[test]
fn a_runbook_is_given_for_a_service_a_queue_and_a_remark_and_printed_again() {
    let config = load(TEXT);
    let service = &config.plan.services[0];
    let remark = config.page.runbooks.get(&FlagWord::NoConsumer).map(String::as_str);
    assert_eq!(service.runbook, "https://wiki.example.com/planner");
    assert_eq!(service.queues[0].runbook, "https://wiki.example.com/async");
    assert_eq!(remark, Some("https://wiki.example.com/workers"));
    let printed = print::redacted(&config);
    for url in ["planner", "async", "workers"] {
        assert!(printed.contains(&format!("\"https://wiki.example.com/{url}\"")), "{url}: {printed}");
    }
}

#[test]
fn a_remark_that_there_is_not_and_a_link_that_is_none_are_mistakes() {
    for (from, to, says) in [
        ("no_consumer", "no_consumers", "no_consumer"),
        ("https://wiki.example.com/workers", "javascript:alert(1)", "runbooks.no_consumer"),
        ("https://wiki.example.com/async", "/async", "runbook"),
    ] {
        let errors = errors(&TEXT.replace(from, to), HostKind::Native, &Fixed::new([]));
        assert!(errors.iter().any(|line| line.contains(says)), "{says}: {errors:?}");
    }
}
