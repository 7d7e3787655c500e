//! `headcount gate`: holds a deployment until the new release is seen to work, or says why it is not.
//!
//! Old beats outlive a dead release. So where the evidence outlives a worker, a sign of life must be newer than
//! the gate's own start: its age by the store's clock is less than the time that the gate has been waiting. One
//! that lay in the future when the gate began looks new for as long as that clock is fast: it proves nothing.

use super::cli::Failure;
use super::ports::Native;
use super::{check, clock};
use crate::host::observe;
use crate::web;
use core::time::Duration;
use shared::board::Board;
use shared::memory::Memory;
use shared::name::PublicName;
use shared::sample::{Basis, Beat};
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
    let mut ahead: Option<Vec<Beat>> = None;
    loop {
        let asked = Instant::now();
        memory = observe(&settings.config, &memory, &Native, None).await;
        let board = Board::of(&settings.config.plan, &memory, clock::now());
        let ahead = ahead.get_or_insert_with(|| from_the_future(&board));
        let missing = missing(&board, evidence, asked - began, ahead);
        if missing.is_empty() {
            print!("{}", web::text_board(&settings.site, &board));
            return Ok(());
        }
        if began.elapsed() >= timeout {
            print!("{}", web::text_board(&settings.site, &board));
            let verdict = if board.verdict == Verdict::Unknown { Verdict::Unknown } else { Verdict::Down };
            return Err(Failure::Closed { verdict, why: missing });
        }
        // The last look is at the very end of its time.
        tokio::time::sleep_until((asked + EVERY).min(began + timeout)).await;
    }
}

/// What still keeps the gate closed.
fn missing(board: &Board, evidence: Evidence, waited: Duration, ahead: &[Beat]) -> Vec<String> {
    let mut missing = Vec::new();
    if !matches!(board.verdict, Verdict::Operational | Verdict::Degraded) {
        missing.push(format!("the verdict is {}", board.verdict));
    }
    if evidence == Evidence::New {
        let queues =
            board.services.iter().flat_map(|service| service.queues.iter().map(move |q| (service, q)));
        for (service, queue) in queues.filter(|(_, queue)| outlives_its_worker(queue.basis)) {
            if !has_signed_in_within(&queue.beats, waited, ahead) {
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

/// Beats that are no older than the very moment they were read in.
fn from_the_future(board: &Board) -> Vec<Beat> {
    let queues = board.services.iter().flat_map(|service| &service.queues);
    queues.flat_map(|queue| &queue.beats).filter(|beat| beat.age.is_zero()).cloned().collect()
}

/// Whether there is a beat since the gate began that is none of those that lay ahead then.
fn has_signed_in_within(beats: &[Beat], waited: Duration, ahead: &[Beat]) -> bool {
    let lay_ahead = |beat: &Beat| ahead.iter().any(|old| (&old.name, old.at) == (&beat.name, beat.at));
    beats.iter().any(|beat| beat.age < waited && !lay_ahead(beat))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::time::Timestamp;

    fn beat(at: i64, age: u64) -> Beat {
        Beat { name: "w1".into(), at: Timestamp::from_secs(at), age: Duration::from_secs(age) }
    }

    #[test]
    fn a_beat_opens_the_gate_if_it_is_younger_than_the_gate() {
        let waited = Duration::from_secs(9);
        assert!(has_signed_in_within(&[beat(100, 20), beat(120, 8)], waited, &[]));
        assert!(!has_signed_in_within(&[beat(100, 20), beat(119, 9)], waited, &[]));
    }

    #[test]
    fn a_beat_that_lay_in_the_future_when_the_gate_began_proves_nothing_but_the_next_one_does() {
        let (waited, ahead) = (Duration::from_secs(9), [beat(3600, 0)]);
        assert!(!has_signed_in_within(&[beat(3600, 0)], waited, &ahead));
        assert!(has_signed_in_within(&[beat(3610, 0)], waited, &ahead));
    }
}
