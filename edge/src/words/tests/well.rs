//! Situations 1 to 3, 10, 12, 15, 16, 23, 24, 31, 33 and 35: nothing is wrong, or nothing can be said.

use super::super::{expired_words, say};
use super::*;
use shared::page::Tone;

#[test]
fn a_bound_is_said_as_what_it_is_and_two_that_contradict_each_other_are_not_added() {
    let said = |bounds: &[Exactness]| {
        let queues = (0..bounds.len()).map(|nth| QueuePlan { id: format!("q{nth}"), ..queue() }).collect();
        let mut watch = Watch::over([ServicePlan { queues, ..application("planner", "Trip planner") }]);
        let heard_of = bounds.iter().enumerate().map(|(nth, exactness)| QueueSample {
            id: format!("q{nth}"),
            workers: Workers::Counted { alive: Reading::redis(2), exactness: *exactness },
            ..workers(START, 2, 3)
        });
        watch.hear([heard("planner", up(), heard_of.collect::<Vec<_>>())]);
        watch.speaks().headline
    };
    let (exact, least, most) = (Exactness::Exact, Exactness::AtLeastOne, Exactness::AtMost);
    assert_eq!(said(&[most]).replace('\u{a0}', " "), "Everything works, and at most 2 workers are at it");
    assert_eq!(
        said(&[most, exact]).replace('\u{a0}', " "),
        "Everything works, and at most 4 workers are at it"
    );
    assert_eq!(
        said(&[least, exact]).replace('\u{a0}', " "),
        "Everything works, and at least 4 workers are at it"
    );
    assert_eq!(said(&[least, most]), "Everything works");
}

#[test]
fn all_operational() {
    let mut watch = Watch::over([planner()]);
    watch.hear([heard("planner", up(), [workers(START, 2, 3)])]);
    assert_says(&watch.speaks(), "Everything works, and 2 workers are at it", &["3 jobs are waiting."], &[]);
    watch.hear([heard("planner", up(), [workers(START, 1, 1)])]);
    assert_says(
        &watch.speaks(),
        "Everything works, and 1 worker is at it",
        &["1 job is waiting."],
        &["Working for 15 seconds."],
    );
    let many = Workers::Counted { alive: Reading::redis(256), exactness: Exactness::AtLeastOne };
    watch.hear([heard("planner", up(), [QueueSample { workers: many, ..workers(START, 9, 0) }])]);
    let at_least = "Everything works, and at least 256 workers are at it";
    assert_says(&watch.speaks(), at_least, &["No job is waiting."], &["Working for 30 seconds."]);
}

#[test]
fn a_document_alone_says_nothing_of_workers() {
    let mut watch = Watch::over([application("planner", "Trip planner")]);
    watch.hear([heard("planner", up(), [])]).wait(45);
    assert_says(&watch.speaks(), "Everything works", &[], &["Working for 45 seconds."]);
}

#[test]
fn a_deep_queue_with_living_workers_is_busy() {
    let mut watch = Watch::over([planner()]);
    watch.hear([heard("planner", up(), [workers(START, 2, 4812)])]);
    let says = ["2 workers are at it.", "4,812 jobs are waiting."];
    assert_says(&watch.speaks(), "Everything works, and it is busy", &says, &[]);
}

#[test]
fn a_deep_queue_is_compared_with_ten_minutes_ago() {
    for (then, says) in [
        (5122, "4,812 jobs are waiting, 310 fewer than 10 minutes ago."),
        (4800, "4,812 jobs are waiting, 12 more than 10 minutes ago."),
        (4812, "4,812 jobs are waiting."),
    ] {
        let mut watch = Watch::over([planner()]);
        for round in 0..=40 {
            let waiting = if round < 20 { then } else { 4812 };
            watch.hear([heard("planner", up(), [workers(START, 2, waiting)])]);
        }
        assert_eq!(watch.speaks().says[1].replace('\u{a0}', " "), says);
    }
}

#[test]
fn that_nothing_new_has_failed_is_said_only_where_yesterday_is_known() {
    let mut watch = Watch::over([planner()]);
    watch.hear([heard("planner", up(), [workers(START, 2, 3)])]);
    let mut board = watch.board();
    let failed = board.services[0].queues[0].failed_depth.known().unwrap();
    for (yesterday, is_said) in [(None, false), (Some(failed), true), (Some(failed + 1), true)] {
        std::sync::Arc::make_mut(&mut board.services[0].queues[0].past).failed_yesterday = yesterday;
        let says = speak(&Locale::english("UTC"), &board).says;
        assert_eq!(says.iter().any(|s| s == "Nothing new has failed since yesterday."), is_said, "{says:?}");
    }
}

#[test]
fn queues_that_somebody_stopped_are_paused_and_workers_that_were_told_to_finish_take_no_new_work() {
    let mut watch = Watch::over([planner()]);
    let mut hears = |word| {
        let queue = QueueSample { flags: vec![Flag::new(word)], ..workers(START, 2, 58) };
        watch.hear([heard("planner", up(), [queue])]).speaks()
    };
    let spoken = hears(FlagWord::Paused);
    let says = ["Somebody stopped them on purpose.", "2 workers are alive.", "58 jobs are waiting."];
    assert_says(&spoken, "Background jobs are paused", &says, &[]);
    assert_eq!(spoken.tone, Tone::Working);
    let says =
        ["They were told to finish what they have in hand.", "2 workers are alive.", "58 jobs are waiting."];
    let headline = "Working, but the workers of Background jobs take no new work";
    assert_says(&hears(FlagWord::Quiet), headline, &says, &["Working for 15 seconds."]);
}

#[test]
fn an_optional_part_is_down() {
    let mut watch = Watch::over([planner()]);
    let lines = |search| [line("mercure", State::Down), line("search", search)];
    let mut hears = |search| {
        let report = document(Verdict::Operational, lines(search));
        watch.hear([heard("planner", report, [workers(START, 2, 3)])]).speaks()
    };
    let spoken = hears(State::Operational);
    let says = ["The application works without it.", "2 workers are at it.", "3 jobs are waiting."];
    assert_says(&spoken, "Working, except Live updates", &says, &[]);
    assert_eq!(spoken.tone, Tone::Working);
    let says = ["The application works without them.", "2 workers are at it.", "3 jobs are waiting."];
    let both = "Working, except Live updates and Search";
    assert_says(&hears(State::Down), both, &says, &["Working for 15 seconds."]);
}

#[test]
fn a_part_that_is_not_quite_well_takes_the_everything_back() {
    let mut watch = Watch::over([planner()]);
    let mut hears = |state| {
        let report = document(Verdict::Operational, [line("search", state)]);
        watch.hear([heard("planner", report, [workers(START, 2, 3)])]).speaks()
    };
    let says = ["2 workers are at it.", "3 jobs are waiting."];
    assert_says(&hears(State::Unknown), "Working, but Search could not be checked", &says, &[]);
    let although = "Working, although Search has problems";
    assert_says(&hears(State::Degraded), although, &says, &["Working for 15 seconds."]);
}

#[test]
fn the_store_does_not_answer_and_the_application_counts() {
    let report = || document(Verdict::Operational, [messenger(2), line("mercure", State::Down)]);
    for (sample, headline, ours) in [
        (silent(), "Working; the job store does not answer us", "We could not count them ourselves."),
        (no_permission(), "Working; the job store turns us away", "This page lacks the right to look."),
        (
            not_read(Standing::Refused, Why::StartingUp),
            "Working; the job store could not be read",
            "We could not count them ourselves.",
        ),
    ] {
        let mut watch = Watch::over([planner()]);
        watch.hear([heard("planner", report(), [sample.clone()])]).hear([heard(
            "planner",
            report(),
            [sample],
        )]);
        let counts = format!("The application counts 2 workers. {ours}");
        let part = "Live updates is not working; the application works without it.";
        let says = [counts.as_str(), part, "7 jobs are waiting."];
        assert_says(&watch.speaks(), headline, &says, &["Working for 15 seconds."]);
    }
}

#[test]
fn while_a_failure_is_confirmed_the_last_headline_stays() {
    let headline = "Everything works, and 2 workers are at it";
    for (report, again) in [
        (unreached(), "Checking again: the last check got no answer."),
        (refused(FlagWord::ProbeThrottled), "Checking again: the last check was turned away."),
        (refused(FlagWord::BadJson), "Checking again: the last answer was not understood."),
    ] {
        let mut watch = Watch::over([planner()]);
        watch.hear([heard("planner", up(), [workers(START, 2, 3)])]).hear([heard(
            "planner",
            report,
            [workers(START, 2, 3)],
        )]);
        let says = ["3 jobs are waiting.", again];
        assert_says(&watch.speaks(), headline, &says, &["Working for 15 seconds."]);
    }
}

#[test]
fn nothing_was_reached_at_all() {
    let mut watch = Watch::over([planner()]);
    watch.hear([heard("planner", up(), [workers(START, 2, 3)])]);
    watch.hear([heard("planner", unreached(), [silent()])]);
    let spoken = watch.wait(9).speaks();
    let says = ["This page has probably lost its own connection."];
    assert_says(&spoken, "Nothing could be checked", &says, &["Not known since 14:00:30 (9 s)."]);
    assert_eq!(spoken.tone, Tone::NotKnown);
}

#[test]
fn an_old_page_takes_everything_back() {
    let mut watch = Watch::over([planner()]);
    watch.hear([heard("planner", up(), [workers(START, 2, 3)])]);
    let (then, board) = (watch.speaks(), watch.board());
    let in_the_tab = expired_words(&Locale::english("UTC"), &then, &board);
    let last = "The last check was at 14:00:15.";
    let then = "Then: everything works, and 2 workers are at it. Now: not known.";
    assert_says(&in_the_tab, "This page is out of date", &[last, then], &[]);
    let from_the_server = watch.wait(61).speaks();
    assert_says(&from_the_server, "This page is out of date", &[last, "Now: not known."], &[]);
    assert_eq!([in_the_tab.tone, from_the_server.tone], [Tone::OutOfDate; 2]);
    let twice = expired_words(&Locale::english("UTC"), &from_the_server, &watch.board());
    assert_says(&twice, "This page is out of date", &[last, "Now: not known."], &[]);
}

#[test]
fn a_page_that_goes_on_checking_is_not_out_of_date_though_its_last_answer_is() {
    let mut watch = Watch::over([application("planner", "Trip planner")]);
    watch.hear([heard("planner", up(), [])]);
    watch.hear([heard("planner", refused(FlagWord::ProbeThrottled), [])]);
    let asked_to_wait = || ServiceSample { health: Asked::Skipped, ..heard("planner", up(), []) };
    for _ in 0..4 {
        watch.hear([asked_to_wait()]);
    }
    assert!(watch.board().services[0].expired);
    assert_eq!(watch.speaks().headline, "Trip planner could not be asked");
}

#[test]
fn nothing_has_been_checked_yet() {
    let watch = Watch::over([planner()]);
    let says = ["The first check is due within 15 s."];
    assert_says(&watch.speaks(), "Nothing has been checked yet", &says, &[]);
    let in_the_tab = expired_words(&Locale::english("UTC"), &watch.speaks(), &watch.board());
    let says = ["Nothing has been checked for too long.", "Now: not known."];
    assert_says(&in_the_tab, "This page is out of date", &says, &[]);
}

#[test]
fn nothing_is_watched_and_nothing_is_set_up() {
    let says = ["Add a [[service]] to headcount.toml."];
    assert_says(&Watch::over([]).speaks(), "Nothing is watched yet", &says, &[]);
    let said = "This page is not set up correctly. Its owner finds the reason in the log.\n";
    assert_eq!(say::not_set_up(&Locale::english("UTC")), said);
}

#[test]
fn nobody_counts_the_workers() {
    let mail = QueuePlan { id: "mail".into(), name: "Mail".into(), basis: Basis::None, ..queue() };
    let planner = ServicePlan { queues: vec![mail.clone()], ..planner() };
    let sample = || QueueSample { id: "mail".into(), ..not_measured(12) };
    let tell = "This queue system does not tell who is alive.";

    let mut watch = Watch::over([planner.clone()]);
    let spoken = watch.hear([heard("planner", up(), [sample()])]).speaks();
    let headline = "Working, but nobody counts the workers";
    assert_says(&spoken, headline, &[tell, "12 jobs are waiting."], &[]);
    assert_eq!(spoken.tone, Tone::HalfWorking);

    let mut watch = Watch::over([ServicePlan { queues: vec![queue(), mail.clone()], ..planner.clone() }]);
    watch.hear([heard("planner", up(), [workers(START, 2, 3), sample()])]);
    let headline = "Working, but nobody counts the workers of Mail";
    assert_says(&watch.speaks(), headline, &[tell, "2 workers are at it.", "15 jobs are waiting."], &[]);

    let mut watch = Watch::over([ServicePlan { health: None, ..planner }]);
    let alone = ServiceSample { health: Asked::NotConfigured, ..heard("planner", up(), [sample()]) };
    let spoken = watch.hear([alone]).speaks();
    let since = ["Not known since 14:00:00 (15 s)."];
    assert_says(&spoken, "Trip planner: nobody counts the workers", &[tell], &since);
    assert_eq!(spoken.tone, Tone::NotKnown);
}

#[test]
fn what_lies_among_the_dead_letters_is_not_waiting() {
    let mut watch = Watch::over([ServicePlan { queues: Vec::new(), ..planner() }]);
    let transport = |key: &str, queue_depth, failed_depth| {
        let mut line = line(key, State::NotApplicable);
        let workers_alive = Reading::not_from_app(Why::NotOffered);
        line.crew = Some(Crew { workers_alive, queue_depth, failed_depth });
        line
    };
    let not_told = Reading::not_from_app(Why::NotOffered);
    let counts = |waiting| {
        let mut report = up();
        report.dependencies =
            vec![transport("async", waiting, not_told), transport("failed", not_told, Reading::app(2))];
        report
    };
    let headline = "Working, but nobody counts the workers";
    let tell = "This queue system does not tell who is alive.";
    let spoken = watch.hear([heard("planner", counts(Reading::app(14)), [])]).speaks();
    assert_says(&spoken, headline, &[tell, "14 jobs are waiting."], &[]);
    // A number that could not be read is not left out of the sum.
    let spoken = watch.hear([heard("planner", counts(not_told), [])]).speaks();
    assert_says(&spoken, headline, &[tell], &["Working for 15 seconds."]);
}
