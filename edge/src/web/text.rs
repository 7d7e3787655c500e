//! `/status.txt`: the board as text, for `curl`, SSH and `headcount check`.
//!
//! Lines of at most eighty characters, nothing that needs colour.

use super::{Site, history, page};
use crate::words::{self, labels, time};
use core::time::Duration;
use shared::board::Board;
use shared::public::{PublicBoard, PublicQueue, PublicService};
use shared::reading::Reading;
use shared::state::State;

/// The text board of `headcount check`.
pub fn text_board(site: &Site, board: &Board) -> String {
    String::from_utf8_lossy(&render(site, &site.public(board))).into_owned()
}

pub(super) fn render(site: &Site, board: &PublicBoard) -> Vec<u8> {
    let spoken = words::speak(board, &site.zone);
    let now = board.served_at.0;
    let mut text = Text(String::new());
    text.line("", &format!("{} {}: {}", spoken.tone.sign(), board.title, spoken.headline));
    for line in spoken.says.iter().chain(&spoken.also).chain(&spoken.since) {
        text.line("  ", line);
    }
    for service in &board.services {
        text.line("", "");
        service_lines(board, service, &mut text);
    }
    text.line("", "");
    let valid = page::valid_until(&spoken, board)
        .map(|at| format!(", {} {}", labels::VALID_UNTIL, site.zone.moment(at, now)));
    let checked = board.checked_at.map(|at| format!("{} {}", labels::CHECKED, site.zone.moment(at.0, now)));
    let every = Duration::from_secs(board.every_s);
    let fresh = checked.unwrap_or_else(|| words::en::never_checked(every).0);
    text.line("", &format!("{fresh}{} ({}).", valid.unwrap_or_default(), site.zone.name()));
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

fn service_lines(board: &PublicBoard, service: &PublicService, text: &mut Text) {
    if board.services.len() > 1 || service.name != board.title {
        let tone = words::situation::tone(service.verdict);
        text.line(
            "",
            &format!("{} {}: {}", tone.sign(), service.name, labels::state(service.verdict.into())),
        );
    }
    if let Some(source) = &service.source {
        text.line("  ", &format!("({})", words::en::reported_by(&source.name)));
    }
    for queue in &service.queues {
        text.line("  ", &queue_line(queue));
    }
    for part in &service.dependencies {
        let latency =
            part.latency_ms.map(|ms| format!(" ({})", labels::milliseconds(ms))).unwrap_or_default();
        text.line(
            "  ",
            &format!("{} {}: {}{latency}", sign(part.state), part.name, labels::state(part.state)),
        );
    }
    if let Some(verdict) = service.liveness {
        let state = verdict.into();
        text.line("  ", &format!("{} {}: {}", sign(state), labels::PROCESS, labels::state(state)));
    }
    if let Some(uptime) = history::uptime(&service.past) {
        text.line("  ", &uptime);
    }
}

/// `■ Background jobs: Not working | workers 0 | waiting 58 | failed for good 4`; folded only between these.
fn queue_line(queue: &PublicQueue) -> String {
    let number = |label: &str, reading: Reading| {
        let number = match reading {
            Reading::Known { value, .. } => time::number(value),
            Reading::Unknown { why, .. } => format!("? ({})", words::en::reason(why)),
        };
        format!("| {} {number}", label.to_lowercase()).replace(' ', "\u{a0}")
    };
    let state =
        if queue.state == State::NotApplicable { labels::not_measured() } else { labels::state(queue.state) };
    let numbers = [
        number(labels::WORKERS, queue.workers_alive),
        number(labels::WAITING, queue.queue_depth),
        number(labels::FAILED, queue.failed_depth),
    ];
    format!("{} {}: {state} {}", sign(queue.state), queue.name, numbers.join(" "))
}

fn sign(state: State) -> char {
    match shared::state::Verdict::of(state) {
        Some(verdict) => words::situation::tone(verdict).sign(),
        None => '-',
    }
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
