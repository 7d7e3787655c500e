//! How time is counted from row to row: gaps, hours, days, clocks that are set back, restarts.

use super::*;
use crate::history::{Gauge, Past, Shown, SubjectPast, Tally};
use crate::plan::ServicePlan;
use crate::reduce::testkit::{plan as plan_of, service as service_plan};
use proptest::prelude::*;

const EVERY: Duration = Duration::from_secs(15);
const VALID: Duration = Duration::from_mins(1);
/// A midnight in UTC, some days after the epoch.
const MIDNIGHT: Timestamp = Timestamp::from_secs(1_796_083_200);
const DAY_S: i64 = 86_400;

/// Hours and days of UTC.
fn utc(at: Timestamp) -> Slot {
    let day = i32::try_from(at.secs().div_euclid(DAY_S)).unwrap();
    Slot { hour_start: Timestamp::from_secs(at.secs().div_euclid(3600) * 3600), day: Day(day) }
}

/// Hours and days five and a half hours east, where an hour begins at half past.
fn half_past(at: Timestamp) -> Slot {
    let east = Duration::from_mins(330);
    let slot = utc(at + east);
    Slot { hour_start: slot.hour_start - east, ..slot }
}

fn service() -> Subject {
    Subject::Service("a".into())
}

fn row(at: Timestamp, state: State) -> Row {
    numbered(at, state, [None; 4])
}

fn numbered(at: Timestamp, state: State, numbers: [Option<u64>; 4]) -> Row {
    let shown = Shown { state, valid_for: VALID, maintained: false, numbers };
    Row { at, shown: Map::from([(service(), shown)]) }
}

fn after(seconds: u64) -> Timestamp {
    MIDNIGHT + Duration::from_secs(seconds)
}

fn past(chronicle: &Chronicle) -> SubjectPast {
    Past::of(chronicle, MIDNIGHT).subjects[&service()].clone()
}

fn seconds(of: u64) -> u64 {
    of / 1000
}

#[test]
fn time_counts_as_what_was_shown_until_that_expires_and_as_unknown_from_then_on() {
    let mut chronicle = Chronicle::default();
    chronicle.advance(row(after(0), State::Operational), &utc);
    chronicle.advance(row(after(15), State::Down), &utc);
    chronicle.advance(row(after(15 + 600), State::Operational), &utc);
    let today = past(&chronicle).last_24_h;
    assert_eq!(
        (seconds(today.operational), seconds(today.down), seconds(today.unknown)),
        (15, 60, 540),
        "ten minutes without a round, of which the first was still valid"
    );
}

#[test]
fn an_hour_and_a_day_end_where_the_calendar_says_and_are_handed_out_once() {
    let mut chronicle = Chronicle::default();
    let mut ended = Ended::default();
    for n in 0..=(25 * 240) {
        let more = chronicle.advance(row(after(n * 15), State::Operational), &utc);
        ended.hours.extend(more.hours);
        ended.days.extend(more.days);
    }
    assert_eq!(ended.hours.len(), 25);
    assert_eq!(ended.days.len(), 1);
    let (_, day) = &ended.days[0];
    assert_eq!(day.records[&service()].time.operational, 86_400_000);
    assert_eq!(day.rounds, 5760);
    assert_eq!(
        past(&chronicle).days.iter().map(|d| seconds(d.operational)).collect::<Vec<_>>(),
        [86_400, 3600]
    );
}

#[test]
fn where_hours_begin_at_half_past_a_day_still_has_24_of_them() {
    let mut chronicle = Chronicle::default();
    let start = half_past(MIDNIGHT).hour_start;
    for n in 0..(49 * 240) {
        chronicle.advance(row(start + EVERY * n, State::Operational), &half_past);
    }
    let days = past(&chronicle).days;
    assert!(days.iter().any(|day| day.operational == 86_400_000), "{days:?}");
}

#[test]
fn a_gap_over_days_is_unknown_and_no_day_of_it_is_missing() {
    let mut chronicle = Chronicle::default();
    chronicle.advance(row(after(0), State::Operational), &utc);
    let ended = chronicle.advance(row(after(3 * 86_400 + 30), State::Operational), &utc);
    assert_eq!((ended.hours.len(), ended.days.len()), (72, 3));
    let past = past(&chronicle);
    let shown: Vec<_> = past.days.iter().map(|d| (seconds(d.operational), seconds(d.unknown))).collect();
    assert_eq!(shown, [(60, 86_340), (0, 86_400), (0, 86_400), (0, 30)]);
    assert_eq!(past.last_24_h.coverage_ppm(), Some(0));
    assert_eq!(past.hours.len(), 25);
    assert!(past.hours[..24].iter().all(|hour| hour.waiting.is_none()));
}

#[test]
fn two_days_old_history_shows_two_days() {
    let mut chronicle = Chronicle::default();
    for n in 0..48 {
        chronicle.advance(row(after(n * 3600), State::Operational), &utc);
    }
    assert_eq!(past(&chronicle).days.len(), 2);
    assert_eq!(Past::of(&Chronicle::default(), MIDNIGHT), Past::default());
}

#[test]
fn numbers_are_told_by_their_smallest_middle_largest_and_last_and_an_unknown_one_is_none_of_them() {
    let mut chronicle = Chronicle::default();
    for (n, waiting) in [Some(5), None, Some(1), Some(9)].into_iter().enumerate() {
        let at = after(u64::try_from(n).unwrap() * 15);
        chronicle.advance(numbered(at, State::Operational, [None, waiting, None, None]), &utc);
    }
    let hour = past(&chronicle).hours[0];
    assert_eq!(hour.waiting, Some(Gauge { min: 1, median: 5, max: 9, last: 9 }));
    assert_eq!(hour.workers, None);
}

#[test]
fn dead_letters_of_yesterday_are_the_last_that_were_counted_then() {
    let mut chronicle = Chronicle::default();
    for (at, failed) in [(0, Some(1)), (7200, Some(3)), (86_000, None), (86_400 + 60, Some(7))] {
        chronicle.advance(numbered(after(at), State::Operational, [None, None, failed, None]), &utc);
    }
    assert_eq!(past(&chronicle).failed_yesterday, Some(3));
}

#[test]
fn the_cadence_is_measured_over_the_last_24_hours() {
    let mut chronicle = Chronicle::default();
    for at in [0, 15, 30, 61, 76] {
        chronicle.advance(row(after(at), State::Operational), &utc);
    }
    let cadence = Past::of(&chronicle, MIDNIGHT).cadence;
    assert_eq!(
        (cadence.rounds, cadence.mean, cadence.worst_gap),
        (5, Duration::from_secs(19), Duration::from_secs(31))
    );
}

#[test]
fn a_clock_that_is_set_back_loses_no_more_than_what_it_takes_back() {
    let mut chronicle = Chronicle::default();
    chronicle.advance(row(after(86_400 * 365), State::Operational), &utc);
    for n in 0..8 {
        chronicle.advance(row(after(n * 15), State::Operational), &utc);
    }
    assert_eq!(seconds(past(&chronicle).last_24_h.operational), 105);
}

#[test]
fn a_clock_that_was_ahead_for_a_while_leaves_the_hour_and_the_day_as_they_were() {
    let mut chronicle = Chronicle::default();
    for n in 0..8 {
        chronicle.advance(numbered(after(n * 15), State::Down, [None, Some(5), None, None]), &utc);
    }
    let jumped = chronicle.advance(row(after(3 * 86_400), State::Operational), &utc);
    assert_eq!((jumped.days.len(), jumped.taken_back), (3, None));
    let back = chronicle.advance(numbered(after(120), State::Down, [None, Some(9), None, None]), &utc);
    assert_eq!(back.taken_back, Some(utc(after(120))));
    chronicle.advance(row(after(135), State::Down), &utc);
    let past = past(&chronicle);
    assert_eq!(past.days.len(), 1, "the days that never were are gone");
    assert_eq!((seconds(past.last_24_h.down), seconds(past.last_24_h.total())), (135, 135));
    let waiting = past.hours[0].waiting.unwrap();
    assert_eq!((waiting.min, waiting.max, waiting.last), (5, 9, 9));
}

#[test]
fn a_subject_counts_from_its_first_round_to_the_round_without_it() {
    let mut chronicle = Chronicle::default();
    chronicle.advance(Row { at: after(0), shown: Map::new() }, &utc);
    chronicle.advance(row(after(15), State::Operational), &utc);
    chronicle.advance(row(after(30), State::Operational), &utc);
    assert_eq!(past(&chronicle).last_24_h.total(), 15_000);
}

#[test]
fn a_renamed_service_goes_on_with_its_history_and_one_that_took_over_an_old_name_does_not() {
    let mut chronicle = Chronicle::default();
    for n in 0..=(25 * 240) {
        chronicle.advance(row(after(n * 15), State::Operational), &utc);
    }
    let named = |id: &str, was: &[&str]| {
        let was = was.iter().map(|id| (*id).to_owned()).collect();
        ServicePlan { was, ..service_plan(id) }
    };
    let mut taken = chronicle.clone();
    taken.rename(&plan_of([named("b", &["a"]), named("a", &[])]));
    assert!(Past::of(&taken, MIDNIGHT).subjects.contains_key(&service()), "its name is still in use");

    chronicle.rename(&plan_of([named("b", &["a"])]));
    let renamed = Past::of(&chronicle, MIDNIGHT).subjects[&Subject::Service("b".into())].clone();
    assert_eq!(renamed.days.iter().map(|d| seconds(d.operational)).collect::<Vec<_>>(), [86_400, 3600]);
    assert_eq!(seconds(renamed.last_24_h.operational), 86_400, "24 hours, and the present one, which begins");
}

#[test]
fn the_last_rounds_are_told_newest_first_and_in_brief_and_those_that_never_were_are_not() {
    let well = Subject::Dependency("a".to_owned(), "postgres".to_owned());
    let ill = Subject::Dependency("a".to_owned(), "redis".to_owned());
    let row_at = |at: Timestamp| {
        let mut row = numbered(at, State::Degraded, [None; 4]);
        let shown = row.shown[&service()];
        row.shown.insert(well.clone(), Shown { state: State::Operational, ..shown });
        row.shown.insert(ill.clone(), shown);
        row
    };
    let mut chronicle = Chronicle::default();
    for n in 0..20 {
        chronicle.advance(row_at(MIDNIGHT + Duration::from_secs(15) * n), &utc);
    }
    let rounds = Past::of(&chronicle, MIDNIGHT).rounds;
    assert_eq!(rounds.len(), ROUNDS_SHOWN);
    assert_eq!(rounds[0].at, MIDNIGHT + Duration::from_secs(285));
    assert!(rounds[0].shown.contains_key(&ill) && !rounds[0].shown.contains_key(&well));
    // The clock is set back.
    chronicle.advance(row_at(MIDNIGHT + Duration::from_secs(200)), &utc);
    let rounds = Past::of(&chronicle, MIDNIGHT).rounds;
    assert!(rounds.windows(2).all(|pair| pair[0].at > pair[1].at), "{rounds:?}");
    assert_eq!(rounds[0].at, MIDNIGHT + Duration::from_secs(200));
}

/// What a chronicle needs to be restored, kept as a store would.
#[derive(Default)]
struct Kept {
    rows: Vec<Row>,
    hours: Vec<Hour>,
    days: Vec<(Day, Span)>,
}

impl Kept {
    fn keep(&mut self, row: &Row, ended: Ended) {
        self.rows.push(row.clone());
        self.hours.extend(ended.hours);
        self.days.extend(ended.days);
    }

    fn restored(&self) -> Chronicle {
        let hours = self.hours[self.hours.len().saturating_sub(HOURS_HELD)..].to_vec();
        let days = self.days[self.days.len().saturating_sub(DAYS_SHOWN)..].to_vec();
        let last = self.rows.last().map(|row| utc(row.at).hour_start);
        let from =
            self.rows.iter().position(|row| Some(row.at) >= last).unwrap_or(0).saturating_sub(ROUNDS_SHOWN);
        Chronicle::restore(days, hours, self.rows[from..].to_vec(), &utc)
    }
}

fn rounds() -> impl Strategy<Value = Vec<(u64, State, Option<u64>)>> {
    let state = prop::sample::select(vec![
        State::Operational,
        State::Down,
        State::Degraded,
        State::Draining,
        State::Unknown,
    ]);
    let gap = prop_oneof![8 => 5_u64..90, 2 => 60_u64..7200, 1 => 7200_u64..400_000];
    prop::collection::vec((gap, state, prop::option::of(0_u64..100)), 1..60)
}

proptest! {
    #[test]
    fn the_time_in_all_states_is_the_time_that_passed(rounds in rounds()) {
        let mut chronicle = Chronicle::default();
        let (mut at, mut total) = (MIDNIGHT, Tally::default());
        for (gap, state, waiting) in &rounds {
            at = at + Duration::from_secs(*gap);
            let ended = chronicle.advance(numbered(at, *state, [None, *waiting, None, None]), &utc);
            for hour in ended.hours {
                total += hour.span.records.get(&service()).map(|r| r.time).unwrap_or_default();
            }
        }
        let running = chronicle.all_hours().next_back().unwrap();
        total += running.span.records.get(&service()).map(|r| r.time).unwrap_or_default();
        let first = MIDNIGHT + Duration::from_secs(rounds[0].0);
        prop_assert_eq!(u128::from(total.total()), at.since(first).as_millis());
    }

    #[test]
    fn a_day_is_the_sum_of_its_hours(rounds in rounds()) {
        let mut chronicle = Chronicle::default();
        let mut kept = Kept::default();
        let mut at = MIDNIGHT;
        for (gap, state, _) in rounds {
            at = at + Duration::from_secs(gap);
            let row = row(at, state);
            let ended = chronicle.advance(row.clone(), &utc);
            kept.keep(&row, ended);
        }
        for (day, span) in &kept.days {
            let mut sum = Tally::default();
            for hour in kept.hours.iter().filter(|hour| hour.day == *day) {
                sum += hour.span.records.get(&service()).map(|r| r.time).unwrap_or_default();
            }
            prop_assert_eq!(span.records[&service()].time, sum);
        }
    }

    #[test]
    fn a_restart_between_any_two_rounds_changes_nothing_in_history(rounds in rounds(), stop in 0_usize..60) {
        let mut through = Chronicle::default();
        let mut stopped = Chronicle::default();
        let mut kept = Kept::default();
        let mut at = MIDNIGHT;
        for (n, (gap, state, waiting)) in rounds.into_iter().enumerate() {
            at = at + Duration::from_secs(gap);
            let row = numbered(at, state, [None, waiting, None, None]);
            through.advance(row.clone(), &utc);
            if n == stop {
                stopped = kept.restored();
            }
            let ended = stopped.advance(row.clone(), &utc);
            kept.keep(&row, ended);
        }
        prop_assert_eq!(Past::of(&through, MIDNIGHT), Past::of(&stopped, MIDNIGHT));
    }
}
