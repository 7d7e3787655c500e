//! `/`: the whole document: the page in words, rendered by the Leptos views, in the template.
//!
//! Complete without a script. The model stands beside the HTML so that a tab can hydrate it.

use super::page::{Around, model};
use super::template::Place;
use super::{Site, feed, preview};
use crate::config::DEFAULT_ORIGIN;
use crate::words::{Locale, labels};
use core::time::Duration;
use shared::page::Page;
use shared::public::PublicBoard;

pub(super) fn render(site: &Site, l: &Locale, board: &PublicBoard, around: Around<'_>) -> Vec<u8> {
    filled(site, l, &model(site, l, board, around), around.filter)
}

/// The page as it looks once its time has passed, whenever it is asked for: what a browser keeps for when there is no
/// network. Nothing in it claims anything of the moment at which it is read.
pub(super) fn out_of_date(site: &Site, l: &Locale, board: &PublicBoard, around: Around<'_>) -> Vec<u8> {
    let mut page = model(site, l, board, around);
    // Before the first check nothing is claimed anyway.
    if page.checked_at.is_some() {
        // The views and a tab go by this alone.
        page.expires_at = Some(page.served_at - Duration::from_millis(1));
        page.header.clone_from(&page.expired);
        page.fresh.valid_until.clear();
    }
    filled(site, l, &page, around.filter)
}

fn filled(site: &Site, l: &Locale, page: &Page, filter: &str) -> Vec<u8> {
    let [light, dark] = page.header.tone.tint();
    let html = site.fill(|place| match place {
        Place::Lang => page.lang.clone(),
        Place::Dir => page.dir.word().to_owned(),
        Place::Title => escaped(&page.header.document_title),
        Place::ThemeLight => light.to_owned(),
        Place::ThemeDark => dark.to_owned(),
        Place::Favicon => app::icon::favicon(page.header.tone),
        Place::Refresh => (page.poll_ms / 1000).max(5).to_string(),
        Place::Head => head(site, l, page, filter),
        Place::Board => app::render(page),
        Place::State => state(page),
    });
    html.into_bytes()
}

fn head(site: &Site, l: &Locale, page: &Page, filter: &str) -> String {
    let title = escaped(&page.title);
    let (base, filter) = (escaped(&site.base), escaped(filter));
    let feeds = feed::Form::ALL.map(|form| {
        let (kind, path) = (form.link_type(), form.path());
        format!("<link rel=\"alternate\" type=\"{kind}\" title=\"{title}\" href=\"{base}{path}{filter}\">")
    });
    let icon = preview::named("icon-touch")
        .map(|name| format!("<link rel=\"apple-touch-icon\" href=\"{base}/{name}\">"));
    // With credentials: whoever puts a log-in before the page has put it before this too.
    let rest = format!(
        "<meta name=\"description\" content=\"{0}\"><meta property=\"og:type\" content=\"website\">\
         <meta property=\"og:title\" content=\"{1}\"><meta property=\"og:description\" content=\"{0}\">\
         <meta property=\"og:locale\" content=\"{2}\">\
         <link rel=\"manifest\" href=\"{base}/manifest.webmanifest\" crossorigin=\"use-credentials\">\
         <link rel=\"alternate\" type=\"application/json\" href=\"{base}/status.json\">",
        escaped(&page.header.headline),
        escaped(&page.header.document_title),
        // Its way to write a language's tag.
        page.lang.replace('-', "_"),
    );
    rest + &at_home(site, l, page) + &icon.unwrap_or_default() + &feeds.concat()
}

/// What needs the page's whole address: which one is its own, and the picture of its state. Without a `url` in the
/// configuration nobody knows it, and what a request calls itself is not believed.
fn at_home(site: &Site, l: &Locale, page: &Page) -> String {
    if site.origin == DEFAULT_ORIGIN {
        return String::new();
    }
    let home = escaped(&format!("{}{}/", site.origin, site.base));
    let picture = preview::of(page.header.tone).map(|name| {
        format!(
            "<meta property=\"og:image\" content=\"{home}{name}\"><meta property=\"og:image:width\" content=\"1200\">\
             <meta property=\"og:image:height\" content=\"630\"><meta property=\"og:image:alt\" content=\"{}\">\
             <meta name=\"twitter:card\" content=\"summary_large_image\">",
            escaped(&labels::tone(l, page.header.tone))
        )
    });
    format!("<link rel=\"canonical\" href=\"{home}\">") + &picture.unwrap_or_default()
}

/// The model as JSON in a script element, without the drawings: a tab takes them from the document, and new ones from
/// its first refresh. `<` is written so that no content can close the element.
fn state(page: &Page) -> String {
    let json =
        serde_json::to_string(&page.clone().without_markup()).unwrap_or_default().replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"state\">{json}</script>")
}

pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::specimen::{header, states, text};

    #[test]
    fn markup_in_names_is_text() {
        assert_eq!(escaped(r#"<a href="x">&'"#), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
    }

    #[test]
    fn the_copy_for_when_there_is_no_network_claims_nothing_in_any_state() {
        for (state, board) in states() {
            let (page, copy) = (text(&board, "/"), text(&board, "/offline"));
            assert!(page.contains("<meta property=\"og:title\""), "{state}");
            let never_checked = board.checked_at.is_none();
            let is_out_of_date = copy.contains("<title>? Out of date") && copy.contains("verdict un old");
            assert!(is_out_of_date || never_checked, "{state}: {copy}");
            // Marks and words in the colour of a state are claims, and so is a time until which something holds.
            for claim in
                ["class=\"ok", "class=\"dn", "class=\"dg", "class=\"dr", "q ok", "q dn", "valid until <b>"]
            {
                assert!(!copy.contains(claim), "{state}: {claim} in {copy}");
            }
        }
    }

    #[test]
    fn a_browser_asks_for_the_script_and_the_copy_each_time_and_the_script_may_ask_the_page_alone() {
        let (_, board) = states().remove(0);
        let answer = |path| crate::web::specimen::get(&board, path);
        for path in ["/offline", "/offline.js", "/manifest.webmanifest"] {
            assert_eq!(header(&answer(path), "cache-control"), "no-cache", "{path}");
        }
        let policy = header(&answer("/offline.js"), "content-security-policy");
        assert_eq!(policy, "default-src 'none'; connect-src 'self'; frame-ancestors 'none'");
        let page = header(&answer("/"), "content-security-policy");
        assert!(page.contains("worker-src 'self'") && page.contains("manifest-src 'self'"), "{page}");
    }
}
