//! What one round brought back, before anything is concluded from it.
//!
//! Probes fill these; `reduce` judges them. Not persisted.

use crate::flag::{Flag, FlagWord};
use crate::reading::{Reading, Why};
use crate::state::{State, Verdict};
use crate::time::Timestamp;
use core::time::Duration;
use serde::{Deserialize, Serialize};

/// One run of all probes.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    /// When the round ended: the time that everything it says is dated with.
    pub at: Timestamp,
    /// How long it took, from its first question to its last answer.
    pub took: Duration,
    /// What each service said, in the order of the plan.
    pub services: Vec<ServiceSample>,
}

/// What was heard of one service.
#[derive(Clone, PartialEq, Debug)]
pub struct ServiceSample {
    /// The service's id.
    pub id: String,
    /// Its health document.
    pub health: Asked<HealthReport>,
    /// Its liveness document: shown, never judged.
    pub liveness: Asked<HealthReport>,
    /// Its queues, in the order of the plan.
    pub queues: Vec<QueueSample>,
}

/// Whether a question was put at all this round.
#[derive(Clone, PartialEq, Debug)]
pub enum Asked<T> {
    /// There is no such question in the configuration.
    NotConfigured,
    /// It was left out this round, because the other side asked us to wait.
    Skipped,
    /// It was put, and this came of it. `host` is operator's knowledge, for `observer_offline`.
    Answer {
        /// The host that was asked, without port.
        host: String,
        /// From the first byte sent to the last read, or to giving up.
        took: Duration,
        /// What came of it.
        report: T,
    },
}

/// In which way an answer binds (DESIGN 4, "confirmation").
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// The other side said it: a document of the format, a count. Binds at once.
    Said,
    /// Nothing, or something in front of it, answered. Binds after `confirm` rounds.
    Unreached,
    /// It turned our question away. Unknown after `confirm` rounds.
    Refused,
    /// Our own fault. Unknown.
    OurFault,
}

/// Nobody is left alone for longer than this on their own request: a clock that is wrong over there must not end the
/// watching.
pub const LONGEST_WAIT: Duration = Duration::from_hours(1);

/// What one health endpoint's answer says, in every format's common words.
#[derive(Clone, PartialEq, Debug)]
pub struct HealthReport {
    /// In which way it binds.
    pub standing: Standing,
    /// The application's own aggregate, or what the failure to get it means once confirmed.
    pub state: Verdict,
    /// The document's lines, in its own order.
    pub dependencies: Vec<DependencyReport>,
    /// Remarks.
    pub flags: Vec<Flag>,
    /// For how long it asked us to stay away, at most [`LONGEST_WAIT`]; zero if it did not.
    pub retry_after: Duration,
    /// What came back, in one line for the operator: `HTTP 503, 812 bytes`.
    pub evidence: String,
}

impl HealthReport {
    /// A document of the format said so.
    pub fn said(state: Verdict) -> Self {
        Self::with(Standing::Said, state)
    }

    /// Nothing of the other side was reached: down, once confirmed.
    pub fn unreached() -> Self {
        Self::with(Standing::Unreached, Verdict::Down)
    }

    /// Our question was turned away: unknown, once confirmed.
    pub fn refused() -> Self {
        Self::with(Standing::Refused, Verdict::Unknown)
    }

    /// Adds a remark.
    #[must_use]
    pub fn flag(mut self, flag: Flag) -> Self {
        self.flags.push(flag);
        self
    }

    /// Sets the operator's line.
    #[must_use]
    pub fn because(mut self, evidence: impl Into<String>) -> Self {
        self.evidence = evidence.into();
        self
    }

    fn with(standing: Standing, state: Verdict) -> Self {
        Self {
            standing,
            state,
            dependencies: Vec::new(),
            flags: Vec::new(),
            retry_after: Duration::ZERO,
            evidence: String::new(),
        }
    }
}

/// One line of a health document.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DependencyReport {
    /// Its name in the document: a remote word.
    pub key: String,
    /// How it is.
    pub state: State,
    /// How long its check took, if the document says so.
    pub latency: Option<Duration>,
    /// What only the operator sees of it.
    pub evidence: DependencyEvidence,
    /// The numbers of workers it carries (ADR-075's messenger), if it is such a line.
    pub crew: Option<Crew>,
}

/// What only the operator sees of a dependency. All of it may be remote words.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DependencyEvidence {
    /// The error's class or text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_class: Option<String>,
    /// Why it was not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The configured TLS posture; absent where the document has no such concept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tls: Option<bool>,
    /// The circuit breaker's state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breaker_state: Option<String>,
}

/// The numbers that a health document carries about a queue's workers. Every source is `app`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Crew {
    /// Workers alive.
    pub workers_alive: Reading,
    /// Messages waiting.
    pub queue_depth: Reading,
    /// Dead letters.
    pub failed_depth: Reading,
}

/// What was read of one queue, wherever its messages and its workers are.
#[derive(Clone, PartialEq, Debug)]
pub struct QueueSample {
    /// The queue's id within its service.
    pub id: String,
    /// In which way the number of workers binds; `Said` when it is known.
    pub standing: Standing,
    /// Whether workers are counted at all, and how many there are.
    pub workers: Workers,
    /// How they are known, where only the server's answer tells; otherwise the plan says so.
    pub basis: Option<Basis>,
    /// How many of the living ones take no new work.
    pub quiet: u64,
    /// The other numbers, each fallible by itself.
    pub numbers: QueueNumbers,
    /// The newest sign of life that is still recorded, even outside the window.
    pub last_beat_at: Option<Timestamp>,
    /// Workers inside the window, freshest first.
    pub beats: Vec<Beat>,
    /// Where the group stands: changes when an entry is taken. Empty if not readable.
    pub position: String,
    /// The host that was asked, without port.
    pub host: String,
    /// From connecting to the last reply.
    pub round_trip: Duration,
    /// Remarks.
    pub flags: Vec<Flag>,
    /// Numbers by stream or queue, where one crew serves several (operator's view).
    pub parts: Vec<PartNumbers>,
    /// What came back, in one line for the operator.
    pub evidence: String,
}

/// Whether and how many workers are alive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Workers {
    /// The system has no way to tell, and no heartbeat is configured.
    NotMeasured,
    /// They were counted, or could not be read this time.
    Counted {
        /// The number.
        alive: Reading,
        /// How exact it is.
        exactness: Exactness,
    },
}

impl Workers {
    /// The remark that follows from them alone.
    pub fn remark(self) -> Option<Flag> {
        match self {
            Self::NotMeasured => Some(Flag::new(FlagWord::LivenessNotMeasured)),
            Self::Counted { alive, .. } => alive.is_known_zero().then(|| Flag::new(FlagWord::NoConsumer)),
        }
    }
}

/// How exact a number of workers is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Exactness {
    /// As many as said.
    Exact,
    /// As many or more.
    AtLeastOne,
    /// As many or fewer.
    AtMost,
}

/// How a living worker is known (`queue-systems`: the kinds of evidence).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// A beat within the window.
    Beat,
    /// A record that says until when it is valid.
    Expiry,
    /// A record that the store deletes by itself.
    TtlRecord,
    /// An open connection.
    Connection,
    /// The last time somebody polled.
    PollIdle,
    /// The application says so.
    App,
    /// Nothing tells.
    None,
}

/// The numbers of a queue beside its workers. None of them ever changes a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct QueueNumbers {
    /// Messages ready to be taken.
    pub queue_depth: Reading,
    /// Dead letters.
    pub failed_depth: Reading,
    /// Taken and not yet acknowledged.
    pub in_flight: Reading,
    /// Waiting for their time, retries included.
    pub delayed: Reading,
    /// Of the delayed, those whose time has come and whom nobody has started.
    pub overdue: Reading,
    /// The age in seconds of the oldest waiting message.
    pub oldest_waiting_s: Reading,
}

impl QueueNumbers {
    /// No number is known, for one reason.
    pub const fn unknown(why: Why) -> Self {
        Self::each(Reading::not_in_redis(why))
    }

    /// Every number is this reading.
    pub const fn each(none: Reading) -> Self {
        Self {
            queue_depth: none,
            failed_depth: none,
            in_flight: none,
            delayed: none,
            overdue: none,
            oldest_waiting_s: none,
        }
    }
}

/// One worker's latest sign of life.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Beat {
    /// The worker's name: a remote word, for the operator only.
    pub name: String,
    /// When it last gave one, by the store's clock.
    pub at: Timestamp,
    /// How long ago that was by the store's clock; zero for beats from the future.
    pub age: Duration,
}

/// What waits in one stream or queue of several that one crew serves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartNumbers {
    /// Its name: a word of the configuration, or of the store.
    pub name: String,
    /// Messages ready to be taken.
    pub queue_depth: Reading,
    /// Taken and not yet acknowledged.
    pub in_flight: Reading,
    /// The age in seconds of the oldest waiting message.
    #[serde(default = "not_offered")]
    pub oldest_waiting_s: Reading,
    /// Whether somebody has stopped it on purpose.
    #[serde(default)]
    pub paused: bool,
}

/// What rows say that were written before there was such a number.
const fn not_offered() -> Reading {
    Reading::not_in_redis(Why::NotOffered)
}
