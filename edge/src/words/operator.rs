//! What the operator is told at `/ops`, in English: labels of its forms, and why a request was not done.
//!
//! Not what comes of a request that was understood: `shared::incident::CommandError` says that.

use shared::incident::Stage;

pub const TITLE: &str = "Operator";
pub const BACK: &str = "Back";
pub const NOT_DONE: &str = "That was not done";
pub const TOKEN: &str = "The operator\u{2019}s token";
pub const ENTER: &str = "Sign in";
pub const DONE: &str = "Done.";
pub const WRONG_TOKEN: &str = "That is not the operator\u{2019}s token.";
pub const SESSION_OVER: &str =
    "Your session is over, so that was not done. Sign in, go back, and send it again.";
pub const FOREIGN: &str = "That came from another page, so it was not done. Do it here.";
pub const OR_A_LINK: &str = "Or run headcount ops link where the configuration is: it prints an address and a picture \
                             of it that let a phone in, once.";
pub const IN_ALREADY: &str = "I am signed in already";
pub const LEAVE: &str = "Sign out";
pub const OPEN: &str = "Open the operator\u{2019}s view";
pub const LINK_OPENS_ONCE: &str = "This link opens the operator\u{2019}s view once, in this browser.";
pub const LINK_NOT_OURS: &str = "That link is not one of this page, or the token has changed since. Make a new one with \
                                 headcount ops link.";
pub const LINK_OVER: &str = "That link is more than ten minutes old. Make a new one with headcount ops link.";
pub const LINK_USED: &str =
    "That link has been used. If it was not you, change admin_token: that ends every session.";
pub const LINK_NOT_KEPT: &str = "The store does not work at the moment, so nobody could remember that the link was used. \
                                 Sign in with the token.";
pub const PUBLIC_PAGE: &str = "Public page";
pub const SEEN_FIRST: &str = "Seen when it began";
pub const RUNBOOK: &str = "Runbook";
pub const REFRESH: &str = "Refresh";
pub const MORE: &str = "More";
pub const WRITE: &str = "Write something";

pub const NO_TOKEN: &str = "send Authorization: Bearer with the operator's token (page.admin_token)";
pub const TOO_LARGE: &str = "the body is larger than 64 KiB; write less";
pub const NEITHER_JSON_NOR_FORM: &str =
    "send Content-Type: application/json or application/x-www-form-urlencoded";
pub const FORMS_ONLY: &str = "that is for the form at /ops; a program sends Authorization with each request";
pub const NOT_AN_OBJECT: &str = "the body is not a JSON object, like {\"text\": \"planner 1.42\"}";
pub const ABOUT_INCIDENTS: &str = "write \"incident\" with one of \"note\", \"post_mortem\" or \"stage\" (looking, found, \
                                   fixed, watching), or \"event\" with its new \"text\"";
pub const ABOUT_MARKS: &str = "write \"text\", and \"service\" if it is about one alone";
pub const ABOUT_WINDOWS: &str = "write \"until\" or \"lasts\" with, if you like, \"from\", \"title\", \"services\" and \
                                 \"id\"; or \"call_off\" with a window's id";
pub const NOT_KEPT: &str =
    "it could not be kept, since the store does not work at the moment; try again later";

pub fn unknown_field(name: &str, known: &[&str]) -> String {
    format!("{name:?} is not known here; known are {}", known.join(", "))
}

pub fn no_text(name: &str) -> String {
    format!("{name:?} is neither a text nor a number, nor a list of texts")
}

pub fn said_twice(name: &str) -> String {
    format!("{name:?} is there more than once; write it once")
}

pub fn no_number(name: &str, value: &str) -> String {
    format!("{value:?} is no {name}; write its number, which /ops shows")
}

pub fn no_stage(value: &str) -> String {
    format!("{value:?} is no stage; write looking, found, fixed or watching")
}

pub fn no_moment(name: &str, value: &str, zone: &str) -> String {
    format!("{name} is {value:?}; write for example 2026-12-01T02:00:00Z, or 2026-12-01 02:00 for {zone}")
}

pub fn no_duration(value: &str) -> String {
    format!("lasts is {value:?}; write for example 30m or 2h")
}

// The forms.

pub const CLOSED_INCIDENTS: &str = "Closed lately";
pub const NOTE: &str = "A note, public";
pub const SAY_IT: &str = "Publish";
pub const POST_MORTEM: &str = "What was learned, public";
pub const MARK: &str = "A deployment, or another change";
pub const WHAT_CHANGED: &str = "What changed, public";
pub const MARK_EXAMPLE: &str = "planner 1.42";
pub const SET_MARK: &str = "Set the mark";
pub const SERVICE: &str = "Service";
pub const WHOLE_PAGE: &str = "the whole page";
pub const MAINTENANCE: &str = "Planned maintenance";
pub const WORK: &str = "What is done, public";
pub const SERVICES: &str = "Services; none for all";
pub const LASTS: &str = "For";
pub const LENGTHS: [(&str, &str); 6] = [
    ("15m", "15\u{a0}min"),
    ("30m", "30\u{a0}min"),
    ("1h", "1\u{a0}h"),
    ("2h", "2\u{a0}h"),
    ("4h", "4\u{a0}h"),
    ("8h", "8\u{a0}h"),
];
pub const ANNOUNCE: &str = "Announce";
pub const CALL_OFF: &str = "Call it off, or end it now";
pub const OF_THE_CONFIGURATION: &str = "from headcount.toml";
pub const WRITTEN: &str = "Written lately";
pub const CHANGE: &str = "Change";

pub fn from(zone: &str) -> String {
    format!("From ({zone}); nothing for now")
}

pub fn from_until(from: &str, until: &str) -> String {
    format!("{from} to {until}")
}

/// What a button says that sets a stage; nothing for the one that nobody sets.
pub const fn stage(stage: Stage) -> Option<(&'static str, &'static str)> {
    Some(match stage {
        Stage::Open => return None,
        Stage::Looking => ("looking", "I am on it"),
        Stage::Found => ("found", "Cause found"),
        Stage::Fixed => ("fixed", "Fixed"),
        Stage::Watching => ("watching", "Watching it"),
    })
}

/// Those that can be set, in the order in which they are.
pub const STAGES: [Stage; 4] = [Stage::Looking, Stage::Found, Stage::Fixed, Stage::Watching];
