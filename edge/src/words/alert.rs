//! What an alert says: the page's own headline and sentences, since when, what was seen, and where to read on.
//!
//! For people who run the application: evidence may hold what a server said. Not when something is said (`shared::alert`).

use super::sentence::sentences;
use super::time::Locale;
use super::{elsewhere, labels, say, speak};
use crate::config::{Config, PageSettings};
use crate::notify::Message;
use shared::alert::{About, Kind, Notice, Topic, What};
use shared::board::{Board, DependencyBoard, QueueBoard, ServiceBoard};
use shared::name::PublicName;
use shared::public::PublicBoard;
use shared::reading::Reading;
use shared::sample::Workers;
use shared::state::{State, Verdict};
use shared::time::Timestamp;

/// The message for a notice, with the board of its round.
pub fn message(page: &PageSettings, board: &Board, notice: &Notice) -> Message {
    let l = &locale(page);
    let service = board.services.iter().find(|service| service.id == notice.about.service);
    let name = service.map_or(notice.about.service.as_str(), |service| &service.name);
    let (title, mut lines) = match service {
        None => (watched_no_longer(l, name), Vec::new()),
        Some(_) if notice.what == What::NoLongerWatched => (queue_watched_no_longer(l, name), Vec::new()),
        Some(service) => said(l, board, service, notice),
    };
    lines.push(since(l, notice, service));
    Message {
        id: notice.id.clone(),
        key: notice.key.clone(),
        kind: notice.kind(),
        about: notice.about.clone(),
        service: name.to_owned(),
        title,
        lines,
        since: notice.since,
        at: notice.at,
        url: format!("{}{}/", page.origin, page.base),
        runbook: service.map(runbook).unwrap_or_default(),
        follows: !notice.said.is_empty(),
    }
}

/// Where to read on: what a queue that is not as it should be has of its own, or else the service's.
fn runbook(service: &ServiceBoard) -> String {
    let of_queue = |queue: &&QueueBoard| !queue.runbook.is_empty() && is_wrong(queue.state);
    service.queues.iter().find(of_queue).map_or(&service.runbook, |queue| &queue.runbook).clone()
}

/// A message that only shows that a channel works.
pub fn test_message(config: &Config, now: Timestamp) -> Message {
    let page = &config.page;
    let l = &locale(page);
    let plan = config.plan.services.first();
    let id = format!("test.{}", now.millis());
    Message {
        key: id.clone(),
        id,
        kind: Kind::Recovered,
        about: About { service: plan.map(|plan| plan.id.clone()).unwrap_or_default(), topic: Topic::Verdict },
        service: plan.map(|plan| plan.name.clone()).unwrap_or_default(),
        title: this_is_a_test(l, &config.plan.title),
        lines: vec![somebody_tests(l)],
        since: now,
        at: now,
        url: format!("{}{}/", page.origin, page.base),
        runbook: String::new(),
        follows: false,
    }
}

/// Who is told is spoken to as the page speaks on its own.
fn locale(page: &PageSettings) -> Locale {
    Locale::new(page.lang, &page.time_zone)
}

fn said(l: &Locale, board: &Board, service: &ServiceBoard, notice: &Notice) -> (String, Vec<String>) {
    let over = notice.kind() == Kind::Recovered;
    match &notice.about.topic {
        Topic::Verdict => of_verdict(l, board, service, notice),
        Topic::SelfProbe if over => (process_is_well_again(l, &service.name), vec![]),
        Topic::SelfProbe => (process_did_not_start_well(l, &service.name), vec![longer_than_a_restart(l)]),
        Topic::Breaker { dependency } => of_breaker(l, service, dependency, over),
        Topic::Reading { queue } => match queue_of(service, queue) {
            Some(queue) => of_reading(l, service, queue, over),
            None => (queue_cannot_be_read(l, &service.name), vec![]),
        },
        Topic::DeadLetters { queue } => {
            let name = queue_of(service, queue).map_or(queue.clone(), |q| named(l, &q.name));
            of_letters(l, &name, &service.name, &notice.what)
        }
    }
}

fn of_verdict(l: &Locale, board: &Board, service: &ServiceBoard, notice: &Notice) -> (String, Vec<String>) {
    let alone = board.narrowed_to(&service.id);
    let public = PublicBoard::of(alone.as_ref().unwrap_or(board), |nth| labels::dependency_number(l, nth));
    let spoken = speak(l, &public);
    let mut lines = spoken.says;
    if notice.what == What::Recovered {
        lines.insert(0, sentence(l, &spoken.headline));
        return (say::works_again(l, &service.name), lines);
    }
    lines.extend(spoken.also);
    lines.extend(evidence(l, service));
    let named = board.services.len() == 1 || spoken.headline.contains(&service.name);
    let title = if named { spoken.headline } else { title_of(l, &service.name, &spoken.headline) };
    (if notice.what == What::Reminder { still_so(l, &title) } else { title }, lines)
}

/// What was seen, for the operator: the answers behind everything that is not as it should be.
pub fn evidence(l: &Locale, service: &ServiceBoard) -> Vec<String> {
    let health = service.health.iter().filter(|h| is_wrong(h.state) && !h.evidence.is_empty());
    let mut lines: Vec<String> = health.map(|h| seen(l, &h.evidence)).collect();
    for dependency in service.dependencies.iter().filter(|d| matches!(d.state, State::Down | State::Degraded))
    {
        let why = dependency.evidence.error_class.as_ref().or(dependency.evidence.reason.as_ref());
        lines.extend(why.map(|why| seen_of_part(l, &named_line(dependency), why)));
    }
    let queues = service.queues.iter().filter(|q| is_wrong(q.state));
    lines.extend(queues.map(|queue| seen_numbers(l, &counted(l, queue))));
    lines
}

const fn is_wrong(state: State) -> bool {
    matches!(state, State::Down | State::Degraded | State::Unknown)
}

/// "Background jobs: 0 workers, 58 waiting, 4 failed for good".
fn counted(l: &Locale, queue: &QueueBoard) -> String {
    let workers = match queue.workers {
        Workers::NotMeasured => workers_not_counted(l),
        Workers::Counted { alive: Reading::Known { value, .. }, .. } => so_many_workers(l, value),
        Workers::Counted { alive, .. } => workers_unknown(l, &figure(l, alive)),
    };
    let (waiting, failed) = (figure(l, queue.numbers.queue_depth), figure(l, queue.numbers.failed_depth));
    let name = named(l, &queue.name);
    match queue.evidence.as_str() {
        "" => numbers(l, &name, &workers, &waiting, &failed),
        evidence => numbers_with(l, &name, &workers, &waiting, &failed, evidence),
    }
}

fn figure(l: &Locale, reading: Reading) -> String {
    match reading {
        Reading::Known { value, .. } => l.number(value),
        Reading::Unknown { why, .. } => labels::unknown_for(l, &say::reason(l, why)),
    }
}

fn of_breaker(l: &Locale, service: &ServiceBoard, dependency: &str, over: bool) -> (String, Vec<String>) {
    let line = service.dependencies.iter().find(|line| line.public_id == dependency);
    let part = line.map_or_else(|| dependency.to_owned(), named_line);
    if over {
        return (breaker_is_closed_again(l, &service.name, &part), vec![]);
    }
    let why = line.and_then(|line| line.evidence.error_class.as_ref());
    let lines = core::iter::once(has_stopped_asking(l, &service.name, &part))
        .chain(why.map(|why| seen(l, why)))
        .collect();
    (breaker_is_open(l, &service.name, &part), lines)
}

fn of_reading(l: &Locale, service: &ServiceBoard, queue: &QueueBoard, over: bool) -> (String, Vec<String>) {
    let (name, numbers) = (named(l, &queue.name), counted(l, queue));
    if over {
        return (can_be_read_again(l, &name), vec![sentence(l, &numbers)]);
    }
    let state = labels::state(l, service.verdict.into()).to_lowercase();
    let lines = vec![seen_numbers(l, &numbers), service_itself(l, &service.name, &state)];
    (cannot_be_read_whole(l, &name), lines)
}

fn of_letters(l: &Locale, queue: &str, service: &str, what: &What) -> (String, Vec<String>) {
    let &What::DeadLetters { new, total, there_before } = what else {
        return (failed_jobs_are_gone(l, queue), vec![in_service(l, service)]);
    };
    let mut lines = vec![in_all(l, total, service)];
    lines.extend(there_before.map(|n| had_failed_before(l, n)));
    (more_have_failed(l, queue, new), lines)
}

fn since(l: &Locale, notice: &Notice, service: Option<&ServiceBoard>) -> String {
    // Who is woken may be anywhere.
    let moment = elsewhere::at(l, &l.moment(notice.since, notice.at), l.zone());
    let lasted = notice.at.since(notice.since);
    match &notice.what {
        What::Recovered | What::NoLongerWatched => {
            let lasted = over_at(notice, service).since(notice.since);
            began_and_lasted(l, &moment, &l.exact(lasted))
        }
        What::DeadLetters { .. } => seen_at(l, &moment),
        _ if lasted.is_zero() => since_at(l, &moment),
        _ => since_for(l, &moment, &l.spoken(lasted)),
    }
}

/// When it was over, which may have been said only later: the page dates it so.
fn over_at(notice: &Notice, service: Option<&ServiceBoard>) -> Timestamp {
    let is_well = |service: &&ServiceBoard| service.verdict == Verdict::Operational;
    match service.filter(is_well).filter(|_| notice.about.topic == Topic::Verdict) {
        Some(service) => service.since.min(notice.at),
        None => notice.at,
    }
}

fn queue_of<'a>(service: &'a ServiceBoard, id: &str) -> Option<&'a QueueBoard> {
    service.queues.iter().find(|queue| queue.id == id)
}

/// What operators call a queue: as everybody does.
pub fn named(l: &Locale, name: &PublicName) -> String {
    match name {
        PublicName::Given(name) => name.clone(),
        PublicName::Numbered(n) => labels::dependency_number(l, *n),
    }
}

/// Operators know a part by its key.
pub fn named_line(line: &DependencyBoard) -> String {
    match &line.name {
        PublicName::Given(name) => name.clone(),
        PublicName::Numbered(_) => line.key.clone(),
    }
}

sentences! { "alert";
    /// "planner is watched no longer"
    watched_no_longer(service: Name);
    /// "Trip planner: a queue is watched no longer"
    queue_watched_no_longer(service: Name);
    /// "Trip planner: this is a test, nothing has happened"
    this_is_a_test(page: Name);
    /// What the test is.
    somebody_tests();
    /// The end of the next.
    process_is_well_again(service: Name);
    /// "Trip planner: its process says that it did not start well"
    process_did_not_start_well(service: Name);
    /// Why the last is told.
    longer_than_a_restart();
    /// Of a queue that is not on the board.
    queue_cannot_be_read(service: Name);
    /// A headline, or a line of numbers, with a full stop.
    sentence(headline: Words);
    /// "Trip planner: Database is not working"
    title_of(service: Name, headline: Words);
    /// "Still so: Database is not working"
    still_so(title: Words);
    /// "Seen: HTTP 503"
    seen(evidence: Name);
    /// "Seen: Background jobs: 0 workers, 58 waiting, 4 failed for good"
    seen_numbers(numbers: Words);
    /// "Database: ConnectionRefused"
    seen_of_part(part: Name, why: Name);
    /// "Background jobs: 0 workers, 58 waiting, 4 failed for good"
    numbers(queue: Name, workers: Words, waiting: Words, failed: Words);
    /// The same, with what a server said.
    numbers_with(queue: Name, workers: Words, waiting: Words, failed: Words, evidence: Name);
    /// "2 workers"
    so_many_workers(n: Number);
    /// "? (no permission) workers"
    workers_unknown(unknown: Words);
    /// "workers not counted"
    workers_not_counted();
    /// The end of the next.
    breaker_is_closed_again(service: Name, part: Name);
    /// "Trip planner: the breaker before Database is open"
    breaker_is_open(service: Name, part: Name);
    /// "Trip planner has stopped asking Database."
    has_stopped_asking(service: Name, part: Name);
    /// The end of the next.
    can_be_read_again(queue: Name);
    /// "Background jobs: this page cannot read all of it"
    cannot_be_read_whole(queue: Name);
    /// "Trip planner itself: working."
    service_itself(service: Name, state: Words);
    /// The end of the next.
    failed_jobs_are_gone(queue: Name);
    /// "Background jobs: 5 more jobs have failed for good"
    more_have_failed(queue: Name, n: Number);
    /// "In Trip planner."
    in_service(service: Name);
    /// "8 in all, in Trip planner."
    in_all(n: Number, service: Name);
    /// "3 of them had failed before this page began to watch."
    had_failed_before(n: Number);
    /// "The trouble began at 14:01:00 UTC and lasted 45 s."
    began_and_lasted(at: Words, lasted: Words);
    /// "Seen at 14:01:00 UTC."
    seen_at(at: Words);
    /// "Since 14:01:00 UTC."
    since_at(at: Words);
    /// "Since 14:01:00 UTC, for 6 minutes."
    since_for(at: Words, lasts: Words);
}
