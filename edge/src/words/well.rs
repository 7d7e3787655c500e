//! The words for a board on which nothing is wrong, or nothing that the application needs.
//!
//! "Everything" only if every part is known and every queue's workers are counted.

use super::say::{self, listed};
use super::situation::{Spoken, counted};
use super::time::Locale;
use shared::flag::FlagWord;
use shared::page::Tone;
use shared::public::{PublicBoard, PublicQueue};
use shared::reading::{Reading, Why};
use shared::state::State;

/// Waiting messages beyond which the sentence says "busy". A word, never a verdict.
const BUSY: u64 = 100;

pub(super) fn speak(l: &Locale, board: &PublicBoard) -> Spoken {
    let facts = Facts::of(board);
    let (headline, mut says) = headline(l, board, &facts);
    says.extend(facts.unmanned.iter().map(|queue| match queue.unserved_since {
        None => say::no_worker_and_no_work(l, &queue.name),
        Some(_) => say::no_worker_yet(l, &queue.name),
    }));
    let said = |waiting: &u64| *waiting == 0 && !facts.unmanned.is_empty();
    if let Some(waiting) = facts.waiting.filter(|waiting| !said(waiting)) {
        // By a few, it is not worth a word.
        let more = facts.more.filter(|_| waiting > BUSY).unwrap_or(0);
        says.push(say::jobs_waiting_more(l, waiting, more));
    }
    if facts.nothing_new_has_failed && board.fully_observed {
        says.push(say::nothing_new_has_failed(l));
    }
    let since = board.services.iter().map(|s| s.since.0).max();
    let lasts = since.map(|since| board.served_at.0.since(since)).filter(|lasts| lasts.as_secs() > 0);
    Spoken {
        tone: if facts.uncounted.is_empty() { Tone::Working } else { Tone::HalfWorking },
        subject: String::new(),
        headline,
        says,
        also: Vec::new(),
        since: lasts.map(|lasts| say::working_for(l, &l.spoken(lasts))).into_iter().collect(),
    }
}

struct Facts<'a> {
    queues: Vec<&'a PublicQueue>,
    /// Queues whose workers only the application counts, because our own reading failed.
    told: Vec<&'a PublicQueue>,
    /// Queues that nobody is at, and nobody has to be.
    unmanned: Vec<&'a PublicQueue>,
    /// Names of queues that somebody has stopped.
    paused: Vec<&'a str>,
    /// Names of queues whose workers take no new work.
    quiet: Vec<&'a str>,
    /// Names of queues whose workers nobody counts.
    uncounted: Vec<&'a str>,
    /// Names of parts that the application works without.
    down: Vec<&'a str>,
    /// Names of parts with problems that are none of the application's.
    degraded: Vec<&'a str>,
    /// Names of parts of which the application does not know.
    not_known: Vec<&'a str>,
    counted: Option<say::Counted>,
    /// Jobs that wait in all queues; nothing without queues, or if one is not known.
    waiting: Option<u64>,
    /// How many more those are than ten minutes ago, if that is known of each queue.
    more: Option<i64>,
    /// Whether every queue has no more dead letters than when yesterday ended.
    nothing_new_has_failed: bool,
}

impl<'a> Facts<'a> {
    fn of(board: &'a PublicBoard) -> Self {
        let queues: Vec<&PublicQueue> = board.services.iter().flat_map(|s| &s.queues).collect();
        let parts = |state: State| -> Vec<&'a str> {
            let all = board.services.iter().flat_map(|s| &s.dependencies);
            all.filter(|d| d.state == state).map(|d| d.name.as_str()).collect()
        };
        let with = |keep: &dyn Fn(&PublicQueue) -> bool| -> Vec<&'a PublicQueue> {
            queues.iter().copied().filter(|q| keep(q)).collect()
        };
        let can_wait = || queues.iter().filter(|q| !holds_dead_letters_alone(q));
        let waiting = can_wait().try_fold(0_u64, |sum, q| Some(sum.saturating_add(q.queue_depth.known()?)));
        Self {
            told: with(&|q| q.flags.contains(&FlagWord::QueueUnknown)),
            paused: names(with(&|q| q.flags.contains(&FlagWord::Paused))),
            quiet: names(with(&|q| q.flags.contains(&FlagWord::Quiet))),
            uncounted: with(&|q| q.state == State::NotApplicable).iter().map(|q| q.name.as_str()).collect(),
            down: parts(State::Down),
            degraded: parts(State::Degraded),
            not_known: parts(State::Unknown),
            unmanned: with(&|q| is_unmanned(q)),
            counted: counted(queues.iter().copied().filter(|q| !is_unmanned(q))),
            waiting: waiting.filter(|_| can_wait().next().is_some()),
            more: can_wait().try_fold(0_i64, |sum, q| Some(sum.saturating_add(q.trend.waiting_10_min?))),
            nothing_new_has_failed: !queues.is_empty() && queues.iter().all(|q| has_no_new_failure(q)),
            queues,
        }
    }
}

fn has_no_new_failure(queue: &PublicQueue) -> bool {
    let then_and_now = queue.past.failed_yesterday.zip(queue.failed_depth.known());
    then_and_now.is_some_and(|(then, now)| now <= then)
}

/// A transport of its own for them: there is nothing in it that could wait.
fn holds_dead_letters_alone(queue: &PublicQueue) -> bool {
    matches!(queue.queue_depth, Reading::Unknown { why: Why::NotOffered, .. })
        && queue.failed_depth.known().is_some()
}

fn is_unmanned(queue: &PublicQueue) -> bool {
    queue.flags.contains(&FlagWord::ScaledToZero)
}

fn names(queues: Vec<&PublicQueue>) -> Vec<&str> {
    queues.into_iter().map(|q| q.name.as_str()).collect()
}

/// The sentence, and the ones that explain it, up to the workers.
fn headline(l: &Locale, board: &PublicBoard, facts: &Facts<'_>) -> (String, Vec<String>) {
    let at_it = facts.counted.map(|n| say::workers_are_at_it(l, n));
    let alive = facts.counted.map(|n| say::workers_are_alive(l, n));
    let not_needed = (!facts.down.is_empty())
        .then(|| say::not_working_but_not_needed(l, &listed(l, &facts.down), count(&facts.down)));
    let then = |first: String, more: [Option<String>; 2]| {
        core::iter::once(first).chain(more.into_iter().flatten()).collect::<Vec<_>>()
    };
    if let Some(first) = facts.told.first() {
        let (store, n) = (store(first), counted(facts.told.iter().copied()).map_or(0, |c| c.n));
        let says = then(say::the_application_counts(l, n, store), [not_needed, None]);
        return (say::working_without_the_store(l, store), says);
    }
    if !facts.paused.is_empty() {
        let headline = say::are_paused(l, &listed(l, &facts.paused), count(&facts.paused));
        return (headline, then(say::stopped_on_purpose(l), [not_needed, alive]));
    }
    if !facts.quiet.is_empty() {
        let headline = say::take_no_new_work(l, &listed(l, &facts.quiet));
        return (headline, then(say::told_to_finish(l), [not_needed, alive]));
    }
    if !facts.uncounted.is_empty() {
        let all = facts.uncounted.len() == facts.queues.len();
        let headline = if all {
            say::nobody_counts(l)
        } else {
            say::nobody_counts_those_of(l, &listed(l, &facts.uncounted))
        };
        return (headline, then(say::nobody_tells_who_is_alive(l), [not_needed, at_it]));
    }
    if !facts.down.is_empty() {
        let says = then(say::works_without(l, count(&facts.down)), [at_it, None]);
        return (say::working_except(l, &listed(l, &facts.down)), says);
    }
    let says: Vec<String> = at_it.into_iter().collect();
    if !facts.not_known.is_empty() {
        let names = listed(l, &facts.not_known);
        return (say::working_but_not_checked(l, &names, count(&facts.not_known)), says);
    }
    if !facts.degraded.is_empty() {
        let names = listed(l, &facts.degraded);
        return (say::working_although(l, &names, count(&facts.degraded)), says);
    }
    match facts.counted {
        _ if !board.fully_observed => (say::working(l), says),
        _ if facts.waiting.is_some_and(|n| n > BUSY) => (say::everything_works_and_is_busy(l), says),
        Some(counted) => (say::everything_works_with(l, counted), Vec::new()),
        None => (say::everything_works(l), Vec::new()),
    }
}

fn count(names: &[&str]) -> u64 {
    names.len() as u64
}

/// How the job store fails us.
fn store(queue: &PublicQueue) -> say::Store {
    match queue.in_flight {
        _ if queue.flags.contains(&FlagWord::ProbeUnauthorized) => say::Store::TurnsUsAway,
        Reading::Unknown { why: Why::NotAnswering, .. } => say::Store::Silent,
        Reading::Unknown { .. } | Reading::Known { .. } => say::Store::NotReadable,
    }
}
