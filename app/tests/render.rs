//! What the edge puts inside the mount element: valid, free of styles, and never more than text where text goes.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "in a test, what is not as expected may panic"
)]

mod fixture;

use fixture::{all, count, part, past, queue};
use shared::page::drawing::{Key, Stripe};
use shared::page::{Line, Link, Page, Part, Tone};
use std::collections::HashSet;

/// Elements without an end tag.
const VOID: [&str; 4] = ["input", "br", "meta", "link"];

/// Elements that end an open `p`, so that a browser would build another tree than was rendered.
const BLOCK: [&str; 14] =
    ["div", "p", "ul", "ol", "li", "section", "header", "footer", "main", "nav", "h1", "h2", "h3", "details"];

/// A start tag with its attributes as they are written.
struct Tag<'a> {
    name: &'a str,
    attributes: &'a str,
    inside: Vec<&'a str>,
}

/// The start tags of `html`; panics unless every end tag matches.
fn tags(html: &str) -> Vec<Tag<'_>> {
    let (mut open, mut found, mut rest) = (Vec::new(), Vec::new(), html);
    while let Some((_, after)) = rest.split_once('<') {
        if let Some(comment) = after.strip_prefix('!') {
            rest = comment.split_once('>').expect("a comment ends").1;
            continue;
        }
        let (tag, behind) = after.split_once('>').expect("a tag ends");
        rest = behind;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "end tags match in {html}");
            continue;
        }
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        found.push(Tag { name, attributes, inside: open.clone() });
        if !VOID.contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "still open at the end: {open:?}");
    found
}

fn attribute<'a>(tag: &Tag<'a>, name: &str) -> Option<&'a str> {
    let (_, value) = tag.attributes.split_once(&format!("{name}=\""))?;
    value.split('"').next()
}

#[test]
fn every_state_renders_to_the_tree_that_a_browser_will_build() {
    for (name, page) in all() {
        let html = app::render(&page);
        for tag in tags(&html) {
            if BLOCK.contains(&tag.name) {
                for phrasing in ["p", "h1", "h2", "h3", "span", "summary"] {
                    let heading_in_summary = phrasing == "summary" && tag.name == "h2";
                    assert!(
                        heading_in_summary || !tag.inside.contains(&phrasing),
                        "{name}: <{}> in <{phrasing}>",
                        tag.name
                    );
                }
            }
        }
    }
}

#[test]
fn nothing_needs_an_inline_style() {
    for (name, page) in all() {
        for tag in tags(&app::render(&page)) {
            assert!(attribute(&tag, "style").is_none() && tag.name != "style", "{name}: {}", tag.attributes);
        }
    }
}

#[test]
fn ids_are_unique_and_leave_the_documents_own_alone() {
    let document = include_str!("../index.html");
    for (name, page) in all() {
        let html = app::render(&page);
        let mut seen = HashSet::new();
        for tag in tags(&html) {
            if let Some(id) = attribute(&tag, "id").filter(|_| !tag.attributes.contains("-id=")) {
                assert!(seen.insert(id.to_owned()), "{name}: {id} twice");
                assert!(
                    !document.contains(&format!("id=\"{id}\"")) && id != "state",
                    "{name}: {id} is taken"
                );
            }
            if let Some(label) = attribute(&tag, "aria-labelledby") {
                assert!(html.contains(&format!("id=\"{label}\"")), "{name}: {label} names nothing");
            }
        }
    }
}

#[test]
fn every_mark_and_clip_path_is_in_the_document() {
    let document = include_str!("../index.html");
    for (name, page) in all() {
        let html = app::render(&page);
        let mut marks = 0;
        for tag in tags(&html) {
            if let Some(symbol) = attribute(&tag, "href").filter(|_| tag.name == "use") {
                marks += 1;
                assert!(document.contains(&format!("id=\"{}\"", &symbol[1..])), "{name}: {symbol}");
            }
        }
        assert!(marks > 0, "{name}");
        assert!(document.contains("id=\"seat\"") && document.contains("id=\"hatch\""));
    }
}

#[test]
fn a_text_that_looks_like_markup_stays_text_everywhere() {
    let text = "\"'><script>alert(1)</script>&";
    let html = app::render(&hostile(text));
    assert!(tags(&html).iter().all(|tag| tag.name != "script"));
    assert!(!html.contains("<script"));
    assert!(html.matches("&lt;script&gt;alert(1)&lt;/script&gt;").count() > 20);
}

/// A page with a text that must stay text in every place that shows one.
fn hostile(text: &str) -> Page {
    let mut page = fixture::several();
    page.notice = text.into();
    page.title = text.into();
    page.header.headline = text.into();
    page.header.says = vec![text.into()];
    page.links[0] = Link { href: "status.txt".into(), text: text.into() };
    page.links_label = text.into();
    let section = &mut page.sections[0];
    section.name = text.into();
    section.line = text.into();
    section.parts[0] =
        Part { note: text.into(), latency: text.into(), ..part(text, Tone::Working, text, "") };
    let mut queue = queue("async", text, Tone::Working, text);
    queue.crew.seats_label = text.into();
    queue.crew.evidence.after = text.into();
    queue.waiting = count(text, text, text);
    queue.lines.push(Line { label: text.into(), value: text.into() });
    section.queues.push(queue);
    page.happened = Some(past::happened(text, true));
    let mut history = past::history(&[text, text]);
    (history.label, history.troubled) = (text.into(), text.into());
    history.axis = app::draw::axis(text.into(), text.into());
    history.top = app::draw::top(text.into(), vec![Key { of: Stripe::Working, text: text.into() }]);
    history.bad = app::draw::days(vec![text.into()]);
    history.days[89] = text.into();
    page.history = Some(history);
    page
}

#[test]
fn what_has_expired_takes_its_colours_back_and_keeps_its_numbers() {
    let html = app::render(&fixture::expired());
    assert!(html.contains("This page is out of date") && html.contains(">58<"));
    assert!(html.contains("as of 13:31:43"));
    for tag in tags(&html) {
        let class = attribute(&tag, "class").unwrap_or_default();
        assert!(!class.split(' ').any(|c| ["ok", "dg", "dn", "dr"].contains(&c)), "still in colour: {class}");
    }
}

#[test]
fn a_page_without_script_gives_absolute_times() {
    let html = app::render(&fixture::down());
    assert!(html.contains("as of 13:59:59") && html.contains("14:00:59"));
    assert!(!html.contains("class=\"fresh live\""));
}

#[test]
fn a_service_that_stands_alone_does_not_fold_and_one_among_others_does() {
    let folds = |html: &str| -> Vec<String> {
        let tags = tags(html);
        let services = tags.iter().filter(|t| attribute(t, "class").is_some_and(|c| c.starts_with("svc")));
        services.map(|t| t.attributes.to_owned()).collect()
    };
    assert!(folds(&app::render(&fixture::down())).is_empty());
    let folds = folds(&app::render(&fixture::several()));
    assert_eq!(folds.len(), 4);
    assert_eq!(folds.iter().filter(|tag| tag.split(' ').any(|a| a.starts_with("open"))).count(), 1);
}

#[test]
fn rendering_says_the_same_each_time() {
    for (name, page) in all() {
        assert_eq!(app::render(&page), app::render(&page), "{name}");
    }
}

#[test]
fn the_style_sheet_asks_for_nothing_and_breaks_once_and_for_walls() {
    let style = app::STYLE;
    assert!(!style.contains("url(") && !style.contains("@import") && !style.contains("</"));
    let breaks = |width: &str| style.matches(width).count();
    assert_eq!((breaks("(min-width:860px)"), breaks("(min-width:1920px)")), (1, 1));
    assert_eq!(breaks("(min-width") + breaks("(max-width"), 2);
}

#[test]
fn the_past_is_drawn_read_out_and_listed_without_a_script() {
    let html = app::render(&fixture::down());
    let tags = tags(&html);
    let classed = |class| tags.iter().filter(move |tag| attribute(tag, "class") == Some(class));
    assert_eq!(classed("bars").count(), 3, "a service, a queue and a part");
    assert_eq!(classed("b-dn").count(), 3 + 1, "in each row, and in the key");
    assert_eq!(classed("b-un").count(), 3 + 1);
    for hatched in classed("b-un") {
        assert_eq!(attribute(hatched, "fill"), Some("url(#hatch)"));
    }
    let range = tags.iter().find(|tag| tag.name == "input").expect("a control");
    let today = "Today. Background jobs: not working for 1 min 49 s, not known for 5 min.";
    assert_eq!(attribute(range, "aria-valuetext"), Some(today));
    assert_eq!((attribute(range, "max"), attribute(range, "value")), (Some("89"), Some("89")));
    assert!(html.contains("Days with trouble (1)") && html.contains(&format!("<li>{today}</li>")));
    let pictures = tags.iter().filter(|tag| attribute(tag, "role") == Some("img"));
    assert!(pictures.clone().all(|tag| attribute(tag, "aria-label").is_some_and(|label| !label.is_empty())));
    assert!(pictures.filter(|tag| attribute(tag, "class") == Some("spark")).count() >= 2);
}

#[test]
fn what_a_document_has_drawn_its_model_does_not_hold_again() {
    let page = fixture::down();
    let model = page.clone().without_markup();
    assert_ne!(model, page);
    assert!(!format!("{model:?}").contains('<'));
    let shape = |page: &Page| {
        let history = page.history.as_ref().map(|history| (history.groups.len(), history.days.len()));
        (history, page.happened.is_some(), page.sections[0].queues[0].waiting.spark.is_some())
    };
    assert_eq!(shape(&model), shape(&page), "hydration finds everything in its place");
}
