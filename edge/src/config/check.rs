//! What several tables have in common (ids, words of a list, timeouts), and what only the whole file can tell.
//!
//! Not reading single keys: `page`, `service` and `queue` do.

use super::fault::Fault;
use super::nearest::nearest;
use super::reader::{Reader, Table, Text};
use super::{Config, HostKind, alerts, channel, history, ingest, maintenance, page, push, queue, service};
use core::cell::Cell;
use core::ops::RangeInclusive;
use core::time::Duration;
use shared::alert::Rules;
use shared::map::Map;
use shared::plan::{self, Plan};

/// More than a Worker gets through in one round: it has six connections at a time, and 50 requests in all.
const MOST_TARGETS_OF_A_WORKER: usize = 40;
const TIMEOUT: RangeInclusive<Duration> = Duration::from_millis(100)..=Duration::from_mins(10);

/// Reads the whole file. `None` only if something was noted.
pub(super) fn config(reader: &Reader<'_>, mut root: Table<'_>) -> Option<Config> {
    let page = root.table("page").map(|t| page::read(reader, t));
    if !root.has("page") {
        let example = "[page] and below it title = \"Trip planner\"";
        reader.fault(&root.place_of("page"), Fault::Missing { example });
    }
    let keep = root.table("history").map(history::read).unwrap_or_default();
    let tables = root.tables("service");
    let services_at = root.place_of("service");
    let sources = root.tables("ingest");
    let pushed_to = !sources.is_empty();
    if tables.is_empty() && !pushed_to && reader.is_sound() {
        reader.fault(&services_at, Fault::NoService);
    }
    let rules = root.tables("maintenance");
    let alerts = root.table("alerts").map(alerts::read).unwrap_or_default();
    let channels = root.tables("channel");
    let push = root.table("push");
    root.finish();
    let page = page?;
    let documents_of = |t: &Table<'_>| t.count("health").max(t.count_below("health", "tenants"));
    let targets_of = |t: &Table<'_>| documents_of(t) + t.count("liveness") + queue::requests(t);
    let count = tables.iter().map(targets_of).sum();
    if reader.host == HostKind::Worker && count > MOST_TARGETS_OF_A_WORKER {
        let fault = Fault::TooManyTargets { count, most: MOST_TARGETS_OF_A_WORKER };
        reader.fault(&services_at, fault);
    }
    let push = push.and_then(|t| push::read(reader, t));
    let ingest = ingest::read(reader, sources);
    let mut taken = Ids { and_others: pushed_to, ..Ids::default() };
    let rounds = Rounds { every: page.every, longest_timeout: Cell::new(Duration::ZERO) };
    let (plans, targets) =
        tables.into_iter().filter_map(|t| service::read(reader, t, &rounds, &mut taken)).unzip();
    let mut taken_by_rules = Ids::default();
    let zone = &page.settings.time_zone;
    let rules = rules.into_iter();
    let maintenance =
        rules.filter_map(|t| maintenance::read(reader, t, zone, &taken, &mut taken_by_rules)).collect();
    let mut taken_by_channels = Ids::default();
    let channels = channels.into_iter();
    let channels =
        channels.filter_map(|t| channel::read(reader, t, &taken, &mut taken_by_channels)).collect();
    let longest = rounds.longest_timeout.get();
    let least = page.every * 2 + longest;
    let expires_after = match page.expires_after {
        None => page.every * 4,
        Some((given, text)) => {
            // A wrong `every` or `timeout` would make this a complaint about a default.
            if given < least && reader.is_sound() {
                reader.fault(&text.place, Fault::ExpiresTooSoon { shown: text.shown, least });
            }
            given
        }
    };
    let poll = page.poll.unwrap_or_else(|| {
        let kept = if reader.host == HostKind::Worker { KEPT_BY_ISOLATES } else { Duration::ZERO };
        default_poll(page.every, expires_after, longest + kept)
    });
    let plan = Plan {
        title: page.title,
        every: page.every,
        expires_after,
        confirm: page.confirm,
        drain_max: page.drain_max,
        poll,
        services: plans,
        awaited: Vec::new(),
    };
    let alerts = Rules { expires_after: plan.expires_after, ..alerts };
    Some(Config {
        plan,
        page: page.settings,
        services: targets,
        maintenance,
        keep,
        alerts,
        channels,
        push,
        ingest,
    })
}

/// What targets have to fit into, and the longest timeout among those read so far.
pub(super) struct Rounds {
    every: Duration,
    longest_timeout: Cell<Duration>,
}

/// Attempt and retry of one target together: 10 s, or two thirds of a short round.
pub(super) fn default_timeout(every: Duration) -> Duration {
    let two_thirds = u64::try_from(every.as_millis() * 2 / 3).unwrap_or(u64::MAX);
    Duration::from_millis(two_thirds).min(Duration::from_secs(10))
}

/// For how long each isolate of a Worker may keep a board (DESIGN 7).
pub const KEPT_BY_ISOLATES: Duration = Duration::from_secs(5);

/// The larger of `every` and 30 s; but where that would let a verdict expire between two refreshes of a healthy
/// page (rounds of 5 s expire after 20 s), as often as it takes to prevent that.
fn default_poll(every: Duration, expires_after: Duration, late_by: Duration) -> Duration {
    let fresh_for = expires_after.saturating_sub(every).saturating_sub(late_by);
    let fresh_for = Duration::from_secs(fresh_for.as_secs());
    every.max(Duration::from_secs(30).min(fresh_for))
}

/// The `timeout` of a target.
pub(super) fn timeout(reader: &Reader<'_>, table: &mut Table<'_>, rounds: &Rounds) -> Duration {
    let every = rounds.every;
    let default = default_timeout(every);
    let timeout = match table.duration("timeout", &TIMEOUT, default) {
        None => default,
        Some((given, text)) => {
            if given >= every {
                reader.fault(&text.place, Fault::TimeoutNotBelowEvery { shown: text.shown, every });
            }
            given
        }
    };
    rounds.longest_timeout.set(timeout.max(rounds.longest_timeout.get()));
    timeout
}

/// A word of a closed list, as the list has it.
pub(super) fn word(
    reader: &Reader<'_>,
    text: &Text,
    kind: &'static str,
    known: &[&'static str],
) -> Option<&'static str> {
    let found = known.iter().copied().find(|w| *w == text.value);
    if found.is_none() {
        let nearest = nearest(&text.value, known.iter().copied()).map(str::to_owned);
        reader.fault(
            &text.place,
            Fault::NotOneOf {
                shown: text.shown.clone(),
                kind,
                nearest: nearest.filter(|_| !text.from_variable),
                known: known.to_vec(),
            },
        );
    }
    found
}

/// The services that `services` names, of those that there are; empty if the key is not there.
pub(super) fn services(reader: &Reader<'_>, table: &mut Table<'_>, ids: &Ids) -> Vec<String> {
    let mut known = Vec::new();
    for text in table.texts("services").unwrap_or_default() {
        if ids.may_have(&text.value) {
            known.push(text.value);
        } else if reader.is_sound() {
            // Otherwise a service that is wrong itself may be the one that is meant.
            let nearest = nearest(&text.value, ids.all()).filter(|_| !text.from_variable);
            let fault = Fault::NoSuchService {
                nearest: nearest.map(str::to_owned),
                known: ids.all().map(str::to_owned).collect(),
                shown: text.shown,
            };
            reader.fault(&text.place, fault);
        }
    }
    known
}

/// Ids that are taken, and the lines they were taken in.
#[derive(Default)]
pub(super) struct Ids {
    lines: Map<String, usize>,
    /// Whether there may be others, which this file does not name: those of services that are pushed.
    and_others: bool,
}

impl Ids {
    /// Whether there is, or may be, one of this id.
    pub(super) fn may_have(&self, id: &str) -> bool {
        self.and_others || self.lines.contains_key(id)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.lines.keys().map(String::as_str)
    }

    /// Takes one, unless it is taken: then the line that did.
    pub(super) fn take(&mut self, id: &str, line: usize) -> Option<usize> {
        if let Some(first_line) = self.lines.get(id) {
            return Some(*first_line);
        }
        self.lines.insert(id.to_owned(), line);
        None
    }
}

/// The id of a table: valid and not taken.
pub(super) fn id(
    reader: &Reader<'_>,
    table: &mut Table<'_>,
    taken: &mut Ids,
    example: &'static str,
) -> Option<String> {
    let text = table.required("id", example)?;
    is_id(reader, &text).then(|| take(reader, text, taken)).flatten()
}

/// The id of a table that need not have one: then it is made of `name`.
pub(super) fn id_or(
    reader: &Reader<'_>,
    table: &mut Table<'_>,
    taken: &mut Ids,
    name: &str,
) -> Option<String> {
    let given = table.has("id");
    let text = match table.text("id") {
        Some(text) => is_id(reader, &text).then_some(text)?,
        None if given => return None,
        None => {
            let value = as_id(name).unwrap_or_else(|| "maintenance".to_owned());
            Text { shown: format!("{value:?}"), value, from_variable: false, place: table.place_of("id") }
        }
    };
    take(reader, text, taken)
}

fn take(reader: &Reader<'_>, text: Text, taken: &mut Ids) -> Option<String> {
    if let Some(first_line) = taken.take(&text.value, reader.line(&text.place)) {
        reader.fault(&text.place, Fault::Duplicate { shown: text.shown, first_line });
        return None;
    }
    Some(text.value)
}

/// Whether a text is an id; if not, that is noted.
pub(super) fn is_id(reader: &Reader<'_>, text: &Text) -> bool {
    let good = plan::is_id(&text.value);
    if !good {
        let example = if text.from_variable { None } else { as_id(&text.value) };
        let example = example.unwrap_or_else(|| "planner".to_owned());
        reader.fault(&text.place, Fault::NotAnId { shown: text.shown.clone(), example });
    }
    good
}

/// The id that a text was probably meant to be.
fn as_id(text: &str) -> Option<String> {
    let id: String = text
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .take(32)
        .collect();
    let id = id.trim_matches('-');
    (!id.is_empty()).then(|| id.to_owned())
}
