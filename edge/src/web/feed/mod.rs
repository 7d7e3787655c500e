//! `/history.atom`, `/history.rss`, `/history.json`: what happened, one entry for each update (DESIGN 5.3).
//!
//! Here is what all three say, newest first; each form has its own file. An entry's id never changes, its date does
//! when a person edits its text. Not sentences: the catalogue has them.

mod atom;
mod json;
mod rss;
pub(super) mod xml;

use super::Site;
use crate::notify::clip;
use crate::words::{Locale, event, history};
use shared::incident::PublicEvent;
use shared::public::PublicBoard;
use shared::time::Timestamp;

/// The forms of a feed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Atom,
    Rss,
    Json,
}

impl Form {
    pub(super) const ALL: [Self; 3] = [Self::Atom, Self::Rss, Self::Json];

    pub(super) const fn path(self) -> &'static str {
        match self {
            Self::Atom => "/history.atom",
            Self::Rss => "/history.rss",
            Self::Json => "/history.json",
        }
    }

    pub(super) const fn content_type(self) -> &'static str {
        match self {
            Self::Atom => "application/atom+xml; charset=utf-8",
            Self::Rss => "application/rss+xml; charset=utf-8",
            Self::Json => "application/feed+json",
        }
    }

    /// The type as a page's head names it.
    pub(super) const fn link_type(self) -> &'static str {
        match self {
            Self::Atom => "application/atom+xml",
            Self::Rss => "application/rss+xml",
            Self::Json => "application/feed+json",
        }
    }
}

/// The feed of a board. `filter` is the query that narrowed it, or empty.
pub(super) fn render(site: &Site, l: &Locale, board: &PublicBoard, filter: &str, form: Form) -> Vec<u8> {
    let feed = Feed::of(site, l, board, filter, form);
    match form {
        Form::Atom => atom::render(&feed).into_bytes(),
        Form::Rss => rss::render(&feed).into_bytes(),
        Form::Json => json::render(&feed),
    }
}

/// The most characters of an entry's title; its text has all of them.
const TITLE_LIMIT: usize = 140;

/// A feed, in whatever form.
struct Feed<'a> {
    title: &'a str,
    /// What a reader shows beside the title. Not the headline: no reader takes a verdict back when it expires.
    about: String,
    /// The language of all texts (BCP 47).
    lang: &'static str,
    id: String,
    /// The page.
    page: String,
    /// The feed itself.
    own: String,
    updated: Timestamp,
    entries: Vec<Entry<'a>>,
}

struct Entry<'a> {
    id: String,
    title: String,
    text: String,
    at: Timestamp,
    updated: Timestamp,
    /// The service's id; empty if it is about the whole page.
    service: &'a str,
}

impl<'a> Feed<'a> {
    fn of(site: &Site, l: &Locale, board: &'a PublicBoard, filter: &str, form: Form) -> Self {
        let several = board.services.len() > 1;
        let tag = Tag::of(site);
        let entries: Vec<Entry<'_>> =
            board.events.iter().map(|event| Entry::of(l, event, several, &tag)).collect();
        let (origin, base) = (&site.origin, &site.base);
        Self {
            title: &board.title,
            about: history::happened(l),
            lang: l.language().tag(),
            id: tag.name(&format!("history{filter}")),
            page: format!("{origin}{base}/{filter}"),
            own: format!("{origin}{base}{}{filter}", form.path()),
            updated: entries.iter().map(|entry| entry.updated).max().unwrap_or(board.started_at),
            entries,
        }
    }
}

impl<'a> Entry<'a> {
    fn of(l: &Locale, event: &'a PublicEvent, several: bool, tag: &Tag) -> Self {
        let text = event::line(l, event, several);
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        Self {
            id: tag.name(&format!("event/{}", event.id)),
            title: clip(&words.join(" "), TITLE_LIMIT),
            text,
            at: event.at,
            updated: event.edited_at.unwrap_or(event.at),
            service: &event.service,
        }
    }
}

/// Names that are nobody else's (RFC 4151): host and path of the page, and a date on which they were its owner's.
struct Tag(String);

impl Tag {
    fn of(site: &Site) -> Self {
        let url = url::Url::parse(&site.origin).ok();
        let host = url.as_ref().and_then(url::Url::host_str).unwrap_or("localhost");
        // An IPv6 address has characters that such a name cannot have.
        let host: String = host
            .chars()
            .filter(|c| !matches!(c, '[' | ']'))
            .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-') { c } else { '-' })
            .collect();
        Self(format!("tag:{host},2026:{}/", site.base))
    }

    fn name(&self, of: &str) -> String {
        format!("{}{of}", self.0)
    }
}

#[cfg(test)]
mod tests;
