//! What holds for every sequence of rounds, wherever the process was started again in between.

use super::testkit::{Ear, RULES};
use super::{AlertState, BETWEEN, Kind, Notice, Topic};
use crate::memory::Observer;
use crate::reduce::testkit::EVERY;
use crate::state::Verdict;
use core::time::Duration;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeSet;

/// One stretch of rounds in which nothing changes.
#[derive(Clone, Debug)]
struct Stretch {
    verdict: Verdict,
    dead_letters: u64,
    breaker: &'static str,
    rounds: u32,
    /// Before its first round.
    gap: Duration,
    online: bool,
    maintenance: Option<Duration>,
    /// Whether the process is started again before each of its rounds.
    restarts: bool,
}

fn stretch() -> impl Strategy<Value = Stretch> {
    use Verdict::{Degraded, Down, Draining, Operational, Unknown};
    let verdict = select(vec![Operational, Operational, Down, Down, Degraded, Draining, Unknown]);
    let window = prop_oneof![6 => Just(None), 1 => (60..3600_u64).prop_map(|s| Some(Duration::from_secs(s)))];
    let gap = prop_oneof![9 => Just(EVERY), 1 => (15..900_u64).prop_map(Duration::from_secs)];
    let rounds = prop_oneof![3 => 1..6_u32, 1 => 6..200_u32];
    let breaker = select(vec!["closed", "open", "half-open"]);
    (verdict, 0..5_u64, breaker, rounds, gap, prop::bool::weighted(0.95), window, any::<bool>()).prop_map(
        |(verdict, dead_letters, breaker, rounds, gap, online, maintenance, restarts)| Stretch {
            verdict,
            dead_letters,
            breaker,
            rounds,
            gap,
            online,
            maintenance,
            restarts,
        },
    )
}

/// What was said round by round: when, whether a window lay over it, and the notices.
fn tell(story: &[Stretch], restarts: bool) -> (Ear, Vec<(bool, Vec<Notice>)>) {
    let mut ear = Ear::before_the_first_round();
    let mut said = Vec::new();
    for stretch in story {
        ear.is(stretch.verdict);
        ear.dead_letters(stretch.dead_letters);
        ear.breaker(stretch.breaker);
        ear.board.observer = if stretch.online { Observer::Online } else { Observer::Offline };
        if let Some(lasts) = stretch.maintenance {
            ear.maintenance(lasts);
        }
        for round in 0..stretch.rounds {
            if restarts && stretch.restarts {
                let kept = serde_json::to_string(&ear.state).unwrap();
                ear.state = serde_json::from_str::<AlertState>(&kept).unwrap();
            }
            let notices = ear.round_after(if round == 0 { stretch.gap } else { EVERY });
            said.push((ear.board.annals.window_over("planner", ear.now).is_some(), notices));
        }
    }
    (ear, said)
}

fn notices(said: Vec<(bool, Vec<Notice>)>) -> Vec<Notice> {
    said.into_iter().flat_map(|(_, notices)| notices).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_restart_before_any_round_changes_nothing_that_is_said(story in vec(stretch(), 1..12)) {
        prop_assert_eq!(tell(&story, true).1, tell(&story, false).1);
    }

    #[test]
    fn nothing_is_said_twice(story in vec(stretch(), 1..12)) {
        let mut ids = BTreeSet::new();
        let mut last: Vec<(String, Kind)> = Vec::new();
        for notice in notices(tell(&story, true).1) {
            prop_assert!(ids.insert(notice.id.clone()), "{} was used before", notice.id);
            let before = last.iter().rposition(|(key, _)| *key == notice.key).map(|at| last[at].1);
            let goes_on = matches!(notice.kind(), Kind::Reminder | Kind::DeadLetters);
            prop_assert!(goes_on || before != Some(notice.kind()), "{:?} again", notice);
            if notice.kind() != Kind::Reminder {
                last.push((notice.key.clone(), notice.kind()));
            }
        }
    }

    #[test]
    fn two_notices_of_one_kind_about_one_thing_are_never_close(story in vec(stretch(), 1..12)) {
        let all = notices(tell(&story, true).1);
        for (i, one) in all.iter().enumerate() {
            for other in all.iter().skip(i + 1) {
                if one.about == other.about && one.kind() == other.kind() {
                    let least = match one.kind() {
                        Kind::DeadLetters => RULES.dead_letter_every,
                        Kind::Reminder => RULES.remind_every,
                        _ => BETWEEN,
                    };
                    prop_assert!(other.at.since(one.at) >= least, "{one:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn windows_are_silent(story in vec(stretch(), 1..12)) {
        for (in_window, notices) in tell(&story, true).1 {
            prop_assert!(!in_window || notices.is_empty(), "{notices:?}");
        }
    }

    #[test]
    fn every_key_begins_with_a_trouble_and_ends_at_most_once(story in vec(stretch(), 1..12)) {
        let all = notices(tell(&story, true).1);
        let keys: BTreeSet<&String> = all.iter().map(|notice| &notice.key).collect();
        for key in keys {
            let of: Vec<Kind> = all.iter().filter(|n| n.key == *key).map(Notice::kind).collect();
            prop_assert!(!matches!(of[0], Kind::Recovered | Kind::Reminder), "{of:?}");
            let end = of.iter().position(|kind| *kind == Kind::Recovered);
            prop_assert!(end.is_none_or(|end| end == of.len() - 1), "{of:?}");
        }
    }

    #[test]
    fn what_lasts_beyond_all_quiet_times_is_announced_and_what_was_announced_is_closed(
        story in vec(stretch(), 1..12), lasting in select(vec![Verdict::Down, Verdict::Degraded, Verdict::Unknown]),
    ) {
        let stretch = |verdict, breaker, dead_letters| Stretch {
            verdict,
            dead_letters,
            breaker,
            // Longer than any window, `unknown_after` and `dead_letter_every`.
            rounds: 600,
            gap: EVERY,
            online: true,
            maintenance: None,
            restarts: true,
        };
        // Dead letters that are there when somebody first looks are no news: there was a look without any.
        let mut story = story;
        let before = Stretch { rounds: 2, ..stretch(Verdict::Operational, "closed", 0) };
        story.insert(0, before);
        story.push(stretch(lasting, "open", 9));
        let open = |said: Vec<(bool, Vec<Notice>)>| {
            let mut open: Vec<(Topic, Kind)> = Vec::new();
            for notice in notices(said).into_iter().filter(|n| n.kind() != Kind::Reminder) {
                open.retain(|(topic, _)| *topic != notice.about.topic);
                if notice.kind() != Kind::Recovered {
                    open.push((notice.about.topic.clone(), notice.kind()));
                }
            }
            open
        };
        let told = open(tell(&story, true).1);
        let kind = match lasting {
            Verdict::Down => Kind::Down,
            Verdict::Degraded => Kind::Degraded,
            _ => Kind::Unknown,
        };
        prop_assert!(told.contains(&(Topic::Verdict, kind)), "{told:?}");
        prop_assert!(told.iter().any(|(_, kind)| *kind == Kind::Breaker), "{told:?}");
        prop_assert!(told.iter().any(|(_, kind)| *kind == Kind::DeadLetters), "{told:?}");
        story.push(stretch(Verdict::Operational, "closed", 0));
        prop_assert_eq!(open(tell(&story, true).1), []);
    }
}
