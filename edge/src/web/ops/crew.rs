//! The evidence of one queue: both witnesses side by side, the beat of each worker, and the last rounds.
//!
//! Not the queue's card, which everybody sees.

use super::evidence::{Facts, Told, figure, tone};
use super::sheet::{all, fold, mark, runbook};
use crate::web::document::escaped;
use crate::words::evidence as words;
use crate::words::{Locale, alert, labels};
use core::time::Duration;
use shared::board::{QueueBoard, ServiceBoard};
use shared::flag::{Flag, FlagWord};
use shared::history::Subject;
use shared::reading::{Reading, Source};
use shared::sample::Workers;

/// More workers than this are folded away.
const SHOWN: usize = 8;
/// Units of a worker's bar.
const BAR: u128 = 100;

/// What is known of a queue, and how.
pub fn evidence(told: &Told<'_>, service: &ServiceBoard, queue: &QueueBoard) -> String {
    let l = told.l();
    let name = alert::named(l, &queue.name);
    let tone = tone(queue.state);
    let rounds = told.rounds(
        &Subject::Queue(service.id.clone(), queue.id.clone()),
        [words::WORKERS, words::WAITING, words::FAILED, words::MILLIS],
        |_, shown| shown.numbers.map(|n| figure(l, n)),
    );
    format!(
        "<h4 class=\"{}\">{} {}</h4>{}{}{}{}{}",
        tone.class(),
        mark(l, tone),
        escaped(&name),
        runbook(&name, &queue.runbook),
        witnesses(l, queue),
        beats(told, service, queue),
        facts(told, queue),
        fold(&format!("r-{}.{}", service.id, queue.id), "plain", words::LAST_ROUNDS, &rounds),
    )
}

/// What each of the two counts.
fn witnesses(l: &Locale, queue: &QueueBoard) -> String {
    let own = |reading: Reading| match reading {
        // It stands in for ours where we could not read, and is the other witness's all the same.
        Reading::Known { source: Source::App, .. } => labels::unknown_number(l),
        other => words::figure(l, other),
    };
    let (alive, source) = match queue.workers {
        Workers::Counted { alive, .. } => (own(alive), alive.source()),
        Workers::NotMeasured => (labels::unknown_number(l), queue.numbers.queue_depth.source()),
    };
    let theirs = |of: fn(&shared::sample::Crew) -> Reading| {
        queue.reported.as_ref().map_or_else(|| labels::unknown_number(l), |crew| words::figure(l, of(crew)))
    };
    let rows = [
        (words::WORKERS, alive, theirs(|crew| crew.workers_alive)),
        (words::WAITING, own(queue.numbers.queue_depth), theirs(|crew| crew.queue_depth)),
        (words::FAILED, own(queue.numbers.failed_depth), theirs(|crew| crew.failed_depth)),
    ];
    let row = |(what, ours, app): &(&str, String, String)| {
        format!("<tr><th scope=\"row\">{what}</th><td>{}</td><td>{}</td></tr>", escaped(ours), escaped(app))
    };
    let rows = all(rows.iter().map(row));
    let disagree = if Flag::is_said(&queue.flags, FlagWord::SourcesDisagree) { words::DISAGREE } else { "" };
    let silent = if queue.reported.is_none() { words::NOT_ASKED_THERE } else { "" };
    let note = [disagree, silent].concat();
    format!(
        "<table class=\"two\"><caption>{}</caption><thead><tr><td></td><th scope=\"col\">{}</th>\
         <th scope=\"col\">{}</th></tr></thead><tbody>{rows}</tbody></table>{}",
        words::WITNESSES,
        labels::store(l, source),
        words::APPLICATION,
        if note.is_empty() { String::new() } else { format!("<p class=\"lab\">{note}</p>") },
    )
}

/// Each worker by its name, with the age of its last sign of life, which burns down to the end of the window.
fn beats(told: &Told<'_>, service: &ServiceBoard, queue: &QueueBoard) -> String {
    if queue.beats.is_empty() {
        return String::new();
    }
    let since = queue.observed_at.map(|at| told.board.served_at.since(at)).unwrap_or_default();
    let rows: Vec<String> = queue
        .beats
        .iter()
        .map(|beat| {
            let age = beat.age.saturating_add(since);
            format!(
                "<li><span>{}</span><span>{}</span>{}</li>",
                escaped(&beat.name),
                words::ago(told.l(), age),
                bar(age, queue.window)
            )
        })
        .collect();
    let heading = words::beats(told.l(), queue.beats.len(), queue.window);
    let (first, rest) = rows.split_at_checked(SHOWN).unwrap_or((&rows, &[]));
    let rest = if rest.is_empty() {
        String::new()
    } else {
        let inside = format!("<ul class=\"beats\">{}</ul>", rest.concat());
        fold(
            &format!("b-{}.{}", service.id, queue.id),
            "plain",
            &words::and_more(told.l(), rest.len()),
            &inside,
        )
    };
    format!("<p class=\"lab\">{heading}</p><ul class=\"beats\">{}</ul>{rest}", first.concat())
}

fn bar(age: Duration, window: Duration) -> String {
    if window.is_zero() {
        return String::new();
    }
    let left = window.saturating_sub(age).as_millis() * BAR / window.as_millis().max(1);
    format!(
        "<svg viewBox=\"0 0 100 4\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect class=\"t\" width=\"100\" \
         height=\"4\"></rect><rect class=\"f\" width=\"{left}\" height=\"4\"></rect></svg>"
    )
}

fn facts(told: &Told<'_>, queue: &QueueBoard) -> String {
    let l = told.l();
    let mut facts = Facts::default();
    facts.say(words::SAID, &queue.evidence);
    let confirming = if queue.confirming { format!(", {}", words::CONFIRMING) } else { String::new() };
    facts.say(words::STATE, &format!("{}{confirming}", labels::state(l, queue.state)));
    facts.say(words::SINCE, &told.moment(queue.since));
    facts.say(words::ANSWERED, &told.answered(queue.observed_at));
    facts.say(words::ROUND_TRIP, &labels::milliseconds(l, words::millis(queue.round_trip)));
    facts.say(words::SYSTEM, &queue.system);
    let numbers = &queue.numbers;
    facts.say(&labels::in_hand(l), &words::figure(l, numbers.in_flight));
    facts.say(words::DELAYED, &words::figure(l, numbers.delayed));
    facts.say(&labels::overdue(l), &words::figure(l, numbers.overdue));
    if let Some(seconds) = numbers.oldest_waiting_s.known() {
        facts.say(&labels::oldest(l), &l.exact(Duration::from_secs(seconds)));
    }
    if queue.quiet > 0 {
        facts.say(words::QUIET, &figure(l, Some(queue.quiet)));
    }
    for part in &queue.parts {
        facts.say(words::PART, &words::part(l, part));
    }
    facts.list()
}
