//! 90 days as bars: one path for each state that a row has been in.
//!
//! Geometry alone. Paths are relative, so that equal days are equal text and compress to nothing.

use core::fmt::Write;
use shared::history::{DAYS_SHOWN, Tally};
use shared::page::drawing::{Bar, Stripe};

/// The states that stack up to a bar, from its foot to its head.
const STACK: [Stripe; 6] = [
    Stripe::Working,
    Stripe::Restarting,
    Stripe::Maintenance,
    Stripe::Problems,
    Stripe::NotKnown,
    Stripe::NotWorking,
];

/// The height of a bar.
const HIGH: u64 = 32;
/// Whatever happened is at least so high: a minute of a day must be seen.
const LEAST: u64 = 5;
/// From one day to the next.
const STEP: usize = 4;
/// A day of which there is nothing to say, as a dash on the ground.
const DASH: u64 = 2;

/// The drawings of a row whose last day is today.
pub fn bars(days: &[Tally]) -> Vec<Bar> {
    let mut paths: [Path; 6] = Default::default();
    let mut nothing = Path::default();
    let before = DAYS_SHOWN.saturating_sub(days.len());
    for day in 0..before {
        nothing.add(day, 0, DASH);
    }
    for (day, tally) in days.iter().rev().take(DAYS_SHOWN).rev().enumerate() {
        let day = before + day;
        let heights = heights(times(tally));
        let mut foot = 0;
        for (path, height) in paths.iter_mut().zip(heights) {
            path.add(day, foot, height);
            foot += height;
        }
        if foot == 0 {
            nothing.add(day, 0, DASH);
        }
    }
    let drawn = STACK.into_iter().zip(paths).chain([(Stripe::Nothing, nothing)]);
    let drawn = drawn.filter(|(_, path)| !path.data.is_empty());
    drawn.map(|(of, path)| Bar { of, path: path.data }).collect()
}

/// Time by state, in the order of the stack. Time in which there was nothing to judge is not drawn.
pub fn times(tally: &Tally) -> [u64; 6] {
    let Tally { operational, draining, maintenance, degraded, unknown, down, not_applicable: _ } = *tally;
    [operational, draining, maintenance, degraded, unknown, down]
}

/// The time of one state.
pub fn time(tally: &Tally, of: Stripe) -> u64 {
    STACK.iter().zip(times(tally)).find(|(stripe, _)| **stripe == of).map_or(0, |(_, time)| time)
}

/// Heights that add up to a whole bar (or to none without any time): each in proportion to its time, but none that
/// happened below the least. What the small ones get more than their share, the others give, in proportion.
fn heights(times: [u64; 6]) -> [u64; 6] {
    let mut heights = [0; 6];
    // What is left of the bar, and of the time, for those that are not yet fixed at the least.
    let left = |heights: &[u64; 6]| {
        let time: u64 =
            times.iter().zip(heights).filter(|(_, height)| **height == 0).map(|(time, _)| *time).sum();
        (HIGH.saturating_sub(heights.iter().sum()), time)
    };
    let share = |time: u64, (high, whole): (u64, u64)| {
        u64::try_from(u128::from(time) * u128::from(high) / u128::from(whole.max(1))).unwrap_or(HIGH)
    };
    loop {
        let rest = left(&heights);
        let small = heights
            .iter_mut()
            .zip(times)
            .find(|(height, time)| **height == 0 && *time > 0 && share(*time, rest) < LEAST);
        match small {
            Some((height, _)) => *height = LEAST,
            None => break,
        }
    }
    let rest = left(&heights);
    for (height, time) in heights.iter_mut().zip(times) {
        if *height == 0 {
            *height = share(time, rest);
        }
    }
    let lost = HIGH.saturating_sub(heights.iter().sum());
    let longest =
        heights.iter_mut().zip(times).filter(|(height, _)| **height > 0).max_by_key(|(_, time)| *time);
    if let Some((height, _)) = longest {
        *height += lost;
    }
    heights
}

/// Path data that grows by one rectangle a day.
#[derive(Default)]
struct Path {
    data: String,
    /// Where the last rectangle began: its day, and its foot above the ground.
    last: (usize, u64),
}

impl Path {
    /// A rectangle of a day, from `foot` above the ground.
    fn add(&mut self, day: usize, foot: u64, height: u64) {
        if height == 0 {
            return;
        }
        let (last_day, last_foot) = self.last;
        // Writing into a String cannot fail.
        _ = if self.data.is_empty() {
            write!(self.data, "M{} {}", day * STEP, HIGH.saturating_sub(foot))
        } else {
            let (right, down) = ((day - last_day) * STEP, last_foot.cast_signed() - foot.cast_signed());
            let space = if down < 0 { "" } else { " " };
            write!(self.data, "m{right}{space}{down}")
        };
        _ = write!(self.data, "v-{height}h3v{height}z");
        self.last = (day, foot);
    }
}

#[cfg(test)]
#[path = "bars_tests.rs"]
mod tests;
