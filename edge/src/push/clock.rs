//! Two clocks: what a sender dated by its own is dated anew by that of the receiver, by which it expires.
//!
//! Not the times of workers and messages: those are the stores', which neither of the two clocks made.

use shared::memory::{Liveness, Part, ServiceMemory};
use shared::time::Timestamp;

/// A snapshot that needed this long, in milliseconds, was on its way: its sender's clock need not be slow.
const ON_ITS_WAY: i64 = 12_000;
/// The timestamp of a signature has whole seconds, and clocks that are set right waver.
const WAVERS: i64 = 2_000;

/// By how many milliseconds a sender's times are to be moved, given by how many they were moved before.
///
/// Within what travelling explains they stay as they are: then a snapshot looks rather too old than too new. And
/// as long as nothing has changed they are moved by as much as before, so that "since" stays the same moment.
pub(super) fn offset(sent_at: Timestamp, now: Timestamp, before: i64) -> i64 {
    let apart = now.millis().saturating_sub(sent_at.millis());
    if apart.saturating_sub(before).abs() <= WAVERS {
        before
    } else if (-WAVERS..=ON_ITS_WAY).contains(&apart) {
        0
    } else {
        apart
    }
}

/// Moves what the sender dated.
pub(super) fn moved(service: &mut ServiceMemory, by: i64) {
    let shift = |at: &mut Timestamp| *at = Timestamp::from_millis(at.millis().saturating_add(by));
    shift(&mut service.since);
    part(&mut service.health, shift);
    service.draining_since.iter_mut().for_each(shift);
    if let Liveness::Said { at, .. } = &mut service.liveness {
        shift(at);
    }
    for queue in service.queues.values_mut().chain(service.reported.values_mut()) {
        part(queue, shift);
        if let Some(crew) = &mut queue.facts.last_crew {
            shift(&mut crew.at);
        }
        if let Some(unserved) = &mut queue.facts.unserved {
            shift(&mut unserved.since);
            shift(&mut unserved.seen);
        }
    }
}

fn part<F>(part: &mut Part<F>, shift: impl Fn(&mut Timestamp)) {
    shift(&mut part.since);
    part.observed_at.iter_mut().for_each(shift);
}
