//! The demonstration's past: 90 days that nobody lived through, the same on each day that it is looked at.
//!
//! Made of rounds, which the same chronicle counts that counts real ones. Not the day that plays: that is `script`.

use core::time::Duration;
use shared::history::{Chronicle, Row, Shown, Slot, Subject};
use shared::state::State;
use shared::time::Timestamp;

/// So long ago it begins.
const DAYS: u64 = 89;
/// Between two rounds of the distant past. A real page asks more often, but nobody can see that any more.
const DISTANT: Duration = Duration::from_mins(10);
/// Between two rounds of the last day, whose cadence the page tells.
const RECENT: Duration = Duration::from_secs(5);
const RECENT_PAST: Duration = Duration::from_hours(26);

/// What somebody waits for at each hour of the day, roughly.
const WAITING: [u64; 24] = [2, 1, 0, 0, 9, 4, 3, 5, 8, 14, 19, 16, 12, 15, 21, 26, 18, 12, 9, 7, 5, 4, 3, 2];

/// Something that lasted for a while.
struct Spell {
    what: What,
    /// How long before now it began.
    ago: Duration,
    lasted: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    /// No worker was left.
    NoWorkers,
    /// Redis did not answer anybody.
    StoreAway,
    /// One part did not work; the application did without it.
    Part(&'static str),
    /// A rolling restart.
    Restart,
    /// Announced work, during which no worker was there.
    Maintenance,
    /// Headcount itself was not running.
    Gap,
}

const fn spell(what: What, days: u64, minutes: u64, lasted: Duration) -> Spell {
    Spell { what, ago: Duration::from_mins(days * 24 * 60 + minutes), lasted }
}

const SPELLS: &[Spell] = &[
    spell(What::Part("valhalla"), 84, 310, Duration::from_mins(12)),
    spell(What::Restart, 77, 600, Duration::from_secs(38)),
    spell(What::Part("mercure"), 71, 95, Duration::from_mins(48)),
    spell(What::Restart, 63, 580, Duration::from_secs(24)),
    spell(What::Gap, 53, 420, Duration::from_hours(48)),
    spell(What::Part("valhalla"), 44, 130, Duration::from_mins(7)),
    spell(What::NoWorkers, 33, 200, Duration::from_mins(47)),
    spell(What::Restart, 32, 620, Duration::from_secs(31)),
    spell(What::Maintenance, 20, 720, Duration::from_mins(90)),
    spell(What::StoreAway, 12, 333, Duration::from_mins(141)),
    spell(What::Part("mercure"), 5, 240, Duration::from_mins(31)),
    spell(What::Restart, 3, 560, Duration::from_secs(29)),
];

/// History up to `now`, by the hours and days of `slots`.
pub fn chronicle(now: Timestamp, slots: &impl Fn(Timestamp) -> Slot) -> Chronicle {
    let mut chronicle = Chronicle::default();
    for at in rounds(now) {
        if what_at(now, at) != Some(What::Gap) {
            chronicle.advance(row(now, at), slots);
        }
    }
    chronicle
}

/// When the rounds ended: steadily, and where something began or was over.
fn rounds(now: Timestamp) -> Vec<Timestamp> {
    let mut all = Vec::new();
    let mut at = now - Duration::from_hours(DAYS * 24);
    while at < now {
        all.push(at);
        at = at + step(now, at);
    }
    for Spell { ago, lasted, .. } in SPELLS {
        let began = now - *ago;
        all.extend([began, began + *lasted]);
    }
    all.sort_unstable();
    all
}

fn step(now: Timestamp, at: Timestamp) -> Duration {
    if now.since(at) > RECENT_PAST { DISTANT } else { RECENT }
}

fn what_at(now: Timestamp, at: Timestamp) -> Option<What> {
    let spell = SPELLS.iter().find(|spell| {
        let began = now - spell.ago;
        began <= at && at < began + spell.lasted
    });
    spell.map(|spell| spell.what)
}

fn row(now: Timestamp, at: Timestamp) -> Row {
    let what = what_at(now, at);
    let valid_for = step(now, at) * 4;
    let shown = |subject: Subject| {
        let state = what.map_or(State::Operational, |what| state(what, &subject));
        let maintained = what == Some(What::Maintenance);
        let numbers = numbers(now, at, &subject, state);
        (subject, Shown { state, valid_for, maintained, numbers })
    };
    Row { at, shown: subjects().map(shown).collect() }
}

const SERVICE: &str = "planner";

/// What the sample application's configuration and its document name.
fn subjects() -> impl Iterator<Item = Subject> {
    let service = || SERVICE.to_owned();
    let parts =
        ["postgres", "postgres_reference", "redis", "reference_data", "messenger", "mercure", "valhalla"];
    [Subject::Service(service()), Subject::Queue(service(), "async".to_owned())]
        .into_iter()
        .chain(parts.map(|key| Subject::Dependency(service(), key.to_owned())))
}

fn state(what: What, subject: &Subject) -> State {
    let part = match subject {
        Subject::Dependency(_, key) => Some(key.as_str()),
        Subject::Service(_) | Subject::Queue(..) => None,
    };
    let down = match what {
        What::NoWorkers | What::Maintenance => part.is_none_or(|key| key == "messenger"),
        What::StoreAway => part.is_none_or(|key| matches!(key, "redis" | "messenger")),
        What::Part(key) => part == Some(key),
        What::Restart | What::Gap => false,
    };
    match (what, subject) {
        (What::StoreAway, Subject::Queue(..)) => State::Unknown,
        (What::Restart, Subject::Service(_)) => State::Draining,
        _ if down => State::Down,
        _ => State::Operational,
    }
}

/// Workers, waiting, failed for good, milliseconds.
fn numbers(now: Timestamp, at: Timestamp, subject: &Subject, state: State) -> [Option<u64>; 4] {
    let seconds = u64::try_from(at.secs()).unwrap_or(0);
    match subject {
        Subject::Queue(..) if state == State::Unknown => [None; 4],
        Subject::Queue(..) => {
            let workers = if state == State::Down { 0 } else { 2 };
            let hour = usize::try_from(seconds / 3600 % 24).unwrap_or(0);
            let waiting = WAITING.get(hour).copied().unwrap_or(0) + seconds / 60 % 3;
            [Some(workers), Some(waiting), Some(failed(now.since(at))), Some(1)]
        }
        Subject::Service(_) => [None, None, None, Some(38 + seconds % 9)],
        Subject::Dependency(..) => [None, None, None, Some(2 + seconds % 3)],
    }
}

/// Two jobs failed in the night, and somebody sent the one through again; three are there when the day begins.
fn failed(ago: Duration) -> u64 {
    match ago.as_secs() / 3600 {
        0..6 => 3,
        6..15 => 4,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar;
    use shared::history::{DAYS_SHOWN, Past, SubjectPast};

    const NOW: Timestamp = Timestamp::from_secs(1_796_047_203);

    fn past() -> Past {
        let chronicle = chronicle(NOW, &|at| calendar::slot("UTC", at));
        Past::of(&chronicle, NOW)
    }

    fn of(past: &Past, subject: &str) -> SubjectPast {
        past.subjects[&Subject::from(subject.to_owned())].clone()
    }

    #[test]
    fn the_past_shows_what_the_page_can_do() {
        let past = past();
        let (service, queue) = (of(&past, "planner"), of(&past, "planner/q/async"));
        assert_eq!(service.days.len(), DAYS_SHOWN);
        let days_with = |count: fn(&shared::history::Tally) -> u64| {
            service.days.iter().filter(|tally| count(tally) > 60_000).count()
        };
        assert_eq!(days_with(|tally| tally.down), 2, "two outages");
        assert!(days_with(|tally| tally.unknown) >= 2, "a gap of two days");
        assert_eq!(days_with(|tally| tally.maintenance), 1);
        assert!(service.days.iter().any(|tally| tally.draining > 0));
        assert_eq!(queue.hours.len(), 25);
        assert!(queue.hours.iter().all(|hour| hour.waiting.is_some() && hour.failed.is_some()));
        assert!(of(&past, "planner/d/mercure").days.iter().any(|tally| tally.down > 0));
    }

    #[test]
    fn the_last_day_was_watched_as_closely_as_the_day_that_plays() {
        let cadence = past().cadence;
        assert_eq!(cadence.mean.as_secs(), RECENT.as_secs());
        assert!(cadence.worst_gap <= RECENT * 2);
    }
}
