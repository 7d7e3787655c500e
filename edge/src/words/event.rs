//! What happened, in words: a line for each event, under "What happened", in feeds and in timelines.
//!
//! Takes public events only, so nothing hidden can be said. Times are the caller's: `Locale::moment`.

use super::say::{self, Attended};
use super::time::Locale;
use super::{incident, situation};
use shared::incident::{Attendance, PublicEvent, PublicWhat, Stage};
use shared::page::Tone;
use shared::state::{State, Verdict};

/// The line, without its time: "Database works again". Where the board has several services, it names its own.
pub fn line(l: &Locale, event: &PublicEvent, several: bool) -> String {
    let line = alone(l, event);
    if several && !event.service_name.is_empty() && !line.contains(&event.service_name) {
        say::line_of(l, &event.service_name, &line)
    } else {
        line
    }
}

/// Colour and mark beside the line: the state that began, or none.
pub fn tone(event: &PublicEvent) -> Tone {
    match event.what {
        PublicWhat::Verdict { to, .. } => situation::tone(to),
        PublicWhat::Dependency { to, .. } | PublicWhat::Queue { to, .. } => match Verdict::of(to) {
            Some(verdict) => situation::tone(verdict),
            None => Tone::NotChecked,
        },
        PublicWhat::Workers { .. }
        | PublicWhat::Mark { .. }
        | PublicWhat::Note { .. }
        | PublicWhat::PostMortem { .. }
        | PublicWhat::Stage { .. } => Tone::NotChecked,
    }
}

fn alone(l: &Locale, event: &PublicEvent) -> String {
    match &event.what {
        PublicWhat::Verdict { to, cause: Some(cause), .. } => {
            incident::about(l, &event.service_name, *to, cause)
        }
        PublicWhat::Verdict { from, to, cause: None } => {
            part(l, &event.service_name, State::from(*from), State::from(*to))
        }
        PublicWhat::Dependency { name, from, to } => part(l, name, *from, *to),
        PublicWhat::Queue { name, from, to, attendance } => queue(l, name, *from, *to, *attendance),
        PublicWhat::Workers { name, from, to } if to > from => say::workers_sign_in(l, name, *from, *to),
        PublicWhat::Workers { name, from, to } => say::workers_are_gone(l, name, *from, *to),
        PublicWhat::Mark { text } => say::written(l, text),
        PublicWhat::Note { text } => say::on_call(l, text),
        PublicWhat::PostMortem { text } => say::learned_afterwards(l, text),
        PublicWhat::Stage { from, to: Stage::Looking } if *from > Stage::Looking => {
            say::attended(l, Attended::LookingAgain)
        }
        PublicWhat::Stage { to, .. } => incident::stage_changed(l, *to),
    }
}

fn part(l: &Locale, name: &str, from: State, to: State) -> String {
    match to {
        State::Operational if is_a_return(from) => say::works_again(l, name),
        State::Operational => say::works(l, name),
        State::Degraded => say::works_with_problems(l, name),
        State::Down => say::is_not_working(l, name),
        State::Draining => say::is_restarting(l, name),
        State::Unknown => say::whether_it_works_is_not_known(l, name),
        State::NotApplicable => say::is_no_longer_checked(l, name),
    }
}

fn queue(l: &Locale, name: &str, from: State, to: State, attendance: Attendance) -> String {
    let again = is_a_return(from);
    match (to, attendance) {
        (State::Down, Attendance::NobodyCame) => say::nobody_has_come(l, name),
        (State::Down, Attendance::Counted(0)) => say::no_sign_of_life_any_more(l, name),
        (State::Down, _) => say::queue_is_not_working(l, name),
        (State::Operational, Attendance::Counted(0)) => say::nobody_is_there_as_may_be(l, name),
        (State::Operational, Attendance::Counted(n)) if again => say::so_many_at_it_again(l, name, n),
        (State::Operational, Attendance::Counted(n)) => say::so_many_at_it(l, name, n),
        (State::Operational, Attendance::NotCounted | Attendance::NobodyCame) if again => {
            say::queue_works_again(l, name)
        }
        (State::Operational, Attendance::NotCounted | Attendance::NobodyCame) => say::queue_works(l, name),
        (State::Degraded, _) => say::queue_has_problems(l, name),
        (State::Draining, _) => say::queue_is_restarting(l, name),
        (State::Unknown, _) => say::could_not_be_counted(l, name),
        (State::NotApplicable, _) => say::nobody_counts_the_workers(l, name),
    }
}

/// Whether what works now is known not to have worked before.
const fn is_a_return(from: State) -> bool {
    matches!(from, State::Down | State::Degraded | State::Draining)
}
