//! The part of a round that is about queues elsewhere than in Redis: brokers over HTTP, databases over SQL.
//!
//! Not what their answers mean: `rabbitmq` and `doctrine` read them. Where a Redis tells who is alive, the round asks it
//! like any other, and both halves are put together here.

use super::{Place, Ports, get, within};
use crate::config::{Config, OtherTarget, Store};
use crate::ports::{HttpRequest, NoAnswer, NoRows, SqlRows, SqlServer};
use crate::probe::doctrine::{self, Transport};
use crate::probe::rabbitmq::{self, Broker};
use core::time::Duration;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use shared::flag::FlagWord;
use shared::map::Map;
use shared::sample::QueueSample;

/// What came of one connection.
pub(super) enum Heard {
    /// Of one queue of a broker, by its number among those that are asked for, and how long that took.
    Broker(Place, usize, rabbitmq::Heard, Duration),
    /// Of one database.
    Database(Vec<(Place, QueueSample)>),
}

/// One for each queue of a broker, and for each database.
pub(super) fn probes<'a, P: Ports>(config: &'a Config, ports: &'a P) -> Vec<LocalBoxFuture<'a, Heard>> {
    let mut probes = Vec::new();
    let mut databases: Map<&SqlServer, Vec<Member<'a>>> = Map::new();
    for (place, target) in targets(config) {
        match &target.store {
            Store::Broker(broker) => {
                for (nth, queue) in broker.asked().enumerate() {
                    let asked = ask_broker(broker, &queue.url, target.timeout, ports);
                    let heard = asked.map(move |(heard, took)| Heard::Broker(place, nth, heard, took));
                    probes.push(heard.boxed_local());
                }
            }
            // A Worker's configuration has none, so that it need not carry what asks them.
            Store::Table(_) if cfg!(target_arch = "wasm32") => {}
            Store::Table(transport) => {
                let member = Member { place, transport, timeout: target.timeout };
                databases.or_default(&transport.server).push(member);
            }
        }
    }
    for (server, members) in databases {
        probes.push(ask_database(server, members, ports).map(Heard::Database).boxed_local());
    }
    probes
}

/// What is known of each queue, with what a Redis said of its workers.
pub(super) fn put_together(config: &Config, heard: Vec<Heard>, queues: &mut Map<Place, QueueSample>) {
    let mut answers: Map<Place, Map<usize, (rabbitmq::Heard, Duration)>> = Map::new();
    let mut samples = Map::new();
    for heard in heard {
        match heard {
            Heard::Broker(place, nth, heard, took) => {
                answers.or_default(place).insert(nth, (heard, took));
            }
            Heard::Database(each) => samples.extend(each),
        }
    }
    for (place, target) in targets(config) {
        if let (Store::Broker(broker), Some(answers)) = (&target.store, answers.remove(&place)) {
            let (heard, took): (Vec<_>, Vec<_>) = answers.into_values().unzip();
            let round_trip = took.into_iter().max().unwrap_or_default();
            samples.insert(place, QueueSample { round_trip, ..rabbitmq::read(broker, heard) });
        }
        let id = config.plan.services.get(place.0).and_then(|s| s.queues.get(place.1)).map(|q| q.id.clone());
        let (Some(sample), Some(id)) = (samples.remove(&place), id) else { continue };
        let sample = QueueSample { id, host: target.host(), ..sample };
        let beats = queues.remove(&place);
        queues.insert(place, beats.map_or(sample.clone(), |beats| with_beats(sample, beats)));
    }
}

/// Messages of one store, workers of another.
fn with_beats(messages: QueueSample, beats: QueueSample) -> QueueSample {
    let about_workers = |word| matches!(word, FlagWord::LivenessNotMeasured | FlagWord::NoConsumer);
    let mut flags = beats.flags;
    for flag in messages.flags {
        if !about_workers(flag.word) && !flags.contains(&flag) {
            flags.push(flag);
        }
    }
    QueueSample {
        numbers: messages.numbers,
        parts: messages.parts,
        round_trip: messages.round_trip.max(beats.round_trip),
        evidence: format!("{}; workers: {}", messages.evidence, beats.evidence),
        flags,
        ..beats
    }
}

fn targets(config: &Config) -> impl Iterator<Item = (Place, &OtherTarget)> {
    config.services.iter().enumerate().flat_map(|(service, targets)| {
        let queues = targets.queues.iter().enumerate();
        queues.filter_map(move |(queue, source)| Some(((service, queue), source.other()?)))
    })
}

async fn ask_broker<P: Ports>(
    broker: &Broker,
    url: &url::Url,
    limit: Duration,
    ports: &P,
) -> (rabbitmq::Heard, Duration) {
    let began = ports.now();
    let request = HttpRequest { url, headers: &broker.headers, tls: Some(&broker.tls) };
    let answer = within(ports, limit, get(&request, ports)).await.unwrap_or(Err(NoAnswer::TimedOut(limit)));
    let heard = answer.map(|http| rabbitmq::answer(&http, broker.signs_in()));
    (heard, ports.now().since(began))
}

/// One table of a database.
struct Member<'a> {
    place: Place,
    transport: &'a Transport,
    timeout: Duration,
}

async fn ask_database<P: Ports>(
    server: &SqlServer,
    members: Vec<Member<'_>>,
    ports: &P,
) -> Vec<(Place, QueueSample)> {
    let began = ports.now();
    let limit = members.iter().map(|member| member.timeout).max().unwrap_or_default();
    let statements: Vec<String> = members.iter().map(|m| doctrine::statement(m.transport)).collect();
    let asked = async {
        match ports.select(server, &statements, limit).await {
            Err(NoRows::NoAnswer(e)) if e.is_worth_a_retry() => {
                ports.select(server, &statements, limit).await
            }
            other => other,
        }
    };
    let late = || NoRows::NoAnswer(NoAnswer::TimedOut(limit));
    let answer = within(ports, limit, asked).await.unwrap_or_else(|| Err(late()));
    let round_trip = ports.now().since(began);
    let mut each: Vec<Result<SqlRows, NoRows>> = match answer {
        Ok(each) => each,
        Err(failure) => vec![Err(failure); members.len()],
    };
    // A host that answers less than it was asked has not answered the rest.
    each.resize(members.len(), Err(late()));
    let read = |(member, rows): (&Member<'_>, _)| {
        (member.place, QueueSample { round_trip, ..doctrine::read(member.transport, rows) })
    };
    members.iter().zip(each).map(read).collect()
}
