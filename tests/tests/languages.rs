//! The page in other languages, as a browser shows it: ages, refreshes, drawings of time, other people's pages.

use serde_json::{Value, json};
use tests::browser::{Browser, Scripting};
use tests::gallery::{self, Hung};
use tests::headcount::{Headcount, SOON};
use tests::portal::Portal;
use tests::tab::live_tab;
use tests::wait::eventually;

/// How an age begins or ends in each language.
const AGES: [(&str, &str); 3] = [("en", " ago"), ("fr", "il y a "), ("ar", "قبل ")];

#[test]
fn ages_are_in_the_language_of_the_page_with_the_digits_of_its_numbers() {
    let states = gallery::states();
    for (tag, word) in AGES {
        let browser = live_tab(&states.url("/", &states.boards[1].in_language(tag)));
        eventually("an age", SOON, || {
            let age = browser.text(".fresh .age");
            let is_told = age.contains(word) && age.contains(|c: char| c.is_ascii_digit());
            if is_told { Ok(()) } else { Err(age) }
        });
    }
}

#[test]
fn a_browser_is_spoken_to_in_the_language_that_its_reader_likes_and_a_refresh_stays_in_it() {
    let states = gallery::states();
    let browser = Browser::speaking("fr-CH,fr,en");
    let page = states.url("/", &states.boards[1]);
    // The second time the service worker stands between.
    for visit in ["first", "second"] {
        browser.open(&page);
        eventually("the page to be live", SOON, || {
            (browser.attribute("#board", "data-live").is_some()).then_some(())
        });
        let asked = "return performance.getEntriesByType('resource').filter((e) => e.name.includes('page.json')).length";
        eventually("a refresh", SOON, || {
            (browser.execute(asked, &json!([])).as_u64() > Some(0)).then_some(())
        });
        assert_eq!(browser.attribute("html", "lang").as_deref(), Some("fr"), "{visit}");
        assert_eq!(browser.text("h1"), said_in(&states.headcount, &states.boards[1], "fr"), "{visit}");
        eventually("the service worker", SOON, || {
            let controls = "return navigator.serviceWorker.ready.then((worker) => worker.active.state)";
            (browser.execute(controls, &json!([])) == "activated").then_some(())
        });
    }
}

#[test]
fn where_one_reads_from_the_right_today_is_at_the_left_and_the_names_keep_their_direction() {
    let states = gallery::states();
    let board = states.boards.iter().find(|board| board.name == "down").unwrap().in_language("ar");
    let browser = live_tab(&states.url("/", &board));
    let seen = browser.execute(
        "const style = (part) => getComputedStyle(document.querySelector(part));
         return {
             direction: style('body').direction,
             mirrored: new DOMMatrix(style('.rows svg').transform).a,
             name: style('.q h3').unicodeBidi,
         }",
        &json!([]),
    );
    assert_eq!((&seen["direction"], &seen["mirrored"]), (&json!("rtl"), &json!(-1)), "{seen}");
    let headline = browser.text("h1");
    assert!(headline.contains("\u{2068}Background jobs\u{2069}"), "{headline}");
}

#[test]
fn the_element_in_somebodys_page_speaks_the_language_that_the_page_says_it_does() {
    let states = gallery::states();
    let page = |inside: &str| {
        let src = format!("{}/headcount.js", states.headcount.url());
        format!(
            "<!doctype html><html lang=\"fr\"><title>Portal</title><script type=\"module\" src=\"{src}\"></script>{inside}"
        )
    };
    let base = states.headcount.url();
    let portal = Portal::start();
    portal.show("/theirs", &page(&format!("<head-count src=\"{base}\"></head-count>")));
    portal.show("/own", &page(&format!("<head-count src=\"{base}\" lang=\"ar\"></head-count>")));
    let browser = Browser::start(Scripting::On);
    for (path, tag) in [("/theirs", "fr"), ("/own", "ar")] {
        browser.open(&format!("{}{path}", portal.url()));
        let expected = said_in(&states.headcount, &states.boards[0], tag);
        eventually(tag, SOON, || {
            let told = browser.execute(
                "return document.querySelector('head-count').shadowRoot?.textContent ?? ''",
                &json!([]),
            );
            let told = told.as_str().unwrap_or_default().to_owned();
            if !expected.is_empty() && told.contains(&expected) {
                Ok(())
            } else {
                Err(format!("{told} without {expected}"))
            }
        });
    }
}

/// The headline of a board in a language.
fn said_in(headcount: &Headcount, board: &Hung, tag: &str) -> String {
    let page: Value = headcount.get(&board.in_language(tag).at("/page.json")).json();
    page.pointer("/header/headline").and_then(Value::as_str).unwrap_or_default().to_owned()
}
