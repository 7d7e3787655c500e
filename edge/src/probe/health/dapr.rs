//! `dapr`: `/v1.0/healthz` and `/v1.0/healthz/outbound` of a Dapr sidecar.
//!
//! 204 without a body is healthy (not the 200 of very old versions: that is `http_status_only`); 500 with
//! `{"errorCode": "ERR_HEALTH_…"}` is not, and names what is unhealthy in its details, in its message, or not at all.
//! Healthy parts are never named.

use super::common::{self, Fault};
use super::json::{self, Object};
use super::lines;
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::sample::HealthReport;
use shared::state::{State, Verdict};

/// The code of a healthy sidecar: "no content".
const HEALTHY: u16 = 204;

/// The words of a sidecar that answers for itself.
const CODES: [&str; 3] =
    ["ERR_HEALTH_NOT_READY", "ERR_OUTBOUND_HEALTH_NOT_READY", "ERR_HEALTH_APPID_NOT_MATCH"];

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_body(answer, common::against_code, |body| {
        if answer.status == HEALTHY && body.is_empty() {
            return Ok(HealthReport::said(Verdict::Operational));
        }
        failure(&Object::document(body)?)
    })
}

fn failure(root: &Object<'_>) -> Result<HealthReport, Fault> {
    if !root.text("errorCode").is_some_and(|code| CODES.contains(&code.as_str())) {
        return Err(Fault::NotTheFormat("no body, or an `errorCode` of health"));
    }
    let targets = targets_in_details(root).or_else(|| targets_in_message(root)).unwrap_or_default();
    let targets = targets.split([',', ' ']).map(str::trim).filter(|name| !name.is_empty());
    let targets: Vec<String> = targets.map(common::clip).collect();
    common::within_limit(targets.len())?;
    let mut report = HealthReport::said(Verdict::Down);
    for target in targets {
        let mut line = common::unknown_line(&target);
        line.state = State::Down;
        lines::add(&mut report, line);
    }
    Ok(report)
}

/// `"details": [{"metadata": {"unhealthyTargets": "app,grpc-api-server"}}]`
fn targets_in_details(root: &Object<'_>) -> Option<String> {
    let details = json::list(root.get("details")?)?;
    details
        .into_iter()
        .find_map(|detail| Object::of(Object::of(detail)?.get("metadata")?)?.text("unhealthyTargets"))
}

/// `"message": "dapr is not ready: [app grpc-api-server]"`
fn targets_in_message(root: &Object<'_>) -> Option<String> {
    let message = root.text("message")?;
    let (_, names) = message.trim().strip_suffix(']')?.rsplit_once('[')?;
    Some(names.to_owned())
}
