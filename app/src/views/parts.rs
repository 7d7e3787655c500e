//! The parts an application depends on: a row each, what is wrong first.

use super::{mark, shown, unless_empty};
use leptos::prelude::*;
use shared::page::{Part, Section};

/// The card with a section's parts; nothing when it has none.
pub fn card(section: &Section, as_of: &str, stale: bool) -> impl IntoView + use<> {
    (!section.parts.is_empty()).then(|| {
        let rows: Vec<_> = section.parts.iter().map(|p| row(p, stale)).collect();
        view! {
            <section class="card">
                <div class="head">
                    <h3>{section.parts_heading.clone()}</h3>
                    {unless_empty(as_of, |text| view! { <span class="word">{text}</span> })}
                </div>
                {unless_empty(&section.parts_note, |note| view! { <p class="ev">{note}</p> })}
                <ul class="deps">{rows}</ul>
            </section>
        }
    })
}

fn row(part: &Part, stale: bool) -> impl IntoView + use<> {
    let tone = shown(part.tone, stale);
    view! {
        <li class=tone.class()>
            {mark(tone)}
            <span>{part.name.clone()}</span>
            <span class="w">
                {part.word.clone()}
                {unless_empty(&part.latency, |latency| view! { <em>" "{latency}</em> })}
            </span>
            {unless_empty(&part.note, |note| view! { <span class="note">{note}</span> })}
        </li>
    }
}
