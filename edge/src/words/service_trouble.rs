//! What is wrong with an application, in words: it says so itself, it does not answer, or it turned us away.
//!
//! Not what is wrong with its queues: `queue_trouble`.

use super::say;
use super::situation::{Trouble, counted, is_told_by_app};
use super::time::Locale;
use core::time::Duration;
use shared::flag::FlagWord;
use shared::public::{PublicBoard, PublicService};
use shared::reading::Source;
use shared::state::{State, Verdict};
use shared::time::Timestamp;

/// The trouble of a service's health document; nothing if that is well, or if its queues explain it.
pub(super) fn of(
    l: &Locale,
    board: &PublicBoard,
    service: &PublicService,
    of_queues: &[Trouble],
) -> Option<Trouble> {
    let now = board.served_at.0;
    if service.expired {
        return Some(Trouble {
            verdict: Verdict::Unknown,
            subject: service.name.clone(),
            headline: say::could_not_be_asked(l, &service.name),
            says: vec![say::last_answer_too_old(l)],
            since: vec![say::not_known_since(l, &l.moment(service.since.0, now), now.since(service.since.0))],
        });
    }
    let Some(health) = service.health else { return without_document(l, service, now) };
    let verdict = Verdict::of(health)?;
    let (headline, mut says) = match verdict {
        Verdict::Operational => return None,
        Verdict::Draining => (
            say::is_restarting(l, &service.name),
            vec![say::leaving_on_purpose(l, &l.configured(board.drain_max))],
        ),
        Verdict::Degraded => {
            let names = names(service, State::Degraded);
            (say::with_problems(l, &names, &service.name), vec![say::says_so_itself(l)])
        }
        Verdict::Unknown => not_asked(l, service),
        Verdict::Down => down(l, board, service)?,
    };
    // A queue that is down has said it already.
    let said = of_queues.iter().any(|trouble| trouble.verdict == Verdict::Down);
    if verdict == Verdict::Down && !service.impact.is_empty() && !said {
        says.insert(0, say::impact(l, &service.impact));
    }
    if of_queues.is_empty() {
        says.extend(workers_line(l, service));
    }
    let since = vec![since(l, verdict, service.since.0, now)];
    Some(Trouble { verdict, subject: service.name.clone(), headline, says, since })
}

/// Whether the last answer was a document: an application that says itself how it is.
pub(super) fn has_document(service: &PublicService) -> bool {
    let missed = service.flags.iter().any(|f| NO_ANSWER.contains(f));
    matches!(service.health, Some(State::Operational | State::Degraded | State::Draining))
        || (service.health == Some(State::Down) && !missed)
}

/// In which way the last check of a service that is being confirmed brought nothing.
pub(super) fn missed(service: &PublicService) -> say::Missed {
    let any = |words: &[FlagWord]| service.flags.iter().any(|f| words.contains(f));
    match () {
        () if any(&NO_ANSWER) => say::Missed::NoAnswer,
        () if any(&TURNED_AWAY) => say::Missed::TurnedAway,
        () if any(&NOT_UNDERSTOOD) => say::Missed::NotUnderstood,
        () => say::Missed::NoAnswer,
    }
}

const NO_ANSWER: [FlagWord; 2] = [FlagWord::Unreached, FlagWord::ProxyError];
const TURNED_AWAY: [FlagWord; 5] = [
    FlagWord::ProbeThrottled,
    FlagWord::ProbeBlocked,
    FlagWord::ProbeUnauthorized,
    FlagWord::ProbeMisconfigured,
    FlagWord::Redirect,
];
const NOT_UNDERSTOOD: [FlagWord; 3] = [FlagWord::NotAHealthDocument, FlagWord::BadJson, FlagWord::TooLarge];

/// The format whose document tells what the last start ran into, and nothing of the time since.
pub(super) const OF_THE_LAST_START: &str = "fetcher-metrics";

/// Without a document its queues speak for it. If nobody counts the workers of any, nothing does.
fn without_document(l: &Locale, service: &PublicService, now: Timestamp) -> Option<Trouble> {
    let nothing_counts = service.queues.iter().all(|q| q.state == State::NotApplicable);
    (service.verdict == Verdict::Unknown && nothing_counts).then(|| Trouble {
        verdict: Verdict::Unknown,
        subject: service.name.clone(),
        headline: say::nothing_but_uncounted(l, &service.name),
        says: vec![say::nobody_tells_who_is_alive(l)],
        since: vec![since(l, Verdict::Unknown, service.since.0, now)],
    })
}

fn down(l: &Locale, board: &PublicBoard, service: &PublicService) -> Option<(String, Vec<String>)> {
    let has = |word| service.flags.contains(&word);
    if has(FlagWord::DrainingTooLong) {
        let lasts = service.draining_since.map(|at| board.served_at.0.since(at)).unwrap_or_default();
        let headline = say::restarting_for(l, &service.name, &l.spoken(lasts));
        return Some((headline, vec![say::longer_than(l, &l.configured(board.drain_max))]));
    }
    if has(FlagWord::ProxyError) {
        return Some((say::does_not_answer(l, &service.name), vec![say::something_in_front(l)]));
    }
    if has(FlagWord::Unreached) {
        return Some((say::does_not_answer(l, &service.name), vec![say::parts_not_asked(l)]));
    }
    if has(FlagWord::ContractMismatch) {
        return Some((say::contradicts_itself(l, &service.name), vec![say::believe_the_worse(l)]));
    }
    let covered = |id: &str| service.queues.iter().any(|q| q.state == State::Down && q.covers == id);
    let down = service.dependencies.iter().filter(|d| d.state == State::Down);
    let (of_queues, names): (Vec<_>, Vec<_>) = down.partition(|d| covered(&d.id));
    if names.is_empty() && !of_queues.is_empty() {
        // The document says no more than the queue's own card does.
        return None;
    }
    let names: Vec<&str> = names.into_iter().map(|d| d.name.as_str()).collect();
    if service.format == OF_THE_LAST_START && !names.is_empty() {
        // What was so when this page began to look may have been so for long.
        let since = service.since.0;
        let is_seen = since.since(board.started_at) > Duration::from_secs(board.every_s);
        let at = is_seen.then(|| l.moment(since, board.served_at.0));
        let says = say::restarted_into_a_broken_dependency(l, at.as_deref());
        return Some((say::started_without(l, &service.name, &names), vec![says]));
    }
    let headline = if names.is_empty() {
        say::is_not_working(l, &service.name)
    } else {
        say::are_not_working(l, &names)
    };
    Some((headline, vec![say::says_so_itself(l)]))
}

fn not_asked(l: &Locale, service: &PublicService) -> (String, Vec<String>) {
    let any = |words: &[FlagWord]| service.flags.iter().any(|f| words.contains(f));
    let second = match () {
        () if any(&TURNED_AWAY) => say::turned_our_question_away(l),
        () if any(&NOT_UNDERSTOOD) => say::answer_not_understood(l),
        () if any(&NO_ANSWER) => say::did_not_answer(l),
        () => say::nothing_known_of_it(l),
    };
    (say::could_not_be_asked(l, &service.name), vec![second])
}

/// Workers that were counted although the application may not have been asked.
fn workers_line(l: &Locale, service: &PublicService) -> Option<String> {
    // A number that the last round could not renew is not said as if it were new.
    let just_asked: Vec<_> = service.queues.iter().filter(|q| !q.confirming).collect();
    if has_document(service) {
        return counted(just_asked.into_iter()).map(|n| say::workers_are_alive(l, n));
    }
    let ours = || just_asked.iter().copied().filter(|q| !is_told_by_app(q));
    let in_redis = ours().all(|queue| queue.workers_alive.source() == Source::Redis);
    counted(ours()).map(|n| if in_redis { say::redis_answers(l, n) } else { say::workers_are_alive(l, n) })
}

fn names(service: &PublicService, state: State) -> Vec<&str> {
    service.dependencies.iter().filter(|d| d.state == state).map(|d| d.name.as_str()).collect()
}

fn since(l: &Locale, verdict: Verdict, at: Timestamp, now: Timestamp) -> String {
    let (moment, lasts) = (l.moment(at, now), now.since(at));
    match verdict {
        Verdict::Down => say::not_working_since(l, &moment, lasts),
        Verdict::Unknown => say::not_known_since(l, &moment, lasts),
        Verdict::Operational | Verdict::Draining | Verdict::Degraded => say::so_since(l, &moment, lasts),
    }
}
