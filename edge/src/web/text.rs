//! `/status.txt`: the board as text, for `curl`, SSH and `headcount check`.
//!
//! Lines of at most eighty characters, nothing that needs colour.

use super::{Site, history, page};
use crate::words::{self, Locale, labels, say};
use core::time::Duration;
use shared::board::Board;
use shared::public::{PublicBoard, PublicQueue, PublicService};
use shared::reading::Reading;
use shared::state::State;

/// The text board of `headcount check`.
pub fn text_board(site: &Site, board: &Board) -> String {
    String::from_utf8_lossy(&render(&site.operators, &site.public(&site.operators, board))).into_owned()
}

pub(super) fn render(l: &Locale, board: &PublicBoard) -> Vec<u8> {
    let spoken = words::speak(l, board);
    let now = board.served_at.0;
    let mut text = Text(String::new());
    let sign = spoken.tone.sign().to_string();
    text.line("", &labels::text_line(l, &sign, &board.title, &spoken.headline));
    for line in spoken.says.iter().chain(&spoken.also).chain(&spoken.since) {
        text.line("  ", line);
    }
    for service in &board.services {
        text.line("", "");
        service_lines(l, board, service, &mut text);
    }
    text.line("", "");
    let checked = board.checked_at.map(|at| labels::text_checked(l, &l.moment(at.0, now)));
    let checked = checked.unwrap_or_else(|| say::never_checked(l, Duration::from_secs(board.every_s)).0);
    let fresh = match page::valid_until(&spoken, board) {
        Some(at) => labels::text_fresh_until(l, &checked, &l.moment(at, now), l.zone()),
        None => labels::text_fresh(l, &checked, l.zone()),
    };
    text.line("", &fresh);
    text.0.into_bytes()
}

/// Lines of a terminal's width.
struct Text(String);

impl Text {
    /// One line, folded between words where it is too long; what follows is set in further. A no-break space
    /// keeps what it joins together, and is written as a plain one.
    fn line(&mut self, indent: &str, words: &str) {
        let mut width = 0;
        for word in words.split(' ') {
            let length = word.chars().count();
            if width > 0 && width + 1 + length > WIDTH {
                self.0.push('\n');
                width = 0;
                self.space(indent.len() + FURTHER, &mut width);
            } else if width > 0 {
                self.space(1, &mut width);
            } else {
                self.space(indent.len(), &mut width);
            }
            self.0.extend(word.chars().map(|c| if c == '\u{a0}' { ' ' } else { c }));
            width += length;
        }
        self.0.push('\n');
    }

    fn space(&mut self, n: usize, width: &mut usize) {
        self.0.extend(core::iter::repeat_n(' ', n));
        *width += n;
    }
}

/// Characters in a line of text.
const WIDTH: usize = 80;
/// By how much the rest of a folded line is set in.
const FURTHER: usize = 2;

fn service_lines(l: &Locale, board: &PublicBoard, service: &PublicService, text: &mut Text) {
    if board.services.len() > 1 || service.name != board.title {
        let sign = words::situation::tone(service.verdict).sign().to_string();
        let state = labels::state(l, service.verdict.into());
        text.line("", &labels::text_line(l, &sign, &service.name, &state));
    }
    if let Some(source) = &service.source {
        text.line("  ", &format!("({})", say::reported_by(l, &source.name)));
    }
    for queue in &service.queues {
        text.line("  ", &queue_line(l, queue));
    }
    let part = |name: &str, state: State| labels::text_line(l, &sign(state), name, &labels::state(l, state));
    for line in &service.dependencies {
        let latency = line.latency_ms.map(|ms| format!(" ({})", labels::milliseconds(l, ms)));
        text.line("  ", &format!("{}{}", part(&line.name, line.state), latency.unwrap_or_default()));
    }
    if let Some(verdict) = service.liveness {
        text.line("  ", &part(&labels::process(l), verdict.into()));
    }
    if let Some(uptime) = history::uptime(l, &service.past) {
        text.line("  ", &uptime);
    }
}

/// `■ Background jobs: Not working | workers 0 | waiting 58 | failed for good 4`; folded only between these.
fn queue_line(l: &Locale, queue: &PublicQueue) -> String {
    let number = |label: &str, reading: Reading| {
        let number = match reading {
            Reading::Known { value, .. } => l.number(value),
            Reading::Unknown { why, .. } => labels::unknown_because(l, why),
        };
        format!("| {} {number}", label.to_lowercase()).replace(' ', "\u{a0}")
    };
    let state = if queue.state == State::NotApplicable {
        labels::not_measured(l)
    } else {
        labels::state(l, queue.state)
    };
    let numbers = [
        number(&labels::workers(l), queue.workers_alive),
        number(&labels::waiting(l), queue.queue_depth),
        number(&labels::failed(l), queue.failed_depth),
    ];
    format!("{} {}", labels::text_line(l, &sign(queue.state), &queue.name, &state), numbers.join(" "))
}

fn sign(state: State) -> String {
    let sign =
        shared::state::Verdict::of(state).map_or('-', |verdict| words::situation::tone(verdict).sign());
    sign.to_string()
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
