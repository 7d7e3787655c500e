//! What holds for every sequence of rounds.

use super::{Log, Rows};
use crate::board::Board;
use crate::incident::Incident;
use crate::memory::Memory;
use crate::reduce::properties::story::{Story, story};
use crate::reduce::testkit::START;
use crate::state::Verdict;
use crate::time::Timestamp;
use core::time::Duration;
use proptest::collection::vec;
use proptest::prelude::*;

/// The log after each round.
fn logs(story: &Story) -> Vec<Log> {
    let (mut log, mut before) = (Log::default(), Memory::new(START));
    let mut all = Vec::new();
    for after in story.tell() {
        log.follow(&story.plan, &before, &after);
        all.push(log.clone());
        before = after;
    }
    all
}

/// The verdict of each service in each second of the story, as somebody saw it who looked in its middle.
fn watched(story: &Story) -> Vec<Vec<Verdict>> {
    let memories = core::iter::once(Memory::new(START)).chain(story.tell());
    let starts = core::iter::once(START).chain(story.rounds.iter().map(|round| round.at));
    let ends = story.rounds.iter().map(|round| round.at);
    let mut seconds = Vec::new();
    for ((memory, start), end) in memories.zip(starts).zip(ends) {
        for second in 0..end.since(start).as_secs() {
            let look = start + Duration::from_millis(second * 1000 + 500);
            let board = Board::of(&story.plan, &memory, look);
            seconds.push(board.services.iter().map(|service| service.verdict).collect());
        }
    }
    seconds
}

/// When the last thing that was known of a service was that it is not well: by second, from `seen` alone.
fn trouble(seen: &[Vec<Verdict>], service: usize) -> Vec<(Timestamp, Option<Timestamp>)> {
    let mut spans: Vec<(Timestamp, Option<Timestamp>)> = Vec::new();
    for (second, verdicts) in (0_u64..).zip(seen) {
        let at = START + Duration::from_secs(second);
        let open = spans.last_mut().filter(|(_, end)| end.is_none());
        match (verdicts[service], open) {
            (Verdict::Down | Verdict::Degraded, None) => spans.push((at, None)),
            (Verdict::Operational | Verdict::Draining, Some((_, end))) => *end = Some(at),
            _ => {}
        }
    }
    spans
}

fn spans<'a>(incidents: impl Iterator<Item = &'a Incident>) -> Vec<(Timestamp, Option<Timestamp>)> {
    let mut spans: Vec<_> = incidents.map(|incident| (incident.opened_at, incident.closed_at)).collect();
    spans.reverse();
    spans
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Incidents are exactly the stretches in which the last known verdict was down or degraded. So the time that a
    /// service was shown down or degraded is the sum over its incidents, less the time in them that is not known
    /// (among it, gaps of our own): the one kind of time that is in an incident and not in trouble.
    #[test]
    fn incidents_open_and_close_exactly_with_what_was_shown(story in story()) {
        // What the last round showed is seen in the second after it.
        let mut seen = watched(&story);
        let last = story.tell().pop().unwrap();
        let after = story.end() + Duration::from_millis(500);
        seen.push(Board::of(&story.plan, &last, after).services.iter().map(|s| s.verdict).collect());

        let log = logs(&story).pop().unwrap();
        for (nth, service) in story.plan.services.iter().enumerate() {
            let its = || log.incidents().iter().filter(|incident| incident.service == service.id);
            let expected = trouble(&seen, nth);
            prop_assert_eq!(spans(its()), expected.clone());

            let end = START + Duration::from_secs(seen.len() as u64);
            let in_incidents: Duration = expected.iter().map(|(from, to)| to.unwrap_or(end).since(*from)).sum();
            let seconds = |wanted: fn(Verdict) -> bool| {
                (0_u64..).zip(&seen).filter(|(second, verdicts)| {
                    let at = START + Duration::from_secs(*second);
                    let inside = expected.iter().any(|(from, to)| *from <= at && to.is_none_or(|to| at < to));
                    inside && wanted(verdicts[nth])
                }).count() as u64
            };
            let not_known = seconds(|verdict| verdict == Verdict::Unknown);
            let shown = seen.iter().filter(|v| matches!(v[nth], Verdict::Down | Verdict::Degraded)).count() as u64;
            prop_assert_eq!(in_incidents.as_secs() - not_known, shown);
        }
    }

    /// The events of a service's verdict are its story: each goes on where the one before it ended.
    #[test]
    fn the_events_of_a_verdict_tell_one_story(story in story()) {
        let log = logs(&story).pop().unwrap();
        let board = Board::of(&story.plan, &story.tell().pop().unwrap(), story.end());
        for service in &board.services {
            let turns = log.events().iter().rev().filter(|event| event.service == service.id).filter_map(|event| {
                match event.what {
                    crate::incident::What::Verdict { from, to } => Some((event.at, from, to)),
                    _ => None,
                }
            });
            let turns: Vec<_> = turns.collect();
            for pair in turns.windows(2) {
                prop_assert_eq!(pair[0].2, pair[1].1, "{:?}", &turns);
                prop_assert!(pair[0].0 <= pair[1].0);
            }
            if let Some((at, _, to)) = turns.last() {
                prop_assert_eq!((service.verdict, service.since), (*to, *at));
            }
        }
    }

    #[test]
    fn a_restart_between_any_two_rounds_opens_nothing_twice_and_loses_nothing(
        story in story(), restarts in vec(any::<bool>(), 8),
    ) {
        let (mut log, mut rows, mut before) = (Log::default(), Rows::default(), Memory::new(START));
        for ((after, expected), restart) in story.tell().into_iter().zip(logs(&story)).zip(restarts) {
            rows.write(&log.follow(&story.plan, &before, &after));
            if restart {
                log = rows.read();
            }
            prop_assert_eq!(&log, &expected);
            before = after;
        }
        for service in &story.plan.services {
            let open = log.incidents().iter().filter(|i| i.is_open() && i.service == service.id).count();
            prop_assert!(open <= 1);
        }
    }
}
