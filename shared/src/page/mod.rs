//! What the page shows, in words that are already chosen: the model that the views draw and a tab refreshes.
//!
//! Built at the edge from the public board, so nothing in it can be private. Holds no rule of judging: a view
//! that needs to decide something is missing a field here. Times are absolute; the views turn them into ages.

pub mod drawing;
mod history;

pub use history::{Group, History, Markup};

use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// The whole page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Page {
    /// The page's title: "Trip planner".
    pub title: String,
    /// BCP 47 language tag.
    pub lang: String,
    /// In which direction it is written.
    pub dir: Dir,
    /// When the server wrote this.
    pub served_at: Timestamp,
    /// When the last round ended; absent before the first.
    pub checked_at: Option<Timestamp>,
    /// When what is said here stops being valid; absent when nothing was ever observed.
    pub expires_at: Option<Timestamp>,
    /// How often an open tab asks again, in milliseconds.
    pub poll_ms: u32,
    /// A line above everything: which scene of the demonstration plays, or that history is unavailable.
    pub notice: String,
    /// The verdict.
    pub header: Header,
    /// What the header becomes when `expires_at` passes and nothing newer has come.
    pub expired: Header,
    /// "Checked", "valid until" and what surrounds the times.
    pub fresh: Fresh,
    /// One section a service, what is wrong first.
    pub sections: Vec<Section>,
    /// The card with the latest of what happened; absent if nothing has.
    pub happened: Option<Markup>,
    /// 90 days; absent before there is any history.
    pub history: Option<History>,
    /// The footer's sentence.
    pub footer: String,
    /// Other forms of this page.
    pub links: Vec<Link>,
    /// What `links` are, for those who do not see them: "Other forms of this page".
    pub links_label: String,
    /// The operator's view; absent when there is none.
    pub operator: Option<Link>,
}

impl Page {
    /// The page as it stands inside a document, which has the drawings already.
    #[must_use]
    pub fn without_markup(mut self) -> Self {
        let counts = self.sections.iter_mut().flat_map(|section| &mut section.queues);
        let sparks = counts.flat_map(|queue| [&mut queue.waiting.spark, &mut queue.failed.spark]);
        sparks.chain([&mut self.happened]).flatten().for_each(Markup::forget);
        if let Some(history) = &mut self.history {
            history.forget_markup();
        }
        self
    }
}

/// The verdict as people see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Colour and mark.
    pub tone: Tone,
    /// The document's title, with its state: "■ Not working: Background jobs · Trip planner".
    pub document_title: String,
    /// The sentence.
    pub headline: String,
    /// What it means, numbers, what is fine: in full ink, one paragraph each.
    pub says: Vec<String>,
    /// Since when, and the last sign of life: muted.
    pub since: Vec<String>,
    /// Whether the last check is being repeated before it is believed.
    pub confirming: bool,
    /// Planned maintenance that is under way; absent if none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planned: Option<Planned>,
}

/// Planned maintenance beside a verdict, which stays what it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Planned {
    /// "Planned maintenance, since 03:00, until 05:00".
    pub text: String,
    /// Whether everything that is wrong lies inside it; only then the header wears its tint.
    pub explains: bool,
}

/// The line about freshness.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fresh {
    /// "Checked"; the view puts the ticking age after it. Empty before the first check.
    pub checked: String,
    /// The age when this was served: "4 sec. ago". Where a program runs, the browser writes those that follow.
    pub age: String,
    /// `checked` with each form of an age until it expires, a line each: the room that the ages need.
    pub widest: String,
    /// The age as text when no script runs: "as of 14:00:03".
    pub as_of: String,
    /// "valid until"; empty when nothing is valid.
    pub valid_until: String,
    /// "14:01:03".
    pub until: String,
    /// The zone of every absolute time: "UTC".
    pub zone: String,
    /// "The connection to this page was lost; what you see is getting old." Shown when refreshing fails.
    pub offline: String,
}

/// One service.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Section {
    /// Its id, for anchors.
    pub id: String,
    /// Its public name; shown only when the page has more than one service.
    pub name: String,
    /// Colour and mark.
    pub tone: Tone,
    /// "Working", "Not working" …
    pub word: String,
    /// A line about it, such as since when. May be empty.
    pub line: String,
    /// Whether it is folded to one row.
    pub folded: bool,
    /// Its queues, what is wrong first.
    pub queues: Vec<QueueCard>,
    /// Heading of its dependencies.
    pub parts_heading: String,
    /// Its dependencies, what is wrong first.
    pub parts: Vec<Part>,
    /// "as before the restart", or empty.
    pub parts_note: String,
}

/// One queue.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct QueueCard {
    /// Its id, for anchors.
    pub id: String,
    /// Its public name.
    pub name: String,
    /// Colour and mark.
    pub tone: Tone,
    /// "Working", "Not working" …
    pub word: String,
    /// The workers.
    pub crew: Crew,
    /// Waiting.
    pub waiting: Count,
    /// Failed for good.
    pub failed: Count,
    /// Lines that say something: in hand, due but not started, witnesses.
    pub lines: Vec<Line>,
}

/// The workers of a queue.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Crew {
    /// "Workers, last 5 min".
    pub label: String,
    /// "2", "0", "?", "1+".
    pub number: String,
    /// One seat a worker.
    pub seats: Vec<Seat>,
    /// How many are not drawn: "+119". Empty if all are.
    pub more: String,
    /// What the seats say, for those who do not see them. Empty when there are none.
    pub seats_label: String,
    /// The evidence, with a ticking age in it.
    pub evidence: Evidence,
}

/// One worker's mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// A living worker; `fill` is how much of its window is left, 0 to 100.
    Burning {
        /// 100 right after a beat, 0 at the window's end.
        fill: u8,
    },
    /// Somebody who sat here when workers were last seen.
    Gone,
}

/// A line whose age ticks: `before`, a space, the age of `at`, and `after` exactly as it is. Then another line, so that
/// nothing stands beside an age that must not move.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Evidence {
    /// Text before the age.
    pub before: String,
    /// What the age is of; no age is written without it.
    pub at: Option<Timestamp>,
    /// The age when this was served.
    pub age: String,
    /// Text after the age.
    pub after: String,
    /// The other line; may be empty.
    pub below: String,
}

/// A number with its label and what to know about it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Count {
    /// "Waiting".
    pub label: String,
    /// "4,812" or "?".
    pub number: String,
    /// Why it is not known, or how it has changed. May be empty.
    pub note: String,
    /// When it last grew, with a ticking age; absent where that is not known or not told.
    pub latest: Option<Evidence>,
    /// Its last 24 hours; absent before there are two hours to draw.
    pub spark: Option<Markup>,
}

/// Two columns of small text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// "In hand".
    pub label: String,
    /// "1, its worker is gone".
    pub value: String,
}

/// One dependency.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// Its public name.
    pub name: String,
    /// Colour and mark.
    pub tone: Tone,
    /// "Working", "Not checked here" …
    pub word: String,
    /// "3 ms", or empty.
    pub latency: String,
    /// "The application works without it.", or empty.
    pub note: String,
}

/// In which direction a language is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dir {
    /// As Latin script is.
    Ltr,
    /// As Arabic script is.
    Rtl,
}

impl Dir {
    /// As documents have it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ltr => "ltr",
            Self::Rtl => "rtl",
        }
    }
}

/// A link with its text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Link {
    /// Where to, under the page's own path.
    pub href: String,
    /// What it is called.
    pub text: String,
}

/// Colour and shape of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// Operational: disc.
    Working,
    /// Operational, but workers are not counted: ring, no tint.
    HalfWorking,
    /// Degraded: triangle.
    Problems,
    /// Down: square.
    NotWorking,
    /// Draining: half ring.
    Restarting,
    /// Unknown: dashed ring.
    NotKnown,
    /// Unknown because what was known has expired: dashed ring, striped.
    OutOfDate,
    /// Not applicable: a dash.
    NotChecked,
}

impl Tone {
    /// The class of the style sheet that carries the colour.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Working => "ok",
            Self::HalfWorking => "ok half",
            Self::Problems => "dg",
            Self::NotWorking => "dn",
            Self::Restarting => "dr",
            Self::NotKnown => "un",
            Self::OutOfDate => "un old",
            Self::NotChecked => "na",
        }
    }

    /// The id of the mark's symbol.
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Working => "#m-ok",
            Self::HalfWorking => "#m-okh",
            Self::Problems => "#m-dg",
            Self::NotWorking => "#m-dn",
            Self::Restarting => "#m-dr",
            Self::NotKnown | Self::OutOfDate => "#m-un",
            Self::NotChecked => "#m-na",
        }
    }

    /// As JSON has it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Working => "working",
            Self::HalfWorking => "half_working",
            Self::Problems => "problems",
            Self::NotWorking => "not_working",
            Self::Restarting => "restarting",
            Self::NotKnown => "not_known",
            Self::OutOfDate => "out_of_date",
            Self::NotChecked => "not_checked",
        }
    }

    /// The sign that leads the document's title.
    pub const fn sign(self) -> char {
        match self {
            Self::Working | Self::HalfWorking => '●',
            Self::Problems => '▲',
            Self::NotWorking => '■',
            Self::Restarting => '◐',
            Self::NotKnown | Self::OutOfDate | Self::NotChecked => '?',
        }
    }

    /// The tint of the header, light and dark: the browser's theme colour.
    pub const fn tint(self) -> [&'static str; 2] {
        match self {
            Self::Working => ["#E1F2EB", "#0F2A22"],
            Self::HalfWorking => ["#FFFFFF", "#171A20"],
            Self::Problems => ["#FBEFD6", "#2E230D"],
            Self::NotWorking => ["#FCE6DF", "#351610"],
            Self::Restarting => ["#E4EEFC", "#12233F"],
            Self::NotKnown | Self::OutOfDate | Self::NotChecked => ["#ECEBE8", "#22252C"],
        }
    }
}
