//! The operator's forms: plain HTML that works without a script. One tap says "I am on it".
//!
//! Not what comes of them: `command`. They carry no secret: the session's cookie comes with them by itself.

use super::sheet::{all, fold, mark, runbook};
use crate::web::Site;
use crate::web::document::escaped;
use crate::words::incident::{span, stage, title};
use crate::words::maintenance::SOON;
use crate::words::{alert, labels, operator as words, situation};
use core::fmt::Write;
use shared::board::{Board, ServiceBoard};
use shared::incident::{PublicIncident, Stage, What, public};
use shared::maintenance::Window;
use shared::order;
use shared::state::{State, Verdict};

/// So many closed incidents, and so many texts, are offered for writing.
const LATELY: usize = 5;

/// The forms of one board.
#[derive(Clone, Copy, Debug)]
pub struct Forms<'a> {
    /// Whose they are.
    pub site: &'a Site,
    /// What they are about.
    pub board: &'a Board,
}

impl Forms<'_> {
    /// What is open, before everything else: who is on it, where to read on, what was seen.
    pub fn open_incidents(&self) -> String {
        let mut open: Vec<PublicIncident> = self.incidents().filter(|i| i.closed_at.is_none()).collect();
        let is_down = |incident: &PublicIncident| incident.worst == Verdict::Down;
        order::sort_by(&mut open, |one, other| is_down(other).cmp(&is_down(one)));
        open.iter().map(|incident| self.open_incident(incident)).collect()
    }

    /// Whether an incident of a service is open: then the runbooks stand there.
    pub fn has_open(&self, service: &str) -> bool {
        self.incidents().any(|incident| incident.closed_at.is_none() && incident.service == service)
    }

    fn open_incident(&self, incident: &PublicIncident) -> String {
        let l = &self.site.operators;
        let hidden = hidden("incident", &incident.id.to_string());
        let step = |to: Stage, class: &str| {
            let Some((name, label)) = words::stage(to) else { return String::new() };
            format!("<button class=\"{class}\" name=\"stage\" value=\"{name}\">{label}</button>")
        };
        let is_new = incident.stage == Stage::Open;
        let first = if is_new {
            self.form("incidents", &format!("{hidden}{}", step(Stage::Looking, "big")))
        } else {
            String::new()
        };
        let rest: String = words::STAGES
            .into_iter()
            .filter(|to| *to != incident.stage && !(is_new && *to == Stage::Looking))
            .map(|to| step(to, ""))
            .collect();
        let rest = self.form("incidents", &format!("{hidden}<p class=\"buttons\">{rest}</p>"));
        let note = self.form(
            "incidents",
            &format!("{hidden}{}{}", text_area("note", words::NOTE, ""), button(words::SAY_IT)),
        );
        let service = self.board.services.iter().find(|service| service.id == incident.service);
        let runbooks = service.map(|service| runbooks(self.site, service)).unwrap_or_default();
        let (shown, more) = if is_new { (String::new(), rest) } else { (rest, String::new()) };
        let more = format!("{more}{note}{}", self.evidence(incident));
        format!(
            "<section class=\"card act {}\"><div class=\"head\">{}<h2>{}</h2></div>{}{first}{shown}{runbooks}{}</section>",
            situation::tone(incident.worst).class(),
            mark(l, situation::tone(incident.worst)),
            escaped(&title(l, incident)),
            self.told(incident),
            fold(&format!("i-{}", incident.id), "plain", words::MORE, &more),
        )
    }

    /// When, and how far.
    fn told(&self, incident: &PublicIncident) -> String {
        let l = &self.site.operators;
        format!(
            "<p class=\"lab\">{} · {} · #{}</p>",
            escaped(&span(l, incident, self.board.served_at)),
            escaped(&stage(l, incident.stage)),
            incident.id,
        )
    }

    /// What was seen when it began.
    fn evidence(&self, incident: &PublicIncident) -> String {
        let known = self.board.annals.incidents.iter().find(|i| i.id == incident.id);
        let seen = known.map(|i| i.evidence.as_str()).filter(|text| !text.is_empty());
        seen.map(|text| format!("<p class=\"lab\">{}</p><pre>{}</pre>", words::SEEN_FIRST, escaped(text)))
            .unwrap_or_default()
    }

    /// What nobody is in a hurry for.
    pub fn others(&self) -> String {
        let folds = [
            ("f-mark", words::MARK, self.marks()),
            ("f-work", words::MAINTENANCE, self.maintenance()),
            ("f-closed", words::CLOSED_INCIDENTS, self.closed_incidents()),
            ("f-written", words::WRITTEN, self.written()),
        ];
        let folds = folds.into_iter().filter(|(.., inside)| !inside.is_empty());
        let folds: String = folds.map(|(id, heading, inside)| fold(id, "", heading, &inside)).collect();
        format!("<section class=\"card folds\"><h2 class=\"vh\">{}</h2>{folds}</section>", words::WRITE)
    }

    fn closed_incidents(&self) -> String {
        let mut out = String::new();
        for incident in self.incidents().filter(|i| i.closed_at.is_some()).take(LATELY) {
            let text = text_area("post_mortem", words::POST_MORTEM, "");
            let hidden = hidden("incident", &incident.id.to_string());
            let form = self.form("incidents", &format!("{hidden}{text}{}", button(words::SAY_IT)));
            // Writing to a String cannot fail.
            let (told, seen) = (self.told(&incident), self.evidence(&incident));
            _ = write!(
                out,
                "<h4>{}</h4>{told}{seen}{form}",
                escaped(&title(&self.site.operators, &incident))
            );
        }
        out
    }

    fn marks(&self) -> String {
        let fields = format!(
            "<label>{}<input name=\"text\" maxlength=\"200\" required placeholder=\"{}\"></label>\
             <label>{}<select name=\"service\"><option value=\"\">{}</option>{}</select></label>{}",
            words::WHAT_CHANGED,
            words::MARK_EXAMPLE,
            words::SERVICE,
            words::WHOLE_PAGE,
            self.each_service(|id, name| format!("<option value=\"{id}\">{name}</option>")),
            button(words::SET_MARK),
        );
        self.form("marks", &fields)
    }

    fn maintenance(&self) -> String {
        let (mut out, now) = (String::new(), self.board.served_at);
        let is_told =
            |window: &&Window| window.until > now && (window.is_announced() || window.from <= now + SOON);
        for window in self.board.annals.windows.iter().filter(is_told) {
            let [from, until] = [window.from, window.until].map(|at| self.site.operators.minute(at, now));
            let source = if window.is_announced() { "" } else { words::OF_THE_CONFIGURATION };
            let line = [escaped(&window.title), words::from_until(&from, &until), source.to_owned()];
            let line: Vec<String> = line.into_iter().filter(|part| !part.is_empty()).collect();
            let call_off = format!("{}{}", hidden("call_off", &window.id), button(words::CALL_OFF));
            let call_off =
                if window.is_announced() { self.form("maintenance", &call_off) } else { String::new() };
            _ = write!(out, "<p>{}</p>{call_off}", line.join(" · "));
        }
        let services = self.each_service(|id, name| {
            format!(
                "<label class=\"tick\"><input type=\"checkbox\" name=\"services\" value=\"{id}\">{name}</label>"
            )
        });
        let lengths = words::LENGTHS.into_iter();
        let lengths =
            all(lengths.map(|(value, label)| format!("<option value=\"{value}\">{label}</option>")));
        let fields = format!(
            "<label>{}<input name=\"title\" maxlength=\"200\"></label><fieldset><legend>{}</legend>{services}</fieldset>\
             <label>{}<input type=\"datetime-local\" name=\"from\"></label>\
             <label>{}<select name=\"lasts\">{lengths}</select></label>{}",
            words::WORK,
            words::SERVICES,
            escaped(&words::from(self.site.operators.zone())),
            words::LASTS,
            button(words::ANNOUNCE),
        );
        out + &self.form("maintenance", &fields)
    }

    fn written(&self) -> String {
        let texts = self.board.annals.events.iter().filter_map(|event| match &event.what {
            What::Note { text } | What::PostMortem { text } | What::Mark { text } => Some((event, text)),
            _ => None,
        });
        texts
            .take(LATELY)
            .map(|(event, text)| {
                let at = self.site.operators.moment(event.at, self.board.served_at);
                let area = text_area("text", &format!("{at} · #{}", event.id), text);
                let hidden = hidden("event", &event.id.to_string());
                self.form("incidents", &format!("{hidden}{area}{}", button(words::CHANGE)))
            })
            .collect()
    }

    fn incidents(&self) -> impl Iterator<Item = PublicIncident> {
        public::incidents(self.board, |nth| labels::dependency_number(&self.site.operators, nth))
    }

    fn each_service(&self, write: impl Fn(&str, &str) -> String) -> String {
        let services = self.board.services.iter();
        services.map(|service| write(&escaped(&service.id), &escaped(&service.name))).collect()
    }

    fn form(&self, path: &str, fields: &str) -> String {
        format!("<form method=\"post\" action=\"{}/ops/{path}\">{fields}</form>", escaped(&self.site.base))
    }
}

/// Where to read on about a service, those of its queues that are not well, and its remarks.
pub fn runbooks(site: &Site, service: &ServiceBoard) -> String {
    let mut all = runbook(&service.name, &service.runbook);
    for queue in
        service.queues.iter().filter(|q| !matches!(q.state, State::Operational | State::NotApplicable))
    {
        all.push_str(&runbook(&alert::named(&site.operators, &queue.name), &queue.runbook));
    }
    let mut said: Vec<_> = service.flags.iter().map(|flag| flag.word).collect();
    said.dedup();
    for word in said {
        all.push_str(&runbook(word.word(), site.runbooks.get(&word).map_or("", String::as_str)));
    }
    if all.is_empty() { all } else { format!("<p class=\"buttons\">{all}</p>") }
}

/// The button of the way out.
pub fn leave(site: &Site) -> String {
    format!(
        "<form method=\"post\" action=\"{}/ops/leave\">{}</form>",
        escaped(&site.base),
        button(words::LEAVE)
    )
}

fn hidden(name: &str, value: &str) -> String {
    format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">", escaped(value))
}

fn button(label: &str) -> String {
    format!("<button>{label}</button>")
}

fn text_area(name: &str, label: &str, text: &str) -> String {
    // A line break right after the tag would be taken for none.
    format!(
        "<label>{}<textarea name=\"{name}\" rows=\"3\" required>\n{}</textarea></label>",
        escaped(label),
        escaped(text)
    )
}
