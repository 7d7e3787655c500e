//! SAQ: for each queue a list of what waits, one of what is being done, a sorted set of everything unfinished, and one
//! of its workers.
//!
//! A worker says until when it counts, so the number needs no window of ours. A job that failed is kept for ten
//! minutes by itself, in no list: dead letters are not told.

use super::System;
use super::recipe::{
    BeatSet, Bound, EACH, End, Number, Numbers, Oldest, QueueRecipe, Queues, Recipe, Score, Source, Time,
    Unit,
};
use crate::config::Form;
use core::time::Duration;
use shared::sample::Exactness;

/// The system's row in the table.
pub(super) const SYSTEM: System = System { name: "saq", recipe };

/// Workers sign in each 10 s, for 11 s, unless the application has set another `worker_info`.
const AHEAD: Duration = Duration::from_secs(11);

fn recipe(form: &mut Form<'_>) -> Recipe {
    let names = form.required_names("queues", "queues = [\"default\"]");
    let looks_inside = form.boolean("oldest_from_messages", false);
    let window = form.given_window().unwrap_or(AHEAD);
    let queue = |name: &String| {
        let key = |part: &str| format!("saq:{name}:{part}");
        QueueRecipe {
            name: name.clone(),
            numbers: Numbers {
                depth: Number::Llen(key("queued")),
                in_flight: Number::Llen(key("active")),
                // A score of 0 is a job that waits for nothing.
                delayed: Number::Zcount(key("incomplete"), Bound::At(1), Bound::Most),
                overdue: Number::Zcount(key("incomplete"), Bound::At(1), Bound::Now(Unit::Seconds)),
                failed: Number::NotOffered,
            },
            oldest: if looks_inside {
                Oldest::InMessage {
                    list: key("queued"),
                    end: End::Head,
                    fetch: vec!["GET".to_owned(), format!("saq:job:{name}:{EACH}")],
                    path: &["queued"],
                    time: Time::In(Unit::Millis),
                }
            } else {
                Oldest::NotOffered
            },
            ..QueueRecipe::default()
        }
    };
    let crew = |name: &String| {
        Source::Beats(BeatSet {
            key: format!("saq:{name}:stats"),
            window,
            score: Score::Expiry,
            time: Time::In(Unit::Millis),
            exactness: Exactness::Exact,
        })
    };
    Recipe {
        workers: names.iter().map(crew).collect(),
        queues: Queues::Named(names.iter().map(queue).collect()),
        ..Recipe::default()
    }
}

#[cfg(test)]
mod tests {
    use crate::probe::queue::case::{Case, numbers};
    use crate::probe::queue::testkit::{
        NOPERM, NOW, bulk, exactly, int, list, store, target, unknown, words,
    };
    use core::time::Duration;
    use shared::reading::{Reading, Why};
    use shared::sample::{Basis, Workers};

    const CREW: &str = "ZREVRANGE saq:mail:stats 0 255 WITHSCORES";

    #[test]
    fn each_reply_is_worth_its_own_numbers_and_nothing_else_is_asked() {
        let crew = list(&["w1", "1796047209000", "w2", "1796047204000", "w3", "1796047203000"]);
        Case {
            target: target("saq", "queues = \"mail\""),
            answers: &[
                (CREW, &crew, "workers"),
                ("ZCARD saq:mail:stats", &int(3), ""),
                ("ZCOUNT saq:mail:stats 1796047203000 +inf", &int(3), ""),
                ("LLEN saq:mail:queued", &int(5), "queue_depth"),
                ("LLEN saq:mail:active", &int(1), "in_flight"),
                ("ZCOUNT saq:mail:incomplete 1 +inf", &int(2), "delayed"),
                ("ZCOUNT saq:mail:incomplete 1 1796047203", &int(1), "overdue"),
            ],
            workers: exactly(2),
            numbers: numbers([Some(5), None, Some(1), Some(2), Some(1), None]),
            nobody: exactly(0),
        }
        .check();
    }

    #[test]
    fn a_worker_counts_until_it_says_and_its_last_beat_lies_eleven_seconds_before_that() {
        let queue = target("saq", "queues = \"mail\"");
        assert_eq!(queue.recipe.basis(), (Basis::Expiry, Duration::from_secs(11)));
        let sample = store(&[(CREW, &list(&["w1", "1796047209000"]))]).read(&queue).0;
        assert_eq!(sample.last_beat_at, Some(NOW - Duration::from_secs(5)));
        let after = store(&[(CREW, &list(&["w1", "1796047203499"]))]).read(&queue).0;
        assert_eq!((after.workers, words(&after)), (exactly(0), vec!["no_consumer".to_owned()]));
    }

    #[test]
    fn workers_of_several_queues_are_added_up_and_none_is_sure_before_all_were_read() {
        let queue = target("saq", "queues = [\"mail\", \"other\"]");
        let (mine, other) = (list(&["w1", "1796047209000"]), "ZREVRANGE saq:other:stats 0 255 WITHSCORES");
        assert_eq!(store(&[(CREW, &mine), (other, &mine)]).read(&queue).0.workers, exactly(2));
        let refused = [(other, NOPERM), ("ZCARD saq:other:stats", NOPERM)];
        let Workers::Counted { alive, .. } = store(&refused).read(&queue).0.workers else { panic!() };
        assert_eq!(alive, unknown(Why::NotPermitted));
    }

    #[test]
    fn the_oldest_is_read_from_the_job_only_when_asked_for() {
        let queue = target("saq", "queues = \"mail\"\noldest_from_messages = true");
        let (id, job) = (bulk("saq:job:mail:x1"), bulk("{\"kwargs\":{},\"queued\":1796046761500}"));
        let answers = [("LINDEX saq:mail:queued 0", id.as_str()), ("GET saq:job:mail:x1", job.as_str())];
        assert_eq!(store(&answers).read(&queue).0.numbers.oldest_waiting_s, Reading::redis(442));
        let gone = store(&answers[..1]).read(&queue).0;
        assert_eq!(gone.numbers.oldest_waiting_s, unknown(Why::NoSuchKey));
    }
}
