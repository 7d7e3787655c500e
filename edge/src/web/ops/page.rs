//! `/ops`: the page that everybody sees, with what only the operator may: who is on it, where to read on, how we know.
//!
//! Made for a phone at night: what is wrong comes first, and what can be done about it with one tap comes before
//! everything. Not the forms (`forms`), nor the tables (`evidence`).

use super::sheet::{Document, Frame, mark, paragraph, script};
use super::{evidence, forms};
use crate::web::document::escaped;
use crate::web::page::{self, Around};
use crate::web::{Response, Site};
use crate::words::{evidence as told, operator as words};
use shared::board::{Board, ServiceBoard};
use shared::page::{Link, Page, Section};
use shared::state::Verdict;

/// The page; `notice` is the line above it, `said` what came of a form.
pub fn open(site: &Site, board: &Board, notice: &str, said: &str) -> Response {
    let l = &site.operators;
    let page = page::model(site, l, &site.public(l, board), Around { notice, filter: "" });
    let back = Link { href: format!("{}/", site.base), text: words::PUBLIC_PAGE.into() };
    let page = Page { operator: Some(back), ..page };
    let forms = forms::Forms { site, board };
    let alone = page.sections.len() == 1;
    let of = |section: &Section| board.services.iter().find(|service| service.id == section.id);
    let sections: String = page
        .sections
        .iter()
        .filter_map(|section| Some(one(&page, section, &forms, of(section)?, alone)))
        .collect();
    let happened = page.happened.as_ref().map_or("", |happened| happened.0.as_str());
    let holds = page.expires_at.map(|at| at.since(page.served_at).as_millis());
    let body = format!(
        " data-poll=\"{}\" data-holds=\"{}\">{}{}<div id=\"now\">{}</div><div id=\"late\" hidden>{}</div>\
         <main class=\"wrap ops\">{}{}{sections}{happened}{}</main>{}{}",
        page.poll_ms,
        holds.map(|ms| ms.to_string()).unwrap_or_default(),
        site.shell.symbols(),
        app::ops::notice(&page),
        app::ops::verdict(&page),
        app::ops::expired(&page),
        if said.is_empty() {
            String::new()
        } else {
            format!("<div class=\"said\" role=\"status\">{}</div>", paragraph(said))
        },
        forms.open_incidents(),
        forms.others(),
        footer(site, board),
        script(),
    );
    let (title, tone) = (page.header.document_title.as_str(), page.header.tone);
    Frame::of(site).page(&Document { status: 200, title, tone, body: &body })
}

/// A service: what everybody sees, then how we know.
fn one(
    page: &Page,
    section: &Section,
    forms: &forms::Forms<'_>,
    service: &ServiceBoard,
    alone: bool,
) -> String {
    let is_wrong = service.verdict != Verdict::Operational;
    let runbooks = if is_wrong && !forms.has_open(&service.id) {
        forms::runbooks(forms.site, service)
    } else {
        String::new()
    };
    let inside = format!(
        "{runbooks}{}{}",
        app::ops::section(page, section),
        evidence::card(forms.site, forms.board, service)
    );
    let name = escaped(&section.name);
    if alone {
        return format!("<section><h2 class=\"vh\">{name}</h2>{inside}</section>");
    }
    format!(
        "<details class=\"svc {}\" id=\"s-{}\"{}><summary>{}<h2>{name}</h2><span class=\"word\">{}</span>\
         <span class=\"line\">{}</span></summary>{inside}</details>",
        section.tone.class(),
        escaped(&section.id),
        if section.folded { "" } else { " open" },
        mark(&forms.site.operators, section.tone),
        escaped(&section.word),
        escaped(&section.line),
    )
}

fn footer(site: &Site, board: &Board) -> String {
    let base = escaped(&site.base);
    format!(
        "<footer><div class=\"wrap\"><p>{}</p><nav><a href=\"{base}/ops\">{}</a><a href=\"{base}/ops.json\">JSON</a>\
         <a href=\"{base}/\">{}</a></nav>{}</div></footer>",
        told::round(&site.operators, board.round_took, board.every),
        words::REFRESH,
        words::PUBLIC_PAGE,
        forms::leave(site),
    )
}
