//! Arbitrary stories: a plan, and what was heard in one round after another.
//!
//! Every kind of answer occurs in every place; nothing here knows what should come of it.

use crate::flag::{Flag, FlagWord};
use crate::memory::Memory;
use crate::plan::{Plan, QueuePlan, ServicePlan};
use crate::reading::{Reading, Why};
use crate::reduce::advance;
use crate::reduce::testkit::{self, START};
use crate::sample::{
    Asked, Crew, DependencyReport, Exactness, HealthReport, QueueNumbers, QueueSample, Round, ServiceSample,
    Standing, Workers,
};
use crate::state::{State, Verdict};
use crate::time::Timestamp;
use core::time::Duration;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

/// A plan and the rounds that were made of it.
#[derive(Clone, Debug)]
pub struct Story {
    pub plan: Plan,
    pub rounds: Vec<Round>,
}

impl Story {
    /// The memory after each round.
    pub fn tell(&self) -> Vec<Memory> {
        let mut memory = Memory::new(START);
        let one_more = |round| {
            memory = advance(&self.plan, &memory, round);
            memory.clone()
        };
        self.rounds.iter().map(one_more).collect()
    }

    /// When the last round ended.
    pub fn end(&self) -> Timestamp {
        self.rounds.last().map_or(START, |round| round.at)
    }

    /// Every service's part of every round.
    pub fn samples(&mut self) -> impl Iterator<Item = &mut ServiceSample> {
        self.rounds.iter_mut().flat_map(|round| &mut round.services)
    }
}

/// One to three services with a health document or up to two queues or both, over one to eight rounds.
pub fn story() -> impl Strategy<Value = Story> {
    plan().prop_flat_map(|plan| {
        let services: Vec<_> = plan.services.iter().map(heard).collect();
        let rounds = vec((gap(), services), 1..=8);
        (Just(plan), rounds).prop_map(|(plan, heard)| {
            let mut at = START;
            let rounds = heard.into_iter().map(|(gap, services)| {
                at = at + gap;
                Round { at, took: Duration::ZERO, services }
            });
            Story { rounds: rounds.collect(), plan }
        })
    })
}

/// From one second to ten minutes, most of them shorter than it takes to expire.
fn gap() -> impl Strategy<Value = Duration> {
    prop_oneof![4 => 1..40_u64, 1 => 40..=600_u64].prop_map(Duration::from_secs)
}

fn plan() -> impl Strategy<Value = Plan> {
    let services = (service("one"), service("two"), service("three"), 1..=3_usize);
    (services, 1..=3_u32).prop_map(|((one, two, three, many), confirm)| {
        let services: Vec<_> = [one, two, three].into_iter().take(many).collect();
        Plan { confirm, ..testkit::plan(services) }
    })
}

fn service(id: &'static str) -> impl Strategy<Value = ServicePlan> {
    (any::<bool>(), vec(any::<bool>(), 0..=2)).prop_map(move |(has_health, queues)| {
        let plan = testkit::service(id);
        let plan = if has_health || queues.is_empty() { plan.with_health() } else { plan };
        let has_health = plan.health.is_some();
        ["fast", "slow"].into_iter().zip(queues).fold(plan, |plan, (id, reported)| {
            let queue = testkit::queue(id);
            plan.with_queue(if reported && has_health { queue.reported_as("messenger") } else { queue })
        })
    })
}

fn heard(plan: &ServicePlan) -> impl Strategy<Value = ServiceSample> + use<> {
    let id = plan.id.clone();
    let health = if plan.health.is_some() { health().boxed() } else { Just(Asked::NotConfigured).boxed() };
    let queues: Vec<_> = plan.queues.iter().map(queue_sample).collect();
    (health, queues).prop_map(move |(health, queues)| ServiceSample {
        id: id.clone(),
        health,
        liveness: Asked::NotConfigured,
        queues,
    })
}

fn host() -> impl Strategy<Value = String> {
    select(vec!["east.example.com", "west.example.com"]).prop_map(str::to_owned)
}

fn health() -> impl Strategy<Value = Asked<HealthReport>> {
    let answer = (host(), report()).prop_map(|(host, report)| Asked::Answer {
        host,
        took: Duration::from_millis(40),
        report,
    });
    prop_oneof![2 => Just(Asked::Skipped), 6 => answer]
}

fn report() -> impl Strategy<Value = HealthReport> {
    use Verdict::{Degraded, Down, Draining, Operational, Unknown};
    let verdict = select(vec![Operational, Operational, Degraded, Down, Draining, Unknown]);
    let said = (verdict, lines()).prop_map(|(state, dependencies)| HealthReport {
        dependencies,
        flags: vec![Flag::new(FlagWord::ContractMismatch)],
        ..HealthReport::said(state)
    });
    prop_oneof![
        4 => said,
        2 => Just(HealthReport::unreached()),
        1 => Just(HealthReport::unreached().flag(Flag::new(FlagWord::ProxyError))),
        1 => Just(HealthReport { retry_after: Duration::from_secs(40), ..HealthReport::refused() }),
        1 => Just(testkit::our_fault()),
    ]
}

fn lines() -> impl Strategy<Value = Vec<DependencyReport>> {
    let messenger = (state(), alive(Reading::app), number(Reading::app)).prop_map(|(state, alive, depth)| {
        let crew = Crew { workers_alive: alive, queue_depth: depth, failed_depth: depth };
        DependencyReport { crew: Some(crew), ..testkit::line("messenger", state) }
    });
    let line = |key| option::of(state().prop_map(move |state| testkit::line(key, state)));
    (option::of(messenger), line("redis"), line("10.0.0.7:5432"))
        .prop_map(|(messenger, redis, unfit)| [messenger, redis, unfit].into_iter().flatten().collect())
}

fn state() -> impl Strategy<Value = State> {
    use State::{Degraded, Down, Draining, NotApplicable, Operational, Unknown};
    select(vec![Operational, Degraded, Down, Draining, Unknown, NotApplicable])
}

/// A number of workers: often none, sometimes not known.
fn alive(known: fn(u64) -> Reading) -> impl Strategy<Value = Reading> {
    prop_oneof![
        2 => Just(known(0)),
        3 => (1..4_u64).prop_map(known),
        1 => Just(Reading::not_in_redis(Why::NotReported)),
    ]
}

fn number(known: fn(u64) -> Reading) -> impl Strategy<Value = Reading> {
    prop_oneof![3 => any::<u64>().prop_map(known), 1 => Just(Reading::not_in_redis(Why::NotOffered))]
}

fn queue_sample(plan: &QueuePlan) -> impl Strategy<Value = QueueSample> + use<> {
    let id = plan.id.clone();
    let counted = alive(Reading::redis)
        .prop_map(|alive| (Standing::Said, Workers::Counted { alive, exactness: Exactness::Exact }));
    let unknown =
        Workers::Counted { alive: Reading::not_in_redis(Why::NotAnswering), exactness: Exactness::Exact };
    let workers = prop_oneof![
        6 => counted,
        1 => Just((Standing::Said, Workers::NotMeasured)),
        2 => Just((Standing::Unreached, unknown)),
        1 => Just((Standing::Refused, unknown)),
        1 => Just((Standing::OurFault, unknown)),
    ];
    let beat = option::of((0..600_i64).prop_map(|s| START + Duration::from_secs(s.unsigned_abs())));
    let position = select(vec!["", "1-0", "2-0"]);
    (host(), workers, numbers(), beat, position).prop_map(
        move |(host, (standing, workers), numbers, last_beat_at, position)| QueueSample {
            host,
            standing,
            workers,
            numbers,
            last_beat_at,
            position: position.to_owned(),
            ..testkit::workers(&id, 0)
        },
    )
}

pub fn numbers() -> impl Strategy<Value = QueueNumbers> {
    let six = [(); 6].map(|()| number(Reading::redis));
    six.prop_map(|[queue_depth, failed_depth, in_flight, delayed, overdue, oldest_waiting_s]| QueueNumbers {
        queue_depth,
        failed_depth,
        in_flight,
        delayed,
        overdue,
        oldest_waiting_s,
    })
}
