//! One round: every target is asked at once, each with its own deadline, and none waits for another.
//!
//! Not when rounds are made (the hosts' loops), nor what they mean (`shared`).

use super::health::{cached, fetcher_tenants};
use super::queue::read::{self, Batch, Desk, Heard};
use super::redis::line::Deadline;
use super::redis::server::{MOST_NODES, Server};
use crate::config::{Config, HealthTarget, QueueTarget, RedisServer, Way, host};
use crate::ports::{Clock, Database, Dial, Http, HttpAnswer, HttpRequest, NoAnswer};
use core::future::Future;
use core::pin::pin;
use core::time::Duration;
use futures_util::future::{Either, LocalBoxFuture, select};
use futures_util::{FutureExt, StreamExt, stream};
use shared::flag::{Flag, FlagWord};
use shared::map::Map;
use shared::sample::{Asked, HealthReport, QueueSample, Round, ServiceSample, Standing};
use shared::time::Timestamp;
use url::Url;

/// What a round needs from the host.
pub trait Ports: Clock + Http + Dial + Database {}

impl<T: Clock + Http + Dial + Database> Ports for T {}

/// By service id: its health is not to be asked before this time, because it asked us to wait (`Retry-After`).
pub type Waits = Map<String, Timestamp>;

/// Asks every target once, with at most `limit` connections at a time (absent: all at once). A target's time
/// begins when its turn comes; with a limit, clusters have theirs after all others, one by one, since each takes
/// several connections.
pub async fn round<P: Ports>(config: &Config, waits: &Waits, ports: &P, limit: Option<usize>) -> Round {
    let (now, every) = (ports.now(), config.plan.every);
    let mut services: Vec<ServiceSample> = Vec::new();
    let mut probes: Vec<LocalBoxFuture<'_, Outcome>> = Vec::new();
    for (at, (plan, targets)) in config.plan.services.iter().zip(&config.services).enumerate() {
        let mut sample = ServiceSample {
            id: plan.id.clone(),
            health: Asked::NotConfigured,
            liveness: Asked::NotConfigured,
            queues: Vec::new(),
        };
        match &targets.health {
            Some(_) if waits.get(&plan.id).is_some_and(|until| now < *until) => {
                sample.health = Asked::Skipped;
            }
            Some(target) if target.tenants.is_empty() => {
                let asked = ask_health(target, &target.url, every, ports);
                probes.push(asked.map(move |a| Outcome::Health(at, a)).boxed_local());
            }
            Some(target) => {
                for (nth, tenant) in target.tenants.iter().enumerate() {
                    let asked = ask_health(target, &tenant.url, every, ports);
                    probes.push(asked.map(move |a| Outcome::Tenant(at, nth, a)).boxed_local());
                }
            }
            None => {}
        }
        if let Some(target) = &targets.liveness {
            let asked = ask_health(target, &target.url, every, ports);
            probes.push(asked.map(move |a| Outcome::Liveness(at, a)).boxed_local());
        }
        services.push(sample);
    }
    let others = stores::probes(config, ports).into_iter();
    probes.extend(others.map(|probe| probe.map(Outcome::Elsewhere).boxed_local()));
    let mut clusters = Vec::new();
    for group in by_server(config) {
        let is_cluster = matches!(group.server.way, Way::Cluster { .. });
        // A server that nobody called a cluster sends us nowhere: targets come from the configuration (DESIGN 10).
        let reach = if is_cluster { limit.unwrap_or(MOST_NODES).min(MOST_NODES) } else { 1 };
        let probe = ask_server(group, ports, reach).map(Outcome::Queues).boxed_local();
        if is_cluster && limit.is_some() { clusters.push(probe) } else { probes.push(probe) }
    }

    let mut queues = Map::new();
    let mut elsewhere = Vec::new();
    let mut tenants: Map<usize, Tenants> = Map::new();
    let at_once = stream::iter(probes).buffer_unordered(limit.unwrap_or(usize::MAX).max(1));
    let mut outcomes = at_once.chain(stream::iter(clusters).buffered(1));
    while let Some(outcome) = outcomes.next().await {
        match outcome {
            Outcome::Health(at, asked) => set(&mut services, at, |s| s.health = asked),
            Outcome::Tenant(at, nth, asked) => drop(tenants.or_default(at).insert(nth, asked)),
            Outcome::Liveness(at, asked) => set(&mut services, at, |s| s.liveness = asked),
            Outcome::Queues(samples) => queues.extend(samples),
            Outcome::Elsewhere(heard) => elsewhere.push(heard),
        }
    }
    for (at, answers) in tenants {
        if let Some(target) = config.services.get(at).and_then(|targets| targets.health.as_ref()) {
            set(&mut services, at, |s| s.health = together(target, answers));
        }
    }
    stores::put_together(config, elsewhere, &mut queues);
    for ((service, _), sample) in queues {
        set(&mut services, service, |s| s.queues.push(sample));
    }
    let at = ports.now();
    Round { at, took: at.since(now), services }
}

/// A queue's place in the configuration: its service's and its own index.
type Place = (usize, usize);

/// What came of asking about each tenant of a service, by its place in the list.
type Tenants = Map<usize, Asked<HealthReport>>;

enum Outcome {
    Health(usize, Asked<HealthReport>),
    Tenant(usize, usize, Asked<HealthReport>),
    Liveness(usize, Asked<HealthReport>),
    Queues(Vec<(Place, QueueSample)>),
    Elsewhere(stores::Heard),
}

fn set(services: &mut [ServiceSample], at: usize, change: impl FnOnce(&mut ServiceSample)) {
    if let Some(service) = services.get_mut(at) {
        change(service);
    }
}

/// One answer out of those about all tenants of a service. It took as long as the longest.
fn together(target: &HealthTarget, answers: Tenants) -> Asked<HealthReport> {
    let mut longest = Duration::ZERO;
    let mut reports = Vec::new();
    for (tenant, asked) in target.tenants.iter().zip(answers.into_values()) {
        if let Asked::Answer { took, report, .. } = asked {
            longest = longest.max(took);
            reports.push((tenant.id.as_str(), report));
        }
    }
    let report = fetcher_tenants::together(&reports);
    Asked::Answer { host: host(&target.url), took: longest, report }
}

async fn ask_health<P: Ports>(
    target: &HealthTarget,
    url: &Url,
    every: Duration,
    ports: &P,
) -> Asked<HealthReport> {
    let began = ports.now();
    let request = HttpRequest { url, headers: &target.headers, tls: Some(&target.tls) };
    let answer = within(ports, target.timeout, get(&request, ports))
        .await
        .unwrap_or(Err(NoAnswer::TimedOut(target.timeout)));
    Asked::Answer {
        host: host(url),
        took: ports.now().since(began),
        report: match answer {
            Ok(answer) => {
                cached::kept(&answer, every).unwrap_or_else(|| (target.format.read)(&answer, &target.options))
            }
            Err(e) => no_answer(&e),
        },
    }
}

async fn get<P: Ports>(request: &HttpRequest<'_>, ports: &P) -> Result<HttpAnswer, NoAnswer> {
    match ports.get(request).await {
        Err(e) if e.is_worth_a_retry() => ports.get(request).await,
        other => other,
    }
}

fn no_answer(e: &NoAnswer) -> HealthReport {
    let report = match e {
        NoAnswer::OurFault(_) => HealthReport { standing: Standing::OurFault, ..HealthReport::refused() },
        _ => HealthReport::unreached().flag(Flag::new(FlagWord::Unreached)),
    };
    report.because(e.to_string())
}

/// The queues of one server, which are asked together.
struct Group<'a> {
    server: &'a RedisServer,
    members: Vec<Member<'a>>,
}

struct Member<'a> {
    place: Place,
    id: &'a str,
    target: &'a QueueTarget,
}

fn by_server(config: &Config) -> Vec<Group<'_>> {
    let mut groups: Map<_, Group<'_>> = Map::new();
    for (service, (plan, targets)) in config.plan.services.iter().zip(&config.services).enumerate() {
        for (queue, (plan, source)) in plan.queues.iter().zip(&targets.queues).enumerate() {
            let Some(target) = source.redis() else { continue };
            let server = &target.server;
            groups.or_insert_with(server, || Group { server, members: Vec::new() }).members.push(Member {
                place: (service, queue),
                id: &plan.id,
                target,
            });
        }
    }
    groups.into_values().collect()
}

/// Asks once, and a second time where something follows from the first answers.
async fn ask_server<P: Ports>(group: Group<'_>, ports: &P, reach: usize) -> Vec<(Place, QueueSample)> {
    let timeout = group.members.iter().map(|m| m.target.timeout).max().unwrap_or_default();
    let began = ports.now();
    let mut server = Server::new(group.server, ports, Deadline::new(began, timeout), reach);
    let asks_nodes = group.members.iter().any(|m| read::asks_every_node(&m.target.recipe, m.target.db));
    let is_cluster = matches!(group.server.way, Way::Cluster { .. });
    // What fills the connection must not keep others from a second question; nor can all nodes of a cluster be asked
    // before it is known which there are.
    let goes_on = (is_cluster && asks_nodes)
        || group.members.iter().any(|m| read::follows_up(&m.target.recipe, m.target.db));

    let new_desk = |now| if is_cluster { Desk::of_several(now) } else { Desk::new(now) };
    let (mut desk, mut batch) = (new_desk(began), Batch::default());
    let mut questions = |now| {
        desk = new_desk(now);
        put_questions(&mut desk, &group);
        batch = desk.batch(goes_on);
        batch.asks.clone()
    };
    let said = server.first(asks_nodes, &mut questions).await;
    let ended = said.ended().cloned();
    let within = ports.now().since(said.asked_at);
    desk.take(batch, said.answers.each);
    desk.hear(Heard { time: said.answers.time, asked_at: said.asked_at, within });
    if let Some(missing) = ended {
        desk.give_up(&missing);
    } else {
        put_questions(&mut desk, &group);
        let batch = desk.batch(false);
        if !batch.is_empty() {
            let said = server.second(&batch.asks).await;
            desk.take(batch, said.answers.each);
        }
    }
    desk.took(ports.now().since(began));
    let read = |member: &Member<'_>| {
        let sample = read::read(&member.target.recipe, &mut desk.talk(member.target.db));
        let (id, host) = (member.id.to_owned(), group.server.endpoint.host().to_owned());
        (member.place, QueueSample { id, host, ..sample })
    };
    group.members.iter().map(read).collect()
}

/// Whoever asks a desk that knows more, asks for what follows from that.
fn put_questions(desk: &mut Desk, group: &Group<'_>) {
    for member in &group.members {
        read::read(&member.target.recipe, &mut desk.talk(member.target.db));
    }
}

/// What `work` gives, unless it takes longer than `limit`.
pub(super) async fn within<T>(
    clock: &impl Clock,
    limit: Duration,
    work: impl Future<Output = T>,
) -> Option<T> {
    match select(pin!(work), pin!(clock.sleep(limit))).await {
        Either::Left((value, _)) => Some(value),
        Either::Right(_) => None,
    }
}

mod stores;

#[cfg(test)]
mod fake;
#[cfg(test)]
mod stores_tests;
#[cfg(test)]
mod tenants_tests;
#[cfg(test)]
mod tests;
