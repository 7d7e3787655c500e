//! What is watched and by which rules: the configuration as far as judging needs it.
//!
//! Not the configuration file (the edge parses that), and no address, header or secret.

use crate::sample::Basis;
use core::time::Duration;
use std::collections::{BTreeMap, BTreeSet};

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
}

/// One application.
#[derive(Clone, PartialEq, Debug)]
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
}

/// How a health document is shown.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HealthPlan {
    /// The format's name.
    pub format: String,
    /// Public names of dependencies, by key.
    pub names: BTreeMap<String, String>,
    /// Keys that are not for the public.
    pub hide: BTreeSet<String>,
}

/// One job queue.
#[derive(Clone, PartialEq, Debug)]
pub struct QueuePlan {
    /// `[a-z0-9-]{1,32}`, unique within its service.
    pub id: String,
    /// Its public name.
    pub name: String,
    /// The queue system's name.
    pub system: String,
    /// What it means for people when it is down; public. Empty if not given.
    pub impact: String,
    /// The key of the health document's line that counts the same workers, if one does.
    pub reported_as: Option<String>,
    /// How workers are known; `Basis::None` if they are not counted.
    pub basis: Basis,
    /// The bound after which a dead worker is no longer counted.
    pub window: Duration,
}
