//! What the past is drawn from: bars, lines and events, with their words. The edge fills these in, and the views make
//! markup of them there; a tab never sees them.
//!
//! Not how a bar's height or a line's course is reckoned: the edge does that.

use super::Tone;
use crate::time::Timestamp;

/// 24 hours of a number, in a box of 160 by 36: SVG path data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sparkline {
    /// What it shows, for those who do not see it.
    pub label: String,
    /// The line; it stops where the number was not known.
    pub line: String,
    /// What lies under the line.
    pub area: String,
    /// Where the number is now; empty if that is not known.
    pub dot: String,
}

/// A service's bars.
#[derive(Clone, PartialEq, Debug)]
pub struct Bars {
    /// The service itself.
    pub own: Row,
    /// Its uptime over several spans, the shortest first; empty before there is any.
    pub spans: Vec<Share>,
    /// Its queues and dependencies.
    pub parts: Vec<Row>,
    /// What unfolds the parts; empty where they are always shown.
    pub fold: String,
}

/// 90 days of one subject.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Its name, and its uptime over all days; the share is empty before there is any.
    pub share: Share,
    /// One drawing for each state that occurs.
    pub bars: Vec<Bar>,
}

/// An uptime with what it is of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Share {
    /// "Background jobs", "24 h", "7 days".
    pub label: String,
    /// "99.98 %".
    pub share: String,
    /// "of 97 % observed".
    pub of: String,
}

/// All of a row's days in one state, in a box of 359 by 32: 3 for a day and 1 between two.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// The state.
    pub of: Stripe,
    /// SVG path data.
    pub path: String,
}

/// How a stretch of a bar is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stripe {
    /// Operational.
    Working,
    /// Draining.
    Restarting,
    /// In any state, inside a maintenance window.
    Maintenance,
    /// Degraded.
    Problems,
    /// Unknown: hatched.
    NotKnown,
    /// Down.
    NotWorking,
    /// Nothing was judged: before the first check, or not checked here.
    Nothing,
}

impl Stripe {
    /// The class of the style sheet that draws it.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Working => "b-ok",
            Self::Restarting => "b-dr",
            Self::Maintenance => "b-mt",
            Self::Problems => "b-dg",
            Self::NotKnown => "b-un",
            Self::NotWorking => "b-dn",
            Self::Nothing => "b-no",
        }
    }
}

/// What one drawing means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// The drawing.
    pub of: Stripe,
    /// "not working".
    pub text: String,
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Happening {
    /// When.
    pub at: Timestamp,
    /// The same in words: "03:13:18".
    pub time: String,
    /// Its mark.
    pub tone: Tone,
    /// The sentence.
    pub text: String,
}
