//! The board in somebody else's page: the page's own views without what surrounds them there.
//!
//! Rendered by the edge and never hydrated: the script in `embed/frame.js` replaces it as a whole. It is rendered twice,
//! as it is and as it will look once it has expired, so that every word of expiry travels with it.

use crate::views::{self, Board, Phase, header, section};
use leptos::prelude::*;
use shared::page::Page;

/// What is added to the page's style sheet.
pub const STYLE: &str = include_str!("../embed/embed.css");

/// A board for a frame.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What is shown; what is not has been taken out.
    pub page: Page,
    /// Whether the verdict is.
    pub verdict: bool,
    /// The address of the page itself.
    pub home: String,
}

impl Frame {
    /// What is shown when it is served.
    pub fn served(&self) -> String {
        self.render(|board| board.phase.get_untracked())
    }

    /// What is shown once nothing newer has come in time.
    pub fn expired(&self) -> String {
        self.render(|_| Phase::Expired)
    }

    /// Without the comments by which hydration finds its places.
    fn render(&self, phase: impl Fn(&Board) -> Phase) -> String {
        let html = Owner::new().with(|| {
            let board = Board::served(self.page.clone());
            let phase = phase(&board);
            self.view(board, phase).to_html()
        });
        html.replace("<!>", "")
    }

    fn view(&self, board: Board, phase: Phase) -> impl IntoView + use<> {
        let page = &self.page;
        let (above, below) = if self.verdict {
            (Some(self.verdict(board, phase)), None)
        } else {
            (None, Some(header::freshness(board, page, None, phase)))
        };
        let sections = (!page.sections.is_empty() || page.history.is_some())
            .then(|| section::sections(board, page, phase, board.day.get_untracked()));
        view! {
            {header::notice(&page.notice)}
            {above}
            {sections}
            <footer>
                <div class="wrap home">
                    {below}
                    <a href=self.home.clone() target="_top">
                        {page.title.clone()}
                    </a>
                </div>
            </footer>
        }
    }

    fn verdict(&self, board: Board, phase: Phase) -> impl IntoView + use<> {
        let page = &self.page;
        let header = if phase == Phase::Expired { &page.expired } else { &page.header };
        let planned = header.planned.as_ref();
        view! {
            <header class=header::class(header)>
                <div class="wrap">
                    <div class="say">
                        {views::mark(header.tone)}
                        {header::headline(header)}
                        {views::paragraphs("sub", &header.says)}
                        {views::paragraphs("sub since", &header.since)}
                    </div>
                    {header::freshness(board, page, planned, phase)}
                </div>
            </header>
        }
    }
}
