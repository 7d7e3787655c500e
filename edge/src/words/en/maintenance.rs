//! Sentences about planned work: until when, on what, and what it means (PAGE 26 and 26b).
//!
//! Not what is wrong meanwhile: that is said as ever.

use super::listed;

/// "Planned maintenance until 05:00: Database is not working". A headline that has a colon already stands alone.
pub fn planned_until(until: &str, headline: &str) -> String {
    let link = if headline.contains(": ") { "." } else { ":" };
    format!("Planned maintenance until {until}{link} {headline}")
}

/// "Planned maintenance of Search until 05:00. Short interruptions are possible."
pub fn interruptions_are_possible(of: &[&str], until: &str) -> String {
    format!("Planned maintenance{} until {until}. Short interruptions are possible.", of_these(of))
}

/// "Planned maintenance from 03:00 to 05:00: Database upgrade."
pub fn planned_from_to(of: &[&str], from: &str, until: &str, title: &str) -> String {
    let what = if title.is_empty() { String::new() } else { format!(": {title}") };
    format!("Planned maintenance{} from {from} to {until}{what}.", of_these(of))
}

fn of_these(names: &[&str]) -> String {
    if names.is_empty() { String::new() } else { format!(" of {}", listed(names)) }
}

/// What somebody wrote into a window's title.
pub fn planned_work(title: &str) -> String {
    format!("What is being done: {title}.")
}

pub const fn processed_afterwards() -> &'static str {
    "They will be processed afterwards."
}

/// Beside the mark of planned maintenance.
pub fn planned_since_until(since: &str, until: &str) -> String {
    format!("Planned maintenance, since {since}, until {until}")
}
