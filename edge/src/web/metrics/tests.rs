//! What a scraper reads: names, labels, numbers, and what is absent.

use super::*;
use crate::words::tests::{
    START, Watch, application, document, heard, line, planner, queue, refused, silent, unreached, workers,
};
use core::time::Duration;
use shared::flag::FlagWord;
use shared::plan::{HealthPlan, QueuePlan, ServicePlan};
use shared::sample::{DependencyReport, HealthReport, QueueSample, ServiceSample};
use shared::state::Verdict;

/// A page and what it counts.
struct Counted {
    watch: Watch,
    counters: Counters,
}

impl Counted {
    fn over(service: ServicePlan) -> Self {
        Self { watch: Watch::over([service]), counters: Counters::default() }
    }

    fn hear(&mut self, sample: ServiceSample) -> &mut Self {
        self.watch.hear([sample]);
        self.counters.take(&self.watch.look());
        self
    }

    fn text(&self) -> String {
        render(&self.watch.look(), &self.counters)
    }

    /// The value of a series; absent if there is none.
    #[track_caller]
    fn value(&self, series: &str) -> Option<String> {
        let text = self.text();
        let found: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix(series)?.strip_prefix(' ')).collect();
        assert!(found.len() <= 1, "{series} is there {} times", found.len());
        found.first().map(ToString::to_string)
    }
}

fn took(key: &str, ms: u64) -> DependencyReport {
    DependencyReport { latency: Some(Duration::from_millis(ms)), ..line(key, State::Operational) }
}

fn says(lines: impl Into<Vec<DependencyReport>>) -> ServiceSample {
    heard("planner", document(Verdict::Operational, lines), [])
}

fn reads(sample: QueueSample) -> ServiceSample {
    heard("planner", document(Verdict::Operational, []), [sample])
}

fn alone() -> ServicePlan {
    application("planner", "Trip planner")
}

fn with_queue() -> ServicePlan {
    ServicePlan { queues: vec![queue()], ..alone() }
}

/// Every metric once.
fn everything() -> Counted {
    let mut counted = Counted::over(with_queue());
    let well = document(Verdict::Operational, [took("postgres", 3)]);
    counted.hear(heard("planner", unreached(), [silent()]));
    counted.hear(heard("planner", well, [workers(START, 2, 58)]));
    counted.counters.count_alert("on-call", "sent");
    counted
}

#[test]
fn names_kinds_and_labels_are_a_contract() {
    let contract: Vec<String> = FAMILIES
        .iter()
        .map(|family| format!("{} {} {}", family.name, family.kind.word(), family.labels.join(",")))
        .collect();
    assert_eq!(
        contract,
        [
            "headcount_board_state gauge state",
            "headcount_service_state gauge service,state",
            "headcount_dependency_state gauge service,dependency,state",
            "headcount_queue_state gauge service,queue,state",
            "headcount_workers_alive gauge service,queue",
            "headcount_queue_depth gauge service,queue",
            "headcount_failed_depth gauge service,queue",
            "headcount_dependency_check_duration_ms histogram service,dependency",
            "headcount_health_failures_total counter service,reason",
            "headcount_queue_failures_total counter service,queue,reason",
            "headcount_rounds_total counter ",
            "headcount_last_round_age_seconds gauge ",
            "headcount_last_round_duration_seconds gauge ",
            "headcount_alerts_total counter channel,outcome",
        ]
    );
}

#[test]
fn every_metric_is_written_under_its_name_with_its_labels() {
    let text = everything().text();
    for family in FAMILIES {
        let Family { name, kind, help, labels } = family;
        assert!(text.contains(&format!("# HELP {name} {help}")), "{name}: {text}");
        assert!(text.contains(&format!("# TYPE {name} {}\n", kind.word())), "{name}: {text}");
        let suffix = if *kind == Kind::Histogram { "_count" } else { "" };
        let series = text.lines().find_map(|line| line.strip_prefix(&format!("{name}{suffix}"))).unwrap();
        let written: Vec<&str> =
            series.split(['{', ',']).filter_map(|label| Some(label.split_once('=')?.0)).collect();
        assert_eq!(written, *labels, "{series}");
    }
}

#[test]
fn of_all_words_for_a_state_one_is_true() {
    let mut counted = Counted::over(with_queue());
    counted.hear(reads(workers(START, 0, 58)));
    for (of, words) in [
        ("headcount_board_state{", 5),
        ("headcount_service_state{service=\"planner\",", 5),
        ("headcount_queue_state{service=\"planner\",queue=\"async\",", 6),
    ] {
        let text = counted.text();
        let series: Vec<&str> = text.lines().filter(|line| line.starts_with(of)).collect();
        let is_true: Vec<&&str> = series.iter().filter(|line| line.ends_with(" 1")).collect();
        assert_eq!((series.len(), is_true.len()), (words, 1), "{series:?}");
        assert!(is_true[0].contains("state=\"down\""), "{is_true:?}");
    }
}

#[test]
fn a_known_zero_is_0_and_a_number_that_is_not_known_is_absent() {
    const OF: &str = "{service=\"planner\",queue=\"async\"}";
    let mut counted = Counted::over(with_queue());
    counted.hear(reads(workers(START, 0, 58)));
    let number = |counted: &Counted, name: &str| counted.value(&format!("headcount_{name}{OF}"));
    assert_eq!(number(&counted, "workers_alive").as_deref(), Some("0"));
    assert_eq!(number(&counted, "queue_depth").as_deref(), Some("58"));
    counted.hear(reads(silent())).hear(reads(silent()));
    for name in ["workers_alive", "queue_depth", "failed_depth"] {
        assert_eq!(number(&counted, name), None, "{name}");
    }
}

#[test]
fn a_number_that_has_expired_is_absent_and_its_state_is_unknown() {
    let mut counted = Counted::over(with_queue());
    counted.hear(reads(workers(START, 2, 58)));
    counted.watch.wait(61);
    assert_eq!(counted.value("headcount_workers_alive{service=\"planner\",queue=\"async\"}"), None);
    assert_eq!(counted.value("headcount_board_state{state=\"unknown\"}").as_deref(), Some("1"));
    assert_eq!(counted.value("headcount_last_round_age_seconds").as_deref(), Some("61.0"));
}

#[test]
fn durations_of_checks_are_counted_in_buckets_from_1_to_5000_ms_over_all_rounds() {
    let mut counted = Counted::over(alone());
    for ms in [0, 1, 2, 400, 5000, 5001] {
        counted.hear(says([took("postgres", ms)]));
    }
    let of = "headcount_dependency_check_duration_ms";
    let bucket = |bound: &str| {
        counted.value(&format!("{of}_bucket{{service=\"planner\",dependency=\"postgres\",le=\"{bound}\"}}"))
    };
    for (bound, count) in [
        ("1", "2"),
        ("5", "3"),
        ("10", "3"),
        ("25", "3"),
        ("50", "3"),
        ("100", "3"),
        ("250", "3"),
        ("500", "4"),
        ("1000", "4"),
        ("2000", "4"),
        ("5000", "5"),
        ("+Inf", "6"),
    ] {
        assert_eq!(bucket(bound).as_deref(), Some(count), "{bound}: {}", counted.text());
    }
    let all = "{service=\"planner\",dependency=\"postgres\"}";
    assert_eq!(counted.value(&format!("{of}_count{all}")).as_deref(), Some("6"));
    assert_eq!(counted.value(&format!("{of}_sum{all}")).as_deref(), Some("10404.0"));
}

#[test]
fn what_was_measured_once_is_counted_once() {
    let mut counted = Counted::over(alone());
    counted.hear(says([took("postgres", 3)])).hear(heard("planner", unreached(), []));
    let count = "headcount_dependency_check_duration_ms_count{service=\"planner\",dependency=\"postgres\"}";
    assert_eq!(counted.value(count).as_deref(), Some("1"));
}

#[test]
fn what_another_headcount_pushed_is_counted_once_though_it_is_of_no_round_of_ours() {
    let mut counted = Counted::over(alone());
    counted.watch.hear([says([took("postgres", 3)])]);
    let pushed = |counted: &Counted, age: u64| {
        let mut board = counted.watch.look();
        board.checked_at = Some(counted.watch.now + Duration::from_secs(age));
        board
    };
    for age in [1, 16] {
        let board = pushed(&counted, age);
        counted.counters.take(&board);
    }
    let count = "headcount_dependency_check_duration_ms_count{service=\"planner\",dependency=\"postgres\"}";
    assert_eq!(counted.value(count).as_deref(), Some("1"));
}

#[test]
fn series_of_dependencies_live_on_through_a_drain_and_end_when_a_document_no_longer_lists_them() {
    const COUNT: &str =
        "headcount_dependency_check_duration_ms_count{service=\"planner\",dependency=\"postgres\"}";
    const STATE: &str =
        "headcount_dependency_state{service=\"planner\",dependency=\"postgres\",state=\"operational\"}";
    let mut counted = Counted::over(alone());
    let drain = || heard("planner", HealthReport::said(Verdict::Draining), []);
    counted.hear(says([took("postgres", 3)])).hear(drain()).hear(drain());
    assert_eq!(counted.value(COUNT).as_deref(), Some("1"));
    assert_eq!(counted.value(STATE).as_deref(), Some("1"));
    // Restarting: nobody answers, then a document that lists nothing yet.
    let starting = || heard("planner", document(Verdict::Down, []), []);
    counted.hear(heard("planner", unreached(), [])).hear(heard("planner", unreached(), []));
    assert_eq!(counted.value(COUNT).as_deref(), Some("1"));
    counted.hear(starting()).hear(says([took("postgres", 3)]));
    assert_eq!(counted.value(COUNT).as_deref(), Some("2"));
    counted.hear(says([took("mercure", 3)]));
    assert_eq!((counted.value(COUNT), counted.value(STATE)), (None, None));
}

#[test]
fn failures_are_counted_by_reason() {
    let mut counted = Counted::over(with_queue());
    let failed = |report, sample| heard("planner", report, [sample]);
    counted.hear(failed(document(Verdict::Operational, []), workers(START, 2, 58)));
    assert!(!counted.text().contains("failures"), "{}", counted.text());
    // Not both at once: then the fault would be taken for ours.
    for _ in 0..3 {
        counted.hear(failed(unreached(), workers(START, 2, 58)));
    }
    for _ in 0..3 {
        counted.hear(failed(document(Verdict::Operational, []), silent()));
    }
    counted.hear(failed(refused(FlagWord::ProbeUnauthorized), workers(START, 2, 58)));
    let health = |reason: &str| {
        counted.value(&format!("headcount_health_failures_total{{service=\"planner\",reason=\"{reason}\"}}"))
    };
    assert_eq!(health("unreached").as_deref(), Some("3"));
    assert_eq!(health("probe_unauthorized").as_deref(), Some("1"));
    let of = "headcount_queue_failures_total{service=\"planner\",queue=\"async\",reason=";
    assert_eq!(counted.value(&format!("{of}\"confirming\"}}")).as_deref(), Some("1"));
    assert_eq!(counted.value(&format!("{of}\"not_answering\"}}")).as_deref(), Some("2"));
}

#[test]
fn a_failure_of_ours_is_counted_while_the_applications_count_stands_in() {
    let mut counted = Counted::over(planner());
    let report = || document(Verdict::Operational, [crate::words::tests::messenger(2)]);
    for _ in 0..2 {
        counted.hear(heard("planner", report(), [silent()]));
    }
    assert_eq!(
        counted.value("headcount_workers_alive{service=\"planner\",queue=\"async\"}").as_deref(),
        Some("2")
    );
    let reason = |word: &str| {
        counted.value(&format!(
            "headcount_queue_failures_total{{service=\"planner\",queue=\"async\",reason=\"{word}\"}}"
        ))
    };
    let all: u64 = ["confirming", "not_answering"]
        .into_iter()
        .filter_map(|word| reason(word)?.parse::<u64>().ok())
        .sum();
    assert_eq!(all, 2, "{}", counted.text());
}

#[test]
fn what_is_hidden_and_every_remote_word_stay_out() {
    let health =
        HealthPlan { format: "adr075".into(), hide: ["secret".to_owned()].into(), ..HealthPlan::default() };
    let mut counted = Counted::over(ServicePlan { health: Some(health), ..with_queue() });
    let lines = [took("secret", 3), took("c4nary.internal:5432", 3), took("c4nary\"\n", 3)];
    counted.hear(heard("planner", document(Verdict::Operational, lines), [workers(START, 2, 58)]));
    let text = counted.text();
    assert!(!text.contains("c4nary") && !text.contains("secret"), "{text}");
    assert!(
        text.contains("dependency=\"dependency-2\"") && text.contains("dependency=\"dependency-3\""),
        "{text}"
    );
}

#[test]
fn no_series_is_there_twice_whatever_a_document_calls_its_lines() {
    let twin = QueuePlan { id: "messenger".into(), ..queue() };
    let mut counted = Counted::over(ServicePlan { queues: vec![twin], ..alone() });
    let lines = [
        took("dependency-2", 3),
        took("not fit: c4nary", 3),
        took("dependency-2", 3),
        crate::words::tests::messenger(2),
    ];
    counted.hear(heard(
        "planner",
        document(Verdict::Operational, lines),
        [QueueSample { id: "messenger".into(), ..workers(START, 2, 58) }],
    ));
    let text = counted.text();
    let mut series: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| Some(line.rsplit_once(' ')?.0))
        .collect();
    let all = series.len();
    series.sort_unstable();
    series.dedup();
    assert_eq!(series.len(), all, "{text}");
}

#[test]
fn a_document_that_changes_its_lines_all_the_time_does_not_fill_the_memory() {
    let mut counted = Counted::over(alone());
    for round in 0..20 {
        let lines: Vec<DependencyReport> = (0..30).map(|n| took(&format!("d-{round}-{n}"), 3)).collect();
        counted.hear(heard("planner", document(Verdict::Down, lines), []));
    }
    let kept = serde_json::to_value(&counted.counters).unwrap();
    assert_eq!(kept["services"]["planner"]["checks"].as_object().unwrap().len(), 256);
}

#[test]
fn what_is_counted_travels_as_json() {
    let counted = everything();
    let json = serde_json::to_string(&counted.counters).unwrap();
    assert_eq!(serde_json::from_str::<Counters>(&json).unwrap(), counted.counters);
    assert_eq!(serde_json::from_str::<Counters>("{}").unwrap(), Counters::default());
}

#[test]
fn alerts_are_counted_by_channel_and_outcome() {
    let mut counted = Counted::over(alone());
    for outcome in ["failed", "failed", "sent", "refused"] {
        counted.counters.count_alert("on-call", outcome);
    }
    for (outcome, count) in [("sent", "1"), ("failed", "2"), ("refused", "1")] {
        let series = format!("headcount_alerts_total{{channel=\"on-call\",outcome=\"{outcome}\"}}");
        assert_eq!(counted.value(&series).as_deref(), Some(count));
    }
}
