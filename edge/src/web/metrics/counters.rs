//! What is counted from round to round, for `/metrics`: durations of checks, failures by reason, alerts.
//!
//! Counted anew after a restart, as Prometheus expects of counters. Not the present state: the board has it.

use serde::{Deserialize, Serialize};
use shared::board::{Board, HealthBoard, QueueBoard, ServiceBoard};
use shared::flag::{Flag, FlagWord};
use shared::map::Map;
use shared::reading::{Reading, Why};
use shared::sample::Workers;
use shared::state::State;
use shared::time::{Timestamp, millis};

/// The upper bounds of the histograms in milliseconds; above the last there is one more bucket.
pub(super) const BOUNDS_MS: [u64; 11] = [1, 5, 10, 25, 50, 100, 250, 500, 1000, 2000, 5000];

/// The most dependencies of a service whose durations are counted: more than a document may have lines, so that only
/// one that changes its lines all the time meets it.
const MOST_CHECKS: usize = 256;

/// The reason of a failure that is still being confirmed: the board does not say more of it yet.
const CONFIRMING: &str = "confirming";

/// Remarks of which each says that there was no health document.
const NO_DOCUMENT: [FlagWord; 11] = [
    FlagWord::ObserverOffline,
    FlagWord::Unreached,
    FlagWord::ProxyError,
    FlagWord::Redirect,
    FlagWord::ProbeThrottled,
    FlagWord::ProbeBlocked,
    FlagWord::ProbeUnauthorized,
    FlagWord::ProbeMisconfigured,
    FlagWord::NotAHealthDocument,
    FlagWord::BadJson,
    FlagWord::TooLarge,
];

/// Everything that is counted.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Counters {
    rounds: u64,
    /// By service id.
    services: Map<String, ServiceCounters>,
    /// By the channel's id, then by outcome.
    alerts: Map<String, Tally>,
}

/// How often, by word.
type Tally = Map<String, u64>;

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct ServiceCounters {
    /// By the dependency's public id.
    checks: Map<String, Histogram>,
    health: Tally,
    /// Of the last answer about its health that was counted. One that another Headcount pushed is of no round of ours.
    heard_at: Option<Timestamp>,
    /// By the queue's id.
    queues: Map<String, Tally>,
}

/// How many durations fell between which bounds.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Histogram {
    /// One for each bound, and one for what is above the last.
    counts: [u64; BOUNDS_MS.len() + 1],
    sum_ms: u64,
}

impl Counters {
    /// Counts one round: to be called once after each, with the board of the moment at which it ended.
    pub fn take(&mut self, board: &Board) {
        self.rounds = self.rounds.saturating_add(1);
        self.services.retain(|id, _| board.services.iter().any(|service| service.id == *id));
        for service in &board.services {
            self.services.or_default(service.id.clone()).take(service, board.checked_at);
        }
    }

    /// Counts what came of an alert. `channel` is its id in the configuration, the outcome a word of a closed list.
    pub fn count_alert(&mut self, channel: &str, outcome: &'static str) {
        count(self.alerts.or_default(channel.to_owned()), outcome);
    }

    pub(super) const fn rounds(&self) -> u64 {
        self.rounds
    }

    pub(super) fn checks(&self, service: &str, dependency: &str) -> Option<&Histogram> {
        self.services.get(service)?.checks.get(dependency)
    }

    pub(super) fn health_failures(&self, service: &str) -> impl Iterator<Item = (&str, u64)> {
        pairs(self.services.get(service).map(|service| &service.health))
    }

    pub(super) fn queue_failures(&self, service: &str, queue: &str) -> impl Iterator<Item = (&str, u64)> {
        pairs(self.services.get(service).and_then(|service| service.queues.get(queue)))
    }

    /// Channel, outcome, how often.
    pub(super) fn alerts(&self) -> impl Iterator<Item = (&str, &str, u64)> {
        self.alerts.iter().flat_map(|(channel, tally)| {
            pairs(Some(tally)).map(move |(outcome, count)| (channel.as_str(), outcome, count))
        })
    }
}

impl ServiceCounters {
    fn take(&mut self, service: &ServiceBoard, round: Option<Timestamp>) {
        if let Some(health) = &service.health {
            let is_new = health.observed_at != self.heard_at;
            self.heard_at = health.observed_at;
            if let Some(word) = failure_of_health(health).filter(|_| is_new || service.confirming) {
                count(&mut self.health, word.word());
            } else if is_new && !service.before_restart {
                self.take_checks(service, health);
            }
        }
        self.queues.retain(|id, _| service.queues.iter().any(|queue| queue.id == *id));
        for queue in &service.queues {
            if let Some(reason) = failure_of_queue(queue, round) {
                count(self.queues.or_default(queue.id.clone()), &reason);
            }
        }
    }

    /// What a document of this round says. A dependency that it no longer lists is forgotten, but not while the
    /// application drains, starts or cannot say how it is: its document may be a short one then.
    fn take_checks(&mut self, service: &ServiceBoard, health: &HealthBoard) {
        let lines = || service.dependencies.iter().filter(|line| !line.hidden);
        if matches!(health.state, State::Operational | State::Degraded) {
            self.checks.retain(|id, _| lines().any(|line| line.public_id == *id));
        }
        for line in lines() {
            let has_room = self.checks.len() < MOST_CHECKS || self.checks.contains_key(&line.public_id);
            if let Some(latency) = line.latency.filter(|_| has_room) {
                self.checks.or_default(line.public_id.clone()).observe(millis(latency));
            }
        }
    }
}

/// Why there was no document the last time that it was asked for.
fn failure_of_health(health: &HealthBoard) -> Option<FlagWord> {
    // Those of the last round stand after those of the state that is shown.
    health.flags.iter().rev().map(|flag| flag.word).find(|word| NO_DOCUMENT.contains(word))
}

/// Why our own reading of a queue's workers failed in this round, if it did.
fn failure_of_queue(queue: &QueueBoard, round: Option<Timestamp>) -> Option<String> {
    if queue.confirming && queue.observed_at != round {
        return Some(CONFIRMING.to_owned());
    }
    let by_app = Flag::is_said(&queue.flags, FlagWord::QueueUnknown);
    let ours = match queue.workers {
        Workers::Counted { alive, .. } if !by_app => alive,
        // The application's count stands in for ours; what it does not count says why there is none.
        Workers::Counted { .. } => queue.numbers.in_flight,
        Workers::NotMeasured => return None,
    };
    match ours {
        Reading::Unknown { why, source }
            if source.is_ours() && !matches!(why, Why::NotAskedYet | Why::NotOffered) =>
        {
            Some(word(why))
        }
        Reading::Unknown { .. } | Reading::Known { .. } => None,
    }
}

/// The word in JSON.
fn word(why: Why) -> String {
    serde_json::to_string(&why).unwrap_or_default().trim_matches('"').to_owned()
}

fn count(tally: &mut Tally, word: &str) {
    let n = tally.or_default(word.to_owned());
    *n = n.saturating_add(1);
}

fn pairs(tally: Option<&Tally>) -> impl Iterator<Item = (&str, u64)> {
    tally.into_iter().flatten().map(|(word, count)| (word.as_str(), *count))
}

impl Histogram {
    fn observe(&mut self, ms: u64) {
        let bucket = BOUNDS_MS.iter().position(|bound| ms <= *bound).unwrap_or(BOUNDS_MS.len());
        if let Some(count) = self.counts.get_mut(bucket) {
            *count = count.saturating_add(1);
        }
        self.sum_ms = self.sum_ms.saturating_add(ms);
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "the format's numbers are floating; 2^53 ms are 285,000 years"
    )]
    pub(super) const fn sum(&self) -> f64 {
        self.sum_ms as f64
    }

    pub(super) fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Upper bound and count of each bucket, for itself.
    pub(super) fn buckets(&self) -> Vec<(f64, u64)> {
        #[expect(clippy::cast_precision_loss, reason = "bounds are small")]
        let bounds = BOUNDS_MS.iter().map(|bound| *bound as f64).chain([f64::INFINITY]);
        bounds.zip(self.counts).collect()
    }
}
