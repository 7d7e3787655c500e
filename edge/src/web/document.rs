//! `/`: the whole document: the page in words, rendered by the Leptos views, in the template.
//!
//! Complete without a script. The model stands beside the HTML so that a tab can hydrate it.

use super::page::{Around, model};
use super::template::Place;
use super::{Site, feed};
use shared::page::Page;
use shared::public::PublicBoard;

pub(super) fn render(site: &Site, board: &PublicBoard, around: Around<'_>) -> Vec<u8> {
    let page = model(site, board, around);
    let [light, dark] = page.header.tone.tint();
    let html = site.fill(|place| match place {
        Place::Lang => site.lang.clone(),
        Place::Title => escaped(&page.header.document_title),
        Place::ThemeLight => light.to_owned(),
        Place::ThemeDark => dark.to_owned(),
        Place::Favicon => app::icon::favicon(page.header.tone),
        Place::Refresh => (page.poll_ms / 1000).max(5).to_string(),
        Place::Head => head(site, board, &page, around.filter),
        Place::Board => app::render(&page),
        Place::State => state(&page),
    });
    html.into_bytes()
}

fn head(site: &Site, board: &PublicBoard, page: &Page, filter: &str) -> String {
    let title = escaped(&page.title);
    let feeds = feed::Form::ALL.map(|form| {
        let (kind, base, path) = (form.link_type(), escaped(&site.base), form.path());
        format!("<link rel=\"alternate\" type=\"{kind}\" title=\"{title}\" href=\"{base}{path}{filter}\">")
    });
    let rest = format!(
        "<meta name=\"description\" content=\"{0}\"><meta property=\"og:title\" content=\"{1}\">\
         <meta property=\"og:description\" content=\"{0}\"><link rel=\"canonical\" href=\"{2}{3}/\">\
         <link rel=\"alternate\" type=\"application/json\" href=\"{3}/status.json\">",
        escaped(&board.sentence),
        title,
        escaped(&site.origin),
        escaped(&site.base),
    );
    rest + &feeds.concat()
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

    #[test]
    fn markup_in_names_is_text() {
        assert_eq!(escaped(r#"<a href="x">&'"#), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
    }
}
