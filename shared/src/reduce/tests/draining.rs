//! DESIGN 4, "Draining": not an outage, unless it lasts longer than `drain_max`.

use crate::flag::FlagWord;
use crate::reduce::testkit::*;
use crate::sample::{HealthReport, ServiceSample};
use crate::state::{State, Verdict};
use core::time::Duration;

fn watch() -> Watch {
    let mut watch = Watch::over([service("app").with_health()]);
    watch.hear([heard("app").health(up().line(line("redis", State::Operational)))]);
    watch
}

fn leaving() -> [ServiceSample; 1] {
    [heard("app").health(draining().line(line("draining", State::Down)))]
}

/// Rounds until draining has lasted exactly `drain_max`.
fn drain_as_long_as_allowed(watch: &mut Watch) {
    watch.hear(leaving());
    for _ in 0..DRAIN_MAX.as_secs() / EVERY.as_secs() {
        assert_eq!(watch.hear(leaving()).verdict, Verdict::Draining);
    }
}

#[test]
fn draining_is_no_outage_as_long_as_drain_max_and_down_after_it() {
    let mut watch = watch();
    drain_as_long_as_allowed(&mut watch);
    let board = watch.hear(leaving());
    assert_eq!((board.verdict, only(&board).since), (Verdict::Down, watch.now));
    assert!(board.remarks(FlagWord::DrainingTooLong));
}

#[test]
fn draining_began_with_the_first_round_that_said_so() {
    let mut watch = watch();
    watch.hear(leaving());
    let began = Some(watch.now);
    let board = watch.hear(leaving());
    assert_eq!(only(&board).health.as_ref().unwrap().draining_since, began);
}

#[test]
fn rounds_that_say_nothing_do_not_end_draining() {
    for nothing in [HealthReport::refused(), our_fault(), HealthReport::said(Verdict::Unknown)] {
        let mut watch = watch();
        drain_as_long_as_allowed(&mut watch);
        watch.hear([heard("app").health(nothing)]);
        assert_eq!(watch.hear(leaving()).verdict, Verdict::Down);
    }
}

#[test]
fn a_known_state_that_is_not_draining_ends_it() {
    for known in [Verdict::Operational, Verdict::Degraded, Verdict::Down] {
        let mut watch = watch();
        drain_as_long_as_allowed(&mut watch);
        let board = watch.hear([heard("app").health(HealthReport::said(known))]);
        assert_eq!(only(&board).health.as_ref().unwrap().draining_since, None);
        assert_eq!(watch.hear(leaving()).verdict, Verdict::Draining);
    }
}

#[test]
fn while_it_lasts_dependencies_keep_their_last_lines_marked_as_before_the_restart() {
    let mut watch = watch();
    let board = watch.hear(leaving());
    assert!(only(&board).before_restart);
    assert_eq!(only(&board).dependencies.len(), 1);
    assert_eq!(
        (only(&board).dependencies[0].key.as_str(), only(&board).dependencies[0].state),
        ("redis", State::Operational)
    );
    let board = watch.hear([heard("app").health(up().line(line("postgres", State::Degraded)))]);
    assert!(!only(&board).before_restart);
    assert_eq!(
        (only(&board).dependencies[0].key.as_str(), only(&board).dependencies[0].state),
        ("postgres", State::Degraded)
    );
}

#[test]
fn draining_expires_like_everything_else() {
    let mut watch = watch();
    watch.hear(leaving());
    assert_eq!(watch.wait(EXPIRES_AFTER + Duration::from_millis(1)).verdict, Verdict::Unknown);
}

#[test]
fn a_crew_from_before_the_restart_is_not_dated_with_a_round_that_did_not_count_it() {
    let mut watch = Watch::over([service("app").with_health()]);
    watch.hear([heard("app").health(up().line(messenger(2)))]);
    let counted = watch.now;
    let board = watch.hear(leaving());
    let crew = only_queue(&board).last_crew.unwrap();
    assert_eq!((crew.count, crew.at), (2, counted));
}

#[test]
fn what_the_application_counted_before_the_restart_contradicts_nobody() {
    let mut watch =
        Watch::over([service("app").with_health().with_queue(queue("jobs").reported_as("messenger"))]);
    let gone = HealthReport::said(Verdict::Down).line(messenger(0));
    watch.hear([heard("app").health(gone).queue(workers("jobs", 0))]);
    for _ in 0..3 {
        let board = watch.hear([heard("app").health(draining()).queue(workers("jobs", 2))]);
        assert_eq!((board.verdict, only_queue(&board).state), (Verdict::Draining, State::Operational));
        assert_eq!(only_queue(&board).reported, None);
    }
}
