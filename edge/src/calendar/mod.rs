//! Time zones and HTTP dates: jiff's natively; on a Worker the platform's own, which spares it 600 KB of code and
//! tables.
//!
//! Not clocks: nobody asks here what time it is. What follows from the wall clock alone (`local`) is the same code
//! on both hosts.

#[cfg(not(target_os = "unknown"))]
mod jiff;
mod local;
#[cfg(target_os = "unknown")]
mod platform;
mod written;

#[cfg(not(target_os = "unknown"))]
pub use self::jiff::{civil, http_date, known, names};
#[cfg(target_os = "unknown")]
pub use self::platform::{civil, http_date, known, names};

pub use local::{add_days, date, day_of, instant, offset_if_shown_twice, slot, weekday};
pub use written::{moment, time_of_day};

/// What a calendar and a clock on the wall show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Civil {
    /// Year of the Common Era.
    pub year: i16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
    /// 0 to 59.
    pub second: u8,
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::time::Timestamp;

    #[test]
    fn a_zone_is_known_by_its_own_spelling_and_tells_the_wall_clock() {
        assert_eq!(known("europe/paris").as_deref(), Some("Europe/Paris"));
        assert_eq!(known("Europe/Pari"), None);
        let at = Timestamp::from_secs(1_796_047_203);
        let paris = Civil { year: 2026, month: 11, day: 30, hour: 15, minute: 0, second: 3 };
        assert_eq!(civil("Europe/Paris", at), paris);
        assert_eq!(civil("UTC", at), Civil { hour: 14, ..paris });
    }

    #[test]
    fn an_http_date_is_read() {
        let at = Timestamp::from_secs(784_111_777);
        assert_eq!(http_date("Sun, 06 Nov 1994 08:49:37 GMT"), Some(at));
        assert_eq!(http_date("soon"), None);
    }
}
