//! What the public may see: an allow-list by type (DESIGN 1.6), and at the same time the form of `/status.json`.
//!
//! No field here can hold a host, a port, an error text, a worker's name or a word of a remote document other
//! than a dependency's key that `board` found fit for the public.

mod past;

pub use past::PublicPast;

use crate::board::{Board, DependencyBoard, QueueBoard, ServiceBoard, SourceBoard};
use crate::flag::FlagWord;
use crate::history::{Past, Subject, SubjectPast};
use crate::incident::{self, PublicEvent, PublicIncident};
use crate::maintenance::Window;
use crate::memory::{BeatSource, LastCrew, Liveness, Observer};
use crate::name::PublicName;
use crate::order;
use crate::reading::{Reading, Why};
use crate::sample::{Basis, Exactness, Workers};
use crate::state::{State, Verdict};
use crate::time::{Rfc3339, Timestamp, millis};
use crate::trend::Trend;
use core::time::Duration;
use serde::Serialize;
use std::sync::Arc;

/// How many of the latest events a public board has.
pub const EVENTS_SHOWN: usize = 50;

/// The public board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PublicBoard {
    /// Version of this form.
    pub schema: u32,
    /// The page's title.
    pub title: String,
    /// The worst of the services.
    pub verdict: Verdict,
    /// The headline, from the catalogue.
    pub sentence: String,
    /// Whether every part is known.
    pub fully_observed: bool,
    /// When this was written.
    pub served_at: Rfc3339,
    /// When the last round ended.
    pub checked_at: Option<Rfc3339>,
    /// When the first thing here expires.
    pub expires_at: Option<Rfc3339>,
    /// Seconds from round to round.
    pub every_s: u64,
    /// The services, in the order of the configuration.
    pub services: Vec<PublicService>,
    /// For the page: when the first thing expires that has not expired yet.
    #[serde(skip)]
    pub valid_until: Option<Timestamp>,
    /// For sentences: since when this page has been watching.
    #[serde(skip)]
    pub started_at: Timestamp,
    /// For sentences: how often a tab asks.
    #[serde(skip)]
    pub poll: Duration,
    /// For sentences: how long draining is normal.
    #[serde(skip)]
    pub drain_max: Duration,
    /// For sentences: whether the last round reached anything.
    #[serde(skip)]
    pub observer: Observer,
    /// For sentences: names of sources that have never been heard of.
    #[serde(skip)]
    pub awaited: Vec<String>,
    /// Open incidents and the latest closed ones, newest first.
    #[serde(skip)]
    pub incidents: Vec<PublicIncident>,
    /// What happened lately, newest first: `EVENTS_SHOWN` at most.
    #[serde(skip)]
    pub events: Vec<PublicEvent>,
    /// Maintenance windows that are open or announced, by their beginning.
    #[serde(skip)]
    pub windows: Vec<Window>,
    /// For the Statuspage documents: windows that have ended lately, by their beginning.
    #[serde(skip)]
    pub ended: Vec<Window>,
    /// For the page: since when and how often.
    #[serde(skip)]
    pub past: PublicPast,
}

/// One service.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PublicService {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The worst of its health document and its queues.
    pub verdict: Verdict,
    /// The first moment that showed it.
    pub since: Rfc3339,
    /// The observation that it rests on.
    pub observed_at: Option<Rfc3339>,
    /// Whether a failure is being confirmed.
    pub confirming: bool,
    /// Whether everything that was known has expired.
    pub expired: bool,
    /// Remarks, as words.
    pub flags: Vec<FlagWord>,
    /// What its liveness endpoint last said, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub liveness: Option<Verdict>,
    /// The lines of its health document.
    pub dependencies: Vec<PublicDependency>,
    /// Its queues.
    pub queues: Vec<PublicQueue>,
    /// For sentences: the Headcount that watches it, if this one does not.
    #[serde(skip)]
    pub source: Option<SourceBoard>,
    /// For sentences: what it means for people when it is down.
    #[serde(skip)]
    pub impact: String,
    /// For sentences: what its health document alone says; absent without one.
    #[serde(skip)]
    pub health: Option<State>,
    /// For sentences: the name of that document's format; empty without one.
    #[serde(skip)]
    pub format: String,
    /// For sentences: since when it has been draining.
    #[serde(skip)]
    pub draining_since: Option<Timestamp>,
    /// For sentences: whether the dependencies are from before a restart.
    #[serde(skip)]
    pub before_restart: bool,
    /// For the page: its history.
    #[serde(skip)]
    pub past: Arc<SubjectPast>,
}

/// One dependency.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PublicDependency {
    /// Its key where that may be public, else `dependency-N`.
    pub id: String,
    /// Its public name.
    pub name: String,
    /// How it is.
    pub state: State,
    /// Milliseconds that its check took, where the document says so.
    pub latency_ms: Option<u64>,
    /// For the page: its history.
    #[serde(skip)]
    pub past: Arc<SubjectPast>,
}

/// One queue.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PublicQueue {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The queue system, or the format of the document that reports it.
    pub system: String,
    /// How it is.
    pub state: State,
    /// The first moment that showed it.
    pub since: Rfc3339,
    /// Workers alive.
    pub workers_alive: Reading,
    /// Messages ready to be taken.
    pub queue_depth: Reading,
    /// Dead letters.
    pub failed_depth: Reading,
    /// Taken and not yet acknowledged.
    pub in_flight: Reading,
    /// Waiting for their time.
    pub delayed: Reading,
    /// Of those, due but not started.
    pub overdue: Reading,
    /// Age of the oldest waiting message.
    pub oldest_waiting_s: Reading,
    /// The newest sign of life ever seen.
    pub last_beat_at: Option<Rfc3339>,
    /// Whether the store still has it, or we remember it.
    pub last_beat_source: Option<BeatSource>,
    /// The bound after which a dead worker is no longer counted, in seconds.
    pub window_s: Option<u64>,
    /// How workers are known.
    pub basis: Basis,
    /// How exact their number is.
    pub exactness: Exactness,
    /// What the application counts of the same workers.
    pub reported: Option<Reported>,
    /// For sentences: what it means for people when it is down.
    #[serde(skip)]
    pub impact: String,
    /// For sentences: the id of the dependency that counts the same workers; empty if none does.
    #[serde(skip)]
    pub covers: String,
    /// For sentences: when it was last determined.
    #[serde(skip)]
    pub observed_at: Option<Timestamp>,
    /// For sentences: whether a failure to read it is being confirmed.
    #[serde(skip)]
    pub confirming: bool,
    /// For sentences: whether what is known of it has expired.
    #[serde(skip)]
    pub expired: bool,
    /// For sentences: its own remarks.
    #[serde(skip)]
    pub flags: Vec<FlagWord>,
    /// For seats: when each worker last signed in, freshest first. No names.
    #[serde(skip)]
    pub beats: Vec<SignOfLife>,
    /// For seats: the last time workers were there.
    #[serde(skip)]
    pub last_crew: Option<LastCrew>,
    /// For sentences: since when work has waited although nobody is there, where the queue scales to zero.
    #[serde(skip)]
    pub unserved_since: Option<Timestamp>,
    /// For the page: its history.
    #[serde(skip)]
    pub past: Arc<SubjectPast>,
    /// For the page: how its numbers move.
    #[serde(skip)]
    pub trend: Trend,
}

/// A worker's sign of life, without its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SignOfLife {
    /// When, by the store's clock.
    pub at: Timestamp,
    /// How long ago that was when it was read, by the same clock.
    pub age: Duration,
}

/// The other witness's numbers, null where unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Reported {
    /// Workers alive.
    pub workers_alive: Option<u64>,
    /// Messages waiting.
    pub queue_depth: Option<u64>,
    /// Dead letters.
    pub failed_depth: Option<u64>,
}

impl PublicBoard {
    /// What of a board is public. `numbered` names the Nth dependency that has no public name; the sentence is
    /// left for the catalogue to fill in.
    pub fn of(board: &Board, numbered: impl Fn(usize) -> String + Copy) -> Self {
        let (ended, windows) =
            board.annals.windows.iter().cloned().partition(|window| window.until <= board.served_at);
        Self {
            schema: 1,
            title: board.title.clone(),
            verdict: board.verdict,
            sentence: String::new(),
            fully_observed: board.fully_observed,
            served_at: board.served_at.into(),
            checked_at: board.checked_at.map(Rfc3339),
            expires_at: board.expires_at.map(Rfc3339),
            every_s: board.every.as_secs(),
            services: board
                .services
                .iter()
                .map(|s| PublicService::of(s, &board.annals.past, numbered))
                .collect(),
            valid_until: board.valid_until,
            started_at: board.started_at,
            poll: board.poll,
            drain_max: board.drain_max,
            observer: board.observer,
            awaited: board.awaited.clone(),
            incidents: incident::public::incidents(board, numbered).collect(),
            events: incident::public::events(board, numbered).take(EVENTS_SHOWN).collect(),
            windows,
            ended,
            past: PublicPast::from(&board.annals.past),
        }
    }
}

impl PublicService {
    fn of(service: &ServiceBoard, past: &Past, numbered: impl Fn(usize) -> String + Copy) -> Self {
        let id = || service.id.clone();
        let visible = service.dependencies.iter().filter(|dependency| !dependency.hidden);
        Self {
            id: service.id.clone(),
            name: service.name.clone(),
            verdict: service.verdict,
            since: service.since.into(),
            observed_at: service.observed_at.map(Rfc3339),
            confirming: service.confirming,
            expired: service.expired,
            flags: words(service.flags.iter().map(|flag| flag.word)),
            liveness: match service.liveness {
                Liveness::NotKnown => None,
                Liveness::Said { state, .. } => Some(state),
            },
            dependencies: visible
                .map(|d| PublicDependency {
                    past: past::of(past, &Subject::Dependency(id(), d.key.clone())),
                    ..PublicDependency::of(d, numbered)
                })
                .collect(),
            queues: service
                .queues
                .iter()
                .filter(|q| !q.hidden)
                .map(|q| PublicQueue {
                    past: past::of(past, &Subject::Queue(id(), q.id.clone())),
                    ..PublicQueue::of(q, numbered)
                })
                .collect(),
            source: service.source.clone(),
            impact: service.impact.clone(),
            health: service.health.as_ref().map(|health| health.state),
            format: service.health.as_ref().map(|health| health.format.clone()).unwrap_or_default(),
            draining_since: service.health.as_ref().and_then(|health| health.draining_since),
            before_restart: service.before_restart,
            past: past::of(past, &Subject::Service(id())),
        }
    }
}

impl PublicDependency {
    /// What of a dependency is public, without its past.
    pub fn of(dependency: &DependencyBoard, numbered: impl Fn(usize) -> String) -> Self {
        Self {
            id: dependency.public_id.clone(),
            name: name(&dependency.name, numbered),
            state: dependency.state,
            latency_ms: dependency.latency.map(millis),
            past: Arc::default(),
        }
    }
}

impl PublicQueue {
    /// What of a queue is public, without its past.
    pub fn of(queue: &QueueBoard, numbered: impl Fn(usize) -> String) -> Self {
        let (workers_alive, exactness) = match queue.workers {
            Workers::NotMeasured => (Reading::not_in_redis(Why::NotOffered), Exactness::Exact),
            Workers::Counted { alive, exactness } => (alive, exactness),
        };
        Self {
            id: queue.id.clone(),
            name: name(&queue.name, numbered),
            system: queue.system.clone(),
            state: queue.state,
            since: queue.since.into(),
            workers_alive,
            queue_depth: queue.numbers.queue_depth,
            failed_depth: queue.numbers.failed_depth,
            in_flight: queue.numbers.in_flight,
            delayed: queue.numbers.delayed,
            overdue: queue.numbers.overdue,
            oldest_waiting_s: queue.numbers.oldest_waiting_s,
            last_beat_at: queue.last_beat.map(|beat| Rfc3339(beat.at)),
            last_beat_source: queue.last_beat.map(|beat| beat.source),
            window_s: (queue.window > Duration::ZERO).then_some(queue.window.as_secs()),
            basis: queue.basis,
            exactness,
            reported: queue.reported.map(|crew| Reported {
                workers_alive: crew.workers_alive.known(),
                queue_depth: crew.queue_depth.known(),
                failed_depth: crew.failed_depth.known(),
            }),
            impact: queue.impact.clone(),
            covers: queue.covers.clone(),
            observed_at: queue.observed_at,
            confirming: queue.confirming,
            expired: queue.expired,
            flags: words(queue.flags.iter().map(|flag| flag.word)),
            beats: queue.beats.iter().map(|beat| SignOfLife { at: beat.at, age: beat.age }).collect(),
            last_crew: queue.last_crew,
            unserved_since: queue.unserved_since,
            past: Arc::default(),
            trend: queue.trend,
        }
    }
}

pub(crate) fn name(name: &PublicName, numbered: impl Fn(usize) -> String) -> String {
    match name {
        PublicName::Given(given) => given.clone(),
        PublicName::Numbered(n) => numbered(*n),
    }
}

fn words(flags: impl Iterator<Item = FlagWord>) -> Vec<FlagWord> {
    let mut words: Vec<FlagWord> = flags.collect();
    order::sort(&mut words);
    words.dedup();
    words
}
