//! Which situation a board is in, and the sentences for it: the worst first, what is fine last (PAGE 6).
//!
//! The one place that turns a public board into a verdict's words; page, text, JSON and command line all use it.

use super::time::Locale;
use super::{maintenance, queue_trouble, say, service_trouble, source_trouble, well};
use core::time::Duration;
use shared::memory::Observer;
use shared::page::Tone;
use shared::public::{PublicBoard, PublicQueue, PublicService};
use shared::reading::{Reading, Source};
use shared::sample::Exactness;
use shared::state::{Verdict, worst_first};

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
    /// What else is wrong: a line each, worst first.
    pub also: Vec<String>,
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

/// The words for a board.
pub fn speak(l: &Locale, board: &PublicBoard) -> Spoken {
    let now = board.served_at.0;
    if board.services.is_empty() && board.awaited.is_empty() {
        return plain(Tone::NotKnown, say::empty_board(l));
    }
    if board.checked_at.is_none()
        && board.awaited.is_empty()
        && board.services.iter().all(|s| s.observed_at.is_none())
    {
        return plain(Tone::NotKnown, say::never_checked(l, Duration::from_secs(board.every_s)));
    }
    if !board.services.is_empty() && board.services.iter().all(|s| s.expired) && rounds_have_stopped(board) {
        return out_of_date(l, board, say::now_not_known(l));
    }
    // What others report is heard of all the same.
    let nothing_is_heard = || board.services.iter().all(|s| s.source.is_none() || s.expired);
    if board.observer == Observer::Offline && nothing_is_heard() {
        let since = board.services.iter().map(|s| s.since.0).max().unwrap_or(now);
        let since = say::not_known_since(l, &l.moment(since, now), now.since(since));
        return Spoken { since: vec![since], ..plain(Tone::NotKnown, say::observer_offline(l)) };
    }
    let of = |service| troubles(l, board, service).into_iter().map(move |trouble| (Some(service), trouble));
    let of_sources = source_trouble::of(l, board).into_iter().map(|trouble| (None, trouble));
    let all = board.services.iter().flat_map(of).chain(of_sources).collect();
    let troubles = worst_first(all, |(_, t): &(Option<&PublicService>, Trouble)| Some(t.verdict));
    let mut spoken = match troubles.first() {
        Some((_, first)) => in_trouble(l, board, first, &troubles),
        None => well::speak(l, board),
    };
    if let Some(service) = board.services.iter().find(|s| s.confirming) {
        let again = match spoken.tone {
            // Why nothing is known has been said.
            Tone::NotKnown => say::checking_again_shortly(l),
            _ => say::checking_again(l, service_trouble::missed(service)),
        };
        spoken.says.push(again);
    }
    maintenance::annotate(l, spoken, board)
}

/// Whether no round has ended for as long as two take. Otherwise what expired is not the page: its questions are
/// not answered, or it was asked to wait with them.
fn rounds_have_stopped(board: &PublicBoard) -> bool {
    let two_rounds = Duration::from_secs(board.every_s.saturating_mul(2));
    board.checked_at.is_none_or(|at| board.served_at.0.since(at.0) > two_rounds)
}

/// What an open tab says when its board's time is over and nothing newer has come.
pub fn expired_words(l: &Locale, then: &Spoken, board: &PublicBoard) -> Spoken {
    let now_and_then = if board.checked_at.is_some() && then.tone != Tone::OutOfDate {
        say::then_now(l, &then.headline)
    } else {
        say::now_not_known(l)
    };
    out_of_date(l, board, now_and_then)
}

fn out_of_date(l: &Locale, board: &PublicBoard, now_and_then: String) -> Spoken {
    let checked_at = board.checked_at.map(|at| l.moment(at.0, board.served_at.0));
    let says = vec![say::last_check_was(l, checked_at.as_deref()), now_and_then];
    let (tone, headline) = (Tone::OutOfDate, say::out_of_date(l));
    Spoken { tone, subject: String::new(), headline, says, also: Vec::new(), since: Vec::new() }
}

fn plain(tone: Tone, (headline, second): (String, String)) -> Spoken {
    let (says, also) = (vec![second], Vec::new());
    Spoken { tone, subject: String::new(), headline, says, also, since: Vec::new() }
}

fn troubles(l: &Locale, board: &PublicBoard, service: &PublicService) -> Vec<Trouble> {
    if source_trouble::is_lost(service) {
        return Vec::new(); // it is told once for all that its source watches
    }
    let of_queues = service.queues.iter().filter_map(|q| queue_trouble::of(l, board, service, q));
    let mut all: Vec<Trouble> = of_queues.collect();
    all.extend(service_trouble::of(l, board, service, &all));
    all
}

/// So many lines tell what else is wrong; the cards below have it all.
const MOST_ALSO: usize = 4;

fn in_trouble(
    l: &Locale,
    board: &PublicBoard,
    first: &Trouble,
    all: &[(Option<&PublicService>, Trouble)],
) -> Spoken {
    let mut headline = first.headline.clone();
    let mut also: Vec<String> = Vec::new();
    let working = board.services.iter().filter(|s| s.verdict == Verdict::Operational).count();
    let is_about_a_service = board.services.iter().any(|s| s.name == first.subject);
    if first.verdict == Verdict::Unknown && all.len() == 1 && is_about_a_service && working > 0 {
        headline = say::the_others_work(l, &headline, working);
    }
    let more = all.len().saturating_sub(1);
    if more > 0 {
        headline = say::and_more(l, &headline, more);
        for (service, trouble) in all.iter().skip(1) {
            let unnamed = service
                .filter(|service| board.services.len() > 1 && !trouble.headline.contains(&service.name));
            let line = match unnamed {
                None => say::also(l, &trouble.headline),
                Some(service) => say::also_of(l, &service.name, &trouble.headline),
            };
            // Two queues of one name say the same twice.
            if !also.contains(&line) {
                also.push(line);
            }
        }
        // One more line is no longer than the line that says so.
        if also.len() > MOST_ALSO + 1 {
            let others = also.split_off(MOST_ALSO).len();
            also.push(say::and_others(l, others as u64));
        }
    }
    Spoken {
        tone: tone(first.verdict),
        subject: first.subject.clone(),
        headline,
        says: first.says.clone(),
        also,
        since: first.since.clone(),
    }
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
pub fn is_told_by_app(queue: &PublicQueue) -> bool {
    matches!(queue.workers_alive, Reading::Known { source: Source::App, .. })
}

/// All workers of these queues that are known; nothing if none of them is known, or if some number is a lower bound and
/// another an upper one: their sum would be neither.
pub(super) fn counted<'a>(queues: impl Iterator<Item = &'a PublicQueue>) -> Option<say::Counted> {
    let known =
        queues.filter_map(|q| Some(say::Counted { n: q.workers_alive.known()?, exactness: q.exactness }));
    let added = known.map(Some).reduce(|sum, next| {
        let (sum, next) = (sum?, next?);
        let exactness = match (sum.exactness, next.exactness) {
            (Exactness::Exact, bound) | (bound, Exactness::Exact) => bound,
            (one, other) if one == other => one,
            _ => return None,
        };
        Some(say::Counted { n: sum.n.saturating_add(next.n), exactness })
    });
    added.flatten()
}
