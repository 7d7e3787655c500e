//! What of history is public: numbers alone. A subject's key, which may be a remote word, stays behind.

use crate::history::{Cadence, Day, Past, Subject, SubjectPast};
use crate::time::Timestamp;
use std::sync::Arc;

/// The past of the whole page; that of each subject stands with the subject.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PublicPast {
    /// The first round that is remembered.
    pub since: Option<Timestamp>,
    /// The day of the last round.
    pub today: Day,
    /// How often was checked in the last 24 hours.
    pub cadence: Cadence,
}

impl From<&Past> for PublicPast {
    fn from(past: &Past) -> Self {
        Self { since: past.since, today: past.today, cadence: past.cadence }
    }
}

/// The past of one subject. Shared, since a board is copied for validators.
pub(super) fn of(past: &Past, subject: &Subject) -> Arc<SubjectPast> {
    past.subjects.get(subject).cloned().map(Arc::new).unwrap_or_default()
}
