//! What a configuration will use of Cloudflare's free plan in a day, before it is deployed.
//!
//! An expectation from the configuration alone: visitors beyond open tabs, and what history adds when it rolls
//! up, are not in it.

use super::Config;
use core::time::Duration;

/// Requests to Workers, and again to Durable Objects (alarms count as such), that the free plan has a day.
pub const FREE_REQUESTS: u64 = 100_000;
/// Rows that the free plan writes a day.
pub const FREE_ROWS_WRITTEN: u64 = 100_000;
/// Gigabyte-seconds of Durable Objects that the free plan has a day.
pub const FREE_GB_S: u64 = 13_000;

const DAY: Duration = Duration::from_hours(24);
/// The state row, the round's row, and the alarm that is set again.
const ROWS_A_ROUND: u64 = 3;
/// The watchdog: once a minute.
const CRON_A_DAY: u64 = 1_440;
/// A Durable Object is billed as 128 MB, whatever it uses: thousandths of GB.
const OBJECT_GB_THOUSANDTHS: u64 = 128;
/// How long an object stays in memory after its last work.
const LINGERS: Duration = Duration::from_secs(10);

/// Expected use a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DailyUse {
    /// Rounds.
    pub rounds: u64,
    /// Requests to the Worker with no visitor: the watchdog.
    pub worker_requests: u64,
    /// Requests to the Durable Object with no visitor: one alarm a round, and the watchdog.
    pub object_requests: u64,
    /// Rows written.
    pub rows_written: u64,
    /// Gigabyte-seconds of the Durable Object, at most: it may be asleep between rounds.
    pub object_gb_s: u64,
    /// Requests of one tab that is open and visible all day.
    pub requests_per_tab: u64,
    /// How many such tabs the free plan leaves room for: each refresh is a request to the Worker, and at most one
    /// to the object.
    pub open_tabs: u64,
}

/// What this configuration will use.
pub fn daily_use(config: &Config) -> DailyUse {
    let rounds = times_a_day(config.plan.every);
    let object_requests = rounds + CRON_A_DAY;
    let longest = config.services.iter().flat_map(super::ServiceTargets::timeouts).max();
    let awake = (LINGERS + longest.unwrap_or(Duration::ZERO)).min(config.plan.every);
    let awake_s = (awake.as_secs() * rounds).min(DAY.as_secs());
    let object_gb_s = awake_s * OBJECT_GB_THOUSANDTHS / 1000;
    let requests_per_tab = times_a_day(config.plan.poll);
    DailyUse {
        rounds,
        worker_requests: CRON_A_DAY,
        object_requests,
        rows_written: rounds * ROWS_A_ROUND,
        object_gb_s,
        requests_per_tab,
        open_tabs: FREE_REQUESTS.saturating_sub(object_requests) / requests_per_tab.max(1),
    }
}

/// How often something happens in a day that happens once in `period`, rounded up.
fn times_a_day(period: Duration) -> u64 {
    let times = DAY.as_millis().div_ceil(period.as_millis().max(1));
    u64::try_from(times).unwrap_or(u64::MAX)
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
        assert_eq!(day.rows_written, 17_280);
        assert_eq!(day.requests_per_tab, 2_880);
        assert_eq!(day.open_tabs, 32);
    }

    #[test]
    fn the_fastest_rounds_keep_the_object_awake_and_still_fit_the_free_plan() {
        let day = of("every = \"5s\"");
        assert_eq!(day.object_gb_s, 11_059);
        assert!(day.object_gb_s < FREE_GB_S && day.rows_written < FREE_ROWS_WRITTEN);
        assert!(day.object_requests < FREE_REQUESTS && day.open_tabs > 0);
    }

    #[test]
    fn slower_rounds_and_rarer_refreshes_leave_more_tabs() {
        let day = of("every = \"1m\"\npoll = \"2m\"");
        assert_eq!((day.rounds, day.requests_per_tab, day.open_tabs), (1_440, 720, 134));
        assert!(day.object_gb_s < 5_000);
    }
}
