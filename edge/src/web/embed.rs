//! `/embed`: the board without chrome, for frames in other people's pages. Which of its parts are shown, and who may
//! frame it.
//!
//! Not `<head-count>`: `element`. What both show is the page's own model, narrowed to the parts that were asked for.

use super::document::escaped;
use super::headers::{self, Cache, policy_hash};
use super::page::{self, Around};
use super::route::parameter;
use super::template::squeezed;
use super::{Response, Site};
use crate::words::Locale;
use app::embed::Frame;
use shared::history::SubjectPast;
use shared::page::Page;
use shared::public::PublicBoard;
use std::sync::Arc;

/// What runs in the frame, squeezed when the edge was built.
pub(super) const SCRIPT: &str = include_str!(concat!(env!("OUT_DIR"), "/frame.js"));

/// A part of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Verdict,
    Dependencies,
    Queues,
    History,
}

/// The parts by the words of `?parts=`.
const PARTS: [(&str, Part); 4] = [
    ("verdict", Part::Verdict),
    ("dependencies", Part::Dependencies),
    ("queues", Part::Queues),
    ("history", Part::History),
];

/// Which parts are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Parts(Vec<Part>);

impl Parts {
    /// Those that a list names; all of them where it names none that there is.
    pub(super) fn named(list: &str) -> Self {
        let words: Vec<&str> = list.split(',').map(str::trim).collect();
        let named = |all: bool| {
            let each = PARTS.into_iter().filter(|(word, _)| all || words.contains(word));
            each.map(|(_, part)| part).collect::<Vec<_>>()
        };
        let some = named(false);
        Self(if some.is_empty() { named(true) } else { some })
    }

    fn show(&self, part: Part) -> bool {
        self.0.contains(&part)
    }

    /// A page without what is not shown. What happened is told by the page itself alone.
    pub(super) fn of(&self, mut page: Page) -> Page {
        page.happened = None;
        if !self.show(Part::History) {
            page.history = None;
        }
        for section in &mut page.sections {
            if !self.show(Part::Queues) {
                section.queues.clear();
            }
            if !self.show(Part::Dependencies) {
                section.parts.clear();
            }
        }
        if !self.show(Part::Queues) && !self.show(Part::Dependencies) {
            page.sections.clear();
        }
        page
    }
}

/// What every frame of one configuration has in common.
#[derive(Clone, Debug)]
pub(super) struct Shell {
    style: String,
    /// The symbols that marks refer to.
    symbols: String,
    /// Changes with every version of style and script.
    version: String,
    policy: String,
    /// Who may frame it, as an expression for the script; empty for everyone.
    allow: String,
}

impl Shell {
    /// `style` is the page's, `template` the page's document, `ancestors` those who may frame it; absent for everyone.
    pub(super) fn new(style: &str, template: &str, ancestors: Option<&[String]>) -> Self {
        let style = themed(style) + &squeezed(app::embed::STYLE);
        let symbols =
            template.split_once("<svg class=\"defs\"").and_then(|(_, rest)| rest.split_once("</svg>"));
        let symbols = symbols.map(|(inside, _)| format!("<svg class=\"defs\"{inside}</svg>"));
        let who = match ancestors {
            None => "*".to_owned(),
            Some([]) => "'none'".to_owned(),
            Some(list) => list.join(" "),
        };
        let (style_hash, script_hash) = (policy_hash(&style), policy_hash(SCRIPT));
        Self {
            version: policy_hash(&(style_hash.clone() + &script_hash)).chars().skip(8).take(8).collect(),
            policy: format!(
                "default-src 'none'; script-src {script_hash}; style-src {style_hash}; connect-src 'self'; \
                 img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors {who}"
            ),
            allow: ancestors.map(expression).unwrap_or_default(),
            symbols: symbols.unwrap_or_default(),
            style,
        }
    }

    /// The symbols that marks refer to.
    pub(super) fn symbols(&self) -> &str {
        &self.symbols
    }

    /// The policy, which alone says who may frame it: there is no `X-Frame-Options` that could say otherwise.
    pub(super) fn policy(&self) -> String {
        self.policy.clone()
    }
}

/// The page's style sheet, in which the reader's preference holds unless `data-theme` names a theme.
fn themed(style: &str) -> String {
    const DARK: &str = "@media (prefers-color-scheme:dark){:root{";
    let Some((before, rest)) = style.split_once(DARK) else { return style.to_owned() };
    let Some((tokens, after)) = rest.split_once("}}") else { return style.to_owned() };
    format!(
        "{before}@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{tokens}}}}}\
         :root[data-theme=dark]{{color-scheme:dark;{tokens}}}:root[data-theme=light]{{color-scheme:light}}{after}"
    )
}

/// One that matches these origins alone. `*.` in front of a host stands for whatever a policy takes it for.
fn expression(origins: &[String]) -> String {
    let each = origins.iter().map(|origin| {
        let plain = origin.replace('.', "\\.").replace('[', "\\[").replace(']', "\\]");
        format!("^{}$", plain.replace('*', "[^/]+"))
    });
    // Where nobody may, nothing matches.
    if origins.is_empty() { "(?!)".to_owned() } else { each.collect::<Vec<_>>().join("|") }
}

/// A board in which services alone have days, so that a frame shows one row of bars for each of them: with those of all
/// queues and dependencies it would weigh more than everything else in it.
fn with_short_past(board: &PublicBoard) -> PublicBoard {
    let mut board = board.clone();
    for service in &mut board.services {
        let queues = service.queues.iter_mut().map(|queue| &mut queue.past);
        for past in queues.chain(service.dependencies.iter_mut().map(|line| &mut line.past)) {
            *past = Arc::new(SubjectPast { days: Vec::new(), ..(**past).clone() });
        }
    }
    board
}

/// The document.
pub(super) fn render(
    site: &Site,
    l: &Locale,
    board: &PublicBoard,
    around: Around<'_>,
    query: &str,
) -> Response {
    let parts = Parts::named(&parameter(query, "parts").unwrap_or_default());
    let theme = match parameter(query, "theme").as_deref() {
        Some("light") => " data-theme=\"light\"",
        Some("dark") => " data-theme=\"dark\"",
        _ => "",
    };
    let page = parts.of(page::model(site, l, &with_short_past(board), around));
    let frame =
        Frame { page, verdict: parts.show(Part::Verdict), home: format!("{}/{}", site.base, around.filter) };
    let (shell, page) = (&site.shell, &frame.page);
    let title = escaped(&page.header.document_title);
    let late = page.expires_at.map(|_| {
        // No text in it can end the element: the views escape `<`.
        format!("<script type=\"text/html\" id=\"late\">{}</script>", frame.expired())
    });
    let html = format!(
        "<!doctype html><html lang=\"{}\" dir=\"{}\"{theme}><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"robots\" content=\"noindex\">\
         <link rel=\"icon\" href=\"data:,\"><noscript><meta http-equiv=\"refresh\" content=\"{}\"></noscript>\
         <style>{}</style></head><body data-who=\"{}\">{}<div id=\"board\" data-v=\"{}\" data-title=\"{title}\" \
         data-lang=\"{0}-u-nu-latn\" data-at=\"{}\" data-end=\"{}\" data-poll=\"{}\">{}{}</div>\
         <script>{SCRIPT}</script></body></html>",
        escaped(&page.lang),
        page.dir.word(),
        (page.poll_ms / 1000).max(5),
        shell.style,
        escaped(&shell.allow),
        shell.symbols,
        shell.version,
        page.served_at.millis(),
        page.expires_at.map_or("Infinity".to_owned(), |at| at.millis().to_string()),
        page.poll_ms,
        frame.served(),
        late.unwrap_or_default(),
    );
    let headers = vec![
        ("content-type", "text/html; charset=utf-8".to_owned()),
        // No validator: an answer that is "not modified" would bring the time at which an older one was served.
        ("cache-control", Cache::Revalidate.to_string()),
    ];
    // Public, so any page may read it: one in a sandbox, which has no origin, is the frame itself.
    let headers = headers.into_iter().chain(headers::open(headers::bare(shell.policy()))).collect();
    Response { status: 200, headers, body: html.into_bytes() }
}

#[cfg(test)]
#[path = "embed_tests.rs"]
mod tests;
