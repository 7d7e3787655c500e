//! Confirmation: how many failed rounds in a row it takes before a failure is shown (DESIGN 4).
//!
//! Not what a failure means; the caller says that.

use crate::memory::{Failures, Progress};
use crate::sample::Standing;

/// What a round that did not determine the state by an answer does to what is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Too few failures: the last state stays.
    Keep,
    /// Enough in a row failed in the same way: show what that way means.
    Show(Standing),
    /// Enough in a row failed, in different ways: nobody can tell.
    ShowUnknown,
}

/// Counts one more failed round.
pub fn fail(before: Progress, standing: Standing, confirm: u32) -> (Progress, Outcome) {
    let (failures, shown_as_failed) = match before {
        Progress::Settled => (Failures { standing, alike: 1, any: 1 }, false),
        Progress::Confirming(f) => (one_more(f, standing), false),
        Progress::Confirmed(f) | Progress::Reconfirming(f) => (one_more(f, standing), true),
    };
    if failures.alike >= confirm {
        (Progress::Confirmed(failures), Outcome::Show(standing))
    } else if shown_as_failed {
        // What is shown says already that it failed; how it fails now is not confirmed yet.
        (Progress::Reconfirming(failures), Outcome::Keep)
    } else if failures.any >= confirm {
        (Progress::Confirmed(failures), Outcome::ShowUnknown)
    } else {
        (Progress::Confirming(failures), Outcome::Keep)
    }
}

fn one_more(f: Failures, standing: Standing) -> Failures {
    let alike = if f.standing == standing { f.alike.saturating_add(1) } else { 1 };
    Failures { standing, alike, any: f.any.saturating_add(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(standings: &[Standing], confirm: u32) -> Outcome {
        let mut progress = Progress::Settled;
        let mut outcome = Outcome::Keep;
        for &standing in standings {
            (progress, outcome) = fail(progress, standing, confirm);
        }
        outcome
    }

    #[test]
    fn a_failure_is_shown_after_as_many_rounds_in_a_row_as_configured() {
        use Standing::Unreached as U;
        assert_eq!(after(&[U], 2), Outcome::Keep);
        assert_eq!(after(&[U, U], 2), Outcome::Show(U));
        assert_eq!(after(&[U], 1), Outcome::Show(U));
    }

    #[test]
    fn failures_of_different_kinds_are_unknown_and_never_down() {
        use Standing::{Refused as R, Unreached as U};
        assert_eq!(after(&[R, U], 2), Outcome::ShowUnknown);
        assert_eq!(after(&[R, U, U], 2), Outcome::Show(U));
        assert_eq!(after(&[U, U, R], 2), Outcome::Keep);
        assert_eq!(after(&[U, U, R, R], 2), Outcome::Show(R));
    }
}
