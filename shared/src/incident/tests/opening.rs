//! When incidents open and close, and what they are about.

use super::{Diary, seconds};
use crate::flag::{Flag, FlagWord};
use crate::incident::log::{CLOSED_KEPT, EVENTS_KEPT, EVENTS_KEPT_OF_INCIDENT};
use crate::incident::{Attendance, Cause, Command, Event, Stage, What};
use crate::memory::Memory;
use crate::name::PublicName;
use crate::plan::QueuePlan;
use crate::reading::Reading;
use crate::reduce::testkit::{
    DRAIN_MAX, EVERY, EXPIRES_AFTER, START, draining, heard, line, queue, redis_unreached, service, up,
    workers,
};
use crate::sample::HealthReport;
use crate::state::{State, Verdict};

fn app() -> Diary {
    Diary::over([service("app").with_health()])
}

fn jobs() -> Diary {
    Diary::over([service("app").with_queue(queue("jobs"))])
}

fn says(verdict: Verdict) -> HealthReport {
    HealthReport::said(verdict)
}

fn unreached() -> HealthReport {
    HealthReport::unreached().flag(Flag::new(FlagWord::Unreached))
}

fn given(name: &str) -> PublicName {
    PublicName::Given(name.to_owned())
}

#[test]
fn an_incident_lasts_from_the_round_that_shows_trouble_to_the_one_that_shows_none() {
    let mut diary = jobs();
    diary.hear([heard("app").queue(workers("jobs", 2))]).hear([heard("app").queue(workers("jobs", 0))]);
    assert_eq!(diary.spans(), [(30, None)]);
    let incident = &diary.log.incidents()[0];
    assert_eq!((incident.worst, incident.stage), (Verdict::Down, Stage::Open));
    assert_eq!(incident.cause, Cause::NoWorkers { queue: given("The jobs") });
    diary.hear([heard("app").queue(workers("jobs", 0))]).hear([heard("app").queue(workers("jobs", 1))]);
    assert_eq!(diary.spans(), [(30, Some(60))]);
}

#[test]
fn the_worst_of_an_incident_rises_and_never_falls() {
    let mut diary = app();
    let ailing = says(Verdict::Degraded).line(line("search", State::Degraded));
    diary.hear([heard("app").health(up())]).hear([heard("app").health(ailing)]);
    let about = |diary: &Diary| (diary.log.incidents()[0].worst, diary.log.incidents()[0].cause.clone());
    assert_eq!(about(&diary), (Verdict::Degraded, Cause::Dependency { name: given("search") }));
    let broken = says(Verdict::Down).line(line("postgres", State::Down));
    diary.hear([heard("app").health(broken)]).hear([heard("app").health(says(Verdict::Degraded))]);
    assert_eq!(about(&diary), (Verdict::Down, Cause::Dependency { name: given("postgres") }));
    assert_eq!(diary.spans(), [(30, None)]);
}

#[test]
fn a_failure_opens_an_incident_once_it_is_confirmed_and_not_before() {
    let mut diary = app();
    diary.hear([heard("app").health(up())]).hear([heard("app").health(unreached())]);
    assert!(diary.spans().is_empty());
    diary.hear([heard("app").health(unreached())]);
    assert_eq!(diary.spans(), [(45, None)]);
    assert_eq!(diary.log.incidents()[0].cause, Cause::NotReached);
}

#[test]
fn unknown_neither_opens_nor_closes_but_is_told() {
    let mut diary = jobs();
    let unread = || [heard("app").queue(redis_unreached("jobs"))];
    diary.hear([heard("app").queue(workers("jobs", 1))]).hear(unread()).hear(unread());
    assert!(diary.spans().is_empty());
    assert_eq!(diary.told()[0], (45, &What::Verdict { from: Verdict::Operational, to: Verdict::Unknown }));
    diary.hear([heard("app").queue(workers("jobs", 0))]).hear(unread()).hear(unread());
    assert_eq!(diary.spans(), [(60, None)]);
    diary.hear([heard("app").queue(workers("jobs", 0))]);
    assert_eq!(diary.spans(), [(60, None)]);
}

#[test]
fn losing_our_own_connection_opens_nothing() {
    let mut diary = Diary::over([service("app").with_health(), service("shop").with_health()]);
    let both = |report: fn() -> HealthReport| {
        [
            heard("app").health_from("a.example.com", report()),
            heard("shop").health_from("b.example.com", report()),
        ]
    };
    diary.hear(both(up)).hear(both(unreached)).hear(both(unreached)).hear(both(unreached));
    assert!(diary.spans().is_empty());
    assert!(
        diary.told().contains(&(30, &What::Verdict { from: Verdict::Operational, to: Verdict::Unknown }))
    );
}

#[test]
fn a_restart_opens_no_incident_until_it_takes_too_long() {
    let mut diary = app();
    diary.hear([heard("app").health(up())]).hear([heard("app").health(draining())]);
    assert!(diary.spans().is_empty());
    for _ in 0..=DRAIN_MAX.as_secs() / EVERY.as_secs() {
        diary.hear([heard("app").health(draining())]);
    }
    assert_eq!(diary.spans(), [(30 + DRAIN_MAX.as_secs() + 15, None)]);
    assert_eq!(diary.log.incidents()[0].cause, Cause::DrainingTooLong);
    diary.hear([heard("app").health(up())]);
    assert_eq!(diary.log.open("app"), None);
}

#[test]
fn an_incident_ends_when_the_application_leaves_on_purpose() {
    let mut diary = app();
    diary.hear([heard("app").health(says(Verdict::Down))]).hear([heard("app").health(draining())]);
    assert_eq!(diary.spans(), [(15, Some(30))]);
}

#[test]
fn workers_that_are_replaced_one_by_one_open_none() {
    let mut diary = jobs();
    for alive in [3, 2, 3, 2, 3] {
        diary.hear([heard("app").queue(workers("jobs", alive))]);
    }
    assert!(diary.spans().is_empty());
    assert_eq!(diary.told()[0].1, &What::Workers { name: given("The jobs"), hidden: false, from: 2, to: 3 });
}

#[test]
fn the_first_answer_ever_is_no_change_unless_something_is_wrong() {
    let mut diary = app();
    diary.hear([heard("app").health(up().line(line("redis", State::Operational)))]);
    assert_eq!(diary.told(), []);
    let mut diary = app();
    diary.hear([heard("app").health(says(Verdict::Down))]);
    assert_eq!(diary.told(), [(15, &What::Verdict { from: Verdict::Unknown, to: Verdict::Down })]);
}

#[test]
fn a_gap_of_our_own_is_told_as_not_known_from_its_expiry_on() {
    let mut diary = app();
    diary.hear([heard("app").health(up())]).wait(EXPIRES_AFTER * 10).hear([heard("app").health(up())]);
    let (known, unknown) = (Verdict::Operational, Verdict::Unknown);
    assert_eq!(
        diary.told(),
        [
            (630, &What::Verdict { from: unknown, to: known }),
            (75, &What::Verdict { from: known, to: unknown })
        ]
    );
}

#[test]
fn a_gap_too_short_to_expire_is_not_told() {
    let mut diary = app();
    diary.hear([heard("app").health(up())]).wait(EVERY * 2).hear([heard("app").health(up())]);
    assert_eq!(diary.told(), []);
}

#[test]
fn nothing_opens_twice_when_the_memory_is_lost_and_the_log_is_not() {
    let mut diary = app();
    diary.hear([heard("app").health(says(Verdict::Down))]);
    diary.memory = Memory::new(diary.now);
    diary.hear([heard("app").health(says(Verdict::Down))]);
    assert_eq!((diary.spans(), diary.told().len()), (vec![(15, None)], 1));
    diary.memory = Memory::new(diary.now);
    diary.hear([heard("app").health(up())]);
    assert_eq!(diary.spans(), [(15, Some(45))]);
    assert_eq!(diary.told()[0], (45, &What::Verdict { from: Verdict::Unknown, to: Verdict::Operational }));
}

#[test]
fn an_incident_is_dated_by_the_memory_when_the_log_is_lost() {
    let mut diary = app();
    diary.hear([heard("app").health(says(Verdict::Down))]);
    diary.log = super::Log::default();
    diary.hear([heard("app").health(says(Verdict::Down))]);
    assert_eq!(diary.spans(), [(15, None)]);
}

#[test]
fn a_service_that_is_no_longer_watched_leaves_no_incident_open() {
    let mut diary = Diary::over([service("app").with_health(), service("shop").with_health()]);
    diary.hear([heard("app").health(up()), heard("shop").health(says(Verdict::Down))]);
    diary.plan.services.pop();
    diary.hear([heard("app").health(up())]);
    assert_eq!(diary.spans().len(), 1);
    assert_eq!(diary.log.open("shop"), None);
}

#[test]
fn a_renamed_service_keeps_its_incident_and_what_happened() {
    let mut diary = app();
    diary.hear([heard("app").health(says(Verdict::Down))]);
    diary.plan.services[0].id = "planner".to_owned();
    diary.plan.services[0].was = vec!["app".to_owned()];
    let changes = diary.log.rename(&diary.plan);
    diary.rows.write(&changes);
    diary.hear([heard("planner").health(says(Verdict::Down))]);
    assert_eq!((diary.spans(), diary.told().len()), (vec![(15, None)], 1));
    assert_eq!(diary.log.open("planner").map(|i| seconds(i.opened_at)), Some(15));
    assert!(diary.log.events().iter().all(|event| event.service == "planner"));
    assert_eq!(diary.log, diary.rows.read());
}

#[test]
fn an_incident_keeps_what_was_seen_for_the_operator() {
    let mut diary = app();
    let mut postgres = line("postgres", State::Down);
    postgres.evidence.error_class = Some("connection refused".to_owned());
    diary.hear([heard("app").health(says(Verdict::Down).line(postgres).because("HTTP 503, 812 bytes"))]);
    assert_eq!(
        diary.log.incidents()[0].evidence,
        "health is down: HTTP 503, 812 bytes\npostgres is down: connection refused"
    );
}

#[test]
fn flapping_stays_within_bounds() {
    let mut diary = jobs();
    for round in 0..1_000 {
        diary.hear([heard("app").queue(workers("jobs", round % 2))]);
    }
    assert_eq!(diary.rows.incidents.len(), 500);
    assert_eq!(diary.log.incidents().len(), CLOSED_KEPT);
    assert!(diary.log.events().len() <= EVENTS_KEPT + EVENTS_KEPT_OF_INCIDENT * CLOSED_KEPT);
    assert!(diary.log.events().len() < EVENTS_KEPT + 5 * CLOSED_KEPT);
    assert_eq!(diary.log, diary.rows.read());
}

#[test]
fn an_incident_that_goes_on_for_long_keeps_its_latest_events() {
    let mut diary = Diary::over([service("app").with_health().with_queue(queue("jobs"))]);
    for round in 0..1_000 {
        let own = workers("jobs", 1 + round % 2);
        diary.hear([heard("app").health(says(Verdict::Down)).queue(own)]);
    }
    assert_eq!(diary.spans(), [(seconds(START + EVERY), None)]);
    assert_eq!(diary.log.events().len(), EVENTS_KEPT);
    assert_eq!(diary.log, diary.rows.read());
}

#[test]
fn work_that_nobody_comes_for_is_a_cause_of_its_own() {
    let patience = Some(EVERY);
    let mut diary =
        Diary::over([service("app").with_queue(QueuePlan { scale_to_zero: patience, ..queue("jobs") })]);
    let idle = || {
        let mut sample = workers("jobs", 0);
        sample.numbers.queue_depth = Reading::redis(0);
        [heard("app").queue(sample)]
    };
    let waiting = || [heard("app").queue(workers("jobs", 0))];
    diary.hear(idle()).hear(waiting());
    assert!(diary.spans().is_empty());
    diary.hear(waiting());
    assert_eq!(diary.log.incidents()[0].cause, Cause::NobodyCame { queue: given("The jobs") });
    let told = diary.told()[1].1;
    assert!(matches!(told, What::Queue { attendance: Attendance::NobodyCame, .. }), "{told:?}");
    diary.hear(idle());
    assert_eq!(diary.spans(), [(45, Some(60))]);
}

#[test]
fn what_happened_while_the_database_was_away_goes_behind_what_it_holds() {
    let mut diary = Diary::over([service("app").with_health(), service("shop").with_health()]);
    let hear = |diary: &mut Diary, app, shop| {
        diary.hear([heard("app").health(says(app)), heard("shop").health(says(shop))]);
    };
    hear(&mut diary, Verdict::Operational, Verdict::Operational);
    hear(&mut diary, Verdict::Down, Verdict::Operational);
    let (kept, database) = (core::mem::take(&mut diary.log), core::mem::take(&mut diary.rows));
    diary.memory = Memory::new(diary.now);
    hear(&mut diary, Verdict::Down, Verdict::Down);
    hear(&mut diary, Verdict::Operational, Verdict::Down);
    hear(&mut diary, Verdict::Down, Verdict::Down);
    assert_eq!(diary.spans(), [(75, None), (45, None), (45, Some(60))]);

    diary.log = core::mem::take(&mut diary.log).after(kept.clone());
    diary.rows = database;
    diary.rows.write(&diary.log.everything());
    assert_eq!(diary.log, diary.rows.read());
    let spans: Vec<_> = diary.log.incidents().iter().map(|i| (i.id, i.service.as_str())).collect();
    assert_eq!(spans, [(4, "app"), (3, "shop"), (1, "app")]);
    assert_eq!(diary.spans(), [(75, None), (45, None), (30, Some(60))]);
    let ids: Vec<u64> = diary.log.events().iter().map(|event| event.id).collect();
    assert!(ids.is_sorted_by(|a, b| a > b), "{ids:?}");
    assert!(kept.events().iter().all(|event| diary.log.events().contains(event)));
    hear(&mut diary, Verdict::Operational, Verdict::Operational);
    assert!(diary.log.incidents().iter().all(|incident| !incident.is_open()));
    assert_eq!(diary.log, diary.rows.read());
}

#[test]
fn what_a_clock_wrote_down_that_was_ahead_happened_no_later_than_now() {
    let mut diary = app();
    diary.hear([heard("app").health(up())]).wait(EVERY * 1000);
    diary.hear([heard("app").health(says(Verdict::Down))]).hear([heard("app").health(up())]);
    diary.hear([heard("app").health(says(Verdict::Down))]);
    diary.ask(Command::Mark { service: String::new(), text: "app 1.42".to_owned() }).unwrap();
    let event = diary.log.events()[0].id;
    diary.ask(Command::Edit { event, text: "app 1.43".to_owned() }).unwrap();
    // The clock is set right.
    diary.now = START + EVERY;
    diary.hear([heard("app").health(says(Verdict::Down))]);
    let now = seconds(diary.now);
    assert_eq!(diary.spans(), [(now, None), (now, Some(now))]);
    let later = |event: &&Event| event.at.max(event.edited_at.unwrap_or(event.at)) > diary.now;
    assert_eq!(diary.log.events().iter().find(later), None);
    assert_eq!(diary.rows.read(), diary.log, "the database has it so as well");
    diary.hear([heard("app").health(up())]);
    assert_eq!(diary.spans()[0], (now, Some(now + EVERY.as_secs())));
}
