//! The part of `[[service.queue]]` that belongs to its queue system: each system asks for the keys it knows, with
//! its own defaults, and what it was told is kept for `config check` to print.
//!
//! Not which keys there are: the systems say so. Keys that all queues have are read in `queue`.

use super::check;
use super::dsn::Address;
use super::fault::Fault;
use super::http;
use super::reader::{Place, Reader, Table, Text};
use super::secret::Secret;
use crate::probe::queue::recipe::Unit;
use core::ops::RangeInclusive;
use core::time::Duration;
use std::collections::BTreeSet;

const WINDOW: RangeInclusive<Duration> = Duration::from_secs(1)..=Duration::from_hours(24);
const DEFAULT_WINDOW: Duration = Duration::from_mins(5);
const UNITS: [&str; 2] = ["s", "ms"];

/// What a system may ask for.
pub struct Form<'a> {
    reader: &'a Reader<'a>,
    table: Table<'a>,
    address: Option<&'a Address>,
    window: Option<Duration>,
    settings: Vec<(&'static str, Setting)>,
    /// Which system it is, is not known: every system is asked for its keys, and none misses any.
    any_system: bool,
}

/// A value that is in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// A text, maybe empty.
    Text(String),
    /// Several.
    List(Vec<String>),
    /// `true` or `false`.
    Truth(bool),
    /// A number.
    Number(u32),
    /// A duration.
    Time(Duration),
}

impl<'a> Form<'a> {
    pub(super) fn new(
        reader: &'a Reader<'a>,
        table: Table<'a>,
        address: Option<&'a Address>,
        any_system: bool,
    ) -> Self {
        let mut form = Self { reader, table, address, window: None, settings: Vec::new(), any_system };
        form.window = form.table.duration("window", &WINDOW, DEFAULT_WINDOW).map(|(d, _)| d);
        form
    }

    /// How long after its last sign of life a worker counts, if the file says so. Beside a heartbeat it is the
    /// heartbeat's.
    pub fn given_window(&mut self) -> Option<Duration> {
        (self.window.is_some() && !self.table.has("heartbeat")).then(|| self.window())
    }

    /// The same, or five minutes.
    pub fn window(&mut self) -> Duration {
        let window = self.window.unwrap_or(DEFAULT_WINDOW);
        self.keep("window", Setting::Time(window));
        window
    }

    /// A text that is not empty.
    pub fn text(&mut self, key: &'static str, default: &str) -> String {
        let given = self.given(key, Table::text).map(|t| t.value);
        let value = given.unwrap_or_else(|| default.to_owned());
        self.keep(key, Setting::Text(value.clone()));
        value
    }

    /// A text that may be empty.
    pub fn text_or_empty(&mut self, key: &'static str, default: &str) -> String {
        let given = self.given(key, Table::text_or_empty).map(|t| t.value);
        let value = given.unwrap_or_else(|| default.to_owned());
        self.keep(key, Setting::Text(value.clone()));
        value
    }

    /// A text that need not be there.
    pub fn optional(&mut self, key: &'static str) -> Option<String> {
        let value = self.given(key, Table::text).map(|t| t.value)?;
        self.keep(key, Setting::Text(value.clone()));
        Some(value)
    }

    /// A text that must be there; `example` is a line that would be right. Nothing only if that was noted.
    pub fn required_text(&mut self, key: &'static str, example: &'static str) -> Option<String> {
        self.require(key, example);
        self.optional(key)
    }

    /// A list of names, none twice; a single text is a list of one. Empty if the file has none.
    pub fn names(&mut self, key: &'static str) -> Vec<String> {
        let given = self.given(key, Table::texts);
        let names = self.each_once(given.as_deref());
        if !names.is_empty() {
            self.keep(key, Setting::List(names.clone()));
        }
        names
    }

    /// A text that must be there and may be empty.
    pub fn required_text_or_empty(&mut self, key: &'static str, example: &'static str) -> String {
        self.require(key, example);
        self.text_or_empty(key, "")
    }

    /// A list of names, none twice; without it this one.
    pub fn names_or(&mut self, key: &'static str, default: &str) -> Vec<String> {
        let names = self.names(key);
        if !names.is_empty() {
            return names;
        }
        let names = vec![default.to_owned()];
        self.keep(key, Setting::List(names.clone()));
        names
    }

    /// A list of names that must be there.
    pub fn required_names(&mut self, key: &'static str, example: &'static str) -> Vec<String> {
        self.require(key, example);
        self.names(key)
    }

    /// `true` or `false`.
    pub fn boolean(&mut self, key: &'static str, default: bool) -> bool {
        let value = self.given(key, Table::boolean).unwrap_or(default);
        self.keep(key, Setting::Truth(value));
        value
    }

    /// A whole number.
    pub fn number(&mut self, key: &'static str, limits: RangeInclusive<u32>, default: u32) -> u32 {
        let given = self.given(key, |table, key| table.number(key, *limits.start(), *limits.end()));
        let value = given.unwrap_or(default);
        self.keep(key, Setting::Number(value));
        value
    }

    /// A duration, if the file says so.
    pub fn given_duration(
        &mut self,
        key: &'static str,
        limits: &RangeInclusive<Duration>,
    ) -> Option<Duration> {
        let (value, _) = self.given(key, |table, key| table.duration(key, limits, *limits.start()))?;
        self.keep(key, Setting::Time(value));
        Some(value)
    }

    /// A duration.
    pub fn duration(
        &mut self,
        key: &'static str,
        limits: &RangeInclusive<Duration>,
        default: Duration,
    ) -> Duration {
        let given = self.given(key, |table, key| table.duration(key, limits, default));
        let value = given.map_or(default, |(d, _)| d);
        self.keep(key, Setting::Time(value));
        value
    }

    /// A word of a closed list, if the file has one; `kind` with its article.
    pub fn word(
        &mut self,
        key: &'static str,
        kind: &'static str,
        known: &[&'static str],
    ) -> Option<&'static str> {
        let text = self.given(key, Table::text)?;
        let word = check::word(self.reader, &text, kind, known)?;
        self.keep(key, Setting::Text(word.to_owned()));
        Some(word)
    }

    /// The unit of scores, if the file names one.
    pub fn unit(&mut self, key: &'static str) -> Option<Unit> {
        self.word(key, "a unit", &UNITS).map(|word| if word == "s" { Unit::Seconds } else { Unit::Millis })
    }

    /// The streams that a crew serves, as `stream` or `streams`. Without a default one of them must be there.
    pub fn streams(&mut self, default: Option<&str>) -> Vec<String> {
        let stream = self.given("stream", Table::text);
        let streams = self.given("streams", Table::texts);
        if self.table.has("stream") && self.table.has("streams") {
            self.reader.fault(&self.table.place_of("streams"), Fault::StreamAndStreams);
        }
        let several = self.each_once(streams.as_deref());
        let names = match (streams, stream, default) {
            (Some(_), _, _) => several,
            (None, Some(one), _) => vec![one.value],
            (None, None, Some(default)) => vec![default.to_owned()],
            (None, None, None) => {
                if !self.table.has("streams") {
                    self.require("stream", "stream = \"jobs\"");
                }
                Vec::new()
            }
        };
        self.keep("streams", Setting::List(names.clone()));
        names
    }

    /// What a Messenger DSN says of stream, group and whether entries are deleted once acknowledged.
    pub fn messenger(&self) -> (Option<String>, Option<String>, Option<bool>) {
        match self.address {
            Some(address) => (address.stream.clone(), address.group.clone(), address.delete_after_ack),
            None => (None, None, None),
        }
    }

    /// This system is nothing without a heartbeat.
    pub fn needs_heartbeat(&mut self) {
        self.require("heartbeat", "heartbeat = \"app:workers\"");
    }

    /// Headers to send. They are not kept: their values may be secret.
    pub(super) fn headers(&mut self) -> Vec<(String, Secret)> {
        let reader = self.reader;
        let texts = self.given("headers", |table, key| Some(table.texts_by_key(key))).unwrap_or_default();
        texts.into_iter().filter_map(|(name, value)| http::header(reader, &name, &value)).collect()
    }

    /// A text that need not be there, with its place. It is not kept.
    pub(super) fn optional_text(&mut self, key: &'static str) -> Option<Text> {
        self.given(key, Table::text)
    }

    /// `true` or `false`, if the file says so. It is not kept.
    pub(super) fn optional_boolean(&mut self, key: &'static str) -> Option<bool> {
        self.given(key, Table::boolean)
    }

    /// Whether the key is there.
    pub(super) fn has(&self, key: &str) -> bool {
        self.table.has(key)
    }

    /// Where it stands, or the table if it is not there.
    pub(super) fn place_of(&self, key: &str) -> Place {
        self.table.place_of(key)
    }

    /// Says which keys nobody asked for, and gives what is in force.
    pub(super) fn finish(self) -> Vec<(&'static str, Setting)> {
        self.table.finish();
        self.settings
    }

    /// Notes what is in force, unless that was noted before.
    pub(super) fn keep(&mut self, key: &'static str, value: Setting) {
        if self.settings.iter().all(|(known, _)| *known != key) {
            self.settings.push((key, value));
        }
    }

    /// A key must be there; `example` is a line that would be right.
    pub(super) fn require(&self, key: &'static str, example: &'static str) {
        if !self.any_system && !self.table.has(key) {
            self.reader.fault(&self.table.place_of(key), Fault::Missing { example });
        }
    }

    /// The value of a key, unless another system has asked for it.
    fn given<T>(
        &mut self,
        key: &'static str,
        take: impl FnOnce(&mut Table<'a>, &'static str) -> Option<T>,
    ) -> Option<T> {
        if self.any_system && self.table.is_known(key) {
            return None;
        }
        take(&mut self.table, key)
    }

    fn each_once(&self, texts: Option<&[Text]>) -> Vec<String> {
        let mut seen = BTreeSet::new();
        for text in texts.unwrap_or_default() {
            if !seen.insert(&text.value) {
                self.reader.fault(&text.place, Fault::ListedTwice { shown: text.shown.clone() });
            }
        }
        texts.unwrap_or_default().iter().map(|t| t.value.clone()).collect()
    }
}
