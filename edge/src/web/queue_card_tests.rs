//! Tests of a queue's card: labels by how workers are known, seats, evidence, the lines that say something.

use super::*;
use crate::words::tests::{
    EVERY, START, Watch, application, document, heard, messenger, no_permission, not_measured, not_read,
    planner, queue, silent, up, workers,
};
use shared::history::{Numbers, SubjectPast};
use shared::plan::{QueuePlan, ServicePlan};
use shared::reading::Why;
use shared::sample::{QueueSample, Standing, Workers};
use shared::state::Verdict;

/// The only queue's card, `after` seconds later; no-break spaces are plain.
fn card_of(watch: &Watch, after: u64) -> QueueCard {
    let board = watch.board();
    let (service, now) = (&board.services[0], board.served_at.0 + Duration::from_secs(after));
    let card = card(&Locale::english("UTC"), now, service, &service.queues[0]);
    let text = serde_json::to_string(&card).unwrap().replace('\u{a0}', " ");
    serde_json::from_str(&text).unwrap()
}

fn hearing(sample: QueueSample) -> Watch {
    let mut watch = Watch::over([planner()]);
    watch.hear([heard("planner", up(), [sample])]);
    watch
}

fn evidence(card: &QueueCard) -> (&str, bool, &str) {
    let Evidence { before, at, below, .. } = &card.crew.evidence;
    (before, at.is_some(), below)
}

fn line<'c>(card: &'c QueueCard, label: &str) -> Option<&'c str> {
    card.lines.iter().find(|line| line.label == label).map(|line| line.value.as_str())
}

#[test]
fn living_workers_have_burning_seats_freshest_first() {
    let mut sample = workers(START + EVERY, 3, 58);
    sample.beats[2].age = Duration::from_secs(141);
    let card = card_of(&hearing(sample), 9);
    assert_eq!((card.crew.label.as_str(), card.crew.number.as_str()), ("Workers, last 5 min", "3"));
    assert_eq!(card.crew.seats_label, "3 workers, latest sign of life 16, 17 and 150 seconds ago");
    assert_eq!(evidence(&card), ("latest", true, "longest silence 2 min 30 s"));
    let fills: Vec<u8> = card
        .crew
        .seats
        .iter()
        .map(|seat| if let Seat::Burning { fill } = seat { *fill } else { 0 })
        .collect();
    assert_eq!(fills, [94, 94, 50]);
    assert_eq!([card.waiting.number.as_str(), &card.failed.number], ["58", "4"]);
    assert!(card.lines.is_empty(), "{:?}", card.lines);
}

#[test]
fn one_worker_is_one_worker() {
    let mut sample = workers(START, 1, 0);
    sample.beats[0].age = Duration::from_secs(1);
    let card = card_of(&hearing(sample), 0);
    assert_eq!(card.crew.seats_label, "1 worker, latest sign of life 1 second ago");
    assert_eq!(evidence(&card), ("latest", true, ""));
}

#[test]
fn up_to_48_workers_have_a_seat_each_and_a_larger_crew_one_for_each_tenth() {
    for (crew, seats, more) in [
        (12, 12, ""),
        (13, 13, ""),
        (48, 48, ""),
        (49, 10, "49 workers, each seat a tenth of them"),
        (131, 10, "131 workers, each seat a tenth of them"),
    ] {
        let card = card_of(&hearing(workers(START, crew, 0)), 0);
        assert_eq!((card.crew.seats.len(), card.crew.more.as_str()), (seats, more));
        let last = crew + 6;
        let label = format!("{crew} workers, latest sign of life 7 to {last} seconds ago");
        assert_eq!(card.crew.seats_label, label);
    }
}

#[test]
fn a_crew_that_was_not_read_to_its_end_is_at_least_so_many() {
    let counted = Workers::Counted { alive: Reading::redis(256), exactness: Exactness::AtLeastOne };
    let card = card_of(&hearing(QueueSample { workers: counted, ..workers(START, 256, 0) }), 0);
    assert_eq!(card.crew.number, "256+");
    let and_more = "at least so many, this page does not count further";
    assert_eq!(evidence(&card), ("latest", true, and_more));
}

#[test]
fn an_age_may_stand_anywhere_in_what_a_language_says_of_it() {
    let around = |said: &str| {
        let Evidence { before, after, .. } =
            around_age(&Locale::english("UTC"), START, &said.replace('#', AGE), Some(START));
        (before, after)
    };
    let told = |before: &str, after: &str| (before.to_owned(), after.to_owned());
    assert_eq!(around("latest #"), told("latest", ""));
    assert_eq!(around("# was the latest"), told("", " was the latest"));
    assert_eq!(around("latest #; a dead one shows"), told("latest", "; a dead one shows"));
}

#[test]
fn nobody_is_drawn_as_those_who_were_here_last() {
    for (crew, seats, evidence, label) in [
        (1, 1, "1 was here until 14:00:08", "1 worker was here until 14:00:08"),
        (2, 2, "2 were here until 14:00:08", "2 workers were here until 14:00:08"),
        (40, 12, "40 were here until 14:00:08", "40 workers were here until 14:00:08"),
    ] {
        let mut watch = hearing(workers(START + EVERY, crew, 0));
        let mut nobody = workers(START, 0, 58);
        nobody.numbers.in_flight = Reading::redis(1);
        watch.hear([heard("planner", up(), [nobody])]);
        let card = card_of(&watch, 0);
        assert_eq!((card.crew.number.as_str(), card.crew.label.as_str()), ("0", "Workers, last 5 min"));
        assert_eq!(card.crew.seats, vec![Seat::Gone; seats]);
        assert_eq!((card.crew.evidence.before.as_str(), card.crew.seats_label.as_str()), (evidence, label));
        assert_eq!(line(&card, "In hand"), Some("1, its worker is gone"));
        assert_eq!((card.tone, card.word.as_str()), (Tone::NotWorking, "Not working"));
    }
}

#[test]
fn who_never_signed_in_leaves_no_seat() {
    let card = card_of(&hearing(workers(START, 0, 0)), 0);
    assert_eq!((card.crew.number.as_str(), card.crew.seats.len()), ("0", 0));
    assert_eq!(evidence(&card), ("nobody has ever signed in here", false, ""));
    let long_ago =
        QueueSample { last_beat_at: Some(START - Duration::from_hours(20)), ..workers(START, 0, 0) };
    let card = card_of(&hearing(long_ago), 0);
    assert_eq!(card.crew.evidence.before.replace('\u{a0}', " "), "last sign of life 29 Nov. 18:00");
}

#[test]
fn what_could_not_be_counted_is_a_question_mark_with_its_reason_and_the_last_count() {
    for (sample, reason) in [
        (silent(), "not answering"),
        (no_permission(), "no permission"),
        (not_read(Standing::Refused, Why::WrongPassword), "wrong password"),
        (not_read(Standing::Refused, Why::StartingUp), "starting up"),
    ] {
        let mut watch = hearing(workers(START, 2, 58));
        watch.hear([heard("planner", up(), [sample.clone()])]).hear([heard("planner", up(), [sample])]);
        let card = card_of(&watch, 0);
        assert_eq!((card.crew.number.as_str(), card.crew.seats.len()), ("?", 0));
        let told = format!("not readable: {reason}; last counted 2 at 14:00:15");
        assert_eq!(evidence(&card), (told.as_str(), false, ""));
        assert_eq!((card.waiting.number.as_str(), card.waiting.note.as_str()), ("?", reason));
        assert_eq!((card.tone, card.word.as_str()), (Tone::NotKnown, "Not known"));
    }
    let card = card_of(&hearing(silent()), 0);
    assert_eq!(evidence(&card), ("not readable: not answering", false, ""));
}

#[test]
fn a_count_by_the_application_says_so_and_draws_no_seat() {
    let report = || document(Verdict::Operational, [messenger(2)]);
    let mut alone = Watch::over([application("planner", "Trip planner")]);
    alone.hear([heard("planner", report(), [])]);
    let mut instead = Watch::over([planner()]);
    for _ in 0..2 {
        instead.hear([heard("planner", report(), [silent()])]);
    }
    for (watch, witnesses) in [(alone, None), (instead, Some("application 2 · Redis ?"))] {
        let card = card_of(&watch, 0);
        let crew = (card.crew.label.as_str(), card.crew.number.as_str(), card.crew.seats.len());
        assert_eq!(crew, ("Workers, says the application", "2", 0));
        assert_eq!(evidence(&card), ("told by the application,", true, ""));
        assert_eq!(line(&card, "Witnesses"), witnesses);
    }
}

#[test]
fn other_kinds_of_evidence_have_their_own_words() {
    let sample = QueueSample { beats: Vec::new(), ..workers(START, 2, 0) };
    let watch = |basis, sample: &QueueSample| {
        let queues = vec![QueuePlan { basis, ..queue() }];
        let mut watch = Watch::over([ServicePlan { queues, ..planner() }]);
        watch.hear([heard("planner", up(), [sample.clone()])]);
        card_of(&watch, 0)
    };
    let connected = watch(Basis::Connection, &sample);
    assert_eq!(connected.crew.label, "Workers connected");
    assert_eq!(evidence(&connected), ("counted at 14:00:15", false, ""));
    let expiring = watch(Basis::TtlRecord, &workers(START, 2, 0));
    assert_eq!(expiring.crew.label, "Workers");
    assert_eq!(evidence(&expiring), ("latest", true, "a dead one shows within 5 min"));
    let none = watch(Basis::None, &not_measured(12));
    assert_eq!((none.tone, none.word.as_str()), (Tone::HalfWorking, "Working, workers not counted"));
    assert_eq!(evidence(&none), ("this system does not tell who is alive", false, ""));
}

#[test]
fn the_witnesses_agree_or_stand_side_by_side() {
    for (app, label, told) in [
        (2, "Witnesses agree", "application 2 · Redis 2"),
        (3, "Witnesses agree", "application 3 · Redis 2"),
        (0, "Witnesses disagree", "application 0 · Redis 2"),
    ] {
        let mut watch = Watch::over([planner()]);
        let report = document(Verdict::Operational, [messenger(app)]);
        watch.hear([heard("planner", report, [workers(START, 2, 0)])]);
        assert_eq!(line(&card_of(&watch, 0), label), Some(told));
    }
}

#[test]
fn only_the_queue_that_is_checked_again_says_so() {
    let mut watch = hearing(workers(START, 2, 0));
    watch.hear([heard("planner", up(), [silent()])]);
    assert_eq!(card_of(&watch, 0).word, "Working, checking again");
    let mut watch = hearing(workers(START, 2, 0));
    watch.hear([heard("planner", crate::words::tests::unreached(), [workers(START, 2, 0)])]);
    assert_eq!(card_of(&watch, 0).word, "Working");
}

/// A card whose queue has this trend and this past, fifteen seconds after the page began.
fn card_with(trend: Trend, past: SubjectPast) -> QueueCard {
    let mut board = hearing(workers(START + EVERY, 2, 58)).board();
    let now = board.served_at.0;
    let service = &mut board.services[0];
    (service.queues[0].trend, service.queues[0].past) = (trend, past.into());
    let card = card(&Locale::english("UTC"), now, service, &service.queues[0]);
    let text = serde_json::to_string(&card).unwrap().replace('\u{a0}', " ");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn numbers_say_how_they_move() {
    let trend = Trend { waiting_10_min: Some(31), latest_dead_letter_at: Some(START), ..Trend::default() };
    let card = card_with(trend, SubjectPast { failed_yesterday: Some(3), ..SubjectPast::default() });
    assert_eq!(
        (card.waiting.note.as_str(), card.failed.note.as_str()),
        ("▲ 31 in 10 min", "▲ 1 since yesterday")
    );
    let latest = card.failed.latest.unwrap();
    assert_eq!((latest.before.as_str(), latest.at), ("latest", Some(START)));
    let quiet = card_with(Trend::default(), SubjectPast::default());
    assert_eq!((quiet.waiting.note.as_str(), quiet.failed.note.as_str()), ("", ""));
    assert_eq!((quiet.failed.latest, quiet.waiting.spark, quiet.failed.spark), (None, None, None));
}

#[test]
fn on_the_first_day_what_was_there_before_is_not_called_new() {
    let first = |at_start| {
        let trend = Trend { failed_at_start: Some(at_start), ..Trend::default() };
        card_with(trend, SubjectPast::default()).failed.note
    };
    assert_eq!(first(4), "4 were already here when we started");
    assert_eq!(first(1), "▲ 3 since we started");
}

#[test]
fn why_a_number_is_not_known_comes_before_how_it_moved() {
    let mut watch = Watch::over([planner()]);
    for _ in 0..2 {
        watch.hear([heard("planner", up(), [silent()])]);
    }
    let mut board = watch.board();
    board.services[0].queues[0].trend.waiting_10_min = Some(31);
    let card = card(&Locale::english("UTC"), START, &board.services[0], &board.services[0].queues[0]);
    assert_eq!(card.waiting.note, "not answering");
}

#[test]
fn the_last_hours_are_a_line_for_what_waits_and_steps_for_what_has_failed() {
    let hour = |waiting, failed| {
        let gauge = |n| Some(Gauge { min: 0, median: n, max: n, last: n });
        Numbers { waiting: gauge(waiting), failed: gauge(failed), ..Numbers::default() }
    };
    let past = SubjectPast { hours: vec![hour(29, 2), hour(58, 4)], ..SubjectPast::default() };
    let card = card_with(Trend::default(), past);
    let (waiting, failed) = (card.waiting.spark.unwrap().0, card.failed.spark.unwrap().0);
    assert!(waiting.contains("aria-label=\"Waiting, last hour: between 0 and 58, now 58\""), "{waiting}");
    assert!(waiting.contains("d=\"M153 19l7-15\"") && failed.contains("d=\"M153 19h7v-15\""), "{failed}");
}

#[test]
fn workers_that_came_left_or_never_left_are_told() {
    let old = Some(START - Duration::from_hours(50));
    let trend =
        Trend { joined_last_hour: 2, left_last_hour: 1, oldest_worker_since: old, ..Trend::default() };
    let card = card_with(trend, SubjectPast::default());
    assert_eq!(line(&card, "Workers in the last hour"), Some("2 came, 1 left"));
    assert_eq!(line(&card, "Longest here"), Some("since 28 Nov. 12:00"));
    let young = Trend { oldest_worker_since: Some(START), ..Trend::default() };
    assert!(card_with(young, SubjectPast::default()).lines.is_empty());
}
