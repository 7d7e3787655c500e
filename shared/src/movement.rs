//! What rounds leave behind about how a queue's numbers move: enough for ten minutes of waiting and an hour of
//! workers. Numbers, never verdicts (DESIGN 1.1).
//!
//! Not history by hours and days: `history` has that.

use crate::map::Map;
use crate::reading::Reading;
use crate::sample::{Beat, Exactness, Workers};
use crate::time::Timestamp;
use crate::trend::Trend;
use core::time::Duration;
use serde::{Deserialize, Serialize};

const TEN_MINUTES: Duration = Duration::from_mins(10);
/// Samples of waiting are at least so far apart.
const APART: Duration = Duration::from_mins(1);
/// A sample this old says nothing about ten minutes ago.
const TOO_OLD: Duration = Duration::from_mins(15);
const HOUR: Duration = Duration::from_hours(1);
/// So many comings and goings of the last hour are told apart.
const MOST_CHANGES: usize = 1000;

/// How one queue's numbers have moved lately.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Movement {
    /// Waiting messages, oldest first.
    waiting: Vec<(Timestamp, u64)>,
    /// Dead letters when they were first counted.
    failed_at_start: Option<u64>,
    /// Dead letters when they were last counted.
    failed: Option<u64>,
    /// The round that saw them grow last.
    failed_grew_at: Option<Timestamp>,
    /// The workers that are there, and when each was first seen. Names are remote words: this is never shown.
    crew: Crew,
    /// When workers came, in the last hour.
    joined: Vec<Timestamp>,
    /// When workers went, in the last hour.
    left: Vec<Timestamp>,
}

/// Who is there.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Crew {
    /// Nobody has been counted yet.
    #[default]
    NotCounted,
    /// Workers by name, with the round that first saw each.
    Named(Map<String, Timestamp>),
    /// So many, whose names are not told, or not all.
    Counted(u64),
}

impl Movement {
    /// Takes what a round read. What it could not read changes nothing.
    pub fn advance(
        &mut self,
        waiting: Reading,
        failed: Reading,
        workers: Workers,
        beats: &[Beat],
        now: Timestamp,
    ) {
        // What a clock noted that was ahead, and has been set back since, was no later than now.
        self.failed_grew_at = self.failed_grew_at.map(|at| at.min(now));
        if let Some(waiting) = waiting.known() {
            self.waiting.retain(|(at, _)| now.since(*at) <= TOO_OLD && *at <= now);
            if self.waiting.last().is_none_or(|(at, _)| now.since(*at) >= APART) {
                self.waiting.push((now, waiting));
            }
        }
        if let Some(failed) = failed.known() {
            self.failed_at_start.get_or_insert(failed);
            if self.failed.is_some_and(|before| failed > before) {
                self.failed_grew_at = Some(now);
            }
            self.failed = Some(failed);
        }
        if let Workers::Counted { alive: Reading::Known { value, .. }, exactness } = workers {
            self.count(value, exactness, beats, now);
        }
        for changes in [&mut self.joined, &mut self.left] {
            changes.retain(|at| now.since(*at) < HOUR && *at <= now);
            changes.truncate(MOST_CHANGES);
        }
    }

    fn count(&mut self, alive: u64, exactness: Exactness, beats: &[Beat], now: Timestamp) {
        let all_have_names = exactness == Exactness::Exact && u64::try_from(beats.len()) == Ok(alive);
        let (joined, left);
        let next = if all_have_names {
            let before = match &self.crew {
                Crew::Named(before) => Some(before),
                Crew::NotCounted | Crew::Counted(_) => None,
            };
            let first_seen = |name: &String| before.and_then(|b| b.get(name)).map_or(now, |at| now.min(*at));
            let crew: Map<String, Timestamp> =
                beats.iter().map(|beat| (beat.name.clone(), first_seen(&beat.name))).collect();
            (joined, left) = before.map_or((0, 0), |before| {
                let new = crew.keys().filter(|name| !before.contains_key(*name)).count();
                (new, before.keys().filter(|name| !crew.contains_key(*name)).count())
            });
            Crew::Named(crew)
        } else {
            let before = match self.crew {
                Crew::Counted(before) => before,
                Crew::NotCounted | Crew::Named(_) => alive,
            };
            let many = |n: u64| usize::try_from(n).unwrap_or(MOST_CHANGES);
            (joined, left) = (many(alive.saturating_sub(before)), many(before.saturating_sub(alive)));
            Crew::Counted(alive)
        };
        self.crew = next;
        self.joined.extend(core::iter::repeat_n(now, joined.min(MOST_CHANGES)));
        self.left.extend(core::iter::repeat_n(now, left.min(MOST_CHANGES)));
    }

    /// What it comes to at this moment. `waiting` is the number that is shown.
    pub fn trend(&self, waiting: Reading, now: Timestamp) -> Trend {
        let recent = |changes: &[Timestamp]| changes.iter().filter(|at| now.since(**at) < HOUR).count();
        Trend {
            waiting_10_min: waiting.known().and_then(|waiting| {
                let then = self.waiting.iter().rev().find(|(at, _)| now.since(*at) >= TEN_MINUTES);
                let (_, before) = then.filter(|(at, _)| now.since(*at) <= TOO_OLD)?;
                i64::try_from(waiting).ok()?.checked_sub(i64::try_from(*before).ok()?)
            }),
            latest_dead_letter_at: self.failed_grew_at,
            failed_at_start: self.failed_at_start,
            joined_last_hour: u32::try_from(recent(&self.joined)).unwrap_or(u32::MAX),
            left_last_hour: u32::try_from(recent(&self.left)).unwrap_or(u32::MAX),
            oldest_worker_since: match &self.crew {
                Crew::Named(crew) => crew.values().min().copied(),
                Crew::NotCounted | Crew::Counted(_) => None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Timestamp = Timestamp::from_secs(1_796_047_200);
    const NONE: Reading = Reading::not_in_redis(crate::reading::Why::NotAnswering);

    fn at(seconds: u64) -> Timestamp {
        START + Duration::from_secs(seconds)
    }

    fn crew(names: &[&str], now: Timestamp) -> (Workers, Vec<Beat>) {
        let alive = Reading::redis(u64::try_from(names.len()).unwrap());
        let beat = |name: &&str| Beat { name: (*name).to_owned(), at: now, age: Duration::ZERO };
        (Workers::Counted { alive, exactness: Exactness::Exact }, names.iter().map(beat).collect())
    }

    fn with_crew(movement: &mut Movement, names: &[&str], now: Timestamp) {
        let (workers, beats) = crew(names, now);
        movement.advance(NONE, NONE, workers, &beats, now);
    }

    fn with(movement: &mut Movement, waiting: Reading, failed: Reading, now: Timestamp) {
        movement.advance(waiting, failed, Workers::NotMeasured, &[], now);
    }

    #[test]
    fn waiting_is_compared_with_ten_minutes_ago_and_with_nothing_nearer_or_much_older() {
        let mut movement = Movement::default();
        for n in 0..60_u64 {
            with(&mut movement, Reading::redis(100 + n), NONE, at(n * 15));
        }
        assert_eq!(movement.trend(Reading::redis(159), at(885)).waiting_10_min, Some(43));
        assert_eq!(movement.trend(NONE, at(885)).waiting_10_min, None);
        let mut young = Movement::default();
        with(&mut young, Reading::redis(5), NONE, at(0));
        assert_eq!(young.trend(Reading::redis(9), at(599)).waiting_10_min, None);
        assert_eq!(young.trend(Reading::redis(9), at(3600)).waiting_10_min, None);
    }

    #[test]
    fn little_is_kept_however_often_one_looks() {
        let mut movement = Movement::default();
        for n in 0..10_000_u64 {
            with(&mut movement, Reading::redis(n), NONE, at(n * 5));
        }
        assert!(movement.waiting.len() <= 16, "{}", movement.waiting.len());
    }

    #[test]
    fn dead_letters_have_a_baseline_and_a_latest_growth() {
        let mut movement = Movement::default();
        for (n, failed) in [Reading::redis(3), NONE, Reading::redis(3), Reading::redis(4), Reading::redis(1)]
            .into_iter()
            .enumerate()
        {
            with(&mut movement, NONE, failed, at(u64::try_from(n).unwrap() * 15));
        }
        let trend = movement.trend(NONE, at(60));
        assert_eq!((trend.failed_at_start, trend.latest_dead_letter_at), (Some(3), Some(at(45))));
    }

    #[test]
    fn a_restarted_worker_has_joined_and_its_predecessor_has_left_and_the_oldest_stays_the_oldest() {
        let mut movement = Movement::default();
        with_crew(&mut movement, &["a", "b"], at(0));
        with_crew(&mut movement, &["a", "c"], at(15));
        let trend = movement.trend(NONE, at(15));
        assert_eq!((trend.joined_last_hour, trend.left_last_hour), (1, 1));
        assert_eq!(trend.oldest_worker_since, Some(at(0)));
        with_crew(&mut movement, &["c"], at(4000));
        let trend = movement.trend(NONE, at(4000));
        assert_eq!((trend.joined_last_hour, trend.left_last_hour), (0, 1));
        assert_eq!(trend.oldest_worker_since, Some(at(15)));
    }

    #[test]
    fn what_a_clock_noted_that_was_ahead_was_no_later_than_now() {
        let mut movement = Movement::default();
        with_crew(&mut movement, &["a"], at(90_000));
        with(&mut movement, NONE, Reading::redis(1), at(90_000));
        with(&mut movement, NONE, Reading::redis(2), at(90_015));
        with_crew(&mut movement, &["a"], at(0));
        let trend = movement.trend(NONE, at(0));
        assert_eq!((trend.oldest_worker_since, trend.latest_dead_letter_at), (Some(at(0)), Some(at(0))));
    }

    #[test]
    fn workers_without_names_come_and_go_by_their_number() {
        let mut movement = Movement::default();
        for (seconds, alive) in [(0, 2), (15, 5), (30, 4)] {
            let workers = Workers::Counted { alive: Reading::redis(alive), exactness: Exactness::Exact };
            movement.advance(NONE, NONE, workers, &[], at(seconds));
        }
        let trend = movement.trend(NONE, at(30));
        assert_eq!((trend.joined_last_hour, trend.left_last_hour), (3, 1));
        assert_eq!(trend.oldest_worker_since, None);
    }
}
