//! RSS 2.0.

use super::xml::{element, escaped};
use super::{Feed, Form};
use core::fmt::Write as _;
use shared::time::{Timestamp, civil_from_days};

pub(super) fn render(feed: &Feed<'_>) -> String {
    let mut out = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
                   <rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\"><channel>"
        .to_owned();
    element(&mut out, "title", feed.title);
    element(&mut out, "link", &feed.page);
    element(&mut out, "description", &escaped(&feed.about));
    element(&mut out, "language", feed.lang);
    element(&mut out, "lastBuildDate", &rfc_822(feed.updated));
    let _ = write!(
        out,
        "<atom:link rel=\"self\" type=\"{}\" href=\"{}\"/>",
        Form::Rss.link_type(),
        escaped(&feed.own)
    );
    for entry in &feed.entries {
        out.push_str("\n<item>");
        let _ = write!(out, "<guid isPermaLink=\"false\">{}</guid>", escaped(&entry.id));
        element(&mut out, "title", &entry.title);
        element(&mut out, "link", &feed.page);
        element(&mut out, "pubDate", &rfc_822(entry.at));
        if !entry.service.is_empty() {
            element(&mut out, "category", entry.service);
        }
        // A description is HTML: what is text has to be escaped once for each of the two.
        element(&mut out, "description", &escaped(&entry.text));
        out.push_str("</item>");
    }
    out.push_str("\n</channel></rss>\n");
    out
}

/// `Mon, 30 Nov 2026 14:00:03 +0000` (RFC 822 with the four-digit year of RFC 1123).
pub(super) fn rfc_822(at: Timestamp) -> String {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    // 1970-01-01 was a Thursday.
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    let (days, second_of_day) = (at.secs().div_euclid(86_400), at.secs().rem_euclid(86_400));
    let (year, month, day) = civil_from_days(days);
    let name = |names: &[&'static str], n: i64| {
        usize::try_from(n).ok().and_then(|n| names.get(n).copied()).unwrap_or_default()
    };
    let (h, m, s) = (second_of_day / 3600, second_of_day / 60 % 60, second_of_day % 60);
    let (weekday, month) = (name(&DAYS, days.rem_euclid(7)), name(&MONTHS, month - 1));
    format!("{weekday}, {day:02} {month} {year:04} {h:02}:{m:02}:{s:02} +0000")
}
