//! Every board there can be: the same after hydration as before, still while it loads, asking nobody else, and valid
//! HTML. A board for each example of a health document, for each state, and for names and numbers that nobody expects.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use serde_json::{Value, json};
use std::fs;
use tests::browser::{Browser, Theme};
use tests::gallery::{self, Gallery, Hung};
use tests::headcount::Headcount;
use tests::process::Folder;
use tests::tab::without_ages;
use tests::tools;

/// A phone, on which what is wide has to wrap.
const PHONE: (u32, u32) = (390, 844);

#[test]
fn hydration_changes_nothing_on_the_board_of_any_example() {
    hydration_changes_nothing(&gallery::examples());
}

#[test]
fn hydration_changes_nothing_in_any_state_and_whatever_it_is_called() {
    hydration_changes_nothing(&gallery::states());
    hydration_changes_nothing(&gallery::strange());
    hydration_changes_nothing(&gallery::crowded());
}

#[test]
fn hydration_changes_nothing_in_any_language() {
    let gallery = gallery::states();
    for tag in ["fr", "ar"] {
        hydration_changes_nothing_on(&gallery, gallery.boards.iter().map(|board| board.in_language(tag)));
    }
}

fn hydration_changes_nothing(gallery: &Gallery) {
    hydration_changes_nothing_on(gallery, gallery.boards.iter().cloned());
}

fn hydration_changes_nothing_on(gallery: &Gallery, boards: impl Iterator<Item = Hung>) {
    let browser = Browser::recording();
    browser.resize(PHONE.0, PHONE.1);
    for board in &boards.collect::<Vec<_>>() {
        browser.open_live(&gallery.url("/", board));
        stays_as_it_was_served(&browser, &gallery.headcount, &board.name);
    }
}

#[test]
fn before_the_first_round_and_with_nothing_to_watch_the_page_is_as_still_as_ever() {
    let browser = Browser::recording();
    let (unprobed, _app) = gallery::unprobed();
    for headcount in [gallery::nothing(), unprobed] {
        browser.open_live(&format!("{}/", headcount.url()));
        stays_as_it_was_served(&browser, &headcount, "without anything");
    }
}

/// Of a page that has been hydrated and has refreshed.
fn stays_as_it_was_served(browser: &Browser, headcount: &Headcount, name: &str) {
    let seen = browser.execute(
        "return { ...seen, asked: performance.getEntriesByType('resource').map((e) => e.name) }",
        &json!([]),
    );
    let (served, hydrated) = (without_ages(&seen["served"]), without_ages(&seen["hydrated"]));
    assert!(served.contains("<h1"), "{name}: {served}");
    assert_eq!(served, hydrated, "{name}");
    assert_eq!(seen["moved"], json!([]), "{name}: something moved");
    assert_eq!(browser.console(), Vec::<String>::new(), "{name}");
    let own = format!("{}/", headcount.url());
    let asked: Vec<&str> = seen["asked"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(asked.iter().any(|address| address.contains(".wasm")), "{name}: {asked:?}");
    for address in asked {
        assert!(address.starts_with(&own) || address.starts_with("data:"), "{name}: {address}");
    }
}

#[test]
fn nothing_moves_while_a_page_loads_at_any_width() {
    let gallery = gallery::states();
    let browser = Browser::recording();
    for (width, height) in [(320, 640), (360, 740), (1280, 900)] {
        browser.resize(width, height);
        for board in &gallery.boards {
            browser.open_live(&gallery.url("/", board));
            let moved = browser.execute("return seen.moved", &json!([]));
            assert_eq!(moved, json!([]), "{} at {width}", board.name);
        }
    }
}

#[test]
fn every_board_is_valid_html_and_every_picture_and_feed_is_valid_xml() {
    let folder = Folder::new();
    let browser = Browser::recording();
    for (name, gallery) in [
        ("examples", gallery::examples()),
        ("states", gallery::states()),
        ("strange", gallery::strange()),
        ("crowded", gallery::crowded()),
    ] {
        for board in &gallery.boards {
            let pages = [("page", "/"), ("embed", "/embed"), ("arabic", "/")];
            for (kind, path) in pages {
                let in_arabic = board.in_language("ar");
                let board = if kind == "arabic" { &in_arabic } else { board };
                let file = format!("{name}-{}-{kind}.html", board.name);
                fs::write(folder.at(&file), gallery.headcount.get(&board.at(path)).body).unwrap();
            }
        }
        let ops = gallery.headcount.get_as_operator("/ops");
        fs::write(folder.at(&format!("{name}-ops.html")), ops.body).unwrap();
        if name == "strange" {
            browser.open(&gallery.url("/status.txt", &gallery.boards[0]));
            for board in &gallery.boards {
                for path in ["/badge.svg", "/card.svg", "/history.atom", "/history.rss"] {
                    is_valid_xml(&browser, &gallery.headcount.get(&board.at(path)).text(), path);
                }
            }
            for (nth, query) in gallery::GARBAGE.iter().enumerate() {
                for (kind, path) in [("page", "/"), ("embed", "/embed")] {
                    let answer = gallery.headcount.get(&format!("{path}{query}"));
                    assert!([200, 404].contains(&answer.status), "{path}{query}: {}", answer.status);
                    if answer.status == 200 {
                        fs::write(folder.at(&format!("garbage-{nth}-{kind}.html")), answer.body).unwrap();
                    }
                }
            }
        }
    }
    let (unprobed, _app) = gallery::unprobed();
    for (name, headcount) in [("nothing", gallery::nothing()), ("unprobed", unprobed)] {
        fs::write(folder.at(&format!("{name}.html")), headcount.get("/").body).unwrap();
    }
    let complaints = tools::invalid(folder.path());
    assert_eq!(complaints, "");
}

#[track_caller]
fn is_valid_xml(browser: &Browser, text: &str, path: &str) {
    let parse = "const parsed = new DOMParser().parseFromString(arguments[0], 'text/xml');
        return parsed.querySelector('parsererror')?.textContent ?? ''";
    let error = browser.execute(parse, &json!([text]));
    assert_eq!(error, "", "{path}: {text}");
}

#[test]
fn whatever_is_asked_for_is_answered_and_nothing_breaks() {
    let gallery = gallery::strange();
    for query in gallery::GARBAGE {
        for path in tests::routes::BOARDS {
            let status = gallery.headcount.get(&format!("{path}{query}")).status;
            let down = *path == "/verdict" && status == 503;
            assert!(down || [200, 404].contains(&status), "{path}{query}: {status}");
        }
    }
}

#[test]
fn a_name_of_any_length_and_script_stays_inside_the_page_and_runs_nothing() {
    let browser = Browser::recording();
    for gallery in [gallery::strange(), gallery::crowded()] {
        for board in &gallery.boards {
            fits(&browser, &gallery, board);
        }
    }
}

/// Nothing is wider than the screen, in either theme, and no name has become an element.
fn fits(browser: &Browser, gallery: &Gallery, board: &Hung) {
    browser.open_live(&gallery.url("/", board));
    let scripts =
        "return document.querySelectorAll('#board script, body > svg:not(.defs), script[src]').length";
    assert_eq!(browser.execute(scripts, &json!([])), 0, "{}", board.name);
    for width in [320, 1280] {
        browser.resize(width, 800);
        browser.prefer(Theme::Dark);
        assert_eq!(overflow(browser), 0, "{} at {width}", board.name);
    }
    browser.open(&gallery.url("/embed", board));
    assert_eq!(overflow(browser), 0, "{} in a frame", board.name);
}

/// How many pixels the page is wider than the screen.
fn overflow(browser: &Browser) -> i64 {
    let script = "return Math.max(0, document.documentElement.scrollWidth - innerWidth)";
    browser.execute(script, &json!([])).as_i64().expect("a width")
}
