//! What a receiver holds of those that push: the latest snapshot of each, and what has been taken already.
//!
//! Not who signed: `signature`. Not how it is kept: `store::pushed`.

use super::{Parcel, Refusal, SKEW, Snapshot, clock};
use crate::config::{Config, IngestSource};
use serde::{Deserialize, Serialize};
use shared::map::Map;
use shared::memory::{Memory, ServiceMemory};
use shared::plan::{Pushed, ServicePlan, Source};
use shared::time::Timestamp;
use std::collections::VecDeque;

/// So many nonces of a source are remembered: at the fastest pace, some 25 come in the time that counts.
const MOST_NONCES: usize = 256;

/// The latest of every source, by its id.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    held: Map<String, Held>,
    nonces: Map<String, Nonces>,
}

/// The latest of one source.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Held {
    /// When it came, by our clock.
    pub heard_at: Timestamp,
    /// The round that it tells of, by the sender's clock.
    pub round_at: Timestamp,
    /// By how many milliseconds the sender's times have been moved.
    pub moved_by: i64,
    /// What it said, its times by our clock.
    pub snapshot: Snapshot,
}

/// What came of a snapshot that was taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Taken {
    /// The source's id.
    pub source: String,
    /// What the page calls it.
    pub name: String,
    /// How many services it watches.
    pub services: usize,
}

impl Sources {
    /// Takes up what was kept, where nothing newer is held.
    pub fn recall(&mut self, kept: Vec<(String, Held)>) {
        for (source, kept) in kept {
            let held = self.held.or_insert_with(source, || kept.clone());
            if held.round_at < kept.round_at {
                *held = kept;
            }
        }
    }

    /// What is held of one source.
    pub fn of(&self, source: &str) -> Option<&Held> {
        self.held.get(source)
    }

    /// Takes a snapshot.
    ///
    /// # Errors
    /// When it was taken before, is not newer than the last, or watches what somebody else watches. Then nothing has
    /// changed.
    pub fn take(&mut self, config: &Config, parcel: Parcel, now: Timestamp) -> Result<Taken, Refusal> {
        let Parcel { source: id, sent_at, nonce, mut snapshot } = parcel;
        // The configuration may have changed since it was opened.
        let source = config.ingest.iter().find(|source| source.id == id).ok_or(Refusal::WrongSignature)?;
        let nonces = self.nonces.or_default(id.clone());
        if nonces.has(&nonce) {
            return Err(Refusal::Replayed);
        }
        let last = self.held.get(&id);
        let round_at = snapshot.memory.checked_at.unwrap_or(snapshot.memory.started_at);
        // What is later than any signature may be was dated by clocks that were ahead on both sides.
        let may_be = |last: &Timestamp| *last <= now + SKEW * 2;
        if let Some(last) = last.map(|held| held.round_at).filter(may_be).filter(|last| round_at <= *last) {
            return Err(Refusal::NotNewer { last });
        }
        if let Some(refusal) = self.collision(config, source, &snapshot) {
            return Err(refusal);
        }
        let moved_by = clock::offset(sent_at, now, last.map_or(0, |held| held.moved_by));
        snapshot.memory.services.retain(|id, _| snapshot.services.iter().any(|service| service.id == *id));
        for service in snapshot.memory.services.values_mut() {
            clock::moved(service, moved_by);
            service.heard_at = Some(now);
        }
        if let Some(nonces) = self.nonces.get_mut(&id) {
            nonces.remember(nonce, now);
        }
        let services = snapshot.services.len();
        self.held.insert(id.clone(), Held { heard_at: now, round_at, moved_by, snapshot });
        Ok(Taken { source: id, name: source.name.clone(), services })
    }

    /// What the sources add to the plan, in the order of the configuration.
    pub fn pushed(&self, config: &Config) -> Pushed {
        let is_awaited = |source: &&IngestSource| !self.held.contains_key(&source.id);
        Pushed {
            services: self.services(config).into_iter().map(|(service, _)| service).collect(),
            awaited: config.ingest.iter().filter(is_awaited).map(|source| source.name.clone()).collect(),
        }
    }

    /// Adds what they know to what this page knows itself.
    pub fn add_to(&self, config: &Config, memory: &mut Memory) {
        let known = self.services(config).into_iter();
        memory.services.extend(known.filter_map(|(service, known)| Some((service.id, known?.clone()))));
    }

    /// Every service that is shown, with its source as it is called now. A later configuration may watch a service
    /// itself that is pushed as well: then the page's own is shown, and the next snapshot is refused.
    fn services(&self, config: &Config) -> Vec<(ServicePlan, Option<&ServiceMemory>)> {
        let mut shown: Vec<(ServicePlan, Option<&ServiceMemory>)> = Vec::new();
        for source in &config.ingest {
            let Some(Held { snapshot, .. }) = self.held.get(&source.id) else { continue };
            for service in &snapshot.services {
                let is_it = |other: &ServicePlan| other.id == service.id;
                if config.plan.services.iter().any(is_it) || shown.iter().any(|(other, _)| is_it(other)) {
                    continue;
                }
                let name = source.name.clone();
                let told_by = Source { name, expires_after: snapshot.expires_after };
                let plan = ServicePlan { source: Some(told_by), ..service.clone() };
                shown.push((plan, snapshot.memory.services.get(&service.id)));
            }
        }
        shown
    }

    fn collision(&self, config: &Config, source: &IngestSource, snapshot: &Snapshot) -> Option<Refusal> {
        let others = config.ingest.iter().filter(|other| other.id != source.id);
        let others: Vec<(&IngestSource, &Held)> =
            others.filter_map(|other| Some((other, self.held.get(&other.id)?))).collect();
        snapshot.services.iter().find_map(|service| {
            let is_it = |other: &ServicePlan| other.id == service.id;
            let other = if config.plan.services.iter().any(is_it) {
                None
            } else {
                let (other, _) = others.iter().find(|(_, held)| held.snapshot.services.iter().any(is_it))?;
                Some(other.name.clone())
            };
            Some(Refusal::Collision { service: service.id.clone(), source: source.name.clone(), other })
        })
    }
}

/// Nonces of one source that were taken lately. That a snapshot must be newer than the last refuses a copy as well,
/// and after a restart it is that alone.
#[derive(Clone, Debug, Default)]
struct Nonces(VecDeque<(Timestamp, String)>);

impl Nonces {
    fn has(&self, nonce: &str) -> bool {
        self.0.iter().any(|(_, taken)| taken == nonce)
    }

    /// A signature may be `SKEW` ahead, and is then good until it is `SKEW` old.
    fn remember(&mut self, nonce: String, now: Timestamp) {
        self.0.retain(|(at, _)| now.since(*at) <= SKEW * 2);
        if self.0.len() >= MOST_NONCES {
            self.0.pop_front();
        }
        self.0.push_back((now, nonce));
    }
}
