//! `/flat.json`: one flat object for widgets that cannot walk a tree (DESIGN 5.3).
//!
//! The numbers of the worst queue, and the totals of all; null wherever a part is not known.

use serde::Serialize;
use shared::public::{PublicBoard, PublicQueue};
use shared::reading::Reading;
use shared::state::{State, Verdict};
use shared::time::Rfc3339;

#[derive(Serialize)]
struct Flat {
    state: Option<State>,
    workers_alive: Option<u64>,
    queue_depth: Option<u64>,
    failed_depth: Option<u64>,
    checked_at: Option<Rfc3339>,
    age_s: Option<u64>,
    workers_alive_total: Option<u64>,
    queue_depth_total: Option<u64>,
    failed_depth_total: Option<u64>,
}

/// Nothing if a queue was named that is not there.
pub(super) fn render(board: &PublicBoard, queue: Option<&str>) -> Option<Vec<u8>> {
    let all: Vec<&PublicQueue> = board.services.iter().flat_map(|service| &service.queues).collect();
    let chosen: Vec<&PublicQueue> = match queue {
        Some(id) => all.into_iter().filter(|q| q.id == id).collect(),
        None => all,
    };
    if queue.is_some() && chosen.is_empty() {
        return None;
    }
    let worst = worst(&chosen);
    let checked_at = worst.map_or(board.checked_at, |q| q.observed_at.map(Rfc3339));
    let flat = Flat {
        state: worst.map(|q| q.state),
        workers_alive: worst.and_then(|q| q.workers_alive.known()),
        queue_depth: worst.and_then(|q| q.queue_depth.known()),
        failed_depth: worst.and_then(|q| q.failed_depth.known()),
        checked_at,
        age_s: checked_at.map(|at| board.served_at.0.since(at.0).as_secs()),
        workers_alive_total: total(&chosen, |q| q.workers_alive),
        queue_depth_total: total(&chosen, |q| q.queue_depth),
        failed_depth_total: total(&chosen, |q| q.failed_depth),
    };
    Some(serde_json::to_vec(&flat).unwrap_or_default())
}

/// The first of the worst.
fn worst<'a>(queues: &[&'a PublicQueue]) -> Option<&'a PublicQueue> {
    let worst = queues.iter().map(|q| Verdict::of(q.state)).max()?;
    queues.iter().find(|q| Verdict::of(q.state) == worst).copied()
}

/// The sum of a number over these queues; nothing if any part of it is not known.
pub(super) fn total(queues: &[&PublicQueue], number: impl Fn(&PublicQueue) -> Reading) -> Option<u64> {
    if queues.is_empty() {
        return None;
    }
    queues.iter().try_fold(0_u64, |sum, q| Some(sum.saturating_add(number(q).known()?)))
}

#[cfg(test)]
#[path = "flat_tests.rs"]
mod tests;
