//! Sentences about incidents: what it is about, how long it lasts, what people do about it.
//!
//! Not when they are said: `words::incident`.

use crate::words::time::spoken;
use core::time::Duration;

pub fn nobody_has_come(queue: &str) -> String {
    format!("{queue}: work is waiting and nobody has come")
}

pub fn restarts_for_too_long(service: &str) -> String {
    format!("{service} takes longer to restart than it should")
}

// How long.

/// "Since 13:58:48, for 6 minutes".
pub fn goes_on_since(at: &str, lasts: Duration) -> String {
    if lasts.as_secs() == 0 { format!("Since {at}") } else { format!("Since {at}, for {}", spoken(lasts)) }
}

/// "From 13:58:48 to 14:05:03, for 6 minutes".
pub fn lasted(from: &str, to: &str, lasts: Duration) -> String {
    format!("From {from} to {to}, for {}", spoken(lasts))
}

// What people do about it.

pub const fn nobody_has_said_anything() -> &'static str {
    "Nobody has said anything yet"
}

pub const fn nobody_is_on_it_any_more() -> &'static str {
    "Nobody is looking into it at the moment"
}

pub const fn somebody_is_looking() -> &'static str {
    "Somebody is looking into it"
}

pub const fn somebody_is_looking_again() -> &'static str {
    "Somebody is looking into it again"
}

pub const fn the_cause_is_found() -> &'static str {
    "The cause is found"
}

pub const fn it_is_fixed() -> &'static str {
    "It is fixed"
}

pub const fn it_is_being_watched() -> &'static str {
    "It is being watched"
}
