//! The demonstration as the real readers see it: every scene keeps its promise, and the day closes.

use super::script::{Access, DAY, WINDOW, World, scenes, world};
use super::store::{self, End};
use super::{Addresses, Day, application, configuration, open};
use crate::config::Config;
use crate::host::native::clock;
use crate::host::native::ports::Native;
use crate::host::observe;
use crate::ports::{BodyEnd, HttpAnswer, NoAnswer};
use crate::probe::queue::read::Heard;
use crate::probe::queue::testkit;
use crate::probe::redis::reply::{Missing, Reply};
use crate::words::{Locale, labels, speak};
use core::time::Duration;
use shared::board::Board;
use shared::flag::{Flag, FlagWord};
use shared::memory::Memory;
use shared::public::PublicBoard;
use shared::reading::Why;
use shared::sample::{Asked, HealthReport, QueueSample, Round, ServiceSample};
use shared::state::{State, Verdict};
use shared::time::Timestamp;

const DAY_BEGAN: Timestamp = Timestamp::from_secs(1_796_040_000);

fn config() -> Config {
    let anywhere = |port| ([127, 0, 0, 1], port).into();
    configuration(&Addresses { health: anywhere(1), redis: anywhere(2) }).unwrap()
}

fn seconds(s: u64) -> Duration {
    Duration::from_secs(s)
}

/// What a round at this second of the day brings, read by the real readers.
fn round(config: &Config, second: u64) -> Round {
    let (now, world) = (DAY_BEGAN + seconds(second), world(seconds(second)));
    let service = &config.services[0];
    let health = service.health.as_ref().unwrap();
    let report = match world.application {
        Access::Open => {
            let application::Answer { status, body } = application::health(&world);
            let answer = HttpAnswer {
                status,
                headers: vec![("content-type".into(), "application/json".into())],
                body: body.into_bytes(),
                end: BodyEnd::Whole,
                received_at: now,
            };
            (health.format.read)(&answer, &health.options)
        }
        Access::Shut => HealthReport::unreached().flag(Flag::new(FlagWord::Unreached)),
    };
    let queue = QueueSample { id: "async".into(), ..queue(config, &world, now) };
    Round {
        took: Duration::ZERO,
        at: now,
        services: vec![ServiceSample {
            id: "planner".into(),
            health: Asked::Answer { host: "127.0.0.1".into(), took: Duration::ZERO, report },
            liveness: Asked::NotConfigured,
            queues: vec![queue],
        }],
    }
}

fn queue(config: &Config, world: &World, now: Timestamp) -> QueueSample {
    let target = config.services[0].queues[0].redis().unwrap();
    let ask = |words: &[String]| match world.store {
        Access::Open => Reply::parse(&said(world, now, words)),
        Access::Shut => Reply::None(Missing::new(Why::NotAnswering, NoAnswer::Reset.to_string())),
    };
    let heard = Heard { time: ask(&["TIME".to_owned()]), asked_at: now, within: Duration::ZERO };
    testkit::hear(target, &heard, |command| ask(&command.words)).0
}

fn said(world: &World, now: Timestamp, words: &[String]) -> Vec<u8> {
    let mut command = redis::Cmd::new();
    for word in words {
        command.arg(word);
    }
    let packed = command.get_packed_command();
    let answered = store::answer(&packed, world, now);
    assert_eq!((answered.used, answered.end), (packed.len(), End::ReadOn));
    answered.replies
}

/// The page after the round at each fifth second of two days.
fn pages() -> Vec<(u64, PublicBoard, String)> {
    let config = config();
    let mut memory = Memory::new(DAY_BEGAN);
    let mut pages = Vec::new();
    let l = Locale::english("UTC");
    for second in (0..2 * DAY.as_secs()).step_by(5) {
        let round = round(&config, second);
        memory = shared::reduce::advance(&config.plan, &memory, &round);
        let board = Board::of(&config.plan, &memory, round.at);
        let board = PublicBoard::of(&board, |nth| labels::dependency_number(&l, nth));
        let headline = speak(&l, &board).headline.replace('\u{a0}', " ");
        pages.push((second, board, headline));
    }
    pages
}

fn page_at(second: u64) -> (PublicBoard, String) {
    let (_, board, headline) = pages().into_iter().find(|(at, _, _)| *at == second).unwrap();
    (board, headline)
}

#[test]
fn the_day_closes_and_its_scenes_fill_it() {
    let midnight = world(DAY);
    assert_eq!(midnight, world(Duration::ZERO));
    assert_eq!(world(DAY + seconds(77)), world(seconds(77)));
    let almost = world(DAY.saturating_sub(Duration::from_millis(1)));
    assert_eq!(
        (almost.waiting, almost.in_hand, almost.failed),
        (midnight.waiting, midnight.in_hand, midnight.failed)
    );
    assert_eq!(almost.workers.len(), midnight.workers.len());

    let (last_begins, last) = scenes().last().unwrap();
    let end = world(last_begins);
    assert_eq!((end.playing.scene, end.playing.rest), (last, DAY.saturating_sub(last_begins)));
    assert_eq!(end.playing.next, scenes().next().unwrap().1);
}

#[test]
fn the_script_never_contradicts_itself() {
    for ms in (0..180_000).step_by(250) {
        let world = world(Duration::from_millis(ms));
        assert!(world.overdue <= world.delayed, "{world:?}");
        assert!(world.workers.iter().all(|w| w.silent <= WINDOW), "{world:?}");
        assert!(world.workers.is_sorted_by_key(|w| w.silent), "{world:?}");
        assert!(world.playing.rest > Duration::ZERO, "{world:?}");
        // Whoever takes jobs also signs in.
        let latest = world.workers.first().map_or(WINDOW, |w| w.silent);
        assert!(latest < seconds(2) || world.idle >= latest, "{world:?}");
    }
}

#[test]
fn the_window_that_is_configured_is_the_scripts() {
    assert_eq!(config().plan.services[0].queues[0].window, WINDOW);
}

#[test]
fn all_is_well_in_the_morning_and_a_deep_queue_changes_a_sentence_but_no_verdict() {
    let (board, headline) = page_at(10);
    assert_eq!(
        (board.verdict, headline.as_str()),
        (Verdict::Operational, "Everything works, and 2 workers are at it")
    );
    let (board, headline) = page_at(40);
    assert_eq!(
        (board.verdict, headline.as_str()),
        (Verdict::Operational, "Everything works, and it is busy")
    );
    let queue = &board.services[0].queues[0];
    assert!(queue.queue_depth.known() > Some(3000));
    // Two busy workers: the application cannot tell what waits, Redis can.
    assert_eq!(queue.reported.unwrap().queue_depth, None);
}

#[test]
fn a_rolling_restart_shows_both_crews_and_checks_once_more() {
    let (before, _) = page_at(45);
    assert_eq!(before.services[0].queues[0].workers_alive.known(), Some(2));
    let (during, _) = page_at(55);
    assert_eq!(during.services[0].queues[0].workers_alive.known(), Some(4));
    let confirming: Vec<u64> = pages()
        .iter()
        .filter(|(second, board, _)| *second < 120 && board.services[0].confirming)
        .map(|(second, _, _)| *second)
        .collect();
    assert_eq!(confirming, [55]);
    assert_eq!(during.verdict, Verdict::Operational);
}

#[test]
fn the_last_worker_dies_and_the_page_says_so_once_the_window_is_over() {
    let (burning, _) = page_at(85);
    assert_eq!(burning.verdict, Verdict::Operational);
    for second in [90, 95, 100, 105] {
        let (board, headline) = page_at(second);
        let queue = &board.services[0].queues[0];
        assert_eq!(board.verdict, Verdict::Down, "{second}");
        assert_eq!((queue.state, queue.workers_alive.known()), (State::Down, Some(0)), "{second}");
        assert!(queue.flags.contains(&FlagWord::NoConsumer));
        assert!(!queue.flags.contains(&FlagWord::MovingWithoutWorkers));
        assert_eq!((queue.in_flight.known(), queue.reported.unwrap().workers_alive), (Some(1), Some(0)));
        assert!(headline.starts_with("Background jobs: no sign of life"), "{headline}");
    }
    let waiting = |second| page_at(second).0.services[0].queues[0].queue_depth.known();
    assert!(waiting(105) > waiting(90));
}

#[test]
fn workers_return_and_jobs_that_fail_for_good_change_no_verdict() {
    let (board, _) = page_at(110);
    assert_eq!(board.verdict, Verdict::Operational);
    assert_eq!(board.services[0].queues[0].workers_alive.known(), Some(2));
    let failed = |second| page_at(second).0.services[0].queues[0].failed_depth.known();
    assert_eq!((failed(105), failed(125)), (Some(3), Some(9)));
    assert_eq!(page_at(125).0.verdict, Verdict::Operational);
}

#[test]
fn redis_away_is_said_by_the_application_and_no_number_becomes_zero() {
    let (board, headline) = page_at(140);
    let service = &board.services[0];
    assert_eq!(board.verdict, Verdict::Down);
    assert!(headline.starts_with("Redis is not working"), "{headline}");
    let redis = service.dependencies.iter().find(|d| d.id == "redis").unwrap();
    assert_eq!(redis.state, State::Down);
    assert_eq!((service.queues[0].state, service.queues[0].workers_alive.known()), (State::Unknown, None));
    assert_eq!(service.queues[0].queue_depth.known(), None);
}

#[test]
fn the_evening_is_as_the_morning_was_and_the_next_day_is_the_same() {
    let (board, headline) = page_at(150);
    assert_eq!(board.verdict, Verdict::Operational, "{headline}");
    let pages = pages();
    let (today, tomorrow) = pages.split_at(pages.len() / 2);
    let seen = |(_, board, headline): &(u64, PublicBoard, String)| {
        let queue = &board.services[0].queues[0];
        (board.verdict, headline.clone(), queue.workers_alive.known(), queue.failed_depth.known())
    };
    assert_eq!(today.iter().map(seen).collect::<Vec<_>>(), tomorrow.iter().map(seen).collect::<Vec<_>>());
}

#[test]
fn the_store_knows_its_commands_and_nothing_else() {
    let now = DAY_BEGAN + seconds(80);
    let world = world(seconds(80));
    let said = |line: &str| {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        String::from_utf8(said(&world, now, &words)).unwrap()
    };
    assert_eq!(said("TIME"), "*2\r\n$10\r\n1796040080\r\n$1\r\n0\r\n");
    assert_eq!(said("select 0"), "+OK\r\n");
    assert_eq!(said("ZCARD messages__queue"), ":3\r\n");
    assert_eq!(said(&format!("ZCOUNT messages__queue -inf {}", now.millis())), ":3\r\n");
    assert_eq!(said("XLEN failed"), ":3\r\n");
    assert_eq!(said("XLEN elsewhere"), ":0\r\n");
    assert_eq!(said("XINFO GROUPS elsewhere"), "-ERR no such key\r\n");
    assert_eq!(said("ZREVRANGE health.workers.demo 0 0 WITHSCORES").lines().next(), Some("*2"));
    assert_eq!(said("FLUSHALL"), "-ERR unknown command 'FLUSHALL'\r\n");
}

#[test]
fn the_store_reads_cut_commands_on_and_hangs_up_on_what_is_none() {
    let world = world(Duration::ZERO);
    let two = b"*1\r\n$4\r\nTIME\r\n*2\r\n$4\r\nXLEN\r\n";
    let answered = store::answer(two, &world, DAY_BEGAN);
    assert_eq!((answered.used, answered.end), (14, End::ReadOn));
    for hostile in
        ["GET / HTTP/1.1\r\n\r\n", "*4611686018427387904\r\n", "*1\r\n$4611686018427387904\r\n", ":1\r\n"]
    {
        let answered = store::answer(hostile.as_bytes(), &world, DAY_BEGAN);
        assert_eq!(answered.end, End::HangUp, "{hostile}");
        assert!(answered.replies.starts_with(b"-ERR Protocol error"), "{hostile}");
    }
}

/// One round over real sockets, at this second of the day.
async fn observed(second: u64) -> Memory {
    let now = clock::now();
    let day = Day { began: Timestamp::from_secs(now.secs()) - seconds(second) };
    let (health, redis) = open(day).await.unwrap();
    let config = configuration(&Addresses { health, redis }).unwrap();
    observe(&config, &Memory::new(now), &Native, None).await
}

#[tokio::test]
async fn the_real_probe_reads_it_over_real_sockets() {
    let memory = observed(10).await;
    let service = &memory.services["planner"];
    assert_eq!((service.verdict, service.health.facts.dependencies.len()), (Verdict::Operational, 7));
    assert_eq!(service.queues["async"].state, State::Operational, "{}", service.queues["async"].evidence);
    assert_eq!(service.queues["async"].facts.beats.len(), 2);
}

#[tokio::test]
async fn a_door_that_is_shut_is_seen_as_one() {
    let at_restart = observed(54).await;
    assert_eq!(at_restart.services["planner"].health.evidence, NoAnswer::Reset.to_string());
    let without_store = observed(130).await;
    let service = &without_store.services["planner"];
    assert_eq!((service.health.state, service.queues["async"].state), (State::Down, State::Unknown));
    assert_eq!(service.queues["async"].evidence, NoAnswer::Reset.to_string());
}
