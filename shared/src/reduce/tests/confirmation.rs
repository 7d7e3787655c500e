//! DESIGN 4, "Confirmation": what came back, and when it is displayed.

use crate::flag::{Flag, FlagWord};
use crate::memory::{Liveness, Observer};
use crate::reading::{Reading, Why};
use crate::reduce::testkit::*;
use crate::sample::{HealthReport, Standing};
use crate::state::{State, Verdict};
use core::time::Duration;

fn watch_health() -> Watch {
    Watch::over([service("app").with_health()])
}

fn watch_queue() -> Watch {
    Watch::over([service("app").with_queue(queue("jobs"))])
}

fn verdicts(watch: &mut Watch, reports: impl IntoIterator<Item = HealthReport>) -> Vec<Verdict> {
    reports.into_iter().map(|report| watch.hear([heard("app").health(report)]).verdict).collect()
}

#[test]
fn before_the_first_round_everything_is_unknown_and_was_never_checked() {
    let board = watch_health().look();
    assert_eq!((board.verdict, board.checked_at, board.expires_at), (Verdict::Unknown, None, None));
    assert_eq!((only(&board).expired, only(&board).confirming), (false, false));
    assert_eq!((only(&board).since, only(&board).observed_at), (START, None));
}

#[test]
fn what_a_document_says_is_displayed_at_once() {
    for said in [Verdict::Operational, Verdict::Degraded, Verdict::Down, Verdict::Unknown, Verdict::Draining]
    {
        let mut watch = watch_health();
        verdicts(&mut watch, [up()]);
        let board = watch.hear([heard("app").health(HealthReport::said(said))]);
        assert_eq!((board.verdict, only(&board).confirming), (said, false));
    }
}

#[test]
fn a_count_of_zero_is_displayed_at_once() {
    let mut watch = watch_queue();
    watch.hear([heard("app").queue(workers("jobs", 2))]);
    assert_eq!(watch.hear([heard("app").queue(workers("jobs", 0))]).verdict, Verdict::Down);
}

#[test]
fn an_unreached_health_endpoint_is_down_after_as_many_rounds_as_confirm_says() {
    use Verdict::{Down, Operational};
    for (confirm, shown) in
        [(1, [Down, Down, Down]), (2, [Operational, Down, Down]), (3, [Operational, Operational, Down])]
    {
        let mut watch = watch_health().with_confirm(confirm);
        verdicts(&mut watch, [up()]);
        let seen = verdicts(&mut watch, [(); 3].map(|()| HealthReport::unreached()));
        assert_eq!(seen, shown, "confirm = {confirm}");
    }
}

#[test]
fn an_unreached_redis_is_unknown_and_not_down_after_confirm() {
    use State::{Operational, Unknown};
    for (confirm, shown) in
        [(1, [Unknown; 3]), (2, [Operational, Unknown, Unknown]), (3, [Operational, Operational, Unknown])]
    {
        let mut watch = watch_queue().with_confirm(confirm);
        watch.hear([heard("app").queue(workers("jobs", 2))]);
        let seen =
            [(); 3].map(|()| only_queue(&watch.hear([heard("app").queue(redis_unreached("jobs"))])).state);
        assert_eq!(seen, shown, "confirm = {confirm}");
    }
}

#[test]
fn a_health_endpoint_that_refuses_us_is_unknown_after_confirm() {
    use Verdict::{Operational, Unknown};
    let mut watch = watch_health();
    verdicts(&mut watch, [up()]);
    let seen = verdicts(&mut watch, [HealthReport::refused(), HealthReport::refused()]);
    assert_eq!(seen, [Operational, Unknown]);
}

#[test]
fn a_redis_that_refuses_us_is_unknown_after_confirm() {
    let mut watch = watch_queue();
    watch.hear([heard("app").queue(workers("jobs", 2))]);
    let refused = || [heard("app").queue(redis_refused("jobs"))];
    assert_eq!(watch.hear(refused()).verdict, Verdict::Operational);
    let board = watch.hear(refused());
    assert_eq!(board.verdict, Verdict::Unknown);
    assert_eq!(only_queue(&board).alive(), Reading::not_in_redis(Why::NoPassword));
}

#[test]
fn one_answer_in_between_begins_the_counting_anew() {
    use Verdict::Operational;
    let mut watch = watch_health();
    let gone = HealthReport::unreached;
    assert_eq!(verdicts(&mut watch, [up(), gone(), up(), gone()]), [Operational; 4]);
}

#[test]
fn failures_of_two_kinds_are_unknown_and_become_down_only_when_unreached_is_confirmed() {
    use Verdict::{Down, Operational, Unknown};
    let mut watch = watch_health();
    let (gone, refused) = (HealthReport::unreached, HealthReport::refused);
    assert_eq!(
        verdicts(&mut watch, [up(), refused(), gone(), gone()]),
        [Operational, Operational, Unknown, Down]
    );
}

#[test]
fn a_429_is_unknown_after_confirm_and_its_retry_after_is_remembered() {
    let mut watch = watch_health();
    verdicts(&mut watch, [up()]);
    let throttled = HealthReport { retry_after: secs(90), ..HealthReport::refused() };
    watch.hear([heard("app").health(throttled.flag(Flag::new(FlagWord::ProbeThrottled)))]);
    assert_eq!(watch.memory.services["app"].ask_again_at, Some(watch.now + secs(90)));
    assert!(watch.look().remarks(FlagWord::ProbeThrottled));
}

#[test]
fn a_retry_after_is_kept_while_we_wait_and_forgotten_with_the_next_answer() {
    let mut watch = watch_health();
    watch.hear([heard("app").health(HealthReport { retry_after: secs(40), ..HealthReport::refused() })]);
    let asked_to_wait_until = watch.memory.services["app"].ask_again_at;
    watch.hear([heard("app").health_skipped()]);
    assert_eq!(watch.memory.services["app"].ask_again_at, asked_to_wait_until);
    verdicts(&mut watch, [up()]);
    assert_eq!(watch.memory.services["app"].ask_again_at, None);
}

#[test]
fn a_retry_after_of_a_day_is_not_believed() {
    let mut watch = watch_health();
    let day = Duration::from_hours(24);
    watch.hear([heard("app").health(HealthReport { retry_after: day, ..HealthReport::refused() })]);
    assert_eq!(watch.memory.services["app"].ask_again_at, Some(watch.now + Duration::from_hours(1)));
}

#[test]
fn every_target_on_two_hosts_unreached_is_unknown_with_observer_offline_and_never_down() {
    let mut watch = Watch::over([service("app").with_health().with_queue(queue("jobs"))]);
    watch.hear([heard("app").health(up()).queue(workers("jobs", 2))]);
    for _ in 0..5 {
        let board =
            watch.hear([heard("app").health(HealthReport::unreached()).queue(redis_unreached("jobs"))]);
        assert_eq!((board.verdict, board.observer), (Verdict::Unknown, Observer::Offline));
        assert!(board.remarks(FlagWord::ObserverOffline));
    }
}

#[test]
fn rounds_in_which_we_were_offline_confirm_nothing() {
    let mut watch = Watch::over([service("app").with_health().with_queue(queue("jobs"))]);
    let gone = || heard("app").health(HealthReport::unreached());
    watch.hear([gone().queue(redis_unreached("jobs"))]);
    watch.hear([gone().queue(redis_unreached("jobs"))]);
    assert_eq!(watch.hear([gone().queue(workers("jobs", 2))]).verdict, Verdict::Unknown);
    let board = watch.hear([gone().queue(workers("jobs", 2))]);
    assert_eq!((board.verdict, board.remarks(FlagWord::ObserverOffline)), (Verdict::Down, false));
}

#[test]
fn a_round_in_which_we_were_offline_begins_the_counting_anew() {
    let mut watch = Watch::over([service("app").with_health().with_queue(queue("jobs"))]);
    let gone = || heard("app").health(HealthReport::unreached());
    watch.hear([heard("app").health(up()).queue(workers("jobs", 2))]);
    watch.hear([gone().queue(workers("jobs", 2))]);
    watch.hear([gone().queue(redis_unreached("jobs"))]);
    assert_eq!(watch.hear([gone().queue(workers("jobs", 2))]).verdict, Verdict::Unknown);
    assert_eq!(watch.hear([gone().queue(workers("jobs", 2))]).verdict, Verdict::Down);
}

#[test]
fn every_target_on_a_single_host_unreached_may_be_the_hosts_fault_and_is_down_after_confirm() {
    let mut watch = Watch::over([service("app").with_health(), service("shop").with_health()]);
    let gone = || ["app", "shop"].map(|id| heard(id).health(HealthReport::unreached()));
    watch.hear(gone());
    let board = watch.hear(gone());
    assert_eq!((board.verdict, board.observer), (Verdict::Down, Observer::Online));
}

#[test]
fn a_refusal_or_an_answer_of_a_proxy_proves_that_we_are_online() {
    let proxied = HealthReport::unreached().flag(Flag::new(FlagWord::ProxyError));
    for witness in [HealthReport::refused(), proxied, up()] {
        let mut watch = Watch::over([service("app").with_health(), service("shop").with_health()]);
        let round = || {
            let gone = heard("shop").health_from("shop.example.com", HealthReport::unreached());
            [heard("app").health(witness.clone()), gone]
        };
        watch.hear(round());
        let board = watch.hear(round());
        assert_eq!((board.observer, board.services[1].verdict), (Observer::Online, Verdict::Down));
    }
}

#[test]
fn our_own_fault_is_unknown_at_once_and_confirms_nothing() {
    use Verdict::{Operational, Unknown};
    let gone = HealthReport::unreached;
    let mut watch = watch_health();
    assert_eq!(verdicts(&mut watch, [up(), our_fault()]), [Operational, Unknown]);
    assert_eq!(
        verdicts(&mut watch, [up(), gone(), our_fault(), gone()]),
        [Operational, Operational, Unknown, Unknown]
    );

    let mut watch = watch_queue();
    watch.hear([heard("app").queue(workers("jobs", 2))]);
    let board = watch.hear([heard("app").queue(not_read("jobs", Standing::OurFault, Why::OurFault))]);
    assert_eq!(board.verdict, Verdict::Unknown);
}

#[test]
fn until_it_is_confirmed_the_last_state_stays_and_is_marked_confirming() {
    let mut watch = watch_health();
    verdicts(&mut watch, [up()]);
    let board =
        watch.hear([heard("app").health(HealthReport::unreached().flag(Flag::new(FlagWord::Unreached)))]);
    assert_eq!((board.verdict, only(&board).confirming), (Verdict::Operational, true));
    assert!(board.remarks(FlagWord::Unreached));
    let board = watch.hear([heard("app").health(HealthReport::unreached())]);
    assert_eq!((board.verdict, only(&board).confirming), (Verdict::Down, false));
}

#[test]
fn down_stays_and_is_marked_confirming_while_another_kind_of_failure_is_confirmed() {
    let mut watch = watch_health();
    verdicts(&mut watch, [HealthReport::unreached(), HealthReport::unreached()]);
    let board = watch.hear([heard("app").health(HealthReport::refused())]);
    assert_eq!((board.verdict, only(&board).confirming), (Verdict::Down, true));
    let board = watch.hear([heard("app").health(HealthReport::refused())]);
    assert_eq!((board.verdict, only(&board).confirming), (Verdict::Unknown, false));
}

#[test]
fn a_state_that_is_being_confirmed_expires_as_ever() {
    let mut watch = watch_health().with_confirm(100);
    verdicts(&mut watch, [up()]);
    let seen = verdicts(&mut watch, [(); 5].map(|()| HealthReport::unreached()));
    assert_eq!(seen[..4], [Verdict::Operational; 4]);
    assert_eq!(seen[4], Verdict::Unknown);
    assert!(only(&watch.look()).expired);
}

#[test]
fn the_lines_of_an_application_that_nobody_could_ask_are_unknown() {
    let mut watch = watch_health();
    let lines = up().line(line("redis", State::Operational)).line(line("s3", State::NotApplicable));
    verdicts(&mut watch, [lines, HealthReport::unreached()]);
    assert_eq!(only(&watch.look()).dependencies[0].state, State::Operational);
    let board = watch.hear([heard("app").health(HealthReport::unreached())]);
    let lines = &only(&board).dependencies;
    assert_eq!((lines[0].state, lines[0].latency), (State::Unknown, None));
    assert_eq!(lines[1].state, State::NotApplicable);
}

#[test]
fn liveness_is_shown_and_decides_nothing() {
    let mut watch = watch_health();
    let dead = HealthReport::said(Verdict::Down);
    let board = watch.hear([heard("app").health(up()).liveness(dead)]);
    assert_eq!(board.verdict, Verdict::Operational);
    assert_eq!(only(&board).liveness, Liveness::Said { state: Verdict::Down, at: watch.now });
}

#[test]
fn a_liveness_endpoint_that_did_not_answer_is_unknown_since_nobody_confirms_it() {
    for silent in [HealthReport::unreached(), HealthReport::refused(), our_fault()] {
        let mut watch = watch_health();
        let board = watch.hear([heard("app").health(up()).liveness(silent)]);
        assert_eq!(only(&board).liveness, Liveness::Said { state: Verdict::Unknown, at: watch.now });
    }
}

fn secs(s: u64) -> Duration {
    Duration::from_secs(s)
}
