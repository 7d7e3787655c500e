//! asynq (Go, and others that keep its keys): a set of queues, for each a list of what waits and one of what is being
//! done, sorted sets of the rest, and one sorted set of all servers.
//!
//! The traps: the set of servers does not shrink when one is killed, only what each says until when it counts does;
//! braces around a queue's name are part of its keys; when a task began to wait is told in nanoseconds.

use super::System;
use super::recipe::{
    BeatSet, EACH, End, Ids, Number, Numbers, Oldest, Paused, QueueRecipe, Queues, Recipe, Score, Source,
    Time, Unit,
};
use crate::config::Form;
use core::time::Duration;
use shared::sample::Exactness;

/// The system's row in the table.
pub(super) const SYSTEM: System = System { name: "asynq", recipe };

/// Servers sign in each 5 s, for 10 s.
const AHEAD: Duration = Duration::from_secs(10);

/// So many dead tasks are kept of each queue, and none for longer than 90 days.
const MOST_DEAD: u64 = 10_000;

fn recipe(form: &mut Form<'_>) -> Recipe {
    let names = form.names("queues");
    let queue = |name: &str| {
        let key = |part: &str| format!("asynq:{{{name}}}:{part}");
        let sum = |of: fn(String) -> Number| Number::Sum(vec![of(key("scheduled")), of(key("retry"))]);
        QueueRecipe {
            name: name.to_owned(),
            numbers: Numbers {
                depth: Number::Llen(key("pending")),
                failed: Number::Zcard(key("archived")),
                in_flight: Number::Llen(key("active")),
                delayed: sum(Number::Zcard),
                overdue: sum(|key| Number::due(key, Unit::Seconds)),
            },
            // A field of its own beside the message. Queues that were only found have no round trip left for it.
            oldest: Oldest::ById {
                list: key("pending"),
                end: End::Tail,
                record: key(&format!("t:{EACH}")),
                field: "pending_since",
                time: Time::In(Unit::Nanos),
            },
            paused: vec![Paused::Exists(key("paused"))],
            position: None,
        }
    };
    Recipe {
        workers: vec![Source::Beats(BeatSet {
            key: "asynq:servers".to_owned(),
            window: AHEAD,
            score: Score::Expiry,
            time: Time::In(Unit::Seconds),
            exactness: Exactness::Exact,
        })],
        failed_cap: Some(MOST_DEAD),
        queues: Queues::named_or_found(&names, Ids::set("asynq:queues".to_owned()), queue),
        ..Recipe::default()
    }
}

#[cfg(test)]
mod tests {
    use crate::probe::queue::case::{Case, numbers};
    use crate::probe::queue::testkit::{bulk, exactly, int, list, store, target, words};
    use core::time::Duration;
    use shared::reading::{Reading, Why};
    use shared::sample::Basis;

    const CREW: &str = "ZREVRANGE asynq:servers 0 255 WITHSCORES";
    const QUEUES: &str = "SRANDMEMBER asynq:queues 257";

    #[test]
    fn each_reply_is_worth_its_own_numbers_and_nothing_else_is_asked() {
        let crew = list(&["asynq:servers:{h:1:a}", "1796047210", "asynq:servers:{h:2:b}", "1796047190"]);
        Case {
            target: target("asynq", "queues = \"mail\""),
            answers: &[
                (CREW, &crew, "workers"),
                ("ZCARD asynq:servers", &int(2), ""),
                ("ZCOUNT asynq:servers 1796047203 +inf", &int(1), ""),
                ("LLEN asynq:{mail}:pending", &int(5), "queue_depth"),
                ("LLEN asynq:{mail}:active", &int(1), "in_flight"),
                ("ZCARD asynq:{mail}:archived", &int(1), "failed_depth"),
                ("ZCARD asynq:{mail}:scheduled", &int(1), "delayed"),
                ("ZCARD asynq:{mail}:retry", &int(2), "delayed"),
                ("ZCOUNT asynq:{mail}:scheduled -inf 1796047203", &int(0), "overdue"),
                ("ZCOUNT asynq:{mail}:retry -inf 1796047203", &int(1), "overdue"),
                ("LINDEX asynq:{mail}:pending -1", &bulk("x1"), "oldest_waiting_s"),
                ("HGET asynq:{mail}:t:x1 pending_since", &bulk("1796046761500000000"), "oldest_waiting_s"),
                ("EXISTS asynq:{mail}:paused", &int(0), ""),
            ],
            workers: exactly(1),
            numbers: numbers([Some(5), Some(1), Some(1), Some(3), Some(1), Some(442)]),
            nobody: exactly(0),
        }
        .check();
    }

    #[test]
    fn queues_are_found_and_then_their_oldest_task_is_not_told() {
        let queue = target("asynq", "");
        assert_eq!(queue.recipe.basis(), (Basis::Expiry, Duration::from_secs(10)));
        let queues = list(&["mail", "default"]);
        let (five, two) = (int(5), int(2));
        let answers = [
            (QUEUES, queues.as_str()),
            ("LLEN asynq:{mail}:pending", five.as_str()),
            ("LLEN asynq:{default}:pending", two.as_str()),
        ];
        let (sample, writes) = store(&answers).read(&queue);
        assert_eq!((sample.numbers.queue_depth, writes.len()), (Reading::redis(7), 2));
        assert_eq!(sample.numbers.oldest_waiting_s, Reading::not_in_redis(Why::NotOffered));
        assert_eq!(sample.parts.len(), 2);
    }

    #[test]
    fn a_queue_is_paused_by_a_key_of_its_own() {
        let sample =
            store(&[("EXISTS asynq:{mail}:paused", &int(1))]).read(&target("asynq", "queues = \"mail\"")).0;
        assert!(words(&sample).contains(&"paused".to_owned()), "{:?}", words(&sample));
    }

    #[test]
    fn dead_tasks_are_called_capped_when_one_queue_is_full_and_not_when_several_are_half_full() {
        let queue = target("asynq", "queues = [\"a\", \"b\"]");
        let is_capped = |a, b| {
            let (a, b) = (int(a), int(b));
            let dead = [("ZCARD asynq:{a}:archived", a.as_str()), ("ZCARD asynq:{b}:archived", b.as_str())];
            words(&store(&dead).read(&queue).0).contains(&"failed_is_capped".to_owned())
        };
        assert_eq!((is_capped(6_000, 6_000), is_capped(0, 10_000)), (false, true));
    }
}
