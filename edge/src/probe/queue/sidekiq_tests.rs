//! What Sidekiq's keys say, with two processes and after their death, in the layouts of its versions.

use crate::probe::queue::testkit::{
    NOPERM, NOW, Store, WRONGTYPE, at_least, bulk, exactly, int, list, store, target, unknown, words,
};
use core::time::Duration;
use shared::reading::{Reading, Why};
use shared::sample::{Basis, Exactness, Standing, Workers};

const PROCESSES: &str = "SRANDMEMBER processes 257";
const QUEUES: &str = "SRANDMEMBER queues 257";
const FIRST: &str = "HMGET web1:10:aabb beat quiet busy";
const SECOND: &str = "HMGET web2:11:ccdd beat quiet busy";

/// Two processes, of which the second was killed so long ago that its record is gone.
fn one_of_two() -> Store<'static> {
    let processes = list(&["web2:11:ccdd", "web1:10:aabb"]);
    let (queues, first) = (list(&["mail", "default"]), list(&["1796047199.5", "false", "1"]));
    store(&[
        (PROCESSES, &processes),
        (QUEUES, &queues),
        (FIRST, &first),
        ("LLEN queue:default", &int(5)),
        ("LLEN queue:mail", &int(2)),
        ("ZCARD dead", &int(1)),
        ("ZCARD retry", &int(1)),
        ("ZCARD schedule", &int(3)),
        ("ZCOUNT retry -inf 1796047203", &int(1)),
    ])
}

#[test]
fn every_number_comes_in_two_round_trips_whatever_the_number_of_queues() {
    let (sample, writes) = one_of_two().read(&target("sidekiq", ""));
    assert_eq!(writes.len(), 2);
    assert_eq!(
        writes[1],
        [
            FIRST,
            SECOND,
            "LLEN queue:default",
            "SISMEMBER paused default",
            "LLEN queue:mail",
            "SISMEMBER paused mail",
        ]
    );
    assert_eq!(sample.workers, exactly(1), "the set still has two");
    let numbers = sample.numbers;
    assert_eq!((numbers.queue_depth, numbers.failed_depth), (Reading::redis(7), Reading::redis(1)));
    assert_eq!((numbers.delayed, numbers.overdue), (Reading::redis(4), Reading::redis(1)));
    assert_eq!((numbers.in_flight, numbers.oldest_waiting_s), (Reading::redis(1), unknown(Why::NotOffered)));
    let parts: Vec<_> = sample.parts.iter().map(|p| (p.name.as_str(), p.queue_depth)).collect();
    assert_eq!(parts, [("default", Reading::redis(5)), ("mail", Reading::redis(2))]);
    assert_eq!((sample.beats.len(), sample.beats[0].age), (1, Duration::from_secs(4)));
    assert_eq!((sample.standing, words(&sample)), (Standing::Said, vec![]));
}

#[test]
fn nobody_left_is_a_known_zero_and_so_is_an_installation_that_nobody_has_used() {
    let queue = target("sidekiq", "");
    assert_eq!(queue.recipe.basis(), (Basis::TtlRecord, Duration::from_mins(1)));
    let left_over = store(&[(PROCESSES, &list(&["web1:10:aabb"]))]).read(&queue).0;
    assert_eq!((left_over.workers, words(&left_over)), (exactly(0), vec!["no_consumer".to_owned()]));
    let (fresh, writes) = store(&[]).read(&queue);
    assert_eq!((fresh.workers, fresh.numbers.queue_depth), (exactly(0), Reading::redis(0)));
    assert_eq!((fresh.numbers.in_flight, writes.len()), (Reading::redis(0), 1));
}

#[test]
fn a_window_counts_by_the_beat_instead_of_by_the_record() {
    let first = |age: i64| list(&[&format!("{}", NOW.secs() - age), "false", "0"]);
    let queue = target("sidekiq", "window = \"30s\"");
    let read =
        |age| store(&[(PROCESSES, &list(&["web1:10:aabb"])), (FIRST, &first(age))]).read(&queue).0.workers;
    assert_eq!((read(29), read(45)), (exactly(1), exactly(0)));
    let by_record = target("sidekiq", "");
    let slow_clock = store(&[(PROCESSES, &list(&["web1:10:aabb"])), (FIRST, &first(3600))]);
    assert_eq!(
        slow_clock.read(&by_record).0.workers,
        exactly(1),
        "the store deletes the record, by its own clock"
    );
}

#[test]
fn processes_that_were_told_to_finish_are_alive_and_remarked_when_all_are() {
    let beat = |quiet| list(&["1796047199", quiet, "0"]);
    let read = |first, second| {
        let answers = [
            (PROCESSES, list(&["web1:10:aabb", "web2:11:ccdd"])),
            (FIRST, beat(first)),
            (SECOND, beat(second)),
        ];
        let answers: Vec<_> = answers.iter().map(|(words, reply)| (*words, reply.as_str())).collect();
        let sample = store(&answers).read(&target("sidekiq", "")).0;
        (sample.workers, sample.quiet, words(&sample))
    };
    assert_eq!(read("true", "false"), (exactly(2), 1, vec![]));
    assert_eq!(read("true", "true"), (exactly(2), 2, vec!["quiet".to_owned()]));
}

#[test]
fn a_queue_is_paused_when_every_one_of_them_is() {
    let named = target("sidekiq", "queues = [\"default\", \"mail\"]");
    let read = |default, mail| {
        let (default, mail) = (int(default), int(mail));
        let paused =
            [("SISMEMBER paused default", default.as_str()), ("SISMEMBER paused mail", mail.as_str())];
        let sample = store(&paused).read(&named).0;
        (sample.parts[1].paused, words(&sample).contains(&"paused".to_owned()))
    };
    assert_eq!((read(1, 1), read(0, 1)), ((true, true), (true, false)));
}

#[test]
fn named_queues_need_no_discovery_and_the_prefix_stands_before_every_key() {
    let queue = target("sidekiq", "queues = \"mail\"\nprefix = \"app:\"");
    let (sample, writes) = store(&[("LLEN app:queue:mail", &int(3))]).read(&queue);
    assert_eq!(sample.numbers.queue_depth, Reading::redis(3));
    assert!(writes.concat().iter().all(|w| w.split(' ').nth(1).unwrap().starts_with("app:")), "{writes:?}");
}

#[test]
fn the_oldest_is_read_from_the_message_only_when_asked_for_in_both_units() {
    let queue = target("sidekiq", "queues = \"mail\"\noldest_from_messages = true");
    for at in ["1796046761.25", "1796046761250"] {
        let job = bulk(&format!("{{\"class\":\"Mail\",\"args\":[{{}}],\"enqueued_at\":{at}}}"));
        let sample = store(&[("LINDEX queue:mail -1", &job)]).read(&queue).0;
        assert_eq!(sample.numbers.oldest_waiting_s, Reading::redis(442), "{at}");
    }
    let strange = store(&[("LINDEX queue:mail -1", &bulk("not JSON"))]).read(&queue).0;
    assert_eq!(strange.numbers.oldest_waiting_s, unknown(Why::NotUnderstood));
    assert_eq!(store(&[]).read(&queue).0.numbers.oldest_waiting_s, Reading::redis(0), "nothing waits");
    let unasked = store(&[]).read(&target("sidekiq", "queues = \"mail\"")).1.concat();
    assert!(unasked.iter().all(|w| !w.contains("LINDEX")), "{unasked:?}");
}

#[test]
fn what_may_not_be_read_is_unknown_and_nothing_else_is() {
    let queue = target("sidekiq", "");
    let counted = |why| Workers::Counted { alive: unknown(why), exactness: Exactness::Exact };
    let processes = list(&["web1:10:aabb"]);

    let sample = store(&[(PROCESSES, NOPERM), ("ZCARD dead", &int(4))]).read(&queue).0;
    assert_eq!((sample.workers, sample.standing), (counted(Why::NotPermitted), Standing::Refused));
    assert_eq!(
        (sample.numbers.failed_depth, sample.numbers.in_flight),
        (Reading::redis(4), unknown(Why::NotPermitted))
    );

    let sample = store(&[(PROCESSES, &processes), (FIRST, NOPERM)]).read(&queue).0;
    assert_eq!(sample.workers, counted(Why::NotPermitted), "a record that may not be read is not a dead one");

    let sample = store(&[(QUEUES, WRONGTYPE), ("ZCARD retry", NOPERM)]).read(&queue).0;
    assert_eq!((sample.workers, sample.standing), (exactly(0), Standing::Said));
    assert_eq!(sample.numbers.queue_depth, unknown(Why::WrongKindOfKey));
    assert_eq!(sample.numbers.delayed, unknown(Why::NotPermitted));
    assert_eq!(sample.numbers.overdue, Reading::redis(0));

    let two = list(&["web1:10:aabb", "web2:11:ccdd"]);
    let alive = list(&["1796047199", "false", "0"]);
    let sample = store(&[(PROCESSES, &two), (FIRST, &alive), (SECOND, NOPERM)]).read(&queue).0;
    assert_eq!(sample.workers, at_least(1));
}

#[test]
fn of_more_ids_than_are_followed_up_the_cap_is_said() {
    let ids: Vec<String> = (0..257).map(|n| format!("host:{n}:x")).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let queue = target("sidekiq", "");
    let (sample, writes) = store(&[(PROCESSES, &list(&ids)), (QUEUES, &list(&ids))]).read(&queue);
    assert_eq!(writes[1].iter().filter(|w| w.starts_with("HMGET")).count(), 256);
    let alive = unknown(Why::TooLarge);
    assert_eq!(sample.workers, Workers::Counted { alive, exactness: Exactness::Exact }, "others may live");
    assert_eq!(sample.numbers.queue_depth, unknown(Why::TooLarge), "others may not be empty");
    assert_eq!((sample.numbers.failed_depth, words(&sample)), (Reading::redis(0), vec![]));

    let (all, alive) = (list(&ids), list(&["1796047199", "false", "0"]));
    let answers = [
        (PROCESSES, all.as_str()),
        ("HMGET host:0:x beat quiet busy", &alive),
        (QUEUES, &all),
        ("LLEN queue:host:1:x", ":3\r\n"),
    ];
    let sample = store(&answers).read(&queue).0;
    assert_eq!((sample.workers, sample.numbers.queue_depth), (at_least(1), Reading::redis(3)));
    assert_eq!(words(&sample), ["lower_bound:queue_depth"], "what is kept once is not part of it");
}

#[test]
fn as_many_dead_jobs_as_are_kept_are_remarked() {
    let dead = |n| words(&store(&[("ZCARD dead", &int(n))]).read(&target("sidekiq", "")).0);
    assert!(!dead(9_999).contains(&"failed_is_capped".to_owned()));
    assert!(dead(10_000).contains(&"failed_is_capped".to_owned()));
}

#[test]
fn an_own_heartbeat_decides_who_is_alive_and_records_still_tell_the_rest() {
    let queue = target("sidekiq", "heartbeat = \"beats\"");
    let first = list(&["1796047199", "false", "3"]);
    let beats = "ZREVRANGE beats 0 255 WITHSCORES";
    let answers = [(PROCESSES, list(&["web1:10:aabb"])), (FIRST, first), (beats, list(&[]))];
    let answers: Vec<_> = answers.iter().map(|(words, reply)| (*words, reply.as_str())).collect();
    let sample = store(&answers).read(&queue).0;
    assert_eq!((sample.workers, sample.numbers.in_flight), (exactly(0), Reading::redis(3)));
}
