//! `headcount serve`: rounds, server and signals together.
//!
//! SIGHUP re-reads the file, and a bad one keeps the old. SIGTERM drains before it stops (DESIGN 7).

use super::cli::Failure;
use super::rounds::Published;
use super::server::Server;
use super::settings::{self, Refusal, Settings};
use super::{clock, listen, log, push, rounds};
use crate::host::ledger::Ledger;
use crate::web::{self, Check, Finding};
use core::time::Duration;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

/// How long `/readyz` says that this process is leaving before it leaves; `HEADCOUNT_DRAIN` in seconds sets it.
const DRAIN: Duration = Duration::from_secs(5);
const SHORTEST_DRAIN: Duration = Duration::from_secs(1);

/// Serves what a file describes; `push` is where what is seen is told, if the command line says so.
pub async fn from_file(
    config: PathBuf,
    listen: &str,
    data: String,
    push: Option<String>,
) -> Result<(), Failure> {
    let loaded = settings::load(&config)?;
    for warning in &loaded.warnings {
        log::warn(warning);
    }
    let first = push::to(loaded.config, push.as_deref())?;
    let (change, settings) = watch::channel(Arc::new(Settings::new(first)));
    let (_quiet, notice) = watch::channel(String::new());
    tokio::spawn(reload_on_hangup(config, push, change));
    serve(settings, listen, data, Ledger::new(clock::now()), notice).await
}

/// Serves whatever is configured now, beginning with what the ledger holds.
pub async fn serve(
    settings: watch::Receiver<Arc<Settings>>,
    listen: &str,
    data: String,
    ledger: Ledger,
    notice: watch::Receiver<String>,
) -> Result<(), Failure> {
    let listener = TcpListener::bind(listen).await.map_err(|e| {
        Failure::Usage(vec![format!("cannot listen on {listen}: {e}; choose another address with --listen HOST:PORT, like 127.0.0.1:8081")])
    })?;
    let base = settings.borrow().site.base.clone();
    let rounds = rounds::start(settings, &data, ledger).map_err(|e| Failure::Usage(vec![e.to_string()]))?;
    say_what_the_self_probe_found(&rounds.published.borrow());
    let server = Server::new(rounds, notice);
    if let Ok(address) = listener.local_addr() {
        log::info(format!("listening on http://{address}{base}/"));
    }
    listen::serve(listener, server.router(), leave(server)).await;
    Ok(())
}

/// `/readyz` says the same, and says no until all is well.
fn say_what_the_self_probe_found(published: &Published) {
    let board = published.board(clock::now());
    for Check { name, finding } in web::self_probe(&published.settings.site, &board, published.keeping.into())
    {
        match finding {
            Finding::Up | Finding::NotApplicable(_) => {}
            Finding::Down(fault) => log::warn(format!("not ready: {name}: {fault}")),
        }
    }
}

async fn leave(server: Arc<Server>) {
    let Ok(mut terminate) = signal(SignalKind::terminate()) else { return core::future::pending().await };
    tokio::select! {
        _ = terminate.recv() => {
            let time = drain_time(std::env::var("HEADCOUNT_DRAIN").ok().as_deref());
            log::info(format!("leaving in {} s", time.as_secs()));
            server.drain();
            tokio::time::sleep(time).await;
        }
        // A person at the terminal does not want to wait.
        _ = tokio::signal::ctrl_c() => {}
    }
}

fn drain_time(said: Option<&str>) -> Duration {
    let seconds = said.and_then(|text| text.trim_end_matches('s').parse().ok());
    seconds.map_or(DRAIN, Duration::from_secs).max(SHORTEST_DRAIN)
}

async fn reload_on_hangup(config: PathBuf, push: Option<String>, change: watch::Sender<Arc<Settings>>) {
    let Ok(mut hangup) = signal(SignalKind::hangup()) else { return };
    while hangup.recv().await.is_some() {
        reload(&config, push.as_deref(), &change);
    }
}

fn reload(config: &Path, push: Option<&str>, change: &watch::Sender<Arc<Settings>>) {
    match settings::load(config).and_then(|loaded| push::to(loaded.config, push)) {
        Ok(config_now) => {
            log::info(format!("{} read again", config.display()));
            change.send_replace(Arc::new(Settings::new(config_now)));
        }
        Err(Refusal(lines)) => {
            for line in lines {
                log::warn(format!("{line} (the former configuration stays)"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_drains_for_five_seconds_or_as_long_as_it_is_told_and_never_for_less_than_one() {
        for (said, seconds) in
            [(None, 5), (Some("3"), 3), (Some("20s"), 20), (Some("0"), 1), (Some("soon"), 5), (Some(""), 5)]
        {
            assert_eq!(drain_time(said).as_secs(), seconds, "{said:?}");
        }
    }
}
