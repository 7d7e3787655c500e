//! The course of time over the rows: what was shown from one round to the next, hour by hour, day by day.
//!
//! Pure: which hour and day a moment belongs to is asked of `slots`, since that takes a calendar. Rows that are
//! over are handed out as spans to keep; this holds no more than what is shown and what the next span needs.

use super::row::Row;
use super::span::{Hour, Slot, Span, gauge};
use super::{DAYS_SHOWN, Day, Numbers, ROUNDS_SHOWN, Subject};
use crate::map::Map;
use crate::plan::Plan;
use crate::state::State;
use crate::time::Timestamp;
use core::time::Duration;
use std::collections::VecDeque;

const HOUR: Duration = Duration::from_hours(1);
/// Hours that are held: enough for the longest day and for 24 hours back.
pub const HOURS_HELD: usize = 50;
/// A gap is walked through hour by hour no further back than this; nothing older is shown or kept.
const LONGEST_WALK: Duration = Duration::from_hours(24 * 731);

/// History as far as it is shown, and as far as the next span needs it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Chronicle {
    /// The last round.
    last: Option<Row>,
    /// Until when time has been counted: the last round's end, but for rows that are read back.
    counted_to: Option<Timestamp>,
    /// The present hour.
    hour: Option<Running>,
    /// Hours that are over, oldest first.
    hours: VecDeque<Hour>,
    /// Days that are over, oldest first.
    days: VecDeque<(Day, Span)>,
    /// The last rounds in brief, oldest first.
    recent: VecDeque<Row>,
    /// How all stood before the last turn of an hour, should the clock be set back over it.
    before_turn: Option<Box<(Running, Row)>>,
}

/// The present hour, with every reading, since its medians are not known before its end.
#[derive(Clone, PartialEq, Debug)]
struct Running {
    start: Timestamp,
    day: Day,
    span: Span,
    readings: Map<Subject, [Vec<u64>; 4]>,
}

/// What came to its end with a row, to be kept.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ended {
    /// The clock was set back to this moment: what is kept of later ones never was, and the hour and the day that it
    /// lies in are not over.
    pub taken_back: Option<Slot>,
    /// Hours, oldest first.
    pub hours: Vec<Hour>,
    /// Days, oldest first.
    pub days: Vec<(Day, Span)>,
}

impl Ended {
    /// Adds what ended later.
    pub fn append(&mut self, later: Self) {
        if let Some(slot) = later.taken_back {
            self.taken_back = Some(slot);
            self.hours.retain(|hour| hour.start < slot.hour_start);
            self.days.retain(|(day, _)| *day < slot.day);
        }
        self.hours.extend(later.hours);
        self.days.extend(later.days);
    }
}

impl Chronicle {
    /// Everything that is over, as far as it is held: what a database needs that has lost it.
    pub fn held(&self) -> Ended {
        Ended {
            taken_back: None,
            hours: self.hours.iter().cloned().collect(),
            days: self.days.iter().cloned().collect(),
        }
    }

    /// History read back: days and hours that are over (oldest first), and the rows of the last hour, with some of
    /// those before them: at least one.
    pub fn restore(
        days: Vec<(Day, Span)>,
        hours: Vec<Hour>,
        rows: Vec<Row>,
        slots: &impl Fn(Timestamp) -> Slot,
    ) -> Self {
        let mut chronicle = Self { hours: hours.into(), days: days.into(), ..Self::default() };
        let Some(slot) = rows.last().map(|row| slots(row.at)) else { return chronicle };
        let (before, within): (Vec<Row>, Vec<Row>) =
            rows.into_iter().partition(|row| row.at < slot.hour_start);
        // The hours that end before this one are kept already: time counts from its beginning.
        for row in &before {
            chronicle.remember(row);
        }
        chronicle.last = before.into_iter().next_back();
        chronicle.counted_to = chronicle.last.as_ref().map(|_| slot.hour_start);
        chronicle.hour = Some(Running::new(slot));
        for row in within {
            chronicle.advance(row, slots);
        }
        chronicle
    }

    /// The round that this ends with.
    pub const fn last(&self) -> Option<&Row> {
        self.last.as_ref()
    }

    /// Takes one more round. Time since the last one counts as what that one showed, for as long as it was valid,
    /// and as unknown from then on.
    pub fn advance(&mut self, row: Row, slots: &impl Fn(Timestamp) -> Slot) -> Ended {
        let mut ended = Ended::default();
        // A clock that was set back by so much that the present hour has not begun: the one of now goes on.
        if self.hour.as_ref().is_some_and(|hour| row.at < hour.start) {
            ended.taken_back = Some(self.take_back(row.at, slots));
        }
        if let (Some(hour), Some(last)) = (&self.hour, &self.last)
            && row.at >= hour.start + HOUR
        {
            self.before_turn = Some(Box::new((hour.clone(), last.clone())));
        }
        if let (Some(last), Some(from)) = (self.last.take(), self.counted_to) {
            let mut from = from.max(row.at - LONGEST_WALK);
            let hour = self.hour.get_or_insert_with(|| Running::new(slots(from)));
            // After a gap of years the hour that was running is long over.
            if from >= hour.start + HOUR + HOUR {
                *hour = Running::new(slots(from));
            }
            while from < row.at {
                let hour = self.hour.get_or_insert_with(|| Running::new(slots(from)));
                let hour_end = hour.start + HOUR;
                let to = row.at.min(hour_end);
                hour.count(&last, from, to);
                if to == hour_end {
                    self.turn(slots(to), &mut ended);
                }
                from = to.max(from + Duration::from_millis(1));
            }
            let gap = row.at.since(last.at);
            let hour = self.hour.get_or_insert_with(|| Running::new(slots(row.at)));
            hour.span.worst_gap = hour.span.worst_gap.max(gap);
        }
        self.hour.get_or_insert_with(|| Running::new(slots(row.at))).read(&row);
        self.remember(&row);
        self.counted_to = self.counted_to.max(Some(row.at));
        self.last = Some(row);
        ended
    }

    /// Keeps a row for those who want to see the last ones; what would have come after it never was.
    fn remember(&mut self, row: &Row) {
        self.recent.retain(|earlier| earlier.at < row.at);
        self.recent.push_back(row.brief());
        if self.recent.len() > ROUNDS_SHOWN {
            self.recent.pop_front();
        }
    }

    /// Goes back to the hour of this moment, and forgets what would have come later.
    fn take_back(&mut self, to: Timestamp, slots: &impl Fn(Timestamp) -> Slot) -> Slot {
        let slot = slots(to);
        match self.before_turn.take().map(|before| *before) {
            Some((hour, last)) if hour.start == slot.hour_start && last.at <= to => {
                self.counted_to = Some(last.at);
                (self.hour, self.last) = (Some(hour), Some(last));
            }
            _ => {
                self.counted_to = Some(to);
                self.hour = Some(Running::new(slot));
            }
        }
        self.hours.retain(|hour| hour.start < slot.hour_start);
        self.days.retain(|(day, _)| *day < slot.day);
        slot
    }

    /// Ends the present hour, and with it perhaps the day.
    fn turn(&mut self, next: Slot, ended: &mut Ended) {
        let Some(over) = self.hour.replace(Running::new(next)) else { return };
        let over = over.into_hour();
        let day = over.day;
        ended.hours.push(over.clone());
        self.hours.push_back(over);
        if next.day != day {
            let span = Span::sum(self.hours.iter().filter(|hour| hour.day == day).map(|hour| &hour.span));
            ended.days.push((day, span.clone()));
            self.days.push_back((day, span));
        }
        while self.hours.len() > HOURS_HELD {
            self.hours.pop_front();
        }
        while self.days.len() > DAYS_SHOWN {
            self.days.pop_front();
        }
    }

    /// Services that have a new id go on under it.
    pub fn rename(&mut self, plan: &Plan) {
        for service in &plan.services {
            for was in plan.former_ids(service) {
                let spans = self.hours.iter_mut().map(|hour| &mut hour.span);
                let spans = spans.chain(self.days.iter_mut().map(|(_, span)| span));
                for span in spans.chain(self.hour.iter_mut().map(|hour| &mut hour.span)) {
                    rename(&mut span.records, was, &service.id);
                }
                if let Some(hour) = &mut self.hour {
                    rename(&mut hour.readings, was, &service.id);
                }
                for row in self.last.iter_mut().chain(&mut self.recent) {
                    rename(&mut row.shown, was, &service.id);
                }
            }
        }
    }

    /// The present hour as far as it has come, after those that are over; oldest first.
    pub(super) fn all_hours(&self) -> impl DoubleEndedIterator<Item = Hour> {
        let running = self.hour.clone().map(Running::into_hour);
        self.hours.iter().cloned().chain(running)
    }

    /// The last rounds in brief, oldest first.
    pub(super) fn recent(&self) -> impl DoubleEndedIterator<Item = &Row> {
        self.recent.iter()
    }

    /// The days that are over, oldest first.
    pub(super) const fn closed_days(&self) -> &VecDeque<(Day, Span)> {
        &self.days
    }
}

impl Running {
    fn new(slot: Slot) -> Self {
        Self { start: slot.hour_start, day: slot.day, span: Span::default(), readings: Map::new() }
    }

    /// Counts the time between two moments of this hour as what was shown then.
    fn count(&mut self, shown: &Row, from: Timestamp, to: Timestamp) {
        for (subject, was) in &shown.shown {
            let ends = (shown.at + was.valid_for).max(from).min(to);
            let time = &mut self.span.records.or_default(subject.clone()).time;
            time.add(was.state, was.maintained, ends.since(from));
            time.add(State::Unknown, false, to.since(ends));
        }
    }

    /// Takes a round's numbers.
    fn read(&mut self, row: &Row) {
        if self.span.rounds == 0 {
            self.span.first_round_at = row.at;
        }
        self.span.last_round_at = row.at;
        self.span.rounds = self.span.rounds.saturating_add(1);
        for (subject, shown) in &row.shown {
            let series = self.readings.or_default(subject.clone());
            for (values, value) in series.iter_mut().zip(shown.numbers) {
                values.extend(value);
            }
        }
    }

    fn into_hour(self) -> Hour {
        let Self { start, day, mut span, readings } = self;
        for (subject, [workers, waiting, failed, latency]) in readings {
            span.records.or_default(subject).numbers = Numbers {
                workers: gauge(&workers),
                waiting: gauge(&waiting),
                failed: gauge(&failed),
                latency_ms: gauge(&latency),
            };
        }
        Hour { start, day, span }
    }
}

/// What is kept under a service's former id goes on under its new one, unless there is something already.
fn rename<V>(map: &mut Map<Subject, V>, was: &str, id: &str) {
    let new_name = |subject: &Subject| match subject {
        Subject::Service(s) if s == was => Some(Subject::Service(id.to_owned())),
        Subject::Queue(s, queue) if s == was => Some(Subject::Queue(id.to_owned(), queue.clone())),
        Subject::Dependency(s, key) if s == was => Some(Subject::Dependency(id.to_owned(), key.clone())),
        _ => None,
    };
    let moved: Vec<(Subject, Subject)> =
        map.keys().filter_map(|old| Some((old.clone(), new_name(old)?))).collect();
    for (old, new) in moved {
        if let Some(value) = map.remove(&old) {
            map.or_insert_with(new, || value);
        }
    }
}

#[cfg(test)]
#[path = "chronicle_tests.rs"]
mod tests;
