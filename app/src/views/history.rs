//! 90 days: bars for everything that is watched, and one control that reads out a day of all of them.
//!
//! The bars are drawings that come as they are; this is what a person moves. It is drawn anew with the page, so that a
//! tab needs no code of its own for it.

use super::{Phase, drawing, unless_empty};
use leptos::prelude::*;
use shared::page::{Group, History, Markup};

/// The card. What was bad comes first, also for those who only listen; the bars themselves are for the eye.
pub fn card(history: &History, day: u8, phase: Phase) -> impl IntoView + use<> {
    let live = phase != Phase::Served;
    let groups: Vec<_> = history.groups.iter().map(group).collect();
    let says = history.day(day).to_owned();
    view! {
        <section class="card hist" class:live=live aria-labelledby="history">
            {drawing(&history.top)}
            {fold(&history.troubled, &history.bad)}
            <div class="rows">
                {groups}
                {chosen(day, history.today())}
            </div>
            {drawing(&history.axis)}
            {reader(history, says.clone())}
            <p class="readout" aria-hidden="true">
                {says}
            </p>
        </section>
    }
}

/// A service's bars; those of its parts fold away where there are several services.
fn group(group: &Group) -> impl IntoView + use<> {
    (drawing(&group.rows), fold(&group.fold, &group.parts))
}

/// What unfolds, without a script too; nothing if nothing is said about it.
fn fold(summary: &str, inside: &Markup) -> impl IntoView + use<> {
    unless_empty(summary, |summary| {
        view! {
            <details>
                <summary>{summary}</summary>
                {drawing(inside)}
            </details>
        }
    })
}

/// A line through the day that is read, in all rows. Today needs none.
fn chosen(day: u8, today: u8) -> impl IntoView + use<> {
    let path = if day < today { format!("M{} 0h5v1h-5z", i16::from(day) * 4 - 1) } else { String::new() };
    view! {
        <svg class="cur" viewBox="0 0 359 1" preserveAspectRatio="none" aria-hidden="true">
            <path d=path></path>
        </svg>
    }
}

/// The control: a finger, the keyboard and a screen reader get the same days from it. It needs a script, so the style
/// sheet hides it until one runs, which listens to it (`browser`).
fn reader(history: &History, says: String) -> impl IntoView + use<> {
    let today = history.today().to_string();
    view! {
        <input
            class="read"
            type="range"
            max=today.clone()
            value=today
            autocomplete="off"
            aria-label=history.label.clone()
            aria-valuetext=says
        />
    }
}
