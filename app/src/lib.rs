//! The page: Leptos views over `shared::page::Page`, and what a tab does with them.
//!
//! The views know no mode: the edge renders them (`ssr`), the browser entry hydrates them (`hydrate`). No words
//! for people and no judging live here; both arrive in the `Page`.

pub mod clock;
pub mod icon;
pub mod pace;
pub mod views;

#[cfg(feature = "hydrate")]
pub mod browser;
#[cfg(feature = "ssr")]
pub mod draw;
#[cfg(feature = "ssr")]
pub mod embed;
#[cfg(feature = "ssr")]
pub mod ops;

/// The style sheet, which the edge puts into the document's head.
pub const STYLE: &str = include_str!("../style.css");

/// The HTML that goes *inside* the mount element, `<div id="board">`. Nothing may be added to it there:
/// hydration walks it node by node.
#[cfg(feature = "ssr")]
pub fn render(page: &shared::page::Page) -> String {
    use leptos::prelude::{Owner, RenderHtml};
    let html = Owner::new().with(|| views::board(views::Board::served(page.clone())).to_html());
    // The same node to a browser, and to a validator a comment instead of a mistake. No text holds it: `<` is escaped.
    html.replace("<!>", "<!---->")
}
