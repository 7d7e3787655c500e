//! The feeds as real readers read them, of rounds that the real reducer judged and the real log kept.

use super::*;
use crate::config::PageSettings;
use crate::words::Language;
use crate::words::tests::{START, Watch, application, document, heard, line, unreached, up};
use core::time::Duration;
use feed_rs::model::{Entry as Read, Feed as ReadFeed};
use feed_rs::parser;
use shared::annals::Annals;
use shared::incident::{Event, What};
use shared::plan::ServicePlan;
use shared::state::{State, Verdict};
use std::sync::Arc;

const STRANGE: &str = "<b>&amp; \"planner\" ]]> 1.42</b>\u{1}\u{fffe} \u{1f600}";

fn site(base: &str) -> Site {
    Site::new(&PageSettings {
        origin: "https://status.example.com:8443".into(),
        base: base.into(),
        time_zone: "America/New_York".into(),
        lang: Language::english(),
        alive_url: None,
        probe_from: None,
        frame_ancestors: None,
        admin_token: None,
        runbooks: shared::map::Map::new(),
    })
}

fn happened(id: u64, service: &str, what: What) -> Event {
    let at = START + Duration::from_mins(1) * u32::try_from(id).unwrap();
    Event { id, at, service: service.into(), incident: None, edited_at: None, what }
}

fn mark(id: u64, service: &str, text: &str) -> Event {
    happened(id, service, What::Mark { text: text.into() })
}

/// What happened on a page of two services, newest first.
fn board(events: Vec<Event>) -> PublicBoard {
    let services: [ServicePlan; 2] = [application("planner", "Trip planner"), application("shop", "Shop")];
    let mut watch = Watch::over(services);
    watch.hear([
        heard("planner", up(), []),
        heard("shop", document(Verdict::Operational, [line("postgres", State::Operational)]), []),
    ]);
    let board = watch.look().with(Arc::new(Annals { events, ..Annals::default() }));
    site("").public(&site("").locale, &board)
}

fn read(form: Form, site: &Site, board: &PublicBoard, filter: &str) -> ReadFeed {
    let bytes = render(site, &site.locale, board, filter, form);
    // Ids as they are written: a reader that makes up ids would hide a missing one.
    let strict = parser::Builder::new().id_generator(|_, _, _| "made up".to_owned()).build();
    strict.parse(bytes.as_slice()).unwrap()
}

fn ids(feed: &ReadFeed) -> Vec<&str> {
    feed.entries.iter().map(|entry| entry.id.as_str()).collect()
}

fn text(entry: &Read) -> String {
    let content = entry.content.as_ref().and_then(|content| content.body.clone());
    content.or(entry.summary.as_ref().map(|text| text.content.clone())).unwrap()
}

#[test]
fn every_form_is_read_with_the_same_entries_newest_first_under_ids_of_their_own() {
    let board = board(vec![mark(12, "", "two"), mark(11, "shop", "one")]);
    for form in Form::ALL {
        let feed = read(form, &site("/status"), &board, "");
        let tag = "tag:status.example.com,2026:/status/event/";
        assert_eq!(ids(&feed), [format!("{tag}12"), format!("{tag}11")], "{form:?}");
        assert_eq!(feed.title.as_ref().unwrap().content, "Trip planner");
        let titles: Vec<&str> =
            feed.entries.iter().map(|entry| entry.title.as_ref().unwrap().content.as_str()).collect();
        let lines: Vec<String> =
            board.events.iter().map(|e| event::line(&site("").locale, e, true)).collect();
        assert!(lines[1].contains("Shop"), "{lines:?}");
        assert_eq!(titles, lines, "{form:?}");
        let page = "https://status.example.com:8443/status/";
        assert!(feed.links.iter().any(|link| link.href == page), "{form:?}: {:?}", feed.links);
        assert!(feed.entries.iter().all(|e| e.links[0].href == page), "{form:?}");
        let own = format!("https://status.example.com:8443/status{}", form.path());
        assert!(feed.links.iter().any(|link| link.href == own), "{form:?}: {:?}", feed.links);
    }
}

#[test]
fn dates_are_the_moments_themselves_whatever_the_zone_of_the_page() {
    let mut edited = mark(1, "", "x");
    edited.edited_at = Some(START + Duration::from_hours(1));
    let board = board(vec![edited.clone()]);
    for form in Form::ALL {
        let feed = read(form, &site(""), &board, "");
        let millis = feed.entries[0].published.unwrap().timestamp_millis();
        assert_eq!(millis, edited.at.millis(), "{form:?}");
        if form != Form::Rss {
            let updated = feed.entries[0].updated.unwrap().timestamp_millis();
            assert_eq!(updated, edited.edited_at.unwrap().millis(), "{form:?}");
        }
    }
    let written = |form| String::from_utf8(render(&site(""), &site("").locale, &board, "", form)).unwrap();
    assert!(written(Form::Atom).contains("<published>2026-11-30T14:01:00Z</published>"));
    assert!(written(Form::Rss).contains("<pubDate>Mon, 30 Nov 2026 14:01:00 +0000</pubDate>"));
    assert!(written(Form::Json).contains("\"date_published\":\"2026-11-30T14:01:00Z\""));
}

#[test]
fn rfc_822_names_the_day_and_the_month() {
    for (secs, text) in [
        (0, "Thu, 01 Jan 1970 00:00:00 +0000"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 +0000"),
        (1_796_047_203, "Mon, 30 Nov 2026 14:00:03 +0000"),
    ] {
        assert_eq!(rss::rfc_822(Timestamp::from_secs(secs)), text);
    }
}

#[test]
fn an_id_does_not_change_with_its_text_nor_with_what_came_later() {
    let first = board(vec![mark(1, "", "one")]);
    let mut edited = mark(1, "", "another");
    edited.edited_at = Some(START + Duration::from_hours(1));
    let later = board(vec![mark(2, "", "two"), edited]);
    for form in Form::ALL {
        let (first, later) = (read(form, &site(""), &first, ""), read(form, &site(""), &later, ""));
        assert_eq!(first.entries[0].id, later.entries[1].id, "{form:?}");
        assert_eq!(first.id, later.id, "{form:?}");
    }
}

#[test]
fn what_people_wrote_is_text_in_every_form() {
    let board = board(vec![mark(1, "", STRANGE)]);
    let seen = "<b>&amp; \"planner\" ]]> 1.42</b> \u{1f600}";
    for form in Form::ALL {
        let feed = read(form, &site(""), &board, "");
        let (text, title) = (text(&feed.entries[0]), &feed.entries[0].title.as_ref().unwrap().content);
        match form {
            Form::Atom => assert_eq!((text.as_str(), title.as_str()), (seen, seen)),
            // A description is HTML: what a reader draws of this is the text.
            Form::Rss => assert_eq!(text, crate::web::document::escaped(seen)),
            Form::Json => assert_eq!(text, STRANGE),
        }
    }
}

#[test]
fn there_are_fifty_at_most_and_a_long_text_is_cut_in_the_title_alone() {
    let long = "word ".repeat(2_000);
    let events: Vec<Event> = (1..=60).rev().map(|id| mark(id, "", &long)).collect();
    let board = board(events);
    for form in Form::ALL {
        let feed = read(form, &site(""), &board, "");
        assert_eq!(feed.entries.len(), 50, "{form:?}");
        assert!(feed.entries[0].id.ends_with("/60"), "{form:?}");
        assert!(feed.entries[0].title.as_ref().unwrap().content.chars().count() <= TITLE_LIMIT);
        assert!(text(&feed.entries[0]).len() > 9_000, "{form:?}");
    }
}

#[test]
fn before_anything_has_happened_the_feeds_are_there_and_empty() {
    let board = board(Vec::new());
    for form in Form::ALL {
        assert_eq!(read(form, &site(""), &board, "").entries.len(), 0, "{form:?}");
    }
}

#[test]
fn a_feed_of_one_service_names_itself_so() {
    let board = board(vec![mark(1, "", "x")]);
    for form in Form::ALL {
        let feed = read(form, &site(""), &board, "?service=shop");
        let own = format!("https://status.example.com:8443{}?service=shop", form.path());
        assert!(feed.links.iter().any(|link| link.href == own), "{form:?}: {:?}", feed.links);
        // An entry is the same one in both feeds.
        assert_eq!(ids(&feed), ["tag:status.example.com,2026:/event/1"]);
    }
}

#[test]
fn json_feed_has_what_version_1_1_requires() {
    let bytes = render(&site(""), &site("").locale, &board(vec![mark(1, "shop", "x")]), "", Form::Json);
    let feed: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(feed["version"], "https://jsonfeed.org/version/1.1");
    assert_eq!(feed["items"][0]["id"], "tag:status.example.com,2026:/event/1");
    assert_eq!(feed["items"][0]["tags"], serde_json::json!(["shop"]));
    for key in ["title", "home_page_url", "feed_url", "language"] {
        assert!(feed[key].is_string(), "{key}");
    }
}

#[test]
fn no_verdict_stands_in_a_feed_and_nothing_changes_in_it_but_with_what_happened() {
    let mut watch = Watch::over([application("planner", "Trip planner")]);
    watch.hear([heard("planner", up(), [])]);
    let feed = |watch: &Watch| {
        let (site, board) = (site(""), watch.look());
        Form::ALL.map(|form| render(&site, &site.locale, &site.public(&site.locale, &board), "", form))
    };
    let before = feed(&watch);
    for _ in 0..3 {
        watch.hear([heard("planner", unreached(), [])]);
    }
    assert_eq!(watch.look().verdict, Verdict::Down);
    assert!(feed(&watch) == before);
}

#[test]
fn a_feed_says_its_language_and_an_entry_is_the_same_one_in_each() {
    let (site, mut spoken) = (site(""), site(""));
    let board = board(vec![mark(2, "shop", "two"), mark(1, "", "one")]);
    for language in Language::all() {
        spoken.locale = site.speaking(language);
        let tag = language.tag();
        let written = |form| String::from_utf8(render(&site, &spoken.locale, &board, "", form)).unwrap();
        assert!(written(Form::Atom).contains(&format!(" xml:lang=\"{tag}\">")));
        assert!(written(Form::Rss).contains(&format!("<language>{tag}</language>")));
        assert!(written(Form::Json).contains(&format!("\"language\":\"{tag}\"")));
        for form in Form::ALL {
            let [english, spoken] = [&site, &spoken].map(|site| read(form, site, &board, ""));
            assert_eq!(ids(&spoken), ids(&english), "{form:?}");
            assert_eq!(spoken.id, english.id, "{form:?}");
        }
    }
}
