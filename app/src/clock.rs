//! What time it is for the server, as far as a tab can tell, and whether a verdict has expired by then.
//!
//! A device has two clocks. The wall clock may be wrong by hours but goes on while the device sleeps; the
//! monotonic one is never set but may stop asleep. Of the two times they give, the later is believed: it is the
//! stricter one. Reads no clock itself.

use core::time::Duration;
use shared::time::Timestamp;

/// A tab looks at its clocks at least this often.
const TICK: Duration = Duration::from_secs(1);

/// The resolution of the HTTP `Date` header, which truncates.
const DATE_RESOLUTION: Duration = Duration::from_secs(1);

/// What both clocks of the device show at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hands {
    /// Wall clock.
    pub wall: Timestamp,
    /// Time since the document's navigation began.
    pub monotonic: Duration,
}

/// The server's clock as it is known here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The server's time when the hands stood at `read`.
    server: Timestamp,
    read: Started,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Started {
    /// With the navigation: the document was served no earlier, unless a cache gave it, which only the wall
    /// clock can tell.
    WithNavigation,
    /// With an answer of the server to this tab, received at these hands: the device's own idea of the time no
    /// longer counts, only how far its hands have moved.
    WithAnswer(Hands),
}

impl Clock {
    /// From the page inside the document.
    pub const fn embedded(served_at: Timestamp) -> Self {
        Self { server: served_at, read: Started::WithNavigation }
    }

    /// From an answer of the server. `date` is its `Date` header with `Age` added. Where the device's own clock
    /// agrees with it within what such a header can say, the device's is used, being finer.
    pub fn calibrated(date: Timestamp, sent: Hands, received: Hands) -> Self {
        let half_way = received.monotonic.saturating_sub(sent.monotonic) / 2;
        let estimate = date + DATE_RESOLUTION / 2 + half_way;
        let tolerance = DATE_RESOLUTION + half_way;
        let apart = estimate.since(received.wall).max(received.wall.since(estimate));
        let server = if apart <= tolerance { received.wall } else { estimate };
        Self { server, read: Started::WithAnswer(received) }
    }

    /// The server's time when the hands stand so.
    pub fn now(&self, hands: Hands) -> Timestamp {
        match self.read {
            Started::WithNavigation => (self.server + hands.monotonic).max(hands.wall),
            Started::WithAnswer(then) => {
                let elapsed = hands.monotonic.saturating_sub(then.monotonic).max(hands.wall.since(then.wall));
                self.server + elapsed
            }
        }
    }
}

/// Whether what was valid until `expires_at` no longer is. What never had a claim to validity cannot lose it.
pub fn expired(expires_at: Option<Timestamp>, now: Timestamp) -> bool {
    expires_at.is_some_and(|end| now > end)
}

/// When to look at the clocks again: in a second, or the moment the verdict expires, if that comes first.
pub fn next_look(expires_at: Option<Timestamp>, now: Timestamp) -> Duration {
    match expires_at {
        Some(end) if end >= now => (end.since(now) + Duration::from_millis(1)).min(TICK),
        _ => TICK,
    }
}

/// How much of a verdict's time is left, in hundredths of all of it: the width of the fuse.
pub fn left(checked_at: Option<Timestamp>, expires_at: Option<Timestamp>, now: Timestamp) -> u8 {
    let (Some(start), Some(end)) = (checked_at, expires_at) else { return 0 };
    let whole = end.since(start).as_millis().max(1);
    u8::try_from(end.since(now).as_millis() * 100 / whole).unwrap_or(100).min(100)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Timestamp = Timestamp::from_secs(1_796_040_000);
    const HOUR: Duration = Duration::from_hours(1);

    fn hands(wall: Timestamp, monotonic_ms: u64) -> Hands {
        Hands { wall, monotonic: Duration::from_millis(monotonic_ms) }
    }

    fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn an_embedded_page_ages_by_the_monotonic_clock_when_the_wall_clock_is_behind() {
        assert_eq!(Clock::embedded(NOON).now(hands(NOON - HOUR, 61_000)), NOON + s(61));
    }

    #[test]
    fn a_page_out_of_a_cache_is_as_old_as_the_wall_clock_says() {
        assert_eq!(Clock::embedded(NOON).now(hands(NOON + HOUR, 200)), NOON + HOUR);
    }

    #[test]
    fn after_one_answer_a_clock_that_is_wrong_by_an_hour_no_longer_matters() {
        for wall in [NOON + HOUR, NOON - HOUR] {
            let clock = Clock::calibrated(NOON, hands(wall, 5_000), hands(wall + s(1), 6_000));
            assert_eq!(clock.now(hands(wall + s(1), 6_000)), NOON + s(1));
            assert_eq!(clock.now(hands(wall + s(11), 16_000)), NOON + s(11));
        }
    }

    #[test]
    fn a_clock_that_agrees_with_the_server_is_believed_to_the_millisecond() {
        let received = NOON + Duration::from_millis(740);
        let clock = Clock::calibrated(NOON, hands(received, 5_000), hands(received, 5_020));
        assert_eq!(clock.now(hands(received, 5_020)), received);
    }

    #[test]
    fn sleep_that_stops_the_monotonic_clock_is_seen_by_the_wall_clock() {
        let clock = Clock::calibrated(NOON, hands(NOON, 0), hands(NOON, 0));
        assert_eq!(clock.now(hands(NOON + HOUR, 1_000)), NOON + HOUR);
    }

    #[test]
    fn a_wall_clock_that_is_set_back_does_not_make_a_verdict_younger() {
        let clock = Clock::calibrated(NOON, hands(NOON, 0), hands(NOON, 0));
        assert_eq!(clock.now(hands(NOON - HOUR, 9_000)), NOON + s(9));
    }

    #[test]
    fn a_slow_answer_counts_as_half_way_old() {
        let wall = NOON - HOUR;
        let clock = Clock::calibrated(NOON, hands(wall, 0), hands(wall + s(8), 8_000));
        assert_eq!(clock.now(hands(wall + s(8), 8_000)), NOON + s(4) + DATE_RESOLUTION / 2);
    }

    #[test]
    fn a_verdict_is_valid_up_to_and_including_its_last_millisecond() {
        assert!(!expired(Some(NOON), NOON));
        assert!(expired(Some(NOON), NOON + Duration::from_millis(1)));
        assert!(!expired(None, NOON));
    }

    #[test]
    fn the_next_look_is_never_later_than_the_expiry() {
        assert_eq!(next_look(Some(NOON + s(30)), NOON), TICK);
        let soon = NOON + Duration::from_millis(250);
        assert!(expired(Some(soon), NOON + next_look(Some(soon), NOON)));
        assert!(expired(Some(NOON), NOON + next_look(Some(NOON), NOON)));
        assert_eq!(next_look(Some(NOON), NOON + s(5)), TICK);
        assert_eq!(next_look(None, NOON), TICK);
    }

    #[test]
    fn the_fuse_is_full_at_the_check_and_gone_at_the_expiry() {
        let end = Some(NOON + s(60));
        assert_eq!(left(Some(NOON), end, NOON), 100);
        assert_eq!(left(Some(NOON), end, NOON + s(15)), 75);
        assert_eq!(left(Some(NOON), end, NOON + HOUR), 0);
        assert_eq!(left(Some(NOON), end, NOON - HOUR), 100);
        assert_eq!(left(None, end, NOON), 0);
    }
}
