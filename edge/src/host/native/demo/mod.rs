//! `headcount demo`: a sample application that really listens, and Headcount watching it.
//!
//! `script` says what is true at each moment of its day, `application` and `store` answer accordingly on loopback.
//! Nothing here is known to the probe, which asks them as it would ask anybody.

mod application;
mod door;
mod past;
mod script;
mod store;

use super::cli::Failure;
use super::serve::serve;
use super::settings::{self, Settings};
use super::{clock, say};
use crate::calendar;
use crate::config::{Config, HostKind, Variables, parse};
use crate::host::ledger::Ledger;
use crate::words::demo;
use core::net::SocketAddr;
use core::time::Duration;
use door::Door;
use script::World;
use shared::time::Timestamp;
use std::sync::Arc;
use tokio::sync::watch;

/// Plays the day again and again, and serves the page.
pub async fn run(listen: &str) -> Result<(), Failure> {
    let day = Day::begin(clock::now());
    let (health, redis) = open(day)
        .await
        .map_err(|e| Failure::Usage(vec![format!("the demonstration needs two ports on 127.0.0.1: {e}")]))?;
    let config = configuration(&Addresses { health, redis })?;
    say::line(demo::introduction(listen, script::scenes()));
    // Kept until the end: a closed channel would end the rounds.
    let (_unchanging, settings) = watch::channel(Arc::new(Settings::new(config)));
    let (announcer, notice) = watch::channel(day.notice());
    tokio::spawn(announce(day, announcer));
    let past = past::chronicle(day.began, &|at| calendar::slot("UTC", at));
    let ledger = Ledger::new(day.began).after(past);
    serve(settings, listen, ":memory:".to_owned(), ledger, notice).await
}

/// The running day.
#[derive(Clone, Copy, Debug)]
struct Day {
    began: Timestamp,
}

impl Day {
    /// Begins with a whole second: signs of life are dated in seconds, and no age shall be off by a fraction.
    fn begin(now: Timestamp) -> Self {
        Self { began: Timestamp::from_secs(now.secs()) }
    }

    fn world(self, now: Timestamp) -> World {
        script::world(now.since(self.began))
    }

    fn notice(self) -> String {
        let playing = self.world(clock::now()).playing;
        demo::notice(playing.scene, playing.next)
    }
}

/// Makes both doors listen; where.
async fn open(day: Day) -> std::io::Result<(SocketAddr, SocketAddr)> {
    let health = Door::open(day, |world| world.application).await?;
    let redis = Door::open(day, |world| world.store).await?;
    let addresses = (health.address(), redis.address());
    tokio::spawn(application::serve(health, day));
    tokio::spawn(store::serve(redis, day));
    Ok(addresses)
}

/// Where the sample application listens: what its configuration has as variables.
struct Addresses {
    health: SocketAddr,
    redis: SocketAddr,
}

impl Variables for Addresses {
    fn get(&self, name: &str) -> Option<String> {
        match name {
            "HEALTH_URL" => Some(format!("http://{}", self.health)),
            "REDIS_URL" => Some(format!("redis://{}", self.redis)),
            _ => None,
        }
    }

    fn file(&self, _: &str) -> Result<String, String> {
        Err("the demonstration reads no files".to_owned())
    }
}

fn configuration(addresses: &Addresses) -> Result<Config, Failure> {
    let text = include_str!("headcount.toml");
    let loaded =
        parse(text, "demo", HostKind::Native, addresses).map_err(|errors| settings::refusal(&errors))?;
    Ok(loaded.config)
}

/// Keeps the line above the page at the scene that plays.
async fn announce(day: Day, announcer: watch::Sender<String>) {
    /// So soon after a scene's end that nobody notices, and late enough for a clock that is read in milliseconds.
    const GRACE: Duration = Duration::from_millis(20);
    loop {
        announcer.send_replace(day.notice());
        tokio::time::sleep(day.world(clock::now()).playing.rest + GRACE).await;
    }
}

#[cfg(test)]
mod tests;
