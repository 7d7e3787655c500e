//! Lines on standard error: what happened, for whoever runs the binary. As text, or as one JSON object a line.
//!
//! A line that belongs to a round or to a request has its id. Never a secret; what others said stands in a line only
//! as text that cannot end it. The one place of the host that knows of `tracing`, and nothing outside the native host
//! writes a log at all.

use super::clock;
use clap::{Args, ValueEnum};
use core::fmt;
use serde_json::{Map, Value};
use shared::time::{Timestamp, millis};
use std::io::Write as _;
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id};
use tracing::{Event, Instrument as _, Level, Metadata, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;

/// How lines are written, and which.
#[derive(Args, Clone, Copy, Debug)]
pub struct LogOptions {
    /// How to write the log.
    #[arg(long, value_enum, env = "HEADCOUNT_LOG", default_value_t = Form::Text)]
    log: Form,
    /// What to write into it; debug adds a line for each request.
    #[arg(long, value_enum, env = "HEADCOUNT_LOG_LEVEL", default_value_t = Depth::Info)]
    log_level: Depth,
}

impl LogOptions {
    /// For commands that are over soon.
    pub const PLAIN: Self = Self { log: Form::Text, log_level: Depth::Info };
}

/// How a line is written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// For people.
    Text,
    /// For machines.
    Json,
}

/// Which lines are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Depth {
    /// What happened.
    Info,
    /// Each request, too.
    Debug,
}

/// Begins to write. Once a process.
pub fn begin(options: LogOptions) {
    let to_stderr = |line: &str| {
        // Without anybody to read it, a line is lost; nothing else is.
        let _ = std::io::stderr().lock().write_all(line.as_bytes());
    };
    // It fails only if it was done before.
    let _ = tracing::subscriber::set_global_default(subscriber(options, to_stderr));
}

/// Something that is as it should be.
pub fn info(what: impl fmt::Display) {
    tracing::info!("{what}");
}

/// Something to look at.
pub fn warn(what: impl fmt::Display) {
    tracing::warn!("{what}");
}

/// An answered request.
pub fn access(method: &str, path: &str, status: u16, took: core::time::Duration) {
    let ms = millis(took);
    tracing::debug!(method, path, status, ms, "answered");
}

/// Whether `access` writes anything.
pub fn writes_access() -> bool {
    tracing::enabled!(Level::DEBUG)
}

/// Does something whose lines belong to this round.
pub fn in_round<F: Future>(id: &str, work: F) -> impl Future<Output = F::Output> {
    work.instrument(tracing::info_span!("round", id))
}

/// Does something whose lines belong to this request.
pub fn in_request<F: Future>(id: &str, work: F) -> impl Future<Output = F::Output> {
    work.instrument(tracing::info_span!("request", id))
}

/// Does something, perhaps later, whose lines belong to the same as those that are said now.
pub fn still<F: Future>(work: F) -> impl Future<Output = F::Output> {
    work.in_current_span()
}

fn subscriber(
    options: LogOptions,
    sink: impl Fn(&str) + Send + Sync + 'static,
) -> impl Subscriber + Send + Sync {
    tracing_subscriber::registry().with(Lines { options, sink })
}

/// Writes each event of this crate as a line; what libraries say of themselves is left out, since it may hold anything.
struct Lines<W> {
    options: LogOptions,
    sink: W,
}

impl<W> Lines<W> {
    const fn level(&self) -> LevelFilter {
        match self.options.log_level {
            Depth::Info => LevelFilter::INFO,
            Depth::Debug => LevelFilter::DEBUG,
        }
    }
}

/// What a span or an event holds.
#[derive(Default)]
struct Fields(Map<String, Value>);

impl<S, W> Layer<S> for Lines<W>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    W: Fn(&str) + Send + Sync + 'static,
{
    fn enabled(&self, metadata: &Metadata<'_>, _: Context<'_, S>) -> bool {
        metadata.target().starts_with(env!("CARGO_CRATE_NAME")) && *metadata.level() <= self.level()
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(self.level())
    }

    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if let Some(span) = context.span(id) {
            let mut fields = Fields::default();
            attributes.record(&mut fields);
            span.extensions_mut().insert(fields);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        for span in context.event_scope(event).into_iter().flatten() {
            if let Some(Fields(held)) = span.extensions().get::<Fields>()
                && let Some(id) = held.get("id")
            {
                fields.0.insert(span.name().to_owned(), id.clone());
            }
        }
        let level = match *event.metadata().level() {
            Level::ERROR | Level::WARN => "warn",
            Level::INFO => "info",
            _ => "debug",
        };
        (self.sink)(&line(self.options.log, clock::now(), level, fields.0));
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.insert(field.name().to_owned(), format!("{value:?}").into());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.insert(field.name().to_owned(), value.into());
    }
}

/// The name that the library gives to what is said.
const MESSAGE: &str = "message";

/// One line, with its end. Nothing in it can begin another.
fn line(form: Form, at: Timestamp, level: &str, mut fields: Map<String, Value>) -> String {
    let mut line = match form {
        Form::Json => {
            fields.insert("time".to_owned(), at.to_string().into());
            fields.insert("level".to_owned(), level.into());
            Value::Object(fields).to_string()
        }
        Form::Text => {
            let message = fields.remove(MESSAGE).as_ref().map(plain).unwrap_or_default();
            let rest = fields.iter().map(|(name, value)| format!(" {name}={}", plain(value)));
            format!("{at} {level:<5} {message}{}", rest.collect::<String>())
        }
    };
    line.push('\n');
    line
}

/// A value as text, control characters escaped.
fn plain(value: &Value) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out
}

#[cfg(test)]
#[path = "log_tests.rs"]
mod tests;
