//! The page in a browser: hydrates what the server wrote, then keeps it true.
//!
//! Nothing here draws; it changes the signals that the views draw from. If the document is not the one this
//! program belongs to, the program leaves it as it is: the served page is complete without it.

mod device;
mod document;
mod json;
mod refresh;

use crate::clock::{self, Clock};
use crate::views::{self, Board, Phase};
use core::cell::{Cell, RefCell};
use core::time::Duration;
use gloo_timers::callback::Timeout;
use leptos::mount::hydrate_from;
use leptos::prelude::*;
use refresh::Refresher;
use shared::page::{Page, Tone};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Hydrates the page and starts looking after it.
pub fn start() {
    let document = leptos::prelude::document();
    let state = document.get_element_by_id("state").and_then(|e| e.text_content());
    let page = state.and_then(|json| json::parse::<Page>(&json).ok());
    let mount = document.get_element_by_id("board").and_then(|e| e.dyn_into::<HtmlElement>().ok());
    let (Some(page), Some(mount)) = (page, mount) else { return };
    let data = mount.dataset();
    let base = data.get("base").unwrap_or_else(|| "/".to_owned());
    hydrate_from(mount, move || {
        let board = Board { ago: Some(device::ago), ..Board::served(page) };
        Tab::open(board, &base);
        views::board(board)
    })
    .forget();
    // Tells the document's own watchdog that it need not reload.
    _ = data.set("live", "1");
}

/// How long after hydration the device's own idea of the time has to wait for the server's: a wrong clock should
/// not flash a wrong verdict, and an old document must not pass for new.
const GRACE_MS: u32 = 700;

/// How long a number that has changed stays underlined.
const NEWS_MS: u32 = 3_000;

/// One open tab: its clock, its timers and the board it keeps true.
pub struct Tab {
    board: Board,
    clock: Cell<Clock>,
    tick: RefCell<Option<Timeout>>,
    /// The state that was last announced; ages in a headline change without being news.
    announced: Cell<Option<Tone>>,
}

impl Tab {
    fn open(board: Board, base: &str) {
        let clock = Clock::embedded(board.now.get_untracked());
        let tab = Rc::new(Self {
            board,
            clock: Cell::new(clock),
            tick: RefCell::default(),
            announced: Cell::new(None),
        });
        let search = window().location().search().unwrap_or_default();
        let refresher = Refresher::new(Rc::clone(&tab), base, &search);
        // A throttled or frozen tab has missed ticks: look before the person does.
        let (look, refresh) = (Rc::clone(&tab), Rc::clone(&refresher));
        for (event, of_document) in
            [("visibilitychange", true), ("pageshow", false), ("focus", false), ("online", false)]
        {
            let (look, refresh) = (Rc::clone(&look), Rc::clone(&refresh));
            device::listen(event, of_document, move || {
                look.look();
                if event != "focus" {
                    Rc::clone(&refresh).refresh();
                }
            });
        }
        device::listen("input", true, move || {
            if let Some(day) = device::setting(".read") {
                board.day.set(day);
            }
        });
        // Not before hydration is done: it needs the values that were served.
        Timeout::new(0, move || refresh.refresh()).forget();
        let first = Rc::clone(&look);
        look.tick.replace(Some(Timeout::new(GRACE_MS, move || first.look())));
    }

    /// Takes in a newer page, and what the server's clock showed as it came.
    fn renew(self: &Rc<Self>, page: Page, clock: Clock) {
        let before = document::numbers();
        self.clock.set(clock);
        document::set_language(&page.lang, page.dir);
        self.board.page.set(page);
        self.look();
        // Once the views have drawn it.
        Timeout::new(0, move || {
            let changed = document::underline(&before);
            Timeout::new(NEWS_MS, move || document::no_longer_underline(&changed)).forget();
        })
        .forget();
    }

    /// Whether what is shown has expired.
    fn is_expired(&self) -> bool {
        self.board.phase.get_untracked() == Phase::Expired
    }

    /// Reads the clocks, shows what follows, and comes back in a second or at the moment of expiry.
    fn look(self: &Rc<Self>) {
        let now = self.clock.get().now(device::hands());
        let expires_at = self.board.page.with_untracked(|p| p.expires_at);
        let phase = if clock::expired(expires_at, now) { Phase::Expired } else { Phase::Live };
        self.board.now.set(now);
        if self.board.phase.get_untracked() != phase {
            self.board.phase.set(phase);
        }
        self.announce();
        let tab = Rc::clone(self);
        let timer = Timeout::new(millis(clock::next_look(expires_at, now)), move || tab.look());
        self.tick.replace(Some(timer));
    }

    /// Title, favicon and theme colour carry the state; a screen reader is told when it changes.
    fn announce(&self) {
        self.board.page.with_untracked(|page| {
            let header = if self.is_expired() { &page.expired } else { &page.header };
            document::set_title(&header.document_title);
            let before = self.announced.replace(Some(header.tone));
            if before == Some(header.tone) {
                return;
            }
            document::set_tone(header.tone);
            if before.is_some() {
                self.board.spoken.set(header.headline.clone());
            }
        });
    }
}

/// Whole milliseconds, as timers of the browser count them.
fn millis(d: Duration) -> u32 {
    u32::try_from(d.as_millis()).unwrap_or(u32::MAX)
}
