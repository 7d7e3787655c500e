//! The two places where Headcount runs. Thin: they bring clocks, sockets, a database and requests.
//!
//! Nothing is judged or rendered here. What both do alike is in this file.

pub mod ledger;
#[cfg(not(target_arch = "wasm32"))]
pub mod native;
#[cfg(target_arch = "wasm32")]
mod worker;

use crate::config::Config;
use crate::probe::round::{Ports, round};
use shared::memory::Memory;

/// Makes one round and judges it. `limit` bounds the connections at a time.
pub async fn observe<P: Ports>(config: &Config, before: &Memory, ports: &P, limit: Option<usize>) -> Memory {
    let waits = before.services.iter().filter_map(|(id, s)| Some((id.clone(), s.ask_again_at?))).collect();
    let round = round(config, &waits, ports, limit).await;
    shared::reduce::advance(&config.plan, before, &round)
}
