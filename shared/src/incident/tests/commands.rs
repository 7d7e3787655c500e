//! What a person with the token can do, and what is refused.

use super::Diary;
use crate::incident::apply::{MARK_LIMIT, NOTE_LIMIT, WINDOW_ID_LIMIT, WINDOWS_LIMIT};
use crate::incident::{Command, CommandError, PublicWhat, Stage, What};
use crate::maintenance::Window;
use crate::public::PublicBoard;
use crate::reduce::testkit::{EVERY, START, heard, service, up};
use crate::sample::HealthReport;
use crate::state::Verdict;
use core::time::Duration;

/// With one open incident: number 1, of "app".
fn broken() -> Diary {
    let mut diary = Diary::over([service("app").with_health()]);
    diary.hear([heard("app").health(HealthReport::said(Verdict::Down))]);
    diary
}

fn note(text: &str) -> Command {
    Command::Note { incident: 1, text: text.to_owned() }
}

fn window(id: &str, from: u64, until: u64) -> Window {
    Window {
        id: id.to_owned(),
        title: "New disks".to_owned(),
        services: vec!["app".to_owned()],
        from: START + Duration::from_secs(from),
        until: START + Duration::from_secs(until),
    }
}

/// So many seconds are a year.
const YEARS: u64 = 86_400 * 366;

#[test]
fn a_note_belongs_to_its_incident_and_can_be_edited() {
    let mut diary = broken();
    diary.wait(EVERY).ask(note("  The disk is full. ")).unwrap();
    let event = diary.log.events()[0].clone();
    assert_eq!((event.incident, event.service.as_str(), event.edited_at), (Some(1), "app", None));
    assert_eq!(event.what, What::Note { text: "The disk is full.".to_owned() });
    diary.wait(EVERY).ask(Command::Edit { event: event.id, text: "The disk was full.".to_owned() }).unwrap();
    let edited = &diary.log.events()[0];
    assert_eq!((edited.id, edited.at, edited.edited_at), (event.id, event.at, Some(diary.now)));
    assert_eq!(edited.what, What::Note { text: "The disk was full.".to_owned() });
    assert_eq!(diary.log, diary.rows.read());
}

#[test]
fn an_incident_that_is_over_can_be_explained() {
    let mut diary = broken();
    diary.hear([heard("app").health(up())]);
    diary.ask(Command::PostMortem { incident: 1, text: "A full disk.".to_owned() }).unwrap();
    assert_eq!(diary.log.events()[0].incident, Some(1));
}

#[test]
fn saying_twice_that_one_is_on_it_says_it_once() {
    let mut diary = broken();
    for _ in 0..2 {
        diary.ask(Command::Stage { incident: 1, to: Stage::Looking }).unwrap();
    }
    assert_eq!(diary.log.incidents()[0].stage, Stage::Looking);
    let said = diary.told().into_iter().filter(|(_, what)| matches!(what, What::Stage { .. }));
    assert_eq!(said.count(), 1);
}

#[test]
fn what_people_write_holds_nothing_that_steers_a_terminal_and_a_mark_is_one_line() {
    let mut diary = broken();
    diary.ask(note("\u{1b}[31mWe look.\r\n\tSoon.\u{7}")).unwrap();
    diary.ask(Command::Mark { service: String::new(), text: "app\n1.42\u{0}".to_owned() }).unwrap();
    let title = "New\u{1b}\ndisks ".to_owned();
    diary.ask(Command::Announce(Window { title, ..window("disks", 60, 120) })).unwrap();
    assert_eq!(diary.log.windows()[0].title, "New disks");
    let texts = |diary: &Diary| match [&diary.log.events()[0].what, &diary.log.events()[1].what] {
        [What::Mark { text: mark }, What::Note { text: note }] => (mark.clone(), note.clone()),
        others => panic!("{others:?}"),
    };
    assert_eq!(texts(&diary), ("app 1.42".to_owned(), "[31mWe look.\n\tSoon.".to_owned()));
    let event = diary.log.events()[0].id;
    diary.ask(Command::Edit { event, text: "app\n1.43".to_owned() }).unwrap();
    assert_eq!(texts(&diary).0, "app 1.43");
}

#[test]
fn the_latest_word_counts_also_where_it_goes_back() {
    let mut diary = broken();
    for to in [Stage::Fixed, Stage::Looking] {
        diary.ask(Command::Stage { incident: 1, to }).unwrap();
        assert_eq!(diary.log.incidents()[0].stage, to);
    }
    let board = PublicBoard::of(&diary.board(), |n| n.to_string());
    let stages: Vec<_> = board.events.iter().take(2).map(|event| event.what.clone()).collect();
    assert_eq!(
        stages,
        [
            PublicWhat::Stage { from: Stage::Fixed, to: Stage::Looking },
            PublicWhat::Stage { from: Stage::Open, to: Stage::Fixed }
        ]
    );
}

#[test]
fn a_mark_of_a_service_in_trouble_stands_in_the_incident() {
    let mut diary = broken();
    diary.ask(Command::Mark { service: "app".to_owned(), text: "app 1.42".to_owned() }).unwrap();
    diary.ask(Command::Mark { service: String::new(), text: "new router".to_owned() }).unwrap();
    let incidents: Vec<_> = diary.log.events()[..2].iter().map(|event| event.incident).collect();
    assert_eq!(incidents, [None, Some(1)]);
}

#[test]
fn what_names_nothing_or_is_not_as_it_must_be_is_refused_and_changes_nothing() {
    let mut diary = broken();
    let before = diary.log.clone();
    let too_long = |limit: usize| "x".repeat(limit + 1);
    let limit_of = |limit| CommandError::TextTooLong { found: limit + 1, limit };
    let observed = diary.log.events()[0].id;
    for (command, error) in [
        (Command::Note { incident: 7, text: "x".to_owned() }, CommandError::NoSuchIncident(7)),
        (Command::PostMortem { incident: 7, text: "x".to_owned() }, CommandError::NoSuchIncident(7)),
        (Command::Stage { incident: 7, to: Stage::Found }, CommandError::NoSuchIncident(7)),
        (Command::Edit { event: 99, text: "x".to_owned() }, CommandError::NoSuchEvent(99)),
        (Command::Edit { event: observed, text: "x".to_owned() }, CommandError::NotWritten(observed)),
        (note(" \n"), CommandError::NoText),
        (note(&too_long(NOTE_LIMIT)), limit_of(NOTE_LIMIT)),
        (Command::Mark { service: String::new(), text: too_long(MARK_LIMIT) }, limit_of(MARK_LIMIT)),
        (
            Command::Mark { service: "shop".to_owned(), text: "x".to_owned() },
            CommandError::NoSuchService("shop".to_owned()),
        ),
        (
            Command::Announce(Window { services: vec![String::new()], ..window("w", 60, 90) }),
            CommandError::NoSuchService(String::new()),
        ),
        (
            Command::Announce(window("w", 60, 60)),
            CommandError::EndsBeforeItBegins {
                from: START + Duration::from_mins(1),
                until: START + Duration::from_mins(1),
            },
        ),
        (
            Command::Announce(window("w", 60, YEARS * 2)),
            CommandError::WindowTooLong {
                until: START + Duration::from_secs(YEARS * 2),
                limit: Duration::from_hours(24 * 366),
            },
        ),
        (
            Command::Announce(window("w", YEARS * 101, YEARS * 101 + 60)),
            CommandError::TooFarAhead {
                from: START + Duration::from_secs(YEARS * 101),
                limit: Duration::from_hours(24 * 36_525),
            },
        ),
        (
            Command::Announce(window("w", 1, 9)),
            CommandError::WindowIsOver { id: "w".to_owned(), until: START + Duration::from_secs(9) },
        ),
        (
            Command::Announce(window("a b", 60, 90)),
            CommandError::BadWindowId { id: "a b".to_owned(), limit: WINDOW_ID_LIMIT },
        ),
        (Command::CallOff { window: "w".to_owned() }, CommandError::NoSuchWindow("w".to_owned())),
    ] {
        assert_eq!(diary.ask(command), Err(error.clone()));
        assert!(!error.to_string().is_empty());
    }
    assert_eq!(diary.log, before);
}

#[test]
fn windows_are_announced_changed_ended_and_called_off() {
    let mut diary = broken();
    diary.ask(Command::Announce(window("disks", 600, 900))).unwrap();
    diary.ask(Command::Announce(window("", 10, 900))).unwrap();
    diary.ask(Command::Announce(window("disks", 700, 900))).unwrap();
    let ids: Vec<String> = diary.log.windows().iter().map(|window| window.id.clone()).collect();
    assert_eq!((ids.len(), ids[1].as_str()), (2, "disks"));
    diary.ask(Command::CallOff { window: "disks".to_owned() }).unwrap();
    diary.ask(Command::CallOff { window: ids[0].clone() }).unwrap();
    assert_eq!(diary.log.windows().iter().map(|w| w.until).collect::<Vec<_>>(), [diary.now]);
    assert_eq!(diary.log, diary.rows.read());
    assert!(matches!(
        diary.ask(Command::CallOff { window: ids[0].clone() }),
        Err(CommandError::WindowIsOver { .. })
    ));
}

#[test]
fn windows_are_bounded_and_forgotten_long_after_their_end() {
    let mut diary = broken();
    for n in 0..WINDOWS_LIMIT {
        diary.ask(Command::Announce(window(&format!("w{n}"), 60, 90))).unwrap();
    }
    let refused = diary.ask(Command::Announce(window("one-more", 60, 90)));
    assert_eq!(refused, Err(CommandError::TooManyWindows { limit: WINDOWS_LIMIT }));
    diary.wait(Duration::from_hours(31 * 24)).hear([heard("app").health(up())]);
    assert_eq!((diary.log.windows(), &diary.log), (&[][..], &diary.rows.read()));
}
