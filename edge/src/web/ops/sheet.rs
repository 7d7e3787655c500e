//! What the operator's pages have in common: document, style, policy, and pieces of markup.
//!
//! Not what they say.

use crate::web::document::escaped;
use crate::web::headers::{self, Cache, policy_hash};
use crate::web::template::squeezed;
use crate::web::{Response, Site};
use crate::words::{Locale, labels, operator as words};
use shared::page::Tone;
use std::sync::Arc;

/// Style and policy, made once a configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    style: String,
    policy: String,
}

/// What runs in the page: it reloads while nobody writes, and takes a verdict back whose time is over.
const SCRIPT: &str = include_str!(concat!(env!("OUT_DIR"), "/ops.js"));

impl Sheet {
    /// `style` is that of the public page.
    pub fn new(style: &str) -> Self {
        let style = style.to_owned() + &squeezed(include_str!("ops.css"));
        let policy = format!(
            "default-src 'none'; script-src {}; style-src {}; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; \
             frame-ancestors 'none'",
            policy_hash(SCRIPT),
            policy_hash(&style)
        );
        Self { style, policy }
    }
}

/// What an answer needs of a site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The path that everything lives under.
    pub base: String,
    lang: &'static str,
    sheet: Arc<Sheet>,
}

/// A document to be.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    /// Status code.
    pub status: u16,
    /// Its title.
    pub title: &'a str,
    /// Colour and mark; none where nothing is claimed.
    pub tone: Tone,
    /// What stands in the body, with its attributes before `>`.
    pub body: &'a str,
}

impl Frame {
    /// That of a site.
    pub fn of(site: &Site) -> Self {
        Self {
            base: site.base.clone(),
            lang: site.operators.language().tag(),
            sheet: Arc::clone(&site.sheet),
        }
    }

    /// The document. It names nobody where a link in it leads, and its forms say where they come from.
    pub fn page(&self, document: &Document<'_>) -> Response {
        let [light, dark] = document.tone.tint();
        let html = format!(
            "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{}</title>\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1, viewport-fit=cover\">\
             <meta name=\"robots\" content=\"noindex\"><meta name=\"referrer\" content=\"same-origin\">\
             <meta name=\"theme-color\" content=\"{light}\" media=\"(prefers-color-scheme: light)\">\
             <meta name=\"theme-color\" content=\"{dark}\" media=\"(prefers-color-scheme: dark)\">\
             <link rel=\"icon\" href=\"{}\"><style>{}</style></head><body{}</body></html>",
            self.lang,
            escaped(document.title),
            app::icon::favicon(document.tone),
            self.sheet.style,
            document.body,
        );
        let mut headers = headers::bare(self.sheet.policy.clone());
        headers.push(("content-type", "text/html; charset=utf-8".to_owned()));
        headers.push(("cache-control", Cache::Never.to_string()));
        Response { status: document.status, headers, body: html.into_bytes() }
    }

    /// A document with a heading and little else.
    pub fn small(&self, status: u16, heading: &str, body: &str) -> Response {
        let heading = escaped(heading);
        let body = format!(
            "><main class=\"wrap door\"><h1>{heading}</h1>{body}<p><a class=\"go\" href=\"{}/\">{}</a></p></main>",
            escaped(&self.base),
            words::PUBLIC_PAGE,
        );
        self.page(&Document { status, title: &heading, tone: Tone::NotChecked, body: &body })
    }

    /// Somewhere else, with GET.
    pub fn go(&self, to: &str) -> Response {
        let mut headers = headers::bare(headers::NOTHING_RUNS.to_owned());
        headers.push(("location", format!("{}{to}", self.base)));
        headers.push(("cache-control", Cache::Never.to_string()));
        Response { status: 303, headers, body: Vec::new() }
    }
}

/// What runs in the page, as an element.
pub fn script() -> String {
    format!("<script>{SCRIPT}</script>")
}

/// The mark of a state, with its word for those who do not see it.
pub fn mark(l: &Locale, tone: Tone) -> String {
    format!(
        "<svg class=\"mark\" aria-hidden=\"true\"><use href=\"{}\"></use></svg><span class=\"vh\">{}</span>",
        tone.mark(),
        labels::tone(l, tone)
    )
}

/// A paragraph; nothing if it would be empty.
pub fn paragraph(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("<p>{}</p>", escaped(text)) }
}

/// Pieces of markup, one after the other.
pub fn all(pieces: impl Iterator<Item = String>) -> String {
    pieces.collect::<Vec<_>>().concat()
}

/// What unfolds.
pub fn fold(id: &str, class: &str, summary: &str, inside: &str) -> String {
    let (id, summary) = (escaped(id), escaped(summary));
    format!("<details class=\"{class}\" id=\"{id}\"><summary><h3>{summary}</h3></summary>{inside}</details>")
}

/// A link to where the operator reads on; nothing without one.
pub fn runbook(what: &str, url: &str) -> String {
    if url.is_empty() {
        return String::new();
    }
    format!(
        "<a class=\"go\" href=\"{}\" target=\"_blank\" rel=\"noopener noreferrer\"><span class=\"lab\">{}</span>{}</a>",
        escaped(url),
        words::RUNBOOK,
        escaped(what)
    )
}
