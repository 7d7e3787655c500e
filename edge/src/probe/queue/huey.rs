//! huey on Redis: a list of what waits (a sorted set with priorities) and a sorted set of what waits for its time.
//!
//! The trap: it has no workers in Redis, and a busy one has no connection that would tell. They are counted by the
//! application's own heartbeat, or not at all. Results and failures share one hash: dead letters are not told.

use super::System;
use super::recipe::{Number, Numbers, QueueRecipe, Queues, Recipe, Unit};
use crate::config::Form;

/// The system's row in the table.
pub(super) const SYSTEM: System = System { name: "huey", recipe };

fn recipe(form: &mut Form<'_>) -> Recipe {
    let names = form.required_names("queues", "queues = [\"app\"]");
    let has_priorities = form.boolean("priority", false);
    let is_cleaned = form.boolean("clean_name", true);
    let queue = |name: &String| {
        let part: String =
            if is_cleaned { name.chars().filter(|c| is_kept(*c)).collect() } else { name.clone() };
        let (waiting, later) = (format!("huey.redis.{part}"), format!("huey.schedule.{part}"));
        QueueRecipe {
            name: name.clone(),
            numbers: Numbers {
                depth: if has_priorities { Number::Zcard(waiting) } else { Number::Llen(waiting) },
                delayed: Number::Zcard(later.clone()),
                overdue: Number::due(later, Unit::Seconds),
                ..Numbers::default()
            },
            ..QueueRecipe::default()
        }
    };
    Recipe { queues: Queues::Named(names.iter().map(queue).collect()), ..Recipe::default() }
}

/// What huey leaves of a name.
const fn is_kept(c: char) -> bool {
    matches!(c, 'a'..='z' | '0'..='9')
}

#[cfg(test)]
mod tests {
    use crate::probe::queue::case::{Case, numbers};
    use crate::probe::queue::testkit::{WRONGTYPE, exactly, int, list, store, target, unknown, words};
    use shared::reading::{Reading, Why};
    use shared::sample::Workers;

    #[test]
    fn each_reply_is_worth_its_own_numbers_and_nothing_else_is_asked() {
        Case {
            target: target("huey", "queues = \"My-app 2\""),
            answers: &[
                ("LLEN huey.redis.yapp2", &int(5), "queue_depth"),
                ("ZCARD huey.schedule.yapp2", &int(2), "delayed"),
                ("ZCOUNT huey.schedule.yapp2 -inf 1796047203", &int(1), "overdue"),
            ],
            workers: Workers::NotMeasured,
            numbers: numbers([Some(5), None, None, Some(2), Some(1), None]),
            nobody: Workers::NotMeasured,
        }
        .check();
    }

    #[test]
    fn only_an_own_heartbeat_tells_who_is_alive() {
        let queue = target("huey", "queues = \"app\"\nheartbeat = \"beats\"");
        let beats = list(&["w1", "1796047200"]);
        let answers = [("ZREVRANGE beats 0 255 WITHSCORES", beats.as_str())];
        assert_eq!(store(&answers).read(&queue).0.workers, exactly(1));
        assert_eq!(store(&[]).read(&queue).0.workers, exactly(0));
        let without = store(&[]).read(&target("huey", "queues = \"app\"")).0;
        assert_eq!(words(&without), ["liveness_not_measured"]);
    }

    #[test]
    fn with_priorities_a_sorted_set_waits_and_the_wrong_kind_is_never_an_empty_queue() {
        let priorities = target("huey", "queues = \"app\"\npriority = true");
        let sample = store(&[("ZCARD huey.redis.app", &int(3))]).read(&priorities).0;
        assert_eq!(sample.numbers.queue_depth, Reading::redis(3));
        let sample = store(&[("LLEN huey.redis.app", WRONGTYPE)]).read(&target("huey", "queues = \"app\"")).0;
        assert_eq!(sample.numbers.queue_depth, unknown(Why::WrongKindOfKey));
        assert_eq!(words(&sample), ["liveness_not_measured", "probe_misconfigured:huey.redis.app"]);
    }

    #[test]
    fn a_name_that_huey_leaves_alone_is_left_alone() {
        let queue = target("huey", "queues = \"My-app\"\nclean_name = false");
        let sample = store(&[("LLEN huey.redis.My-app", &int(4))]).read(&queue).0;
        assert_eq!(sample.numbers.queue_depth, Reading::redis(4));
    }
}
