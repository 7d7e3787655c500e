//! `/manifest.webmanifest`: what makes the page installable on a phone.
//!
//! It says nothing of a state: it is read once and stays for weeks.

use super::{Site, preview};
use serde::Serialize;
use shared::page::Dir;

/// Its type.
pub(super) const CONTENT_TYPE: &str = "application/manifest+json";

/// The page's ground in the light scheme, until it is drawn.
const GROUND: &str = "#FAF8F4";

/// The icons: what each picture is called, how large it is, and whether systems may cut it to their shape.
const ICONS: [(&str, &str, &str); 3] = [
    ("icon-192", "192x192", "any"),
    ("icon-512", "512x512", "any"),
    ("icon-any-shape", "512x512", "maskable"),
];

#[derive(Serialize)]
struct Manifest<'a> {
    name: &'a str,
    lang: &'a str,
    dir: Dir,
    id: &'a str,
    start_url: &'a str,
    scope: &'a str,
    display: &'static str,
    background_color: &'static str,
    theme_color: &'static str,
    icons: Vec<Icon>,
}

#[derive(Serialize)]
struct Icon {
    src: String,
    sizes: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    purpose: &'static str,
}

pub(super) fn render(site: &Site, title: &str) -> Vec<u8> {
    let home = format!("{}/", site.base);
    let icons = ICONS.iter().filter_map(|(shown, sizes, purpose)| {
        let src = format!("{home}{}", preview::named(shown)?);
        Some(Icon { src, sizes, kind: "image/png", purpose })
    });
    let manifest = Manifest {
        name: title,
        lang: site.locale.language().tag(),
        dir: site.locale.language().direction(),
        id: &home,
        start_url: &home,
        scope: &home,
        display: "standalone",
        background_color: GROUND,
        theme_color: GROUND,
        icons: icons.collect(),
    };
    serde_json::to_vec(&manifest).unwrap_or_default()
}
