//! One section a service: alone, it *is* the page; among others it has a row of its own that folds.

use super::{Board, Phase, drawing, history, mark, parts, queue, shown, unless_empty};
use leptos::either::Either;
use leptos::prelude::*;
use shared::page::{Markup, Page, Section};

/// All sections, in the page's order, and what has been.
pub fn sections(board: Board, page: &Page, phase: Phase, day: u8) -> impl IntoView + use<> {
    let stale = phase == Phase::Expired;
    let alone = page.sections.len() == 1;
    let as_of = if stale { page.fresh.as_of.as_str() } else { "" };
    let each: Vec<_> = page
        .sections
        .iter()
        .map(|section| {
            let happened = page.happened.as_ref().filter(|_| alone);
            let body = body(board, section, happened, as_of, stale);
            if alone {
                Either::Left(view! {
                    <section>
                        <h2 class="vh">{section.name.clone()}</h2>
                        {body}
                    </section>
                })
            } else {
                Either::Right(folding(section, as_of, stale, body))
            }
        })
        .collect();
    let happened = page.happened.as_ref().filter(|_| !alone).map(drawing);
    let history = page.history.as_ref().map(|each| history::card(each, day, phase));
    view! {
        <main class="wrap" class:stale=stale>
            {each}
            {happened}
            {history}
        </main>
    }
}

/// A section with a row that names it. Folding is the browser's own, so that it works without script.
fn folding<V: IntoView>(section: &Section, as_of: &str, stale: bool, body: V) -> impl IntoView + use<V> {
    let tone = shown(section.tone, stale);
    view! {
        <details class=format!("svc {}", tone.class()) id=format!("s-{}", section.id) open=!section.folded>
            <summary>
                {mark(tone)}
                <h2>{section.name.clone()}</h2>
                {word(&section.word, as_of)}
                {unless_empty(&section.line, |line| view! { <span class="line">{line}</span> })}
            </summary>
            {body}
        </details>
    }
}

/// Queues on the left, what happened and the parts on the right, where there is room for both.
pub fn body(
    board: Board,
    section: &Section,
    happened: Option<&Markup>,
    as_of: &str,
    stale: bool,
) -> impl IntoView + use<> {
    let queues: Vec<_> = section.queues.iter().map(|card| queue::card(board, card, as_of, stale)).collect();
    let both = !section.queues.is_empty() && (happened.is_some() || !section.parts.is_empty());
    view! {
        <div class="grid" class:two=both>
            <div class="col">{queues}</div>
            <div class="col">
                {happened.map(drawing)} {parts::card(section, as_of, stale)}
            </div>
        </div>
    }
}

/// A state's word; once it has expired, with the time it was true at.
pub fn word(word: &str, as_of: &str) -> impl IntoView + use<> {
    let old = unless_empty(as_of, |text| view! { <small>" " {text}</small> });
    view! { <span class="word">{word.to_owned()}{old}</span> }
}
