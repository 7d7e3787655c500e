//! DESIGN 4, "Worst-of": down > unknown > degraded > draining > operational.

use crate::flag::FlagWord;
use crate::plan::ServicePlan;
use crate::reading::{Reading, Why};
use crate::reduce::testkit::*;
use crate::sample::HealthReport;
use crate::state::{State, Verdict};

#[test]
fn a_service_is_as_bad_as_the_worst_of_its_document_and_its_queues() {
    use Verdict::{Degraded, Down, Draining, Operational, Unknown};
    for said in [Operational, Draining, Degraded, Unknown, Down] {
        for (own, counts_as) in
            [(workers("jobs", 1), Operational), (workers("jobs", 0), Down), (redis_refused("jobs"), Unknown)]
        {
            let mut watch = Watch::over([service("app").with_health().with_queue(queue("jobs"))]);
            let board = watch.hear([heard("app").health(HealthReport::said(said)).queue(own)]);
            assert_eq!(only(&board).verdict, said.max(counts_as));
        }
    }
}

#[test]
fn a_board_is_as_bad_as_the_worst_of_its_services() {
    let mut watch = Watch::over(["app", "shop", "blog"].map(|id| service(id).with_health()));
    let board = watch.hear([
        heard("app").health(up()),
        heard("shop").health(HealthReport::said(Verdict::Degraded)),
        heard("blog").health(draining()),
    ]);
    assert_eq!(board.verdict, Verdict::Degraded);
}

#[test]
fn a_service_that_nobody_asked_is_unknown_and_so_is_the_board() {
    let mut watch = Watch::over(["app", "shop"].map(|id| service(id).with_health()));
    let board = watch.hear([heard("app").health(up())]);
    assert_eq!((board.verdict, board.fully_observed), (Verdict::Unknown, false));
}

#[test]
fn a_page_without_services_is_unknown() {
    let board = Watch::over([]).look();
    assert_eq!((board.verdict, board.fully_observed), (Verdict::Unknown, false));
}

#[test]
fn a_queue_that_is_not_measured_is_left_out_and_the_board_is_not_fully_observed() {
    let mut watch = Watch::over([service("app").with_health().with_queue(queue("jobs"))]);
    let board = watch.hear([heard("app").health(up()).queue(not_measured("jobs"))]);
    assert_eq!((board.verdict, board.fully_observed), (Verdict::Operational, false));
    let board = watch.hear([heard("app").health(up()).queue(workers("jobs", 1))]);
    assert_eq!((board.verdict, board.fully_observed), (Verdict::Operational, true));
}

#[test]
fn nothing_but_queues_that_are_not_measured_is_nothing_to_judge() {
    let mut watch = Watch::over([service("app").with_queue(queue("jobs"))]);
    assert_eq!(watch.hear([heard("app").queue(not_measured("jobs"))]).verdict, Verdict::Unknown);
}

#[test]
fn the_applications_own_aggregate_is_its_verdict_whatever_its_lines_say() {
    let mut watch = Watch::over([service("app").with_health()]);
    let board = watch.hear([heard("app").health(up().line(line("cache", State::Down)))]);
    assert_eq!((board.verdict, board.fully_observed), (Verdict::Operational, true));
}

#[test]
fn a_line_that_is_not_known_makes_the_board_not_fully_observed() {
    let mut watch = Watch::over([service("app").with_health()]);
    let board = watch.hear([heard("app").health(up().line(line("cache", State::Unknown)))]);
    assert_eq!((board.verdict, board.fully_observed), (Verdict::Operational, false));
    let board = watch.hear([heard("app").health(up().line(line("cache", State::NotApplicable)))]);
    assert!(board.fully_observed);
}

#[test]
fn a_document_that_calls_a_queue_fine_without_a_number_of_workers_leaves_the_board_not_fully_observed() {
    let mut watch = Watch::over([service("app").with_health()]);
    for why in [Why::NotReported, Why::NotUnderstood] {
        let mut fine = messenger(2);
        fine.crew.as_mut().unwrap().workers_alive = Reading::not_from_app(why);
        let board = watch.hear([heard("app").health(up().line(fine))]);
        assert_eq!((board.verdict, board.fully_observed), (Verdict::Operational, false));
    }
}

#[test]
fn a_service_that_was_called_otherwise_keeps_what_was_known_of_it() {
    let mut watch = Watch::over([service("old").with_queue(queue("jobs"))]);
    watch.hear([heard("old").queue(workers("jobs", 2))]);
    watch.plan.services = vec![ServicePlan {
        was: vec!["older".to_owned(), "old".to_owned()],
        ..service("app").with_queue(queue("jobs"))
    }];
    let board = watch.hear([heard("app").queue(workers("jobs", 0))]);
    assert!(board.remarks(FlagWord::NoConsumer) && !board.remarks(FlagWord::NeverSeen));
}

#[test]
fn a_service_that_is_no_longer_configured_is_forgotten() {
    let mut watch = Watch::over(["app", "shop"].map(|id| service(id).with_health()));
    watch.hear([heard("app").health(up()), heard("shop").health(HealthReport::said(Verdict::Down))]);
    watch.plan.services.truncate(1);
    let board = watch.hear([heard("app").health(up())]);
    assert_eq!((board.verdict, watch.memory.services.len()), (Verdict::Operational, 1));
}
