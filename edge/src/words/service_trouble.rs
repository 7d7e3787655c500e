//! What is wrong with an application, in words: it says so itself, it does not answer, or it turned us away.
//!
//! Not what is wrong with its queues: `queue_trouble`.

use super::en;
use super::situation::{Trouble, counted, is_told_by_app};
use super::time::Zone;
use core::time::Duration;
use shared::flag::FlagWord;
use shared::public::{PublicBoard, PublicService};
use shared::reading::Source;
use shared::state::{State, Verdict};
use shared::time::Timestamp;

/// The trouble of a service's health document; nothing if that is well, or if its queues explain it.
pub(super) fn of(
    board: &PublicBoard,
    service: &PublicService,
    zone: &Zone,
    of_queues: &[Trouble],
) -> Option<Trouble> {
    let now = board.served_at.0;
    if service.expired {
        return Some(Trouble {
            verdict: Verdict::Unknown,
            subject: service.name.clone(),
            headline: en::could_not_be_asked(&service.name),
            says: vec![en::last_answer_too_old().to_owned()],
            since: vec![en::not_known_since(&zone.moment(service.since.0, now), now.since(service.since.0))],
        });
    }
    let Some(health) = service.health else { return without_document(service, zone, now) };
    let verdict = Verdict::of(health)?;
    let (headline, mut says) = match verdict {
        Verdict::Operational => return None,
        Verdict::Draining => {
            (en::is_restarting(&service.name), vec![en::leaving_on_purpose(board.drain_max)])
        }
        Verdict::Degraded => {
            let names = names(service, State::Degraded);
            (en::with_problems(&names, &service.name), vec![en::says_so_itself().to_owned()])
        }
        Verdict::Unknown => not_asked(service),
        Verdict::Down => down(board, service, zone)?,
    };
    // A queue that is down has said it already.
    let said = of_queues.iter().any(|trouble| trouble.verdict == Verdict::Down);
    if verdict == Verdict::Down && !service.impact.is_empty() && !said {
        says.insert(0, en::impact(&service.impact));
    }
    if of_queues.is_empty() {
        says.extend(workers_line(service));
    }
    let since = vec![since(verdict, service.since.0, zone, now)];
    Some(Trouble { verdict, subject: service.name.clone(), headline, says, since })
}

/// Whether the last answer was a document: an application that says itself how it is.
pub(super) fn has_document(service: &PublicService) -> bool {
    let missed = service.flags.iter().any(|f| NO_ANSWER.contains(f));
    matches!(service.health, Some(State::Operational | State::Degraded | State::Draining))
        || (service.health == Some(State::Down) && !missed)
}

/// In which way the last check of a service that is being confirmed brought nothing.
pub(super) fn missed(service: &PublicService) -> en::Missed {
    let any = |words: &[FlagWord]| service.flags.iter().any(|f| words.contains(f));
    match () {
        () if any(&NO_ANSWER) => en::Missed::NoAnswer,
        () if any(&TURNED_AWAY) => en::Missed::TurnedAway,
        () if any(&NOT_UNDERSTOOD) => en::Missed::NotUnderstood,
        () => en::Missed::NoAnswer,
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
fn without_document(service: &PublicService, zone: &Zone, now: Timestamp) -> Option<Trouble> {
    let nothing_counts = service.queues.iter().all(|q| q.state == State::NotApplicable);
    (service.verdict == Verdict::Unknown && nothing_counts).then(|| Trouble {
        verdict: Verdict::Unknown,
        subject: service.name.clone(),
        headline: en::nothing_but_uncounted(&service.name),
        says: vec![en::nobody_tells_who_is_alive().to_owned()],
        since: vec![since(Verdict::Unknown, service.since.0, zone, now)],
    })
}

fn down(board: &PublicBoard, service: &PublicService, zone: &Zone) -> Option<(String, Vec<String>)> {
    let has = |word| service.flags.contains(&word);
    if has(FlagWord::DrainingTooLong) {
        let lasts = service.draining_since.map(|at| board.served_at.0.since(at)).unwrap_or_default();
        return Some((en::restarting_for(&service.name, lasts), vec![en::longer_than(board.drain_max)]));
    }
    if has(FlagWord::ProxyError) {
        return Some((en::does_not_answer(&service.name), vec![en::something_in_front().to_owned()]));
    }
    if has(FlagWord::Unreached) {
        return Some((en::does_not_answer(&service.name), vec![en::parts_not_asked().to_owned()]));
    }
    if has(FlagWord::ContractMismatch) {
        return Some((en::contradicts_itself(&service.name), vec![en::believe_the_worse().to_owned()]));
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
        let at = is_seen.then(|| zone.moment(since, board.served_at.0));
        let says = en::restarted_into_a_broken_dependency(at.as_deref());
        return Some((en::started_without(&service.name, &names), vec![says]));
    }
    let headline =
        if names.is_empty() { en::is_not_working(&service.name) } else { en::are_not_working(&names) };
    Some((headline, vec![en::says_so_itself().to_owned()]))
}

fn not_asked(service: &PublicService) -> (String, Vec<String>) {
    let any = |words: &[FlagWord]| service.flags.iter().any(|f| words.contains(f));
    let second = match () {
        () if any(&TURNED_AWAY) => en::turned_our_question_away(),
        () if any(&NOT_UNDERSTOOD) => en::answer_not_understood(),
        () if any(&NO_ANSWER) => en::did_not_answer(),
        () => en::nothing_known_of_it(),
    };
    (en::could_not_be_asked(&service.name), vec![second.to_owned()])
}

/// Workers that were counted although the application may not have been asked.
fn workers_line(service: &PublicService) -> Option<String> {
    // A number that the last round could not renew is not said as if it were new.
    let just_asked: Vec<_> = service.queues.iter().filter(|q| !q.confirming).collect();
    if has_document(service) {
        return counted(just_asked.into_iter()).map(en::workers_are_alive);
    }
    let ours = || just_asked.iter().copied().filter(|q| !is_told_by_app(q));
    let in_redis = ours().all(|queue| queue.workers_alive.source() == Source::Redis);
    counted(ours()).map(if in_redis { en::redis_answers } else { en::workers_are_alive })
}

fn names(service: &PublicService, state: State) -> Vec<&str> {
    service.dependencies.iter().filter(|d| d.state == state).map(|d| d.name.as_str()).collect()
}

fn since(verdict: Verdict, at: Timestamp, zone: &Zone, now: Timestamp) -> String {
    let (moment, lasts) = (zone.moment(at, now), now.since(at));
    match verdict {
        Verdict::Down => en::not_working_since(&moment, lasts),
        Verdict::Unknown => en::not_known_since(&moment, lasts),
        Verdict::Operational | Verdict::Draining | Verdict::Degraded => en::so_since(&moment, lasts),
    }
}
