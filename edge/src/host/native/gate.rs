//! `headcount gate`: holds a deployment until the new release is seen to work, or says why it is not.
//!
//! Old beats outlive a dead release. So where the evidence outlives a worker, a sign of life must be newer than
//! the gate's own start: its age by the store's clock is less than the time that the gate has been waiting.

use super::cli::Failure;
use super::ports::Native;
use super::{check, clock};
use crate::host::observe;
use crate::web;
use core::time::Duration;
use shared::board::{Board, PublicName, QueueBoard};
use shared::memory::Memory;
use shared::sample::Basis;
use shared::state::Verdict;
use std::path::Path;
use tokio::time::Instant;

/// From look to look. An application of ADR-075 allows 20 questions a minute.
const EVERY: Duration = Duration::from_secs(3);

/// Which evidence is enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// A sign of life since the gate began.
    New,
    /// Any that still counts.
    Old,
}

/// Waits until the board is operational or degraded.
pub async fn gate(config: &Path, timeout: Duration, evidence: Evidence) -> Result<(), Failure> {
    let settings = check::once(config)?;
    let began = Instant::now();
    let mut memory = Memory::new(clock::now());
    loop {
        let asked = Instant::now();
        memory = observe(&settings.config, &memory, &Native, None).await;
        let board = Board::of(&settings.config.plan, &memory, clock::now());
        let missing = missing(&board, evidence, asked - began);
        if missing.is_empty() {
            print!("{}", web::text_board(&settings.site, &board));
            return Ok(());
        }
        if began.elapsed() + EVERY > timeout {
            print!("{}", web::text_board(&settings.site, &board));
            let verdict = if board.verdict == Verdict::Unknown { Verdict::Unknown } else { Verdict::Down };
            return Err(Failure::Closed { verdict, why: missing });
        }
        tokio::time::sleep_until(asked + EVERY).await;
    }
}

/// What still keeps the gate closed.
fn missing(board: &Board, evidence: Evidence, waited: Duration) -> Vec<String> {
    let mut missing = Vec::new();
    if !matches!(board.verdict, Verdict::Operational | Verdict::Degraded) {
        missing.push(format!("the verdict is {}", board.verdict));
    }
    if evidence == Evidence::New {
        let queues =
            board.services.iter().flat_map(|service| service.queues.iter().map(move |q| (service, q)));
        for (service, queue) in queues.filter(|(_, queue)| outlives_its_worker(queue.basis)) {
            if !has_signed_in_within(queue, waited) {
                let name = match &queue.name {
                    PublicName::Given(name) => name,
                    PublicName::Numbered(_) => &queue.id,
                };
                missing.push(format!(
                    "{} of {}: no worker has signed in since this gate began ({} s ago); \
                     --allow-old accepts older signs of life",
                    name,
                    service.name,
                    waited.as_secs()
                ));
            }
        }
    }
    missing
}

const fn outlives_its_worker(basis: Basis) -> bool {
    matches!(basis, Basis::Beat | Basis::Expiry | Basis::TtlRecord)
}

fn has_signed_in_within(queue: &QueueBoard, waited: Duration) -> bool {
    queue.beats.iter().any(|beat| beat.age < waited)
}
