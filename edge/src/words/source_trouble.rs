//! What is wrong with those who watch from elsewhere, in words: one of them is silent, or was never heard of.
//!
//! Not what is wrong with what they watch: as long as they report, that is told like everything else.

use super::en;
use super::situation::Trouble;
use super::time::Zone;
use shared::board::{Link, SourceBoard};
use shared::public::{PublicBoard, PublicService};
use shared::state::Verdict;
use std::collections::BTreeSet;

/// One trouble for each source, however many services it watches.
pub(super) fn of(board: &PublicBoard, zone: &Zone) -> Vec<Trouble> {
    let now = board.served_at.0;
    let names: BTreeSet<&str> =
        board.services.iter().filter_map(|s| Some(s.source.as_ref()?.name.as_str())).collect();
    let alone = names.len() + board.awaited.len() < 2;
    let called = |name: &str| if alone { en::INSIDE.to_owned() } else { name.to_owned() };
    let silent = names.iter().filter_map(|name| {
        let lost = board.services.iter().filter(|s| is_lost(s)).filter_map(|s| Some((s, s.source.as_ref()?)));
        let (service, source) =
            lost.filter(|(_, source)| source.name == *name).max_by_key(|(_, source)| source.heard_at)?;
        let since = source.heard_at.unwrap_or(service.since.0);
        Some(trouble(
            &source.name,
            en::nothing_heard_since(&called(&source.name), &zone.moment(since, now)),
            en::does_not_report().to_owned(),
            vec![en::not_known_since(&zone.moment(service.since.0, now), now.since(service.since.0))],
        ))
    });
    let awaited = board.awaited.iter().map(|name| {
        trouble(name, en::nothing_heard_yet(&called(name)), en::has_not_reported_yet().to_owned(), Vec::new())
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
