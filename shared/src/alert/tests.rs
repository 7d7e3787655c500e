//! What is said, when, and what is not.

use super::testkit::{Ear, RULES, kinds};
use super::{BETWEEN, Kind, What};
use crate::flag::{Flag, FlagWord};
use crate::incident::Stage;
use crate::memory::{Liveness, Observer};
use crate::plan::ServicePlan;
use crate::reading::{Reading, Why};
use crate::reduce::testkit::{DRAIN_MAX, EVERY, EXPIRES_AFTER, plan, service};
use crate::state::{State, Verdict};
use core::time::Duration;

const HOUR: Duration = Duration::from_hours(1);

#[test]
fn down_and_its_recovery_are_said_once_each_under_one_key() {
    let mut ear = Ear::new();
    ear.is(Verdict::Down);
    let down = ear.rounds(20);
    assert_eq!(kinds(&down), [Kind::Down]);
    assert_eq!(down[0].since, down[0].at);
    ear.is(Verdict::Operational);
    let recovered = ear.rounds(20);
    assert_eq!(kinds(&recovered), [Kind::Recovered]);
    assert_eq!((&recovered[0].key, &recovered[0].said), (&down[0].key, &vec![Kind::Down]));
    assert_eq!(recovered[0].since, down[0].since);
    assert_ne!(recovered[0].id, down[0].id);
}

#[test]
fn getting_worse_and_better_goes_on_under_the_same_key() {
    let mut ear = Ear::new();
    ear.is(Verdict::Degraded);
    let mut all = ear.rounds(2);
    ear.is(Verdict::Down);
    all.extend(ear.rounds(2));
    ear.is(Verdict::Operational);
    all.extend(ear.rounds(2));
    assert_eq!(kinds(&all), [Kind::Degraded, Kind::Down, Kind::Recovered]);
    assert!(all.iter().all(|notice| notice.key == all[0].key));
    assert_eq!(all[2].said, [Kind::Degraded, Kind::Down]);
}

#[test]
fn a_restart_within_its_time_says_nothing_and_ends_nothing() {
    let mut ear = Ear::new();
    ear.is(Verdict::Draining);
    assert!(ear.lasts(HOUR).is_empty());
    ear.is(Verdict::Down);
    assert_eq!(kinds(&ear.rounds(2)), [Kind::Down]);
    ear.is(Verdict::Draining);
    assert!(ear.lasts(DRAIN_MAX).is_empty());
    ear.is(Verdict::Operational);
    assert_eq!(kinds(&ear.round()), [Kind::Recovered]);
}

#[test]
fn unknown_is_said_after_its_time_and_a_shorter_one_is_not() {
    let mut ear = Ear::new();
    ear.is(Verdict::Unknown);
    assert!(ear.lasts(RULES.unknown_after).is_empty());
    let unknown = ear.rounds(2);
    assert_eq!(kinds(&unknown), [Kind::Unknown]);
    ear.is(Verdict::Operational);
    assert_eq!(kinds(&ear.round()), [Kind::Recovered]);
    ear.is(Verdict::Unknown);
    assert!(ear.lasts(RULES.unknown_after).is_empty());
    ear.is(Verdict::Operational);
    assert!(ear.rounds(10).is_empty());
}

#[test]
fn unknown_neither_ends_what_is_down_nor_lets_it_be_said_again() {
    let mut ear = Ear::new();
    ear.is(Verdict::Down);
    assert_eq!(ear.rounds(2).len(), 1);
    ear.is(Verdict::Unknown);
    assert!(ear.rounds(4).is_empty());
    ear.is(Verdict::Down);
    assert!(ear.rounds(4).is_empty());
}

#[test]
fn a_single_queue_that_cannot_be_read_is_said_while_the_verdict_is_something_else() {
    let mut ear = Ear::new();
    let queue = |ear: &mut Ear, flags| ear.board.services[0].queues[0].flags = flags;
    queue(&mut ear, vec![Flag::new(FlagWord::QueueUnknown)]);
    assert!(ear.lasts(RULES.unknown_after).is_empty());
    let said = ear.rounds(2);
    assert_eq!(kinds(&said), [Kind::Unknown]);
    assert!(said[0].key.starts_with("planner.reading-async."), "{}", said[0].key);
    queue(&mut ear, Vec::new());
    assert_eq!(kinds(&ear.round()), [Kind::Recovered]);
}

#[test]
fn dead_letters_that_cannot_be_read_are_said_and_those_a_system_does_not_tell_are_not() {
    let mut ear = Ear::new();
    let failed = |ear: &mut Ear, why| {
        ear.board.services[0].queues[0].numbers.failed_depth = Reading::not_in_redis(why);
    };
    failed(&mut ear, Why::NotOffered);
    assert!(ear.lasts(HOUR).is_empty());
    failed(&mut ear, Why::NotPermitted);
    assert_eq!(kinds(&ear.lasts(HOUR)), [Kind::Unknown]);
}

#[test]
fn an_unknown_queue_is_not_said_beside_its_unknown_service() {
    let mut ear = Ear::new();
    ear.is(Verdict::Unknown);
    ear.board.services[0].queues[0].state = State::Unknown;
    assert_eq!(kinds(&ear.lasts(HOUR)), [Kind::Unknown]);
}

#[test]
fn new_dead_letters_are_said_at_most_once_in_their_time_with_those_before_said_once() {
    let mut ear = Ear::before_the_first_round();
    ear.dead_letters(3);
    assert!(ear.lasts(HOUR).is_empty(), "those there at the first round are the baseline");
    ear.dead_letters(4);
    let first = ear.round();
    assert_eq!(first[0].what, What::DeadLetters { new: 1, total: 4, there_before: Some(3) });
    ear.dead_letters(9);
    let second = ear.lasts(HOUR);
    assert_eq!(second[0].what, What::DeadLetters { new: 5, total: 9, there_before: None });
    assert_eq!((second.len(), second[0].at), (1, first[0].at + HOUR));
    assert!(ear.lasts(HOUR * 3).is_empty(), "the same letters are not said again");
}

#[test]
fn of_those_there_before_no_more_are_told_of_than_were_left_by_then() {
    for (left, there_before) in [(2, Some(2)), (0, None)] {
        let mut ear = Ear::before_the_first_round();
        ear.dead_letters(100);
        ear.rounds(2);
        ear.dead_letters(left);
        assert!(ear.rounds(2).is_empty());
        ear.dead_letters(left + 3);
        assert_eq!(ear.round()[0].what, What::DeadLetters { new: 3, total: left + 3, there_before });
    }
}

#[test]
fn a_shrinking_count_lowers_the_baseline_and_ends_the_notice_once_the_new_ones_are_gone() {
    let mut ear = Ear::before_the_first_round();
    ear.dead_letters(3);
    ear.rounds(2);
    ear.dead_letters(9);
    let said = ear.round();
    assert_eq!(kinds(&said), [Kind::DeadLetters]);
    ear.dead_letters(5);
    assert!(ear.lasts(HOUR).is_empty());
    ear.dead_letters(7);
    assert_eq!(ear.round()[0].what, What::DeadLetters { new: 2, total: 7, there_before: None });
    ear.dead_letters(2);
    let over = ear.rounds(2);
    assert_eq!(kinds(&over), [Kind::Recovered]);
    assert_eq!(over[0].key, said[0].key);
}

#[test]
fn a_count_of_the_application_in_our_stead_is_no_growth() {
    let mut ear = Ear::new();
    let failed = |ear: &mut Ear, depth| ear.board.services[0].queues[0].numbers.failed_depth = depth;
    failed(&mut ear, Reading::app(7));
    assert!(ear.rounds(2).is_empty());
    failed(&mut ear, Reading::redis(0));
    assert!(ear.rounds(2).is_empty());
    failed(&mut ear, Reading::redis(2));
    assert_eq!(kinds(&ear.rounds(2)), [Kind::DeadLetters]);
}

#[test]
fn a_failed_self_probe_is_said_after_the_time_that_a_restart_takes() {
    let mut ear = Ear::new();
    let says = |ear: &mut Ear, state| {
        ear.board.services[0].liveness = Liveness::Said { state, at: ear.now };
    };
    says(&mut ear, Verdict::Down);
    assert!(ear.lasts(DRAIN_MAX).is_empty());
    assert_eq!(kinds(&ear.rounds(2)), [Kind::SelfProbe]);
    says(&mut ear, Verdict::Operational);
    assert_eq!(kinds(&ear.rounds(2)), [Kind::Recovered]);
}

#[test]
fn a_breaker_that_opens_is_said_and_one_that_is_tried_is_not_over() {
    let mut ear = Ear::new();
    ear.breaker("closed");
    assert!(ear.rounds(2).is_empty());
    ear.breaker("open");
    assert_eq!(kinds(&ear.rounds(2)), [Kind::Breaker]);
    ear.breaker("half-open");
    assert!(ear.rounds(2).is_empty());
    ear.breaker("closed");
    assert_eq!(kinds(&ear.rounds(2)), [Kind::Recovered]);
}

#[test]
fn a_reminder_comes_while_it_is_down_and_not_once_somebody_is_on_it() {
    let mut ear = Ear::new();
    ear.is(Verdict::Down);
    let said = ear.lasts(RULES.remind_every * 2 + EVERY);
    assert_eq!(kinds(&said), [Kind::Down, Kind::Reminder, Kind::Reminder]);
    ear.stage(Stage::Open);
    assert_eq!(kinds(&ear.lasts(RULES.remind_every)), [Kind::Reminder]);
    ear.stage(Stage::Looking);
    assert!(ear.lasts(RULES.remind_every * 2).is_empty());
}

#[test]
fn a_window_is_silent_and_at_its_end_what_is_still_wrong_is_said_once() {
    let mut ear = Ear::new();
    ear.maintenance(HOUR);
    ear.is(Verdict::Down);
    ear.dead_letters(5);
    assert!(ear.lasts(HOUR).is_empty());
    assert_eq!(kinds(&ear.lasts(HOUR)), [Kind::Down, Kind::DeadLetters]);
}

#[test]
fn what_was_said_before_a_window_and_is_still_so_after_it_is_not_said_again() {
    let mut ear = Ear::new();
    ear.is(Verdict::Down);
    assert_eq!(ear.round().len(), 1);
    ear.maintenance(HOUR);
    assert!(ear.lasts(HOUR * 2).is_empty());
}

#[test]
fn what_ends_in_a_window_is_closed_at_its_end() {
    let mut ear = Ear::new();
    ear.is(Verdict::Down);
    assert_eq!(ear.round().len(), 1);
    ear.maintenance(HOUR);
    ear.is(Verdict::Operational);
    assert!(ear.lasts(HOUR).is_empty());
    assert_eq!(kinds(&ear.round()), [Kind::Recovered]);
}

#[test]
fn after_a_gap_of_ours_the_first_round_only_looks() {
    let mut ear = Ear::new();
    ear.is(Verdict::Down);
    assert!(ear.round_after(EXPIRES_AFTER + EVERY).is_empty());
    assert_eq!(kinds(&ear.round()), [Kind::Down]);
}

#[test]
fn our_own_gap_does_not_count_as_time_in_which_something_was_unknown() {
    let mut ear = Ear::new();
    ear.is(Verdict::Unknown);
    ear.rounds(2);
    assert!(ear.round_after(HOUR).is_empty());
    assert!(ear.lasts(RULES.unknown_after.saturating_sub(EVERY)).is_empty());
    assert_eq!(kinds(&ear.rounds(2)), [Kind::Unknown]);
}

#[test]
fn nothing_is_said_of_a_round_that_reached_nothing_nor_of_the_one_after_it() {
    let mut ear = Ear::new();
    ear.is(Verdict::Down);
    ear.board.observer = Observer::Offline;
    assert!(ear.rounds(100).is_empty());
    ear.board.observer = Observer::Online;
    assert!(ear.round().is_empty());
    assert_eq!(kinds(&ear.round()), [Kind::Down]);
}

#[test]
fn what_changes_to_and_fro_is_said_once_in_the_least_time() {
    let mut ear = Ear::new();
    let mut said = Vec::new();
    for i in 0..BETWEEN.as_secs() / EVERY.as_secs() {
        ear.is(if i % 2 == 0 { Verdict::Down } else { Verdict::Operational });
        said.extend(ear.round());
    }
    assert_eq!(kinds(&said), [Kind::Down, Kind::Recovered]);
    ear.is(Verdict::Down);
    assert_eq!(kinds(&ear.rounds(2)), [Kind::Down]);
}

#[test]
fn a_service_that_is_watched_no_longer_is_closed() {
    let mut ear = Ear::new();
    ear.is(Verdict::Down);
    let down = ear.round();
    ear.board.services.clear();
    let gone = ear.rounds(3);
    assert_eq!(gone.iter().map(|n| &n.what).collect::<Vec<_>>(), [&What::NoLongerWatched]);
    assert_eq!(gone[0].key, down[0].key);
}

#[test]
fn a_clock_that_was_set_back_silences_nothing_for_long() {
    let mut ear = Ear::new();
    ear.is(Verdict::Down);
    ear.rounds(2);
    ear.is(Verdict::Operational);
    ear.rounds(2);
    ear.now = ear.now - HOUR * 24;
    ear.is(Verdict::Down);
    assert_eq!(kinds(&ear.rounds(2)), [Kind::Down]);
}

#[test]
fn a_renamed_service_goes_on_under_the_keys_that_receivers_know() {
    let mut ear = Ear::new();
    ear.is(Verdict::Down);
    let down = ear.rounds(1);
    assert_eq!(kinds(&down), [Kind::Down]);
    let renamed = ServicePlan { was: vec!["planner".to_owned()], ..service("planner2") };
    ear.state.rename(&plan([renamed]));
    ear.board.services[0].id = "planner2".to_owned();
    assert_eq!(ear.lasts(Duration::from_mins(30)), []);
    ear.is(Verdict::Operational);
    let up = ear.rounds(1);
    assert_eq!(kinds(&up), [Kind::Recovered]);
    assert_eq!(up[0].key, down[0].key);
}

#[test]
fn what_was_well_for_a_while_that_could_not_be_said_is_told_since_it_came_back() {
    let mut ear = Ear::new();
    ear.is(Verdict::Down);
    assert_eq!(kinds(&ear.rounds(1)), [Kind::Down]);
    ear.maintenance(Duration::from_mins(10));
    ear.is(Verdict::Operational);
    assert_eq!(ear.rounds(2), []);
    ear.is(Verdict::Down);
    let again = ear.now + EVERY;
    let reminded = ear.lasts(RULES.remind_every + HOUR);
    assert_eq!(kinds(&reminded), [Kind::Reminder]);
    assert_eq!(reminded[0].since, again);
}

#[test]
fn a_clock_that_is_set_back_brings_no_reminder_before_its_time() {
    let mut ear = Ear::new();
    ear.now = ear.now + HOUR * 72;
    ear.rounds(2);
    ear.is(Verdict::Down);
    assert_eq!(kinds(&ear.rounds(1)), [Kind::Down]);
    ear.now = ear.now - HOUR * 72;
    ear.board.services[0].since = ear.now;
    assert_eq!(ear.lasts(HOUR), []);
    ear.is(Verdict::Operational);
    let up = ear.rounds(1);
    assert!(up[0].since <= up[0].at, "{up:?}");
}

#[test]
fn what_was_held_back_is_told_since_when_the_page_says_it_is_so() {
    let mut ear = Ear::new();
    ear.is(Verdict::Down);
    assert_eq!(kinds(&ear.rounds(1)), [Kind::Down]);
    ear.is(Verdict::Operational);
    assert_eq!(kinds(&ear.rounds(1)), [Kind::Recovered]);
    ear.is(Verdict::Down);
    assert_eq!(ear.rounds(4), []);
    // It expired and was down again between two rounds, as what others push may be.
    ear.board.services[0].since = ear.now;
    let since = ear.now;
    let said = ear.lasts(BETWEEN);
    assert_eq!((kinds(&said), said[0].since), (vec![Kind::Down], since));
}

#[test]
fn a_reminder_tells_since_when_it_is_down_and_not_since_when_something_was_wrong() {
    let mut ear = Ear::new();
    ear.is(Verdict::Degraded);
    let degraded = ear.lasts(HOUR);
    ear.is(Verdict::Down);
    let down = ear.now + EVERY;
    let said = ear.lasts(RULES.remind_every + EVERY);
    assert_eq!(kinds(&said), [Kind::Down, Kind::Reminder]);
    assert_eq!([said[0].since, said[1].since], [down, down]);
    ear.is(Verdict::Operational);
    assert_eq!(ear.round()[0].since, degraded[0].since);
}
