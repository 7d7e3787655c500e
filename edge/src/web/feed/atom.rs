//! Atom (RFC 4287).

use super::xml::{element, escaped};
use super::{Feed, Form};
use core::fmt::Write as _;

pub(super) fn render(feed: &Feed<'_>) -> String {
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">",
        escaped(feed.lang)
    );
    element(&mut out, "id", &feed.id);
    element(&mut out, "title", feed.title);
    element(&mut out, "subtitle", &feed.about);
    element(&mut out, "updated", &feed.updated.to_string());
    link(&mut out, "self", Form::Atom.link_type(), &feed.own);
    link(&mut out, "alternate", "text/html", &feed.page);
    out.push_str("<author>");
    element(&mut out, "name", feed.title);
    out.push_str("</author>");
    for entry in &feed.entries {
        out.push_str("\n<entry>");
        element(&mut out, "id", &entry.id);
        element(&mut out, "title", &entry.title);
        element(&mut out, "published", &entry.at.to_string());
        element(&mut out, "updated", &entry.updated.to_string());
        link(&mut out, "alternate", "text/html", &feed.page);
        if !entry.service.is_empty() {
            let _ = write!(out, "<category term=\"{}\"/>", escaped(entry.service));
        }
        element(&mut out, "content", &entry.text);
        out.push_str("</entry>");
    }
    out.push_str("\n</feed>\n");
    out
}

fn link(out: &mut String, rel: &str, kind: &str, href: &str) {
    let _ = write!(out, "<link rel=\"{rel}\" type=\"{kind}\" href=\"{}\"/>", escaped(href));
}
