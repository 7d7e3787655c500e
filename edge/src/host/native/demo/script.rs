//! The demonstration's day: what is true at each moment of its three minutes. A pure function of time.
//!
//! Not how it is told to whoever asks (`application`, `store`), nor how scenes are called (`words::demo`).

use crate::words::demo::{self, Scene};
use core::ops::Range;
use core::time::Duration;
use shared::time::millis;

/// How long the day is; then it begins again.
pub const DAY: Duration = Duration::from_mins(3);

/// For how long a sign of life is kept; the configuration's `window`.
pub const WINDOW: Duration = Duration::from_secs(20);

/// How often a worker signs in.
const BEAT: Duration = Duration::from_secs(2);

/// What is true at a moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct World {
    /// Since the day began.
    pub time: Duration,
    /// The scene.
    pub playing: Playing,
    /// Workers whose last sign of life is kept, freshest first.
    pub workers: Vec<Worker>,
    /// Jobs nobody has taken.
    pub waiting: u64,
    /// Jobs taken and not done.
    pub in_hand: u64,
    /// Jobs that failed for good.
    pub failed: u64,
    /// Jobs that wait for their next try, those included whose time has come.
    pub delayed: u64,
    /// Of those, the ones whose time has come.
    pub overdue: u64,
    /// How long ago a job was last taken.
    pub idle: Duration,
    /// Whether the application answers.
    pub application: Access,
    /// Whether Redis answers, to the application and to everybody else.
    pub store: Access,
}

impl World {
    /// What Redis calls a group's lag: how many entries it has not taken. Not known once a later job was done
    /// before an earlier one, which is every moment of two busy workers.
    pub fn lag(&self) -> Option<u64> {
        (self.in_hand < 2).then_some(self.waiting)
    }
}

/// What plays, and what follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playing {
    /// The scene.
    pub scene: Scene,
    /// The one after it.
    pub next: Scene,
    /// How long the scene still lasts; never zero.
    pub rest: Duration,
}

/// A worker that signed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worker {
    /// `host:pid`, as it signs in.
    pub name: &'static str,
    /// How long ago it last did.
    pub silent: Duration,
}

/// Whether a door lets anybody in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It does.
    Open,
    /// Connections are closed at once.
    Shut,
}

/// What is true when so much time has passed since the demonstration began.
pub fn world(elapsed: Duration) -> World {
    let time = Duration::from_millis(millis(elapsed) % millis(DAY));
    let mut workers: Vec<Worker> = SHIFTS.iter().filter_map(|shift| shift.worker(time)).collect();
    workers.sort_by_key(|worker| worker.silent);
    World {
        time,
        playing: playing(time),
        workers,
        waiting: value(&WAITING, time),
        in_hand: value(&IN_HAND, time),
        failed: value(&FAILED, time),
        delayed: value(&DELAYED, time),
        overdue: value(&OVERDUE, time),
        idle: SHIFTS.iter().filter_map(|shift| shift.idle(time)).min().unwrap_or(DAY),
        application: access(&APPLICATION_SHUT, time),
        store: access(&STORE_SHUT, time),
    }
}

/// The scenes of a day with the times at which they begin.
pub fn scenes() -> impl Iterator<Item = (Duration, Scene)> {
    SCENES.iter().scan(0, |end, (seconds, scene)| {
        let begin = *end;
        *end += seconds;
        Some((Duration::from_secs(begin), *scene))
    })
}

/// How many seconds each scene lasts.
const SCENES: [(u64, Scene); 7] = [
    (25, demo::HEALTHY),
    (20, demo::BUSY),
    (20, demo::RESTART),
    (40, demo::DEATH),
    (20, demo::RETURN),
    (25, demo::STORE_AWAY),
    (30, demo::RECOVERY),
];

// Rounds come every five seconds from the day's beginning on, each within a second of its time. What a round shall
// see has happened before its second; what it shall not see happens after.

/// When workers live. Two crews: the first one's shift goes on into the next day's morning.
const SHIFTS: [Shift; 4] = [
    Shift { name: "5f0c7e91b2aa:1", seconds: 106..224 },
    Shift { name: "c83d10f4e657:1", seconds: 109..223 },
    Shift { name: "92ab6d3e08f1:1", seconds: 47..67 },
    Shift { name: "e14f72c09b3d:1", seconds: 50..68 },
];

/// When the application does not answer: once, for one round.
const APPLICATION_SHUT: Range<u64> = 52..57;
/// When Redis does not answer: for four rounds.
const STORE_SHUT: Range<u64> = 126..149;

/// A number's course: (second of the day, value), straight lines in between.
type Course = [(u64, u64)];

const WAITING: [(u64, u64); 19] = [
    (0, 3),
    (8, 1),
    (16, 4),
    (25, 6),
    (44, 4812),
    (47, 4812),
    (60, 60),
    (64, 23),
    (68, 24),
    (88, 70),
    (105, 190),
    (110, 60),
    (119, 5),
    (126, 3),
    (149, 3),
    (154, 41),
    (168, 2),
    (176, 3),
    (180, 3),
];
const IN_HAND: [(u64, u64); 10] =
    [(0, 1), (24, 1), (26, 2), (60, 2), (64, 1), (106, 1), (109, 2), (152, 2), (160, 1), (180, 1)];
const FAILED: [(u64, u64); 6] = [(0, 3), (106, 3), (123, 9), (152, 9), (172, 3), (180, 3)];
const DELAYED: [(u64, u64); 8] = [(0, 0), (58, 0), (63, 3), (106, 3), (112, 5), (126, 2), (160, 0), (180, 0)];
/// Due tries are moved to the queue by workers: without any they stay.
const OVERDUE: [(u64, u64); 6] = [(0, 0), (70, 0), (80, 3), (106, 3), (107, 0), (180, 0)];

/// One worker's life.
struct Shift {
    name: &'static str,
    /// First and last sign of life; beyond the day's end: into the next day.
    seconds: Range<u64>,
}

impl Shift {
    /// The worker, while its last sign of life is kept.
    fn worker(&self, time: Duration) -> Option<Worker> {
        let (first, last) = self.ends();
        let silence = |now: Duration| {
            let worked = now.min(last).checked_sub(first)?;
            let since_beat = Duration::from_millis(millis(worked) % millis(BEAT));
            Some(now.saturating_sub(last) + since_beat)
        };
        let silent = [time, time + DAY].into_iter().filter_map(silence).find(|silent| *silent <= WINDOW)?;
        Some(Worker { name: self.name, silent })
    }

    /// How long ago it last took a job: it takes one every second.
    fn idle(&self, time: Duration) -> Option<Duration> {
        let (first, last) = self.ends();
        let taken = |now: Duration| {
            let at = Duration::from_secs(now.min(last).as_secs());
            (at >= first).then(|| now.saturating_sub(at))
        };
        [time, time + DAY].into_iter().filter_map(taken).min()
    }

    fn ends(&self) -> (Duration, Duration) {
        (Duration::from_secs(self.seconds.start), Duration::from_secs(self.seconds.end))
    }
}

fn playing(time: Duration) -> Playing {
    let mut rest = time;
    let next = SCENES.iter().cycle().skip(1);
    for ((seconds, scene), (_, next)) in SCENES.iter().zip(next) {
        let length = Duration::from_secs(*seconds);
        match rest.checked_sub(length) {
            Some(beyond) => rest = beyond,
            None => return Playing { scene: *scene, next: *next, rest: length.saturating_sub(rest) },
        }
    }
    // Only if the scenes were shorter than the day, which a test rules out.
    Playing { scene: demo::RECOVERY, next: demo::HEALTHY, rest: BEAT }
}

fn value(course: &Course, time: Duration) -> u64 {
    let now = millis(time);
    let line = course.iter().zip(course.iter().skip(1)).find(|(_, (end, _))| now < end * 1000);
    let Some(((begin, from), (end, to))) = line else { return course.last().map_or(0, |(_, last)| *last) };
    let moved = from.abs_diff(*to) * now.saturating_sub(begin * 1000) / ((end - begin) * 1000).max(1);
    if to > from { from + moved } else { from.saturating_sub(moved) }
}

fn access(shut: &Range<u64>, time: Duration) -> Access {
    if shut.contains(&time.as_secs()) { Access::Shut } else { Access::Open }
}
