//! What a round promises: one connection a server, nobody waits for a neighbour, failures stay where they are.

use super::fake::{Does, START, Service, World, config};
use super::*;
use crate::config::QueueSource;
use crate::probe::queue::recipe::{ClientName, Clients, Recipe, Source};
use crate::probe::queue::testkit;
use shared::reading::{Reading, Why};
use shared::sample::{Exactness, Workers};
use shared::state::Verdict;

/// One service with health, liveness and three queues in two databases of one Redis.
fn planner() -> Service {
    Service {
        id: "planner",
        health: Some("app"),
        liveness: Some("alive"),
        queues: vec![("redis", 1), ("redis", 2), ("redis", 1)],
    }
}

async fn ask(services: &[Service], world: &World) -> Round {
    round(&config(services), &Waits::new(), world, None).await
}

fn report(asked: &Asked<HealthReport>) -> (&HealthReport, Duration) {
    match asked {
        Asked::Answer { report, took, .. } => (report, *took),
        other => panic!("not asked: {other:?}"),
    }
}

fn alive(sample: &QueueSample) -> Reading {
    match sample.workers {
        Workers::Counted { alive, exactness: Exactness::Exact } => alive,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_round_takes_as_long_as_its_slowest_target_and_says_what_each_said() {
    let world = World::new(|host, _| Does::Answers(if host == "redis" { 100 } else { 300 }));
    let round = ask(&[planner()], &world).await;
    assert_eq!(round.at.since(START).as_millis(), 300);
    let service = &round.services[0];
    assert_eq!(service.id, "planner");
    for asked in [&service.health, &service.liveness] {
        let (report, took) = report(asked);
        assert_eq!((report.state, took.as_millis()), (Verdict::Operational, 300));
    }
    let read: Vec<_> =
        service.queues.iter().map(|q| (q.id.as_str(), alive(q), q.numbers.queue_depth)).collect();
    let of = |n| (Reading::redis(n), Reading::redis(n));
    let expected = [("queue-0", of(1)), ("queue-1", of(2)), ("queue-2", of(1))];
    assert_eq!(read, expected.map(|(id, (workers, waiting))| (id, workers, waiting)));
    assert_eq!((service.queues[0].host.as_str(), service.queues[0].round_trip.as_millis()), ("redis", 100));
}

#[tokio::test(start_paused = true)]
async fn what_a_cache_has_kept_is_not_what_the_application_says() {
    let world = World::new(|_, _| Does::Answers(1));
    let service = Service { id: "a", health: Some("cached"), liveness: Some("cached"), ..Service::default() };
    let round = ask(&[service], &world).await;
    for asked in [&round.services[0].health, &round.services[0].liveness] {
        let (report, _) = report(asked);
        assert_eq!((report.state, report.standing), (Verdict::Unknown, Standing::Refused));
    }
}

#[tokio::test(start_paused = true)]
async fn queues_on_one_server_share_one_connection_and_one_write() {
    let world = World::new(|_, _| Does::Answers(1));
    let other = Service { id: "other", queues: vec![("redis", 3), ("elsewhere", 1)], ..Service::default() };
    let round = ask(&[planner(), other], &world).await;
    let attempts = world.seen.attempts.borrow();
    assert_eq!(attempts.iter().filter(|h| *h == "redis").count(), 1);
    assert_eq!(world.seen.writes.get(), 2, "one for each of the two servers");
    assert_eq!(alive(&round.services[1].queues[0]), Reading::redis(3));
}

/// `planner`, whose queues are these systems' instead.
fn with_recipes(recipes: &[Recipe]) -> Config {
    let mut config = config(&[planner()]);
    for (queue, recipe) in config.services[0].queues.iter_mut().zip(recipes) {
        let QueueSource::Redis(queue) = queue else { panic!("in a Redis") };
        queue.recipe = recipe.clone();
    }
    config
}

fn recipe(system: &str, lines: &str) -> Recipe {
    testkit::target(system, lines).recipe
}

/// BullMQ's way of telling who is alive.
fn connections() -> Recipe {
    let names = vec![ClientName::Is("bull:cQ==".to_owned())];
    Recipe { workers: vec![Source::Clients(Clients { names, ..Clients::default() })], ..Recipe::default() }
}

#[tokio::test(start_paused = true)]
async fn where_something_follows_there_is_a_second_write_on_the_same_connection_and_no_third() {
    let world = World::new(|_, _| Does::Answers(100));
    let (symfony, sidekiq) = (recipe("symfony", "heartbeat = \"beats\""), recipe("sidekiq", ""));
    let config = with_recipes(&[sidekiq.clone(), symfony, sidekiq]);
    let round = round(&config, &Waits::new(), &world, None).await;
    assert_eq!(world.seen.attempts.borrow().iter().filter(|h| *h == "redis").count(), 1);
    assert_eq!(world.seen.writes.get(), 2);
    let [first, second, third] = round.services[0].queues.as_slice() else { panic!("three queues") };
    assert_eq!((alive(first), first.numbers.queue_depth), (Reading::redis(0), Reading::redis(1)));
    assert_eq!((alive(second), second.numbers.queue_depth), (Reading::redis(2), Reading::redis(2)));
    assert_eq!((first.parts.len(), first.round_trip.as_millis()), (1, 200));
    assert_eq!((&third.numbers, third.parts.len()), (&first.numbers, 1));
}

#[tokio::test(start_paused = true)]
async fn what_was_said_before_the_second_answer_failed_to_come_still_counts() {
    let world = World::new(|host, _| if host == "redis" { Does::FallsSilentLater } else { Does::Answers(1) });
    let config = with_recipes(&[recipe("sidekiq", ""), recipe("symfony", "heartbeat = \"beats\"")]);
    let round = round(&config, &Waits::new(), &world, None).await;
    let [sidekiq, symfony, _] = round.services[0].queues.as_slice() else { panic!("three queues") };
    assert_eq!((alive(sidekiq), sidekiq.standing), (Reading::redis(0), Standing::Said));
    assert_eq!(sidekiq.numbers.failed_depth, Reading::redis(1));
    assert_eq!(sidekiq.numbers.queue_depth, Reading::redis(1));
    assert_eq!(alive(symfony), Reading::redis(2));
    assert_eq!(symfony.numbers.queue_depth, Reading::not_in_redis(Why::NotAnswering), "its groups came last");
}

#[tokio::test(start_paused = true)]
async fn connections_are_listed_once_whoever_wants_them_and_a_list_that_is_too_large_costs_only_itself() {
    let world = World::new(|_, _| Does::Answers(1));
    let config = with_recipes(&[connections(), recipe("sidekiq", ""), connections()]);
    let many = round(&config, &Waits::new(), &world, None).await;
    let [first, sidekiq, third] = many.services[0].queues.as_slice() else { panic!("three queues") };
    assert_eq!((alive(first), alive(third)), (Reading::redis(20_000), Reading::redis(20_000)));
    assert_eq!(sidekiq.numbers.queue_depth, Reading::redis(4));
    assert_eq!(world.seen.writes.get(), 2);

    let world = World::new(|host, _| if host == "redis" { Does::ListsTooMany } else { Does::Answers(1) });
    let too_many = round(&config, &Waits::new(), &world, None).await;
    let [first, sidekiq, _] = too_many.services[0].queues.as_slice() else { panic!("three queues") };
    assert_eq!((alive(first), first.standing), (Reading::not_in_redis(Why::TooLarge), Standing::Refused));
    assert_eq!((alive(sidekiq), sidekiq.numbers.queue_depth), (Reading::redis(0), Reading::redis(4)));
}

#[tokio::test(start_paused = true)]
async fn a_hanging_target_costs_its_own_deadline_and_nobody_elses() {
    let world = World::new(|host, _| if host == "app" { Does::Hangs } else { Does::Answers(10) });
    let round = ask(&[planner()], &world).await;
    assert_eq!(round.at.since(START).as_millis(), 1000);
    let service = &round.services[0];
    let (health, took) = report(&service.health);
    assert_eq!((health.standing, health.state), (Standing::Unreached, Verdict::Down));
    assert_eq!((health.evidence.as_str(), took.as_millis()), ("no answer within 1000 ms", 1000));
    assert_eq!(health.flags, [Flag::new(FlagWord::Unreached)]);
    assert_eq!(report(&service.liveness).1.as_millis(), 10);
    assert_eq!(service.queues[0].round_trip.as_millis(), 10);
}

#[tokio::test(start_paused = true)]
async fn a_hanging_redis_leaves_its_queues_unknown_after_their_own_deadline() {
    let world = World::new(|host, _| if host == "redis" { Does::Hangs } else { Does::Answers(10) });
    let round = ask(&[planner()], &world).await;
    assert_eq!(round.at.since(START).as_millis(), 2000);
    for queue in &round.services[0].queues {
        assert_eq!(alive(queue), Reading::not_in_redis(Why::NotAnswering));
        assert_eq!(
            (queue.standing, queue.evidence.as_str()),
            (Standing::Unreached, "no answer within 2000 ms")
        );
    }
    assert_eq!(report(&round.services[0].health).0.standing, Standing::Said);
}

#[tokio::test(start_paused = true)]
async fn what_redis_said_before_it_fell_silent_still_counts_when_time_is_up() {
    let world = World::new(|host, _| if host == "redis" { Does::FallsSilent } else { Does::Answers(10) });
    let round = ask(&[planner()], &world).await;
    let [first, second, third] = round.services[0].queues.as_slice() else { panic!("three queues") };
    for (queue, beats) in [(first, 1), (second, 2), (third, 1)] {
        assert_eq!((alive(queue), queue.standing), (Reading::redis(beats), Standing::Said));
    }
    assert_eq!(first.numbers.queue_depth, Reading::redis(1));
    assert_eq!(second.numbers.queue_depth, Reading::not_in_redis(Why::NotAnswering), "its groups came last");
}

#[tokio::test(start_paused = true)]
async fn what_was_refused_or_hung_up_on_is_tried_once_more_and_only_once() {
    let recovers = World::new(|_, attempt| match attempt {
        1 => Does::Fails(NoAnswer::Refused),
        _ => Does::Answers(5),
    });
    let round = ask(&[planner()], &recovers).await;
    assert_eq!(report(&round.services[0].health).0.state, Verdict::Operational);
    assert_eq!(alive(&round.services[0].queues[1]), Reading::redis(2));

    for does in [|_: &str, _| Does::Fails(NoAnswer::Refused), |_: &str, _| Does::HangsUp] {
        let gone = World::new(does);
        let round = ask(&[planner()], &gone).await;
        assert_eq!(gone.seen.attempts.borrow().len(), 6, "two for each of three targets");
        let service = &round.services[0];
        assert_eq!(report(&service.health).0.standing, Standing::Unreached);
        assert_eq!(service.queues[0].standing, Standing::Unreached);
        let told = [NoAnswer::Refused.to_string(), NoAnswer::Reset.to_string()];
        assert!(told.contains(&service.queues[0].evidence), "{}", service.queues[0].evidence);
    }
}

#[tokio::test(start_paused = true)]
async fn what_cannot_get_better_at_once_is_not_tried_again() {
    let world = World::new(|_, _| Does::Fails(NoAnswer::Dns));
    let round = ask(&[planner()], &world).await;
    assert_eq!(world.seen.attempts.borrow().len(), 3);
    assert_eq!(report(&round.services[0].health).0.evidence, "the name does not resolve");
}

#[tokio::test(start_paused = true)]
async fn a_retry_ends_with_the_deadline_of_the_first_attempt() {
    let world = World::new(|_, attempt| if attempt == 1 { Does::HangsUp } else { Does::Hangs });
    let round = ask(&[planner()], &world).await;
    assert_eq!(round.at.since(START).as_millis(), 2000);
    assert_eq!(report(&round.services[0].health).1.as_millis(), 1000);
}

#[tokio::test(start_paused = true)]
async fn our_own_fault_is_said_to_be_ours() {
    let world = World::new(|_, _| Does::Fails(NoAnswer::OurFault("too many subrequests".to_owned())));
    let round = ask(&[planner()], &world).await;
    let service = &round.services[0];
    let (health, _) = report(&service.health);
    assert_eq!((health.standing, health.state), (Standing::OurFault, Verdict::Unknown));
    assert_eq!(health.flags, []);
    assert_eq!(service.queues[0].standing, Standing::OurFault);
    assert_eq!(alive(&service.queues[0]), Reading::not_in_redis(Why::OurFault));
}

#[tokio::test(start_paused = true)]
async fn health_that_asked_us_to_wait_is_left_out_until_then_and_its_queues_are_not() {
    let world = World::new(|_, _| Does::Answers(1));
    let waits = |until| Waits::from([("planner".to_owned(), until)]);
    let config = config(&[planner()]);
    let waiting = round(&config, &waits(START + Duration::from_secs(1)), &world, None).await;
    assert_eq!(waiting.services[0].health, Asked::Skipped);
    assert_eq!(alive(&waiting.services[0].queues[0]), Reading::redis(1));
    assert!(!world.seen.attempts.borrow().contains(&"app".to_owned()));
    let over = round(&config, &waits(START), &world, None).await;
    assert_eq!(report(&over.services[0].health).0.state, Verdict::Operational);
}

#[tokio::test(start_paused = true)]
async fn what_is_not_configured_is_not_asked() {
    let world = World::new(|_, _| Does::Hangs);
    let round = ask(&[Service { id: "empty", ..Service::default() }], &world).await;
    assert_eq!(
        (&round.services[0].health, &round.services[0].liveness),
        (&Asked::NotConfigured, &Asked::NotConfigured)
    );
    assert_eq!(round.at, START);
}

#[tokio::test(start_paused = true)]
async fn never_are_more_connections_open_than_allowed_and_everyone_gets_a_whole_turn() {
    let world = World::new(|host, _| if host == "hangs" { Does::Hangs } else { Does::Answers(900) });
    let services: Vec<_> = ["a", "b", "c", "hangs", "d", "e"]
        .into_iter()
        .map(|host| Service { id: host, health: Some(host), liveness: Some(host), ..Service::default() })
        .chain([planner()])
        .collect();
    let round = round(&config(&services), &Waits::new(), &world, Some(5)).await;
    assert_eq!(world.seen.attempts.borrow().len(), 15);
    assert_eq!(world.seen.most_open.get(), 5);
    for service in round.services.iter().filter(|s| s.id != "hangs") {
        assert_eq!(report(&service.health).0.standing, Standing::Said, "{}", service.id);
    }
    assert!(round.at.since(START) < Duration::from_secs(3));

    let unlimited = World::new(|_, _| Does::Answers(900));
    ask(&services, &unlimited).await;
    assert_eq!(unlimited.seen.most_open.get(), 15);
}

#[tokio::test(start_paused = true)]
async fn where_connections_are_few_clusters_have_their_turn_after_all_others_and_one_by_one() {
    let world = World::new(|_, _| Does::Answers(900));
    let queues = vec![("cluster", 0), ("redis", 1), ("another", 0)];
    let mut config = config(&[Service { id: "app", health: Some("app"), queues, ..Service::default() }]);
    for queue in &mut config.services[0].queues {
        let QueueSource::Redis(queue) = queue else { panic!("in a Redis") };
        if queue.db == 0 {
            queue.server.way = Way::Cluster { others: Vec::new() };
        }
    }
    let few = round(&config, &Waits::new(), &world, Some(5)).await;
    assert_eq!(few.services[0].queues.iter().map(alive).collect::<Vec<_>>(), [0, 1, 0].map(Reading::redis));
    assert_eq!(few.at.since(START).as_millis(), 2700, "the clusters' turns are two more");
    let mut first: Vec<String> = world.seen.attempts.take();
    let last = first.split_off(2);
    first.sort();
    assert_eq!((first, last.len()), (vec!["app".to_owned(), "redis".to_owned()], 2));

    let world = World::new(|_, _| Does::Answers(900));
    let many = round(&config, &Waits::new(), &world, None).await;
    assert_eq!(many.at.since(START).as_millis(), 900);
}
