//! Every language says everything, with what belongs into it, in all its plurals; and nothing of another shines through.

use super::super::language::{Given, Language};
use super::super::{Locale, alert, elsewhere, history, labels, say, time};
use super::{PublicBoard, START, Watch, heard, planner, speak, up, workers};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};
use fluent_syntax::parser::parse;
use intl_pluralrules::{PluralCategory, PluralRuleType, PluralRules};
use shared::page::Dir;
use std::collections::{BTreeMap, BTreeSet};
use unic_langid::LanguageIdentifier;

/// All lists of sentences.
fn said() -> impl Iterator<Item = &'static (&'static str, &'static [&'static str])> {
    [
        time::SAID,
        say::SAID,
        say::application::SAID,
        say::board::SAID,
        say::event::SAID,
        say::incident::SAID,
        say::maintenance::SAID,
        say::source::SAID,
        say::well::SAID,
        say::workers::SAID,
        labels::SAID,
        history::SAID,
        elsewhere::SAID,
        alert::SAID,
    ]
    .into_iter()
    .flatten()
}

/// What a message says, with everything in it that it asks for.
#[derive(Default)]
struct Asks {
    given: BTreeSet<String>,
    /// The plurals of each choice between plurals.
    plurals: Vec<BTreeSet<String>>,
}

impl Asks {
    fn pattern(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                self.expression(expression);
            }
        }
    }

    fn expression(&mut self, expression: &Expression<&str>) {
        match expression {
            Expression::Inline(inline) => self.inline(inline),
            Expression::Select { selector, variants } => {
                self.inline(selector);
                let keys = variants.iter().filter_map(|variant| match &variant.key {
                    VariantKey::Identifier { name } => Some((*name).to_owned()),
                    VariantKey::NumberLiteral { .. } => None,
                });
                let keys: BTreeSet<String> = keys.collect();
                if keys.iter().any(|key| PLURALS.iter().any(|(_, name)| name == key && name != &"other")) {
                    self.plurals.push(keys);
                }
                for variant in variants {
                    self.pattern(&variant.value);
                }
            }
        }
    }

    fn inline(&mut self, inline: &InlineExpression<&str>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.given.insert(id.name.to_owned());
            }
            InlineExpression::Placeable { expression } => self.expression(expression),
            _ => {}
        }
    }
}

const PLURALS: [(PluralCategory, &str); 6] = [
    (PluralCategory::ZERO, "zero"),
    (PluralCategory::ONE, "one"),
    (PluralCategory::TWO, "two"),
    (PluralCategory::FEW, "few"),
    (PluralCategory::MANY, "many"),
    (PluralCategory::OTHER, "other"),
];

/// Those that numbers of up to three digits have in a language.
fn plurals(language: Language) -> BTreeSet<String> {
    let tag: LanguageIdentifier = language.tag().parse().unwrap();
    let rules = PluralRules::create(tag, PluralRuleType::CARDINAL).unwrap();
    let name = |n: u32| {
        let category = rules.select(n).unwrap();
        PLURALS.iter().find(|(known, _)| *known == category).unwrap().1.to_owned()
    };
    (0..1000).map(name).collect()
}

/// Every message of a language's file.
fn messages(language: Language) -> BTreeMap<String, Asks> {
    let resource = parse(language.text()).unwrap_or_else(|(_, faults)| panic!("{language:?}: {faults:?}"));
    let mut messages = BTreeMap::new();
    for entry in &resource.body {
        match entry {
            Entry::Message(message) => {
                let mut asks = Asks::default();
                asks.pattern(message.value.as_ref().unwrap());
                assert!(messages.insert(message.id.name.to_owned(), asks).is_none(), "{}", message.id.name);
            }
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            other => panic!("{language:?}: {other:?}"),
        }
    }
    messages
}

const ABOUT_ITSELF: [&str; 3] = ["direction", "thousands-mark", "decimal-mark"];

#[test]
fn every_language_says_everything_and_nothing_that_nobody_says() {
    let mut expected: Vec<&str> = said().map(|(id, _)| *id).chain(ABOUT_ITSELF).collect();
    expected.sort_unstable();
    let unique: BTreeSet<&str> = expected.iter().copied().collect();
    assert_eq!(unique.len(), expected.len(), "a message has one function");
    for language in Language::all() {
        let there = messages(language);
        let there: BTreeSet<&str> = there.keys().map(String::as_str).collect();
        let missing: Vec<&&str> = unique.difference(&there).collect();
        let needless: Vec<&&str> = there.difference(&unique).collect();
        assert!(
            missing.is_empty() && needless.is_empty(),
            "{language:?}: lacks {missing:?}, has {needless:?}"
        );
    }
}

#[test]
fn everything_that_belongs_into_a_sentence_stands_in_it_in_every_language() {
    for language in Language::all() {
        let messages = messages(language);
        for (id, given) in said() {
            let given: BTreeSet<String> = given.iter().map(ToString::to_string).collect();
            // What one message says in the words of another, it is given for that other.
            let asked = &messages[*id].given;
            assert!(asked.is_subset(&given), "{language:?}: {id} asks for {asked:?} of {given:?}");
            if !id.starts_with("time-day_of") {
                assert_eq!(*asked, given, "{language:?}: {id}");
            }
        }
    }
}

#[test]
fn a_choice_between_plurals_has_all_of_the_languages() {
    for language in Language::all() {
        let all = plurals(language);
        for (id, asks) in messages(language) {
            for there in asks.plurals {
                assert!(there.is_superset(&all), "{language:?}: {id} has {there:?} of {all:?}");
            }
        }
    }
}

#[test]
fn every_sentence_can_be_said_with_any_number_and_any_name() {
    for language in Language::all() {
        let l = Locale::new(language, "UTC");
        for (id, given) in said() {
            for n in [0, 1, 2, 3, 11, 100, 4812, 9_007_199_254_740_992] {
                // Which kinds they are is the compiler's to say; as a number each can be said.
                let given: Vec<(&'static str, Given<'_>)> =
                    given.iter().map(|name| (*name, Given::Number(n))).collect();
                let text = l.say(id, &given);
                assert!(!text.is_empty() && !text.contains('\u{1f}'), "{language:?}: {id}: {text:?}");
            }
        }
    }
}

#[test]
fn arabic_has_six_plurals_and_runs_from_right_to_left() {
    let arabic = Language::named("ar").unwrap();
    assert_eq!((arabic.direction(), plurals(arabic).len()), (Dir::Rtl, 6));
    let l = Locale::new(arabic, "UTC");
    let told: BTreeSet<String> = [1, 2, 3, 11, 100]
        .iter()
        .map(|n| time::spoken_minutes(&l, *n).chars().filter(|c| c.is_alphabetic()).collect())
        .collect();
    let written = |n| l.say("time-spoken_days", &[("n", Given::Number(n))]);
    assert_eq!(written(103), written(3).replace('3', "103"));
    assert_eq!(written(1_111), written(11).replace("11", "1,111"));
    assert_ne!(written(101).replace("101", "1"), written(1));
    assert_eq!(told.len(), 4, "one, two, a few, many; a hundred is like one: {told:?}");
}

#[test]
fn numbers_have_the_marks_of_their_language() {
    for (tag, number) in [("en", "1,234,567"), ("fr", "1\u{202f}234\u{202f}567"), ("ar", "1,234,567")] {
        assert_eq!(Language::named(tag).unwrap().number(1_234_567), number, "{tag}");
    }
}

#[test]
fn a_name_keeps_its_own_direction_in_a_sentence_that_runs_the_other_way() {
    let told = |tag| {
        let l = Locale::new(Language::named(tag).unwrap(), "UTC");
        let mut watch = Watch::over([planner()]);
        watch.hear([heard("planner", up(), [workers(START, 0, 58)])]);
        let board = PublicBoard::of(&watch.look(), |nth| labels::dependency_number(&l, nth));
        speak(&l, &board).headline
    };
    assert!(told("ar").contains("\u{2068}Background jobs\u{2069}"), "{}", told("ar"));
    assert!(!told("en").contains('\u{2068}'), "{}", told("en"));
    let works = |name| say::works(&Locale::english("UTC"), name);
    assert_eq!(works("\u{645}\u{647}\u{627}\u{645}"), "\u{2068}\u{645}\u{647}\u{627}\u{645}\u{2069} works");
}
