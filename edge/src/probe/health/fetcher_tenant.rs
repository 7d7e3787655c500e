//! `fetcher-tenant`: `/readyz/tenant/…` of Lerian's Fetcher, the readiness of what one tenant needs.
//!
//! The document of `fetcher_readyz`, or an error in its place: 400 where the endpoint does not apply, 404 for a tenant
//! that is not active, 503 when the tenant could not be looked up, so that nothing of it was asked. The tenant's id is
//! customer data: it is in the URL and in the document, and is kept nowhere.

use super::common;
use super::fetcher_readyz;
use super::json::Object;
use crate::config::FormatOptions;
use crate::ports::HttpAnswer;
use shared::flag::{Flag, FlagWord};
use shared::sample::HealthReport;
use shared::state::{State, Verdict};

/// What looks tenants up.
const TENANT_MANAGER: &str = "tenant_manager";

/// Reads one answer.
pub fn read(answer: &HttpAnswer, _: &FormatOptions) -> HealthReport {
    error(answer).unwrap_or_else(|| common::read_object(answer, fetcher_readyz::document))
}

/// What it means when the endpoint says why it has no document.
fn error(answer: &HttpAnswer) -> Option<HealthReport> {
    if common::is_challenge(answer) {
        return None;
    }
    let root = Object::document(common::whole_body(answer).ok()?).ok()?;
    if root.has("checks") {
        return None;
    }
    let said = HealthReport::said(Verdict::Unknown);
    let because = |why: &str| common::because(answer, &why);
    let error = root.text("error");
    match (answer.status, error.as_deref()) {
        (200, None) if root.text("status").as_deref() == Some("skipped") => Some(
            said.flag(Flag::new(FlagWord::NotApplicable)).because(because("not checked by this deployment")),
        ),
        (400, Some("multi-tenant mode is disabled")) => Some(
            said.flag(Flag::new(FlagWord::NotApplicable)).because(because("multi-tenant mode is disabled")),
        ),
        (404, Some("tenant not found")) => Some(
            said.flag(Flag::new(FlagWord::ProbeMisconfigured))
                .because(because("this tenant is not active: check its id")),
        ),
        (503, Some(error)) if error.starts_with("tenant manager") => Some(
            not_looked_up(said, error)
                .because(because("the tenant could not be looked up, so nothing of it was asked")),
        ),
        _ => None,
    }
}

fn not_looked_up(mut report: HealthReport, error: &str) -> HealthReport {
    let mut line = common::unknown_line(TENANT_MANAGER);
    line.state = State::Down;
    line.evidence.error_class = Some(common::cut(error));
    if error.ends_with("circuit breaker open") {
        line.evidence.breaker_state = Some("open".to_owned());
        report = report.flag(Flag::about(FlagWord::BreakerOpen, TENANT_MANAGER));
    }
    report.dependencies.push(line);
    report
}
