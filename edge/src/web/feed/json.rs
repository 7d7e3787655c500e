//! JSON Feed 1.1 (jsonfeed.org).

use super::{Entry, Feed};
use serde::Serialize;
use shared::time::Rfc3339;

#[derive(Serialize)]
struct Document<'a> {
    version: &'static str,
    title: &'a str,
    description: &'a str,
    home_page_url: &'a str,
    feed_url: &'a str,
    language: &'a str,
    items: Vec<Item<'a>>,
}

#[derive(Serialize)]
struct Item<'a> {
    id: &'a str,
    url: &'a str,
    title: &'a str,
    content_text: &'a str,
    date_published: Rfc3339,
    date_modified: Rfc3339,
    tags: Vec<&'a str>,
}

pub(super) fn render(feed: &Feed<'_>) -> Vec<u8> {
    let document = Document {
        version: "https://jsonfeed.org/version/1.1",
        title: feed.title,
        description: &feed.about,
        home_page_url: &feed.page,
        feed_url: &feed.own,
        language: feed.lang,
        items: feed.entries.iter().map(|entry| item(feed, entry)).collect(),
    };
    // Serialising a structure of strings into memory cannot fail.
    serde_json::to_vec(&document).unwrap_or_default()
}

fn item<'a>(feed: &'a Feed<'_>, entry: &'a Entry<'_>) -> Item<'a> {
    Item {
        id: &entry.id,
        url: &feed.page,
        title: &entry.title,
        content_text: &entry.text,
        date_published: Rfc3339(entry.at),
        date_modified: Rfc3339(entry.updated),
        tags: Some(entry.service).filter(|service| !service.is_empty()).into_iter().collect(),
    }
}
