//! The board on the operator's page: the page's own views, one by one, since evidence and forms stand between them.
//!
//! Rendered by the edge and never hydrated.

use crate::views::{Board, Phase, header, section};
use leptos::prelude::*;
use shared::page::{Page, Section};

/// The verdict as it is served.
pub fn verdict(page: &Page) -> String {
    markup(page, |board| header::verdict(board, page, board.phase.get_untracked()))
}

/// What becomes of it once nothing newer has come in time.
pub fn expired(page: &Page) -> String {
    markup(page, |board| header::verdict(board, page, Phase::Expired))
}

/// The line above everything; empty if there is none.
pub fn notice(page: &Page) -> String {
    markup(page, |_| header::notice(&page.notice))
}

/// The cards of one service.
pub fn section(page: &Page, of: &Section) -> String {
    markup(page, |board| {
        let stale = board.phase.get_untracked() == Phase::Expired;
        let as_of = if stale { page.fresh.as_of.as_str() } else { "" };
        section::body(board, of, None, as_of, stale)
    })
}

/// Without the comments by which hydration finds its places.
fn markup<V: IntoView>(page: &Page, view: impl FnOnce(Board) -> V) -> String {
    // Views ask the board for the time and for the words of ages; of all that a page says they are given their part.
    let around = Page { sections: Vec::new(), happened: None, history: None, ..page.clone() };
    Owner::new().with(|| view(Board::served(around)).to_html()).replace("<!>", "")
}
