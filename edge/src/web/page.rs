//! The page's model: the public board in words, in the order in which they are read (PAGE 5).
//!
//! Also `/page.json`, which an open tab refreshes from. Not HTML: the views draw this.

use super::embed::Parts;
use super::{Site, history, queue_card};
use crate::words::{self, Locale, Spoken, labels, say};
use core::time::Duration;
use shared::history::Cadence;
use shared::map::Map;
use shared::page::drawing::Happening;
use shared::page::{Fresh, Header, Link, Markup, Page, Part, Section, Tone};
use shared::public::{PublicBoard, PublicDependency, PublicQueue, PublicService};
use shared::state::{State, Verdict, worst_first};
use shared::time::Timestamp;

/// What stands around a board on its page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<'a> {
    /// A line above everything; empty for none.
    pub notice: &'a str,
    /// The query that keeps other forms of this page on the same service; empty for all.
    pub filter: &'a str,
}

/// The model; for those who show a part of it, that part.
pub(super) fn render(
    site: &Site,
    l: &Locale,
    board: &PublicBoard,
    around: Around<'_>,
    parts: Option<&Parts>,
) -> Vec<u8> {
    let page = model(site, l, board, around);
    let page = match parts {
        Some(parts) => parts.of(page),
        None => page,
    };
    serde_json::to_vec(&page).unwrap_or_default()
}

/// The model of the page for this board.
pub(super) fn model(site: &Site, l: &Locale, board: &PublicBoard, around: Around<'_>) -> Page {
    let Around { notice, filter } = around;
    let spoken = words::speak(l, board);
    let expired = words::expired_words(l, &spoken, board);
    let services: Vec<&PublicService> = board.services.iter().collect();
    let services = worst_first(services, |service| Some(service.verdict));
    let alone = services.len() == 1;
    Page {
        title: board.title.clone(),
        lang: l.language().tag().to_owned(),
        dir: l.language().direction(),
        served_at: board.served_at.0,
        checked_at: board.checked_at.map(|at| at.0),
        expires_at: valid_until(&spoken, board),
        poll_ms: u32::try_from(board.poll.as_millis()).unwrap_or(u32::MAX),
        notice: notice.to_owned(),
        header: Header { planned: words::maintenance::planned(l, board), ..header(l, &spoken, board) },
        expired: header(l, &expired, board),
        fresh: fresh(l, board, valid_until(&spoken, board)),
        sections: services.into_iter().map(|service| section(l, board, service, alone)).collect(),
        happened: happened(l, board),
        history: history::card(l, board),
        footer: footer(l, board),
        links: vec![
            Link { href: format!("{}/status.txt{filter}", site.base), text: labels::plain_text(l) },
            Link { href: format!("{}/status.json{filter}", site.base), text: labels::json(l) },
        ],
        links_label: labels::other_forms(l),
        operator: site
            .admin_token
            .is_some()
            .then(|| Link { href: format!("{}/ops", site.base), text: labels::operator_view(l) }),
    }
}

/// Until when what is said here holds. As long as rounds are made, what has expired is said to be so, and that holds
/// on; once they have stopped, the whole page is as old as the oldest of it.
pub(super) fn valid_until(spoken: &Spoken, board: &PublicBoard) -> Option<Timestamp> {
    match spoken.tone {
        Tone::OutOfDate => board.expires_at.map(|at| at.0),
        _ => board.valid_until,
    }
}

/// How often is checked, and who else reports.
fn footer(l: &Locale, board: &PublicBoard) -> String {
    let mut reported: Map<&str, Vec<&str>> = Map::new();
    for service in &board.services {
        if let Some(source) = &service.source {
            reported.or_default(&source.name).push(&service.name);
        }
    }
    let checked = labels::footer(l, Duration::from_secs(board.every_s), measured(board));
    let reported =
        reported.into_iter().map(|(source, services)| say::these_are_reported(l, &services, source));
    core::iter::once(checked).chain(reported).collect::<Vec<_>>().join(" ")
}

/// So many events stand on the page; feeds have more.
const EVENTS: usize = 5;

/// The latest of what happened.
fn happened(l: &Locale, board: &PublicBoard) -> Option<Markup> {
    let several = board.services.len() > 1;
    let events = board.events.iter().take(EVENTS).map(|event| Happening {
        at: event.at,
        time: l.moment(event.at, board.served_at.0),
        tone: words::event::tone(event),
        text: words::event::line(l, event, several),
    });
    let events: Vec<Happening> = events.collect();
    (!events.is_empty()).then(|| app::draw::happened(words::history::happened(l), events, several))
}

/// The measured cadence, once there is a second round to measure by.
fn measured(board: &PublicBoard) -> Option<Cadence> {
    let cadence = board.past.cadence;
    (cadence.rounds > 1 && !cadence.mean.is_zero()).then_some(cadence)
}

fn header(l: &Locale, spoken: &Spoken, board: &PublicBoard) -> Header {
    Header {
        tone: spoken.tone,
        document_title: labels::document_title(l, spoken.tone, &spoken.subject, &board.title),
        headline: spoken.headline.clone(),
        says: paragraph(&spoken.says).into_iter().chain(spoken.also.iter().cloned()).collect(),
        since: paragraph(&spoken.since).into_iter().collect(),
        confirming: board.services.iter().any(|service| service.confirming),
        planned: None,
    }
}

/// Sentences that belong together, in one paragraph.
fn paragraph(sentences: &[String]) -> Option<String> {
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

fn fresh(l: &Locale, board: &PublicBoard, until: Option<Timestamp>) -> Fresh {
    let now = board.served_at.0;
    let is_checked = board.checked_at.is_some();
    let checked = if is_checked { labels::checked(l) } else { String::new() };
    let age = |at: Option<Timestamp>| {
        board.checked_at.zip(at).map(|(checked_at, at)| l.ago(at.since(checked_at.0))).unwrap_or_default()
    };
    let longest = board.checked_at.zip(until).map_or(Duration::ZERO, |(from, until)| until.since(from.0));
    Fresh {
        age: age(Some(now)),
        widest: widest(l, &checked, longest),
        checked,
        as_of: board.checked_at.map(|at| labels::as_of(l, &l.moment(at.0, now))).unwrap_or_default(),
        valid_until: if until.is_some() { labels::valid_until(l) } else { String::new() },
        until: until.map(|at| l.moment(at, now)).unwrap_or_default(),
        zone: if is_checked { l.zone().to_owned() } else { String::new() },
        offline: labels::offline(l),
    }
}

/// Numbers of every plural form that is written in some other way or with more digits than those before.
const FORMS: [u64; 6] = [1, 2, 10, 21, 22, 59];

/// A line for each form that an age takes until the longest. Which is the widest depends on the language and the font: in
/// Arabic, one second takes more room than 59.
fn widest(l: &Locale, checked: &str, longest: Duration) -> String {
    let forms = [1, 60, 3600].into_iter().flat_map(|unit| FORMS.map(|n| Duration::from_secs(n * unit)));
    let ages = [Duration::ZERO, longest].into_iter().chain(forms).filter(|age| *age <= longest);
    ages.map(|age| format!("{checked} {}", l.ago(age))).collect::<Vec<_>>().join("\n")
}

fn section(l: &Locale, board: &PublicBoard, service: &PublicService, alone: bool) -> Section {
    let now = board.served_at.0;
    let queues =
        worst_first(service.queues.iter().collect(), |queue: &&PublicQueue| Verdict::of(queue.state));
    let since = labels::since(l, &l.moment(service.since.0, now));
    let tone = if service.expired { Tone::OutOfDate } else { words::situation::tone(service.verdict) };
    Section {
        id: service.id.clone(),
        name: service.name.clone(),
        tone,
        word: word(l, service.verdict.into(), service.confirming),
        line: match &service.source {
            None => since,
            Some(source) => format!("{since} · {}", say::reported_by(l, &source.name)),
        },
        // Nothing to unfold where there is neither a part nor a queue.
        folded: !alone
            && (service.verdict == Verdict::Operational
                || (service.queues.is_empty() && service.dependencies.is_empty())),
        queues: queues.into_iter().map(|queue| queue_card::card(l, now, service, queue)).collect(),
        parts_heading: labels::parts(l),
        parts: parts(l, service),
        parts_note: if service.before_restart { labels::before_restart(l) } else { String::new() },
    }
}

fn parts(l: &Locale, service: &PublicService) -> Vec<Part> {
    let lines: Vec<&PublicDependency> = service.dependencies.iter().collect();
    let lines = worst_first(lines, |line| Verdict::of(line.state));
    let process = service.liveness.map(|verdict| Part {
        name: labels::process(l),
        tone: words::situation::tone(verdict),
        word: labels::state(l, verdict.into()),
        latency: String::new(),
        note: String::new(),
    });
    let works_without = service.health == Some(State::Operational);
    let parts = lines.into_iter().map(|line| Part {
        name: line.name.clone(),
        tone: tone(line.state),
        word: labels::state(l, line.state),
        latency: line.latency_ms.map(|ms| labels::milliseconds(l, ms)).unwrap_or_default(),
        note: if works_without && line.state == State::Down {
            labels::works_without(l)
        } else {
            String::new()
        },
    });
    parts.chain(process).collect()
}

/// The tone of a state on a row or a card.
pub(super) fn tone(state: State) -> Tone {
    Verdict::of(state).map_or(Tone::NotChecked, words::situation::tone)
}

/// The word of a state on a row or a card.
pub(super) fn word(l: &Locale, state: State, confirming: bool) -> String {
    let word = labels::state(l, state);
    if confirming { labels::confirming(l, &word) } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    #[test]
    fn the_room_for_an_age_holds_each_one_until_it_expires_in_every_language() {
        let digits = |age: &str| age.chars().filter(char::is_ascii_digit).count();
        let words = |age: &str| age.replace(|c: char| c.is_ascii_digit(), "");
        for l in Language::all().map(|language| Locale::new(language, "UTC")) {
            for longest in [11, 15, 30, 60, 61, 120, 300, 900, 7200] {
                let room = widest(&l, "", Duration::from_secs(longest));
                for second in 0..=longest {
                    let age = format!(" {}", l.ago(Duration::from_secs(second)));
                    let is_room =
                        room.lines().any(|line| words(line) == words(&age) && digits(line) >= digits(&age));
                    assert!(is_room, "{age:?} of {longest} in {room:?}");
                }
            }
        }
    }
}
