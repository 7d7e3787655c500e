//! Sentences about what happened: one line each, as it was observed.
//!
//! Not when they are said: `words::event`.

use super::{NBSP, are, workers};
use crate::words::time::number;

// A service or a dependency, by its name.

pub fn works_again(name: &str) -> String {
    format!("{name} works again")
}

pub fn works(name: &str) -> String {
    format!("{name} works")
}

pub fn works_with_problems(name: &str) -> String {
    format!("{name} works, with problems")
}

pub fn whether_it_works_is_not_known(name: &str) -> String {
    format!("Whether {name} works is not known")
}

pub fn is_no_longer_checked(name: &str) -> String {
    format!("{name} is no longer checked")
}

// A queue.

pub fn no_sign_of_life_any_more(queue: &str) -> String {
    format!("{queue}: no sign of life from any worker")
}

/// Of a queue that scales to zero.
pub fn nobody_is_there_as_may_be(queue: &str) -> String {
    format!("{queue}: no worker at the moment, which is normal here")
}

pub fn so_many_are_at_it(queue: &str, n: u64, again: bool) -> String {
    format!("{queue}: {} {} at it{}", workers(n), are(n), if again { " again" } else { "" })
}

pub fn queue_works(queue: &str, again: bool) -> String {
    format!("{queue}: working{}", if again { " again" } else { "" })
}

pub fn queue_is_not_working(queue: &str) -> String {
    format!("{queue}: not working")
}

pub fn queue_has_problems(queue: &str) -> String {
    format!("{queue}: working, with problems")
}

pub fn queue_is_restarting(queue: &str) -> String {
    format!("{queue}: restarting")
}

pub fn nobody_counts_the_workers(queue: &str) -> String {
    format!("{queue}: nobody counts the workers")
}

// Workers.

/// "Background jobs: a worker is gone, 1 of 2 is left".
pub fn workers_are_gone(queue: &str, before: u64, left: u64) -> String {
    let gone = before.saturating_sub(left);
    match (gone, left) {
        (1, 0) => format!("{queue}: the only worker is gone"),
        (_, 0) => format!("{queue}: all {} are gone", workers(before)),
        (1, _) => {
            format!("{queue}: a worker is gone, {} of {} {} left", number(left), number(before), are(left))
        }
        _ => format!(
            "{queue}: {} are gone, {} of {} {} left",
            workers(gone),
            number(left),
            number(before),
            are(left)
        ),
    }
}

/// "Background jobs: a worker signs in, 2 are there".
pub fn workers_sign_in(queue: &str, before: u64, now: u64) -> String {
    let who = match now.saturating_sub(before) {
        1 => "a worker signs in".to_owned(),
        more => format!("{} sign in", workers(more)),
    };
    if before == 0 { format!("{queue}: {who}") } else { format!("{queue}: {who}, {} are there", number(now)) }
}

// What people said.

pub fn on_call(text: &str) -> String {
    format!("On call: \u{201c}{text}\u{201d}")
}

pub fn learned_afterwards(text: &str) -> String {
    format!("Learned afterwards: \u{201c}{text}\u{201d}")
}

/// A line about one of several applications that does not name it.
pub fn line_of(service: &str, line: &str) -> String {
    format!("{service}{NBSP}· {line}")
}
