//! What comes of what a person with the token asks for.
//!
//! Not reading the request, and not whether somebody may ask: the edge's `web`.

use super::log::{Changes, Log};
use super::{Command, Event, Incident, Stage, What};
use crate::maintenance::Window;
use crate::plan::Plan;
use crate::time::Timestamp;
use core::fmt;
use core::time::Duration;

/// The most characters of a note.
pub const NOTE_LIMIT: usize = 4_000;
/// The most characters of a post-mortem.
pub const POST_MORTEM_LIMIT: usize = 20_000;
/// The most characters of a mark, and of a window's title.
pub const MARK_LIMIT: usize = 200;
/// The most windows that are announced or remembered at a time.
pub const WINDOWS_LIMIT: usize = 100;
/// How long a window may be.
const LONGEST_WINDOW: Duration = Duration::from_hours(24 * 366);
/// How far ahead a window may begin: a hundred years, which every calendar has.
const LONGEST_AHEAD: Duration = Duration::from_hours(24 * 36_525);
/// The most characters of a window's id.
pub const WINDOW_ID_LIMIT: usize = 64;

/// Why it was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// No incident of this id is remembered.
    NoSuchIncident(u64),
    /// No event of this id is remembered.
    NoSuchEvent(u64),
    /// Nobody wrote this event: it was observed.
    NotWritten(u64),
    /// No service has this id.
    NoSuchService(String),
    /// No window of this id was announced.
    NoSuchWindow(String),
    /// It is over already.
    WindowIsOver {
        /// The window's id; empty if it has none yet.
        id: String,
        /// When it ended.
        until: Timestamp,
    },
    /// The text is empty.
    NoText,
    /// The text is too long.
    TextTooLong {
        /// Its characters.
        found: usize,
        /// The most there may be.
        limit: usize,
    },
    /// The window ends before it begins, or when it begins.
    EndsBeforeItBegins {
        /// Its beginning.
        from: Timestamp,
        /// Its end.
        until: Timestamp,
    },
    /// The window is too long: it would silence alerts for as long.
    WindowTooLong {
        /// Its end.
        until: Timestamp,
        /// How long it may be.
        limit: Duration,
    },
    /// The window begins too far in the future.
    TooFarAhead {
        /// Its beginning.
        from: Timestamp,
        /// How far ahead it may be.
        limit: Duration,
    },
    /// A window's id has other characters than a-z, 0-9 and "-", or too many.
    BadWindowId {
        /// The id.
        id: String,
        /// The most characters there may be.
        limit: usize,
    },
    /// So many windows are announced already.
    TooManyWindows {
        /// The most there may be.
        limit: usize,
    },
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchIncident(id) => {
                write!(f, "there is no incident {id} among those that are remembered; /ops lists them")
            }
            Self::NoSuchEvent(id) => {
                write!(f, "there is no entry {id} among those that are remembered; /ops lists them")
            }
            Self::NotWritten(id) => {
                write!(
                    f,
                    "entry {id} was observed, not written; only notes, post-mortems and marks can be edited"
                )
            }
            Self::NoSuchService(id) => {
                write!(
                    f,
                    "no service has the id \"{id}\"; headcount.toml lists them, and an empty id means the page"
                )
            }
            Self::NoSuchWindow(id) => {
                write!(f, "no window \"{id}\" was announced; those of headcount.toml are changed there")
            }
            Self::WindowIsOver { id, until } if id.is_empty() => {
                write!(f, "the window would have ended at {until}; let it end in the future")
            }
            Self::WindowIsOver { id, until } => write!(f, "window \"{id}\" is over since {until}"),
            Self::NoText => f.write_str("the text is empty; write at least one character"),
            Self::TextTooLong { found, limit } => {
                write!(f, "the text has {found} characters; write {limit} at most")
            }
            Self::EndsBeforeItBegins { from, until } => {
                write!(f, "the window would end at {until} and begin at {from}; let it end after it begins")
            }
            Self::WindowTooLong { until, limit } => {
                let days = limit.as_secs() / 86_400;
                write!(f, "the window would end at {until}; let it last {days} days at most")
            }
            Self::TooFarAhead { from, limit } => {
                let days = limit.as_secs() / 86_400;
                write!(f, "the window would begin at {from}; let it begin within {days} days")
            }
            Self::BadWindowId { id, limit } => {
                write!(
                    f,
                    "\"{id}\" is no id of a window; use up to {limit} of a-z, 0-9 and \"-\", or leave it empty"
                )
            }
            Self::TooManyWindows { limit } => {
                write!(f, "{limit} windows are announced already; call one off first")
            }
        }
    }
}

impl Log {
    /// Does what was asked for, or says why not; then nothing has changed. Asking twice for the same stage changes
    /// nothing the second time.
    ///
    /// # Errors
    /// When it names what is not there, or a text or a window is not as it must be.
    pub fn apply(&mut self, command: Command, plan: &Plan, now: Timestamp) -> Result<Changes, CommandError> {
        let mut changes = Changes::default();
        match command {
            Command::Note { incident, text } => {
                let what = What::Note { text: fit(&lines(&text), NOTE_LIMIT)? };
                self.write_about(incident, what, now, &mut changes)?;
            }
            Command::PostMortem { incident, text } => {
                let what = What::PostMortem { text: fit(&lines(&text), POST_MORTEM_LIMIT)? };
                self.write_about(incident, what, now, &mut changes)?;
            }
            Command::Edit { event, text } => {
                let event = self.event_mut(event)?;
                edit(event, &text, now)?;
                changes.put_event(event.clone());
            }
            Command::Stage { incident, to } => self.set_stage(incident, to, now, &mut changes)?,
            Command::Mark { service, text } => {
                if !service.is_empty() && !is_watched(&service, plan) {
                    return Err(CommandError::NoSuchService(service));
                }
                let what = What::Mark { text: fit(&one_line(&text), MARK_LIMIT)? };
                let incident = self.open(&service).map(|incident| incident.id);
                self.record(now, &service, incident, what, &mut changes);
            }
            Command::Announce(window) => self.announce(window, plan, now, &mut changes)?,
            Command::CallOff { window } => self.call_off(&window, now, &mut changes)?,
        }
        self.trim();
        Ok(changes)
    }

    fn write_about(
        &mut self,
        incident: u64,
        what: What,
        now: Timestamp,
        changes: &mut Changes,
    ) -> Result<(), CommandError> {
        let service = self.incident_mut(incident)?.service.clone();
        self.record(now, &service, Some(incident), what, changes);
        Ok(())
    }

    fn set_stage(
        &mut self,
        id: u64,
        to: Stage,
        now: Timestamp,
        changes: &mut Changes,
    ) -> Result<(), CommandError> {
        let incident = self.incident_mut(id)?;
        if incident.stage != to {
            incident.stage = to;
            changes.put_incident(incident.clone());
            let service = incident.service.clone();
            self.record(now, &service, Some(id), What::Stage { to }, changes);
        }
        Ok(())
    }

    fn announce(
        &mut self,
        mut window: Window,
        plan: &Plan,
        now: Timestamp,
        changes: &mut Changes,
    ) -> Result<(), CommandError> {
        if window.until <= window.from {
            return Err(CommandError::EndsBeforeItBegins { from: window.from, until: window.until });
        }
        if window.until > window.from + LONGEST_WINDOW {
            return Err(CommandError::WindowTooLong { until: window.until, limit: LONGEST_WINDOW });
        }
        if window.from > now + LONGEST_AHEAD {
            return Err(CommandError::TooFarAhead { from: window.from, limit: LONGEST_AHEAD });
        }
        if window.until <= now {
            return Err(CommandError::WindowIsOver { id: window.id, until: window.until });
        }
        one_line(&window.title).trim().clone_into(&mut window.title);
        is_short(&window.title, MARK_LIMIT)?;
        if let Some(unknown) = window.services.iter().find(|id| !is_watched(id, plan)) {
            return Err(CommandError::NoSuchService(unknown.clone()));
        }
        let is_fit = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if window.id.len() > WINDOW_ID_LIMIT || !window.id.chars().all(is_fit) {
            return Err(CommandError::BadWindowId { id: window.id, limit: WINDOW_ID_LIMIT });
        }
        if window.id.is_empty() {
            window.id = self.unused_window_id(now);
        }
        let others = self.windows.iter().filter(|other| other.id != window.id).count();
        if others >= WINDOWS_LIMIT {
            return Err(CommandError::TooManyWindows { limit: WINDOWS_LIMIT });
        }
        self.place_window(window);
        changes.windows = Some(self.windows.clone());
        Ok(())
    }

    fn unused_window_id(&self, now: Timestamp) -> String {
        let mut number = now.millis();
        loop {
            let id = format!("announced-{number}");
            if self.windows.iter().all(|window| window.id != id) {
                return id;
            }
            number = number.saturating_add(1);
        }
    }

    fn call_off(&mut self, id: &str, now: Timestamp, changes: &mut Changes) -> Result<(), CommandError> {
        let window = self.windows.iter_mut().find(|window| window.id == id);
        let window = window.ok_or_else(|| CommandError::NoSuchWindow(id.to_owned()))?;
        if window.until <= now {
            return Err(CommandError::WindowIsOver { id: id.to_owned(), until: window.until });
        }
        if window.from < now {
            // It was there until now, and what it covered stays covered.
            window.until = now;
        } else {
            self.windows.retain(|window| window.id != id);
        }
        changes.windows = Some(self.windows.clone());
        Ok(())
    }

    fn incident_mut(&mut self, id: u64) -> Result<&mut Incident, CommandError> {
        self.incidents.iter_mut().find(|i| i.id == id).ok_or(CommandError::NoSuchIncident(id))
    }

    fn event_mut(&mut self, id: u64) -> Result<&mut Event, CommandError> {
        self.events.iter_mut().find(|e| e.id == id).ok_or(CommandError::NoSuchEvent(id))
    }
}

fn edit(event: &mut Event, new: &str, now: Timestamp) -> Result<(), CommandError> {
    let (text, new, limit) = match &mut event.what {
        What::Note { text } => (text, lines(new), NOTE_LIMIT),
        What::PostMortem { text } => (text, lines(new), POST_MORTEM_LIMIT),
        What::Mark { text } => (text, one_line(new), MARK_LIMIT),
        What::Verdict { .. }
        | What::Dependency { .. }
        | What::Queue { .. }
        | What::Workers { .. }
        | What::Stage { .. } => return Err(CommandError::NotWritten(event.id)),
    };
    *text = fit(&new, limit)?;
    event.edited_at = Some(now);
    Ok(())
}

/// Several lines as they were written, without characters that steer a terminal or are no text of a feed.
fn lines(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
}

/// The same in one line: it stands among others.
fn one_line(text: &str) -> String {
    lines(text).replace(['\n', '\t'], " ")
}

fn fit(text: &str, limit: usize) -> Result<String, CommandError> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(CommandError::NoText);
    }
    is_short(trimmed, limit)?;
    Ok(trimmed.to_owned())
}

fn is_short(text: &str, limit: usize) -> Result<(), CommandError> {
    let found = text.chars().count();
    if found > limit { Err(CommandError::TextTooLong { found, limit }) } else { Ok(()) }
}

fn is_watched(service: &str, plan: &Plan) -> bool {
    plan.services.iter().any(|known| known.id == service)
}
