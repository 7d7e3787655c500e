//! Tests of the text board: what a terminal of eighty columns shows.

use super::*;
use crate::web::specimen;
use crate::words::tests::{
    START, Watch, application, document, heard, line, not_measured, planner, silent, unreached, up, workers,
};
use shared::history::{SubjectPast, Tally};
use shared::state::Verdict;

fn text(watch: &Watch) -> String {
    rendered(&watch.board())
}

fn rendered(board: &PublicBoard) -> String {
    String::from_utf8(render(&specimen::site().locale, board)).unwrap()
}

#[test]
fn the_board_fits_into_eighty_columns() {
    let mut watch = Watch::over([planner()]);
    let report = document(Verdict::Operational, [line("postgres", State::Operational)]);
    watch.hear([heard("planner", report.clone(), [workers(START, 2, 3)])]).wait(360);
    watch.hear([heard("planner", report, [workers(START, 0, 58)])]);
    let expected = "\
■ Trip planner: Background jobs: no sign of life from any worker for 6 minutes
  58 jobs are waiting.
  The application itself answers.
  Not working since 15:06:30.
  Last sign of life 14:59:53.

  ■ Background jobs: Not working | workers 0 | waiting 58 | failed for good 4
  ● Database: Working

Checked 15:06:30, valid until 15:07:30 (Europe/Paris).
";
    assert_eq!(text(&watch), expected);
}

#[test]
fn longer_lines_are_folded_between_words_and_set_in() {
    let mut watch = Watch::over([planner(), application("shop", "Shop")]);
    for _ in 0..2 {
        watch.hear([heard("planner", up(), [silent()]), heard("shop", up(), [])]);
    }
    let expected = "\
  ? Background jobs: Not known | workers ? (not answering)
    | waiting ? (not answering) | failed for good ? (not answering)
";
    let text = text(&watch);
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("\n\n● Shop: Working\n"), "{text}");
}

#[test]
fn no_line_of_any_board_is_wider_than_a_terminal() {
    let samples = [workers(START, 256, 4812), silent(), not_measured(12), workers(START, 0, 1)];
    for sample in samples {
        for report in [up(), unreached(), document(Verdict::Down, [line("postgres", State::Down)])] {
            let mut watch = Watch::over([planner()]);
            for _ in 0..3 {
                watch.hear([heard("planner", report.clone(), [sample.clone()])]);
                let text = text(&watch);
                let widest = text.lines().map(|line| line.chars().count()).max();
                assert!(widest <= Some(80) && !text.contains('\u{a0}'), "{text}");
            }
        }
    }
}

#[test]
fn what_the_process_itself_says_stands_below_its_parts() {
    let mut watch = Watch::over([planner()]);
    let mut sample = heard("planner", up(), [workers(START, 2, 3)]);
    sample.liveness = sample.health.clone();
    watch.hear([sample]);
    assert!(text(&watch).contains("\n  ● The process itself: Working\n"), "{}", text(&watch));
}

#[test]
fn uptime_is_told_once_a_day_of_it_was_seen() {
    let mut watch = Watch::over([application("shop", "Trip planner")]);
    watch.hear([heard("shop", up(), [])]);
    let mut board = watch.board();
    let day = Tally { operational: 86_000_000, down: 400_000, ..Tally::default() };
    let past = SubjectPast { days: vec![day; 90], last_24_h: day, ..SubjectPast::default() };
    let told = "\
  uptime 99.53 % in 24 h, 99.53 % in 7 days, 99.53 % in 30 days, 99.53 % in
    90 days (of 100 % observed)
";
    assert!(!rendered(&board).contains("uptime"));
    board.services[0].past = past.into();
    let text = rendered(&board);
    assert!(text.contains(told), "{text}");
}
