//! Sentences about incidents: what it is about, how long it lasts, what people do about it.
//!
//! Not when they are said: `words::incident`.

use crate::words::sentence::sentences;
use crate::words::time::Locale;
use core::time::Duration;

sentences! { "incident";
    nobody_has_come(queue: Name);
    restarts_for_too_long(service: Name);
    since(at: Words);
    since_for(at: Words, lasts: Words);
    from_to_for(from: Words, to: Words, lasts: Words);
    what_people_do(stage: Words);
}

/// "Since 13:58:48, for 6 minutes".
pub fn goes_on_since(l: &Locale, at: &str, lasts: Duration) -> String {
    if lasts.as_secs() == 0 { since(l, at) } else { since_for(l, at, &l.spoken(lasts)) }
}

/// "From 13:58:48 to 14:05:03, for 6 minutes".
pub fn lasted(l: &Locale, from: &str, to: &str, lasts: Duration) -> String {
    from_to_for(l, from, to, &l.spoken(lasts))
}

/// What people do about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attended {
    NobodyYet,
    NobodyAnyMore,
    Looking,
    LookingAgain,
    Found,
    Fixed,
    Watching,
}

pub fn attended(l: &Locale, attended: Attended) -> String {
    let key = match attended {
        Attended::NobodyYet => "nobody_yet",
        Attended::NobodyAnyMore => "nobody_any_more",
        Attended::Looking => "looking",
        Attended::LookingAgain => "looking_again",
        Attended::Found => "found",
        Attended::Fixed => "fixed",
        Attended::Watching => "watching",
    };
    what_people_do(l, key)
}
