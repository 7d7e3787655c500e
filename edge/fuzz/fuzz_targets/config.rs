//! The configuration: any text, and any address of a Redis, becomes a configuration or errors of one line each.
//!
//! Input: what the rest is (1 byte, below), then a text. Errors never show the value of a variable.

#![no_main]

use core::time::Duration;
use edge::config::{self, HostKind, Variables, acl, budget, print};
use libfuzzer_sys::fuzz_target;

const FILE: u8 = 0;
const ADDRESS: u8 = 1;
const ADDRESS_IN_A_VARIABLE: u8 = 2;

const VALUE: &str = "s3cr3t-value";

struct Environment<'a> {
    address: &'a str,
}

impl Variables for Environment<'_> {
    fn get(&self, name: &str) -> Option<String> {
        match name {
            "ADDRESS" => Some(self.address.to_owned()),
            "VALUE" => Some(VALUE.to_owned()),
            "REDIS_URL" => Some(format!("redis://default:{VALUE}@redis:6379")),
            "EMPTY" => Some(String::new()),
            _ => None,
        }
    }

    fn file(&self, path: &str) -> Result<String, String> {
        if path == "/x" { Ok(format!("{VALUE}\n")) } else { Err("no such file".to_owned()) }
    }
}

fuzz_target!(|data: &[u8]| {
    let [what, rest @ ..] = data else { return };
    let Ok(text) = core::str::from_utf8(rest) else { return };
    // JSON's strings are TOML's, too.
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let (file, address) = match what % 3 {
        FILE => (text.to_owned(), ""),
        ADDRESS => (with_queue(&quoted(text)), ""),
        ADDRESS_IN_A_VARIABLE => (with_queue("\"${ADDRESS}\""), text),
        _ => unreachable!("a remainder of 3"),
    };
    for host in [HostKind::Native, HostKind::Worker] {
        match config::parse(&file, "headcount.toml", host, &Environment { address }) {
            Ok(loaded) => {
                let plan = &loaded.config.plan;
                assert!(plan.expires_after >= plan.every * 2 && plan.every >= Duration::from_secs(5));
                assert!(print::redacted(&loaded.config).ends_with('\n'));
                let _ = (acl::least_acls(&loaded.config), budget::daily_use(&loaded.config));
                loaded.warnings.iter().for_each(|warning| one_line(&warning.to_string()));
            }
            Err(errors) => {
                assert!(!errors.is_empty());
                for error in errors {
                    let error = error.to_string();
                    one_line(&error);
                    assert!(error.starts_with("headcount.toml:"), "{error}");
                    assert!(file.contains(VALUE) || !error.contains(VALUE), "{error}");
                }
            }
        }
    }
    let _ = (config::check_for_worker(&file, "headcount.toml"), config::duration(text));
});

fn with_queue(url: &str) -> String {
    format!("[[service]]\nid = \"a\"\n[[service.queue]]\nid = \"q\"\nsystem = \"symfony\"\nurl = {url}\n")
}

fn one_line(text: &str) {
    assert!(!text.contains(['\n', '\r', '\u{2028}']), "{text:?}");
}
