//! What happened to the parts of a service from one board to the next: dependencies, queues, workers.
//!
//! Not its verdict, and not incidents: those are `log`'s.

use super::{Attendance, Event, What};
use crate::board::{DependencyBoard, QueueBoard, ServiceBoard};
use crate::flag::{Flag, FlagWord};
use crate::name::PublicName;
use crate::reading::{Reading, Source};
use crate::sample::{Basis, Exactness, Workers};
use crate::state::State;
use crate::time::Timestamp;

/// A change, and when it was.
pub(super) struct Happened {
    pub at: Timestamp,
    pub what: What,
}

/// Every change of a part. `at_round` is when the last round ended; `told` is what was recorded before, newest first.
pub(super) fn to_parts(
    former: Option<&ServiceBoard>,
    service: &ServiceBoard,
    at_round: Timestamp,
    told: &[Event],
) -> Vec<Happened> {
    let mut all = Vec::new();
    // While nobody could ask the application, its parts did not change: nobody knows. That is told once, of the
    // service, and not of each of its parts.
    if !nobody_asked(service) {
        let lines = service.dependencies.iter().filter(|line| !is_told_as_queue(service, line));
        let changed = lines.filter_map(|line| dependency(former, service, line, told));
        all.extend(changed.map(|what| Happened { at: at_round, what }));
    }
    for queue in &service.queues {
        let former = former.and_then(|f| f.queues.iter().find(|other| other.id == queue.id));
        all.extend(former.and_then(|f| workers(f, queue)).map(|what| Happened { at: at_round, what }));
        all.extend(queue_state(former, queue).map(|what| Happened { at: queue.since, what }));
    }
    all
}

fn nobody_asked(service: &ServiceBoard) -> bool {
    service.dependencies.iter().all(|line| matches!(line.state, State::Unknown | State::NotApplicable))
}

/// A line that counts the workers of a queue: what happens to it is told of the queue.
fn is_told_as_queue(service: &ServiceBoard, line: &DependencyBoard) -> bool {
    service.queues.iter().any(|queue| {
        let is_itself = queue.basis == Basis::App && queue.id == line.public_id;
        is_itself || (!queue.covers.is_empty() && queue.covers == line.public_id)
    })
}

fn dependency(
    former: Option<&ServiceBoard>,
    service: &ServiceBoard,
    line: &DependencyBoard,
    told: &[Event],
) -> Option<What> {
    let asked_before = former.filter(|former| !nobody_asked(former));
    let before = asked_before.and_then(|f| f.dependencies.iter().find(|other| other.key == line.key));
    let to = line.state;
    let from = match before {
        Some(before) => before.state,
        // After a time in which nobody could ask, and at first sight: the last that was told of it counts.
        None => match last_told(told, &service.id, &line.name) {
            Some(state) => state,
            None if is_bad(to) => State::Unknown,
            None => return None,
        },
    };
    (from != to).then(|| What::Dependency { name: line.name.clone(), hidden: line.hidden, from, to })
}

fn last_told(told: &[Event], service: &str, name: &PublicName) -> Option<State> {
    told.iter().filter(|event| event.service == service).find_map(|event| match &event.what {
        What::Dependency { name: other, to, .. } if other == name => Some(*to),
        _ => None,
    })
}

fn queue_state(former: Option<&QueueBoard>, queue: &QueueBoard) -> Option<What> {
    let was_observed = former.is_some_and(|former| former.observed_at.is_some());
    let from = former.map_or(State::Unknown, |former| former.state);
    let to = queue.state;
    // The first answer ever is no change, unless something is wrong.
    (from != to && (was_observed || is_bad(to))).then(|| What::Queue {
        name: queue.name.clone(),
        hidden: queue.hidden,
        from,
        to,
        attendance: attendance(queue),
    })
}

fn attendance(queue: &QueueBoard) -> Attendance {
    match counted(queue) {
        Some(_) if Flag::is_said(&queue.flags, FlagWord::NobodyCame) => Attendance::NobodyCame,
        Some((alive, _)) => Attendance::Counted(alive),
        None => Attendance::NotCounted,
    }
}

/// Only from one exact number to another by the same witness: anything else is no worker's coming or going.
fn workers(former: &QueueBoard, queue: &QueueBoard) -> Option<What> {
    let ((from, by), (to, now_by)) = (counted(former)?, counted(queue)?);
    (from != to && by == now_by).then(|| What::Workers {
        name: queue.name.clone(),
        hidden: queue.hidden,
        from,
        to,
    })
}

fn counted(queue: &QueueBoard) -> Option<(u64, Source)> {
    match queue.workers {
        Workers::Counted { alive: Reading::Known { value, source }, exactness: Exactness::Exact }
            if !queue.expired =>
        {
            Some((value, source))
        }
        Workers::Counted { .. } | Workers::NotMeasured => None,
    }
}

const fn is_bad(state: State) -> bool {
    matches!(state, State::Down | State::Degraded)
}
