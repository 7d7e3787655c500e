//! arq: one sorted set for each queue with everything that is not finished, a key for each job that is being done, and
//! one key with a time to live that all workers of a queue share.
//!
//! The traps: a job that is being done stays among those that wait; and a worker that ends in peace deletes the shared
//! key, whoever else is alive. So the key proves somebody, and its absence proves nobody only where one worker runs.
//! arq renews it each hour unless told otherwise: nobody is counted by it before the configuration names the interval.

use super::System;
use super::recipe::{Bound, EACH, Gone, Ids, Number, Numbers, QueueRecipe, Queues, Recipe, Source, Unit};
use crate::config::Form;
use core::ops::RangeInclusive;
use core::time::Duration;

/// The system's row in the table.
pub(super) const SYSTEM: System = System { name: "arq", recipe };

const QUEUE: &str = "arq:queue";

const INTERVALS: RangeInclusive<Duration> = Duration::from_secs(1)..=Duration::from_hours(24);

/// The key lives so much longer than the interval.
const GRACE: Duration = Duration::from_secs(1);

fn recipe(form: &mut Form<'_>) -> Recipe {
    let names = form.names("queues");
    let names = if names.is_empty() { vec![QUEUE.to_owned()] } else { names };
    let interval = form.given_duration("health_check_interval", &INTERVALS);
    let key = form.optional("health_check_key");
    let gone = if form.boolean("single_worker", false) { Gone::Nobody } else { Gone::Anybody };
    let crew = |name: &String| {
        let ttl = interval? + GRACE;
        let key = key.clone().unwrap_or_else(|| format!("{name}:health-check"));
        Some(Source::TtlKey { key, ttl, gone })
    };
    let mut workers: Vec<Source> = names.iter().filter_map(crew).collect();
    workers.dedup();
    Recipe {
        workers,
        queues: Queues::Named(names.iter().map(|name| queue(name)).collect()),
        ..Recipe::default()
    }
}

fn queue(name: &str) -> QueueRecipe {
    let due = || Number::due(name.to_owned(), Unit::Millis);
    // Jobs are taken by their scores, lowest first.
    let in_hand = || {
        let ids = Ids::lowest(name.to_owned(), Bound::Most);
        Number::Over(ids, Box::new(Number::Exists(format!("arq:in-progress:{EACH}"))))
    };
    QueueRecipe {
        name: name.to_owned(),
        numbers: Numbers {
            depth: Number::Minus(Box::new(due()), Box::new(in_hand())),
            in_flight: in_hand(),
            delayed: Number::later(name.to_owned(), Unit::Millis),
            // What has become due waits like everything else.
            overdue: Number::NotOffered,
            // Failures are results that expire.
            failed: Number::NotOffered,
        },
        ..QueueRecipe::default()
    }
}

#[cfg(test)]
mod tests {
    use crate::probe::queue::case::{Case, numbers};
    use crate::probe::queue::testkit::{NOW, at_least, int, list, store, target, unknown, words};
    use core::time::Duration;
    use shared::reading::{Reading, Why};
    use shared::sample::{Basis, Exactness, Workers};

    const KEY: &str = "PTTL arq:queue:health-check";
    const DUE: &str = "ZCOUNT arq:queue -inf 1796047203000";
    const LATER: &str = "ZCOUNT arq:queue (1796047203000 +inf";
    const JOBS: &str = "ZRANGEBYSCORE arq:queue -inf +inf LIMIT 0 257";

    const NOBODY_SAYS: Workers =
        Workers::Counted { alive: Reading::not_in_redis(Why::NoSuchKey), exactness: Exactness::AtLeastOne };

    #[test]
    fn each_reply_is_worth_its_own_numbers_and_nothing_else_is_asked() {
        Case {
            target: target("arq", "health_check_interval = \"5s\""),
            answers: &[
                (KEY, &int(4_000), "workers"),
                (DUE, &int(6), "queue_depth"),
                (LATER, &int(1), "delayed"),
                (JOBS, &list(&["a", "b"]), "queue_depth in_flight"),
                ("EXISTS arq:in-progress:a", &int(1), "queue_depth in_flight"),
                ("EXISTS arq:in-progress:b", &int(0), "queue_depth in_flight"),
            ],
            workers: at_least(1),
            numbers: numbers([Some(5), None, Some(1), Some(1), None, None]),
            nobody: NOBODY_SAYS,
        }
        .check();
    }

    #[test]
    fn without_the_interval_the_shared_key_is_not_even_asked_for() {
        let queue = target("arq", "");
        assert_eq!(queue.recipe.basis().0, Basis::None);
        let (sample, writes) = store(&[]).read(&queue);
        assert_eq!(sample.workers, Workers::NotMeasured);
        assert!(!writes.concat().iter().any(|words| words.starts_with("PTTL")), "{writes:?}");
    }

    #[test]
    fn a_key_that_is_gone_is_nobody_only_where_one_worker_runs() {
        let several = target("arq", "health_check_interval = \"5s\"");
        assert_eq!(several.recipe.basis(), (Basis::TtlRecord, Duration::from_secs(6)));
        assert_eq!(store(&[]).read(&several).0.workers, NOBODY_SAYS, "one of two may have ended in peace");
        let one = target("arq", "health_check_interval = \"5s\"\nsingle_worker = true");
        let sample = store(&[]).read(&one).0;
        assert_eq!((sample.workers, words(&sample)), (at_least(0), vec!["no_consumer".to_owned()]));
        let alive = store(&[(KEY, &int(4_000))]).read(&one).0;
        assert_eq!(alive.workers, at_least(1));
        assert_eq!(alive.last_beat_at, Some(NOW + Duration::from_millis(500) - Duration::from_secs(2)));
    }

    #[test]
    fn other_queues_have_keys_of_their_own_unless_one_is_named() {
        let asked = |lines: &str| store(&[]).read(&target("arq", lines)).1.concat();
        let own = asked("queues = [\"a\", \"b\"]\nhealth_check_interval = \"5s\"");
        assert!(
            own.contains(&"PTTL a:health-check".to_owned())
                && own.contains(&"PTTL b:health-check".to_owned())
        );
        let named = "queues = [\"a\", \"b\"]\nhealth_check_interval = \"5s\"\nhealth_check_key = \"k\"";
        assert_eq!(
            asked(named).iter().filter(|words| words.starts_with("PTTL")).collect::<Vec<_>>(),
            ["PTTL k"]
        );
    }

    #[test]
    fn of_a_long_queue_the_jobs_in_hand_are_looked_for_where_they_are_and_said_to_be_a_lower_bound() {
        let ids: Vec<String> = (0..257).map(|n| format!("j{n}")).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let (jobs, due) = (list(&ids), int(9_000));
        let answers = [(JOBS, jobs.as_str()), (DUE, due.as_str()), ("EXISTS arq:in-progress:j0", ":1\r\n")];
        let (sample, writes) = store(&answers).read(&target("arq", ""));
        assert_eq!(
            (sample.numbers.in_flight, sample.numbers.queue_depth),
            (Reading::redis(1), Reading::redis(8_999))
        );
        assert!(words(&sample).contains(&"lower_bound:in_flight".to_owned()), "{:?}", words(&sample));
        assert_eq!(writes[1].len(), 256);
        assert_eq!(sample.numbers.failed_depth, unknown(Why::NotOffered));
    }
}
