//! `headcount check`: one round, printed. `headcount alive`: whether a running one answers.
//!
//! `confirm` counts as 1: whoever asks once wants to know what is there now.

use super::cli::{Failure, Listen};
use super::ports::Native;
use super::settings::{self, Settings};
use super::{clock, http, say};
use crate::host::observe;
use crate::ports::HttpRequest;
use crate::web::metrics::Counters;
use crate::web::{self, Kept, Own, Phase};
use core::net::SocketAddr;
use core::time::Duration;
use shared::board::Board;
use shared::memory::Memory;
use shared::state::Verdict;
use std::path::Path;

const ALIVE_TIMEOUT: Duration = Duration::from_secs(3);

/// Makes one round and prints the board; the verdict is the exit code.
pub async fn check(config: &Path, as_json: bool) -> Result<Verdict, Failure> {
    let settings = once(config)?;
    let memory = observe(&settings.config, &Memory::new(clock::now()), &Native, None).await;
    let board = Board::of(&settings.config.plan, &memory, clock::now());
    if as_json {
        let request = web::Request {
            method: "GET",
            path: "/status.json",
            query: "",
            accept_language: "",
            if_none_match: "",
            authorization: "",
            cookie: "",
        };
        let counters = Counters::default();
        let own = Own { phase: Phase::Serving, notice: "", kept: Kept::Elsewhere, counters: &counters };
        let answer = web::respond(&request, &settings.site, &board, own);
        say::line(String::from_utf8_lossy(&answer.body));
    } else {
        say::whole(web::text_board(&settings.site, &board));
    }
    Ok(board.verdict)
}

/// The configuration for a single look.
pub fn once(config: &Path) -> Result<Settings, Failure> {
    let mut settings = Settings::new(settings::load(config)?.config);
    settings.config.plan.confirm = 1;
    Ok(settings)
}

/// Asks a running Headcount's `/livez`, for container checks.
pub async fn alive(listen: &Listen) -> Result<(), Failure> {
    let address = reachable(&listen.listen);
    let url = url::Url::parse(&format!("http://{address}/livez")).map_err(|e| {
        Failure::Usage(vec![format!("--listen {address}: {e}; write for example 127.0.0.1:8080")])
    })?;
    let request = HttpRequest { url: &url, headers: &[], tls: None };
    match tokio::time::timeout(ALIVE_TIMEOUT, http::get(&request)).await {
        Ok(Ok(answer)) if answer.status == 200 => Ok(()),
        Ok(Ok(answer)) => Err(Failure::Down(format!("{url} answers {}", answer.status))),
        Ok(Err(e)) => Err(Failure::Down(format!("{url}: {e}"))),
        Err(_) => Err(Failure::Down(format!("{url}: no answer within {} s", ALIVE_TIMEOUT.as_secs()))),
    }
}

/// Where a server that listens here can be asked: on loopback, if it listens everywhere.
fn reachable(listen: &str) -> String {
    match listen.parse::<SocketAddr>() {
        Ok(SocketAddr::V4(at)) if at.ip().is_unspecified() => format!("127.0.0.1:{}", at.port()),
        Ok(SocketAddr::V6(at)) if at.ip().is_unspecified() => format!("[::1]:{}", at.port()),
        Ok(_) | Err(_) => listen.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_listens_everywhere_is_asked_on_loopback_and_any_other_where_it_listens() {
        for (listen, asked) in [
            ("0.0.0.0:8080", "127.0.0.1:8080"),
            ("[::]:8080", "[::1]:8080"),
            ("10.0.0.0:8080", "10.0.0.0:8080"),
            ("[fd00::]:8080", "[fd00::]:8080"),
            ("localhost:8080", "localhost:8080"),
        ] {
            assert_eq!(reachable(listen), asked);
        }
    }
}
