//! One thing that is watched: what was said of it, and whether something is to be said now.
//!
//! Not what is wrong with it: `decide` reads that from the board.

use super::letters::Letters;
use super::{About, BETWEEN, Kind, Notice, Topic, What};
use crate::time::Timestamp;
use core::time::Duration;
use serde::{Deserialize, Serialize};

/// A thing that is watched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Line {
    pub(super) about: About,
    /// What has been seen to be wrong round by round, since which round, without a gap of ours in between.
    held: Option<(Kind, Timestamp)>,
    /// What was said and is not over.
    told: Option<Told>,
    /// It was well since what was told, but that could not be said yet.
    #[serde(default)]
    was_well: bool,
    /// When each kind was last said.
    latest: Vec<(Kind, Timestamp)>,
    /// Only of dead letters.
    pub(super) letters: Option<Letters>,
}

/// What was said and is not over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Told {
    key: String,
    /// The last that was said, reminders aside.
    kind: Kind,
    /// All that was said, each kind once.
    said: Vec<Kind>,
    /// Notices under this key so far.
    number: u32,
    /// Since when it is so.
    since: Timestamp,
    /// When something was last said.
    at: Timestamp,
}

/// How a thing looks this round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Look {
    /// As it should be.
    Well,
    /// It cannot be told this round; what was said stands.
    CannotTell,
    /// Something is wrong.
    Wrong {
        what: What,
        since: Since,
        /// For how long it must be so, round by round, before it is said.
        after: Duration,
    },
}

/// Since when something is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Since {
    /// Since this moment: the page says so too.
    Exactly(Timestamp),
    /// Since this moment or an earlier round that saw it.
    AtLatest(Timestamp),
}

impl Since {
    fn seen(self, begun: Timestamp) -> Timestamp {
        match self {
            Self::Exactly(since) => since,
            Self::AtLatest(since) => since.min(begun),
        }
    }
}

/// The round, as far as it matters to one line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) now: Timestamp,
    /// The first round after a gap of ours: what held before it may have ended unseen.
    pub(super) gap: bool,
    /// Nothing is said: a gap, or planned maintenance.
    pub(super) quiet: bool,
    /// From one reminder to the next; nothing if there are to be none.
    pub(super) remind_every: Option<Duration>,
}

impl Line {
    pub(super) const fn new(about: About) -> Self {
        Self { about, held: None, told: None, was_well: false, latest: Vec::new(), letters: None }
    }

    /// Goes on by one round.
    pub(super) fn step(&mut self, look: Look, moment: &Moment) -> Option<Notice> {
        if moment.gap {
            self.held = None;
        }
        self.set_back(moment.now);
        match look {
            Look::CannotTell => {
                self.held = None;
                None
            }
            Look::Well => {
                self.held = None;
                let closed = if moment.quiet { None } else { self.close(What::Recovered, moment.now) };
                self.was_well = self.told.is_some();
                closed
            }
            Look::Wrong { what, since, after } => {
                let kind = what.kind();
                let begun = match self.held {
                    Some((held, begun)) if held == kind => begun,
                    _ => moment.now,
                };
                self.held = Some((kind, begun));
                let since = since.seen(begun);
                if core::mem::take(&mut self.was_well)
                    && let Some(told) = &mut self.told
                {
                    // Under the same key, since its end was never said; but not since then.
                    told.since = since;
                }
                if moment.quiet || moment.now.since(begun) < after {
                    return None;
                }
                match &self.told {
                    Some(told) if told.kind == kind => self.remind(since, moment),
                    _ => self.say(what, since, BETWEEN, moment.now),
                }
            }
        }
    }

    /// Where the clock was set back, what was said was not said later than now.
    fn set_back(&mut self, now: Timestamp) {
        if let Some(told) = &mut self.told {
            told.at = now.min(told.at);
            told.since = now.min(told.since);
        }
    }

    /// Says something, if that long has passed since the same kind was last said.
    pub(super) fn say(
        &mut self,
        what: What,
        since: Timestamp,
        between: Duration,
        now: Timestamp,
    ) -> Option<Notice> {
        let kind = what.kind();
        if !self.has_passed(kind, between, now) {
            return None;
        }
        let told = self.told.take().unwrap_or_else(|| Told {
            key: key(&self.about, now),
            kind,
            said: Vec::new(),
            number: 0,
            since,
            at: now,
        });
        let said = told.said.clone();
        let mut told = Told { kind, number: told.number + 1, at: now, ..told };
        if !told.said.contains(&kind) {
            told.said.push(kind);
        }
        let notice = self.notice(&told, what, said, since, now);
        self.told = Some(told);
        Some(notice)
    }

    /// Says that it is over, if something was said.
    pub(super) fn close(&mut self, what: What, now: Timestamp) -> Option<Notice> {
        if !self.has_passed(Kind::Recovered, BETWEEN, now) {
            return None;
        }
        let mut told = self.told.take()?;
        told.number += 1;
        let (said, since) = (told.said.clone(), told.since);
        Some(self.notice(&told, what, said, since, now))
    }

    /// Whether something was said that is not over.
    pub(super) const fn is_open(&self) -> bool {
        self.told.is_some()
    }

    /// Whether forgetting it would change nothing.
    pub(super) fn is_forgettable(&self, now: Timestamp) -> bool {
        self.told.is_none()
            && self.held.is_none()
            && self.letters.is_none()
            && self.latest.iter().all(|(_, at)| passed(*at, BETWEEN, now))
    }

    fn remind(&mut self, since: Timestamp, moment: &Moment) -> Option<Notice> {
        let told = self.told.as_mut()?;
        let every = moment.remind_every?;
        if told.kind != Kind::Down || !passed(told.at, every, moment.now) {
            return None;
        }
        told.number += 1;
        told.at = moment.now;
        let told = told.clone();
        Some(self.notice(&told, What::Reminder, told.said.clone(), since, moment.now))
    }

    fn notice(
        &mut self,
        told: &Told,
        what: What,
        said: Vec<Kind>,
        since: Timestamp,
        now: Timestamp,
    ) -> Notice {
        let kind = what.kind();
        self.latest.retain(|(known, _)| *known != kind);
        self.latest.push((kind, now));
        Notice {
            id: format!("{}.{}", told.key, told.number),
            key: told.key.clone(),
            about: self.about.clone(),
            what,
            said,
            since,
            at: now,
        }
    }

    fn has_passed(&self, kind: Kind, between: Duration, now: Timestamp) -> bool {
        self.latest.iter().all(|(known, at)| *known != kind || passed(*at, between, now))
    }
}

/// Whether a time has passed. A moment in the future was noted by a clock that has been set back since.
fn passed(at: Timestamp, time: Duration, now: Timestamp) -> bool {
    now < at || now.since(at) >= time
}

/// Service, side and the first notice's second: unique, since one kind is never said twice within `BETWEEN`.
fn key(about: &About, now: Timestamp) -> String {
    let (side, name) = match &about.topic {
        Topic::Verdict => ("verdict", ""),
        Topic::Reading { queue } => ("reading-", queue.as_str()),
        Topic::DeadLetters { queue } => ("dead-letters-", queue.as_str()),
        Topic::SelfProbe => ("self-probe", ""),
        Topic::Breaker { dependency } => ("breaker-", dependency.as_str()),
    };
    // Public ids of dependencies may have spaces in them.
    format!("{}.{side}{}.{}", about.service, name.replace(' ', "_"), now.secs())
}
