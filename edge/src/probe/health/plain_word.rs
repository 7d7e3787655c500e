//! `plain-word`: a 2xx whose whole body is the configured word (`ok`, `healthy`, `pong`).
//!
//! Not JSON. It speaks of the process alone and says so in a flag. There is no word for failure, so a 5xx is
//! never this format's document.

use super::common::{self, Fault};
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::flag::{Flag, FlagWord};
use shared::sample::HealthReport;
use shared::state::Verdict;

/// A longer body is a page that happens to contain the word.
const MAX_BODY: usize = 64;

/// Reads one answer.
pub fn read(answer: &HttpAnswer, options: &FormatOptions) -> HealthReport {
    if let Some(report) = common::turned_away(answer) {
        return report;
    }
    match common::whole_body(answer) {
        Ok(body) if is_the_word(body, &options.word) => {
            let said = HealthReport::said(Verdict::Operational).flag(Flag::new(FlagWord::LivenessOnly));
            common::against_code(said, answer)
        }
        Ok(_) => {
            common::without_document(answer, &Fault::NotTheFormat("the configured word and nothing else"))
        }
        Err(fault) => common::without_document(answer, &fault),
    }
}

fn is_the_word(body: &[u8], word: &str) -> bool {
    let body = body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(body);
    let word = word.trim().to_lowercase();
    body.len() <= MAX_BODY
        && !word.is_empty()
        && core::str::from_utf8(body).is_ok_and(|text| text.trim().to_lowercase() == word)
}
