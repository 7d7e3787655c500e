//! The sample application's health endpoint, in ADR-075's format, over HTTP.
//!
//! It tells what the script says, by the contract's own rules: no worker in the window, or no Redis, is 503.

use super::Day;
use super::door::Door;
use super::script::{Access, World};
use crate::host::native::{clock, log};
use axum::Router;
use axum::http::{StatusCode, header::CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;
use serde::Serialize;

/// Answers whoever is let in, for ever.
pub async fn serve(door: Door, day: Day) {
    let health = move || async move { respond(health(&day.world(clock::now()))) };
    let liveness = || async { respond(Answer { status: 200, body: r#"{"status":"ok"}"#.to_owned() }) };
    let router = Router::new().route("/api/health", get(health)).route("/api/healthz", get(liveness));
    if let Err(e) = axum::serve(door, router).await {
        log::warn(format!("the demonstration's application stopped: {e}"));
    }
}

/// A status code and a JSON document.
#[derive(Debug)]
pub struct Answer {
    /// 200 or 503.
    pub status: u16,
    /// The document.
    pub body: String,
}

/// The readiness document.
pub fn health(world: &World) -> Answer {
    let second = world.time.as_secs();
    let ok = |usual: u64| Line { status: "ok", latency_ms: usual + second % 3, error: None };
    let messenger = messenger(world);
    let redis = match world.store {
        Access::Open => ok(0),
        Access::Shut => Line { status: DOWN, latency_ms: 1, error: Some("RedisException") },
    };
    // The others that are required never fail on this day.
    let required = [redis.status, messenger.line.status];
    let works = !required.contains(&DOWN);
    let document = Document {
        status: if works { "ok" } else { "degraded" },
        deps: Parts {
            postgres: ok(2),
            postgres_reference: ok(3),
            redis,
            reference_data: ok(8),
            messenger,
            mercure: ok(10),
            valhalla: ok(16),
        },
    };
    Answer {
        status: if works { 200 } else { 503 },
        body: serde_json::to_string(&document).unwrap_or_default(),
    }
}

const DOWN: &str = "down";

fn messenger(world: &World) -> Messenger {
    let line = |status, error| Line { status, latency_ms: 1, error };
    if world.store == Access::Shut {
        // The contract's placeholder: its 0 is no measurement.
        let line = line(DOWN, Some("RedisException"));
        return Messenger { line, workers_alive: 0, queue_depth: None, failed_depth: None };
    }
    let alive = world.workers.len();
    Messenger {
        line: line(if alive == 0 { DOWN } else { "ok" }, None),
        workers_alive: alive,
        queue_depth: world.lag(),
        failed_depth: Some(world.failed),
    }
}

#[derive(Serialize)]
struct Document {
    status: &'static str,
    deps: Parts,
}

/// In the contract's order.
#[derive(Serialize)]
struct Parts {
    postgres: Line,
    postgres_reference: Line,
    redis: Line,
    reference_data: Line,
    messenger: Messenger,
    mercure: Line,
    valhalla: Line,
}

#[derive(Serialize)]
struct Line {
    status: &'static str,
    latency_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'static str>,
}

#[derive(Serialize)]
struct Messenger {
    #[serde(flatten)]
    line: Line,
    workers_alive: usize,
    queue_depth: Option<u64>,
    failed_depth: Option<u64>,
}

fn respond(answer: Answer) -> impl IntoResponse {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, [(CONTENT_TYPE, "application/json")], answer.body)
}
