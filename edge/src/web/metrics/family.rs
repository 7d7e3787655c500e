//! The names, kinds and labels of all metrics, and the sheet on which their values are gathered and written.
//!
//! Not where the values come from: `render` knows.

use super::counters::Histogram;
use core::fmt;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, MetricEncoder, NoLabelSet, prometheus_text};
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::Registry;

/// A metric: what all its series have in common.
#[derive(Debug)]
pub struct Family {
    /// Its whole name.
    pub name: &'static str,
    /// What kind of number it is.
    pub kind: Kind,
    /// The names of its labels, in the order in which they are written.
    pub labels: &'static [&'static str],
    /// What it says.
    pub help: &'static str,
}

/// Kinds of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It goes up and down.
    Gauge,
    /// It goes up, and begins anew with a restart.
    Counter,
    /// How many were at most so large, by bounds.
    Histogram,
}

impl Kind {
    /// The word in the text.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Gauge => "gauge",
            Self::Counter => "counter",
            Self::Histogram => "histogram",
        }
    }
}

/// What the library puts at the end of a counter's name by itself.
const COUNTER_SUFFIX: &str = "_total";

macro_rules! families {
    ($($id:ident = $name:literal, $kind:ident, [$($label:literal),*], $help:literal;)*) => {
        $(pub(super) static $id: Family =
            Family { name: $name, kind: Kind::$kind, labels: &[$($label),*], help: $help };)*
        /// Every metric there is, in the order in which they are written.
        pub static FAMILIES: &[&Family] = &[$(&$id),*];
    };
}

families! {
    BOARD_STATE = "headcount_board_state", Gauge, ["state"],
        "1 for the verdict of the whole board, 0 for every other";
    SERVICE_STATE = "headcount_service_state", Gauge, ["service", "state"],
        "1 for the verdict of a service, 0 for every other";
    DEPENDENCY_STATE = "headcount_dependency_state", Gauge, ["service", "dependency", "state"],
        "1 for the state of a dependency, 0 for every other";
    QUEUE_STATE = "headcount_queue_state", Gauge, ["service", "queue", "state"],
        "1 for the state of a queue, 0 for every other";
    WORKERS_ALIVE = "headcount_workers_alive", Gauge, ["service", "queue"],
        "Workers alive; absent while not known";
    QUEUE_DEPTH = "headcount_queue_depth", Gauge, ["service", "queue"],
        "Messages waiting; absent while not known";
    FAILED_DEPTH = "headcount_failed_depth", Gauge, ["service", "queue"],
        "Dead letters; absent while not known";
    CHECK_DURATION = "headcount_dependency_check_duration_ms", Histogram, ["service", "dependency"],
        "Milliseconds that the application's check of a dependency took, where its document says so";
    HEALTH_FAILURES = "headcount_health_failures_total", Counter, ["service", "reason"],
        "Rounds in which the health document could not be had";
    QUEUE_FAILURES = "headcount_queue_failures_total", Counter, ["service", "queue", "reason"],
        "Rounds in which the workers of a queue could not be read";
    ROUNDS = "headcount_rounds_total", Counter, [],
        "Rounds made";
    ROUND_AGE = "headcount_last_round_age_seconds", Gauge, [],
        "Time since the end of the last round; absent before the first";
    ROUND_DURATION = "headcount_last_round_duration_seconds", Gauge, [],
        "Time that the last round took; absent before the first";
    ALERTS = "headcount_alerts_total", Counter, ["channel", "outcome"],
        "Attempts to send an alert, by what came of them";
}

/// A value.
#[derive(Debug)]
pub(super) enum Value {
    /// A whole number, of a gauge or a counter.
    Count(u64),
    /// A time, of a gauge.
    Seconds(f64),
    /// How often what was how large.
    Histogram(Histogram),
}

/// Series, gathered by metric.
#[derive(Debug)]
pub(super) struct Sheet(Vec<(&'static Family, Vec<Series>)>);

#[derive(Debug)]
struct Series {
    labels: Vec<(&'static str, String)>,
    value: Value,
}

impl Default for Sheet {
    fn default() -> Self {
        Self(FAMILIES.iter().map(|family| (*family, Vec::new())).collect())
    }
}

impl Sheet {
    /// Adds a series; the labels' values are in the order of their names.
    pub(super) fn put(&mut self, family: &'static Family, labels: &[&str], value: Value) {
        let labels = family.labels.iter().zip(labels).map(|(name, value)| (*name, (*value).to_owned()));
        let series = Series { labels: labels.collect(), value };
        if let Some((_, all)) = self.0.iter_mut().find(|(known, _)| known.name == family.name) {
            all.push(series);
        }
    }

    pub(super) fn into_text(self) -> String {
        let mut registry = Registry::default();
        registry.register_collector(Box::new(self));
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = prometheus_text::encode(&mut text, &registry);
        text
    }
}

/// A metric without a series is not mentioned.
impl Collector for Sheet {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        for (family, all) in self.0.iter().filter(|(_, all)| !all.is_empty()) {
            let (name, kind) = match family.kind {
                Kind::Gauge => (family.name, MetricType::Gauge),
                Kind::Counter => (family.name.trim_end_matches(COUNTER_SUFFIX), MetricType::Counter),
                Kind::Histogram => (family.name, MetricType::Histogram),
            };
            let mut metric = encoder.encode_descriptor(name, family.help, None, kind)?;
            for series in all {
                write(family.kind, metric.encode_family(&series.labels)?, &series.value)?;
            }
        }
        Ok(())
    }
}

fn write(kind: Kind, mut metric: MetricEncoder<'_>, value: &Value) -> Result<(), fmt::Error> {
    match (kind, value) {
        (Kind::Counter, Value::Count(n)) => metric.encode_counter::<NoLabelSet, u64, u64>(n, None),
        (_, Value::Count(n)) => metric.encode_gauge(n),
        (_, Value::Seconds(s)) => metric.encode_gauge(s),
        (_, Value::Histogram(h)) => {
            metric.encode_histogram::<NoLabelSet>(h.sum(), h.count(), &h.buckets(), None)
        }
    }
}
