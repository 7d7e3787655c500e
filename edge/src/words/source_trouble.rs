//! What is wrong with those who watch from elsewhere, in words: one of them is silent, or was never heard of.
//!
//! Not what is wrong with what they watch: as long as they report, that is told like everything else.

use super::say;
use super::situation::Trouble;
use super::time::Locale;
use shared::board::{Link, SourceBoard};
use shared::public::{PublicBoard, PublicService};
use shared::state::Verdict;
use std::collections::BTreeSet;

/// One trouble for each source, however many services it watches.
pub(super) fn of(l: &Locale, board: &PublicBoard) -> Vec<Trouble> {
    let now = board.served_at.0;
    let names: BTreeSet<&str> =
        board.services.iter().filter_map(|s| Some(s.source.as_ref()?.name.as_str())).collect();
    let alone = names.len() + board.awaited.len() < 2;
    let silent = names.iter().filter_map(|name| {
        let lost = board.services.iter().filter(|s| is_lost(s)).filter_map(|s| Some((s, s.source.as_ref()?)));
        let (service, source) =
            lost.filter(|(_, source)| source.name == *name).max_by_key(|(_, source)| source.heard_at)?;
        let at = l.moment(source.heard_at.unwrap_or(service.since.0), now);
        let headline = if alone {
            say::nothing_heard_from_inside_since(l, &at)
        } else {
            say::nothing_heard_since(l, &source.name, &at)
        };
        let since = say::not_known_since(l, &l.moment(service.since.0, now), now.since(service.since.0));
        Some(trouble(&source.name, headline, say::does_not_report(l), vec![since]))
    });
    let awaited = board.awaited.iter().map(|name| {
        let headline =
            if alone { say::nothing_heard_from_inside_yet(l) } else { say::nothing_heard_yet(l, name) };
        trouble(name, headline, say::has_not_reported_yet(l), Vec::new())
    });
    silent.chain(awaited).collect()
}

/// Whether nothing is known of a service because nobody tells of it any more.
pub(super) fn is_lost(service: &PublicService) -> bool {
    service.expired && matches!(&service.source, Some(SourceBoard { link: Link::Lost, .. }))
}

fn trouble(name: &str, headline: String, second: String, since: Vec<String>) -> Trouble {
    Trouble { verdict: Verdict::Unknown, subject: name.to_owned(), headline, says: vec![second], since }
}
