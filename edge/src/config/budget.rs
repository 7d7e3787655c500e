//! What a configuration will use of Cloudflare's free plan in a day, before it is deployed.
//!
//! An expectation from the configuration alone: of a page that has been watching for months, on a day on which nothing
//! happens, without visitors beyond open tabs. `edge/tests/year` counts what the ledger really uses and compares.

use super::Config;
use core::time::Duration;
use shared::history::{DAYS_SHOWN, HOURS_HELD, ROUNDS_SHOWN};
use shared::time::millis;

/// Requests to Workers, and again to Durable Objects (alarms count as such), that the free plan has a day.
pub const FREE_REQUESTS: u64 = 100_000;
/// Rows that the free plan writes a day.
pub const FREE_ROWS_WRITTEN: u64 = 100_000;
/// Rows that the free plan reads a day.
pub const FREE_ROWS_READ: u64 = 5_000_000;
/// Gigabyte-seconds of Durable Objects that the free plan has a day.
pub const FREE_GB_S: u64 = 13_000;

const DAY: Duration = Duration::from_hours(24);
const HOUR: Duration = Duration::from_hours(1);
/// The state row, the round's row, the row of a round that has become too old (deleting is writing), and the alarm
/// that is set again.
const ROWS_A_ROUND: u64 = 4;
/// Of each hour and of the day: one that is written and one that has become too old.
const ROWS_OF_HOURS_AND_DAY: u64 = 24 * 2 + 2;
/// The row of a source, for each snapshot that it pushes.
const ROWS_A_SNAPSHOT: u64 = 1;
/// When it wakes up, the object reads the state, what alerts remember, the log and the last round's time.
const ROWS_READ_AWAKENING: u64 = 4;
/// As workerd counts: one for each of the two rows that are written, two for the row that has become too old (it is
/// found, and then deleted), and three in looking for messages and threads that are too old, where there are none.
const ROWS_READ_A_ROUND: u64 = 7;
/// Its oldest message, where there is none.
const ROWS_READ_A_CHANNEL: u64 = 1;
/// The watchdog: once a minute.
const CRON_A_DAY: u64 = 1_440;
/// A Durable Object is billed as 128 MB, whatever it uses: thousandths of GB.
const OBJECT_GB_THOUSANDTHS: u64 = 128;
/// How long an object stays in memory after its last work, before it hibernates and forgets (Cloudflare's "Lifecycle
/// of a Durable Object"). Whether this time is billed is said both ways there; here it is.
pub const LINGERS: Duration = Duration::from_secs(10);
/// How long a round takes where everything answers, on the safe side. While something hangs it takes up to `timeout`.
pub const ROUND: Duration = Duration::from_millis(500);

/// Expected use a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DailyUse {
    /// Rounds.
    pub rounds: u64,
    /// Requests to the Worker with no visitor: the watchdog, and snapshots that others push.
    pub worker_requests: u64,
    /// Requests to the Durable Object with no visitor: one alarm a round, the watchdog, and snapshots.
    pub object_requests: u64,
    /// Rows written.
    pub rows_written: u64,
    /// Rows read with no visitor, most of them when the object wakes up. Whoever comes while it sleeps wakes it for
    /// `LINGERS` at least, so that however many come, it wakes up no more than 8,640 times a day.
    pub rows_read: u64,
    /// Gigabyte-seconds of the Durable Object.
    pub object_gb_s: u64,
    /// Requests of one tab that is open and visible all day.
    pub requests_per_tab: u64,
    /// How many such tabs the free plan leaves room for: each refresh is a request to the Worker, and at most one
    /// to the object.
    pub open_tabs: u64,
}

/// What this configuration will use.
pub fn daily_use(config: &Config) -> DailyUse {
    let every = config.plan.every;
    let rounds = times_a_day(every);
    // How often a source pushes is its own business; mostly it is as often as this page makes rounds.
    let snapshots = rounds * count(config.ingest.len());
    let object_requests = rounds + CRON_A_DAY + snapshots;
    let sleep = Sleep::of_a_day(every, rounds);
    let requests_per_tab = times_a_day(config.plan.poll);
    DailyUse {
        rounds,
        worker_requests: CRON_A_DAY + snapshots,
        object_requests,
        rows_written: rounds * ROWS_A_ROUND + ROWS_OF_HOURS_AND_DAY + snapshots * ROWS_A_SNAPSHOT,
        rows_read: sleep.awakenings * rows_read_awakening(config, every)
            + rounds * (ROWS_READ_A_ROUND + ROWS_READ_A_CHANNEL * count(config.channels.len()))
            // Each of the two is looked at, and what is deleted once more.
            + ROWS_OF_HOURS_AND_DAY / 2 * 3,
        object_gb_s: sleep.awake.as_secs() * OBJECT_GB_THOUSANDTHS / 1000,
        requests_per_tab,
        open_tabs: FREE_REQUESTS.saturating_sub(object_requests) / requests_per_tab.max(1),
    }
}

fn rows_read_awakening(config: &Config, every: Duration) -> u64 {
    // An hour's rounds are read back; on average half of them have been made.
    let rounds_this_hour = HOUR.as_secs() / every.as_secs().max(1) / 2;
    let shown = count(DAYS_SHOWN) + count(HOURS_HELD) + count(ROUNDS_SHOWN);
    // A table that is empty is looked at all the same.
    let rests = count(config.ingest.len().max(1)) + count(config.channels.len().max(1));
    ROWS_READ_AWAKENING + shown + rounds_this_hour + rests
}

/// How the object wakes and sleeps in a day.
struct Sleep {
    awakenings: u64,
    awake: Duration,
}

impl Sleep {
    /// So many moments of the time between two rounds stand for all: nobody knows at which the watchdog comes, and it
    /// moves, since a round begins a little late.
    const PHASES: u64 = 1000;

    fn of_a_day(every: Duration, rounds: u64) -> Self {
        let (every, lingers, round) = (millis(every), millis(LINGERS), millis(ROUND));
        let until = round + lingers;
        if until >= every {
            return Self { awakenings: 0, awake: DAY };
        }
        let (mut woken, mut spared, mut longer) = (0, 0, 0);
        for at in (0..Self::PHASES).map(|phase| every * phase / Self::PHASES) {
            woken += u64::from(at >= until);
            spared += u64::from(at + lingers >= every);
            longer += (at + lingers).min(every).saturating_sub(at.max(until));
        }
        let of_watchdog = |sum: u64| CRON_A_DAY * sum / Self::PHASES;
        Self {
            awakenings: (rounds + of_watchdog(woken)).saturating_sub(of_watchdog(spared)),
            awake: Duration::from_millis(rounds * until + of_watchdog(longer)).min(DAY),
        }
    }
}

/// How often something happens in a day that happens once in `period`, rounded up.
fn times_a_day(period: Duration) -> u64 {
    let times = DAY.as_millis().div_ceil(period.as_millis().max(1));
    u64::try_from(times).unwrap_or(u64::MAX)
}

fn count(n: usize) -> u64 {
    u64::try_from(n).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::tests::load;
    use super::*;

    fn of(page: &str) -> DailyUse {
        let health =
            "[[service]]\nid = \"a\"\nhealth = { url = \"https://a.example.com\", format = \"adr075\" }\n";
        daily_use(&load(&format!("[page]\ntitle = \"t\"\n{page}\n{health}")))
    }

    #[test]
    fn the_default_fits_the_free_plan_with_some_tabs() {
        let day = of("");
        assert_eq!(day.rounds, 5_760);
        assert_eq!(day.object_requests, 7_200);
        assert_eq!(day.rows_written, 23_090);
        assert!(day.rows_read < FREE_ROWS_READ && day.object_gb_s < FREE_GB_S, "{day:?}");
        assert_eq!(day.requests_per_tab, 2_880);
        assert_eq!(day.open_tabs, 32);
    }

    #[test]
    fn the_fastest_rounds_keep_the_object_awake_and_still_fit_the_free_plan() {
        let day = of("every = \"5s\"");
        assert_eq!((day.object_gb_s, day.rows_read < 130_000), (11_059, true));
        assert!(day.object_gb_s < FREE_GB_S && day.rows_written < FREE_ROWS_WRITTEN);
        assert!(day.object_requests < FREE_REQUESTS && day.open_tabs > 0);
    }

    #[test]
    fn no_crowd_wakes_the_object_so_often_that_reading_uses_up_the_free_plan() {
        let awakenings = DAY.as_secs() / LINGERS.as_secs();
        let config = load(
            "[page]\ntitle = \"t\"\nevery = \"11s\"\n[[ingest]]\nid = \"a\"\nkey = \"0123456789abcdef\"",
        );
        assert!(awakenings * rows_read_awakening(&config, config.plan.every) < FREE_ROWS_READ);
    }

    #[test]
    fn every_source_that_pushes_costs_a_request_and_a_row_a_round() {
        let (alone, day) = (of(""), of("[[ingest]]\nid = \"inside\"\nkey = \"0123456789abcdef\""));
        assert_eq!(day.worker_requests - alone.worker_requests, 5_760);
        assert_eq!(day.object_requests - alone.object_requests, 5_760);
        assert_eq!(day.rows_written - alone.rows_written, 5_760);
    }

    #[test]
    fn slower_rounds_and_rarer_refreshes_leave_more_tabs() {
        let day = of("every = \"1m\"\npoll = \"2m\"");
        assert_eq!((day.rounds, day.requests_per_tab, day.open_tabs), (1_440, 720, 134));
        assert!(day.object_gb_s < 5_000 && day.rows_read < 500_000, "{day:?}");
    }
}
