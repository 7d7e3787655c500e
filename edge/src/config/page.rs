//! Reads `[page]`.
//!
//! Not what depends on the services as well: `check` sees to that.

use super::PageSettings;
use super::check;
use super::fault::Fault;
use super::http;
use super::nearest::nearest;
use super::reader::{Reader, Table, Text};
use super::secret::Secret;
use crate::calendar;
use crate::words::Language;
use core::ops::RangeInclusive;
use core::time::Duration;
use shared::flag::FlagWord;
use shared::map::Map;

/// Where the page is when nobody says: natively that is where it listens by default.
pub const DEFAULT_ORIGIN: &str = "http://localhost:8080";
const URL_EXAMPLE: &str = "https://status.example.com";
pub(super) const RUNBOOK_EXAMPLE: &str = "https://wiki.example.com/planner";

const DEFAULT_EVERY: Duration = Duration::from_secs(15);
const EVERY: RangeInclusive<Duration> = Duration::from_secs(5)..=Duration::from_mins(10);
const EXPIRES_AFTER: RangeInclusive<Duration> = Duration::from_secs(10)..=Duration::from_hours(24);
const DRAIN_MAX: RangeInclusive<Duration> = Duration::from_secs(1)..=Duration::from_hours(24);
const POLL: RangeInclusive<Duration> = Duration::from_secs(1)..=Duration::from_hours(1);

/// Where Cloudflare can be asked to keep a Durable Object.
const LOCATIONS: &[&str] = &["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"];

/// `[page]`, as far as it can be known without the services.
pub(super) struct Page {
    pub(super) settings: PageSettings,
    pub(super) title: String,
    pub(super) every: Duration,
    pub(super) expires_after: Option<(Duration, Text)>,
    pub(super) confirm: u32,
    pub(super) drain_max: Duration,
    pub(super) poll: Option<Duration>,
}

/// Reads the table.
pub(super) fn read(reader: &Reader<'_>, mut table: Table<'_>) -> Page {
    let title = table.required("title", "title = \"Trip planner\"");
    let every = table.duration("every", &EVERY, DEFAULT_EVERY).map_or(DEFAULT_EVERY, |(d, _)| d);
    let page = Page {
        title: title.map(|t| t.value).unwrap_or_default(),
        every,
        expires_after: table.duration("expires_after", &EXPIRES_AFTER, every * 4),
        confirm: table.number("confirm", 1, 10).unwrap_or(2),
        drain_max: table
            .duration("drain_max", &DRAIN_MAX, Duration::from_mins(5))
            .map_or(Duration::from_mins(5), |(d, _)| d),
        poll: table.duration("poll", &POLL, Duration::from_secs(30)).map(|(d, _)| d),
        settings: settings(reader, &mut table),
    };
    table.finish();
    page
}

fn settings(reader: &Reader<'_>, table: &mut Table<'_>) -> PageSettings {
    let url = table.text("url").map(|t| http::origin_and_base(reader, &t, URL_EXAMPLE));
    let (origin, base) = url.flatten().unwrap_or((DEFAULT_ORIGIN.to_owned(), String::new()));
    let alive_url = table.text("alive_url");
    let frame_ancestors = table.texts("frame_ancestors");
    let tags: Vec<&str> = Language::all().map(Language::tag).collect();
    PageSettings {
        origin,
        base,
        time_zone: table.text("time_zone").and_then(|t| time_zone(reader, &t)).unwrap_or("UTC".to_owned()),
        lang: table
            .text("lang")
            .and_then(|t| check::word(reader, &t, "a language that the sentences exist in", &tags))
            .and_then(Language::named)
            .unwrap_or(Language::english()),
        alive_url: alive_url
            .and_then(|t| http::url(reader, &t, "https://hc-ping.com/your-id"))
            .map(|url| Secret::new(url.as_str())),
        probe_from: table
            .text("probe_from")
            .and_then(|t| check::word(reader, &t, "a location of Durable Objects", LOCATIONS))
            .map(str::to_owned),
        frame_ancestors: frame_ancestors
            .map(|list| list.iter().filter_map(|t| http::origin(reader, t)).collect()),
        admin_token: table.text("admin_token").map(|t| Secret::new(t.value)),
        runbooks: table.table("runbooks").map(|table| runbooks(reader, table)).unwrap_or_default(),
    }
}

fn runbooks(reader: &Reader<'_>, mut table: Table<'_>) -> Map<FlagWord, String> {
    let mut runbooks = Map::new();
    for word in FlagWord::ALL {
        let text = table.text(word.word());
        if let Some(url) = text.and_then(|t| http::url(reader, &t, RUNBOOK_EXAMPLE)) {
            runbooks.insert(*word, url.into());
        }
    }
    table.finish();
    runbooks
}

/// The zone's own spelling.
pub(super) fn time_zone(reader: &Reader<'_>, text: &Text) -> Option<String> {
    if let Some(name) = calendar::known(&text.value) {
        return Some(name);
    }
    let names = calendar::names();
    let near = nearest(&text.value, names.iter().map(String::as_str)).map(str::to_owned);
    let fault = Fault::NotOneOf {
        shown: text.shown.clone(),
        kind: "a time zone",
        nearest: near.filter(|_| !text.from_variable),
        known: vec!["UTC", "Europe/Paris", "America/New_York", "and every other IANA name"],
    };
    reader.fault(&text.place, fault);
    None
}
