//! Planned maintenance in words: an annotation of what is said anyway, never another verdict (PAGE 5, 26, 26b).
//!
//! Not when windows are open: `crate::maintenance` works that out.

use super::say;
use super::situation::Spoken;
use super::time::Locale;
use core::time::Duration;
use shared::maintenance::Window;
use shared::page::Planned;
use shared::public::{PublicBoard, PublicService};
use shared::state::Verdict;
use shared::time::Timestamp;

/// Work that begins within this time is told of.
pub const SOON: Duration = Duration::from_hours(24);

/// The mark beside the times while a window is open, and whether everything that is wrong lies inside one.
pub fn planned(l: &Locale, board: &PublicBoard) -> Option<Planned> {
    let now = board.served_at.0;
    let window = open(board).max_by_key(|window| window.until)?;
    let [since, until] = [window.from, window.until].map(|at| l.minute(at, now));
    Some(Planned { text: say::planned_since_until(l, &since, &until), explains: explains(board).is_some() })
}

/// Says of a verdict that work is planned: in the headline if that explains everything that is wrong, else after it.
pub(super) fn annotate(l: &Locale, mut spoken: Spoken, board: &PublicBoard) -> Spoken {
    let now = board.served_at.0;
    let until = explains(board);
    if let Some(until) = until {
        spoken.headline = say::planned_until(l, &l.minute(until, now), &spoken.headline);
    }
    for window in open(board) {
        if until.is_none() {
            let of = names(board, window);
            spoken.says.push(say::interruptions_are_possible(l, &of, &l.minute(window.until, now)));
        }
        if !window.title.is_empty() {
            spoken.says.push(say::planned_work(l, &window.title));
        }
    }
    let soon = board.windows.iter().filter(|window| window.from > now && window.from <= now + SOON);
    spoken.also.extend(soon.map(|window| {
        let [from, until] = [window.from, window.until].map(|at| l.minute(at, now));
        say::planned_from_to(l, &names(board, window), &from, &until, &window.title)
    }));
    spoken
}

/// Whether work is under way on a service.
pub(super) fn is_over(board: &PublicBoard, service: &PublicService) -> bool {
    covering(board, service).is_some()
}

/// Until when everything that is wrong lies inside windows; nothing if nothing is wrong, or something outside.
fn explains(board: &PublicBoard) -> Option<Timestamp> {
    // Who has never been heard of is on no service that a window could be about.
    if !board.awaited.is_empty() {
        return None;
    }
    let wrong = board.services.iter().filter(|service| service.verdict != Verdict::Operational);
    let ends: Option<Vec<Timestamp>> = wrong.map(|service| covering(board, service)).collect();
    ends?.into_iter().max()
}

fn covering(board: &PublicBoard, service: &PublicService) -> Option<Timestamp> {
    let now = board.served_at.0;
    board.windows.iter().filter(|w| w.is_over(&service.id, now)).map(|w| w.until).max()
}

fn open(board: &PublicBoard) -> impl Iterator<Item = &Window> {
    board.windows.iter().filter(|window| window.is_open(board.served_at.0))
}

/// The services that a window is about; none if it is about all that are shown.
fn names<'a>(board: &'a PublicBoard, window: &Window) -> Vec<&'a str> {
    let of: Vec<&str> = board
        .services
        .iter()
        .filter(|service| window.services.contains(&service.id))
        .map(|service| service.name.as_str())
        .collect();
    if of.len() == board.services.len() { Vec::new() } else { of }
}
