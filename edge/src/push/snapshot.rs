//! What travels: what one Headcount watches itself, and what it knows of it, as of one round.
//!
//! No address and no secret is in it: a plan has none. What only the next round of the sender needs stays at home.

use super::Refusal;
use crate::json;
use core::time::Duration;
use serde::{Deserialize, Serialize};
use shared::memory::{Memory, VERSION};
use shared::name::shows_something;
use shared::plan::{Plan, ServicePlan, is_id};
use std::collections::BTreeSet;

/// The version of this form, beside that of `Memory`.
const SCHEMA: u32 = 1;
/// More services than any page has.
const MOST_SERVICES: usize = 64;
/// More queues than any service has.
const MOST_QUEUES: usize = 64;
/// Characters of a name.
const LONGEST_NAME: usize = 200;
/// A sender may make a round every ten minutes; nothing that it says is valid for longer than this.
const LONGEST_VALIDITY: Duration = Duration::from_hours(1);
const SHORTEST_VALIDITY: Duration = Duration::from_secs(10);

/// What one Headcount sees.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// `SCHEMA` when it was written.
    pub schema: u32,
    /// How long an observation stays valid.
    pub expires_after: Duration,
    /// What is watched, in the order of its configuration.
    pub services: Vec<ServicePlan>,
    /// What is known of it.
    pub memory: Memory,
}

impl Snapshot {
    /// What there is to tell of what a page watches itself.
    pub fn of(plan: &Plan, memory: &Memory) -> Self {
        let services: Vec<ServicePlan> =
            plan.services.iter().filter(|s| s.source.is_none()).cloned().collect();
        let mut memory = memory.clone();
        memory.services.retain(|id, _| services.iter().any(|service| service.id == *id));
        for service in memory.services.values_mut() {
            service.ask_again_at = None;
            for queue in service.queues.values_mut().chain(service.reported.values_mut()) {
                queue.facts.position.clear();
            }
        }
        Self { schema: SCHEMA, expires_after: plan.expires_after, services, memory }
    }

    /// As it is sent.
    pub fn written(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Reads what was sent. Whoever signed it may still have made a mistake: what is unfit for a page is refused.
    pub(super) fn read(body: &[u8]) -> Result<Self, Refusal> {
        #[derive(Deserialize)]
        struct Versions {
            schema: u64,
            memory: MemoryVersion,
        }
        #[derive(Deserialize)]
        struct MemoryVersion {
            version: u64,
        }
        let because = |why: &dyn ToString| Refusal::NotASnapshot { why: why.to_string() };
        if let Some(key) = json::repeated_key(body) {
            return Err(because(&format!("{key:?} is there twice")));
        }
        let found: Versions = crate::objects::read_bytes(body).map_err(|e| because(&e))?;
        for (found, ours) in [(found.schema, SCHEMA), (found.memory.version, VERSION)] {
            if found != u64::from(ours) {
                return Err(Refusal::OtherVersion { found, ours });
            }
        }
        let mut snapshot: Self = crate::objects::read_bytes(body).map_err(|e| because(&e))?;
        snapshot.check().map_err(|why| because(&why))?;
        snapshot.expires_after = snapshot.expires_after.clamp(SHORTEST_VALIDITY, LONGEST_VALIDITY);
        for service in &mut snapshot.services {
            service.was.retain(|id| is_id(id));
            // Without such a name a line is called as if none had been configured.
            if let Some(health) = &mut service.health {
                health.names.retain(|_, name| fault_of(name).is_none());
            }
            // It becomes a link on the operator's page and in alerts.
            let queues = service.queues.iter_mut().map(|queue| &mut queue.runbook);
            for runbook in queues.chain([&mut service.runbook]) {
                if !["https://", "http://"].iter().any(|scheme| runbook.starts_with(scheme)) {
                    runbook.clear();
                }
            }
        }
        Ok(snapshot)
    }

    fn check(&self) -> Result<(), String> {
        if self.memory.checked_at.is_none() {
            return Err("it is from before the first round".to_owned());
        }
        if self.services.len() > MOST_SERVICES {
            return Err(format!("more than {MOST_SERVICES} services"));
        }
        let mut ids = BTreeSet::new();
        for service in &self.services {
            check_one(&service.id, &service.name, &mut ids)?;
            if service.queues.len() > MOST_QUEUES {
                return Err(format!("more than {MOST_QUEUES} queues in {:?}", service.id));
            }
            let mut queues = BTreeSet::new();
            for queue in &service.queues {
                check_one(&queue.id, &queue.name, &mut queues)?;
            }
        }
        let services = self.memory.services.values();
        let mut queues =
            services.flat_map(|service| service.queues.values().chain(service.reported.values()));
        if queues.any(|queue| queue.facts.beats.iter().any(|beat| beat.age > LONGEST_AGE)) {
            return Err("a sign of life that is older than ten years".to_owned());
        }
        Ok(())
    }
}

/// Nothing that is shown is older.
const LONGEST_AGE: Duration = Duration::from_hours(24 * 3653);

fn check_one<'a>(id: &'a str, name: &str, taken: &mut BTreeSet<&'a str>) -> Result<(), String> {
    let shown: String = id.chars().take(40).collect();
    if !is_id(id) {
        return Err(format!("{shown:?} is not an id"));
    }
    if !taken.insert(id) {
        return Err(format!("the id {shown:?} is there twice"));
    }
    fault_of(name).map_or(Ok(()), |fault| Err(format!("the name of {shown:?} {fault}")))
}

/// What makes a name unfit for showing.
fn fault_of(name: &str) -> Option<String> {
    if name.chars().any(char::is_control) || !shows_something(name) {
        Some("is empty or has control characters".to_owned())
    } else if name.chars().count() > LONGEST_NAME {
        Some(format!("has more than {LONGEST_NAME} characters"))
    } else {
        None
    }
}
