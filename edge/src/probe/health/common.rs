//! What is the same in every format: which answers are no document at all, limits, and code against body.
//!
//! Not what any document says. The order of decisions: a challenge, the code, the body, the document, and at
//! last whether document and code agree.

use super::json::{Object, Unreadable};
use super::retry_after::retry_after;
use crate::ports::{BodyEnd, HEALTH_BODY_LIMIT, HttpAnswer};
use core::fmt;
use serde_json::value::RawValue;
use shared::flag::{Flag, FlagWord};
use shared::sample::{DependencyEvidence, DependencyReport, HealthReport};
use shared::state::{State, Verdict};

/// Lines that a document may have.
const MAX_LINES: usize = 200;
/// Characters of a name or status word that are kept.
const MAX_WORD: usize = 128;
/// Characters of an error or reason that are kept: Fetcher sends up to 512 bytes.
const MAX_SENTENCE: usize = 512;

/// Why an answer is not a document of the format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The connection ended before the body did.
    CutOff,
    /// The body is longer than `HEALTH_BODY_LIMIT`.
    TooLarge,
    /// The body is encoded in a way that we did not ask for.
    Encoded(String),
    /// It is not JSON that can be read.
    Json(Unreadable),
    /// There are more lines than `MAX_LINES`.
    TooManyLines(usize),
    /// It lacks what makes a document of this format: the text says what that is.
    NotTheFormat(&'static str),
}

impl From<Unreadable> for Fault {
    fn from(e: Unreadable) -> Self {
        Self::Json(e)
    }
}

impl Fault {
    /// The remark that it becomes on a 2xx answer.
    const fn word(&self) -> FlagWord {
        match self {
            Self::CutOff => FlagWord::Unreached,
            Self::TooLarge | Self::TooManyLines(_) => FlagWord::TooLarge,
            Self::Json(Unreadable::Empty | Unreadable::NotAnObject)
            | Self::Encoded(_)
            | Self::NotTheFormat(_) => FlagWord::NotAHealthDocument,
            Self::Json(_) => FlagWord::BadJson,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CutOff => f.write_str("cut off before its end"),
            Self::TooLarge => write!(f, "longer than {HEALTH_BODY_LIMIT} bytes"),
            Self::Encoded(coding) => write!(f, "encoded as {coding:?}, which was not asked for"),
            Self::Json(unreadable) => unreadable.fmt(f),
            Self::TooManyLines(n) => write!(f, "{n} lines, more than {MAX_LINES}"),
            Self::NotTheFormat(expected) => write!(f, "not a document of this format, which has {expected}"),
        }
    }
}

/// Reads an answer whose document is a JSON object and agrees with its code. `document` says what the object
/// says; it need not look at the code.
pub fn read_object(
    answer: &HttpAnswer,
    document: impl FnOnce(&Object<'_>) -> Result<HealthReport, Fault>,
) -> HealthReport {
    read_body(answer, against_code, |body| document(&Object::document(body)?))
}

/// Reads an answer whose document is text and agrees with its code: without byte order mark and the white space
/// around it.
pub fn read_text(
    answer: &HttpAnswer,
    document: impl FnOnce(&str) -> Result<HealthReport, Fault>,
) -> HealthReport {
    read_body(answer, against_code, |body| document(text(body)?))
}

/// Reads an answer whose document comes with a 2xx only and carries the verdict by itself, failures too.
pub fn read_despite_code(
    answer: &HttpAnswer,
    document: impl FnOnce(&[u8]) -> Result<HealthReport, Fault>,
) -> HealthReport {
    let as_said = |report: HealthReport, answer: &HttpAnswer| report.because(seen(answer));
    read_body(answer, as_said, |body| {
        if is_success(answer) { document(body) } else { Err(Fault::NotTheFormat("a 2xx")) }
    })
}

/// Reads an answer of any kind: `document` says what the body says, `judge` what that means beside the code.
pub fn read_body(
    answer: &HttpAnswer,
    judge: impl FnOnce(HealthReport, &HttpAnswer) -> HealthReport,
    document: impl FnOnce(&[u8]) -> Result<HealthReport, Fault>,
) -> HealthReport {
    if let Some(report) = turned_away(answer) {
        return report;
    }
    match whole_body(answer).and_then(document) {
        Ok(report) => judge(report, answer),
        Err(fault) => without_document(answer, &fault),
    }
}

/// What an answer means that only speaks about our question: 3xx, 4xx, a bot challenge. Nothing for 2xx and 5xx.
pub fn turned_away(answer: &HttpAnswer) -> Option<HealthReport> {
    let (word, why) = match answer.status {
        _ if is_challenge(answer) => (FlagWord::ProbeBlocked, "a bot challenge stands in front of it"),
        200..=299 | 500..=599 => return None,
        300..=399 => (FlagWord::Redirect, "redirects are not followed: configure the final URL"),
        401 | 403 | 407 => (FlagWord::ProbeUnauthorized, "our credentials were refused"),
        429 => (FlagWord::ProbeThrottled, "asked too often"),
        400..=499 => (FlagWord::ProbeMisconfigured, "our question does not fit: check URL, host and headers"),
        _ => (FlagWord::NotAHealthDocument, "not a code that HTTP defines"),
    };
    let mut report = HealthReport::refused().flag(Flag::new(word)).because(because(answer, &why));
    report.retry_after = retry_after(answer.header("retry-after"), answer.received_at);
    Some(report)
}

/// Whether a bot challenge answers instead of the other side.
pub fn is_challenge(answer: &HttpAnswer) -> bool {
    answer.header("cf-mitigated").is_some_and(|v| v.trim().eq_ignore_ascii_case("challenge"))
}

/// The body, if it is all there and not encoded.
pub fn whole_body(answer: &HttpAnswer) -> Result<&[u8], Fault> {
    let coding = answer.header("content-encoding").map_or("", str::trim);
    match answer.end {
        BodyEnd::CutOff => Err(Fault::CutOff),
        BodyEnd::TooLarge => Err(Fault::TooLarge),
        BodyEnd::Whole if !coding.is_empty() && !coding.eq_ignore_ascii_case("identity") => {
            Err(Fault::Encoded(clip(coding)))
        }
        BodyEnd::Whole => Ok(&answer.body),
    }
}

/// A body as text, without byte order mark and the white space around it.
pub fn text(body: &[u8]) -> Result<&str, Fault> {
    let text = core::str::from_utf8(body).map_err(|_| Fault::Json(Unreadable::NotUtf8))?;
    Ok(text.trim_start_matches('\u{feff}').trim())
}

/// What a 2xx or 5xx without the format's document means.
pub fn without_document(answer: &HttpAnswer, fault: &Fault) -> HealthReport {
    let (report, word) = match fault {
        _ if !is_success(answer) => (HealthReport::unreached(), FlagWord::ProxyError),
        Fault::CutOff => (HealthReport::unreached(), fault.word()),
        _ => (HealthReport::refused(), fault.word()),
    };
    report.flag(Flag::new(word)).because(because(answer, fault))
}

/// Compares what a document says with its code; when they disagree, the worse is believed.
pub fn against_code(mut report: HealthReport, answer: &HttpAnswer) -> HealthReport {
    let says_failure = matches!(report.state, Verdict::Down | Verdict::Draining);
    if !is_success(answer) && report.state == Verdict::Unknown {
        // Nothing that could contradict the code.
        report.state = Verdict::Down;
    } else if is_success(answer) == says_failure {
        remark(&mut report.flags, Flag::new(FlagWord::ContractMismatch));
        if !says_failure {
            report.state = Verdict::Down;
        }
        return report.because(because(answer, &"code and document disagree, the worse is believed"));
    }
    report.because(seen(answer))
}

/// The same for formats whose applications choose the code of `degraded`: there the document alone counts.
pub fn against_code_unless_degraded(report: HealthReport, answer: &HttpAnswer) -> HealthReport {
    match report.state {
        Verdict::Degraded => report.because(seen(answer)),
        _ => against_code(report, answer),
    }
}

/// Whether the code alone says that all is well.
pub fn is_success(answer: &HttpAnswer) -> bool {
    (200..=299).contains(&answer.status)
}

/// What came back, without judgement: `HTTP 503, application/json, 812 bytes`.
pub fn seen(answer: &HttpAnswer) -> String {
    let kind = answer.header("content-type").unwrap_or_default();
    let kind: String = kind.chars().filter(|c| !c.is_control()).take(64).collect();
    let comma = if kind.is_empty() { "" } else { ", " };
    let bytes = answer.body.len();
    format!("HTTP {}{comma}{kind}, {bytes} bytes", answer.status)
}

/// What came back, and what is wrong with it.
pub fn because(answer: &HttpAnswer, why: &dyn fmt::Display) -> String {
    format!("{}: {why}", seen(answer))
}

/// The lines of a document, in its order, each with its clipped name.
pub fn lines<'a>(lines: &Object<'a>) -> Result<Vec<(String, &'a RawValue)>, Fault> {
    let members = lines.members();
    within_limit(members.len())?;
    Ok(members.iter().map(|(key, value)| (clip(key), *value)).collect())
}

/// The items of a list, as long as they are not too many for lines; nothing if the value is of another kind.
pub fn items(list: &RawValue) -> Result<Option<Vec<&RawValue>>, Fault> {
    let Some(items) = super::json::list(list) else { return Ok(None) };
    within_limit(items.len())?;
    Ok(Some(items))
}

/// Whether a document may have so many lines.
pub const fn within_limit(lines: usize) -> Result<(), Fault> {
    if lines > MAX_LINES { Err(Fault::TooManyLines(lines)) } else { Ok(()) }
}

/// A line of which nothing is known beyond its name.
pub fn unknown_line(key: &str) -> DependencyReport {
    DependencyReport {
        key: key.to_owned(),
        state: State::Unknown,
        latency: None,
        evidence: DependencyEvidence::default(),
        crew: None,
    }
}

/// A status word that the format does not have, or none where one should be.
pub fn unknown_status(key: &str, word: Option<&str>) -> Flag {
    let flag = Flag::about(FlagWord::UnknownStatus, key);
    match word {
        Some(word) => flag.saying(clip(word)),
        None => flag,
    }
}

/// Adds a remark unless it is there.
pub fn remark(flags: &mut Vec<Flag>, flag: Flag) {
    if !flags.contains(&flag) {
        flags.push(flag);
    }
}

/// A remote name or word, cut to what is kept.
pub fn clip(word: &str) -> String {
    word.chars().take(MAX_WORD).collect()
}

/// A remote sentence, cut to what is kept.
pub fn cut(sentence: &str) -> String {
    sentence.chars().take(MAX_SENTENCE).collect()
}

/// The sentence of a field, cut; what should be text and is not is kept as it was written.
pub fn sentence(line: &Object<'_>, key: &str) -> Option<String> {
    let value = line.get(key)?;
    let text = super::json::text(value).unwrap_or_else(|| value.get().to_owned());
    (!text.is_empty()).then(|| cut(&text))
}
