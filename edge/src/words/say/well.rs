//! Sentences for a board on which nothing is wrong, or nothing that anybody needs.
//!
//! Not about trouble: `workers`, `application`.

use super::Counted;
use crate::words::sentence::sentences;
use crate::words::time::Locale;

sentences! { "well";
    everything_works();
    working();
    everything_works_and_so_many(n: Number, exactness: Words);
    everything_works_and_is_busy();
    working_except(names: Words);
    works_without(count: Number);
    not_working_but_not_needed(names: Words, count: Number);
    working_although(names: Words, count: Number);
    working_but_not_checked(names: Words, count: Number);
    are_paused(queues: Words, count: Number);
    stopped_on_purpose();
    take_no_new_work(queues: Words);
    told_to_finish();
    nobody_counts();
    nobody_counts_those_of(names: Words);
    nothing_but_uncounted(service: Name);
    nobody_tells_who_is_alive();
    at_it(n: Number, exactness: Words);
    jobs_waiting(n: Number);
    jobs_waiting_and_more(n: Number, more: Number);
    jobs_waiting_and_fewer(n: Number, fewer: Number);
    nothing_new_has_failed();
    working_for(lasts: Words);
}

pub fn everything_works_with(l: &Locale, counted: Counted) -> String {
    everything_works_and_so_many(l, counted.n, counted.bound())
}

pub fn workers_are_at_it(l: &Locale, counted: Counted) -> String {
    at_it(l, counted.n, counted.bound())
}

/// How many wait, and by how many that is more than ten minutes ago.
pub fn jobs_waiting_more(l: &Locale, n: u64, more: i64) -> String {
    match more {
        0 => jobs_waiting(l, n),
        1.. => jobs_waiting_and_more(l, n, more.unsigned_abs()),
        _ => jobs_waiting_and_fewer(l, n, more.unsigned_abs()),
    }
}
