//! Recognises the format of a health document by its signs: content type, shape, keys; the most telling sign first.
//!
//! Not by trying all readers and taking the first that is content: several would be. Only what a sign has named is read
//! once, to see that it is so.

use crate::config::FormatOptions;
use crate::ports::{BodyEnd, HEALTH_BODY_LIMIT, HttpAnswer};
use crate::probe::health::FORMATS;
use core::fmt;
use core::time::Duration;
use serde_json::{Map, Value};
use shared::sample::{HealthReport, Standing};

/// What an answer is.
#[derive(Clone, PartialEq, Debug)]
pub struct Recognised {
    /// The format's name.
    pub format: &'static str,
    /// The word that means "works", where the format needs one.
    pub word: Option<String>,
    /// What a person should know or decide.
    pub note: &'static str,
    /// What it says, read as that format.
    pub report: HealthReport,
}

/// Why an answer is none that can be read. Its text says what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotRecognised {
    /// A redirect, with the place it leads to.
    Redirect(Option<String>),
    /// 401, 403 or a bot's challenge.
    NotLetIn(u16),
    /// 404, 405, 410.
    NotThere(u16),
    /// 429.
    TooOften,
    /// Another code that speaks of our question.
    Refused(u16),
    /// A 5xx without a document.
    ServerError(u16),
    /// Longer than `HEALTH_BODY_LIMIT`, or cut off.
    NotWhole,
    /// Nothing that is known.
    Unknown(String),
}

impl fmt::Display for NotRecognised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Redirect(Some(to)) => {
                write!(
                    f,
                    "redirects are not followed: give the address it leads to, if that is the right one: {to}"
                )
            }
            Self::Redirect(None) => f.write_str("redirects are not followed: give the address it leads to"),
            Self::NotLetIn(code) => write!(
                f,
                "does not let us in (HTTP {code}): let this machine in, or write the configuration with `headcount config \
                 init` and give `headers = {{ authorization = \"Bearer ${{HEALTH_TOKEN}}\" }}` under [service.health]"
            ),
            Self::NotThere(code) => write!(
                f,
                "is not a health endpoint (HTTP {code}): check the path; usual ones are /health, /api/health, /healthz, \
                 /readyz, /up, /actuator/health"
            ),
            Self::TooOften => f.write_str("was asked too often (HTTP 429): wait a minute and try again"),
            Self::Refused(code) => {
                write!(
                    f,
                    "does not take our question (HTTP {code}): check the address and the host's name in it"
                )
            }
            Self::ServerError(code) => write!(
                f,
                "answers HTTP {code} without a health document, so its format cannot be told: try again when the application \
                 works, or name the format yourself with `headcount config init`"
            ),
            Self::NotWhole => write!(
                f,
                "sends more than {HEALTH_BODY_LIMIT} bytes, or compressed ones, or hangs up before the end: give the address of \
                 a health document"
            ),
            Self::Unknown(begins) => write!(
                f,
                "answers with nothing that is known as a health document (it begins {begins:?}): give another address, or, if \
                 a 2xx means that it works, write format = \"http-status-only\" with `headcount config init`"
            ),
        }
    }
}

/// Recognises an answer to a question at this path.
///
/// # Errors
/// Why it is none that can be read.
pub fn recognise(answer: &HttpAnswer, path: &str) -> Result<Recognised, NotRecognised> {
    if answer.header("cf-mitigated").is_some() {
        return Err(NotRecognised::NotLetIn(answer.status));
    }
    if (300..=399).contains(&answer.status) {
        return Err(NotRecognised::Redirect(answer.header("location").map(str::to_owned)));
    }
    let is_whole =
        answer.end == BodyEnd::Whole && answer.header("content-encoding").is_none_or(|c| c == "identity");
    let seen = Seen::of(answer, path);
    let sign = if is_whole { sign(&seen) } else { None };
    let Some((format, note)) = sign else { return Err(unreadable(answer, is_whole, &seen)) };
    let word = (format == PLAIN_WORD).then(|| seen.text.to_owned());
    let options = FormatOptions { word: word.clone().unwrap_or_default(), max_age: Duration::from_mins(5) };
    let reader = FORMATS.iter().find(|known| known.name == format);
    match reader.map(|known| (known.read)(answer, &options)) {
        Some(report) if report.standing == Standing::Said => Ok(Recognised { format, word, note, report }),
        _ => Err(unreadable(answer, is_whole, &seen)),
    }
}

fn unreadable(answer: &HttpAnswer, is_whole: bool, seen: &Seen<'_>) -> NotRecognised {
    match answer.status {
        401 | 403 | 407 => NotRecognised::NotLetIn(answer.status),
        404 | 405 | 410 => NotRecognised::NotThere(answer.status),
        429 => NotRecognised::TooOften,
        400..=499 => NotRecognised::Refused(answer.status),
        500..=599 => NotRecognised::ServerError(answer.status),
        _ if !is_whole => NotRecognised::NotWhole,
        _ => NotRecognised::Unknown(seen.text.chars().take(40).collect()),
    }
}

const PLAIN_WORD: &str = "plain-word";
/// A longer body is a page that happens to be one line.
const LONGEST_WORD: usize = 64;

/// An answer, looked at from each side that has signs.
struct Seen<'a> {
    status: u16,
    /// The content type, in lower case.
    kind: String,
    path: &'a str,
    text: &'a str,
    json: Option<Value>,
}

impl<'a> Seen<'a> {
    fn of(answer: &'a HttpAnswer, path: &'a str) -> Self {
        let text = core::str::from_utf8(&answer.body).unwrap_or_default();
        let text = text.trim_start_matches('\u{feff}').trim();
        Self {
            status: answer.status,
            kind: answer.header("content-type").unwrap_or_default().to_ascii_lowercase(),
            path,
            text,
            json: serde_json::from_str(text).ok(),
        }
    }

    fn is_success(&self) -> bool {
        (200..=299).contains(&self.status)
    }

    fn is_html(&self) -> bool {
        self.kind.contains("html") || self.text.starts_with('<')
    }
}

/// What the first sign that is there says: a format, and what a person should know.
fn sign(seen: &Seen<'_>) -> Option<(&'static str, &'static str)> {
    match &seen.json {
        Some(Value::Object(root)) => first(OF_OBJECTS, |is_there| is_there(&Object { seen, root })),
        Some(Value::Array(items)) => first(OF_LISTS, |is_there| is_there(seen, items)),
        _ => first(OF_TEXTS, |is_there| is_there(seen)),
    }
}

fn first<T>(
    signs: &[(&'static str, T, &'static str)],
    is_there: impl Fn(&T) -> bool,
) -> Option<(&'static str, &'static str)> {
    signs.iter().find(|(_, sign, _)| is_there(sign)).map(|(format, _, note)| (*format, *note))
}

const CODE_ALONE: &str = "there is no document: the code alone decides; is there an address that tells more?";
const SAYS_LITTLE: &str =
    "this says that the process answers; is there an address that names its dependencies?";
const AMBIGUOUS: &str =
    "`adr075-liveness` and others speak alike; is there an address that names its dependencies?";
const DJANGO_OR_HEPTIO: &str =
    "names with texts: `django-health-check` and `heptio-healthcheck` are alike; decide which it is";

type OfObject = fn(&Object<'_>) -> bool;
type OfList = fn(&Seen<'_>, &[Value]) -> bool;
type OfText = fn(&Seen<'_>) -> bool;

/// Signs of JSON objects, in the order of `health-formats`: what only one format has comes before what several have.
static OF_OBJECTS: &[(&str, OfObject, &str)] = &[
    ("adr075", |o| o.has("status") && o.has("deps"), ""),
    (
        "symfony-stats",
        |o| {
            o.each_in("transports", |t| t.get("count").is_some())
                || (o.has("transports") && o.is_list("uncountable_transports"))
        },
        "this counts what waits and nobody's workers: give the address of the Redis behind it as well",
    ),
    (
        "fetcher-tenant",
        |o| o.has("checks") && (o.is_text("tenant_id") || o.seen.path.contains("/readyz/tenant/")),
        TENANTS,
    ),
    ("fetcher-tenant", |o| o.says("error", TENANT_ERRORS), TENANTS),
    ("fetcher-readyz", |o| o.is_object("checks") && o.has("deployment_mode"), ""),
    ("ietf-health", |o| o.seen.kind.starts_with("application/health+json"), ""),
    ("ietf-health", |o| o.has("status") && o.each_in("checks", Value::is_array), ""),
    ("microprofile", |o| o.has("status") && o.is_list("checks"), ""),
    ("spring-actuator", |o| o.seen.kind.contains("spring-boot.actuator"), ""),
    ("spring-actuator", |o| o.has("status") && (o.is_object("components") || o.is_list("groups")), ""),
    ("aspnet-ui", |o| o.is_object("entries") && o.has("totalDuration"), ""),
    ("laravel-health", |o| o.is_list("checkResults") && o.has("finishedAt"), ""),
    (
        "lerian-libcommons",
        |o| o.is_object("dependencies") && o.says("status", &["available", "degraded"]),
        "",
    ),
    ("nest-terminus", |o| o.has("status") && o.is_object("details") && o.has("info") && o.has("error"), ""),
    (
        "hellofresh-health",
        |o| o.has("status") && o.has("timestamp") && (o.has("failures") || o.has("component")),
        "",
    ),
    ("consul-agent", |o| o.has("AggregatedStatus"), ""),
    ("okcomputer", |o| o.each(|value| value.get("success").is_some_and(Value::is_boolean)), ""),
    ("dapr", |o| o.begins("errorCode", &["ERR_HEALTH_", "ERR_OUTBOUND_HEALTH_"]), ""),
    ("laravel-simple", |o| o.root.get("healthy").is_some_and(Value::is_boolean), SAYS_LITTLE),
    ("http-status-only", |o| o.says("status", &["up"]) && o.has("timestamp"), CODE_ALONE),
    (
        "http-status-only",
        |o| o.begins("status", &["Application is up", "Application experiencing"]),
        CODE_ALONE,
    ),
    ("fetcher-readyz", |o| o.says("status", &["healthy", "unhealthy"]) && o.is_object("checks"), ""),
    ("fetcher-health", |o| o.says("status", &["healthy", "unhealthy"]), SAYS_LITTLE),
    ("spring-actuator", |o| o.says("status", &["UP", "DOWN", "OUT_OF_SERVICE", "UNKNOWN"]), ""),
    ("ietf-health", |o| o.says("status", &["pass", "warn", "fail"]), ""),
    (
        "hellofresh-health",
        |o| o.says("status", &["OK", "Partially Available", "Unavailable"]) && o.has("timestamp"),
        "",
    ),
    (
        "rabbitmq-health",
        |o| o.says("status", &["ok", "failed"]) && o.seen.path.contains("/api/health/checks/"),
        "",
    ),
    ("node-terminus", |o| o.says("status", &["ok", "error"]) && (o.has("details") || o.has("info")), ""),
    ("node-terminus", |o| o.says("status", &["ok", "error"]), AMBIGUOUS),
    ("heptio-healthcheck", |o| o.root.is_empty(), "ask it with ?full=1, so that it names its checks"),
    ("django-health-check", |o| o.each(Value::is_string) && o.any(is_django), ""),
    ("django-health-check", |o| o.each(Value::is_string) && o.root.keys().any(|key| key.contains('(')), ""),
    ("heptio-healthcheck", |o| o.each(Value::is_string) && o.any(|value| value == "OK"), DJANGO_OR_HEPTIO),
];

/// Signs of JSON lists: Consul is the only one that has them.
static OF_LISTS: &[(&str, OfList, &str)] = &[
    ("consul-agent", |_, items| items.iter().any(|item| item.get("AggregatedStatus").is_some()), ""),
    (
        "consul-catalog",
        |_, items| items.iter().any(|i| i.get("Service").is_some() && i.get("Checks").is_some()),
        "",
    ),
    (
        "consul-catalog",
        |seen, items| items.is_empty() && seen.path.contains("/v1/health/"),
        "no instance is registered now",
    ),
];

/// Signs of texts.
static OF_TEXTS: &[(&str, OfText, &str)] = &[
    ("k8s-verbose", |s| s.text.lines().any(|line| line.starts_with("[+]") || line.starts_with("[-]")), ""),
    ("aspnet", |s| matches!(s.text, "Healthy" | "Degraded" | "Unhealthy"), ""),
    ("consul-agent", |s| matches!(s.text, "passing" | "warning" | "critical" | "maintenance"), ""),
    (
        "fetcher-metrics",
        |s| s.text.contains("selfprobe_result{"),
        "the last start alone; `fetcher-readyz` tells more",
    ),
    (
        "okcomputer-text",
        |s| s.text.lines().any(|line| line.contains(": PASSED") || line.contains(": FAILED")),
        "",
    ),
    (
        "dapr",
        |s| s.status == 204 && s.text.is_empty(),
        "other endpoints answer 204 too: then it is `http-status-only`",
    ),
    ("http-status-only", |s| s.is_success() && (s.text.is_empty() || s.is_html()), CODE_ALONE),
    (PLAIN_WORD, |s| s.is_success() && is_one_word(s.text), SAYS_LITTLE),
];

const TENANTS: &str =
    "list your tenants: tenants = [{ id = \"…\", name = \"Acme\" }], and end `url` before the id";
/// What Fetcher says where it has no document about a tenant.
const TENANT_ERRORS: &[&str] = &[
    "multi-tenant mode is disabled",
    "tenant id required",
    "tenant not found",
    "tenant manager client not configured",
    "tenant manager circuit breaker open",
];

/// A JSON object that may be a document.
struct Object<'a> {
    seen: &'a Seen<'a>,
    root: &'a Map<String, Value>,
}

impl Object<'_> {
    fn has(&self, key: &str) -> bool {
        self.root.contains_key(key)
    }

    fn is_object(&self, key: &str) -> bool {
        self.root.get(key).is_some_and(Value::is_object)
    }

    /// A text with something in it.
    fn is_text(&self, key: &str) -> bool {
        self.root.get(key).and_then(Value::as_str).is_some_and(|text| !text.is_empty())
    }

    fn is_list(&self, key: &str) -> bool {
        self.root.get(key).is_some_and(Value::is_array)
    }

    fn says(&self, key: &str, words: &[&str]) -> bool {
        self.root.get(key).and_then(Value::as_str).is_some_and(|word| words.contains(&word))
    }

    fn begins(&self, key: &str, words: &[&str]) -> bool {
        let text = self.root.get(key).and_then(Value::as_str);
        text.is_some_and(|text| words.iter().any(|word| text.starts_with(word)))
    }

    fn each(&self, is_so: impl Fn(&Value) -> bool) -> bool {
        !self.root.is_empty() && self.root.values().all(is_so)
    }

    fn any(&self, is_so: impl Fn(&Value) -> bool) -> bool {
        self.root.values().any(is_so)
    }

    fn each_in(&self, key: &str, is_so: impl Fn(&Value) -> bool) -> bool {
        let map = self.root.get(key).and_then(Value::as_object);
        map.is_some_and(|map| !map.is_empty() && map.values().all(is_so))
    }
}

fn is_django(value: &Value) -> bool {
    let text = value.as_str().unwrap_or_default();
    text == "working"
        || ["unavailable:", "warning:", "unexpected result:"].iter().any(|word| text.starts_with(word))
}

fn is_one_word(text: &str) -> bool {
    text.len() <= LONGEST_WORD && text.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
}

#[cfg(test)]
#[path = "formats_tests.rs"]
mod tests;
