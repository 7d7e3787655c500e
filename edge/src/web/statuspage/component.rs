//! Components: each application, its queues and its parts, in a group of their own.
//!
//! Not numbers as such: Statuspage has no place for them but a component's description.

use super::{About, At};
use crate::words::{Locale, elsewhere, say};
use serde::Serialize;
use shared::public::{PublicQueue, PublicService};
use shared::state::{State, Verdict};
use shared::time::Timestamp;

/// One component, or the head of a group.
#[derive(Clone, Serialize)]
pub(super) struct Component<'a> {
    pub id: String,
    pub name: &'a str,
    pub status: Condition,
    created_at: At,
    updated_at: At,
    /// From 1.
    position: usize,
    description: Option<String>,
    showcase: bool,
    start_date: Option<At>,
    group_id: Option<String>,
    page_id: &'a str,
    group: bool,
    only_show_if_degraded: bool,
    /// Of a group.
    #[serde(skip_serializing_if = "Option::is_none")]
    components: Option<Vec<String>>,
}

/// The state of a component: there is no other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Condition {
    Operational,
    DegradedPerformance,
    PartialOutage,
    MajorOutage,
    UnderMaintenance,
}

impl Condition {
    pub(super) const fn of(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Operational => Self::Operational,
            // On purpose, and soon over: the nearest that they have.
            Verdict::Draining => Self::UnderMaintenance,
            Verdict::Degraded => Self::DegradedPerformance,
            Verdict::Unknown => Self::PartialOutage,
            Verdict::Down => Self::MajorOutage,
        }
    }
}

/// All of them. What is not checked here is none: there is no state for it that would not be a lie.
pub(super) fn components<'a>(about: &'a About<'_>) -> Vec<Component<'a>> {
    let mut all: Vec<Component<'a>> = Vec::new();
    for service in &about.board.services {
        let own = of_service(about, service);
        let parts = parts(about, service);
        if parts.is_empty() {
            all.push(own);
            continue;
        }
        let group_id = format!("{}.group", service.id);
        let head = Component { id: group_id.clone(), group: true, ..own.clone() };
        let mut members = vec![own];
        members.extend(parts);
        for member in &mut members {
            member.group_id = Some(group_id.clone());
        }
        let ids = members.iter().map(|member| member.id.clone()).collect();
        all.push(Component { components: Some(ids), ..head });
        all.extend(members);
    }
    for (position, component) in (1..).zip(&mut all) {
        component.position = position;
    }
    all
}

/// The application itself, which can be down although none of its parts is.
pub(super) fn of_service<'a>(about: &'a About<'_>, service: &'a PublicService) -> Component<'a> {
    let description = match service.verdict {
        Verdict::Unknown => Some(elsewhere::no_data(about.l)),
        Verdict::Down if !service.impact.is_empty() => Some(say::impact(about.l, &service.impact)),
        _ => None,
    };
    component(about, service.id.clone(), &service.name, service.verdict, service.since.0, description)
}

/// Queues, then dependencies, in the order of the page's configuration and of the document.
fn parts<'a>(about: &'a About<'_>, service: &'a PublicService) -> Vec<Component<'a>> {
    let queues = service.queues.iter().filter_map(|queue| {
        let (id, description) = (format!("{}.queue.{}", service.id, queue.id), described(about.l, queue));
        let verdict = Verdict::of(queue.state)?;
        Some(component(about, id, &queue.name, verdict, queue.since.0, Some(description)))
    });
    // Since when a dependency is as it is, its document does not say.
    let observed_at = service.observed_at.map_or(service.since, |at| at).0;
    let dependencies = service.dependencies.iter().filter_map(|part| {
        let id = format!("{}.part.{}", service.id, part.id);
        let verdict = Verdict::of(part.state)?;
        let description = (part.state == State::Unknown).then(|| elsewhere::no_data(about.l));
        Some(component(about, id, &part.name, verdict, observed_at, description))
    });
    queues.chain(dependencies).collect()
}

/// "2 workers · 58 waiting · 4 failed".
fn described(l: &Locale, queue: &PublicQueue) -> String {
    if queue.state == State::Unknown {
        return elsewhere::no_data_of(l, queue.workers_alive);
    }
    elsewhere::numbers(
        l,
        &elsewhere::workers(l, queue.workers_alive.known(), queue.exactness),
        &elsewhere::waiting(l, queue.queue_depth.known()),
        &elsewhere::failed(l, queue.failed_depth.known()),
    )
}

fn component<'a>(
    about: &'a About<'_>,
    id: String,
    name: &'a str,
    verdict: Verdict,
    updated_at: Timestamp,
    description: Option<String>,
) -> Component<'a> {
    Component {
        id,
        name,
        status: Condition::of(verdict),
        created_at: At(about.board.started_at),
        updated_at: At(updated_at),
        position: 0,
        description,
        showcase: true,
        start_date: None,
        group_id: None,
        page_id: &about.page_id,
        group: false,
        only_show_if_degraded: false,
        components: None,
    }
}
