//! What the operator posts: from a body in JSON or of a form to a `Command`, and from what came of it to the answer.
//!
//! Pure. Hosts read the body, and have the command done by whoever writes the log. Forms are `ops::forms`'.

use super::access;
use super::fields::Fields;
use super::headers::{self, Cache};
use super::ops::{Frame, door};
use super::session::Link;
use super::{Response, Sender, Site};
use crate::calendar::moment;
use crate::config;
use crate::store::StoreError;
use crate::store::links::Use;
use crate::words::operator as words;
use serde_json::json;
use shared::board::Board;
use shared::incident::{Changes, Command, CommandError, Stage};
use shared::maintenance::Window;
use shared::time::Timestamp;

/// The longest body that is read, in bytes.
pub const BODY_LIMIT: usize = 64 * 1024;

/// What was posted.
#[derive(Clone, Copy, Debug)]
pub struct Post<'a> {
    /// The path, not decoded.
    pub path: &'a str,
    /// `Authorization`; empty if absent.
    pub authorization: &'a str,
    /// `Cookie`; empty if absent.
    pub cookie: &'a str,
    /// What a browser says of the page that this comes from.
    pub sender: Sender<'a>,
    /// `Content-Type`; empty if absent.
    pub content_type: &'a str,
    /// The body, or as much of it as shows that it is longer than `BODY_LIMIT`.
    pub body: &'a [u8],
}

/// What is to be done, and how to answer when it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// What.
    pub command: Command,
    /// How.
    pub reply: Reply,
}

/// What is to be done about what was posted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Posted {
    /// What an operator asked for.
    Order(Box<Order>),
    /// Somebody uses a one-time link: the store tells whether it is the first time, and `linked` is the answer.
    Link(Link),
}

/// Who is waiting for an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    to: To,
    frame: Frame,
    announced: Option<Window>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum To {
    Program,
    Person,
}

/// Whether a POST to this path is for `parse`: then the host reads its body. Not where the operator has no token.
pub fn is_for(site: &Site, path: &str) -> bool {
    site.admin_token.is_some() && Path::of(site, path).is_some()
}

/// Reads what was posted. An answer, where there is nothing to do: somebody comes or goes, or was refused.
///
/// # Errors
/// The answer.
pub fn parse(post: &Post<'_>, site: &Site, board: &Board) -> Result<Posted, Response> {
    let now = board.served_at;
    let kind = post.content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let to = if kind == FORM { To::Person } else { To::Program };
    let mut reply = Reply { to, frame: Frame::of(site), announced: None };
    let (Some(_), Some(path)) = (&site.admin_token, Path::of(site, post.path)) else {
        return Err(Reply { to: To::Program, ..reply }.because(404, "there is nothing here"));
    };
    if post.body.len() > BODY_LIMIT {
        return Err(reply.because(413, words::TOO_LARGE));
    }
    if kind != FORM && kind != JSON {
        return Err(reply.because(415, words::NEITHER_JSON_NOR_FORM));
    }
    let fields = match to {
        To::Person => {
            if post.sender.is_foreign(site) {
                return Err(reply.because(403, words::FOREIGN));
            }
            let mut fields = Fields::of_form(post.body);
            if path == Path::Link {
                let said = fields.take("t").ok().flatten().unwrap_or_default();
                return door::read(site, said.trim(), now).map(Posted::Link);
            }
            if path == Path::Leave {
                return Err(door::left(site, post.sender));
            }
            let token = fields.take("token").ok().flatten();
            let (is_in, otherwise) = match &token {
                Some(token) => (access::of_token(site, token), words::WRONG_TOKEN),
                None => (access::of_headers(site, post.authorization, post.cookie, now), words::SESSION_OVER),
            };
            if !is_in {
                return Err(door::closed(site, otherwise));
            }
            if path == Path::Page {
                return Err(door::entered(site, post.sender, now));
            }
            fields
        }
        To::Program => {
            // A session is for forms: a program says in each request who it is.
            if !access::of_headers(site, post.authorization, "", now) {
                return Err(reply.because(401, words::NO_TOKEN));
            }
            Fields::of_json(post.body).map_err(|why| reply.because(422, &why))?
        }
    };
    let command = match path {
        Path::Incidents => about_incident(fields),
        Path::Marks => mark(fields),
        Path::Maintenance => maintenance(fields, site, now),
        Path::Page | Path::Link | Path::Leave => Err(words::FORMS_ONLY.to_owned()),
    };
    let command = command.map_err(|why| reply.because(422, &why))?;
    if let Command::Announce(window) = &command {
        reply.announced = Some(window.clone());
    }
    Ok(Posted::Order(Box::new(Order { command, reply })))
}

/// The answer to somebody who used a link.
pub fn linked(post: &Post<'_>, site: &Site, came: &Result<Use, StoreError>, now: Timestamp) -> Response {
    door::linked(site, came, post.sender, now)
}

const FORM: &str = "application/x-www-form-urlencoded";
const JSON: &str = "application/json";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Path {
    Page,
    Link,
    Leave,
    Incidents,
    Marks,
    Maintenance,
}

impl Path {
    fn of(site: &Site, path: &str) -> Option<Self> {
        Some(match site.without_base(path) {
            "/ops" => Self::Page,
            "/ops/link" => Self::Link,
            "/ops/leave" => Self::Leave,
            "/ops/incidents" => Self::Incidents,
            "/ops/marks" => Self::Marks,
            "/ops/maintenance" => Self::Maintenance,
            _ => return None,
        })
    }
}

fn about_incident(mut fields: Fields) -> Result<Command, String> {
    let (incident, event) = (number(&mut fields, "incident")?, number(&mut fields, "event")?);
    let (note, post_mortem) = (fields.take("note")?, fields.take("post_mortem")?);
    let (stage, text) = (fields.take("stage")?, fields.take("text")?);
    fields.finish(&["incident", "note", "post_mortem", "stage", "event", "text"])?;
    match (incident, note, post_mortem, stage, event, text) {
        (Some(incident), Some(text), None, None, None, None) => Ok(Command::Note { incident, text }),
        (Some(incident), None, Some(text), None, None, None) => Ok(Command::PostMortem { incident, text }),
        (Some(incident), None, None, Some(word), None, None) => {
            let is_it = |stage: &Stage| words::stage(*stage).is_some_and(|(name, _)| name == word);
            let to = words::STAGES.into_iter().find(is_it).ok_or_else(|| words::no_stage(&word))?;
            Ok(Command::Stage { incident, to })
        }
        (None, None, None, None, Some(event), Some(text)) => Ok(Command::Edit { event, text }),
        _ => Err(words::ABOUT_INCIDENTS.to_owned()),
    }
}

fn mark(mut fields: Fields) -> Result<Command, String> {
    let (text, service) = (fields.take("text")?, fields.take("service")?);
    fields.finish(&["text", "service"])?;
    let text = text.ok_or(words::ABOUT_MARKS)?;
    Ok(Command::Mark { service: service.unwrap_or_default(), text })
}

fn maintenance(mut fields: Fields, site: &Site, now: Timestamp) -> Result<Command, String> {
    let (id, title, services) = (fields.take("id")?, fields.take("title")?, fields.all("services"));
    let (from, until) = (fields.take("from")?, fields.take("until")?);
    let (lasts, call_off) = (fields.take("lasts")?, fields.take("call_off")?);
    fields.finish(&["id", "title", "services", "from", "until", "lasts", "call_off"])?;
    if let Some(window) = call_off {
        let alone = [&id, &title, &from, &until, &lasts].iter().all(|other| other.is_none());
        return if alone && services.is_empty() {
            Ok(Command::CallOff { window })
        } else {
            Err(words::ABOUT_WINDOWS.to_owned())
        };
    }
    let zone = site.operators.zone();
    let at =
        |name: &str, text: String| moment(&text, zone).ok_or_else(|| words::no_moment(name, &text, zone));
    let from = from.map_or(Ok(now), |text| at("from", text))?;
    let until = match (until, lasts) {
        (Some(text), None) => at("until", text)?,
        (None, Some(text)) => from + config::duration(&text).ok_or_else(|| words::no_duration(&text))?,
        _ => return Err(words::ABOUT_WINDOWS.to_owned()),
    };
    let (id, title) = (id.unwrap_or_default(), title.unwrap_or_default());
    Ok(Command::Announce(Window { id, title, services, from, until }))
}

fn number(fields: &mut Fields, name: &'static str) -> Result<Option<u64>, String> {
    let text = fields.take(name)?;
    text.map(|text| text.parse().map_err(|_| words::no_number(name, &text))).transpose()
}

impl Reply {
    /// The answer when it was done.
    pub fn done(&self, changes: &Changes) -> Response {
        if self.to == To::Person {
            return self.frame.go("/ops?done");
        }
        let event = changes.events.iter().find(|event| event.edited_at.is_none());
        let window = self.announced.as_ref().map(|wanted| {
            let same = |window: &&Window| {
                let named = Window { id: window.id.clone(), ..wanted.clone() };
                **window == named && (wanted.id.is_empty() || window.id == wanted.id)
            };
            let found = changes.windows.iter().flatten().filter(same).max_by(|a, b| a.id.cmp(&b.id));
            found.map_or_else(|| wanted.id.clone(), |window| window.id.clone())
        });
        let is_new = event.is_some() || window.is_some();
        let body = json!({
            "event": event.or(changes.events.first()).map(|event| event.id),
            "incident": event.and_then(|event| event.incident),
            "window": window,
        });
        self.with_headers(if is_new { 201 } else { 200 }, body.to_string(), Vec::new())
    }

    /// The answer when it could not be done.
    pub fn refused(&self, why: &CommandError) -> Response {
        let status = match why {
            CommandError::NoSuchIncident(_)
            | CommandError::NoSuchEvent(_)
            | CommandError::NoSuchService(_)
            | CommandError::NoSuchWindow(_) => 404,
            _ => 422,
        };
        self.because(status, &why.to_string())
    }

    /// The answer when it would have been done but for the store.
    pub fn not_kept(&self) -> Response {
        self.because(503, words::NOT_KEPT)
    }

    fn because(&self, status: u16, why: &str) -> Response {
        let mut more = Vec::new();
        if status == 401 {
            more.push(("www-authenticate", "Bearer".to_owned()));
        }
        match self.to {
            To::Program => self.with_headers(status, json!({ "error": why }).to_string(), more),
            To::Person => door::not_done(&self.frame, status, why),
        }
    }

    fn with_headers(&self, status: u16, body: String, more: Vec<(&'static str, String)>) -> Response {
        let mut headers = more;
        if self.to == To::Program {
            headers.push(("content-type", JSON.to_owned()));
        }
        headers.push(("cache-control", Cache::Never.to_string()));
        headers.extend(headers::bare(headers::NOTHING_RUNS.to_owned()));
        Response { status, headers, body: body.into_bytes() }
    }
}

#[cfg(test)]
#[path = "command_tests.rs"]
mod tests;
