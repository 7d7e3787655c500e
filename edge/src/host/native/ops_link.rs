//! `headcount ops link`: an address that lets somebody into the operator's page once, and a picture of it for a phone.
//!
//! It needs the configuration and asks nobody: whoever has the token can sign a link. That a link is used once, the
//! Headcount that it leads to sees to.

use super::cli::Failure;
use super::{clock, ids, say, settings};
use crate::config::PageSettings;
use crate::web::session;
use clap::ValueEnum;
use qrcode::{Color, EcLevel, QrCode};
use shared::time::Timestamp;
use std::io::IsTerminal as _;
use std::path::Path;

/// When the picture is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Picture {
    /// Where a person looks: on a terminal.
    Auto,
    /// In any case.
    Always,
    /// Not at all.
    Never,
}

/// Prints it.
pub fn link(config: &Path, picture: Picture) -> Result<(), Failure> {
    let page = settings::load(config)?.config.page;
    let address = address(&page, &ids::fresh(), clock::now()).ok_or_else(|| {
        Failure::Usage(vec![format!(
            "{}: there is no operator's view without a token; set page.admin_token = \"${{HEADCOUNT_TOKEN}}\"",
            config.display()
        )])
    })?;
    say::line(&address);
    let wanted = match picture {
        Picture::Always => true,
        Picture::Never => false,
        Picture::Auto => std::io::stdout().is_terminal(),
    };
    if wanted && let Some(drawing) = drawn(&address) {
        say::line(format_args!("\n{drawing}"));
    }
    say::aside(format_args!(
        "Opens the operator's view once, within {} minutes, for whoever has it first. Show it to nobody else.",
        session::LINK.as_secs() / 60
    ));
    if page.origin.starts_with("http://localhost") {
        say::aside("It leads to this machine: for a phone, set page.url to where people find the page.");
    }
    Ok(())
}

fn address(page: &PageSettings, nonce: &str, now: Timestamp) -> Option<String> {
    let token = page.admin_token.as_ref()?;
    Some(format!("{}{}/ops/link?t={}", page.origin, page.base, session::link(token, nonce, now)))
}

/// Light modules around a code: with fewer, cameras do not find it.
const QUIET: usize = 4;
/// Black on white whatever the terminal's colours are, and back: a camera wants dark on light.
const BLACK_ON_WHITE: &str = "\u{1b}[38;5;16;48;5;231m";
const AS_BEFORE: &str = "\u{1b}[0m";

/// The picture, two modules a character: one above the other.
fn drawn(text: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let (width, modules) = (code.width(), code.to_colors());
    let is_dark = |x: usize, y: usize| {
        let (x, y) = (x.checked_sub(QUIET)?, y.checked_sub(QUIET)?);
        let module = (x < width && y < width).then(|| modules.get(y * width + x)).flatten()?;
        Some(*module == Color::Dark)
    };
    let dark = |x, y| is_dark(x, y).unwrap_or(false);
    let side = width + 2 * QUIET;
    let line = |row: usize| {
        let half = |x| match (dark(x, 2 * row), dark(x, 2 * row + 1)) {
            (true, true) => '\u{2588}',
            (true, false) => '\u{2580}',
            (false, true) => '\u{2584}',
            (false, false) => ' ',
        };
        let halves: String = (0..side).map(half).collect();
        format!("{BLACK_ON_WHITE}{halves}{AS_BEFORE}")
    };
    Some((0..side.div_ceil(2)).map(line).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{HostKind, NoVariables, parse};

    fn page(more: &str) -> PageSettings {
        let text = format!(
            "[page]\ntitle = \"T\"\nurl = \"https://status.example.com/trips\"\n{more}\n[[service]]\nid = \"a\"\n\
             health = {{ url = \"http://app.example.com\", format = \"adr075\" }}"
        );
        parse(&text, "test", HostKind::Native, &NoVariables).unwrap().config.page
    }

    #[test]
    fn the_address_is_that_of_the_page_and_does_not_hold_the_token() {
        let now = Timestamp::from_secs(1_796_047_200);
        let address = address(&page("admin_token = \"open-sesame\""), "0123456789abcdef", now).unwrap();
        assert!(
            address.starts_with("https://status.example.com/trips/ops/link?t=1796047800.0123456789abcdef.")
        );
        assert!(!address.contains("sesame"));
        assert_eq!(super::address(&page(""), "0", now), None);
    }

    #[test]
    fn the_picture_is_dark_on_light_with_a_margin_and_fits_a_terminal() {
        let page = page("admin_token = \"open-sesame\"");
        let text = address(&page, &ids::fresh(), clock::now()).unwrap();
        let drawing = drawn(&text).unwrap();
        let lines: Vec<&str> = drawing
            .lines()
            .map(|line| line.strip_prefix(BLACK_ON_WHITE).unwrap().strip_suffix(AS_BEFORE).unwrap())
            .collect();
        let width = lines[0].chars().count();
        assert!(width <= 60 && lines.len() <= 30, "{width} x {}", lines.len());
        assert!(lines.iter().all(|line| line.chars().count() == width));
        assert!([0, 1, lines.len() - 2].map(|nth| lines[nth].trim()).iter().all(|line| line.is_empty()));
        assert!(lines.iter().all(|line| line.starts_with("    ") && line.ends_with("    ")));
        // The eye at the top left: a dark bar of seven over a frame with a light inside.
        assert!(lines[2].starts_with("    \u{2588}\u{2580}\u{2580}\u{2580}\u{2580}\u{2580}\u{2588} "));
    }
}
