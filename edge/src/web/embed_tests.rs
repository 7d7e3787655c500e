//! Which parts are shown, who may frame them, and the budget of the script. The frame in a browser: the end-to-end tests.

use super::*;
use crate::web::specimen;

fn shell(ancestors: Option<&[&str]>) -> Shell {
    let list = ancestors.map(|list| list.iter().map(ToString::to_string).collect::<Vec<_>>());
    Shell::new(&squeezed(app::STYLE), "<p><svg class=\"defs\"><symbol/></svg><p>", list.as_deref())
}

#[test]
fn a_list_of_parts_shows_those_that_there_are_and_garbage_shows_all() {
    let all = Parts::named("");
    assert!(PARTS.iter().all(|(_, part)| all.show(*part)));
    for garbage in ["nothing", ",,,", "VERDICT", "%00", "verdict;queues", "🙂"] {
        assert_eq!(Parts::named(garbage), all, "{garbage}");
    }
    let two = Parts::named(" queues ,verdict,verdict,nothing");
    assert_eq!(two, Parts(vec![Part::Verdict, Part::Queues]));
}

#[test]
fn who_may_frame_it_is_told_to_the_browser_and_to_the_script_alike() {
    let list = ["https://portal.example.com", "https://*.example.org:8443"];
    let some = shell(Some(&list));
    let ends = " frame-ancestors https://portal.example.com https://*.example.org:8443";
    assert!(some.policy().ends_with(ends), "{}", some.policy());
    assert_eq!(some.allow, r"^https://portal\.example\.com$|^https://[^/]+\.example\.org:8443$");
    let everyone = shell(None);
    assert!(everyone.policy().ends_with("; frame-ancestors *"), "{}", everyone.policy());
    assert_eq!(everyone.allow, "");
    let nobody = shell(Some(&[]));
    assert!(nobody.policy().ends_with("; frame-ancestors 'none'"), "{}", nobody.policy());
    assert_eq!(nobody.allow, "(?!)");
}

#[test]
fn a_theme_that_is_asked_for_has_the_same_colours_as_one_that_is_preferred() {
    let style = shell(None).style;
    let tokens = |opening: &str| {
        let (_, rest) = style.split_once(opening).unwrap_or_else(|| panic!("{opening} is not in {style}"));
        rest.split_once('}').unwrap().0
    };
    let preferred = tokens("@media (prefers-color-scheme:dark){:root:not([data-theme=light]){");
    assert!(preferred.contains("--ink:#EDEEF0"), "{preferred}");
    assert_eq!(tokens(":root[data-theme=dark]{color-scheme:dark;"), preferred);
}

#[test]
fn the_frame_has_the_symbols_of_the_page_and_a_script_within_its_budget() {
    assert_eq!(shell(None).symbols, "<svg class=\"defs\"><symbol/></svg>");
    assert!(SCRIPT.len() <= 1536, "{} bytes", SCRIPT.len());
    assert!(!SCRIPT.contains("</"), "{SCRIPT}");
}

#[test]
fn the_frame_says_its_language_and_in_which_direction_it_is_read() {
    for (tag, direction) in [("en", "ltr"), ("fr", "ltr"), ("ar", "rtl")] {
        let html = specimen::text(&specimen::everything(), &format!("/embed?lang={tag}"));
        let begins = format!("<!doctype html><html lang=\"{tag}\" dir=\"{direction}\">");
        assert!(html.starts_with(&begins), "{}", html.get(..80).unwrap_or_default());
    }
}
