//! What can be wrong with a configuration, each in one line that says what would be right.
//!
//! Values that came from variables never get in here: texts are shown as they stand in the file.

use super::HostKind;
use super::channel::ChannelFault;
use super::connection::ConnectionFault;
use super::dsn_fault::DsnFault;
use super::duration::show;
use super::elsewhere::ElsewhereFault;
use super::maintenance::MaintenanceFault;
use super::push::PushFault;
use core::fmt;
use core::time::Duration;

/// One mistake in a configuration file: `headcount.toml:12: service.health.timeout: "0s" is shorter than …`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigError {
    /// The file's name, as it was given.
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    /// Path of the key, without the places in lists. Empty when the file as a whole is meant.
    pub key: String,
    /// The mistake.
    pub fault: Fault,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.file, self.line)?;
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key)?;
        }
        self.fault.fmt(f)
    }
}

/// A mistake. `shown` is the text as the file has it, in quotes and with `${…}` unreplaced.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant's sentence, below, says what its fields are")]
pub enum Fault {
    /// Not TOML, in the TOML reader's words.
    Syntax(String),
    /// A key that nothing reads.
    UnknownKey { nearest: Option<&'static str>, known: Vec<&'static str> },
    /// A key that must be there.
    Missing { example: &'static str },
    /// Another kind of value.
    WrongType { found: &'static str, wanted: &'static str },
    /// A text or list with nothing in it.
    Empty,
    /// Not a word of a closed list; `kind` with its article.
    NotOneOf { shown: String, kind: &'static str, nearest: Option<String>, known: Vec<&'static str> },
    /// Not a duration at all.
    NotADuration { shown: String },
    /// A duration below its limit.
    TooShort { shown: String, least: Duration, example: Duration },
    /// A duration beyond its limit.
    TooLong { shown: String, most: Duration, example: Duration },
    /// A number outside its limits.
    OutOfRange { shown: String, least: i64, most: i64 },
    /// A timeout that reaches into the next round.
    TimeoutNotBelowEvery { shown: String, every: Duration },
    /// A verdict would expire between two rounds.
    ExpiresTooSoon { shown: String, least: Duration },
    /// Not an id; `example` is what it could be.
    NotAnId { shown: String, example: String },
    /// An id that is taken.
    Duplicate { shown: String, first_line: usize },
    /// A service that there is not.
    NoSuchService { shown: String, nearest: Option<String>, known: Vec<String> },
    /// The same word twice in one list.
    ListedTwice { shown: String },
    /// A service with neither health nor queue.
    NothingToWatch,
    /// No service at all.
    NoService,
    /// More than a Worker can ask in one round.
    TooManyTargets { count: usize, most: usize },
    /// Not an http or https URL.
    NotHttp { example: &'static str },
    /// An http URL without a host.
    NoHost { example: &'static str },
    /// User and password in a URL.
    UrlCredentials,
    /// A query or fragment where only a place makes sense.
    UrlQuery,
    /// Not scheme, host and port.
    NotAnOrigin { shown: String },
    /// Not a header's name.
    HeaderName,
    /// Line breaks or other control characters in a header's value.
    HeaderValue,
    /// A header that each request has already.
    HeaderTaken,
    /// `reported_as` in a service whose health is not read.
    NeedsHealth,
    /// A key of another health format.
    OtherFormat { belongs_to: &'static str, is: &'static str },
    /// A tenant's id that would lead to another path.
    NotATenant { shown: String },
    /// Both `stream` and `streams`.
    StreamAndStreams,
    /// A variable without a value.
    MissingVariable { name: String, host: HostKind },
    /// A variable with an empty value.
    EmptyVariable { name: String },
    /// `${` without `}`.
    VariableNotClosed,
    /// `${…}` around something that cannot be a variable's name.
    NotAVariable { name: String },
    /// `${file:…}` on a Worker.
    FileOnWorker { path: String },
    /// `${file:…}` that could not be read.
    FileUnreadable { path: String, why: String },
    /// Not a usable address of a Redis.
    Dsn(DsnFault),
    /// Not a way to reach a Redis.
    Connection(ConnectionFault),
    /// Not a way to read a queue elsewhere than in a Redis.
    Elsewhere(ElsewhereFault),
    /// Not a channel for alerts.
    Channel(ChannelFault),
    /// Not a rule of planned maintenance.
    Maintenance(MaintenanceFault),
    /// Not a way to push or to be pushed to.
    Push(PushFault),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(what) => write!(f, "not TOML: {what}"),
            Self::UnknownKey { nearest, known } => {
                f.write_str("unknown key; ")?;
                hint(f, nearest.map(|n| format!("{n:?}")).as_deref(), known)
            }
            Self::Missing { example } => write!(f, "is missing; write for example {example}"),
            Self::WrongType { found, wanted } => write!(f, "is {found}; write {wanted}"),
            Self::Empty => f.write_str("is empty; write something or leave the key out"),
            Self::NotOneOf { shown, kind, nearest, known } => {
                write!(f, "{shown} is not {kind}; ")?;
                hint(f, nearest.as_ref().map(|n| format!("{n:?}")).as_deref(), known)
            }
            Self::NotADuration { .. }
            | Self::TooShort { .. }
            | Self::TooLong { .. }
            | Self::TimeoutNotBelowEvery { .. }
            | Self::ExpiresTooSoon { .. } => self.of_time(f),
            Self::NotHttp { .. }
            | Self::NoHost { .. }
            | Self::UrlCredentials
            | Self::UrlQuery
            | Self::NotAnOrigin { .. }
            | Self::HeaderName
            | Self::HeaderValue
            | Self::HeaderTaken => self.of_http(f),
            Self::MissingVariable { .. }
            | Self::EmptyVariable { .. }
            | Self::VariableNotClosed
            | Self::NotAVariable { .. }
            | Self::FileOnWorker { .. }
            | Self::FileUnreadable { .. } => self.of_variables(f),
            Self::OutOfRange { shown, least, most } => {
                write!(f, "{shown} is out of range; write a number from {least} to {most}")
            }
            Self::NotAnId { shown, example } => {
                write!(f, "{shown} is not an id; use 1 to 32 of a-z, 0-9 and -, for example {example:?}")
            }
            Self::Duplicate { shown, first_line } => {
                write!(f, "{shown} is taken since line {first_line}; give each its own")
            }
            Self::NoSuchService { shown, nearest, known } => {
                write!(f, "{shown} is not a service of this page; ")?;
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                hint(f, nearest.as_ref().map(|n| format!("{n:?}")).as_deref(), &known)
            }
            Self::ListedTwice { shown } => write!(f, "{shown} is listed twice; write it once"),
            Self::NothingToWatch => {
                f.write_str("watches nothing; add [service.health] or [[service.queue]] or both")
            }
            Self::NoService => {
                f.write_str("is missing; add at least one [[service]], or [[ingest]] to be pushed to")
            }
            Self::TooManyTargets { count, most } => write!(
                f,
                "{count} targets are more than the {most} that a Worker asks in one round; \
                 leave some out, split the page, or run the native binary"
            ),
            Self::NeedsHealth => f.write_str(
                "names a line of a health document, but this service has none; \
                 add [service.health] or leave the key out",
            ),
            Self::OtherFormat { belongs_to, is } => {
                write!(f, "belongs to the format {belongs_to:?}, and this is {is:?}; leave it out")
            }
            Self::NotATenant { shown } => {
                write!(f, "{shown} is not a tenant's id; write the id that Fetcher knows it by")
            }
            Self::StreamAndStreams => {
                f.write_str("is beside \"stream\"; keep one of them: streams = [\"high\", \"messages\"]")
            }
            Self::Dsn(fault) => fault.fmt(f),
            Self::Connection(fault) => fault.fmt(f),
            Self::Elsewhere(fault) => fault.fmt(f),
            Self::Channel(fault) => fault.fmt(f),
            Self::Maintenance(fault) => fault.fmt(f),
            Self::Push(fault) => fault.fmt(f),
        }
    }
}

impl Fault {
    fn of_time(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotADuration { shown } => write!(
                f,
                "{shown} is not a duration; write a whole number with ms, s, m, h or d, for example \"10s\""
            ),
            Self::TooShort { shown, least, example } => write!(
                f,
                "{shown} is shorter than {}; write for example \"{}\"",
                show(*least),
                show(*example)
            ),
            Self::TooLong { shown, most, example } => {
                write!(f, "{shown} is longer than {}; write for example \"{}\"", show(*most), show(*example))
            }
            Self::TimeoutNotBelowEvery { shown, every } => write!(
                f,
                "{shown} is not shorter than a round (page.every is {}); write for example \"{}\"",
                show(*every),
                show(super::check::default_timeout(*every))
            ),
            Self::ExpiresTooSoon { shown, least } => write!(
                f,
                "{shown} is shorter than two rounds and the longest timeout; write \"{}\" or more",
                show(*least)
            ),
            _ => Ok(()),
        }
    }

    fn of_http(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotHttp { example } => {
                write!(f, "is not an http:// or https:// URL; write for example \"{example}\"")
            }
            Self::NoHost { example } => write!(f, "has no host; write for example \"{example}\""),
            Self::UrlCredentials => f.write_str(
                "carries a user or password; write headers = { authorization = \"Basic ${NAME}\" } instead",
            ),
            Self::UrlQuery => f.write_str("has a query or a fragment; write scheme, host and path only"),
            Self::NotAnOrigin { shown } => {
                write!(
                    f,
                    "{shown} is not an origin; write scheme and host, like \"https://portal.example.com\""
                )
            }
            Self::HeaderName => {
                f.write_str("is not a header's name; use letters, digits and -, for example authorization")
            }
            Self::HeaderValue => {
                f.write_str("is not a header's value; write visible ASCII without line breaks")
            }
            Self::HeaderTaken => f.write_str("is a header that every request has already; leave it out"),
            _ => Ok(()),
        }
    }

    fn of_variables(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingVariable { name, host: HostKind::Native } => {
                write!(f, "the variable {name} is not set; set it in the environment")
            }
            Self::MissingVariable { name, host: HostKind::Worker } => {
                write!(f, "there is no binding {name}; run: npx wrangler secret put {name}")
            }
            Self::EmptyVariable { name } => {
                write!(f, "the variable {name} is empty; give it a value or leave the key out")
            }
            Self::VariableNotClosed => f.write_str("has a ${ without its }; write ${NAME}"),
            Self::NotAVariable { name } => write!(
                f,
                "${{{}}} is not a variable; write ${{NAME}} with letters, digits and _, or ${{file:/path}}",
                name.escape_debug()
            ),
            Self::FileOnWorker { path } => write!(
                f,
                "${{file:{}}} reads a file, and a Worker has none; store the value with \
                 npx wrangler secret put NAME and write ${{NAME}}",
                path.escape_debug()
            ),
            Self::FileUnreadable { path, why } => write!(
                f,
                "cannot read {}: {}; check that it exists and that this user may read it",
                path.escape_debug(),
                why.escape_debug()
            ),
            _ => Ok(()),
        }
    }
}

pub(super) fn hint(f: &mut fmt::Formatter<'_>, nearest: Option<&str>, known: &[&str]) -> fmt::Result {
    match nearest {
        Some(nearest) => write!(f, "did you mean {nearest}?"),
        None => write!(f, "known here: {}", known.join(", ")),
    }
}
