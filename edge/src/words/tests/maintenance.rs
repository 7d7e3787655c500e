//! What is said while work is planned: nothing but words changes.

use super::{
    START, Watch, application, assert_says, document, english, heard, line, planner, public, refused, silent,
    up, workers,
};
use crate::words::maintenance::planned;
use crate::words::{Locale, Spoken, speak};
use core::time::Duration;
use shared::annals::Annals;
use shared::flag::FlagWord;
use shared::maintenance::Window;
use shared::public::PublicBoard;
use shared::state::{State, Verdict};
use shared::time::Timestamp;
use std::sync::Arc;

/// From `begins` minutes after the start, for two hours.
fn window(begins: u64, services: &[&str], title: &str) -> Window {
    let from = START + Duration::from_mins(begins);
    Window {
        id: format!("w{begins}"),
        title: title.into(),
        services: services.iter().map(|id| (*id).to_owned()).collect(),
        from,
        until: from + Duration::from_hours(2),
    }
}

fn board(watch: &Watch, windows: impl Into<Vec<Window>>) -> PublicBoard {
    let annals = Annals { windows: windows.into(), ..Annals::default() };
    public(&watch.look().with(Arc::new(annals)))
}

fn spoken(board: &PublicBoard) -> Spoken {
    speak(&english(), board)
}

/// Two services, of which the first says that its database is down.
fn database_down() -> Watch {
    let mut watch = Watch::over([application("planner", "Trip planner"), application("mail", "Mail")]);
    let down = document(Verdict::Down, [line("postgres", State::Down)]);
    watch.hear([heard("planner", down, []), heard("mail", up(), [])]);
    watch
}

#[test]
fn what_is_wrong_inside_a_window_is_planned_and_the_verdict_stays_what_it_is() {
    let watch = database_down();
    let board = board(&watch, [window(0, &["planner"], "Database upgrade")]);
    let said = spoken(&board);
    assert_eq!(board.verdict, Verdict::Down);
    assert_says(
        &said,
        "Planned maintenance until 16:00: Database is not working",
        &["The application itself says so.", "What is being done: Database upgrade."],
        &["Not working since 14:00:15."],
    );
    let without = spoken(&super::maintenance::board(&watch, []));
    assert_eq!((said.tone, said.subject), (without.tone, without.subject));
    let mark = planned(&english(), &board).unwrap();
    assert_eq!(mark.text, "Planned maintenance, since 14:00, until 16:00");
    assert!(mark.explains);
}

#[test]
fn jobs_that_wait_while_work_is_planned_are_done_afterwards() {
    let mut watch = Watch::over([planner()]);
    watch.hear([heard("planner", up(), [workers(START, 0, 58)])]);
    let said = spoken(&board(&watch, [window(0, &[], "")]));
    assert_eq!(
        said.headline.replace('\u{a0}', " "),
        "Planned maintenance until 16:00. Background jobs: no worker has ever been seen"
    );
    assert!(said.says.contains(&"They will be processed afterwards.".to_owned()), "{:?}", said.says);
}

#[test]
fn what_is_wrong_outside_of_every_window_is_said_as_ever() {
    let watch = database_down();
    let board = board(&watch, [window(0, &["mail"], "")]);
    assert_says(
        &spoken(&board),
        "Database is not working",
        &[
            "The application itself says so.",
            "Planned maintenance of Mail until 16:00. Short interruptions are possible.",
        ],
        &["Not working since 14:00:15."],
    );
    assert!(!planned(&english(), &board).unwrap().explains);
}

#[test]
fn a_board_that_works_says_that_interruptions_are_possible() {
    let mut watch = Watch::over([planner()]);
    watch.hear([heard("planner", up(), [workers(START, 2, 3)])]);
    let board = board(&watch, [window(0, &["planner"], "")]);
    assert_says(
        &spoken(&board),
        "Everything works, and 2 workers are at it",
        &["3 jobs are waiting.", "Planned maintenance until 16:00. Short interruptions are possible."],
        &[],
    );
    assert!(!planned(&english(), &board).unwrap().explains);
}

#[test]
fn planned_work_of_the_next_day_is_a_line() {
    let mut watch = Watch::over([planner()]);
    watch.hear([heard("planner", up(), [workers(START, 2, 0)])]);
    let windows = [window(60, &[], "Database upgrade"), window(600, &["planner"], ""), window(1500, &[], "")];
    let board = board(&watch, windows);
    assert_says(
        &spoken(&board),
        "Everything works, and 2 workers are at it",
        &[
            "No job is waiting.",
            "Planned maintenance from 15:00 to 17:00: Database upgrade.",
            "Planned maintenance from 1 Dec. 00:00 to 1 Dec. 02:00.",
        ],
        &[],
    );
    assert_eq!(planned(&english(), &board), None);
}

#[test]
fn a_window_that_is_over_is_not_spoken_of() {
    let mut watch = database_down();
    watch.wait(2 * 3600);
    let down = document(Verdict::Down, [line("postgres", State::Down)]);
    watch.hear([heard("planner", down, []), heard("mail", up(), [])]);
    assert_eq!(spoken(&board(&watch, [window(0, &[], "Upgrade")])).headline, "Database is not working");
}

#[test]
fn a_part_that_nobody_could_ask_outside_of_the_window_keeps_the_words_as_they_are() {
    let mut watch = Watch::over([planner(), application("mail", "Mail")]);
    for _ in 0..2 {
        watch
            .hear([heard("planner", up(), [silent()]), heard("mail", refused(FlagWord::ProbeThrottled), [])]);
    }
    let said = spoken(&board(&watch, [window(0, &["planner"], "")]));
    assert!(!said.headline.starts_with("Planned"), "{}", said.headline);
    assert!(
        spoken(&board(&watch, [window(0, &[], "")])).headline.starts_with("Planned maintenance until 16:00")
    );
}

#[test]
fn an_end_that_is_not_today_has_its_date_and_one_of_another_year_its_year() {
    let watch = database_down();
    for (hours, until) in [(2, "16:00"), (30, "1 Dec. 20:00"), (24 * 40, "9 Jan. 2027 14:00")] {
        let mut long = window(0, &["planner"], "");
        long.until = long.from + Duration::from_hours(hours);
        let board = board(&watch, [long]);
        let plain = |text: &str| text.replace('\u{a0}', " ");
        assert_eq!(
            plain(&spoken(&board).headline),
            format!("Planned maintenance until {until}: Database is not working")
        );
        let mark = planned(&english(), &board).unwrap().text;
        assert_eq!(plain(&mark), format!("Planned maintenance, since 14:00, until {until}"));
    }
}

#[test]
fn an_end_that_the_clock_shows_twice_says_which_of_the_two_it_is() {
    // The night of 25 October 2026 in Paris; it is 02:45 for the first time, and the work ends at the second 02:30.
    let mut watch = Watch::over([planner()]);
    watch.now = Timestamp::from_secs(1_792_889_100);
    watch.memory.started_at = watch.now;
    let now = watch.now;
    watch.hear([heard("planner", up(), [workers(now, 0, 58)])]);
    let until = now + Duration::from_mins(45);
    let work = Window { from: now - Duration::from_hours(1), until, ..window(0, &[], "") };
    let said = speak(&Locale::english("Europe/Paris"), &board(&watch, [work]));
    assert!(said.headline.starts_with("Planned maintenance until 02:30\u{a0}(UTC+1). "), "{}", said.headline);
}
