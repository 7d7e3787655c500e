//! The words for how something is, and which of two is worse.
//!
//! Not how a verdict is reached: that is `reduce`.

use crate::order;
use core::fmt;
use serde::{Deserialize, Serialize};

/// How a dependency or a queue is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It works.
    Operational,
    /// It works, with problems that it reports itself.
    Degraded,
    /// It does not work.
    Down,
    /// It is leaving on purpose and finishing its work.
    Draining,
    /// Nobody could tell.
    Unknown,
    /// There is nothing to judge: not checked here, or no way to tell exists. Left out of every verdict.
    NotApplicable,
}

/// The state of a service or of the whole board. Ordered: the greater is the worse (DESIGN 4, "worst-of").
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Everything that was judged works.
    Operational,
    /// Leaving on purpose.
    Draining,
    /// Working, with problems.
    Degraded,
    /// Nobody could tell.
    Unknown,
    /// Not working.
    Down,
}

impl Verdict {
    /// The worst of what could be judged; `Unknown` when there was nothing to judge.
    pub fn worst_of(states: impl IntoIterator<Item = State>) -> Self {
        states.into_iter().filter_map(Self::of).max().unwrap_or(Self::Unknown)
    }

    /// What a state means for a verdict; nothing if it is not applicable.
    pub fn of(state: State) -> Option<Self> {
        match state {
            State::Operational => Some(Self::Operational),
            State::Degraded => Some(Self::Degraded),
            State::Down => Some(Self::Down),
            State::Draining => Some(Self::Draining),
            State::Unknown => Some(Self::Unknown),
            State::NotApplicable => None,
        }
    }

    /// The word in JSON, in `/verdict` and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Operational => "operational",
            Self::Draining => "draining",
            Self::Degraded => "degraded",
            Self::Unknown => "unknown",
            Self::Down => "down",
        }
    }
}

/// Orders by verdict, the worst first and what has none last; otherwise the order stays (PAGE 1.7).
pub fn worst_first<T>(mut items: Vec<T>, verdict: impl Fn(&T) -> Option<Verdict>) -> Vec<T> {
    order::sort_by(&mut items, |one, other| verdict(other).cmp(&verdict(one)));
    items
}

impl From<Verdict> for State {
    fn from(v: Verdict) -> Self {
        match v {
            Verdict::Operational => Self::Operational,
            Verdict::Draining => Self::Draining,
            Verdict::Degraded => Self::Degraded,
            Verdict::Unknown => Self::Unknown,
            Verdict::Down => Self::Down,
        }
    }
}

impl State {
    /// The word in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Operational => "operational",
            Self::Degraded => "degraded",
            Self::Down => "down",
            Self::Draining => "draining",
            Self::Unknown => "unknown",
            Self::NotApplicable => "not_applicable",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn down_is_worse_than_unknown_than_degraded_than_draining_than_operational() {
        use Verdict::{Degraded, Down, Draining, Operational, Unknown};
        assert!(Down > Unknown && Unknown > Degraded && Degraded > Draining && Draining > Operational);
    }

    #[test]
    fn what_is_wrong_comes_first_and_the_order_is_stable_otherwise() {
        let states =
            [State::Operational, State::NotApplicable, State::Down, State::Operational, State::Unknown];
        let ordered = worst_first((0..5).collect(), |i: &usize| Verdict::of(states[*i]));
        assert_eq!(ordered, [2, 4, 0, 3, 1]);
    }

    #[test]
    fn nothing_to_judge_is_unknown() {
        assert_eq!(Verdict::worst_of([]), Verdict::Unknown);
        assert_eq!(Verdict::worst_of([State::NotApplicable]), Verdict::Unknown);
        assert_eq!(Verdict::worst_of([State::NotApplicable, State::Operational]), Verdict::Operational);
    }
}
