//! `rabbitmq-health`: RabbitMQ's management API, `/api/health/checks/alarms` and the other checks beside it.
//!
//! `{"status": "ok"}` with 200, or `{"status": "failed", "reason": …}` with 503. While an alarm is on, the whole cluster
//! takes nothing from publishers. A check names nodes and resources of the broker, not parts of a service, so there are
//! no lines. Not the queues of a broker: those are `probe::rabbitmq`.

use super::common::{self, Fault};
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::sample::HealthReport;
use shared::state::Verdict;

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    common::read_object(answer, |root| match root.text("status").as_deref() {
        Some("ok") => Ok(HealthReport::said(Verdict::Operational)),
        Some("failed") => Ok(HealthReport::said(Verdict::Down)),
        _ => Err(Fault::NotTheFormat("`status` ok or failed")),
    })
}
