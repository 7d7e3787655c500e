//! Drawings of the past as markup: only the edge makes them, a tab takes them as they are.
//!
//! Every text in them goes through the views, which escape it.

use crate::views::mark;
use leptos::either::Either;
use leptos::prelude::*;
use shared::page::drawing::{Bar, Bars, Happening, Key, Row, Share, Sparkline, Stripe};
use shared::page::{Group, Markup};

/// A line of 24 hours, with what it says for those who do not see it.
pub fn spark(line: Sparkline) -> Markup {
    let Sparkline { label, line, area, dot } = line;
    markup(|| {
        view! {
            <svg class="spark" viewBox="0 0 160 36" preserveAspectRatio="none" role="img" aria-label=label>
                <path class="area" d=area></path>
                <path class="line" d=line></path>
                <path class="dot" d=dot></path>
            </svg>
        }
    })
}

/// The card of what happened, newest first. `several`: it stands beside several services, not in the section of one.
pub fn happened(heading: String, events: Vec<Happening>, several: bool) -> Markup {
    let heading = if several {
        Either::Left(view! { <h2 id="happened">{heading}</h2> })
    } else {
        Either::Right(view! { <h3 id="happened">{heading}</h3> })
    };
    markup(|| {
        view! {
            <section class="card" aria-labelledby="happened">
                <div class="head">{heading}</div>
                <ul class="log">{events.into_iter().map(event).collect::<Vec<_>>()}</ul>
            </section>
        }
    })
}

/// The bars of a service and its parts.
pub fn bars(bars: Bars) -> Group {
    let Bars { own, spans, parts, fold } = bars;
    let (shown, folded) = if fold.is_empty() { (parts, Vec::new()) } else { (Vec::new(), parts) };
    let rows = markup(|| {
        let spans = (!spans.is_empty()).then(|| {
            view! { <dl class="spans">{spans.into_iter().map(span).collect::<Vec<_>>()}</dl> }
        });
        (row(own), spans, shown.into_iter().map(row).collect::<Vec<_>>())
    });
    Group { rows, fold, parts: markup(|| folded.into_iter().map(row).collect::<Vec<_>>()) }
}

/// The heading of 90 days, and what the drawings mean.
pub fn top(heading: String, keys: Vec<Key>) -> Markup {
    markup(|| {
        view! {
            <div class="head">
                <h2 id="history">{heading}</h2>
            </div>
            <ul class="key">{keys.into_iter().map(meaning).collect::<Vec<_>>()}</ul>
        }
    })
}

/// A list of days in sentences.
pub fn days(days: Vec<String>) -> Markup {
    let days: Vec<_> = days.into_iter().map(|says| view! { <li>{says}</li> }).collect();
    markup(|| view! { <ul>{days}</ul> })
}

/// What stands under both ends of the bars.
pub fn axis(left: String, right: String) -> Markup {
    markup(|| {
        view! {
            <p class="axis">
                <span>{left}</span>
                " "
                <span>{right}</span>
            </p>
        }
    })
}

/// Renders it, without the comments by which hydration finds its places: nothing in it is hydrated.
fn markup<V: IntoView>(view: impl FnOnce() -> V) -> Markup {
    let html = Owner::new().with(|| view().to_html());
    Markup(html.replace("<!>", ""))
}

/// Its class is not that of a state: what was seen then stays true, so an expired page does not take it back.
fn event(event: Happening) -> impl IntoView {
    view! {
        <li class=format!("e-{}", event.tone.class())>
            <time datetime=event.at.to_string()>{event.time}</time>
            {mark(event.tone)}
            <span>{event.text}</span>
        </li>
    }
}

fn row(row: Row) -> impl IntoView {
    let Share { label, share, of } = row.share;
    view! {
        <div class="days">
            <p>
                <b>{label}</b>
                <span>{share} " " <small>{of}</small></span>
            </p>
            <svg class="bars" viewBox="0 0 359 32" preserveAspectRatio="none" aria-hidden="true">
                {row.bars.into_iter().map(bar).collect::<Vec<_>>()}
            </svg>
        </div>
    }
}

fn bar(bar: Bar) -> impl IntoView {
    view! { <path class=bar.of.class() fill=hatch(bar.of) d=bar.path></path> }
}

/// What is not known is drawn with missing ink: a pattern of the document.
fn hatch(of: Stripe) -> Option<&'static str> {
    (of == Stripe::NotKnown).then_some("url(#hatch)")
}

fn span(span: Share) -> impl IntoView {
    view! {
        <div>
            <dt>{span.label}</dt>
            <dd>{span.share} " " <small>{span.of}</small></dd>
        </div>
    }
}

fn meaning(key: Key) -> impl IntoView {
    let swatch = if key.of == Stripe::Nothing { "M0 10h8v2h-8z" } else { "M0 0h8v12h-8z" };
    view! {
        <li>
            <svg viewBox="0 0 8 12" aria-hidden="true">
                <path class=key.of.class() fill=hatch(key.of) d=swatch></path>
            </svg>
            {key.text}
        </li>
    }
}
