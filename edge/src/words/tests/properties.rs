//! Whatever was heard, the words are well-formed, agree with the verdict and repeat no remote word.

use super::super::situation::tone;
use super::*;
use proptest::prelude::*;
use shared::page::Tone;

fn health() -> impl Strategy<Value = HealthReport> {
    let verdicts = prop_oneof![
        Just(Verdict::Operational),
        Just(Verdict::Degraded),
        Just(Verdict::Down),
        Just(Verdict::Draining),
        Just(Verdict::Unknown)
    ];
    let states = prop_oneof![
        Just(State::Operational),
        Just(State::Degraded),
        Just(State::Down),
        Just(State::Unknown),
        Just(State::NotApplicable)
    ];
    let lines = (states.clone(), states, proptest::option::of(0..3_u64)).prop_map(|(one, two, crew)| {
        let crew = crew.map(messenger);
        [line("postgres", one), line("c4nary.example.com:6379", two)]
            .into_iter()
            .chain(crew)
            .collect::<Vec<_>>()
    });
    let flags = (0..FlagWord::ALL.len()).prop_map(|nth| FlagWord::ALL[nth]);
    prop_oneof![
        (verdicts, lines).prop_map(|(verdict, lines)| document(verdict, lines)),
        flags.prop_map(refused),
        Just(unreached()),
        Just(HealthReport::unreached().flag(Flag::new(FlagWord::ProxyError).saying("c4nary"))),
        Just(HealthReport { standing: Standing::OurFault, ..HealthReport::refused() }),
    ]
}

fn queue_sample() -> impl Strategy<Value = QueueSample> {
    let whys = prop_oneof![
        Just(Why::NotAnswering),
        Just(Why::NoPassword),
        Just(Why::StartingUp),
        Just(Why::ClockSkew),
        Just(Why::NotUnderstood),
        Just(Why::NoSuchKey)
    ];
    prop_oneof![
        (0..3_u64, 0..300_u64, 0..3_u64).prop_map(|(alive, waiting, held)| {
            let mut sample = workers(START, alive, waiting);
            sample.numbers.in_flight = Reading::redis(held);
            sample.position = format!("{held}-0");
            sample
        }),
        whys.prop_map(|why| not_read(Standing::Refused, why)),
        Just(silent()),
        Just(no_permission()),
        Just(not_measured(5)),
    ]
}

fn watched() -> impl Strategy<Value = Watch> {
    let round = (health(), queue_sample(), health(), 0..90_u64);
    let two = any::<bool>();
    (proptest::collection::vec(round, 0..8), two).prop_map(|(rounds, two)| {
        let mut services = vec![ServicePlan { impact: "Trips wait".into(), ..planner() }];
        if two {
            services.push(application("shop", "Shop"));
        }
        for health in services.iter_mut().filter_map(|service| service.health.as_mut()) {
            // A name may start a sentence.
            health.names.insert("messenger".into(), "Messenger".into());
        }
        let mut watch = Watch::over(services);
        for (first, queue, second, pause) in rounds {
            let mut heard_of = vec![heard("planner", first, [queue])];
            if two {
                heard_of.push(heard("shop", second, []));
            }
            watch.hear(heard_of).wait(pause / 30 * 10);
        }
        watch
    })
}

/// A sentence as PAGE 6 wants it.
fn is_well_formed(sentence: &str) -> Result<(), TestCaseError> {
    prop_assert!(sentence.ends_with(['.', '…']), "{sentence:?} has no end");
    prop_assert!(
        !sentence.contains("..") && !sentence.contains("  ") && !sentence.contains(" ."),
        "{sentence:?}"
    );
    let first = sentence.chars().next();
    prop_assert!(first.is_some_and(|c| c.is_uppercase() || c.is_ascii_digit()), "{sentence:?}");
    Ok(())
}

pub(super) fn is_calm(text: &str) -> Result<(), TestCaseError> {
    let lower = text.to_lowercase().replace('\u{a0}', " ");
    for word in [
        "crash",
        "c4nary",
        "example.com",
        "6379",
        "10.0.0.1",
        "!",
        "sorry",
        "dead letter",
        " 1 jobs",
        " 1 workers",
    ] {
        prop_assert!(!lower.contains(word), "{word:?} in {text:?}");
    }
    let units = ["second", "minute", "hour", "day", "job", "worker", "s)", "s ", "min", "h "];
    let is_torn = |window: &[char]| matches!(window, [n, ' ', _] if n.is_ascii_digit());
    let chars: Vec<char> = text.chars().collect();
    for at in chars.windows(3).enumerate().filter(|(_, w)| is_torn(w)).map(|(at, _)| at) {
        let rest: String = chars[at + 2..].iter().collect();
        prop_assert!(
            !units.iter().any(|unit| rest.starts_with(unit)),
            "a number is torn from its unit in {text:?}"
        );
    }
    Ok(())
}

proptest! {
    #[test]
    fn words_are_well_formed_and_agree_with_the_verdict(watch in watched()) {
        let (board, spoken) = (watch.board(), watch.speaks());
        prop_assert!(!spoken.headline.is_empty() && !spoken.headline.ends_with('.'), "{:?}", spoken.headline);
        is_calm(&spoken.headline)?;
        for sentence in spoken.says.iter().chain(&spoken.also).chain(&spoken.since) {
            is_well_formed(sentence)?;
            is_calm(sentence)?;
        }
        let every: std::collections::BTreeSet<&String> = spoken.says.iter().chain(&spoken.also).chain(&spoken.since).collect();
        prop_assert_eq!(every.len(), spoken.says.len() + spoken.also.len() + spoken.since.len(), "{:?}", spoken);
        match spoken.tone {
            Tone::OutOfDate => prop_assert_eq!(board.verdict, Verdict::Unknown),
            Tone::HalfWorking => prop_assert_eq!(board.verdict, Verdict::Operational),
            other => prop_assert_eq!(other, tone(board.verdict), "{:?}", spoken),
        }
        prop_assert!(!spoken.headline.contains("Everything") || board.fully_observed, "{:?}", spoken);
    }
}
