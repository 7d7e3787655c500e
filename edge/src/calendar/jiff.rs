//! The calendar natively: jiff with the zones of the IANA database inside.
//!
//! Not used on a Worker: `platform` is.

use super::Civil;
use jiff::fmt::rfc2822::DateTimeParser;
use jiff::tz::{TimeZone, db};
use shared::time::Timestamp;

/// The zone's own spelling of its name, if there is such a zone.
pub fn known(name: &str) -> Option<String> {
    db().get(name).ok().map(|zone| zone.iana_name().unwrap_or(name).to_owned())
}

/// Every zone's name, for saying which is meant.
pub fn names() -> Vec<String> {
    db().available().map(|name| name.as_str().to_owned()).collect()
}

/// What the wall clock shows in a zone; in UTC if there is no such zone.
pub fn civil(zone: &str, at: Timestamp) -> Civil {
    let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
    let at = jiff::Timestamp::from_millisecond(at.millis()).unwrap_or_default().to_zoned(zone);
    let part = |n: i8| u8::try_from(n).unwrap_or(0);
    Civil {
        year: at.year(),
        month: part(at.month()),
        day: part(at.day()),
        hour: part(at.hour()),
        minute: part(at.minute()),
        second: part(at.second()),
    }
}

/// A date of HTTP's (RFC 9110, 5.6.7).
pub fn http_date(text: &str) -> Option<Timestamp> {
    let at = DateTimeParser::new().parse_timestamp(text).ok()?;
    Some(Timestamp::from_millis(at.as_millisecond()))
}
