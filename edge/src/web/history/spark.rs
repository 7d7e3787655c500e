//! 24 hours of a number as a line: an axis from 0 to its own maximum, gaps where it was not known, a dot for now.

use crate::words::{Locale, history as words};
use core::fmt::Write;
use shared::history::{Gauge, HOURS_SHOWN};
use shared::page::drawing::Sparkline;

/// The box.
const WIDE: usize = 160;
/// Where 0 is, and where the maximum is; between them and the box's edge, room for the dot.
const GROUND: u64 = 34;
const TOP: u64 = 4;
const FLOOR: u64 = 36;

/// How a number goes from one hour to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course {
    /// It moves all the time: a curve through what was usual in each hour.
    Curve,
    /// It stands until it changes: steps, at what each hour ended with.
    Steps,
}

/// The course of a number over hours of which the last is the present one, and what it is now.
pub fn spark(
    l: &Locale,
    label: &str,
    hours: &[Option<Gauge>],
    now: Option<u64>,
    course: Course,
) -> Option<Sparkline> {
    let hours = hours.get(hours.len().saturating_sub(HOURS_SHOWN + 1)..).unwrap_or_default();
    let (past, last) = hours.split_last().map(|(last, past)| (past, *last))?;
    let usual = |gauge: Gauge| if course == Course::Curve { gauge.median } else { gauge.last };
    let mut values: Vec<Option<u64>> = past.iter().map(|gauge| gauge.map(usual)).collect();
    values.push(now.or_else(|| last.map(usual)));
    if values.iter().flatten().count() < 2 {
        return None;
    }
    let gauges = || hours.iter().flatten();
    let lowest = gauges().map(|gauge| gauge.min).chain(now).min()?;
    let highest = gauges().map(|gauge| gauge.max).max()?;
    let mut drawing =
        Drawing { top: values.iter().flatten().copied().max().unwrap_or(0), ..Drawing::default() };
    let skipped = HOURS_SHOWN + 1 - values.len();
    for (hour, value) in values.iter().enumerate() {
        drawing.go((skipped + hour) * WIDE / HOURS_SHOWN, *value, course);
    }
    drawing.end_run();
    let dot = now.map(|now| format!("M{WIDE} {}h.01", drawing.height(now))).unwrap_or_default();
    Some(Sparkline {
        label: words::spark(l, label, values.len() - 1, (lowest, highest), now),
        line: drawing.line,
        area: drawing.area,
        dot,
    })
}

#[derive(Default)]
struct Drawing {
    /// The largest value.
    top: u64,
    line: String,
    area: String,
    /// The run of known values that is being drawn, and the points of its beginning and its end.
    run: String,
    ends: Option<[(usize, u64); 2]>,
}

impl Drawing {
    fn height(&self, value: u64) -> u64 {
        let up = u128::from(value) * u128::from(GROUND - TOP) / u128::from(self.top.max(1));
        GROUND.saturating_sub(u64::try_from(up).unwrap_or(GROUND))
    }

    fn go(&mut self, x: usize, value: Option<u64>, course: Course) {
        let Some(value) = value else { return self.end_run() };
        let y = self.height(value);
        let Some([start, (last_x, last_y)]) = self.ends else {
            self.run = format!("M{x} {y}");
            self.ends = Some([(x, y); 2]);
            return;
        };
        let (right, down) = (x - last_x, y.cast_signed() - last_y.cast_signed());
        // Writing into a String cannot fail.
        _ = match course {
            Course::Steps if down == 0 => write!(self.run, "h{right}"),
            Course::Steps => write!(self.run, "h{right}v{down}"),
            Course::Curve if down < 0 => write!(self.run, "l{right}{down}"),
            Course::Curve => write!(self.run, "l{right} {down}"),
        };
        self.ends = Some([start, (x, y)]);
    }

    fn end_run(&mut self) {
        let Some([(start, _), (end, _)]) = self.ends.take() else { return };
        self.line.push_str(&self.run);
        if start == end {
            // An hour alone is a point.
            self.line.push_str("h.01");
        } else {
            _ = write!(self.area, "{}V{FLOOR}H{start}z", self.run);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn en() -> Locale {
        Locale::english("UTC")
    }

    #[expect(clippy::unnecessary_wraps, reason = "an hour in which nothing was read is None")]
    fn hour(n: u64) -> Option<Gauge> {
        Some(Gauge { min: n, median: n, max: n, last: n })
    }

    #[test]
    fn a_line_runs_from_nought_to_its_own_maximum_and_ends_now() {
        let spark =
            spark(&en(), "Waiting", &[hour(0), hour(50), hour(25)], Some(100), Course::Curve).unwrap();
        assert_eq!(spark.line, "M146 34l7-15l7-15");
        assert_eq!(spark.area, "M146 34l7-15l7-15V36H146z");
        assert_eq!(spark.dot, "M160 4h.01");
        assert_eq!(spark.label, "Waiting, last 2 hours: between 0 and 50, now 100");
    }

    #[test]
    fn a_day_is_as_wide_as_the_box() {
        let spark = spark(&en(), "Waiting", &vec![hour(3); 30], Some(3), Course::Curve).unwrap();
        assert!(spark.line.starts_with("M0 4l6 0l7 0"), "{}", spark.line);
        assert!(spark.label.starts_with("Waiting, last 24 hours: always 3"), "{}", spark.label);
    }

    #[test]
    fn what_was_not_known_is_a_gap_and_never_a_dip_to_nought() {
        let hours = [hour(9), hour(9), None, hour(9), None, None];
        let spark = spark(&en(), "Waiting", &hours, None, Course::Curve).unwrap();
        assert_eq!(spark.line, "M126 4l7 0M146 4h.01");
        assert_eq!(spark.area, "M126 4l7 0V36H126z");
        assert_eq!(spark.dot, "");
        assert!(spark.label.ends_with("now not known"), "{}", spark.label);
    }

    #[test]
    fn dead_letters_stand_until_they_change() {
        let spark = spark(&en(), "Failed", &[hour(3), hour(3), hour(3)], Some(6), Course::Steps).unwrap();
        assert_eq!(spark.line, "M146 19h7h7v-15");
    }

    #[test]
    fn one_hour_is_no_course() {
        assert_eq!(spark(&en(), "Waiting", &[hour(3)], Some(3), Course::Curve), None);
        assert_eq!(spark(&en(), "Waiting", &[], Some(3), Course::Curve), None);
        assert_eq!(spark(&en(), "Waiting", &[None, hour(3)], None, Course::Curve), None);
    }
}
