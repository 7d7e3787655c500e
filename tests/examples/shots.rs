//! Takes a picture of every state in every theme and width, to be looked at: `cargo xtask shots` runs it.
//!
//! No test: whether a page is beautiful is seen, not computed.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "whoever takes pictures looks at what fails"
)]

use serde_json::json;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use tests::browser::{Browser, Scripting, Theme};
use tests::gallery::{self, Gallery, Hung};
use tests::headcount::SOON;
use tests::wait::eventually;

/// What is looked at where nothing else is named.
const THEMES: [(&str, Theme); 3] =
    [("light", Theme::Light), ("dark", Theme::Dark), ("forced", Theme::Forced)];
/// The smallest phone, a usual one, and a desk.
const SIZES: [(u32, u32); 3] = [(320, 640), (390, 844), (1280, 900)];

fn main() {
    let mut words = env::args().skip(1);
    let folder = PathBuf::from(words.next().expect("name a folder to write to"));
    let only = words.next().unwrap_or_default();
    fs::create_dir_all(&folder).unwrap();
    let camera = Camera { browser: Browser::start(Scripting::On), folder, only };
    let states = gallery::states();
    for board in &states.boards {
        camera.page(&states, board);
        camera.frame(&states, board);
        for picture in ["card.svg", "badge.svg"] {
            camera.drawing(&states, board, picture);
        }
    }
    for (tag, board) in ["fr", "ar"].into_iter().flat_map(|tag| states.boards.iter().map(move |b| (tag, b))) {
        let board = board.in_language(tag);
        camera.page(&states, &board);
        for picture in ["card.svg", "badge.svg"] {
            camera.drawing(&states, &board, picture);
        }
    }
    let nothing = gallery::nothing();
    camera.shoot(&format!("{}/", nothing.url()), "page-nothing", live);
    let (unprobed, _app) = gallery::unprobed();
    camera.shoot(&format!("{}/", unprobed.url()), "page-unprobed", live);
    camera.shoot(&states.url("/", &states.boards[2]), "page-expired", |browser| {
        live(browser);
        grow_old(browser);
    });
    camera.shoot(&format!("{}/ops", states.headcount.url()), "ops-closed", |_| {});
}

/// Pictures of one browser, in one folder.
struct Camera {
    browser: Browser,
    folder: PathBuf,
    /// A part of the names of what is taken; empty for everything.
    only: String,
}

impl Camera {
    fn page(&self, gallery: &Gallery, board: &Hung) {
        self.shoot(&gallery.url("/", board), &format!("page-{}", board.name), live);
    }

    fn frame(&self, gallery: &Gallery, board: &Hung) {
        self.shoot(&gallery.url("/embed", board), &format!("embed-{}", board.name), |_| {});
    }

    fn drawing(&self, gallery: &Gallery, board: &Hung, picture: &str) {
        let kind = picture.trim_end_matches(".svg");
        let name = format!("{kind}-{}", board.name);
        self.shoot(&gallery.url(&format!("/{picture}"), board), &name, |_| {});
    }

    fn shoot(&self, url: &str, name: &str, prepare: impl Fn(&Browser)) {
        if !name.contains(&self.only) {
            return;
        }
        self.browser.command("Emulation.setScrollbarsHidden", &json!({ "hidden": true }));
        self.browser.open(url);
        prepare(&self.browser);
        for (theme_name, theme) in THEMES {
            self.browser.prefer(theme);
            for (width, height) in SIZES {
                self.browser.resize(width, height);
                let file = self.folder.join(format!("{name}-{theme_name}-{width}.png"));
                write(&file, &self.browser.picture());
            }
        }
    }
}

/// Until a program looks after the page and has refreshed it.
fn live(browser: &Browser) {
    let asked = "return performance.getEntriesByType('resource').some((e) => e.name.includes('/page.json'))";
    eventually("the page to be live", SOON, || (browser.execute(asked, &json!([])) == true).then_some(()));
}

/// Three hours pass at once, as they do for a phone that sleeps.
fn grow_old(browser: &Browser) {
    browser.execute("const then = Date.now; Date.now = () => then() + 3 * 3600e3", &json!([]));
    eventually("the page to be out of date", SOON, || {
        let headline = browser.text("h1");
        if headline == "This page is out of date" { Ok(()) } else { Err(headline) }
    });
}

/// Writes what a browser has sent in base64.
fn write(file: &Path, base64: &str) {
    let (mut bytes, mut bits, mut many) = (Vec::with_capacity(base64.len()), 0_u32, 0);
    for sign in base64.bytes() {
        let value = match sign {
            b'A'..=b'Z' => sign - b'A',
            b'a'..=b'z' => sign - b'a' + 26,
            b'0'..=b'9' => sign - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => break,
        };
        bits = bits << 6 | u32::from(value);
        many += 6;
        if many >= 8 {
            many -= 8;
            bytes.push((bits >> many & 0xff).try_into().unwrap());
        }
    }
    fs::write(file, bytes).unwrap();
}
