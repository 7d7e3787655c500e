//! Whatever the text, there is a configuration or there are errors, each in one line.

use super::{Fixed, errors};
use crate::config::HostKind;
use proptest::prelude::*;

/// Pieces that a configuration is made of, right and wrong.
const PIECES: &[&str] = &[
    "[page]",
    "[[service]]",
    "[service.health]",
    "[[service.queue]]",
    "[service.liveness]",
    "title = \"t\"",
    "every = \"5s\"",
    "every = \"99999999999d\"",
    "expires_after = \"10s\"",
    "confirm = 3",
    "confirm = -1",
    "confirm = 0xffffffffffffffffffff",
    "poll = 1.5",
    "id = \"a\"",
    "id = \"ä\u{2028}\"",
    "name = \"\"",
    "url = \"https://h\"",
    "url = \"redis://u:p@h/s/g/c?dbindex=1\"",
    "url = \"redis:?host[a:1]\"",
    "url = \"${X}\"",
    "url = \"${file:/x}\"",
    "url = \"${\"",
    "format = \"adr075\"",
    "system = \"symfony\"",
    "streams = []",
    "streams = [\"a\", 1]",
    "names = { a = \"b\" }",
    "headers = { \"\" = \"\\u0000\" }",
    "\"a\\nb\" = 1",
    "queue = 3",
    "service = []",
    "frame_ancestors = [\"https://*.a\"]",
    "time_zone = \"UTC\"",
    "db = 99999",
    "word = \"pong\"",
    "was = [\"b\"]",
    "timeout = \"1s\"",
    "[[maintenance]]",
    "from = 2026-12-01",
    "from = 2026-12-01T02:00:00",
    "until = \"9999-12-31 23:59\"",
    "lasts = \"2h\"",
    "services = [\"b\"]",
    "[alerts]",
    "remind_every = \"4h\"",
    "[[channel]]",
    "kind = \"email\"",
    "kind = \"ntfy\"",
    "from = \"A <a@b.org>\"",
    "smtp = \"smtp://u:p%@[::1]\"",
    "only = [\"down\", \"up\"]",
];

proptest! {
    #[test]
    fn for_any_text(text in ".{0,200}") {
        one_line_each(&text)?;
    }

    #[test]
    fn for_any_order_of_the_pieces_of_a_configuration(pieces in proptest::collection::vec(0..PIECES.len(), 0..24)) {
        let lines: Vec<&str> = pieces.into_iter().map(|i| PIECES[i]).collect();
        one_line_each(&lines.join("\n"))?;
    }

    #[test]
    fn for_any_address_of_a_redis(url in "(redis|rediss|x):(//)?[a-z@:/?#%\\[\\]=&0-9,é]{0,30}") {
        let text = format!(
            "[page]\ntitle = \"t\"\n[[service]]\nid = \"a\"\n[[service.queue]]\nid = \"q\"\nsystem = \"symfony\"\nurl = {}",
            toml::Value::from(url)
        );
        one_line_each(&text)?;
    }
}

fn one_line_each(text: &str) -> Result<(), TestCaseError> {
    for host in [HostKind::Native, HostKind::Worker] {
        for error in errors(text, host, &Fixed::new([("X", "s3cr3t-value")])) {
            prop_assert!(error.starts_with("headcount.toml:"), "{error}");
            prop_assert!(!error.contains(['\n', '\r', '\u{2028}']), "{error:?}");
            prop_assert!(!error.contains("s3cr3t"), "{error}");
        }
    }
    Ok(())
}
