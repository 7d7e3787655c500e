//! Tests of the card of 90 days: rows, percentages, spans, and the words of a day, from tallies made by hand.

use super::*;
use crate::web::history::bars::time;
use crate::words::tests::{START, Watch, application, document, heard, line, planner, up, workers};
use proptest::prelude::*;
use shared::annals::Annals;
use shared::board::Board;
use shared::history::{Past, Subject as Of};
use shared::state::{State, Verdict};
use std::sync::Arc;

const MINUTE: u64 = 60;
const DAY_S: u64 = 86_400;

/// 2026-11-30, the day of `START`.
pub const TODAY: Day = Day(20_787);

/// A day: so many seconds in other states, and the rest of it working.
pub fn day(parts: &[(State, u64)]) -> Tally {
    let rest = DAY_S - parts.iter().map(|(_, seconds)| seconds).sum::<u64>();
    let mut tally = Tally::default();
    for (state, seconds) in parts.iter().chain(&[(State::Operational, rest)]) {
        tally.add(*state, false, Duration::from_secs(*seconds));
    }
    tally
}

/// A day that is so many seconds old, in one state.
fn since_midnight(state: State, seconds: u64) -> Tally {
    let mut tally = Tally::default();
    tally.add(state, false, Duration::from_secs(seconds));
    tally
}

fn well(days: usize) -> Vec<Tally> {
    vec![day(&[]); days]
}

/// So many good days, and then these.
fn ending(days: usize, last: &[Tally]) -> Vec<Tally> {
    [well(days - last.len()), last.to_vec()].concat()
}

fn past(days: Vec<Tally>) -> Arc<SubjectPast> {
    let last_24_h = days.last().copied().unwrap_or_default();
    Arc::new(SubjectPast { days, last_24_h, ..SubjectPast::default() })
}

/// "Trip planner", which has "Background jobs" and "Database", with these days.
fn board(own: Vec<Tally>, jobs: Vec<Tally>, database: Vec<Tally>) -> PublicBoard {
    let mut watch = Watch::over([planner()]);
    let report = document(Verdict::Operational, [line("postgres", State::Operational)]);
    watch.hear([heard("planner", report, [workers(START, 2, 3)])]);
    let mut board = watch.board();
    board.past.today = TODAY;
    let service = &mut board.services[0];
    (service.past, service.queues[0].past, service.dependencies[0].past) =
        (past(own), past(jobs), past(database));
    board
}

fn en() -> Locale {
    Locale::english("UTC")
}

fn shown(board: &PublicBoard) -> History {
    card(&en(), board).expect("history")
}

/// The bars that are drawn.
fn drawn(board: &PublicBoard) -> Vec<Bars> {
    all_bars(&en(), &services(board), board.services.len() == 1)
}

/// What is read of a day, with plain spaces.
fn read(history: &History, day: u8) -> String {
    plain(history.day(day))
}

fn plain(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

#[test]
fn there_is_no_card_before_there_is_history() {
    assert_eq!(card(&en(), &board(vec![], vec![], vec![])), None);
    let nothing = vec![Tally { not_applicable: 9, ..Tally::default() }];
    assert_eq!(card(&en(), &board(nothing, vec![], vec![])), None);
}

#[test]
fn every_service_queue_and_part_with_a_past_has_a_row() {
    let drawn = drawn(&board(well(2), well(2), vec![]));
    let [bars] = &drawn[..] else { panic!("one service") };
    assert_eq!((bars.own.share.label.as_str(), bars.fold.as_str()), ("Trip planner", ""));
    let names: Vec<&str> = bars.parts.iter().map(|row| row.share.label.as_str()).collect();
    assert_eq!(names, ["Background jobs"], "nothing is known of the database's days");
}

#[test]
fn a_hidden_part_has_no_row_and_no_key_of_a_document_gets_out() {
    let mut service = planner();
    service.health.as_mut().unwrap().hide.insert("c4nary-hidden".into());
    let mut watch = Watch::over([service]);
    let lines = [line("c4nary.internal:5432", State::Operational), line("c4nary-hidden", State::Operational)];
    watch.hear([heard("planner", document(Verdict::Operational, lines), [workers(START, 2, 3)])]);
    let subjects = ["c4nary.internal:5432", "c4nary-hidden"]
        .map(|key| (Of::Dependency("planner".into(), key.into()), SubjectPast::clone(&past(well(3)))))
        .into_iter()
        .chain([(Of::Service("planner".into()), SubjectPast::clone(&past(well(3))))]);
    let past = Past { today: TODAY, subjects: subjects.collect(), ..Past::default() };
    let annals = Arc::new(Annals { past, ..Annals::default() });
    let board = Board::of(&watch.plan, &watch.memory, watch.now).with(annals);
    let board = PublicBoard::of(&board, |nth| crate::words::labels::dependency_number(&en(), nth));
    let drawn = drawn(&board);
    let rows: Vec<&str> = drawn[0].parts.iter().map(|row| row.share.label.as_str()).collect();
    assert_eq!(rows, ["Dependency 1"]);
    assert!(!format!("{:?}", shown(&board)).contains("c4nary"));
}

#[test]
fn no_percentage_is_told_before_a_day_was_observed() {
    let noon = Tally { operational: 43_200_000, ..Tally::default() };
    let unknown = day(&[(State::Unknown, DAY_S)]);
    for days in [vec![noon], vec![unknown; 5]] {
        let drawn = drawn(&board(days.clone(), days, vec![]));
        let own = &drawn[0].own;
        assert_eq!((own.share.share.as_str(), own.share.of.as_str()), ("", ""));
        assert!(drawn[0].spans.is_empty());
        assert_eq!(own.bars.len(), 2, "the bars are there all the same");
    }
}

#[test]
fn uptime_is_told_over_every_span_that_says_something_new() {
    let labels = |days: usize| -> Vec<String> {
        drawn(&board(well(days), vec![], vec![]))[0].spans.iter().map(|span| plain(&span.label)).collect()
    };
    assert_eq!(labels(1), ["24 h"]);
    assert_eq!(labels(3), ["24 h", "3 days"]);
    assert_eq!(labels(30), ["24 h", "7 days", "30 days"]);
    assert_eq!(labels(90), ["24 h", "7 days", "30 days", "90 days"]);
}

#[test]
fn unknown_time_is_in_no_percentage_and_the_coverage_says_how_much_there_was() {
    let half = day(&[(State::Unknown, DAY_S / 2), (State::Down, DAY_S / 8)]);
    let own = &drawn(&board(ending(2, &[half]), vec![], vec![]))[0].own.share;
    assert_eq!((plain(&own.share).as_str(), plain(&own.of).as_str()), ("91.66 %", "of 75 % observed"));
    let told = uptime(&en(), &past(ending(2, &[half]))).unwrap();
    assert_eq!(plain(&told), "uptime 75 % in 24 h, 91.66 % in 2 days (of 75 % observed)");
}

#[test]
fn a_day_is_read_out_with_what_was_worst_first() {
    let jobs = ending(90, &[day(&[(State::Down, 109)]), day(&[])]);
    let database = ending(90, &[day(&[(State::Degraded, 600), (State::Down, 40)]), day(&[])]);
    let history = shown(&board(well(90), jobs, database));
    assert_eq!(
        read(&history, 88),
        "29 November. Background jobs: not working for 1 min 49 s. \
         Database: not working for 40 s, with problems for 10 min."
    );
    assert_eq!(read(&history, 89), "Today. Nothing but working was seen.");
    assert_eq!(history.troubled, "Days with trouble (1)");
    assert_eq!(history.bad.0, format!("<ul><li>{}</li></ul>", history.day(88)));
}

#[test]
fn what_a_part_tells_the_service_does_not_tell_again_but_what_is_its_own_it_does() {
    let own = ending(90, &[day(&[(State::Down, 1800)])]);
    let same = shown(&board(own.clone(), own.clone(), well(90)));
    assert_eq!(read(&same, 89), "Today. Background jobs: not working for 30 min.");
    let shorter = ending(90, &[day(&[(State::Down, MINUTE)])]);
    let more = shown(&board(own, shorter, well(90)));
    assert_eq!(
        read(&more, 89),
        "Today. Trip planner: not working for 30 min. Background jobs: not working for 1 min."
    );
}

#[test]
fn a_gap_of_this_page_is_told_once_and_not_of_every_row() {
    let gap = ending(90, &[day(&[(State::Unknown, 7200)])]);
    let longer = ending(90, &[day(&[(State::Unknown, 7260)])]);
    let history = shown(&board(gap.clone(), gap, longer));
    assert_eq!(read(&history, 89), "Today. Nothing was known for 2 h. Database: not known for 1 min.");
    let away = ending(90, &[day(&[(State::Unknown, DAY_S)]), day(&[])]);
    let history = shown(&board(away.clone(), away.clone(), away));
    assert_eq!(read(&history, 88), "29 November. Nothing was known all day.");
    assert_eq!(history.troubled, "Days with trouble (1)");
}

#[test]
fn what_has_been_so_since_midnight_is_not_said_to_have_been_so_all_day() {
    let minutes = |state| ending(90, &[since_midnight(state, 14)]);
    let history = shown(&board(minutes(State::Down), minutes(State::Down), minutes(State::Operational)));
    assert_eq!(read(&history, 89), "Today. Background jobs: not working for 14 s.");
    let history = shown(&board(minutes(State::Unknown), minutes(State::Unknown), minutes(State::Unknown)));
    assert_eq!(read(&history, 89), "Today. Nothing was known for 14 s.");
}

#[test]
fn restarts_and_maintenance_can_be_read_and_are_no_trouble() {
    let mut worked_on = day(&[(State::Draining, 12)]);
    worked_on.add(State::Down, true, Duration::from_hours(1));
    let history = shown(&board(ending(90, &[worked_on]), well(90), vec![]));
    assert_eq!(read(&history, 89), "Today. Trip planner: restarting for 12 s, planned maintenance for 1 h.");
    assert_eq!(history.troubled, "");
}

#[test]
fn of_many_rows_in_trouble_the_worst_are_told_and_the_others_counted() {
    let keys = ["a", "b", "c", "d", "e", "f"];
    let mut watch = Watch::over([application("shop", "Shop")]);
    let lines = keys.map(|key| line(key, State::Operational));
    watch.hear([heard("shop", document(Verdict::Operational, lines), [])]);
    let mut board = watch.board();
    board.services[0].past = past(well(1));
    for (n, part) in board.services[0].dependencies.iter_mut().enumerate() {
        let state = if n == 5 { State::Down } else { State::Degraded };
        part.past = past(vec![day(&[(state, MINUTE)])]);
    }
    assert_eq!(
        read(&shown(&board), 89),
        "Today. f: not working for 1 min. a: with problems for 1 min. b: with problems for 1 min. \
         c: with problems for 1 min. And 2 more."
    );
}

#[test]
fn among_several_services_parts_fold_away_and_are_told_with_their_service() {
    let mut watch = Watch::over([planner(), application("shop", "Shop")]);
    watch.hear([heard("planner", up(), [workers(START, 2, 3)]), heard("shop", up(), [])]);
    let mut board = watch.board();
    board.past.today = TODAY;
    for service in &mut board.services {
        service.past = past(well(2));
    }
    board.services[0].queues[0].past = past(ending(2, &[day(&[(State::Down, MINUTE)])]));
    let history = shown(&board);
    let folds: Vec<&str> = history.groups.iter().map(|group| group.fold.as_str()).collect();
    assert_eq!(folds, ["Queues and parts of Trip planner", ""]);
    assert_eq!(read(&history, 89), "Today. Trip planner, Background jobs: not working for 1 min.");
}

#[test]
fn dates_follow_the_calendar() {
    let history = shown(&board(well(90), vec![], vec![]));
    let starts = |day: u8, date: &str| assert!(read(&history, day).starts_with(date), "{}", history.day(day));
    for (day, date) in
        [(89, "Today."), (88, "29 November."), (60, "1 November."), (59, "31 October."), (0, "2 September.")]
    {
        starts(day, date);
    }
    assert_eq!((history.days.len(), history.today()), (90, 89));
}

#[test]
fn the_left_end_says_whether_the_first_check_was_there() {
    let mut board = board(well(12), vec![], vec![]);
    let left = |board: &PublicBoard| plain(&left(&en(), board, 12));
    assert_eq!(left(&board), "19 November");
    board.past.since = Some(START - Duration::from_hours(11 * 24));
    assert_eq!(left(&board), "first check 19 November");
    let history = shown(&board);
    assert_eq!(read(&history, 77), "18 November. Before the first check.");
    assert_eq!(read(&history, 78), "19 November. Nothing but working was seen.");
}

#[test]
fn the_key_explains_what_is_drawn_and_nothing_else() {
    let drawn = drawn(&board(ending(90, &[day(&[(State::Down, MINUTE)])]), vec![], vec![]));
    let key = key(&en(), &drawn);
    let key: Vec<&str> = key.iter().map(|key| key.text.as_str()).collect();
    assert_eq!(key, ["working", "not working"]);
}

/// Days of every kind.
fn any_days() -> impl Strategy<Value = Vec<Tally>> {
    let any = prop::array::uniform6(prop_oneof![2 => Just(0_u64), 1 => 1..4_000_000_u64]);
    let any_day = any.prop_map(|[unknown, down, degraded, draining, maintenance, not_applicable]| Tally {
        operational: 60_000_000,
        unknown,
        down,
        degraded,
        draining,
        maintenance,
        not_applicable,
    });
    prop::collection::vec(any_day, 2..95)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn percentages_bars_and_words_tell_the_same_story(days in any_days()) {
        let board = board(days.clone(), vec![], vec![]);
        let (history, drawn) = (shown(&board), drawn(&board));
        let all: Vec<Tally> = days.iter().rev().take(90).copied().collect();
        let mut sum = Tally::default();
        for tally in &all {
            sum += *tally;
        }
        let own = &drawn[0].own;
        prop_assert_eq!(&own.share.share, &words::uptime(&en(), sum.uptime_ppm().unwrap()));
        prop_assert_eq!(&own.share.of, &words::observed(&en(), sum.coverage_ppm().unwrap()));
        for of in [Stripe::NotWorking, Stripe::NotKnown, Stripe::Problems, Stripe::Restarting, Stripe::Maintenance] {
            let drawn = own.bars.iter().find(|bar| bar.of == of).map_or(0, |bar| bar.path.matches('z').count());
            let happened = all.iter().filter(|tally| time(tally, of) > 0).count();
            prop_assert_eq!(drawn, happened, "{:?}", of);
            let word = format!("{} ", words::stripe(&en(), of));
            let told = history.days.iter().filter(|day| day.contains(&word));
            prop_assert_eq!(told.count(), happened, "{:?}", of);
        }
        let full = own.share.share == "100\u{a0}%";
        prop_assert_eq!(full, sum.down == 0, "100 % is said only of all of it");
    }
}
