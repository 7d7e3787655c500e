//! The page as Leptos views: what each looks like, not what it says and not when it changes.
//!
//! Shared by the edge and the browser, with no mode feature of Leptos. No view writes a `style` attribute (the
//! content security policy forbids it): what must be drawn to measure is SVG geometry. Marks refer to symbols
//! that the document holds outside the mount element.

mod footer;
pub(crate) mod header;
mod history;
mod parts;
mod queue;
mod seats;
pub(crate) mod section;

use crate::clock;
use leptos::prelude::*;
use shared::page::{Evidence, History, Markup, Page, Tone};
use shared::time::Timestamp;

/// Everything the views draw. Served and hydrated from the same values, so that both draw the same.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// The newest page.
    pub page: RwSignal<Page>,
    /// The server's time, as far as the tab knows it. Ages count from it.
    pub now: RwSignal<Timestamp>,
    /// Whether what is shown still holds.
    pub phase: RwSignal<Phase>,
    /// Whether the last refresh failed.
    pub lost: RwSignal<bool>,
    /// What a screen reader is told: the headline, whenever its state has changed.
    pub spoken: RwSignal<String>,
    /// The day that is read out of the history, as `shared::page::History` numbers them.
    pub day: RwSignal<u8>,
    /// Writes an age of so many seconds in a language; nothing where no age grows.
    pub ago: Option<fn(&str, u64) -> String>,
}

/// How the page stands to time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// As the server wrote it: times are absolute, since nothing makes an age grow.
    Served,
    /// A program looks after it: ages tick.
    Live,
    /// What it said no longer holds.
    Expired,
}

impl Board {
    /// The board at the moment it was served.
    pub fn served(page: Page) -> Self {
        let expired = clock::expired(page.expires_at, page.served_at);
        Self {
            now: RwSignal::new(page.served_at),
            phase: RwSignal::new(if expired { Phase::Expired } else { Phase::Served }),
            lost: RwSignal::new(false),
            spoken: RwSignal::new(String::new()),
            day: RwSignal::new(page.history.as_ref().map_or(0, History::today)),
            ago: None,
            page: RwSignal::new(page),
        }
    }

    /// The age of `at` in words: as it was served, and ticking from then on. Reads the language untracked: what holds
    /// this view follows the page.
    fn age(self, at: Timestamp, served: &str) -> impl IntoView + use<> {
        let served = served.to_owned();
        let words = move || match self.ago.filter(|_| self.phase.get() != Phase::Served) {
            Some(ago) => {
                let seconds = self.now.get().since(at).as_secs();
                self.page.with_untracked(|page| ago(&page.lang, seconds))
            }
            None => served.clone(),
        };
        view! { <time datetime=at.to_string()>{words}</time> }
    }
}

/// A line with an age in it.
fn evidence(board: Board, line: &Evidence) -> impl IntoView + use<> {
    let age = line.at.map(|at| (" ", board.age(at, &line.age)));
    let below = unless_empty(&line.below, |text| {
        view! {
            <br />
            {text}
        }
    });
    (line.before.clone(), age, line.after.clone(), below)
}

/// The whole of what stands inside the mount element.
pub fn board(board: Board) -> impl IntoView + use<> {
    let sections = move || {
        let (phase, day) = (board.phase.get(), board.day.get());
        board.page.with(|page| section::sections(board, page, phase, day))
    };
    view! {
        {move || board.page.with(|page| header::notice(&page.notice))}
        {move || {
            let phase = board.phase.get();
            board.page.with(|page| header::verdict(board, page, phase))
        }}
        {sections}
        {move || board.page.with(footer::footer)}
        <p class="vh" role="status">{move || board.spoken.get()}</p>
    }
}

/// The mark of a state. Decoration: the word beside it says the same.
pub(crate) fn mark(tone: Tone) -> impl IntoView + use<> {
    view! {
        <svg class="mark" aria-hidden="true">
            <use href=tone.mark()></use>
        </svg>
    }
}

/// A drawing that comes as it is. Hydration leaves what is served.
fn drawing(markup: &Markup) -> impl IntoView + use<> {
    view! { <div inner_html=markup.0.clone()></div> }
}

/// What a state looks like where it may have expired: then it is a claim no more.
const fn shown(tone: Tone, stale: bool) -> Tone {
    match tone {
        // Nothing was claimed.
        Tone::NotChecked => tone,
        _ if stale => Tone::OutOfDate,
        _ => tone,
    }
}

/// A paragraph for each text.
pub(crate) fn paragraphs(class: &'static str, texts: &[String]) -> Vec<impl IntoView + use<>> {
    texts.iter().map(|text| view! { <p class=class>{text.clone()}</p> }).collect()
}

/// A view of `text`, unless it is empty.
fn unless_empty<V>(text: &str, view: impl FnOnce(String) -> V) -> Option<V> {
    (!text.is_empty()).then(|| view(text.to_owned()))
}
