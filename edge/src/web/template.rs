//! The site: what does not change from request to request, and the page's template with its places to fill.
//!
//! Made once a configuration. Not what goes into the places: `document` does that.

use super::embed::Shell;
use super::headers::policy_hash;
use super::ops::Sheet;
use crate::config::secret::Secret;
use crate::config::{Config, PageSettings};
use crate::words::{Language, Locale};
use shared::flag::FlagWord;
use shared::map::Map;
use std::sync::Arc;

/// The built page (or the one without a program, if none was built).
const TEMPLATE: &str = include_str!(concat!(env!("OUT_DIR"), "/template.html"));

/// Everything about a page that a configuration fixes.
#[derive(Clone, Debug)]
pub struct Site {
    /// The path everything lives under, without a trailing slash.
    pub base: String,
    /// Scheme and host.
    pub origin: String,
    /// How those are spoken to who ask for no language, and everything that programs read.
    pub locale: Locale,
    /// How operators are spoken to.
    pub operators: Locale,
    /// Opens the operator's view.
    pub admin_token: Option<Secret>,
    /// Where the operator reads on when there is such a remark.
    pub(super) runbooks: Map<FlagWord, String>,
    /// What the operator's pages have in common.
    pub(super) sheet: Arc<Sheet>,
    /// Whether others may push what they see.
    pub takes_snapshots: bool,
    /// What frames in other people's pages have in common.
    pub(super) shell: Shell,
    /// Changes with everything that the page is made of beside its board.
    pub(super) edition: String,
    pieces: Vec<Piece>,
    policy: String,
}

#[derive(Clone, Debug)]
enum Piece {
    Text(String),
    Place(Place),
}

/// A place in the template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Lang,
    Dir,
    Title,
    ThemeLight,
    ThemeDark,
    Favicon,
    Refresh,
    Head,
    Board,
    State,
}

const PLACES: &[(&str, Place)] = &[
    ("__LANG__", Place::Lang),
    ("__DIR__", Place::Dir),
    ("__TITLE__", Place::Title),
    ("__THEME_LIGHT__", Place::ThemeLight),
    ("__THEME_DARK__", Place::ThemeDark),
    ("__FAVICON__", Place::Favicon),
    ("__REFRESH__", Place::Refresh),
    ("<!--HEAD-->", Place::Head),
    ("<!--BOARD-->", Place::Board),
    ("<!--STATE-->", Place::State),
];

impl Site {
    /// Prepares the template for one configuration.
    pub fn new(page: &PageSettings) -> Self {
        let style = squeezed(app::STYLE);
        let template = TEMPLATE
            .replace("/__BASE__/", &format!("{}/", page.base))
            .replace("<!--STYLE-->", &format!("<style>{style}</style>"));
        let scripts: Vec<String> = inline_scripts(&template).into_iter().map(policy_hash).collect();
        let policy = format!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' {}; style-src {}; img-src 'self' data:; \
             connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            scripts.join(" "),
            policy_hash(&style),
        );
        Self {
            base: page.base.clone(),
            origin: page.origin.clone(),
            locale: Locale::new(page.lang, &page.time_zone),
            operators: Locale::english(&page.time_zone),
            admin_token: page.admin_token.clone(),
            runbooks: page.runbooks.clone(),
            takes_snapshots: false,
            sheet: Arc::new(Sheet::new(&style)),
            shell: Shell::new(&style, &template, page.frame_ancestors.as_deref()),
            edition: policy_hash(&template),
            pieces: pieces(&template),
            policy,
        }
    }

    /// The site of a whole configuration.
    pub fn of(config: &Config) -> Self {
        Self { takes_snapshots: !config.ingest.is_empty(), ..Self::new(&config.page) }
    }

    /// How a reader is spoken to who wants this language.
    pub(super) fn speaking(&self, language: Language) -> Locale {
        Locale::new(language, self.locale.zone())
    }

    /// The path below the base. A proxy may have taken the base off already.
    pub fn without_base<'a>(&self, path: &'a str) -> &'a str {
        match path.strip_prefix(self.base.as_str()) {
            Some("") => "/",
            Some(rest) if rest.starts_with('/') => rest,
            _ => path,
        }
    }

    /// The policy of the page itself (DESIGN 10).
    pub(super) fn page_policy(&self) -> String {
        self.policy.clone()
    }

    /// Whether the template has all its places, for the self-probe.
    pub(super) fn has_every_place(&self) -> bool {
        let has = |place| self.pieces.iter().any(|piece| matches!(piece, Piece::Place(p) if *p == place));
        PLACES.iter().all(|(_, place)| has(*place))
    }

    /// The template with its places filled.
    pub(super) fn fill(&self, fill: impl Fn(Place) -> String) -> String {
        let filled = self.pieces.iter().map(|piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Place(place) => fill(*place),
        });
        filled.collect()
    }
}

/// Cuts the template at its places.
fn pieces(template: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = template;
    while let Some((before, place, after)) = PLACES
        .iter()
        .filter_map(|(name, place)| rest.split_once(name).map(|(before, after)| (before, *place, after)))
        .min_by_key(|(before, ..)| before.len())
    {
        pieces.push(Piece::Text(before.to_owned()));
        pieces.push(Piece::Place(place));
        rest = after;
    }
    pieces.push(Piece::Text(rest.to_owned()));
    pieces
}

/// The contents of every `<script>` that runs and is not loaded from a file.
fn inline_scripts(html: &str) -> Vec<&str> {
    let mut scripts = Vec::new();
    let mut rest = html;
    while let Some((_, after)) = rest.split_once("<script") {
        let Some((attributes, after)) = after.split_once('>') else { break };
        let Some((content, after)) = after.split_once("</script>") else { break };
        if !attributes.contains("src=") && !attributes.contains("application/json") {
            scripts.push(content);
        }
        rest = after;
    }
    scripts
}

/// A style sheet without its comments, line breaks and indentation.
pub(super) fn squeezed(css: &str) -> String {
    let mut without_comments = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        without_comments.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    without_comments.push_str(rest);
    without_comments.lines().map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(base: &str) -> PageSettings {
        PageSettings {
            origin: "https://status.example.com".into(),
            base: base.into(),
            time_zone: "UTC".into(),
            lang: crate::words::Language::english(),
            alive_url: None,
            probe_from: None,
            frame_ancestors: None,
            admin_token: None,
            runbooks: Map::new(),
        }
    }

    #[test]
    fn every_place_of_the_template_is_found_and_filled() {
        let filled = Site::new(&page("")).fill(|_| String::new());
        for (name, _) in PLACES {
            assert!(!filled.contains(name), "{name}");
        }
        assert!(!filled.contains("__BASE__") && !filled.contains("<!--STYLE-->"));
    }

    #[test]
    fn a_base_path_is_taken_off_where_it_is_and_only_there() {
        let site = Site::new(&page("/status"));
        for (path, below) in [
            ("/status", "/"),
            ("/status/", "/"),
            ("/status/verdict", "/verdict"),
            ("/livez", "/livez"),
            ("/statuspage", "/statuspage"),
        ] {
            assert_eq!(site.without_base(path), below, "{path}");
        }
    }

    #[test]
    fn the_policy_allows_no_inline_script_or_style_but_by_its_hash() {
        let policy = Site::new(&page("")).page_policy();
        assert!(!policy.contains("unsafe-inline") && policy.contains("style-src 'sha256-"), "{policy}");
        assert_eq!(inline_scripts("<script type=module>a()</script><script src=x></script>"), ["a()"]);
    }

    #[test]
    fn a_style_sheet_loses_comments_and_line_breaks_alone() {
        assert_eq!(squeezed("a {\n  color: red; /* why */\n}\n/* x */b{}"), "a {color: red;}b{}");
    }
}
