//! Bee-Queue: for each queue a list of what waits and one of what is being done, a set of what failed, and a sorted set
//! of what waits for its time.
//!
//! It has no workers in Redis, and their connections have no names: they are counted by the application's own
//! heartbeat, or not at all.

use super::System;
use super::recipe::{EACH, End, Number, Numbers, Oldest, QueueRecipe, Queues, Recipe, Time, Unit};
use crate::config::Form;

/// The system's row in the table.
pub(super) const SYSTEM: System = System { name: "bee-queue", recipe };

fn recipe(form: &mut Form<'_>) -> Recipe {
    let prefix = form.text("prefix", "bq");
    let names = form.required_names("queues", "queues = [\"mail\"]");
    let looks_inside = form.boolean("oldest_from_messages", false);
    let queue = |name: &String| {
        let key = |part: &str| format!("{prefix}:{name}:{part}");
        QueueRecipe {
            name: name.clone(),
            numbers: Numbers {
                depth: Number::Llen(key("waiting")),
                failed: Number::Scard(key("failed")),
                in_flight: Number::Llen(key("active")),
                delayed: Number::Zcard(key("delayed")),
                overdue: Number::due(key("delayed"), Unit::Millis),
            },
            oldest: if looks_inside {
                Oldest::InMessage {
                    list: key("waiting"),
                    end: End::Tail,
                    fetch: vec!["HGET".to_owned(), key("jobs"), EACH.to_owned()],
                    path: &["options", "timestamp"],
                    time: Time::In(Unit::Millis),
                }
            } else {
                Oldest::NotOffered
            },
            ..QueueRecipe::default()
        }
    };
    Recipe { queues: Queues::Named(names.iter().map(queue).collect()), ..Recipe::default() }
}

#[cfg(test)]
mod tests {
    use crate::probe::queue::case::{Case, numbers};
    use crate::probe::queue::testkit::{bulk, exactly, int, store, target};
    use shared::reading::Reading;
    use shared::sample::Workers;

    #[test]
    fn each_reply_is_worth_its_own_numbers_and_nothing_else_is_asked() {
        let job = bulk("{\"data\":{},\"options\":{\"timestamp\":1796046761500},\"status\":\"created\"}");
        Case {
            target: target("bee-queue", "queues = \"mail\"\noldest_from_messages = true"),
            answers: &[
                ("LLEN bq:mail:waiting", &int(5), "queue_depth"),
                ("LLEN bq:mail:active", &int(1), "in_flight"),
                ("SCARD bq:mail:failed", &int(1), "failed_depth"),
                ("ZCARD bq:mail:delayed", &int(2), "delayed"),
                ("ZCOUNT bq:mail:delayed -inf 1796047203000", &int(1), "overdue"),
                ("LINDEX bq:mail:waiting -1", &bulk("7"), "oldest_waiting_s"),
                ("HGET bq:mail:jobs 7", &job, "oldest_waiting_s"),
            ],
            workers: Workers::NotMeasured,
            numbers: numbers([Some(5), Some(1), Some(1), Some(2), Some(1), Some(442)]),
            nobody: Workers::NotMeasured,
        }
        .check();
    }

    #[test]
    fn only_an_own_heartbeat_tells_who_is_alive_and_jobs_are_not_read_unless_asked_for() {
        let queue = target("bee-queue", "queues = \"mail\"\nheartbeat = \"beats\"\nprefix = \"app\"");
        let (sample, writes) = store(&[("LLEN app:mail:waiting", &int(3))]).read(&queue);
        assert_eq!((sample.workers, sample.numbers.queue_depth), (exactly(0), Reading::redis(3)));
        assert!(!writes.concat().iter().any(|words| words.starts_with("LINDEX")), "{writes:?}");
    }
}
