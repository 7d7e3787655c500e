//! Situations 4, 5, 14 and 17 to 22: what is wrong with an application.

use super::*;
use shared::page::Tone;

/// The same answer for so many rounds, while Redis counts two workers.
fn for_rounds(rounds: usize, report: &HealthReport) -> Spoken {
    let mut watch = Watch::over([ServicePlan { impact: IMPACT.into(), ..planner() }]);
    watch.hear([heard("planner", up(), [workers(START, 2, 3)])]);
    for _ in 0..rounds {
        watch.hear([heard("planner", report.clone(), [workers(START, 2, 3)])]);
    }
    watch.wait(9).speaks()
}

#[test]
fn degraded() {
    let spoken = for_rounds(1, &document(Verdict::Degraded, [line("search", State::Degraded)]));
    let says = ["The application itself says so.", "2 workers are alive."];
    assert_says(&spoken, "Working, with problems: Search", &says, &["Since 14:00:30 (9 s)."]);
    assert_eq!(spoken.tone, Tone::Problems);
    let without_lines = for_rounds(1, &document(Verdict::Degraded, []));
    assert_says(&without_lines, "Working, with problems: Trip planner", &says, &["Since 14:00:30 (9 s)."]);
}

#[test]
fn a_required_part_is_down() {
    let down = ["postgres", "search", "mercure", "other"].map(|key| line(key, State::Down));
    let says = [IMPACT, "The application itself says so.", "2 workers are alive."];
    for (n, headline) in [
        (0, "Trip planner is not working"),
        (1, "Database is not working"),
        (2, "Database and Search are not working"),
        (4, "Database, Search and 2 more are not working"),
    ] {
        let spoken = for_rounds(1, &document(Verdict::Down, &down[..n]));
        assert_says(&spoken, headline, &says, &["Not working since 14:00:30 (9 s)."]);
    }
}

#[test]
fn it_does_not_answer() {
    let since = ["Not working since 14:00:45 (9 s)."];
    let redis = "Redis answers: 2 workers are alive.";
    let says = [IMPACT, "Its parts could not be asked.", redis];
    assert_says(&for_rounds(2, &unreached()), "Trip planner does not answer", &says, &since);
    let proxy = HealthReport::unreached().flag(Flag::new(FlagWord::ProxyError));
    let says = [IMPACT, "Something in front of it answers instead.", redis];
    assert_says(&for_rounds(2, &proxy), "Trip planner does not answer", &says, &since);
}

#[test]
fn a_queue_that_only_a_silent_application_counts_is_no_second_trouble() {
    let mut watch = Watch::over([application("planner", "Trip planner")]);
    watch.hear([heard("planner", document(Verdict::Operational, [messenger(2)]), [])]);
    for _ in 0..2 {
        watch.hear([heard("planner", unreached(), [])]);
    }
    let says = ["Its parts could not be asked."];
    let since = ["Not working since 14:00:45."];
    assert_says(&watch.speaks(), "Trip planner does not answer", &says, &since);
}

#[test]
fn it_turned_our_question_away() {
    let redis = "Redis answers: 2 workers are alive.";
    for word in [
        FlagWord::ProbeThrottled,
        FlagWord::ProbeBlocked,
        FlagWord::ProbeUnauthorized,
        FlagWord::ProbeMisconfigured,
        FlagWord::Redirect,
    ] {
        let says = ["It turned our question away. That says nothing about its health.", redis];
        let since = ["Not known since 14:00:45 (9 s)."];
        assert_says(&for_rounds(2, &refused(word)), "Trip planner could not be asked", &says, &since);
    }
    for word in [FlagWord::NotAHealthDocument, FlagWord::BadJson, FlagWord::TooLarge] {
        let says = ["Its answer was not understood. That says nothing about its health.", redis];
        assert_eq!(for_rounds(2, &refused(word)).says.join("|").replace('\u{a0}', " "), says.join("|"));
    }
}

#[test]
fn a_first_answer_that_did_not_come_is_told_as_that() {
    let mut watch = Watch::over([application("planner", "Trip planner")]);
    watch.hear([heard("planner", unreached(), [])]);
    let says = ["It did not answer.", "Checking again."];
    let since = ["Not known since 14:00:00 (15 s)."];
    assert_says(&watch.speaks(), "Trip planner could not be asked", &says, &since);
}

#[test]
fn it_contradicts_itself() {
    let report = HealthReport::said(Verdict::Down).flag(Flag::new(FlagWord::ContractMismatch));
    let says =
        [IMPACT, "It says “fine” and signals failure at once. We believe the worse.", "2 workers are alive."];
    let since = ["Not working since 14:00:30 (9 s)."];
    assert_says(&for_rounds(1, &report), "Trip planner contradicts itself", &says, &since);
}

#[test]
fn restarting_and_restarting_for_too_long() {
    let draining = HealthReport::said(Verdict::Draining);
    let spoken = for_rounds(1, &draining);
    let says =
        ["It is leaving on purpose and finishing its work. Normal for up to 5 min.", "2 workers are alive."];
    assert_says(&spoken, "Trip planner is restarting", &says, &["Since 14:00:30 (9 s)."]);
    assert_eq!(spoken.tone, Tone::Restarting);

    let spoken = for_rounds(29, &draining);
    let says = [IMPACT, "That is longer than the 5 min it should take.", "2 workers are alive."];
    let since = ["Not working since 14:05:45 (1 min 54 s)."];
    assert_says(&spoken, "Trip planner has been restarting for 7 minutes", &says, &since);
}

#[test]
fn the_last_boot_failed() {
    let mut fetcher = ServicePlan { impact: IMPACT.into(), ..application("fetcher", "Fetcher") };
    fetcher.health.as_mut().unwrap().format = "fetcher-metrics".into();
    let failed = |parts: &[&str]| {
        document(Verdict::Down, parts.iter().map(|key| line(key, State::Down)).collect::<Vec<_>>())
    };
    let mut watch = Watch::over([fetcher]);

    let spoken = watch.hear([heard("fetcher", failed(&["postgres"]), [])]).wait(9).speaks();
    let says = [IMPACT, "It restarted into a broken dependency."];
    let since = ["Not working since 14:00:15 (9 s)."];
    assert_says(&spoken, "Fetcher started without its Database", &says, &since);
    assert_eq!(spoken.tone, Tone::NotWorking);

    watch.hear([heard(
        "fetcher",
        document(Verdict::Operational, [line("postgres", State::Operational)]),
        [],
    )]);
    let spoken = watch.hear([heard("fetcher", failed(&["postgres", "search"]), [])]).speaks();
    let says = [IMPACT, "It restarted into a broken dependency at 14:00:54."];
    assert_says(
        &spoken,
        "Fetcher started without its Database and Search",
        &says,
        &["Not working since 14:00:54."],
    );

    // Nothing is known of a start in what did not come.
    watch.hear([heard("fetcher", unreached(), [])]);
    let spoken = watch.hear([heard("fetcher", unreached(), [])]).speaks();
    assert_eq!(spoken.headline, "Fetcher does not answer");
}

#[test]
fn the_format_that_tells_of_the_last_start_is_one_of_the_formats() {
    let name = super::super::service_trouble::OF_THE_LAST_START;
    assert!(crate::probe::health::FORMATS.iter().any(|format| format.name == name));
}
