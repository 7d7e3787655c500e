//! `/metrics`: the board and what has been counted, as Prometheus text (DESIGN 5.3).
//!
//! Names and labels are a contract: `FAMILIES` is all of them, and docs/metrics.md says the same. Labels hold ids and
//! words of closed lists; a dependency is named by its public id, and what is hidden does not appear. A number that
//! is not known is absent. Not what is counted: `counters`.

mod counters;
mod family;

pub use counters::Counters;
pub use family::{FAMILIES, Family, Kind};

use family::{Sheet, Value};
use prometheus_client::encoding::prometheus_text;
use shared::board::{Board, QueueBoard, ServiceBoard};
use shared::reading::Reading;
use shared::sample::Workers;
use shared::state::State;
use std::collections::BTreeSet;

/// The type of what is rendered.
pub(super) const CONTENT_TYPE: &str = prometheus_text::CONTENT_TYPE;

/// The states of a board or a service, in the order in which they are listed.
const VERDICTS: [State; 5] =
    [State::Operational, State::Degraded, State::Down, State::Draining, State::Unknown];
/// Those of a part.
const STATES: [State; 6] =
    [State::Operational, State::Degraded, State::Down, State::Draining, State::Unknown, State::NotApplicable];

/// Everything there is to say of a board, and of what was counted about what is on it.
pub(super) fn render(board: &Board, counters: &Counters) -> String {
    let mut sheet = Sheet::default();
    states(&mut sheet, &family::BOARD_STATE, &[], &VERDICTS, board.verdict.into());
    for service in &board.services {
        states(&mut sheet, &family::SERVICE_STATE, &[&service.id], &VERDICTS, service.verdict.into());
        dependencies(&mut sheet, service, counters);
        for queue in queues(service) {
            numbers(&mut sheet, &service.id, queue);
        }
        failures(&mut sheet, service, counters);
    }
    rounds(&mut sheet, board, counters);
    for (channel, outcome, count) in counters.alerts() {
        sheet.put(&family::ALERTS, &[channel, outcome], Value::Count(count));
    }
    sheet.into_text()
}

/// One series for each word: 1 for the word that is true, 0 for the others.
fn states(sheet: &mut Sheet, family: &'static Family, of: &[&str], words: &[State], is: State) {
    for word in words {
        let labels: Vec<&str> = of.iter().copied().chain([word.word()]).collect();
        sheet.put(family, &labels, Value::Count(u64::from(*word == is)));
    }
}

fn dependencies(sheet: &mut Sheet, service: &ServiceBoard, counters: &Counters) {
    // A document may name two lines alike; a name stands for one series.
    let mut named = BTreeSet::new();
    for line in service.dependencies.iter().filter(|line| !line.hidden) {
        let id = line.public_id.as_str();
        if !named.insert(id) {
            continue;
        }
        states(sheet, &family::DEPENDENCY_STATE, &[&service.id, id], &STATES, line.state);
        if let Some(checks) = counters.checks(&service.id, id) {
            sheet.put(&family::CHECK_DURATION, &[&service.id, id], Value::Histogram(checks.clone()));
        }
    }
}

/// Those that the public sees, each id once: a document may count a queue under the id of a configured one.
fn queues(service: &ServiceBoard) -> impl Iterator<Item = &QueueBoard> {
    let mut named = BTreeSet::new();
    service.queues.iter().filter(move |queue| !queue.hidden && named.insert(queue.id.as_str()))
}

fn numbers(sheet: &mut Sheet, service: &str, queue: &QueueBoard) {
    let labels = [service, queue.id.as_str()];
    states(sheet, &family::QUEUE_STATE, &labels, &STATES, queue.state);
    if queue.expired {
        return; // A number that is too old to count is not known.
    }
    let workers = match queue.workers {
        Workers::Counted { alive, .. } => alive.known(),
        Workers::NotMeasured => None,
    };
    for (family, number) in [
        (&family::WORKERS_ALIVE, workers),
        (&family::QUEUE_DEPTH, Reading::known(queue.numbers.queue_depth)),
        (&family::FAILED_DEPTH, Reading::known(queue.numbers.failed_depth)),
    ] {
        if let Some(number) = number {
            sheet.put(family, &labels, Value::Count(number));
        }
    }
}

fn failures(sheet: &mut Sheet, service: &ServiceBoard, counters: &Counters) {
    for (reason, count) in counters.health_failures(&service.id) {
        sheet.put(&family::HEALTH_FAILURES, &[&service.id, reason], Value::Count(count));
    }
    for queue in queues(service) {
        for (reason, count) in counters.queue_failures(&service.id, &queue.id) {
            sheet.put(&family::QUEUE_FAILURES, &[&service.id, &queue.id, reason], Value::Count(count));
        }
    }
}

fn rounds(sheet: &mut Sheet, board: &Board, counters: &Counters) {
    sheet.put(&family::ROUNDS, &[], Value::Count(counters.rounds()));
    if let Some(at) = board.checked_at {
        let age = board.served_at.since(at).as_secs_f64();
        sheet.put(&family::ROUND_AGE, &[], Value::Seconds(age));
        sheet.put(&family::ROUND_DURATION, &[], Value::Seconds(board.round_took.as_secs_f64()));
    }
}

#[cfg(test)]
mod tests;
