//! DESIGN 4, "Expiry": what was last observed stays valid for `expires_after`, then it is unknown.

use crate::board::{Board, Link};
use crate::memory::Liveness;
use crate::plan::Source;
use crate::reading::Reading;
use crate::reduce::testkit::*;
use crate::sample::HealthReport;
use crate::state::{State, Verdict};
use core::time::Duration;

const MILLISECOND: Duration = Duration::from_millis(1);

fn watch_after_one_round() -> Watch {
    let mut watch = Watch::over([service("app").with_health().with_queue(queue("jobs"))]);
    watch.hear([heard("app").health(up().line(line("redis", State::Operational))).queue(workers("jobs", 2))]);
    watch
}

#[test]
fn an_observation_is_valid_up_to_and_including_expires_after() {
    let watch = watch_after_one_round();
    let end = watch.now + EXPIRES_AFTER;
    assert_eq!(watch.look_at(end).verdict, Verdict::Operational);
    let board = watch.look_at(end + MILLISECOND);
    assert_eq!((board.verdict, only(&board).expired), (Verdict::Unknown, true));
    assert_eq!(watch.look().expires_at, Some(end));
}

#[test]
fn an_observation_from_more_than_five_seconds_in_the_future_is_not_believed() {
    let watch = watch_after_one_round();
    let five = Duration::from_secs(5);
    assert_eq!(watch.look_at(watch.now - five).verdict, Verdict::Operational);
    let board = watch.look_at(watch.now - five - MILLISECOND);
    assert_eq!((board.verdict, only(&board).expired), (Verdict::Unknown, true));
}

#[test]
fn an_expired_service_keeps_its_last_readings() {
    let mut watch = watch_after_one_round();
    let observed = watch.now;
    let board = watch.wait(EXPIRES_AFTER + MILLISECOND);
    let jobs = only_queue(&board);
    assert_eq!((jobs.state, jobs.expired), (State::Unknown, true));
    assert_eq!((jobs.alive(), jobs.numbers.queue_depth), (Reading::redis(2), Reading::redis(5)));
    assert_eq!((jobs.observed_at, only(&board).observed_at), (Some(observed), Some(observed)));
    assert_eq!(only(&board).dependencies[0].state, State::Unknown);
    assert!(!board.fully_observed);
}

#[test]
fn down_expires_like_everything_else() {
    let mut watch = Watch::over([service("app").with_health()]);
    watch.hear([heard("app").health(HealthReport::said(Verdict::Down))]);
    assert_eq!(watch.wait(EXPIRES_AFTER).verdict, Verdict::Down);
    assert_eq!(watch.wait(MILLISECOND).verdict, Verdict::Unknown);
}

#[test]
fn since_is_the_first_round_that_showed_the_present_state() {
    let mut watch = watch_after_one_round();
    let first = watch.now;
    let board = watch.hear([heard("app").health(up()).queue(workers("jobs", 1))]);
    assert_eq!((only(&board).since, only_queue(&board).since), (first, first));
    let board = watch.hear([heard("app").health(up()).queue(workers("jobs", 0))]);
    assert_eq!((only(&board).since, only_queue(&board).since), (watch.now, watch.now));
    assert_eq!(only(&board).health.as_ref().unwrap().since, first);
}

#[test]
fn a_confirmed_failure_is_dated_with_the_round_that_confirmed_it() {
    let mut watch = Watch::over([service("app").with_health()]);
    watch.hear([heard("app").health(up())]);
    let first = watch.now;
    let board = watch.hear([heard("app").health(HealthReport::unreached())]);
    assert_eq!(only(&board).since, first);
    let board = watch.hear([heard("app").health(HealthReport::unreached())]);
    assert_eq!(only(&board).since, watch.now);
}

#[test]
fn expiry_begins_a_new_unknown_and_recovery_a_new_state() {
    let mut watch = watch_after_one_round();
    let end = watch.now + EXPIRES_AFTER;
    let board = watch.wait(Duration::from_mins(10));
    assert_eq!((only(&board).since, only_queue(&board).since), (end, end));
    let board = watch.hear([heard("app").health(up()).queue(workers("jobs", 2))]);
    assert_eq!((board.verdict, only(&board).expired), (Verdict::Operational, false));
    assert_eq!((only(&board).since, only_queue(&board).since), (watch.now, watch.now));
}

#[test]
fn a_refusal_after_expiry_goes_on_with_the_unknown_that_expiry_began() {
    let mut watch = watch_after_one_round();
    let end = watch.now + EXPIRES_AFTER;
    watch.wait(Duration::from_mins(10));
    let refused = || [heard("app").health(HealthReport::refused()).queue(redis_refused("jobs"))];
    watch.hear(refused());
    let board = watch.hear(refused());
    assert_eq!((board.verdict, only(&board).since), (Verdict::Unknown, end));
    assert_eq!((only_queue(&board).since, only(&board).expired), (end, false));
}

#[test]
fn a_part_expires_alone_and_the_rest_stays_valid() {
    let mut watch = watch_after_one_round();
    let end = watch.now + EXPIRES_AFTER;
    for _ in 0..5 {
        watch.hear([heard("app").health_skipped().queue(workers("jobs", 2))]);
    }
    let board = watch.look();
    assert_eq!((board.verdict, only(&board).expired), (Verdict::Unknown, false));
    assert_eq!((only(&board).health.as_ref().unwrap().state, only(&board).since), (State::Unknown, end));
    assert_eq!(only_queue(&board).state, State::Operational);
    assert_eq!(only(&board).expires_at, Some(watch.now + EXPIRES_AFTER));
}

#[test]
fn since_stands_still_while_a_part_expired_long_ago_and_another_is_down() {
    let mut watch = watch_after_one_round();
    for _ in 0..8 {
        watch.hear([heard("app").health_skipped().queue(workers("jobs", 0))]);
    }
    let down_since = START + EVERY * 2;
    let board = watch.look();
    assert_eq!((board.verdict, only(&board).since), (Verdict::Down, down_since));
    let board = watch.wait(Duration::from_secs(10));
    assert_eq!((board.verdict, only(&board).since), (Verdict::Down, down_since));
}

#[test]
fn what_liveness_said_expires_too() {
    let mut watch = Watch::over([service("app").with_health()]);
    watch.hear([heard("app").health(up()).liveness(up())]);
    let at = watch.now;
    let board = watch.wait(EXPIRES_AFTER);
    assert_eq!(only(&board).liveness, Liveness::Said { state: Verdict::Operational, at });
    let board = watch.wait(MILLISECOND);
    assert_eq!(only(&board).liveness, Liveness::Said { state: Verdict::Unknown, at });
}

#[test]
fn the_board_expires_when_the_first_of_its_services_does() {
    let mut watch = Watch::over([service("app").with_health(), service("shop").with_health()]);
    watch.hear([heard("app").health(up()), heard("shop").health(up())]);
    let first = watch.now;
    watch.hear([heard("app").health(up()), heard("shop").health(HealthReport::unreached())]);
    assert_eq!(watch.look().expires_at, Some(first + EXPIRES_AFTER));
}

#[test]
fn what_a_clock_noted_that_was_ahead_has_been_so_since_now_at_the_latest() {
    let day = Duration::from_hours(24);
    let mut watch = Watch::over([service("app").with_health().with_queue(queue("jobs"))]);
    watch.memory.started_at = START + day;
    watch.now = START + day;
    let nobody = || [heard("app").health(HealthReport::refused()).queue(redis_refused("jobs"))];
    watch.hear([heard("app").health(draining()).queue(workers("jobs", 2))]);
    watch.hear(nobody());
    watch.hear(nobody());
    watch.now = START;
    let is_honest = |board: &Board| {
        let (app, jobs) = (only(board), only_queue(board));
        assert_eq!(
            (app.verdict, app.since, jobs.since),
            (Verdict::Unknown, board.served_at, board.served_at)
        );
        assert_eq!((board.started_at, jobs.last_crew.unwrap().at), (board.served_at, board.served_at));
    };
    is_honest(&watch.look());
    let first = watch.hear(nobody());
    is_honest(&first);
    let second = watch.hear(nobody());
    assert_eq!([only(&second).since, only_queue(&second).since, second.started_at], [first.served_at; 3]);
    // The restart that is under way is as long as it is.
    let restarting = watch.hear([heard("app").health(draining())]);
    assert_eq!(restarting.services[0].health.as_ref().unwrap().draining_since, Some(watch.now));
}

#[test]
fn a_wait_that_a_clock_noted_that_was_ahead_ends() {
    let mut watch = Watch::over([service("app").with_health()]);
    watch.now = START + Duration::from_hours(24);
    let wait = HealthReport { retry_after: Duration::from_mins(2), ..HealthReport::refused() };
    watch.hear([heard("app").health(wait)]);
    watch.now = START;
    watch.hear([heard("app").health_skipped()]);
    assert_eq!(watch.memory.services["app"].ask_again_at, None);
}

#[test]
fn a_source_that_was_heard_by_a_clock_that_was_ahead_is_silent() {
    let mut watch = watch_after_one_round();
    let source = Source { name: "Inside".to_owned(), expires_after: EXPIRES_AFTER };
    watch.plan.services[0].source = Some(source);
    watch.memory.services.get_mut("app").unwrap().heard_at = Some(watch.now + Duration::from_hours(1));
    assert_eq!(only(&watch.look()).source.as_ref().unwrap().link, Link::Lost);
}
