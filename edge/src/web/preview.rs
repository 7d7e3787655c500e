//! Pictures of the page: what a link to it looks like elsewhere, by state, and its icon.
//!
//! Drawn when the page is built, and served as its assets; here are only their names. Without a built page there are
//! none.

use shared::page::Tone;

include!(concat!(env!("OUT_DIR"), "/pictures.rs"));

/// The name of the picture of a state.
pub(super) fn of(tone: Tone) -> Option<&'static str> {
    named(match tone {
        Tone::Working => "working",
        Tone::HalfWorking => "uncounted",
        Tone::Problems => "problems",
        Tone::NotWorking => "not-working",
        Tone::Restarting => "restarting",
        Tone::NotKnown | Tone::OutOfDate | Tone::NotChecked => "not-known",
    })
}

/// The name of the picture that shows this.
pub(super) fn named(shown: &str) -> Option<&'static str> {
    PICTURES.iter().find(|(known, _)| *known == shown).map(|(_, name)| *name)
}
