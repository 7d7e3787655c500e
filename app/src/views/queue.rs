//! The card of one queue: who works, what waits, what failed for good.

use super::section::word;
use super::{Board, drawing, evidence, mark, seats, shown, unless_empty};
use leptos::prelude::*;
use shared::page::{Count, Crew, Line, QueueCard};

/// A number of more characters is written smaller, to stay on one line of a phone.
const LONG: usize = 7;

/// The card. It is no landmark: with one for every queue, nobody would find their way by them, and its heading leads
/// there. `as_of` is empty until what it says has expired.
pub fn card(board: Board, card: &QueueCard, as_of: &str, stale: bool) -> impl IntoView + use<> {
    let tone = shown(card.tone, stale);
    let lines: Vec<_> = card.lines.iter().map(line).collect();
    let foot = (!lines.is_empty()).then(|| view! { <div class="foot">{lines}</div> });
    view! {
        <section class=format!("card q {}", tone.class())>
            <div class="head">
                {mark(tone)}
                <h3>{card.name.clone()}</h3>
                {word(&card.word, as_of)}
            </div>
            <div class="nums">
                {crew(board, &card.crew)}
                {count(board, &card.waiting)}
                {count(board, &card.failed)}
            </div>
            {foot}
        </section>
    }
}

fn crew(board: Board, crew: &Crew) -> impl IntoView + use<> {
    view! {
        <div class="roll">
            <p class="lab">{crew.label.clone()}</p>
            <div class="row">
                <p class="num">{crew.number.clone()}</p>
                {seats::seats(crew)}
            </div>
            <p class="ev">{evidence(board, &crew.evidence)}</p>
        </div>
    }
}

fn count(board: Board, count: &Count) -> impl IntoView + use<> {
    let long = count.number.chars().count() > LONG;
    let latest = count.latest.as_ref().map(|latest| {
        view! { <small>{evidence(board, latest)}</small> }
    });
    view! {
        <div>
            <p class="lab">{count.label.clone()}</p>
            <p class="num" class:long=long>
                {count.number.clone()}
                " "
                {unless_empty(&count.note, |note| view! { <small>{note}</small> })}
                {latest}
            </p>
            {count.spark.as_ref().map(drawing)}
        </div>
    }
}

fn line(line: &Line) -> impl IntoView + use<> {
    view! {
        <p>
            <span>{line.label.clone()}</span>
            " "
            <span>{line.value.clone()}</span>
        </p>
    }
}
