//! Sentences about those who watch from elsewhere and push what they see.
//!
//! Not about what they watch.

use super::listed;
use crate::words::sentence::sentences;
use crate::words::time::Locale;

sentences! { "source";
    nothing_heard_since(source: Name, at: Words);
    /// Of the only one.
    nothing_heard_from_inside_since(at: Words);
    nothing_heard_yet(source: Name);
    /// Of the only one.
    nothing_heard_from_inside_yet();
    does_not_report();
    has_not_reported_yet();
    reported_by(source: Name);
    reported_of(services: Words, source: Name);
}

/// In the footer: which services it is that somebody else watches.
pub fn these_are_reported(l: &Locale, services: &[&str], source: &str) -> String {
    reported_of(l, &listed(l, services), source)
}
