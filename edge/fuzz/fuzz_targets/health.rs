//! Health documents: any bytes as the answer of any code, in every format, become a report and never a panic.
//!
//! Input: format (1 byte, index into `FORMATS`), code less 100 (2 bytes, big-endian), how the body came (1 byte:
//! its bits are below), the body.

#![no_main]

use core::time::Duration;
use edge::config::FormatOptions;
use edge::ports::{BodyEnd, HttpAnswer};
use edge::probe::health::FORMATS;
use libfuzzer_sys::fuzz_target;
use shared::sample::Standing;
use shared::state::Verdict;
use shared::time::Timestamp;

const CUT_OFF: u8 = 1;
const TOO_LARGE: u8 = 2;
const ENCODED: u8 = 4;
/// The body's beginning is sent as `Retry-After` too.
const RETRY_AFTER: u8 = 8;
const CHALLENGE: u8 = 16;

/// Nobody may make us remember more than this of one document (health formats, common limits).
const MOST_LINES: usize = 200;
const LONGEST_WORD: usize = 128;

fuzz_target!(|data: &[u8]| {
    let [format, high, low, how, body @ ..] = data else { return };
    let format = &FORMATS[usize::from(*format) % FORMATS.len()];
    let has = |bit| how & bit != 0;
    let mut headers = vec![("content-type".to_owned(), "application/json".to_owned())];
    let mut header = |name: &str, value: &str| headers.push((name.to_owned(), value.to_owned()));
    if has(ENCODED) {
        header("content-encoding", "gzip");
    }
    if has(RETRY_AFTER) {
        header("retry-after", &String::from_utf8_lossy(&body[..body.len().min(40)]));
    }
    if has(CHALLENGE) {
        header("cf-mitigated", "challenge");
    }
    let answer = HttpAnswer {
        status: 100 + u16::from_be_bytes([*high, *low]) % 900,
        headers,
        body: body.to_vec(),
        end: match () {
            () if has(CUT_OFF) => BodyEnd::CutOff,
            () if has(TOO_LARGE) => BodyEnd::TooLarge,
            () => BodyEnd::Whole,
        },
        received_at: Timestamp::from_secs(1_796_047_203),
    };
    let options = FormatOptions { word: "pong".to_owned(), max_age: Duration::from_secs(300) };
    let report = (format.read)(&answer, &options);

    let by_the_code_alone = format.name == "http-status-only";
    match report.standing {
        Standing::Said => assert!(by_the_code_alone || !has(CUT_OFF | TOO_LARGE | ENCODED | CHALLENGE)),
        Standing::Unreached => assert_eq!(report.state, Verdict::Down),
        Standing::Refused | Standing::OurFault => assert_eq!(report.state, Verdict::Unknown),
    }
    if !(200..300).contains(&answer.status) {
        assert_ne!(report.state, Verdict::Operational, "HTTP {}", answer.status);
    }
    assert!(report.dependencies.len() <= MOST_LINES);
    for line in &report.dependencies {
        assert!(line.key.chars().count() <= LONGEST_WORD);
    }
    assert!(!report.evidence.is_empty());
    assert!(!report.evidence.chars().any(char::is_control), "{:?}", report.evidence);
});
