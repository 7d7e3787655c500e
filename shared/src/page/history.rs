//! What the page shows of the past, as it travels to a tab: days in sentences, and drawings that are markup already.
//!
//! A drawing never changes in the tab but as a whole, so the tab's program, which phones download, neither holds its
//! parts nor knows how to draw them. What it is drawn from is in `drawing`.

use serde::{Deserialize, Serialize};

/// Markup that the edge's own views have rendered, in which every text is escaped. Nothing else may be put in here.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Markup(pub String);

impl Markup {
    /// For the model inside a document, which has the drawing itself: hydration leaves that as it is.
    pub(super) fn forget(&mut self) {
        self.0.clear();
    }
}

/// The card of 90 days.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct History {
    /// Its heading, and what the drawings mean.
    pub top: Markup,
    /// "Days with trouble (4)"; empty if there was none.
    pub troubled: String,
    /// Those days in sentences, the newest first, as a list.
    pub bad: Markup,
    /// One group a service.
    pub groups: Vec<Group>,
    /// What stands under both ends of the bars.
    pub axis: Markup,
    /// What the control is that reads a day: "Read a day".
    pub label: String,
    /// Every day in sentences, the last being today: "29 November. Background jobs: not working for 2 min."
    pub days: Vec<String>,
}

impl History {
    /// What there is to say of a day; nothing of one that is not shown.
    pub fn day(&self, number: u8) -> &str {
        self.days.get(usize::from(number)).map_or("", String::as_str)
    }

    /// The number of today.
    pub fn today(&self) -> u8 {
        u8::try_from(self.days.len().saturating_sub(1)).unwrap_or(u8::MAX)
    }

    pub(super) fn forget_markup(&mut self) {
        self.top.forget();
        self.bad.forget();
        self.axis.forget();
        for group in &mut self.groups {
            group.rows.forget();
            group.parts.forget();
        }
    }
}

/// A service with its queues and dependencies.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Group {
    /// The bars that are always shown.
    pub rows: Markup,
    /// What unfolds the others; empty if there are none.
    pub fold: String,
    /// The others.
    pub parts: Markup,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_found_by_its_number_and_the_last_one_is_today() {
        let empty = Markup::default;
        let history = History {
            top: empty(),
            troubled: String::new(),
            bad: empty(),
            groups: Vec::new(),
            axis: empty(),
            label: "Read a day".into(),
            days: vec!["29 November. Mail: not working for 2 min.".into(), "Today. All well.".into()],
        };
        assert_eq!((history.today(), history.day(history.today())), (1, "Today. All well."));
        assert_eq!(history.day(2), "");
    }
}
