//! Sentences about what happened: one line each, as it was observed.
//!
//! Not when they are said: `words::event`.

use crate::words::sentence::sentences;
use crate::words::time::Locale;

sentences! { "event";
    works_again(name: Name);
    works(name: Name);
    works_with_problems(name: Name);
    whether_it_works_is_not_known(name: Name);
    is_no_longer_checked(name: Name);

    no_sign_of_life_any_more(queue: Name);
    /// Of a queue that scales to zero.
    nobody_is_there_as_may_be(queue: Name);
    so_many_at_it(queue: Name, n: Number);
    so_many_at_it_again(queue: Name, n: Number);
    queue_works(queue: Name);
    queue_works_again(queue: Name);
    queue_is_not_working(queue: Name);
    queue_has_problems(queue: Name);
    queue_is_restarting(queue: Name);
    nobody_counts_the_workers(queue: Name);

    the_only_worker_is_gone(queue: Name);
    all_workers_are_gone(queue: Name, n: Number);
    some_workers_are_gone(queue: Name, gone: Number, left: Number, before: Number);
    first_workers_sign_in(queue: Name, n: Number);
    more_workers_sign_in(queue: Name, n: Number, now: Number);

    on_call(text: Name);
    learned_afterwards(text: Name);
    /// A line about one of several applications that does not name it.
    line_of(service: Name, line: Words);
}

/// "Background jobs: a worker is gone, 1 of 2 is left".
pub fn workers_are_gone(l: &Locale, queue: &str, before: u64, left: u64) -> String {
    match (before, left) {
        (1, 0) => the_only_worker_is_gone(l, queue),
        (_, 0) => all_workers_are_gone(l, queue, before),
        _ => some_workers_are_gone(l, queue, before.saturating_sub(left), left, before),
    }
}

/// "Background jobs: a worker signs in, 2 are there".
pub fn workers_sign_in(l: &Locale, queue: &str, before: u64, now: u64) -> String {
    match before {
        0 => first_workers_sign_in(l, queue, now),
        _ => more_workers_sign_in(l, queue, now.saturating_sub(before), now),
    }
}
