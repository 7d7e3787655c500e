//! Chance that can be had again: numbers that follow from a seed, which the test prints.

use core::time::Duration;
use std::time::SystemTime;

/// A source of numbers (SplitMix64).
#[derive(Debug)]
pub struct Chance(u64);

impl Chance {
    /// Of the seed in `HEADCOUNT_SEED`, else of a new one. It is printed, and shown when the test fails.
    pub fn new() -> Self {
        let given = std::env::var("HEADCOUNT_SEED").ok().and_then(|seed| seed.parse().ok());
        let seed = given.unwrap_or_else(|| {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
            u64::from(now.subsec_nanos()) ^ now.as_secs()
        });
        println!("HEADCOUNT_SEED={seed} makes the same choices again");
        Self(seed)
    }

    /// From 0 up to, but not including, `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end.max(1)
    }

    /// Some time shorter than `end`, in microseconds.
    pub fn shorter_than(&mut self, end: Duration) -> Duration {
        Duration::from_micros(self.below(u64::try_from(end.as_micros()).unwrap()))
    }
}

impl Default for Chance {
    fn default() -> Self {
        Self::new()
    }
}
