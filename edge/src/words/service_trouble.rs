//! What is wrong with an application, in words: it says so itself, it does not answer, or it turned us away.
//!
//! Not what is wrong with its queues: `queue_trouble`.

use super::en;
use super::situation::Trouble;
use super::time::Zone;
use shared::flag::FlagWord;
use shared::public::{PublicBoard, PublicService};
use shared::state::{State, Verdict};
use shared::time::Timestamp;

/// The trouble of a service's health document; nothing if that is well, or if its queues explain it.
pub(super) fn of(
    board: &PublicBoard,
    service: &PublicService,
    zone: &Zone,
    queues_in_trouble: bool,
) -> Option<Trouble> {
    let now = board.served_at.0;
    if service.expired && board.services.len() > 1 {
        return Some(Trouble {
            verdict: Verdict::Unknown,
            subject: service.name.clone(),
            headline: en::could_not_be_asked(&service.name),
            says: vec![en::last_answer_too_old().to_owned()],
            since: vec![en::not_known_since(&zone.moment(service.since.0, now), now.since(service.since.0))],
        });
    }
    let health = service.health?;
    let verdict = Verdict::of(health)?;
    let (headline, mut says) = match verdict {
        Verdict::Operational => return None,
        Verdict::Draining => (en::is_restarting(&service.name), vec![en::leaving_on_purpose(board.drain_max)]),
        Verdict::Degraded => {
            let names = names(service, State::Degraded);
            (en::with_problems(&names, &service.name), vec![en::says_so_itself().to_owned()])
        }
        Verdict::Unknown => not_asked(service),
        Verdict::Down => down(board, service, queues_in_trouble)?,
    };
    if verdict == Verdict::Down && !service.impact.is_empty() && !queues_in_trouble {
        says.insert(0, service.impact.clone());
    }
    if !queues_in_trouble {
        says.extend(workers_line(service));
    }
    Some(Trouble { verdict, subject: service.name.clone(), headline, says, since: vec![since(verdict, service.since.0, zone, now)] })
}

fn down(board: &PublicBoard, service: &PublicService, queues_in_trouble: bool) -> Option<(String, Vec<String>)> {
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
    let covered = |id: &str| service.queues.iter().any(|q| q.state == State::Down && q.covers == id);
    let names: Vec<&str> = service
        .dependencies
        .iter()
        .filter(|d| d.state == State::Down && !covered(&d.id))
        .map(|d| d.name.as_str())
        .collect();
    if has(FlagWord::ContractMismatch) {
        return Some((en::contradicts_itself(&service.name), vec![en::believe_the_worse().to_owned()]));
    }
    if names.is_empty() && queues_in_trouble {
        // The document says no more than the queue's own card does.
        return None;
    }
    let headline = if names.is_empty() { en::is_not_working(&service.name) } else { en::are_not_working(&names) };
    Some((headline, vec![en::says_so_itself().to_owned()]))
}

fn not_asked(service: &PublicService) -> (String, Vec<String>) {
    let has = |word| service.flags.contains(&word);
    let turned_away = [
        FlagWord::ProbeThrottled,
        FlagWord::ProbeBlocked,
        FlagWord::ProbeUnauthorized,
        FlagWord::ProbeMisconfigured,
        FlagWord::Redirect,
    ];
    let second = if turned_away.into_iter().any(has) {
        en::turned_our_question_away()
    } else if has(FlagWord::NotAHealthDocument) || has(FlagWord::BadJson) || has(FlagWord::TooLarge) {
        en::answer_not_understood()
    } else {
        en::nothing_known_of_it()
    };
    (en::could_not_be_asked(&service.name), vec![second.to_owned()])
}

fn workers_line(service: &PublicService) -> Option<String> {
    let known: Vec<u64> = service.queues.iter().filter_map(|q| q.workers_alive.known()).collect();
    (!known.is_empty()).then(|| en::workers_are_alive(known.iter().sum()))
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
