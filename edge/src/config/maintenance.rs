//! Reads `[[maintenance]]`.
//!
//! Not when windows are open: `crate::maintenance` works that out.

use super::check::{self, Ids};
use super::fault::Fault;
use super::page;
use super::reader::{Reader, Table, Text};
use crate::calendar::{moment, time_of_day};
use crate::maintenance::{Days, LONGEST, MaintenanceRule, When};
use core::fmt;
use core::ops::RangeInclusive;
use core::time::Duration;
use shared::time::Timestamp;

const LASTS: RangeInclusive<Duration> = Duration::from_mins(1)..=LONGEST;
const LASTS_EXAMPLE: Duration = Duration::from_hours(2);

/// What can be wrong with a rule, beside what can be wrong everywhere.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant's sentence, below, says what its fields are")]
pub enum MaintenanceFault {
    /// Neither once nor again and again.
    NoTime,
    /// Both.
    OnceAndAgain,
    /// Not a date and a time.
    NotAMoment { shown: String },
    /// Ends before it begins, or at once.
    EndsTooSoon { shown: String },
    /// Not days and a time of day.
    NotRecurring { shown: String },
}

impl fmt::Display for MaintenanceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTime => f.write_str(
                "says no time; write from = \"2026-12-01 02:00\" and until = \"2026-12-01 04:00\", \
                 or every = \"sunday 02:00\" and lasts = \"2h\"",
            ),
            Self::OnceAndAgain => f.write_str(
                "is beside every; keep from and until for work that happens once, every and lasts for work that recurs",
            ),
            Self::NotAMoment { shown } => write!(
                f,
                "{shown} is not a date and a time; write for example \"2026-12-01 02:00\" \
                 or \"2026-12-01T02:00:00+01:00\""
            ),
            Self::EndsTooSoon { shown } => write!(f, "{shown} is not later than from; write a later time"),
            Self::NotRecurring { shown } => write!(
                f,
                "{shown} is not days and a time; write for example \"daily 02:00\", \"sunday 02:00\", \
                 \"first sunday 02:00\", \"last friday 22:30\" or \"monthly 1 02:00\" (1 to 28)"
            ),
        }
    }
}

/// Reads one rule. `zone` is the page's, `services` are the ids there are. `None` only if something was noted.
pub(super) fn read(
    reader: &Reader<'_>,
    mut table: Table<'_>,
    zone: &str,
    services: &Ids,
    taken: &mut Ids,
) -> Option<MaintenanceRule> {
    let title = table.text("title");
    let id = check::id_or(reader, &mut table, taken, title.as_ref().map_or("maintenance", |t| &t.value));
    let services = check::services(reader, &mut table, services);
    let zone = table.text("time_zone").map_or(Some(zone.to_owned()), |t| page::time_zone(reader, &t));
    let from = table.date("from");
    let until = table.date("until");
    let every = table.text("every");
    let days = every.as_ref().and_then(|t| recurring(reader, t));
    let limits = *LASTS.start()..=days.map_or(LONGEST, |(days, ..)| days.longest());
    let lasts = table.duration("lasts", &limits, LASTS_EXAMPLE);
    let once = table.has("from") || table.has("until");
    let again = table.has("every") || table.has("lasts");
    let need = |key: &'static str, example: &'static str| {
        if !table.has(key) {
            reader.fault(&table.place_of(key), Fault::Missing { example });
        }
    };
    match (once, again) {
        (false, false) => table.fault(Fault::Maintenance(MaintenanceFault::NoTime)),
        (true, true) => {
            let place = table.place_of(if table.has("from") { "from" } else { "until" });
            reader.fault(&place, Fault::Maintenance(MaintenanceFault::OnceAndAgain));
        }
        (true, false) => {
            need("from", "from = \"2026-12-01 02:00\"");
            need("until", "until = \"2026-12-01 04:00\"");
        }
        (false, true) => {
            need("every", "every = \"sunday 02:00\"");
            need("lasts", "lasts = \"2h\"");
        }
    }
    table.finish();

    let zone = zone?;
    let when = match (from, until, days, lasts) {
        (Some(from), Some(until), None, None) => {
            let (from, (until, text)) = (at(reader, from, &zone)?.0, at(reader, until, &zone)?);
            if until <= from {
                let fault = MaintenanceFault::EndsTooSoon { shown: text.shown };
                reader.fault(&text.place, Fault::Maintenance(fault));
                return None;
            }
            When::Once { from, until }
        }
        (None, None, Some((days, hour, minute)), Some((lasts, _))) => {
            When::Recurring { days, hour, minute, lasts, zone }
        }
        _ => return None,
    };
    let title = title.map(|t| t.value).unwrap_or_default();
    Some(MaintenanceRule { id: id?, title, services, when })
}

fn at(reader: &Reader<'_>, text: Text, zone: &str) -> Option<(Timestamp, Text)> {
    let found = moment(&text.value, zone);
    if found.is_none() {
        let fault = MaintenanceFault::NotAMoment { shown: text.shown.clone() };
        reader.fault(&text.place, Fault::Maintenance(fault));
    }
    found.map(|at| (at, text))
}

/// `sunday 02:00`.
fn recurring(reader: &Reader<'_>, text: &Text) -> Option<(Days, u8, u8)> {
    let found = text.value.trim().rsplit_once(' ').and_then(|(days, time)| {
        let (hour, minute) = time_of_day(time)?;
        Some((Days::parse(days)?, hour, minute))
    });
    if found.is_none() {
        let fault = MaintenanceFault::NotRecurring { shown: text.shown.clone() };
        reader.fault(&text.place, Fault::Maintenance(fault));
    }
    found
}
