//! Reads `[[service.queue]]`.
//!
//! Not which keys and commands follow from it: each queue system knows its own.

use super::check::{self, Ids, Rounds};
use super::dsn::{self, Address};
use super::fault::Fault;
use super::reader::{Reader, Table, Text};
use super::{QueueKeys, QueueTarget};
use crate::probe::queue::SYSTEMS;
use core::ops::RangeInclusive;
use core::time::Duration;
use shared::plan::QueuePlan;
use std::collections::BTreeSet;

const WINDOW: RangeInclusive<Duration> = Duration::from_secs(1)..=Duration::from_hours(24);
const DEFAULT_WINDOW: Duration = Duration::from_mins(5);

/// The system whose applications write a Messenger DSN where others write a Redis URL.
const MESSENGER: &str = "symfony";

/// Redis allows as many databases as its operator likes; this is beyond what anybody runs.
const MOST_DATABASES: u32 = 65_535;

/// Reads one queue. `None` only if something was noted.
pub(super) fn read(
    reader: &Reader<'_>,
    mut table: Table<'_>,
    rounds: &Rounds,
    has_health: bool,
    taken: &mut Ids,
) -> Option<(QueuePlan, QueueTarget)> {
    let id = check::id(reader, &mut table, taken, "id = \"async\"");
    let name = table.text("name").map(|t| t.value);
    let impact = table.text("impact").map(|t| t.value).unwrap_or_default();
    let reported_as = table.text("reported_as");
    if let Some(text) = reported_as.as_ref().filter(|_| !has_health) {
        reader.fault(&text.place, Fault::NeedsHealth);
    }
    let system = table.required("system", "system = \"symfony\"").and_then(|t| {
        let names: Vec<&'static str> = SYSTEMS.iter().map(|s| s.name).collect();
        let name = check::word(reader, &t, "a queue system", &names)?;
        SYSTEMS.iter().find(|s| s.name == name)
    });
    let db = table.number("db", 0, MOST_DATABASES);
    let db_is_given = table.has("db");
    let url = table.required("url", "url = \"${REDIS_URL}\"");
    let address = url.zip(system).and_then(|(t, s)| address(reader, &t, s.name, db_is_given));
    let timeout = check::timeout(reader, &mut table, rounds);
    let keys = keys(reader, &mut table, address.as_ref());
    table.finish();

    let (id, system, address) = (id?, system?, address?);
    let plan = QueuePlan {
        name: name.unwrap_or_else(|| id.clone()),
        id,
        system: system.name.to_owned(),
        impact,
        reported_as: reported_as.map(|t| t.value),
        basis: (system.basis)(&keys),
        window: keys.window,
    };
    let db = db.or(address.db).unwrap_or(0);
    Some((plan, QueueTarget { server: address.server, db, system, keys, timeout }))
}

fn address(reader: &Reader<'_>, text: &Text, system: &str, db_is_given: bool) -> Option<Address> {
    let url = text.value.trim();
    let read = if system == MESSENGER { dsn::messenger(url, db_is_given) } else { dsn::redis_url(url) };
    match read {
        Ok(address) => Some(address),
        Err(fault) => {
            let fault = if text.from_variable { fault.without_values() } else { fault };
            reader.fault(&text.place, Fault::Dsn(fault));
            None
        }
    }
}

/// What the file says, else what the address says, else Symfony's own defaults.
fn keys(reader: &Reader<'_>, table: &mut Table<'_>, address: Option<&Address>) -> QueueKeys {
    let stream = table.text("stream");
    let streams = table.texts("streams");
    if table.has("stream") && table.has("streams") {
        reader.fault(&table.place_of("streams"), Fault::StreamAndStreams);
    }
    let mut seen = BTreeSet::new();
    for text in streams.iter().flatten() {
        if !seen.insert(&text.value) {
            reader.fault(&text.place, Fault::ListedTwice { shown: text.shown.clone() });
        }
    }
    let streams = match (streams, stream) {
        (Some(several), _) => several.into_iter().map(|t| t.value).collect(),
        (None, Some(one)) => vec![one.value],
        (None, None) => {
            vec![address.and_then(|a| a.stream.clone()).unwrap_or_else(|| "messages".to_owned())]
        }
    };
    let group = table.text("group").map(|t| t.value);
    // An empty text says that there is no failure transport.
    let failed = table.text_or_empty("failed").map_or_else(|| "failed".to_owned(), |t| t.value);
    QueueKeys {
        heartbeat: table.text("heartbeat").map(|t| t.value),
        window: table.duration("window", &WINDOW, DEFAULT_WINDOW).map_or(DEFAULT_WINDOW, |(d, _)| d),
        streams,
        group: group
            .or_else(|| address.and_then(|a| a.group.clone()))
            .unwrap_or_else(|| "symfony".to_owned()),
        failed: Some(failed).filter(|name| !name.is_empty()),
        delete_after_ack: table
            .boolean("delete_after_ack")
            .or_else(|| address.and_then(|a| a.delete_after_ack))
            .unwrap_or(true),
    }
}
