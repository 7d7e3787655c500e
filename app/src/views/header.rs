//! The verdict: the sentence, what it means, and how fresh it is. The rest of the page is elsewhere.

use super::{Board, Phase, mark, paragraphs, unless_empty};
use crate::clock;
use leptos::prelude::*;
use shared::page::{Header, Page, Planned};

/// The line above everything.
pub fn notice(text: &str) -> impl IntoView + use<> {
    unless_empty(text, |text| {
        view! {
            <div class="demo">
                <p class="wrap">{text}</p>
            </div>
        }
    })
}

/// The header, in the tint of its state.
pub fn verdict(board: Board, page: &Page, phase: Phase) -> impl IntoView + use<> {
    let header = if phase == Phase::Expired { &page.expired } else { &page.header };
    let planned = header.planned.as_ref();
    let operator = page.operator.as_ref().map(|link| {
        view! { <a href=link.href.clone()>{link.text.clone()}</a> }
    });
    view! {
        <header class=class(header)>
            <div class="wrap">
                <div class="top">
                    <b>{page.title.clone()}</b>
                    " "
                    {operator}
                </div>
                <div class="say">
                    {mark(header.tone)}
                    {headline(header)}
                    {paragraphs("sub", &header.says)}
                    {paragraphs("sub since", &header.since)}
                </div>
                {freshness(board, page, planned, phase)}
            </div>
            {fuse(board, page)}
        </header>
    }
}

/// The sentence, never cut: a long one is written smaller, so that the first screen of a phone has room for the numbers.
pub fn headline(header: &Header) -> impl IntoView + use<> {
    let class = match (header.headline.len() > LENGTHY, header.confirming) {
        (false, false) => None,
        (false, true) => Some("again"),
        (true, false) => Some("lengthy"),
        (true, true) => Some("again lengthy"),
    };
    view! { <h1 class=class>{header.headline.clone()}</h1> }
}

/// Bytes: some five lines of a phone.
const LENGTHY: usize = 64;

/// The mark, the word and the title stay those of the verdict; only the tint says that it was planned.
pub fn class(header: &Header) -> String {
    let tint = if header.planned.as_ref().is_some_and(|planned| planned.explains) { " mt" } else { "" };
    format!("verdict {}{tint}", header.tone.class())
}

/// When it was checked and until when that holds. The age is for a page that ticks; any other, and paper, gets
/// the absolute time.
pub fn freshness(
    board: Board,
    page: &Page,
    planned: Option<&Planned>,
    phase: Phase,
) -> impl IntoView + use<> {
    let fresh = &page.fresh;
    let planned = planned.map(|planned| {
        let hexagon = view! {
            <svg class="mark" aria-hidden="true">
                <use href="#m-mt"></use>
            </svg>
        };
        view! { <span class="planned">{hexagon} {planned.text.clone()}</span> }
    });
    let checked = page.checked_at.map(|at| {
        let age =
            view! { <span class="age">{fresh.checked.clone()} " " <b>{board.age(at, &fresh.age)}</b></span> };
        let as_of = view! { <span class="asof">{fresh.as_of.clone()}</span> };
        // Both in one place, as wide as either will ever be, so that nothing beside it moves while it ticks.
        view! { <span class="when" data-widest=fresh.widest.clone()>{age} " " {as_of}</span> }
    });
    let until = unless_empty(&fresh.valid_until, |label| {
        view! { <span>{label} " " <b>{fresh.until.clone()}</b></span> }
    });
    let offline = fresh.offline.clone();
    let lost = move || board.lost.get().then(|| view! { <span class="lost">{offline.clone()}</span> });
    let live = phase == Phase::Live;
    view! {
        <p class="fresh" class:live=live>
            {checked}
            " "
            {until}
            " "
            {unless_empty(&fresh.zone, |text| view! { <span>{text}</span> })}
            " "
            {planned}
            {lost}
        </p>
    }
}

/// A line that burns down from the check to the expiry. Decoration: the times beside it say the same.
fn fuse(board: Board, page: &Page) -> impl IntoView + use<> {
    let (checked_at, expires_at) = (page.checked_at, page.expires_at);
    let width = move || clock::left(checked_at, expires_at, board.now.get()).to_string();
    view! {
        <svg class="fuse" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width=width height="1"></rect>
        </svg>
    }
}
