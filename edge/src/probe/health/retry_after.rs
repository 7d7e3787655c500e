//! `Retry-After`: for how long the other side asked us to stay away.
//!
//! Not when to ask again: the round decides that.

use crate::calendar;
use core::time::Duration;
use shared::sample::LONGEST_WAIT;
use shared::time::Timestamp;

/// Seconds, or an HTTP date counted from `now`; zero for anything else and for the past; at most
/// [`LONGEST_WAIT`].
pub fn retry_after(header: Option<&str>, now: Timestamp) -> Duration {
    let Some(value) = header.map(str::trim) else { return Duration::ZERO };
    let wait = if !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit()) {
        // More digits than fit are a long time.
        Duration::from_secs(value.parse().unwrap_or(u64::MAX))
    } else {
        calendar::http_date(value).map_or(Duration::ZERO, |date| date.since(now))
    };
    wait.min(LONGEST_WAIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_http_dates_are_understood() {
        let now = Timestamp::from_secs(784_111_777); // Sun, 06 Nov 1994 08:49:37 GMT
        for (value, seconds) in [
            ("23", 23),
            (" 0 ", 0),
            ("Sun, 06 Nov 1994 08:50:07 GMT", 30),
            ("Sun, 06 Nov 1994 08:49:07 GMT", 0),
            ("99999999999999999999999", 3600),
            ("Sat, 06 Nov 2094 08:49:37 GMT", 3600),
            ("", 0),
            ("soon", 0),
            ("-5", 0),
            ("1.5", 0),
        ] {
            assert_eq!(retry_after(Some(value), now), Duration::from_secs(seconds), "{value}");
        }
        assert_eq!(retry_after(None, now), Duration::ZERO);
    }
}
