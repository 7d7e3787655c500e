//! Which language an answer is in, and that it is in no other.

use super::super::Response;
use super::super::specimen::{asked as answered, everything, header, request_for, site, states};
use super::*;
use serde_json::Value;
use shared::board::Board;

fn answer(board: &Board, target: &str, accept_language: &str) -> Response {
    answered(&site(), board, &Request { accept_language, ..request_for(target) })
}

fn text(board: &Board, target: &str, accept_language: &str) -> String {
    String::from_utf8(answer(board, target, accept_language).body).unwrap()
}

const FOR_PEOPLE: [&str; 5] = ["/", "/offline", "/page.json", "/embed", "/status.txt"];
const FOR_PROGRAMS: [&str; 7] = [
    "/status.json",
    "/badge.svg",
    "/badge.json",
    "/card.svg",
    "/history.atom",
    "/api/v2/summary.json",
    "/api/v1/endpoints/statuses",
];

#[test]
fn people_are_spoken_to_in_the_language_that_their_browser_likes_and_caches_are_told() {
    let (_, board) = states().remove(3);
    for path in FOR_PEOPLE {
        let french = answer(&board, path, "fr-CH, fr;q=0.9, en;q=0.8");
        assert_eq!(header(&french, "content-language"), "fr", "{path}");
        assert_eq!(header(&french, "vary"), "accept-language", "{path}");
        let english = answer(&board, path, "de");
        assert_eq!(header(&english, "content-language"), "en", "{path}");
        // A frame has no validator.
        assert!(path == "/embed" || header(&french, "etag") != header(&english, "etag"), "{path}");
        assert_ne!(french.body, english.body, "{path}");
    }
}

#[test]
fn what_programs_read_is_in_the_language_of_the_page_unless_the_address_names_one() {
    let board = everything();
    for path in FOR_PROGRAMS {
        let plain = answer(&board, path, "");
        assert_eq!(answer(&board, path, "fr"), plain, "{path}");
        assert_ne!(answer(&board, &format!("{path}?lang=fr"), "").body, plain.body, "{path}");
    }
}

#[test]
fn what_the_address_names_comes_before_what_the_browser_likes_and_nonsense_is_passed_over() {
    let board = everything();
    for (target, liked, tag) in [
        ("/?lang=ar", "fr", "ar"),
        ("/?service=planner&lang=fr-BE", "ar", "fr"),
        ("/?lang=tlh", "fr", "fr"),
        ("/?lang=", "", "en"),
        ("/?lang=%00%3Cscript%3E", "*", "en"),
    ] {
        assert_eq!(header(&answer(&board, target, liked), "content-language"), tag, "{target}");
    }
    assert!(text(&board, "/?lang=ar", "").contains("<html lang=\"ar\" dir=\"rtl\">"));
    assert!(text(&board, "/?lang=fr", "").contains("<html lang=\"fr\" dir=\"ltr\">"));
}

#[test]
fn the_other_forms_that_a_page_links_to_stay_in_the_language_it_was_asked_for_in() {
    let page = text(&everything(), "/?service=planner&lang=fr", "");
    for path in ["/status.txt", "/status.json", "/history.atom"] {
        assert!(page.contains(&format!("{path}?service=planner&amp;lang=fr\"")), "{path}");
    }
}

/// Every text in a document, but for keys and what is no word for people.
fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(all) => all.iter().for_each(|one| texts(one, found)),
        Value::Object(all) => {
            let words = all.iter().filter(|(key, _)| !NO_WORDS.contains(&key.as_str()));
            words.for_each(|(_, value)| texts(value, found));
        }
        _ => {}
    }
}

const NO_WORDS: [&str; 6] = ["tone", "id", "href", "lang", "dir", "seats"];

/// What people called things, and what is written the same everywhere.
const NAMES: [&str; 22] = [
    "Trip planner",
    "Background jobs",
    "Database",
    "Live updates",
    "Search",
    "Shop",
    "Work on the network",
    "Work on the database",
    "Restarting the workers",
    crate::words::tests::IMPACT,
    "Europe/Paris",
    "Redis",
    "JSON",
    "UTC",
    "postgres",
    "messenger",
    "Messenger",
    "mercure",
    "search",
    "Postgres",
    "planner",
    "shop",
];

/// A text without markup, names and marks.
fn bare(text: &str) -> String {
    let mut words = String::new();
    let mut is_tag = false;
    for c in text.chars() {
        match c {
            '<' => is_tag = true,
            '>' => is_tag = false,
            _ if !is_tag => words.push(c),
            _ => {}
        }
    }
    let words = NAMES.iter().fold(words, |words, name| words.replace(name, ""));
    words.chars().filter(|c| c.is_alphabetic() || *c == ' ').collect::<String>().trim().to_owned()
}

fn boards() -> Vec<Board> {
    states().into_iter().map(|(_, board)| board).chain([everything()]).collect()
}

/// The texts of a page's model.
fn page(board: &Board, tag: &str) -> Vec<String> {
    let model: Value = serde_json::from_str(&text(board, &format!("/page.json?lang={tag}"), "")).unwrap();
    let mut found = Vec::new();
    texts(&model, &mut found);
    found
}

#[test]
fn on_an_arabic_page_no_latin_word_is_left_that_is_no_name() {
    for board in boards() {
        for text in page(&board, "ar").iter().chain([&text(&board, "/status.txt?lang=ar", "")]) {
            let left: String = bare(text).chars().filter(char::is_ascii_alphabetic).collect();
            assert!(left.is_empty(), "{left:?} in {text:?}");
        }
    }
}

#[test]
fn on_a_french_page_nothing_reads_as_it_does_in_english() {
    for board in boards() {
        for (french, english) in page(&board, "fr").iter().zip(page(&board, "en")) {
            let same = bare(french);
            // A word may be the same in both; a sentence may not.
            assert!(same != bare(&english) || !same.contains(' '), "{french:?}");
        }
    }
}
