//! What a receiver takes once it is known who sent it: each snapshot once, newer ones only, no service twice.

use super::*;
use crate::words::tests::application;
use shared::reading::Reading;
use shared::sample::Workers;

#[test]
fn the_same_snapshot_is_taken_once() {
    let (watch, mut receiver) = (sender(), Receiver::new(CONFIG));
    let posted = Posted::of(&watch, "a-nonce-1");
    let taken = receiver.take(&posted).unwrap();
    assert_eq!((taken.name.as_str(), taken.services), ("Inner network", 1));
    assert_eq!(receiver.take(&posted), Err(Refusal::Replayed));
    // After a restart nonces are forgotten; the round is not.
    receiver.restart();
    assert_eq!(receiver.take(&posted), Err(Refusal::NotNewer { last: watch.now }));
}

#[test]
fn an_older_round_is_not_taken_after_a_newer_one() {
    let (mut watch, mut receiver) = (sender(), Receiver::new(CONFIG));
    let older = Posted::of(&watch, "a-nonce-1");
    let last = watch.now;
    works(&mut watch);
    let newer = Posted::of(&watch, "a-nonce-2");
    receiver.take(&newer).unwrap();
    let refused = receiver.take(&older).unwrap_err();
    assert_eq!((&refused, refused.status()), (&Refusal::NotNewer { last: watch.now }, 409));
    assert!(last < watch.now);
    works(&mut watch);
    receiver.take(&Posted::of(&watch, "a-nonce-3")).unwrap();
}

#[test]
fn a_nonce_is_remembered_for_as_long_as_its_signature_is_good() {
    let mut watch = sender();
    let mut receiver = Receiver::new(CONFIG);
    let first = Posted::of(&watch, "a-nonce-1");
    receiver.now = watch.now - seconds(60);
    receiver.take(&first).unwrap();
    for n in 0..8 {
        works(&mut watch);
        receiver.now = receiver.now + seconds(15);
        receiver.take(&Posted::of(&watch, &format!("a-later-nonce-{n}"))).unwrap();
    }
    assert_eq!(receiver.now, START + seconds(15 + 60));
    assert_eq!(receiver.take(&first), Err(Refusal::Replayed));
}

#[test]
fn a_service_that_somebody_else_watches_is_refused_with_both_names() {
    let mut receiver = Receiver::new(CONFIG);
    let now = START + seconds(15);
    receiver.now = now;
    let mut twin = Watch::over([application("shop", "Shop")]);
    twin.hear([heard("shop", up(), [])]);
    let refused = receiver.take(&Posted::of(&twin, "a-nonce-1")).unwrap_err();
    assert_eq!(refused.status(), 409);
    let says = refused.to_string();
    assert!(
        says.contains("\"shop\"") && says.contains("\"Inner network\"") && says.contains("[[service]]"),
        "{says}"
    );

    receiver.take(&Posted::of(&sender(), "a-nonce-2")).unwrap();
    let body = Posted::of(&sender(), "a-nonce-3").body;
    let other = Posted::signed_with("fedcba9876543210", body, "a-nonce-3", now);
    let says = receiver.take(&other).unwrap_err().to_string();
    assert!(
        says.contains("\"planner\"") && says.contains("\"cellar\"") && says.contains("\"Inner network\""),
        "{says}"
    );
    assert_eq!(receiver.board().services.iter().filter(|s| s.id == "planner").count(), 1);
}

#[test]
fn what_only_the_sender_needs_stays_at_home_and_what_the_operator_sees_travels() {
    let mut watch = sender();
    let service = watch.memory.services.get_mut("planner").unwrap();
    service.ask_again_at = Some(watch.now);
    service.health.evidence = "HTTP 200, 812 bytes".into();
    service.queues.get_mut("async").unwrap().facts.position = "1796047200000-0".into();
    let snapshot = Snapshot::of(&watch.plan, &watch.memory);
    let service = &snapshot.memory.services["planner"];
    assert_eq!((service.ask_again_at, service.queues["async"].facts.position.as_str()), (None, ""));
    assert_eq!(service.health.evidence, "HTTP 200, 812 bytes");
    assert_eq!(service.queues["async"].facts.beats.len(), 2);
}

#[test]
fn what_was_pushed_to_a_page_is_not_pushed_on() {
    let mut receiver = Receiver::new(CONFIG);
    receiver.hears(&sender());
    receiver.round();
    let told = receiver.ledger.told(&receiver.config);
    let plan = receiver.config.plan.and(&told.pushed);
    assert_eq!(plan.services.len(), 2);
    let snapshot = Snapshot::of(&plan, &told.memory);
    assert!(snapshot.services.iter().all(|service| service.id == "shop"), "{:?}", snapshot.services);
    assert!(!snapshot.memory.services.contains_key("planner"));
}

#[test]
fn a_link_that_is_no_web_address_is_left_out() {
    let mut watch = sender();
    watch.plan.services[0].runbook = "javascript:alert(1)".into();
    watch.plan.services[0].queues[0].runbook = "javascript:alert(2)".into();
    let mut receiver = Receiver::new(ONLY);
    receiver.hears(&watch);
    let service = &receiver.board().services[0];
    assert_eq!((service.runbook.as_str(), service.queues[0].runbook.as_str()), ("", ""));
}

#[test]
fn a_name_that_shows_nothing_is_as_if_there_were_none() {
    let mut watch = sender();
    let health = watch.plan.services[0].health.as_mut().unwrap();
    health.names = [("postgres", " "), ("redis", "Re\u{7}dis"), ("mercure", "Live updates")]
        .map(|(key, name)| (key.to_owned(), name.to_owned()))
        .into();
    let mut receiver = Receiver::new(ONLY);
    let parcel = Posted::of(&watch, "a-nonce-1").opened(&receiver.config, watch.now).unwrap();
    let names = &parcel.snapshot.services[0].health.as_ref().unwrap().names;
    assert_eq!(names.keys().collect::<Vec<_>>(), ["mercure"]);
    receiver.hears(&watch);
}

#[test]
fn a_round_that_clocks_dated_which_were_ahead_on_both_sides_locks_nobody_out() {
    let (mut watch, mut receiver) = (sender(), Receiver::new(ONLY));
    watch.now = watch.now + Duration::from_hours(24);
    works(&mut watch);
    receiver.hears(&watch);
    // Both are set right.
    watch.now = watch.now - Duration::from_hours(24);
    works(&mut watch);
    receiver.hears(&watch);
    assert_eq!(receiver.board().services[0].observed_at, Some(watch.now));
}

#[test]
fn a_sender_whose_clock_is_wrong_is_dated_by_the_clock_of_the_page() {
    for skew in [-50, -20, 20, 50] {
        let mut receiver = Receiver::new(ONLY);
        let mut watch = sender();
        let mut since = None;
        for n in 0..4_u64 {
            works(&mut watch);
            let local = Timestamp::from_millis(watch.now.millis() - skew * 1000);
            receiver.now = local + Duration::from_millis(n * 300);
            receiver.take(&Posted::of(&watch, &format!("nonce-{n}-{skew}"))).unwrap();
            let service = receiver.board().services[0].clone();
            assert!(!service.expired, "{skew}");
            let observed_at = service.observed_at.unwrap();
            assert!(receiver.now.since(observed_at) < seconds(3), "{skew}: {observed_at}");
            assert_eq!(*since.get_or_insert(service.since), service.since, "\"since\" stays where it is");
        }
    }
}

#[test]
fn a_slow_way_makes_no_snapshot_newer_than_it_is() {
    let (watch, mut receiver) = (sender(), Receiver::new(ONLY));
    receiver.now = watch.now + seconds(9);
    receiver.take(&Posted::of(&watch, "a-nonce-1")).unwrap();
    assert_eq!(receiver.board().services[0].observed_at, Some(watch.now));
}

#[test]
fn numbers_arrive_as_they_were_counted() {
    let mut receiver = Receiver::new(ONLY);
    receiver.hears(&sender());
    let board = receiver.board();
    let queue = &board.services[0].queues[0];
    assert!(matches!(queue.workers, Workers::Counted { alive: Reading::Known { value: 2, .. }, .. }));
    assert_eq!((queue.numbers.queue_depth, queue.beats.len()), (Reading::redis(3), 2));
}
