//! What the public sees of incidents and events.

use super::Diary;
use crate::incident::{Attendance, Command, PublicCause, PublicWhat, Stage};
use crate::maintenance::Window;
use crate::public::PublicBoard;
use crate::reduce::testkit::{START, heard, line, queue, redis_unreached, service, up, workers};
use crate::sample::HealthReport;
use crate::state::{State, Verdict};
use core::time::Duration;

fn public(diary: &Diary) -> PublicBoard {
    PublicBoard::of(&diary.board(), |n| format!("Dependency {n}"))
}

fn whats(board: &PublicBoard) -> Vec<PublicWhat> {
    board.events.iter().map(|event| event.what.clone()).collect()
}

/// "app", whose dependency of this key broke.
fn broken(key: &str) -> Diary {
    let mut diary = Diary::over([service("app").with_health().hiding("vault")]);
    diary.hear([heard("app").health(up().line(line(key, State::Operational)))]);
    let mut down = line(key, State::Down);
    down.evidence.error_class = Some("secret.example.com refused".to_owned());
    diary.hear([heard("app").health(HealthReport::said(Verdict::Down).line(down).because("secret 503"))]);
    diary
}

#[test]
fn what_is_hidden_is_neither_an_event_nor_a_cause() {
    let board = public(&broken("vault"));
    assert_eq!(board.incidents[0].cause, PublicCause::Said);
    let cause = Some(PublicCause::Said);
    assert_eq!(whats(&board), [PublicWhat::Verdict { from: Verdict::Operational, to: Verdict::Down, cause }]);
    assert!(!format!("{:?} {:?}", board.incidents, board.events).contains("vault"));
}

#[test]
fn what_is_hidden_afterwards_is_hidden_in_the_past_too() {
    let mut diary = broken("postgres");
    let name = "postgres".to_owned();
    assert_eq!(public(&diary).incidents[0].cause, PublicCause::Dependency { name });
    diary.plan.services[0] = service("app").with_health().hiding("postgres");
    let board = public(&diary);
    assert!(!format!("{:?} {:?}", board.incidents, board.events).contains("postgres"));
    assert_eq!(board.events.len(), 1);
}

#[test]
fn evidence_is_for_the_operator_alone() {
    let diary = broken("10.0.0.7:5432");
    assert!(diary.log.incidents()[0].evidence.contains("secret.example.com"));
    let seen = format!("{:?}", public(&diary));
    assert!(!seen.contains("secret") && !seen.contains("10.0.0.7"), "{seen}");
    assert!(seen.contains("Dependency 1"));
}

#[test]
fn one_moment_is_told_once() {
    let mut diary = Diary::over([service("app").with_queue(queue("jobs"))]);
    diary.hear([heard("app").queue(workers("jobs", 1))]).hear([heard("app").queue(workers("jobs", 0))]);
    assert_eq!(diary.told().len(), 3);
    let name = "The jobs".to_owned();
    assert_eq!(
        whats(&public(&diary)),
        [PublicWhat::Queue {
            name,
            from: State::Operational,
            to: State::Down,
            attendance: Attendance::Counted(0)
        }]
    );
}

#[test]
fn that_a_whole_service_is_not_known_is_told_beside_its_queue() {
    let mut diary = Diary::over([service("app").with_queue(queue("jobs"))]);
    diary.hear([heard("app").queue(workers("jobs", 1))]);
    for _ in 0..2 {
        diary.hear([heard("app").queue(redis_unreached("jobs"))]);
    }
    assert_eq!(whats(&public(&diary)).len(), 2);
}

#[test]
fn a_board_of_one_service_tells_of_that_service_and_of_the_page() {
    let mut diary = Diary::over([service("app").with_health(), service("shop").with_health()]);
    let down = || HealthReport::said(Verdict::Down);
    diary.hear([heard("app").health(down()), heard("shop").health(down())]);
    diary.ask(Command::Stage { incident: 2, to: Stage::Looking }).unwrap();
    diary.ask(Command::Mark { service: String::new(), text: "new router".to_owned() }).unwrap();
    for id in ["app", "shop"] {
        let until = START + Duration::from_hours(1);
        let services = vec![id.to_owned()];
        let window = Window { id: id.to_owned(), title: String::new(), services, from: START, until };
        diary.ask(Command::Announce(window)).unwrap();
    }
    let board = PublicBoard::of(&diary.board().narrowed_to("app").unwrap(), |n| n.to_string());
    let of: Vec<&str> = board.events.iter().map(|event| event.service.as_str()).collect();
    assert_eq!(of, ["", "app"]);
    assert_eq!(board.incidents.iter().map(|i| i.service_name.as_str()).collect::<Vec<_>>(), ["The app"]);
    assert_eq!(board.windows.iter().map(|w| w.id.as_str()).collect::<Vec<_>>(), ["app"]);
}

#[test]
fn what_happened_to_a_service_that_is_gone_is_not_shown() {
    let mut diary = broken("postgres");
    diary.plan.services = vec![service("shop").with_health()];
    let board = public(&diary);
    assert_eq!((board.incidents.len(), board.events.len()), (0, 0));
}

#[test]
fn a_window_that_is_over_is_not_announced() {
    let mut diary = broken("postgres");
    let until = START + Duration::from_mins(1);
    let window =
        Window { id: "w".to_owned(), title: String::new(), services: Vec::new(), from: START, until };
    diary.ask(Command::Announce(window)).unwrap();
    assert_eq!(public(&diary).windows.len(), 1);
    diary.wait(Duration::from_mins(1));
    assert_eq!(public(&diary).windows.len(), 0);
}
