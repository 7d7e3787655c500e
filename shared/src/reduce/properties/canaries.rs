//! Remote words, hosts and names of workers never reach the public, wherever they were heard (DESIGN 1.6).

use super::story::{Story, story};
use crate::annals::Annals;
use crate::board::Board;
use crate::flag::{Flag, FlagWord};
use crate::incident::Log;
use crate::memory::Memory;
use crate::public::PublicBoard;
use crate::reading::Reading;
use crate::reduce::testkit::{START, Watch, heard, line, messenger, queue, service, up, workers};
use crate::sample::{
    Asked, Beat, DependencyEvidence, DependencyReport, HealthReport, PartNumbers, ServiceSample,
};
use crate::state::State;
use core::time::Duration;
use proptest::prelude::*;
use std::sync::Arc;

const CANARY: &str = "canary.example.com:6379";

/// Puts the canary wherever a remote word, a host or a worker's name can be.
fn poison(sample: &mut ServiceSample) {
    for asked in [&mut sample.health, &mut sample.liveness] {
        if let Asked::Answer { host, report, .. } = asked {
            host.insert_str(0, CANARY);
            poison_report(report);
        }
    }
    for own in &mut sample.queues {
        own.flags.push(flag());
        own.evidence = CANARY.to_owned();
        own.position.push_str(CANARY);
        own.host.insert_str(0, CANARY);
        own.beats.push(Beat { name: CANARY.to_owned(), at: START, age: Duration::ZERO });
        let (queue_depth, in_flight) = (Reading::redis(1), Reading::redis(1));
        own.parts.push(PartNumbers {
            name: CANARY.to_owned(),
            queue_depth,
            in_flight,
            oldest_waiting_s: queue_depth,
            paused: false,
        });
    }
}

fn poison_report(report: &mut HealthReport) {
    report.flags.push(flag());
    report.evidence = CANARY.to_owned();
    let unfit = |line: DependencyReport| DependencyReport { key: CANARY.to_owned(), ..line };
    report.dependencies.push(unfit(line("", State::Operational)));
    report.dependencies.push(unfit(messenger(1)));
    for line in &mut report.dependencies {
        line.evidence = DependencyEvidence {
            error_class: Some(CANARY.to_owned()),
            reason: Some(CANARY.to_owned()),
            tls: Some(false),
            breaker_state: Some(CANARY.to_owned()),
        };
    }
}

fn flag() -> Flag {
    Flag::about(FlagWord::UnknownStatus, CANARY).saying(CANARY)
}

/// What the public sees, in JSON and in the fields that only sentences are made of.
fn public(board: &Board) -> String {
    let public = PublicBoard::of(board, |n| format!("Dependency {n}"));
    format!("{} {public:?}", serde_json::to_string(&public).unwrap())
}

fn watched(mut story: Story) -> Story {
    for plan in &mut story.plan.services {
        plan.runbook = format!("https://{CANARY}/runbook");
    }
    story.samples().for_each(poison);
    story
}

proptest! {
    #[test]
    fn no_remote_word_is_public_after_any_round(story in story().prop_map(watched), later in 0..200_u64) {
        let (mut log, mut before) = (Log::default(), Memory::new(START));
        for (memory, round) in story.tell().into_iter().zip(&story.rounds) {
            log.follow(&story.plan, &before, &memory);
            let (incidents, events) = (log.incidents().to_vec(), log.events().to_vec());
            let annals = Arc::new(Annals { incidents, events, ..Annals::default() });
            before = memory;
            for now in [round.at, round.at + Duration::from_secs(later)] {
                let public = public(&Board::of(&story.plan, &before, now).with(Arc::clone(&annals)));
                prop_assert!(!public.contains("canary"), "{public}");
            }
        }
    }
}

#[test]
fn the_operator_sees_what_the_public_does_not() {
    let mut watch = Watch::over([service("app").with_health(), service("shop").with_queue(queue("jobs"))]);
    let mut heard = [heard("app").health(up()).liveness(up()), heard("shop").queue(workers("jobs", 1))];
    heard.iter_mut().for_each(poison);
    let board = watch.hear(heard);
    let (app, jobs) = (&board.services[0], &board.services[1].queues[0]);
    assert_eq!(
        (app.dependencies[0].key.as_str(), app.health.as_ref().unwrap().evidence.as_str()),
        (CANARY, CANARY)
    );
    assert_eq!((app.flags[0].detail.as_deref(), jobs.evidence.as_str()), (Some(CANARY), CANARY));
    assert_eq!((jobs.beats[0].name.as_str(), jobs.parts[0].name.as_str()), (CANARY, CANARY));
    assert_eq!(app.queues.len(), 1);
    assert!(!public(&board).contains("canary"));
}
