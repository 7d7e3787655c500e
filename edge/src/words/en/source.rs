//! Sentences about those who watch from elsewhere and push what they see.
//!
//! Not about what they watch.

/// What the only source is called in a headline; of several, each has its name.
pub const INSIDE: &str = "inside";

pub fn nothing_heard_since(source: &str, at: &str) -> String {
    format!("Nothing has been heard from {source} since {at}")
}

pub const fn does_not_report() -> &'static str {
    "The watcher inside the network does not report. The application may be fine."
}

pub fn nothing_heard_yet(source: &str) -> String {
    format!("Nothing has been heard from {source} yet")
}

pub const fn has_not_reported_yet() -> &'static str {
    "The watcher inside the network has not reported so far."
}

pub fn reported_by(source: &str) -> String {
    format!("reported by {source}")
}

/// In the footer: which services it is that somebody else watches.
pub fn these_are_reported(services: &[&str], source: &str) -> String {
    format!(" {}: reported by {source}.", super::listed(services))
}
