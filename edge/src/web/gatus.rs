//! `/api/v1/endpoints/statuses`: the list that dashboards read from Gatus, each line with its latest result.
//!
//! A client calls a line up by its last `success` alone, so what is not known is never one. Not the rest of Gatus' API,
//! and no hosts, which Gatus itself can hide.

use crate::words::{Locale, elsewhere};
use serde::Serialize;
use shared::public::{PublicBoard, PublicService};
use shared::state::State;
use shared::time::{Rfc3339, Timestamp};

#[derive(Serialize)]
struct Endpoint<'a> {
    name: &'a str,
    group: &'a str,
    /// As Gatus makes it of group and name, here of ids, which do not change with a name.
    key: String,
    results: [Outcome; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome {
    success: bool,
    timestamp: Rfc3339,
    /// Nanoseconds; 0 where nobody measured.
    duration: u64,
    condition_results: [Condition; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<[String; 1]>,
}

#[derive(Serialize)]
struct Condition {
    condition: String,
    success: bool,
}

pub(super) fn render(l: &Locale, board: &PublicBoard) -> Vec<u8> {
    let endpoints: Vec<Endpoint<'_>> = board.services.iter().flat_map(|s| of_service(l, board, s)).collect();
    // Serialising structures of strings and numbers into memory cannot fail.
    serde_json::to_vec(&endpoints).unwrap_or_default()
}

/// The service itself, its queues, its dependencies. What is not checked here has no line: a client knows only up and
/// down.
fn of_service<'a>(l: &Locale, board: &'a PublicBoard, service: &'a PublicService) -> Vec<Endpoint<'a>> {
    let at = |observed: Option<Timestamp>| Rfc3339(observed.unwrap_or(board.started_at));
    let observed = at(service.observed_at.map(|at| at.0));
    let endpoint = |name: &'a str, id: &str, outcome: Outcome| Endpoint {
        name,
        group: &service.name,
        key: key(&service.id, id),
        results: [outcome],
    };
    let mut all = vec![endpoint(
        &service.name,
        &service.id,
        Outcome::of(l, service.verdict.into(), observed, 0, elsewhere::no_data(l)),
    )];
    for queue in service.queues.iter().filter(|queue| queue.state != State::NotApplicable) {
        let why_not = elsewhere::no_data_of(l, queue.workers_alive);
        let outcome = Outcome::of(l, queue.state, at(queue.observed_at), 0, why_not);
        all.push(endpoint(&queue.name, &format!("queue-{}", queue.id), outcome));
    }
    for part in service.dependencies.iter().filter(|part| part.state != State::NotApplicable) {
        let nanos = part.latency_ms.unwrap_or(0).saturating_mul(1_000_000);
        all.push(endpoint(
            &part.name,
            &part.id,
            Outcome::of(l, part.state, observed, nanos, elsewhere::no_data(l)),
        ));
    }
    all
}

impl Outcome {
    /// `why_not`: of what is not known.
    fn of(l: &Locale, state: State, timestamp: Rfc3339, duration: u64, why_not: String) -> Self {
        let success = matches!(state, State::Operational | State::Degraded | State::Draining);
        let errors = (state == State::Unknown).then_some([why_not]);
        let condition_results = [Condition { condition: elsewhere::known_and_not_down(l), success }];
        Self { success, timestamp, duration, condition_results, errors }
    }
}

/// `planner_queue-async`: no character that Gatus would replace.
fn key(service: &str, id: &str) -> String {
    let id: String =
        id.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    format!("{service}_{id}")
}

#[cfg(test)]
#[path = "gatus_tests.rs"]
mod tests;
