//! What is wrong with a queue, in words: silence, disagreement, or nobody could count.
//!
//! Not what is wrong with the application: `service_trouble`.

use super::situation::{Trouble, counted, is_told_by_app};
use super::time::Zone;
use super::{en, labels, maintenance, service_trouble};
use shared::flag::FlagWord;
use shared::public::{PublicBoard, PublicQueue, PublicService};
use shared::reading::{Reading, Source, Why};
use shared::sample::Basis;
use shared::state::{State, Verdict};
use shared::time::Timestamp;

pub(super) fn of(
    board: &PublicBoard,
    service: &PublicService,
    queue: &PublicQueue,
    zone: &Zone,
) -> Option<Trouble> {
    match queue.state {
        State::Down => Some(not_working(board, service, queue, zone)),
        State::Unknown if service.expired => None,
        // What only the document tells is as unknown as the document: that is the service's trouble.
        State::Unknown if queue.basis == Basis::App && !service_trouble::has_document(service) => None,
        State::Unknown => Some(not_counted(board, service, queue, zone)),
        State::Degraded | State::Operational | State::Draining | State::NotApplicable => None,
    }
}

fn not_working(board: &PublicBoard, service: &PublicService, queue: &PublicQueue, zone: &Zone) -> Trouble {
    let now = board.served_at.0;
    let last_beat = queue.last_beat_at.map(|at| at.0);
    let why = WhyDown::of(queue);
    let impact = if queue.impact.is_empty() { &service.impact } else { &queue.impact };
    let mut says = Vec::new();
    if !impact.is_empty() {
        says.push(en::impact(impact));
    }
    says.extend(why.explained(queue, now));
    let waiting = queue.queue_depth.known().filter(|n| *n > 0 && why != WhyDown::NobodyCame);
    says.extend(waiting.map(en::jobs_waiting));
    if waiting.is_some() && maintenance::is_over(board, service) {
        says.push(en::processed_afterwards().to_owned());
    }
    if let (WhyDown::Silent, Some(held @ 1..)) = (why, queue.in_flight.known()) {
        says.push(en::in_hand_when_silent(held));
    }
    says.extend(why.what_is_fine(service, queue).map(str::to_owned));

    let mut since = vec![en::not_working_since(&zone.moment(queue.since.0, now), now.since(queue.since.0))];
    if why == WhyDown::NeverSeen {
        since.push(en::watching_since(&zone.moment(board.started_at, now)));
    }
    since.extend(last_beat.map(|at| en::last_sign_of_life(&zone.moment(at, now))));
    let headline = match why {
        WhyDown::NobodyCame => en::nobody_has_come(&queue.name),
        WhyDown::Disagreement => en::witnesses_disagree(&queue.name),
        WhyDown::Moving => en::nobody_signs_in_yet_jobs_are_done(&queue.name),
        WhyDown::NeverSeen => en::never_seen(&queue.name),
        WhyDown::SaysSo => en::is_not_working(&queue.name),
        WhyDown::Silent => {
            let silent_since = last_beat.or(queue.last_crew.map(|crew| crew.at)).unwrap_or(queue.since.0);
            en::no_sign_of_life(&queue.name, now.since(silent_since))
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

    fn explained(self, queue: &PublicQueue, now: Timestamp) -> Vec<String> {
        match self {
            Self::NobodyCame => {
                let overdue = queue.overdue.known().unwrap_or(0);
                let waiting = queue.queue_depth.known().unwrap_or(0).saturating_add(overdue);
                queue
                    .unserved_since
                    .map(|since| en::jobs_for(waiting, now.since(since)))
                    .into_iter()
                    .collect()
            }
            Self::Disagreement => {
                let told = queue.reported.and_then(|r| r.workers_alive).unwrap_or(0);
                let ours = queue.workers_alive;
                vec![en::they_disagree(told, ours.known().unwrap_or(0), labels::store(ours.source()))]
            }
            Self::Moving => vec![en::sign_in_may_be_broken().to_owned()],
            Self::NeverSeen if is_told_by_app(queue) => Vec::new(),
            Self::NeverSeen => vec![en::wrong_place_or_never_started().to_owned()],
            Self::SaysSo => {
                let alive = counted(core::iter::once(queue)).map(en::workers_are_alive);
                core::iter::once(en::says_so_itself().to_owned()).chain(alive).collect()
            }
            Self::Silent => Vec::new(),
        }
    }

    /// Only what was just asked.
    fn what_is_fine(self, service: &PublicService, queue: &PublicQueue) -> Option<&'static str> {
        match self {
            // The sentence about the application has been said.
            Self::Disagreement | Self::SaysSo => None,
            Self::NobodyCame | Self::Moving | Self::NeverSeen | Self::Silent if is_told_by_app(queue) => {
                Some(en::counted_by_the_application_alone())
            }
            Self::NobodyCame | Self::Moving | Self::NeverSeen | Self::Silent => {
                let well = service.health == Some(State::Operational) || only_this_is_down(service, queue);
                (well && !service.confirming).then(en::the_application_itself_answers)
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

fn not_counted(board: &PublicBoard, service: &PublicService, queue: &PublicQueue, zone: &Zone) -> Trouble {
    let now = board.served_at.0;
    let (headline, because) = match queue.workers_alive {
        _ if queue.expired => (en::could_not_be_counted(&queue.name), Some(en::last_count_too_old())),
        Reading::Unknown { why: Why::ClockSkew, .. } => {
            (en::clocks_do_not_agree(&queue.name), Some(en::because(Why::ClockSkew)))
        }
        Reading::Unknown { why: Why::NotAskedYet, .. } => (en::not_counted_yet(&queue.name), None),
        Reading::Unknown { source: Source::App, .. } => {
            (en::could_not_be_counted(&queue.name), Some(en::application_does_not_count()))
        }
        Reading::Unknown { why, .. } => (en::could_not_be_counted(&queue.name), Some(en::because(why))),
        Reading::Known { .. } if queue.flags.contains(&FlagWord::ScaledToZero) => {
            (en::whether_work_waits_is_not_known(&queue.name), None)
        }
        Reading::Known { .. } => (en::could_not_be_counted(&queue.name), None),
    };
    let mut says: Vec<String> = because.into_iter().map(str::to_owned).collect();
    if service.health == Some(State::Operational) && !service.confirming {
        says.push(en::the_application_says_it_is_fine().to_owned());
    }
    says.push(en::whether_jobs_are_processed().to_owned());
    let counted = queue.last_crew.map(|crew| en::last_counted(&zone.moment(crew.at, now), crew.count));
    let since = en::not_known_since(&zone.moment(queue.since.0, now), now.since(queue.since.0));
    Trouble {
        verdict: Verdict::Unknown,
        subject: queue.name.clone(),
        headline,
        says,
        since: counted.into_iter().chain(Some(since)).collect(),
    }
}
