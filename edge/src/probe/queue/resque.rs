//! Resque 2 and 3 with resque-scheduler, and node-resque, which keeps the same keys but for the sign of life.
//!
//! The traps: the set of workers does not shrink when one is killed; what is scheduled is a sorted set of times with a
//! list each, so its size is no number of jobs; with a failure queue for each queue, dead letters are in many lists.
//! Ruby's workers write the time of their last beat into one hash, Node's into a key each that never expires: a key
//! that is not there is no dead worker, but one that goes by another name.

use super::System;
use super::recipe::{
    Alive, Bound, EACH, Ids, Number, Numbers, QueueRecipe, Queues, Recipe, Record, Records, Source, Time,
    Unit,
};
use crate::config::Form;
use core::time::Duration;

/// The system's row in the table.
pub(super) const SYSTEM: System = System { name: "resque", recipe };

const RUBY: &str = "ruby";
const NODE: &str = "node";

/// Ruby's workers beat each minute; others remove them after five.
const RUBYS_WINDOW: Duration = Duration::from_mins(5);
/// Node's beat about each 5 s.
const NODES_WINDOW: Duration = Duration::from_mins(1);

fn recipe(form: &mut Form<'_>) -> Recipe {
    let prefix = form.text_or_empty("prefix", "resque:");
    let names = form.names("queues");
    let flavour = form.word("flavour", "a flavour of Resque", &[RUBY, NODE]);
    let window = form.given_window();
    let key = |part: &str| format!("{prefix}{part}");
    let each = |part: &str| key(&format!("{part}{EACH}"));

    let workers = if flavour == Some(NODE) {
        Source::Records(Records {
            // `host:pid` or a name of its own, then its queues.
            ids: Ids { ends_before: Some(':'), ..Ids::set(key("workers")) },
            record: Record::Json(each("worker:ping:"), "time", Time::SecondsOrMillis),
            alive: Alive::Within(window.unwrap_or(NODES_WINDOW)),
            subscribed: None,
            quiet: None,
            in_hand: None,
            stands_for: None,
        })
    } else {
        let window = window.unwrap_or(RUBYS_WINDOW);
        Source::Times { key: key("workers:heartbeat"), time: Time::Iso, window }
    };
    // A list for each time.
    let scheduled = |until| {
        let times = Ids { shape: "[0-9]*", ..Ids::lowest(key("delayed_queue_schedule"), until) };
        Number::Over(times, Box::new(Number::Llen(each("delayed:"))))
    };
    let failed_of_each = Ids { shape: "*_failed", ..Ids::set(key("failed_queues")) };
    Recipe {
        workers: vec![workers],
        shared: Numbers {
            failed: Number::Sum(vec![
                Number::Llen(key("failed")),
                Number::Over(failed_of_each, Box::new(Number::Llen(each("")))),
            ]),
            in_flight: Number::Over(Ids::set(key("workers")), Box::new(Number::Exists(each("worker:")))),
            delayed: scheduled(Bound::Most),
            overdue: scheduled(Bound::Now(Unit::Seconds)),
            depth: Number::NotOffered,
        },
        queues: Queues::named_or_found(&names, Ids::set(key("queues")), |name| QueueRecipe {
            name: name.to_owned(),
            numbers: Numbers { depth: Number::Llen(key(&format!("queue:{name}"))), ..Numbers::default() },
            ..QueueRecipe::default()
        }),
        ..Recipe::default()
    }
}

#[cfg(test)]
mod tests {
    use crate::probe::queue::case::{Case, numbers};
    use crate::probe::queue::testkit::{bulk, exactly, int, list, store, target, unknown};
    use core::time::Duration;
    use shared::reading::{Reading, Why};
    use shared::sample::{Basis, Exactness, Workers};

    const BEATS: &str = "HGETALL resque:workers:heartbeat";
    const WORKERS: &str = "SRANDMEMBER resque:workers 257";

    #[test]
    fn each_reply_is_worth_its_own_numbers_and_nothing_else_is_asked() {
        let beats = list(&["h:1:mail", "2026-11-30T13:59:10+00:00", "h:2:*", "2026-11-30T13:00:00+00:00"]);
        let (all, due) = (
            "ZRANGEBYSCORE resque:delayed_queue_schedule -inf +inf LIMIT 0 257",
            "ZRANGEBYSCORE resque:delayed_queue_schedule -inf 1796047203 LIMIT 0 257",
        );
        Case {
            target: target("resque", ""),
            answers: &[
                (BEATS, &beats, "workers"),
                (WORKERS, &list(&["h:1:mail", "h:2:*"]), "in_flight"),
                ("EXISTS resque:worker:h:1:mail", &int(1), "in_flight"),
                ("EXISTS resque:worker:h:2:*", &int(0), "in_flight"),
                ("SRANDMEMBER resque:queues 257", &list(&["mail"]), "queue_depth"),
                ("LLEN resque:queue:mail", &int(5), "queue_depth"),
                ("LLEN resque:failed", &int(1), "failed_depth"),
                ("SRANDMEMBER resque:failed_queues 257", &list(&["mail_failed"]), "failed_depth"),
                ("LLEN resque:mail_failed", &int(3), "failed_depth"),
                (all, &list(&["1796047000", "1796050000"]), "delayed"),
                (due, &list(&["1796047000"]), "overdue"),
                ("LLEN resque:delayed:1796047000", &int(2), "delayed overdue"),
                ("LLEN resque:delayed:1796050000", &int(7), "delayed"),
            ],
            workers: exactly(1),
            numbers: numbers([Some(5), Some(4), Some(1), Some(9), Some(2), None]),
            nobody: exactly(0),
        }
        .check();
    }

    #[test]
    fn nodes_workers_have_a_key_each_and_one_that_is_not_there_goes_by_another_name() {
        let queue = target("resque", "flavour = \"node\"\nqueues = \"mail\"");
        assert_eq!(queue.recipe.basis(), (Basis::Beat, Duration::from_mins(1)));
        let ping = |age: u64| bulk(&format!("{{\"time\":{},\"name\":\"h:1+1\"}}", 1_796_047_203 - age));
        let read = |ids: &[&str], age| {
            let (ids, ping) = (list(ids), ping(age));
            let answers = [(WORKERS, ids.as_str()), ("GET resque:worker:ping:h:1+1", ping.as_str())];
            store(&answers).read(&queue).0.workers
        };
        let one = ["h:1+1:mail,low"];
        assert_eq!((read(&one, 59), read(&one, 61), read(&[], 0)), (exactly(1), exactly(0), exactly(0)));
        let alive = unknown(Why::NoSuchKey);
        assert_eq!(read(&["h:1+1:mail:high"], 5), Workers::Counted { alive, exactness: Exactness::Exact });
    }

    #[test]
    fn rubys_window_is_five_minutes_unless_the_file_has_another() {
        let beats = list(&["h:1:mail", "2026-11-30T13:57:00Z"]);
        let read = |lines| store(&[(BEATS, &beats)]).read(&target("resque", lines)).0.workers;
        assert_eq!((read(""), read("window = \"90s\"")), (exactly(1), exactly(0)));
        assert_eq!(target("resque", "").recipe.basis(), (Basis::Beat, Duration::from_mins(5)));
    }

    #[test]
    fn the_prefix_stands_before_every_key() {
        let queue = target("resque", "queues = \"mail\"\nprefix = \"app:\"");
        let (sample, writes) = store(&[("LLEN app:queue:mail", &int(3))]).read(&queue);
        assert_eq!(sample.numbers.queue_depth, Reading::redis(3));
        assert!(
            writes.concat().iter().all(|w| w.split(' ').nth(1).unwrap().starts_with("app:")),
            "{writes:?}"
        );
    }
}
