//! How long a tab waits before it asks again: steadily while answers come, ever less often while they do not.
//!
//! Starts no timer itself.

use core::time::Duration;

/// No interval is shorter, whatever the page says.
const LEAST: Duration = Duration::from_secs(1);

/// Doubling ends here.
const MOST: Duration = Duration::from_mins(5);

/// The pause after `failures` failed refreshes in a row. The first retry comes after half a `poll`, so that one
/// lost answer does not let the verdict expire; every further one after twice the time before. `chance`, 0 to
/// 1, spreads retries by a quarter to either side: tabs that failed together must not come back together.
pub fn pause(poll: Duration, failures: u32, chance: f64) -> Duration {
    let poll = poll.max(LEAST);
    let Some(doublings) = failures.checked_sub(1) else { return poll };
    let wait = (poll / 2).saturating_mul(1 << doublings.min(16)).clamp(LEAST, MOST);
    wait.mul_f64(0.75 + 0.5 * chance.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLL: Duration = Duration::from_secs(30);

    #[test]
    fn an_answered_tab_asks_at_its_poll() {
        assert_eq!(pause(POLL, 0, 0.3), POLL);
    }

    #[test]
    fn a_failing_tab_waits_twice_as_long_each_time_up_to_five_minutes() {
        let waits: Vec<_> = (1..8).map(|n| pause(POLL, n, 0.5).as_secs()).collect();
        assert_eq!(waits, [15, 30, 60, 120, 240, 300, 300]);
        assert_eq!(pause(POLL, u32::MAX, 0.5), MOST);
    }

    #[test]
    fn retries_are_spread_by_a_quarter_to_either_side() {
        assert_eq!(pause(POLL, 2, 0.0), Duration::from_millis(22_500));
        assert_eq!(pause(POLL, 2, 1.0), Duration::from_millis(37_500));
        assert_eq!(pause(POLL, 2, 9.0), Duration::from_millis(37_500));
    }

    #[test]
    fn no_page_can_make_a_tab_ask_without_pause() {
        assert_eq!(pause(Duration::ZERO, 0, 0.5), LEAST);
        assert!(pause(Duration::ZERO, 1, 0.0) >= LEAST * 3 / 4);
    }
}
