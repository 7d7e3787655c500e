//! The TOML file as tables that know where they stand: every value is asked for by its key, what nobody asked
//! for is an unknown key, and each mistake is noted with its line.
//!
//! Not what keys there are, nor what they mean.

use super::HostKind;
use super::duration;
use super::fault::{ConfigError, Fault};
use super::nearest::nearest;
use super::variables::{Variables, replace};
use core::cell::RefCell;
use core::ops::RangeInclusive;
use core::time::Duration;
use shared::order;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What one parse goes by, and the mistakes found so far.
pub(super) struct Reader<'a> {
    text: &'a str,
    file: &'a str,
    pub(super) host: HostKind,
    pub(super) variables: &'a dyn Variables,
    faults: RefCell<Vec<(Place, Fault)>>,
}

/// Where something stands.
#[derive(Clone, Debug)]
pub(super) struct Place {
    offset: usize,
    key: String,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, file: &'a str, host: HostKind, variables: &'a dyn Variables) -> Self {
        Self { text, file, host, variables, faults: RefCell::new(Vec::new()) }
    }

    /// Notes a mistake.
    pub(super) fn fault(&self, place: &Place, fault: Fault) {
        self.faults.borrow_mut().push((place.clone(), fault));
    }

    /// Whether nothing was wrong so far.
    pub(super) fn is_clean(&self) -> bool {
        self.faults.borrow().is_empty()
    }

    /// Whether nothing was wrong so far but variables without a value: what follows from a wrong value is not
    /// worth a second complaint.
    pub(super) fn is_sound(&self) -> bool {
        self.faults.borrow().iter().all(|(_, fault)| matches!(fault, Fault::MissingVariable { .. }))
    }

    /// The line a place is in, from 1.
    pub(super) fn line(&self, place: &Place) -> usize {
        let before = self.text.as_bytes().iter().take(place.offset);
        before.filter(|b| **b == b'\n').count().saturating_add(1)
    }

    /// Notes that the text is not TOML.
    pub(super) fn syntax(&self, error: &toml::de::Error) {
        let offset = error.span().map_or(0, |span| span.start);
        // Some of the library's messages have a second line; one line is what we promise.
        let words = error.message().lines().collect::<Vec<_>>().join("; ");
        self.fault(
            &Place { offset, key: String::new() },
            Fault::Syntax(words.chars().flat_map(printable).collect()),
        );
    }

    /// The mistakes in the order of the file.
    pub(super) fn into_errors(self) -> Vec<ConfigError> {
        let mut errors: Vec<ConfigError> = self
            .faults
            .borrow()
            .iter()
            .map(|(place, fault)| ConfigError {
                file: self.file.to_owned(),
                line: self.line(place),
                key: place.key.clone(),
                fault: fault.clone(),
            })
            .collect();
        order::sort_by(&mut errors, |one, other| one.line.cmp(&other.line));
        errors
    }
}

/// A text of the file with its variables replaced.
#[derive(Clone, Debug)]
pub(super) struct Text {
    /// With variables replaced.
    pub(super) value: String,
    /// As the file has it, quoted and short: fit for an error.
    pub(super) shown: String,
    /// Whether a part of `value` must not be shown.
    pub(super) from_variable: bool,
    pub(super) place: Place,
}

/// One table of the file.
pub(super) struct Table<'r> {
    reader: &'r Reader<'r>,
    pub(super) place: Place,
    entries: &'r DeTable<'r>,
    known: Vec<&'static str>,
}

impl<'r> Table<'r> {
    pub(super) fn root(reader: &'r Reader<'r>, table: &'r Spanned<DeTable<'r>>) -> Self {
        Self {
            reader,
            place: Place { offset: 0, key: String::new() },
            entries: table.get_ref(),
            known: Vec::new(),
        }
    }

    /// A text that is not empty.
    pub(super) fn text(&mut self, key: &'static str) -> Option<Text> {
        let text = self.text_or_empty(key)?;
        if text.value.trim().is_empty() {
            self.reader.fault(&text.place, Fault::Empty);
            return None;
        }
        Some(text)
    }

    /// A text that must be there; `example` is a line that would be right.
    pub(super) fn required(&mut self, key: &'static str, example: &'static str) -> Option<Text> {
        if !self.has(key) {
            self.known.push(key);
            self.reader.fault(&self.place_of_missing(key), Fault::Missing { example });
            return None;
        }
        self.text(key)
    }

    /// A text that may be empty.
    pub(super) fn text_or_empty(&mut self, key: &'static str) -> Option<Text> {
        let (place, value) = self.take(key)?;
        self.as_text(place, value)
    }

    /// A date and time, as TOML has them or in quotes.
    pub(super) fn date(&mut self, key: &'static str) -> Option<Text> {
        let value = match self.entries.get(key).map(Spanned::get_ref) {
            Some(DeValue::Datetime(date)) => date.to_string(),
            _ => return self.text(key),
        };
        let (place, _) = self.take(key)?;
        Some(Text { shown: value.clone(), value, from_variable: false, place })
    }

    /// A list of texts, none empty; a single text counts as a list of one.
    pub(super) fn texts(&mut self, key: &'static str) -> Option<Vec<Text>> {
        let (place, value) = self.take(key)?;
        let items = match value.get_ref() {
            DeValue::Array(items) => items.iter().collect(),
            _ => vec![value],
        };
        if items.is_empty() {
            self.reader.fault(&place, Fault::Empty);
        }
        let texts = items.into_iter().filter_map(|item| {
            let place = Place { offset: item.span().start, key: place.key.clone() };
            let text = self.as_text(place, item)?;
            if text.value.trim().is_empty() {
                self.reader.fault(&text.place, Fault::Empty);
                return None;
            }
            Some(text)
        });
        Some(texts.collect())
    }

    /// A duration within limits; a wrong one is noted with `example`.
    pub(super) fn duration(
        &mut self,
        key: &'static str,
        limits: &RangeInclusive<Duration>,
        example: Duration,
    ) -> Option<(Duration, Text)> {
        let text = self.text(key)?;
        let shown = text.shown.clone();
        let fault = match duration::parse(&text.value) {
            None => Fault::NotADuration { shown },
            Some(d) if d < *limits.start() => Fault::TooShort { shown, least: *limits.start(), example },
            Some(d) if d > *limits.end() => Fault::TooLong { shown, most: *limits.end(), example },
            Some(d) => return Some((d, text)),
        };
        self.reader.fault(&text.place, fault);
        None
    }

    /// A whole number within limits.
    pub(super) fn number(&mut self, key: &'static str, least: u32, most: u32) -> Option<u32> {
        let (place, value) = self.take(key)?;
        let DeValue::Integer(digits) = value.get_ref() else {
            self.wrong_type(&place, value, "a whole number without quotes");
            return None;
        };
        let number = u32::from_str_radix(digits.as_str(), digits.radix()).ok();
        let within = number.filter(|n| (least..=most).contains(n));
        if within.is_none() {
            let shown = short(digits.as_str());
            let fault = Fault::OutOfRange { shown, least: least.into(), most: most.into() };
            self.reader.fault(&place, fault);
        }
        within
    }

    /// `true` or `false`.
    pub(super) fn boolean(&mut self, key: &'static str) -> Option<bool> {
        let (place, value) = self.take(key)?;
        let found = value.get_ref().as_bool();
        if found.is_none() {
            self.wrong_type(&place, value, "true or false without quotes");
        }
        found
    }

    /// A table below this one.
    pub(super) fn table(&mut self, key: &'static str) -> Option<Table<'r>> {
        let (place, value) = self.take(key)?;
        let found = value.get_ref().as_table();
        if found.is_none() {
            self.wrong_type(&place, value, "a table");
        }
        Some(Table { reader: self.reader, place, entries: found?, known: Vec::new() })
    }

    /// A list of tables below this one.
    pub(super) fn tables(&mut self, key: &'static str) -> Vec<Table<'r>> {
        let Some((place, value)) = self.take(key) else { return Vec::new() };
        let Some(items) = value.get_ref().as_array() else {
            self.wrong_type(&place, value, "a list of tables: two brackets on each side");
            return Vec::new();
        };
        let mut tables = Vec::new();
        for item in items {
            let place = Place { offset: item.span().start, key: place.key.clone() };
            match item.get_ref().as_table() {
                Some(entries) => {
                    tables.push(Table { reader: self.reader, place, entries, known: Vec::new() });
                }
                None => self.wrong_type(&place, item, "a table"),
            }
        }
        tables
    }

    /// Texts by keys that are the user's own.
    pub(super) fn texts_by_key(&mut self, key: &'static str) -> Vec<(String, Text)> {
        let Some(table) = self.table(key) else { return Vec::new() };
        let mut texts = Vec::new();
        for (name, value) in table.entries {
            let key = format!("{}.{}", table.place.key, short(name.get_ref()));
            let place = Place { offset: name.span().start, key };
            if let Some(text) = table.as_text(place, value) {
                texts.push((name.get_ref().to_string(), text));
            }
        }
        texts
    }

    /// Notes a mistake about this table as a whole.
    pub(super) fn fault(&self, fault: Fault) {
        self.reader.fault(&self.place, fault);
    }

    /// Where a key of this table stands, or the table if it is not there.
    pub(super) fn place_of(&self, key: &str) -> Place {
        let found = self.entries.iter().find(|(name, _)| name.get_ref() == key);
        let mut place = self.place_of_missing(key);
        if let Some((name, _)) = found {
            place.offset = name.span().start;
        }
        place
    }

    /// Whether the key is there at all.
    pub(super) fn has(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    /// Whether somebody has asked for the key.
    pub(super) fn is_known(&self, key: &str) -> bool {
        self.known.contains(&key)
    }

    /// How many there are of a table that may be there once, or of one that may be listed.
    pub(super) fn count(&self, key: &str) -> usize {
        length(self.entries, key)
    }

    /// The sum of something that each table of a list has.
    pub(super) fn sum_of_each(&self, key: &str, of: impl Fn(&DeTable<'_>) -> usize) -> usize {
        let list = self.entries.get(key).and_then(|value| value.get_ref().as_array());
        list.map_or(0, |items| items.iter().map(|item| item.get_ref().as_table().map_or(1, &of)).sum())
    }

    /// How many there are of a list in a table below this one.
    pub(super) fn count_below(&self, table: &str, key: &str) -> usize {
        let below = self.entries.get(table).and_then(|value| value.get_ref().as_table());
        let list = below.and_then(|below| below.get(key)).and_then(|value| value.get_ref().as_array());
        list.map_or(0, |items| items.len())
    }

    /// Lets a key be known that nobody asked for.
    pub(super) fn know(&mut self, key: &'static str) {
        self.known.push(key);
    }

    /// Says which keys nobody asked for. Call it last.
    pub(super) fn finish(self) {
        for name in self.entries.keys().filter(|name| !self.known.contains(&name.get_ref().as_ref())) {
            let mut place = self.place_of_missing(&short(name.get_ref()));
            place.offset = name.span().start;
            let nearest = nearest(name.get_ref(), self.known.iter().copied());
            let mut known = self.known.clone();
            order::sort(&mut known);
            known.dedup();
            let nearest = nearest.and_then(|n| known.iter().copied().find(|k| *k == n));
            self.reader.fault(&place, Fault::UnknownKey { nearest, known });
        }
    }

    fn take(&mut self, key: &'static str) -> Option<(Place, &'r Spanned<DeValue<'r>>)> {
        self.known.push(key);
        let entries: &'r DeTable<'r> = self.entries;
        let value = entries.get(key)?;
        Some((self.place_of(key), value))
    }

    fn place_of_missing(&self, key: &str) -> Place {
        let at = &self.place.key;
        let key = if at.is_empty() { key.to_owned() } else { format!("{at}.{key}") };
        Place { offset: self.place.offset, key }
    }

    fn as_text(&self, place: Place, value: &Spanned<DeValue<'_>>) -> Option<Text> {
        let Some(raw) = value.get_ref().as_str() else {
            self.wrong_type(&place, value, "a text in quotes");
            return None;
        };
        match replace(raw, self.reader.host, self.reader.variables) {
            Ok(value) => {
                let from_variable = raw.contains("${");
                Some(Text { value, shown: format!("\"{}\"", short(raw)), from_variable, place })
            }
            Err(faults) => {
                for fault in faults {
                    self.reader.fault(&place, fault);
                }
                None
            }
        }
    }

    fn wrong_type(&self, place: &Place, value: &Spanned<DeValue<'_>>, wanted: &'static str) {
        let found = match value.get_ref() {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) | DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.reader.fault(place, Fault::WrongType { found, wanted });
    }
}

/// How many there are of what may be there once or be listed.
pub(super) fn length(table: &DeTable<'_>, key: &str) -> usize {
    let found = table.get(key).map(Spanned::get_ref);
    found.map_or(0, |value| value.as_array().map_or(1, |items| items.len()))
}

/// At most 60 characters, none that breaks a line.
fn short(text: &str) -> String {
    let mut out: String = text.chars().take(60).flat_map(printable).collect();
    if text.chars().nth(60).is_some() {
        out.push('…');
    }
    out
}

fn printable(c: char) -> impl Iterator<Item = char> {
    let safe = !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}');
    core::iter::once(if safe { c } else { '\u{fffd}' })
}
