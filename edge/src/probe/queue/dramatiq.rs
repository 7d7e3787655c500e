//! dramatiq with its Redis broker: for each queue a list of ids and a hash of messages, both once more for what waits
//! for its time, a sorted set of dead letters, and one sorted set of everybody's last sign of life.
//!
//! The traps: whoever sends a message signs in too, so the number of workers is an upper bound, and 0 of it is 0; the
//! list of what waits for its time is emptied into workers' memory, the hash is not.

use super::System;
use super::recipe::{
    BeatSet, EACH, End, Number, Numbers, Oldest, QueueRecipe, Queues, Recipe, Score, Source, Time, Unit,
};
use crate::config::Form;
use core::time::Duration;
use shared::sample::Exactness;

/// The system's row in the table.
pub(super) const SYSTEM: System = System { name: "dramatiq", recipe };

/// Workers, busy ones too, sign in about each second. Longer only prolongs the echo of who has sent a message.
const WINDOW: Duration = Duration::from_secs(10);

fn recipe(form: &mut Form<'_>) -> Recipe {
    let namespace = form.text("namespace", "dramatiq");
    let names = form.required_names("queues", "queues = [\"default\"]");
    let looks_inside = form.boolean("oldest_from_messages", false);
    let window = form.given_window().unwrap_or(WINDOW);
    let queue = |name: &String| {
        let key = |part: &str| format!("{namespace}:{name}{part}");
        QueueRecipe {
            name: name.clone(),
            numbers: Numbers {
                depth: Number::Llen(key("")),
                failed: Number::Zcard(key(".XQ")),
                in_flight: Number::Minus(
                    Box::new(Number::Hlen(key(".msgs"))),
                    Box::new(Number::Llen(key(""))),
                ),
                delayed: Number::Hlen(key(".DQ.msgs")),
                // Only the message itself tells when its time comes.
                overdue: Number::NotOffered,
            },
            oldest: if looks_inside {
                Oldest::InMessage {
                    list: key(""),
                    end: End::Head,
                    fetch: vec!["HGET".to_owned(), key(".msgs"), EACH.to_owned()],
                    path: &["message_timestamp"],
                    time: Time::In(Unit::Millis),
                }
            } else {
                Oldest::NotOffered
            },
            ..QueueRecipe::default()
        }
    };
    Recipe {
        workers: vec![Source::Beats(BeatSet {
            key: format!("{namespace}:__heartbeats__"),
            window,
            score: Score::Beat,
            time: Time::In(Unit::Millis),
            exactness: Exactness::AtMost,
        })],
        queues: Queues::Named(names.iter().map(queue).collect()),
        ..Recipe::default()
    }
}

#[cfg(test)]
mod tests {
    use crate::probe::queue::case::{Case, numbers};
    use crate::probe::queue::testkit::{bulk, exactly, int, list, store, target, unknown, words};
    use core::time::Duration;
    use shared::reading::{Reading, Why};
    use shared::sample::{Basis, Exactness, Workers};

    const CREW: &str = "ZREVRANGE dramatiq:__heartbeats__ 0 255 WITHSCORES";

    fn at_most(n: u64) -> Workers {
        Workers::Counted { alive: Reading::redis(n), exactness: Exactness::AtMost }
    }

    #[test]
    fn each_reply_is_worth_its_own_numbers_and_nothing_else_is_asked() {
        let crew = list(&["a", "1796047202900", "b", "1796047194000", "c", "1796047193000"]);
        Case {
            target: target("dramatiq", "queues = \"mail\""),
            answers: &[
                (CREW, &crew, "workers"),
                ("ZCARD dramatiq:__heartbeats__", &int(3), ""),
                ("ZCOUNT dramatiq:__heartbeats__ 1796047193000 +inf", &int(3), ""),
                ("LLEN dramatiq:mail", &int(5), "queue_depth in_flight"),
                ("HLEN dramatiq:mail.msgs", &int(6), "in_flight"),
                ("HLEN dramatiq:mail.DQ.msgs", &int(2), "delayed"),
                ("ZCARD dramatiq:mail.XQ", &int(1), "failed_depth"),
            ],
            workers: at_most(2),
            numbers: numbers([Some(5), Some(1), Some(1), Some(2), None, None]),
            nobody: at_most(0),
        }
        .check();
    }

    #[test]
    fn whoever_has_signed_in_is_an_upper_bound_and_nobody_is_nobody() {
        let queue = target("dramatiq", "queues = \"mail\"");
        assert_eq!(queue.recipe.basis(), (Basis::Beat, Duration::from_secs(10)));
        let old = store(&[(CREW, &list(&["a", "1796047190000"]))]).read(&queue).0;
        assert_eq!((old.workers, words(&old)), (at_most(0), vec!["no_consumer".to_owned()]));
        let longer = target("dramatiq", "queues = \"mail\"\nwindow = \"60s\"");
        assert_eq!(store(&[(CREW, &list(&["a", "1796047190000"]))]).read(&longer).0.workers, at_most(1));
        let own = target("dramatiq", "queues = \"mail\"\nheartbeat = \"beats\"");
        let sample = store(&[(CREW, &list(&["a", "1796047202900"]))]).read(&own).0;
        assert_eq!(sample.workers, exactly(0), "the application's own heartbeat is not fooled by who sends");
    }

    #[test]
    fn the_oldest_is_read_from_the_message_only_when_asked_for_and_the_namespace_is_before_every_key() {
        let lines = "queues = \"mail\"\nnamespace = \"app\"\noldest_from_messages = true";
        let queue = target("dramatiq", lines);
        let (id, message) = (bulk("x1"), bulk("{\"args\":[],\"message_timestamp\":1796046761500}"));
        let answers = [("LINDEX app:mail 0", id.as_str()), ("HGET app:mail.msgs x1", message.as_str())];
        assert_eq!(store(&answers).read(&queue).0.numbers.oldest_waiting_s, Reading::redis(442));
        let packed = [answers[0], ("HGET app:mail.msgs x1", "$2\r\n\u{1}\u{2}\r\n")];
        assert_eq!(store(&packed).read(&queue).0.numbers.oldest_waiting_s, unknown(Why::NotUnderstood));
    }
}
