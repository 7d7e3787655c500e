//! What is done to the document beside the views: title, language, favicon, theme colour, and the mark of a new number.

use crate::icon::favicon;
use leptos::prelude::document;
use shared::page::{Dir, Tone};
use wasm_bindgen::JsCast;
use web_sys::Element;

/// Sets the title, if it is another one.
pub fn set_title(title: &str) {
    let document = document();
    if document.title() != title {
        document.set_title(title);
    }
}

/// Says in which language the page is from now on: that of its browser may change under it.
pub fn set_language(lang: &str, dir: Dir) {
    for html in all("html") {
        _ = html.set_attribute("lang", lang);
        _ = html.set_attribute("dir", dir.word());
    }
}

/// Sets the favicon and both theme colours, light first, as the document declares them.
pub fn set_tone(tone: Tone) {
    for icon in all("link[rel=icon]") {
        _ = icon.set_attribute("href", &favicon(tone));
    }
    for (meta, colour) in all("meta[name=theme-color]").zip(tone.tint()) {
        _ = meta.set_attribute("content", colour);
    }
}

/// Every large number on the page, as text.
pub fn numbers() -> Vec<Option<String>> {
    all(".num").map(|number| number_in(&number)).collect()
}

/// Underlines the numbers that are not what they were `before`, and returns them.
pub fn underline(before: &[Option<String>]) -> Vec<Element> {
    let changed: Vec<_> =
        all(".num").zip(before).filter(|(now, then)| number_in(now) != **then).map(|(now, _)| now).collect();
    for number in &changed {
        _ = number.class_list().add_1("new");
    }
    changed
}

/// Takes the underlines away again.
pub fn no_longer_underline(numbers: &[Element]) {
    for number in numbers {
        _ = number.class_list().remove_1("new");
    }
}

/// The number itself, without the note that follows it.
fn number_in(element: &Element) -> Option<String> {
    element.first_child()?.node_value()
}

/// The elements that `selector` selects, in the document's order.
fn all(selector: &str) -> impl Iterator<Item = Element> {
    let nodes = document().query_selector_all(selector).ok();
    let count = nodes.as_ref().map_or(0, web_sys::NodeList::length);
    (0..count).filter_map(move |i| nodes.as_ref()?.get(i)?.dyn_into().ok())
}
