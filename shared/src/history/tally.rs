//! Time in each state, and the percentages that follow from it.
//!
//! Weighted by time, never by samples. Unknown time is in neither numerator nor denominator (DESIGN 6).

use crate::state::State;
use crate::time::millis;
use core::ops::AddAssign;
use core::time::Duration;
use serde::{Deserialize, Serialize};

/// Time spent in each state, in whole milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<u64>", into = "Vec<u64>")]
pub struct Tally {
    /// Operational.
    pub operational: u64,
    /// Not known: nobody looked, or nobody could tell.
    pub unknown: u64,
    /// Down.
    pub down: u64,
    /// Degraded.
    pub degraded: u64,
    /// Draining.
    pub draining: u64,
    /// In any state, inside a maintenance window: left out of uptime.
    pub maintenance: u64,
    /// There was nothing to judge: left out of uptime and of coverage.
    pub not_applicable: u64,
}

impl Tally {
    /// Counts some time in a state; inside a maintenance window it counts as that alone.
    pub fn add(&mut self, state: State, maintained: bool, time: Duration) {
        let slot = match state {
            _ if maintained => &mut self.maintenance,
            State::Operational => &mut self.operational,
            State::Degraded => &mut self.degraded,
            State::Down => &mut self.down,
            State::Draining => &mut self.draining,
            State::Unknown => &mut self.unknown,
            State::NotApplicable => &mut self.not_applicable,
        };
        *slot = slot.saturating_add(millis(time));
    }

    /// All of it.
    pub const fn total(&self) -> u64 {
        self.not_applicable
            .saturating_add(self.maintenance)
            .saturating_add(self.judged())
            .saturating_add(self.unknown)
    }

    /// The time that uptime is a share of: known, and outside maintenance.
    pub const fn judged(&self) -> u64 {
        self.up().saturating_add(self.down)
    }

    /// The time it did its work: also with problems, and while restarting on purpose.
    pub const fn up(&self) -> u64 {
        self.operational.saturating_add(self.degraded).saturating_add(self.draining)
    }

    /// The share of judged time that it was up, in millionths; nothing if no time was judged.
    pub fn uptime_ppm(&self) -> Option<u32> {
        share(self.up(), self.judged())
    }

    /// The share of the time that could have been observed in which it was, in millionths.
    pub fn coverage_ppm(&self) -> Option<u32> {
        let known = self.judged().saturating_add(self.maintenance);
        share(known, known.saturating_add(self.unknown))
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        let (mine, theirs) = (<[u64; 7]>::from(*self), <[u64; 7]>::from(other));
        let mut sum = mine;
        for (into, more) in sum.iter_mut().zip(theirs) {
            *into = into.saturating_add(more);
        }
        *self = Self::from(sum);
    }
}

/// Rounded down, so that 100 % is said only of all of it.
fn share(part: u64, whole: u64) -> Option<u32> {
    let ppm = u128::from(part).checked_mul(1_000_000)?.checked_div(u128::from(whole))?;
    u32::try_from(ppm).ok()
}

impl From<Tally> for [u64; 7] {
    fn from(t: Tally) -> Self {
        [t.operational, t.unknown, t.down, t.degraded, t.draining, t.maintenance, t.not_applicable]
    }
}

impl From<[u64; 7]> for Tally {
    fn from([operational, unknown, down, degraded, draining, maintenance, not_applicable]: [u64; 7]) -> Self {
        Self { operational, unknown, down, degraded, draining, maintenance, not_applicable }
    }
}

/// In rows: the numbers in order, without the zeros at the end; most days are one number.
impl From<Tally> for Vec<u64> {
    fn from(tally: Tally) -> Self {
        let mut all = <[u64; 7]>::from(tally).to_vec();
        while all.last() == Some(&0) {
            all.pop();
        }
        all
    }
}

impl From<Vec<u64>> for Tally {
    fn from(row: Vec<u64>) -> Self {
        let mut all = [0; 7];
        for (into, value) in all.iter_mut().zip(row) {
            *into = value;
        }
        Self::from(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(parts: &[(State, bool, u64)]) -> Tally {
        let mut tally = Tally::default();
        for (state, maintained, seconds) in parts {
            tally.add(*state, *maintained, Duration::from_secs(*seconds));
        }
        tally
    }

    #[test]
    fn unknown_time_is_in_neither_numerator_nor_denominator_and_coverage_says_so() {
        let day = tally(&[(State::Operational, false, 97), (State::Unknown, false, 3)]);
        assert_eq!((day.uptime_ppm(), day.coverage_ppm()), (Some(1_000_000), Some(970_000)));
        let never = tally(&[(State::Unknown, false, 100)]);
        assert_eq!((never.uptime_ppm(), never.coverage_ppm()), (None, Some(0)));
    }

    #[test]
    fn uptime_leaves_maintenance_out_and_counts_problems_and_restarts_as_up() {
        let day = tally(&[
            (State::Operational, false, 50),
            (State::Degraded, false, 20),
            (State::Draining, false, 5),
            (State::Down, false, 25),
            (State::Down, true, 900),
            (State::NotApplicable, false, 7),
        ]);
        assert_eq!((day.uptime_ppm(), day.coverage_ppm()), (Some(750_000), Some(1_000_000)));
        assert_eq!(day.total(), 1_007_000);
    }

    #[test]
    fn a_whole_is_said_only_of_all_of_it() {
        let nearly = tally(&[(State::Operational, false, 999_999_999), (State::Down, false, 1)]);
        assert_eq!(nearly.uptime_ppm(), Some(999_999));
    }

    #[test]
    fn a_row_without_its_zeros_reads_back_the_same() {
        for one in [tally(&[]), tally(&[(State::Operational, false, 9)]), tally(&[(State::Down, true, 9)])] {
            assert_eq!(Tally::from(Vec::from(one)), one);
        }
        assert_eq!(Vec::from(tally(&[(State::Operational, false, 9)])), [9000]);
    }
}
