//! taskiq with the stream broker of taskiq-redis: a stream with a consumer group, each process a consumer of its own.
//!
//! Entries stay after they are acknowledged, so the lag tells what waits. Workers are counted by a heartbeat, or on
//! servers from 7.2 on by the last time somebody polled. It has neither dead letters nor anything that waits for its
//! time. The list broker is a list: `lists` reads it.

use super::recipe::Recipe;
use super::{System, streams};
use crate::config::Form;

/// The system's row in the table.
pub(super) const SYSTEM: System = System { name: "taskiq", recipe };

fn recipe(form: &mut Form<'_>) -> Recipe {
    let names = form.streams(Some("taskiq"));
    let group = form.text("group", "taskiq");
    streams::of_streams(form, names, &group, false)
}

#[cfg(test)]
mod tests {
    use crate::probe::queue::case::{Case, numbers};
    use crate::probe::queue::testkit::{at_least, int, store, target, unknown, words};
    use shared::reading::{Reading, Why};
    use shared::sample::Workers;

    const GROUPS: &str = "XINFO GROUPS taskiq";
    const CONSUMERS: &str = "XINFO CONSUMERS taskiq taskiq";

    fn groups(lag: &str) -> String {
        format!(
            "*1\r\n*12\r\n$4\r\nname\r\n$6\r\ntaskiq\r\n$9\r\nconsumers\r\n:2\r\n$7\r\npending\r\n:1\r\n\
             $17\r\nlast-delivered-id\r\n$3\r\n2-0\r\n$12\r\nentries-read\r\n:2\r\n$3\r\nlag\r\n{lag}\r\n"
        )
    }

    fn consumers(idle: u64, has_inactive: bool) -> String {
        let inactive = if has_inactive { "$8\r\ninactive\r\n:9\r\n" } else { "" };
        let fields = if has_inactive { 8 } else { 6 };
        format!(
            "*1\r\n*{fields}\r\n$4\r\nname\r\n$4\r\nuuid\r\n$7\r\npending\r\n:1\r\n$4\r\nidle\r\n:{idle}\r\n{inactive}"
        )
    }

    #[test]
    fn each_reply_is_worth_its_own_numbers_and_nothing_else_is_asked() {
        Case {
            target: target("taskiq", ""),
            answers: &[
                ("XLEN taskiq", &int(7), "queue_depth"),
                (GROUPS, &groups(":5"), "queue_depth in_flight"),
                (CONSUMERS, &consumers(900, true), "workers"),
            ],
            workers: at_least(1),
            numbers: numbers([Some(5), None, Some(1), None, None, None]),
            nobody: Workers::NotMeasured,
        }
        .check();
    }

    #[test]
    fn who_has_not_polled_within_the_window_is_gone_and_older_servers_do_not_tell() {
        let read = |reply: &str| store(&[(CONSUMERS, reply)]).read(&target("taskiq", "window = \"30s\"")).0;
        let dead = read(&consumers(31_000, true));
        assert_eq!((dead.workers, words(&dead)), (at_least(0), vec!["no_consumer".to_owned()]));
        assert_eq!(read(&consumers(10, false)).workers, Workers::NotMeasured);
    }

    #[test]
    fn a_lag_that_the_server_does_not_know_is_no_empty_queue() {
        let (length, nil) = (int(9), groups("$-1"));
        let sample =
            store(&[("XLEN taskiq", length.as_str()), (GROUPS, nil.as_str())]).read(&target("taskiq", "")).0;
        assert_eq!(sample.numbers.queue_depth, unknown(Why::NotOffered));
        assert_eq!(sample.numbers.in_flight, Reading::redis(1));
    }
}
