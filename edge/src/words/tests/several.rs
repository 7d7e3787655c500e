//! Situations 34 and 37: several services, several things at once.

use super::*;

fn five() -> Vec<ServicePlan> {
    ["Search", "Mail", "Shop", "Blog", "Wiki"].map(|name| application(&name.to_lowercase(), name)).into()
}

fn each(reports: [HealthReport; 5]) -> Vec<ServiceSample> {
    let ids = ["search", "mail", "shop", "blog", "wiki"];
    ids.into_iter().zip(reports).map(|(id, report)| heard(id, report, [])).collect()
}

#[test]
fn one_of_several_is_not_known() {
    let mut watch = Watch::over(five());
    let away = || refused(FlagWord::ProbeThrottled);
    for _ in 0..2 {
        watch.hear(each([away(), up(), up(), up(), up()]));
    }
    let says = ["It turned our question away. That says nothing about its health."];
    let since = ["Not known since 14:00:00 (30 s)."];
    assert_says(&watch.speaks(), "Search could not be asked; the other 4 work", &says, &since);

    let mut watch = Watch::over(five().split_off(3));
    for _ in 0..2 {
        watch.hear([heard("blog", up(), []), heard("wiki", away(), [])]);
    }
    assert_says(&watch.speaks(), "Wiki could not be asked; the other one works", &says, &since);
}

#[test]
fn one_of_several_has_not_been_heard_of_for_too_long() {
    let mut watch = Watch::over(five().split_off(3));
    watch.plan.confirm = 9;
    watch.hear([heard("blog", up(), []), heard("wiki", up(), [])]);
    for _ in 0..5 {
        watch.hear([heard("blog", up(), []), heard("wiki", unreached(), [])]);
    }
    let says = ["Its last answer is too old to go by.", "Checking again."];
    let since = ["Not known since 14:01:15 (15 s)."];
    assert_says(&watch.speaks(), "Wiki could not be asked; the other one works", &says, &since);
}

#[test]
fn several_things_are_wrong_and_the_worst_comes_first() {
    let mut watch = Watch::over(five());
    for _ in 0..2 {
        watch.hear(each([
            HealthReport::said(Verdict::Draining),
            refused(FlagWord::ProbeThrottled),
            document(Verdict::Degraded, [line("search", State::Degraded)]),
            document(Verdict::Down, [line("postgres", State::Down)]),
            up(),
        ]));
    }
    let says = [
        "The application itself says so.",
        "Also: Mail could not be asked.",
        "Also, Shop: Working, with problems: Search.",
        "Also: Search is restarting.",
    ];
    let since = ["Not working since 14:00:15 (15 s)."];
    assert_says(&watch.speaks(), "Database is not working, and 3 more", &says, &since);
}

#[test]
fn of_many_things_that_are_wrong_at_once_a_few_are_told_and_the_others_counted() {
    let ids: Vec<String> = (0..8).map(|nth| format!("s{nth}")).collect();
    for (wrong, lines) in [(6, 5), (7, 5), (8, 5)] {
        let mut watch = Watch::over(ids[..wrong].iter().map(|id| application(id, id)).collect::<Vec<_>>());
        let down = |id: &String| heard(id, document(Verdict::Down, [line("postgres", State::Down)]), []);
        watch.hear(ids[..wrong].iter().map(down).collect::<Vec<_>>());
        let spoken = watch.speaks();
        assert!(spoken.headline.ends_with(&format!("and {} more", wrong - 1)), "{}", spoken.headline);
        assert_eq!(spoken.also.len(), lines, "{:?}", spoken.also);
        let last = spoken.also.last().unwrap();
        assert_eq!(*last == format!("And {} more.", wrong - 5), wrong > 6, "{last}");
    }
}

#[test]
fn a_queue_without_workers_leads_and_what_its_application_says_follows() {
    let mut watch = Watch::over([planner()]);
    watch.hear([heard("planner", up(), [workers(START, 2, 3)])]).wait(60);
    let report = document(Verdict::Down, [line("postgres", State::Down), messenger(0)]);
    watch.hear([heard("planner", report, [workers(START, 0, 3)])]);
    let headline = "Background jobs: no sign of life from any worker for 1 minute, and 1 more";
    let says = ["3 jobs are waiting.", "Also: Database is not working."];
    let since = ["Not working since 14:01:30.", "Last sign of life 13:59:53."];
    assert_says(&watch.speaks(), headline, &says, &since);
}
