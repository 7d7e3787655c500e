//! What holds for every sequence of rounds, whatever came back (DESIGN 1 and 4).
//!
//! Not what a single answer means: that is `tests`.

mod canaries;
pub(crate) mod story;

use self::story::{Story, numbers, story};
use super::testkit::{EXPIRES_AFTER, START, heard, not_read, our_fault, queue, service};
use crate::board::{Board, ServiceBoard};
use crate::memory::Memory;
use crate::reading::{Reading, Why};
use crate::sample::{Asked, DependencyReport, HealthReport, QueueNumbers, ServiceSample, Standing, Workers};
use crate::state::{State, Verdict};
use core::time::Duration;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// The board at the end of each round.
fn boards(story: &Story) -> Vec<Board> {
    story.tell().iter().zip(&story.rounds).map(|(m, round)| Board::of(&story.plan, m, round.at)).collect()
}

fn verdicts(story: &Story) -> Vec<Verdict> {
    boards(story).iter().map(|board| board.verdict).collect()
}

/// The states of all parts of a service.
fn parts(service: &ServiceBoard) -> Vec<State> {
    service.health.iter().map(|h| h.state).chain(service.queues.iter().map(|q| q.state)).collect()
}

/// An answer that nobody can learn anything from, and that is displayed at once.
#[derive(Clone, Copy, Debug)]
enum Silence {
    OurFault,
    /// Displayed at once where `confirm` is 1.
    Refused,
}

impl Silence {
    fn report(self) -> HealthReport {
        match self {
            Self::OurFault => our_fault(),
            Self::Refused => HealthReport::refused(),
        }
    }

    fn standing(self) -> Standing {
        match self {
            Self::OurFault => Standing::OurFault,
            Self::Refused => Standing::Refused,
        }
    }
}

fn silence() -> impl Strategy<Value = Silence> {
    select(vec![Silence::OurFault, Silence::Refused])
}

/// Silences one of a service's inputs. A queue that the document counts too is silent only if both are.
fn silence_one_input(sample: &mut ServiceSample, which: Index, silence: Silence) {
    let queues = sample.queues.len();
    let has_health = sample.health != Asked::NotConfigured;
    let chosen = which.index(queues + usize::from(has_health));
    if let Some(own) = sample.queues.get_mut(chosen) {
        *own = not_read(&own.id, silence.standing(), Why::NotPermitted);
    }
    if has_health {
        *sample = sample.clone().health(silence.report());
    }
}

/// Changes every number but the zeros of workers.
fn renumber(sample: &mut ServiceSample, workers: u64, all: QueueNumbers) {
    let other_workers = |alive: &mut Reading| {
        if let Reading::Known { value: value @ 1.., .. } = alive {
            *value = workers;
        }
    };
    for own in &mut sample.queues {
        own.numbers = all;
        own.round_trip = Duration::from_millis(workers);
        if let Workers::Counted { alive, .. } = &mut own.workers {
            other_workers(alive);
        }
    }
    if let Asked::Answer { took, report, .. } = &mut sample.health {
        *took = Duration::from_millis(workers);
        for line in &mut report.dependencies {
            line.latency = Some(Duration::from_millis(workers));
            if let Some(crew) = &mut line.crew {
                other_workers(&mut crew.workers_alive);
                (crew.queue_depth, crew.failed_depth) = (all.queue_depth, all.failed_depth);
            }
        }
    }
}

/// Any order of three things is a rotation of them or of their reverse.
fn reorder<T>(things: &mut [T], (by, reversed): (usize, bool)) {
    if reversed {
        things.reverse();
    }
    let by = by.checked_rem(things.len()).unwrap_or(0);
    things.rotate_left(by);
}

/// Memory with the lines of every document in one order.
fn without_order(mut memory: Memory) -> Memory {
    for service in memory.services.values_mut() {
        service.health.facts.dependencies.sort_by(|a: &DependencyReport, b| a.key.cmp(&b.key));
    }
    memory
}

fn restarted(memory: &Memory) -> Memory {
    serde_json::from_str(&serde_json::to_string(memory).unwrap()).unwrap()
}

proptest! {
    #[test]
    fn adding_an_unknown_service_never_improves_the_verdict(story in story(), silence in silence(), answers: bool) {
        let mut more = story.clone();
        more.plan.services.push(service("extra").with_health().with_queue(queue("jobs")));
        for round in more.rounds.iter_mut().filter(|_| answers) {
            let own = not_read("jobs", silence.standing(), Why::NotPermitted);
            round.services.push(heard("extra").health(silence.report()).queue(own));
        }
        for (with, without) in verdicts(&more).into_iter().zip(verdicts(&story)) {
            prop_assert!(with >= without && with >= Verdict::Unknown, "{without} became {with}");
        }
    }

    #[test]
    fn adding_an_unknown_queue_beside_others_never_improves_the_verdict(story in story(), silence in silence()) {
        let mut more = story.clone();
        for plan in more.plan.services.iter_mut().filter(|plan| !plan.queues.is_empty()) {
            plan.queues.push(queue("extra"));
        }
        for sample in more.samples().filter(|sample| !sample.queues.is_empty()) {
            sample.queues.push(not_read("extra", silence.standing(), Why::NotPermitted));
        }
        for (with, without) in verdicts(&more).into_iter().zip(verdicts(&story)) {
            prop_assert!(with >= without, "{without} became {with}");
        }
    }

    #[test]
    fn replacing_an_input_by_an_unknown_one_never_looks_better_than_unknown_nor_hides_another(
        mut story in story(), service: Index, input: Index, silence in silence(),
    ) {
        if let Silence::Refused = silence {
            story.plan.confirm = 1;
        }
        let mut silenced = story.clone();
        let last = silenced.rounds.last_mut().unwrap();
        let chosen = service.index(last.services.len());
        silence_one_input(&mut last.services[chosen], input, silence);

        let (before, after) = (boards(&story).pop().unwrap(), boards(&silenced).pop().unwrap());
        prop_assert!(after.services[chosen].verdict >= Verdict::Unknown);
        let others = before.services.iter().enumerate().filter(|(i, _)| *i != chosen);
        let worst_other = others.map(|(_, s)| s.verdict).max().unwrap_or(Verdict::Unknown);
        prop_assert!(after.verdict >= worst_other.max(Verdict::Unknown));
        prop_assert!(!after.fully_observed);
    }

    #[test]
    fn no_number_but_a_known_zero_of_workers_changes_a_verdict(
        story in story(), numbers in vec((1..u64::MAX, numbers()), 1..5),
    ) {
        let mut other = story.clone();
        for (sample, (workers, all)) in other.samples().zip(numbers.into_iter().cycle()) {
            renumber(sample, workers, all);
        }
        for (a, b) in boards(&story).iter().zip(boards(&other)) {
            prop_assert_eq!(a.verdict, b.verdict);
            for (a, b) in a.services.iter().zip(&b.services) {
                prop_assert_eq!((a.verdict, a.since, parts(a)), (b.verdict, b.since, parts(b)));
            }
        }
    }

    #[test]
    fn expiry_beats_everything(story in story(), later in 1..1_000_000_u64) {
        let memory = story.tell().pop().unwrap();
        let now = story.end() + EXPIRES_AFTER + Duration::from_millis(later);
        let board = Board::of(&story.plan, &memory, now);
        prop_assert_eq!((board.verdict, board.fully_observed), (Verdict::Unknown, false));
        for service in &board.services {
            prop_assert_eq!(service.verdict, Verdict::Unknown);
            prop_assert_eq!(service.expired, service.observed_at.is_some());
            prop_assert!(parts(service).iter().all(|state| *state == State::Unknown));
        }
    }

    #[test]
    fn nothing_is_shown_longer_than_its_observation_is_valid(story in story(), later in 0..200_000_u64) {
        let memory = story.tell().pop().unwrap();
        let now = story.end() + Duration::from_millis(later);
        for service in Board::of(&story.plan, &memory, now).services {
            let health = service.health.iter().map(|h| (h.observed_at, h.state));
            for (at, state) in health.chain(service.queues.iter().map(|q| (q.observed_at, q.state))) {
                let valid = at.is_some_and(|at| now <= at + EXPIRES_AFTER);
                prop_assert!(valid || state == State::Unknown, "{state} of {at:?} at {now:?}");
            }
        }
    }

    #[test]
    fn the_order_of_what_was_heard_does_not_matter(
        story in story(), orders in vec((0..3_usize, any::<bool>()), 3),
    ) {
        let mut other = story.clone();
        for round in &mut other.rounds {
            reorder(&mut round.services, orders[0]);
            for sample in &mut round.services {
                reorder(&mut sample.queues, orders[1]);
                if let Asked::Answer { report, .. } = &mut sample.health {
                    reorder(&mut report.dependencies, orders[2]);
                }
            }
        }
        for (a, b) in story.tell().into_iter().zip(other.tell()) {
            prop_assert_eq!(without_order(a), without_order(b));
        }
    }

    #[test]
    fn a_restart_between_any_two_rounds_changes_nothing(story in story(), restarts in vec(any::<bool>(), 8)) {
        let mut memory = Memory::new(START);
        for ((round, expected), restart) in story.rounds.iter().zip(story.tell()).zip(restarts) {
            memory = super::advance(&story.plan, &memory, round);
            if restart {
                memory = restarted(&memory);
            }
            prop_assert_eq!(&memory, &expected);
        }
    }

    #[test]
    fn the_verdict_is_the_worst_of_the_parts_that_are_shown_at_any_moment(
        story in story(), offset in -20_000..200_000_i64,
    ) {
        for (memory, round) in story.tell().iter().zip(&story.rounds) {
            let now = crate::time::Timestamp::from_millis(round.at.millis() + offset);
            let board = Board::of(&story.plan, memory, now);
            for service in &board.services {
                prop_assert_eq!(service.verdict, Verdict::worst_of(parts(service)));
            }
            let services = board.services.iter().map(|s| s.verdict.into());
            prop_assert_eq!(board.verdict, Verdict::worst_of(services));
        }
    }

    #[test]
    fn since_moves_only_when_the_verdict_does(story in story(), looks in vec(0..600_000_u64, 2)) {
        let mut last: Option<Memory> = None;
        for (memory, round) in story.tell().into_iter().zip(&story.rounds) {
            let shown = |memory: &Memory, at| Board::of(&story.plan, memory, at).services;
            let after = shown(&memory, round.at);
            if let Some(last) = last {
                for (before, after) in shown(&last, round.at).iter().zip(&after) {
                    let same = before.verdict == after.verdict;
                    prop_assert_eq!(after.since, if same { before.since } else { round.at });
                }
            }
            let (early, late) = (looks[0].min(looks[1]), looks[0].max(looks[1]));
            let [early, late] = [early, late].map(|ms| round.at + Duration::from_millis(ms));
            for (a, b) in shown(&memory, early).iter().zip(&shown(&memory, late)) {
                prop_assert!(a.since <= early && b.since <= late);
                prop_assert_eq!(a.verdict == b.verdict, a.since == b.since);
            }
            last = Some(memory);
        }
    }
}

#[test]
fn the_stories_reach_every_verdict() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut seen: Vec<Verdict> = Vec::new();
    for _ in 0..100 {
        seen.extend(verdicts(&story().new_tree(&mut runner).unwrap().current()));
    }
    for verdict in
        [Verdict::Operational, Verdict::Draining, Verdict::Degraded, Verdict::Unknown, Verdict::Down]
    {
        assert!(seen.contains(&verdict), "no story shows {verdict}");
    }
}
