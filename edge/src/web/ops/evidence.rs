//! How we know, for the operator: what came back from each question behind a service, in small tables that fold away.
//!
//! Remote words are text here as everywhere. Queues have a file of their own: `crew`.

use super::crew;
use super::sheet::{all, fold, mark, paragraph, runbook};
use crate::web::Site;
use crate::web::document::escaped;
use crate::words::evidence as words;
use crate::words::{Locale, advice, alert, labels, situation};
use core::fmt::Write;
use shared::board::{Board, DependencyBoard, HealthBoard, ServiceBoard};
use shared::flag::Flag;
use shared::history::{Row, Shown, Subject};
use shared::memory::Liveness;
use shared::page::Tone;
use shared::state::{State, Verdict};
use shared::time::Timestamp;

/// The evidence of one service: what came back where something is wrong, and the rest where somebody unfolds it.
pub fn card(site: &Site, board: &Board, service: &ServiceBoard) -> String {
    let told = Told { site, board };
    let answers = all(alert::evidence(&site.operators, service)
        .iter()
        .map(|line| format!("<li>{}</li>", escaped(line))));
    let seen = if answers.is_empty() {
        String::new()
    } else {
        format!("<h3>{}</h3><ul class=\"seen\">{answers}</ul>", words::CAME_BACK)
    };
    let inside = [told.remarks(service), told.service(service), lines(&site.operators, service)].concat();
    let queues: String = service.queues.iter().map(|queue| crew::evidence(&told, service, queue)).collect();
    let evidence = fold(
        &format!("e-{}", service.id),
        "",
        words::EVIDENCE,
        &format!("<div class=\"both\"><div>{inside}</div><div>{queues}</div></div>"),
    );
    format!("<section class=\"card evi\">{seen}{evidence}</section>")
}

/// What evidence is told with.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// For whom.
    pub site: &'a Site,
    /// Of what.
    pub board: &'a Board,
}

impl<'a> Told<'a> {
    /// How operators are spoken to.
    pub fn l(&self) -> &'a Locale {
        &self.site.operators
    }

    /// A moment, with how long ago that was.
    pub fn moment(&self, at: Timestamp) -> String {
        let now = self.board.served_at;
        format!("{}, {}", self.l().moment(at, now), words::ago(self.l(), now.since(at)))
    }

    fn remarks(&self, service: &ServiceBoard) -> String {
        if service.flags.is_empty() {
            return String::new();
        }
        let remark = |flag: &Flag| {
            let url = self.site.runbooks.get(&flag.word).map_or("", String::as_str);
            format!(
                "<li><code>{}</code>{}{}</li>",
                escaped(&flag.to_string()),
                paragraph(advice::hint(flag.word).unwrap_or_default()),
                runbook(flag.word.word(), url),
            )
        };
        let remarks: String = service.flags.iter().map(remark).collect();
        format!("<h4>{}</h4><ul class=\"remarks\">{remarks}</ul>", words::REMARKS)
    }

    fn service(&self, service: &ServiceBoard) -> String {
        let mut facts = Facts::default();
        if let Some(source) = &service.source {
            let heard = source.heard_at.map_or_else(|| words::NEVER.to_owned(), |at| self.moment(at));
            facts.say(words::REPORTED_BY, &format!("{}, {heard}", source.name));
        }
        if let Liveness::Said { state, at } = service.liveness {
            let state = labels::state(self.l(), state.into()).to_lowercase();
            facts.say(words::LIVENESS, &format!("{state}, {}", self.moment(at)));
        }
        let rounds = self.rounds(
            &Subject::Service(service.id.clone()),
            [words::MILLIS, words::NOT_WELL],
            |row, shown| {
                let keys = row.shown.iter().filter_map(|(subject, _)| match subject {
                    Subject::Dependency(of, key) if *of == service.id => Some(key.as_str()),
                    _ => None,
                });
                let [.., took] = shown.numbers;
                [figure(self.l(), took), keys.collect::<Vec<_>>().join(", ")]
            },
        );
        let health = service.health.as_ref().map(|health| self.health(health)).unwrap_or_default();
        let book = runbook(&service.name, &service.runbook);
        let book = if book.is_empty() { book } else { format!("<p class=\"buttons\">{book}</p>") };
        let rounds = fold(&format!("r-{}", service.id), "plain", words::LAST_ROUNDS, &rounds);
        format!("{book}{health}{}{rounds}", facts.list())
    }

    fn health(&self, health: &HealthBoard) -> String {
        let mut facts = Facts::default();
        facts.say(words::SAID, &health.evidence);
        facts.say(words::STATE, &labels::state(self.l(), health.state));
        facts.say(words::SINCE, &self.moment(health.since));
        facts.say(words::ANSWERED, &self.answered(health.observed_at));
        facts.say(words::TOOK, &labels::milliseconds(self.l(), words::millis(health.took)));
        facts.say(words::FORMAT, &health.format);
        if let Some(since) = health.draining_since {
            facts.say(words::DRAINING, &self.moment(since));
        }
        format!("<h4>{}</h4>{}", words::HEALTH, facts.list())
    }

    /// When an answer last determined what is shown.
    pub fn answered(&self, at: Option<Timestamp>) -> String {
        at.map_or_else(|| words::NEVER.to_owned(), |at| self.moment(at))
    }

    /// The last rounds of a subject: time, state, and what else is told of it.
    pub fn rounds<const N: usize>(
        &self,
        subject: &Subject,
        heads: [&str; N],
        of: impl Fn(&Row, &Shown) -> [String; N],
    ) -> String {
        let rows = self.board.annals.past.rounds.iter();
        let rows: String = rows
            .filter_map(|row| {
                let shown = row.shown.get(subject)?;
                let cells = all(of(row, shown).iter().map(|cell| format!("<td>{}</td>", escaped(cell))));
                let time = self.l().moment(row.at, self.board.served_at);
                let tone = tone(shown.state);
                Some(format!(
                    "<tr class=\"{}\"><th scope=\"row\">{}</th><td>{}</td>{cells}</tr>",
                    tone.class(),
                    escaped(&time),
                    mark(self.l(), tone)
                ))
            })
            .collect();
        if rows.is_empty() {
            return paragraph(words::NO_ROUNDS);
        }
        let first = [words::TIME, words::STATE];
        let heads = first.iter().chain(&heads);
        let heads = all(heads.map(|head| format!("<th scope=\"col\">{head}</th>")));
        format!("<table class=\"rounds\"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>")
    }
}

/// A number that is known, or nothing.
pub fn figure(l: &Locale, n: Option<u64>) -> String {
    n.map_or_else(|| labels::unknown_number(l), |n| l.number(n))
}

/// The tone of a state in evidence.
pub fn tone(state: State) -> Tone {
    Verdict::of(state).map_or(Tone::NotChecked, situation::tone)
}

fn lines(l: &Locale, service: &ServiceBoard) -> String {
    if service.health.is_none() {
        return String::new();
    }
    let mut lines: Vec<&DependencyBoard> = service.dependencies.iter().collect();
    lines = shared::state::worst_first(lines, |line| Verdict::of(line.state));
    let each: String = lines.into_iter().map(|each| line(l, each)).collect();
    let before = if service.before_restart { labels::before_restart(l) } else { String::new() };
    let none = if each.is_empty() { words::NO_LINES } else { "" };
    format!(
        "<h4>{}</h4>{}{}<ul class=\"lines\">{each}</ul>",
        words::DEPENDENCIES,
        paragraph(&before),
        paragraph(none)
    )
}

fn line(l: &Locale, line: &DependencyBoard) -> String {
    let evidence = &line.evidence;
    let mut facts = Facts::default();
    facts.say(words::ERROR_CLASS, evidence.error_class.as_deref().unwrap_or_default());
    facts.say(words::REASON, evidence.reason.as_deref().unwrap_or_default());
    facts.say(words::TLS, evidence.tls.map_or("", words::on));
    facts.say(words::BREAKER, evidence.breaker_state.as_deref().unwrap_or_default());
    let tone = tone(line.state);
    let took = line.latency.map(|took| format!(" · {}", labels::milliseconds(l, words::millis(took))));
    let hidden = if line.hidden { format!(" <small>{}</small>", words::NOT_PUBLIC) } else { String::new() };
    format!(
        "<li class=\"{}\">{}<span>{}{hidden}</span><span class=\"w\">{}<em>{}</em></span>{}</li>",
        tone.class(),
        mark(l, tone),
        escaped(&line.key),
        labels::state(l, line.state),
        took.unwrap_or_default(),
        facts.list(),
    )
}

/// Pairs of a word and what is to be said; nothing is said of what is empty.
#[derive(Debug, Default)]
pub struct Facts(String);

impl Facts {
    /// Adds a pair.
    pub fn say(&mut self, what: &str, value: &str) {
        if !value.is_empty() {
            // Writing to a String cannot fail.
            _ = write!(self.0, "<div><dt>{what}</dt><dd>{}</dd></div>", escaped(value));
        }
    }

    /// The list; nothing if it would be empty.
    pub fn list(&self) -> String {
        if self.0.is_empty() { String::new() } else { format!("<dl class=\"facts\">{}</dl>", self.0) }
    }
}
