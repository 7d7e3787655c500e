//! What is wrong with a queue, in words: silence, disagreement, or nobody could count.
//!
//! Not what is wrong with the application: `service_trouble`.

use super::en;
use super::situation::{Trouble, is_told_by_app};
use super::time::Zone;
use shared::flag::FlagWord;
use shared::public::{PublicQueue, PublicService};
use shared::reading::{Reading, Why};
use shared::state::{State, Verdict};
use shared::time::Timestamp;

pub(super) fn of(service: &PublicService, queue: &PublicQueue, zone: &Zone, now: Timestamp) -> Option<Trouble> {
    match queue.state {
        State::Down => Some(nobody_there(service, queue, zone, now)),
        State::Unknown if service.expired => None,
        State::Unknown => Some(not_counted(service, queue, zone, now)),
        State::Degraded | State::Operational | State::Draining | State::NotApplicable => None,
    }
}

fn nobody_there(service: &PublicService, queue: &PublicQueue, zone: &Zone, now: Timestamp) -> Trouble {
    let has = |word| queue.flags.contains(&word);
    let last_beat = queue.last_beat_at.map(|at| at.0);
    let silent_since = last_beat.or(queue.last_crew.map(|crew| crew.at)).unwrap_or(queue.since.0);
    let waiting = queue.queue_depth.known();
    let mut says = Vec::new();
    let headline = if has(FlagWord::SourcesDisagree) {
        let told = queue.reported.and_then(|r| r.workers_alive).unwrap_or(0);
        says.push(en::they_disagree(told, queue.workers_alive.known().unwrap_or(0)));
        en::witnesses_disagree(&queue.name)
    } else if has(FlagWord::MovingWithoutWorkers) {
        says.push(en::sign_in_may_be_broken().to_owned());
        en::nobody_signs_in_yet_jobs_are_done(&queue.name)
    } else if has(FlagWord::NeverSeen) {
        says.push(en::wrong_place_or_never_started().to_owned());
        en::never_seen(&queue.name)
    } else {
        en::no_sign_of_life(&queue.name, now.since(silent_since))
    };
    let impact = if queue.impact.is_empty() { &service.impact } else { &queue.impact };
    if !impact.is_empty() {
        says.insert(0, impact.clone());
    }
    says.extend(waiting.filter(|n| *n > 0).map(en::jobs_waiting));
    if let Some(held @ 1..) = queue.in_flight.known() {
        says.push(en::in_hand_when_silent(held));
    }
    if is_told_by_app(queue) {
        says.push(en::counted_by_the_application_alone().to_owned());
    } else if service.health == Some(State::Operational) || only_this_is_down(service, queue) {
        says.push(en::the_application_itself_answers().to_owned());
    }
    let mut since = vec![en::not_working_since(&zone.moment(queue.since.0, now), now.since(queue.since.0))];
    since.extend(last_beat.map(|at| en::last_sign_of_life(&zone.moment(at, now))));
    Trouble { verdict: Verdict::Down, subject: queue.name.clone(), headline, says, since }
}

/// The application answered, and nothing in its document is down but the line that counts these workers.
fn only_this_is_down(service: &PublicService, queue: &PublicQueue) -> bool {
    let answered = !service.flags.iter().any(|f| matches!(f, FlagWord::Unreached | FlagWord::ProxyError));
    let mut down = service.dependencies.iter().filter(|d| d.state == State::Down).peekable();
    answered && !queue.covers.is_empty() && down.peek().is_some() && down.all(|d| d.id == queue.covers)
}

fn not_counted(service: &PublicService, queue: &PublicQueue, zone: &Zone, now: Timestamp) -> Trouble {
    let why = match queue.workers_alive {
        Reading::Unknown { why, .. } => why,
        Reading::Known { .. } => Why::NotAskedYet,
    };
    let headline = match why {
        Why::ClockSkew => en::clocks_do_not_agree(&queue.name),
        Why::NotAskedYet => en::not_counted_yet(&queue.name),
        _ => en::could_not_be_counted(&queue.name),
    };
    let mut says = vec![match why {
        Why::ClockSkew => en::ages_cannot_be_trusted().to_owned(),
        Why::NoPassword | Why::WrongPassword | Why::NotPermitted => en::lacks_the_right_to_look().to_owned(),
        why => en::because(why),
    }];
    if service.health == Some(State::Operational) {
        says.push(en::application_says_fine_but().to_owned());
    }
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
