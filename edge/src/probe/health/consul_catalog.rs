//! `consul-catalog`: `/v1/health/service/…`, a list of instances with the checks of each.
//!
//! It always answers 200 and has no aggregate: an instance is as bad as its worst check, the service is down when no
//! instance works, and degraded when some do not. An empty list is unknown: none is registered, or an ACL hides them.
//! Not the agent's document (`consul_agent`).

use super::common::{self, Fault};
use super::consul::{self, WORDS};
use super::json::{self, Object};
use super::lines;
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use serde_json::value::RawValue;
use shared::flag::Flag;
use shared::sample::HealthReport;
use shared::state::{State, Verdict};

/// How the checks begin that Consul makes while somebody has put a node or an instance into maintenance.
const MAINTENANCE: [&str; 2] = ["_node_maintenance", "_service_maintenance"];

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_despite_code(answer, document)
}

fn document(body: &[u8]) -> Result<HealthReport, Fault> {
    const EXPECTED: Fault = Fault::NotTheFormat("a list of instances with `Service` and `Checks`");
    let root = json::root(body)?;
    // For the remark: what is an object has the keys of another format, or one of them twice.
    if root.get().starts_with('{') {
        Object::document(body)?;
    }
    let entries = common::items(root)?.ok_or(EXPECTED)?;
    let mut report = HealthReport::said(Verdict::Unknown);
    let mut instances = Vec::new();
    for entry in &entries {
        let fields = Object::of(entry);
        let mut line = common::unknown_line(&consul::instance(fields.as_ref()));
        match fields.as_ref().and_then(checks) {
            Some(checks) => line.state = instance(&line.key, &checks, &mut report.flags),
            None => common::remark(&mut report.flags, common::unknown_status(&line.key, None)),
        }
        instances.push(line);
    }
    if !entries.is_empty() && !entries.iter().any(|entry| Object::of(entry).as_ref().is_some_and(is_instance))
    {
        return Err(EXPECTED);
    }
    let all: Vec<State> = instances.iter().map(|line| line.state).collect();
    report.state = aggregate(&all);
    for mut line in instances.clone() {
        // An id is unique on its node only.
        let same: Vec<State> =
            instances.iter().filter(|other| other.key == line.key).map(|other| other.state).collect();
        line.state = aggregate(&same).into();
        lines::add(&mut report, line);
    }
    Ok(lines::remark_empty(report))
}

fn is_instance(entry: &Object<'_>) -> bool {
    entry.get("Service").is_some_and(|service| Object::of(service).is_some()) && checks(entry).is_some()
}

fn checks<'a>(entry: &Object<'a>) -> Option<Vec<&'a RawValue>> {
    json::list(entry.get("Checks")?)
}

fn instance(key: &str, checks: &[&RawValue], flags: &mut Vec<Flag>) -> State {
    let mut states = Vec::new();
    for check in checks {
        let check = Object::of(check);
        let id = check.as_ref().and_then(|check| check.text("CheckID")).unwrap_or_default();
        let is_maintenance = MAINTENANCE.iter().any(|prefix| id.starts_with(prefix));
        match check.ok_or(None).and_then(|check| lines::word(&check, "Status", &WORDS)) {
            // On purpose, whatever else fails meanwhile.
            Ok(State::Down) if is_maintenance => return State::Draining,
            Ok(state) => states.push(state),
            Err(word) => {
                common::remark(flags, common::unknown_status(key, word.as_deref()));
                states.push(State::Unknown);
            }
        }
    }
    // As Consul has it, an instance without checks passes.
    if states.is_empty() { State::Operational } else { Verdict::worst_of(states).into() }
}

/// Of a service's instances, or of those that share an id.
fn aggregate(states: &[State]) -> Verdict {
    let has = |wanted: State| states.contains(&wanted);
    match Verdict::worst_of(states.iter().copied()) {
        Verdict::Operational => Verdict::Operational,
        worst if !has(State::Operational) && !has(State::Degraded) => worst,
        // Some work, and of others nobody knows.
        _ if has(State::Unknown) => Verdict::Unknown,
        _ => Verdict::Degraded,
    }
}
