//! What an alert says: the page's own headline and sentences, since when, what was seen, and where to read on.
//!
//! For people who run the application: evidence may hold what a server said. Not when something is said (`shared::alert`).

use super::time::{Zone, exact, number, spoken};
use super::{elsewhere, en, labels, speak};
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
    let zone = Zone::named(&page.time_zone);
    let service = board.services.iter().find(|service| service.id == notice.about.service);
    let name = service.map_or(notice.about.service.as_str(), |service| &service.name);
    let (title, mut lines) = match service {
        None => (format!("{name} is watched no longer"), Vec::new()),
        Some(_) if notice.what == What::NoLongerWatched => {
            (format!("{name}: a queue is watched no longer"), Vec::new())
        }
        Some(service) => said(board, service, notice, &zone),
    };
    lines.push(since(notice, service, &zone));
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
    let plan = config.plan.services.first();
    let id = format!("test.{}", now.millis());
    Message {
        key: id.clone(),
        id,
        kind: Kind::Recovered,
        about: About { service: plan.map(|plan| plan.id.clone()).unwrap_or_default(), topic: Topic::Verdict },
        service: plan.map(|plan| plan.name.clone()).unwrap_or_default(),
        title: format!("{}: this is a test, nothing has happened", config.plan.title),
        lines: vec!["Somebody ran headcount notify test. Alerts will arrive here.".to_owned()],
        since: now,
        at: now,
        url: format!("{}{}/", page.origin, page.base),
        runbook: String::new(),
        follows: false,
    }
}

fn said(board: &Board, service: &ServiceBoard, notice: &Notice, zone: &Zone) -> (String, Vec<String>) {
    let over = notice.kind() == Kind::Recovered;
    match &notice.about.topic {
        Topic::Verdict => of_verdict(board, service, notice, zone),
        Topic::SelfProbe if over => {
            (format!("{}: its process says that it is well again", service.name), vec![])
        }
        Topic::SelfProbe => (
            format!("{}: its process says that it did not start well", service.name),
            vec!["For longer than a restart should take. The verdict does not rest on it.".to_owned()],
        ),
        Topic::Breaker { dependency } => of_breaker(service, dependency, over),
        Topic::Reading { queue } => match queue_of(service, queue) {
            Some(queue) => of_reading(service, queue, over),
            None => (format!("{}: a queue cannot be read", service.name), vec![]),
        },
        Topic::DeadLetters { queue } => {
            let name = queue_of(service, queue).map_or(queue.clone(), |q| named(&q.name));
            of_letters(&name, &service.name, &notice.what)
        }
    }
}

fn of_verdict(board: &Board, service: &ServiceBoard, notice: &Notice, zone: &Zone) -> (String, Vec<String>) {
    let alone = board.narrowed_to(&service.id);
    let public = PublicBoard::of(alone.as_ref().unwrap_or(board), labels::dependency_number);
    let spoken = speak(&public, zone);
    let mut lines = spoken.says;
    if notice.what == What::Recovered {
        lines.insert(0, format!("{}.", spoken.headline));
        return (format!("{} works again", service.name), lines);
    }
    lines.extend(spoken.also);
    lines.extend(evidence(service));
    let named = board.services.len() == 1 || spoken.headline.contains(&service.name);
    let title = if named { spoken.headline } else { format!("{}: {}", service.name, spoken.headline) };
    (if notice.what == What::Reminder { format!("Still so: {title}") } else { title }, lines)
}

/// What was seen, for the operator: the answers behind everything that is not as it should be.
pub fn evidence(service: &ServiceBoard) -> Vec<String> {
    let health = service.health.iter().filter(|h| is_wrong(h.state) && !h.evidence.is_empty());
    let mut lines: Vec<String> = health.map(|h| format!("Seen: {}", h.evidence)).collect();
    for dependency in service.dependencies.iter().filter(|d| matches!(d.state, State::Down | State::Degraded))
    {
        let why = dependency.evidence.error_class.as_ref().or(dependency.evidence.reason.as_ref());
        lines.extend(why.map(|why| format!("{}: {why}", named_line(dependency))));
    }
    let queues = service.queues.iter().filter(|q| is_wrong(q.state));
    lines.extend(queues.map(|queue| format!("Seen: {}", counted(queue))));
    lines
}

const fn is_wrong(state: State) -> bool {
    matches!(state, State::Down | State::Degraded | State::Unknown)
}

/// "Background jobs: 0 workers, 58 waiting, 4 failed for good".
fn counted(queue: &QueueBoard) -> String {
    let workers = match queue.workers {
        Workers::NotMeasured => "workers not counted".to_owned(),
        Workers::Counted { alive, .. } => format!("{} workers", figure(alive)),
    };
    let evidence = if queue.evidence.is_empty() { String::new() } else { format!(" ({})", queue.evidence) };
    format!(
        "{}: {workers}, {} waiting, {} failed for good{evidence}",
        named(&queue.name),
        figure(queue.numbers.queue_depth),
        figure(queue.numbers.failed_depth)
    )
}

fn figure(reading: Reading) -> String {
    match reading {
        Reading::Known { value, .. } => number(value),
        Reading::Unknown { why, .. } => format!("? ({})", en::reason(why)),
    }
}

fn of_breaker(service: &ServiceBoard, dependency: &str, over: bool) -> (String, Vec<String>) {
    let line = service.dependencies.iter().find(|line| line.public_id == dependency);
    let name = line.map_or_else(|| dependency.to_owned(), named_line);
    if over {
        return (format!("{}: the breaker before {name} is closed again", service.name), vec![]);
    }
    let why = line.and_then(|line| line.evidence.error_class.clone());
    let mut lines = vec![format!("{} has stopped asking {name}.", service.name)];
    lines.extend(why.map(|why| format!("Seen: {why}")));
    (format!("{}: the breaker before {name} is open", service.name), lines)
}

fn of_reading(service: &ServiceBoard, queue: &QueueBoard, over: bool) -> (String, Vec<String>) {
    let name = named(&queue.name);
    if over {
        return (format!("{name} can be read again"), vec![format!("{}.", counted(queue))]);
    }
    let lines = vec![
        format!("Seen: {}", counted(queue)),
        format!("{} itself: {}.", service.name, labels::state(service.verdict.into()).to_lowercase()),
    ];
    (format!("{name}: this page cannot read all of it"), lines)
}

fn of_letters(queue: &str, service: &str, what: &What) -> (String, Vec<String>) {
    let &What::DeadLetters { new, total, there_before } = what else {
        return (format!("{queue}: the new failed jobs are gone"), vec![format!("In {service}.")]);
    };
    let more = if new == 1 {
        "1\u{a0}more job has".to_owned()
    } else {
        format!("{}\u{a0}more jobs have", number(new))
    };
    let mut lines = vec![format!("{} in all, in {service}.", number(total))];
    lines.extend(
        there_before.map(|n| format!("{} of them had failed before this page began to watch.", number(n))),
    );
    (format!("{queue}: {more} failed for good"), lines)
}

fn since(notice: &Notice, service: Option<&ServiceBoard>, zone: &Zone) -> String {
    // Who is woken may be anywhere.
    let moment = elsewhere::at(&zone.moment(notice.since, notice.at), zone.name());
    let lasted = notice.at.since(notice.since);
    match &notice.what {
        What::Recovered | What::NoLongerWatched => {
            let lasted = over_at(notice, service).since(notice.since);
            format!("The trouble began at {moment} and lasted {}.", exact(lasted))
        }
        What::DeadLetters { .. } => format!("Seen at {moment}."),
        _ if lasted.is_zero() => format!("Since {moment}."),
        _ => format!("Since {moment}, for {}.", spoken(lasted)),
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
pub fn named(name: &PublicName) -> String {
    match name {
        PublicName::Given(name) => name.clone(),
        PublicName::Numbered(n) => labels::dependency_number(*n),
    }
}

/// Operators know a part by its key.
pub fn named_line(line: &DependencyBoard) -> String {
    match &line.name {
        PublicName::Given(name) => name.clone(),
        PublicName::Numbered(_) => line.key.clone(),
    }
}
