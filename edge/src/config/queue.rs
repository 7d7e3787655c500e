//! Reads `[[service.queue]]`.
//!
//! Not the keys of a system, nor the commands that follow from them: each queue system knows its own.

use super::check::{self, Ids, Rounds};
use super::connection;
use super::dsn::{self, Address};
use super::elsewhere::{self, Kind, Read};
use super::fault::Fault;
use super::http;
use super::page::RUNBOOK_EXAMPLE;
use super::reader::{Reader, Table, Text, length};
use super::{Form, QueueSource, QueueTarget};
use crate::probe::queue::SYSTEMS;
use crate::probe::queue::recipe::{BeatSet, Recipe, Score, Time};
use crate::probe::{rabbitmq, systems};
use core::time::Duration;
use shared::plan::QueuePlan;
use shared::sample::Exactness;

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
) -> Option<(QueuePlan, QueueSource)> {
    let id = check::id(reader, &mut table, taken, "id = \"async\"");
    let name = table.text("name").map(|t| t.value);
    let impact = table.text("impact").map(|t| t.value).unwrap_or_default();
    let runbook = table.text("runbook").and_then(|t| http::url(reader, &t, RUNBOOK_EXAMPLE));
    let reported_as = table.text("reported_as");
    if let Some(text) = reported_as.as_ref().filter(|_| !has_health) {
        reader.fault(&text.place, Fault::NeedsHealth);
    }
    let system = table.required("system", "system = \"symfony\"").and_then(|t| {
        let names: Vec<&'static str> = systems().collect();
        check::word(reader, &t, "a queue system", &names)
    });
    let plan = |system: &'static str, basis, window, scale_to_zero| {
        let id = id?;
        Some(QueuePlan {
            name: name.unwrap_or_else(|| id.clone()),
            id,
            system: system.to_owned(),
            impact,
            runbook: runbook.map(String::from).unwrap_or_default(),
            reported_as: reported_as.map(|t| t.value),
            basis,
            window,
            scale_to_zero,
        })
    };
    if let Some((name, kind)) = system.and_then(|name| Some((name, Kind::named(name)?))) {
        let Read { target, basis, window, scale_to_zero } = elsewhere::read(reader, table, rounds, kind)?;
        return Some((plan(name, basis, window, scale_to_zero)?, QueueSource::Other(Box::new(target))));
    }
    let system = system.and_then(|name| SYSTEMS.iter().find(|s| s.name == name));
    let db = table.number("db", 0, MOST_DATABASES);
    let db_is_given = table.has("db");
    let url = table.required("url", "url = \"${REDIS_URL}\"");
    let address = url.zip(system).and_then(|(t, s)| address(reader, &t, s.name, db_is_given));
    let server = connection::read(reader, &mut table, address.as_ref(), db);
    let timeout = check::timeout(reader, &mut table, rounds);
    let mut form = Form::new(reader, table, address.as_ref(), system.is_none());
    let heartbeat = heartbeat(&mut form);
    // Without a system, the keys of all of them are known.
    let recipes = SYSTEMS.iter().filter(|s| system.is_none_or(|one| one.name == s.name));
    let recipe = recipes.map(|s| (s.recipe)(&mut form)).last().unwrap_or_default();
    let recipe = Recipe { heartbeat, ..recipe };
    if system.is_none() {
        elsewhere::know(&mut form);
    }
    let (basis, window) = recipe.basis();
    let scale_to_zero = scale_to_zero(&mut form, window);
    let system_settings = form.finish();

    let (system, address, (server, mut settings)) = (system?, address?, server?);
    settings.extend(system_settings);
    let plan = plan(system.name, basis, window, scale_to_zero)?;
    let db = db.or(address.db).unwrap_or(0);
    let target = QueueTarget { server, db, recipe, settings, timeout };
    Some((plan, QueueSource::Redis(Box::new(target))))
}

/// How many connections the queues of a service take, as far as the file shows that: a broker takes one for each queue
/// that is named.
pub(super) fn requests(service: &Table<'_>) -> usize {
    const NAMES: [&str; 3] = ["queues", "dead_letters", "delayed"];
    service.sum_of_each("queue", |queue| {
        match queue.get("system").and_then(|system| system.get_ref().as_str()) {
            Some(rabbitmq::NAME) => NAMES.into_iter().map(|key| length(queue, key)).sum::<usize>().max(1),
            _ => 1,
        }
    })
}

/// The sorted set that the application's own workers sign in to, whatever the system.
pub(super) fn heartbeat(form: &mut Form<'_>) -> Option<BeatSet> {
    let key = form.optional("heartbeat");
    let score = form.word("score", "what a score can be", &["beat", "expiry"]);
    let time = form.unit("unit").map_or(Time::SecondsOrMillis, Time::In);
    let key = key?;
    Some(BeatSet {
        key,
        window: form.window(),
        score: if score == Some("expiry") { Score::Expiry } else { Score::Beat },
        time,
        exactness: Exactness::Exact,
    })
}

/// How long work may wait for a worker, where none has to be there. Where nothing outlives a worker, there is no window
/// before this asks for one.
pub(super) fn scale_to_zero(form: &mut Form<'_>, window: Duration) -> Option<Duration> {
    let scales = form.boolean("scale_to_zero", false);
    scales.then(|| if window.is_zero() { form.window() } else { window })
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
