//! `/badge.svg` and `/badge/SERVICE.svg`: the state in a word and a shape, at most 1 KB (DESIGN 5.3, 9).
//!
//! `?show=workers,waiting,failed,time` adds to the state, which is always said. What a badge says is also what
//! `/badge.json` says: `said`.

pub(super) mod picture;

use super::{Site, flat};
use crate::words::{self, Spoken, elsewhere, maintenance};
use picture::{Picture, clipped, colours, escaped, mark, width};
use shared::flag::FlagWord;
use shared::page::Tone;
use shared::public::{PublicBoard, PublicQueue};
use shared::reading::Reading;
use shared::sample::Exactness;

/// What a badge says.
pub(super) struct Said {
    /// Who: the page, or the service that was asked for.
    pub label: String,
    /// The state, and what else was wanted.
    pub message: String,
    pub tone: Tone,
    /// The headline, and how fresh it is.
    title: String,
}

/// The most bytes of a label and of a title, escaped. The message has no words of others and is short.
const LABEL_BYTES: usize = 60;
const TITLE_BYTES: usize = 140;

/// What a badge says about a board. `show` is the parameter; `narrowed`: whether one service was asked for.
pub(super) fn said(site: &Site, board: &PublicBoard, narrowed: bool, show: &str) -> Said {
    let spoken = words::speak(board, &site.zone);
    let queues: Vec<&PublicQueue> = board.services.iter().flat_map(|service| &service.queues).collect();
    let mut message = vec![elsewhere::badge(spoken.tone).to_owned()];
    if !queues.is_empty() && queues.iter().all(|queue| queue.flags.contains(&FlagWord::Paused)) {
        message.push(elsewhere::PAUSED.into());
    }
    if maintenance::planned(board, &site.zone).is_some() {
        message.push(elsewhere::MAINTENANCE.into());
    }
    // In the order that was asked for, each once: a badge has no room for more.
    let mut shown: Vec<&str> = Vec::new();
    for word in show.split(',').map(str::trim) {
        if !shown.contains(&word) {
            message.extend(number(site, board, &queues, word));
            shown.push(word);
        }
    }
    Said {
        label: label(board, narrowed).to_owned(),
        message: message.join(elsewhere::BETWEEN),
        tone: spoken.tone,
        title: title(site, board, &spoken),
    }
}

/// Who is spoken of.
pub(super) fn label(board: &PublicBoard, narrowed: bool) -> &str {
    match board.services.first().filter(|_| narrowed) {
        Some(service) => &service.name,
        None => &board.title,
    }
}

/// The service whose badge a path is.
pub(super) fn service_in(path: &str) -> Option<&str> {
    path.strip_prefix("/badge/")?.strip_suffix(".svg").filter(|id| !id.contains('/'))
}

pub(super) fn render(said: &Said) -> Picture {
    drawn(
        &said.label,
        &said.message,
        said.tone,
        &format!("{}: {}", clipped(&said.label, LABEL_BYTES), said.title),
    )
}

/// In place of the badge of something that is not there.
pub(super) fn not_found() -> Picture {
    drawn("Headcount", elsewhere::NOT_FOUND, Tone::NotKnown, elsewhere::NO_SUCH_SERVICE)
}

/// The headline, "Checked 14:00:03, valid until 14:01:03 (UTC)".
fn title(site: &Site, board: &PublicBoard, spoken: &Spoken) -> String {
    format!("{}. {}", spoken.headline, freshness(site, board, spoken))
}

/// When this was checked, and until when it holds: in absolute times, so that a picture that was kept too long
/// convicts itself.
pub(super) fn freshness(site: &Site, board: &PublicBoard, spoken: &Spoken) -> String {
    let moment = |at| site.zone.moment(at, board.served_at.0);
    let until = super::page::valid_until(spoken, board).map(moment);
    match board.checked_at {
        Some(at) => elsewhere::checked(&moment(at.0), until.as_deref(), site.zone.name()),
        None => elsewhere::NOT_CHECKED_YET.to_owned(),
    }
}

/// How exact the sum of these queues' workers is.
fn exactness(queues: &[&PublicQueue]) -> Exactness {
    let any = |kind| queues.iter().any(|queue| queue.exactness == kind);
    if any(Exactness::AtMost) {
        Exactness::AtMost
    } else if any(Exactness::AtLeastOne) {
        Exactness::AtLeastOne
    } else {
        Exactness::Exact
    }
}

/// One of the words of `?show=`, in numbers: of all queues together. What has expired is not known: a badge has no way
/// to make a number look old.
fn number(site: &Site, board: &PublicBoard, queues: &[&PublicQueue], word: &str) -> Option<String> {
    if word == "time" {
        let at = board.checked_at?;
        return Some(elsewhere::at(&site.zone.minute(at.0, board.served_at.0), site.zone.name()));
    }
    if queues.is_empty() {
        return None;
    }
    let total = |of: fn(&PublicQueue) -> Reading| {
        flat::total(queues, of).filter(|_| queues.iter().all(|queue| !queue.expired))
    };
    match word {
        "workers" => Some(elsewhere::workers(total(|q| q.workers_alive), exactness(queues))),
        "waiting" => Some(elsewhere::waiting(total(|q| q.queue_depth))),
        "failed" => Some(elsewhere::failed(total(|q| q.failed_depth))),
        _ => None,
    }
}

/// Pixels.
const HEIGHT: u32 = 20;
const FONT: u32 = 11;
const SIDE: u32 = 6;
const MARK: u32 = 12;

fn drawn(label: &str, message: &str, tone: Tone, title: &str) -> Picture {
    let label = clipped(label, LABEL_BYTES);
    let (for_label, for_message) = (width(&label, FONT), width(message, FONT));
    let middle = SIDE + for_label + SIDE;
    let text_at = middle + SIDE + MARK + SIDE;
    let all = text_at + for_message + SIDE;
    let (label_at, mark_at, message_at) = (middle / 2, middle + SIDE, text_at + for_message / 2);
    let (label, message, mark) = (escaped(&label), escaped(message), mark(tone));
    let body = format!(
        "<path class=\"a\" d=\"M0 0h{middle}v{HEIGHT}H0z\"/><path class=\"s\" d=\"M{middle} 0H{all}v{HEIGHT}H{middle}z\"/>\
         <g transform=\"translate({mark_at} 4)\">{mark}</g><text class=\"t\" x=\"{label_at}\" y=\"14\">{label}</text>\
         <text class=\"m\" x=\"{message_at}\" y=\"14\">{message}</text>"
    );
    let title = clipped(title, TITLE_BYTES);
    Picture { width: all, height: HEIGHT, title, style: style(tone), body }
}

/// Light, and dark where the reader prefers it: `a`, `t` the label and its text, `s` the state's colour, `m` what
/// stands on it.
fn style(tone: Tone) -> String {
    let [light, dark] = colours(tone);
    format!(
        "text{{font:{FONT}px Verdana,sans-serif;text-anchor:middle}}.r,.g{{fill:none;stroke-width:1.5}}\
         .a{{fill:#e6e3dc}}.t{{fill:#15171c}}.s{{fill:{light}}}.g{{stroke:{light}}}.m{{fill:#fff}}.r{{stroke:#fff}}\
         @media(prefers-color-scheme:dark){{.a{{fill:#2c313b}}.t{{fill:#edeef0}}.s{{fill:{dark}}}.g{{stroke:{dark}}}\
         .m{{fill:#0e1014}}.r{{stroke:#0e1014}}}}"
    )
}

#[cfg(test)]
mod tests;
