//! `/badge.svg` and `/badge/SERVICE.svg`: the state in a word and a shape, at most 1 KB (DESIGN 5.3, 9).
//!
//! `?show=workers,waiting,failed,time` adds to the state, which is always said. What a badge says is also what
//! `/badge.json` says: `said`.

pub(super) mod picture;

use super::flat;
use crate::words::{self, Locale, Spoken, elsewhere, maintenance, say};
use picture::{Picture, clipped, colours, direction, escaped, from_the_right, mark, width};
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

/// The most bytes of a badge. Its title has what the rest leaves.
const BYTES: usize = 1024;
/// The most bytes of a label, escaped. The message has no words of others and is short.
const LABEL_BYTES: usize = 60;

/// What a badge says about a board. `show` is the parameter; `narrowed`: whether one service was asked for.
pub(super) fn said(l: &Locale, board: &PublicBoard, narrowed: bool, show: &str) -> Said {
    let spoken = words::speak(l, board);
    let queues: Vec<&PublicQueue> = board.services.iter().flat_map(|service| &service.queues).collect();
    let mut message = vec![elsewhere::badge(l, spoken.tone)];
    if !queues.is_empty() && queues.iter().all(|queue| queue.flags.contains(&FlagWord::Paused)) {
        message.push(elsewhere::paused(l));
    }
    if maintenance::planned(l, board).is_some() {
        message.push(elsewhere::maintenance(l));
    }
    // In the order that was asked for, each once: a badge has no room for more.
    let mut shown: Vec<&str> = Vec::new();
    for word in show.split(',').map(str::trim) {
        if !shown.contains(&word) {
            message.extend(number(l, board, &queues, word));
            shown.push(word);
        }
    }
    Said {
        label: label(board, narrowed).to_owned(),
        message: message
            .into_iter()
            .reduce(|before, next| elsewhere::beside(l, &before, &next))
            .unwrap_or_default(),
        tone: spoken.tone,
        title: elsewhere::and_fresh(l, &spoken.headline, &freshness(l, board, &spoken)),
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

pub(super) fn render(l: &Locale, said: &Said) -> Picture {
    let title = elsewhere::titled(l, &clipped(&said.label, LABEL_BYTES), &said.title);
    drawn(l, &said.label, &said.message, said.tone, &title)
}

/// In place of the badge of something that is not there.
pub(super) fn not_found(l: &Locale) -> Picture {
    drawn(l, "Headcount", &elsewhere::not_found(l), Tone::NotKnown, &elsewhere::no_such_service(l))
}

/// When this was checked, and until when it holds: in absolute times, so that a picture that was kept too long
/// convicts itself.
pub(super) fn freshness(l: &Locale, board: &PublicBoard, spoken: &Spoken) -> String {
    let moment = |at| l.moment(at, board.served_at.0);
    let until = super::page::valid_until(spoken, board).map(moment);
    match board.checked_at {
        Some(at) => elsewhere::checked(l, &moment(at.0), until.as_deref()),
        None => elsewhere::not_checked_yet(l),
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
fn number(l: &Locale, board: &PublicBoard, queues: &[&PublicQueue], word: &str) -> Option<String> {
    if word == "time" {
        let at = board.checked_at?;
        return Some(elsewhere::at(l, &l.minute(at.0, board.served_at.0), l.zone()));
    }
    if queues.is_empty() {
        return None;
    }
    let total = |of: fn(&PublicQueue) -> Reading| {
        flat::total(queues, of).filter(|_| queues.iter().all(|queue| !queue.expired))
    };
    match word {
        "workers" => Some(elsewhere::workers(l, total(|q| q.workers_alive), exactness(queues))),
        "waiting" => Some(elsewhere::waiting(l, total(|q| q.queue_depth))),
        "failed" => Some(elsewhere::failed(l, total(|q| q.failed_depth))),
        _ => None,
    }
}

/// Pixels.
const HEIGHT: u32 = 20;
const FONT: u32 = 11;
const SIDE: u32 = 6;
const MARK: u32 = 12;

fn drawn(l: &Locale, label: &str, message: &str, tone: Tone, title: &str) -> Picture {
    let label = say::one(l, &clipped(label, LABEL_BYTES));
    let for_label = SIDE + width(&label, FONT) + SIDE;
    let for_message = width(message, FONT);
    let for_state = SIDE + MARK + SIDE + for_message + SIDE;
    let all = for_label + for_state;
    // Who comes first where reading begins, then the mark, then the message.
    let ([label_at, state_at], mark_at, message_at) = if from_the_right(l) {
        ([for_state, 0], for_state - SIDE - MARK, SIDE + for_message / 2)
    } else {
        ([0, for_label], for_label + SIDE, all - SIDE - for_message.div_ceil(2))
    };
    let name_at = label_at + for_label / 2;
    let (label, message, mark) = (escaped(&label), escaped(message), mark(tone));
    let body = format!(
        "<path class=\"a\" d=\"M{label_at} 0h{for_label}v{HEIGHT}h-{for_label}z\"/>\
         <path class=\"s\" d=\"M{state_at} 0h{for_state}v{HEIGHT}h-{for_state}z\"/>\
         <g transform=\"translate({mark_at} 4)\">{mark}</g><text class=\"t\" x=\"{name_at}\" y=\"14\">{label}</text>\
         <text class=\"m\" x=\"{message_at}\" y=\"14\">{message}</text>"
    );
    let (lang, style) = (l.language().tag(), style(l, tone));
    let mut picture = Picture { lang, width: all, height: HEIGHT, title: String::new(), style, body };
    picture.title = clipped(title, BYTES.saturating_sub(picture.svg().len()));
    picture
}

/// Light, and dark where the reader prefers it: `a`, `t` the label and its text, `s` the state's colour, `m` what
/// stands on it.
fn style(l: &Locale, tone: Tone) -> String {
    let ([light, dark], direction) = (colours(tone), direction(l));
    format!(
        "text{{font:{FONT}px Verdana,sans-serif;text-anchor:middle{direction}}}.r,.g{{fill:none;stroke-width:1.5}}\
         .a{{fill:#e6e3dc}}.t{{fill:#15171c}}.s{{fill:{light}}}.g{{stroke:{light}}}.m{{fill:#fff}}.r{{stroke:#fff}}\
         @media(prefers-color-scheme:dark){{.a{{fill:#2c313b}}.t{{fill:#edeef0}}.s{{fill:{dark}}}.g{{stroke:{dark}}}\
         .m{{fill:#0e1014}}.r{{stroke:#0e1014}}}}"
    )
}

#[cfg(test)]
mod tests;
