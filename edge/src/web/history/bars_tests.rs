//! Tests of the bars: what is drawn is what was counted.

use super::*;
use core::time::Duration;
use proptest::prelude::*;
use shared::state::State;

const DAY: u64 = 86_400_000;

fn day(parts: &[(State, u64)]) -> Tally {
    let mut tally = Tally::default();
    for (state, seconds) in parts {
        tally.add(*state, false, Duration::from_secs(*seconds));
    }
    tally
}

fn whole() -> Tally {
    day(&[(State::Operational, 86_400)])
}

/// Of each rectangle in a path: the day, how far its foot is above the ground, and its height.
fn rectangles(path: &str) -> Vec<(i64, i64, i64)> {
    let mut at = (0, 0);
    let each = path.split('z').filter(|part| !part.is_empty()).map(|part| {
        let (start, size) = part.split_once('v').unwrap();
        let (kind, start) = start.split_at(1);
        let cut = start[1..].find([' ', '-']).unwrap() + 1;
        let x: i64 = start[..cut].parse().unwrap();
        let y: i64 = start[cut..].trim().parse().unwrap();
        at = if kind == "M" { (x, y) } else { (at.0 + x, at.1 + y) };
        let (up, rest) = size.split_once('h').unwrap();
        let height: i64 = up.parse::<i64>().unwrap().abs();
        assert_eq!(rest, format!("3v{height}"), "three wide, and closed");
        (at.0 / 4, 32 - at.1, height)
    });
    each.collect()
}

fn drawn(days: &[Tally], of: Stripe) -> Vec<(i64, i64, i64)> {
    let bars = bars(days);
    let path = bars.iter().find(|bar| bar.of == of).map_or("", |bar| &bar.path);
    rectangles(path)
}

#[test]
fn a_page_two_days_old_shows_two_days_and_dashes_before_them() {
    let days = [whole(), whole()];
    assert_eq!(drawn(&days, Stripe::Working), [(88, 0, 32), (89, 0, 32)]);
    let before = drawn(&days, Stripe::Nothing);
    assert_eq!((before.len(), before[0], before[87]), (88, (0, 0, 2), (87, 0, 2)));
}

#[test]
fn equal_days_are_equal_text() {
    assert_eq!(bars(&[whole(), whole(), whole()])[0].path, "M348 32v-32h3v32zm4 0v-32h3v32zm4 0v-32h3v32z");
}

#[test]
fn the_states_of_a_day_stack_up_with_trouble_at_the_head() {
    let days = [day(&[(State::Operational, 43_200), (State::Down, 21_600), (State::Unknown, 21_600)])];
    assert_eq!(drawn(&days, Stripe::Working), [(89, 0, 16)]);
    assert_eq!(drawn(&days, Stripe::NotKnown), [(89, 16, 8)]);
    assert_eq!(drawn(&days, Stripe::NotWorking), [(89, 24, 8)]);
}

#[test]
fn a_minute_without_workers_is_seen() {
    let days = [day(&[(State::Operational, 86_340), (State::Down, 60)])];
    assert_eq!(drawn(&days, Stripe::NotWorking), [(89, 27, 5)]);
}

#[test]
fn a_day_on_which_nothing_was_judged_is_a_dash() {
    assert_eq!(drawn(&[day(&[(State::NotApplicable, 86_400)])], Stripe::Nothing).len(), 90);
    assert_eq!(drawn(&[Tally::default()], Stripe::Nothing).len(), 90);
}

#[test]
fn more_days_than_are_shown_lose_the_oldest() {
    let mut days = vec![whole(); 95];
    days[0] = day(&[(State::Down, 86_400)]);
    days[94] = day(&[(State::Down, 86_400)]);
    assert_eq!(drawn(&days, Stripe::NotWorking), [(89, 0, 32)]);
}

proptest! {
    #[test]
    fn the_bar_of_a_day_is_as_high_as_its_tally_says(times in prop::array::uniform6(prop_oneof![Just(0), 1..DAY])) {
        let heights = heights(times);
        let (total, high): (u64, u64) = (times.iter().sum(), heights.iter().sum());
        prop_assert_eq!(high, if total == 0 { 0 } else { HIGH });
        for (time, height) in times.into_iter().zip(heights) {
            prop_assert_eq!(time > 0, height > 0, "what happened is there, and nothing else");
            prop_assert!(time == 0 || height >= LEAST);
            for (other, others) in times.into_iter().zip(heights) {
                // What was longer is not lower, but for the unit that rounding takes or gives.
                prop_assert!(time <= other || height + 1 >= others, "{:?} {:?}", times, heights);
            }
        }
    }

    #[test]
    fn without_small_parts_heights_are_in_proportion(parts in prop::collection::vec(6_u64..20, 1..=4)) {
        let mut times = [0; 6];
        for (time, part) in times.iter_mut().zip(&parts) {
            *time = part * 1_000_000;
        }
        let total: u64 = times.iter().sum();
        prop_assume!(times.iter().all(|time| *time == 0 || time * HIGH >= total * LEAST));
        for (time, height) in times.into_iter().zip(heights(times)) {
            prop_assert!(height.abs_diff(time * HIGH / total) <= 3, "{:?} {:?}", times, heights(times));
        }
    }
}
