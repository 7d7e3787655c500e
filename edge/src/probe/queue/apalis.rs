//! apalis (Rust) on Redis, 0.7 and 1.0: for each queue a list of what waits, sorted sets of what is scheduled and what
//! is dead, and one of workers with their last beats (`consumers` before 1.0), each with a set of what it has in hand.
//!
//! The trap: every job goes through the scheduled ones, and workers move it on. What is due there waits, and is counted
//! so: while nobody is alive, all that is new is there.

use super::System;
use super::recipe::{
    BeatSet, Bound, EACH, Ids, Number, Numbers, QueueRecipe, Queues, Recipe, Score, Source, Time, Unit,
};
use crate::config::Form;
use core::time::Duration;
use shared::sample::Exactness;

/// The system's row in the table.
pub(super) const SYSTEM: System = System { name: "apalis", recipe };

/// Three beats.
const WINDOW: Duration = Duration::from_secs(90);

fn recipe(form: &mut Form<'_>) -> Recipe {
    let names = form.required_names("queues", "queues = [\"app::Email\"]");
    let window = form.given_window().unwrap_or(WINDOW);
    let crews = |name: &String| {
        ["workers", "consumers"].map(|set| {
            Source::Beats(BeatSet {
                key: format!("{name}:{set}"),
                window,
                score: Score::Beat,
                time: Time::In(Unit::Seconds),
                exactness: Exactness::Exact,
            })
        })
    };
    Recipe {
        workers: names.iter().flat_map(crews).collect(),
        queues: Queues::Named(names.iter().map(|name| queue(name)).collect()),
        ..Recipe::default()
    }
}

fn queue(name: &str) -> QueueRecipe {
    let key = |part: &str| format!("{name}:{part}");
    let in_hand = key("inflight:");
    let of_each = |ids| Number::Over(ids, Box::new(Number::Scard(format!("{in_hand}{EACH}"))));
    QueueRecipe {
        name: name.to_owned(),
        numbers: Numbers {
            depth: Number::Sum(vec![
                Number::Llen(key("active")),
                Number::Zcount(key("scheduled"), Bound::Least, Bound::Now(Unit::Seconds)),
            ]),
            failed: Number::Zcard(key("dead")),
            in_flight: Number::Sum(vec![
                of_each(Ids::sorted(key("workers"))),
                // Before 1.0, they sign in with the name of that set.
                of_each(Ids { prefix: in_hand.clone(), ..Ids::sorted(key("consumers")) }),
            ]),
            delayed: Number::later(key("scheduled"), Unit::Seconds),
            overdue: Number::NotOffered,
        },
        ..QueueRecipe::default()
    }
}

#[cfg(test)]
mod tests {
    use crate::probe::queue::case::{Case, numbers};
    use crate::probe::queue::testkit::{exactly, int, list, store, target};
    use core::time::Duration;
    use shared::reading::Reading;
    use shared::sample::Basis;

    const WORKERS: &str = "ZREVRANGE a::Mail:workers 0 255 WITHSCORES";
    const CONSUMERS: &str = "ZREVRANGE a::Mail:consumers 0 255 WITHSCORES";

    #[test]
    fn each_reply_is_worth_its_own_numbers_and_nothing_else_is_asked() {
        let workers = list(&["w1", "1796047190", "w2", "1796047000"]);
        Case {
            target: target("apalis", "queues = \"a::Mail\""),
            answers: &[
                (WORKERS, &workers, "workers in_flight"),
                ("ZCARD a::Mail:workers", &int(2), ""),
                ("ZCOUNT a::Mail:workers 1796047113 +inf", &int(1), ""),
                (CONSUMERS, &list(&["a::Mail:inflight:c1", "1796047000"]), "in_flight"),
                ("ZCARD a::Mail:consumers", &int(1), ""),
                ("ZCOUNT a::Mail:consumers 1796047113 +inf", &int(0), ""),
                ("SCARD a::Mail:inflight:w1", &int(1), "in_flight"),
                ("SCARD a::Mail:inflight:w2", &int(2), "in_flight"),
                ("SCARD a::Mail:inflight:c1", &int(0), "in_flight"),
                ("LLEN a::Mail:active", &int(2), "queue_depth"),
                ("ZCOUNT a::Mail:scheduled -inf 1796047203", &int(6), "queue_depth"),
                ("ZCOUNT a::Mail:scheduled (1796047203 +inf", &int(1), "delayed"),
                ("ZCARD a::Mail:dead", &int(1), "failed_depth"),
            ],
            workers: exactly(1),
            numbers: numbers([Some(8), Some(1), Some(3), Some(1), None, None]),
            nobody: exactly(0),
        }
        .check();
    }

    #[test]
    fn workers_of_either_version_count_for_three_beats_unless_the_file_says_otherwise() {
        let queue = target("apalis", "queues = \"a::Mail\"");
        assert_eq!(queue.recipe.basis(), (Basis::Beat, Duration::from_secs(90)));
        let old = list(&["a::Mail:inflight:c1", "1796047120"]);
        let answers = [(CONSUMERS, old.as_str()), ("SCARD a::Mail:inflight:c1", ":1\r\n")];
        let sample = store(&answers).read(&queue).0;
        assert_eq!((sample.workers, sample.numbers.in_flight), (exactly(1), Reading::redis(1)));
        let shorter = target("apalis", "queues = \"a::Mail\"\nwindow = \"60s\"");
        assert_eq!(store(&answers).read(&shorter).0.workers, exactly(0));
    }
}
