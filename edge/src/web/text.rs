//! `/status.txt`: the board as text, for `curl`, SSH and `headcount check`.
//!
//! Lines of at most about eighty characters, nothing that needs colour.

use super::Site;
use crate::words::{self, labels, time};
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
    let mut lines = vec![format!("{} {}: {}", spoken.tone.sign(), board.title, spoken.headline)];
    lines.extend(spoken.says.iter().chain(&spoken.since).map(|line| format!("  {line}")));
    for service in &board.services {
        lines.push(String::new());
        service_lines(board, service, &mut lines);
    }
    lines.push(String::new());
    let valid = board.expires_at.map(|at| format!(", {} {}", labels::VALID_UNTIL, site.zone.moment(at.0, now)));
    let checked = board.checked_at.map(|at| format!("{} {}", labels::CHECKED, site.zone.moment(at.0, now)));
    let fresh = checked.unwrap_or_else(|| words::en::never_checked(core::time::Duration::from_secs(board.every_s)).0);
    lines.push(format!("{fresh}{} ({}).", valid.unwrap_or_default(), site.zone.name()));
    let mut text = lines.join("\n").replace('\u{a0}', " ");
    text.push('\n');
    text.into_bytes()
}

fn service_lines(board: &PublicBoard, service: &PublicService, lines: &mut Vec<String>) {
    if board.services.len() > 1 || service.name != board.title {
        let tone = words::situation::tone(service.verdict);
        lines.push(format!("{} {}: {}", tone.sign(), service.name, labels::state(service.verdict.into())));
    }
    lines.extend(service.queues.iter().map(|queue| queue_line(queue)));
    for part in &service.dependencies {
        let latency = part.latency_ms.map(|ms| format!(" ({})", labels::milliseconds(ms))).unwrap_or_default();
        lines.push(format!("  {} {}: {}{latency}", sign(part.state), part.name, labels::state(part.state)));
    }
}

fn queue_line(queue: &PublicQueue) -> String {
    let number = |reading: Reading| match reading {
        Reading::Known { value, .. } => time::number(value),
        Reading::Unknown { why, .. } => format!("? ({})", words::en::reason(why)),
    };
    format!(
        "  {} {}: {} | {} {} | {} {} | {} {}",
        sign(queue.state),
        queue.name,
        if queue.state == State::NotApplicable { labels::not_measured() } else { labels::state(queue.state) },
        "workers",
        number(queue.workers_alive),
        labels::WAITING.to_lowercase(),
        number(queue.queue_depth),
        labels::FAILED.to_lowercase(),
        number(queue.failed_depth),
    )
}

fn sign(state: State) -> char {
    match shared::state::Verdict::of(state) {
        Some(verdict) => words::situation::tone(verdict).sign(),
        None => '-',
    }
}
