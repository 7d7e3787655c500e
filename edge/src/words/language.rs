//! Languages: which there are, which one a reader gets, and a sentence of the catalogue in it.
//!
//! A language is one file in `languages/`, in Fluent's syntax; its direction and the marks in its numbers stand in it
//! too. Not which sentence is said: `situation` and its neighbours decide that.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::types::{FluentNumber, FluentNumberOptions};
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use shared::page::Dir;
use std::sync::OnceLock;

// `FILES`: the tag and the text of each file in `languages/`, and `COUNT` of them.
include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// A language that the sentences exist in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Language(usize);

/// So many languages are looked at, of all that somebody claims to like.
const MOST_RANGES: usize = 64;
/// So many parts of a tag. The longest that are in use have five.
const MOST_SUBTAGS: usize = 8;

/// What stands in a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given<'a> {
    /// A name or a text that people wrote, in whatever direction.
    Name(&'a str),
    /// Words of the catalogue's own, or one of the words that a sentence chooses by.
    Words(&'a str),
    /// A number, which decides on singular and plural.
    Number(u64),
}

impl Language {
    /// The one in which everything has been written.
    pub fn english() -> Self {
        Self::named("en").unwrap_or(Self(0))
    }

    /// By its tag.
    pub fn named(tag: &str) -> Option<Self> {
        FILES.iter().position(|(known, _)| *known == tag).map(Self)
    }

    /// All there are.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..COUNT).map(Self)
    }

    /// The one there is that a browser likes best (`Accept-Language`, RFC 9110, 12.5.4; looked up as RFC 4647, 3.4, has
    /// it: `fr-CA` is content with `fr`).
    pub fn accepted(header: &str) -> Option<Self> {
        let ranges = header.split(',').take(MOST_RANGES).filter_map(|range| {
            let (tag, weight) = range.split_once(';').unwrap_or((range, "q=1"));
            let weight: f32 = weight.trim().strip_prefix(['q', 'Q'])?.strip_prefix('=')?.parse().ok()?;
            (weight > 0.0).then_some((tag.trim(), weight))
        });
        let mut ranges: Vec<(&str, f32)> = ranges.collect();
        // Of two that are liked equally, the first.
        ranges.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        ranges.into_iter().find_map(|(tag, _)| Self::looked_up(&tag.to_ascii_lowercase()))
    }

    fn looked_up(tag: &str) -> Option<Self> {
        let tags = core::iter::successors(Some(tag), |tag| Some(tag.rsplit_once('-')?.0));
        tags.take(MOST_SUBTAGS).find_map(Self::named)
    }

    /// Its tag (BCP 47): `fr`.
    pub fn tag(self) -> &'static str {
        FILES.get(self.0).map_or("en", |(tag, _)| *tag)
    }

    /// Its file.
    #[cfg(test)]
    pub(super) fn text(self) -> &'static str {
        FILES[self.0].1
    }

    /// In which direction it is written.
    pub fn direction(self) -> Dir {
        if self.about(|loaded| loaded.right_to_left).unwrap_or(false) { Dir::Rtl } else { Dir::Ltr }
    }

    /// A sentence of the catalogue; in English where this language lacks it.
    pub(super) fn say(self, id: &str, given: &[(&'static str, Given<'_>)]) -> String {
        let here = self.about(|loaded| loaded.say(id, given)).flatten();
        here.or_else(|| Self::english().about(|loaded| loaded.say(id, given)).flatten()).unwrap_or_default()
    }

    /// A whole number with the marks between its thousands: "4,812".
    pub(super) fn number(self, n: u64) -> String {
        self.about(|loaded| loaded.marked(&grouped(&n.to_string()))).unwrap_or_default()
    }

    /// The mark before decimals.
    pub(super) fn decimal_mark(self) -> &'static str {
        self.about(|loaded| loaded.decimal_mark.as_str()).unwrap_or(".")
    }

    fn about<T>(self, ask: impl FnOnce(&'static Loaded) -> T) -> Option<T> {
        static LOADED: [OnceLock<Loaded>; COUNT] = [const { OnceLock::new() }; COUNT];
        let (tag, text) = FILES.get(self.0)?;
        LOADED.get(self.0).map(|loaded| ask(loaded.get_or_init(|| Loaded::new(tag, text))))
    }
}

/// A language that has been read.
struct Loaded {
    tag: &'static str,
    bundle: FluentBundle<FluentResource>,
    right_to_left: bool,
    thousands_mark: String,
    decimal_mark: String,
}

/// Stands for the mark between thousands until the language's own takes its place: what formats a number knows no
/// language.
const THOUSANDS: char = '\u{1f}';

/// Around a name, so that its direction ends with it (Unicode, UAX 9).
const ISOLATE: [char; 2] = ['\u{2068}', '\u{2069}'];

impl Loaded {
    fn new(tag: &'static str, text: &str) -> Self {
        let mut bundle = FluentBundle::new_concurrent(tag.parse().into_iter().collect());
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(|value, _| match value {
            FluentValue::Number(number) => Some(grouped(&written(number))),
            _ => None,
        }));
        // A mistake in a file is found by the catalogue's own test; what could be read is used.
        let resource = FluentResource::try_new(text.to_owned()).unwrap_or_else(|(read, _)| read);
        bundle.add_resource_overriding(resource);
        let mut loaded = Self {
            tag,
            bundle,
            right_to_left: false,
            thousands_mark: String::new(),
            decimal_mark: String::new(),
        };
        let word = |id: &str| loaded.say(id, &[]).unwrap_or_default();
        let [direction, thousands_mark, decimal_mark] =
            ["direction", "thousands-mark", "decimal-mark"].map(word);
        loaded.right_to_left = direction == "rtl";
        loaded.thousands_mark = thousands_mark;
        loaded.decimal_mark = decimal_mark;
        loaded
    }

    fn say(&self, id: &str, given: &[(&'static str, Given<'_>)]) -> Option<String> {
        let pattern = self.bundle.get_message(id)?.value()?;
        let given: FluentArgs<'_> = given.iter().map(|(name, given)| (*name, self.value(*given))).collect();
        let mut missed = Vec::new();
        let said = self.bundle.format_pattern(pattern, Some(&given), &mut missed);
        debug_assert!(missed.is_empty(), "{id}: {missed:?}");
        Some(self.marked(&said))
    }

    fn value<'a>(&self, given: Given<'a>) -> FluentValue<'a> {
        match given {
            Given::Name(name) if self.right_to_left || name.contains(is_right_to_left) => {
                let [begin, end] = ISOLATE;
                FluentValue::from(format!("{begin}{name}{end}"))
            }
            Given::Name(text) | Given::Words(text) => FluentValue::from(text),
            Given::Number(n) if self.tag == "ar" => FluentValue::Number(chosen_by_hundreds(n)),
            Given::Number(n) => FluentValue::from(n),
        }
    }

    fn marked(&self, text: &str) -> String {
        text.replace(THOUSANDS, &self.thousands_mark)
    }
}

/// Whether a letter is written from right to left: Hebrew, Arabic and their neighbours, and their older forms.
const fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

/// A number of which the last two digits choose the plural, from 3 on, as Arabic has it in CLDR: 103 is told as 3 is.
/// The rule in `intl_pluralrules` 7.0.2 has lost its remainder, so it gets that of the number, and the number to write
/// travels in an option that nothing else reads.
fn chosen_by_hundreds(n: u64) -> FluentNumber {
    match n % 100 {
        rest @ 3.. if n > 100 => {
            let written =
                FluentNumberOptions { currency: Some(n.to_string()), ..FluentNumberOptions::default() };
            FluentNumber { options: written, ..FluentNumber::from(rest) }
        }
        _ => FluentNumber::from(n),
    }
}

fn written(number: &FluentNumber) -> String {
    number.options.currency.clone().unwrap_or_else(|| number.as_string().into_owned())
}

/// The digits of a whole number, in groups of three.
fn grouped(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (nth, digit) in digits.chars().enumerate() {
        if nth > 0 && (digits.len() - nth).is_multiple_of(3) {
            out.push(THOUSANDS);
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(header: &str) -> Option<&'static str> {
        Language::accepted(header).map(Language::tag)
    }

    #[test]
    fn a_header_of_any_length_is_answered() {
        for part in ["-", "a-", ",", ";", "fr;q=0,", "a-a-a-a-a-a-a-a-a,", "-fr,"] {
            assert_eq!(accepted(&part.repeat(1_000_000)), None, "{part}");
        }
        assert_eq!(accepted(&format!("fr{}", "-x".repeat(1_000_000))), None);
        assert_eq!(accepted("fr-Latn-CA-u-nu-latn,en;Q=0.9"), Some("fr"));
    }

    #[test]
    fn a_reader_gets_the_language_that_is_liked_best_of_those_there_are() {
        for (header, tag) in [
            ("fr", "fr"),
            ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
            ("en;q=0.1, ar-EG;q=0.7", "ar"),
            ("tlh, de;q=0.9, AR;q=0.2", "ar"),
            ("fr;q=0, en", "en"),
            ("en-GB-oed", "en"),
        ] {
            assert_eq!(accepted(header), Some(tag), "{header}");
        }
        for header in ["", "*", "tlh", "fr;q=0", "fr;q=high", ";;,,", "\u{0}"] {
            assert_eq!(accepted(header), None, "{header}");
        }
    }
}
