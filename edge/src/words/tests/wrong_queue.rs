//! Situations 6 to 9, 11 to 13 and 36: nobody is there, or nobody could count.

use super::*;
use shared::page::Tone;

const AT_ONCE: &str = "Not known since 14:00:15.";

/// Two workers for a round, then nobody for so long.
fn silent_for(seconds: u64, last: QueueSample) -> Spoken {
    let mut service = planner();
    service.queues[0].impact = IMPACT.trim_end_matches('.').into();
    let mut watch = Watch::over([service]);
    watch.hear([heard("planner", up(), [workers(START + EVERY, 2, 3)])]).wait(seconds);
    watch.hear([heard("planner", up(), [last])]).wait(9).speaks()
}

#[test]
fn no_sign_of_life() {
    let spoken = silent_for(360, workers(START, 0, 58));
    let headline = "Background jobs: no sign of life from any worker for 6 minutes";
    let says = [IMPACT, "58 jobs are waiting.", "The application itself answers."];
    let since = ["Not working since 14:06:30 (9 s).", "Last sign of life 14:00:08."];
    assert_says(&spoken, headline, &says, &since);
    assert_eq!((spoken.tone, spoken.subject.as_str()), (Tone::NotWorking, "Background jobs"));
}

#[test]
fn with_jobs_in_hand() {
    for (held, told) in [
        (1, "One job was in hand when the last worker fell silent."),
        (2, "2 jobs were in hand when the last worker fell silent."),
    ] {
        let mut last = workers(START, 0, 1);
        last.numbers.in_flight = Reading::redis(held);
        let says = [IMPACT, "1 job is waiting.", told, "The application itself answers."];
        assert_eq!(
            silent_for(360, last).says.iter().map(|l| l.replace('\u{a0}', " ")).collect::<Vec<_>>(),
            says
        );
    }
}

#[test]
fn the_document_that_goes_down_with_its_workers_is_no_second_trouble() {
    let mut watch = Watch::over([planner()]);
    watch.hear([heard("planner", document(Verdict::Operational, [messenger(2)]), [workers(START, 2, 3)])]);
    watch.wait(60).hear([heard("planner", document(Verdict::Down, [messenger(0)]), [workers(START, 0, 0)])]);
    let headline = "Background jobs: no sign of life from any worker for 1 minute";
    let since = ["Not working since 14:01:30.", "Last sign of life 13:59:53."];
    assert_says(&watch.speaks(), headline, &["The application itself answers."], &since);
}

#[test]
fn nobody_signs_in_yet_jobs_are_taken() {
    let mut watch = Watch::over([planner()]);
    let at = |position: &str, mut sample: QueueSample| {
        sample.position = position.into();
        sample.numbers.in_flight = Reading::redis(1);
        [heard("planner", up(), [sample])]
    };
    watch.hear(at("1-0", workers(START, 2, 3))).hear(at("9-0", workers(START, 0, 2)));
    let headline = "Background jobs: no worker signs in, yet jobs are being done";
    let says = [
        "Jobs were taken since the last check. The sign-in itself may be broken.",
        "2 jobs are waiting.",
        "The application itself answers.",
    ];
    let since = ["Not working since 14:00:30.", "Last sign of life 13:59:53."];
    assert_says(&watch.speaks(), headline, &says, &since);
}

#[test]
fn nobody_has_ever_been_seen() {
    let mut watch = Watch::over([planner()]);
    watch.hear([heard("planner", up(), [workers(START, 0, 0)])]);
    let headline = "Background jobs: no worker has ever been seen";
    let says = [
        "Either none has started, or this page looks in the wrong place.",
        "The application itself answers.",
    ];
    let since = ["Not working since 14:00:15.", "Watching since 14:00:00."];
    assert_says(&watch.speaks(), headline, &says, &since);
}

#[test]
fn the_application_alone_counts_none() {
    let planner = application("planner", "Trip planner");
    let mut watch = Watch::over([planner]);
    watch.plan.services[0].health.as_mut().unwrap().names.insert("messenger".into(), "Jobs".into());
    watch.hear([heard("planner", document(Verdict::Operational, [messenger(2)]), [])]);
    watch.hear([heard("planner", document(Verdict::Down, [messenger(0)]), [])]);
    let headline = "Jobs: no sign of life from any worker for 15 seconds";
    let says = ["7 jobs are waiting.", "The application itself counts none."];
    assert_says(&watch.speaks(), headline, &says, &["Not working since 14:00:30."]);
}

#[test]
fn the_application_calls_its_queue_down_though_workers_live() {
    let mut watch = Watch::over([application("planner", "Trip planner")]);
    let lines = [messenger_with(State::Down, Reading::app(2))];
    watch.hear([heard("planner", document(Verdict::Down, lines), [])]);
    let says = ["The application itself says so.", "2 workers are alive.", "7 jobs are waiting."];
    assert_says(&watch.speaks(), "messenger is not working", &says, &["Not working since 14:00:15."]);
}

#[test]
fn the_workers_could_not_be_counted() {
    let headline = "Background jobs: the workers could not be counted";
    for (why, because) in [
        (Why::NotAnswering, "The job store does not answer."),
        (Why::NotPermitted, "This page lacks the right to look."),
        (Why::NoPassword, "This page lacks the right to look."),
        (Why::StartingUp, "The job store is starting up."),
        (Why::WrongKindOfKey, "The job store has no such list."),
    ] {
        let standing = if why == Why::NotAnswering { Standing::Unreached } else { Standing::Refused };
        let mut watch = Watch::over([planner()]);
        watch.hear([heard("planner", up(), [workers(START, 2, 3)])]);
        watch.hear([heard("planner", up(), [not_read(standing, why)])]);
        watch.hear([heard("planner", up(), [not_read(standing, why)])]);
        let says =
            [because, "The application says it is fine.", "Whether jobs are processed, we cannot tell."];
        let since = ["Last counted 14:00:15: 2 workers.", "Not known since 14:00:45."];
        assert_says(&watch.speaks(), headline, &says, &since);
    }
}

#[test]
fn the_clocks_do_not_agree() {
    let mut watch = Watch::over([ServicePlan { health: None, ..planner() }]);
    let sample = not_read(Standing::Refused, Why::ClockSkew);
    watch.hear([ServiceSample { health: Asked::NotConfigured, ..heard("planner", up(), [sample]) }]);
    let says = [
        "The job store’s clock is off; ages cannot be trusted.",
        "Whether jobs are processed, we cannot tell.",
    ];
    assert_says(&watch.speaks(), "Background jobs: the clocks do not agree", &says, &[AT_ONCE]);
}

#[test]
fn a_count_that_outlived_its_time() {
    let mut watch = Watch::over([planner()]);
    watch.plan.confirm = 9;
    watch.hear([heard("planner", up(), [workers(START, 2, 3)])]);
    for _ in 0..4 {
        watch.hear([heard("planner", up(), [silent()])]);
    }
    watch.wait(5);
    let says = [
        "The last count is too old to go by.",
        "Whether jobs are processed, we cannot tell.",
        "Checking again.",
    ];
    let since = ["Last counted 14:00:15: 2 workers.", "Not known since 14:01:15 (5 s)."];
    assert_says(&watch.speaks(), "Background jobs: the workers could not be counted", &says, &since);
}

#[test]
fn a_document_that_does_not_say_how_many() {
    let mut watch = Watch::over([application("planner", "Trip planner")]);
    let lines = [messenger_with(State::Unknown, Reading::not_from_app(Why::NotReported))];
    watch.hear([heard("planner", document(Verdict::Operational, lines), [])]);
    let says = [
        "The application does not say how many there are.",
        "The application says it is fine.",
        "Whether jobs are processed, we cannot tell.",
    ];
    assert_says(&watch.speaks(), "messenger: the workers could not be counted", &says, &[AT_ONCE]);
}

#[test]
fn two_witnesses_disagree() {
    for (app, redis, told) in [
        (2, 0, "The application counts 2 workers, Redis counts none. We believe the worse until they agree."),
        (0, 1, "The application counts none, Redis counts 1 worker. We believe the worse until they agree."),
    ] {
        let mut watch = Watch::over([planner()]);
        let report = || document(Verdict::Operational, [messenger(app)]);
        for _ in 0..2 {
            watch.hear([heard("planner", report(), [workers(START, redis, 58)])]);
        }
        let spoken = watch.speaks();
        assert_says(
            &Spoken { since: Vec::new(), ..spoken },
            "Background jobs: two witnesses disagree",
            &[told, "58 jobs are waiting."],
            &[],
        );
    }
}
