//! What an incident is about: in words that may be public, and as evidence for the operator.
//!
//! Not sentences: the catalogue has them.

use super::Cause;
use crate::board::{DependencyBoard, QueueBoard, ServiceBoard};
use crate::flag::{Flag, FlagWord};
use crate::sample::Workers;
use crate::state::State;
use core::fmt::Write;

/// The most characters of evidence that are kept.
const EVIDENCE_LIMIT: usize = 1_000;

/// What a service that is down or degraded suffers from. Queues first, as in the headline; nothing hidden is named.
pub(super) fn of(service: &ServiceBoard) -> Cause {
    let level = State::from(service.verdict);
    let mut queues = service.queues.iter().filter(|queue| !queue.hidden && queue.state == level);
    if let Some(queue) = queues.next() {
        return of_queue(queue);
    }
    let Some(health) = service.health.as_ref().filter(|health| health.state == level) else {
        return Cause::Said;
    };
    let has = |word| Flag::is_said(&health.flags, word);
    if level == State::Down && has(FlagWord::DrainingTooLong) {
        return Cause::DrainingTooLong;
    }
    if level == State::Down && (has(FlagWord::Unreached) || has(FlagWord::ProxyError)) {
        return Cause::NotReached;
    }
    let in_state = |state| move |line: &&DependencyBoard| !line.hidden && line.state == state;
    let lines = &service.dependencies;
    let worst = lines.iter().find(in_state(State::Down)).or(lines.iter().find(in_state(State::Degraded)));
    worst.map_or(Cause::Said, |line| Cause::Dependency { name: line.name.clone() })
}

fn of_queue(queue: &QueueBoard) -> Cause {
    let name = queue.name.clone();
    match queue.workers {
        _ if Flag::is_said(&queue.flags, FlagWord::NobodyCame) => Cause::NobodyCame { queue: name },
        Workers::Counted { alive, .. } if alive.is_known_zero() => Cause::NoWorkers { queue: name },
        // The application says so of a line whose workers are not known to be 0.
        Workers::Counted { .. } | Workers::NotMeasured => Cause::Dependency { name },
    }
}

/// What was seen, for the operator: a line for the document and for each part that is not well.
pub(super) fn evidence(service: &ServiceBoard) -> String {
    let mut text = String::new();
    let mut say = |what: &str, state: State, seen: &str| {
        let separator = if seen.is_empty() { "" } else { ": " };
        // Writing into a string does not fail.
        let _ = writeln!(text, "{what} is {state}{separator}{seen}");
    };
    if let Some(health) = service.health.as_ref().filter(|health| is_wrong(health.state)) {
        say("health", health.state, &health.evidence);
    }
    for line in service.dependencies.iter().filter(|line| is_wrong(line.state)) {
        say(&line.key, line.state, line.evidence.error_class.as_deref().unwrap_or_default());
    }
    for queue in service.queues.iter().filter(|queue| is_wrong(queue.state)) {
        say(&queue.id, queue.state, &queue.evidence);
    }
    text.trim_end().chars().take(EVIDENCE_LIMIT).collect()
}

const fn is_wrong(state: State) -> bool {
    !matches!(state, State::Operational | State::NotApplicable)
}
