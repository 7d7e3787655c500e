//! One round: every target is asked at once, each with its own deadline, and none waits for another.
//!
//! Not when rounds are made (the hosts' loops), nor what they mean (`shared`).

use super::queue::Replies;
use super::redis::connection::converse;
use super::redis::exchange::{Answers, Ask, Exchange};
use super::redis::reply::Missing;
use crate::config::{Config, HealthTarget, QueueTarget, RedisServer};
use crate::ports::{Clock, Dial, Http, HttpAnswer, HttpRequest, NoAnswer};
use core::future::Future;
use core::pin::pin;
use core::time::Duration;
use futures_util::future::{Either, LocalBoxFuture, select};
use futures_util::{FutureExt, StreamExt, stream};
use shared::flag::{Flag, FlagWord};
use shared::reading::Why;
use shared::sample::{Asked, HealthReport, QueueSample, Round, ServiceSample, Standing};
use shared::time::Timestamp;
use std::collections::BTreeMap;

/// What a round needs from the host.
pub trait Ports: Clock + Http + Dial {}

impl<T: Clock + Http + Dial> Ports for T {}

/// By service id: its health is not to be asked before this time, because it asked us to wait (`Retry-After`).
pub type Waits = BTreeMap<String, Timestamp>;

/// Asks every target once, with at most `limit` connections at a time (absent: all at once). A target's time
/// begins when its turn comes.
pub async fn round<P: Ports>(config: &Config, waits: &Waits, ports: &P, limit: Option<usize>) -> Round {
    let now = ports.now();
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
            Some(target) => {
                probes.push(ask_health(target, ports).map(move |a| Outcome::Health(at, a)).boxed_local());
            }
            None => {}
        }
        if let Some(target) = &targets.liveness {
            probes.push(ask_health(target, ports).map(move |a| Outcome::Liveness(at, a)).boxed_local());
        }
        services.push(sample);
    }
    for group in by_server(config) {
        probes.push(ask_server(group, ports).map(Outcome::Queues).boxed_local());
    }

    let mut queues = BTreeMap::new();
    let mut outcomes = stream::iter(probes).buffer_unordered(limit.unwrap_or(usize::MAX).max(1));
    while let Some(outcome) = outcomes.next().await {
        match outcome {
            Outcome::Health(at, asked) => set(&mut services, at, |s| s.health = asked),
            Outcome::Liveness(at, asked) => set(&mut services, at, |s| s.liveness = asked),
            Outcome::Queues(samples) => queues.extend(samples),
        }
    }
    for ((service, _), sample) in queues {
        set(&mut services, service, |s| s.queues.push(sample));
    }
    let at = ports.now();
    Round { at, took: at.since(now), services }
}

/// A queue's place in the configuration: its service's and its own index.
type Place = (usize, usize);

enum Outcome {
    Health(usize, Asked<HealthReport>),
    Liveness(usize, Asked<HealthReport>),
    Queues(Vec<(Place, QueueSample)>),
}

fn set(services: &mut [ServiceSample], at: usize, change: impl FnOnce(&mut ServiceSample)) {
    if let Some(service) = services.get_mut(at) {
        change(service);
    }
}

async fn ask_health<P: Ports>(target: &HealthTarget, ports: &P) -> Asked<HealthReport> {
    let began = ports.now();
    let answer = within(ports, target.timeout, get(target, ports))
        .await
        .unwrap_or(Err(NoAnswer::TimedOut(target.timeout)));
    Asked::Answer {
        host: target.url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned(),
        took: ports.now().since(began),
        report: match answer {
            Ok(answer) => (target.format.read)(&answer, &target.options),
            Err(e) => no_answer(&e),
        },
    }
}

async fn get<P: Ports>(target: &HealthTarget, ports: &P) -> Result<HttpAnswer, NoAnswer> {
    let request = HttpRequest { url: &target.url, headers: &target.headers };
    match ports.get(&request).await {
        Err(e) if e.is_worth_a_retry() => ports.get(&request).await,
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

/// The queues of one server: one connection, one write.
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
    let mut groups: BTreeMap<_, Group<'_>> = BTreeMap::new();
    for (service, (plan, targets)) in config.plan.services.iter().zip(&config.services).enumerate() {
        for (queue, (plan, target)) in plan.queues.iter().zip(&targets.queues).enumerate() {
            let server = &target.server;
            groups
                .entry((&server.endpoint, &server.user, &server.password))
                .or_insert_with(|| Group { server, members: Vec::new() })
                .members
                .push(Member { place: (service, queue), id: &plan.id, target });
        }
    }
    groups.into_values().collect()
}

async fn ask_server<P: Ports>(group: Group<'_>, ports: &P) -> Vec<(Place, QueueSample)> {
    let timeout = group.members.iter().map(|m| m.target.timeout).max().unwrap_or_default();
    let began = ports.now();
    // Outside the race: what had arrived when time was up still counts.
    let mut asking = Asking::new(&group, began);
    let cut = match within(ports, timeout, asking.run(&group, ports)).await {
        Some(Err(missing)) => missing,
        Some(Ok(())) | None => Missing::new(Why::NotAnswering, NoAnswer::TimedOut(timeout).to_string()),
    };
    let round_trip = ports.now().since(began);
    let Answers { time, each } = asking.exchange.finish(&cut);
    group
        .members
        .iter()
        .zip(each)
        .map(|(member, each)| {
            let replies = Replies { each, time: time.clone(), asked_at: asking.asked_at, round_trip };
            let sample = (member.target.system.read)(&member.target.keys, &replies);
            let (id, host) = (member.id.to_owned(), group.server.endpoint.host.clone());
            (member.place, QueueSample { id, host, ..sample })
        })
        .collect()
}

/// One server being asked.
struct Asking {
    exchange: Exchange,
    asked_at: Timestamp,
}

impl Asking {
    fn new(group: &Group<'_>, now: Timestamp) -> Self {
        let ask = |m: &Member<'_>| Ask {
            db: m.target.db,
            commands: (m.target.system.commands)(&m.target.keys, now),
        };
        let asks: Vec<Ask> = group.members.iter().map(ask).collect();
        Self { exchange: Exchange::new(group.server, &asks), asked_at: now }
    }

    /// Connects and asks; once more when that was refused, or hung up on without a word.
    async fn run<P: Ports>(&mut self, group: &Group<'_>, ports: &P) -> Result<(), Missing> {
        let mut outcome = self.attempt(group, ports).await;
        if matches!(&outcome, Err(e) if e.is_worth_a_retry()) {
            outcome = self.attempt(group, ports).await;
        }
        outcome.unwrap_or_else(|e| Err(missing(&e)))
    }

    /// The outer error: nothing was heard. The inner one: not everything was.
    async fn attempt<P: Ports>(
        &mut self,
        group: &Group<'_>,
        ports: &P,
    ) -> Result<Result<(), Missing>, NoAnswer> {
        let mut stream = ports.dial(&group.server.endpoint).await?;
        *self = Self::new(group, ports.now());
        match converse(&mut self.exchange, &mut stream).await {
            Err(_) if !self.exchange.heard_anything() => Err(NoAnswer::Reset),
            end => Ok(end),
        }
    }
}

fn missing(e: &NoAnswer) -> Missing {
    let why = match e {
        NoAnswer::OurFault(_) => Why::OurFault,
        NoAnswer::NotTheProtocol(_) => Why::NotUnderstood,
        _ => Why::NotAnswering,
    };
    Missing::new(why, e.to_string())
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

#[cfg(test)]
mod fake;
#[cfg(test)]
mod tests;
