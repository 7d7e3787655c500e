//! `/ops`: the operator's forms, plain HTML that works without a script. One tap says "I am on it".
//!
//! Not what comes of them: `command`. The token is asked for and never written into a page: forms carry a `pass`.

use super::document::escaped;
use super::headers::{self, Cache, policy_hash};
use super::{Response, Site, pass};
use crate::words::incident::{span, stage, title};
use crate::words::maintenance::SOON;
use crate::words::{labels, operator as words};
use core::fmt::Write;
use shared::board::Board;
use shared::incident::{PublicIncident, What, public};
use shared::maintenance::Window;
use shared::time::Timestamp;

/// So many closed incidents, and so many texts, are offered for writing.
const LATELY: usize = 5;

/// The forms.
pub(super) fn open(site: &Site, board: &Board) -> Response {
    let Some(token) = &site.admin_token else { return closed(site, "") };
    let page = Forms { site, board, now: board.served_at, pass: pass::issue(token, board.served_at) };
    let body =
        [page.open_incidents(), page.marks(), page.maintenance(), page.closed_incidents(), page.written()];
    html(&site.base, &site.lang, 200, words::TITLE, &body.concat())
}

/// Asks for the token; `said` goes before it.
pub(super) fn closed(site: &Site, said: &str) -> Response {
    let body = format!(
        "{}<form method=post action=\"{}/ops\"><label>{}<input type=password name=token required \
         autocomplete=current-password></label><button>{}</button></form>",
        paragraph(said),
        escaped(&site.base),
        words::TOKEN,
        words::ENTER,
    );
    let mut response = html(&site.base, &site.lang, 401, words::TITLE, &body);
    response.headers.push(("www-authenticate", "Bearer".to_owned()));
    response
}

/// Says why a form was not done.
pub(super) fn not_done(base: &str, lang: &str, status: u16, why: &str) -> Response {
    let body = format!("{}<p><a href=\"{}/ops\">{}</a></p>", paragraph(why), escaped(base), words::BACK);
    html(base, lang, status, words::NOT_DONE, &body)
}

struct Forms<'a> {
    site: &'a Site,
    board: &'a Board,
    now: Timestamp,
    pass: String,
}

impl Forms<'_> {
    fn open_incidents(&self) -> String {
        let mut out = section(words::OPEN_INCIDENTS);
        let open: Vec<PublicIncident> = self.incidents().filter(|i| i.closed_at.is_none()).collect();
        if open.is_empty() {
            out.push_str(&paragraph(words::NO_INCIDENT));
        }
        for incident in &open {
            out.push_str(&self.incident(incident));
            let stages = words::STAGES.into_iter().filter_map(words::stage);
            let buttons =
                all(stages, |name, label| format!("<button name=stage value={name}>{label}</button>"));
            let hidden = hidden("incident", &incident.id.to_string());
            out.push_str(&self.form("incidents", &format!("{hidden}<p class=row>{buttons}</p>")));
            let note = text_area("note", words::NOTE, "");
            out.push_str(&self.form("incidents", &format!("{hidden}{note}{}", button(words::SAY_IT))));
        }
        out
    }

    fn closed_incidents(&self) -> String {
        let mut out = String::new();
        for incident in self.incidents().filter(|i| i.closed_at.is_some()).take(LATELY) {
            if out.is_empty() {
                out = section(words::CLOSED_INCIDENTS);
            }
            out.push_str(&self.incident(&incident));
            let text = text_area("post_mortem", words::POST_MORTEM, "");
            let hidden = hidden("incident", &incident.id.to_string());
            out.push_str(&self.form("incidents", &format!("{hidden}{text}{}", button(words::SAY_IT))));
        }
        out
    }

    fn incident(&self, incident: &PublicIncident) -> String {
        let evidence =
            self.board.annals.incidents.iter().find(|i| i.id == incident.id).map(|i| i.evidence.as_str());
        let evidence = evidence.filter(|text| !text.is_empty());
        format!(
            "<h3>{} <small>#{}</small></h3><p>{} · {}</p>{}",
            escaped(&title(incident)),
            incident.id,
            escaped(&span(incident, &self.site.zone, self.now)),
            escaped(stage(incident.stage)),
            evidence.map(|text| format!("<pre>{}</pre>", escaped(text))).unwrap_or_default(),
        )
    }

    fn marks(&self) -> String {
        let fields = format!(
            "<label>{}<input name=text maxlength=200 required placeholder=\"{}\"></label>\
             <label>{}<select name=service><option value=\"\">{}</option>{}</select></label>{}",
            words::WHAT_CHANGED,
            words::MARK_EXAMPLE,
            words::SERVICE,
            words::WHOLE_PAGE,
            self.each_service(|id, name| format!("<option value=\"{id}\">{name}</option>")),
            button(words::SET_MARK),
        );
        section(words::MARK) + &self.form("marks", &fields)
    }

    fn maintenance(&self) -> String {
        let mut out = section(words::MAINTENANCE);
        let is_told = |window: &&Window| {
            window.until > self.now && (window.is_announced() || window.from <= self.now + SOON)
        };
        for window in self.board.annals.windows.iter().filter(is_told) {
            let [from, until] = [window.from, window.until].map(|at| self.site.zone.minute(at, self.now));
            let source = if window.is_announced() { "" } else { words::OF_THE_CONFIGURATION };
            let line = [escaped(&window.title), words::from_until(&from, &until), source.to_owned()];
            let line: Vec<String> = line.into_iter().filter(|part| !part.is_empty()).collect();
            let call_off = format!("{}{}", hidden("call_off", &window.id), button(words::CALL_OFF));
            let call_off =
                if window.is_announced() { self.form("maintenance", &call_off) } else { String::new() };
            // Writing to a String cannot fail.
            _ = write!(out, "<p>{}</p>{call_off}", line.join(" · "));
        }
        let services = self.each_service(|id, name| {
            format!("<label class=tick><input type=checkbox name=services value=\"{id}\">{name}</label>")
        });
        let lengths = all(words::LENGTHS, |value, label| format!("<option value={value}>{label}</option>"));
        let fields = format!(
            "<label>{}<input name=title maxlength=200></label><fieldset><legend>{}</legend>{services}</fieldset>\
             <label>{}<input type=datetime-local name=from></label>\
             <label>{}<select name=lasts>{lengths}</select></label>{}",
            words::WORK,
            words::SERVICES,
            escaped(&words::from(self.site.zone.name())),
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
        let mut out = String::new();
        for (event, text) in texts.take(LATELY) {
            if out.is_empty() {
                out = section(words::WRITTEN);
            }
            let at = self.site.zone.moment(event.at, self.now);
            let area = text_area("text", &format!("{at} · #{}", event.id), text);
            let hidden = hidden("event", &event.id.to_string());
            out.push_str(&self.form("incidents", &format!("{hidden}{area}{}", button(words::CHANGE))));
        }
        out
    }

    fn incidents(&self) -> impl Iterator<Item = PublicIncident> {
        public::incidents(self.board, labels::dependency_number)
    }

    fn each_service(&self, write: impl Fn(&str, &str) -> String) -> String {
        let services = self.board.services.iter();
        services.map(|service| write(&escaped(&service.id), &escaped(&service.name))).collect()
    }

    fn form(&self, path: &str, fields: &str) -> String {
        format!(
            "<form method=post action=\"{}/ops/{path}\">{}{fields}</form>",
            escaped(&self.site.base),
            hidden("pass", &self.pass),
        )
    }
}

/// One piece of markup for each name and its label.
fn all<'a>(
    pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    write: impl Fn(&str, &str) -> String,
) -> String {
    pairs.into_iter().map(|(name, label)| write(name, label)).collect()
}

fn section(heading: &str) -> String {
    format!("<h2>{heading}</h2>")
}

fn paragraph(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("<p>{}</p>", escaped(text)) }
}

fn hidden(name: &str, value: &str) -> String {
    format!("<input type=hidden name={name} value=\"{}\">", escaped(value))
}

fn button(label: &str) -> String {
    format!("<button>{label}</button>")
}

fn text_area(name: &str, label: &str, text: &str) -> String {
    // A line break right after the tag would be taken for none.
    format!(
        "<label>{}<textarea name={name} rows=3 required>\n{}</textarea></label>",
        escaped(label),
        escaped(text)
    )
}

fn html(base: &str, lang: &str, status: u16, heading: &str, body: &str) -> Response {
    let document = format!(
        "<!doctype html><html lang=\"{}\"><head><meta charset=utf-8><title>{heading}</title>\
         <meta name=viewport content=\"width=device-width,initial-scale=1\"><meta name=robots content=noindex>\
         <style>{STYLE}</style></head><body><main><h1><a href=\"{}/\">{heading}</a></h1>{body}</main></body></html>",
        escaped(lang),
        escaped(base),
    );
    let policy = format!(
        "default-src 'none'; style-src {}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        policy_hash(STYLE)
    );
    let mut headers = headers::bare(policy);
    headers.push(("content-type", "text/html; charset=utf-8".to_owned()));
    headers.push(("cache-control", Cache::Never.to_string()));
    Response { status, headers, body: document.into_bytes() }
}

/// The page's colours and sizes; targets of 44 px.
const STYLE: &str = "\
:root{color-scheme:light dark;--bg:#FAF8F4;--surface:#FFF;--ink:#15171C;--muted:#555B67;--edge:#868B95;--dr:#1F5FBF}\
@media(prefers-color-scheme:dark){:root{--bg:#0E1014;--surface:#171A20;--ink:#EDEEF0;--muted:#A6ACB8;--edge:#6E7582;--dr:#86B6FF}}\
*{box-sizing:border-box}\
body{margin:0;background:var(--bg);color:var(--ink);font:400 1rem/1.45 system-ui,sans-serif;overflow-wrap:anywhere}\
main{max-width:640px;margin:0 auto;padding:16px}\
h1{font-size:1.625rem;margin:0 0 16px}h1 a{color:inherit;text-decoration:none}\
h2{font-size:1.0625rem;margin:32px 0 8px}h3{font-size:1rem;margin:16px 0 0}small,legend{color:var(--muted)}\
p{margin:4px 0}pre{white-space:pre-wrap;font-size:.8125rem;color:var(--muted);margin:4px 0}\
form{display:grid;gap:8px;margin:8px 0 16px}label{display:grid;gap:4px;font-size:.875rem}\
fieldset{border:0;margin:0;padding:0;font-size:.875rem}\
input,select,textarea,button{font:inherit;min-height:44px;color:inherit;background:var(--surface);border:1px solid var(--edge);border-radius:7px;padding:8px 12px;width:100%}\
.tick{display:flex;align-items:center;gap:8px;min-height:44px}.tick input{width:20px;min-height:20px}\
button{font-weight:650;width:auto;justify-self:start}.row{display:flex;flex-wrap:wrap;gap:8px}\
:focus-visible{outline:3px solid var(--dr);outline-offset:2px}";
