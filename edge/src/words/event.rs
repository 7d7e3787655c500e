//! What happened, in words: a line for each event, under "What happened", in feeds and in timelines.
//!
//! Takes public events only, so nothing hidden can be said. Times are the caller's: `Zone::moment`.

use super::{en, incident, situation};
use shared::incident::{Attendance, PublicEvent, PublicWhat, Stage};
use shared::page::Tone;
use shared::state::{State, Verdict};

/// The line, without its time: "Database works again". Where the board has several services, it names its own.
pub fn line(event: &PublicEvent, several: bool) -> String {
    let line = alone(event);
    if several && !event.service_name.is_empty() && !line.contains(&event.service_name) {
        en::line_of(&event.service_name, &line)
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

fn alone(event: &PublicEvent) -> String {
    match &event.what {
        PublicWhat::Verdict { to, cause: Some(cause), .. } => {
            incident::about(&event.service_name, *to, cause)
        }
        PublicWhat::Verdict { from, to, cause: None } => {
            part(&event.service_name, State::from(*from), State::from(*to))
        }
        PublicWhat::Dependency { name, from, to } => part(name, *from, *to),
        PublicWhat::Queue { name, from, to, attendance } => queue(name, *from, *to, *attendance),
        PublicWhat::Workers { name, from, to } if to > from => en::workers_sign_in(name, *from, *to),
        PublicWhat::Workers { name, from, to } => en::workers_are_gone(name, *from, *to),
        PublicWhat::Mark { text } => text.clone(),
        PublicWhat::Note { text } => en::on_call(text),
        PublicWhat::PostMortem { text } => en::learned_afterwards(text),
        PublicWhat::Stage { from, to: Stage::Looking } if *from > Stage::Looking => {
            en::somebody_is_looking_again().to_owned()
        }
        PublicWhat::Stage { to, .. } => incident::stage_changed(*to).to_owned(),
    }
}

fn part(name: &str, from: State, to: State) -> String {
    match to {
        State::Operational if is_a_return(from) => en::works_again(name),
        State::Operational => en::works(name),
        State::Degraded => en::works_with_problems(name),
        State::Down => en::is_not_working(name),
        State::Draining => en::is_restarting(name),
        State::Unknown => en::whether_it_works_is_not_known(name),
        State::NotApplicable => en::is_no_longer_checked(name),
    }
}

fn queue(name: &str, from: State, to: State, attendance: Attendance) -> String {
    let again = is_a_return(from);
    match (to, attendance) {
        (State::Down, Attendance::NobodyCame) => en::nobody_has_come(name),
        (State::Down, Attendance::Counted(0)) => en::no_sign_of_life_any_more(name),
        (State::Down, _) => en::queue_is_not_working(name),
        (State::Operational, Attendance::Counted(0)) => en::nobody_is_there_as_may_be(name),
        (State::Operational, Attendance::Counted(alive)) => en::so_many_are_at_it(name, alive, again),
        (State::Operational, Attendance::NotCounted | Attendance::NobodyCame) => en::queue_works(name, again),
        (State::Degraded, _) => en::queue_has_problems(name),
        (State::Draining, _) => en::queue_is_restarting(name),
        (State::Unknown, _) => en::could_not_be_counted(name),
        (State::NotApplicable, _) => en::nobody_counts_the_workers(name),
    }
}

/// Whether what works now is known not to have worked before.
const fn is_a_return(from: State) -> bool {
    matches!(from, State::Down | State::Degraded | State::Draining)
}
