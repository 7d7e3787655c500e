//! The page for everybody: no violation of any rule that axe knows, in every state and theme; with the keyboard alone;
//! at twice the size and on the narrowest phone; in a terminal; on paper.

use serde_json::{Value, json};
use tests::browser::{Browser, Scripting, Theme};
use tests::gallery;
use tests::headcount::{SOON, TOKEN};
use tests::tab::live_tab;
use tests::tools;
use tests::wait::eventually;

/// Keys, with their numbers.
const TAB: (&str, u32) = ("Tab", 9);
const ENTER: (&str, u32) = ("Enter", 13);
const LEFT: (&str, u32) = ("ArrowLeft", 37);
const HOME: (&str, u32) = ("Home", 36);

#[test]
fn axe_finds_no_violation_in_any_state_and_theme() {
    let states = gallery::states();
    let (unprobed, _app) = gallery::unprobed();
    let nothing = gallery::nothing();
    let browser = Browser::recording();
    browser.before_each_document(&tools::axe());
    browser.resize(390, 844);
    for board in &states.boards {
        browser.open_live(&states.url("/", board));
        violates_nothing(&browser, &board.name);
    }
    for board in &states.boards[..4] {
        let board = board.in_language("ar");
        browser.open_live(&states.url("/", &board));
        violates_nothing(&browser, &board.name);
    }
    browser.open_live(&states.url("/", &states.boards[0]));
    grow_old(&browser);
    violates_nothing(&browser, "out of date");
    for (name, headcount) in [("nothing", &nothing), ("unprobed", &unprobed)] {
        browser.open_live(&format!("{}/", headcount.url()));
        violates_nothing(&browser, name);
    }
    for board in &states.boards[..3] {
        browser.open(&states.url("/embed", board));
        // A frame has the ground of the page around it; axe takes it for white.
        browser.execute("document.documentElement.style.background = 'Canvas'", &json!([]));
        violates_nothing(&browser, &format!("embed {}", board.name));
    }
    let ops = format!("{}/ops", states.headcount.url());
    browser.open(&ops);
    violates_nothing(&browser, "ops, closed");
    browser.command("Network.enable", &json!({}));
    let bearer = json!({ "headers": { "Authorization": format!("Bearer {TOKEN}") } });
    browser.command("Network.setExtraHTTPHeaders", &bearer);
    browser.open(&ops);
    violates_nothing(&browser, "ops, open");
}

/// In light, dark and forced colours. What is in the background is of no colour that axe could know, but for text on it.
fn violates_nothing(browser: &Browser, name: &str) {
    for theme in [Theme::Light, Theme::Dark, Theme::Forced] {
        browser.prefer(theme);
        let found = browser.execute(
            "return axe.run(document).then((found) => found.violations.map((rule) =>
                rule.id + ': ' + rule.nodes.map((node) => node.html.slice(0, 200) + ' ' + node.failureSummary)))",
            &json!([]),
        );
        assert_eq!(found, json!([]), "{name}, {theme:?}");
    }
    browser.prefer(Theme::Light);
}

/// Three hours pass at once, as they do for a phone that sleeps.
fn grow_old(browser: &Browser) {
    browser.execute("const then = Date.now; Date.now = () => then() + 3 * 3600e3", &json!([]));
    eventually("the page to be out of date", SOON, || {
        let headline = browser.text("h1");
        if headline == "This page is out of date" { Ok(()) } else { Err(headline) }
    });
}

#[test]
fn with_the_keyboard_alone_everything_is_reached_in_order_and_seen_to_be() {
    let states = gallery::states();
    let browser = live_tab(&states.url("/", &states.boards[0]));
    // Whatever can be worked with, in the order of the document; what is folded away cannot.
    let all = browser.execute(
        "window.all = [...document.querySelectorAll('a, summary, input')].filter((e) => e.checkVisibility());
         return all.length",
        &json!([]),
    );
    let all = all.as_u64().unwrap();
    assert!(all > 12, "{all}");
    for nth in 0..all {
        browser.strike(TAB);
        let there = json!({ "nth": nth, "ring": true, "inside": true });
        // Scrolling to it takes a frame or two.
        eventually("the focus to be seen", SOON, || {
            let focus = browser.execute(FOCUS, &json!([]));
            if focus == there { Ok(()) } else { Err(focus) }
        });
    }
}

/// Which of all has the focus, whether it is drawn, and whether it is on the screen.
const FOCUS: &str = "
    const now = document.activeElement, style = getComputedStyle(now), box = now.getBoundingClientRect();
    return {
        nth: all.indexOf(now),
        ring: now.matches(':focus-visible') &&
            (now.type === 'range' || (style.outlineStyle === 'solid' && parseFloat(style.outlineWidth) >= 2)),
        inside: box.top > -1 && box.bottom < innerHeight + 1,
    }";

#[test]
fn with_the_keyboard_alone_days_are_read_and_what_is_folded_unfolds() {
    let states = gallery::states();
    let down = states.boards.iter().find(|board| board.name == "down").unwrap();
    let browser = live_tab(&states.url("/", down));
    reach(&browser, "summary");
    browser.strike(ENTER);
    let open = "return document.activeElement.parentElement.open";
    eventually("the days with trouble", SOON, || (browser.execute(open, &json!([])) == true).then_some(()));
    reach(&browser, ".read");
    let says = || browser.attribute(".read", "aria-valuetext").unwrap();
    assert!(says().starts_with("Today. "), "{}", says());
    browser.strike(LEFT);
    eventually("yesterday", SOON, || if says().starts_with("Today") { Err(says()) } else { Ok(()) });
    let yesterday = says();
    browser.strike(HOME);
    eventually("the first day", SOON, || if says() == yesterday { Err(says()) } else { Ok(()) });
    assert_eq!(browser.text(".readout"), says());
    let line = browser.attribute(".cur path", "d").unwrap();
    assert!(line.starts_with("M-1 0"), "no line through the day that is read: {line}");
}

/// Goes on until what a selector selects has the focus.
fn reach(browser: &Browser, selector: &str) {
    eventually(selector, SOON, || {
        browser.strike(TAB);
        let there = "const now = document.activeElement;
            return now.matches(arguments[0]) || now.outerHTML.slice(0, 200)";
        let there = browser.execute(there, &json!([selector]));
        if there == true { Ok(()) } else { Err(there) }
    });
}

#[test]
fn at_twice_the_size_and_on_the_narrowest_phone_nothing_scrolls_sideways_or_is_cut() {
    let states = gallery::states();
    let browser = Browser::recording();
    let in_arabic = states.boards.iter().map(|board| board.in_language("ar"));
    for board in &states.boards.iter().cloned().chain(in_arabic).collect::<Vec<_>>() {
        for path in ["/", "/embed"] {
            let name = format!("{path} of {}", board.name);
            browser.open(&states.url(path, board));
            // A desk at 200 % is half as wide.
            for width in [640, 320] {
                browser.resize(width, 800);
                assert_eq!(cut(&browser), json!([]), "{name} at {width}");
            }
            // Letters alone twice as large.
            browser.execute("document.documentElement.style.fontSize = '200%'", &json!([]));
            browser.resize(640, 800);
            assert_eq!(cut(&browser), json!([]), "{name} with large letters");
        }
    }
}

/// What is wider than the screen, or than what cuts it off.
fn cut(browser: &Browser) -> Value {
    browser.execute(
        "return [...document.body.querySelectorAll('*:not(.vh, .defs, .defs *, .read, .rows svg *)')]
            .filter((e) => e.checkVisibility())
            .filter((e) => e.getBoundingClientRect().right > innerWidth + 8 || e.getBoundingClientRect().left < -8)
            .map((e) => e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 40))",
        &json!([]),
    )
}

#[test]
fn on_the_first_screen_of_a_phone_is_what_matters_at_night() {
    let states = gallery::states();
    let browser = Browser::start(Scripting::On);
    browser.resize(360, 740);
    for name in ["working", "down", "unknown"] {
        let board = states.boards.iter().find(|board| board.name == name).unwrap();
        browser.open(&states.url("/", board));
        // Where the number itself ends, without what is said of it.
        let ends = browser.execute(
            "const card = document.querySelector('.q');
             return ['h1', ...card.querySelectorAll('.num')].map((part) => {
                 const range = document.createRange();
                 range.selectNode((part === 'h1' ? document.querySelector(part) : part).firstChild);
                 return range.getBoundingClientRect().bottom;
             })",
            &json!([]),
        );
        let ends: Vec<f64> = ends.as_array().unwrap().iter().filter_map(Value::as_f64).collect();
        assert!(ends.len() == 4 && ends.iter().all(|end| *end <= 740.0), "{name}: {ends:?}");
    }
}

#[test]
fn a_terminal_shows_the_whole_board_in_the_order_in_which_it_is_read() {
    let states = gallery::states();
    let down = states.boards.iter().find(|board| board.name == "down").unwrap();
    let text = tools::in_a_terminal(&states.url("/", down));
    let words = [
        "Trip planner",
        "Background jobs: no sign of life from any worker",
        "New trips are saved but not calculated.",
        "valid until",
        "Background jobs",
        "Not working",
        "Workers, last 5 min",
        "Waiting",
        "57",
        "Failed for good",
        "4",
        "Mail",
        "Working",
        "Parts of the application",
        "Live updates",
        "Not working",
        "Database",
        "90 days",
        "JSON",
    ];
    let mut rest = text.as_str();
    for word in words {
        let (_, after) =
            rest.split_once(word).unwrap_or_else(|| panic!("{word:?} is not where it belongs: {text}"));
        rest = after;
    }
    for run_together in ["agoas of", "valid until2", "44 were", "plannerOperator"] {
        assert!(!text.contains(run_together), "{run_together}: {text}");
    }
}

#[test]
fn paper_gets_absolute_times_no_tints_and_nothing_to_tap() {
    let states = gallery::states();
    let down = states.boards.iter().find(|board| board.name == "down").unwrap();
    let browser = live_tab(&states.url("/", down));
    browser.command("Emulation.setEmulatedMedia", &json!({ "media": "print" }));
    let paper = browser.execute(
        "return {
            tint: getComputedStyle(document.querySelector('.verdict')).backgroundColor,
            shown: ['.asof', '.age', '.fuse', '.read', '.top a', 'nav'].map((part) =>
                document.querySelector(part).checkVisibility({ visibilityProperty: true })),
        }",
        &json!([]),
    );
    assert_eq!(
        paper,
        json!({ "tint": "rgba(0, 0, 0, 0)", "shown": [true, false, false, false, false, false] })
    );
}
