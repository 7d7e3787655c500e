//! What is wrong with a queue, in words: silence, disagreement, or nobody could count.
//!
//! Not what is wrong with the application: `service_trouble`.

use super::situation::{Trouble, counted, is_told_by_app};
use super::time::Locale;
use super::{labels, maintenance, say, service_trouble};
use shared::flag::FlagWord;
use shared::public::{PublicBoard, PublicQueue, PublicService};
use shared::reading::{Reading, Source, Why};
use shared::sample::Basis;
use shared::state::{State, Verdict};
use shared::time::Timestamp;

pub(super) fn of(
    l: &Locale,
    board: &PublicBoard,
    service: &PublicService,
    queue: &PublicQueue,
) -> Option<Trouble> {
    match queue.state {
        State::Down => Some(not_working(l, board, service, queue)),
        State::Unknown if service.expired => None,
        // What only the document tells is as unknown as the document: that is the service's trouble.
        State::Unknown if queue.basis == Basis::App && !service_trouble::has_document(service) => None,
        State::Unknown => Some(not_counted(l, board, service, queue)),
        State::Degraded | State::Operational | State::Draining | State::NotApplicable => None,
    }
}

fn not_working(l: &Locale, board: &PublicBoard, service: &PublicService, queue: &PublicQueue) -> Trouble {
    let now = board.served_at.0;
    let last_beat = queue.last_beat_at.map(|at| at.0);
    let why = WhyDown::of(queue);
    let impact = if queue.impact.is_empty() { &service.impact } else { &queue.impact };
    let mut says = Vec::new();
    if !impact.is_empty() {
        says.push(say::impact(l, impact));
    }
    says.extend(why.explained(l, queue, now));
    let waiting = queue.queue_depth.known().filter(|n| *n > 0 && why != WhyDown::NobodyCame);
    says.extend(waiting.map(|n| say::jobs_waiting(l, n)));
    if waiting.is_some() && maintenance::is_over(board, service) {
        says.push(say::processed_afterwards(l));
    }
    if let (WhyDown::Silent, Some(held @ 1..)) = (why, queue.in_flight.known()) {
        says.push(say::in_hand_when_silent(l, held));
    }
    says.extend(why.what_is_fine(l, service, queue));

    let mut since = vec![say::not_working_since(l, &l.moment(queue.since.0, now), now.since(queue.since.0))];
    if why == WhyDown::NeverSeen {
        since.push(say::watching_since(l, &l.moment(board.started_at, now)));
    }
    since.extend(last_beat.map(|at| say::last_sign_of_life(l, &l.moment(at, now))));
    let headline = match why {
        WhyDown::NobodyCame => say::nobody_has_come(l, &queue.name),
        WhyDown::Disagreement => say::witnesses_disagree(l, &queue.name),
        WhyDown::Moving => say::nobody_signs_in_yet_jobs_are_done(l, &queue.name),
        WhyDown::NeverSeen => say::never_seen(l, &queue.name),
        WhyDown::SaysSo => say::is_not_working(l, &queue.name),
        WhyDown::Silent => {
            let silent_since = last_beat.or(queue.last_crew.map(|crew| crew.at)).unwrap_or(queue.since.0);
            say::no_sign_of_life(l, &queue.name, &l.spoken(now.since(silent_since)))
        }
    };
    Trouble { verdict: Verdict::Down, subject: queue.name.clone(), headline, says, since }
}

/// In which way a queue is down.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WhyDown {
    /// Work waits in a queue that scales to zero.
    NobodyCame,
    /// One witness says 0, the other does not.
    Disagreement,
    /// Nobody signs in, but entries are taken.
    Moving,
    /// Nobody has ever signed in.
    NeverSeen,
    /// The application says so, though its workers are not known to be 0.
    SaysSo,
    /// Nobody signs in any more.
    Silent,
}

impl WhyDown {
    fn of(queue: &PublicQueue) -> Self {
        let has = |word| queue.flags.contains(&word);
        match () {
            () if has(FlagWord::NobodyCame) => Self::NobodyCame,
            () if has(FlagWord::SourcesDisagree) => Self::Disagreement,
            () if !queue.workers_alive.is_known_zero() => Self::SaysSo,
            () if has(FlagWord::MovingWithoutWorkers) => Self::Moving,
            () if has(FlagWord::NeverSeen) => Self::NeverSeen,
            () => Self::Silent,
        }
    }

    fn explained(self, l: &Locale, queue: &PublicQueue, now: Timestamp) -> Vec<String> {
        match self {
            Self::NobodyCame => {
                let overdue = queue.overdue.known().unwrap_or(0);
                let waiting = queue.queue_depth.known().unwrap_or(0).saturating_add(overdue);
                let lasts = queue.unserved_since.map(|since| l.spoken(now.since(since)));
                lasts.map(|lasts| say::jobs_for(l, waiting, &lasts)).into_iter().collect()
            }
            Self::Disagreement => {
                let told = queue.reported.and_then(|r| r.workers_alive).unwrap_or(0);
                let ours = queue.workers_alive;
                let store = labels::store(l, ours.source());
                vec![say::they_disagree(l, told, &store, ours.known().unwrap_or(0))]
            }
            Self::Moving => vec![say::sign_in_may_be_broken(l)],
            Self::NeverSeen if is_told_by_app(queue) => Vec::new(),
            Self::NeverSeen => vec![say::wrong_place_or_never_started(l)],
            Self::SaysSo => {
                let alive = counted(core::iter::once(queue)).map(|n| say::workers_are_alive(l, n));
                core::iter::once(say::says_so_itself(l)).chain(alive).collect()
            }
            Self::Silent => Vec::new(),
        }
    }

    /// Only what was just asked.
    fn what_is_fine(self, l: &Locale, service: &PublicService, queue: &PublicQueue) -> Option<String> {
        match self {
            // The sentence about the application has been said.
            Self::Disagreement | Self::SaysSo => None,
            Self::NobodyCame | Self::Moving | Self::NeverSeen | Self::Silent if is_told_by_app(queue) => {
                Some(say::counted_by_the_application_alone(l))
            }
            Self::NobodyCame | Self::Moving | Self::NeverSeen | Self::Silent => {
                let well = service.health == Some(State::Operational) || only_this_is_down(service, queue);
                (well && !service.confirming).then(|| say::the_application_itself_answers(l))
            }
        }
    }
}

/// The application answered, and nothing in its document is down but the line that counts these workers.
fn only_this_is_down(service: &PublicService, queue: &PublicQueue) -> bool {
    let mut down = service.dependencies.iter().filter(|d| d.state == State::Down).peekable();
    service_trouble::has_document(service)
        && !queue.covers.is_empty()
        && down.peek().is_some()
        && down.all(|d| d.id == queue.covers)
}

fn not_counted(l: &Locale, board: &PublicBoard, service: &PublicService, queue: &PublicQueue) -> Trouble {
    let now = board.served_at.0;
    let name = queue.name.as_str();
    let (headline, because) = match queue.workers_alive {
        _ if queue.expired => (say::could_not_be_counted(l, name), Some(say::last_count_too_old(l))),
        Reading::Unknown { why: Why::ClockSkew, .. } => {
            (say::clocks_do_not_agree(l, name), Some(say::because(l, Why::ClockSkew)))
        }
        Reading::Unknown { why: Why::NotAskedYet, .. } => (say::not_counted_yet(l, name), None),
        Reading::Unknown { source: Source::App, .. } => {
            (say::could_not_be_counted(l, name), Some(say::application_does_not_count(l)))
        }
        Reading::Unknown { why, .. } => (say::could_not_be_counted(l, name), Some(say::because(l, why))),
        Reading::Known { .. } if queue.flags.contains(&FlagWord::ScaledToZero) => {
            (say::whether_work_waits_is_not_known(l, name), None)
        }
        Reading::Known { .. } => (say::could_not_be_counted(l, name), None),
    };
    let mut says: Vec<String> = because.into_iter().collect();
    if service.health == Some(State::Operational) && !service.confirming {
        says.push(say::the_application_says_it_is_fine(l));
    }
    says.push(say::whether_jobs_are_processed(l));
    let counted = queue.last_crew.map(|crew| say::last_counted(l, &l.moment(crew.at, now), crew.count));
    let since = say::not_known_since(l, &l.moment(queue.since.0, now), now.since(queue.since.0));
    Trouble {
        verdict: Verdict::Unknown,
        subject: queue.name.clone(),
        headline,
        says,
        since: counted.into_iter().chain(Some(since)).collect(),
    }
}
