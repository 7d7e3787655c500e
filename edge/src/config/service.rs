//! Reads `[[service]]` with its health and liveness.
//!
//! Not its queues: `queue` reads those.

use super::check::{self, Ids, Rounds};
use super::fault::Fault;
use super::http;
use super::page::RUNBOOK_EXAMPLE;
use super::queue;
use super::reader::{Reader, Table, Text};
use super::{FormatOptions, HealthTarget, ServiceTargets};
use super::{tenants, tls};
use crate::probe::health::FORMATS;
use core::ops::RangeInclusive;
use core::time::Duration;
use shared::map::Map;
use shared::plan::{HealthPlan, ServicePlan};

const HEALTH_EXAMPLE: &str = "https://app.example.com/api/health";
const MAX_AGE: RangeInclusive<Duration> = Duration::from_secs(1)..=Duration::from_hours(24 * 7);
const DEFAULT_MAX_AGE: Duration = Duration::from_mins(5);

/// The format of `[service.liveness]` when none is named: any answer of 2xx is a sign of life.
const LIVENESS_FORMAT: &str = "http-status-only";

/// The only format that wants a `word`, and the only one that wants a `max_age`.
const PLAIN_WORD: &str = "plain-word";
pub(super) const LARAVEL_HEALTH: &str = "laravel-health";

/// Reads one service. `None` only if something was noted.
pub(super) fn read(
    reader: &Reader<'_>,
    mut table: Table<'_>,
    rounds: &Rounds,
    taken: &mut Ids,
) -> Option<(ServicePlan, ServiceTargets)> {
    let id = check::id(reader, &mut table, taken, "id = \"planner\"");
    let name = table.text("name").map(|t| t.value);
    let impact = table.text("impact").map(|t| t.value).unwrap_or_default();
    let runbook = table.text("runbook");
    let runbook = runbook.and_then(|t| http::url(reader, &t, RUNBOOK_EXAMPLE));
    let was = table.texts("was").unwrap_or_default();
    let was = was.iter().filter(|t| check::is_id(reader, t)).map(|t| t.value.clone()).collect();
    if table.count("health") + table.count("queue") == 0 {
        table.fault(Fault::NothingToWatch);
    }
    let health = table.table("health").map(|t| health(reader, t, rounds));
    let liveness = table.table("liveness").map(|t| liveness(reader, t, rounds));
    let has_health = table.has("health");
    let mut queue_ids = Ids::default();
    let queues: Vec<_> = table
        .tables("queue")
        .into_iter()
        .filter_map(|t| queue::read(reader, t, rounds, has_health, &mut queue_ids))
        .collect();
    table.finish();

    let id = id?;
    let (health_plan, health) = match health {
        None => (None, None),
        Some(both) => both.map(|(plan, target)| (Some(plan), Some(target)))?,
    };
    let liveness = match liveness {
        None => None,
        Some(target) => Some(target?),
    };
    let (queue_plans, queues) = queues.into_iter().unzip();
    let plan = ServicePlan {
        name: name.unwrap_or_else(|| id.clone()),
        id,
        impact,
        runbook: runbook.map(String::from).unwrap_or_default(),
        health: health_plan,
        has_liveness: liveness.is_some(),
        queues: queue_plans,
        was,
        source: None,
    };
    Some((plan, ServiceTargets { health, liveness, queues }))
}

fn health(reader: &Reader<'_>, mut table: Table<'_>, rounds: &Rounds) -> Option<(HealthPlan, HealthTarget)> {
    let format = table.required("format", "format = \"adr075\"");
    let names = table.texts_by_key("names").into_iter().filter_map(|(key, text)| {
        if text.value.trim().is_empty() {
            reader.fault(&text.place, Fault::Empty);
            return None;
        }
        Some((key, text.value))
    });
    let mut names: Map<String, String> = names.collect();
    let (tenants, tenant_names) = tenants::read(reader, &mut table, format.as_ref());
    let private = tenant_names.keys().cloned().collect();
    names.extend(tenant_names);
    let hide = table.texts("hide").unwrap_or_default().into_iter().map(|t| t.value).collect();
    let target = target(reader, table, rounds, format);
    let mut target = target?;
    target.tenants = tenants::at(&target.url, tenants);
    Some((HealthPlan { format: target.format.name.to_owned(), names, hide, private }, target))
}

fn liveness(reader: &Reader<'_>, mut table: Table<'_>, rounds: &Rounds) -> Option<HealthTarget> {
    let format = table.text("format").or_else(|| {
        let named = table.has("format");
        (!named).then(|| Text {
            value: LIVENESS_FORMAT.to_owned(),
            shown: format!("\"{LIVENESS_FORMAT}\""),
            from_variable: false,
            place: table.place_of("format"),
        })
    });
    target(reader, table, rounds, format)
}

/// What health and liveness have in common; the end of the table.
fn target(
    reader: &Reader<'_>,
    mut table: Table<'_>,
    rounds: &Rounds,
    format: Option<Text>,
) -> Option<HealthTarget> {
    let url = table.required("url", "url = \"https://app.example.com/api/health\"");
    let (tls, settings) = tls::beside_url(reader, &mut table, url.as_ref(), "that application");
    let url = url.and_then(|t| http::url(reader, &t, HEALTH_EXAMPLE));
    let format = format.and_then(|t| {
        let names: Vec<&'static str> = FORMATS.iter().map(|f| f.name).collect();
        let name = check::word(reader, &t, "a health format", &names)?;
        FORMATS.iter().find(|f| f.name == name)
    });
    let timeout = check::timeout(reader, &mut table, rounds);
    let headers = table.texts_by_key("headers").into_iter();
    let headers = headers.filter_map(|(name, value)| http::header(reader, &name, &value)).collect();
    let is_plain_word = format.is_some_and(|f| f.name == PLAIN_WORD);
    let word = if is_plain_word { table.required("word", "word = \"pong\"") } else { table.text("word") };
    let word = word.map(|t| t.value);
    let max_age = table.duration("max_age", &MAX_AGE, DEFAULT_MAX_AGE).map(|(d, _)| d);
    for (key, belongs_to) in [("word", PLAIN_WORD), ("max_age", LARAVEL_HEALTH)] {
        if let Some(format) = format.filter(|f| table.has(key) && f.name != belongs_to) {
            reader.fault(&table.place_of(key), Fault::OtherFormat { belongs_to, is: format.name });
        }
    }
    table.finish();
    let options =
        FormatOptions { word: word.unwrap_or_default(), max_age: max_age.unwrap_or(DEFAULT_MAX_AGE) };
    let (url, format) = (url?, format?);
    Some(HealthTarget { url, format, options, timeout, headers, tls, settings, tenants: Vec::new() })
}
