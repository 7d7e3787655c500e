//! A seat for every worker, whose filling burns down from its last sign of life to the end of its window.
//!
//! Seats change with the page, not with the second: a beat is never younger than the last check.

use super::unless_empty;
use leptos::prelude::*;
use shared::page::{Crew, Seat};

/// More seats than this are drawn small.
const LARGE: usize = 12;

/// The row of seats; nothing when there is none to draw.
pub fn seats(crew: &Crew) -> impl IntoView + use<> {
    (!crew.seats.is_empty()).then(|| {
        let many = crew.seats.len() > LARGE;
        let each: Vec<_> = crew.seats.iter().copied().map(seat).collect();
        view! {
            <div class="seats" class:many=many role="img" aria-label=crew.seats_label.clone()>
                {each}
                {unless_empty(&crew.more, |more| view! { <span>{more}</span> })}
            </div>
        }
    })
}

/// How round an outline is. Not in the template, because Leptos wraps an SVG element whose attributes are all
/// literal in a group of its own when it creates it anew.
const ROUND: &str = "6.25";

/// An outline of 14 × 36 with up to 33 units of filling, which a clip path of the document rounds.
fn seat(seat: Seat) -> impl IntoView + use<> {
    let (class, fill) = match seat {
        Seat::Burning { fill } => ("seat", fill.min(100)),
        Seat::Gone => ("seat gone", 0),
    };
    let tenths = 330 * u16::from(fill) / 100;
    view! {
        <svg class=class viewBox="0 0 14 36">
            <rect class="o" x=".75" y=".75" width="12.5" height="34.5" rx=ROUND></rect>
            <rect
                class="f"
                x="1.5"
                y=decimal(345 - tenths)
                width="11"
                height=decimal(tenths)
                clip-path="url(#seat)"
            ></rect>
        </svg>
    }
}

/// Tenths as a decimal number. Printing a float would bring the browser ten kilobytes of code.
fn decimal(tenths: u16) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}
