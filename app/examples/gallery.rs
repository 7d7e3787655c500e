//! Writes every sample page as a file to look at: `cargo run -p app --example gallery --features ssr -- FOLDER`.
//!
//! Not how the edge serves them: there is no program in these files and no security policy.

#[path = "../tests/fixture/mod.rs"]
mod fixture;

use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let Some(folder) = std::env::args().nth(1).map(PathBuf::from) else {
        eprintln!("name a folder to write to");
        std::process::exit(3);
    };
    std::fs::create_dir_all(&folder)?;
    for (name, page) in fixture::all() {
        let tone = if page.served_at > page.expires_at.unwrap_or(page.served_at) {
            page.expired.tone
        } else {
            page.header.tone
        };
        let [light, dark] = tone.tint();
        let html = include_str!("../index.html")
            .lines()
            .filter(|line| !line.contains("data-trunk") && !line.contains("<script"))
            .collect::<Vec<_>>()
            .join("\n")
            .replace("__LANG__", &page.lang)
            .replace("__TITLE__", &page.header.document_title)
            .replace("__THEME_LIGHT__", light)
            .replace("__THEME_DARK__", dark)
            .replace("__FAVICON__", &app::icon::favicon(tone))
            .replace("__REFRESH__", "30")
            .replace("/__BASE__/", "/")
            .replace("<!--STYLE-->", &format!("<style>{}</style>", app::STYLE))
            .replace("<!--BOARD-->", &app::render(&page));
        std::fs::write(folder.join(format!("{name}.html")), html)?;
    }
    Ok(())
}
