//! What is watched and by which rules: the configuration as far as judging needs it.
//!
//! Not the configuration file (the edge parses that), and no address, header or secret.

use crate::map::Map;
use crate::sample::Basis;
use core::time::Duration;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Whether a text is the id of a service or of a queue: `[a-z0-9-]{1,32}` (DESIGN 5.1). It goes into links and file names.
pub fn is_id(text: &str) -> bool {
    let is_byte = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (1..=32).contains(&text.len()) && text.bytes().all(is_byte)
}

/// The rules of the whole page.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The page's title.
    pub title: String,
    /// From the start of one round to the start of the next: 5 s to 10 min.
    pub every: Duration,
    /// How long an observation stays valid: at least twice `every` and the longest timeout.
    pub expires_after: Duration,
    /// How many failed rounds in a row it takes before a failure to reach something is shown.
    pub confirm: u32,
    /// How long draining is normal.
    pub drain_max: Duration,
    /// How often an open tab refreshes.
    pub poll: Duration,
    /// What is watched, in the order of the configuration.
    pub services: Vec<ServicePlan>,
    /// Names of sources that are configured and have never been heard of: what they watch is not known.
    pub awaited: Vec<String>,
}

impl Plan {
    /// This plan with what other Headcounts watch, after its own.
    pub fn and(&self, pushed: &Pushed) -> Cow<'_, Self> {
        if pushed.services.is_empty() && pushed.awaited.is_empty() {
            return Cow::Borrowed(self);
        }
        let services = self.services.iter().chain(&pushed.services).cloned().collect();
        Cow::Owned(Self { services, awaited: pushed.awaited.clone(), ..self.clone() })
    }

    /// How long an observation of a service stays valid.
    pub fn expires_after_of(&self, service: &ServicePlan) -> Duration {
        service.source.as_ref().map_or(self.expires_after, |source| source.expires_after)
    }

    /// The ids that a service had before, without those that another service has now.
    pub fn former_ids<'a>(&'a self, service: &'a ServicePlan) -> impl Iterator<Item = &'a String> {
        service.was.iter().filter(|id| self.services.iter().all(|other| other.id != **id))
    }
}

/// What other Headcounts add to a plan.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Pushed {
    /// What they watch, each with its source.
    pub services: Vec<ServicePlan>,
    /// Names of those that have never been heard of.
    pub awaited: Vec<String>,
}

/// Another Headcount that watches a service and pushes what it sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Source {
    /// What this page calls it; public.
    pub name: String,
    /// How long its observations stay valid: its own cadence, not that of this page.
    pub expires_after: Duration,
}

/// One application.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ServicePlan {
    /// `[a-z0-9-]{1,32}`, unique on the page.
    pub id: String,
    /// Its public name.
    pub name: String,
    /// What it means for people when it is down; public. Empty if not given.
    pub impact: String,
    /// Where the operator reads on. Empty if not given.
    pub runbook: String,
    /// Its health document, if it has one.
    pub health: Option<HealthPlan>,
    /// Whether its liveness is asked as well.
    pub has_liveness: bool,
    /// Its queues, in the order of the configuration.
    pub queues: Vec<QueuePlan>,
    /// Ids it had before: its history goes on under the new one.
    pub was: Vec<String>,
    /// Who watches it, if not this page itself.
    #[serde(default)]
    pub source: Option<Source>,
}

/// How a health document is shown.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct HealthPlan {
    /// The format's name.
    pub format: String,
    /// Public names of dependencies, by key.
    pub names: Map<String, String>,
    /// Keys whose lines are not for the public.
    pub hide: BTreeSet<String>,
    /// Keys that are customer data: their lines are for the public, under their names, and they themselves never.
    #[serde(default)]
    pub private: BTreeSet<String>,
}

/// One job queue.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct QueuePlan {
    /// `[a-z0-9-]{1,32}`, unique within its service.
    pub id: String,
    /// Its public name.
    pub name: String,
    /// The queue system's name.
    pub system: String,
    /// What it means for people when it is down; public. Empty if not given.
    pub impact: String,
    /// Where the operator reads on. Empty if not given.
    #[serde(default)]
    pub runbook: String,
    /// The key of the health document's line that counts the same workers, if one does.
    pub reported_as: Option<String>,
    /// How workers are known; `Basis::None` if they are not counted.
    pub basis: Basis,
    /// The bound after which a dead worker is no longer counted.
    pub window: Duration,
    /// Where workers come only when there is work: how long work may wait for one before the queue is down.
    pub scale_to_zero: Option<Duration>,
}
