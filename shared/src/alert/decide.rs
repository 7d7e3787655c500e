//! The decision: what the board shows, beside what has been said.
//!
//! Not how one thing is told, closed and bounded: `line` knows that.

use super::letters;
use super::line::{Line, Look, Moment, Since};
use super::{About, AlertState, Notice, Rules, Topic, What};
use crate::board::{Board, DependencyBoard, QueueBoard, ServiceBoard};
use crate::flag::{Flag, FlagWord};
use crate::incident::Stage;
use crate::memory::{Liveness, Observer};
use crate::reading::{Reading, Why};
use crate::sample::Basis;
use crate::state::{State, Verdict};
use crate::time::Timestamp;
use core::time::Duration;

/// What is to be told after a round, and what to remember of it. Call it once a round, at the round's end, with the
/// board of that moment; keep the state in the transaction that keeps the notices.
pub fn decide(rules: &Rules, state: &AlertState, board: &Board, now: Timestamp) -> (AlertState, Vec<Notice>) {
    let mut after = state.clone();
    if board.observer == Observer::Offline {
        // Nothing was seen, so nothing is said; and the next round only looks.
        after.blind = true;
        return (after, Vec::new());
    }
    let gap = state.blind
        || state.last_round.is_none_or(|last| now < last || now.since(last) > rules.expires_after);
    after.blind = false;
    after.last_round = Some(now);
    let mut notices = Vec::new();
    for service in &board.services {
        let moment = Moment {
            now,
            gap,
            quiet: gap || board.annals.window_over(&service.id, now).is_some(),
            remind_every: (!is_somebody_on_it(board, service)).then_some(rules.remind_every),
        };
        notices.extend(of_service(&mut after.lines, rules, board, service, &moment));
    }
    if !gap {
        notices.extend(close_what_is_gone(&mut after.lines, board, now));
    }
    after.lines.retain(|line| !line.is_forgettable(now));
    (after, notices)
}

fn of_service(
    lines: &mut Vec<Line>,
    rules: &Rules,
    board: &Board,
    service: &ServiceBoard,
    moment: &Moment,
) -> Vec<Notice> {
    let mut looks = vec![
        (Topic::Verdict, verdict(rules, service)),
        (Topic::SelfProbe, self_probe(board, service, moment.now)),
    ];
    for queue in &service.queues {
        looks.push((Topic::Reading { queue: queue.id.clone() }, reading(rules, service, queue, moment.now)));
    }
    for dependency in service.dependencies.iter().filter(|d| d.evidence.breaker_state.is_some()) {
        let topic = Topic::Breaker { dependency: dependency.public_id.clone() };
        looks.push((topic, breaker(service, dependency, moment.now)));
    }
    let mut notices = Vec::new();
    for (topic, look) in looks {
        // Most things are well and were never otherwise: of those nothing is remembered.
        let is_known = lines.iter().any(|line| is_about(line, service, &topic));
        if is_known || matches!(look, Look::Wrong { .. }) {
            notices.extend(with_line(lines, service, topic, |line| line.step(look, moment)));
        }
    }
    for queue in &service.queues {
        let topic = Topic::DeadLetters { queue: queue.id.clone() };
        let depth = queue.numbers.failed_depth;
        notices.extend(with_line(lines, service, topic, |line| letters::step(line, depth, rules, moment)));
    }
    notices
}

fn verdict(rules: &Rules, service: &ServiceBoard) -> Look {
    let (what, after) = match service.verdict {
        Verdict::Operational => return Look::Well,
        // It is coming back, or will be down after `drain_max`.
        Verdict::Draining => return Look::CannotTell,
        Verdict::Degraded => (What::Degraded, Duration::ZERO),
        Verdict::Down => (What::Down, Duration::ZERO),
        Verdict::Unknown => (What::Unknown, rules.unknown_after),
    };
    Look::Wrong { what, since: Since::Exactly(service.since), after }
}

/// The liveness of some applications waits for the probe of their dependencies at the start, and says "no" while it
/// runs too: only longer than a restart takes is it a failure.
fn self_probe(board: &Board, service: &ServiceBoard, now: Timestamp) -> Look {
    match service.liveness {
        // The verdict says more.
        _ if service.verdict == Verdict::Down => Look::CannotTell,
        Liveness::Said { state: Verdict::Down, .. } => {
            Look::Wrong { what: What::SelfProbe, since: Since::AtLatest(now), after: board.drain_max }
        }
        Liveness::Said { state: Verdict::Operational | Verdict::Degraded, .. } => Look::Well,
        Liveness::Said { state: Verdict::Unknown | Verdict::Draining, .. } | Liveness::NotKnown => {
            Look::CannotTell
        }
    }
}

fn reading(rules: &Rules, service: &ServiceBoard, queue: &QueueBoard, now: Timestamp) -> Look {
    let document = service.health.as_ref().map(|health| health.state);
    let is_as_unknown_as_the_document =
        queue.basis == Basis::App && matches!(document, None | Some(State::Unknown | State::Down));
    match service.verdict {
        // That is said of the service, or is part of a restart.
        Verdict::Unknown | Verdict::Draining => Look::CannotTell,
        _ if is_as_unknown_as_the_document => Look::CannotTell,
        _ if !is_read(queue) => {
            let since = Since::AtLatest(if queue.state == State::Unknown { queue.since } else { now });
            Look::Wrong { what: What::Unknown, since, after: rules.unknown_after }
        }
        _ => Look::Well,
    }
}

/// Whether workers, waiting messages and dead letters could be read by us, as far as there is a way to.
fn is_read(queue: &QueueBoard) -> bool {
    queue.state != State::Unknown
        && !Flag::is_said(&queue.flags, FlagWord::QueueUnknown)
        && [queue.numbers.queue_depth, queue.numbers.failed_depth].iter().all(|number| match number {
            Reading::Known { .. } => true,
            Reading::Unknown { why, .. } => match why {
                Why::NotOffered
                | Why::NotReported
                | Why::NoSuchKey
                | Why::NotAsked
                | Why::NotAskedYet
                | Why::OurFault => true,
                Why::NotAnswering
                | Why::NoPassword
                | Why::WrongPassword
                | Why::NotPermitted
                | Why::StartingUp
                | Why::NotServing
                | Why::ElsewhereInCluster
                | Why::WrongKindOfKey
                | Why::TooLarge
                | Why::NotUnderstood
                | Why::ClockSkew => false,
            },
        })
}

fn breaker(service: &ServiceBoard, dependency: &DependencyBoard, now: Timestamp) -> Look {
    let is_old = service.before_restart || !has_document(service);
    match dependency.evidence.breaker_state.as_deref() {
        _ if is_old => Look::CannotTell,
        Some("open") => {
            Look::Wrong { what: What::Breaker, since: Since::AtLatest(now), after: Duration::ZERO }
        }
        Some("closed") => Look::Well,
        // It is being tried.
        _ => Look::CannotTell,
    }
}

/// Whether the document's lines are of now.
fn has_document(service: &ServiceBoard) -> bool {
    service.health.as_ref().is_some_and(|health| {
        !matches!(health.state, State::Unknown | State::Draining)
            && !Flag::is_said(&health.flags, FlagWord::Unreached)
            && !Flag::is_said(&health.flags, FlagWord::ProxyError)
    })
}

/// A person who said anything about the open incident needs no reminder.
fn is_somebody_on_it(board: &Board, service: &ServiceBoard) -> bool {
    let mut open = board.annals.incidents.iter().filter(|it| it.service == service.id && it.is_open());
    open.any(|incident| incident.stage > Stage::Open)
}

/// What was told of and is no longer on the board is closed, and all that is gone is forgotten.
fn close_what_is_gone(lines: &mut Vec<Line>, board: &Board, now: Timestamp) -> Vec<Notice> {
    let mut notices = Vec::new();
    lines.retain_mut(|line| {
        let service = board.services.iter().find(|s| s.id == line.about.service);
        let what = match (service, &line.about.topic) {
            (None, _) => What::NoLongerWatched,
            (Some(_), Topic::Verdict | Topic::SelfProbe) => return true,
            (Some(s), _) if board.annals.window_over(&s.id, now).is_some() => return true,
            (Some(s), Topic::Reading { queue } | Topic::DeadLetters { queue }) => {
                // Queues that only a document reports go away with it.
                if s.queues.iter().any(|q| q.id == *queue) || (s.health.is_some() && !has_document(s)) {
                    return true;
                }
                What::NoLongerWatched
            }
            (Some(s), Topic::Breaker { dependency }) => {
                let mut breakers = s.dependencies.iter().filter(|d| d.evidence.breaker_state.is_some());
                if !has_document(s) || breakers.any(|d| d.public_id == *dependency) {
                    return true;
                }
                // Documents leave out a breaker that is closed and idle.
                What::Recovered
            }
        };
        notices.extend(line.close(what, now));
        line.is_open()
    });
    notices
}

/// Lets something happen to a line; to a new one, if there is none.
fn with_line<R>(
    lines: &mut Vec<Line>,
    service: &ServiceBoard,
    topic: Topic,
    happen: impl FnOnce(&mut Line) -> R,
) -> R {
    // In its place: a state in which nothing has changed is the same, and need not be kept again.
    if let Some(line) = lines.iter_mut().find(|line| is_about(line, service, &topic)) {
        return happen(line);
    }
    let mut line = Line::new(About { service: service.id.clone(), topic });
    let happened = happen(&mut line);
    lines.push(line);
    happened
}

fn is_about(line: &Line, service: &ServiceBoard, topic: &Topic) -> bool {
    line.about.service == service.id && line.about.topic == *topic
}
