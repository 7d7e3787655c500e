//! What is remembered from round to round: the `state` row (DESIGN 6).
//!
//! Everything that judging or showing needs is in here, so that a restart between any two rounds changes
//! nothing. Not history: rounds that are over leave only what the next one needs.

use crate::flag::Flag;
use crate::map::Map;
use crate::movement::Movement;
use crate::plan::{Plan, ServicePlan};
use crate::reading::{Reading, Why};
use crate::sample::{
    Basis, Beat, Crew, DependencyReport, Exactness, PartNumbers, QueueNumbers, Standing, Workers,
};
use crate::state::{State, Verdict};
use crate::time::Timestamp;
use core::time::Duration;
use serde::{Deserialize, Serialize};

/// The version of the form below. A row of another version is not read; the board then starts from nothing.
pub const VERSION: u32 = 1;

/// All that is known, and how far each change has been confirmed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Memory {
    /// `VERSION` when it was written.
    pub version: u32,
    /// Since when this page has been watching.
    pub started_at: Timestamp,
    /// When the last round ended.
    pub checked_at: Option<Timestamp>,
    /// How long it took, from its first question to its last answer.
    pub round_took: Duration,
    /// Whether that round reached anything at all.
    pub observer: Observer,
    /// By service id.
    pub services: Map<String, ServiceMemory>,
}

/// Whether we ourselves could see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Observer {
    /// Something answered.
    Online,
    /// Every target on more than one host was unreachable at once.
    Offline,
}

/// One service.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ServiceMemory {
    /// The verdict that the last round showed.
    pub verdict: Verdict,
    /// The first round that showed it.
    pub since: Timestamp,
    /// Its health document.
    pub health: Part<HealthFacts>,
    /// Since when it has been draining, across rounds that brought nothing.
    pub draining_since: Option<Timestamp>,
    /// Its health endpoint asked not to be asked before this time.
    pub ask_again_at: Option<Timestamp>,
    /// What its liveness endpoint last said.
    pub liveness: Liveness,
    /// Its configured queues, by id.
    pub queues: Map<String, Part<QueueFacts>>,
    /// Queues that the health document counts by itself, by the key of their line.
    pub reported: Map<String, Part<QueueFacts>>,
    /// When another Headcount last told of it, where one watches it: by the clock of this page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heard_at: Option<Timestamp>,
}

/// What the liveness endpoint last said. Shown, never judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Liveness {
    /// There is no answer yet, or no such endpoint.
    NotKnown,
    /// It said this at this time.
    Said {
        /// How it is.
        state: Verdict,
        /// When it said so.
        at: Timestamp,
    },
}

/// Something that is asked by itself and confirmed by itself: a health document, a queue.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Part<F> {
    /// The state that is shown, as long as it has not expired.
    pub state: State,
    /// The first round that showed it.
    pub since: Timestamp,
    /// When it was last determined; absent before the first time.
    pub observed_at: Option<Timestamp>,
    /// How far a failure to read it has been confirmed.
    pub progress: Progress,
    /// What is shown beside the state.
    pub facts: F,
    /// Remarks that came with the state that is shown.
    pub flags: Vec<Flag>,
    /// Remarks of the last round, if it did not determine the state.
    pub latest_flags: Vec<Flag>,
    /// What came back last, for the operator.
    pub evidence: String,
}

/// How far a failure to read something has been confirmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// The last round determined the state.
    Settled,
    /// Rounds have failed, but too few in a row: the last state is still shown.
    Confirming(Failures),
    /// Enough rounds have failed; the state that is shown says so.
    Confirmed(Failures),
    /// After that they failed in another way, but too few in a row: the state shown is that of the first way.
    Reconfirming(Failures),
}

/// Rounds in a row that did not determine the state by an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failures {
    /// How the last one failed.
    pub standing: Standing,
    /// How many in a row failed in that way.
    pub alike: u32,
    /// How many in a row failed in any way.
    pub any: u32,
}

/// What a health document said.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct HealthFacts {
    /// Its lines.
    pub dependencies: Vec<DependencyReport>,
    /// Whether the lines are from before a restart that is under way.
    pub before_restart: bool,
    /// How long the last answer took.
    pub took: Duration,
}

/// What was read of a queue.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct QueueFacts {
    /// The workers.
    pub workers: Workers,
    /// The other numbers.
    pub numbers: QueueNumbers,
    /// What the application counts of the same workers.
    pub reported: Option<Crew>,
    /// Workers inside the window, freshest first.
    pub beats: Vec<Beat>,
    /// The newest sign of life ever seen, and whether the store still has it.
    pub last_beat: Option<LastBeat>,
    /// The last time workers were known to be there, and how many.
    pub last_crew: Option<LastCrew>,
    /// Where the consumer group stood.
    pub position: String,
    /// For how many rounds the two witnesses have disagreed.
    pub disagreeing: u32,
    /// How workers are known, where only the server's answer tells.
    #[serde(default)]
    pub basis: Option<Basis>,
    /// How many of the living ones take no new work.
    #[serde(default)]
    pub quiet: u64,
    /// Numbers by stream or queue.
    #[serde(alias = "streams")]
    pub parts: Vec<PartNumbers>,
    /// How long the last reading took.
    pub round_trip: Duration,
    /// Work that waits although nobody is there, in a queue that scales to zero.
    #[serde(default)]
    pub unserved: Option<Unserved>,
    /// How its numbers have moved lately.
    #[serde(default)]
    pub movement: Movement,
}

/// A sign of life.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LastBeat {
    /// When it was given, by the store's clock.
    pub at: Timestamp,
    /// Where it is known from.
    pub source: BeatSource,
}

/// Where a sign of life is known from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BeatSource {
    /// It is still recorded in the store.
    Redis,
    /// The record is gone; Headcount remembers.
    Remembered,
}

/// Work that waits while nobody is there to do it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unserved {
    /// The first of the rounds in a row that saw it.
    pub since: Timestamp,
    /// The last of them.
    pub seen: Timestamp,
}

/// Workers that were there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LastCrew {
    /// How many: at least 1.
    pub count: u64,
    /// The round that last counted them.
    pub at: Timestamp,
}

impl Memory {
    /// Before the first round.
    pub const fn new(started_at: Timestamp) -> Self {
        Self {
            version: VERSION,
            started_at,
            checked_at: None,
            round_took: Duration::ZERO,
            observer: Observer::Online,
            services: Map::new(),
        }
    }

    /// What is remembered of a service; a renamed one goes on where it stood under its former id.
    pub fn of_service(&self, plan: &Plan, service: &ServicePlan) -> Option<&ServiceMemory> {
        let mut ids = core::iter::once(&service.id).chain(plan.former_ids(service));
        ids.find_map(|id| self.services.get(id))
    }

    /// Forgets who asked to be left alone: after a change of the configuration it may be somebody else's address.
    pub fn forget_waits(&mut self) {
        for service in self.services.values_mut() {
            service.ask_again_at = None;
        }
    }
}

impl ServiceMemory {
    /// Before the first round.
    pub fn new(started_at: Timestamp) -> Self {
        Self {
            verdict: Verdict::Unknown,
            since: started_at,
            health: Part::new(started_at, HealthFacts::default()),
            draining_since: None,
            ask_again_at: None,
            liveness: Liveness::NotKnown,
            queues: Map::new(),
            reported: Map::new(),
            heard_at: None,
        }
    }
}

impl<F> Part<F> {
    /// Before the first round.
    pub const fn new(started_at: Timestamp, facts: F) -> Self {
        Self {
            state: State::Unknown,
            since: started_at,
            observed_at: None,
            progress: Progress::Settled,
            facts,
            flags: Vec::new(),
            latest_flags: Vec::new(),
            evidence: String::new(),
        }
    }

    /// Whether the last round failed and the state shown is from before it.
    pub const fn is_confirming(&self) -> bool {
        matches!(self.progress, Progress::Confirming(_) | Progress::Reconfirming(_))
    }
}

impl Default for QueueFacts {
    /// Before the first round.
    fn default() -> Self {
        Self {
            workers: Workers::Counted {
                alive: Reading::not_in_redis(Why::NotAskedYet),
                exactness: Exactness::Exact,
            },
            numbers: QueueNumbers::unknown(Why::NotAskedYet),
            reported: None,
            beats: Vec::new(),
            last_beat: None,
            last_crew: None,
            position: String::new(),
            disagreeing: 0,
            basis: None,
            quiet: 0,
            parts: Vec::new(),
            round_trip: Duration::ZERO,
            unserved: None,
            movement: Movement::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn a_row_from_before_queues_could_be_paused_is_still_read() {
        let mut row = serde_json::to_value(QueueFacts::default()).unwrap();
        let fields = row.as_object_mut().unwrap();
        for newer in ["basis", "quiet", "parts"] {
            assert!(fields.remove(newer).is_some(), "{newer}");
        }
        let seven = json!({"value": 7, "source": "redis"});
        let stream = json!({"name": "high", "queue_depth": seven, "in_flight": seven});
        fields.insert("streams".to_owned(), Value::Array(vec![stream]));
        let facts: QueueFacts = serde_json::from_value(row).unwrap();
        assert_eq!((facts.basis, facts.quiet, facts.parts.len()), (None, 0, 1));
        assert_eq!((facts.parts[0].queue_depth, facts.parts[0].paused), (Reading::redis(7), false));
    }
}
