//! Which situation a board is in, and the sentences for it: the worst first, what is fine last (PAGE 6).
//!
//! The one place that turns a public board into a verdict's words; page, text, JSON and command line all use it.

use super::time::Zone;
use super::{en, queue_trouble, service_trouble};
use core::time::Duration;
use shared::flag::FlagWord;
use shared::memory::Observer;
use shared::page::Tone;
use shared::public::{PublicBoard, PublicQueue, PublicService};
use shared::reading::Source;
use shared::state::{State, Verdict};
use shared::time::Timestamp;

/// A verdict in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spoken {
    /// Colour and mark.
    pub tone: Tone,
    /// What it is about, for the document's title; empty if it is about everything.
    pub subject: String,
    /// The sentence.
    pub headline: String,
    /// What it means, numbers, what is fine: a sentence or two each.
    pub says: Vec<String>,
    /// Since when.
    pub since: Vec<String>,
}

/// One thing that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Trouble {
    pub verdict: Verdict,
    pub subject: String,
    pub headline: String,
    pub says: Vec<String>,
    pub since: Vec<String>,
}

/// Waiting messages beyond which the sentence says "busy". A word, never a verdict.
const BUSY: u64 = 100;

/// The words for a board.
pub fn speak(board: &PublicBoard, zone: &Zone) -> Spoken {
    let now = board.served_at.0;
    if board.services.is_empty() {
        return plain(Tone::NotKnown, en::empty_board());
    }
    if board.services.iter().all(|s| s.observed_at.is_none()) {
        return plain(Tone::NotKnown, en::never_checked(Duration::from_secs(board.every_s)));
    }
    if board.services.iter().all(|s| s.expired) {
        return out_of_date(board.checked_at.map(|at| at.0), zone, now);
    }
    if board.observer == Observer::Offline {
        return plain(Tone::NotKnown, en::observer_offline());
    }
    let mut troubles: Vec<Trouble> =
        board.services.iter().flat_map(|service| troubles(board, service, zone)).collect();
    troubles.sort_by_key(|t| core::cmp::Reverse(t.verdict));
    let mut spoken = match troubles.first() {
        Some(first) => in_trouble(board, first, &troubles),
        None => all_well(board),
    };
    if board.services.iter().any(|s| s.confirming) {
        spoken.says.push(en::checking_again().to_owned());
    }
    spoken
}

/// What an open tab says when its board's time is over and nothing newer has come.
pub fn expired_words(then: &Spoken, board: &PublicBoard, zone: &Zone) -> Spoken {
    let now = board.served_at.0;
    let mut spoken = out_of_date(board.checked_at.map(|at| at.0), zone, now);
    if board.checked_at.is_some() {
        spoken.says.push(en::then_now(&then.headline));
    }
    spoken
}

fn out_of_date(checked_at: Option<Timestamp>, zone: &Zone, now: Timestamp) -> Spoken {
    let (headline, says) = en::out_of_date(checked_at.map(|at| zone.moment(at, now)).as_deref());
    Spoken { tone: Tone::OutOfDate, subject: String::new(), headline, says, since: Vec::new() }
}

fn plain(tone: Tone, (headline, second): (String, String)) -> Spoken {
    Spoken { tone, subject: String::new(), headline, says: vec![second], since: Vec::new() }
}

fn troubles(board: &PublicBoard, service: &PublicService, zone: &Zone) -> Vec<Trouble> {
    let now = board.served_at.0;
    let of_queues = service.queues.iter().filter_map(|q| queue_trouble::of(service, q, zone, now));
    let mut all: Vec<Trouble> = of_queues.collect();
    all.extend(service_trouble::of(board, service, zone, !all.is_empty()));
    all
}

fn in_trouble(board: &PublicBoard, first: &Trouble, all: &[Trouble]) -> Spoken {
    let mut headline = first.headline.clone();
    let mut says = first.says.clone();
    if first.verdict == Verdict::Unknown && board.services.len() > 1 {
        let others = board.services.iter().filter(|s| s.verdict == Verdict::Operational).count();
        if others + 1 == board.services.len() && all.len() == 1 {
            headline = en::the_others_work(&headline, others);
        }
    }
    let more = all.len().saturating_sub(1);
    if more > 0 {
        headline = en::and_more(&headline, more);
        says.extend(all.iter().skip(1).map(|t| en::also(&t.headline)));
    }
    Spoken { tone: tone(first.verdict), subject: first.subject.clone(), headline, says, since: first.since.clone() }
}

fn all_well(board: &PublicBoard) -> Spoken {
    let services = &board.services;
    let queues: Vec<&PublicQueue> = services.iter().flat_map(|s| &s.queues).collect();
    let not_counted = queues.iter().any(|q| q.state == State::NotApplicable);
    let told_by_app = queues.iter().find(|q| q.flags.contains(&FlagWord::QueueUnknown));
    let parts_down: Vec<&str> = services
        .iter()
        .flat_map(|s| &s.dependencies)
        .filter(|d| d.state == State::Down)
        .map(|d| d.name.as_str())
        .collect();
    let workers = queues.iter().filter_map(|q| q.workers_alive.known()).sum::<u64>();
    let waiting = queues.iter().map(|q| q.queue_depth.known()).sum::<Option<u64>>();
    let counted = queues.iter().any(|q| q.workers_alive.known().is_some());

    let mut says = Vec::new();
    let (tone, headline) = if let Some(queue) = told_by_app {
        let refused = queue.flags.contains(&FlagWord::ProbeUnauthorized);
        says.push(en::the_application_counts(queue.workers_alive.known().unwrap_or(0), refused));
        (Tone::Working, en::store_does_not_answer(refused).to_owned())
    } else if !parts_down.is_empty() {
        says.push(en::works_without(parts_down.len()).to_owned());
        (Tone::Working, en::working_except(&parts_down))
    } else if not_counted {
        says.push(en::nobody_tells_who_is_alive().to_owned());
        (Tone::HalfWorking, en::nobody_counts().to_owned())
    } else if !board.fully_observed {
        (Tone::Working, en::working().to_owned())
    } else if waiting.is_some_and(|n| n > BUSY) {
        (Tone::Working, en::everything_works_and_is_busy().to_owned())
    } else if counted {
        (Tone::Working, en::everything_works_with(workers, exactly(&queues)))
    } else {
        (Tone::Working, en::everything_works().to_owned())
    };
    if told_by_app.is_none() && !queues.is_empty() {
        if counted && !headline_counts(&headline, workers) {
            says.push(en::workers_are_at_it(workers));
        }
        says.extend(waiting.map(en::jobs_waiting));
    }
    let since = services.iter().map(|s| s.since.0).max();
    let for_how_long = since.map(|s| en::working_for(board.served_at.0.since(s)));
    Spoken { tone, subject: String::new(), headline, says, since: for_how_long.into_iter().collect() }
}

fn headline_counts(headline: &str, workers: u64) -> bool {
    headline.contains(&super::time::number(workers))
}

fn exactly(queues: &[&PublicQueue]) -> bool {
    queues.iter().all(|q| q.exactness == shared::sample::Exactness::Exact)
}

/// The tone of a verdict.
pub const fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Operational => Tone::Working,
        Verdict::Draining => Tone::Restarting,
        Verdict::Degraded => Tone::Problems,
        Verdict::Unknown => Tone::NotKnown,
        Verdict::Down => Tone::NotWorking,
    }
}

/// Whether a queue's number of workers came from the application alone.
pub(super) fn is_told_by_app(queue: &PublicQueue) -> bool {
    matches!(queue.workers_alive, shared::reading::Reading::Known { source: Source::App, .. })
}
