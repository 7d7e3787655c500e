//! What a reading of a queue does to what is shown of it: two witnesses, absence, memory of the last crew.
//!
//! Not reading Redis: that is the edge's queue systems.

use super::confirm::{self, Outcome};
use super::{offline_flag, since};
use crate::expiry::{is_expired, part_at};
use crate::flag::{Flag, FlagWord};
use crate::map::Map;
use crate::memory::{BeatSource, HealthFacts, LastBeat, LastCrew, Observer, Part, Progress, QueueFacts};
use crate::plan::{Plan, QueuePlan};
use crate::reading::{Reading, Why};
use crate::sample::{Crew, Exactness, QueueNumbers, QueueSample, Standing, Workers};
use crate::state::State;
use crate::time::Timestamp;

/// For how many rounds the witnesses must disagree before it is said (DESIGN 4).
const DISAGREEMENT_ROUNDS: u32 = 2;

/// The other witness: what the application counts of the same workers.
#[derive(Clone, Copy)]
pub struct Told {
    crew: Crew,
    at: Timestamp,
}

/// What the application told of a queue, if its document is still valid.
pub fn told(queue: &QueuePlan, health: &Part<HealthFacts>, plan: &Plan, now: Timestamp) -> Option<Told> {
    let key = queue.reported_as.as_ref()?;
    let line = health.facts.dependencies.iter().find(|d| d.key == *key)?;
    let at = health.observed_at.filter(|at| !is_expired(*at, plan.expires_after, now))?;
    line.crew.filter(|_| !health.facts.before_restart).map(|crew| Told { crew, at })
}

/// The numbers of a line that nobody could ask for.
pub const fn crew_not_answering() -> Crew {
    let none = Reading::not_from_app(Why::NotAnswering);
    Crew { workers_alive: none, queue_depth: none, failed_depth: none }
}

pub fn advance(
    plan: &Plan,
    before: Option<&Part<QueueFacts>>,
    sample: &QueueSample,
    told: Option<Told>,
    observer: Observer,
    now: Timestamp,
) -> Part<QueueFacts> {
    let mut part = before.cloned().unwrap_or_else(|| Part::new(now, QueueFacts::default()));
    let shown_before = part_at(plan.expires_after, &part, now);
    let moved = has_moved(&part.facts, sample);
    part.evidence.clone_from(&sample.evidence);
    let QueueNumbers { queue_depth, failed_depth, .. } = sample.numbers;
    part.facts.movement.advance(queue_depth, failed_depth, sample.workers, &sample.beats, now);
    remember_beat(&mut part.facts, sample);
    part.facts.reported = told.map(|told| told.crew);
    if !sample.position.is_empty() {
        part.facts.position.clone_from(&sample.position);
    }

    let shown = if observer == Observer::Offline {
        part.progress = Progress::Settled;
        part.facts.disagreeing = 0;
        take_numbers(&mut part.facts, sample);
        part.flags = vec![offline_flag()];
        Some(Judged { state: State::Unknown, at: now })
    } else {
        judge(plan, &mut part, shown_before.state, sample, told, now)
    };
    match shown {
        Some(Judged { state, at }) => {
            if let Workers::Counted { alive: Reading::Known { value, .. }, .. } = part.facts.workers {
                remember_crew(&mut part, value, moved, at);
            }
            part.latest_flags.clear();
            part.since = since(state == shown_before.state, shown_before.since, now);
            part.state = state;
            part.observed_at = Some(at);
        }
        None => part.latest_flags.clone_from(&sample.flags),
    }
    part
}

/// A state to show, and when the answer that determined it was given.
struct Judged {
    state: State,
    at: Timestamp,
}

/// The state to show, or nothing while a failure is still being confirmed. Updates facts and remarks with it.
fn judge(
    plan: &Plan,
    part: &mut Part<QueueFacts>,
    shown_before: State,
    sample: &QueueSample,
    told: Option<Told>,
    now: Timestamp,
) -> Option<Judged> {
    let standing = match (sample.standing, sample.workers) {
        (Standing::Said, Workers::NotMeasured) => {
            settle(part, sample);
            return Some(Judged { state: State::NotApplicable, at: now });
        }
        (Standing::Said, Workers::Counted { alive: Reading::Known { value, .. }, .. }) => {
            settle(part, sample);
            return Some(Judged { state: both_witnesses(part, value, told, now), at: now });
        }
        // An answer without the number is a failure to read it, like any other refusal.
        (Standing::Said, Workers::Counted { alive: Reading::Unknown { .. }, .. }) => Standing::Refused,
        (failed, _) => failed,
    };
    part.facts.disagreeing = 0;
    let outcome;
    (part.progress, outcome) = match (standing, confirm::fail(part.progress, standing, plan.confirm)) {
        (Standing::OurFault, _) => (Progress::Settled, Outcome::ShowUnknown),
        // While nothing is known anyway, there is no last state to protect: say what we know at once.
        (_, (Progress::Confirming(f) | Progress::Reconfirming(f), Outcome::Keep))
            if shown_before == State::Unknown =>
        {
            (Progress::Confirmed(f), Outcome::ShowUnknown)
        }
        (_, counted) => counted,
    };
    let counted_by_app = told.and_then(|told| Some((told.crew.workers_alive.known()?, told)));
    match (counted_by_app, outcome) {
        (Some((0, told)), _) | (Some((_, told)), Outcome::Show(_) | Outcome::ShowUnknown) => {
            take_numbers(&mut part.facts, sample);
            use_the_applications_count(part, sample, told.crew);
            Some(Judged { state: state_of_count(told.crew.workers_alive), at: told.at })
        }
        (_, Outcome::Keep) => None,
        (None, Outcome::Show(_) | Outcome::ShowUnknown) => {
            take_numbers(&mut part.facts, sample);
            part.flags.clone_from(&sample.flags);
            let state = match sample.workers {
                Workers::NotMeasured => State::NotApplicable,
                Workers::Counted { .. } => State::Unknown,
            };
            Some(Judged { state, at: now })
        }
    }
}

fn settle(part: &mut Part<QueueFacts>, sample: &QueueSample) {
    part.progress = Progress::Settled;
    take_numbers(&mut part.facts, sample);
    part.flags.clone_from(&sample.flags);
}

/// Known workers decide; when the application counts otherwise for two rounds running, the worse is believed.
fn both_witnesses(part: &mut Part<QueueFacts>, counted: u64, told: Option<Told>, now: Timestamp) -> State {
    let count = told.and_then(|told| told.crew.workers_alive.known());
    let disagree = count.is_some_and(|count| (count == 0) != (counted == 0));
    let heard_now = told.is_some_and(|told| told.at == now);
    part.facts.disagreeing = match (disagree, heard_now) {
        (false, _) => 0,
        (true, true) => part.facts.disagreeing.saturating_add(1),
        // What the application said in an earlier round cannot contradict us a second time.
        (true, false) => part.facts.disagreeing,
    };
    let confirmed = part.facts.disagreeing >= DISAGREEMENT_ROUNDS;
    if confirmed {
        part.flags.push(Flag::new(FlagWord::SourcesDisagree));
    }
    if counted == 0 || confirmed { State::Down } else { State::Operational }
}

fn use_the_applications_count(part: &mut Part<QueueFacts>, sample: &QueueSample, crew: Crew) {
    let facts = &mut part.facts;
    facts.workers = Workers::Counted { alive: crew.workers_alive, exactness: Exactness::Exact };
    for (own, theirs) in [
        (&mut facts.numbers.queue_depth, crew.queue_depth),
        (&mut facts.numbers.failed_depth, crew.failed_depth),
    ] {
        if own.known().is_none() && theirs.known().is_some() {
            *own = theirs;
        }
    }
    part.flags.clone_from(&sample.flags);
    part.flags.push(Flag::about(FlagWord::QueueUnknown, sample.id.clone()));
}

/// Queues that a document with worker numbers gives by itself, where none is configured.
pub fn from_document(
    plan: &Plan,
    health: &Part<HealthFacts>,
    before: &Map<String, Part<QueueFacts>>,
    now: Timestamp,
) -> Map<String, Part<QueueFacts>> {
    let lines = health.facts.dependencies.iter().filter_map(|line| Some((line, line.crew?)));
    lines
        .map(|(line, crew)| {
            let mut part =
                before.get(&line.key).cloned().unwrap_or_else(|| Part::new(now, QueueFacts::default()));
            let shown_before = part_at(plan.expires_after, &part, now);
            part.since = since(line.state == shown_before.state, shown_before.since, now);
            part.state = line.state;
            part.observed_at = health.observed_at;
            part.progress = health.progress;
            part.evidence.clone_from(&health.evidence);
            part.facts.workers = Workers::Counted { alive: crew.workers_alive, exactness: Exactness::Exact };
            part.facts.numbers = QueueNumbers {
                queue_depth: crew.queue_depth,
                failed_depth: crew.failed_depth,
                ..QueueNumbers::each(Reading::not_from_app(Why::NotOffered))
            };
            part.facts.reported = Some(crew);
            let heard_now = health.observed_at == Some(now) && !health.facts.before_restart;
            if heard_now {
                part.facts.movement.advance(
                    crew.queue_depth,
                    crew.failed_depth,
                    part.facts.workers,
                    &[],
                    now,
                );
            }
            if !health.facts.before_restart {
                part.flags.clear();
                if line.state == State::NotApplicable {
                    part.flags.push(Flag::new(FlagWord::LivenessNotMeasured));
                }
                if let (Some(count), Some(at)) = (crew.workers_alive.known(), health.observed_at) {
                    remember_crew(&mut part, count, false, at);
                }
            }
            (line.key.clone(), part)
        })
        .collect()
}

fn take_numbers(facts: &mut QueueFacts, sample: &QueueSample) {
    facts.workers = sample.workers;
    facts.numbers = sample.numbers;
    facts.beats.clone_from(&sample.beats);
    facts.basis = sample.basis;
    facts.quiet = sample.quiet;
    facts.parts.clone_from(&sample.parts);
    facts.round_trip = sample.round_trip;
}

/// The newest beat: the store's record of it dies with the worker, ours does not.
fn remember_beat(facts: &mut QueueFacts, sample: &QueueSample) {
    facts.last_beat = match (sample.last_beat_at, facts.last_beat) {
        (Some(at), Some(known)) if at < known.at => {
            Some(LastBeat { at: known.at, source: BeatSource::Remembered })
        }
        (Some(at), _) => Some(LastBeat { at, source: BeatSource::Redis }),
        (None, Some(known)) => Some(LastBeat { at: known.at, source: BeatSource::Remembered }),
        (None, None) => None,
    };
}

fn remember_crew(part: &mut Part<QueueFacts>, count: u64, moved: bool, now: Timestamp) {
    if count > 0 {
        part.facts.last_crew = Some(LastCrew { count, at: now });
        return;
    }
    if !Flag::is_said(&part.flags, FlagWord::NoConsumer) {
        part.flags.push(Flag::new(FlagWord::NoConsumer));
    }
    if part.facts.last_crew.is_none() && part.facts.last_beat.is_none() {
        part.flags.push(Flag::new(FlagWord::NeverSeen));
    }
    if moved {
        part.flags.push(Flag::new(FlagWord::MovingWithoutWorkers));
    }
}

/// Whether entries were taken since the last round: the group stands elsewhere than it stood.
fn has_moved(before: &QueueFacts, sample: &QueueSample) -> bool {
    !before.position.is_empty() && !sample.position.is_empty() && before.position != sample.position
}

fn state_of_count(workers: Reading) -> State {
    match workers {
        Reading::Known { value: 0, .. } => State::Down,
        Reading::Known { .. } => State::Operational,
        Reading::Unknown { .. } => State::Unknown,
    }
}
